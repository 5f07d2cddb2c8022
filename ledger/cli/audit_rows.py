"""The outcome of an audit for other programs: JSON and CSV (log-format.md, "What the audit says")."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ledger.export.cells import csv_text
from ledger.findings.finding import Finding

if TYPE_CHECKING:
    from ledger.findings.audit import Report


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
    cells = ((found._asdict() | {"required": " ".join(found.required or ())}).values() for found in shown)
    return csv_text(Finding._fields, cells)
