"""Whose chips went to whom (``ledger.money.attribution``): what leaves a pot is what went in, and from those who put it there."""

from __future__ import annotations

import secrets

import numpy as np
import pytest
from audit_text import log_of

from ledger.engine.judge import judge
from ledger.engine.settle import divided
from ledger.game.rules import PRESETS
from ledger.hands.from_log import columns
from ledger.log import read
from ledger.money.attribution import won_from
from ledger.simulation.sessions import simulate


@pytest.fixture
def won(request: pytest.FixtureRequest) -> dict[str, int]:
    """Return who won how many chips from whom in the log of the test's docstring: ``Ann<Bea``; ``?`` is nobody."""
    judged = judge(columns([read(log_of(request.function.__doc__ or ""), "friday.bourre")]))
    names = (*judged.hands.sessions[0].players, "?")
    chips = won_from(judged)[0]
    return {f"{names[winner]}<{names[loser]}": int(chips[winner, loser]) for winner, loser in np.argwhere(chips)}


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


def test_everything_taken_was_put_in_by_somebody() -> None:
    seed = secrets.randbelow(1 << 32)
    print("seed", seed)
    for preset in PRESETS.values():
        judged = judge(simulate(preset, 20, 15, seed=seed, mistakes=0.2))
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
