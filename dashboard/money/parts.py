"""The parts that a position is made of, and why it is not the same figure as what was won or lost at the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dashboard.frame import wording
from dashboard.frame.shown_book import asked
from ledger.book.balances import EXPENSE, PAYMENT, parts_of
from ledger.book.posting_words import BANK, PLAYED
from ledger.money import amount_text

PARTS: Final = {
    PLAYED: "Won or lost at the table",
    BANK: "Chips bought and cashed",
    PAYMENT: "Payments",
    EXPENSE: "Shared costs",
}
"""In the order of the page."""


def besides(sums: Mapping[str, int], unit: str) -> str:
    """What a session adds to a position besides what was won and lost in it: ``with payments +$5.00, $2.00 in all``, or nothing.

    ``sums`` are the parts that it adds, in minor units of ``unit``.
    """
    others = {part: sums[part] for part in PARTS if part != PLAYED and sums.get(part)}
    if not others:
        return ""
    said = [f"{PARTS[part].lower()} {amount_text(amount, unit, signed=True)}" for part, amount in others.items()]
    return f"with {wording.listed(said)}, {amount_text(sum(sums.values()), unit, signed=True)} in all"


def besides_of(session: str) -> dict[tuple[int, str], str]:
    """The same for everybody in a session of the book, by account and unit."""
    found = asked(parts_of, session)
    return {(account, unit): besides(sums, unit) for account, units in found.items() for unit, sums in units.items()}
