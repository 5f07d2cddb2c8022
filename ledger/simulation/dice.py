"""Random numbers that are the same on every machine."""

from __future__ import annotations

import numpy as np

from ledger.hands.model import Array

BITS = 32


class Dice:
    """Whole numbers from the raw bits of PCG64: neither the machine nor the release of numpy changes them."""

    def __init__(self, *seed: int) -> None:
        self._source = np.random.PCG64(np.random.SeedSequence(seed))

    def bits(self, *shape: int) -> Array:
        """Return numbers of 32 random bits as int64."""
        count = int(np.prod(shape, dtype=np.int64))
        raw = np.asarray(self._source.random_raw((count + 1) // 2), np.uint64)
        both = np.concatenate([raw >> np.uint64(BITS), raw & np.uint64((1 << BITS) - 1)])
        return both[:count].astype(np.int64).reshape(shape)

    def below(self, bound: Array | int, *shape: int) -> Array:
        """Return numbers from 0 to ``bound`` − 1."""
        return np.asarray(np.right_shift(self.bits(*shape) * bound, BITS))

    def chance(self, rate: Array | float, *shape: int) -> Array:
        """Return True as often as ``rate`` says (0 to 1)."""
        return np.asarray(self.bits(*shape) < np.asarray(np.multiply(rate, 1 << BITS)))

    def shuffled(self, count: int, cards: Array | None = None) -> Array:
        """Return ``count`` decks (count, 52) in random order; with ``cards`` (count,), masks, those come first.

        Sorting keys of 26 random bits above the card's number shuffles all decks at once.
        """
        card = np.arange(52, dtype=np.int64)
        keys = (self.bits(count, 52) & ~63) | card
        if cards is not None:
            keys |= (~(cards[:, None] >> card) & 1) << BITS
        keys.sort(axis=1)
        return keys & 63
