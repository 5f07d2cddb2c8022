"""The outcome of an audit for other programs: JSON and CSV (log-format.md, "What the audit says")."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

from ledger.findings import Finding

if TYPE_CHECKING:
    from ledger.audit import Report

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What makes a spreadsheet take a cell for a formula."""


def as_json(report: Report, shown: list[Finding]) -> str:
    """Return the object of ``--format json``, one line a session in the books and one a finding."""
    parts = []
    for name, value in report.as_dict().items():
        if name == "books":
            books = [f"  {_json(session)}: {_json(held)}" for session, held in report.books.items()]
            text = _lines("{", books, "}")
        elif name == "findings":
            text = _lines("[", [f"  {_json(found.as_dict())}" for found in shown], "]")
        else:
            text = _json(value)
        parts.append(f" {_json(name)}: {text}")
    return _lines("{", parts, "}")


def _lines(begin: str, parts: list[str], end: str) -> str:
    if not parts:
        return begin + end
    indent = " " if parts[0].startswith("  ") else ""
    return f"{begin}\n" + ",\n".join(parts) + f"\n{indent}{end}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def as_csv(shown: list[Finding]) -> str:
    """Return findings as CSV (RFC 4180); text that a spreadsheet would compute is quoted with an apostrophe."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(Finding._fields)
    for found in shown:
        cells = found._asdict() | {"required": " ".join(found.required or ())}
        writer.writerow([_cell(value) for value in cells.values()])
    return text.getvalue()


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
