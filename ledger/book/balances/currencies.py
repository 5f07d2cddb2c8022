"""The currency of an amount that names none: the one that the book plays in; of several, what those
concerned owe each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from duckdb import DuckDBPyConnection

from ledger.book.derived.rows import column
from ledger.errors import UserError
from ledger.log.spellings import SIGNS
from ledger.money import CHIPS
from ledger.wording import listing


class CurrencyUnclearError(UserError):
    """Several currencies may be meant, or none is known; ``units`` are those to choose from."""

    def __init__(self, units: Sequence[str]) -> None:
        known = f"there is {listing(units)}" if units else "nothing in the book names one"
        super().__init__(
            f"it is not clear in which currency: {known}",
            f"say it: --currency {' or --currency '.join(units or ['EUR'])}",
        )
        self.units = units


def currencies(connection: DuckDBPyConnection, usual: str | None) -> list[str]:
    """The currencies that a book plays in, else those paid in, else the ``usual`` one of its
    settings; of a new book none.
    """
    for question in (_PLAYED, _PAID):
        found = [str(unit) for unit in column(connection, question)]
        if found:
            return found
    return [] if usual is None else [usual]


_PLAYED = f"SELECT DISTINCT unit FROM sessions WHERE unit <> '{CHIPS}' ORDER BY unit"  # noqa: S608 - our own name
_PAID = (
    "SELECT DISTINCT unit FROM (SELECT unit FROM payments UNION ALL SELECT unit FROM expenses) "
    "ORDER BY unit"
)


def choices(book: Sequence[str], stands: Sequence[Mapping[str, int]]) -> list[str]:
    """The currencies that may be meant: those of the book, and those in which somebody concerned
    owes or is owed something.
    """
    owed = {unit for one in stands for unit, amount in one.items() if amount and unit != CHIPS}
    return sorted(owed.union(book))


def currency_meant(
    book: Sequence[str], stands: Sequence[Mapping[str, int]], amount: str = "", *, pays: bool
) -> str | None:
    """The currency of an amount as typed among people who stand like this, by unit; None if that
    must be asked.

    A sign that one of the choices has decides; else the only choice; else the only one in which
    some of them owe what others get, or, if the first ``pays`` the second, in which the first owes
    what the second gets.
    """
    found = choices(book, stands)
    signed = [
        unit for unit in found for sign in (amount[:1], amount[-1:]) if unit in SIGNS.get(sign, ())
    ]
    amounts = {unit: [0, *(one.get(unit, 0) for one in stands)] for unit in found}
    between = [unit for unit in found if min(amounts[unit]) < 0 < max(amounts[unit])]
    if pays and len(stands) > 1:
        between = [
            unit for unit in between if stands[0].get(unit, 0) < 0 < stands[1].get(unit, 0)
        ] or between
    return next((some[0] for some in (signed, found, between) if len(some) == 1), None)
