"""The records of a file, one for each statement in the order written; sessions, hands and payments files.

The records of the statements are beside their specifications: ``header_statements``, ``between_hands``, ``hand_records``,
``payment_statements``.

Nothing here knows the rules of the game. Names are text (NFC), cards are the codes of ``ledger.game.play``, chips
are whole numbers, money is whole minor units. Every record begins with ``line`` (from 1) and ends with
``comment``: the text from ``#`` on, or ``""``.

Errors of a log in words: where, the line with a caret, what was expected, and what to do.

Every statement of logs and payments files, and a table of them for readers of the documentation.

``python -m ledger.log`` writes the table in log-format.md anew.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from ledger.errors import did_you_mean
from ledger.log.between_hands import BETWEEN_HANDS, BetweenHands
from ledger.log.hand_statements import HAND, HAND_STATEMENTS, HandLine, InHand
from ledger.log.header_statements import HEADER_STATEMENTS, InHeader, RulesLine
from ledger.log.payment_statements import PAYMENT_STATEMENTS, VERSION, ExpenseLine, InPayments, PaymentLine
from ledger.log.statement import Statement
from ledger.log.words import (
    MOST_ERRORS,
    MOST_SUGGESTIONS,
    Problem,
    odd_character,
    quote,
    quotes_meant,
    shown,
    spelt_plainly,
    split,
    visible,
)

# --- Records ----------------------------------------------------------------------------------------------------------


class Log(NamedTuple):
    """An unread session log: the content of its file, and the file's name in errors."""

    content: bytes
    file: str


class Comment(NamedTuple):
    """A line with only a comment; ``indented`` if it did not begin in column 1."""

    line: int
    indented: bool
    comment: str


class Foreign(NamedTuple):
    """A statement of another program (``x-``): the line as written, without indentation."""

    line: int
    text: str
    comment: str = ""


class Unreadable(NamedTuple):
    """A line that could not be read, kept word for word."""

    line: int
    text: str
    comment: str = ""


HeaderRecord: TypeAlias = InHeader | Comment | Foreign | Unreadable
TableRecord: TypeAlias = BetweenHands | Comment | Foreign | Unreadable
HandRecord: TypeAlias = InHand | Comment | Foreign | Unreadable
PaymentRecord: TypeAlias = InPayments | Comment | Foreign | Unreadable
"""What may stand in the header, between hands, in a hand, and in a payments file."""


class Diagnostic(NamedTuple):
    """A line that could not be read, and what to do about it.

    ``hand`` is the number of the hand it is in, if that could be read. Words of the log quoted in the texts are
    safe to show; ``text`` is the raw line, and only ``format_diagnostic`` makes it safe.
    """

    file: str
    line: int
    column: int
    text: str
    message: str
    expected: str
    remedy: str
    hand: int | None = None


@dataclass(slots=True)
class Hand:
    """A hand as recorded. ``first`` is None if its first line could not be read; it is then quarantined.

    ``seats`` are the seated players clockwise from the dealer's left, the dealer last (empty if ``first`` is
    None). ``due`` is the first of them to the left of the previous hand's dealer, whose turn to deal it is if
    nobody has forfeited one: None for the first hand, after a quarantined one and after a ``result``. A hand with a
    ``misdeal`` is dealt again by the same dealer. ``plain`` is the number of the hand among those whose lines are read at once
    (``ledger.hands.plain_hands``), which have no ``statements`` here; -1 for all others.
    """

    line: int
    first: HandLine | None
    seats: tuple[str, ...] = ()
    due: str | None = None
    quarantined: bool = False
    misdeal: bool = False
    plain: int = -1
    statements: list[HandRecord] = field(default_factory=list)


@dataclass(slots=True)
class Session:
    """One file. ``readable`` is False if the header is too broken for the rest to mean anything.

    ``game`` is None if the header names none, or not in a way that could be read.
    ``body`` has the hands and, between them, the statements of the table. ``pot`` is None if the header has
    a ``pot`` line that could not be read; ``pot_said`` is False if it has none. ``exempt`` are those who post no ante in the
    first hand, None if the header does not say; ``exempt_lost`` is True if it says so in a line that could not be read.
    ``players`` are all who were ever seated, in order of appearance.
    For a quarantined hand whose first line could not be read, ``Hand.seats`` are those seated, clockwise.
    """

    file: str
    readable: bool = True
    id: str = ""
    date: str = ""
    title: str | None = None
    game: str | None = None
    rules: RulesLine | None = None
    chip: int | None = None
    currency: str | None = None
    ante: int = 1
    pot: int | None = 0
    pot_said: bool = False
    exempt: tuple[str, ...] | None = None
    exempt_lost: bool = False
    seats: tuple[str, ...] = ()
    players: list[str] = field(default_factory=list)
    header: list[HeaderRecord] = field(default_factory=list)
    body: list[Hand | TableRecord] = field(default_factory=list)
    errors: list[Diagnostic] = field(default_factory=list)


@dataclass(slots=True)
class Payments:
    """One payments file. ``readable`` is False if it is none, or was given up: what is in it then is not all there is.

    ``payments`` and ``expenses`` are the lines that can be booked; ``statements`` is everything, in order. ``date`` and
    ``currency`` are those in force at the end of the file; ``lost`` has ``date`` or ``currency``, with the number of its
    line, where that cannot be read.
    """

    file: str
    readable: bool = True
    payments: list[PaymentLine] = field(default_factory=list)
    expenses: list[ExpenseLine] = field(default_factory=list)
    statements: list[PaymentRecord] = field(default_factory=list)
    errors: list[Diagnostic] = field(default_factory=list)
    date: str | None = None
    currency: str | None = None
    lost: dict[str, int] = field(default_factory=dict)


# --- Diagnostics ------------------------------------------------------------------------------------------------------

_LEFT: Final = 50
_RIGHT: Final = 40
"""Characters of a long line that are shown on each side of the caret."""


def format_diagnostic(diagnostic: Diagnostic) -> str:
    """Return place and message, the line and a caret, what was expected, and a remedy: plain text, safe to show."""
    place = f"{visible(diagnostic.file)}:{diagnostic.line}:{diagnostic.column}"
    lines = [f"{place}: {diagnostic.message}", *(f"  | {line}" for line in excerpt(diagnostic))]
    if diagnostic.expected:
        lines.append(f"  expected {diagnostic.expected}")
    if diagnostic.remedy:
        lines.append(f"  {diagnostic.remedy}")
    return "\n".join(lines)


def excerpt(diagnostic: Diagnostic) -> list[str]:
    """Return the line, clipped around what is wrong, and below it a caret: safe to show, nothing for an empty line."""
    from wcwidth import width  # noqa: PLC0415 - tables that only a log with errors needs

    text, column = diagnostic.text, diagnostic.column
    if not text.strip():
        return []
    start = max(0, column - 1 - _LEFT) if len(text) > _LEFT + _RIGHT else 0
    end = max(column + _RIGHT, start + _LEFT + _RIGHT)
    before = ("…" if start else "") + visible(text[start : column - 1])
    after = visible(text[column - 1 : end]) + ("…" if end < len(text) else "")
    return [f"{before}{after}".rstrip(), f"{' ' * width(before)}^"]


class GiveUp(Exception):  # noqa: N818 - it only ends the reading
    """Nothing after this in the file can be understood."""


class Errors:
    """The errors of one file so far; ``what`` says what kind of file it should be."""

    def __init__(self, file: str, found: list[Diagnostic], what: str = "a session log") -> None:
        self.file = file
        self.found = found
        self.what = what

    def add(self, problem: Problem, line: int, text: str, hand: int | None = None) -> None:
        """Report what is wrong with a line. Raises GiveUp at one error too many."""
        self.found.append(self._diagnostic(problem, line, text, hand))

    def insert(self, problem: Problem, line: int, text: str) -> None:
        """Report what is wrong with a line above the last one. Raises GiveUp at one error too many."""
        found = self._diagnostic(problem, line, text, None)
        self.found.insert(bisect_right(self.found, line, key=lambda error: error.line), found)

    def _diagnostic(self, problem: Problem, line: int, text: str, hand: int | None) -> Diagnostic:
        if len(self.found) >= MOST_ERRORS:
            message = f"more than {MOST_ERRORS:,} lines cannot be read: the rest of the file is given up"
            remedy = "check that it is the right file"
            self.found.append(Diagnostic(self.file, line, 1, text, message, self.what, remedy))
            raise GiveUp
        column, word = problem.column, ""
        if not column:
            words, columns, _, end = split(text)
            column, word = (columns[problem.word], words[problem.word]) if problem.word < len(words) else (end, "")
        remedy = problem.remedy
        if len(self.found) < MOST_SUGGESTIONS:
            remedy = odd_character(text, column) or quotes_meant(text, column) or _near(word, problem) or remedy
        return Diagnostic(self.file, line, column, text, problem.message, problem.expected, remedy, hand)


def _near(word: str, problem: Problem) -> str:
    """Which of the words that could stand there is meant by a misspelt one; empty if none is near."""
    for one in dict.fromkeys((word, spelt_plainly(word))) if word else ():
        if near := did_you_mean(shown(one), map(shown, problem.near), quote):
            return near
    return ""


# --- Statements -------------------------------------------------------------------------------------------------------

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
