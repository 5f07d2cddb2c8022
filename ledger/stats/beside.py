"""How a player does beside everybody else, in every way that is counted: the player's hands are looked up once for all."""

from __future__ import annotations

from typing import NamedTuple

import polars as pl
from duckdb import DuckDBPyConnection

from ledger.stats.breakdown import by_position, by_pot, by_stayers, by_trumps
from ledger.stats.chosen import EVERYTHING, Filter, kept_at_table
from ledger.stats.figures import at_one_table
from ledger.stats.habits import after_bourre, stays


class Beside(NamedTuple):
    """What the functions of these names find: ``overall`` is ``at_one_table``, the others are by groups of hands."""

    overall: pl.DataFrame
    by_trumps: pl.DataFrame
    by_stayers: pl.DataFrame
    by_position: pl.DataFrame
    by_pot: pl.DataFrame
    after_bourre: pl.DataFrame
    stays: pl.DataFrame


def beside_everybody(connection: DuckDBPyConnection, player: int, where: Filter = EVERYTHING) -> Beside:
    """Return how a player does beside everybody else at the same tables."""
    with kept_at_table(connection, player, where) as at_table:
        return Beside(
            at_one_table(connection, player, None, where, at_table=at_table),
            by_trumps(connection, player, where, at_table=at_table),
            by_stayers(connection, player, where, at_table=at_table),
            by_position(connection, player, where, at_table=at_table),
            by_pot(connection, player, where, at_table=at_table),
            after_bourre(connection, player, where, at_table=at_table),
            stays(connection, player, where, at_table=at_table),
        )
