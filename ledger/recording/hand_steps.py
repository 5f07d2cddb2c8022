"""The hand that is open, said by taps: cards as they fall, or a score of who stayed and who won how many tricks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from ledger.errors import UserError
from ledger.game.cards import NAMES, UNKNOWN
from ledger.log import read
from ledger.log.cardtext import CARDS, EXPECTED
from ledger.log.hand_records import Trick, Tricks
from ledger.log.records import Hand
from ledger.log.words import quote, shown
from ledger.recording.spoken import INDENT, Recording, last_line, say, with_line
from ledger.recording.state import RecordingView
from ledger.recording.view import view


def card(recording: Recording, word: str) -> Recording:
    """Add the next card of the trick that is open, or begin a trick with it: who leads is whoever won the last one.

    ``word`` may be ``??``, and ``9h>4h`` for a card taken back and replaced. Raises UserError for what is no card, and
    where it is not known whose turn it is: then ``trick`` and the leader must be said.
    """
    seen = view(recording)
    if seen.hand is None or seen.hand.turn is None:
        raise UserError("it is not known who plays the next card", _way_out(seen))
    found = last_line(recording)
    if found is None or not seen.hand.open_trick:
        return say(recording, f"trick {quote(seen.hand.turn)} {word}")
    place, trick = found
    before, mark, after = word.partition(">")
    cards = (*trick.cards, _code(after if mark else before))
    withdrawn = (*trick.withdrawn, (len(trick.cards), _code(before))) if mark else trick.withdrawn
    return with_line(recording, place, trick._replace(cards=cards, withdrawn=withdrawn))


def take_back(recording: Recording, word: str) -> Recording:
    """Let the last card be taken back and replaced by another (rules.md 4.10). Raises UserError if there is no such card."""
    found = last_line(recording)
    if found is None:
        raise UserError("no card has been played that could be taken back", "a card can be taken back until the next one falls")
    place, trick = found
    last = len(trick.cards) - 1
    if trick.withdrawn and trick.withdrawn[-1][0] == last:
        raise UserError("this card has replaced another already", "the log has room for one card taken back: undo that first")
    return with_line(recording, place, recalled(trick, last, _code(word)))


def recalled(trick: Trick, index: int, instead: int) -> Trick:
    """Return a trick in which a card was taken back for another."""
    cards = (*trick.cards[:index], instead, *trick.cards[index + 1 :])
    return trick._replace(cards=cards, withdrawn=tuple(sorted((*trick.withdrawn, (index, trick.cards[index])))))


def finish_trick(recording: Recording) -> Recording:
    """Write ``??`` for the cards still to come of a trick that is open: nobody looked, or the mode changes in mid-hand."""
    found = last_line(recording)
    seen = view(recording)
    if found is None or seen.hand is None or not seen.hand.open_trick:
        return recording
    place, trick = found
    missing = len(seen.hand.active) - len(trick.cards)
    return with_line(recording, place, trick._replace(cards=(*trick.cards, *[UNKNOWN] * missing)))


def _code(word: str) -> int:
    code = CARDS.get(word)
    if code is None:
        raise UserError(f"{shown(word)} is not a card", f"expected {EXPECTED}; {NAMES[UNKNOWN]} is a card that nobody saw")
    return code


def _way_out(seen: RecordingView) -> str:
    if seen.hand is None:
        return "begin a hand first: hand 1 Ann 9h"
    if len(seen.hand.active) < 2:
        return "say first who plays: play Ann 2"
    return "say the leader too: trick Ann 9h"


_TRICKS: Final = f"{INDENT}tricks "


def toggle_stay(recording: Recording, player: str) -> Recording:
    """Let a player of the hand that is open stay in, or not after all; lines stand in the order of the seats."""
    hand = view(recording).hand
    assert hand is not None, "whoever stays has been dealt cards"
    kept = tuple(line for line in recording.draft if not _speaks(line, player))
    if len(kept) < len(recording.draft) and hand.declared[player] == "plays":
        return replace(recording, draft=kept)
    later = hand.seats[hand.seats.index(player) + 1 :]
    after = (at for at, line in enumerate(kept) if line.startswith(_TRICKS) or any(_speaks(line, name) for name in later))
    at = next(after, len(kept))
    return replace(recording, draft=(*kept[:at], f"{INDENT}play {quote(player)}", *kept[at:]))


def others_pass(recording: Recording) -> Recording:
    """Let everybody pass of whom nothing has been said: whoever plays is alone, or nobody is."""
    hand = view(recording).hand
    silent = [name for name, said in hand.declared.items() if not said] if hand else []
    return say(recording, " ".join(["pass", *map(quote, silent)])) if silent else recording


def count_tricks(recording: Recording, won: Mapping[str, int]) -> Recording:
    """Let the hand that is open have these numbers of tricks, whatever was counted before; a trick that is open is ended."""
    without = replace(recording, draft=tuple(line for line in recording.draft if not line.startswith(_TRICKS)))
    counted = " ".join(f"{quote(player)} {tricks}" for player, tricks in won.items() if tricks)
    return say(finish_trick(without), f"tricks {counted}") if counted else without


def tricks_counted(recording: Recording) -> dict[str, int]:
    """Return the tricks of each player who is in: as counted, else as played so far."""
    hand = view(recording).hand
    assert hand is not None, "there is nothing to count before the deal"
    said = read(recording.text, "the log").body[-1]
    counts = [one.won for one in said.statements if isinstance(one, Tricks)] if isinstance(said, Hand) else []
    return dict.fromkeys(hand.active, 0) | dict(counts[-1]) if counts else dict(hand.won)


def _speaks(line: str, player: str) -> bool:
    return any(f"{line} ".startswith(f"{INDENT}{word} {quote(player)} ") for word in ("play", "pass"))
