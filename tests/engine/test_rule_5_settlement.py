"""rules.md 5: who takes the pot, who pays into the next one, who antes."""

import pytest
from audit_text import found_in, report_of

from ledger.game.rules import PRESETS

# --- 5.1 to 5.3: taking the pot --------------------------------------------------------------------------------------


def test_5_1_most_tricks_takes_the_stake(findings: list[str], books: dict[str, int]) -> None:
    """
    hand 1 Dot -
      play Ann 0
      play Bea 0
      play Cal 0
      tricks Ann 2 Bea 2 Cal 1
    hand 2 Ann -
      play Bea 0
      play Cal 0
      play Ann 0
      tricks Bea 3 Cal 1 Ann 1
      pot 6
      take Bea 6
    """
    # Cal and Dot anted to the second pot; Ann and Bea had tied.
    assert findings == []
    assert books == {"Ann": -1, "Bea": 5, "Cal": -2, "Dot": -2, "pot": 0}


def test_5_1_two_tricks_are_enough_if_three_others_have_one_each(findings: list[str]) -> None:
    """
    hand 1 Dot -
      play Ann 0
      play Bea 0
      play Cal 0
      play Dot 0
      tricks Ann 2 Bea 1 Cal 1 Dot 1
      take Ann 4
      match -
    """
    assert findings == []


def test_5_1_somebody_else_took_it(findings: list[str], books: dict[str, int]) -> None:
    """
    hand 1 Dot -
      play Ann 0
      play Bea 0
      tricks Ann 3 Bea 2
      take Bea 4
    """
    assert findings == ["take 1 Ann -4", "take 1 Bea +4"]
    assert books == {"Ann": -1, "Bea": 3, "Cal": -1, "Dot": -1, "pot": 0}


def test_5_1_not_when_the_table_called_a_renege(findings: list[str]) -> None:
    """
    hand 1 Dot -
      play Ann 0
      play Bea 0
      tricks Ann 3 Bea 2
      take Ann 4
      renege Ann 4
    """
    assert findings == ["take 1 Ann +4"]


@pytest.mark.parametrize("tricks", ["Ann 2 Bea 2 Cal 1", "Ann 1 Bea 1 Cal 1 Dot 1 Eve 1"])
def test_5_2_a_tie_leaves_the_pot(tricks: str) -> None:
    log = "seats Ann Bea Cal Dot Eve\nhand 1 Eve -\nplay Ann\nplay Bea\nplay Cal\nplay Dot\nplay Eve\n"
    assert found_in(log + f"tricks {tricks}\ntake -\n") == []
    assert found_in(log + f"tricks {tricks}\ntake Ann 5\n") == ["take 1 Ann +5"]


def test_5_2_two_and_two_in_the_four_card_game(findings: list[str]) -> None:
    """
    rules indiana
    hand 1 Dot -
      play Ann 0
      play Bea 0
      tricks Ann 2 Bea 2
      take -
    """
    assert findings == []


def test_5_2_the_pot_is_not_shared_out(findings: list[str]) -> None:
    """
    hand 1 Dot -
      play Ann 0
      play Bea 0
      play Cal 0
      tricks Ann 2 Bea 2 Cal 1
      take Ann 2
      take Bea 2
    """
    assert findings == ["take 1 Ann +2", "take 1 Bea +2"]


def test_5_2_one_who_may_not_win_counts_in_the_tie_all_the_same(findings: list[str]) -> None:
    """
    hand 1 Dot -
      play Ann 0
      play Bea 0
      play Cal 0
      tricks Ann 2 Bea 2 Cal 1
      take Bea 4
      renege Ann 4
    """
    # Without Ann's two tricks Bea would be alone with the most.
    assert findings == ["take 1 Bea +4"]


def test_5_3_the_leader_is_not_entitled_and_the_pot_stays(findings: list[str], books: dict[str, int]) -> None:
    """
    hand 1 Dot -
      play Ann 0
      play Bea 0
      tricks Ann 3 Bea 2
      renege Ann 4
      take -
    hand 2 Ann -
      play Bea
      pot 11
    """
    # 4 stay, 4 from Ann, who is let off the ante, and 3 antes; the next best does not win instead.
    assert findings == []
    assert books == {"Ann": -5, "Bea": 9, "Cal": -2, "Dot": -2, "pot": 0}


def test_5_3_the_next_best_does_not_take_it(findings: list[str]) -> None:
    """
    hand 1 Dot -
      play Ann 0
      play Bea 0
      tricks Ann 3 Bea 2
      renege Ann 4
      take Bea 4
    """
    assert findings == ["take 1 Bea +4"]


# --- 5.4, 5.5: paying into the next pot ------------------------------------------------------------------------------


def test_5_4_bourre_pays_the_stake(findings: list[str], books: dict[str, int]) -> None:
    """
    hand 1 Dot -
      play Ann 0
      play Bea 0
      play Cal 0
      tricks Ann 5
      match Bea 4
      match Cal 4
    """
    assert findings == []
    assert books == {"Ann": 3, "Bea": -5, "Cal": -5, "Dot": -1, "pot": 8}


def test_5_4_not_paid_and_paid_wrongly(findings: list[str]) -> None:
    """
    hand 1 Dot -
      play Ann 0
      play Bea 0
      play Cal 0
      play Dot 0
      tricks Ann 4 Bea 1
      match Bea 2
      match Cal 3
    """
    assert findings == ["match 1 Bea +2", "match 1 Cal -1", "match 1 Dot -4"]


def test_5_4_also_when_leaving_the_table(findings: list[str], books: dict[str, int]) -> None:
    """
    hand 1 Dot -
      play Ann 0
      play Bea 0
      tricks Ann 5
    leave Bea
    hand 2 Ann -
      play Cal
      pot 7
    """
    assert findings == []
    assert books == {"Ann": 2, "Bea": -5, "Cal": 5, "Dot": -2, "pot": 0}


def test_5_4_bourre_after_a_tie_pays_the_whole_pot(findings: list[str]) -> None:
    """
    hand 1 Dot -
      play Ann 0
      play Bea 0
      play Cal 0
      tricks Ann 3 Bea 2
    hand 2 Ann -
      play Bea 0
      play Cal 0
      tricks Bea 3 Cal 2
      pot 7
    """
    assert findings == []


def test_5_5_renege_pays_the_stake(findings: list[str], books: dict[str, int]) -> None:
    """
    hand 1 Dot -
      play Ann 0
      play Bea 0
      tricks Ann 3 Bea 2
      renege Bea 4
    """
    assert findings == []
    assert books == {"Ann": 3, "Bea": -5, "Cal": -1, "Dot": -1, "pot": 4}


def test_5_5_a_renege_without_an_amount_is_what_the_rules_give(books: dict[str, int]) -> None:
    """
    hand 1 Dot -
      play Ann 0
      play Bea 0
      tricks Ann 3 Bea 2
      renege Bea
    """
    assert books == {"Ann": 3, "Bea": -5, "Cal": -1, "Dot": -1, "pot": 4}


def test_5_5_twice_the_stake_in_the_indiana_game(findings: list[str], books: dict[str, int]) -> None:
    """
    rules indiana
    hand 1 Dot -
      play Ann 0
      play Bea 0
      tricks Ann 3 Bea 1
      pot 8
      renege Bea 16
    """
    assert findings == []
    assert books == {"Ann": 5, "Bea": -19, "Cal": -1, "Dot": -1, "pot": 16}


def test_5_5_too_little_for_a_renege(findings: list[str]) -> None:
    """
    hand 1 Dot -
      play Ann 0
      play Bea 0
      tricks Ann 3 Bea 2
      renege Bea 3
    """
    assert findings == ["penalty 1 Bea -1"]


def test_5_5_nothing_paid_for_a_renege(findings: list[str], books: dict[str, int]) -> None:
    """
    hand 1 Dot -
      play Ann 0
      play Bea 0
      tricks Ann 3 Bea 2
      renege Bea 0
    """
    assert findings == ["penalty 1 Bea -4"]
    assert books == {"Ann": 3, "Bea": -1, "Cal": -1, "Dot": -1, "pot": 0}


@pytest.mark.parametrize("paid", ["match Bea 4\nrenege Bea 0", "match Bea 4\nrenege Bea", "match -\nrenege Bea 4", "renege Bea"])
def test_5_5_bourre_and_renege_is_the_larger_once(paid: str) -> None:
    log = f"hand 1 Dot -\nplay Ann 0\nplay Bea 0\ntricks Ann 5\n{paid}\n"
    assert found_in(log) == []
    assert report_of(log).books["friday"]["Bea"] == -5


def test_5_5_bourre_and_renege_is_not_paid_twice(findings: list[str]) -> None:
    """
    hand 1 Dot -
      play Ann 0
      play Bea 0
      tricks Ann 5
      match Bea 4
      renege Bea 4
    """
    assert findings == ["penalty 1 Bea +4"]


def test_5_5_bourre_and_double_renege_is_twice_the_stake(findings: list[str], books: dict[str, int]) -> None:
    """
    rules louisiana renege-factor=2
    hand 1 Dot -
      play Ann 0
      play Bea 0
      tricks Ann 5
      match Bea 4
      renege Bea
    """
    assert findings == []
    assert books == {"Ann": 3, "Bea": -9, "Cal": -1, "Dot": -1, "pot": 8}


# --- 5.6 to 5.8: exemptions ------------------------------------------------------------------------------------------

PAID = """
    rules {}
    hand 1 Dot -
      play Ann 0
      play Bea 0
      play Cal 0
      tricks {}
      {}
    hand 2 Ann -
      ante {}
      play Bea
"""


def _antes(preset: str, tricks: str, more: str, ante: str) -> list[str]:
    return [line for line in found_in(PAID.format(preset, tricks, more, ante)) if line.startswith("ante")]


@pytest.mark.parametrize("preset", PRESETS)
def test_5_6_who_paid_for_a_bourre_antes_not(preset: str) -> None:
    most = "Ann 4 Bea 1" if preset != "indiana" else "Ann 3 Bea 1"
    exempt = preset != "double-ante"
    assert _antes(preset, most, "", "Ann Bea Dot") == ([] if exempt else ["ante 2 Cal -1"])
    assert _antes(preset, most, "", "Ann Bea Cal Dot") == (["ante 2 Cal +1"] if exempt else [])


@pytest.mark.parametrize("preset", PRESETS)
def test_5_6_who_paid_for_a_renege_antes_not(preset: str) -> None:
    tricks = "Ann 3 Bea 1 Cal 1" if preset != "indiana" else "Ann 2 Bea 1 Cal 1"
    exempt = preset != "double-ante"
    assert _antes(preset, tricks, "renege Bea", "Ann Cal Dot") == ([] if exempt else ["ante 2 Bea -1"])
    assert _antes(preset, tricks, "renege Bea", "Ann Bea Cal Dot") == (["ante 2 Bea +1"] if exempt else [])


def test_5_6_who_owed_and_did_not_pay_antes(findings: list[str]) -> None:
    """
    hand 1 Dot -
      play Ann 0
      play Bea 0
      tricks Ann 5
      match -
    hand 2 Ann -
      ante Ann Bea Cal Dot
      play Cal
    """
    assert findings == ["match 1 Bea -4"]


def test_5_6_who_paid_without_owing_antes_not(findings: list[str]) -> None:
    """
    hand 1 Dot -
      play Ann 0
      play Bea 0
      tricks Ann 4 Bea 1
      match Bea 1
    hand 2 Ann -
      ante Ann Cal Dot
      play Cal
    """
    assert findings == ["match 1 Bea +1"]


def test_5_6_a_match_of_nothing_exempts_nobody(findings: list[str]) -> None:
    """
    hand 1 Dot -
      play Ann 0
      play Bea 0
      tricks Ann 4 Bea 1
      match Bea 0
    hand 2 Ann -
      ante Ann Bea Cal Dot
      play Cal
    """
    assert findings == []


def test_5_6_a_renege_called_and_paid_with_nothing_exempts_nobody(findings: list[str]) -> None:
    """
    hand 1 Dot -
      play Ann 0
      play Bea 0
      tricks Ann 4 Bea 1
      renege Bea 0
    hand 2 Ann -
      ante Ann Bea Cal Dot
      play Cal
    """
    assert findings == ["penalty 1 Bea -4"]


def test_5_6_only_for_the_next_hand(findings: list[str]) -> None:
    """
    hand 1 Dot -
      play Ann 0
      play Bea 0
      tricks Ann 5
    hand 2 Ann -
      ante Ann Cal Dot
      play Cal
    hand 3 Bea -
      ante Ann Bea Cal Dot
      play Cal
    """
    assert findings == []


def test_5_6_a_ruling_made_later_exempts_nobody(findings: list[str]) -> None:
    """
    hand 1 Dot -
      play Ann 0
      play Bea 0
      tricks Ann 4 Bea 1
    penalty Bea 4 for 1
    hand 2 Ann -
      ante Ann Bea Cal Dot
      play Cal
      pot 8
    """
    assert findings == []


@pytest.mark.parametrize("preset", PRESETS)
def test_5_7_who_tied_antes_not(preset: str) -> None:
    tricks = "Ann 2 Bea 2 Cal 1" if preset != "indiana" else "Ann 2 Bea 2"
    exempt = preset not in {"double-ante", "acadiana", "casino"}
    more = "match Cal 0" if preset == "indiana" else ""
    assert _antes(preset, tricks, more, "Cal Dot") == ([] if exempt else ["ante 2 Ann -1", "ante 2 Bea -1"])
    assert _antes(preset, tricks, more, "Ann Bea Cal Dot") == (["ante 2 Ann +1", "ante 2 Bea +1"] if exempt else [])


def test_5_7_by_the_tricks_even_if_somebody_took_the_pot(findings: list[str]) -> None:
    """
    hand 1 Dot -
      play Ann 0
      play Bea 0
      play Cal 0
      tricks Ann 2 Bea 2 Cal 1
      take Ann 4
    hand 2 Ann -
      ante Cal Dot
      play Cal
      pot 2
    """
    assert findings == ["take 1 Ann +4"]


def test_5_7_one_who_may_not_win_tied_all_the_same(findings: list[str]) -> None:
    """
    rules louisiana bourre-exempt=no
    hand 1 Dot -
      play Ann 0
      play Bea 0
      play Cal 0
      tricks Ann 2 Bea 2 Cal 1
      renege Ann 4
    hand 2 Ann -
      ante Cal Dot
      play Cal
    """
    assert findings == []


def test_5_8_double_ante_everyone_antes_every_hand(findings: list[str]) -> None:
    """
    rules double-ante
    hand 1 Dot -
      play Ann 0
      play Bea 0
      play Cal 0
      tricks Ann 2 Bea 2 Cal 1
    hand 2 Ann -
      ante Ann Bea Cal Dot
      play Bea 0
      play Cal 0
      tricks Bea 5
    hand 3 Bea -
      ante Ann Bea Cal Dot
      play Dot
    """
    assert findings == []


def test_5_8_the_options_stay_independent() -> None:
    tied, gone = ("Ann 2 Bea 2 Cal 1", "Ann 4 Bea 1")
    assert _antes("double-ante split-exempt=yes", tied, "", "Cal Dot") == []
    assert _antes("double-ante bourre-exempt=yes", gone, "", "Ann Bea Dot") == []
    assert _antes("double-ante bourre-exempt=yes", tied, "", "Ann Bea Cal Dot") == []
    assert _antes("louisiana second-ante=yes", tied, "", "Cal Dot") == []


# --- 5.9, 5.10: limit and next pot -----------------------------------------------------------------------------------


def test_5_9_at_most_the_limit(findings: list[str], books: dict[str, int]) -> None:
    """
    rules louisiana limit=20
    pot 26
    hand 1 Dot -
      play Ann 0
      play Bea 0
      tricks Ann 5
      pot 30
      take Ann 20
      match Bea 20
    hand 2 Ann -
      play Cal
      pot 33
    """
    # 30 − 20 + 20 + 3 antes; Cal takes 20 of the 33.
    assert findings == []
    assert books == {"Ann": 18, "Bea": -21, "Cal": 18, "Dot": -2, "pot": 13}


def test_5_9_the_whole_pot_below_the_limit(findings: list[str]) -> None:
    """
    rules louisiana limit=20
    hand 1 Dot -
      play Ann 0
      play Bea 0
      tricks Ann 5
      take Ann 4
      match Bea 4
    """
    assert findings == []


def test_5_9_more_than_the_limit(findings: list[str]) -> None:
    """
    rules louisiana limit=20
    pot 26
    hand 1 Dot -
      play Ann 0
      play Bea 0
      tricks Ann 5
      take Ann 30
      match Bea 30
    """
    assert findings == ["match 1 Bea +10", "take 1 Ann +10"]


def test_5_9_a_double_renege_pays_at_most_twice_the_limit(findings: list[str]) -> None:
    """
    rules indiana limit=20
    pot 26
    hand 1 Dot -
      play Ann 0
      play Bea 0
      tricks Ann 3 Bea 1
      pot 34
      renege Bea 40
    """
    assert findings == []


def test_5_10_the_next_pot(findings: list[str]) -> None:
    """
    rules louisiana limit=10
    pot 8
    hand 1 Dot -
      play Ann 0
      play Bea 0
      play Cal 0
      tricks Ann 3 Bea 2
      pot 12
      take Ann 10
      match Cal 10
      renege Bea 10
    penalty Dot 5 for 1
    hand 2 Ann -
      play Cal
      pot 29
    """
    # 12 − 10 + 10 + 10 + 5 + the antes of Ann and Dot.
    assert findings == []


def test_5_10_a_pot_that_does_not_add_up(findings: list[str], books: dict[str, int]) -> None:
    """
    hand 1 Dot -
      play Ann 0
      play Bea 0
      tricks Ann 5
    hand 2 Ann -
      play Cal
      pot 9
    """
    # 4 from Bea and three antes are 7, and the books go on with those.
    assert findings == ["pot 2 +2"]
    assert books == {"Ann": 2, "Bea": -5, "Cal": 5, "Dot": -2, "pot": 0}


# --- 5.11: the worked example of the source --------------------------------------------------------------------------


def test_5_11_worked_example(findings: list[str], books: dict[str, int]) -> None:
    """
    seats A B C D E F G
    hand 1 G -
      ante A B C D E F G
      play B
      play C
      play E
      play G
      tricks B 1 E 3 G 1
      pot 7
      take E 7
      match C 7
    hand 2 A -
      ante A B D E F G
      play B
      play E
      play F
      play A
      tricks A 2 B 1 F 2
      pot 13
      take -
      match E 13
    hand 3 B -
      ante B C D G
      play C
      play D
      play E
      tricks D 5
      pot 30
      take D 30
      match C 30
      match E 30
    hand 4 C -
      ante A B D F G
      pot 65
    """
    assert findings == []
    assert books == {"A": -3, "B": -4, "C": -39, "D": 26, "E": -38, "F": -3, "G": -4, "pot": 65}


def test_5_11_the_rules_alone_come_to_the_same(findings: list[str], books: dict[str, int]) -> None:
    """
    seats A B C D E F G
    hand 1 G -
      play B
      play C
      play E
      play G
      tricks B 1 E 3 G 1
    hand 2 A -
      play B
      play E
      play F
      play A
      tricks A 2 B 1 F 2
    hand 3 B -
      play C
      play D
      play E
      tricks D 5
    hand 4 C -
      pot 65
    """
    assert findings == []
    assert books == {"A": -3, "B": -4, "C": -39, "D": 26, "E": -38, "F": -3, "G": -4, "pot": 65}


# --- 5.12: the end of a session --------------------------------------------------------------------------------------


def test_5_12_the_pot_is_carried(books: dict[str, int]) -> None:
    """
    hand 1 Dot -
      play Ann 0
      play Bea 0
      tricks Ann 5
    end carry
    """
    assert books == {"Ann": 3, "Bea": -5, "Cal": -1, "Dot": -1, "pot": 4}


def test_5_12_carried_if_nothing_is_said(books: dict[str, int]) -> None:
    """
    hand 1 Dot -
      play Ann 0
      play Bea 0
      tricks Ann 5
    """
    assert books == {"Ann": 3, "Bea": -5, "Cal": -1, "Dot": -1, "pot": 4}


def test_5_12_to_the_next_session_of_the_same_game(findings: list[str], books: dict[str, int]) -> None:
    """
    pot 4
    hand 1 Dot -
      play Ann 0
      pot 8
    """
    assert findings == []
    assert books == {"Ann": 7, "Bea": -1, "Cal": -1, "Dot": -1, "pot": 0}


def test_5_12_divided_odd_chips_to_the_dealers_left(books: dict[str, int]) -> None:
    """
    pot 2
    hand 1 Bea -
      play Cal 0
      play Dot 0
      play Ann 0
      tricks Cal 2 Dot 2 Ann 1
    end divide
    """
    # Six chips among four: the odd ones to Cal and Dot, on Bea's left.
    assert books == {"Ann": 0, "Bea": 0, "Cal": 1, "Dot": 1, "pot": 0}


def test_5_12_a_single_chip_is_divided(books: dict[str, int]) -> None:
    """
    pot 1
    seats Ann Bea
    end divide
    """
    assert sorted(books.values()) == [0, 0, 1]
    assert books["pot"] == 0


def test_5_12_rulings_after_the_division_stay_in_the_pot(books: dict[str, int]) -> None:
    """
    seats Ann Bea
    penalty Ann 2
    penalty Bea 4
    end divide
    penalty Ann 3
    penalty Bea 7
    """
    assert books == {"Ann": 3 - 2 - 3, "Bea": 3 - 4 - 7, "pot": 3 + 7}


def test_5_12_divided_among_those_still_seated(books: dict[str, int]) -> None:
    """
    hand 1 Bea -
      play Cal 0
      play Dot 0
      tricks Cal 5
    leave Cal
    end divide
    """
    # Dot paid four. Of three who share, the first on the dealer's left is Dot.
    assert books == {"Ann": 0, "Bea": 0, "Cal": 3, "Dot": -3, "pot": 0}


def test_5_12_a_pot_owed_is_not_divided(books: dict[str, int]) -> None:
    """
    hand 1 Dot -
      play Ann
      take Ann 9
    end divide
    """
    assert books == {"Ann": 8, "Bea": -1, "Cal": -1, "Dot": -1, "pot": -5}


def test_5_12_a_count_after_the_division_includes_the_share(findings: list[str], books: dict[str, int]) -> None:
    """
    pot 4
    buyin Ann 10
    hand 1 Dot -
      pass Ann Bea Cal Dot
    end divide
    count Ann 11
    """
    assert books["Ann"] == 11
    assert findings == ["all-passed 1"]
