"""When a player stays in, beside everybody else: by the trumps dealt and the place, and in the hand after going bourré."""

from __future__ import annotations

from itertools import product
from typing import Final

import polars as pl

from ledger.stats.breakdown import RATES
from ledger.stats.hand_groups import MOST_TRUMPS, beside

PLACES: Final = ("first", "middle", "before", "dealer")
"""Places at tables of any size: the first to speak, those between, the last before the dealer, the dealer (3.1)."""


def stays(counted: pl.DataFrame) -> pl.DataFrame:
    """Return a row for each number of trumps dealt, to ``MOST_TRUMPS`` and more, and each of the ``PLACES``: who stayed in.

    ``stayed`` out of ``stayed_of`` are the player's, ``field_stayed`` and ``field_stayed_of`` of everybody else. Counted are
    hands in which the whole deal of everybody is written down, of evenings in which that of somebody who passed is: where only
    those show their cards who stay, everybody whose cards are known stayed.
    """
    seat, last = pl.col("seat"), pl.col("seated") - 1
    there = counted.with_columns(
        trumps=pl.col("trumps_dealt"),
        place=pl.when(seat == last)
        .then(pl.lit("dealer"))
        .when(seat == 0)
        .then(pl.lit("first"))
        .when(seat == last - 1)
        .then(pl.lit("before"))
        .otherwise(pl.lit("middle")),
    )
    cells = pl.DataFrame(list(product(range(MOST_TRUMPS + 1), PLACES)), {"trumps": pl.Int64, "place": pl.String}, orient="row")
    return beside(there, cells, ["stayed"])


def after_bourre(counted: pl.DataFrame) -> pl.DataFrame:
    """Return two rows: how a player does in the hand after going bourré (``after`` True), and in all others, which come first.

    The hand after is the next of the same evening that was dealt to the player, whichever hands are chosen; one is in neither
    row if it is not known whether the player went bourré in the hand before. Of everybody else (``field_``) it is the hand after
    going bourré themselves.
    """
    return beside(counted, pl.DataFrame({"after": [False, True]}), RATES)
