"""The shipped stay tables, by preset and number of players, and the program that makes them.

``python -m ledger.insight.reference_tables FOLDER`` makes them all anew in some twelve minutes on one processor. The same seed
gives the same tables.

Two files: ``stay.parquet`` has a row for each cell that can happen, ``tables.parquet`` one for each table.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
import polars as pl
from tqdm import tqdm

from ledger.game import PRESETS, Rules
from ledger.insight.hand_class import CLASSES
from ledger.insight.self_play import best_replies, self_play
from ledger.insight.stay_table import REPLIES, StayTable

FOLDER: Final = Path(__file__).parent / "tables"
SEED: Final = 1
ROUNDS: Final = 10
DEALS: Final = 60_000
REPLY_DEALS: Final = 60_000
THOUSANDTHS: Final = 1000
"""Margins against tight or loose tables are stored in thousandths of a stake, since whole numbers take less room."""
MOST: Final = 8
"""The largest table that is shipped; larger ones use its tables."""


@cache
def _shipped() -> tuple[pl.DataFrame, pl.DataFrame]:
    return pl.read_parquet(FOLDER / "stay.parquet"), pl.read_parquet(FOLDER / "tables.parquet")


@cache
def reference(rules: Rules, seats: int) -> StayTable:
    """The stay table for ``seats`` players under these rules.

    It is that of the preset: limits and customs change the pots, but hardly who should stay. With more than MOST
    seats it is that of MOST.
    """
    cells, tables = _shipped()
    many = sizes(rules)
    near = min(max(seats, many[0]), many[-1])
    here = (pl.col("preset") == rules.preset) & (pl.col("seats") == near)
    stay, [table] = cells.filter(here), tables.filter(here).to_dicts()
    shape = (len(CLASSES), near, near)
    margin, decisions = np.zeros(shape), np.zeros(shape)
    cell = tuple(stay[name].to_numpy() for name in ("class", "place", "already_in"))
    margin[cell], decisions[cell] = stay["margin"].to_numpy(), stay["decisions"].to_numpy()
    replies = np.stack([margin] * len(REPLIES))
    for level, name in _reply_columns():
        replies[level][cell] = stay[name].to_numpy() / THOUSANDTHS
    share, worth, rate = (np.array(table[name]) for name in ("share", "worth", "stay_rate"))
    return StayTable(rules, margin, decisions, share, table["ante"], worth, rate, replies)


def _reply_columns() -> list[tuple[int, str]]:
    """The indices in REPLIES of tables that are not even, each with its column."""
    return [(level, f"margin_{100 * loose:+.0f}") for level, loose in enumerate(REPLIES) if loose]


def sizes(rules: Rules) -> range:
    """The numbers of players of the tables shipped for some rules."""
    low, high = PRESETS[rules.preset].seats
    return range(low, min(high, MOST) + 1)


def rows_of(table: StayTable) -> tuple[pl.DataFrame, pl.DataFrame]:
    """A table as rows of the two files."""
    number, place, already_in = np.nonzero(possible(table.margin.shape))
    name = pl.lit(table.rules.preset).alias("preset"), pl.lit(table.seats, pl.Int8).alias("seats")
    cell = (number, place, already_in)
    stay = pl.DataFrame(
        {
            "class": number.astype(np.int16),
            "place": place.astype(np.int8),
            "already_in": already_in.astype(np.int8),
            "margin": table.margin[cell].astype(np.float32),
            "decisions": table.decisions[cell].astype(np.int32),
            **{name: np.rint(THOUSANDTHS * table.replies[(level, *cell)]).astype(np.int16) for level, name in _reply_columns()},
        }
    )
    one = {name: [getattr(table, name).tolist()] for name in ("share", "worth", "stay_rate")}
    return stay.select(*name, pl.all()), pl.DataFrame(one).select(*name, pl.lit(table.ante).alias("ante"), pl.all())


def possible(shape: tuple[int, ...]) -> np.ndarray:
    """True for cells (classes, places, already in) that are possible: no more are in than sit before."""
    return np.broadcast_to(np.arange(shape[1])[:, None] >= np.arange(shape[2]), shape)


def played(rules: Rules, seats: int) -> StayTable:
    """A table found by self-play, with its replies, as it is shipped."""
    table = self_play(rules, seats, SEED, ROUNDS, DEALS)
    table = table._replace(margin=table.margin.astype(np.float32).astype(np.float64))
    return table._replace(replies=best_replies(table, SEED, REPLY_DEALS))


def make(folder: Path) -> None:
    """Make every table and write the two files."""
    every = [(rules, seats) for rules in PRESETS.values() for seats in sizes(rules)]
    made = [rows_of(played(rules, seats)) for rules, seats in tqdm(every, unit="table")]
    folder.mkdir(parents=True, exist_ok=True)
    for name, part in (("stay", 0), ("tables", 1)):
        pl.concat([both[part] for both in made]).write_parquet(folder / f"{name}.parquet", compression="zstd")


if __name__ == "__main__":
    make(Path(sys.argv[1]))
