"""The players of a book for other programs: JSON and CSV."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ledger.book.people import Person
from ledger.export.cells import figure
from ledger.money.amounts import decimal_text

HEADINGS: Final = ("id", "player", "aliases", "handle", "sessions", "hands", "currency", "amount")


def as_dict(everybody: Iterable[Person], pairs: Iterable[tuple[str, str]]) -> dict[str, object]:
    """Return the object of ``bourre players --format json``; ``alike`` has names that may be one person's."""
    return {
        "players": [
            {
                "id": one.id,
                "player": one.name,
                "aliases": list(one.aliases),
                "handle": one.handle,
                "sessions": one.sessions,
                "hands": one.hands,
                "positions": [{"currency": unit, "amount": decimal_text(amount, unit)} for unit, amount in one.positions.items()],
            }
            for one in everybody
        ],
        "alike": [list(pair) for pair in pairs],
    }


def rows(everybody: Iterable[Person]) -> Iterator[tuple[object, ...]]:
    """Yield a row for each player and currency, one without amount for who has no position; aliases are parted by ``|``."""
    for one in everybody:
        about = (one.id, one.name, "|".join(one.aliases), one.handle or "", one.sessions, one.hands)
        for unit, amount in one.positions.items():
            yield *about, unit, figure(amount, unit)
        if not one.positions:
            yield *about, "", ""
