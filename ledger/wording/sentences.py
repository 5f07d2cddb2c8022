"""Small pieces of sentences: lists, numbers, cards, suits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ledger.game.play import cards_in, pretty

SUIT_NAMES: Final = ("spades", "hearts", "diamonds", "clubs")


def listing(parts: Sequence[str], word: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}" if len(parts) > 1 else "".join(parts)


def cards(mask: int, word: str = "and") -> str:
    """The cards of a mask as people read them: ``A♠, Q♠ and 9♥``."""
    return listing([pretty(card) for card in cards_in(mask)], word)


def count(number: int, what: str) -> str:
    """``1 chip``, ``7 chips``."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def counted(number: int, thing: str, things: str = "") -> str:
    """``1 hand``, ``12,345 hands``: for large numbers too; ``things`` is a plural that does not end
    in s.
    """
    return f"{number:,} {thing if number == 1 else things or f'{thing}s'}"


def off(difference: int) -> str:
    """How far a recorded amount is from the one due: ``2 too much``, ``3 too little``."""
    return f"{abs(difference)} too {'much' if difference > 0 else 'little'}"


def ordered(seats: Iterable[tuple[str, int]]) -> str:
    """Pairs of player and number: ``Ann 2, Bea 3``."""
    return ", ".join(f"{name} {number}" for name, number in seats)
