"""Each player's chips: bought, won and lost, moved between players, counted and cashed (log-format.md, "Between hands")."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ledger.engine.facts import Fact
from ledger.engine.settle import Settlement, divided
from ledger.hands.model import BUYIN, CASHOUT, COUNT, END, PENALTY, TRANSFER, Hands


@dataclass(slots=True)
class Books:
    """The end of each session: ``chips[session][player]``, the ``pot`` and what is ``unexplained`` (lists by session)."""

    chips: list[list[int]]
    pot: list[int]
    unexplained: list[int]


def books(hands: Hands, settled: Settlement) -> Books:
    """Return what everyone should hold at the end of each session; the sum is opening pot + chips bought − cashed."""
    events = hands.events
    width = max((len(info.players) for info in hands.sessions), default=0)
    chips = np.zeros((len(hands.sessions), width), settled.left.dtype)
    seats, rows = np.nonzero((hands.player >= 0) & ~hands.quarantined)
    np.add.at(chips, (hands.session[rows], hands.player[seats, rows]), settled.moved[seats, rows])
    for kind, whose, sign in (
        (BUYIN, "player", 1),
        (CASHOUT, "player", -1),
        (PENALTY, "player", -1),
        (TRANSFER, "player", -1),
        (TRANSFER, "other", 1),
    ):
        at = np.flatnonzero(events.kind == kind)
        np.add.at(chips, (events.session[at], getattr(events, whose)[at]), sign * events.amount[at])
    pot, shares = divided(hands, settled.left)
    for session, player, share in shares:
        chips[session, player] += share
    unexplained = np.zeros(len(hands.sessions), settled.left.dtype)
    np.add.at(unexplained, hands.session, -settled.booked)
    return Books(
        chips=[[int(held) for held in chips[at][: len(info.players)]] for at, info in enumerate(hands.sessions)],
        pot=[int(left) for left in pot],
        unexplained=[int(rest) for rest in unexplained],
    )


def counts(hands: Hands, settled: Settlement) -> list[Fact]:
    """Return a fact for each ``count`` or ``cashout`` that differs from the books at that moment (count)."""
    events = hands.events
    asked = np.flatnonzero((events.kind == COUNT) | (events.kind == CASHOUT))
    if not len(asked):
        return []
    balances = _balances(hands, settled)
    facts = []
    for at in asked:
        held = balances[int(at)]
        difference = int(events.amount[at]) - held
        if difference:
            facts.append(
                Fact(
                    "count",
                    -1,
                    session=int(events.session[at]),
                    player=int(events.player[at]),
                    amount=difference,
                    line=int(events.line[at]),
                    why={"counted": int(events.amount[at]), "books": held, "cashed": bool(events.kind[at] == CASHOUT)},
                )
            )
    return facts


def _balances(hands: Hands, settled: Settlement) -> dict[int, int]:
    """Return what the books give a player just before each ``count`` or ``cashout`` (by index of the event)."""
    events = hands.events
    asking = np.zeros(len(hands.sessions), bool)
    asking[events.session[(events.kind == COUNT) | (events.kind == CASHOUT)]] = True
    seats, rows = np.nonzero((hands.player >= 0) & ~hands.quarantined & asking[hands.session])
    moved = settled.moved[seats, rows]
    at = np.arange(len(events))
    plus, minus = events.kind == BUYIN, np.isin(events.kind, (CASHOUT, PENALTY, TRANSFER))
    given, received = at[plus | minus | (events.kind == COUNT)], at[events.kind == TRANSFER]
    own = np.where(plus[given], events.amount[given], np.where(minus[given], -events.amount[given], 0))
    ends = {int(events.session[end]): int(end) for end in at[events.kind == END]}
    divisions = [(session, player, ends[session], chips) for session, player, chips in divided(hands, settled.left)[1]]
    sharing = np.array(divisions, moved.dtype).reshape(len(divisions), 4).T
    shared, sharers, division = (column.astype(np.int64) for column in sharing[:3])
    entries = [
        (shared, sharers, events.before[division], division, sharing[3]),
        (hands.session[rows], hands.player[seats, rows], rows, np.full(len(rows), len(events)), moved),
        (events.session[given], events.player[given], events.before[given], given, own),
        (events.session[received], events.other[received], events.before[received], received, events.amount[received]),
    ]
    session, player, row, place, amount = (np.concatenate(column) for column in zip(*entries, strict=True))
    # A statement comes before the hand with its row, so before anything that hand moves.
    order = np.lexsort((place, row, player, session))
    session, player, place, amount = session[order], player[order], place[order], amount[order]
    total = np.cumsum(amount) if amount.dtype != object else np.add.accumulate(amount)
    starts = np.ones(len(order), bool)
    starts[1:] = (session[1:] != session[:-1]) | (player[1:] != player[:-1])
    base = np.where(starts, total - amount, 0)
    group = np.maximum.accumulate(np.where(starts, np.arange(len(order)), 0))
    before = total - amount - base[group]
    wanted = (events.kind == COUNT) | (events.kind == CASHOUT)
    return {
        int(place[i]): int(before[i])
        for i in np.flatnonzero(place < len(events))
        if wanted[place[i]] and player[i] == events.player[place[i]]
    }
