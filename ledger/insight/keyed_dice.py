"""Dice that fall for each hand by a key of its own: what is worked out of one hand never hangs on its neighbours."""

from __future__ import annotations

import hashlib
from typing import Final

import numpy as np

from ledger.hands.model import Array, Hands
from ledger.simulation.deck import BITS, Dice

STEP: Final = np.uint64(0x9E3779B97F4A7C15)
FIRST: Final = np.uint64(0xBF58476D1CE4E5B9)
SECOND: Final = np.uint64(0x94D049BB133111EB)


def key_of(*words: object) -> int:
    """A key of 64 bits from words that say what it is for: a session, a hand, a decision."""
    return int.from_bytes(hashlib.blake2b("\0".join(map(str, words)).encode(), digest_size=8).digest(), "little")


def keys_of(hands: Hands, rows: Array, *what: object) -> Array:
    """A key for each of some hands: of the session, the hand's number and ``what`` is thrown for."""
    numbers = hands.number[rows].tolist()
    sessions = [hands.sessions[at].id for at in hands.session[rows].tolist()]
    keys = [key_of(session, number, *what) for session, number in zip(sessions, numbers, strict=True)]
    return np.array(keys, np.uint64)


def worlds(keys: Array, count: int) -> Array:
    """For each key, ``count`` keys in a row: one for each way in which the unseen cards may lie."""
    return mixed(np.repeat(keys, count) + np.tile(np.arange(1, count + 1, dtype=np.uint64), len(keys)))


def mixed(number: Array) -> Array:
    """The last step of SplitMix64 (Steele, Lea, Flood 2014): every bit of the result depends on every bit of the number."""
    number = number ^ (number >> np.uint64(30))
    number *= FIRST
    number ^= number >> np.uint64(27)
    number *= SECOND
    number ^= number >> np.uint64(31)
    return np.asarray(number)


class KeyedDice(Dice):
    """As ``Dice``, a key of 64 bits (hands,) for each hand; the hands are the first axis of what is thrown."""

    def __init__(self, keys: Array) -> None:
        self._keys = np.asarray(keys, np.uint64)
        self._thrown = 0

    def bits(self, *shape: int) -> Array:
        """Return numbers of 32 random bits as int64, (hands,) or (hands, each)."""
        each = int(np.prod(shape[1:], dtype=np.int64))
        at = np.arange(self._thrown, self._thrown + each, dtype=np.uint64)
        self._thrown += each
        thrown = mixed(self._keys[:, None] + STEP * (at + np.uint64(1)))
        thrown >>= np.uint64(BITS)
        return thrown.view(np.int64).reshape(shape)

    def of(self, rows: Array) -> KeyedDice:
        """The dice for some of the hands, from where these have come to."""
        dice = KeyedDice(self._keys[rows])
        dice._thrown = self._thrown
        self._thrown += 1 << 16  # what these throw now is not thrown again
        return dice
