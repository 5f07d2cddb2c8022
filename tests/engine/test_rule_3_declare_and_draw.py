"""rules.md 3: play or pass, the draw, the stock that runs out."""

import pytest
from audit_text import found_in
from tried_options import AGAIN


def test_3_1_in_turn_from_the_dealers_left(findings: list[str]) -> None:
    """
    hand 1 Bea -
      pass Cal
      play Dot 2
      pass Ann
      play Bea 1
    """
    assert findings == []


def test_3_1_out_of_turn(findings: list[str]) -> None:
    """
    hand 1 Dot -
      play Bea 2
      play Ann 3
      pass Cal Dot
    """
    assert findings == ["declare-order 1"]


def test_3_1_a_pass_out_of_turn(findings: list[str]) -> None:
    """
    hand 1 Dot -
      pass Cal
      play Bea 2
      pass Ann
      play Dot 2
    """
    assert findings == ["declare-order 1"]


def test_3_1_several_in_one_line_are_how_people_write(findings: list[str]) -> None:
    """
    hand 1 Dot -
      pass Ann Cal
      play Bea 2
      play Dot 2
    """
    assert findings == []


def test_3_1_a_pass_that_nobody_wrote_down_is_not_out_of_turn(findings: list[str]) -> None:
    """
    hand 1 Dot -
      play Bea 2
      play Dot 2
    """
    assert findings == []


def test_3_1_a_pass_ends_the_hand_at_no_further_cost(findings: list[str], books: dict[str, int]) -> None:
    """
    hand 1 Dot -
      pass Ann
      play Bea 0
      play Cal 0
      tricks Bea 5
    """
    # Ann won no trick either, but did not play.
    assert findings == []
    assert books == {"Ann": -1, "Bea": 3, "Cal": -5, "Dot": -1, "pot": 4}


def test_3_2_as_many_cards_as_discards(findings: list[str]) -> None:
    """
    hand 1 Dot -
      play Ann 2 out 3h 4h in Kd Qd
      play Bea 0
      play Cal out 5h 6h
      play Dot in 7h 8h 9h
    """
    assert findings == []


def test_3_2_more_or_fewer_cards_than_discards(findings: list[str]) -> None:
    """
    hand 1 Dot -
      play Ann 2 out 3h 4h in Kd
      play Bea 2 out 5h 6h 7h
      play Cal out 8h 9h in 8c
      play Dot 1 in 9c Tc
    """
    assert findings == ["draw-count 1 Ann", "draw-count 1 Bea", "draw-count 1 Cal", "draw-count 1 Dot"]


def test_3_2_unknown_cards_count_as_cards(findings: list[str]) -> None:
    """
    hand 1 Dot -
      play Ann 2 out 3h ?? in ?? Kd
      play Bea 2 out ?? ?? in ??
    """
    assert findings == ["draw-count 1 Bea"]


def test_3_3_no_cap_at_louisiana(findings: list[str]) -> None:
    """
    seats Ann Bea Cal Dot Eve Fay Gus
    hand 1 Gus -
      play Ann 5
      play Bea 4
    """
    assert findings == []


@pytest.mark.parametrize("preset", ["acadiana", "casino"])
def test_3_3_three_cards_with_seven_players(preset: str) -> None:
    hand = "hand 1 Fay -\nplay Ann 3\nplay Bea 4\nplay Cal out ?? ?? ?? ??\n"
    seven = f"rules {preset}\nseats Ann Bea Cal Dot Eve Gus Fay\n"
    assert found_in(seven + hand) == ["draw-cap 1 Bea", "draw-cap 1 Cal"]
    assert found_in(seven.replace(" Gus", "") + hand) == []


def test_3_3_the_cap_follows_who_is_seated(findings: list[str]) -> None:
    """
    rules acadiana
    seats Ann Bea Cal Dot Eve Fay
    hand 1 Fay -
      play Ann 4
    sit Gus after Ann
    hand 2 Ann -
      play Bea 4
      play Cal 3
      tricks Bea 5
    leave Gus
    hand 3 Bea -
      play Cal 4
    """
    assert findings == ["draw-cap 2 Bea"]


def test_3_3_three_of_four_in_the_indiana_game(findings: list[str]) -> None:
    """
    rules indiana
    hand 1 Dot -
      play Ann 3
      play Bea 4
    """
    assert findings == ["draw-cap 1 Bea"]


@pytest.mark.parametrize(
    ("cap", "seats", "most"),
    [("7:3,6:4", 7, 3), ("7:3,6:4", 6, 4), ("7:3,6:4", 5, 5), ("2", 2, 2), ("2", 7, 2), ("none", 7, 5), ("0", 4, 0)],
)
def test_3_3_the_cap_of_the_house(cap: str, seats: int, most: int) -> None:
    names = ["Ann", "Bea", "Cal", "Dot", "Eve", "Fay", "Gus"][:seats]
    log = f"rules louisiana draw-cap={cap}\nseats {' '.join(names)}\nhand 1 {names[-1]} -\nplay Ann {{}}\n"
    assert found_in(log.format(most)) == []
    assert found_in(log.format(most + 1)) == ["draw-cap 1 Ann"]


def test_3_3_more_discards_than_a_hand_has(findings: list[str]) -> None:
    """
    hand 1 Dot -
      play Ann 6
      play Bea 5
    """
    assert findings == ["draw-cap 1 Ann"]


def test_3_3_the_sixth_card_of_a_dealer_who_takes_the_trump_is_no_discard_too_many(findings: list[str]) -> None:
    """
    rules dealer-takes-trump draw-cap=3
    hand 1 Dot 2s
      play Ann 0
      play Dot 3 out 3h 4h 5h 6h
    """
    assert findings == []


# Eight at the table leave 52 − 40 = 12 cards in the stock.


def test_3_4_a_discard_is_dealt_again_once_the_stock_is_used_up(findings: list[str]) -> None:
    """
    seats Ann Bea Cal Dot Eve Fay Gus Hal
    hand 1 Hal -
      play Ann 5 out 3h 4h 5h 6h 7h
      play Bea 5
      play Cal 3 in 3h ?? ??
    """
    # 5 + 5 + 3 = 13: Cal's last card was one of Ann's.
    assert findings == []


def test_3_4_not_before_the_stock_is_used_up(findings: list[str]) -> None:
    """
    seats Ann Bea Cal Dot Eve Fay Gus Hal
    hand 1 Hal -
      play Ann 5 out 3h 4h 5h 6h 7h
      play Bea 5
      play Cal 2 in 3h ??
    """
    assert findings == ["duplicate-card 1 3h"]


def test_3_4_the_discards_of_the_player_being_served_stay_out(findings: list[str]) -> None:
    """
    seats Ann Bea Cal Dot Eve Fay Gus Hal
    hand 1 Hal -
      play Ann 5
      play Bea 5
      play Cal 5 out 3h 4h 5h 6h 7h in 3h ?? ?? ?? ??
    """
    assert findings == ["duplicate-card 1 3h"]


def test_3_4_nor_is_an_own_card_drawn_again_that_was_dealt(findings: list[str]) -> None:
    """
    seats Ann Bea Cal Dot Eve Fay Gus Hal
    hand 1 Hal -
      dealt Cal 3h 4h 5h 6h 7h
      play Ann 5
      play Bea 5
      play Cal 5 in 3h ?? ?? ?? ??
    """
    assert findings == ["duplicate-card 1 3h"]


def test_3_4_not_the_discards_of_someone_who_acts_later(findings: list[str]) -> None:
    """
    seats Ann Bea Cal Dot Eve Fay Gus Hal
    hand 1 Hal -
      play Ann 5
      play Bea 5
      play Cal 5 in 3h ?? ?? ?? ??
      play Dot 5 out 3h 4h 5h 6h 7h
    """
    assert findings == ["duplicate-card 1 3h"]


def test_3_4_a_passed_hand_is_dealt_again(findings: list[str]) -> None:
    """
    seats Ann Bea Cal Dot Eve Fay Gus Hal
    hand 1 Hal -
      dealt Ann 3h 4h 5h 6h 7h
      pass Ann
      play Bea 5
      play Cal 5
      play Dot 3 in 3h 4h ??
    """
    assert findings == []


def test_3_4_declaring_and_drawing_in_one_round_a_later_pass_is_not_there_yet(findings: list[str]) -> None:
    """
    seats Ann Bea Cal Dot Eve Fay Gus Hal
    hand 1 Hal -
      dealt Eve 3h 4h 5h 6h 7h
      play Ann 5
      play Bea 5
      play Cal 5 in 3h ?? ?? ?? ??
      pass Dot Eve
    """
    assert findings == ["duplicate-card 1 3h"]


@pytest.mark.parametrize("declare", ["two-rounds", "simultaneous"])
def test_3_4_declaring_first_passed_hands_are_there_for_everyone(declare: str) -> None:
    log = """
        seats Ann Bea Cal Dot Eve Fay Gus Hal
        hand 1 Hal -
          dealt Eve 3h 4h 5h 6h 7h
          play Ann 5
          play Bea 5
          play Cal 5 in 3h ?? ?? ?? ??
          pass Dot Eve
    """
    assert found_in(f"rules louisiana declare={declare}\n" + _flat(log)) == []
    assert found_in("rules louisiana\n" + _flat(log)) == ["duplicate-card 1 3h"]


def _flat(text: str) -> str:
    return "\n".join(line.strip() for line in text.strip().split("\n"))


def test_3_4_declaring_first_a_later_discard_is_not_there_all_the_same(findings: list[str]) -> None:
    """
    rules louisiana declare=two-rounds
    seats Ann Bea Cal Dot Eve Fay Gus Hal
    hand 1 Hal -
      play Ann 5
      play Bea 5
      play Cal 5 in 3h ?? ?? ?? ??
      play Dot 1 out 3h
    """
    assert findings == ["duplicate-card 1 3h"]


def test_3_4_an_unrecorded_draw_may_have_been_a_whole_hand(findings: list[str]) -> None:
    """
    seats Ann Bea Cal Dot Eve Fay Gus Hal
    hand 1 Hal -
      play Ann 5 out 3h 4h 5h 6h 7h
      play Bea
      play Cal 3 in 3h ?? ??
    """
    assert findings == []


def test_3_4_draws_go_in_seat_order_whatever_order_is_written(findings: list[str]) -> None:
    """
    seats Ann Bea Cal Dot Eve Fay Gus Hal
    hand 1 Hal -
      play Cal 3 in 3h ?? ??
      play Ann 5 out 3h 4h 5h 6h 7h
      play Bea 5
    """
    assert findings == ["declare-order 1"]


def test_3_4_a_card_dealt_again_is_seen_in_the_play(findings: list[str]) -> None:
    """
    seats Ann Bea Cal Dot Eve Fay Gus Hal
    hand 1 Hal 2s
      play Ann 5 out 3h 4h 5h 6h 7h
      play Bea 5
      play Cal 5
      trick Ann Ad Kd 3h
    """
    # Nobody wrote down Cal's replacements; the three was one of them.
    assert findings == []


def test_3_4_who_drew_nothing_got_no_discard_of_anyone(findings: list[str]) -> None:
    """
    seats Ann Bea Cal Dot Eve Fay Gus Hal
    hand 1 Hal 2s
      play Ann 5 out 3h 4h 5h 6h 7h
      play Bea 5
      play Cal 5
      play Dot 0
      trick Ann Ad Kd Qd 3h
    """
    assert findings == ["duplicate-card 1 3h"]


def test_3_4_a_card_that_was_kept_is_not_dealt_again(findings: list[str]) -> None:
    """
    seats Ann Bea Cal Dot Eve Fay Gus Hal
    hand 1 Hal -
      dealt Ann 3h 4h 5h 6h 7h
      play Ann 4 out 3h 4h 5h 6h
      play Bea 5
      play Cal 5 in 7h ?? ?? ?? ??
    """
    assert findings == ["duplicate-card 1 7h"]


def test_3_4_nor_is_a_card_that_its_owner_played(findings: list[str]) -> None:
    """
    seats Ann Bea Cal Dot Eve Fay Gus Hal
    hand 1 Hal 2s
      dealt Ann 3h 4h 5h 6h 7h
      play Ann 4
      play Bea 5
      play Cal 5 in 7h ?? ?? ?? ??
      trick Ann 7h 8h 9h
    """
    assert findings == ["duplicate-card 1 7h"]


def test_3_4_nor_a_discard_to_somebody_who_was_dealt_it(findings: list[str]) -> None:
    """
    seats Ann Bea Cal Dot Eve Fay Gus Hal
    hand 1 Hal 2s
      dealt Cal 3h 4h 5h 6h 7h
      play Ann 5 out 3h ?? ?? ?? ??
      play Bea 5
      play Cal 5
      trick Ann 8h 9h 3h
    """
    assert findings == ["duplicate-card 1 3h"]


def test_3_4_a_separate_trump_card_leaves_one_card_less_in_the_stock() -> None:
    """Eight seats and a turned card leave eleven: the twelfth draw is somebody's discard."""
    log = """
        seats Ann Bea Cal Dot Eve Fay Gus Hal
        hand 1 Hal -
          play Ann 5 out 3h 4h 5h 6h 7h
          play Bea 5
          play Cal 2 in 3h ??
    """
    assert found_in("rules separate-trump\n" + _flat(log)) == []
    assert found_in("rules louisiana\n" + _flat(log)) == ["duplicate-card 1 3h"]


def test_3_4_a_turned_card_that_the_dealer_discards_is_gone(findings: list[str]) -> None:
    """
    seats Ann Bea Cal Dot Eve Fay Gus Hal
    hand 1 Hal 2s
      play Ann 5
      play Bea 5
      play Cal 5
      play Hal 1 out 2s
      trick Ann Ad Kd 2s Qd
    """
    # Cal was served before the dealer put the two away.
    assert findings == ["duplicate-card 1 2s"]


def test_3_5_the_dealer_must_play_when_an_ace_is_turned(findings: list[str]) -> None:
    """
    hand 1 Dot As
      play Ann 0
      play Bea 0
      pass Dot
    """
    assert findings == ["dealer-must-play 1 Dot"]


def test_3_5_a_dealer_who_is_not_named_has_passed(findings: list[str]) -> None:
    """
    hand 1 Dot As
      play Ann 0
    """
    assert findings == ["dealer-must-play 1 Dot"]


def test_3_5_the_dealer_plays(findings: list[str]) -> None:
    """
    hand 1 Dot As
      play Ann 0
      play Dot 0
    """
    assert findings == []


def test_3_5_a_king_may_be_passed(findings: list[str]) -> None:
    """
    hand 1 Dot Ks
      play Ann 0
    """
    assert findings == []


def test_3_5_another_player_with_the_ace_may_pass(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Bea As 3h 4h 5h 6h
      play Ann 0
      pass Bea
    """
    assert findings == []


def test_3_5_by_preset_and_by_option() -> None:
    hand = "hand 1 Dot As\nplay Ann 0\n"
    asked = {"louisiana", "double-ante", "simultaneous"}
    presets = ["louisiana", "double-ante", "separate-trump", "dealer-takes-trump", "simultaneous", "tutorial"]
    presets += ["indiana", "acadiana", "casino"]
    found = {preset for preset in presets if found_in(f"rules {preset}\n{hand}") == ["dealer-must-play 1 Dot"]}
    assert found == asked
    assert found_in(f"rules tutorial ace-must-play=yes\n{hand}") == ["dealer-must-play 1 Dot"]
    assert found_in(f"rules louisiana ace-must-play=no\n{hand}") == []


def test_3_6_the_only_one_who_plays_takes_the_pot(findings: list[str], books: dict[str, int]) -> None:
    """
    hand 1 Dot 2s
      pass Ann Bea
      play Cal
      pass Dot
      take Cal 4
    """
    assert findings == []
    assert books == {"Ann": -1, "Bea": -1, "Cal": 3, "Dot": -1, "pot": 0}


def test_3_6_nobody_else_takes_it(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Cal 2
      take Dot 4
    """
    assert findings == ["take 1 Cal -4", "take 1 Dot +4"]


def test_3_6_all_pass_and_the_pot_stays(findings: list[str], books: dict[str, int]) -> None:
    """
    hand 1 Dot 2s
      pass Ann Bea Cal Dot
    hand 2 Ann 2s
      play Bea
      pot 8
    """
    assert findings == ["all-passed 1"]
    assert books == {"Ann": -2, "Bea": 6, "Cal": -2, "Dot": -2, "pot": 0}


def test_3_6_all_pass_and_somebody_takes_the_pot(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      pass Ann Bea Cal Dot
      take Dot 4
    """
    assert findings == ["all-passed 1", "take 1 Dot +4"]


def test_3_7_whoever_plays_puts_in_a_second_ante(findings: list[str], books: dict[str, int]) -> None:
    """
    rules double-ante
    ante 2
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      tricks Ann 3 Bea 2
      pot 12
      take Ann 12
    """
    assert findings == []
    assert books == {"Ann": 8, "Bea": -4, "Cal": -2, "Dot": -2, "pot": 0}


def test_3_7_a_pot_without_the_second_ante(findings: list[str]) -> None:
    """
    rules casino
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      tricks Ann 3 Bea 2
      pot 4
    """
    assert findings == ["pot 1 -2"]


def test_3_7_acadiana_as_an_option() -> None:
    hand = "hand 1 Dot 2s\nplay Ann 0\nplay Bea 0\ntricks Ann 3 Bea 2\npot {}\n"
    assert found_in("rules acadiana\n" + hand.format(4)) == []
    assert found_in("rules acadiana second-ante=yes\n" + hand.format(6)) == []
    assert found_in("rules acadiana second-ante=yes\n" + hand.format(4)) == ["pot 1 -2"]


def test_3_8_all_at_once_there_is_no_order_of_declaring(findings: list[str]) -> None:
    """
    rules simultaneous
    hand 1 Dot 2s
      play Bea 2
      pass Cal Dot
      play Ann 3
    """
    assert findings == []


def test_3_8_then_draws_go_in_order(findings: list[str]) -> None:
    """
    rules simultaneous
    seats Ann Bea Cal Dot Eve Fay Gus Hal
    hand 1 Hal -
      play Cal 3 in 3h ?? ??
      play Bea 5 out 3h 4h 5h 6h 7h
      play Ann 5
      play Dot 5 out 8h 9h Th Jh Qh
      trick Ann Ad Kd 8h 9d
    """
    # Bea was served before Cal, who may get her three; Dot after Cal, who may not have the eight.
    assert findings == ["duplicate-card 1 8h"]


def test_3_9_an_early_announcement_forfeits_the_next_deal(findings: list[str]) -> None:
    """
    hand 1 Dot -
      early Bea
      play Ann 0
    hand 2 Ann -
      play Bea 0
    hand 3 Cal -
      play Dot 0
    """
    assert findings == []


def test_3_9_and_dealing_all_the_same_is_wrong(findings: list[str]) -> None:
    """
    hand 1 Dot -
      early Bea
      play Ann 0
    hand 2 Ann -
      play Bea 0
    hand 3 Bea -
      play Dot 0
    """
    assert findings == ["dealer 3 Bea"]


def test_3_9_in_a_simultaneous_house_too(findings: list[str]) -> None:
    """
    rules simultaneous
    hand 1 Dot -
      early Ann
      play Ann 0
    hand 2 Bea -
      play Bea 0
    """
    assert findings == []


def test_3_9_once_a_hand(findings: list[str]) -> None:
    """
    seats Ann Bea Cal
    hand 1 Cal -
      early Ann
      early Ann
      play Ann 0
    hand 2 Bea -
      play Bea 0
    hand 3 Cal -
      play Bea 0
    hand 4 Ann -
      play Bea 0
    """
    assert findings == []


# --- What is dealt again, and in which order ----------------------------------------------------------------------------


@pytest.mark.parametrize("declare", ["with-draw", "two-rounds"])
def test_3_4_folded_first_deals_a_discard_only_when_the_passed_hands_are_used_up(declare: str) -> None:
    def found(reuse: str, card: str, eve: int) -> list[str]:
        log = AGAIN.format(reuse=reuse, declare=declare, card=card, eve=eve)
        return [line for line in found_in(log) if line.startswith("duplicate-card")]

    # Twenty drawn: the stock is used up, the ten cards of the passed hands are not.
    assert found("folded-first", "3h", 2) == []
    assert found("folded-first", "3d", 2) == ["duplicate-card 1 3d"]
    assert found("together", "3d", 2) == []


def test_3_4_folded_first_counts_hands_passed_by_then() -> None:
    log = AGAIN.replace("play Gus 3 in {card} ?? ??", "play Gus 5 in {card} ?? ?? ?? ??").replace("pass Fay", "play Fay 2")
    assert "duplicate-card 1 3d" not in found_in(log.format(reuse="folded-first", declare="with-draw", card="3d", eve=5))
    assert "duplicate-card 1 3d" in found_in(log.format(reuse="folded-first", declare="with-draw", card="3d", eve=0))


def test_3_1_who_is_named_in_a_take_alone_declared_out_of_no_turn(findings: list[str]) -> None:
    """
    hand 1 Dot 9h
      early Cal
      pass Dot
      pass Bea
      pass Cal
      take Ann 4
    """
    assert findings == ["declare-order 1"]


def test_3_1_a_take_after_everybody_else_passed_in_turn_is_in_order(findings: list[str]) -> None:
    """
    hand 1 Dot 9h
      early Cal
      pass Ann Bea Cal
      take Dot 4
    hand 2 Ann 9h
      early Bea
      pass Bea Dot Ann
      take Cal 4
    """
    assert findings == []


def test_3_5_where_the_turned_card_is_nobodys_the_option_has_no_effect(findings: list[str]) -> None:
    """
    rules separate-trump ace-must-play=yes
    hand 1 Dot As
      play Ann 0
      play Bea 0
      tricks Ann 4 Bea 1
    """
    assert findings == []


def test_3_3_no_cap_is_above_what_a_hand_has(findings: list[str]) -> None:
    """
    rules louisiana draw-cap=5
    hand 1 Dot Ks
      play Ann 0
    rules hand-size=4
    hand 2 Ann Ks
      play Bea 4
      play Cal 5
      tricks Bea 3 Cal 1
    """
    assert findings == ["draw-cap 2 Cal"]


def test_3_3_a_dealer_who_may_have_taken_the_turned_card_may_throw_away_one_more(findings: list[str]) -> None:
    """
    rules dealer-takes-trump draw-cap=3
    hand 1 Dot Ks
      play Bea 0
      play Dot 2 out 2c 3c 4c 5c
      tricks Bea 3 Dot 2
    """
    # Four were thrown away and two drawn, which cannot be; but four of six cards, with the turned one, keep to the cap.
    assert findings == ["draw-count 1 Dot"]
