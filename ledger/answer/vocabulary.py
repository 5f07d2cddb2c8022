"""The parts of an answer, as plain values.

An answer is built once, by the room that knows it, and shown by whoever was asked: ``to_text``,
``to_json`` and ``to_csv`` (``ledger/cli/answers.py``) and ``to_page`` (``dashboard/frame``) exist
once each.

- A ``Sentence`` has parts. Words are plain text; a player, an amount, a day, an evening, a hand or
  a file is a value, so that a page can link, colour and shorten it, and a terminal just says it.
- A ``Table`` has columns that know how people (``heading``), JSON (``key``) and CSV (``field``)
  call them; its cells are the same values.
- ``NotKnown`` is what an answer leaves out, and a ``Remedy`` is what to do about something.
- An ``Answer`` is ``blocks`` in reading order for people, and ``data`` for other programs.

A page may draw a block as it likes, by its ``name``. It may not word it anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TypeAlias, Union

from ledger.log.words import visible
from ledger.money import CHIPS, amount_text
from ledger.wording import day_in_words, which_of_day


# --- Parts of a sentence, and cells of a table ----------------------------------------------------
@dataclass(frozen=True, slots=True)
class Strong:
    """Words that say what matters in a sentence; a page sets them in bold."""

    text: str


@dataclass(frozen=True, slots=True)
class Player:
    """A player, by number in the book (``account``; 0 if it is not known), or another party of a
    payment.
    """

    name: str
    account: int = 0

    @property
    def text(self) -> str:
        """The name."""
        return visible(self.name)


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount in minor units of ``unit``, a currency or ``chips``.

    ``signed``: it was won or lost, or is a balance, and is said with its sign.
    """

    amount: int
    unit: str
    signed: bool = False

    @property
    def text(self) -> str:
        """The amount as people write it: ``$12.50``, ``+12 chips``."""
        return amount_text(self.amount, self.unit, signed=self.signed)

    @property
    def bare(self) -> str:
        """The same for a column: chips without the word, which is in the heading."""
        return self.text.partition(" ")[0] if self.unit == CHIPS else self.text


@dataclass(frozen=True, slots=True)
class Day:
    """A day."""

    day: date

    @property
    def text(self) -> str:
        """The day as a sentence names it: ``30 June 2026``."""
        return day_in_words(self.day)


@dataclass(frozen=True, slots=True)
class Evening:
    """A session, by its id."""

    session: str
    day: date
    title: str | None = None

    @property
    def text(self) -> str:
        """Its title, else its id, or its day if the id says no more than that."""
        which = which_of_day(self.session, self.day)
        named = self.title or (self.session if which is None else "")
        return visible(named) or f"{day_in_words(self.day)}{which}"


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand of a session: its number as written, None if it has none, and its place, from 1."""

    session: str
    number: int | None
    place: int = 0

    @property
    def text(self) -> str:
        """``hand 12``."""
        return "hand ?" if self.number is None else f"hand {self.number}"


@dataclass(frozen=True, slots=True)
class File:
    """A file of the book, below its folder; ``line`` is 0 for the whole file."""

    name: str
    line: int = 0

    @property
    def text(self) -> str:
        """``sessions/friday.bourre:12``."""
        return visible(self.name) + (f":{self.line}" if self.line else "")


Part: TypeAlias = str | Strong | Player | Amount | Day | Evening | Hand | File


# --- What an answer says --------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Sentence:
    """Something that an answer says.

    ``name`` is what a page that draws it knows it by. ``link`` is an address outside the book, to
    pay by. ``about`` is what the sentence is about, for a page that has a button for it.
    """

    parts: tuple[Part, ...]
    name: str = ""
    link: str = ""
    about: object = None

    @property
    def text(self) -> str:
        """The sentence in plain text."""
        return "".join(part if isinstance(part, str) else part.text for part in self.parts)

    @property
    def lines(self) -> list[str]:
        """The sentence as lines of plain text, with the address to pay by below it."""
        return [self.text, f"  {self.link}"] if self.link else [self.text]


def words(*parts: Part | Sentence | Iterable[Part], name: str = "") -> Sentence:
    """A sentence of parts; sentences and lists of parts among them are taken apart."""
    return Sentence(tuple(_flat(parts)), name)


def _flat(parts: Iterable[Part | Sentence | Iterable[Part]]) -> Iterator[Part]:
    for part in parts:
        if isinstance(part, Sentence):
            yield from part.parts
        elif isinstance(part, str | Strong | Player | Amount | Day | Evening | Hand | File):
            if part != "":
                yield part
        else:
            yield from part


def listed(some: Sequence[Part], word: str = "and") -> Iterator[Part]:
    """Parts as a list in a sentence: ``a``, ``a and b``, ``a, b and c``."""
    for at, one in enumerate(some):
        if at:
            yield f" {word} " if at == len(some) - 1 else ", "
        yield one


@dataclass(frozen=True, slots=True)
class Remedy:
    """What to do about something; whoever shows it says how: the terminal by a command, a page by a
    way to another.

    ``do`` is what to do, as a command of words without a full stop: ``see first whose balance would
    change``. ``command`` are the words after ``bourre`` that do it; ``option`` instead is what to
    add to the command just given, ``--dry-run``. ``page`` is the page that does it, with the values
    of its address (``query``). All may be empty: then it is something to write or to find out.
    """

    do: Sentence
    command: tuple[str, ...] = ()
    option: str = ""
    page: str = ""
    query: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NotKnown:
    """What an answer leaves out, or cannot know, and what to do about it."""

    what: Sentence
    remedy: Remedy | None = None


@dataclass(frozen=True, slots=True)
class Listed:
    """Sentences that belong together, each on a line of its own, under a heading if they have one,
    and where there is ``more``.
    """

    name: str
    sentences: tuple[Sentence, ...]
    heading: str = ""
    more: tuple[Remedy, ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading for people, its key in JSON and its heading in CSV, each empty where it
    is left out; an empty heading with ``shown`` stands above a column that needs none.

    ``right`` is for figures. ``bare`` leaves out the word *chips*, which is in a heading. ``spare``
    columns are left out where names would be cut otherwise.
    """

    heading: str = ""
    key: str = ""
    field: str = ""
    right: bool = False
    shown: bool = False
    bare: bool = False
    spare: bool = False


Value: TypeAlias = Union[
    bool, int, float, Part, Sentence, Sequence["Value"], Mapping[str, "Value"], "Table", None
]
"""A cell, or what an answer says to other programs."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells, one for each column; ``title`` says what is in it, for screen readers.

    ``kind`` is what CSV calls its rows, if it has rows of several kinds. A ``single`` table is one
    record or none, an object in JSON.
    """

    name: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]
    title: str = ""
    kind: str = ""
    single: bool = False

    def filled(self) -> Table:
        """The same without columns in which nothing stands."""
        rows = self.rows
        kept = [
            at for at in range(len(self.columns)) if any(row[at] not in {None, ""} for row in rows)
        ]
        return replace(
            self,
            columns=tuple(self.columns[at] for at in kept),
            rows=tuple(tuple(row[at] for at in kept) for row in self.rows),
        )


@dataclass(frozen=True, slots=True)
class Section:
    """Blocks with a heading, such as all that is in one currency; ``heading`` is empty if there is
    only one.
    """

    name: str
    heading: str
    blocks: tuple[Block, ...]


Block: TypeAlias = Sentence | Listed | Table | Section | NotKnown | Remedy


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: for people ``blocks`` in the order in which they are read; for other programs
    ``data`` (an object in JSON) and ``rows``, the tables that CSV has, with its ``headings``.
    """

    blocks: tuple[Block, ...]
    data: Mapping[str, Value] = field(default_factory=dict)
    headings: tuple[str, ...] = ()
    rows: tuple[Table, ...] = ()

    def block(self, name: str) -> Iterator[Block]:
        """Yield the blocks with this name, those in sections too."""
        yield from (one for one in _all(self.blocks) if getattr(one, "name", None) == name)


def _all(blocks: Iterable[Block]) -> Iterator[Block]:
    for one in blocks:
        yield one
        if isinstance(one, Section):
            yield from _all(one.blocks)
