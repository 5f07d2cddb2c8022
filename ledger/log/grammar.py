"""The grammar of statements: their parts, how a statement is read and written by them, and the
statements of the header.

A statement is a keyword and some parts; a part corresponds to one field of its record, whatever the
number of its words. From its specification a statement is read, written, stored in columns, booked
and explained. The statements between hands, of a hand and of a payments file are in
``between_hands``, ``hand_statements`` and ``payments``. Every record begins with ``line`` (from 1)
and ends with ``comment``: the text from ``#`` on, or ``""``.

A new line of the header is a record, a place in ``InHeader`` and an entry in ``HEADER_STATEMENTS``;
if it changes what a session is, ``ledger.log.reader`` says how.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any, Final, Generic, Literal, NamedTuple, TypeAlias, TypeVar
from unicodedata import normalize

from ledger.game.play import NAMES
from ledger.log.spellings import chip_meant, date_meant
from ledger.log.values import (
    Context,
    cards_from,
    check_quotes,
    currency_from,
    money_from,
    money_text,
    name_from,
    no_more,
    number_from,
    too_many,
)
from ledger.log.words import BLANK, COMMA, Problem, quote, shown, split

# --- Parts ----------------------------------------------------------------------------------------
Value: TypeAlias = Any  # the value of a part as its record has it: a name, a number, cards …
Writer: TypeAlias = Callable[[Value, str | None], str]
"""From a value, and the currency if it is money, to the words of the log."""

PLAYER, OTHER, AMOUNT, TARGET = "player", "other", "amount", "target"
"""The columns that parts of statements between hands are stored in (``ledger.hands.model``)."""


class Kind(NamedTuple):
    """The type of a part.

    ``name`` tells a page what to ask for (empty if only the statement's own reader knows), ``form``
    is how it is shown: ``PLAYER``. ``read`` returns the value at an index of a line and raises
    Problem if there is none; ``write`` returns the words for a value, ``absent`` those for a
    missing one. ``rest`` is True if it takes all remaining words. ``column`` is the column that
    stores the value, empty if none does. ``choices`` are words that stand for a value each.
    ``names`` and ``cards`` are True if it can name players or cards, ``chips`` if players with
    chips.
    """

    name: str
    form: str
    read: Callable[[Context, list[str], int, str], Value]
    write: Writer
    column: str = ""
    rest: bool = False
    absent: str = ""
    choices: Mapping[str, Value] | None = None
    names: bool = False
    cards: bool = False
    chips: bool = False

    def number(self, value: Value) -> int:
        """The number that stores a value (other than a player) in the columns; for ``choices``, the
        index.
        """
        return int(value) if self.choices is None else list(self.choices.values()).index(value)

    def value(self, number: int) -> Value:
        """The value that ``number`` stands for in the columns."""
        return number if self.choices is None else list(self.choices.values())[number]


class Part(NamedTuple):
    """One part of a statement; ``field`` is the field of the record with its value.

    ``label`` is what a page calls it. A part that comes ``after`` a keyword of its own is optional,
    unless ``needed`` says what to do if it is missing.
    """

    field: str
    kind: Kind
    label: str = ""
    after: str = ""
    needed: str = ""

    @property
    def optional(self) -> bool:
        """True if it may be left out."""
        return bool(self.after) and not self.needed

    @property
    def may_be_missing(self) -> bool:
        """True if a line can be without it, with a keyword of its own or not."""
        return self.optional or self.kind.form.startswith("[")

    @property
    def form(self) -> str:
        """The part in the canonical form of its statement: ``PLAYER``, ``[from PLAYER]``."""
        form = f"{self.after} {self.kind.form}" if self.after else self.kind.form
        return f"[{form}]" if self.optional else form

    @property
    def literals(self) -> tuple[str, ...]:
        """The words that are part of its form."""
        choices = dict.fromkeys(
            word for choice in self.kind.choices or () for word in choice.split()
        )
        return (*((self.after,) if self.after else ()), *choices)

    def read(self, context: Context, words: list[str], index: int, form: str) -> tuple[Value, int]:
        """The value at ``index``, None if it was left out, and the index after it.

        Raises Problem if it cannot be read.
        """
        if self.after:
            if index >= len(words) and self.optional:
                return None, index
            if words[index : index + 1] != [self.after]:
                raise self._not_after(words, index, form)
            index += 1
        value = self.kind.read(context, words, index, form)
        return value, len(words) if self.kind.rest else index + 1

    def _not_after(self, words: list[str], index: int, form: str) -> Problem:
        if self.needed:
            return Problem(index, f"`{self.after}` is missing", form, self.needed)
        message = f"{shown(words[index])} is not `{self.after}`"
        return Problem(
            index,
            message,
            form,
            too_many(words, index).partition(", and quotes")[0],
            near=(self.after,),
        )

    def write(self, value: Value, currency: str | None) -> str:
        """The value in canonical form, empty if it was left out."""
        if value is None:
            return self.kind.absent
        text = self.kind.write(value, currency)
        return f"{self.after} {text}".rstrip() if self.after else text


# --- Players --------------------------------------------------------------------------------------
def _newcomer(context: Context, words: list[str], index: int, _form: str) -> str:
    name = name_from(words, index)
    if name in context.seated:
        message = f"{shown(name)} is seated already"
        raise Problem(
            index, message, "a player who is not", "`leave` comes before sitting elsewhere"
        )
    return name


def name_text(value: Value, _currency: str | None) -> str:
    """A name, in quotes if needed."""
    return quote(value)


SEATED: Final = Kind(
    "seated",
    "PLAYER",
    lambda context, words, index, _form: context.player(words, index),
    name_text,
    PLAYER,
    names=True,
)
"""A player who is seated."""
KNOWN: Final = Kind(
    "known",
    "PLAYER",
    lambda context, words, index, _form: context.anyone(words, index),
    name_text,
    PLAYER,
    names=True,
)
"""A player who is or was seated."""
FUTURE: Final = Kind(
    "known",
    "PLAYER",
    lambda context, words, index, _form: context.anybody(words, index),
    name_text,
    PLAYER,
    names=True,
)
"""A player who is, was or will be seated."""
NEWCOMER: Final = Kind("newcomer", "PLAYER", _newcomer, name_text, PLAYER, names=True)
"""A player who is not seated, and may be new."""
ALL_SEATED: Final = Kind(
    "all seated",
    "PLAYER …",
    lambda context, words, _index, _form: context.players(words),
    lambda names, _: " ".join(map(quote, names)),
    rest=True,
    names=True,
)
"""One or more seated players, each once: all remaining words."""


# --- Numbers --------------------------------------------------------------------------------------
def number_text(value: Value, _currency: str | None) -> str:
    """A number in digits."""
    return str(value)


CHIPS: Final = Kind(
    "chips",
    "CHIPS",
    lambda _context, words, index, _form: number_from(words, index),
    number_text,
    AMOUNT,
)
HAND: Final = Kind(
    "hand",
    "HAND",
    lambda _context, words, index, _form: number_from(words, index, "the number of a hand"),
    number_text,
    TARGET,
)
"""The number of a hand that was played."""
MONEY: Final = Kind(
    "money",
    "MONEY",
    lambda context, words, index, _form: money_from(words, index, context.currency),
    money_text,
    AMOUNT,
)
"""An amount in the session's currency, in minor units."""


# --- Words ----------------------------------------------------------------------------------------
def choice(values: Mapping[str, Value], absent: Value, wrong: str) -> Kind:
    """A choice of words, each with its value; ``absent`` is the value if there is none, and
    ``wrong`` begins the message.
    """
    words = {value: word for word, value in values.items()}

    def read(_context: Context, words: list[str], index: int, form: str) -> Value:
        if index >= len(words):
            return absent
        said = " ".join(words[index:])
        if said not in values:
            word = next(
                at
                for at in range(index, len(words))
                if " ".join(words[index : at + 1]) not in values
            )
            raise Problem(
                word, f"{wrong} {shown(said)}", form, "put a # before a comment", near=values
            )
        return values[said]

    return Kind(
        "choice",
        "|".join(values),
        read,
        lambda value, _currency: words[value],
        AMOUNT,
        rest=True,
        choices=values,
    )


_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def date_from(words: list[str], index: int, form: str) -> str:
    """The date at ``index``, as written. Raises Problem if it is not a date."""
    if index >= len(words) or not _is_date(words[index]):
        message = (
            f"{shown(words[index])} is not a date" if index < len(words) else "the date is missing"
        )
        meant = date_meant(words[index]) if index < len(words) else ""
        remedy = (
            f"did you mean {meant}?" if _is_date(meant) else "write year, month and day: 2026-11-20"
        )
        raise Problem(index, message, form, remedy)
    return words[index]


def _is_date(word: str) -> bool:
    try:
        return bool(_DATE.fullmatch(word)) and bool(date.fromisoformat(word))
    except ValueError:
        return False


DATE: Final = Kind(
    "date",
    "DATE",
    lambda _context, words, index, form: date_from(words, index, form),
    lambda day, _currency: day,
)


def free_words(words: list[str], text: str, first: int, end: int | None = None) -> str:
    """The free words of the line ``text`` from index ``first`` to ``end``: as written, or what a
    single quoted word holds.
    """
    end = len(words) if end is None else end
    if end <= first:
        return ""
    _, columns, _, after = split(text)
    start, stop = columns[first] - 1, (columns[end] if end < len(words) else after) - 1
    return (
        words[first] if text[start] == '"' and end == first + 1 else text[start:stop].strip(BLANK)
    )


def note_text(note: str, _currency: str | None = None) -> str:
    """Free text as the log writes it: unchanged if it reads back the same, else as one quoted word;
    empty for none.
    """
    if not note:
        return ""
    try:
        words, _, comment, _ = split(note)
    except Problem:
        return quote(note)
    plain = (
        not comment
        and note == note.strip(BLANK)
        and note[0] != COMMA
        and (len(words) > 1 or words == [note])
    )
    return note if plain else quote(note)


NOTE: Final = Kind(
    "note",
    "[WORDS]",
    lambda context, words, index, _form: free_words(words, context.text, index),
    note_text,
    rest=True,
)
"""Free text: all remaining words."""


# --- Cards, and what only its own statement can read ----------------------------------------------
def _cards(value: Value, _currency: str | None) -> str:
    return " ".join(NAMES[card] for card in value)


CARDS: Final = Kind(
    "cards",
    "CARD …",
    lambda _context, words, index, _form: cards_from(words, index),
    _cards,
    rest=True,
    cards=True,
)
"""Any number of cards."""
ANY_CARDS: Final = CARDS._replace(form="[CARD …]")


def _never(*_: object) -> str:
    raise NotImplementedError


def own(  # noqa: PLR0913 - each of them is of one statement
    form: str,
    write: Writer = _never,
    *,
    names: bool = False,
    cards: bool = False,
    chips: bool = False,
    absent: str = "",
    name: str = "",
) -> Kind:
    """A type shown as ``form``, and read by its statement's own function, which also writes it
    unless there is ``write``.
    """
    return Kind(name, form, _never, write, names=names, cards=cards, chips=chips, absent=absent)


# --- Statement ------------------------------------------------------------------------------------
Record = TypeVar("Record")
Stated = TypeVar("Stated", bound="Statement[Any]")
State = TypeVar("State")
Reader: TypeAlias = Callable[[State, int, list[str], str, str], Record]
"""Takes the state of the reader, a line's number, words, comment and text; returns its record."""

Account: TypeAlias = Literal["player", "other", "pot", "bank"]
"""An account that a statement moves chips or money from or to; ``player`` and ``other`` are those
in the columns.
"""


class Booked(NamedTuple):
    """What a statement moves, and its name in the books.

    ``kind`` is the kind of posting; what moves goes from the account ``giver`` to ``receiver``.
    Chips that come from the bank or go there are paid for at once, by ``other`` if somebody is
    named, else on the player's account. A payment of money counts the other way: it raises the
    payer's balance. ``given`` and ``received`` say what the giver and the receiver did; ``{other}``
    stands for the account at the other end. ``rule`` is the number of the rule behind it, if any.
    """

    kind: str
    giver: Account
    receiver: Account
    given: str
    received: str
    rule: str | None = None

    @property
    def bank(self) -> bool:
        """True if chips are bought or cashed: nobody wins or loses."""
        return "bank" in {self.giver, self.receiver}


@dataclass(frozen=True)
class Statement(Generic[Record]):
    """One kind of statement: ``keyword``, then ``parts``; ``record`` is the class of its records.

    The record is a NamedTuple of the line's number, a field for each part in its order, and the
    comment. ``says`` is what follows the keyword in words, for messages; ``example`` is a line,
    ``help`` a sentence on its purpose. Unless ``after_end``, it cannot come after the session's
    ``end``. ``books`` is what it moves. ``button`` is its label on the record page, empty if it has
    no button there.

    What the parts cannot express has functions of its own: ``own_reader`` and ``own_writer``
    instead of theirs, and ``then`` for the effect of a line on those after it (it may raise
    Problem).
    """

    keyword: str
    record: type[Record]
    parts: tuple[Part, ...] = ()
    says: str = ""
    example: str = ""
    help: str = ""
    after_end: bool = True
    books: Booked | None = None
    button: str = ""
    own_reader: Reader[Any, Record] | None = None
    own_writer: Callable[[Any, str | None], str] | None = None
    then: Callable[[Context, Any], None] | None = None

    @property
    def form(self) -> str:
        """The canonical form: ``buyin PLAYER CHIPS [from PLAYER]``."""
        return " ".join([self.keyword, *filter(None, (part.form for part in self.parts))])

    @property
    def expected(self) -> str:
        """What the line should look like, for messages."""
        return f"{self.says}: {self.example}" if self.example else self.says

    @property
    def names(self) -> bool:
        """True if it can name players."""
        return any(part.kind.names for part in self.parts)

    @property
    def cards(self) -> bool:
        """True if it can name cards."""
        return any(part.kind.cards for part in self.parts)

    @property
    def literals(self) -> tuple[str, ...]:
        """Words that are part of the statement's form."""
        return tuple(word for part in self.parts for word in part.literals)

    @property
    def columns(self) -> dict[str, Part]:
        """The part stored in each column: ``player`` (the first one named), ``other``, ``amount``,
        ``target``.
        """
        found: dict[str, Part] = {}
        for part in self.parts:
            column = part.kind.column
            if column == PLAYER and PLAYER in found:
                column = OTHER
            if column:
                assert column not in found, f"two parts of `{self.keyword}` in one column"
                found[column] = part
        return found

    @property
    def chips(self) -> bool:
        """True if its amount is chips, rather than money or a choice of words."""
        return any(part.kind is CHIPS or part.kind.chips for part in self.parts)

    @property
    def money(self) -> bool:
        """True if its amount is money."""
        return any(part.kind is MONEY for part in self.parts)

    @cached_property
    def read(self) -> Reader[Any, Record]:
        """The function that reads a line; it raises Problem for a wrong one."""
        return self.own_reader or self._by_parts()

    def end(self, context: Context, words: list[str], index: int) -> None:
        """Raise Problem for words after the last part."""
        no_more(words, index, self.expected, context)

    def _by_parts(self) -> Reader[Context, Record]:
        form, kind, then, end = self.expected, self.record, self.then, self.end
        make: Any = tuple.__new__  # as ``_make``, which counts the fields of each line once more
        # Lines of hands are read so, and are most of a log: a part that is one value at its place
        # is asked for it without the detour through ``Part.read``.
        steps = [
            (part, None if part.after else part.kind.read, part.kind.rest) for part in self.parts
        ]

        def read(context: Context, line: int, words: list[str], comment: str, text: str) -> Record:
            index = 1
            values: list[object] = [line]
            context.text = text
            for part, value_at, rest in steps:
                if value_at is None:
                    value, index = part.read(context, words, index, form)
                    values.append(value)
                else:
                    values.append(value_at(context, words, index, form))
                    index = len(words) if rest else index + 1
            if len(words) > index:
                end(context, words, index)
            values.append(comment)
            record: Record = make(kind, values)
            if then is not None:
                then(context, record)
            return record

        return read

    def write(self, record: Any, currency: str | None) -> str:  # noqa: ANN401 - as many types as statements
        """The canonical text of a record, without its comment; money is in minor units of
        ``currency``.
        """
        if self.own_writer is not None:
            return self.own_writer(record, currency)
        words = [
            part.write(value, currency) for part, value in zip(self.parts, record[1:], strict=False)
        ]
        return " ".join([self.keyword, *filter(None, words)])


def by_keyword(*statements: Stated) -> dict[str, Stated]:
    """Statements by keyword, in their order."""
    return {statement.keyword: statement for statement in statements}


# --- Header statements ----------------------------------------------------------------------------
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
    """``rules louisiana limit=20``: the words as written, not yet understood.

    ``columns`` has one entry a word (from 1).
    """

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


class Exempt(NamedTuple):
    """``exempt Cal Dot``: who posts no ante in the first hand; ``exempt -`` is nobody."""

    line: int
    players: tuple[str, ...]
    comment: str = ""


class Seats(NamedTuple):
    """``seats Ann Bea Cal``, clockwise."""

    line: int
    players: tuple[str, ...]
    comment: str = ""


InHeader: TypeAlias = (
    Version | Title | Game | RulesLine | Chip | AnteUnit | OpeningPot | Exempt | Seats
)


# --- Words that stand in a header only ------------------------------------------------------------
def _version(_context: Context, words: list[str], index: int, _form: str) -> int:
    try:
        number = number_from(words, index, "the version of the format")
    except Problem as problem:
        problem.remedy = "the first line is: bourre 1"
        raise
    if number != 1:
        message = f"version {number} of the format"
        raise Problem(
            index,
            message,
            "version 1",
            "use a newer `bourre`, or export the log again as version 1",
        )
    return number


def _named(words: list[str], index: int, form: str, what: str, remedy: str) -> str:
    if index >= len(words) or not words[index].strip():
        raise Problem(index, f"the {what} is missing", form, remedy)
    return words[index]


def _id(_context: Context, words: list[str], index: int, form: str) -> str:
    remedy = "write a short name that no other evening has"
    return _named(words, index, form, "id of the evening", remedy)


def _title(_context: Context, words: list[str], index: int, form: str) -> str | None:
    if len(words) > index + 1:
        message = f"{shown(words[index + 1])} is one word too many"
        raise Problem(index + 1, message, form, "put the title in quotes")
    return words[index] if len(words) > index else None


def _game(_context: Context, words: list[str], index: int, form: str) -> str:
    remedy = "write one name for all evenings that share a pot"
    return normalize("NFC", _named(words, index, form, "name of the game", remedy))


# --- Lines that are more than their words ---------------------------------------------------------
_RULES_FORM: Final = "a preset and options: rules louisiana limit=20 recall=free"
_CHIP_FORM: Final = "what one chip is worth: chip 0.25 USD"


def _rules(_context: Context, line: int, words: list[str], comment: str, text: str) -> RulesLine:
    if len(words) < 2:
        raise Problem(
            1, "the rules are missing", _RULES_FORM, "write the name of a preset, such as louisiana"
        )
    return RulesLine(
        line, words[1], options_from(words, 2, _RULES_FORM), tuple(split(text).columns[1:]), comment
    )


def options_from(words: list[str], first: int, form: str) -> tuple[tuple[str, str], ...]:
    """The options of the rules, name and value, from index ``first`` on.

    Raises Problem for a word that is none.
    """
    options = []
    for index, word in enumerate(words[first:], first):
        name, _, value = word.partition("=")
        if not (name and value):
            remedy = "write its name, = and its value, without spaces"
            raise Problem(index, f"{shown(word)} is not an option", form, remedy)
        options.append((name, value))
    return tuple(options)


def rules_text(said: Any, _currency: str | None) -> str:  # noqa: ANN401 - of the header, or between hands
    """A ``rules`` line; ``said.preset`` may be None."""
    preset = [] if said.preset is None else [quote(said.preset)]
    return " ".join(["rules", *preset, *(quote("=".join(option)) for option in said.options)])


def _chip(context: Context, line: int, words: list[str], comment: str, _text: str) -> Chip:
    if len(words) < 2:
        raise Problem(
            1, "the value is missing", _CHIP_FORM, "leave the line out if you do not play for money"
        )
    try:
        currency = currency_from(words, 2)
    except Problem as problem:
        problem.expected, problem.remedy = _CHIP_FORM, chip_meant(words) or problem.remedy
        raise
    value = money_from(words, 1, currency)
    no_more(words, 3, _CHIP_FORM)
    if not value:
        raise Problem(
            1,
            "a chip cannot be worth nothing",
            _CHIP_FORM,
            "leave the line out if you do not play for money",
        )
    context.currency = currency
    return Chip(line, value, currency, comment)


def _exempt(_context: Context, line: int, words: list[str], comment: str, _text: str) -> Exempt:
    form = "who posts no ante in the first hand, or - for nobody: exempt Cal Dot"
    if words[1:] == ["-"]:
        return Exempt(line, (), comment)
    players: list[str] = []
    for index in range(1, max(len(words), 2)):
        if words[index : index + 1] == ["-"]:
            raise Problem(
                index, "- beside somebody", form, "nobody, or somebody: leave one of them out"
            )
        name = name_from(words, index)
        if name in players:
            raise Problem(index, f"{shown(name)} is named twice", form, "leave one of them out")
        players.append(name)
    return Exempt(line, tuple(players), comment)


def _seats(context: Context, line: int, words: list[str], comment: str, text: str) -> Seats:
    twice: Problem | None = None
    check_quotes(text)
    for index in range(1, max(len(words), 2)):
        name = name_from(words, index)
        if name in context.seated:
            twice = twice or Problem(
                index,
                f"{shown(name)} is seated twice",
                "each player once",
                "give one of them another name",
            )
            continue
        context.room(index)
        context.seated[name] = name
    players = list(context.seated)
    context.seat(players)
    if twice:
        raise twice
    return Seats(line, tuple(players), comment)


# --- Statements -----------------------------------------------------------------------------------
@dataclass(frozen=True)
class HeaderStatement(Statement[InHeader]):
    """A statement of the header.

    ``needed`` is True if every header has it, ``anywhere`` if its place does not matter.

    After an unreadable one nothing else in the file can be understood, unless it is ``harmless``.
    """

    needed: bool = False
    anywhere: bool = False
    harmless: bool = False


HEADER_STATEMENTS: Final[dict[str, HeaderStatement]] = by_keyword(
    HeaderStatement(
        "bourre",
        Version,
        (Part("number", Kind("", "1", _version, number_text)),),
        says="bourre 1",
        help="The version of the format: the first line of every file.",
        needed=True,
    ),
    HeaderStatement(
        "session",
        Title,
        (
            Part("date", DATE),
            Part("id", Kind("", "ID", _id, name_text)),
            Part("title", Kind("", "[TITLE]", _title, name_text, rest=True)),
        ),
        says="a date, an id and perhaps a title",
        example='session 2026-11-20 friday-at-anns "Friday at Ann\'s"',
        help="The day, an id that no other evening has, and a title.",
        needed=True,
    ),
    HeaderStatement(
        "game",
        Game,
        (Part("name", Kind("", "NAME", _game, name_text)),),
        says="the name of the game that this evening belongs to",
        example="game fridays",
        help="Pots carry over between evenings of one game; anywhere in the header.",
        anywhere=True,
        harmless=True,
    ),
    HeaderStatement(
        "rules",
        RulesLine,
        (Part("preset", own("PRESET")), Part("options", own("[OPTION=VALUE …]"))),
        example="rules louisiana limit=20 recall=free",
        help="The rules of the house: a preset, and options that differ from it.",
        needed=True,
        own_reader=_rules,
        own_writer=rules_text,
    ),
    HeaderStatement(
        "chip",
        Chip,
        (Part("value", own("MONEY")), Part("currency", own("CURRENCY"))),
        example="chip 0.25 USD",
        help="What one chip is worth, if you play for money.",
        harmless=True,
        own_reader=_chip,
        own_writer=lambda said, _: f"chip {money_text(said.value, said.currency)} {said.currency}",
    ),
    HeaderStatement(
        "ante",
        AnteUnit,
        (Part("chips", CHIPS),),
        says="chips in one ante",
        example="ante 1",
        help="The chips in one ante; 1 without this line.",
    ),
    HeaderStatement(
        "pot",
        OpeningPot,
        (Part("chips", CHIPS),),
        says="chips in the pot before the first hand",
        example="pot 4",
        help="The chips carried in from before.",
        harmless=True,
    ),
    HeaderStatement(
        "exempt",
        Exempt,
        (Part("players", own("PLAYER …|-", names=True)),),
        example="exempt Cal Dot",
        help="Who posts no ante in the first hand; - for nobody.",
        harmless=True,
        own_reader=_exempt,
        own_writer=lambda said, _: " ".join(
            ["exempt", *(map(quote, said.players) if said.players else "-")]
        ),
    ),
    HeaderStatement(
        "seats",
        Seats,
        (Part("players", ALL_SEATED),),
        example="seats Ann Bea Cal Dot",
        help="Who sits there, clockwise.",
        needed=True,
        own_reader=_seats,
    ),
)
"""Each by its keyword, in the order in which they must stand."""
