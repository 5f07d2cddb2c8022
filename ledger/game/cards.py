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
"""The mask of all cards."""
SUIT: Final = tuple(0x1FFF << (13 * suit) for suit in range(4))
"""The mask of each suit."""

NAMES: Final = (*(rank + suit for suit in SUITS for rank in RANKS), "??", "-")
"""Canonical text of each card code: ``NAMES[card]``."""


def mask_of_card(card: int) -> int:
    """The mask of one card; 0 for ``??`` and for no card."""
    return 1 << card if card < UNKNOWN else 0


def mask_of_suit(suit: int) -> int:
    """The mask of a suit, 0 for -1: an unknown one."""
    return SUIT[suit] if suit >= 0 else 0


def cards_in(mask: int) -> list[int]:
    """The cards of a mask, suit s h d c and from high to low within a suit (log-format.md)."""
    cards = []
    for first in range(0, 52, 13):
        held = mask >> first & 0x1FFF
        while held:
            rank = held.bit_length() - 1
            cards.append(first + rank)
            held ^= 1 << rank
    return cards


def pretty(card: int) -> str:
    """A card as people read it: ``A♦``, ``10♠``; ``??`` where unknown."""
    if card >= UNKNOWN:
        return NAMES[card]
    rank, suit = RANKS[card % 13], SYMBOLS[card // 13]
    return ("10" if rank == "T" else rank) + suit
