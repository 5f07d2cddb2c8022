"""The one table of the words that a search understands, but for names, days and numbers.

To teach it a word, add it here.

The words of a line, without case and accents, each with the place where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias
from unicodedata import combining, normalize

# --- Tokens ---------------------------------------------------------------------------------------
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
    return [
        Token(folded(found[0]), found.start(), found.end())
        for found in _TOKEN.finditer(normalize("NFC", text))
    ]


def words(text: str) -> tuple[str, ...]:
    """The same without their places."""
    return tuple(one.word for one in tokens(text))


def begins(line: Sequence[Token], at: int, phrase: Sequence[str]) -> bool:
    """True if a phrase stands at a place of a line; its last word may be a possessive there:
    ``Bea's``.
    """
    here = [one.word for one in line[at : at + len(phrase)]]
    return here == list(phrase) or (
        len(here) == len(phrase) and [*here[:-1], _POSSESSIVE.sub("", here[-1])] == list(phrase)
    )


# --- Vocabulary -----------------------------------------------------------------------------------
class Does(NamedTuple):
    """Something that a player does: the name of a ``Deed``."""

    deed: str


class Becomes(NamedTuple):
    """Something that becomes of a hand: the name of a ``Fate``."""

    fate: str


class Sorted(NamedTuple):
    """An order of what is found: the name of an ``Order``."""

    order: str
    backwards: bool = False


class Trump(NamedTuple):
    """A suit: ``s`` ``h`` ``d`` ``c``."""

    suit: str


class Stayers(NamedTuple):
    """How many stayed."""

    number: int


class Word(NamedTuple):
    """A word that joins others: ``and``, ``by``, ``pot``, ``not``; what it does is in
    ``understand``.
    """

    role: str


Meaning: TypeAlias = Does | Becomes | Sorted | Trump | Stayers | Word
AND, BY, POT, NOT, NOTHING = Word("and"), Word("by"), Word("pot"), Word("not"), Word("")
_TRICKS: Final = (
    "no trick",
    "one trick",
    "two tricks",
    "three tricks",
    "four tricks",
    "five tricks",
)

WORDS: Final[tuple[tuple[Meaning, str], ...]] = (
    (
        Does("bourre"),
        (
            "bourré, bourrés, went bourré, goes bourré, go bourré, gone bourré, going bourré, was "
            "bourré, were bourré"
        ),
    ),
    (Does("bourre"), "matched, matched the pot, matches the pot, match the pot, had to match"),
    (
        Does("renege"),
        (
            "renege, reneged, reneges, reneging, a renege, revoke, revoked, revokes, wrong card, "
            "wrong cards"
        ),
    ),
    (Does("penalty"), "penalty, penalties, paid for a renege, renege paid for, a renege paid for"),
    (
        Does("won"),
        (
            "won, win, wins, winning, winner, a winner, won the pot, wins the pot, took the pot, "
            "takes the pot"
        ),
    ),
    (Does("lost"), "lost, lose, loses, losing, lost chips, chips lost, paid"),
    (Does("tied"), "tied, split the pot, splits the pot, shared the pot"),
    (Does("stayed"), "stayed, stay, stays, stayed in, stays in, played, plays, in the play"),
    (Does("passed"), "passed, pass, passes, a pass, folded, folds"),
    (Does("dropped"), "dropped, drops, dropped after the draw"),
    (Does("dealt"), "dealt, deals, deal, dealing, dealer, a dealer, was dealer, the deal"),
    (
        Does("every-trick"),
        (
            "every trick, all tricks, all the tricks, took every trick, took all tricks, took all "
            "the tricks, swept"
        ),
    ),
    *(
        (Does(f"tricks-{number}"), f"{name}, took {name}, takes {name}")
        for number, name in enumerate(_TRICKS)
    ),
    *(
        (Does(f"tricks-{number}"), f"{number} tricks, {number} trick, took {number} tricks")
        for number in range(len(_TRICKS))
    ),
    (Does("tricks-0"), "no tricks, took no tricks, without a trick"),
    (
        Does("there"),
        "at the table, sat, sat there, was there, were there, was at the table, were at the table",
    ),
    (
        Becomes("split"),
        (
            "split, splits, split pot, split pots, a split pot, split hands, tie, ties, a tie, "
            "shared pot, shared pots"
        ),
    ),
    (
        Becomes("all-passed"),
        (
            "everybody passed, everyone passed, all passed, they all passed, nobody played, "
            "nobody stayed"
        ),
    ),
    (
        Becomes("all-passed"),
        "no one played, no one stayed, passed out, everybody passes, everyone passes",
    ),
    (
        Becomes("all-stayed"),
        (
            "everybody stayed, everyone stayed, all stayed, everybody played, everyone played, "
            "all played"
        ),
    ),
    (Becomes("misdeal"), "misdeal, misdeals, misdealt, thrown in, a misdeal"),
    (Becomes("unsure"), "not certain, uncertain, unsure, not sure, pots that are not certain"),
    (
        Becomes("unread"),
        (
            "unread, unreadable, not read, cannot be read, can't be read, left out, quarantine, "
            "quarantined"
        ),
    ),
    (Becomes("unread"), "hands with a line that cannot be read"),
    (
        Sorted("pot"),
        (
            "biggest, largest, highest, biggest pot, biggest pots, largest pot, largest pots, "
            "highest pot, most chips"
        ),
    ),
    (Sorted("pot", backwards=True), "smallest, lowest, smallest pot, smallest pots, lowest pot"),
    (
        Sorted("loss"),
        (
            "biggest loss, biggest losses, largest loss, largest losses, worst loss, worst "
            "losses, worst, lost most"
        ),
    ),
    (Sorted("date"), "latest, newest, most recent, last hands, latest hands"),
    (Sorted("date", backwards=True), "oldest, earliest, first hands"),
    (Sorted("bourres"), "most bourrés"),
    (Sorted("reneges"), "most reneges"),
    (Trump("s"), "spades, spade, ♠"),
    (Trump("h"), "hearts, heart, ♥"),
    (Trump("d"), "diamonds, diamond, ♦"),
    (Trump("c"), "clubs, club, ♣"),
    (Stayers(1), "alone, unopposed"),
    (Stayers(2), "heads up, heads-up"),
    (AND, "and, &, with"),
    (BY, "by, of"),
    (POT, "pot, pots, the pot, a pot, pot of, pots of, pot is, pot was, pots were"),
    (NOT, "not, no, never, without, nobody, nobody's, no one, none, except, neither, nor, or"),
    (
        NOT,
        (
            "didn't, did not, doesn't, does not, don't, wasn't, was not, isn't, is not, weren't, "
            "hasn't, haven't"
        ),
    ),
    (
        NOTHING,
        (
            "hand, hands, hand in which, hands in which, in which, in, on, at, a, an, the, where, "
            "for, to, there, that"
        ),
    ),
    (
        NOTHING,
        (
            "who, whose, when, what, which, how, often, many, times, did, does, do, has, have, "
            "had, was, were, is, are, be"
        ),
    ),
    (
        NOTHING,
        (
            "show, find, list, search, me, all, any, every, each, them, they, games, game, trump, "
            "trumps, chips, chip, was trump"
        ),
    ),
    (
        NOTHING,
        (
            "is trump, were trump, are trump, as trump, evening, evenings, night, nights, "
            "session, sessions, somebody, anybody"
        ),
    ),
    (
        NOTHING,
        (
            "someone, anyone, somebody who, against, versus, vs, go, goes, went, during, his, "
            "her, their, ever, replay, only"
        ),
    ),
)

PHRASES: Final[Mapping[tuple[str, ...], Meaning]] = {
    words(phrase): meaning for meaning, phrases in WORDS for phrase in phrases.split(", ")
}
LONGEST: Final = max(map(len, PHRASES))  # words in the longest phrase
