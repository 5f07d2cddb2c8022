"""How sensible players decide: which hands to stay with, what to discard, which legal card to play. Whole numbers only."""

from __future__ import annotations

from typing import Final

import numpy as np

from ledger.game.play import Mask, beats, either, ranks
from ledger.hands.model import Array

SPREAD: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
ACES: Final = SPREAD << 12
KINGS: Final = SPREAD << 11


def _folded(mask: Mask) -> Mask:
    return (mask | mask >> 13 | mask >> 26 | mask >> 39) & 0x1FFF


def lowest(mask: Mask) -> Mask:
    """One card of the lowest rank in ``mask``, as a mask."""
    rank = _folded(mask)
    cards = mask & (rank & -rank) * SPREAD
    return cards & -cards


def highest(mask: Mask) -> Mask:
    """One card of the highest rank in ``mask``, as a mask."""
    rank = _folded(mask)
    for step in (1, 2, 4, 8):
        rank = rank | rank >> step
    cards = mask & (rank ^ rank >> 1) * SPREAD
    return cards & -cards


def strength(hand: Array, trumps: Array, trump: Array) -> Array:
    """The worth of each hand in points: three for a trump, more for a high one, something for side aces and kings."""
    own = ranks(hand, trump)
    high = (own >> 9 & 1) + 2 * (own >> 10 & 1) + 3 * (own >> 11 & 1) + 4 * (own >> 12 & 1)
    side = hand & ~trumps
    worth = 3 * np.bitwise_count(own) + high + 2 * np.bitwise_count(side & ACES) + np.bitwise_count(side & KINGS)
    return np.asarray(worth, np.int64)


def asked_for(already_in: Array, to_act: Array) -> Array:
    """The points a hand needs to stay: the more players are in or may still come in, the more."""
    return np.asarray(4 + np.minimum(already_in, 4) + to_act // 2)


def thrown(hand: Array, trumps: Array, keeps_kings: Array) -> Array:
    """The cards to replace: neither trumps nor aces, nor kings where ``keeps_kings``."""
    return hand & ~trumps & ~ACES & ~np.where(keeps_kings, KINGS, 0)


def lead(legal: Array, trumps: Array) -> Array:
    """Which of the legal cards to lead: a side ace, a trump from three or more, else the best plain card."""
    aces = legal & ACES & ~trumps
    own = legal & trumps
    plain = legal & ~trumps
    many = np.bitwise_count(own) >= 3
    return np.where(aces != 0, aces & -aces, highest(np.where(many | (plain == 0), own, plain)))


def follow(legal: Array, led: Array, best: Array, trumps: Array, *, last: Array) -> Array:
    """Which of the legal cards to play to a trick.

    Wins as cheaply as possible, but high in a plain suit unless ``last``; otherwise loses the lowest plain card.
    """
    winning = legal & beats(best, led, trumps)
    plain = legal & ~trumps
    card: Array = lowest(either(plain, legal))
    high = np.flatnonzero(~last & ((winning & led & ~trumps) != 0))
    card[high] = highest(legal[high])
    return card
