"""Whose chips each player won: every chip in the pot is remembered with whoever put it in, in
lockstep over sessions.

When chips are taken from the pot they come from everybody in it in proportion to what they have in
it, in whole chips, rounded in the order of the players so that they add up. What lay in the pot as
a session began, and what a count brought to light, is nobody's. In hands that nobody wrote down the
winners won of the losers, and only the rest of the pot.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ledger.engine import Judged, divided
from ledger.hands.model import END, RESULT, Array


def won_from(judged: Judged) -> Array:
    """Return how many chips each player won from each other player: (sessions, winner, loser), in
    whole chips.

    Winner and loser index the session's players; the last loser stands for nobody. The diagonal has
    players' own chips.
    """
    hands, settled = judged.hands, judged.settlement
    infos = hands.sessions
    most = max((len(info.players) for info in infos), default=0)
    here = np.array([info.first_row for info in infos], np.int64)
    rows = np.array([info.rows for info in infos], np.int64)
    won = np.zeros((len(infos), most, most + 1), np.int64)
    owned = np.zeros((len(infos), most + 1), np.int64)
    owned[:, -1] = [info.pot or 0 for info in infos]
    events = hands.events
    ruled = (events.into_pot != 0) & (events.kind != RESULT)
    results = np.flatnonzero(events.kind == RESULT)
    fined, before, who_pays, fine = (
        column[ruled] for column in (events.session, events.before, events.giver, events.into_pot)
    )
    fined_at, told_at = before - here[fined], events.before[results] - here[events.session[results]]
    for hand, moved in enumerate(_hand_by_hand(judged, here)):
        now = np.flatnonzero((fined_at == hand) & (rows[fined] > hand))
        _put(owned, fined[now], who_pays[now], fine[now])
        told = results[(told_at == hand) & (rows[events.session[results]] > hand)]
        _won_unseen(owned, won, events.session[told], events.player[told], events.amount[told])
        np.add.at(owned.reshape(-1), moved.place, moved.before)
        owned[moved.session, -1] += moved.booked
        takes = moved.taken > 0
        # who shares a pot takes one after the other, of what is left
        while (hands_left := np.flatnonzero(takes.any(0))).size:
            seat = takes[:, hands_left].argmax(0)
            _take(
                owned,
                won,
                moved.session[hands_left],
                moved.player[seat, hands_left],
                moved.taken[seat, hands_left],
            )
            takes[seat, hands_left] = False
        np.add.at(owned.reshape(-1), moved.place, moved.after)
    # After the last hand rulings still go into the pot, until it is divided.
    ends = np.zeros(len(infos), np.int64)
    ends[events.session[events.kind == END]] = np.flatnonzero(events.kind == END)
    late = (fined_at == rows[fined]) & (np.flatnonzero(ruled) < ends[fined])
    _put(owned, fined[late], who_pays[late], fine[late])
    told = results[told_at == rows[events.session[results]]]
    _won_unseen(owned, won, events.session[told], events.player[told], events.amount[told])
    unlogged = np.array(judged.books.unlogged, np.int64).reshape(-1, 4)
    _won_unseen(np.zeros_like(owned), won, unlogged[:, 0], unlogged[:, 1], unlogged[:, 3])
    shares = np.array(divided(hands, settled.left).shares, np.int64).reshape(-1, 3)
    while len(shares):  # of each session one after the other
        _, first = np.unique(shares[:, 0], return_index=True)
        _take(owned, won, *shares[first].T)
        shares = np.delete(shares, first, 0)
    return won


class _Moved(NamedTuple):
    """What one hand of each session put into its pot and took from it, (seats, hands) each.

    ``place`` is the index of a player's chips in the flattened pots (nobody's for an empty seat);
    ``booked`` is what nobody put in.
    """

    session: Array
    player: Array
    place: Array
    before: Array
    booked: Array
    taken: Array
    after: Array


def _hand_by_hand(judged: Judged, first_row: Array) -> Iterator[_Moved]:
    """Yield the first hands of all sessions, then the second ones, and so on."""
    hands, settled = judged.hands, judged.settlement
    ordinal = np.arange(len(hands)) - first_row[hands.session]
    order = np.argsort(ordinal, kind="stable")
    session, player = hands.session[order], np.take(hands.player, order, 1)
    width = max((len(info.players) for info in hands.sessions), default=0) + 1
    sits = player >= 0
    moved = _Moved(
        session,
        player,
        session * width + np.where(sits, player, width - 1),
        np.take(settled.ante + settled.second, order, 1).astype(np.int64) * sits,
        settled.unexplained[order].astype(np.int64),
        np.take(settled.taken, order, 1).astype(np.int64),
        np.maximum(np.take(settled.matched + settled.penalty, order, 1).astype(np.int64), 0) * sits,
    )
    ends = np.cumsum(np.bincount(ordinal))
    for start, end in zip(np.concatenate(([0], ends)), ends, strict=False):
        yield _Moved(*(column[..., start:end] for column in moved))


def _put(owned: Array, session: Array, player: Array, chips: Array) -> None:
    np.add.at(
        owned.reshape(-1),
        session * owned.shape[1] + player % owned.shape[1],
        chips.astype(np.int64),
    )


def _take(owned: Array, won: Array, session: Array, player: Array, taken: Array) -> None:
    """Take chips out of the pots of some sessions, in proportion to what everybody has in it.

    What was not there is nobody's, and lacks in the pot until it is booked (5.10).
    """
    if not len(session):
        return
    upto = np.cumsum(np.maximum(owned[session], 0), 1)
    total = upto[:, -1]
    wanted = taken.astype(np.int64)
    taken = np.minimum(wanted, total)
    exact = upto.astype(object) if int(total.max()) > _SAFE else upto
    upto = (exact * taken[:, None] // np.maximum(total, 1)[:, None]).astype(np.int64)
    parts = upto.copy()
    parts[:, 1:] -= upto[:, :-1]
    owned[session] -= parts
    owned[session, -1] -= wanted - taken
    won[session, player] += parts


def _won_unseen(owned: Array, won: Array, session: Array, player: Array, chips: Array) -> None:
    """Enter what was won and lost in hands that were not recorded: from the losers, and the rest
    from the pot.
    """
    for at in sorted({*session.tolist()}):
        here = session == at
        lost = np.zeros((1, owned.shape[1]), np.int64)
        _put(lost, np.zeros(int(here.sum()), np.int64), player[here], np.maximum(-chips[here], 0))
        short = max(int(chips[here].sum()), 0)
        of_pot = np.zeros((1, *lost.shape), np.int64)
        _take(owned[at : at + 1], of_pot, np.array([0]), np.array([0]), np.array([short]))
        lost += of_pot[0]
        # the pot had not as much: whose it was is not known
        lost[0, -1] += short - int(of_pot.sum())
        for who, gain in zip(player[here], np.maximum(chips[here], 0), strict=True):
            _take(lost, won[at : at + 1], np.array([0]), np.array([who]), np.array([gain]))
        owned[at] += lost[0]


_SAFE = 1 << 31  # up to this many chips a product of two of them fits 64 bits
