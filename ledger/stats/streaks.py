"""Winning and losing evenings in a row."""

from __future__ import annotations

from typing import Final

import polars as pl
from duckdb import DuckDBPyConnection

from ledger.stats.chosen import CHOSEN, EVERYTHING, Columns, Filter, frame


def streaks(connection: DuckDBPyConnection, where: Filter = EVERYTHING) -> pl.DataFrame:
    """Return a row for each player, by name: evenings in a row, of those that the player was there for, by date.

    ``current`` is how many of the last were won (above zero) or lost (below), 0 if nothing moved in the last. ``winning`` and
    ``losing`` are the longest rows, 0 if there is none, each with the ``_since`` and ``_until`` of its first; an evening in
    which nothing moved ends a row.
    """
    columns: Columns = {
        "player": pl.Int64,
        "name": pl.String,
        "evenings": pl.Int64,
        "current": pl.Int64,
        **{f"{which}{part}": kind for which in ("winning", "losing") for part, kind in _ROW.items()},
    }
    return frame(connection, _STREAKS, where.values(), columns)


_ROW: Final = {"": pl.Int64, "_since": pl.Date, "_until": pl.Date}

_STREAKS: Final = f"""
    WITH {CHOSEN},
    each_night AS (
        SELECT player, date, sign(chips)::INTEGER AS way, row_number() OVER (PARTITION BY player ORDER BY date, id) AS nth,
            row_number() OVER (PARTITION BY player, sign(chips) ORDER BY date, id) AS nth_of_way
        FROM moved JOIN evenings USING (session)
    ),
    runs AS (
        SELECT player, way, count(*) AS evenings, min(date) AS since, max(date) AS until, max(nth) AS nth
        FROM each_night GROUP BY player, way, nth - nth_of_way
    ),
    longest AS (
        SELECT player, sum(evenings) AS evenings, max_by(way * evenings, nth) AS current,
            min({{'evenings': -evenings, 'since': since, 'until': until}}) FILTER (way > 0) AS winning,
            min({{'evenings': -evenings, 'since': since, 'until': until}}) FILTER (way < 0) AS losing
        FROM runs GROUP BY player
    )
    SELECT player, name, evenings, current, coalesce(-winning.evenings, 0) AS winning, winning.since AS winning_since,
        winning.until AS winning_until, coalesce(-losing.evenings, 0) AS losing, losing.since AS losing_since,
        losing.until AS losing_until
    FROM longest JOIN players USING (player) ORDER BY name, player"""
