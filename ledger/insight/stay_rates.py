"""How often somebody as loose as that stays in a place with so many in: the mean over all hands that can be dealt there."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

from ledger.engine.form import bits, mask_of_lists
from ledger.game import Rules
from ledger.hands.model import Array
from ledger.insight.beliefs import chance_to_stay
from ledger.insight.stay_table import CLASSES, StayTable, class_of
from ledger.simulation.deck import Dice, deal

LEVELS: Final = np.linspace(-1.0, 1.0, 41)  # how loose somebody may be, in stakes
SPREAD: Final = 0.3
"""How far players differ from an even one (a standard deviation): of whom little was seen is taken to be nearly even."""
_DEALS: Final = 20_000
_SEED: Final = 7


def stay_rates(table: StayTable, place: int) -> Array:
    """How often players as loose as LEVELS stay in a place of a usual pot, by how many are in (already in, LEVELS)."""
    often = frequencies(table.rules, table.seats)[place]
    return np.stack([often @ chances(table, place, already_in) for already_in in range(table.seats)])


def chances(table: StayTable, place: int, already_in: int) -> Array:
    """How likely players as loose as LEVELS are to stay with a hand of each class (classes, LEVELS)."""
    return chance_to_stay(table.margin[:, place, already_in, None] + LEVELS)


@cache
def frequencies(rules: Rules, seats: int) -> Array:
    """How often a hand of each class is dealt to each place (places, classes)."""
    dice = Dice(_SEED, seats)
    decks = dice.shuffled(_DEALS)
    dealt, turned, _ = deal(rules, decks, np.full(_DEALS, seats), seats)
    seen = mask_of_lists(dealt)
    if rules.trump == "dealer-may-take":
        seen[-1] |= bits(turned.astype(np.int64))
    trump = turned.astype(np.int64) // 13
    return np.stack([np.bincount(class_of(hand, trump), minlength=len(CLASSES)) / _DEALS for hand in seen])
