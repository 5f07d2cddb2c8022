"""Wrong records: the hand was played and paid correctly, but the record says otherwise or cannot be read (log-format.md)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from ledger.engine.form import bits
from ledger.game.play import NONE
from ledger.hands import columns, sessions_of
from ledger.hands.model import ABSENT, COLUMNS, PASSED, PLAYED
from ledger.log import read, write
from ledger.simulation.evenings import Played, blank
from ledger.simulation.faults import FAULT_NAMES, Planted, number_of


def misrecord(played: Played, picks: list[int]) -> None:
    """Plant the wrong records; ``picks`` has a random number for each hand with a fault.

    The hands must be recorded at the level that the fault asks for.
    """
    rows = np.flatnonzero(played.fault >= 0)
    for row, pick in zip(rows.tolist(), picks, strict=True):
        plant = _SLIPS.get(FAULT_NAMES[played.fault[row]])
        if plant is not None:
            plant(played, row, pick)


def _active(played: Played, row: int) -> list[int]:
    return [int(place) for place in np.flatnonzero(played.hands.declared[:, row] == PLAYED)]


def _hand_size(played: Played, row: int, pick: int) -> None:
    """Leave out a card of the last trick, or of the cards dealt to somebody who passed."""
    hands = played.hands
    last = int(hands.trick_count[row]) - 1
    passed = np.flatnonzero(hands.declared[:, row] == PASSED)
    if len(passed) and (pick & 1 or last < 0):
        place = int(passed[pick % len(passed)])
        hands.dealt_count[place, row] -= 1
        hands.dealt[hands.dealt_count[place, row], place, row] = NONE
        played.planted.append(Planted("hand-size", row, place=place))
    elif last >= 0 and hands.claim[row] < 0:
        size = int(hands.trick_size[last, row]) - 1
        hands.trick_size[last, row] = size
        hands.cards[last, size, row] = NONE
        played.planted.append(Planted("hand-size", row, last + 1))


def _duplicate(played: Played, row: int, pick: int) -> None:
    """Write down one card for two players."""
    hands = played.hands
    seated = int(hands.seated[row])
    first, other = pick % seated, (pick // 64 + 1) % seated
    if first == other:
        other = (first + 1) % seated
    at = pick // 4096 % int(hands.dealt_count[other, row])
    card = int(hands.dealt[at, other, row])
    hands.dealt[pick // 512 % int(hands.dealt_count[first, row]), first, row] = card
    played.planted.append(Planted("duplicate-card", row, card=card))


def _not_held(played: Played, row: int, pick: int) -> None:
    """Record a discard that was never dealt, or a played card that its player did not have."""
    hands = played.hands
    stranger = _stranger(played, row, pick)
    if stranger is None:
        return
    tricks = int(hands.trick_count[row])
    if pick & 1 and tricks:
        trick, turn = pick // 2 % tricks, pick // 16 % int(hands.trick_size[0, row])
        active = _active(played, row)
        place = active[(active.index(int(hands.leader[trick, row])) + turn) % len(active)]
        hands.cards[trick, turn, row] = stranger
        played.planted.append(Planted("not-held", row, trick + 1, place, stranger))
        # The card really played is known to be held as well: that would be one card too many.
        played.planted.append(Planted("hand-size", row, place=place, follows="not-held"))
        return
    throwing = np.flatnonzero(hands.out_count[:, row] > 0)
    if len(throwing):
        place = int(throwing[pick % len(throwing)])
        hands.out[0, place, row] = stranger
        played.planted.append(Planted("not-held", row, place=place, card=stranger))


def _stranger(played: Played, row: int, pick: int) -> int | None:
    """A card that nobody had, None if there is none."""
    hands = played.hands
    seen = int(bits(hands.turned[row]))
    for column in (hands.dealt, hands.drawn):
        seen |= int(np.bitwise_or.reduce(bits(column[:, :, row]), axis=None))
    free = [card for card in range(52) if not seen >> card & 1]
    return free[pick % len(free)] if free else None


def _draw_count(played: Played, row: int, pick: int) -> None:
    """Record one replacement too few."""
    hands = played.hands
    drawing = np.flatnonzero(hands.drawn_count[:, row] > 0)
    if len(drawing):
        place = int(drawing[pick % len(drawing)])
        hands.drawn_count[place, row] -= 1
        hands.drawn[hands.drawn_count[place, row], place, row] = NONE
        played.planted.append(Planted("draw-count", row, place=place))


def _declare_order(played: Played, row: int, pick: int) -> None:
    """Write down two who play in the wrong order; of those who pass there is one line."""
    hands = played.hands
    spoken = np.flatnonzero(hands.order[:, row] >= 0)
    plays = hands.declared[spoken, row] != PASSED
    pairs = np.flatnonzero(plays[1:] & plays[:-1])
    if len(pairs):
        at = pairs[pick % len(pairs)]
        first, second = spoken[at], spoken[at + 1]
        hands.order[[first, second], row] = hands.order[[second, first], row]
        played.planted.append(Planted("declare-order", row))


def _trick_count(played: Played, row: int, pick: int) -> None:
    """Count a trick for somebody else."""
    hands = played.hands
    active = _active(played, row)
    won = np.flatnonzero(hands.counted[:, row] > 0)
    if len(active) > 1 and len(won):
        giver = int(won[pick % len(won)])
        taker = next(place for place in active if place != giver)
        hands.counted[giver, row] -= 1
        hands.counted[taker, row] = max(int(hands.counted[taker, row]), 0) + 1
        if not hands.counted[giver, row]:
            hands.counted[giver, row] = ABSENT
        played.planted.append(Planted("trick-count", row))


def _pot(played: Played, row: int, pick: int) -> None:
    """Count the pot wrongly."""
    hands = played.hands
    if hands.pot[row] != ABSENT:
        hands.pot[row] += 1 if pick & 1 or not hands.pot[row] else -1
        played.planted.append(Planted("pot", row))


def _hand_number(played: Played, row: int, pick: int) -> None:
    """Skip a number, from this hand on."""
    hands = played.hands
    info = hands.sessions[int(hands.session[row])]
    hands.number[row : info.first_row + info.rows] += 1 + pick % 3
    played.planted.append(Planted("hand-number", row))


def _unverified(played: Played, row: int, pick: int) -> None:
    """Record only some of the tricks, so that it is not known who won; the next hand counts the pot."""
    hands = played.hands
    size = hands.house_of(row).rules.hand_size
    if len(_active(played, row)) < 2 or hands.claim[row] >= 0 or hands.pot[row + 1] == ABSENT:
        return
    kept = pick % (size - 1)
    hands.trick_count[row] = kept
    hands.trick_size[kept:, row] = 0
    hands.leader[kept:, row] = ABSENT
    hands.cards[kept:, :, row] = NONE
    hands.withdrawn[kept:, :, row] = NONE
    hands.has_counts[row] = False
    played.planted.append(Planted("unverified-pot", row + 1))


_SLIPS: Final[dict[str, Callable[[Played, int, int], None]]] = {
    "hand-size": _hand_size,
    "duplicate-card": _duplicate,
    "not-held": _not_held,
    "draw-count": _draw_count,
    "declare-order": _declare_order,
    "trick-count": _trick_count,
    "pot": _pot,
    "hand-number": _hand_number,
    "unverified-pot": _unverified,
}
_MISSPELT = {"play": "plya", "pass": "apss", "tricks": "trikcs"}


def spoil_lines(played: Played) -> None:
    """Misspell the first declaration, or else the score, of each hand that is to have an unreadable line."""
    for row in np.flatnonzero(played.fault == number_of("syntax")).tolist():
        _spoil(played, row)
        # Now the audit can find nothing else in this hand.
        played.planted[:] = [*(fault for fault in played.planted if fault.row != row), Planted("syntax", row)]


def _spoil(played: Played, row: int) -> None:
    hands = played.hands
    at = int(hands.session[row])
    log = write(next(sessions_of(hands.part(slice(at, at + 1)))))
    before, mark, last = log.rpartition("\nhand ")
    for word, slip in _MISSPELT.items():
        place = last.find(f"\n  {word} ")
        if place >= 0:
            last = last[: place + 3] + slip + last[place + 3 + len(word) :]
            break
    spoilt = columns([read(before + mark + last, hands.sessions[at].file)])
    nothing = blank(hands.width, 1)
    for name in set(COLUMNS) - {"session", "number", "line", "seated", "player", "house"}:
        getattr(hands, name)[..., row] = getattr(nothing, name)[..., 0]
    hands.quarantined[row] = True
    hands.text[row] = spoilt.text[len(spoilt) - 1]
    hands.errors += spoilt.errors
