"""Every statement of logs and payments files, and a table of them for readers of the documentation.

``python -m ledger.log`` writes the table in log-format.md anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from ledger.log.between_hands import BETWEEN_HANDS
from ledger.log.hand_statements import HAND, HAND_STATEMENTS
from ledger.log.header_statements import HEADER_STATEMENTS
from ledger.log.payment_statements import PAYMENT_STATEMENTS, VERSION
from ledger.log.statement import Statement

_PLACES: Final[dict[str, tuple[Statement[Any], ...]]] = {
    "header": tuple(HEADER_STATEMENTS.values()),
    "between hands": tuple(BETWEEN_HANDS.values()),
    "hand": (HAND, *HAND_STATEMENTS.values()),
    "payments file": (VERSION, *PAYMENT_STATEMENTS.values()),
}

PAGE: Final = Path(__file__).parents[1] / "docs" / "log-format.md"
BEGIN: Final = "<!-- statements: made by python -m ledger.log -->"
END: Final = "<!-- end of statements -->"


def every_statement() -> Iterator[Statement[Any]]:
    """Yield every statement, those of the log first."""
    for statements in _PLACES.values():
        yield from statements


class HelpRow(NamedTuple):
    """The help on a statement: where it belongs, its keyword and canonical form, its purpose, and an example.

    Brackets in the form mark optional parts.
    """

    where: str
    keyword: str
    form: str
    help: str
    example: str = ""


def help_rows() -> list[HelpRow]:
    """The help on every statement, in their order in a file."""
    return [
        HelpRow(where, statement.keyword, statement.form, statement.help, statement.example or statement.form)
        for where, statements in _PLACES.items()
        for statement in statements
    ]


def help_table() -> str:
    """The table of statements in log-format.md, as Markdown between its marker lines."""
    rows = ["| where | statement | |", "|---|---|---|"]
    for row in help_rows():
        form = row.form.replace("|", "\\|")
        rows.append(f"| {row.where} | `{form}` | {row.help} |")
    return "\n".join([BEGIN, *rows, END])
