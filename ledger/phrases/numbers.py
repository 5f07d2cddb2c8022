"""Small numbers in words, and comparisons with them: ``five``, ``above 40``, ``40 or more``, ``between 20 and 40``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ledger.phrases.tokens import Token, begins, words

_IN_WORDS: Final = {
    word: at
    for at, word in enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
    )
}
_MOST_DIGITS: Final = 12
_ABOVE: Final = "above, over, more than, larger than, bigger than, greater than, higher than, >"
_FROM: Final = "at least, from, minimum, >=, ≥"
_BELOW: Final = "below, under, less than, smaller than, lower than, fewer than, <"
_TO: Final = "at most, up to, maximum, <=, ≤"
_EXACTLY: Final = "exactly, of exactly, ="
_BEFORE: Final = tuple(
    (words(phrase), low, high)
    for phrases, low, high in (
        (_ABOVE, 1, None),
        (_FROM, 0, None),
        (_BELOW, None, -1),
        (_TO, None, 0),
        (_EXACTLY, 0, 0),
    )
    for phrase in phrases.split(", ")
)
"""What stands before a number, and what is added to it for the smallest and the largest that is meant; None: no end."""
_AFTER: Final = tuple(
    (words(phrase), low, high)
    for phrase, low, high in (
        ("or more", 0, None),
        ("or above", 0, None),
        ("and more", 0, None),
        ("and above", 0, None),
        ("+", 0, None),
        ("or less", None, 0),
        ("or fewer", None, 0),
        ("or below", None, 0),
    )
)

WORDS: Final = frozenset({*_IN_WORDS, "between", "and", *(word for phrase, *_ in (*_BEFORE, *_AFTER) for word in phrase)})
"""Every word that may stand in a number or a range, but digits."""


class Range(NamedTuple):
    """From what to what, both included; None for no end. ``words`` is how many words say it."""

    low: int | None
    high: int | None
    words: int


def number(word: str) -> int | None:
    """A number in digits or in words."""
    if word.isascii() and word.isdecimal() and len(word) <= _MOST_DIGITS:
        return int(word)
    return _IN_WORDS.get(word)


def range_at(line: Sequence[Token], at: int) -> Range | None:
    """The range that the words from a place say, None if they say none."""
    here = [one.word for one in line[at : at + 4]]
    if len(here) == 4 and here[0] == "between" and here[2] == "and":
        low, high = number(here[1]), number(here[3])
        return Range(low, high, 4) if low is not None and high is not None else None
    for phrase, low, high in _BEFORE:
        if begins(line, at, phrase) and at + len(phrase) < len(line):
            value = number(line[at + len(phrase)].word)
            if value is not None:
                return _range(value, low, high, len(phrase) + 1)
    value = number(here[0]) if here else None
    if value is None:
        return None
    for phrase, low, high in _AFTER:
        if begins(line, at + 1, phrase):
            return _range(value, low, high, len(phrase) + 1)
    return Range(value, value, 1)


def _range(value: int, low: int | None, high: int | None, used: int) -> Range:
    return Range(None if low is None else value + low, None if high is None else max(0, value + high), used)
