"""How often somebody as loose as that stays in a place with so many in: the mean over all hands
that can be dealt there.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

from ledger.engine.form import bits, mask_of_lists
from ledger.game import Rules
from ledger.hands.model import Array
from ledger.insight.beliefs import chance_to_stay
from ledger.insight.stay_table import CLASSES, SUITS, StayTable, class_of
from ledger.simulation.deck import Dice, deal
from ledger.simulation.hand import thrown

LEVELS: Final = np.linspace(-1.0, 1.0, 41)  # how loose somebody may be, in stakes
SPREAD: Final = 0.3
"""How far players differ from an even one (a standard deviation): of whom little was seen is taken
to be nearly even.
"""
OTHERWISE: Final = 0.25
"""How often people draw any number, for reasons of their own: some keep a queen, some never a king.

They must not seem tight.
"""
_DEALS: Final = 20_000
_SEED: Final = 7


def stay_rates(table: StayTable, place: int) -> Array:
    """How often players as loose as LEVELS stay in a place of a usual pot, by how many are in
    (already in, LEVELS).
    """
    often = drawing(table.rules, table.seats)[place].sum(0)
    return np.stack(
        [often @ chances(table, place, already_in) for already_in in range(table.seats)]
    )


def chances(table: StayTable, place: int, already_in: int) -> Array:
    """How likely players as loose as LEVELS are to stay with a hand of each class (classes,
    LEVELS).
    """
    return chance_to_stay(table.margin[:, place, already_in, None] + LEVELS)


@cache
def drawing(rules: Rules, seats: int) -> Array:
    """How often each class is dealt to a place and drawn so many cards to (places, draws, classes):
    half keep their kings.
    """
    dice = Dice(_SEED, seats)
    decks = dice.shuffled(_DEALS)
    dealt, turned, _ = deal(rules, decks, np.full(_DEALS, seats), seats)
    seen = mask_of_lists(dealt)
    if rules.trump == "dealer-may-take":
        seen[-1] |= bits(turned.astype(np.int64))
    trump = turned.astype(np.int64) // 13
    draws, cap = rules.hand_size + 1, rules.cap(seats)
    found = np.zeros((seats, draws, len(CLASSES)))
    for place, hand in enumerate(seen):
        for keeps_kings in (True, False):
            many = np.bitwise_count(thrown(hand, SUITS[trump], np.array(keeps_kings)))
            many = np.minimum(many, rules.hand_size if cap is None else cap).astype(np.int64)
            cells = np.bincount(
                many * len(CLASSES) + class_of(hand, trump), minlength=draws * len(CLASSES)
            )
            found[place] += cells.reshape(draws, -1) / (2 * _DEALS)
    return np.asarray((1 - OTHERWISE) * found + OTHERWISE * found.sum(1, keepdims=True) / draws)
