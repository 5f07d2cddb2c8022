"""A hand kept as a score: who stayed and how many tricks each won, put right as often as somebody taps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from ledger.log import read
from ledger.log.records import Hand, Tricks
from ledger.log.words import quote
from ledger.recording.cards_played import finish_trick
from ledger.recording.spoken import INDENT, Recording, say
from ledger.recording.view import view

_TRICKS: Final = f"{INDENT}tricks "


def toggle_stay(recording: Recording, player: str) -> Recording:
    """Let a player of the hand that is open stay in, or not after all; lines stand in the order of the seats."""
    hand = view(recording).hand
    assert hand is not None, "whoever stays has been dealt cards"
    kept = tuple(line for line in recording.draft if not _speaks(line, player))
    if len(kept) < len(recording.draft) and hand.declared[player] == "plays":
        return replace(recording, draft=kept)
    later = hand.seats[hand.seats.index(player) + 1 :]
    at = next((at for at, line in enumerate(kept) if any(_speaks(line, name) for name in later)), len(kept))
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
