"""The words of a line, without case and accents, each with the place where it stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple
from unicodedata import combining, normalize

_TOKEN: Final = re.compile(
    r"\d{4}-\d\d?-\d\d?|\d{4}-\d\d?(?!\d)|\d\d?[./]\d\d?[./]\d{4}|\d+(?:st|nd|rd|th)?|[^\W\d_]+(?:['’-][^\W\d_]+)*|[♠♥♦♣]|[<>]=?|≥|≤|[^\s,;:!?.\"()]"
)
_POSSESSIVE: Final = re.compile(r"['’]s$|(?<=s)['’]$")


class Token(NamedTuple):
    """A word as it is compared, and where it stands in the line."""

    word: str
    start: int
    end: int


def folded(text: str) -> str:
    """Text as it is compared: without case and accents, ``bourre`` for ``Bourré``."""
    return "".join(one for one in normalize("NFKD", text) if not combining(one)).casefold()


def tokens(text: str) -> list[Token]:
    """The words of a line; commas, full stops and quotes are none."""
    return [Token(folded(found[0]), found.start(), found.end()) for found in _TOKEN.finditer(normalize("NFC", text))]


def words(text: str) -> tuple[str, ...]:
    """The same without their places."""
    return tuple(one.word for one in tokens(text))


def begins(line: Sequence[Token], at: int, phrase: Sequence[str]) -> bool:
    """True if a phrase stands at a place of a line; its last word may be a possessive there: ``Bea's``."""
    here = [one.word for one in line[at : at + len(phrase)]]
    return here == list(phrase) or (len(here) == len(phrase) and [*here[:-1], _POSSESSIVE.sub("", here[-1])] == list(phrase))
