"""Decisions tried both ways on the same deal: what staying is worth, measured and not asked."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ledger.engine.form import mask_of_lists
from ledger.hands.model import Array
from ledger.insight.rollout import FREE, Forced, ReferenceTable, RolledOut, roll_out, value_of
from ledger.insight.stay_table import class_of
from ledger.simulation.deck import Dice, deal


class Paired(NamedTuple):
    """Decisions tried both ways, in hands dealt at random.

    ``cells`` are their cells of the table, ``difference`` how much more staying was worth than
    passing, in stakes, and ``row`` their hands; ``ended`` is how all hands ended when that player
    did as the table says.
    """

    cells: tuple[Array, Array, Array]
    difference: Array
    row: Array
    ended: RolledOut


def paired(players: ReferenceTable, dice: Dice, count: int) -> Paired:
    """Deal, and let one player in each hand both stay and pass."""
    table = players.table
    rows = np.arange(count)
    decks = dice.shuffled(count)
    place = dice.below(table.seats, count)
    again = int(dice.bits(1)[0])
    both = []
    for choice in (1, 0):
        forced = np.full((table.seats, count), FREE)
        forced[place, rows] = choice
        both.append(roll_out(players, decks, Dice(again), Forced(forced)))
    stayed, passed = both
    difference = (value_of(stayed, table) - value_of(passed, table))[place, rows]
    dealt, turned, _ = deal(table.rules, decks, np.full(count, table.seats), table.seats)
    seen = mask_of_lists(dealt)[place, rows]
    if table.rules.trump == "dealer-may-take":
        seen = seen | np.where(place == table.seats - 1, np.int64(1) << turned.astype(np.int64), 0)
    trump = turned // 13
    before = stayed.in_before[place, rows]
    known = np.zeros_like(before) if table.rules.declare == "simultaneous" else before
    cells = (class_of(seen, trump), place, known)
    plays = table.margin[cells] > -players.looseness(count)[place, rows]
    by_table = RolledOut(
        *(np.where(plays, one, other) for one, other in zip(stayed, passed, strict=True))
    )
    # A dealer who turned an ace must play (3.5), and a player with neither trump nor club must pass
    # (7.4).
    free = np.flatnonzero(stayed.entered[place, rows] & ~passed.entered[place, rows])
    return Paired(
        (cells[0][free], cells[1][free], cells[2][free]), difference[free], free, by_table
    )
