"""Every statement of the log and of a payments file, and a table of them for people.

The table in the page about the log is made from here: ``python -m ledger.log`` writes it anew.
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
    """A statement for people: where it stands, its keyword and canonical form, what it is for, and a line as an example.

    What is in brackets in the form may be left out.
    """

    where: str
    keyword: str
    form: str
    help: str
    example: str = ""


def help_rows() -> list[HelpRow]:
    """Every statement, in the order in which they stand in a file."""
    return [
        HelpRow(where, statement.keyword, statement.form, statement.help, statement.example or statement.form)
        for where, statements in _PLACES.items()
        for statement in statements
    ]


def help_table() -> str:
    """The table of the page about the log, in Markdown, between the lines that mark it."""
    rows = ["| where | statement | |", "|---|---|---|"]
    for row in help_rows():
        form = row.form.replace("|", "\\|")
        rows.append(f"| {row.where} | `{form}` | {row.help} |")
    return "\n".join([BEGIN, *rows, END])
