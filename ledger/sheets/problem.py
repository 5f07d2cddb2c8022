"""What is wrong with a spreadsheet: row and column, the row with a caret, what was expected, and what to do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from typing import Final, NamedTuple, TypeAlias

from ledger.errors import UserError
from ledger.log.words import shown, visible

Cell: TypeAlias = str | Decimal | date | bool | None
"""The value of a cell: stripped text, a number, a date, True or False; None if it is empty."""

MOST: Final = 20
"""Problems of a table that are reported; the rest are only counted."""
_BETWEEN: Final = " | "


class Problem(NamedTuple):
    """A cell that cannot be used, by its row and column (from 0; None for the whole row)."""

    row: int
    column: int | None
    message: str
    expected: str
    remedy: str


class SheetError(UserError):
    """A spreadsheet that cannot be understood; nothing of it is stored."""


class UnclearError(SheetError):
    """The spreadsheet leaves something open that must not be guessed; ``asks`` says what."""

    def __init__(self, asks: str, message: str, remedy: str) -> None:
        super().__init__(message, remedy)
        self.asks = asks


def column_name(column: int) -> str:
    """A spreadsheet's name for a column: A for 0, AA for 26."""
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def place(row: int, column: int | None = None) -> str:
    """Where a cell is, in a spreadsheet's terms: ``row 7, column C``."""
    return f"row {row + 1}" + ("" if column is None else f", column {column_name(column)}")


def cell_text(cell: Cell) -> str:
    """A cell as it is shown in messages."""
    return "" if cell is None else shown(str(cell))


def refused(file: str, rows: Sequence[Sequence[Cell]], problems: Iterable[Problem]) -> SheetError:
    """One error with every problem of a table, from top to bottom."""
    found = sorted(problems, key=lambda one: (one.row, -1 if one.column is None else one.column))
    lines = [formatted(file, rows[one.row] if one.row < len(rows) else (), one) for one in found[:MOST]]
    if len(found) > MOST:
        lines.append(f"and {len(found) - MOST:,} more cells")
    return SheetError("\n".join(lines))


def formatted(file: str, cells: Sequence[Cell], problem: Problem) -> str:
    """A problem as text in four parts: place, excerpt, explanation, remedy."""
    where = f"{visible(file)}: {place(problem.row, problem.column)}"
    parts = [f"{where}: {problem.message}", *_excerpt(cells, problem.column)]
    parts += [f"  expected {problem.expected}"] if problem.expected else []
    parts += [f"  {problem.remedy}"] if problem.remedy else []
    return "\n".join(parts)


def _excerpt(cells: Sequence[Cell], column: int | None) -> list[str]:
    """The cells around a column, with a caret below it; empty for an empty row."""
    from wcwidth import width  # noqa: PLC0415 - tables that only a spreadsheet with errors needs

    start = max(0, (column or 0) - 3)
    texts = [cell_text(cell) for cell in cells[start : (column or 0) + 4]]
    if not any(texts):
        return []
    line = f"  | {_BETWEEN.join(texts)}".rstrip()
    if column is None or column - start >= len(texts):
        return [line]
    before = "".join(text + _BETWEEN for text in texts[: column - start])
    return [line, f"  | {' ' * width(before)}^"]
