"""What a log says, in the order written: comments, sessions, hands, and diagnostics with their
words.

Last the doubts: what is read as it stands and perhaps was not meant so. None of it is an error: any
word may be a name, any words may follow an amount of money, and the last line may be whole. But
where money or a player may be another than was meant, that must not pass in silence.

The records of statements stand beside their specifications (``grammar``). Names are text (NFC),
cards are the codes of ``ledger.game.play``, chips are whole numbers, and money is whole minor
units.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import islice
from typing import Final, NamedTuple, TypeAlias
from unicodedata import category

from ledger.log.between_hands import BetweenHands, sharers_from
from ledger.log.grammar import InHeader, RulesLine, free_words
from ledger.log.hand_statements import HandLine, InHand
from ledger.log.spellings import CARD_OF, is_exchange, other_money
from ledger.log.words import MOST_ERRORS, QUOTES, Problem, quote, split, visible


# --- Records --------------------------------------------------------------------------------------
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

    ``hand`` is the number of the hand it is in, if that could be read. Words of the log quoted in
    the texts are safe to show; ``text`` is the raw line, and only ``format_diagnostic`` makes it
    safe.
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
    """A hand as recorded.

    ``first`` is None if its first line could not be read; it is then quarantined.

    ``seats`` are the seated players clockwise from the dealer's left, the dealer last (empty if
    ``first`` is None). ``due`` is the first of them to the left of the previous hand's dealer,
    whose turn to deal it is if nobody has forfeited one: None for the first hand, after a
    quarantined one and after a ``result``. A hand with a ``misdeal`` is dealt again by the same
    dealer. ``plain`` is the number of the hand among those whose lines are read at once
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


@dataclass(slots=True, repr=False)
class Session:
    """One file. ``readable`` is False if the header is too broken for the rest to mean anything.

    ``game`` is None if the header names none, or not in a way that could be read. ``body`` has the
    hands and, between them, the statements of the table. ``pot`` is None if the header has a
    ``pot`` line that could not be read; ``pot_said`` is False if it has none. ``exempt`` are those
    who post no ante in the first hand, None if the header does not say; ``exempt_lost`` is True if
    it says so in a line that could not be read. ``players`` are all who were ever seated, in order
    of appearance. For a quarantined hand whose first line could not be read, ``Hand.seats`` are
    those seated, clockwise.
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

    def __repr__(self) -> str:
        """Say which session it is: the whole of one fills a screen."""
        hands = sum(isinstance(one, Hand) for one in self.body)
        return f"<Session {self.id!r} of {self.date!r}: {hands} hands, {len(self.errors)} errors>"


# --- Diagnostics ----------------------------------------------------------------------------------
_LEFT: Final = 50
_RIGHT: Final = 40  # characters of a long line that are shown on each side of the caret


def format_diagnostic(diagnostic: Diagnostic) -> str:
    """Return place and message, the line and a caret, what was expected, and a remedy: plain text,
    safe to show.
    """
    place = f"{visible(diagnostic.file)}:{diagnostic.line}:{diagnostic.column}"
    lines = [f"{place}: {diagnostic.message}", *(f"  | {line}" for line in excerpt(diagnostic))]
    if diagnostic.expected:
        lines.append(f"  expected {diagnostic.expected}")
    if diagnostic.remedy:
        lines.append(f"  {diagnostic.remedy}")
    return "\n".join(lines)


def excerpt(diagnostic: Diagnostic) -> list[str]:
    """Return the line, clipped around what is wrong, and below it a caret: safe to show, nothing
    for an empty line.
    """
    from wcwidth import width  # noqa: PLC0415 - tables that only a log with errors needs

    text, column = diagnostic.text, diagnostic.column
    if not text.strip():
        return []
    start = max(0, column - 1 - _LEFT) if len(text) > _LEFT + _RIGHT else 0
    end = max(column + _RIGHT, start + _LEFT + _RIGHT)
    before = ("…" if start else "") + visible(text[start : column - 1])
    after = visible(text[column - 1 : end]) + ("…" if end < len(text) else "")
    return [f"{before}{after}".rstrip(), f"{' ' * width(before)}^"]


# --- Doubts ---------------------------------------------------------------------------------------
class Doubt(NamedTuple):
    """Something that is worth a look: which (a key of ``DOUBTS``), where, and what it is about, if
    there is more to say.
    """

    kind: str
    file: str
    line: int
    words: str = ""


class Doubtful(NamedTuple):
    """A kind of doubt in words: what is told of all places, and what to do about them (empty where
    that is said there).
    """

    heading: str
    remedy: str


OPEN, APART, GARBLED, MONEY, SHARED, TWICE, FUTURE = (
    "open line",
    "names apart",
    "garbled",
    "money",
    "shared",
    "twice",
    "future",
)
DOUBTS: Final = {
    OPEN: Doubtful("The last line has no line ending; check that nothing was cut off:", ""),
    APART: Doubtful(
        "Each word in the seats is a separate player:",
        'Put a name of several words in quotes: "Big Al". Remove what is not a player.',
    ),
    GARBLED: Doubtful(
        "Names that look as if the text was saved in two encodings, one after the other:",
        "Write the names as they are spelled, in every line, and save the text as UTF-8.",
    ),
    MONEY: Doubtful(
        "Only the number is the amount; the words after it are a note and change nothing:",
        "Write an amount as one word, 1250.50, in the currency of its log; for another currency, "
        "use bourre pay "
        "--currency, or write it in payments.bourre below a line such as currency EUR.",
    ),
    SHARED: Doubtful(
        "Shared by everyone seated, even though the note ends with a name:",
        (
            "Write for and the names of the people it was for: expense Bea 40 pizza for Ann Bea. "
            "If it was for everyone, leave it."
        ),
    ),
    TWICE: Doubtful(
        "From one player to the same player, which moves nothing:",
        (
            "Name who gave first, then who got it. Who keeps the bank and buys chips need not "
            "write from."
        ),
    ),
    FUTURE: Doubtful("The day is still to come:", "Write the day on which it was: 2026-11-20."),
}
"""Every kind, in the order in which they are told."""


def doubts(content: bytes, file: str, currency: str | None = None) -> Iterator[Doubt]:
    """Yield what is worth a look in a log or a payments file; ``currency`` is that of amounts where
    no line names one.
    """
    if (line := open_line(content)) is not None:
        yield Doubt(OPEN, file, line)
    yield from (Doubt(APART, file, line, words) for line, words in _taken_apart(content))
    if not content.isascii():
        yield from (
            Doubt(GARBLED, file, line, words)
            for line, words in islice(_garbled(content), MOST_ERRORS)
        )
    yield from (
        Doubt(kind, file, line, words)
        for kind, line, words in islice(_money(content, currency), MOST_ERRORS)
    )
    for kind, pattern in ((TWICE, _TWICE), (FUTURE, _DAYS)):
        for line, found in islice(_numbered(pattern, content), MOST_ERRORS):
            if kind == TWICE or is_far(found[1].decode()):
                yield Doubt(kind, file, line, found[0].decode("utf-8", "replace").strip())


def is_far(day: str) -> bool:
    """True if a day such as ``2026-11-21`` is more than a week ahead: more than a clock or a zone
    can be wrong.
    """
    with suppress(ValueError):
        return date.fromisoformat(day) > date.today() + timedelta(days=7)  # noqa: DTZ011 - the day here
    return False


def open_line(content: bytes) -> int | None:
    """Return the number of the last line if the file may have been cut off in it without a reader
    noticing; else None.

    Complete files end with a line end. Without it, ``buyin Ann 4`` may have been 40. Half a card or
    half a keyword cannot be read anyway, and half a comment does no harm.
    """
    line = content.rpartition(b"\n")[2].decode("utf-8", "surrogateescape").rstrip("\r")
    try:
        words, _, comment, _ = split(line)
    except Problem:
        return None
    whole = (
        not words
        or comment
        or words[-1] in _WHOLE
        or words[0].startswith("x-")
        or words[-1] in CARD_OF
    )
    return None if whole else content.count(b"\n") + 1


def _taken_apart(content: bytes) -> Iterator[tuple[int, str]]:
    """Yield words of the ``seats`` line that are read as players and may be none, with its number:
    ``and``, ``Ann, Big Al``.

    Any word may be a name, and a comma is read as a blank, so that is no error. But where commas
    separate the players, two words between commas are mostly one name.
    """
    found = _SEATS.search(content)
    if found is None:
        return
    line = content.count(b"\n", 0, found.start(1)) + 1
    parts = re.split(",+(?:[ \t]+|$)", found[1].decode("utf-8", "replace"))
    for part in parts:
        words = [] if '"' in part else part.split()
        if len(parts) > 1 and len(words) > 1:
            yield line, " ".join(words)
        else:
            yield from (
                (line, word) for word in words if _hardly_a_name(word) and not _before(word)
            )


def _garbled(content: bytes) -> Iterator[tuple[int, str]]:
    """Yield the names that say something else when they are read as the bytes they were: ``ZoÃ«``,
    ``Zoë``.
    """
    for line, found in _numbered(_ALL_NAMES, content):
        for word in found[1].decode("utf-8", "replace").replace('"', " ").split():
            if better := _before(word):
                yield line, f"{word}, perhaps {better}"


def _money(content: bytes, currency: str | None) -> Iterator[tuple[str, int, str]]:
    """Yield the payments and expenses whose free words may be more: another currency, the rest of
    the number, those who share.
    """
    if b"pay" not in content and b"expense" not in content:
        return
    in_log = b"\nsession" in content
    names = (found[1].decode("utf-8", "replace").split() for found in _NAMES.finditer(content))
    seated = (
        {word.strip('",').casefold() for some in names for word in some}
        if b"expense" in content
        else set()
    )
    for line, found in _numbered(_IN_MONEY, content):
        text = found[0].decode("utf-8", "surrogateescape").rstrip("\r")
        try:
            words, *_ = split(text)
        except Problem:
            continue
        keyword, at = words[0], 4 if words[0] == "pay" else 3
        if keyword in {"chip", "currency"}:
            currency = words[-1] if len(words) == (3 if keyword == "chip" else 2) else currency
            continue
        if len(words) < at:
            continue
        end = (
            len(words)
            if keyword == "pay"
            else sharers_from(words, text, lambda word: word != "for")
        )
        note = free_words(words, text, at, end)
        said = f"{keyword} {quote(words[1])} … {words[at - 1]} {note}"
        # read in a payments file, a note in a log
        exchange = keyword == "pay" and is_exchange(words[at:])
        if in_log if exchange else other_money(note, currency):
            yield (
                MONEY,
                line,
                f"{said} is {words[at - 1]} {currency}"
                if currency
                else f"{said} is {words[at - 1]}",
            )
        if (
            keyword == "expense"
            and end == len(words)
            and note.rstrip('"').split()[-1:]
            and words[-1].casefold() in seated
        ):
            yield SHARED, line, said


def _numbered(pattern: re.Pattern[bytes], content: bytes) -> Iterator[tuple[int, re.Match[bytes]]]:
    """Yield what is found, each with the number of its line."""
    line, at = 1, 0
    for found in pattern.finditer(content):
        line, at = line + content.count(b"\n", at, found.start()), found.start()
        yield line, found


_SEATS: Final = re.compile(rb"^[ \t]*seats[ \t]+([^#\r\n]*)", re.MULTILINE)
_NAMES: Final = re.compile(rb"^[ \t]*(?:seats|sit)[ \t]+([^#\r\n]*)", re.MULTILINE)
_ALL_NAMES: Final = re.compile(rb"^[ \t]*(?:seats|sit|pay|expense)[ \t]+([^#\r\n]*)", re.MULTILINE)
_IN_MONEY: Final = re.compile(rb"^[ \t]*(?:chip|currency|pay|expense)[ \t][^\n]*", re.MULTILINE)
_NAME: Final = rb"""("[^"\n]*"|[^\s",]+)[ \t,]+"""
_TWICE: Final = re.compile(
    rb"^[ \t]*(?:(?:pay|transfer)[ \t]+"
    + _NAME
    + rb"\1|(?:buyin|cashout)[ \t]+"
    + _NAME
    + rb"\d+[ \t]+from[ \t]+\2)"
    rb"(?=[\s,]|$)[^#\r\n]*",
    re.MULTILINE,
)
_DAYS: Final = re.compile(
    rb"^[ \t]*(?:session|date)[ \t]+(\d{4}-\d\d-\d\d)(?=[\s]|$)", re.MULTILINE
)
_WHOLE: Final = ("misdeal", "carry", "divide")


def _hardly_a_name(word: str) -> bool:
    """True if a word of ``seats``, where any word is a name, is hardly one: ``and``, ``(dealer)``,
    ``Ann/Bea``, ``“Big``.
    """
    return (
        word.casefold() == "and"
        or not _HARDLY_IN_A_NAME.isdisjoint(word)
        or all(category(one) in _MARKS for one in word)
    )


_HARDLY_IN_A_NAME: Final = frozenset(QUOTES + ",;/|()[]")
_MARKS: Final = frozenset(("Pc", "Pd", "Po", "Sm"))


def _before(word: str) -> str:
    """What a word was before its UTF-8 was taken for another code: ``Zoë`` of ``ZoÃ«``; empty for a
    word that is fine.
    """
    if word.isascii():
        return ""
    for code in ("cp1252", "latin-1"):
        with suppress(UnicodeError):
            return word.encode(code).decode("utf-8")
    return ""
