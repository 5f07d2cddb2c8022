"""Who sits where and who deals, in many sessions at once, and their names (rules.md 2.5, log-format.md "Between hands")."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final, TypeAlias

import numpy as np

from ledger.hands.model import BUYIN, CASHOUT, LEAVE, RESULT, SIT, Array
from ledger.simulation.deck import Dice

Move: TypeAlias = tuple[int, int, int, int, int, int]
"""A statement between hands: session, next hand (from 0), kind of statement, player, other player, amount (``Events``)."""

STAKE = 40
"""Chips that a player buys when sitting down."""
NEWCOMERS = 4
"""Players who may join during a session."""
RETURNS = 0.4
"""How often a player who joins has been there before."""
COMING, GOING = 0.012, 0.015
"""How often somebody joins or leaves between two hands."""
SWING, SWALLOWED = 7, 4
"""Bounds for unrecorded hands: each player wins or loses fewer chips than the first, the pot gets fewer than the second."""

# fmt: off
NAMES: Final = (
    "Ann", "Bea", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "Mae", "Ned", "Odile", "Pat",
    "Remy", "Sal", "Tess", "Ulla", "Vic", "Wes", "Yves", "Zoë", "Alcide", "Beau", "Clovis", "Dupré", "Elmo", "Fanny",
    "Gaston", "Hélène", "Irma", "Jules", "Big Al", "T. Boudreaux",
)
# fmt: on

FIRST_DAY: Final = date(2024, 1, 5)
WEEKS: Final = 500


class Table:
    """The tables of many sessions.

    ``round`` (width, sessions) has the players clockwise from the left of the chair that dealt last, so that the one whose turn
    it is to deal is always the first. ``moves`` are the statements between hands, in order. ``sizes`` are the fewest and
    the most who sit at one table, and the width of the columns; at a ``closed`` table nobody comes or goes. ``people`` is how
    many may ever sit there (None: NEWCOMERS more than sit down first).
    """

    def __init__(self, dice: Dice, seated: Array, sizes: tuple[int, int, int], closed: Array, people: int | None = None) -> None:
        count = len(seated)
        self.dice, self.closed = dice, closed
        self.least, self.most, width = sizes
        self.width = width
        self.seated = seated.astype(np.int64)
        place = np.arange(width)[:, None]
        self.round = np.where(place < self.seated, place, -1)
        self.forfeits = np.zeros((width + NEWCOMERS, count), np.int64)
        self.known = self.seated.copy()
        self.away: list[list[int]] = [[] for _ in range(count)]
        self.people = self.seated + NEWCOMERS if people is None else np.full(count, people)
        self.moves: list[Move] = []
        for session in range(count):
            for player in range(int(seated[session])):
                self.moves.append((session, 0, BUYIN, player, -1, STAKE))

    def come_and_go(self, sessions: Array, hand: int) -> None:
        """Let some players leave and some join before a hand."""
        open_ = ~self.closed[sessions]
        going = open_ & self.dice.chance(GOING, len(sessions)) & (self.seated[sessions] > self.least)
        coming = open_ & self.dice.chance(COMING, len(sessions)) & (self.seated[sessions] - going < self.most)
        if not (going | coming).any():
            return
        for at in np.flatnonzero(going | coming):
            session = int(sessions[at])
            circle = [int(player) for player in self.round[: self.seated[session], session]]
            dealer = circle[-1]
            if going[at]:
                self._leave(session, hand, circle)
            if coming[at]:
                self._sit(session, hand, circle, dealer)
            self.seated[session] = len(circle)
            self.round[:, session] = circle + [-1] * (self.width - len(circle))

    def _leave(self, session: int, hand: int, circle: list[int]) -> None:
        player = circle.pop(int(self.dice.below(len(circle), 1)[0]))
        self.moves.append((session, hand, LEAVE, player, -1, 0))
        self.moves.append((session, hand, CASHOUT, player, -1, 0))
        self.away[session].append(player)

    def _sit(self, session: int, hand: int, circle: list[int], dealer: int) -> None:
        if self.away[session] and self.dice.chance(RETURNS, 1)[0]:
            player = self.away[session].pop(0)
        elif self.known[session] < self.people[session]:
            player = int(self.known[session])
            self.known[session] += 1
        else:
            return
        after = circle[int(self.dice.below(len(circle), 1)[0])]
        circle.insert(0 if after == dealer else circle.index(after) + 1, player)
        self.moves.append((session, hand, SIT, player, after, 0))
        self.moves.append((session, hand, BUYIN, player, -1, STAKE))

    def tell_results(self, sessions: Array, hand: int) -> None:
        """Let each player win or lose something in unrecorded hands before this one."""
        for session in sessions.tolist():
            circle = self.round[: self.seated[session], session].tolist()
            won = self.dice.below(2 * SWING - 1, len(circle)) - (SWING - 1)
            won[-1] -= won.sum() + self.dice.below(SWALLOWED, 1)[0]
            self.moves += [(session, hand, RESULT, player, -1, chips) for player, chips in zip(circle, won.tolist(), strict=True)]

    def deal(self, sessions: Array, wrongly: Array, again: Array, anyone: Array) -> Array:
        """Pass the deal on. Returns the place of the player whose turn it would be without forfeits (-1: anyone may deal).

        Each forfeit skips its player once. ``wrongly`` is True where the wrong player deals, ``again`` where the hand before was
        thrown in, so that the same player deals (5.14), ``anyone`` where it is not known whose turn it is.
        """
        seated = self.seated[sessions]
        place = np.zeros(len(sessions), np.int64)
        if anyone.any():
            place = np.where(anyone, self.dice.below(seated, len(sessions)), place)
        place = np.where(again, seated - 1, place)
        waiting = np.flatnonzero(~again & ~anyone)
        while len(waiting):
            player = self.round[place[waiting], sessions[waiting]]
            skipped = self.forfeits[player, sessions[waiting]] > 0
            self.forfeits[player, sessions[waiting]] -= skipped
            waiting = waiting[skipped]
            place[waiting] = (place[waiting] + 1) % seated[waiting]
        other = 1 + self.dice.below(np.maximum(seated - 1, 1), len(sessions))
        place = np.where(wrongly & (seated > 1), (place + other) % seated, place)
        order = np.arange(self.width)[:, None]
        turned = np.take_along_axis(self.round[:, sessions], (order + place + 1) % seated, 0)
        self.round[:, sessions] = np.where(order < seated, turned, -1)
        return np.where(anyone, -1, (seated - 1 - place - again) % seated)

    def forfeit(self, sessions: Array, places: Array) -> None:
        """Take one turn to deal from each player who forfeits one: ``places`` (width, sessions) is True there (3.9, 4.10)."""
        for place in range(self.width):
            here = np.flatnonzero(places[place])
            if len(here):
                self.forfeits[self.round[place, sessions[here]], sessions[here]] += 1


def players(session: int, number: int) -> tuple[str, ...]:
    """The names of the players of a session, in the order in which they sit down."""
    return tuple(NAMES[(7 * session + 5 * seat) % len(NAMES)] for seat in range(number))


def day(session: int, *, season: bool = False) -> str:
    """The date of a session: one a week, starting again after WEEKS unless it is a ``season``."""
    return (FIRST_DAY + timedelta(weeks=session if season else session % WEEKS)).isoformat()
