"""Rare events: hands thrown in, other antes and rules, play that nobody wrote down (``Plan.rare``)."""

from __future__ import annotations

from typing import Final

import numpy as np

from ledger.game import Rules, RulesError
from ledger.game.options import changed_rules, parse_rules
from ledger.hands.model import ANTE, RULES, Array, House, SessionInfo
from ledger.simulation.deck import Dice
from ledger.simulation.played import Played
from ledger.simulation.written_down import FULL

OTHER_ANTES: Final = (2, 5)
"""Antes that a session may change to."""
OTHER_RULES: Final = ("limit=20", "split=share bourre=3", "recall=renege", "cinch=literal", "acadiana", "indiana")
"""Rules that a session may change to: options, or another preset for as many players."""
UNWRITTEN: Final = 4
"""How many times rarer than other rare events unrecorded hands, or a whole unrecorded night, are."""
TOLD: Final = 0.5
"""How often the log of such a night has results instead of counted chips."""
CARRIED: Final = 20
"""The most chips in the pot when a session begins."""


def without_hands(plan_rare: float, dice: Dice, count: int) -> Array:
    """True for sessions (count,) of which no hand was written down."""
    return dice.chance(plan_rare / UNWRITTEN, count)


def arrange(played: Played, dice: Dice, first: Array, lengths: Array) -> None:
    """Choose the hands with rare events, before the hands of the sessions (``lengths`` from row ``first`` on) are played."""
    rare, hands, fault = played.plan.rare, played.hands, played.fault
    total = len(hands)
    inner = np.ones(total, bool)
    inner[first[lengths > 0]] = False
    played.unwritten[:] = dice.chance(rare / UNWRITTEN, total) & inner
    if played.plan.faults:
        # Then nobody knows who is exempt: only a record with antes and pot proves faults from there on.
        fault[played.unwritten] = -1
        played.level[played.unwritten] = FULL
    last = np.zeros(total, bool)
    last[(first + lengths - 1)[lengths > 0]] = True
    hands.misdeal[:] = dice.chance(rare, total) & (fault < 0) & ~last & ~played.unwritten
    # After a stretch without hands the pot is counted, and that needs a hand that is played out.
    hands.misdeal[1:] &= ~hands.misdeal[:-1] & (fault[:-1] < 0)
    _change_houses(played, dice, first, lengths)


def _change_houses(played: Played, dice: Dice, first: Array, lengths: Array) -> None:
    """Let some sessions change to another ante or other rules at some hand."""
    hands, count = played.hands, len(first)
    houses = {house: at for at, house in enumerate(hands.houses)}
    often = (lengths > 1) & dice.chance(played.plan.rare, 2, count)
    picks = dice.bits(2, count)
    for session in np.flatnonzero(often.any(0)).tolist():
        house, start, end = hands.houses[0], int(first[session]), int(first[session] + lengths[session])
        changes = []
        for at, kind in enumerate((ANTE, RULES)):
            pick, hand = divmod(int(picks[at, session]), 1 << 16)
            changes += [(1 + hand % (end - start - 1), kind, pick)] * int(often[at, session])
        for hand, kind, pick in sorted(changes):
            house = _another(house, kind, pick)
            hands.house[start + hand : end] = houses.setdefault(house, len(houses))
            played.table.moves.append((session, hand, kind, -1, -1, house.ante if kind == ANTE else houses[house]))
    hands.houses = list(houses)


def _another(house: House, kind: int, pick: int) -> House:
    if kind == ANTE:
        return house._replace(ante=OTHER_ANTES[pick % len(OTHER_ANTES)])
    return house._replace(rules=_other_rules(house.rules, OTHER_RULES[pick % len(OTHER_RULES)]))


def _other_rules(rules: Rules, words: str) -> Rules:
    """``rules`` changed by ``words``, for as many players; unchanged if the combination makes no sense."""
    if "=" not in words:
        low, high = rules.seats
        return parse_rules(words, [("seats", f"{low}-{high}")])
    try:
        return changed_rules(rules, [(name, value) for name, _, value in (word.partition("=") for word in words.split())])
    except RulesError:
        return rules


def begin_with_chips(played: Played, dice: Dice) -> None:
    """Let some sessions begin with chips in the pot, and mostly say who posts no ante in the first hand (5.6)."""
    count = len(played.hands.sessions)
    carried, pots, whom = dice.chance(played.plan.rare, count), dice.below(CARRIED, count) + 1, dice.bits(count)
    for info, begins, pot, pick in zip(played.hands.sessions, carried.tolist(), pots.tolist(), whom.tolist(), strict=True):
        if begins:
            info.pot, info.pot_said = pot, True
            # If the log does not say so, a missing ante in the first hand proves nothing.
            if played.plan.faults or pick & 3:
                info.exempt = _some(info, pick >> 2)


def _some(info: SessionInfo, pick: int) -> tuple[int, ...]:
    """No player, or one or two of those who sit down first."""
    seats = len(info.seats)
    return tuple(sorted({(pick >> 2) % seats, (pick >> 8) % seats}))[: pick % 3]
