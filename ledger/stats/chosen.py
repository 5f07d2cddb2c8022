"""Which evenings and hands a question is about, and how a query becomes a frame."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final, TypeAlias

import polars as pl
from duckdb import DuckDBPyConnection

# DuckDB recommends ``sql``, which saves a copy of the rows but plans each query twice. Our answers have few rows, and planning is
# up to a third of their time.
warnings.filterwarnings("ignore", "Arrow output on a DB-API result", UserWarning)

Columns: TypeAlias = Mapping[str, pl.DataType | type[pl.DataType]]


@dataclass(frozen=True, slots=True)
class Filter:
    """Which part of a book is asked about; what is left out is no restriction.

    ``since`` and ``until`` are the first and the last day, ``sessions`` are ids, ``presets`` names of rules (rules.md 7),
    ``seated`` sizes of the table. ``seated`` selects single hands: what moved between hands (rulings, transfers, a pot
    divided) belongs to no table size, and is then left out of what players won. A question about whole sessions selects those
    with such a hand. ``whose`` is a player: only evenings at which that player was are selected, and questions about
    players are answered for that player alone.
    """

    since: date | None = None
    until: date | None = None
    sessions: tuple[str, ...] = ()
    presets: tuple[str, ...] = ()
    seated: tuple[int, ...] = ()
    whose: int | None = None

    def values(self) -> dict[str, object]:
        """Return the parameters of ``EVENINGS`` and ``CHOSEN``."""
        return {
            "since": self.since,
            "until": self.until,
            "sessions": list(self.sessions) or None,
            "presets": list(self.presets) or None,
            "seated": list(self.seated) or None,
            "whose": self.whose,
        }


EVERYTHING: Final = Filter()
"""The whole book."""

EVENINGS: Final = """
    evenings AS (
        SELECT * FROM sessions
        WHERE ($since IS NULL OR date >= $since) AND ($until IS NULL OR date <= $until)
            AND ($sessions IS NULL OR list_contains($sessions::VARCHAR[], id))
            AND ($presets IS NULL OR list_contains($presets::VARCHAR[], split_part(rules, ' ', 1)))
            AND ($seated IS NULL OR session IN (
                SELECT session FROM hands WHERE list_contains($seated::INTEGER[], seated::INTEGER)))
            AND ($whose IS NULL OR session IN (SELECT session FROM nights WHERE player = $whose))
    )"""
"""A named query: the sessions that a ``Filter`` chooses."""

THERE: Final = """
    there AS (
        SELECT session, player FROM seats SEMI JOIN evenings USING (session)
        UNION FROM there_beside SEMI JOIN evenings USING (session)
    )"""
"""A named query: who was there in each evening: sat in a hand, or is told of beside the hands."""

SAT: Final = (
    "seats.*, played.* EXCLUDE (session, hand), taken - ante - matched - penalty AS net, NOT misdeal AS dealt_out, "
    "played.stayed AS stayers, held > 0 AND NOT unproved AS proved"
)
"""Columns of somebody in a hand: those of ``seats`` and ``hands``, what they won, whether the hand was dealt, how many stayed,
and whether every play is ``proved`` right or wrong."""

CHOSEN: Final = f"""{EVENINGS},
    played AS (
        SELECT hands.* FROM hands SEMI JOIN evenings USING (session)
        WHERE NOT quarantined AND ($seated IS NULL OR list_contains($seated::INTEGER[], seated::INTEGER))
    ),
    sat AS (SELECT {SAT} FROM seats JOIN played USING (session, hand) WHERE $whose IS NULL OR player = $whose),
    between AS (
        SELECT session, account AS player, chips, line FROM won_between SEMI JOIN evenings USING (session)
        WHERE $seated IS NULL AND ($whose IS NULL OR account = $whose)
    ),
    moved AS (
        SELECT session, player, chips FROM nights SEMI JOIN evenings USING (session)
        WHERE $seated IS NULL AND ($whose IS NULL OR player = $whose)
        UNION ALL
        SELECT session, player, sum(net)::BIGINT FROM sat WHERE $seated IS NOT NULL GROUP BY session, player
    )"""
"""Named queries that a ``Filter`` restricts: its evenings, their hands that count, who sat in them with what they won
(``net``), what players got between hands, and what each won in each evening."""

AT_TABLE: Final = f"""
    at_table AS (
        SELECT {SAT} FROM seats JOIN (
            FROM played SEMI JOIN (SELECT session, hand FROM seats WHERE player = $player) USING (session, hand)
        ) AS played USING (session, hand)
    )"""
"""A named query: everybody in the hands that a player sat in; ``sat`` would be of all hands first, in a large book many more."""


def frame(connection: DuckDBPyConnection, sql: str, values: Mapping[str, object], columns: Columns) -> pl.DataFrame:
    """What a query finds as a frame with these columns and types; a sum that does not fit 64 bits is null."""
    found = pl.from_arrow(connection.execute(sql, values).to_arrow_table())
    assert isinstance(found, pl.DataFrame)
    return found.select(list(columns)).cast(pl.Schema(columns), strict=False)
