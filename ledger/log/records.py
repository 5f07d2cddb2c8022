"""What a session log says, line by line: one record a statement, in the order written.

Nothing in here knows a rule of the game. Names are text (NFC), cards are the codes of ``ledger.game.cards``, chips
are whole numbers, money is whole minor units. Every record begins with ``line`` (from 1) and ends with
``comment``: the text from ``#`` on, or ``""``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from ledger.log.between_hands import BetweenHands

DEFAULT = -1
"""An amount that was left out: the one the rules give (one ante, for ``ante``)."""


class Version(NamedTuple):
    """``bourre 1``."""

    line: int
    number: int
    comment: str = ""


class Title(NamedTuple):
    """``session 2026-11-20 friday-at-anns "Friday at Ann's"``."""

    line: int
    date: str
    id: str
    title: str | None
    comment: str = ""


class Game(NamedTuple):
    """``game friday``: whose pot this session's is; sessions of one game hand it on."""

    line: int
    name: str
    comment: str = ""


class RulesLine(NamedTuple):
    """``rules louisiana limit=20``: the words as written, not yet understood. ``columns`` has one entry a word (from 1)."""

    line: int
    preset: str
    options: tuple[tuple[str, str], ...]
    columns: tuple[int, ...]
    comment: str = ""


class Chip(NamedTuple):
    """``chip 0.25 USD``: the value of a chip in minor units of the currency."""

    line: int
    value: int
    currency: str
    comment: str = ""


class AnteUnit(NamedTuple):
    """``ante 1`` in the header: chips in one ante."""

    line: int
    chips: int
    comment: str = ""


class OpeningPot(NamedTuple):
    """``pot 4`` in the header."""

    line: int
    chips: int
    comment: str = ""


class Seats(NamedTuple):
    """``seats Ann Bea Cal``, clockwise."""

    line: int
    players: tuple[str, ...]
    comment: str = ""


class HandLine(NamedTuple):
    """``hand 12 Gus 9h``: ``turned`` is a card, or NONE where only the suit or nothing is known; ``trump`` a suit 0-3 or -1."""

    line: int
    number: int
    dealer: str
    turned: int
    trump: int
    comment: str = ""


class Ante(NamedTuple):
    """``ante Ann Gus=5``: pairs of player and chips, DEFAULT for one ante."""

    line: int
    amounts: tuple[tuple[str, int], ...]
    comment: str = ""


class Dealt(NamedTuple):
    """``dealt Bea Ks Qs ?? 3c 2h``."""

    line: int
    player: str
    cards: tuple[int, ...]
    comment: str = ""


class Early(NamedTuple):
    """``early Ann``."""

    line: int
    player: str
    comment: str = ""


class Pass(NamedTuple):
    """``pass Ann Bea``."""

    line: int
    players: tuple[str, ...]
    comment: str = ""


class Play(NamedTuple):
    """``play Cal 3 out 7d 6d 2c in Ah ?? ??``.

    ``draw`` is None if no number was given, ``out`` and ``drawn`` are None if their word is missing.
    """

    line: int
    player: str
    draw: int | None
    out: tuple[int, ...] | None
    drawn: tuple[int, ...] | None
    comment: str = ""


class Stay(NamedTuple):
    """``stay Bea Cal``."""

    line: int
    players: tuple[str, ...]
    comment: str = ""


class Trick(NamedTuple):
    """``trick Eve Ah 9h>4h 7h Th``: ``cards`` in order of play; ``withdrawn`` pairs (index in ``cards``, card taken back)."""

    line: int
    leader: str
    cards: tuple[int, ...]
    withdrawn: tuple[tuple[int, int], ...] = ()
    comment: str = ""


class Claim(NamedTuple):
    """``claim Eve Kh Qh``; ``cards`` may be empty."""

    line: int
    player: str
    cards: tuple[int, ...]
    comment: str = ""


class Tricks(NamedTuple):
    """``tricks Bea 1 Eve 3 Gus 1``."""

    line: int
    won: tuple[tuple[str, int], ...]
    comment: str = ""


class Pot(NamedTuple):
    """``pot 7`` in a hand: as counted, before it was taken."""

    line: int
    chips: int
    comment: str = ""


class Take(NamedTuple):
    """``take Eve 7``; ``take -`` has player None."""

    line: int
    player: str | None
    chips: int = DEFAULT
    comment: str = ""


class Match(NamedTuple):
    """``match Cal 7``; ``match -`` has player None."""

    line: int
    player: str | None
    chips: int = DEFAULT
    comment: str = ""


class Renege(NamedTuple):
    """``renege Bea 7``: the table's call."""

    line: int
    player: str
    chips: int = DEFAULT
    comment: str = ""


class Comment(NamedTuple):
    """A line with nothing but a comment; ``indented`` if it did not begin in column 1."""

    line: int
    indented: bool
    comment: str


class Foreign(NamedTuple):
    """A statement of another program (``x-``): the line as written, without indentation."""

    line: int
    text: str
    comment: str = ""


class Unreadable(NamedTuple):
    """A line that could not be read: kept word for word."""

    line: int
    text: str
    comment: str = ""


HeaderStatement: TypeAlias = (
    Version | Title | Game | RulesLine | Chip | AnteUnit | OpeningPot | Seats | Comment | Foreign | Unreadable
)
TableStatement: TypeAlias = BetweenHands | Comment | Foreign | Unreadable
HandStatement: TypeAlias = (
    Ante | Dealt | Early | Pass | Play | Stay | Trick | Claim | Tricks | Pot | Take | Match | Renege
    | Comment | Foreign | Unreadable
)  # fmt: skip


class Diagnostic(NamedTuple):
    """A line that could not be read, and what to do about it.

    ``hand`` is the number of the hand it stands in, if that could be read. The words of the log in the texts are
    safe to show; ``text`` is the line as it is, and only ``format_diagnostic`` makes it so.
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
    nobody has forfeited one: None for the first hand and after a quarantined one.
    """

    line: int
    first: HandLine | None
    seats: tuple[str, ...] = ()
    due: str | None = None
    quarantined: bool = False
    statements: list[HandStatement] = field(default_factory=list)


@dataclass(slots=True)
class Session:
    """One file. ``readable`` is False if the header is too broken for the rest to mean anything.

    ``game`` is None if the header names none, or not in a way that could be read.
    ``body`` has the hands and, between them, the statements of the table. ``pot`` is None if the header has
    a ``pot`` line that could not be read. ``players`` are all who were ever seated, in order of appearance.
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
    seats: tuple[str, ...] = ()
    players: list[str] = field(default_factory=list)
    header: list[HeaderStatement] = field(default_factory=list)
    body: list[Hand | TableStatement] = field(default_factory=list)
    errors: list[Diagnostic] = field(default_factory=list)
