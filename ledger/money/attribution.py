"""Whose chips each player won: every chip in the pot is remembered with whoever put it in, in lockstep over sessions.

When chips are taken from the pot they come from everybody in it in proportion to what they have in it, in whole chips,
rounded in the order of the players so that they add up. What lay in the pot as a session began, and what a count brought
to light, is nobody's. In hands that nobody wrote down the winners won of the losers, and only the rest of the pot.
"""

from __future__ import annotations

import numpy as np

from ledger.engine import Judged, divided
from ledger.hands.events import END, RESULT
from ledger.hands.model import Array


def won_from(judged: Judged) -> Array:
    """Return the chips that each player took of each other's: (sessions, winner, loser), in whole chips.

    Winner and loser index the session's players; the last loser is nobody. A player's own chips are in the diagonal.
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
    told_in, told_before = events.session[results], events.before[results]
    fined, before, who_pays, fine = (column[ruled] for column in (events.session, events.before, events.giver, events.into_pot))
    for hand in range(int(rows.max(initial=0))):
        at = np.flatnonzero(rows > hand)
        row = here[at] + hand
        now = (before == (here + hand)[fined]) & (rows[fined] > hand)
        _put(owned, fined[now], who_pays[now], fine[now])
        told = results[(told_before == (here + hand)[told_in]) & (rows[told_in] > hand)]
        _won_unseen(owned, won, events.session[told], events.player[told], events.amount[told])
        player = hands.player[:, row]
        seats, columns = np.nonzero(player >= 0)
        session, who = at[columns], player[seats, columns]
        _put(owned, session, who, settled.ante[seats, row[columns]] + settled.second[seats, row[columns]])
        owned[at, -1] += settled.booked[row].astype(np.int64)
        taken = settled.taken[:, row]
        takers = (taken > 0).sum(0)
        (alone,) = np.nonzero(takers == 1)
        seat = (taken[:, alone] > 0).argmax(0)
        _take(owned, won, at[alone], player[seat, alone], taken[seat, alone])
        (split,) = np.nonzero(takers > 1)
        for seat in np.flatnonzero((taken[:, split] > 0).any(1)):  # one after the other, each of what is left
            takes = split[taken[seat, split] > 0]
            _take(owned, won, at[takes], player[seat, takes], taken[seat, takes])
        _put(owned, session, who, np.maximum(settled.matched[seats, row[columns]] + settled.penalty[seats, row[columns]], 0))
    # After the last hand rulings still go into the pot, until it is divided.
    ends = np.zeros(len(infos), np.int64)
    ends[events.session[events.kind == END]] = np.flatnonzero(events.kind == END)
    late = (before == (here + rows)[fined]) & (np.flatnonzero(ruled) < ends[fined])
    _put(owned, fined[late], who_pays[late], fine[late])
    told = results[told_before == (here + rows)[told_in]]
    _won_unseen(owned, won, events.session[told], events.player[told], events.amount[told])
    unlogged = np.array(judged.books.unlogged, np.int64).reshape(-1, 4)
    _won_unseen(np.zeros_like(owned), won, unlogged[:, 0], unlogged[:, 1], unlogged[:, 3])
    for at_end, player_index, chips in divided(hands, settled.left).shares:
        _take(owned, won, np.array([at_end]), np.array([player_index]), np.array([chips]))
    return won


def _put(owned: Array, session: Array, player: Array, chips: Array) -> None:
    """Put chips into the pots of some sessions."""
    np.add.at(owned.reshape(-1), session * owned.shape[1] + player % owned.shape[1], chips.astype(np.int64))


def _take(owned: Array, won: Array, session: Array, player: Array, taken: Array) -> None:
    """Take chips out of the pots of some sessions, in proportion to what everybody has in it."""
    if not len(session):
        return
    mine = np.maximum(owned[session], 0)
    total = mine.sum(1)
    taken = np.minimum(taken.astype(np.int64), total)
    if int(total.max()) > _SAFE:
        mine = mine.astype(object)
    upto = np.cumsum(mine, 1) * taken[:, None] // np.maximum(total, 1)[:, None]
    parts = np.diff(upto, axis=1, prepend=0).astype(np.int64)
    owned[session] -= parts
    won[session, player] += parts


def _won_unseen(owned: Array, won: Array, session: Array, player: Array, chips: Array) -> None:
    """Enter what was won and lost in hands that nobody wrote down: of the losers, and what they did not lose of the pot."""
    for at in np.unique(session):
        here = session == at
        lost = np.zeros((1, owned.shape[1]), np.int64)
        _put(lost, np.zeros(int(here.sum()), np.int64), player[here], np.maximum(-chips[here], 0))
        short = max(int(chips[here].sum()), 0)
        of_pot = np.zeros((1, *lost.shape), np.int64)
        _take(owned[at : at + 1], of_pot, np.array([0]), np.array([0]), np.array([short]))
        lost += of_pot[0]
        lost[0, -1] += short - int(of_pot.sum())  # the pot had not as much: whose it was is not known
        for who, gain in zip(player[here], np.maximum(chips[here], 0), strict=True):
            _take(lost, won[at : at + 1], np.array([0]), np.array([who]), np.array([gain]))
        owned[at] += lost[0]


_SAFE = 1 << 31
"""Up to this many chips a product of two of them fits 64 bits."""
