"""Eight truths of the game: what is shipped is what comes out, and the titles say what the figures
do.
"""

from __future__ import annotations

from math import hypot

import numpy as np
import pytest
from trials import FULL

from ledger.insight.truths import (
    FEW,
    LIMIT,
    PARTS,
    SEED,
    SIZES,
    TABLES,
    TIGHT_TO_LOOSE,
    Figure,
    _draws,
    _lowest,
    compute,
    shipped,
    snowballs_from,
    truths,
)

FAR = 5
"""Standard errors; those of ten batches are themselves off by a quarter."""


def test_what_is_shipped_comes_out_again_by_other_dice() -> None:
    """The table of draws in small; all of them with BOURRE_TRIALS=full."""
    found = compute(4000 if FULL else 500, SEED + 1, parts=PARTS if FULL else (_draws,))
    off = {
        (name, row, what): (one.value - other.value) / max(hypot(one.error, other.error), 1e-9)
        for name, rows in found.items()
        for row, figures in rows.items()
        for (what, one), other in zip(figures.items(), shipped()[name][row].values(), strict=True)
        if one.error and other.error  # what never came up in some hundreds of hands has none
    }
    print({what: round(far, 1) for what, far in off.items()})
    assert len(off) >= 15
    assert max(map(abs, off.values())) < FAR


def test_every_table_is_shipped_whole() -> None:
    rows = {name: set(found) for name, found in shipped().items()}
    assert rows["pot"] == {(seats, loose) for seats in SIZES for loose in TIGHT_TO_LOOSE}
    assert rows["reply"] == {(loose,) for loose in TIGHT_TO_LOOSE}
    assert rows["place"] == {(seats, place) for seats in SIZES for place in range(seats)}
    assert rows["purse"] == {(limit, loose) for limit in (0, LIMIT) for loose in FEW}
    assert rows.keys() == TABLES.keys()


def test_the_titles_say_what_the_figures_do() -> None:
    found = shipped()
    from_ = [snowballs_from(found, seats) for seats in SIZES]
    assert from_[0] is None  # three at the table: it never does
    assert np.ptp([one.value for one in from_[1:] if one]) < 0.25
    you = [row["you"].value for row in found["reply"].values()]
    assert you[:6] == sorted(you[:6], reverse=True)
    fared = [
        (row["takes"].value, -row["bourre"].value, row["worth"].value)
        for row in found["drawn"].values()
    ]
    assert fared == sorted(fared, reverse=True)
    for seats in SIZES:
        worth = [found["place"][seats, place]["worth"].value for place in range(seats)]
        assert max(worth) == worth[-1]
    stays = [row["nobody"].value for (many,), row in found["split"].items() if many > 2]
    assert all(0.28 < one < 0.38 for one in stays)
    way = {
        name: [found["way"][name, loose]["worth"].value for loose in FEW]
        for name in ("never", "always")
    }
    assert [never < always for never, always in zip(*way.values(), strict=True)] == [
        True,
        True,
        False,
        False,
    ]
    assert len(truths(found)) == 8


def test_a_pot_snowballs_where_the_line_between_two_tables_crosses_one() -> None:
    found = {
        "pot": {
            (5, loose): _grows(2 + at, 0.4 + 0.4 * at) for at, loose in enumerate(TIGHT_TO_LOOSE)
        }
    }
    assert snowballs_from(found, 5) == pytest.approx((3.5, 0.025))
    found["pot"] = {(5, loose): _grows(2.0, 0.5) for loose in TIGHT_TO_LOOSE}
    assert snowballs_from(found, 5) is None


def _grows(players: float, times: float) -> dict[str, Figure]:
    return {"in": Figure(players, 0.0), "grows": Figure(times, 0.01)}


def test_how_far_down_somebody_was_goes_by_the_player_and_not_by_the_seat() -> None:
    """Who loses 2 in each of the first two of fifty hands is 4 down, wherever the deal has
    come to.
    """
    player = (np.arange(5)[:, None] + np.arange(50)) % 5
    moved = np.where((player == 3) & (np.arange(50) < 2), -2, 0)
    moved[player == 1] = 1
    assert _lowest(moved, player).tolist() == [0, 0, 0, 4, 0]
