"""rules.md 4.1 to 4.7, 4.9 to 4.11: leads, following, trumping, beating, recalls and claims; the cinch has a file of its own."""

import pytest
from audit_text import briefs, found_in, report_of

from ledger.findings.audit import Report

# --- 4.1 Leads ------------------------------------------------------------------------------------------------------


def test_4_1_the_first_active_player_leads(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      pass Ann
      play Bea 0
      play Cal 0
      trick Bea Kh Ah
    """
    assert findings == []


def test_4_1_another_player_leads(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Bea 0
      play Cal 0
      trick Cal Kh Ah
      trick Bea Kd Ad
    """
    assert findings == ["turn 1.1 Cal"]


def test_4_1_one_who_passed_leads_and_nothing_is_judged_from_there(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      pass Ann
      play Bea 0
      play Cal 0
      trick Ann Kh 9c
      trick Bea 3h 4h
    """
    assert findings == ["turn 1.1 Ann"]


def test_4_1_one_who_dropped_after_the_draw_does_not_lead(findings: list[str]) -> None:
    """
    rules indiana
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      play Cal 0
      pass Ann
      trick Bea Kh Ah
      trick Ann Kd Ad
    """
    assert findings == ["turn 1.2 Ann"]


def test_4_1_the_winner_leads_to_the_next_trick(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      play Cal 0
      trick Ann Kh Ah 3h
      trick Bea Kd Ad 3d
      trick Cal Kc Ac 3c
      trick Ann 5c 6c 7c
    """
    assert findings == []


def test_4_1_a_loser_leads(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      trick Ann Kh Ah
      trick Ann Kd Ad
      trick Bea Kc Ac
    """
    assert findings == ["turn 1.2 Ann"]


def test_4_1_after_a_hidden_winner_anyone_may_lead(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      trick Ann Kh ??
      trick Bea Kd Ad
    """
    assert findings == []


# --- 4.2 Who wins ---------------------------------------------------------------------------------------------------


def test_4_2_clockwise_past_those_who_passed(findings: list[str]) -> None:
    """
    hand 1 Ann 2s
      play Bea 0
      pass Cal
      play Dot 0
      play Ann 0
      trick Bea 5h 6h 7h
      trick Ann 5d 6d 7d
      trick Dot 8d 9d Td
    """
    # Ann is the third of them, and won the first trick; Dot is the third after her.
    assert findings == []


def test_4_2_the_highest_trump_wins(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      play Cal 0
      trick Ann Ah 3s 9s
      trick Cal 5c 6c 7c
    """
    assert findings == []


def test_4_2_else_the_highest_of_the_suit_led(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      play Cal 0
      trick Ann 5h Ad 6h
      trick Cal 5c 6c 7c
    """
    assert findings == []


def test_4_2_an_ace_of_another_suit_wins_nothing(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      trick Ann 5h Ad
      trick Bea 5c 6c
    """
    assert findings == ["turn 1.2 Bea"]


def test_4_2_trump_is_not_known_and_all_follow_suit(findings: list[str]) -> None:
    """
    hand 1 Dot -
      play Ann 0
      play Bea 0
      trick Ann Kh 3h
      trick Bea 4d 5d
    """
    # Whatever trump was, the king won.
    assert findings == ["turn 1.2 Bea"]


def test_4_2_trump_is_not_known_and_one_does_not(findings: list[str]) -> None:
    """
    hand 1 Dot -
      play Ann 0
      play Bea 0
      trick Ann Kh 3c
      trick Bea 4d 5d
    """
    assert findings == []


# --- 4.3 Follow suit ------------------------------------------------------------------------------------------------


def test_4_3_did_not_follow_suit(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      trick Ann Kh 9c
      trick Ann 5d 3h
    """
    assert findings == ["follow-suit 1.1 Bea 9c [3h]", "unpaid-renege 1 Bea +4"]


def test_4_3_a_trump_is_no_excuse(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      trick Ann Kh 9s
      trick Bea 5d 8d
      trick Ann Ac 3h
    """
    assert findings == ["follow-suit 1.1 Bea 9s [3h]", "unpaid-renege 1 Bea +4"]


def test_4_3_what_would_have_been_right_had_to_beat_too(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      trick Ann Jh 9c
      trick Ann 5d 3h
      trick Ann 6d Ah
      trick Ann 7d Kh
    """
    # Of three hearts two beat the jack, and one of those was asked for.
    assert findings == ["follow-suit 1.1 Bea 9c [Ah Kh]", "unpaid-renege 1 Bea +4"]


def test_4_3_a_trump_led_is_followed(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      trick Ann 9s 9c
      trick Ann 5d 4s
    """
    assert findings == ["follow-suit 1.1 Bea 9c [4s]", "unpaid-renege 1 Bea +4"]


def test_4_3_a_card_dealt_and_kept_counts(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Bea 3h ?? ?? ?? ??
      play Ann 2
      play Bea 0
      trick Ann Kh 9c
    """
    assert findings == ["follow-suit 1.1 Bea 9c [3h]", "unpaid-renege 1 Bea +4"]


def test_4_3_a_card_dealt_may_have_been_discarded(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Bea 3h ?? ?? ?? ??
      play Ann 2
      play Bea 1
      trick Ann Kh 9c
    """
    assert findings == []


def test_4_3_every_discard_named_and_the_card_not_among_them(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Bea 3h 7d ?? ?? ??
      play Ann 2
      play Bea 1 out 7d
      trick Ann Kh 9c
    """
    assert findings == ["follow-suit 1.1 Bea 9c [3h]", "unpaid-renege 1 Bea +4"]


def test_4_3_one_discard_unnamed_may_have_been_the_card(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Bea 3h 7d ?? ?? ??
      play Ann 2
      play Bea 2 out 7d ??
      trick Ann Kh 9c
    """
    assert findings == []


def test_4_3_a_card_drawn_counts(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 2
      play Bea 2 in 3h ??
      trick Ann Kh 9c
    """
    assert findings == ["follow-suit 1.1 Bea 9c [3h]", "unpaid-renege 1 Bea +4"]


def test_4_3_a_void_filled_after_the_deal_is_no_void(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Bea 9c 8c 7c 6d 5d
      play Ann 2
      play Bea 2 out 6d 5d in 3h Jc
      trick Ann Kh 9c
    """
    # Dealt no heart, but drew one.
    assert findings == ["follow-suit 1.1 Bea 9c [3h]", "unpaid-renege 1 Bea +4"]


def test_4_3_a_heart_discarded_is_not_held(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Bea 9c 8c 7c 3h 5d
      play Ann 2
      play Bea 2 out 3h 5d in 6d Jc
      trick Ann Kh 9c
    """
    assert findings == []


def test_4_3_a_card_may_have_been_played_face_down(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Bea 3h ?? ?? ?? ??
      play Ann 2
      play Bea 0
      trick Ann 5d ??
      trick Ann Kh 9c
    """
    # The three may have been the card that nobody wrote down.
    assert findings == []


def test_4_3_unless_it_is_seen_after_all(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Bea 3h ?? ?? ?? ??
      play Ann 2
      play Bea 0
      trick Ann 5d ??
      trick Ann Kh 9c
      trick Ann Qh 3h
    """
    assert findings == ["follow-suit 1.2 Bea 9c [3h]", "unpaid-renege 1 Bea +4"]


def test_4_3_nothing_is_known_of_the_hand(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Kh 9c
      trick Ann Qh ??
      trick Ann Jh 8c
    """
    assert findings == []


def test_4_3_nobody_knows_what_was_led(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      trick Ann ?? 9c
      trick Ann 5d 3h
    """
    assert findings == []


def test_4_3_a_card_reshuffled_into_the_hand_of_another(findings: list[str]) -> None:
    """
    seats Ann Bea Cal Dot Eve Fay Gus Hal
    hand 1 Hal 2s
      dealt Bea 3h 9c 8c 7c 6c
      play Ann 5
      play Bea 5
      play Cal 5
      trick Ann Kh 9d 3h
    """
    # Bea put the three away, Cal drew it; it proves nothing against Bea.
    assert findings == []


def test_4_3_the_leader_may_lead_anything(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      trick Ann 3h 9h
      trick Bea 4d 5d
      trick Bea 2c 3c
      trick Bea 6s 7s
    """
    assert findings == ["turn 1.3 Bea", "turn 1.4 Bea"]


# --- 4.4 Trump if void ----------------------------------------------------------------------------------------------


def test_4_4_did_not_trump(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      trick Ann Kh 9c
      trick Ann 5d 4s
    """
    assert findings == ["must-trump 1.1 Bea 9c [4s]", "unpaid-renege 1 Bea +4"]


def test_4_4_any_trump_will_do_on_a_plain_card(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      trick Ann Kh 4s
      trick Bea 5d 6d
      trick Ann 5c As
    """
    assert findings == []


def test_4_4_an_unknown_card_is_no_trump(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      trick Ann Kh 9c
      trick Ann 5d ??
      trick Bea 6d 7d
    """
    # Bea won the second trick, with a diamond or with a trump.
    assert findings == []


def test_4_4_the_turned_trump_is_held_by_a_dealer_who_drew_nothing(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 2
      play Dot 0
      trick Ann Kh 9c
    """
    # If Dot had a heart, the club is wrong for that; if not, for the trump.
    assert findings == ["must-trump 1.1 Dot 9c [2s]", "unpaid-renege 1 Dot +4"]


def test_4_4_who_follows_suit_need_not_trump(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      trick Ann Kh 3h
      trick Ann 5d 4s
    """
    assert findings == []


def test_4_4_trump_is_not_known(findings: list[str]) -> None:
    """
    hand 1 Dot -
      play Ann 2
      play Bea 2
      trick Ann Kh 9c
      trick Ann 5d 4s
    """
    assert findings == []


def test_4_4_judged_with_an_unknown_card_on_the_table(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      play Cal 2
      trick Ann Kh ?? 9c
      trick Ann 5d 6d 4s
    """
    # Whatever Bea played: a trump was asked of Cal, high enough or not.
    assert findings == ["must-trump 1.1 Cal 9c [4s]", "unpaid-renege 1 Cal +4"]


def test_4_4_not_where_only_a_winning_trump_is_asked_for(findings: list[str]) -> None:
    """
    rules acadiana
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      play Cal 2
      trick Ann Kh ?? 9c
      trick Ann 5d 6d 4s
    """
    # Bea may have trumped with more than the four.
    assert findings == []


# --- 4.5 Beat if able -----------------------------------------------------------------------------------------------


def test_4_5_did_not_beat(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      trick Ann Qh 3h
      trick Ann 5d Ah
      trick Ann 6d Kh
    """
    assert findings == ["must-beat 1.1 Bea 3h [Ah Kh]", "unpaid-renege 1 Bea +4"]


def test_4_5_any_beating_card_will_do(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      trick Ann Qh Kh
      trick Bea 5d 6d
      trick Ann 5c Ah
    """
    assert findings == []


def test_4_5_who_cannot_beat_may_play_low_or_high(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      trick Ann Qh 3h
      trick Ann 5h Jh
      trick Bea 5d 6d
      trick Ann 6c Th
    """
    assert findings == []


def test_4_5_the_best_card_on_the_table_is_to_be_beaten_not_the_one_led(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      play Cal 2
      trick Ann 5h Qh 7h
      trick Bea 9c Jh 5c
      trick Bea 8c Kh 6c
    """
    # The jack would not have beaten the queen; the king would.
    assert findings == ["must-beat 1.1 Cal 7h [Kh]", "unpaid-renege 1 Cal +4"]


def test_4_5_the_sources_own_example(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      play Cal 2
      trick Ann Qd 4s 6d
      trick Bea 9c 9s 4c
      trick Cal Ad 7d 5c
    """
    # P: the queen is trumped, so the six is as good as the ace, and Cal may not trump.
    assert findings == []


def test_4_5_the_sources_own_example_without_the_trump(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      play Cal 2
      trick Ann Qd 4d 6d
      trick Ann 3c 4c Ad
    """
    # P: had the second player followed, the ace had to be played.
    assert findings == ["must-beat 1.1 Cal 6d [Ad]", "unpaid-renege 1 Cal +4"]


def test_4_5_did_not_overtrump(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      play Cal 2
      trick Ann Qd 4s 3s
      trick Bea 3c 9s 4c
    """
    assert findings == ["must-beat 1.1 Cal 3s [9s]", "unpaid-renege 1 Cal +4"]


def test_4_5_a_trump_led_is_beaten(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      trick Ann 6s 5s
      trick Ann 3c Ts
    """
    assert findings == ["must-beat 1.1 Bea 5s [Ts]", "unpaid-renege 1 Bea +4"]


def test_4_5_not_judged_with_an_unknown_card_on_the_table(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      play Cal 2
      trick Ann Qh ?? 3h
      trick Ann 5d 6d Kh
    """
    # Bea may have played the ace, or a trump.
    assert findings == []


def test_4_5_an_unknown_card_after_the_play_is_no_matter(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      play Cal 2
      trick Ann Qh 3h ??
      trick Ann 5d Kh 7d
    """
    assert findings == ["must-beat 1.1 Bea 3h [Kh]", "unpaid-renege 1 Bea +4"]


def test_4_5_without_a_trump_suit_an_off_suit_card_may_have_been_one(findings: list[str]) -> None:
    """
    hand 1 Dot -
      play Ann 2
      play Bea 2
      play Cal 2
      trick Ann Qh 5c 3h
      trick Ann 5d 6d Kh
    """
    # If clubs were trumps the queen was beaten already.
    assert findings == []


def test_4_5_without_a_trump_suit_followers_are_judged(findings: list[str]) -> None:
    """
    hand 1 Dot -
      play Ann 2
      play Bea 2
      trick Ann Qh 3h
      trick Ann 5d Kh
    """
    assert findings == ["must-beat 1.1 Bea 3h [Kh]", "unpaid-renege 1 Bea +4"]


# --- 4.6 A trump that cannot win ------------------------------------------------------------------------------------

UNDER = """
    rules {}
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      play Cal 2
      trick Ann Qd 9s 4c
      trick Bea 3h 3s 4h
"""


@pytest.mark.parametrize("preset", ["louisiana", "separate-trump", "dealer-takes-trump", "simultaneous", "tutorial"])
def test_4_6_a_trump_even_if_it_cannot_win(preset: str) -> None:
    assert found_in(UNDER.format(preset)) == ["must-trump 1.1 Cal 4c [3s]", "unpaid-renege 1 Cal +4"]


@pytest.mark.parametrize("preset", ["acadiana", "casino", "louisiana must-trump=no"])
def test_4_6_where_the_house_lets_one_off(preset: str) -> None:
    assert found_in(UNDER.format(preset)) == []


@pytest.mark.parametrize("preset", ["acadiana", "casino"])
def test_4_6_the_house_option_the_other_way(preset: str) -> None:
    second = 3 if preset == "casino" else 0
    found = ["must-trump 1.1 Cal 4c [3s]", f"unpaid-renege 1 Cal +{4 + second}"]
    assert found_in(UNDER.format(f"{preset} must-trump=yes")) == found


def test_4_6_a_trump_that_wins_is_asked_for_everywhere(findings: list[str]) -> None:
    """
    rules acadiana
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      play Cal 2
      trick Ann Qd 9s 4c
      trick Bea 3h Ts 4h
    """
    assert findings == ["must-trump 1.1 Cal 4c [Ts]", "unpaid-renege 1 Cal +4"]


def test_4_6_let_off_a_lower_trump_may_be_played_or_kept(findings: list[str]) -> None:
    """
    rules acadiana
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      play Cal 2
      trick Ann Qd 9s 3s
      trick Bea 3h 8s 4h
    """
    assert findings == []


# --- 4.7 Neither ----------------------------------------------------------------------------------------------------


def test_4_7_neither_suit_nor_trump_any_card(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Bea Ac Kc 9c Ad 3d
      play Ann 0
      play Bea 0
      trick Ann Kh 3d
      trick Ann Qh 9c
      trick Ann Jh Ac
      trick Ann 5h Ad
    """
    assert findings == []


def test_4_7_and_such_plays_are_proved_right(audited: Report) -> None:
    """
    hand 1 Dot 2s
      dealt Bea Ac Kc 9c Ad 3d
      play Ann 0
      play Bea 0
      trick Ann Kh 3d
      trick Ann Qh 9c
    """
    # Bea's whole hand is known; Ann's leads may be wrong against 4.8.
    assert (audited.plays, audited.right, audited.unproved) == (4, 2, 2)


# --- 4.9 Reneges that nobody noticed --------------------------------------------------------------------------------


def test_4_9_an_unnoticed_renege_is_settled_as_if_it_were_none(findings: list[str], books: dict[str, int]) -> None:
    """
    seats Ann Bea Cal
    hand 1 Cal 2s
      play Ann 0
      play Bea 0
      trick Ann Kh 9c
      trick Ann 5d 3h
      trick Ann 6c Jc
      trick Bea 4c Tc
      trick Ann Qh 8c
      pot 3
      take Ann 3
    """
    # Ann has four tricks and the pot. Bea's renege cost nothing; it would have cost the pot.
    assert findings == ["follow-suit 1.1 Bea 9c [3h]", "unpaid-renege 1 Bea +3"]
    assert books == {"Ann": 2, "Bea": -1, "Cal": -1, "pot": 0}


def test_4_9_the_reneger_takes_the_pot_if_nobody_noticed(findings: list[str], books: dict[str, int]) -> None:
    """
    seats Ann Bea Cal
    hand 1 Cal 2s
      play Ann 0
      play Bea 0
      trick Ann Kh 9c
      trick Ann 5d 3h
      trick Ann 6c Jc
      trick Bea Kc Tc
      trick Bea Qc Qh
      take Bea 3
    """
    assert findings == ["follow-suit 1.1 Bea 9c [3h]", "unpaid-renege 1 Bea +3"]
    assert books == {"Ann": -1, "Bea": 2, "Cal": -1, "pot": 0}


# --- 4.10 Recalls ---------------------------------------------------------------------------------------------------

RECALL = """
rules louisiana recall={recall}
seats Ann Bea Cal
hand 1 Cal 2s
  play Ann 0
  play Bea 0
  trick Ann Kh 9c>Ah
  trick Bea Ad 5d
  trick Bea Kd 6d
  trick Bea 3c 4c
  trick Ann Tc 9c
  {paid}
"""


def test_4_10_a_card_taken_back_is_no_renege() -> None:
    assert found_in(RECALL.format(recall="free", paid="take Bea 3")) == ["recall 1.1 Bea 9c"]


def test_4_10_forfeit_the_pot_cannot_be_won() -> None:
    assert found_in(RECALL.format(recall="forfeit", paid="take -")) == ["recall 1.1 Bea 9c"]
    assert found_in(RECALL.format(recall="forfeit", paid="take Bea 3")) == ["recall 1.1 Bea 9c", "take 1 Bea +3"]
    assert found_in(RECALL.format(recall="forfeit", paid="take Ann 3")) == ["recall 1.1 Bea 9c", "take 1 Ann +3"]


def test_4_10_forfeit_nothing_is_paid() -> None:
    assert found_in(RECALL.format(recall="forfeit", paid="match -")) == ["recall 1.1 Bea 9c"]
    assert found_in(RECALL.format(recall="forfeit", paid="match Bea 3")) == ["match 1 Bea +3", "recall 1.1 Bea 9c"]


def test_4_10_free_retraction_costs_nothing() -> None:
    assert found_in(RECALL.format(recall="free", paid="take -")) == ["recall 1.1 Bea 9c", "take 1 Bea -3"]


def test_4_10_renege_the_recall_counts_as_one_the_table_called() -> None:
    report = RECALL.format(recall="renege", paid="take -\n  hand 2 Ann 2s\n  play Bea\n  pot 8")
    # Three chips stayed, Bea put in three more, and was then let off the ante: 3 + 3 + 2.
    assert found_in(report) == ["recall 1.1 Bea 9c"]
    assert found_in(RECALL.format(recall="renege", paid="take Bea 3")) == ["recall 1.1 Bea 9c", "take 1 Bea +3"]


def test_4_10_forfeit_a_bourre_is_paid_all_the_same(findings: list[str]) -> None:
    """
    seats Ann Bea Cal
    hand 1 Cal 2s
      play Ann 0
      play Bea 0
      trick Ann Kh 9c>3h
      trick Ann Ad 5d
      trick Ann Kd 6d
      trick Ann Tc 9c
      trick Ann Jc 4c
      take Ann 3
      match Bea 3
    """
    assert findings == ["recall 1.1 Bea 9c"]


def test_4_10_forfeit_the_next_turn_to_deal_too() -> None:
    log = RECALL.format(recall="{}", paid="\nhand 2 Ann 2s\n  play Bea\nhand 3 {} 2s\n  play Ann")
    assert found_in(log.format("forfeit", "Cal")) == ["recall 1.1 Bea 9c"]
    assert found_in(log.format("forfeit", "Bea")) == ["dealer 3 Bea", "recall 1.1 Bea 9c"]
    assert found_in(log.format("free", "Bea")) == ["recall 1.1 Bea 9c"]
    assert found_in(log.format("renege", "Bea")) == ["recall 1.1 Bea 9c"]


def test_4_10_one_turn_however_many_cards(findings: list[str]) -> None:
    """
    seats Ann Bea Cal
    hand 1 Cal 2s
      play Ann 0
      play Bea 0
      trick Ann Kh 9c>Ah
      trick Bea 3c>Ad 5d
      trick Bea Kd 6d
      trick Bea 3c 4c
      trick Ann Tc 9c
    hand 2 Ann 2s
      play Bea
    hand 3 Cal 2s
      play Ann
    hand 4 Ann 2s
      play Ann
    hand 5 Bea 2s
      play Ann
    """
    # One turn is lost (hand 3), not two (hand 5).
    assert findings == ["recall 1.1 Bea 9c", "recall 1.2 Bea 3c"]


def test_4_10_a_card_taken_back_is_still_in_hand(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      trick Ann Kh 9c>3h
      trick Ann 5c 6d
    """
    assert findings == ["follow-suit 1.2 Bea 6d [9c]", "recall 1.1 Bea 9c", "unpaid-renege 1 Bea +4"]


def test_4_10_a_wrong_card_replaced_by_a_wrong_card_is_a_renege(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      trick Ann Kh 9c>8c
      trick Ann 5c 9c
      trick Bea 5d 6d
      trick Ann 7d 3h
    """
    assert findings == ["follow-suit 1.1 Bea 8c [3h]", "recall 1.1 Bea 9c", "unpaid-renege 1 Bea +4"]


def test_4_10_nobody_knows_which_card_was_taken_back(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      trick Ann Kh ??>3h
    """
    assert findings == ["recall 1.1 Bea"]


@pytest.mark.parametrize("recall", ["forfeit", "free", "renege"])
def test_4_10_a_legal_card_taken_back_costs_nothing(recall: str) -> None:
    log = """
    rules louisiana recall={}
    seats Ann Bea Cal
    hand 1 Cal 2s
      play Ann 0
      play Bea 0
      trick Ann Kh 3h>4h
      trick Ann 3d 4d
      trick Bea 5d 6c
      trick Bea 3h 2h
      trick Bea 7d 8c
      take Bea 3
    hand 2 Ann 2s
      play Bea
    hand 3 Bea 2s
      play Ann
    """
    report = report_of(log.format(recall))
    assert briefs(report) == ["recall 1.1 Bea 3h"]
    assert [found.severity for found in report.findings] == ["remark"]


@pytest.mark.parametrize(
    "trick",
    [
        "trick Ann Kh ??>4h",  # nobody knows which card it was
        "trick Ann ?? 3h>4h",  # nor what it was played to
        "trick Ann Kh 9c>4h",  # wrong
        "trick Ann Kh 2c>3c",  # a heart may have been in hand
    ],
)
def test_4_10_a_card_that_is_not_proved_right_has_its_consequence(trick: str) -> None:
    later = "hand 2 Ann 9h\n  play Cal\nhand 3 Bea 9h\n  play Cal\n"
    report = report_of(f"hand 1 Dot 2s\n  play Ann 2\n  play Bea 2\n  {trick}\n{later}")
    assert [found.severity for found in report.findings if found.rule == "recall"] == ["warning"]
    assert "dealer 3 Bea" in briefs(report)


def test_4_10_nor_one_of_a_player_whose_record_is_contradictory() -> None:
    report = report_of(
        """
    hand 1 Dot 2s
      dealt Bea 3h 4h 5h 6h 7h
      play Ann 0
      play Bea 0
      trick Ann Kh 3h>4h
      trick Ann Qh 8c
    """
    )
    assert [found.severity for found in report.findings if found.rule == "recall"] == ["warning"]


def test_4_10_a_cinch_not_led_and_taken_back_was_wrong(audited: Report, findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Ann As Ks Qs 3h 4d
      play Ann 0
      play Bea 0
      trick Ann 3h>As 3s
      trick Ann 4d 5d
    """
    # Taking it back leaves Ann no cinch in this hand, but when the three lay there she had one.
    assert findings == ["recall 1.1 Ann 3h"]
    assert [found.severity for found in audited.findings] == ["warning"]


WAIVED = """
    seats Ann Bea Cal
    hand 1 Cal 2s
      play Ann 0
      play Bea 0
      trick Ann Kh 9c>Ah
      trick Bea 3d 4d
      trick Ann 5d 6d
      trick Bea 9c 4c
      trick Bea Ad 7d
      {paid}
    {first}
    hand 2 Ann 2s
      play Bea
    {second}
    hand 3 {dealer} 2s
      play Ann
"""


def waived(dealer: str, first: str = "", second: str = "", paid: str = "take Bea 3") -> list[str]:
    found = found_in(WAIVED.format(paid=paid, first=first, second=second, dealer=dealer))
    return [line for line in found if line.startswith(("take", "dealer"))]


def test_4_10_a_waiver_lifts_the_consequences() -> None:
    assert waived("Bea") == ["dealer 3 Bea", "take 1 Bea +3"]
    assert waived("Bea", first="waive 1 Bea") == []
    assert waived("Cal", first="waive 1 Bea") == ["dealer 3 Cal"]
    assert waived("Bea", first="waive 1 Ann") == ["dealer 3 Bea", "take 1 Bea +3"]


def test_4_10_until_a_later_waiver_the_turn_was_only_possibly_forfeited() -> None:
    # At hand 2 Bea's turn had not come. Waived after it, it is hers again at hand 3.
    assert waived("Bea", second="waive 1 Bea") == []
    assert waived("Cal", second="waive 1 Bea") == ["dealer 3 Cal"]
    later = WAIVED + "    {after}\n    hand 4 {last} 2s\n      play Ann\n"
    for dealer, last in (("Bea", "Cal"), ("Cal", "Ann"), ("Cal", "Bea")):
        log = later.format(paid="take Bea 3", first="", second="", dealer=dealer, after="waive 1 Bea", last=last)
        wrong = [line for line in found_in(log) if line.startswith("dealer")]
        # Who skipped Bea and who did not are both right; but hers was not skipped twice.
        assert wrong == (["dealer 4 Bea"] if last == "Bea" else []), (dealer, last)


def test_4_10_waived_in_a_house_where_it_is_a_renege(findings: list[str], books: dict[str, int]) -> None:
    """
    rules louisiana recall=renege
    seats Ann Bea Cal
    hand 1 Cal 2s
      play Ann 0
      play Bea 0
      trick Ann Kh 9c>3h
      tricks Ann 3 Bea 2
    waive 1 Bea
    """
    assert findings == ["recall 1.1 Bea 9c"]
    assert books == {"Ann": 2, "Bea": -1, "Cal": -1, "pot": 0}


# --- 4.11 Claims ----------------------------------------------------------------------------------------------------


def test_4_11_a_claim_that_is_proven(findings: list[str], books: dict[str, int]) -> None:
    """
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      trick Ann Kd 3d
      trick Ann Qd 4d
      trick Ann Jd Qs
      claim Bea As Ks
      take Bea 4
    """
    assert findings == []
    assert books == {"Ann": -1, "Bea": 3, "Cal": -1, "Dot": -1, "pot": 0}


def test_4_11_before_the_first_trick(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      claim Ann As Ks Qs Js Ts
      take Ann 4
      match Bea 4
    """
    assert findings == []


def test_4_11_a_claim_after_a_recall_gets_the_tricks_but_not_the_pot(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      trick Ann Kd Ks>3d
      trick Ann Qd 4d
      trick Ann Jd Qs
      claim Bea As Ks
      take -
    """
    assert findings == ["recall 1.1 Bea Ks"]


def test_4_11_a_claim_that_is_disproven_still_gets_the_tricks(audited: Report, findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Bea Ks Qs Js 3h 4h
      play Ann 0
      play Bea 0
      trick Ann Kh 3h
      trick Ann Qh 4h
      claim Bea Ks Qs Js
      take Bea 4
    """
    # Everything that Bea had is known, so the ace of spades is out.
    assert findings == ["claim 1.3 Bea"]
    assert [found.severity for found in audited.findings] == ["error"]


def test_4_11_a_claim_neither_proven_nor_disproven(audited: Report, findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 0
      play Bea 2
      trick Ann Kh 3h
      trick Ann Qh 4h
      claim Bea Ks Qs Js
    """
    # Bea may have thrown the ace away herself.
    assert findings == ["claim 1.3 Bea"]
    assert [found.severity for found in audited.findings] == ["warning"]


def test_4_11_the_other_hands_may_stay_unknown(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      trick Ann As ??
      trick Ann Ks ??
      claim Ann Qs Js Ts
      take Ann 4
      match Bea 4
    """
    # The ace and king are seen; what Bea played is not, nor need it be.
    assert findings == []


def test_4_11_a_card_of_another_suit_is_never_sure(audited: Report, findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      trick Ann As 3s
      trick Ann Ks 3d
      claim Ann Ah
    """
    # Bea had no trumps left; even so the ace of hearts is not sure by 4.8.
    assert findings == ["claim 1.3 Ann"]
    assert [found.severity for found in audited.findings] == ["error"]


def test_4_11_shown_cards_were_in_hand_all_along(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      trick Ann 3c 9d
      trick Ann 4c 8d
      claim Bea As Ks Qs
    """
    # If Bea had no club she had to trump.
    found = ["must-trump 1.1 Bea 9d [As Ks Qs]", "must-trump 1.2 Bea 8d [As Ks Qs]", "unpaid-renege 1 Bea +4"]
    assert findings == found


def test_4_11_a_claim_when_nothing_is_left_claims_nothing(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Ann As Ks Qs Js Ts
      play Ann 0
      play Bea 0
      trick Ann As 3s
      trick Ann Ks 4s
      trick Ann Qs 5s
      trick Ann Js 6s
      trick Ann Ts 7s
      claim Ann
    """
    assert findings == []


def test_4_11_the_sure_cards_of_another_player_prove_nothing(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Ann As Ks Qs Js Ts
      play Ann 0
      play Bea 0
      claim Cal
    """
    assert findings == ["claim 1.1 Cal"]


def test_4_11_a_record_with_a_card_too_many_proves_no_claim(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Ann As Ks Qs Js Ts
      play Ann 0
      play Bea 0
      trick Ann 9s 3s
      claim Ann
    """
    assert findings == ["claim 1.2 Ann", "hand-size 1 Ann", "not-held 1.1 Ann 9s"]


def test_4_11_a_claim_after_the_point_where_the_replay_ends_is_not_judged(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann
      trick Bea Kh
      claim Ann As
    """
    assert findings == ["turn 1.1 Bea"]
