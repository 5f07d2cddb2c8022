"""What a posting was for, in words."""

from __future__ import annotations

from typing import Final

from ledger.book.trail import Item
from ledger.log.words import visible
from ledger.money.amounts import CHIPS, amount_text

_WORDS: Final = {
    "ante": "ante",
    "second ante": "ante for playing",
    "take": "took the pot",
    "match": "matched the pot",
    "renege": "paid for a renege",
    "penalty": "penalty for a renege",
    "share": "share of the pot",
}


def what(item: Item, *, note: bool = False) -> str:
    """Return what a player did: ``took the pot``, ``paid Ann``; with the words that somebody wrote to a payment if ``note``."""
    words = _WORDS.get(item.kind) or _between(item)
    return f"{words}: {visible(item.note)}" if note and item.note else words


def in_the_log(item: Item) -> str:
    """Return the log line that says so; where only the first line of the hand does, the rest follows from the rules."""
    return "by the rules" if item.rule and item.text.startswith("hand ") else item.text


def _between(item: Item) -> str:
    received = item.amount > 0
    if item.kind == "transfer":
        return f"transfer {'from' if received else 'to'} {item.other}"
    if item.kind == "payment":
        return f"paid {item.other}" if received else f"paid by {item.other}"
    bought = item.kind == "buy-in"
    if item.chips:
        return "chips bought" if bought else "chips cashed"
    return "price of chips bought" if bought else "price of chips cashed"


def bare(amount: int, unit: str, *, signed: bool = True) -> str:
    """Return an amount for a column: chips without the word, which stands above the column."""
    text = amount_text(amount, unit, signed=signed)
    return text.partition(" ")[0] if unit == CHIPS else text
