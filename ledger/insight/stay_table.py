"""Stay tables: how much more staying is worth than passing, by class of hand, place and number in (rules.md 3.1)."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from ledger.game import Rules
from ledger.hands.model import Array
from ledger.insight.hand_class import class_of

LOOSENESS: Final = (-0.3, -0.2, -0.1, 0.0, 0.1, 0.2, 0.3, 0.5, 0.8)
"""Looseness, from tight to loose tables: players stay as long as that loses less than this many stakes."""

REPLIES: Final = (-0.3, 0.0, 0.3, 0.6)
"""The looseness of the tables for which ``replies`` were played out."""


class StayTable(NamedTuple):
    """How reference players at one table decide, and what a pot is worth to them.

    ``margin`` (classes, places, already in) is the value of staying less that of passing, in stakes; places count from the
    dealer's left (0), the dealer's is the last. ``cards`` has the same shape: how many decisions each margin is based on.
    ``share`` (places,) is the part of a pot carried into the next hand that is worth as much as chips, by the place in the
    hand *before*, and adds up to 1. ``ante`` is an ante in stakes, as it is on average where the same people play on.
    ``worth`` (places,) is what a hand is worth in each place before a card is dealt, in stakes; it adds up to 0.
    ``stay_rate`` (LOOSENESS,) is how many of those dealt in stay where everybody is as loose as that. ``replies`` (REPLIES,
    classes, places, already in) is what ``margin`` is to one player where all others are as loose as that: the best reply.
    """

    rules: Rules
    margin: Array
    decisions: Array
    share: Array
    ante: float
    worth: Array
    stay_rate: Array
    replies: Array

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return int(self.margin.shape[1])

    def of(self, seen: Array, trump: Array, place: int | Array, already_in: Array) -> Array:
        """The margin of each hand (hands,), for masks ``seen`` of what a player in ``place`` (one, or one for each hand) sees."""
        return np.asarray(self.margin[self._cell(seen, trump, place, already_in)])

    def reply(self, seen: Array, trump: Array, place: int, already_in: Array, loose: Array) -> Array:
        """As ``of``, against others with the looseness ``loose`` (hands,), interpolated between REPLIES."""
        level = np.interp(loose, REPLIES, np.arange(len(REPLIES)))
        below = np.minimum(level.astype(np.int64), len(REPLIES) - 2)
        cell = self._cell(seen, trump, place, already_in)
        low, high = self.replies[(below, *cell)], self.replies[(below + 1, *cell)]
        return np.asarray(low + (level - below) * (high - low))

    def _cell(self, seen: Array, trump: Array, place: int | Array, already_in: Array) -> tuple[Array, int | Array, Array]:
        known = np.zeros_like(already_in) if self.rules.declare == "simultaneous" else already_in
        return class_of(seen, trump), place, known
