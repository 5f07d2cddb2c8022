"""Random numbers that are the same on every machine, shuffled decks, the deal and the stock
(rules.md 1.3, 2.3, 2.4, 3.4).
"""

from __future__ import annotations

import numpy as np

from ledger.game import Rules
from ledger.game.play import NONE
from ledger.hands.model import Array

BITS = 32


class Dice:
    """Random whole numbers from the raw bits of PCG64, the same on every machine and with every
    release of numpy.
    """

    def __init__(self, *seed: int) -> None:
        self.seed = seed
        self._source = np.random.PCG64(np.random.SeedSequence(seed))

    def bits(self, *shape: int) -> Array:
        """Numbers of 32 random bits, as int64."""
        count = int(np.prod(shape, dtype=np.int64))
        raw = np.asarray(self._source.random_raw((count + 1) // 2), np.uint64)
        both = np.empty((2, len(raw)), np.int64)
        np.right_shift(raw, np.uint64(BITS), out=both[0], casting="unsafe")
        np.bitwise_and(raw, np.uint64((1 << BITS) - 1), out=both[1], casting="unsafe")
        return both.reshape(-1)[:count].reshape(shape)

    def below(self, bound: Array | int, *shape: int) -> Array:
        """Numbers from 0 to ``bound`` − 1."""
        return np.asarray(np.right_shift(self.bits(*shape) * bound, BITS))

    def chance(self, rate: Array | float, *shape: int) -> Array:
        """True with probability ``rate`` (0 to 1)."""
        return np.asarray(self.bits(*shape) < np.asarray(np.multiply(rate, 1 << BITS)))

    def of(self, rows: Array) -> Dice:  # noqa: ARG002 - dice with a key for each hand need to know which
        """The dice for the hands in ``rows``."""
        return self

    def shuffled(self, count: int, cards: Array | None = None) -> Array:
        """``count`` shuffled decks (count, 52), or only the cards in the masks ``cards`` (count,)
        shuffled to the front.

        Sorting keys of 26 random bits above the card's number shuffles all decks at once.
        """
        card = np.arange(52, dtype=np.int64)
        keys = self.bits(count, 52)
        keys &= ~63
        keys |= card
        if cards is not None:
            later = ~cards[:, None] >> card
            later &= 1
            later <<= BITS
            keys |= later
        keys.sort(axis=1)
        return (keys & 63).astype(np.uint8)


class Stock:
    """The undealt cards of many hands.

    Passed hands and discards go on heaps; when the stock of a hand runs out, its first heap with
    any cards is shuffled. Where players declare and draw in one turn, both kinds share a heap;
    where they declare first, passed hands go first.
    """

    def __init__(self, dice: Dice, cards: Array, top: Array) -> None:
        self.dice, self.cards = dice, cards
        self.top = top.copy()
        self.end = np.full(len(cards), 52, np.int64)
        self.heaps = np.zeros((2, len(cards)), np.int64)
        self.reshuffled = np.zeros(len(cards), bool)

    def left(self) -> Array:
        """How many cards can still be dealt in each hand."""
        return np.asarray(self.end - self.top + np.bitwise_count(self.heaps).sum(0, dtype=np.int64))

    def throw(self, cards: Array, heap: int) -> None:
        """Put cards (masks) on a heap."""
        self.heaps[heap] |= cards

    def draw(self, wanted: Array) -> Array:
        """Deal one card in the hands where ``wanted``. Returns codes, NONE elsewhere."""
        empty = np.flatnonzero(wanted & (self.top >= self.end))
        if len(empty):
            self.reshuffle(empty)
        rows = np.flatnonzero(wanted)
        card = np.full(len(self.top), NONE, np.uint8)
        card[rows] = self.cards[rows, np.minimum(self.top[rows], 51)]
        self.top[rows] += 1
        return card

    def reshuffle(self, rows: Array) -> None:
        """Shuffle the first heap with any cards into the stock of the hands in ``rows``."""
        if not self.reshuffled.any():
            self.cards = self.cards.copy()  # the caller may deal the same decks again
        heap = (self.heaps[0, rows] == 0).astype(np.intp)
        cards = self.heaps[heap, rows]
        self.heaps[heap, rows] = 0
        self.cards[rows] = self.dice.of(rows).shuffled(len(rows), cards)
        self.top[rows] = 0
        self.end[rows] = np.bitwise_count(cards)
        self.reshuffled[rows] = True


def deal(rules: Rules, cards: Array, seated: Array, width: int) -> tuple[Array, Array, Array]:
    """Deal from decks (hands, 52): return the cards (hand size, width, hands), the turned card and
    how many cards are gone.
    """
    count = len(cards)
    rows = np.arange(count)
    if (seated == width).all():
        dealt = np.ascontiguousarray(cards[:, : rules.hand_size * width].T).reshape(
            rules.hand_size, width, count
        )
    else:
        at = np.arange(rules.hand_size)[:, None, None] * seated + np.arange(width)[:, None]
        there = np.broadcast_to(np.arange(width)[:, None] < seated, at.shape)
        dealt = np.where(there, cards[rows, np.where(there, at, 0)], NONE).astype(np.uint8)
    gone = rules.hand_size * seated
    if rules.trump == "dealer":
        return dealt, cards[rows, gone - 1], gone
    return dealt, cards[rows, gone], gone + 1
