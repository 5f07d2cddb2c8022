"""Where a player wins and where not: by position, by trumps held, by size of the pot."""

from __future__ import annotations

from typing import Final

import polars as pl
from duckdb import DuckDBPyConnection

from ledger.stats.chosen import CHOSEN, EVERYTHING, Columns, Filter, frame
from ledger.stats.interval import rate_columns, with_intervals

_PLAYED: Final = ("won", "bourres")
_RATES: Final = ("stayed", *_PLAYED)

_COUNTED: Final = """
        count(*) FILTER (dealt_out) AS hands, count(*) FILTER (declared = 2) AS stayed, count(*) FILTER (dealt_out) AS stayed_of,
        count(*) FILTER (winner) AS won, count(*) FILTER (declared = 2 AND known) AS won_of,
        count(*) FILTER (bourre) AS bourres, count(*) FILTER (declared = 2 AND known) AS bourres_of,
        coalesce(sum(net), 0) AS chips, count(*) FILTER (dealt_out) AS chips_of"""
"""What is counted of one player's hands: of groups without a hand too, whose row has no player.

A hand thrown in is none (5.14)."""


def by_position(
    connection: DuckDBPyConnection, player: int, where: Filter = EVERYTHING, *, by_size: bool = False
) -> pl.DataFrame:
    """Return a row for each position that the evenings have: how a player does there.

    ``position`` is the distance from the dealer's left (0, who speaks first: 3.1). The dealer has the last row, with
    ``dealer`` True and no position. If ``by_size`` there are such rows for each size of the table, ``seated``, which is null
    otherwise. Rates and means are as in ``player_figures``; ``hands`` is 0 and the intervals are null where the player never
    sat.
    """
    columns: Columns = {"seated": pl.Int64, "position": pl.Int64, "dealer": pl.Boolean, "hands": pl.Int64, **_columns(*_RATES)}
    values = {**where.values(), "player": player, "by_size": by_size}
    return with_intervals(frame(connection, _BY_POSITION, values, columns), _RATES)


_BY_POSITION: Final = f"""
    WITH {CHOSEN},
    sizes AS (SELECT DISTINCT seated FROM played WHERE seated > 0),
    places AS (
        SELECT DISTINCT CASE WHEN $by_size THEN seated END AS size, CASE WHEN seat < seated - 1 THEN seat END AS position
        FROM sizes, unnest(range(seated)) AS one(seat)
    ),
    mine AS (
        SELECT *, CASE WHEN $by_size THEN seated END AS size, CASE WHEN seat < seated - 1 THEN seat END AS position
        FROM sat WHERE player = $player
    )
    SELECT places.size AS seated, places.position, places.position IS NULL AS dealer, {_COUNTED}
    FROM places LEFT JOIN mine ON places.size IS NOT DISTINCT FROM mine.size
        AND places.position IS NOT DISTINCT FROM mine.position
    GROUP BY places.size, places.position ORDER BY places.size, places.position NULLS LAST"""


def by_trumps(connection: DuckDBPyConnection, player: int, where: Filter = EVERYTHING) -> pl.DataFrame:
    """Return a row for each number of trumps, from 0 to the largest hand played: how a player does who holds so many.

    Counted are the hands that the player stayed in of which every card is known as it was when the play began (6.1). Rates
    and means are as in ``player_figures``.
    """
    columns: Columns = {"trumps": pl.Int64, "hands": pl.Int64, **_columns(*_PLAYED)}
    values = {**where.values(), "player": player}
    return with_intervals(frame(connection, _BY_TRUMPS, values, columns), _PLAYED)


_BY_TRUMPS: Final = f"""
    WITH {CHOSEN},
    mine AS (
        SELECT sat.*, bit_count(held & (8191::UBIGINT << (13 * trump))) AS trumps
        FROM sat JOIN played USING (session, hand)
        WHERE player = $player AND declared = 2 AND trump IS NOT NULL AND bit_count(held) = hand_size
    ),
    numbers AS (SELECT unnest(range(max(hand_size) + 1)) AS trumps FROM played)
    SELECT numbers.trumps, {_COUNTED}
    FROM numbers LEFT JOIN mine ON numbers.trumps = mine.trumps GROUP BY numbers.trumps ORDER BY numbers.trumps"""


BANDS: Final = (0, 5, 10, 20, 40, 80)
"""Where the bands of ``by_pot`` begin, in antes."""


def by_pot(connection: DuckDBPyConnection, player: int, where: Filter = EVERYTHING) -> pl.DataFrame:
    """Return a row for each size of the stake (5) in antes: how a player does when there is so much to win.

    A band goes from ``antes`` up to, but not including, ``below`` (null: no end), by the ante of each hand. Hands without an
    ante are left out. Rates and means are as in ``player_figures``.
    """
    columns: Columns = {"antes": pl.Int64, "below": pl.Int64, "hands": pl.Int64, **_columns(*_RATES)}
    values = {**where.values(), "player": player, "bands": list(BANDS)}
    return with_intervals(frame(connection, _BY_POT, values, columns), _RATES)


_BY_POT: Final = f"""
    WITH {CHOSEN},
    bands AS (SELECT antes, lead(antes) OVER (ORDER BY antes) AS below FROM unnest($bands::INTEGER[]) AS one(antes)),
    mine AS (
        SELECT * FROM sat WHERE player = $player AND one_ante > 0
    )
    SELECT antes, below, {_COUNTED}
    FROM bands LEFT JOIN mine ON stake >= antes * one_ante AND (below IS NULL OR stake < below * one_ante)
    GROUP BY antes, below ORDER BY antes"""


def _columns(*rates: str) -> Columns:
    return rate_columns(*rates, "chips")
