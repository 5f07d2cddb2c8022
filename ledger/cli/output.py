"""Output for other programs: JSON and CSV on standard output, always UTF-8, lines as they are."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterable, Sequence


def plain_output() -> None:
    """Make standard output UTF-8 and leave line ends alone, whatever the terminal or the system would have."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", newline="")


def print_json(value: object) -> None:
    """Print a value as JSON."""
    plain_output()
    print(json.dumps(value, ensure_ascii=False, indent=2))


def print_csv(headings: Sequence[str], rows: Iterable[Iterable[object]]) -> None:
    """Print rows as CSV that is safe to open in a spreadsheet (``ledger.export.cells``)."""
    from ledger.export.cells import csv_text

    plain_output()
    sys.stdout.write(csv_text(headings, rows))
