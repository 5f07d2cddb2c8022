"""rules.md 2: the ante, the turned card, the turn to deal."""

import pytest
from audit_text import found_in


def test_2_1_every_seated_player_antes(findings: list[str], books: dict[str, int]) -> None:
    """
    ante 2
    hand 1 Dot 2s
      ante Ann Bea Cal Dot
      play Ann 0
      pot 8
      take Ann 8
    """
    assert findings == []
    assert books == {"Ann": 6, "Bea": -2, "Cal": -2, "Dot": -2, "pot": 0}


def test_2_1_an_ante_left_out_and_one_too_large(findings: list[str], books: dict[str, int]) -> None:
    """
    ante 2
    hand 1 Dot 2s
      ante Ann Bea Cal=5
      play Ann 0
    """
    assert findings == ["ante 1 Cal +3", "ante 1 Dot -2"]
    assert books == {"Ann": 7, "Bea": -2, "Cal": -5, "Dot": 0, "pot": 0}


def test_2_1_who_joins_antes_and_who_left_does_not(findings: list[str], books: dict[str, int]) -> None:
    """
    hand 1 Dot 2s
      play Ann 0
    leave Bea
    sit Eve after Ann
    hand 2 Ann 2s
      ante Eve Cal Dot Ann
      play Eve 0
      pot 4
    """
    assert findings == []
    assert books == {"Ann": 2, "Bea": -1, "Cal": -2, "Dot": -2, "Eve": 3, "pot": 0}


def test_2_2_dealer_antes_for_all(findings: list[str], books: dict[str, int]) -> None:
    """
    rules louisiana dealer-antes=yes
    hand 1 Dot 2s
      ante Dot=4
      play Ann 0
      pot 4
    hand 2 Ann 2s
      play Bea 0
      pot 4
    """
    assert findings == []
    assert books == {"Ann": 0, "Bea": 4, "Cal": 0, "Dot": -4, "pot": 0}


def test_2_2_nobody_but_the_dealer_antes(findings: list[str]) -> None:
    """
    rules louisiana dealer-antes=yes
    hand 1 Dot 2s
      ante Ann Bea Cal Dot
      play Ann 0
    """
    assert findings == ["ante 1 Ann +1", "ante 1 Bea +1", "ante 1 Cal +1", "ante 1 Dot -3"]


def test_2_2_exemptions_do_not_apply(findings: list[str]) -> None:
    """
    rules louisiana dealer-antes=yes
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      tricks Ann 5
      match Bea 4
    hand 2 Ann 2s
      ante Ann=4
      play Cal 0
      pot 8
    """
    assert findings == []


def test_2_3_the_turned_card_makes_trump(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      trick Ann Ah 9s
      trick Bea Kc 3c
    """
    assert findings == []


def test_2_3_the_turned_card_is_in_the_dealers_hand(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 0
      play Dot 0
      trick Ann As 9c
    """
    # The dealer drew nothing, so the two of spades was still there.
    assert findings == ["follow-suit 1.1 Dot 9c [2s]", "unpaid-renege 1 Dot +4"]


def test_2_3_the_dealer_may_have_discarded_the_turned_card(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 0
      play Dot 1
      trick Ann As 9c
    """
    assert findings == []


def test_2_3_the_turned_card_is_played_by_nobody_else(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 0
      play Dot 0
      trick Ann 2s 9s
    """
    assert findings == ["duplicate-card 1 2s"]


def test_2_3_only_the_suit_is_known(findings: list[str]) -> None:
    """
    hand 1 Dot s
      play Ann 0
      play Dot 0
      trick Ann As 9c
      trick Ann Kh 4s
    """
    # A suit alone still makes trump, and gives the dealer no card. The four was there, though.
    assert findings == ["follow-suit 1.1 Dot 9c [4s]", "unpaid-renege 1 Dot +4"]


def test_2_4_form_1_the_turned_card_is_no_ones(findings: list[str]) -> None:
    """
    rules separate-trump
    hand 1 Dot 2s
      play Ann 0
      play Dot 0
      trick Ann As 9c
    """
    assert findings == []


def test_2_4_form_1_and_can_be_played_by_no_one(findings: list[str]) -> None:
    """
    rules separate-trump
    hand 1 Dot 2s
      play Ann 0
      play Dot 0
      trick Ann As 2s
    """
    assert findings == ["duplicate-card 1 2s"]


def test_2_4_form_2_the_dealer_takes_the_turned_card(findings: list[str]) -> None:
    """
    rules dealer-takes-trump
    hand 1 Dot 2s
      dealt Dot Kh Qh 3c 4c 5d
      play Ann 0
      play Dot 3 out 3c 4c 5d Qh in Jh Th 9h
      trick Ann As 2s
      trick Ann Ad Kh
    """
    # Six cards, four out, three in: the discards are one more than the draws.
    assert findings == []


def test_2_4_form_2_the_dealer_leaves_the_turned_card(findings: list[str]) -> None:
    """
    rules dealer-takes-trump
    hand 1 Dot 2s
      dealt Dot Kh Qh 3c 4c 5d
      play Ann 0
      play Dot 3 out 3c 4c 5d in Jh Th 9h
      trick Ann As Th
      trick Ann Ad Kh
    """
    assert findings == []


def test_2_4_form_2_the_taken_card_is_in_hand(findings: list[str]) -> None:
    """
    rules dealer-takes-trump
    hand 1 Dot 2s
      play Ann 0
      play Dot 3 out 3c 4c 5d Qh
      trick Ann As Th
    """
    assert findings == ["follow-suit 1.1 Dot Th [2s]", "unpaid-renege 1 Dot +4"]


def test_2_4_form_2_without_named_discards_nobody_knows_whether_it_was_taken(findings: list[str]) -> None:
    """
    rules dealer-takes-trump
    hand 1 Dot 2s
      play Ann 0
      play Dot 0
      trick Ann As Th
    """
    assert findings == []


def test_2_4_form_2_a_draw_of_none_keeps_nothing_for_certain(findings: list[str]) -> None:
    """
    rules dealer-takes-trump
    hand 1 Dot 2s
      dealt Dot 9s Qh 3c 4c 5d
      play Ann 0
      play Dot 0
      trick Ann As Qh
    """
    # Dot may have taken the two and put the nine away.
    assert findings == []


def test_2_4_form_2_a_card_that_the_dealer_left_is_not_played(findings: list[str]) -> None:
    """
    rules dealer-takes-trump
    hand 1 Dot 2s
      play Ann 0
      play Dot 2 out 3c 4c
      trick Ann As 2s
    """
    # As many out as drawn: the two stayed on the table.
    assert findings == ["duplicate-card 1 2s"]


def test_2_4_form_2_left_by_the_number_of_replacements(findings: list[str]) -> None:
    """
    rules dealer-takes-trump
    hand 1 Dot 2s
      play Ann 0
      play Dot out 3c 4c in 5h 6h
      trick Ann As 2s
    """
    assert findings == ["duplicate-card 1 2s"]


def test_2_4_form_2_only_the_dealer_may_take_it(findings: list[str]) -> None:
    """
    rules dealer-takes-trump
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      trick Ann As 2s
    """
    assert findings == ["duplicate-card 1 2s"]


def test_2_4_form_2_only_the_dealer_discards_one_more_than_he_draws(findings: list[str]) -> None:
    """
    rules dealer-takes-trump
    hand 1 Dot 2s
      play Ann 1 out 3h 4h
      play Dot 1 out 5h 6h
    """
    assert findings == ["draw-count 1 Ann"]


def test_2_5_the_deal_passes_left(findings: list[str]) -> None:
    """
    hand 1 Dot -
      play Ann 0
    hand 2 Ann -
      play Bea 0
    hand 3 Bea -
      play Cal 0
    """
    assert findings == []


def test_2_5_the_wrong_player_deals(findings: list[str]) -> None:
    """
    hand 1 Dot -
      play Ann 0
    hand 2 Bea -
      play Cal 0
    hand 3 Cal -
      play Dot 0
    hand 4 Cal -
      play Dot 0
    """
    # After the wrong dealer the deal goes on from where it is.
    assert findings == ["dealer 2 Bea", "dealer 4 Cal"]


def test_2_5_the_first_dealer_is_whoever_they_agree_on(findings: list[str]) -> None:
    """
    hand 1 Bea -
      play Cal 0
    hand 2 Cal -
      play Dot 0
    """
    assert findings == []


def test_2_5_a_forfeited_turn_is_skipped_once(findings: list[str]) -> None:
    """
    hand 1 Dot -
      early Ann
      play Ann 0
    hand 2 Bea -
      play Cal 0
    hand 3 Cal -
      play Dot 0
    hand 4 Dot -
      play Ann 0
    hand 5 Ann -
      play Bea 0
    """
    assert findings == []


def test_2_5_who_forfeited_the_turn_may_not_deal(findings: list[str]) -> None:
    """
    hand 1 Dot -
      early Ann
      play Ann 0
    hand 2 Ann -
      play Bea 0
    """
    assert findings == ["dealer 2 Ann"]


def test_2_5_each_forfeit_skips_once(findings: list[str]) -> None:
    """
    seats Ann Bea Cal
    hand 1 Ann -
      early Cal
      play Bea 0
    hand 2 Bea -
      early Cal
      play Cal 0
    hand 3 Ann -
      play Bea 0
    hand 4 Bea -
      play Cal 0
    hand 5 Ann -
      play Bea 0
    hand 6 Bea -
      play Cal 0
    hand 7 Cal -
      play Ann 0
    """
    # Cal forfeited twice, so is skipped after hand 2 and after hand 4, and deals the third time round.
    assert findings == []


def test_2_5_when_everyone_has_forfeited_each_is_skipped_and_the_first_deals(findings: list[str]) -> None:
    """
    seats Ann Bea Cal
    hand 1 Cal -
      early Ann
      early Bea
      early Cal
      play Ann 0
    hand 2 Ann -
      play Bea 0
    hand 3 Bea -
      play Cal 0
    """
    assert findings == []


def test_2_5_a_forfeit_is_used_up_even_if_the_wrong_player_then_deals(findings: list[str]) -> None:
    """
    hand 1 Dot -
      early Ann
      play Ann 0
    hand 2 Cal -
      play Dot 0
    hand 3 Dot -
      play Ann 0
    hand 4 Ann -
      play Bea 0
    """
    # Bea should have dealt hand 2, Ann's turn being forfeited; that used the forfeit up, so Ann deals hand 4.
    assert findings == ["dealer 2 Cal"]


def test_2_5_a_chair_that_someone_has_left_keeps_its_place(findings: list[str]) -> None:
    """
    hand 1 Ann -
      play Bea 0
    hand 2 Bea -
      play Cal 0
    leave Bea
    hand 3 Cal -
      play Dot 0
    """
    assert findings == []


def test_2_5_the_turn_of_an_empty_chair_goes_to_the_next(findings: list[str]) -> None:
    """
    hand 1 Ann -
      play Bea 0
    leave Bea
    hand 2 Cal -
      play Dot 0
    """
    assert findings == []


def test_2_5_someone_new_in_the_chair_on_the_left_deals(findings: list[str]) -> None:
    """
    hand 1 Ann -
      play Bea 0
    leave Bea
    sit Eve after Ann
    hand 2 Cal -
      play Dot 0
    """
    assert findings == ["dealer 2 Cal"]


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
    # Dot should not have dealt hand 3. If Ann's turn was yet to be skipped, Bea's was too, and Bea deals hand 5; else Cal does.
    assert found_in(evening) == ["dealer 3 Dot"]


SCORE = "hand {} Dot -\n  tricks Ann 3 Bea 2\n"
BOURRE = "hand {} Dot -\n  tricks Ann 5 Bea 0\n"


def test_2_5_who_dealt_is_not_judged_where_hands_may_be_missing() -> None:
    assert found_in(SCORE.format(1) + SCORE.format(5)) == ["hand-number 5"]
    assert found_in(SCORE.format(7) + SCORE.format(3)) == ["hand-number 3"]


def test_2_5_who_dealt_is_not_judged_of_a_hand_written_twice() -> None:
    assert found_in(SCORE.format(1) * 2) == ["hand-number 1"]
    assert found_in(SCORE.format(1) + BOURRE.format(1)) == ["dealer 1 Dot", "hand-number 1"]


def test_2_5_a_turn_may_have_been_forfeited_in_the_hands_that_are_missing() -> None:
    early = "hand 1 Dot -\n  early Bea\n  tricks Ann 3 Bea 2\n"
    rest = "hand {} Ann -\n  tricks Ann 3 Bea 2\nhand {} Bea -\n  tricks Ann 3 Bea 2\n"
    assert found_in(early + rest.format(2, 3)) == ["dealer 3 Bea"]
    assert found_in(early + rest.format(6, 7)) == ["hand-number 6"]


def test_2_1_who_put_in_nothing_may_have_been_exempt_where_hands_may_be_missing() -> None:
    assert found_in(SCORE.format(1) + "hand 5 Dot -\n  ante Ann Bea Cal\n  tricks Ann 3 Bea 2\n") == ["hand-number 5"]
    assert found_in(SCORE.format(1) + "hand 5 Dot -\n  ante Ann=2 Bea Cal\n  tricks Ann 3 Bea 2\n") == [
        "ante 5 Ann +1",
        "hand-number 5",
    ]
