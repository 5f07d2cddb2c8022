"""rules.md 4.11: the cards laid down are the claim; the rest is played on, or nobody knows who took
it.
"""

from __future__ import annotations

import pytest
from audit_text import briefs, found_in, log_of, report_of

from ledger.engine import judge
from ledger.findings.audit import Report
from ledger.game.play import UNKNOWN
from ledger.hands import columns, sessions_of
from ledger.log import read, write


def severities(report: Report) -> list[str]:
    return [found.severity for found in report.findings if found.rule == "claim"]


# --- Proven, disproven, neither -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("laid", "severity"),
    [
        ("As Qs Js", "error"),  # the king is played later, so it was out
        ("As Ks 4d", "error"),  # a diamond is never sure
        ("As ?? Qs", "warning"),  # nobody knows what was laid down
    ],
)
def test_4_11_disproven_or_not(laid: str, severity: str) -> None:
    log = f"""
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      claim Ann {laid}
      trick Ann 3h {"9h" if "Ks" in laid else "Ks"}
    """
    report = report_of(log)
    assert "claim 1.1 Ann" in briefs(report)
    assert severities(report) == [severity]


def test_4_11_sure_because_everybody_else_has_shown_out(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      trick Ann 9s 3h
      trick Ann 4d 5d
      trick Bea 6d 7d
      claim Ann 8s 7s
    """
    assert [line for line in findings if line.startswith("claim")] == []


# --- Who won what ---------------------------------------------------------------------------------

OPEN = """
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      play Cal 0
      claim Ann As Ks Qs
      {}
    hand 2 Ann 9h
      {}
      pass Bea Cal Dot
      play Ann 0
"""
"""A hand of which nobody wrote down who took the last two tricks."""


def test_4_11_the_pot_is_the_claimants_and_nobody_is_bourre_who_could_have_taken_a_trick() -> None:
    report = report_of(OPEN.format("", ""))
    assert briefs(report) == []
    # Ann took four, and in hand 2 the four new antes.
    assert list(report.books.values()) == [{"Ann": 6, "Bea": -2, "Cal": -2, "Dot": -2, "pot": 0}]


@pytest.mark.parametrize(
    ("said", "ante", "bea", "cal"),
    [
        ("tricks Ann 3 Cal 2", "", -5, -2),  # Bea matched four and anted no more
        ("match Bea", "", -5, -2),
        ("match -", "ante Ann Cal Dot", -1, -2),
        ("", "ante Ann Cal Dot", -5, -2),
        ("", "ante Ann Dot", -5, -5),
        ("", "ante Ann Bea Cal Dot", -2, -2),
    ],
)
def test_4_11_unless_a_line_says_so(said: str, ante: str, bea: int, cal: int) -> None:
    report = report_of(OPEN.format(said, ante))
    (held,) = report.books.values()
    assert (held["Bea"], held["Cal"]) == (bea, cal)
    assert briefs(report) == (["ante 2 Bea -1"] if said == "match -" else [])


@pytest.mark.parametrize(("cal", "lost"), [("4h", -5), ("??", -1), ("Th", -1), ("4s", -1)])
def test_4_11_who_cannot_have_taken_a_trick_that_is_nobodys_for_certain_is_bourre(
    cal: str, lost: int
) -> None:
    """Bea leads the 9h and nobody noted what Ann played: that trick is Ann's or Bea's, unless Cal's
    card beats the nine.
    """
    report = report_of(f"""
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      play Cal 0
      claim Ann As Ks Qs
      trick Ann 3d 5d 4d
      trick Bea 9h {cal} ??
    """)
    (held,) = report.books.values()
    assert (held["Ann"], held["Bea"], held["Cal"]) == (3, -1, lost)


def test_4_11_an_ante_line_proves_nothing_where_a_bourre_antes_all_the_same() -> None:
    log = "    rules louisiana bourre-exempt=no\n" + OPEN.format("", "ante Ann Cal Dot").lstrip(
        "\n"
    )
    assert found_in(log) == ["ante 2 Bea -1"]


# --- Its place in the record ----------------------------------------------------------------------


def test_4_11_the_place_of_a_claim_is_kept() -> None:
    log = log_of(
        """
        hand 1 Dot 2s
          play Ann 0
          play Bea 0
          trick Ann Kh 3h
          claim Ann As Ks
          trick Ann 3d 4d
          trick Bea 5d 6d
        """
    )
    hands = columns([read(log, "a log")])
    assert hands.claim_after.tolist() == [1]
    (session,) = sessions_of(hands)
    assert write(session).endswith(
        "  trick Ann Kh 3h\n  claim Ann As Ks\n  trick Ann 3d 4d\n  trick Bea 5d 6d\n"
    )


# --- What is replayed -----------------------------------------------------------------------------

CLAIMED = """
    hand 1 Dot 2s
      dealt Ann As Ks Qs 3h 4d
      play Ann 0
      play Bea 0
      claim Ann As Ks Qs
      trick Ann 3h 9h
      trick Bea 5d 4d
"""


def test_4_11_a_hand_is_replayed_alike_whatever_others_of_the_batch_contradict() -> None:
    """Cards laid down are in no trick, also where another hand in the batch has a card twice."""
    contradiction = "hand 1 Dot 2s\n  dealt Bea 9h 9h 7h 6h 5h\n  play Ann 0\n  play Bea 0\n"
    alone, together = (
        judge(columns([read(log_of(text), "a log") for text in texts])).replay
        for texts in ([CLAIMED], [CLAIMED, contradiction])
    )
    assert [fact.rule for fact in together.facts] == ["duplicate-card"]
    assert together.cards[:, :2, 0].tolist() == alone.cards[:, :2, 0].tolist()
    assert (alone.cards[:3, :2, 0] == UNKNOWN).all()
