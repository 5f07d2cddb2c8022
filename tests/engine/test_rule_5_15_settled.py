"""Rule 5.15: which mistakes later lines put right, and which line did it."""

import pytest
from audit_text import report_of

from ledger.findings.audit import Report

HEADER = 4
"""The lines of the header that is put in front."""


def settled_in(text: str) -> list[str]:
    return settled(report_of(text))


def settled(report: Report) -> list[str]:
    """Every finding and the line below the header that settled it, ``take Ann 6`` or ``take Ann
    -``, in the order of the log.
    """
    lines = [
        (found, "-" if found.settled is None else str(found.settled - HEADER))
        for found in report.findings
    ]
    return [f"{found.rule} {found.player or ''} {line}" for found, line in lines]


def test_a_corrected_payout_is_settled_for_both_and_no_longer_fails(audited: Report) -> None:
    """
    hand 1 Dot 9h
      play Ann 0
      play Bea 0
      tricks Ann 3 Bea 2
      take Bea 4
    transfer Bea Ann 4 for 1
    """
    assert settled(audited) == ["take Ann 6", "take Bea 6"]
    assert audited.status == 0
    assert all(found.message.endswith(" Settled by line 10.") for found in audited.findings)


@pytest.mark.parametrize(
    ("lines", "by"),
    [
        ("transfer Bea Ann 3 for 1", "-"),  # too little
        ("transfer Bea Ann 5 for 1", "-"),  # too much
        ("transfer Bea Ann 4", "-"),  # for no hand
        ("transfer Bea Ann 4 for 2", "-"),  # for another
        ("transfer Bea Cal 4 for 1", "-"),  # to somebody else, who now has too much
        ("transfer Bea Ann 3 for 1\ntransfer Bea Ann 1 for 1", "7"),
        # whoever a transfer touches belongs to it
        ("transfer Bea Cal 4 for 1\ntransfer Cal Ann 4 for 1", "7"),
        ("transfer Bea Ann 4 for 1\ntransfer Ann Bea 4 for 1", "-"),  # taken back
        ("transfer Bea Ann 4 for 1\ntransfer Ann Cal 2 for 1\ntransfer Cal Ann 2 for 1", "8"),
        # of others, it touches nobody here
        ("transfer Bea Ann 4 for 1\npenalty Cal 0 for 1\npenalty Dot 1 for 1", "6"),
        ("transfer Bea Ann 4 for 1\nwaive 1 Ann\nwaive 1 Bea", "6"),
        ("transfer Bea Cal 4 for 1\ntransfer Cal Ann 4 for 1\ntransfer Ann Dot 1 for 1", "-"),
        ("penalty Bea 4 for 1", "-"),  # Bea's 4 are in the pot now, and Ann has still got nothing
    ],
)
def test_all_takes_of_a_hand_are_one_mistake(lines: str, by: str) -> None:
    text = f"hand 1 Dot 9h\n  play Ann 0\n  play Bea 0\n  tricks Ann 3 Bea 2\n  take Bea 4\n{lines}"
    assert settled_in(text) == [f"take Ann {by}", f"take Bea {by}"]


def test_an_ante_and_a_match_are_the_players_own(audited: Report) -> None:
    """
    hand 1 Dot 9h
      ante Ann Cal
      play Ann 0
      play Cal 0
      tricks Ann 5
      match -
    penalty Bea 1 for 1
    penalty Cal 2 for 1
    """
    assert settled(audited) == ["ante Bea 7", "ante Dot -", "match Cal 8"]
    assert audited.status == 1


def test_all_that_a_player_owed_for_a_hand_is_paid_or_nothing_is_settled() -> None:
    log = (
        "hand 1 Dot 9h\n  ante Ann Bea Dot\n  play Ann 0\n  play Cal 0\n  tricks Ann 5\n  match -\n"
    )
    assert settled_in(f"{log}penalty Cal 1 for 1") == ["ante Cal -", "match Cal -"]
    assert settled_in(f"{log}penalty Cal 3 for 1\npenalty Cal 1 for 1") == [
        "ante Cal 8",
        "match Cal 8",
    ]


@pytest.mark.parametrize(
    ("line", "play", "unpaid"),
    [
        ("  renege Bea", "9", False),
        ("  renege Bea 0\nwaive 1 Bea", "9", False),
        ("penalty Bea 4 for 1", "9", False),
        ("penalty Bea 3 for 1\npenalty Bea 1 for 1", "10", False),
        ("waive 1 Bea", "9", False),
        ("penalty Bea 3 for 1", "-", False),  # ruled on, but not what was due
        ("penalty Bea 5 for 1", "-", False),
        ("penalty Bea 4 for 1\npenalty Ann 1 for 1", "9", False),
        ("penalty Bea 4", "-", True),
        ("waive 1 Ann", "-", True),
        ("transfer Bea Ann 4 for 1", "-", True),
    ],
)
def test_a_proved_renege_is_settled_by_its_call_its_penalty_or_its_waiver(
    line: str, play: str, unpaid: bool
) -> None:
    text = f"""
hand 1 Dot 9h
  play Ann 0
  play Bea 0
  trick Ann As 2c
  trick Ann Ks 6h
  trick Bea 7c 8c
  trick Ann Qd 4c
  trick Ann Jd 3c
{line}"""
    found = settled_in(text)
    assert f"must-trump Bea {play}" in found
    assert ("unpaid-renege Bea -" in found) == unpaid


def test_what_cannot_be_reckoned_is_settled_by_a_line_in_the_right_direction_or_a_waiver() -> None:
    log = (
        "hand 1 Dot 9h\n  nonsense\nhand 2 Ann 9h\n  play Bea 0\n  play Cal 0\n  tricks Bea 3 Cal "
        "2\n  take Cal 4\n"
    )
    assert {"take Bea 8", "take Cal 8"} <= set(settled_in(f"{log}transfer Cal Bea 4 for 2"))
    assert {"take Bea -", "take Cal -"} <= set(settled_in(f"{log}transfer Bea Cal 4 for 2"))
    assert {"take Bea -", "take Cal 8"} <= set(settled_in(f"{log}waive 2 Cal"))
