"""Whose chips went to whom (``ledger.money.attribution``): what leaves a pot is what went in, and
from those who put it there.
"""

from __future__ import annotations

import secrets
from pathlib import Path

import numpy as np
import pytest
from audit_text import log_of
from simulated_hands import simulate
from text_cases import Case, cases_in
from trials import drawn

from ledger.engine.judge import judge
from ledger.engine.settle import divided
from ledger.game.rules import PRESETS
from ledger.hands.from_log import columns
from ledger.log import read
from ledger.money.attribution import won_from


def won_in(*texts: str) -> list[dict[str, int]]:
    """Return for each of some sessions, worked out together, who won how many chips from whom."""
    judged = judge(columns([read(log_of(text), f"{at}.bourre") for at, text in enumerate(texts)]))
    found = []
    for info, chips in zip(judged.hands.sessions, won_from(judged), strict=True):
        names = (*[*info.players, *["-"] * len(chips)][: len(chips)], "?")
        found.append(
            {
                f"{names[winner]}<{names[loser]}": int(chips[winner, loser])
                for winner, loser in np.argwhere(chips)
            }
        )
    return found


@pytest.mark.parametrize("case", cases_in(Path(__file__).parent / "attribution.txt"), ids=str)
def test_who_won_from_whom(case: Case) -> None:
    (found,) = won_in(case.log)
    assert "> " + ", ".join(f"{pair} {chips}" for pair, chips in found.items()) == case.expected


def test_5_13_all_who_share_a_pot_win_their_part_of_it() -> None:
    (won,) = won_in("""
    rules louisiana split=share
    seats Ann Bea Cal Dot

    hand 1 Dot 9h
      play Ann 0
      play Bea 0
      play Cal 0
      tricks Ann 2 Bea 2 Cal 1
    """)
    assert sum(chips for pair, chips in won.items() if pair.startswith("Ann<")) == 2
    assert sum(chips for pair, chips in won.items() if pair.startswith("Bea<")) == 2
    assert sum(won.values()) == 4


def test_everything_taken_was_put_in_by_somebody() -> None:
    seed = secrets.randbelow(1 << 32)
    print("seed", seed)
    for preset in drawn(list(PRESETS.values()), 3):
        judged = judge(simulate(preset, 20, 8, seed=seed, mistakes=0.2))
        won = won_from(judged)
        hands, settled = judged.hands, judged.settlement
        taken = np.zeros(won.shape[:2], np.int64)
        seats, rows = np.nonzero(hands.player >= 0)
        np.add.at(
            taken, (hands.session[rows], hands.player[seats, rows]), settled.taken[seats, rows]
        )
        for session, player, chips in divided(hands, settled.left)[1]:
            taken[session, player] += chips
        assert (won.sum(2) == taken).all()
        assert (won >= 0).all()


def test_a_pot_too_large_for_64_bit_settlement_is_won_like_any_other() -> None:
    # Nobody takes the forty million million in hand 1: from there on settlement is in whole numbers
    # of any size.
    fines = "penalty Cal 1000000000000\n" * 40
    tied = "hand 1 Cal 9h\n  play Ann 0\n  play Bea 0\n  play Cal 0\n  tricks Ann 2 Bea 2 Cal 1\n"
    taken = "hand 2 Ann 9h\n  play Bea 0\n  play Cal 0\n  tricks Bea 3 Cal 2\n"
    assert won_in(f"ante 0\nseats Ann Bea Cal\n{fines}{tied}{taken}") == [
        {"Bea<Cal": 40_000_000_000_000}
    ]


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
    assert won_in(large, small) == [
        {"Ann<Ann": 1_999_999_999, "Ann<Bea": 1_999_999_999},
        {"Ann<Ann": 1, "Ann<Bea": 1},
    ]
