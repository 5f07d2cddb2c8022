"""rules.md 5.14 and log-format.md, "Thrown in": a hand that counts for nothing and is dealt again."""

import pytest
from audit_text import found_in

from ledger.engine.judge import judge
from ledger.findings.audit import Report
from ledger.hands.from_log import columns
from ledger.log.reader import read
from ledger.money import journal

THROWN_IN = "hand 1 Dot 9h\nmisdeal\n"


def test_5_14_the_antes_stay_and_nobody_antes_again(findings: list[str], books: dict[str, int]) -> None:
    """
    hand 1 Dot 9h
      misdeal
    hand 1 Dot 7c
      play Ann 0
      play Bea 0
      tricks Ann 3 Bea 2
      pot 4
      take Ann 4
    hand 2 Ann 7c
      ante Ann Bea Cal Dot
      pass Bea Cal Dot Ann
    """
    assert findings == ["all-passed 2"]
    assert books == {"Ann": 2, "Bea": -2, "Cal": -2, "Dot": -2, "pot": 4}


@pytest.mark.parametrize("number", [1, 2])
def test_5_14_the_hand_dealt_again_has_the_same_number_or_the_next(number: int) -> None:
    again = "play Ann 0\ntake Ann\nmatch -\n"
    assert found_in(f"{THROWN_IN}hand {number} Dot 7c\n{again}") == []
    assert found_in(f"{THROWN_IN}hand {number + 2} Dot 7c\n{again}") == [f"hand-number {number + 2}"]


def test_5_14_the_words_of_a_wrong_number(audited: Report) -> None:
    """
    hand 4 Dot 9h
      misdeal
    hand 7 Dot 9h
      misdeal
    """
    assert [found.message for found in audited.findings] == [
        "Hand 7 comes after hand 4: it should be number 4 or 5. Hands 5 to 6 may be missing."
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


def test_5_14_nobody_takes_or_pays(findings: list[str], books: dict[str, int]) -> None:
    """
    hand 1 Dot 9h
      play Ann 0
      play Bea 0
      tricks Ann 5
      take Ann 4
      match Bea 4
      renege Bea 4
      misdeal
    hand 1 Dot 9h
      pass Ann Bea Cal Dot
      pot 4
    """
    assert findings == ["all-passed 1"]
    assert books == {"Ann": -1, "Bea": -1, "Cal": -1, "Dot": -1, "pot": 4}


def test_5_14_recorded_antes_are_checked_and_move(findings: list[str], books: dict[str, int]) -> None:
    """
    hand 1 Dot 9h
      ante Ann Bea=2 Cal
      misdeal
    hand 1 Dot 9h
      ante Ann
      play Ann 0
      take -
      match -
    """
    # The second time nobody antes.
    assert findings == ["ante 1 Ann +1", "ante 1 Bea +1", "ante 1 Dot -1", "take 1 Ann -5"]
    assert books == {"Ann": -2, "Bea": -2, "Cal": -1, "Dot": 0, "pot": 5}


def test_5_14_the_words_of_an_ante_too_many(audited: Report) -> None:
    """
    hand 1 Dot 9h
      misdeal
    hand 2 Dot 9h
      ante Ann
      play Ann 0
    """
    assert [found.message for found in audited.findings if found.rule == "ante"] == [
        "Ann put in 1 chip, but hand 1 was thrown in, and nobody antes again (rule 5.14)."
    ]


def test_5_14_exemptions_are_used_up(findings: list[str], books: dict[str, int]) -> None:
    """
    hand 1 Dot 9h
      play Ann 0
      play Bea 0
      tricks Ann 5
    hand 2 Ann 9h
      ante Ann Cal Dot
      misdeal
    hand 2 Ann 9h
      play Bea 0
      pot 7
    hand 3 Bea 9h
      ante Ann Bea Cal Dot
      pass Cal Dot Ann Bea
    """
    assert findings == ["all-passed 3"]
    assert books == {"Ann": 1, "Bea": 1, "Cal": -3, "Dot": -3, "pot": 4}


def test_5_14_whoever_sits_down_in_between_does_not_ante_either(findings: list[str]) -> None:
    """
    hand 1 Dot 9h
      misdeal
    sit Eve after Ann
    ante 2
    hand 1 Dot 9h
      play Eve 0
      pot 4
    """
    assert findings == []


def test_5_14_a_dealer_who_antes_for_all_does_so_once(books: dict[str, int]) -> None:
    """
    rules louisiana dealer-antes=yes
    hand 1 Dot 9h
      misdeal
    hand 1 Dot 9h
      play Ann 0
    """
    assert books == {"Ann": 4, "Bea": 0, "Cal": 0, "Dot": -4, "pot": 0}


def test_5_14_nobody_antes_even_if_who_was_exempt_was_not_known(findings: list[str]) -> None:
    """
    hand 1 Dot 9h
      nonsense
    hand 2 Ann 9h
      ante Ann Bea
      misdeal
    hand 2 Ann 9h
      ante Cal
      play Bea 0
      pot 7
    """
    assert findings == ["ante 2 Cal +1", "syntax 1", "unverified-pot 2"]


def test_5_14_second_antes_stay_in_the_pot_and_are_posted(books: dict[str, int]) -> None:
    """
    rules double-ante
    hand 1 Dot 9h
      play Ann 0
      play Bea 0
      misdeal
    hand 1 Dot 9h
      play Ann 0
    """
    assert books == {"Ann": 4, "Bea": -2, "Cal": -1, "Dot": -1, "pot": 0}


def test_5_14_the_journal_has_the_same_figures() -> None:
    log = "bourre 1\nsession 2026-11-20 x\nrules double-ante\nseats Ann Bea\n"
    log += "hand 1 Bea 9h\n  play Ann 0\n  take Ann 3\n  misdeal\nhand 1 Bea 9h\n  play Ann 0\n  match Bea 9\n  take Ann\n"
    judged = judge(columns([read(log, "x.bourre")]))
    said = journal(judged)
    held = [int(said.chips[said.debit == who].sum() - said.chips[said.credit == who].sum()) for who in (0, 1, -1)]
    assert held == [*judged.books.chips[0], judged.books.pot[0]]


# --- Who deals again -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dealer", "found"), [("Ann", []), ("Bea", ["dealer 2 Bea"]), ("Dot", ["dealer 2 Dot"])])
def test_5_14_the_same_dealer_deals_again(dealer: str, found: list[str]) -> None:
    first = "hand 1 Dot 9h\nplay Ann 0\n"
    assert found_in(f"{first}hand 2 Ann 9h\nmisdeal\nhand 2 {dealer} 9h\nplay {dealer} 0\n") == found


def test_5_14_and_after_that_the_deal_passes_left(findings: list[str]) -> None:
    """
    hand 1 Dot 9h
      misdeal
    hand 2 Dot 9h
      misdeal
    hand 3 Dot 9h
      play Ann 0
    hand 4 Ann 9h
      play Ann 0
    hand 5 Ann 9h
      play Ann 0
    """
    assert findings == ["dealer 5 Ann"]


def test_5_14_the_words_of_a_hand_that_somebody_else_dealt_again(audited: Report) -> None:
    """
    hand 1 Dot 9h
      misdeal
    hand 2 Ann 9h
      play Ann 0
    """
    assert [found.message for found in audited.findings] == [
        "Ann dealt, but it was Dot's turn (rule 2.5): hand 1 was thrown in, and Dot deals again (rule 5.14)."
    ]


@pytest.mark.parametrize(("dealer", "found"), [("Ann", []), ("Bea", []), ("Cal", ["dealer 2 Cal"])])
def test_5_14_either_may_deal_again_if_the_wrong_one_dealt(dealer: str, found: list[str]) -> None:
    first = "hand 1 Dot 9h\nplay Ann 0\n"
    log = f"{first}hand 2 Bea 9h\nmisdeal\nhand 2 {dealer} 9h\nplay {dealer} 0\n"
    assert found_in(log) == ["dealer 2 Bea", *found]


def test_5_14_a_dealer_who_left_is_followed_by_the_next_chair(findings: list[str]) -> None:
    """
    hand 1 Dot 9h
      misdeal
    leave Dot
    hand 2 Ann 9h
      play Ann 0
    """
    assert findings == []


def test_5_14_a_turn_used_up_by_it_is_not_missed_again(findings: list[str]) -> None:
    """
    hand 1 Dot 9h
      early Ann
      play Ann 0
    hand 2 Bea 9h
      misdeal
    hand 2 Bea 9h
      play Ann 0
    hand 3 Cal 9h
      play Ann 0
    hand 4 Dot 9h
      play Ann 0
    hand 5 Ann 9h
      play Ann 0
    """
    assert findings == []


def test_5_14_an_early_announcement_in_it_costs_nothing(findings: list[str]) -> None:
    """
    hand 1 Dot 9h
      early Ann
      misdeal
    hand 1 Dot 9h
      play Bea 0
    hand 2 Ann 9h
      play Bea 0
    """
    assert findings == []
