"""The hands at a player's tables, counted in the smallest groups that anything is asked about: every answer adds some up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import polars as pl
from duckdb import DuckDBPyConnection

from ledger.stats.chosen import AT_TABLE, CHOSEN, EVERYTHING, Columns, Filter, frame
from ledger.stats.figures import COUNTS, DEALT
from ledger.stats.interval import rate_columns, with_intervals

BANDS: Final = (0, 5, 10, 20, 40, 80)
"""Where the bands of stakes begin, in antes."""
MOST_TRUMPS: Final = 4
"""Trumps dealt from which no difference is made: so many and more are one group."""
FIELD: Final = "field_"
"""Before the names of the columns that are of everybody else in the same situation."""


def grouped_hands(connection: DuckDBPyConnection, player: int, where: Filter = EVERYTHING) -> pl.DataFrame:
    """Count the hands at the tables at which a player sat, in groups that are alike in all that is asked about.

    A row is a group of hands of the player (``mine``) or of everybody else, with ``hands`` and the columns of ``STATISTICS``
    (Int128: sums of them do not overflow). All else is what the hands of the group have in common: ``dealt_out`` (not thrown
    in), ``seat`` and ``seated``, ``hand_size``, the band of ``antes`` in which the stake was (null without an ante), and for
    those who stayed ``trumps`` held when the play began (null if not every card is known, 6.1) and how many ``stayers`` there
    were (null if nobody says). ``after`` is whether it follows a bourré of the same person on that evening, null if nobody
    knows. ``trumps_dealt`` is null unless all deals are shown (``hands.deals_shown``); ``MOST_TRUMPS`` means so many or more.
    """
    columns: Columns = {**_COMMON, **dict.fromkeys(("hands", *COUNTS), pl.Int128)}
    return frame(connection, _GROUPS, {**where.values(), "player": player}, columns)


_COMMON: Final[Columns] = {
    "mine": pl.Boolean,
    "dealt_out": pl.Boolean,
    "seat": pl.Int64,
    "seated": pl.Int64,
    "hand_size": pl.Int64,
    "antes": pl.Int64,
    "trumps": pl.Int64,
    "stayers": pl.Int64,
    "after": pl.Boolean,
    "trumps_dealt": pl.Int64,
}

_TRUMP_SUIT: Final = "(8191::UBIGINT << (13 * trump))"

_BAND: Final = " ".join(f"WHEN stake >= {antes} * one_ante THEN {antes}" for antes in BANDS[::-1])

_GROUPS: Final = f"""
    WITH {CHOSEN}, {AT_TABLE}
    SELECT player = $player AS mine, dealt_out, seat, seated, hand_size,
        CASE WHEN one_ante > 0 THEN CASE {_BAND} END END AS antes,
        CASE WHEN declared = 2 AND trump IS NOT NULL AND bit_count(held) = hand_size THEN bit_count(held & {_TRUMP_SUIT}) END
            AS trumps,
        CASE WHEN declared = 2 AND stayers_said THEN stayers END AS stayers,
        after_bourre AS after,
        CASE WHEN deals_shown THEN least(bit_count(dealt & {_TRUMP_SUIT}), {MOST_TRUMPS}) END AS trumps_dealt,
        {DEALT} AS hands, {", ".join(f"{sql} AS {column}" for column, sql in COUNTS.items())}
    FROM at_table GROUP BY ALL"""


def beside(counted: pl.DataFrame, groups: pl.DataFrame, rates: Sequence[str]) -> pl.DataFrame:
    """Return for each of some groups how the player did, and everybody else, from what ``grouped_hands`` counted.

    ``groups`` has columns of ``counted`` alone, and as many rows as the answer. ``X`` and ``X_of`` are the player's (as in
    ``player_figures``), ``field_X`` and ``field_X_of`` everybody else's: of the hands of each group at the tables at which the
    player sat, since at a larger table everybody wins less often. Each of the ``rates`` has an interval in ``X_low`` and
    ``X_high``; besides there are ``chips`` and ``hands``.
    """
    by, sums = groups.columns, ["hands", *rate_columns(*rates, "chips")]
    added = counted.group_by(*by, "mine").agg(pl.col(sums).sum().cast(pl.Int64, strict=False))
    told = groups
    for before, whose in (("", pl.col("mine")), (FIELD, ~pl.col("mine"))):
        theirs = added.filter(whose).select(*by, pl.col(sums).name.prefix(before))
        told = told.join(theirs, on=by, how="left", nulls_equal=True, maintain_order="left")
    told = told.with_columns(pl.exclude(by).fill_null(0)).drop(f"{FIELD}hands")
    return with_intervals(told, [f"{before}{rate}" for before in ("", FIELD) for rate in rates])
