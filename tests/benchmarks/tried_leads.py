"""How the table of leads is learnt: every lead is tried on the same deal, against players who lead
by the table so far.

What a lead is worth is what the hand then comes to for the leader, with the cards as they lie and
everybody playing on as reference players do; so nobody leads by cards that nobody can see. The best
in the mean over a cell of the table is its lead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from ledger.engine.form import bits
from ledger.game.play import NONE
from ledger.hands.model import TRICKS, Array
from ledger.insight.leads import CELLS, OPTIONS, first_leads, led
from ledger.insight.rollout import ReferenceTable, played_out, said_on, tricks_of, value_of
from ledger.insight.stay_table import StayTable
from ledger.simulation.deck import Dice, Stock, deal
from ledger.simulation.hand import Deal

ROUNDS: Final = 3
BATCHES: Final = 2  # batches of hands at each table and in each round
BATCH: Final = 20_000
SEEN: Final = 60  # leads that a cell has been seen with before it is changed
FADES: Final = 0.5  # the factor by which each round reduces the weight of earlier ones


class Tried(NamedTuple):
    """Leads tried: where they are in the table (hands,), and what each was worth to the leader
    (OPTIONS, hands), in stakes.
    """

    cell: Array
    value: Array


def tried(table: StayTable, dice: Dice, count: int) -> Tried:
    """Deal ``count`` hands, and try each lead to one trick of those in which several stay, any but
    the last.
    """
    rules, seats = table.rules, table.seats
    decks, seated = dice.shuffled(count), np.full(count, seats)
    cards, turned, top = deal(rules, decks, seated, seats)
    said = said_on(
        ReferenceTable(table), Deal(seated, cards, turned), Stock(dice, decks, top), dice
    )
    trick = dice.below(rules.hand_size - 1, count)
    told = np.zeros((TRICKS, seats, count), np.int64)
    place, several = np.zeros(count, np.int64), np.zeros(count, bool)
    cell, legal, trumps = np.zeros((3, count), np.int64)
    for rows, tricks in tricks_of(table, said, told):
        tricks.run()
        at, mine = np.arange(len(rows)), trick[rows]
        codes = tricks.cards.astype(np.int64)
        before = np.arange(TRICKS)[:, None, None] < mine
        told[:, : tricks.players, rows] = np.where(
            before & (codes != NONE), bits(np.minimum(codes, 51)), 0
        )
        place[rows], several[rows] = tricks.place_of[tricks.leader[mine, at], at], True
        cell[rows], trumps[rows] = np.stack(tricks.cells)[mine, at], tricks.trumps
        legal[rows] = np.stack([cards for _, turn, cards in tricks.legal if not turn])[mine, at]
    value = []
    for option in OPTIONS:
        told[trick, 0, np.arange(count)] = led(np.full(count, option), legal, trumps)
        ended = played_out(table, said, said.in_before, told)
        value.append(value_of(ended, table)[place, np.arange(count)])
    return Tried(cell[several], np.stack(value)[:, several])


def learnt(tables: Sequence[StayTable], seed: int) -> Array:
    """The table of leads for all of these tables, after ROUNDS rounds; the same for the
    same seed.
    """
    leads, dice = first_leads(), Dice(seed, len(tables))
    total, weight = np.zeros((len(OPTIONS), CELLS)), np.zeros(CELLS)
    for _ in range(ROUNDS):
        total, weight = total * FADES, weight * FADES
        for table in tables:
            for _ in range(BATCHES):
                found = tried(table._replace(leads=leads), dice, BATCH)
                weight += np.bincount(found.cell, minlength=CELLS)
                total += [np.bincount(found.cell, value, CELLS) for value in found.value]
        leads = np.where(weight >= SEEN, total.argmax(0), leads).astype(np.int8)
    return leads
