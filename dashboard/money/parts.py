"""The parts of a balance, and why a balance differs from what was won or lost at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from dashboard.frame import wording
from dashboard.frame.shown_book import asked
from dashboard.frame.table import Cell
from ledger.book.trail import BANK, EXPENSE, PAYMENT, PLAYED, parts_of
from ledger.money import CHIPS, amount_text, standing

PARTS: Final = {
    PLAYED: "Won or lost at the table",
    BANK: "Chips bought and cashed",
    PAYMENT: "Payments",
    EXPENSE: "Shared costs",
}
"""The parts with their headings, in the order of the page."""


def besides(sums: Mapping[str, int], unit: str) -> str:
    """What a player paid and got in a session besides play, and what it leaves to settle; empty if there was only play.

    ``Got $17.50 for chips. Square for the night.`` ``sums`` are the parts that the session adds to the balance, in minor units
    of ``unit``.
    """
    said = [_moved(part, sums[part], unit) for part in PARTS if part != PLAYED and sums.get(part)]
    if not said:
        return ""
    total = sum(sums.values())
    left = standing(total, unit) if total else "square"
    return f"{wording.sentence(wording.listed(said))} {wording.sentence(f'{left} for the night')}"


def _moved(part: str, amount: int, unit: str) -> str:
    """What a player handed over (positive) or was given in a part of a session. The banker also pays for chips."""
    much = amount_text(abs(amount), unit)
    if part == BANK:
        did = "paid" if amount > 0 else "got"
        return f"{did} the price of {much}" if unit == CHIPS else f"{did} {much} for chips"
    if part == PAYMENT:
        return f"paid {much} to others" if amount > 0 else f"got {much} from others"
    return f"paid {much} of shared costs for others" if amount > 0 else f"owes {much} for shared costs"


def results_of(session: str) -> Callable[[Mapping[str, Any]], Cell]:
    """A function from a row with ``player``, ``name``, ``amount`` and ``unit`` to a cell: what was won or lost in a session.

    The cell links to why, and says what else was paid in the session and what it leaves to settle.
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
