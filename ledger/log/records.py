"""The records of a file, one for each statement in the order written; sessions, hands and payments files.

The records of the statements are beside their specifications: ``header_statements``, ``between_hands``, ``hand_records``,
``payment_statements``.

Nothing here knows the rules of the game. Names are text (NFC), cards are the codes of ``ledger.game.cards``, chips
are whole numbers, money is whole minor units. Every record begins with ``line`` (from 1) and ends with
``comment``: the text from ``#`` on, or ``""``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from ledger.log.between_hands import BetweenHands
from ledger.log.hand_records import HandLine, InHand
from ledger.log.header_statements import InHeader, RulesLine
from ledger.log.payment_statements import ExpenseLine, InPayments, PaymentLine


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
    (``ledger.log.plain_lines``), which have no ``statements`` here; -1 for all others.
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
