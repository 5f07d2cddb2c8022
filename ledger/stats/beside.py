"""How a player does beside everybody else at the same tables, in every way that is counted: with one look at the hands."""

from __future__ import annotations

from typing import NamedTuple

import polars as pl
from duckdb import DuckDBPyConnection

from ledger.stats.breakdown import by_position, by_pot, by_stayers, by_trumps
from ledger.stats.chosen import EVERYTHING, Filter
from ledger.stats.figures import two_sides
from ledger.stats.habits import after_bourre, stays
from ledger.stats.hand_groups import grouped_hands


class Beside(NamedTuple):
    """What the functions of these names find: ``overall`` is as ``at_one_table``, the others are by groups of hands."""

    overall: pl.DataFrame
    by_trumps: pl.DataFrame
    by_stayers: pl.DataFrame
    by_position: pl.DataFrame
    by_pot: pl.DataFrame
    after_bourre: pl.DataFrame
    stays: pl.DataFrame


def beside_everybody(connection: DuckDBPyConnection, player: int, where: Filter = EVERYTHING) -> Beside:
    """Return how a player does beside everybody else at the same tables."""
    counted = grouped_hands(connection, player, where)
    return Beside(
        two_sides(counted.filter(pl.col("dealt_out") & (pl.col("seated") > 1)).with_columns(field=~pl.col("mine"))),
        by_trumps(counted),
        by_stayers(counted),
        by_position(counted),
        by_pot(counted),
        after_bourre(counted),
        stays(counted),
    )
