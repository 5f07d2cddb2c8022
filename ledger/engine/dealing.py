"""Whose turn it is to deal: the deal passes left and skips those who have forfeited a turn (rules.md 2.5, 3.9, 4.10)."""

from __future__ import annotations

from collections import Counter

import numpy as np

from ledger.engine.facts import Fact
from ledger.engine.replay import Replay
from ledger.hands.model import Array, Hands


def wrong_dealers(hands: Hands, result: Replay) -> list[Fact]:
    """Return a fact for each hand that the wrong player dealt."""
    recalls = result.recalls & (hands.by_rule("recall") == "forfeit")
    forfeits = hands.early.astype(np.int8) + recalls
    some = np.zeros(len(hands.sessions), bool)
    some[hands.session[forfeits.any(0) | hands.quarantined]] = True
    plain = ~some[hands.session] & (hands.due >= 0) & (hands.due != hands.seated - 1) & ~hands.quarantined
    facts = [_fact(hands, int(row), int(hands.due[row])) for row in np.flatnonzero(plain)]
    for session in np.flatnonzero(some):
        facts += _with_forfeits(hands, forfeits, int(session))
    return facts


def _fact(hands: Hands, row: int, expected: int) -> Fact:
    seat = int(hands.seated[row]) - 1
    return Fact("dealer", row, seat=seat, line=int(hands.line[row]), why={"expected": expected})


def _with_forfeits(hands: Hands, forfeits: Array, session: int) -> list[Fact]:
    """Follow the deal through one session, hand by hand.

    ``certain`` turns are skipped, and used up when they come; ``possible`` ones, of hands that cannot be read,
    are only used to explain why somebody was passed over.
    """
    info = hands.sessions[session]
    rows = slice(info.first_row, info.first_row + info.rows)
    turns = _Turns()
    facts = []
    for row, (seated, due, lost, players, forfeited) in enumerate(
        zip(
            hands.seated[rows].tolist(),
            hands.due[rows].tolist(),
            hands.quarantined[rows].tolist(),
            hands.player[:, rows].T.tolist(),
            forfeits[:, rows].T.tolist(),
            strict=True,
        ),
        info.first_row,
    ):
        seats = players[:seated]
        if lost:
            turns.lose_track(seats)
            continue
        expected = turns.next(seats, due) if due >= 0 else seated - 1
        if expected != seated - 1:
            facts.append(_fact(hands, row, expected))
        turns.possible.pop(seats[-1], None)
        for player, count in zip(seats, forfeited[:seated], strict=True):
            if count:
                turns.certain[player] += count
    return facts


class _Turns:
    """The turns to deal that players have forfeited and not yet missed: known ones, and possible ones."""

    def __init__(self) -> None:
        self.certain: Counter[int] = Counter()
        self.possible: Counter[int] = Counter()

    def lose_track(self, players: list[int]) -> None:
        """Pass over a hand that cannot be read: it may have cost anyone a turn, and may have used one up."""
        self.possible += self.certain
        self.possible.update(players)
        self.certain.clear()

    def next(self, players: list[int], place: int) -> int:
        """Return the place whose turn it is from ``place`` on; the dealer, in the last place, if that can be explained."""
        dealer = players[-1]
        if not self.certain and not self.possible:
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
