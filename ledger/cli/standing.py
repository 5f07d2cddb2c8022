"""Where somebody stands, in words: is owed, owes, is square."""

from __future__ import annotations

from collections.abc import Iterable

from ledger.cli.terminal import table
from ledger.money.amounts import amount_text


def standing_in_words(amount: int) -> str:
    """Return which way a balance goes."""
    return "is owed" if amount > 0 else "owes" if amount < 0 else "is square"


def standing(amount: int, unit: str) -> str:
    """Return a balance as the end of a sentence: ``owes $1.25``."""
    return standing_in_words(amount) + (f" {amount_text(abs(amount), unit)}" if amount else "")


def change_table(rows: Iterable[tuple[str, str, int, int]]) -> str:
    """Return a table of balances before and after, from rows of name, unit, and both amounts in minor units."""
    lines = [
        (name, amount_text(before, unit, signed=True), amount_text(after, unit, signed=True), standing_in_words(after))
        for name, unit, before, after in rows
    ]
    return table(["Balance", "before", "now", ""], lines, right=("before", "now"))
