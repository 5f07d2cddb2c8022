"""CSV for spreadsheets and other programs (RFC 4180), in which nothing that people wrote is taken for a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Final, TextIO

from ledger.money import decimal_text

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What makes a spreadsheet take a cell for a formula."""


def csv_text(headings: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    """Rows as CSV; numbers stay numbers, and text that a spreadsheet would compute begins with an apostrophe."""
    text = io.StringIO()
    write_csv(text, headings, rows)
    return text.getvalue()


def write_csv(file: TextIO, headings: Sequence[str], rows: Iterable[Iterable[object]]) -> None:
    """Write rows as ``csv_text`` has them, one after the other; the file must leave line ends alone (``newline=""``)."""
    writer = csv.writer(file)
    writer.writerow(headings)
    writer.writerows([_cell(value) for value in row] for row in rows)


def figure(amount: int, unit: str) -> Decimal:
    """An amount in minor units as a number with all its digits, which ``csv_text`` leaves a number."""
    return Decimal(decimal_text(amount, unit))


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
