"""Every way a card may be written, and what is wrong with one that is not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ledger.game.cards import NAMES, RANKS, SUITS, SYMBOLS, UNKNOWN
from ledger.log.limits import MOST_CARDS
from ledger.log.meant import card_meant, cards_apart
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
            raise bad_card(before, index)
        if (after if mark else word) not in CARDS:
            raise bad_card(after if mark else word, index, words[index + 1 :])
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
        "write one player's cards, or one trick, a line",
    )


_AROUND: Final = ",;.()\ufe0e"
"""What may stand beside a card that is right: the last of them has a suit drawn as a letter, not as a picture."""


def _first_bad(words: list[str], start: int, end: int | None) -> Problem:
    index = next(index for index, word in enumerate(words[start:end], start) if word not in CARDS)
    return bad_card(words[index], index, words[index + 1 :])


def bad_card(word: str, index: int, following: Sequence[str] = ()) -> Problem:
    """Return the Problem of a word that should be a card; it may be one together with those that follow."""
    return Problem(index, f"{shown(word)} is not a card", EXPECTED, _remedy(word, following))


def _remedy(word: str, following: Sequence[str]) -> str:
    if apart := cards_apart(word):
        return f"put spaces between the cards: {apart}"
    if ">" in word:
        return "only in a trick can a card be taken back"
    if word[:1] == "1" and word[1:] in SUIT_OF:
        return f"did you mean T{SUITS[SUIT_OF[word[1:]]]}? (ten is T or 10)"
    turned = (word[1:] + word[:1], word[-2:] + word[:-2], word.replace("0", "T"), word.replace("O", "T"), word.strip(_AROUND))
    meant = next((NAMES[CARDS[card]] for card in turned if card in CARDS), "") or card_meant([word, *following])
    if meant:
        return f"did you mean {meant}?"
    if word.upper() in {*RANKS, "10"}:
        return "add the suit, s h d or c; write ?? for a card that nobody knows"
    return "write ?? for a card that nobody knows"
