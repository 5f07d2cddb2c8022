"""The kinds of value that an option of the house rules may have, the rules of a house, and the nine
presets (rules.md 7).
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Final, NamedTuple, Protocol

from ledger.errors import did_you_mean


# --- Option values --------------------------------------------------------------------------------
class RulesError(ValueError):
    """A preset or option that does not exist or makes no sense.

    ``word`` is its index in the line: the preset is 0.
    """

    def __init__(self, message: str, expected: str = "", remedy: str = "", word: int = 0) -> None:
        super().__init__(message)
        self.expected, self.remedy, self.word = expected, remedy, word

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
    """What may stand behind the ``=``.

    ``examples`` are texts of it, all of them where they are few.
    """

    @property
    def examples(self) -> tuple[str, ...]:
        """Texts that errors recommend and tests try; each means something else."""

    def read(self, name: str, text: str) -> Any:  # noqa: ANN401 - the type of the field of Rules
        """The value that ``text`` stands for; raises RulesError, which calls the option
        ``name``.
        """

    def write(self, value: Any) -> str:  # noqa: ANN401
        """The text of a value: the one that ``read`` reads back."""


class Choice(NamedTuple):
    """One of a few words, which is its own value."""

    examples: tuple[str, ...]

    def read(self, name: str, text: str) -> str:
        """The word itself."""
        if text not in self.examples:
            raise RulesError(
                f"{name} cannot be {text!r}",
                " or ".join(self.examples),
                did_you_mean(text, self.examples),
            )
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
    """A whole number from ``low`` to ``high``; ``no_number`` is the word for none, where there may
    be none.
    """

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
        number = whole_number(
            name, digits if digits.isdigit() else text, 1, self.high, self.examples
        )
        return Antes(number) if text.endswith("x") else number

    def write(self, value: int | Antes | None) -> str:
        """``20``, ``20x`` or ``none``."""
        return (
            "none"
            if value is None
            else f"{value.number}x"
            if isinstance(value, Antes)
            else str(value)
        )


@dataclass(frozen=True, slots=True)
class SecondAnte:
    """``yes``: another ante, ``Antes(1)``; ``no``: None; or a number of chips from 1 to ``high``
    (3.7).
    """

    high: int
    examples: ClassVar = ("yes", "no", "3")

    def read(self, name: str, text: str) -> int | Antes | None:
        """An ante, chips, or None."""
        if text in {"yes", "no"}:
            return Antes(1) if text == "yes" else None
        return whole_number(name, text, 1, self.high, self.examples)

    def write(self, value: int | Antes | None) -> str:
        """``yes``, ``no`` or ``3``."""
        return "no" if value is None else "yes" if isinstance(value, Antes) else str(value)


@dataclass(frozen=True, slots=True)
class TableSizes:
    """The fewest and the most who may sit down, from 2 to ``most``: ``2-8``, or ``5`` for always
    five; a pair of numbers.
    """

    most: int
    examples: ClassVar = ("2-8",)

    def read(self, name: str, text: str) -> tuple[int, int]:
        """The fewest and the most."""
        low, dash, high = text.partition("-")
        largest = whole_number(name, high if dash else low, 2, self.most, self.examples)
        smallest = whole_number(name, low, 2, self.most, self.examples)
        if smallest > largest:
            raise RulesError(
                f"{name}={text} runs backwards",
                "the smaller number first",
                f"write {name}={largest}-{smallest}",
            )
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
                raise RulesError(
                    f"{name} has {part!r}",
                    "SEATS:MOST pairs such as 7:3,6:4",
                    recommended(name, self.examples),
                )
            number = whole_number(name, seats, 2, self.seats, self.examples)
            if number in caps:
                raise RulesError(
                    f"{name} names {number} seats twice",
                    "each table size once",
                    "leave one of them out",
                )
            caps[number] = whole_number(name, most, 0, self.cards, self.examples)
        return tuple(sorted(caps.items()))

    def write(self, value: tuple[tuple[int, int], ...]) -> str:
        """``6:4,7:3``, ``3`` or ``none``."""
        return (
            ",".join(f"{seats}:{most}" if seats else str(most) for seats, most in value) or "none"
        )


def whole_number(name: str, text: str, low: int, high: int, examples: tuple[str, ...]) -> int:
    """The number in ``text``; raises RulesError for anything but digits, and outside ``low`` to
    ``high``.
    """
    if not (
        text.isascii() and text.isdigit() and len(text) <= _DIGITS and low <= int(text) <= high
    ):
        raise RulesError(
            f"{name} cannot be {text!r}",
            f"a whole number from {low} to {high}",
            recommended(name, examples),
        )
    return int(text)


_DIGITS: Final = 12  # more are no number that anybody means, and long ones take Python long to read


def recommended(name: str, examples: tuple[str, ...]) -> str:
    """What to write instead: ``write draw-cap=7:3, draw-cap=3 or draw-cap=none``."""
    *others, last = (join_option(name, example) for example in examples)
    return f"write {', '.join(others)} or {last}" if others else f"write {last}"


# --- Rules ----------------------------------------------------------------------------------------
# Ten hands of five and a turned card are 51 cards: one deck always suffices (see
# tests/game/test_rules.py).
MOST_SEATS: Final = 10


@dataclass(frozen=True, slots=True)
class Rules:
    """One way of playing.

    Fields are named as the options of the log, with ``_`` for ``-``, and stand in their order.

    The default of a field is what the Louisiana game has; what an option may be and what it means
    is in ``ledger.game.options``. ``limit`` is in chips or in antes, None for no limit (5.9).
    ``bourre`` is what a bourré costs in chips, None where it matches the pot (5.13).
    ``second_ante`` is what playing costs (3.7), None for nothing. ``draw_cap`` pairs a number of
    seats with the most discards allowed there (3.3); seats 0 stands for every other table size.
    ``qualify`` and ``stay_ante`` are the two customs that only the Indiana game has (7.4) and are
    no options.
    """

    preset: str = "louisiana"
    limit: int | Antes | None = None
    limit_caps: str = "all"
    reuse: str = "together"
    split: str = "carry"
    bourre: int | None = None
    dealer_plays: bool = False
    all_pass: str = "stays"  # noqa: S105 - to pass, in cards
    recall: str = "forfeit"
    renege_factor: int = 1
    renege_bars: bool = True
    renege_and_bourre: str = "larger"
    wins: str = "most"
    second_pass: str = "no"  # noqa: S105 - to pass, in cards
    draw_cap: tuple[tuple[int, int], ...] = ()
    declare: str = "with-draw"
    trump: str = "dealer"
    hand_size: int = 5
    seats: tuple[int, int] = (2, 8)
    second_ante: int | Antes | None = None
    dealer_antes: bool = False
    bourre_exempt: bool = True
    split_exempt: bool = True
    must_trump: bool = True
    over_trump: bool = True
    cinch: str = "yes"
    ace_must_play: bool = True
    qualify: bool = False
    stay_ante: bool = False

    def cap(self, seats: int) -> int | None:
        """The most discards allowed at a table of ``seats``, None where there is no cap (3.3)."""
        caps = dict(self.draw_cap)
        return caps.get(seats, caps.get(0))

    @property
    def second_pass_allowed(self) -> bool:
        """True if a player who has declared to play may pass after the draw (3.1, 7.4)."""
        return self.second_pass == "yes"  # noqa: S105 - to pass, in cards

    @property
    def pays_to_play(self) -> bool:
        """True if whoever plays puts in a second ante (3.7)."""
        return self.second_ante is not None

    @property
    def ace_binds_dealer(self) -> bool:
        """True if a dealer who turns an ace must play: the card must be the dealer's own (3.5)."""
        return self.ace_must_play and self.trump == "dealer"

    @property
    def tied_exempt(self) -> bool:
        """True if those who tied post no ante for the next hand (5.7); nobody does who has shared a
        pot (5.13).
        """
        return self.split_exempt and self.split == "carry"

    @property
    def gives_dealer_the_pot(self) -> bool:
        """True if the dealer takes a pot that all pass for (3.6)."""
        return self.all_pass == "dealer"  # noqa: S105 - to pass, in cards

    @property
    def renege_as_bourre(self) -> bool:
        """True if a renege costs what a bourré does, whatever the pot: it is paid with it (5.5)."""
        larger = self.renege_and_bourre == "larger"
        return self.renege_factor == 1 and self.bourre is None and larger

    @property
    def tricks_for_pot(self) -> int:
        """How many tricks are certain to win the pot: more than half the hand (4.8)."""
        return self.hand_size // 2 + 1

    def stock(self, seats: int) -> int:
        """How many cards are left to draw from after the deal (3.4)."""
        return int(stock_left(self.hand_size, seats, self.trump != "dealer"))


def stock_left(hand_size: Any, seats: Any, separate: Any) -> Any:  # noqa: ANN401 - numbers or arrays of them
    """52 − hand size × seats − any separate trump card (3.4), for numbers or arrays."""
    return 52 - hand_size * seats - separate


_NINE = (
    (Rules(), "the Louisiana game as McLeod gives it (the default)"),
    (
        Rules("double-ante", second_ante=Antes(1), bourre_exempt=False, split_exempt=False),
        "players who stay in ante again, and nobody is exempt",
    ),
    (
        Rules("separate-trump", trump="separate", ace_must_play=False),
        "one more card is turned for trump and belongs to nobody",
    ),
    (
        Rules("dealer-takes-trump", trump="dealer-may-take", ace_must_play=False),
        "one more card is turned, and the dealer may take it",
    ),
    (Rules("simultaneous", declare="simultaneous"), "all decide at once whether to play"),
    (
        Rules(
            "indiana",
            trump="separate",
            hand_size=4,
            draw_cap=((0, 3),),
            declare="two-rounds",
            second_ante=Antes(1),
            ace_must_play=False,
            renege_factor=2,
            second_pass="yes",  # noqa: S106 - to pass, in cards
            qualify=True,
            stay_ante=True,
        ),
        "four cards, a trump or a club to play, reneges cost double",
    ),
    (
        Rules("tutorial", seats=(3, 8), ace_must_play=False),
        "the plain game of the tutorial, 3 to 8 players",
    ),
    (
        Rules(
            "acadiana",
            limit_caps="cost",
            reuse="folded-first",
            recall="free",
            seats=(2, 7),
            draw_cap=((7, 3),),
            declare="two-rounds",
            split_exempt=False,
            ace_must_play=False,
            must_trump=False,
        ),
        "the encyclopedia's game: declare first, draw after",
    ),
    (
        Rules(
            "casino",
            seats=(2, 7),
            draw_cap=((7, 3),),
            declare="two-rounds",
            second_pass="stand-pat",  # noqa: S106 - to pass, in cards
            second_ante=Antes(1),
            split_exempt=False,
            ace_must_play=False,
            must_trump=False,
            cinch="no",
        ),
        "the card site's game: a second ante and no cinch",
    ),
)
PRESETS: Final = MappingProxyType({rules.preset: rules for rules, _ in _NINE})
"""The nine ways of playing that the sources describe (rules.md 7) by name, each as it differs from
the Louisiana game.
"""
# each preset in a line
SUMMARIES: Final = MappingProxyType({rules.preset: summary for rules, summary in _NINE})
