"""Every way a card may be written, and what is wrong with one that is not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ledger.game.cards import NAMES, RANKS, SUITS, SYMBOLS, UNKNOWN
from ledger.log.keywords import KEYWORDS
from ledger.log.letters import spelt_plainly
from ledger.log.limits import MOST_CARDS
from ledger.log.meant import card_meant, cards_apart, list_meant
from ledger.log.problem import Problem
from ledger.log.words import shown

_EMOJI: Final = "\ufe0f"
"""Phones add it to a suit to have it in colour."""

SUIT_OF: Final = {
    spelling: suit
    for suit, (letter, symbol) in enumerate(zip(SUITS, SYMBOLS, strict=True))
    for spelling in (letter, letter.upper(), symbol, symbol + _EMOJI)
}
CARDS: Final = {
    rank + spelling: 13 * suit + number
    for number, name in enumerate(RANKS)
    for rank in {name, name.lower(), "10" if name == "T" else name}
    for spelling, suit in SUIT_OF.items()
} | {"??": UNKNOWN}
"""Card code by spelling."""

EXPECTED: Final = "a card: one of A K Q J T 9 8 7 6 5 4 3 2 and one of s h d c, or ??"


def cards_from(words: list[str], start: int, end: int | None = None) -> tuple[int, ...]:
    """Return the cards that ``words`` from ``start`` to ``end`` name; raises Problem for a word that is none and for too many."""
    try:
        cards = tuple(map(CARDS.__getitem__, words[start:end]))
    except KeyError:
        raise _first_bad(words, start, end) from None
    if len(cards) > MOST_CARDS:
        raise too_many(start, len(cards))
    return cards


def cards_taken_back(words: list[str], start: int) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
    """Return the cards of a trick from ``start`` on, some of them taken back (``9h>4h``): those played, and those withdrawn.

    A card withdrawn stands beside its index among the cards played. Raises Problem as ``cards_from`` does.
    """
    cards: list[int] = []
    withdrawn: list[tuple[int, int]] = []
    for index, word in enumerate(words[start:], start):
        before, mark, after = word.partition(">")
        if ">" in after:
            expected = "one card taken back: 9h>4h"
            raise Problem(index, f"{shown(word)} takes back two cards", expected, "write the first and the last")
        if mark and before not in CARDS:
            raise bad_card(before or word, index, words[index + 1 :])
        if (after if mark else word) not in CARDS:
            raise bad_card((after if mark else word) or word, index, words[index + 1 :])
        if mark:
            withdrawn.append((len(cards), CARDS[before]))
        cards.append(CARDS[after if mark else word])
    if len(cards) > MOST_CARDS:
        raise too_many(start, len(cards))
    return tuple(cards), tuple(withdrawn)


def no_cards(index: int, or_else: str = "") -> Problem:
    """Return the Problem of a line without the cards that it needs; ``or_else`` is one more thing to do about it."""
    return Problem(index, "the cards are missing", EXPECTED, f"write ?? for a card that nobody knows{or_else}")


def too_many(start: int, number: int) -> Problem:
    """Return the Problem of a list of cards that is longer than any hand."""
    return Problem(
        start + MOST_CARDS,
        f"{number} cards in one list",
        f"at most {MOST_CARDS}",
        "write one player's cards, or one trick, per line",
    )


_AROUND: Final = ",;.:!()[]{}*_-"
"""What may stand beside a card that is right."""


def _first_bad(words: list[str], start: int, end: int | None) -> Problem:
    index = next(index for index, word in enumerate(words[start:end], start) if word not in CARDS)
    return bad_card(words[index], index, words[index + 1 :])


def bad_card(word: str, index: int, following: Sequence[str] = ()) -> Problem:
    """Return the Problem of a word that should be a card; it may be one together with those that follow."""
    return Problem(index, f"{shown(word)} is not a card", EXPECTED, _remedy(word, following))


def _remedy(word: str, following: Sequence[str]) -> str:  # noqa: PLR0911 - one for each slip
    plain = spelt_plainly(word)
    if apart := cards_apart(plain):
        return f"put spaces between the cards: {apart}"
    before, mark, after = plain.partition(">")
    if ">" in word:
        both = f": {before or '9h'}>{after or (following or ['4h'])[0]}"
        return "a card can be taken back only in a trick" if before and after else f"write it without spaces{shown(both)}"
    if mark and before in CARDS and after in CARDS:
        return f"did you mean {NAMES[CARDS[before]]}>{NAMES[CARDS[after]]}?"
    if word[:1] == "1" and word[1:] in SUIT_OF:
        return f"did you mean T{SUITS[SUIT_OF[word[1:]]]}? (ten is T or 10)"
    if not plain.strip("?"):
        return "write ?? for a card that nobody knows"
    if meant := _meant(plain) or card_meant([plain, *following]):
        return f"did you mean {meant}?"
    if plain.upper() in {*RANKS, "10"}:
        return "add the suit, s h d or c; write ?? for a card that nobody knows"
    if said := list_meant(plain):
        return f"did you mean {said}?"
    if plain.casefold() in KEYWORDS:
        return f"begin a new line before {shown(word)}"
    return "write a card such as Kh, ?? for one that nobody knows, or # before a comment"


def _meant(plain: str) -> str:
    """The card that a word is with its letters turned round, in brackets, with the ten or the unknown card in another way."""
    bare = plain.strip(_AROUND)
    ten = re.sub("^(?:[1lI][0oO]|[0oO])", "T", bare)
    for card in (bare, bare[1:] + bare[:1], bare[-2:] + bare[:-2], ten, ten[1:] + ten[:1]):
        if card in CARDS:
            return NAMES[CARDS[card]]
    if bare and bare[0] in _PLAYING_CARDS:
        return _PLAYING_CARDS[bare[0]]
    return ""


_PLAYING_CARDS: Final = {
    chr(0x1F0A0 + 16 * suit + (1 if rank == "A" else number + 2 + (number > 9))): f"{rank}{SUITS[suit]}"
    for suit in range(4)
    for number, rank in enumerate(RANKS)
}
"""The cards that some keyboards have as one character."""
