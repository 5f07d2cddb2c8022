"""The stay tables and the table of leads that are shipped, by preset and number of players.

Three files: ``stay.parquet`` has a row for each cell that can happen, ``tables.parquet`` one for
each table, ``leads.parquet`` one for each cell of the table of leads, the same for all.
``tests/benchmarks/make_tables.py`` makes them, by self-play.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
import polars as pl

from ledger.game import PRESETS, Rules
from ledger.game.costs import terms_of
from ledger.hands.model import Array
from ledger.insight.stay_table import CLASSES, REPLIES, StayTable

FOLDER: Final = Path(__file__).parent / "tables"
THOUSANDTHS: Final = 1000
"""Margins against tight or loose tables are stored in thousandths of a stake, since whole numbers
take less room.
"""
MOST: Final = 8  # the largest table that is shipped; larger ones use its tables


@cache
def _shipped() -> tuple[pl.DataFrame, pl.DataFrame]:
    return pl.read_parquet(FOLDER / "stay.parquet"), pl.read_parquet(FOLDER / "tables.parquet")


@cache
def shipped_leads() -> Array:
    """The table of leads that is shipped."""
    return pl.read_parquet(FOLDER / "leads.parquet")["lead"].to_numpy()


@cache
def reference(rules: Rules, seats: int, ante: int = 1) -> StayTable:
    """The stay table for ``seats`` players under these rules; ``ante`` is in chips, as what playing
    costs may be (3.7).

    It is that of the preset: limits and customs change the pots, but hardly who should stay. With
    more than MOST seats it is that of MOST.
    """
    cells, tables = _shipped()
    many = sizes(rules)
    near = min(max(seats, many[0]), many[-1])
    here = (pl.col("preset") == rules.preset) & (pl.col("seats") == near)
    stay, [one] = cells.filter(here), tables.filter(here).to_dicts()
    shape = (len(CLASSES), near, near)
    margin, decisions = np.zeros(shape), np.zeros(shape)
    cell = tuple(stay[name].to_numpy() for name in ("class", "place", "already_in"))
    margin[cell], decisions[cell] = stay["margin"].to_numpy(), stay["decisions"].to_numpy()
    replies = np.stack([margin] * len(REPLIES))
    for level, name in reply_columns():
        replies[level][cell] = stay[name].to_numpy() / THOUSANDTHS
    share, worth, rate = (np.array(one[name]) for name in ("share", "worth", "stay_rate"))
    per_ante = np.zeros(shape)
    per_ante[cell] = stay["per_ante"].to_numpy() / THOUSANDTHS
    table = StayTable(
        rules,
        margin,
        decisions,
        share,
        one["ante"],
        worth,
        rate,
        replies,
        per_ante,
        shipped_leads(),
    )
    return with_dealer_alone(table, ante)


def with_dealer_alone(table: StayTable, ante: int) -> StayTable:
    """The table in which a dealer after whom nobody is left takes the pot with any cards (3.6):
    that needs no estimate.
    """
    if table.rules.declare != "simultaneous":
        kept, rules = 1 - table.share[-1], table.rules
        fee = terms_of(rules, 1, 1 / max(ante, 1)).fee  # in antes
        units = fee * (rules.pays_to_play + rules.stay_ante)
        table.margin[:, -1, 0] = table.replies[:, :, -1, 0] = kept * (1 - units * table.ante)
        table.per_ante[:, -1, 0] = -units * kept
    return table


def reply_columns() -> list[tuple[int, str]]:
    """The indices in REPLIES of tables that are not even, each with its column."""
    return [(level, f"margin_{100 * loose:+.0f}") for level, loose in enumerate(REPLIES) if loose]


def sizes(rules: Rules) -> range:
    """The numbers of players of the tables shipped for some rules."""
    low, high = PRESETS[rules.preset].seats
    return range(low, min(high, MOST) + 1)
