"""Steps of the open hand: cards as they are played, or a score of who stayed and who won how many tricks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import groupby
from typing import Final

from ledger.errors import UserError
from ledger.game.cards import NAMES, UNKNOWN
from ledger.log import Problem
from ledger.log.hand_statements import Trick
from ledger.log.values import CARD_OF, EXPECTED
from ledger.log.words import quote, shown, split
from ledger.recording.spoken import INDENT, Recording, checked, last_line, say, with_line
from ledger.recording.state import RecordingView
from ledger.recording.view import view


def card(recording: Recording, word: str) -> Recording:
    """Add the next card to the open trick, or begin a trick with it, led by the winner of the last one.

    ``word`` may also be ``??``, or ``9h>4h`` for a card taken back and replaced. Raises UserError for anything else, and
    if it is not known whose turn it is: then a ``trick`` line must name the leader.
    """
    seen = view(recording)
    if seen.hand is None or seen.hand.turn is None:
        raise UserError("it is not known who plays next", _way_out(seen))
    found = last_line(recording)
    if found is None or not seen.hand.open_trick:
        return say(recording, f"trick {quote(seen.hand.turn)} {word}")
    place, trick = found
    before, mark, after = word.partition(">")
    cards = (*trick.cards, _code(after if mark else before))
    withdrawn = (*trick.withdrawn, (len(trick.cards), _code(before))) if mark else trick.withdrawn
    return with_line(recording, place, trick._replace(cards=cards, withdrawn=withdrawn))


def take_back(recording: Recording, word: str) -> Recording:
    """Take the last card back and replace it by another (rules.md 4.10). Raises UserError if no card can be taken back."""
    found = last_line(recording)
    if found is None:
        raise UserError("there is no card to take back", "a card can be taken back only until the next one is played")
    place, trick = found
    last = len(trick.cards) - 1
    if trick.withdrawn and trick.withdrawn[-1][0] == last:
        raise UserError("this card already replaced another", "only one card can be taken back here: undo that first")
    return with_line(recording, place, recalled(trick, last, _code(word)))


def recalled(trick: Trick, index: int, instead: int) -> Trick:
    """A trick in which card ``index`` was taken back and replaced by ``instead``."""
    cards = (*trick.cards[:index], instead, *trick.cards[index + 1 :])
    return trick._replace(cards=cards, withdrawn=tuple(sorted((*trick.withdrawn, (index, trick.cards[index])))))


def finish_trick(recording: Recording) -> Recording:
    """Fill up the open trick with ``??``: nobody looked, or the hand is no longer followed card by card."""
    found = last_line(recording)
    seen = view(recording)
    if found is None or seen.hand is None or not seen.hand.open_trick:
        return recording
    place, trick = found
    missing = len(seen.hand.active) - len(trick.cards)
    return with_line(recording, place, trick._replace(cards=(*trick.cards, *[UNKNOWN] * missing)))


def _code(word: str) -> int:
    code = CARD_OF.get(word)
    if code is None:
        raise UserError(f"{shown(word)} is not a card", f"expected {EXPECTED}; {NAMES[UNKNOWN]} is a card that nobody saw")
    return code


def _way_out(seen: RecordingView) -> str:
    if seen.hand is None:
        return "start a hand first: hand 1 Ann 9h"
    if len(seen.hand.active) < 2:
        return "enter first who plays: play Ann 2"
    return "name the leader too: trick Ann 9h"


_TRICKS: Final = f"{INDENT}tricks "


def declare(recording: Recording, player: str, line: str) -> Recording:
    """Add a player's declaration, a line ``play …`` or ``pass …``, in the order of turns, whatever the order of taps."""
    lines, at = _in_turn(recording, player)
    said = replace(recording, draft=(*lines[:at], f"{INDENT}{line}", *lines[at:]))
    checked(recording.text, said.text)
    return said


def others_pass(recording: Recording) -> Recording:
    """Let everybody pass who has not declared: either one player is left, or none."""
    hand = view(recording).hand
    silent = [name for name, said in hand.declared.items() if not said] if hand else []
    places = [_in_turn(recording, name)[1] for name in silent]
    lines = list(recording.draft)
    for place, names in reversed(
        [(place, list(some)) for place, some in groupby(silent, lambda name: places[silent.index(name)])]
    ):
        lines.insert(place, f"{INDENT}pass {' '.join(map(quote, names))}")
    return replace(recording, draft=tuple(lines))


def _in_turn(recording: Recording, player: str) -> tuple[list[str], int]:
    """The lines of the hand, and the index at which a player's declaration belongs: before later declarations and the tricks.

    A ``pass`` line that names players on both sides of that place is split in two.
    """
    hand = view(recording).hand
    assert hand is not None, "whoever declares has been dealt cards"
    later = set(hand.seats[hand.seats.index(player) + 1 :])
    lines = list(recording.draft)
    for at, line in enumerate(lines):
        words = words_of(line)
        if words[:1] == ["pass"] and later.intersection(words):
            sooner, after = ([quote(name) for name in words[1:] if (name in later) is late] for late in (False, True))
            parts = [f"{INDENT}pass {' '.join(names)}" for names in (sooner, after) if names]
            return [*lines[:at], *parts, *lines[at + 1 :]], at + len(parts) - 1
        if words[:1] == ["tricks"] or (words[:1] == ["play"] and words[1] in later):
            return lines, at
    return lines, len(lines)


def words_of(line: str) -> list[str]:
    """The words of a line of the draft; empty for a statement of another program."""
    try:
        return split(line).words
    except Problem:
        return []


def count_tricks(recording: Recording, won: Mapping[str, int]) -> Recording:
    """Set the numbers of tricks of the open hand, replacing earlier ones, and finish an open trick."""
    without = replace(recording, draft=tuple(line for line in recording.draft if not line.startswith(_TRICKS)))
    counted = " ".join(f"{quote(player)} {tricks}" for player, tricks in won.items() if tricks)
    return say(finish_trick(without), f"tricks {counted}") if counted else without
