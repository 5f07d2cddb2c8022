"""Writes session logs in canonical form, which has one way to write each statement."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias

from ledger.files import write_atomically
from ledger.log.hand_lines import plays_text
from ledger.log.hand_records import HandLine, Plays
from ledger.log.records import (
    Comment,
    Foreign,
    Hand,
    HandRecord,
    HeaderRecord,
    PaymentRecord,
    Payments,
    Session,
    TableRecord,
    Unreadable,
)
from ledger.log.statements import every_statement
from ledger.log.words import FORBIDDEN

Record: TypeAlias = HeaderRecord | TableRecord | HandRecord | HandLine | PaymentRecord

_INDENT: Final = "  "
_BEFORE_COMMENT: Final = "   "


def write(session: Session) -> str:
    """The canonical text of ``session``; ``read`` turns it back into the same records.

    Lines that could not be read are kept word for word. Raises ValueError for a session that is not
    ``readable``: the reader gave up on it, so lines would be lost.
    """
    if not session.readable:
        raise ValueError(f"{session.file} could not be read to its end, so it cannot be written again")
    text = _Text(session.currency)
    for record in session.header:
        text.add(record, "")
    for item in session.body:
        if isinstance(item, Hand):
            text.begin(item)
            for statement in item.statements:
                text.add(statement, _INDENT)
        else:
            text.add(item, "")
    return "\n".join(text.lines) + "\n"


def write_payments(payments: Payments) -> str:
    """The canonical text of a payments file; ``read_payments`` turns it back into the same records.

    Lines that could not be read are kept word for word. Raises ValueError for a file that is not ``readable``.
    """
    if not payments.readable:
        raise ValueError(f"{payments.file} could not be read to its end, so it cannot be written again")
    text = _Text(None)
    for record in payments.statements:
        text.add(record, "")
    return "\n".join(text.lines) + "\n"


def write_session(session: Session, path: str | Path) -> None:
    """Replace the file at ``path`` by the canonical text of ``session``, in one step. Raises LogError and ValueError."""
    write_atomically(path, write(session))


def format_statement(record: Record, currency: str | None = None) -> str:
    """A statement as the log writes it, with its comment, not indented.

    Money is in minor units of ``currency``, the session's. Raises ValueError for a record that does not fit on one line.
    """
    text = _WRITERS[type(record)](record, currency)
    if record.comment and not isinstance(record, Comment):
        text += _BEFORE_COMMENT + _comment(record.comment)
    verbatim = isinstance(record, Unreadable | Foreign)
    if "\n" in text if verbatim else FORBIDDEN.search(text):
        raise ValueError(f"a statement is one line of text: {text!r}")
    return text


class _Text:
    """The lines so far, and for each the number it had in the log if it is a comment in column 1."""

    def __init__(self, currency: str | None) -> None:
        self.currency = currency
        self.lines: list[str] = []
        self.comments: list[int | None] = []

    def add(self, record: HeaderRecord | TableRecord | HandRecord | PaymentRecord, indent: str) -> None:
        """Write a record that is not the first line of a hand."""
        comment = isinstance(record, Comment) and not record.indented
        if isinstance(record, Unreadable) or comment:
            indent = ""
        elif isinstance(record, Comment):
            indent = _INDENT
        self.lines.append(indent + format_statement(record, self.currency))
        self.comments.append(record.line if comment else None)

    def begin(self, hand: Hand) -> None:
        """Write a blank line and the first line of a hand; comments directly above that line stay there."""
        attached = 0
        while attached < len(self.lines) and self.comments[-1 - attached] == hand.line - 1 - attached:
            attached += 1
        place = len(self.lines) - attached
        self.lines.insert(place, "")
        self.comments.insert(place, None)
        if hand.first is not None:
            self.lines.append(format_statement(hand.first))
            self.comments.append(None)


def _comment(text: str) -> str:
    return text if text.startswith("#") else f"# {text}"


_WRITERS: Final[dict[type, Callable[[Any, str | None], str]]] = {
    **{said.record: said.write for said in every_statement()},
    Plays: plays_text,
    Comment: lambda record, _: _comment(record.comment),
    Foreign: lambda record, _: record.text,
    Unreadable: lambda record, _: record.text,
}
