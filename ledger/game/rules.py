"""The rules a session is played by: nine named presets and every option on top of them (rules.md 7)."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from ledger.errors import did_you_mean

HAND_SIZES: Final = (4, 5)
TRUMPS: Final = ("dealer", "separate", "dealer-may-take")
DECLARATIONS: Final = ("with-draw", "two-rounds", "simultaneous")
RECALLS: Final = ("forfeit", "free", "renege")
MOST_SEATS: Final = 10
"""Ten hands of five and a turned card are 51 cards: one deck always suffices (tests/test_rules.py)."""
MOST_CHIPS: Final = 1_000_000_000


class RulesError(ValueError):
    """A preset or option that does not exist or makes no sense.

    ``word`` is its index in the line: 0 the preset, 1 the first option.
    """

    def __init__(self, message: str, word: int = 0, expected: str = "", remedy: str = "") -> None:
        super().__init__(message)
        self.word = word
        self.expected = expected
        self.remedy = remedy


@dataclass(frozen=True, slots=True)
class Rules:
    """One way of playing. Field names are the options of the log, with ``_`` for ``-``.

    ``draw_cap`` pairs a number of seats with the most discards allowed there (3.3); seats 0 stands for every
    other table size. ``limit`` is in chips, None for no limit (5.9). ``qualify`` and ``stay_ante`` are the two
    customs that only the Indiana game has (7.4) and are no options.
    """

    preset: str = "louisiana"
    seats: tuple[int, int] = (2, 8)
    trump: str = "dealer"
    hand_size: int = 5
    draw_cap: tuple[tuple[int, int], ...] = ()
    declare: str = "with-draw"
    second_ante: bool = False
    dealer_antes: bool = False
    bourre_exempt: bool = True
    split_exempt: bool = True
    ace_must_play: bool = True
    must_trump: bool = True
    cinch: bool = True
    renege_factor: int = 1
    recall: str = "forfeit"
    limit: int | None = None
    qualify: bool = False
    stay_ante: bool = False

    def cap(self, seats: int) -> int | None:
        """Return the most discards allowed at a table of ``seats``, None where there is no cap (3.3)."""
        caps = dict(self.draw_cap)
        return caps.get(seats, caps.get(0))

    @property
    def tricks_for_pot(self) -> int:
        """How many tricks are certain to win the pot: more than half the hand (4.8)."""
        return self.hand_size // 2 + 1

    def stock(self, seats: int) -> int:
        """Return how many cards are left to draw from after the deal (3.4)."""
        return int(stock_left(self.hand_size, seats, self.trump != "dealer"))


def stock_left(hand_size: Any, seats: Any, separate: Any) -> Any:  # noqa: ANN401 - numbers or arrays of them
    """Return 52 − hand size × seats − any separate trump card (3.4), for numbers or arrays."""
    return 52 - hand_size * seats - separate


_SEVENS = ((7, 3),)
PRESETS: Final = MappingProxyType(
    {
        rules.preset: rules
        for rules in (
            Rules(),
            Rules("double-ante", second_ante=True, bourre_exempt=False, split_exempt=False),
            Rules("separate-trump", trump="separate", ace_must_play=False),
            Rules("dealer-takes-trump", trump="dealer-may-take", ace_must_play=False),
            Rules("simultaneous", declare="simultaneous"),
            Rules(
                "indiana",
                trump="separate",
                hand_size=4,
                draw_cap=((0, 3),),
                declare="two-rounds",
                second_ante=True,
                ace_must_play=False,
                renege_factor=2,
                qualify=True,
                stay_ante=True,
            ),
            Rules("tutorial", seats=(3, 8), ace_must_play=False),
            Rules(
                "acadiana",
                seats=(2, 7),
                draw_cap=_SEVENS,
                declare="two-rounds",
                split_exempt=False,
                ace_must_play=False,
                must_trump=False,
            ),
            Rules(
                "casino",
                seats=(2, 7),
                draw_cap=_SEVENS,
                declare="two-rounds",
                second_ante=True,
                split_exempt=False,
                ace_must_play=False,
                must_trump=False,
                cinch=False,
            ),
        )
    }
)
"""The nine systems the sources describe (rules.md 7), by name."""

SWITCHES: Final = (
    "second-ante",
    "dealer-antes",
    "bourre-exempt",
    "split-exempt",
    "must-trump",
    "cinch",
    "ace-must-play",
)
_CHOICES: Final = {
    "trump": TRUMPS,
    "declare": DECLARATIONS,
    "recall": RECALLS,
    **dict.fromkeys(SWITCHES, ("yes", "no")),
}
OPTIONS: Final = ("limit", "recall", "renege-factor", "draw-cap", "declare", "trump", "hand-size", "seats", *SWITCHES)
"""Every option of the log, in the order of rules.md 7."""


_REMEDIES: Final = {
    "limit": "write limit=20 or limit=none",
    "renege-factor": "write renege-factor=1 or renege-factor=2",
    "draw-cap": "write draw-cap=7:3, draw-cap=3 or draw-cap=none",
    "hand-size": "write hand-size=5 or hand-size=4",
    "seats": "write seats=2-8",
}


def _whole(text: str, low: int, high: int, what: str, word: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 12 and low <= int(text) <= high):
        raise RulesError(f"{what} cannot be {text!r}", word, f"a whole number from {low} to {high}", _REMEDIES[what])
    return int(text)


def _caps(text: str, word: int) -> tuple[tuple[int, int], ...]:
    if text == "none":
        return ()
    if ":" not in text:
        return ((0, _whole(text, 0, 5, "draw-cap", word)),)
    caps: dict[int, int] = {}
    for part in text.split(","):
        seats, colon, most = part.partition(":")
        if not colon:
            raise RulesError(f"draw-cap has {part!r}", word, "SEATS:MOST pairs such as 7:3,6:4", _REMEDIES["draw-cap"])
        number = _whole(seats, 2, MOST_SEATS, "draw-cap", word)
        if number in caps:
            raise RulesError(f"draw-cap names {number} seats twice", word, "each table size once", "leave one of them out")
        caps[number] = _whole(most, 0, 5, "draw-cap", word)
    return tuple(sorted(caps.items()))


def _seats(text: str, word: int) -> tuple[int, int]:
    low, dash, high = text.partition("-")
    most = _whole(high if dash else low, 2, MOST_SEATS, "seats", word)
    least = _whole(low, 2, MOST_SEATS, "seats", word)
    if least > most:
        raise RulesError(f"seats={text} runs backwards", word, "the smaller number first", f"write seats={most}-{least}")
    return least, most


def _value(name: str, text: str, word: int) -> object:
    if name in SWITCHES or name in _CHOICES:
        choices = _CHOICES[name]
        if text not in choices:
            raise RulesError(f"{name} cannot be {text!r}", word, " or ".join(choices), did_you_mean(text, choices))
        return text == "yes" if name in SWITCHES else text
    if name == "limit":
        return None if text == "none" else _whole(text, 1, MOST_CHIPS, "limit", word)
    if name == "renege-factor":
        return _whole(text, 1, 2, "renege-factor", word)
    if name == "hand-size":
        return _whole(text, HAND_SIZES[0], HAND_SIZES[-1], "hand-size", word)
    if name == "draw-cap":
        return _caps(text, word)
    return _seats(text, word)


def parse_rules(preset: str, options: Iterable[tuple[str, str]] = ()) -> Rules:
    """Return the rules named by a ``rules`` line: a preset and ``name=value`` options.

    Raises RulesError (with the index of the word) for an unknown preset, option or value, an option given
    twice, and combinations that make no sense.
    """
    if preset not in PRESETS:
        raise RulesError(f"there are no rules named {preset!r}", 0, "one of " + ", ".join(PRESETS), did_you_mean(preset, PRESETS))
    changes: dict[str, object] = {}
    places: dict[str, int] = {}
    for word, (name, text) in enumerate(options, 1):
        if name not in OPTIONS:
            raise RulesError(
                f"there is no option named {name!r}", word, "one of " + ", ".join(OPTIONS), did_you_mean(name, OPTIONS)
            )
        field = name.replace("-", "_")
        if field in changes:
            raise RulesError(f"{name} is given twice", word, "each option once", "leave one of them out")
        changes[field] = _value(name, text, word)
        places[field] = word
    rules = dataclasses.replace(PRESETS[preset], **changes)  # type: ignore[arg-type]
    check_sense(rules, places)
    return rules


def check_sense(rules: Rules, places: dict[str, int] | None = None) -> None:
    """Raise RulesError if options contradict one another; ``places`` gives the word index of each option set."""
    places = places or {}
    if rules.ace_must_play and rules.trump != "dealer" and "ace_must_play" in places:
        raise RulesError(
            "ace-must-play=yes needs a turned card that is the dealer's own (3.5)",
            places["ace_must_play"],
            "ace-must-play=no, or trump=dealer",
            "leave ace-must-play out",
        )
    for _, most in rules.draw_cap:
        if most > rules.hand_size:
            raise RulesError(
                f"a draw cap of {most} is more than the {rules.hand_size} cards of a hand",
                places.get("draw_cap", places.get("hand_size", 0)),
                f"at most {rules.hand_size}",
                "write draw-cap=none",
            )


def header_text(rules: Rules) -> str:
    """Return the shortest ``rules`` line that ``parse_rules`` reads back as these rules: ``louisiana limit=20``."""
    base = PRESETS[rules.preset]
    words = [rules.preset]
    for name in OPTIONS:
        field = name.replace("-", "_")
        if getattr(rules, field) != getattr(base, field):
            words.append(f"{name}={option_text(rules, name)}")
    return " ".join(words)


def option_text(rules: Rules, name: str) -> str:
    """Return the value of an option as the log writes it."""
    value = getattr(rules, name.replace("-", "_"))
    if name == "seats":
        return "-".join(map(str, value))
    if name == "draw-cap":
        return ",".join(f"{seats}:{most}" if seats else str(most) for seats, most in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
