"""Whose chips went to whom (``ledger.money.attribution``): what leaves a pot is what went in, and from those who put it there."""

from __future__ import annotations

import secrets

import numpy as np
import pytest
from audit_text import log_of
from simulated_hands import simulate

from ledger.engine.judge import judge
from ledger.engine.settle import divided
from ledger.game.rules import PRESETS
from ledger.hands.from_log import columns
from ledger.log import read
from ledger.money.attribution import won_from


@pytest.fixture
def won(request: pytest.FixtureRequest) -> dict[str, int]:
    """Return who won how many chips from whom in the log of the test's docstring: ``Ann<Bea``; ``?`` is nobody."""
    (found,) = won_in(request.function.__doc__ or "")
    return found


def won_in(*texts: str) -> list[dict[str, int]]:
    """Return for each of some sessions, worked out together, who won how many chips from whom."""
    judged = judge(columns([read(log_of(text), f"{at}.bourre") for at, text in enumerate(texts)]))
    found = []
    for info, chips in zip(judged.hands.sessions, won_from(judged), strict=True):
        names = (*[*info.players, *["-"] * len(chips)][: len(chips)], "?")
        found.append({f"{names[winner]}<{names[loser]}": int(chips[winner, loser]) for winner, loser in np.argwhere(chips)})
    return found


def test_a_pot_comes_from_those_who_put_it_there(won: dict[str, int]) -> None:
    """
    seats Ann Bea Cal

    hand 1 Cal 9h
      play Ann 0
      play Bea 0
      tricks Ann 5

    hand 2 Ann 9h
      play Bea 0
      play Cal 0
      tricks Bea 3 Cal 2
    """
    assert won == {"Ann<Ann": 1, "Ann<Bea": 1, "Ann<Cal": 1, "Bea<Ann": 1, "Bea<Bea": 3, "Bea<Cal": 1}


def test_hands_that_nobody_wrote_down_are_won_of_their_losers_and_the_rest_of_the_pot(won: dict[str, int]) -> None:
    """
    pot 4
    seats Ann Bea
    result Ann 5 Bea -3
    hand 1 Bea 9h
      play Bea 0
    result Bea -2 Ann 1
    """
    assert won == {"Ann<Bea": 4, "Ann<?": 2, "Bea<Ann": 1, "Bea<Bea": 1, "Bea<?": 2}


def test_what_a_count_shows_was_won_of_the_others_and_what_does_not_add_up_of_nobody(won: dict[str, int]) -> None:
    """
    pot 9
    seats Ann Bea Cal
    buyin Ann 10
    buyin Bea 10
    buyin Cal 10
    count Ann 16
    count Bea 7
    count Cal 8
    """
    assert won == {"Ann<Bea": 3, "Ann<Cal": 2, "Ann<?": 1}


def test_what_lay_in_the_pot_is_nobodys(won: dict[str, int]) -> None:
    """
    pot 4
    seats Ann Bea

    hand 1 Bea 9h
      play Ann 0
      play Bea 0
      tricks Ann 3 Bea 2
    """
    assert won == {"Ann<?": 4, "Ann<Ann": 1, "Ann<Bea": 1}


def test_a_part_of_the_pot_comes_from_all_in_proportion_and_in_whole_chips(won: dict[str, int]) -> None:
    """
    rules louisiana limit=7
    ante 5
    seats Ann Bea

    hand 1 Bea 9h
      play Ann 0
      play Bea 0
      tricks Ann 3 Bea 2
    """
    assert won == {"Ann<Ann": 3, "Ann<Bea": 4}


def test_5_13_all_who_share_a_pot_win_their_part_of_it(won: dict[str, int]) -> None:
    """
    rules louisiana split=share
    seats Ann Bea Cal Dot

    hand 1 Dot 9h
      play Ann 0
      play Bea 0
      play Cal 0
      tricks Ann 2 Bea 2 Cal 1
    """
    assert sum(chips for pair, chips in won.items() if pair.startswith("Ann<")) == 2
    assert sum(chips for pair, chips in won.items() if pair.startswith("Bea<")) == 2
    assert sum(won.values()) == 4


def test_a_fine_is_won_by_whoever_takes_the_next_pot(won: dict[str, int]) -> None:
    """
    ante 0
    seats Ann Bea Cal
    penalty Cal 6

    hand 1 Cal 9h
      play Ann 0
      play Bea 0
      tricks Ann 3 Bea 2
    penalty Bea 5
    """
    assert won == {"Ann<Cal": 6}


def test_a_divided_pot_is_won_by_those_who_share_it(won: dict[str, int]) -> None:
    """
    pot 5
    seats Ann Bea
    end divide
    """
    assert won == {"Ann<?": 3, "Bea<?": 2}


def test_a_fine_after_the_last_hand_is_divided_with_the_pot_and_one_after_that_is_not(won: dict[str, int]) -> None:
    """
    ante 0
    seats Ann Bea

    hand 1 Bea 9h
      play Ann 0
      play Bea 0
      tricks Ann 3 Bea 2
    penalty Bea 6
    end divide
    penalty Ann 4
    """
    assert won == {"Ann<Bea": 3, "Bea<Bea": 3}


def test_everything_taken_was_put_in_by_somebody() -> None:
    seed = secrets.randbelow(1 << 32)
    print("seed", seed)
    for preset in PRESETS.values():
        judged = judge(simulate(preset, 20, 8, seed=seed, mistakes=0.2))
        won = won_from(judged)
        hands, settled = judged.hands, judged.settlement
        taken = np.zeros(won.shape[:2], np.int64)
        seats, rows = np.nonzero(hands.player >= 0)
        np.add.at(taken, (hands.session[rows], hands.player[seats, rows]), settled.taken[seats, rows])
        for session, player, chips in divided(hands, settled.left)[1]:
            taken[session, player] += chips
        assert (won.sum(2) == taken).all()
        assert (won >= 0).all()


def test_sums_past_64_bits_are_exact(won: dict[str, int]) -> None:
    """
    rules louisiana limit=900000000
    ante 900000000000
    seats Ann Bea

    hand 1 Bea 9h
      play Ann 0
      play Bea 0
      tricks Ann 3 Bea 2
    """
    assert won == {"Ann<Ann": 450_000_000, "Ann<Bea": 450_000_000}


def test_a_take_of_nearly_all_is_exact_where_its_product_with_the_pot_is_past_64_bits(won: dict[str, int]) -> None:
    """
    ante 2000000000
    seats Ann Bea

    hand 1 Bea 9h
      play Ann 0
      play Bea 0
      tricks Ann 3 Bea 2
      take Ann 3999999998
    """
    assert won == {"Ann<Ann": 1_999_999_999, "Ann<Bea": 1_999_999_999}


def test_a_pot_too_large_for_64_bit_settlement_is_won_like_any_other() -> None:
    # Nobody takes the forty million million in hand 1: from there on settlement is in whole numbers of any size.
    fines = "penalty Cal 1000000000000\n" * 40
    tied = "hand 1 Cal 9h\n  play Ann 0\n  play Bea 0\n  play Cal 0\n  tricks Ann 2 Bea 2 Cal 1\n"
    taken = "hand 2 Ann 9h\n  play Bea 0\n  play Cal 0\n  tricks Bea 3 Cal 2\n"
    assert won_in(f"ante 0\nseats Ann Bea Cal\n{fines}{tied}{taken}") == [{"Bea<Cal": 40_000_000_000_000}]


def test_where_there_is_no_session_nobody_won() -> None:
    assert won_from(judge(columns([]))).shape == (0, 0, 1)


def test_sessions_worked_out_together_are_as_each_alone() -> None:
    short = """
        seats Ann Bea Cal
        hand 1 Cal 9h
          play Ann 0
          play Bea 0
          tricks Ann 3 Bea 2
    """
    long = """
        pot 4
        seats Dot Eve
        hand 1 Eve 9h
          play Dot 0
          play Eve 0
          tricks Dot 3 Eve 2
        penalty Eve 5
        hand 2 Dot 9h
          play Eve 0
          play Dot 0
          tricks Eve 2 Dot 3
        hand 3 Eve 9h
          play Dot 0
          play Eve 0
          tricks Dot 2 Eve 3
    """
    won_short = {"Ann<Ann": 1, "Ann<Bea": 1, "Ann<Cal": 1}
    won_long = {"Dot<?": 4, "Dot<Dot": 2, "Dot<Eve": 1 + 5 + 1, "Eve<Dot": 1, "Eve<Eve": 1}
    assert won_in(short, long, short) == [won_short, won_long, won_short]
    assert won_in(long, short) == [won_long, won_short]


def test_a_small_pot_beside_a_large_one_changes_neither() -> None:
    hand = "hand 1 Bea 9h\n  play Ann 0\n  play Bea 0\n  tricks Ann 3 Bea 2\n"
    large = f"ante 2000000000\nseats Ann Bea\n{hand}  take Ann 3999999998\n"
    small = f"seats Ann Bea\n{hand}"
    assert won_in(large, small) == [{"Ann<Ann": 1_999_999_999, "Ann<Bea": 1_999_999_999}, {"Ann<Ann": 1, "Ann<Bea": 1}]


def test_only_a_ruling_puts_chips_into_the_pot_between_hands(won: dict[str, int]) -> None:
    """
    seats Ann Bea
    buyin Ann 20
    cashout Ann 3
    count Ann 17
    pay Bea Ann 8
    transfer Bea Ann 9
    penalty Bea 2

    hand 1 Bea 9h
      play Ann 0
      play Bea 0
      tricks Ann 3 Bea 2
    """
    assert won == {"Ann<Ann": 1, "Ann<Bea": 3}


def test_what_is_paid_for_playing_and_for_a_renege_is_won_like_an_ante(won: dict[str, int]) -> None:
    """
    rules louisiana second-ante=yes
    seats Ann Bea Cal

    hand 1 Cal 9h
      play Ann 0
      play Bea 0
      tricks Ann 5
      match Bea 5
      renege Bea 3

    hand 2 Ann 9h
      ante Ann Cal
      play Bea 0
      play Cal 0
      tricks Bea 1 Cal 4
    """
    assert won == {
        "Ann<Ann": 2,
        "Ann<Bea": 2,
        "Ann<Cal": 1,
        "Cal<Ann": 1,
        "Cal<Bea": 5 + 3 + 1,
        "Cal<Cal": 2,
    }


def test_what_a_count_brought_to_light_is_nobodys(won: dict[str, int]) -> None:
    """
    seats Ann Bea

    hand 1 Bea 9h
      play Ann what

    hand 2 Ann 9h
      ante Ann Bea
      pot 9
      play Bea 0
      play Ann 0
      tricks Bea 3 Ann 2
    """
    assert won == {"Bea<?": 7, "Bea<Ann": 1, "Bea<Bea": 1}


def test_chips_that_a_count_does_not_find_are_taken_from_nobody(won: dict[str, int]) -> None:
    """
    seats Ann Bea

    hand 1 Bea 9h
      play Ann what

    hand 2 Ann 9h
      ante Ann=3 Bea=2
      pot 4
      play Bea 0
      play Ann 0
      tricks Bea 3 Ann 2
    """
    # Five were put in, and four are there.
    assert won == {"Bea<Ann": 2, "Bea<Bea": 2}


def test_an_opening_pot_that_cannot_be_read_counts_as_empty_until_it_is_counted(won: dict[str, int]) -> None:
    """
    pot what
    seats Ann Bea

    hand 1 Bea 9h
      pot 9
      play Ann 0
      play Bea 0
      tricks Ann 3 Bea 2
    """
    assert won == {"Ann<?": 7, "Ann<Ann": 1, "Ann<Bea": 1}


def test_a_single_chip_is_won(won: dict[str, int]) -> None:
    """
    ante 0
    seats Ann Bea
    penalty Bea 1

    hand 1 Bea 9h
      play Ann 0
      play Bea 0
      tricks Ann 3 Bea 2
    """
    assert won == {"Ann<Bea": 1}


def test_nobody_loses_what_was_never_in_the_pot(won: dict[str, int]) -> None:
    """
    seats Ann Bea

    hand 1 Bea 9h
      play Ann 0
      play Bea 0
      tricks Ann 3 Bea 2
      take Ann 9

    hand 2 Ann 9h
      ante Ann=0 Bea=0
      play Bea 0
      play Ann 0
      tricks Ann 3 Bea 2
      take Ann 9
    """
    assert won == {"Ann<Ann": 1, "Ann<Bea": 1}
