"""Whose turn it is to deal: the deal passes left and skips those who have forfeited a turn (rules.md 2.5, 3.9, 4.10)."""

from __future__ import annotations

from collections import Counter

import numpy as np

from ledger.facts import Fact
from ledger.hands import Hands
from ledger.replay import Replay


def wrong_dealers(hands: Hands, result: Replay) -> list[Fact]:
    """Return a fact for each hand that the wrong player dealt."""
    forfeits = hands.early | (result.recalls & (hands.by_rule("recall") == "forfeit"))
    some = np.zeros(len(hands.sessions), bool)
    some[hands.session[forfeits.any(0) | hands.quarantined]] = True
    plain = ~some[hands.session] & (hands.due >= 0) & (hands.due != hands.seated - 1) & ~hands.quarantined
    facts = [_fact(hands, int(row), int(hands.due[row])) for row in np.flatnonzero(plain)]
    for session in np.flatnonzero(some):
        facts += _with_forfeits(hands, result, int(session))
    return facts


def _fact(hands: Hands, row: int, expected: int) -> Fact:
    seat = int(hands.seated[row]) - 1
    return Fact("dealer", row, seat=seat, line=int(hands.line[row]), why={"expected": expected})


def _with_forfeits(hands: Hands, result: Replay, session: int) -> list[Fact]:
    """Follow the deal through one session, hand by hand.

    ``certain`` turns are skipped, and used up when they come; ``possible`` ones, of hands that cannot be read,
    are only used to explain why somebody was passed over.
    """
    info = hands.sessions[session]
    forfeiting = info.rules.recall == "forfeit"
    certain: Counter[int] = Counter()
    possible: Counter[int] = Counter()
    facts = []
    for row in range(info.first_row, info.first_row + info.rows):
        seated = int(hands.seated[row])
        players = [int(player) for player in hands.player[:seated, row]]
        if hands.quarantined[row]:
            possible += certain
            possible.update(players)
            certain.clear()
            continue
        dealer = players[-1]
        place = int(hands.due[row])
        spent: list[int] = []
        while place >= 0:
            player = players[place]
            if certain[player]:
                certain[player] -= 1
            elif player == dealer:
                possible -= Counter(spent)
                break
            elif possible[player] > spent.count(player):
                spent.append(player)
            else:
                facts.append(_fact(hands, row, place))
                break
            place = (place + 1) % seated
        possible[dealer] = 0
        for seat, player in enumerate(players):
            if hands.early[seat, row]:
                certain[player] += 1
            if forfeiting and result.recalls[seat, row]:
                certain[player] += 1
    return facts
