"""CSV for spreadsheets and other programs (RFC 4180), in which no text from users is taken for a
formula.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import TextIO

from ledger.files import FORMULA
from ledger.money import decimal_text


def csv_text(headings: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    """Rows as CSV.

    Numbers stay numbers; text that a spreadsheet would take for a formula gets an apostrophe in
    front.
    """
    text = io.StringIO()
    write_csv(text, headings, rows)
    return text.getvalue()


def write_csv(file: TextIO, headings: Sequence[str], rows: Iterable[Iterable[object]]) -> None:
    """Write rows as ``csv_text`` does, one by one; ``file`` must be opened with ``newline=""``."""
    writer = csv.writer(file)
    writer.writerow(headings)
    writer.writerows([_cell(value) for value in row] for row in rows)


def figure(amount: int, unit: str) -> Decimal:
    """An amount in minor units of ``unit`` as an exact decimal, which ``csv_text`` leaves a
    number.
    """
    return Decimal(decimal_text(amount, unit))


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
