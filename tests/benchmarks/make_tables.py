"""Makes the tables that insight ships: ``python tests/benchmarks/make_tables.py FOLDER``.

All anew in some fifteen minutes on one processor; the same seed gives the same tables.

Stay tables by self-play: each decision is tried both ways on the same deal, against players who use
the previous table.

Iterated best reply: in every round, in each of many deals one player both stays and passes, while
everybody else decides by the table so far. The mean difference in a cell is its new margin. Earlier
rounds lose weight, so that the table converges.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
import polars as pl
from benchmarks.tried_leads import learnt
from tqdm import tqdm

from ledger.game import PRESETS, Rules
from ledger.hands.model import Array
from ledger.insight.leads import AXES, SHAPE, first_leads
from ledger.insight.paired import paired
from ledger.insight.reference_tables import THOUSANDTHS, reply_columns, sizes
from ledger.insight.rollout import ReferenceTable, RolledOut, roll_out, shares, value_of
from ledger.insight.stay_table import CLASSES, LOOSENESS, REPLIES, StayTable
from ledger.simulation.deck import Dice

SEED: Final = 1
ROUNDS: Final = 10
DEALS: Final = 60_000
REPLY_DEALS: Final = 60_000
ANTE_DEALS: Final = 60_000
LEARN_TO_LEAD: Final = (4, 7)
"""The sizes of the tables at which leads are learnt: leads hang on how many play, and hardly on how
many sit there.
"""
LEARN_TO_STAY: Final = 3  # rounds until it is known well enough for that who stays


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
            **{
                name: np.rint(THOUSANDTHS * table.replies[(level, *cell)]).astype(np.int16)
                for level, name in reply_columns()
            },
            "per_ante": np.rint(THOUSANDTHS * table.per_ante[cell]).astype(np.int16),
        }
    )
    one = {name: [getattr(table, name).tolist()] for name in ("share", "worth", "stay_rate")}
    return stay.select(*name, pl.all()), pl.DataFrame(one).select(
        *name, pl.lit(table.ante).alias("ante"), pl.all()
    )


def possible(shape: tuple[int, ...]) -> np.ndarray:
    """True for cells (classes, places, already in) that are possible: no more are in than sit
    before.
    """
    return np.broadcast_to(np.arange(shape[1])[:, None] >= np.arange(shape[2]), shape)


def played(rules: Rules, seats: int, leads: Array) -> StayTable:
    """A table found by self-play, with its replies, as it is shipped."""
    table = self_play(first_table(rules, seats, leads), SEED, ROUNDS, DEALS)
    table = table._replace(margin=table.margin.astype(np.float32).astype(np.float64))
    return table._replace(
        replies=best_replies(table, SEED, REPLY_DEALS),
        per_ante=worth_of_antes(table, SEED, ANTE_DEALS),
    )


def leads_of_all() -> Array:
    """The table of leads, learnt at tables of every way of playing."""
    every = [(rules, seats) for rules in PRESETS.values() for seats in LEARN_TO_LEAD]
    return learnt(
        [self_play(first_table(*one, first_leads()), SEED, LEARN_TO_STAY, BATCH) for one in every],
        SEED,
    )


def rows_of_leads(leads: Array) -> pl.DataFrame:
    """The table of leads as rows of its file, in order."""
    cells = zip(AXES, np.indices(SHAPE, np.int8), strict=True)
    return pl.DataFrame({**{name: index.ravel() for name, index in cells}, "lead": leads})


def make(folder: Path) -> None:
    """Make every table and write the three files."""
    folder.mkdir(parents=True, exist_ok=True)
    leads = leads_of_all()
    rows_of_leads(leads).write_parquet(folder / "leads.parquet", compression="zstd")
    every = [(rules, seats) for rules in PRESETS.values() for seats in sizes(rules)]
    made = [rows_of(played(rules, seats, leads)) for rules, seats in tqdm(every, unit="table")]
    for name, part in (("stay", 0), ("tables", 1)):
        pl.concat([both[part] for both in made]).write_parquet(
            folder / f"{name}.parquet", compression="zstd"
        )


# --- Self-play ------------------------------------------------------------------------------------
BATCH: Final = 20_000  # deals played out together: more do not fit the processor's cache
FADES: Final = 0.7  # the factor by which each round reduces the weight of earlier rounds
TRUST: Final = 30
"""How many decisions of its own a cell needs to weigh as much as the estimate from its class and
its place.
"""
OFTEN: Final = 300
"""The same for the difference that a tight or loose table makes, which varies far less between
cells.
"""
STEPS: Final = 8  # steps of the least-squares iteration between classes and places


def first_table(rules: Rules, seats: int, leads: Array) -> StayTable:
    """The table that self-play starts with: stay with two trumps, or the ace or king of trumps."""
    margin = np.array([0.3 if one.trumps > 1 or one.honours > 1 else -0.3 for one in CLASSES])
    shape = (len(CLASSES), seats, seats)
    margins = np.broadcast_to(margin[:, None, None], shape).copy()
    none, even = np.zeros(seats), np.full(seats, 1 / seats)
    nobody = np.zeros(len(LOOSENESS))
    replies = np.stack([margins] * len(REPLIES))
    return StayTable(
        rules,
        margins,
        np.zeros(shape),
        even,
        1 / (2 * seats),
        none,
        nobody,
        replies,
        np.zeros(shape),
        leads,
    )


def self_play(first: StayTable, seed: int, rounds: int, deals: int) -> StayTable:
    """The table after ``rounds`` rounds of ``deals`` paired deals from the ``first`` one on; the
    same for the same seed.
    """
    table, seats = first, first.seats
    dice = Dice(seed, seats)
    weight = np.zeros_like(table.margin)
    total = np.zeros_like(table.margin)
    for _ in range(rounds):
        weight *= FADES
        total *= FADES
        played = []
        for start in range(0, deals, BATCH):
            found = paired(ReferenceTable(table), dice, min(BATCH, deals - start))
            np.add.at(weight, found.cells, 1.0)
            np.add.at(total, found.cells, found.difference)
            played.append(found.ended)
        likely = additive(total, weight)
        margin = (total + TRUST * likely) / (weight + TRUST)
        taken, paid = (
            np.concatenate([getattr(ended, name) for ended in played], 1)
            for name in ("taken", "paid")
        )
        table = table._replace(
            margin=margin,
            decisions=weight,
            share=shares(taken, paid),
            ante=usual_ante(played, seats),
        )
    return measured(table, dice, deals)


def measured(table: StayTable, dice: Dice, deals: int) -> StayTable:
    """The table with measured values of each place, and stay rates of tables from tight to
    loose.
    """
    worth = [
        value_of(roll_out(ReferenceTable(table), dice.shuffled(BATCH), dice), table).mean(1)
        for _ in range(0, deals, BATCH)
    ]
    rates = [
        roll_out(ReferenceTable(table, loose), dice.shuffled(BATCH), dice).entered.mean()
        for loose in LOOSENESS
    ]
    return table._replace(worth=np.mean(worth, 0), stay_rate=np.maximum.accumulate(rates))


def best_replies(table: StayTable, seed: int, deals: int) -> Array:
    """How much more staying is worth than passing against tables as loose as each of REPLIES, in
    the shape of ``replies``.

    The difference from an even table is estimated from the class, and from place and players in,
    unless a cell has many decisions of its own: so far fewer deals than in self-play are enough.
    """
    found = []
    for level, loose in enumerate(REPLIES):
        if not loose:
            found.append(table.margin)
            continue
        dice = Dice(seed, table.seats, level)
        weight, total = np.zeros_like(table.margin), np.zeros_like(table.margin)
        for _ in range(0, deals, BATCH):
            tried = paired(ReferenceTable(table, loose), dice, BATCH)
            np.add.at(weight, tried.cells, 1.0)
            np.add.at(total, tried.cells, tried.difference)
        more = total - weight * table.margin
        found.append(table.margin + (more + OFTEN * additive(more, weight)) / (weight + OFTEN))
    return np.stack(found)


def worth_of_antes(table: StayTable, seed: int, deals: int) -> Array:
    """How much more staying is worth than passing for each stake that an ante is (classes, places,
    already in).

    The same deals with antes of no stake and of one, everybody deciding alike in both. It is
    estimated as ``best_replies`` is.
    """
    flat = table._replace(per_ante=np.zeros_like(table.margin))
    weight, total = np.zeros_like(table.margin), np.zeros_like(table.margin)
    for batch in range(0, deals, BATCH):
        free, dear = (
            paired(
                ReferenceTable(flat.at_ante(ante)),
                Dice(seed, table.seats, len(REPLIES), batch),
                BATCH,
            )
            for ante in (0.0, 1.0)
        )
        np.add.at(weight, free.cells, 1.0)
        np.add.at(total, free.cells, dear.difference - free.difference)
    return np.asarray((total + OFTEN * additive(total, weight)) / (weight + OFTEN))


def additive(total: Array, weight: Array) -> Array:
    """An estimate of each cell's margin as a sum of a class effect and a place-and-players-in
    effect, by least squares.

    So a rare cell, such as a weak hand with four already in, gets the margin of similar cells.
    """
    of_class = np.zeros(weight.shape[0])
    of_place = np.zeros(weight.shape[1:])
    for _ in range(STEPS):
        left = total - weight * of_place
        of_class = left.sum((1, 2)) / np.maximum(weight.sum((1, 2)), 1)
        left = total - weight * of_class[:, None, None]
        of_place = left.sum(0) / np.maximum(weight.sum(0), 1)
    return np.asarray(of_class[:, None, None] + of_place)


def usual_ante(played: list[RolledOut], seats: int) -> float:
    """The average ante in stakes if pots are carried from hand to hand without a limit."""
    grows, pays = ([] for _ in range(2))
    for ended in played:
        grows.append(1 - ended.taken.sum(0) + ended.paid.sum(0))
        pays.append(seats - ended.exempt.sum(0))
    left, antes = np.concatenate(grows), np.concatenate(pays)
    pots = np.full(len(left) // CHAIN, float(seats))
    inverse = []
    for step in range(CHAIN):
        here = slice(step * len(pots), (step + 1) * len(pots))
        inverse.append((1 / pots).mean())
        pots = pots * left[here] + antes[here]
    return float(np.mean(inverse))


CHAIN: Final = 24  # hands in a row, over which the pot is carried


if __name__ == "__main__":
    make(Path(sys.argv[1]))
