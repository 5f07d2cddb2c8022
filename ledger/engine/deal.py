"""Whose turn it is to deal: it passes left and skips those who have forfeited a turn (rules.md 2.5, 3.9, 4.10, 5.14)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from ledger.engine.facts import Fact
from ledger.engine.form import indices
from ledger.engine.replay import Replay
from ledger.engine.settle import unwritten
from ledger.hands.model import ABSENT, Array, Hands, SessionInfo


@dataclass(slots=True)
class Turns:
    """The turns to deal that players have forfeited and not yet missed, by index into the players of the session.

    ``certain`` counts turns that are sure to be skipped, each once. ``possible`` counts those that hands which cannot be read
    may have cost: they prove no dealer wrong, and only explain why somebody was skipped. ``waived`` are possible too: pairs of
    a player and the row of the hand from which on the table waives the forfeit (4.10).
    """

    certain: Counter[int] = field(default_factory=Counter)
    possible: Counter[int] = field(default_factory=Counter)
    waived: list[tuple[int, int]] = field(default_factory=list)

    def __bool__(self) -> bool:
        """True if anybody may have to miss a turn."""
        return bool(self.certain or self.possible or self.waived)

    def lift(self, row: int) -> None:
        """Drop the forfeits that the table has waived by the hand ``row``."""
        self.waived = [one for one in self.waived if one[1] > row]

    def dealt(self, player: int) -> None:
        """Drop what ``player``, who dealt, may have forfeited: somebody who deals in turn had nothing left to miss."""
        self.possible.pop(player, None)
        self.waived = [one for one in self.waived if one[0] != player]

    def forfeit(self, players: list[int], forfeits: list[tuple[int, int, int]]) -> None:
        """Add ``forfeits``: a place, how many certain ones, and the row at which a possible one is waived (-1: none)."""
        for place, count, row in forfeits:
            if count:
                self.certain[players[place]] += count
            if row >= 0:
                self.waived.append((players[place], row))

    def lose_track(self, players: Iterable[int] = ()) -> None:
        """Pass over play that cannot be read: it may have used up any forfeit, so none is certain any more.

        If it was a hand, each of its ``players`` may have forfeited a turn in it.
        """
        self.possible += self.certain
        self.possible.update(players)
        self.certain.clear()

    def next(self, players: list[int], place: int) -> int:
        """The place whose turn it is, from ``place`` on; that of the dealer (the last one) if possible forfeits explain it.

        If they do not, somebody may have been skipped wrongly. Certain forfeits of those who sit behind that player were then
        used up only if the player had forfeited a turn: from now on they are only possible.
        """
        dealer = players[-1]
        spent: Counter[int] = Counter()
        behind: Counter[int] = Counter()
        while self:
            player = players[place]
            if self.certain.get(player):
                self.certain[player] -= 1
                if not self.certain[player]:
                    del self.certain[player]
                behind[player] += bool(spent)
            elif player == dealer:
                self._spend(spent)
                return place
            elif self._may_have_lost(player) > spent[player]:
                spent[player] += 1
            else:
                break
            place = (place + 1) % len(players)
        self.possible += behind
        return place

    def _may_have_lost(self, player: int) -> int:
        """How many turns a player may have forfeited."""
        return self.possible.get(player, 0) + sum(one == player for one, _ in self.waived)

    def _spend(self, turns: Counter[int]) -> None:
        """Use up possible forfeits, first those that are waived later."""
        kept = []
        for player, until in self.waived:
            if turns[player]:
                turns[player] -= 1
            else:
                kept.append((player, until))
        self.waived = kept
        self.possible -= turns


def dealers(hands: Hands, result: Replay, waived: Array) -> tuple[list[Fact], dict[int, Turns]]:
    """A fact for each hand dealt by the wrong player (dealer), and the forfeits that are open at the end of each session.

    Sessions without an open forfeit are left out. ``SessionInfo.forfeits`` are those open as a session begins. ``waived``
    (seats, hands) is the row before which a ``waive`` lifts what a card taken back costs, ABSENT for none (4.10).
    """
    recalls = result.recalls & hands.has_rule("recall", "forfeit")
    forfeits = (hands.early & ~hands.misdeal).astype(np.int8) + (recalls & (waived == ABSENT))
    late = recalls & (waived > np.arange(len(hands)) + 1)
    played_on = unwritten(hands)
    eventful = forfeits.any(0) | late.any(0) | hands.quarantined | hands.misdeal | played_on[: len(hands)]
    some = np.array([bool(info.forfeits or info.possible_forfeits) for info in hands.sessions], bool)
    some[hands.session[eventful]] = True
    expected = np.where(hands.due >= 0, hands.due, hands.seated - 1)
    left: dict[int, Turns] = {}
    rows = np.flatnonzero(eventful)
    bounds = np.searchsorted(rows, [*(info.first_row for info in hands.sessions), len(hands)]).tolist()
    events = rows.tolist()
    lost = indices((late | (forfeits > 0)) & (hands.player >= 0))
    forfeited: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    cells = (*lost, forfeits[lost], np.where(late[lost], waived[lost], ABSENT))
    for place, at, count, until in zip(*(column.tolist() for column in cells), strict=True):
        forfeited[at].append((place, count, until))
    whose_turn = np.where(hands.due >= 0, hands.player[hands.due, np.arange(len(hands))], ABSENT).tolist() if some.any() else []
    for session in np.flatnonzero(some).tolist():
        info = hands.sessions[session]
        first, end = info.first_row, info.first_row + info.rows
        deal = _Deal(hands, forfeited, played_on, info)
        # The deal passes to the left. Only such a hand can change that, until all that it changed has been used up.
        starts = [first] * bool(deal.turns) + events[bounds[session] : bounds[session + 1]]
        for start, until in zip(starts, [*starts[1:], end], strict=True):
            row = start
            while row < until and (row == start or deal.open):
                expected[row] = deal.whose(row)
                row = deal.next_to_ask(row + 1, until, whose_turn)
        deal.turns.lift(end)
        if played_on[len(hands) + session]:
            deal.turns.lose_track()
        if deal.turns:
            left[session] = deal.turns
    wrong = np.flatnonzero((expected != hands.seated - 1) & ~hands.quarantined)
    return [_dealer(hands, row, int(expected[row])) for row in wrong.tolist()], left


def _dealer(hands: Hands, row: int, expected: int) -> Fact:
    seat = int(hands.seated[row]) - 1
    return Fact("dealer", row, seat=seat, line=int(hands.line[row]), why={"expected": expected})


class _Deal:
    """Follows the deal through one session, hand by hand.

    ``forfeited`` has what was forfeited in each row, as ``Turns.forfeit`` takes it. ``played_on`` is what ``unwritten`` gives.
    """

    def __init__(
        self, hands: Hands, forfeited: dict[int, list[tuple[int, int, int]]], played_on: Array, info: SessionInfo
    ) -> None:
        self.hands, self.forfeited, self.played_on, self.first = hands, forfeited, played_on, info.first_row
        self.turns = Turns()
        if info.forfeits or info.possible_forfeits:
            self.turns = Turns(Counter(dict(info.forfeits)), Counter(dict(info.possible_forfeits)))
        self.either: set[int] = set()
        """Who may deal again a hand that was thrown in."""

    @property
    def open(self) -> bool:
        """True if it may be the turn of somebody else than the next player to the left."""
        return bool(self.either or self.turns)

    def next_to_ask(self, row: int, until: int, whose_turn: list[int]) -> int:
        """The first row from ``row`` on that has to be looked at, ``until`` if there is none before that.

        If all forfeits are certain, only those rows matter in which it would be the turn of somebody who has one:
        ``whose_turn`` (hands,) is the player to the left of the last dealer.
        """
        if self.either or self.turns.possible or self.turns.waived:
            return row
        turns = whose_turn[row:until]
        return row + min((turns.index(player) for player in self.turns.certain if player in turns), default=len(turns))

    def after_unread(self, row: int) -> bool:
        """True if anybody may deal, because the hand before cannot be read."""
        return row > self.first and bool(self.hands.quarantined[row - 1]) and not self.played_on[row]

    def whose(self, row: int) -> int:
        """The place whose turn it is to deal the hand ``row``, its dealer's if nothing says otherwise; then move on."""
        hands, turns = self.hands, self.turns
        seated, due = int(hands.seated[row]), int(hands.due[row])
        seats = hands.player[:seated, row].tolist()
        if turns.waived:
            turns.lift(row)
        if self.played_on[row]:
            turns.lose_track()
        if hands.quarantined[row]:
            turns.lose_track(seats)
            self.either = set()
            return seated - 1
        place = seated - 1
        if due >= 0 and seats[due] in self.either:
            place = due if seats[-1] not in self.either else place  # nobody is skipped: the forfeit has been used up already
        elif due >= 0 and seats[-1] not in self.either:
            place = turns.next(seats, due)
        self.either = {seats[-1], seats[place]} if hands.misdeal[row] else set()
        if turns and (due >= 0 or self.after_unread(row)):  # where anybody may deal, who does proves nothing
            turns.dealt(seats[-1])
        if row in self.forfeited:
            turns.forfeit(seats, self.forfeited[row])
        return place
