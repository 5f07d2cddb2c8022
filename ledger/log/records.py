"""What a log says, in the order written: comments, sessions, hands, and diagnostics with their words.

The records of statements stand beside their specifications (``grammar``). Names are text (NFC), cards are the codes of
``ledger.game.play``, chips are whole numbers, and money is whole minor units.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from ledger.log.between_hands import BetweenHands
from ledger.log.grammar import InHeader, RulesLine
from ledger.log.hand_statements import HandLine, InHand
from ledger.log.words import (
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


# --- Statements -------------------------------------------------------------------------------------------------------
