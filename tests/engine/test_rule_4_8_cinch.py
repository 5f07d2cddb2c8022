"""rules.md 4.8: who is certain of the pot leads and plays the highest trump; and everyone who only seems to be."""

import numpy as np
import pytest
from audit_text import found_in

from ledger.engine.replay import highest_of
from ledger.findings.audit import Report
from ledger.game.rules import PRESETS

# --- Sure tricks: the examples of the rule ---------------------------------------------------------------------------


def test_4_8_ace_king_queen_are_three(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Ann As Ks Qs 3h 4d
      play Ann 0
      play Bea 0
      trick Ann 3h 9h
    """
    assert findings == ["cinch 1.1 Ann 3h [As Ks Qs]", "unpaid-renege 1 Ann +4"]


def test_4_8_ace_king_jack_are_not(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Ann As Ks Js 3h 4d
      play Ann 0
      play Bea 0
      trick Ann 3h 9h
    """
    # The queen may beat the jack.
    assert findings == []


def test_4_8_king_queen_ten_nine_eight_are_three(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Ann Ks Qs Ts 9s 8s
      play Ann 0
      play Bea 0
      trick Ann Ts As
    """
    # The ace beats one, the jack beats one. The queen would have done as well as the king, the ten does not: the jack is out.
    assert findings == ["cinch 1.1 Ann Ts [Ks Qs]", "unpaid-renege 1 Ann +4"]


def test_4_8_king_queen_ten_nine_are_two(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Ann Ks Qs Ts 9s 8h
      play Ann 0
      play Bea 0
      trick Ann 8h Th
    """
    assert findings == []


def test_4_8_one_trick_won_and_ace_queen_jack(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Ann As Qs Js Kh 4d
      play Ann 0
      play Bea 0
      trick Ann Kh 3h
      trick Ann 4d 5d
    """
    # At the first trick it was 0 + 2, then 1 + 2. The king may lie between the ace and the queen.
    assert findings == ["cinch 1.2 Ann 4d [As]", "unpaid-renege 1 Ann +4"]


def test_4_8_two_won_and_the_ace(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Ann As Kh Qh 4d 5d
      play Ann 0
      play Bea 0
      trick Ann Kh 3h
      trick Ann Qh 4h
      trick Ann 4d 6d
    """
    assert findings == ["cinch 1.3 Ann 4d [As]", "unpaid-renege 1 Ann +4"]


def test_4_8_two_won_and_a_low_trump_led_from_under_the_ace(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Ann As 3s Ah Kh Qh
      play Ann 0
      play Bea 0
      trick Ann Kh 3h
      trick Ann Qh 4h
      trick Ann 3s 5h
    """
    # Another ace in the hand is no trump, and changes nothing.
    assert findings == ["cinch 1.3 Ann 3s [As]", "unpaid-renege 1 Ann +4"]


def test_4_8_two_won_by_someone_else_and_the_ace(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Ann As 4s 3h 4h 5d
      play Ann 0
      play Bea 0
      play Cal 0
      trick Ann 3h 5h Kh
      trick Cal Qh 4h 6h
      trick Cal Kc 4s 3c
    """
    assert findings == []


def test_4_8_three_won_a_trump_is_led_to_the_fourth(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Ann Ah Kh Qh 3s 4d
      play Ann 0
      play Bea 0
      trick Ann Ah 5h
      trick Ann Kh 6h
      trick Ann Qh 7h
      trick Ann 4d 5d
    """
    assert findings == ["cinch 1.4 Ann 4d [3s]", "unpaid-renege 1 Ann +4"]


def test_4_8_three_won_and_no_trump_in_hand(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Ann Ah Kh Qh 3d 4d
      play Ann 0
      play Bea 0
      trick Ann Ah 5h
      trick Ann Kh 6h
      trick Ann Qh 7h
      trick Ann 4d 5d
    """
    assert findings == []


def test_4_8_a_card_of_another_suit_is_never_sure(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Ann Ah Kh Qh Ac As
      play Ann 0
      play Bea 0
      trick Ann Ah 5h
      trick Ann Kh 6h
    """
    # Four aces and the top of hearts, but only one trick is sure, then one won and one sure.
    assert findings == []


def test_4_8_a_trump_on_the_table_is_out_until_the_trick_ends(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Bea Ks Qs Ts 9s 4d
      play Ann 0
      play Bea 0
      play Cal 0
      trick Ann As 9s 3s
    """
    # While the ace lies there Bea's king may fall to it: two are sure.
    assert findings == []


def test_4_8_once_the_trick_is_over_the_trump_is_gone(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Bea Ks Qs 9s 4d 3d
      play Ann 0
      play Bea 0
      play Cal 0
      trick Ann As 9s 3s
      trick Ann 2d 4d 8c
      trick Bea 3d 5c 6d
    """
    # One won; the king and the queen are sure, the ace being gone.
    assert findings == ["cinch 1.3 Bea 3d [Ks Qs]", "unpaid-renege 1 Bea +4"]


# --- a, b, c: when the duty holds ------------------------------------------------------------------------------------


def test_4_8_a_on_lead_the_highest_trump(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Ann As Ks Qs 3h 4d
      play Ann 0
      play Bea 0
      trick Ann As 3s
      trick Ann Ks 4s
      trick Ann Qs 5s
    """
    assert findings == []


def test_4_8_b_following_with_a_trump_and_not_last(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Bea Ks Qs Ts 9s 8s
      play Ann 0
      play Bea 0
      play Cal 0
      trick Ann Kh 8s 3h
    """
    assert findings == ["cinch 1.1 Bea 8s [Ks Qs]", "unpaid-renege 1 Bea +4"]


def test_4_8_b_on_a_trump_led(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Bea Ks Qs Ts 9s 8s
      play Ann 0
      play Bea 0
      play Cal 0
      trick Ann 7s 8s 3s
    """
    assert findings == ["cinch 1.1 Bea 8s [Ks Qs]", "unpaid-renege 1 Bea +4"]


def test_4_8_b_only_where_a_trump_is_allowed(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Bea As Ks Qs 3h 4h
      play Ann 0
      play Bea 0
      play Cal 0
      trick Ann Kh 3h 5h
    """
    assert findings == []


def test_4_8_b_of_several_trumps_that_beat_only_the_highest(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Bea As Ks Qs 3s 4h
      play Ann 0
      play Bea 0
      play Cal 0
      trick Ann Kd 3s 5d
    """
    # Any trump beats a diamond; with a cinch it has to be a high one.
    assert findings == ["cinch 1.1 Bea 3s [As Ks Qs]", "unpaid-renege 1 Bea +4"]


def test_4_8_c_last_to_play_has_no_extra_duty(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Cal As Ks Qs 3s 4h
      play Ann 0
      play Bea 0
      play Cal 0
      trick Ann Kd 5d 3s
    """
    assert findings == []


def test_4_8_c_of_two_players_the_second_is_last(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Bea Ks Qs Ts 9s 8s
      play Ann 0
      play Bea 0
      trick Ann Kh 8s
    """
    assert findings == []


def test_4_8_c_but_must_still_win_if_able(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Bea As Ks Qs 3s 4h
      play Ann 0
      play Bea 0
      trick Ann 9s 3s
    """
    assert findings == ["must-beat 1.1 Bea 3s [As Ks Qs]", "unpaid-renege 1 Bea +4"]


def test_4_8_the_other_rules_come_first(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Bea As Ks Qs 3s 4h
      play Ann 0
      play Bea 0
      play Cal 0
      trick Ann 9s 4h 8s
    """
    assert findings == ["follow-suit 1.1 Bea 4h [As Ks Qs]", "unpaid-renege 1 Bea +4"]


# --- d: neighbours ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["As", "Ks", "Qs"])
def test_4_8_d_a_neighbour_counts_as_the_highest(card: str) -> None:
    log = "hand 1 Dot 2s\ndealt Ann As Ks Qs 3h 4d\nplay Ann 0\nplay Bea 0\ntrick Ann {} 3s\n"
    assert found_in(log.format(card)) == []
    assert found_in(log.format("4d")) == ["cinch 1.1 Ann 4d [As Ks Qs]", "unpaid-renege 1 Ann +4"]


def test_4_8_d_the_jack_from_king_jack_once_the_queen_is_gone(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Ann As Ks Js Kh 3d
      play Ann 0
      play Bea 0
      trick Ann Kh 3h
      trick Ann As Qs
      trick Ann Js 3s
    """
    assert findings == []


def test_4_8_d_the_jack_from_king_jack_while_the_queen_is_out(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Ann As Ks Js Kh 3d
      play Ann 0
      play Bea 0
      trick Ann Kh 3h
      trick Ann As 4s
      trick Ann Js 3s
    """
    assert findings == ["cinch 1.3 Ann Js [Ks]", "unpaid-renege 1 Ann +4"]


def test_4_8_d_nobody_knows_whether_the_jack_is_out(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      trick Ann Ts 3s
      trick Ann As 4s
      trick Ann Ks 5s
      trick Ann Qs 6s
    """
    # Ann may have thrown the jack away; then the ten is as good as the queen.
    assert findings == []


def test_4_8_d_a_jack_seen_in_another_hand_is_out(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      trick Ann Ts Js
      trick Bea 5d As
      trick Ann Ks 4h
      trick Ann Qs 5h
    """
    assert findings == ["cinch 1.1 Ann Ts [As Ks Qs]", "unpaid-renege 1 Ann +4"]


@pytest.mark.parametrize("jack", ["dealt Cal Js 3c 4c 5c\nplay Cal 0", "play Cal 1 in Js"])
def test_4_8_d_a_jack_kept_by_one_who_dropped_is_out(jack: str) -> None:
    log = "rules indiana\nhand 1 Dot 2s\nplay Ann 1\nplay Bea 1\n{}\npass Cal\ntrick Ann Ts 3s\n"
    log += "trick Ann As 4s\ntrick Ann Ks 5s\ntrick Ann Qs 6s\n"
    assert [line for line in found_in(log.format(jack)) if line.startswith("cinch")] == ["cinch 1.1 Ann Ts [As Ks Qs]"]
    assert found_in(log.format("play Cal 1")) == []


def test_4_8_d_an_own_discard_does_not_lie_between(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Ann As Ks Qs Js 3d
      play Ann 1 out Js in Ts
      play Bea 0
      trick Ann Ts 3s
    """
    assert findings == []


def test_4_8_d_everything_of_the_own_hand_known_an_unseen_jack_lies_between(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Ann As Ks Qs Ts 3d
      play Ann 0
      play Bea 0
      trick Ann Ts 3s
    """
    assert findings == ["cinch 1.1 Ann Ts [As Ks Qs]", "unpaid-renege 1 Ann +4"]


def test_4_8_d_the_card_that_no_one_has_does_not_lie_between(findings: list[str]) -> None:
    """
    rules separate-trump
    hand 1 Dot Js
      dealt Ann As Ks Qs Ts 3d
      play Ann 0
      play Bea 0
      trick Ann Ts 3s
    """
    assert findings == []


def test_4_8_d_a_separate_card_that_nobody_wrote_down_may_be_the_jack(findings: list[str]) -> None:
    """
    rules separate-trump
    hand 1 Dot s
      dealt Ann As Ks Qs Ts 3d
      play Ann 0
      play Bea 0
      trick Ann Ts 3s
    """
    assert findings == []


def test_4_8_d_a_card_that_the_dealer_may_have_taken_or_not(findings: list[str]) -> None:
    """
    rules dealer-takes-trump
    hand 1 Dot Js
      dealt Ann As Ks Qs Ts 3d
      play Ann 0
      play Bea 0
      play Dot 2
      trick Ann Ts 3s 4s
    """
    assert findings == []


def test_4_8_d_a_card_that_the_dealer_took(findings: list[str]) -> None:
    """
    rules dealer-takes-trump
    hand 1 Dot Js
      dealt Ann As Ks Qs Ts 3d
      play Ann 0
      play Bea 0
      play Dot 1 out 3c 4c
      trick Ann Ts 3s Js
    """
    assert findings == ["cinch 1.1 Ann Ts [As Ks Qs]", "unpaid-renege 1 Ann +4"]


# --- Evidence --------------------------------------------------------------------------------------------------------


def test_4_8_trumps_seen_later_are_trumps_held(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      trick Ann 9h 3h
      trick Ann As 3s
      trick Ann Ks 4s
      trick Ann Qs 5s
    """
    assert findings == ["cinch 1.1 Ann 9h [As Ks Qs]", "unpaid-renege 1 Ann +4"]


def test_4_8_unknown_cards_make_no_cinch(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      trick Ann 9h 3h
      trick Ann As 3s
      trick Ann Ks 4s
      trick Ann ?? 5s
    """
    assert findings == []


def test_4_8_nor_are_they_proof_of_innocence_without_one(audited: Report) -> None:
    """
    hand 1 Dot 2s
      dealt Bea 3h 4h 5h 6h 7h
      play Ann 2
      play Bea 0
      trick Ann 9h 3h
    """
    # Ann may have led from ace, king, queen: not provable. Bea's play is proved right.
    assert (audited.right, audited.unproved, audited.wrong) == (1, 1, 0)


def test_4_8_own_discards_are_not_out(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Ann As Ks Qs Js 3d
      play Ann 1 out As in 4h
      play Bea 0
      trick Ann 4h 5h
    """
    assert findings == ["cinch 1.1 Ann 4h [Ks Qs Js]", "unpaid-renege 1 Ann +4"]


def test_4_8_unless_the_stock_ran_out(findings: list[str]) -> None:
    """
    seats Ann Bea Cal Dot Eve Fay Gus Hal
    hand 1 Hal 2s
      dealt Ann As Ks Qs Js 3d
      play Ann 1 out As in 4h
      play Bea 5
      play Cal 5
      play Dot 2
      trick Ann 4h 5h 6h 7h
    """
    # 1 + 5 + 5 + 2 = 13 of 12 cards: Ann's ace may have been dealt again.
    assert findings == []


def test_4_8_the_deuce_too_may_be_out_again(audited: Report) -> None:
    """
    seats Ann Bea Cal Dot Eve Fay Gus Hal
    hand 1 Hal 3s
      dealt Ann As Ks Qs 2s 3d
      play Ann 1 out 2s in 4h
      play Bea 5
      play Cal 5
      play Dot 2
      trick Ann 4h 5h 6h 7h
    """
    # Ten: the jack to the three, and the deuce that Ann threw away.
    assert "may be out are J♠, 10♠, 9♠, 8♠ and 6 lower ones" in audited.findings[0].message


def test_4_8_folded_first_own_discards_are_out_only_once_the_passed_hands_are_used_up() -> None:
    log = """
    rules louisiana declare=two-rounds reuse={}
    seats Ann Bea Cal Dot Eve Fay Gus Hal
    hand 1 Hal 2s
      dealt Ann As Ks Qs Js 3d
      play Ann 1 out As in 4h
      play Bea 5 Cal 5 Dot 2
      trick Ann 4h 5h 6h 7h
    """
    # 13 drawn, of a stock of 12: of the twenty cards of the passed hands only one.
    assert found_in(log.format("together")) == []
    assert found_in(log.format("folded-first"))[0] == "cinch 1.1 Ann 4h [Ks Qs Js]"


def test_4_8_the_last_card_of_the_stock_is_not_yet_a_reshuffle(findings: list[str]) -> None:
    """
    seats Ann Bea Cal Dot Eve Fay Gus Hal
    hand 1 Hal 2s
      dealt Ann As Ks Qs Js 3d
      play Ann 1 out As in 4h
      play Bea 5
      play Cal 5
      play Dot 1
      trick Ann 4h 5h 6h 7h
    """
    assert findings == ["cinch 1.1 Ann 4h [Ks Qs Js]", "unpaid-renege 1 Ann +8"]


def test_4_8_an_own_discard_that_nobody_wrote_down_may_be_out(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 1 in 4h
      play Bea 0
      trick Ann 4h 5h
      trick Bea 6h Js
      trick Ann Qs 3s
      trick Ann Ks 4s
    """
    # If it was the ace, Ann had a cinch; nobody can tell.
    assert findings == []


def test_4_8_form_1_the_separate_card_is_not_out(findings: list[str]) -> None:
    """
    rules separate-trump
    hand 1 Dot As
      dealt Ann Ks Qs Js 3h 4d
      play Ann 0
      play Bea 0
      trick Ann 3h 5h
    """
    assert findings == ["cinch 1.1 Ann 3h [Ks Qs Js]", "unpaid-renege 1 Ann +4"]


def test_4_8_form_2_the_separate_card_may_be_out(findings: list[str]) -> None:
    """
    rules dealer-takes-trump
    hand 1 Dot As
      dealt Ann Ks Qs Js 3h 4d
      play Ann 0
      play Bea 0
      play Dot 0
      trick Ann 3h 5h 6h
    """
    assert findings == []


def test_4_8_not_judged_after_a_trick_whose_winner_is_unknown(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Ann As Qs Js Kh 4d
      play Ann 0
      play Bea 0
      trick Ann Kh ??
      trick Ann 4d 5d
    """
    assert findings == []


def test_4_8_not_even_if_the_trumps_alone_would_do(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Ann As Ks Qs Kh 4d
      play Ann 0
      play Bea 0
      play Cal 0
      trick Ann As ?? 3s
      trick Ann Kh 5h 6h
    """
    # The ace of trumps wins whatever Bea played: this winner is not hidden.
    assert findings == ["cinch 1.2 Ann Kh [Ks Qs]", "unpaid-renege 1 Ann +4"]


def test_4_8_judged_with_an_unknown_card_on_the_table(findings: list[str]) -> None:
    """
    hand 1 Ann 2s
      dealt Dot Ks Qs Ts 9s 8s
      play Bea 0
      play Cal 0
      play Dot 0
      play Ann 0
      trick Bea Kh ?? 8s 3h
    """
    assert findings == ["cinch 1.1 Dot 8s [Ks Qs]", "unpaid-renege 1 Dot +4"]


def test_4_8_trump_is_not_known(findings: list[str]) -> None:
    """
    hand 1 Dot -
      dealt Ann As Ks Qs 3h 4d
      play Ann 0
      play Bea 0
      trick Ann 3h 9h
    """
    assert findings == []


# --- Houses and recalls ----------------------------------------------------------------------------------------------

LED_ANOTHER_SUIT = """
    rules {}
    hand 1 Dot 2s
      dealt Ann As Ks Qs 3h {}
      play Ann 0
      play Bea 0
      trick Ann 3h 9h
"""


@pytest.mark.parametrize("preset", PRESETS)
def test_4_8_by_preset(preset: str) -> None:
    log = LED_ANOTHER_SUIT.format(preset, "4d" if preset != "indiana" else "")
    found = [line for line in found_in(log) if line.startswith("cinch")]
    assert found == ([] if preset == "casino" else ["cinch 1.1 Ann 3h [As Ks Qs]"])


def test_4_8_as_an_option() -> None:
    assert found_in(LED_ANOTHER_SUIT.format("louisiana cinch=no", "4d")) == []
    found = ["cinch 1.1 Ann 3h [As Ks Qs]", "unpaid-renege 1 Ann +6"]
    assert found_in(LED_ANOTHER_SUIT.format("casino cinch=yes", "4d")) == found


def test_4_8_more_than_half_of_four_cards_is_three(findings: list[str]) -> None:
    """
    rules indiana
    hand 1 Dot 2s
      dealt Ann As Ks 3h 4d
      play Ann 0
      play Bea 0
      trick Ann 3h 9h
    """
    # Two of four tricks may be a tie.
    assert findings == []


RECALLED = """
    rules louisiana recall={}
    hand 1 Dot 2s
      dealt Ann As Ks Qs 3h 4d
      play Ann 0
      play Bea 0
      trick Ann 3h>As 4s
      trick Ann 4d 5d
"""


def test_4_8_who_took_a_card_back_under_forfeit_has_no_cinch() -> None:
    assert found_in(RECALLED.format("forfeit")) == ["recall 1.1 Ann 3h"]


def test_4_8_that_card_may_have_been_right_and_the_recall_waived() -> None:
    wrong = RECALLED.format("forfeit")
    right, none = wrong.replace("3h>As", "Ks>As"), wrong.replace("3h>As", "As")
    found = [found_in(log) for log in (right, f"{right}    waive 1 Ann\n", f"{wrong}    waive 1 Ann\n", none)]
    assert [any(line.startswith("cinch") for line in lines) for lines in found] == [False, False, False, True]


@pytest.mark.parametrize("recall", ["free", "renege"])
def test_4_8_other_houses_take_no_cinch_away(recall: str) -> None:
    found = found_in(RECALLED.format(recall))
    assert [line for line in found if line.startswith("cinch")] == ["cinch 1.2 Ann 4d [Ks Qs]"]


def test_4_8_a_renege_that_was_called_takes_no_cinch_away(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Ann As Ks Qs 3h 4d
      play Ann 0
      play Bea 0
      trick Ann 3h 2h
      trick Ann 4d 3d
      renege Ann
    """
    found = ["cinch 1.1 Ann 3h [As Ks Qs]", "cinch 1.2 Ann 4d [As Ks Qs]"]
    assert findings == found


def test_4_8_the_recall_of_another_takes_none_away(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Ann As Ks Qs 3h 4d
      play Ann 0
      play Bea 0
      trick Ann 3h 9c>9h
    """
    assert findings == ["cinch 1.1 Ann 3h [As Ks Qs]", "recall 1.1 Bea 9c", "unpaid-renege 1 Ann +4"]


def test_4_8_three_won_and_no_trump_known(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      trick Ann Ah 3h
      trick Ann Kh 4h
      trick Ann Qh 5h
      trick Ann 9d 5d
      trick Ann ?? ??
    """
    # The last card may be a trump: nobody knows.
    assert findings == []


@pytest.mark.parametrize("trump", "hdc")
def test_4_8_in_every_suit(trump: str) -> None:
    hand = f"hand 1 Dot 2{trump}\n  dealt Ann A{trump} K{trump} Q{trump} 3s 4s\n  play Ann 0\n  play Bea 0\n"
    found = [f"cinch 1.1 Ann 3s [A{trump} K{trump} Q{trump}]", "unpaid-renege 1 Ann +4"]
    assert found_in(f"{hand}  trick Ann 3s 9s\n") == found
    assert found_in(f"{hand}  trick Ann Q{trump} 9{trump}\n") == []


def test_4_8_d_the_dealers_card_that_nobody_wrote_down_is_in_the_dealers_hand(findings: list[str]) -> None:
    """
    hand 1 Dot s
      dealt Ann As Ks Qs Ts 3d
      play Ann 0
      play Bea 0
      trick Ann Ts 3s
    """
    # The jack is with somebody else, or in the stock: between queen and ten it lies in any case.
    assert findings == ["cinch 1.1 Ann Ts [As Ks Qs]", "unpaid-renege 1 Ann +4"]


def test_4_8_d_with_a_separate_card_that_is_known_an_unseen_jack_lies_between(findings: list[str]) -> None:
    """
    rules separate-trump
    hand 1 Dot 2s
      dealt Ann As Ks Qs Ts 3d
      play Ann 0
      play Bea 0
      trick Ann Ts 3s
    """
    assert findings == ["cinch 1.1 Ann Ts [As Ks Qs]", "unpaid-renege 1 Ann +4"]


def test_4_8_d_a_separate_card_that_is_in_two_places_may_be_the_jack(findings: list[str]) -> None:
    """
    rules separate-trump
    hand 1 Dot 4s
      dealt Ann As Ks Qs Ts 3d
      play Ann 0
      play Bea 0
      trick Ann Ts 4s
    """
    assert findings == ["duplicate-card 1 4s"]


# --- Proved right, or not ---------------------------------------------------------------------------------------------


def judged_plays(report: Report) -> tuple[int, int, int]:
    """How many plays were right, not proved to be so, and wrong."""
    return report.right, report.unproved, report.wrong


def test_4_8_right_if_even_the_best_unknown_cards_are_not_certain_of_the_pot(audited: Report) -> None:
    """
    hand 1 Dot 2s
      dealt Bea As Js Ts 3h 5h
      play Ann 2
      play Bea 0
      trick Ann 9h 3h
    """
    # From king, queen, nine and eight Ann has the queen only: the ace beats the king, jack and ten beat the others.
    assert judged_plays(audited) == (2, 0, 0)


def test_4_8_right_if_the_trump_played_counts_as_the_highest_with_any_unknown_card(audited: Report) -> None:
    """
    hand 1 Dot 2s
      dealt Bea 3s 3h 4h 5h 6h
      play Ann 2
      play Bea 0
      trick Ann Ks 3s
    """
    # If Ann has the ace too, nothing lies between.
    assert judged_plays(audited) == (2, 0, 0)


def test_4_8_not_proved_if_tricks_won_and_an_unknown_ace_make_certain(audited: Report) -> None:
    """
    hand 1 Dot 2s
      dealt Bea 3h 4h Th 5h 6h
      play Ann 2
      play Bea 0
      trick Ann Ah 3h
      trick Ann Kh 4h
      trick Ann 9h Th
    """
    # One won and two unknown trumps in the second trick, two and two in the third; none and two in the first.
    assert judged_plays(audited) == (4, 2, 0)


def test_4_8_not_proved_if_a_hidden_trick_may_make_certain(audited: Report) -> None:
    """
    hand 1 Dot 2s
      play Ann 2
      play Bea 0
      trick Ann Ah ??
      trick Ann Kh 4h
      trick Ann 9h Th
      trick Bea 5h 5d
    """
    # In the third trick Ann has the 9h, the 5d and one card that nobody saw; whether she won the first nobody knows.
    assert judged_plays(audited) == (4, 4, 0)


def test_4_8_right_if_no_unknown_card_can_be_a_trump(audited: Report) -> None:
    """
    hand 1 Dot 2s
      dealt Bea 3s 4s 5s 6s 7s
      dealt Cal 8s 9s Ts Js Kd
      play Ann 0
      play Bea 0
      play Cal 0
      trick Ann As 3s 8s
      trick Ann Ks 4s 9s
      trick Ann Qs 5s Ts
      trick Ann 9h 6s Js
      trick Cal Kd ?? 7s
    """
    # Ann has won three tricks, and all thirteen trumps are known to be elsewhere. Only the card that nobody saw is not proved.
    assert judged_plays(audited) == (14, 1, 0)


def test_4_8_not_proved_if_a_trump_that_may_be_out_lies_between_it_and_unknown_ones(audited: Report) -> None:
    """
    hand 1 Dot 2s
      dealt Bea 4s 3h 4h 5h 6h
      play Ann 2
      play Bea 0
      trick Ann Ts 4s
      trick Ann 7h 3h
      trick Ann 8h 4h
    """
    # With ace and king Ann would be certain of the pot in all three tricks, and queen and jack lie above the ten.
    assert judged_plays(audited) == (3, 3, 0)


# --- Shown out --------------------------------------------------------------------------------------------------------

SHOWN_OUT = """
    rules louisiana {rules}
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      play Cal 2
      trick Ann Ah {first}
      trick Ann 9s {second}
      trick Ann 4d 5d 7d
      trick Cal {fourth}
      trick {last}
"""
"""Ann leads the ace of hearts, then the nine of spades, and holds the three of spades when she leads a diamond."""


def shown_out(
    second: str = "3h 8c", fourth: str = "8d 3s 5h", first: str = "Kh Qh", last: str = "Ann 5c 6c 7c", **of: str
) -> list[str]:
    """Return the findings about a cinch of SHOWN_OUT."""
    log = SHOWN_OUT.format(rules=of.get("rules", ""), first=first, second=second, fourth=fourth, last=last)
    return [line for line in found_in(log) if line.startswith("cinch")]


def test_4_8_the_last_trumps_of_all_are_sure() -> None:
    # Both others discarded on a lead of trumps: Ann, with two tricks, is certain of a third, and did not lead her last trump.
    assert shown_out() == ["cinch 1.3 Ann 4d [3s]"]


def test_4_8_shown_out_by_failing_suit_and_trump() -> None:
    assert shown_out(first="Kc Qd", second="3s 8c") == []  # Bea had a trump after all
    assert shown_out(first="Kc Qd", second="3c 8c") == ["cinch 1.3 Ann 4d [3s]"]
    plain = """
    rules louisiana must-trump={}
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      trick Ann Ah 3c
      trick Ann Kh 4c
      trick Ann 4d 5d
      trick Bea 6d 3s
    """
    assert "cinch 1.3 Ann 4d [3s]" in found_in(plain.format("yes"))
    # Where none but a winning trump need be played, who fails both has shown nothing.
    assert not any(line.startswith("cinch") for line in found_in(plain.format("no")))


def test_4_8_one_player_who_has_not_shown_out_is_enough() -> None:
    assert shown_out(second="3h 8s") == []


@pytest.mark.parametrize(
    "later",
    [
        {"last": "Ann 5c Ks 7c"},  # played a trump later: what Bea did was a renege, and shows nothing
        {"last": "Ann 5c ?? 7c"},  # may have
        {"last": "Ann 5c Ks>6c 7c"},  # took one back
    ],
)
def test_4_8_a_showing_that_the_record_disproves_or_may_yet_disprove_shows_nothing(later: dict[str, str]) -> None:
    assert shown_out(**later) == []


def test_4_8_a_showing_with_a_card_since_taken_back_shows_nothing() -> None:
    assert shown_out(second="3h>8s 8c") == []


def test_4_8_a_trump_known_to_have_been_kept_disproves_a_showing(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Bea Ks 3h 5h 6h 7h
      play Ann 2
      play Bea 0
      trick Ann Ad Kd
      trick Ann 9s 3h
      trick Ann 4d 5h
      trick Ann 3s 6h
    """
    assert not [line for line in findings if line.startswith("cinch")]


def test_4_8_d_no_unseen_trump_lies_between_once_all_have_shown_out(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Ann Ks Js Ad 9s 4d
      play Ann 0
      play Bea 0
      trick Ann Ad Kd
      trick Ann Ks 3h
      trick Ann 9s 5h
      trick Ann Js 6h
    """
    # The jack was higher, but nothing lay between: the ten is in nobody's hand.
    assert findings == []


def test_4_8_d_a_showing_that_nobody_can_confirm_is_not_held_against_the_player(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Ann As Ks Js Ad 4d
      play Ann 0
      play Bea 0
      trick Ann Ad Kd
      trick Ann As 3h
      trick Ann Js 5h
      trick Ann Ks ??
    """
    assert findings == []


def test_4_8_ann_shows_nothing_to_herself() -> None:
    # Who led the trumps has shown nothing, so Cal knows of no cinch.
    log = """
    hand 1 Dot 2s
      play Ann 2
      play Cal 2
      trick Ann Kh Ah
      trick Cal Kd Qd
      trick Cal 9s 3h
      trick Cal 4d 5d
      trick Ann 6d 4s
    """
    assert [line for line in found_in(log) if line.startswith("cinch")] == ["cinch 1.4 Cal 4d [4s]"]


# --- G at its word ----------------------------------------------------------------------------------------------------


def test_4_8_literal_has_no_c_and_no_d() -> None:
    neighbour = """
    rules louisiana cinch={}
    hand 1 Dot 2s
      dealt Ann As Ks Qs 3h 4d
      play Ann 0
      play Bea 0
      trick Ann Ks 9s
    """
    last = """
    rules louisiana cinch={}
    hand 1 Dot 2s
      dealt Bea As Ks Qs 4d 5d
      play Ann 0
      play Bea 0
      trick Ann 3h Qs
    """
    assert found_in(neighbour.format("yes")) == found_in(last.format("yes")) == []
    assert found_in(neighbour.format("literal"))[0] == "cinch 1.1 Ann Ks [As]"
    assert found_in(last.format("literal"))[0] == "cinch 1.1 Bea Qs [As]"


def test_the_highest_that_unknown_cards_may_be_begin_with_the_ace() -> None:
    ace, king, queen, deuce = 1 << 12, 1 << 11, 1 << 10, 1
    masks = np.array([ace | king | deuce] * 4 + [queen | deuce])
    assert highest_of(masks, np.array([0, 1, 2, 5, 1])).tolist() == [0, ace, ace | king, ace | king | deuce, queen]
