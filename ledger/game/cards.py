"""Cards are whole numbers, hands are bit masks; text only at the edges.

A card is ``13 * suit + rank`` with suits s h d c = 0 to 3 and ranks 2 to A = 0 to 12 (rules.md 1.1). A hand
is a mask with bit ``card`` set. Masks fit in 52 bits, so a Python ``int`` and a numpy ``int64`` array hold
them alike, and every function that takes a mask takes either.
"""

from typing import Final

SUITS: Final = "shdc"
RANKS: Final = "23456789TJQKA"
SYMBOLS: Final = "♠♥♦♣"

UNKNOWN: Final = 52
"""A card that nobody wrote down: ``??``."""
NONE: Final = 53
"""No card at all."""

DECK: Final = (1 << 52) - 1
SUIT: Final = tuple(0x1FFF << (13 * suit) for suit in range(4))

NAMES: Final = (*(rank + suit for suit in SUITS for rank in RANKS), "??", "-")
"""Canonical text of each card code: ``NAMES[card]``."""


def cards_in(mask: int) -> list[int]:
    """Return the cards of a mask, suit s h d c and from high to low within a suit (log-format.md)."""
    cards = []
    for first in range(0, 52, 13):
        held = mask >> first & 0x1FFF
        while held:
            rank = held.bit_length() - 1
            cards.append(first + rank)
            held ^= 1 << rank
    return cards


def pretty(card: int) -> str:
    """Return a card as people read it: ``A♦``, ``10♠``; ``??`` where unknown."""
    if card >= UNKNOWN:
        return NAMES[card]
    rank, suit = RANKS[card % 13], SYMBOLS[card // 13]
    return ("10" if rank == "T" else rank) + suit
