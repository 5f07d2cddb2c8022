"""An option of the house rules as text, ``NAME=VALUE``: the kinds of value, how each is read, written and recommended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final, NamedTuple, Protocol

from ledger.errors import did_you_mean


class RulesError(ValueError):
    """A preset or option that does not exist or makes no sense.

    ``word`` is its index in the line: 0 the preset, 1 the first option.
    """

    def __init__(self, message: str, expected: str = "", remedy: str = "", word: int = 0) -> None:
        super().__init__(message)
        self.expected = expected
        self.remedy = remedy
        self.word = word

    @property
    def advice(self) -> str:
        """What to do about it, in one piece: the remedy, else what was expected."""
        return self.remedy or f"expected {self.expected}"


def split_option(word: str) -> tuple[str, str]:
    """Name and value of ``limit=20``; the value is empty where the word has none."""
    name, _, value = word.partition("=")
    return name, value


def join_option(name: str, value: str) -> str:
    """``limit=20``."""
    return f"{name}={value}"


class Values(Protocol):
    """What may stand behind the ``=``. ``examples`` are texts of it, all of them where they are few."""

    @property
    def examples(self) -> tuple[str, ...]:
        """Texts that errors recommend and tests try; each means something else."""

    def read(self, name: str, text: str) -> Any:  # noqa: ANN401 - the type of the field of Rules
        """The value that ``text`` stands for; raises RulesError, which calls the option ``name``."""

    def write(self, value: Any) -> str:  # noqa: ANN401
        """The text of a value: the one that ``read`` reads back."""


class Choice(NamedTuple):
    """One of a few words, which is its own value."""

    examples: tuple[str, ...]

    def read(self, name: str, text: str) -> str:
        """The word itself."""
        if text not in self.examples:
            raise RulesError(f"{name} cannot be {text!r}", " or ".join(self.examples), did_you_mean(text, self.examples))
        return text

    def write(self, value: str) -> str:
        """The word itself."""
        return value


@dataclass(frozen=True, slots=True)
class YesNo:
    """``yes`` or ``no``, a bool."""

    examples: ClassVar = ("yes", "no")

    def read(self, name: str, text: str) -> bool:
        """True for ``yes``."""
        return Choice(self.examples).read(name, text) == "yes"

    def write(self, value: bool) -> str:
        """``yes`` or ``no``."""
        return "yes" if value else "no"


class Whole(NamedTuple):
    """A whole number from ``low`` to ``high``; ``no_number`` is the word for none, where there may be none."""

    low: int
    high: int
    examples: tuple[str, ...]
    no_number: str | None = None

    def read(self, name: str, text: str) -> int | None:
        """The number; None for the word that stands for none."""
        if text == self.no_number:
            return None
        return whole_number(name, text, self.low, self.high, self.examples)

    def write(self, value: int | None) -> str:
        """The number, or the word for none."""
        return str(self.no_number if value is None else value)


class Antes(NamedTuple):
    """So many antes, whatever an ante is: ``20x``."""

    number: int


@dataclass(frozen=True, slots=True)
class Limit:
    """A number of chips from 1 to ``high``, ``20``; of antes, ``20x``; or ``none``."""

    high: int
    examples: ClassVar = ("20", "20x", "none")

    def read(self, name: str, text: str) -> int | Antes | None:
        """Chips, antes, or None."""
        if text == "none":
            return None
        digits = text.removesuffix("x")
        number = whole_number(name, digits if digits.isdigit() else text, 1, self.high, self.examples)
        return Antes(number) if text.endswith("x") else number

    def write(self, value: int | Antes | None) -> str:
        """``20``, ``20x`` or ``none``."""
        return "none" if value is None else f"{value.number}x" if isinstance(value, Antes) else str(value)


@dataclass(frozen=True, slots=True)
class TableSizes:
    """The fewest and the most who may sit down, from 2 to ``most``: ``2-8``, or ``5`` for always five; a pair of numbers."""

    most: int
    examples: ClassVar = ("2-8",)

    def read(self, name: str, text: str) -> tuple[int, int]:
        """The fewest and the most."""
        low, dash, high = text.partition("-")
        largest = whole_number(name, high if dash else low, 2, self.most, self.examples)
        smallest = whole_number(name, low, 2, self.most, self.examples)
        if smallest > largest:
            raise RulesError(f"{name}={text} runs backwards", "the smaller number first", f"write {name}={largest}-{smallest}")
        return smallest, largest

    def write(self, value: tuple[int, int]) -> str:
        """``2-8``; ``5-5`` for always five."""
        return "-".join(map(str, value))


@dataclass(frozen=True, slots=True)
class DrawCaps:
    """The most discards by table size (3.3): ``7:3,6:4``, ``3`` for every table, or ``none``.

    The value is pairs of seats and discards in order; seats 0 stands for every other table size.
    """

    seats: int
    cards: int
    examples: ClassVar = ("7:3", "3", "none")

    def read(self, name: str, text: str) -> tuple[tuple[int, int], ...]:
        """Pairs of seats and discards, without any for ``none``."""
        if text == "none":
            return ()
        if ":" not in text:
            return ((0, whole_number(name, text, 0, self.cards, self.examples)),)
        caps: dict[int, int] = {}
        for part in text.split(","):
            seats, colon, most = part.partition(":")
            if not colon:
                raise RulesError(f"{name} has {part!r}", "SEATS:MOST pairs such as 7:3,6:4", recommended(name, self.examples))
            number = whole_number(name, seats, 2, self.seats, self.examples)
            if number in caps:
                raise RulesError(f"{name} names {number} seats twice", "each table size once", "leave one of them out")
            caps[number] = whole_number(name, most, 0, self.cards, self.examples)
        return tuple(sorted(caps.items()))

    def write(self, value: tuple[tuple[int, int], ...]) -> str:
        """``6:4,7:3``, ``3`` or ``none``."""
        return ",".join(f"{seats}:{most}" if seats else str(most) for seats, most in value) or "none"


def whole_number(name: str, text: str, low: int, high: int, examples: tuple[str, ...]) -> int:
    """The number in ``text``; raises RulesError for anything but digits, and outside ``low`` to ``high``."""
    if not (text.isascii() and text.isdigit() and len(text) <= _DIGITS and low <= int(text) <= high):
        raise RulesError(f"{name} cannot be {text!r}", f"a whole number from {low} to {high}", recommended(name, examples))
    return int(text)


_DIGITS: Final = 12
"""More are no number that anybody means, and long ones take Python long to read."""


def recommended(name: str, examples: tuple[str, ...]) -> str:
    """What to write instead: ``write draw-cap=7:3, draw-cap=3 or draw-cap=none``."""
    *others, last = (join_option(name, example) for example in examples)
    return f"write {', '.join(others)} or {last}" if others else f"write {last}"
