"""Each player's chips: bought, won and lost, moved between players, counted and cashed (log-format.md, "Between hands")."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ledger.engine.facts import Fact
from ledger.engine.settle import Settlement, divided
from ledger.hands.events import CASHOUT, COUNT, END, MOVES, Events
from ledger.hands.model import Array, Hands


@dataclass(slots=True)
class Books:
    """The end of each session: ``chips[session][player]``, the ``pot`` and what is ``unexplained`` (lists by session)."""

    chips: list[list[int]]
    pot: list[int]
    unexplained: list[int]


def books(hands: Hands, settled: Settlement) -> Books:
    """What everyone should hold at the end of each session; the sum is opening pot + chips bought − cashed."""
    events = hands.events
    width = max((len(info.players) for info in hands.sessions), default=0)
    chips = np.zeros((len(hands.sessions), width), settled.left.dtype)
    seats, rows = np.nonzero((hands.player >= 0) & ~hands.quarantined)
    np.add.at(chips, (hands.session[rows], hands.player[seats, rows]), settled.moved[seats, rows])
    for move in MOVES:
        at = np.flatnonzero(events.kind == move.kind)
        np.add.at(chips, (events.session[at], getattr(events, move.whose)[at]), move.sign * events.amount[at])
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
    """A fact for each ``count`` or ``cashout`` that differs from the books at that moment (count)."""
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
    """What the books give a player just before each ``count`` or ``cashout`` (by index of the event)."""
    events = hands.events
    asking = np.zeros(len(hands.sessions), bool)
    asking[events.session[(events.kind == COUNT) | (events.kind == CASHOUT)]] = True
    seats, rows = np.nonzero((hands.player >= 0) & ~hands.quarantined & asking[hands.session])
    moved = settled.moved[seats, rows]
    ends = {int(events.session[end]): int(end) for end in np.flatnonzero(events.kind == END)}
    divisions = [(session, player, ends[session], chips) for session, player, chips in divided(hands, settled.left)[1]]
    sharing = np.array(divisions, moved.dtype).reshape(len(divisions), 4).T
    shared, sharers, division = (column.astype(np.int64) for column in sharing[:3])
    entries = [
        (shared, sharers, events.before[division], division, sharing[3]),
        (hands.session[rows], hands.player[seats, rows], rows, np.full(len(rows), len(events)), moved),
        *(_moved(events, move.kind, move.whose, move.sign) for move in MOVES),
        _moved(events, COUNT, "player", 0),
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


def _moved(events: Events, kind: int, whose: str, sign: int) -> tuple[Array, ...]:
    """Return session, player, row, place and chips of what the statements of a kind move."""
    at = np.flatnonzero(events.kind == kind)
    return events.session[at], getattr(events, whose)[at], events.before[at], at, sign * events.amount[at]
