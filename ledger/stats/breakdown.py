"""Where a player wins and where not, beside everybody else: by position, by trumps held, by pot, by how many stayed.

Each takes what ``grouped_hands`` counted and gives a row for each group of hands, with the columns of ``beside``.
"""

from __future__ import annotations

from typing import Final

import polars as pl

from ledger.stats.hand_groups import BANDS, beside

PLAYED: Final = ("won", "bourres")
RATES: Final = ("stayed", *PLAYED)


def by_position(counted: pl.DataFrame, *, by_size: bool = False) -> pl.DataFrame:
    """Return a row for each position at the player's tables: how a player does there.

    ``position`` is the distance from the dealer's left (0, who speaks first: 3.1). The dealer has the last row, with
    ``dealer`` True and no position. If ``by_size`` there are such rows for each size of the table, ``seated``, which is null
    otherwise. ``hands`` is 0 and the intervals are null where the player never sat.
    """
    there = counted.with_columns(
        seated=pl.col("seated") if by_size else pl.lit(None, pl.Int64),
        position=pl.when(pl.col("seat") < pl.col("seated") - 1).then("seat"),
    )
    places = there.select("seated", "position").unique().sort("seated", "position", nulls_last=True)
    found = beside(there, places, RATES)
    return found.insert_column(2, found["position"].is_null().alias("dealer"))


def by_trumps(counted: pl.DataFrame) -> pl.DataFrame:
    """Return a row for each number of trumps, from 0 to the largest hand dealt: how a player does with so many.

    It counts the hands that the player stayed in, if every card held when the play began is known (6.1).
    """
    return beside(counted, _numbers("trumps", 0, counted["hand_size"]), PLAYED)


def by_pot(counted: pl.DataFrame) -> pl.DataFrame:
    """Return a row for each size of the stake (5) in antes: how a player does when so much can be won.

    A band goes from ``antes`` up to, but not including, ``below`` (null: no end), by the ante of each hand. Hands without an
    ante are left out.
    """
    found = beside(counted, pl.DataFrame({"antes": BANDS}, {"antes": pl.Int64}), RATES)
    return found.insert_column(1, pl.Series("below", [*BANDS[1:], None], pl.Int64))


def by_stayers(counted: pl.DataFrame) -> pl.DataFrame:
    """Return a row for each number of players in the play, from 1 to the most there were: how a player does as one of them.

    It counts the hands that the player stayed in, if it is recorded who else did.
    """
    return beside(counted, _numbers("stayers", 1, counted["stayers"]), PLAYED)


def _numbers(name: str, first: int, most: pl.Series) -> pl.DataFrame:
    """Return a column of the numbers from the first to the largest; none where there is none."""
    last = most.max()
    return pl.DataFrame({name: range(first, last + 1) if isinstance(last, int) else []}, {name: pl.Int64})
