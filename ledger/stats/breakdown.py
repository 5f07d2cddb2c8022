"""Where a player wins and where not, beside everybody else: by position, by trumps held, by pot, by how many stayed.

Each row is a group of hands. ``X`` and ``X_of`` are the player's (as in ``player_figures``), ``field_X`` and ``field_X_of`` of
everybody else in the same group, at the tables at which the player sat: at a larger table everybody wins less often. Rates have
intervals in ``X_low`` and ``X_high``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import polars as pl
from duckdb import DuckDBPyConnection

from ledger.stats.chosen import AT_TABLE, CHOSEN, EVERYTHING, Columns, Filter, frame
from ledger.stats.interval import rate_columns, with_intervals

PLAYED: Final = ("won", "bourres")
RATES: Final = ("stayed", *PLAYED)
FIELD: Final = "field_"
"""Before the names of the columns that are of everybody else in the same situation."""

_COUNTS: Final = {
    "hands": "dealt_out",
    "stayed": "declared = 2 AND stayers_said",
    "stayed_of": "dealt_out AND stayers_said",
    "won": "winner",
    "won_of": "declared = 2 AND known",
    "bourres": "bourre AND bourre_known",
    "bourres_of": "declared = 2 AND bourre_known",
    "chips_of": "dealt_out",
}
"""What is counted, each with its condition on a row of ``sat``. A hand thrown in is none (5.14)."""

MINE_OR_NOT: Final = ", ".join(
    [
        "coalesce(player = $player, FALSE) AS mine",
        *(f"count_if({which}) AS {name}" for name, which in _COUNTS.items()),
        "coalesce(sum(net), 0) AS chips",
    ]
)
"""Columns over ``at_table``, of groups in two rows: the player's hands, and everybody else's or none."""


def in_groups(
    connection: DuckDBPyConnection,
    at_table: str,
    sql: str,
    values: Mapping[str, object],
    about: Columns,
    *rates: str,
) -> pl.DataFrame:
    """What a query finds of groups that have the columns ``about``: rates of the player and of everybody else, with intervals.

    ``at_table`` is the named query for those hands, ``AT_TABLE`` or what ``kept_at_table`` gives in its place. ``sql`` has the
    columns ``about`` and ``MINE_OR_NOT``, in the order of the groups.
    """
    counted = ["hands", *rate_columns(*rates, "chips")]
    columns = {**about, "mine": pl.Boolean, **dict.fromkeys(counted, pl.Int64)}
    found = frame(connection, f"WITH {CHOSEN}, {at_table}, {sql}", values, columns)
    groups = found.select(*about).unique(maintain_order=True)
    for before, whose in (("", pl.col("mine")), (FIELD, ~pl.col("mine"))):
        theirs = found.filter(whose).select(*about, pl.col(counted).name.prefix(before))
        groups = groups.join(theirs, on=list(about), how="left", nulls_equal=True, maintain_order="left")
    told = groups.with_columns(pl.exclude(*about).fill_null(0)).drop(f"{FIELD}hands")
    return with_intervals(told, [f"{before}{rate}" for before in ("", FIELD) for rate in rates])


def by_position(
    connection: DuckDBPyConnection, player: int, where: Filter = EVERYTHING, *, by_size: bool = False, at_table: str = AT_TABLE
) -> pl.DataFrame:
    """Return a row for each position that the evenings have: how a player does there.

    ``position`` is the distance from the dealer's left (0, who speaks first: 3.1). The dealer has the last row, with
    ``dealer`` True and no position. If ``by_size`` there are such rows for each size of the table, ``seated``, which is null
    otherwise. Rates and means are as in ``player_figures``; ``hands`` is 0 and the intervals are null where the player never
    sat.
    """
    about: Columns = {"seated": pl.Int64, "position": pl.Int64, "dealer": pl.Boolean}
    values = {**where.values(), "player": player, "by_size": by_size}
    return in_groups(connection, at_table, _BY_POSITION, values, about, *RATES)


_BY_POSITION: Final = f"""
    sizes AS (SELECT DISTINCT seated FROM played WHERE seated > 0),
    places AS (
        SELECT DISTINCT CASE WHEN $by_size THEN seated END AS size, CASE WHEN seat < seated - 1 THEN seat END AS position
        FROM sizes, unnest(range(seated)) AS one(seat)
    ),
    those AS (
        SELECT *, CASE WHEN $by_size THEN seated END AS size, CASE WHEN seat < seated - 1 THEN seat END AS position
        FROM at_table
    )
    SELECT places.size AS seated, places.position, places.position IS NULL AS dealer, {MINE_OR_NOT}
    FROM places LEFT JOIN those ON places.size IS NOT DISTINCT FROM those.size
        AND places.position IS NOT DISTINCT FROM those.position
    GROUP BY ALL ORDER BY places.size, places.position NULLS LAST"""


def by_trumps(
    connection: DuckDBPyConnection, player: int, where: Filter = EVERYTHING, *, at_table: str = AT_TABLE
) -> pl.DataFrame:
    """Return a row for each number of trumps, from 0 to the largest hand played: how a player does with so many.

    It counts the hands that the player stayed in, if every card held when the play began is known (6.1). Rates and means are
    as in ``player_figures``.
    """
    return in_groups(connection, at_table, _BY_TRUMPS, {**where.values(), "player": player}, {"trumps": pl.Int64}, *PLAYED)


_BY_TRUMPS: Final = f"""
    those AS (
        SELECT *, bit_count(held & (8191::UBIGINT << (13 * trump))) AS trumps FROM at_table
        WHERE declared = 2 AND trump IS NOT NULL AND bit_count(held) = hand_size
    ),
    numbers AS (SELECT unnest(range(max(hand_size) + 1)) AS trumps FROM played)
    SELECT numbers.trumps, {MINE_OR_NOT}
    FROM numbers LEFT JOIN those ON numbers.trumps = those.trumps GROUP BY ALL ORDER BY numbers.trumps"""


BANDS: Final = (0, 5, 10, 20, 40, 80)
"""Where the bands of ``by_pot`` begin, in antes."""


def by_pot(connection: DuckDBPyConnection, player: int, where: Filter = EVERYTHING, *, at_table: str = AT_TABLE) -> pl.DataFrame:
    """Return a row for each size of the stake (5) in antes: how a player does when so much can be won.

    A band goes from ``antes`` up to, but not including, ``below`` (null: no end), by the ante of each hand. Hands without an
    ante are left out. Rates and means are as in ``player_figures``.
    """
    values = {**where.values(), "player": player, "bands": list(BANDS)}
    return in_groups(connection, at_table, _BY_POT, values, {"antes": pl.Int64, "below": pl.Int64}, *RATES)


_BY_POT: Final = f"""
    bands AS (SELECT antes, lead(antes) OVER (ORDER BY antes) AS below FROM unnest($bands::INTEGER[]) AS one(antes)),
    those AS (SELECT * FROM at_table WHERE one_ante > 0)
    SELECT antes, below, {MINE_OR_NOT}
    FROM bands LEFT JOIN those ON stake >= antes * one_ante AND (below IS NULL OR stake < below * one_ante)
    GROUP BY ALL ORDER BY antes"""


def by_stayers(
    connection: DuckDBPyConnection, player: int, where: Filter = EVERYTHING, *, at_table: str = AT_TABLE
) -> pl.DataFrame:
    """Return a row for each number of players in the play, from 1 to the most there were: how a player does as one of them.

    It counts the hands that the player stayed in, if it is recorded who else did. Rates and means are as in
    ``player_figures``.
    """
    return in_groups(connection, at_table, _BY_STAYERS, {**where.values(), "player": player}, {"stayers": pl.Int64}, *PLAYED)


_BY_STAYERS: Final = f"""
    numbers AS (SELECT unnest(range(1, max(stayed) + 1)) AS stayers FROM played),
    those AS (SELECT * FROM at_table WHERE declared = 2 AND stayers_said)
    SELECT numbers.stayers, {MINE_OR_NOT}
    FROM numbers LEFT JOIN those USING (stayers) GROUP BY ALL ORDER BY numbers.stayers"""
