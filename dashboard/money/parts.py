"""The parts that a position is made of, and why it is not the same figure as what was won or lost at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from dashboard.frame import wording
from dashboard.frame.shown_book import asked
from dashboard.frame.table import Cell
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


def results_of(session: str) -> Callable[[Mapping[str, Any]], Cell]:
    """Return what makes a cell of a row with ``player``, ``name``, ``amount`` and ``unit``: what was won or lost in a session.

    It leads to why, and says what else the session adds to the player's balance.
    """
    found = asked(parts_of, session)

    def cell(row: Mapping[str, Any]) -> Cell:
        return Cell(
            wording.signed(row["amount"], row["unit"]),
            wording.tone(row["amount"]),
            page="owes",
            query={"player": row["player"], "session": session},
            tip=f"Why, hand by hand: {row['name']}",
            note=besides(found.get(row["player"], {}).get(row["unit"], {}), row["unit"]),
        )

    return cell
