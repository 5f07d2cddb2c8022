"""The class of a hand before it is decided whether to stay: what people look at, in a number small enough for a table.

A class is what the trumps are worth and how many side aces there are. Trumps count by their number and by which of ace, king
and queen are among them: ``A K +1`` is the ace, the king and one lower trump. More than three trumps are told apart by number
alone, since nobody passes with them.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from ledger.game.play import SUIT, ranks
from ledger.hands.model import Array

ACES: Final = sum(1 << 13 * suit + 12 for suit in range(4))
KINGS: Final = ACES >> 1
SIDE: Final = 3
"""Side aces are counted up to two; this many numbers."""
MOST_TRUMPS: Final = 6
"""A hand of five and the turned card that its dealer may take."""

SUITS: Final = np.array(SUIT, np.int64)

LOW: Final = (-0.04, -0.04, -0.03, -0.02, -0.01, 0.01, 0.03, 0.05, 0.08, 0.12)
"""Stakes by which staying with a low trump, two to jack, is worth more than with others of its class."""
SHOWN: Final = np.array((*[0.0] * 10, -0.04, -0.09, -0.13))
"""The same where somebody else's card is turned, two to ace: the dealer has a trump that is hard to beat."""


class HandClass(NamedTuple):
    """``trumps`` is their number, ``honours`` which of ace, king and queen are among them (4, 2, 1), ``side`` the other aces."""

    trumps: int
    honours: int
    side: int

    @property
    def honours_in_words(self) -> str:
        """Which of ace, king and queen of trumps are there: ``AQ``."""
        return "".join(name for name, bit in (("A", 4), ("K", 2), ("Q", 1)) if self.honours & bit)

    @property
    def trumps_in_words(self) -> str:
        """The trumps as a player would say them: ``A K +1``; ``2 low``; ``no trump``."""
        high = " ".join(self.honours_in_words)
        low = self.trumps - len(self.honours_in_words)
        more = (f"+{low}" if high else f"{low} low") if low else ""
        return f"{high} {more}".strip() or "no trump"

    def __str__(self) -> str:
        """The whole class: ``A K +1, side ace``."""
        return self.trumps_in_words + ("", ", side ace", ", two side aces")[self.side]


def _all() -> tuple[HandClass, ...]:
    """Every class, weakest trumps first."""
    return tuple(
        HandClass(trumps, honours, side)
        for trumps in range(MOST_TRUMPS + 1)
        for honours in range(8)
        if honours.bit_count() <= trumps
        for side in range(SIDE)
    )


CLASSES: Final = _all()
_NUMBER = np.full((MOST_TRUMPS + 1, 8, SIDE), -1, np.int64)
for _at, _one in enumerate(CLASSES):
    _NUMBER[_one] = _at


def class_of(hand: Array, trump: Array) -> Array:
    """The number in CLASSES of each hand, masks (hands,), where ``trump`` (hands,) is the suit of the trumps."""
    own = ranks(hand, trump)
    side = hand & ~SUITS[trump] & ACES
    honours = own >> 10 & 7
    return np.asarray(_NUMBER[np.bitwise_count(own), honours, np.minimum(np.bitwise_count(side), SIDE - 1)])


def low_trumps(hand: Array, trump: Array) -> Array:
    """How much more staying is worth, in stakes, than the class of a hand says, by its trumps below the queen."""
    own = ranks(hand, trump)
    return np.asarray(sum(more * (own >> rank & 1) for rank, more in enumerate(LOW)))
