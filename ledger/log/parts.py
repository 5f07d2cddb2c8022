"""The parts of a statement: their possible values, how each is read and written, and its value in the columns.

A statement is a keyword and some parts (``ledger.log.statement``). A part corresponds to one field of the record, whatever
the number of its words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, Final, NamedTuple, TypeAlias

from ledger.game.play import NAMES
from ledger.log.context import Context, name_from, too_many
from ledger.log.values import cards_from, date_meant, money_from, money_text, number_from
from ledger.log.words import BLANK, COMMA, Problem, quote, shown, split

Value: TypeAlias = Any
"""The value of a part as its record has it: a name, a number, cards …"""

Writer: TypeAlias = Callable[[Value, str | None], str]
"""From a value, and the currency if it is money, to the words of the log."""

PLAYER, OTHER, AMOUNT, TARGET = "player", "other", "amount", "target"
"""The columns that parts of statements between hands are stored in (``ledger.hands.model``)."""


class Line(NamedTuple):
    """A line being read: its words, its text, and what the statement should look like, for messages."""

    context: Context
    words: list[str]
    text: str
    form: str


class Kind(NamedTuple):
    """The type of a part.

    ``name`` tells a page what to ask for (empty if only the statement's own reader knows), ``form`` is how it is shown:
    ``PLAYER``. ``read`` returns the value at an index of a line and raises Problem if there is none; ``write``
    returns the words for a value, ``absent`` those for a missing one. ``rest`` is True if it takes all remaining words.
    ``column`` is the column that stores the value, empty if none does. ``choices`` are words that stand for
    a value each. ``names`` and ``cards`` are True if it can name players or cards, ``chips`` if players with chips.
    """

    name: str
    form: str
    read: Callable[[Line, int], Value]
    write: Writer
    column: str = ""
    rest: bool = False
    absent: str = ""
    choices: Mapping[str, Value] | None = None
    names: bool = False
    cards: bool = False
    chips: bool = False

    def number(self, value: Value) -> int:
        """The number that stores a value (other than a player) in the columns; for ``choices``, the index."""
        return int(value) if self.choices is None else list(self.choices.values()).index(value)

    def value(self, number: int) -> Value:
        """The value that ``number`` stands for in the columns."""
        return number if self.choices is None else list(self.choices.values())[number]


class Part(NamedTuple):
    """One part of a statement; ``field`` is the field of the record with its value.

    ``label`` is what a page calls it. A part that comes ``after`` a keyword of its own is optional, unless ``needed``
    says what to do if it is missing.
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
    def form(self) -> str:
        """The part in the canonical form of its statement: ``PLAYER``, ``[from PLAYER]``."""
        form = f"{self.after} {self.kind.form}" if self.after else self.kind.form
        return f"[{form}]" if self.optional else form

    @property
    def literals(self) -> tuple[str, ...]:
        """The words that are part of its form."""
        choices = dict.fromkeys(word for choice in self.kind.choices or () for word in choice.split())
        return (*((self.after,) if self.after else ()), *choices)

    def read(self, line: Line, index: int) -> tuple[Value, int]:
        """The value at ``index``, None if it was left out, and the index after it. Raises Problem if it cannot be read."""
        words = line.words
        if self.after:
            if index >= len(words) and self.optional:
                return None, index
            if words[index : index + 1] != [self.after]:
                raise self._not_after(line, index)
            index += 1
        value = self.kind.read(line, index)
        return value, len(words) if self.kind.rest else index + 1

    def _not_after(self, line: Line, index: int) -> Problem:
        if self.needed:
            return Problem(index, f"`{self.after}` is missing", line.form, self.needed)
        message = f"{shown(line.words[index])} is not `{self.after}`"
        return Problem(index, message, line.form, too_many(line.words, index).partition(", and quotes")[0], near=(self.after,))

    def write(self, value: Value, currency: str | None) -> str:
        """The value in canonical form, empty if it was left out."""
        if value is None:
            return self.kind.absent
        text = self.kind.write(value, currency)
        return f"{self.after} {text}".rstrip() if self.after else text


# --- Players --------------------------------------------------------------------------------------------------------------


def _newcomer(line: Line, index: int) -> str:
    name = name_from(line.words, index)
    if name in line.context.seated:
        message = f"{shown(name)} is seated already"
        raise Problem(index, message, "a player who is not", "`leave` comes before sitting elsewhere")
    return name


def name_text(value: Value, _currency: str | None) -> str:
    """A name, in quotes if needed."""
    return quote(value)


def _names(value: Value, _currency: str | None) -> str:
    return " ".join(map(quote, value))


SEATED: Final = Kind(
    "seated", "PLAYER", lambda line, index: line.context.player(line.words, index), name_text, PLAYER, names=True
)
"""A player who is seated."""
KNOWN: Final = Kind("known", "PLAYER", lambda line, index: line.context.anyone(line.words, index), name_text, PLAYER, names=True)
"""A player who is or was seated."""
FUTURE: Final = Kind(
    "known", "PLAYER", lambda line, index: line.context.anybody(line.words, index), name_text, PLAYER, names=True
)
"""A player who is, was or will be seated."""
NEWCOMER: Final = Kind("newcomer", "PLAYER", _newcomer, name_text, PLAYER, names=True)
"""A player who is not seated, and may be new."""
ALL_SEATED: Final = Kind(
    "all seated", "PLAYER …", lambda line, _: line.context.players(line.words), _names, rest=True, names=True
)
"""One or more seated players, each once: all remaining words."""


# --- Numbers --------------------------------------------------------------------------------------------------------------


def number_text(value: Value, _currency: str | None) -> str:
    """A number in digits."""
    return str(value)


CHIPS: Final = Kind("chips", "CHIPS", lambda line, index: number_from(line.words, index), number_text, AMOUNT)
HAND: Final = Kind(
    "hand", "HAND", lambda line, index: number_from(line.words, index, "the number of a hand"), number_text, TARGET
)
"""The number of a hand that was played."""
MONEY: Final = Kind(
    "money", "MONEY", lambda line, index: money_from(line.words, index, line.context.currency), money_text, AMOUNT
)
"""An amount in the session's currency, in minor units."""


# --- Words ----------------------------------------------------------------------------------------------------------------


def choice(values: Mapping[str, Value], absent: Value, wrong: str) -> Kind:
    """A choice of words, each with its value; ``absent`` is the value if there is none, and ``wrong`` begins the message."""
    words = {value: word for word, value in values.items()}

    def read(line: Line, index: int) -> Value:
        if index >= len(line.words):
            return absent
        said = " ".join(line.words[index:])
        if said not in values:
            word = next(at for at in range(index, len(line.words)) if " ".join(line.words[index : at + 1]) not in values)
            raise Problem(word, f"{wrong} {shown(said)}", line.form, "put a # before a comment", near=values)
        return values[said]

    return Kind("choice", "|".join(values), read, lambda value, _currency: words[value], AMOUNT, rest=True, choices=values)


_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def date_from(words: list[str], index: int, form: str) -> str:
    """The date at ``index``, as written. Raises Problem if it is not a date."""
    if index >= len(words) or not _is_date(words[index]):
        message = f"{shown(words[index])} is not a date" if index < len(words) else "the date is missing"
        meant = date_meant(words[index]) if index < len(words) else ""
        remedy = f"did you mean {meant}?" if _is_date(meant) else "write year, month and day: 2026-11-20"
        raise Problem(index, message, form, remedy)
    return words[index]


def _is_date(word: str) -> bool:
    try:
        return bool(_DATE.fullmatch(word)) and bool(date.fromisoformat(word))
    except ValueError:
        return False


DATE: Final = Kind("date", "DATE", lambda line, index: date_from(line.words, index, line.form), lambda day, _currency: day)


def note_from(words: list[str], index: int, text: str) -> str:
    """The free text of the line ``text`` from word ``index`` on: as written, or the content of a single quoted word."""
    if len(words) <= index:
        return ""
    _, columns, _, end = split(text)
    start = columns[index] - 1
    return words[index] if text[start] == '"' and len(words) == index + 1 else text[start : end - 1].strip(BLANK)


def note_text(note: str, _currency: str | None = None) -> str:
    """Free text as the log writes it: unchanged if it reads back the same, else as one quoted word; empty for none."""
    if not note:
        return ""
    try:
        words, _, comment, _ = split(note)
    except Problem:
        return quote(note)
    plain = not comment and note == note.strip(BLANK) and note[0] != COMMA and (len(words) > 1 or words == [note])
    return note if plain else quote(note)


NOTE: Final = Kind("note", "[WORDS]", lambda line, index: note_from(line.words, index, line.text), note_text, rest=True)
"""Free text: all remaining words."""


# --- Cards, and what only its own statement can read ----------------------------------------------------------------------


def _cards(value: Value, _currency: str | None) -> str:
    return " ".join(NAMES[card] for card in value)


CARDS: Final = Kind("cards", "CARD …", lambda line, index: cards_from(line.words, index), _cards, rest=True, cards=True)
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
    """A type shown as ``form``, and read by its statement's own function, which also writes it unless there is ``write``."""
    return Kind(name, form, _never, write, names=names, cards=cards, chips=chips, absent=absent)
