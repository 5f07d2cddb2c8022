"""rules.md 2: the ante, the turned card, the turn to deal."""

import pytest
from audit_text import found_in


@pytest.mark.parametrize("dealer", ["Bea", "Cal"])
def test_2_5_a_forfeit_that_only_a_possible_one_would_use_up_is_possible(dealer: str) -> None:
    evening = f"""
    hand 1 Dot -
      early Ann
      play Ann 0
    result Ann 5 Bea -5
    hand 2 Dot -
      ante Ann Bea Cal Dot
      early Bea
      play Ann 0
    hand 3 Dot -
      ante Ann Bea Cal Dot
      play Ann 0
    hand 4 Ann -
      play Bea 0
    hand 5 {dealer} -
      play Bea 0
    """
    # Dot should not have dealt hand 3. If Ann's turn was yet to be skipped, Bea's was too, and Bea
    # deals hand 5; else Cal does.
    assert found_in(evening) == ["dealer 3 Dot"]


SCORE = "hand {} Dot -\n  tricks Ann 3 Bea 2\n"
BOURRE = "hand {} Dot -\n  tricks Ann 5 Bea 0\n"


def test_2_5_who_dealt_is_not_judged_where_hands_may_be_missing() -> None:
    assert found_in(SCORE.format(1) + SCORE.format(5)) == ["hand-number 5", "unverified-pot 5"]
    assert found_in(SCORE.format(7) + SCORE.format(3)) == ["hand-number 3", "unverified-pot 7"]


def test_2_5_who_dealt_is_not_judged_of_a_hand_with_the_number_of_the_one_before() -> None:
    for again in (SCORE, BOURRE):
        found = found_in(SCORE.format(1) + again.format(1))
        assert found == ["hand-number 1", "unverified-pot 1"]


def test_2_5_a_turn_may_have_been_forfeited_in_the_hands_that_are_missing() -> None:
    early = "hand 1 Dot -\n  early Bea\n  tricks Ann 3 Bea 2\n"
    rest = "hand {} Ann -\n  tricks Ann 3 Bea 2\nhand {} Bea -\n  tricks Ann 3 Bea 2\n"
    assert found_in(early + rest.format(2, 3)) == ["dealer 3 Bea"]
    assert found_in(early + rest.format(6, 7)) == ["hand-number 6", "unverified-pot 6"]


def test_2_1_who_put_in_nothing_may_have_been_exempt_where_hands_may_be_missing() -> None:
    for antes in ("Ann Bea Cal", "Ann=2 Bea Cal"):
        found = found_in(SCORE.format(1) + f"hand 5 Dot -\n  ante {antes}\n  tricks Ann 3 Bea 2\n")
        assert found == ["hand-number 5", "unverified-pot 5"]
