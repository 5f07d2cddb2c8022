"""Whose turn it is to deal: it passes left and skips those who have forfeited a turn (rules.md 2.5, 3.9, 4.10, 5.14)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from ledger.engine.facts import Fact
from ledger.engine.replay import Replay
from ledger.hands.model import Array, Hands


@dataclass(slots=True)
class Turns:
    """The turns to deal that players have forfeited and not yet missed, by index of the session's players.

    ``certain`` turns are skipped, and used up when they come; ``possible`` ones, of hands that cannot be read, are only used
    to explain why somebody was passed over.
    """

    certain: Counter[int] = field(default_factory=Counter)
    possible: Counter[int] = field(default_factory=Counter)

    def __bool__(self) -> bool:
        """True if anybody may have to miss a turn."""
        return bool(self.certain or self.possible)

    def lose_track(self, players: list[int]) -> None:
        """Pass over a hand that cannot be read: it may have cost anyone a turn, and may have used one up."""
        self.possible += self.certain
        self.possible.update(players)
        self.certain.clear()

    def next(self, players: list[int], place: int) -> int:
        """The place whose turn it is from ``place`` on; the dealer, in the last place, if that can be explained."""
        dealer = players[-1]
        if not self:
            return place
        spent: Counter[int] = Counter()
        while True:
            player = players[place]
            if self.certain[player]:
                self.certain -= Counter((player,))
            elif player == dealer:
                self.possible -= spent
                return place
            elif self.possible[player] > spent[player]:
                spent[player] += 1
            else:
                return place
            place = (place + 1) % len(players)


def dealers(hands: Hands, result: Replay) -> tuple[list[Fact], dict[int, Turns]]:
    """A fact for each hand that the wrong player dealt (dealer), and what forfeits are open at the end of each session.

    Sessions without an open forfeit are left out. ``SessionInfo.forfeits`` are those open as a session begins.
    """
    recalls = result.recalls & (hands.by_rule("recall") == "forfeit")
    forfeits = (hands.early & ~hands.misdeal).astype(np.int8) + recalls
    some = np.array([bool(info.forfeits or info.possible_forfeits) for info in hands.sessions], bool)
    some[hands.session[forfeits.any(0) | hands.quarantined | hands.misdeal]] = True
    plain = ~some[hands.session] & (hands.due >= 0) & (hands.due != hands.seated - 1) & ~hands.quarantined
    facts = [_dealer(hands, int(row), int(hands.due[row])) for row in np.flatnonzero(plain)]
    left: dict[int, Turns] = {}
    for session in np.flatnonzero(some):
        found, turns = _in_session(hands, forfeits, int(session))
        facts += found
        if turns:
            left[int(session)] = turns
    return facts, left


def _dealer(hands: Hands, row: int, expected: int) -> Fact:
    seat = int(hands.seated[row]) - 1
    return Fact("dealer", row, seat=seat, line=int(hands.line[row]), why={"expected": expected})


def _in_session(hands: Hands, forfeits: Array, session: int) -> tuple[list[Fact], Turns]:
    """Follow the deal through one session, hand by hand."""
    info = hands.sessions[session]
    rows = slice(info.first_row, info.first_row + info.rows)
    turns = Turns(Counter(dict(info.forfeits)), Counter(dict(info.possible_forfeits)))
    either: set[int] = set()  # who may deal again a hand that was thrown in
    facts = []
    for row, (seated, due, lost, misdeal, players, forfeited) in enumerate(
        zip(
            hands.seated[rows].tolist(),
            hands.due[rows].tolist(),
            hands.quarantined[rows].tolist(),
            hands.misdeal[rows].tolist(),
            hands.player[:, rows].T.tolist(),
            forfeits[:, rows].T.tolist(),
            strict=True,
        ),
        info.first_row,
    ):
        seats = players[:seated]
        if lost:
            turns.lose_track(seats)
            either = set()
            continue
        expected = seated - 1
        if due >= 0 and seats[due] in either:
            expected = due if seats[-1] not in either else expected  # nobody is skipped: the turn is used up already
        elif due >= 0 and seats[-1] not in either:
            expected = turns.next(seats, due)
        if expected != seated - 1:
            facts.append(_dealer(hands, row, expected))
        either = {seats[-1], seats[expected]} if misdeal else set()
        turns.possible.pop(seats[-1], None)
        for player, count in zip(seats, forfeited[:seated], strict=True):
            if count:
                turns.certain[player] += count
    return facts, turns
