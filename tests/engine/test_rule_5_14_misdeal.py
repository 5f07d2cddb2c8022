"""rules.md 5.14 and log-format.md, "Thrown in": a hand that counts for nothing and is dealt
again.
"""

import pytest
from audit_text import found_in

from ledger.engine.judge import judge
from ledger.findings.audit import Report
from ledger.hands.from_log import columns
from ledger.log.reader import read
from ledger.money import journal

THROWN_IN = "hand 1 Dot 9h\nmisdeal\n"


@pytest.mark.parametrize("number", [1, 2])
def test_5_14_the_hand_dealt_again_has_the_same_number_or_the_next(number: int) -> None:
    again = "play Ann 0\ntake Ann\nmatch -\n"
    assert found_in(f"{THROWN_IN}hand {number} Dot 7c\n{again}") == []
    assert found_in(f"{THROWN_IN}hand {number + 2} Dot 7c\n{again}") == [
        f"hand-number {number + 2}",
        f"unverified-pot {number + 2}",
    ]


def test_5_14_no_card_in_it_is_judged_and_none_is_in_a_place(audited: Report) -> None:
    """
    rules casino seats=2-7
    hand 1 Dot Ah
      dealt Ann Ks Ks Qh Qh
      dealt Bea Ah As Qh Qd 2c 3c
      play Bea 7 out 2h in As 3c
      pass Dot
      play Ann 0
      trick Bea 4d 2s
      claim Ann 9s
      tricks Ann 4 Bea 4
      misdeal
    """
    assert audited.findings == []
    assert (audited.plays, audited.hands) == (0, 1)


def test_5_14_the_journal_has_the_same_figures() -> None:
    log = "bourre 1\nsession 2026-11-20 x\nrules double-ante\nseats Ann Bea\n"
    log += (
        "hand 1 Bea 9h\n  play Ann 0\n  take Ann 3\n  misdeal\nhand 1 Bea 9h\n  play Ann 0\n  "
        "match Bea 9\n  take Ann\n"
    )
    judged = judge(columns([read(log, "x.bourre")]))
    said = journal(judged)
    held = [
        int(said.chips[said.debit == who].sum() - said.chips[said.credit == who].sum())
        for who in (0, 1, -1)
    ]
    assert held == [*judged.books.chips[0], judged.books.pot[0]]


# --- Who deals again ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dealer", "found"), [("Ann", []), ("Bea", ["dealer 2 Bea"]), ("Dot", ["dealer 2 Dot"])]
)
def test_5_14_the_same_dealer_deals_again(dealer: str, found: list[str]) -> None:
    first = "hand 1 Dot 9h\nplay Ann 0\n"
    assert (
        found_in(f"{first}hand 2 Ann 9h\nmisdeal\nhand 2 {dealer} 9h\nplay {dealer} 0\n") == found
    )


@pytest.mark.parametrize(("dealer", "found"), [("Ann", []), ("Bea", []), ("Cal", ["dealer 2 Cal"])])
def test_5_14_either_may_deal_again_if_the_wrong_one_dealt(dealer: str, found: list[str]) -> None:
    first = "hand 1 Dot 9h\nplay Ann 0\n"
    log = f"{first}hand 2 Bea 9h\nmisdeal\nhand 2 {dealer} 9h\nplay {dealer} 0\n"
    assert found_in(log) == ["dealer 2 Bea", *found]
