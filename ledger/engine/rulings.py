"""What later lines say of a hand, and which findings they settle (rules.md 5.15)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from ledger.engine.facts import Fact
from ledger.engine.outcome import Outcome
from ledger.engine.settle import Settlement
from ledger.hands.events import PENALTY, TRANSFER, WAIVE
from ledger.hands.model import ABSENT, Array, Hands

_CHIPS_HELD: Final = {"ante": -1, "take": 1, "match": -1, "penalty": -1}
"""The findings about chips that later lines can put right: whoever took more than was due holds more, whoever paid more less."""


class Rulings(NamedTuple):
    """What later lines say about the hands that have one number in a session."""

    rows: Array
    """Every hand of that number: it should be one."""
    lines: list[int]
    """Indices of events, in order; of several waivers for one player only the first, as the others change nothing."""


def rulings(hands: Hands) -> dict[tuple[int, int], Rulings]:
    """The rulings on each hand, by session and number."""
    found: dict[tuple[int, int], Rulings] = {}
    waived = set()
    events = hands.events
    of_a_hand = (events.kind == PENALTY) | (events.kind == TRANSFER) | (events.kind == WAIVE)
    for at in np.flatnonzero(of_a_hand & (events.target >= 0)):
        hand = int(events.session[at]), int(events.target[at])
        if hand not in found:
            first, rows = hands.sessions[hand[0]].first_row, hands.sessions[hand[0]].rows
            found[hand] = Rulings(first + np.flatnonzero(hands.number[first : first + rows] == hand[1]), [])
        if events.kind[at] == WAIVE:
            waiver = hand, int(events.player[at])
            if waiver in waived:
                continue
            waived.add(waiver)
        found[hand].lines.append(int(at))
    return found


def _counts(hands: Hands, at: int, rows: int | Array) -> Array:
    """True if a ruling counts for a hand: a payment must come after it, a ``waive`` may come before."""
    counts: Array = np.asarray(rows < hands.events.before[at]) | (hands.events.kind[at] == WAIVE)
    return counts


def ruled(hands: Hands, on: dict[tuple[int, int], Rulings]) -> Array:
    """True (seats, hands) where a later ``penalty … for`` or ``waive`` names the player and the hand."""
    found = np.zeros(hands.player.shape, bool)
    for rows, lines in on.values():
        last = {int(hands.events.player[at]): at for at in lines if hands.events.kind[at] == PENALTY}
        waivers = [at for at in lines if hands.events.kind[at] == WAIVE]
        for at in (*last.values(), *waivers):
            found[:, rows] |= (hands.player[:, rows] == hands.events.player[at]) & _counts(hands, at, rows)
    return found


def waived_before(hands: Hands, on: dict[tuple[int, int], Rulings]) -> Array:
    """The row before which a ``waive`` stands for a player (seats, hands) and the hand, ABSENT where there is none (4.10)."""
    if not (hands.events.kind == WAIVE).any():
        return np.broadcast_to(np.int64(ABSENT), hands.player.shape)  # of so many numbers the memory alone takes time
    found = np.full(hands.player.shape, ABSENT, np.int64)
    for rows, lines in on.values():
        for at in lines:
            if hands.events.kind[at] == WAIVE:
                whose = hands.player[:, rows] == hands.events.player[at]
                found[:, rows] = np.where(whose, hands.events.before[at], found[:, rows])
    return found


def put_right(
    hands: Hands, won: Outcome, settled: Settlement, on: dict[tuple[int, int], Rulings], facts: Sequence[Fact]
) -> list[Fact]:
    """The facts, in the same order, with the line that put each right (``Fact.settled``), if any."""
    done = list(facts)
    waiting: dict[int, list[int]] = defaultdict(list)
    for index, fact in enumerate(facts):
        if fact.wrong_card and hands.renege[fact.seat, fact.row] != ABSENT:
            done[index] = fact._replace(settled=hands.line_of_seat(fact.row, "renege", fact.seat))
        elif fact.seat >= 0 and (int(hands.session[fact.row]), int(hands.number[fact.row])) in on:
            waiting[fact.row].append(index)
    for row, here in waiting.items():
        corrections = _Corrections(hands, won, settled, row, [facts[index] for index in here])
        for at in on[int(hands.session[row]), int(hands.number[row])].lines:
            if _counts(hands, at, row):
                corrections.read(at)
        for index, paid, waived in zip(here, corrections.paid_off, corrections.waived, strict=True):
            done[index] = facts[index]._replace(settled=min((line for line in (paid, waived) if line is not None), default=None))
    return done


class _Corrections:
    """What has been corrected of one hand's mistakes, line by line.

    ``paid_off`` has, for each of its facts, the line that brought all players to what was due, ``waived`` the line that waived
    it.
    """

    def __init__(self, hands: Hands, won: Outcome, settlement: Settlement, row: int, facts: Sequence[Fact]) -> None:
        self.events, self.facts = hands.events, facts
        self.paid_off: list[int | None] = [None] * len(facts)
        self.waived: list[int | None] = [None] * len(facts)
        self.player = [int(hands.player[fact.seat, row]) for fact in facts]
        self.more: dict[int, int] = defaultdict(int)
        """How many chips more each player holds than was due."""
        self.unknown: set[int] = set()
        self.paid: dict[int, int] = defaultdict(int)
        self.together: list[set[int]] = []
        """Players whom one mistake touches."""
        self.cost: dict[int, int] = {}
        """What a renege that nobody called costs beyond what was paid as bourré, and (``beyond``) beyond what was due as that."""
        self.beyond: dict[int, int] = {}
        for fact, player in zip(facts, self.player, strict=True):
            if fact.rule in _CHIPS_HELD:
                if fact.amount is None:
                    self.unknown.add(player)
                else:
                    self.more[player] += _CHIPS_HELD[fact.rule] * fact.amount
            elif fact.wrong_card and settlement.verified[row] and not won.called[fact.seat, row]:
                matched, bourre = settlement.matched[fact.seat, row], settlement.match_due[fact.seat, row]
                self.cost[player] = int(settlement.renege_due[row] - matched)
                self.beyond[player] = max(int(settlement.renege_due[row] - max(matched, bourre)), 0)
        self._touch({player for fact, player in zip(facts, self.player, strict=True) if fact.rule == "take"})

    def _touch(self, players: set[int]) -> None:
        """Note that one mistake concerns all of these."""
        joined = players.union(*(group for group in self.together if group & players))
        self.together = [group for group in self.together if not group & players] + [joined]

    def read(self, at: int) -> None:
        """Take in the next ruling on this hand."""
        events = self.events
        player, other, chips = int(events.player[at]), int(events.other[at]), int(events.amount[at])
        line = int(events.line[at])
        if events.kind[at] == WAIVE:
            for index, whose in enumerate(self.player):
                if whose == player and self.waived[index] is None:
                    self.waived[index] = line
        elif chips:
            self.more[player] -= chips
            if events.kind[at] == PENALTY:
                self.paid[player] += chips
                self._touch({player})
            else:
                self.more[other] += chips
                self._touch({player, other})
            self._weigh(line)

    def _weigh(self, line: int) -> None:
        """See whether the mistakes that this line touches, the last in ``together``, are corrected now."""
        touched = self.together[-1]
        right = not touched & self.unknown and all(map(self._at_due, touched))
        for index, (fact, player) in enumerate(zip(self.facts, self.player, strict=True)):
            if player not in touched:
                continue
            if fact.rule in _CHIPS_HELD:
                now = right
            elif fact.wrong_card:
                now = self._renege_paid(player, right=right)
            else:
                continue
            before = self.paid_off[index]
            self.paid_off[index] = None if not now else line if before is None else before

    def _at_due(self, player: int) -> bool:
        """True if a player has paid what was due, perhaps with a penalty for a renege besides."""
        beyond = self.beyond.get(player, 0)
        return self.more[player] == 0 or (0 < beyond == -self.more[player] and self.paid[player] >= beyond)

    def _renege_paid(self, player: int, *, right: bool) -> bool:
        """True if the penalties are what a renege costs, alone or with what else the player owed for the hand."""
        cost, paid = self.cost.get(player, 0), self.paid[player]
        return cost > 0 and (paid == cost or (paid > cost and right and self.more[player] == -self.beyond[player]))
