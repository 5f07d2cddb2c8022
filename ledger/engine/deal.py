"""Whose turn it is to deal: it passes left and skips those who have forfeited a turn (rules.md 2.5, 3.9, 4.10, 5.14)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from ledger.engine.facts import Fact
from ledger.engine.replay import Replay
from ledger.hands.model import ABSENT, Array, Hands


@dataclass(slots=True)
class Turns:
    """The turns to deal that players have forfeited and not yet missed, by index of the session's players.

    ``certain`` turns are skipped, and used up when they come; ``possible`` ones, of hands that cannot be read, are only used
    to explain why somebody was passed over. ``waived`` are possible ones too, pairs of a player and the row of the hand
    before which the table lifts them (4.10).
    """

    certain: Counter[int] = field(default_factory=Counter)
    possible: Counter[int] = field(default_factory=Counter)
    waived: list[tuple[int, int]] = field(default_factory=list)

    def __bool__(self) -> bool:
        """True if anybody may have to miss a turn."""
        return bool(self.certain or self.possible or self.waived)

    def lift(self, row: int) -> None:
        """Lift the forfeits that were waived before a hand."""
        self.waived = [one for one in self.waived if one[1] > row]

    def dealt(self, player: int) -> None:
        """Whoever deals has no turn left that may have been forfeited."""
        self.possible.pop(player, None)
        self.waived = [one for one in self.waived if one[0] != player]

    def forfeit(self, players: list[int], counts: list[int], until: list[int]) -> None:
        """Take turns away: ``counts`` of each player for good, one of whoever has a row in ``until`` as far as that."""
        for player, count, row in zip(players, counts, until, strict=True):
            if count:
                self.certain[player] += count
            if row >= 0:
                self.waived.append((player, row))

    def lose_track(self, players: list[int]) -> None:
        """Pass over a hand that cannot be read: it may have cost anyone a turn, and may have used one up."""
        self.possible += self.certain
        self.possible.update(players)
        self.certain.clear()

    def next(self, players: list[int], place: int) -> int:
        """The place whose turn it is from ``place`` on; the dealer, in the last place, if that can be explained."""
        dealer = players[-1]
        spent: Counter[int] = Counter()
        while self:
            player = players[place]
            if self.certain.get(player):
                self.certain[player] -= 1
                if not self.certain[player]:
                    del self.certain[player]
            elif player == dealer:
                if spent:
                    self._spend(spent)
                break
            elif self._may_have_lost(player) > spent[player]:
                spent[player] += 1
            else:
                break
            place = (place + 1) % len(players)
        return place

    def _may_have_lost(self, player: int) -> int:
        """How many turns a player may have forfeited, those to be waived included."""
        return self.possible[player] + sum(one == player for one, _ in self.waived)

    def _spend(self, turns: Counter[int]) -> None:
        """Use possible forfeits up, first those that are to be waived."""
        kept = []
        for player, until in self.waived:
            if turns[player]:
                turns[player] -= 1
            else:
                kept.append((player, until))
        self.waived = kept
        self.possible -= turns


def dealers(hands: Hands, result: Replay, waived: Array) -> tuple[list[Fact], dict[int, Turns]]:
    """A fact for each hand that the wrong player dealt (dealer), and what forfeits are open at the end of each session.

    Sessions without an open forfeit are left out. ``SessionInfo.forfeits`` are those open as a session begins. ``waived``
    (seats, hands) is the row before which a ``waive`` lifts what a card taken back costs, ABSENT for none (4.10).
    """
    recalls = result.recalls & hands.has_rule("recall", "forfeit")
    forfeits = (hands.early & ~hands.misdeal).astype(np.int8) + (recalls & (waived == ABSENT))
    late = np.where(recalls & (waived > np.arange(len(hands)) + 1), waived, ABSENT)
    costly = forfeits.any(0) | (late >= 0).any(0)
    eventful = costly | hands.quarantined | hands.misdeal
    some = np.array([bool(info.forfeits or info.possible_forfeits) for info in hands.sessions], bool)
    some[hands.session[eventful]] = True
    expected = np.where(hands.due >= 0, hands.due, hands.seated - 1)
    left: dict[int, Turns] = {}
    for session in np.flatnonzero(some).tolist():
        turns = _in_session(hands, forfeits, late, eventful, expected, session)
        if turns:
            left[session] = turns
    wrong = np.flatnonzero((expected != hands.seated - 1) & ~hands.quarantined)
    return [_dealer(hands, row, int(expected[row])) for row in wrong.tolist()], left


def _dealer(hands: Hands, row: int, expected: int) -> Fact:
    seat = int(hands.seated[row]) - 1
    return Fact("dealer", row, seat=seat, line=int(hands.line[row]), why={"expected": expected})


def _in_session(hands: Hands, forfeits: Array, late: Array, eventful: Array, expected: Array, session: int) -> Turns:
    """Follow the deal through one session and enter in ``expected`` whose turn it was; return the turns left at its end.

    ``late`` is before which row a forfeit is waived after later hands. Only where a turn is forfeited, and not yet missed,
    or something ``eventful`` happens in a hand, can it be another's turn than the one after the dealer before.
    """
    info = hands.sessions[session]
    first, end = info.first_row, info.first_row + info.rows
    turns = Turns(Counter(dict(info.forfeits)), Counter(dict(info.possible_forfeits)))
    either: set[int] = set()  # who may deal again a hand that was thrown in
    for row, happens in enumerate(eventful[first:end].tolist(), first):
        if not (happens or either or turns):
            continue
        seated, due = int(hands.seated[row]), int(hands.due[row])
        seats = hands.player[:seated, row].tolist()
        if turns.waived:
            turns.lift(row)
        if hands.quarantined[row]:
            turns.lose_track(seats)
            either = set()
            continue
        if due >= 0 and seats[due] in either:
            place = due if seats[-1] not in either else seated - 1  # nobody is skipped: the turn is used up already
        elif due >= 0 and seats[-1] not in either:
            place = turns.next(seats, due)
        else:
            place = seated - 1
        expected[row] = place
        either = {seats[-1], seats[place]} if hands.misdeal[row] else set()
        if turns:
            turns.dealt(seats[-1])
        if happens:
            turns.forfeit(seats, forfeits[:seated, row].tolist(), late[:seated, row].tolist())
    turns.lift(end)
    return turns
