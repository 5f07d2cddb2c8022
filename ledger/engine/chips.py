"""Each player's chips: bought, won and lost, moved between players, counted and cashed (log-format.md, "Between hands")."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ledger.engine.facts import Fact
from ledger.engine.form import indices
from ledger.engine.settle import Division, Settlement
from ledger.hands.events import BUYIN, CASHOUT, COUNT, END, MOVES, RESULT, Events
from ledger.hands.model import Array, Hands
from ledger.log.between_hands import COUNTED


class Unlogged(NamedTuple):
    """What a player won or lost in play that was not recorded, as shown by the ``count`` or ``cashout`` with index ``event``."""

    session: int
    player: int
    event: int
    chips: int


@dataclass(slots=True)
class Books:
    """The end of each session: ``chips[session][player]``, and by session those in the ``pot`` and those ``unexplained``.

    All of these include ``unlogged``, which the counts of nights kept by chips show.
    """

    chips: list[list[int]]
    pot: list[int]
    unexplained: list[int]
    unlogged: list[Unlogged]


def won_in_hands(hands: Hands, moved: Array) -> Array:
    """The chips (sessions, players) that each player won or lost in all hands of a session together.

    ``moved`` (seats, hands) is ``Settlement.moved``: 0 in hands that cannot be read.
    """
    players = max((len(info.players) for info in hands.sessions), default=0)
    # One column more, before the first, takes what -1, an empty place, adds. With flat indices numpy adds several times faster.
    chips = np.zeros((len(hands.sessions), players + 1), moved.dtype)
    places = hands.session * np.intp(players + 1) + 1 + hands.player
    np.add.at(chips.reshape(-1), places.reshape(-1), moved.reshape(-1))
    return chips[:, 1:]


def books(hands: Hands, settled: Settlement, won: Array, division: Division, unlogged: list[Unlogged]) -> Books:
    """What each player should hold at the end of each session; all players together hold opening pot + chips bought − cashed.

    ``won`` (sessions, players) are the chips won in hands, ``division`` is that of the pots.
    """
    events = hands.events
    chips = won.copy()
    for move in MOVES:
        at = np.flatnonzero(events.kind == move.kind)
        np.add.at(chips, (events.session[at], getattr(events, move.whose)[at]), move.sign * events.amount[at])
    pot, shares = division
    for session, player, share in shares:
        chips[session, player] += share
    unexplained = np.zeros(len(hands.sessions), settled.left.dtype)
    np.add.at(unexplained, hands.session, -settled.booked)
    for one in unlogged:
        chips[one.session, one.player] += one.chips
        unexplained[one.session] -= one.chips
    return Books(
        chips=[held[: len(info.players)] for held, info in zip(chips.tolist(), hands.sessions, strict=True)],
        pot=pot.tolist(),
        unexplained=unexplained.tolist(),
        unlogged=unlogged,
    )


def kept_by_chips(hands: Hands) -> Array:
    """True (sessions,) where results are taken from the chips counted: the log says so, or records nothing else.

    It records nothing else if it has no hand and no ``result``, and everybody who bought chips was counted or has cashed out.
    """
    events = hands.events
    kept = np.zeros(len(hands.sessions), bool)
    kept[events.session[(events.kind == END) & (events.amount & COUNTED > 0)]] = True
    told = np.array([info.rows > 0 for info in hands.sessions], bool)
    told[events.session[events.kind == RESULT]] = True
    bought: dict[int, set[int]] = defaultdict(set)
    for at in np.flatnonzero((events.kind == BUYIN) & (events.amount > 0) & ~told[events.session]):
        bought[int(events.session[at])].add(int(events.player[at]))
    for at in np.flatnonzero(_says_chips(events) & ~told[events.session]):
        if int(events.session[at]) in bought:
            bought[int(events.session[at])].discard(int(events.player[at]))
    for session, uncounted in bought.items():
        kept[session] |= not uncounted
    return kept


def counts(hands: Hands, moved: Array, won: Array, division: Division) -> tuple[list[Unlogged], list[Fact]]:
    """Compare the chips counted with the books: where a night is kept by chips, a difference is play that was not recorded.

    In all others each difference is a fact (count). A night kept by chips has one fact at most, about no player in particular:
    that what was won is not what was lost. ``moved`` is ``Settlement.moved``, ``won`` (sessions, players) are the chips won in
    hands, ``division`` is that of the pots.
    """
    events = hands.events
    if not _says_chips(events).any():
        return [], []
    shares = division.shares
    places, balances = _balances(hands, moved, won, shares)
    kept = kept_by_chips(hands)[events.session[places]]
    facts = []
    for index in np.flatnonzero(~kept & (events.amount[places] != balances)):
        at, held = int(places[index]), int(balances[index])
        session, player, counted = int(events.session[at]), int(events.player[at]), int(events.amount[at])
        why = {"counted": counted, "books": held, "cashed": bool(events.kind[at] == CASHOUT)}
        line = int(events.line[at])
        facts.append(Fact("count", -1, session=session, player=player, amount=counted - held, line=line, why=why))
    unlogged = []
    if kept.any():
        last = {(int(events.session[at]), int(events.player[at])): at for at in places[kept].tolist()}
        held_at = dict(zip(places[kept].tolist(), balances[kept].tolist(), strict=True))
        share_of = {(session, player): chips for session, player, chips in shares}
        ends = {int(events.session[at]): int(at) for at in np.flatnonzero(events.kind == END)}
        for (session, player), at in last.items():
            # Chips counted before the pot was divided include the share of it, which the books add only at the division.
            share = share_of.get((session, player), 0) if at < ends.get(session, 0) else 0
            unlogged.append(Unlogged(session, player, at, int(events.amount[at]) - held_at[at] - share))
    return [one for one in unlogged if one.chips], facts + _unexplained(hands, unlogged)


def _unexplained(hands: Hands, unlogged: list[Unlogged]) -> list[Fact]:
    """A fact for each night kept by chips in which wins and losses do not add up to zero."""
    events = hands.events
    sums: dict[int, int] = defaultdict(int)
    for one in unlogged:
        sums[one.session] += one.chips
    lines = {int(events.session[at]): int(events.line[at]) for at in np.flatnonzero(_says_chips(events) | (events.kind == END))}
    return [Fact("count", -1, session=session, amount=chips, line=lines[session]) for session, chips in sums.items() if chips]


def _says_chips(events: Events) -> Array:
    """True (events,) for statements that say how many chips a player has."""
    return np.asarray((events.kind == COUNT) | (events.kind == CASHOUT))


def _balances(hands: Hands, moved: Array, won: Array, shares: list[tuple[int, int, int]]) -> tuple[Array, Array]:
    """The events that say how many chips a player has, in order, and how many the books have just before each.

    ``shares`` are those of the pots that were divided. Chips are mostly counted when the night is over: then what was ``won``
    in all hands is enough. Hand by hand is only looked at where somebody was counted earlier.
    """
    events = hands.events
    asked = _says_chips(events)
    last = np.array([info.first_row + info.rows for info in hands.sessions], np.int64)
    early, asking = np.zeros((2, len(hands.sessions)), bool)
    early[events.session[asked & (events.before < last[events.session])]] = True
    asking[events.session[asked]] = True
    seats, rows = indices((hands.player >= 0) & ~hands.quarantined & early[hands.session])
    moved = moved[seats, rows]
    nights, winners = np.nonzero((won != 0) & (asking & ~early)[:, None])
    shared, sharers = np.array([share[:2] for share in shares], np.int64).reshape(len(shares), 2).T
    ends = np.zeros(len(hands.sessions), np.int64)
    ends[events.session[events.kind == END]] = np.flatnonzero(events.kind == END)
    division = ends[shared]
    entries = [
        (shared, sharers, events.before[division], division, np.array([share[2] for share in shares], moved.dtype)),
        (hands.session[rows], hands.player[seats, rows], rows, np.full(len(rows), len(events)), moved),
        (nights, winners, last[nights] - 1, np.full(len(nights), len(events)), won[nights, winners]),
        *(_moved(events, move.kind, move.whose, move.sign) for move in MOVES),
        _moved(events, COUNT, "player", 0),
    ]
    session, player, row, place, amount = (np.concatenate(column) for column in zip(*entries, strict=True))
    # A statement comes before the hand with its row, so before anything that hand moves.
    order = np.lexsort((row * (len(events) + 1) + place, session * won.shape[1] + player))
    session, player, place, amount = session[order], player[order], place[order], amount[order]
    total = np.cumsum(amount) if amount.dtype != object else np.add.accumulate(amount)
    starts = np.ones(len(order), bool)
    starts[1:] = (session[1:] != session[:-1]) | (player[1:] != player[:-1])
    base = np.where(starts, total - amount, 0)
    group = np.maximum.accumulate(np.where(starts, np.arange(len(order)), 0))
    before = total - amount - base[group]
    said = np.flatnonzero(place < len(events))
    said = said[asked[place[said]] & (player[said] == events.player[place[said]])]
    said = said[np.argsort(place[said])]
    return place[said], before[said]


def _moved(events: Events, kind: int, whose: str, sign: int) -> tuple[Array, ...]:
    """Return session, player, row, place and chips of what the statements of a kind move."""
    at = np.flatnonzero(events.kind == kind)
    return events.session[at], getattr(events, whose)[at], events.before[at], at, sign * events.amount[at]
