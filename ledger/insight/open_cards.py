"""Open cards: what hands come to if everybody sees every card and plays for the most, thinking of
nobody else (max^n).

Positions of many hands move forward together, card by card, by what the rules leave (``Tricks``).
Of cards that are alike one is played: cards of one player and suit with none between that anybody
else may still play or, of trumps, that the player has not seen the last of, on which a cinch (4.8)
hangs. At the end of a trick positions that came about in several ways become one. Then the values
go back from the last trick to the first.

What a hand is worth to each is what it is worth elsewhere (``value_of``). Of plays worth the same
to whoever plays, the one that leaves the least to the next player clockwise is chosen, then the
least to the one after; what remains the same then is worth the same to everybody.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from ledger.game import Rules
from ledger.game.play import SUIT, best_after, legal_plays, player_at, shows_no_trump, suit_of
from ledger.hands.model import PLAYED, Array
from ledger.insight import rollout
from ledger.insight.stay_table import StayTable
from ledger.simulation.deck import Dice
from ledger.simulation.hand import Deal, Holdings, Tricks, Turn, holdings

IDS: Final = 1 << 10  # more than there are ways to share out the tricks: 792 among eight
SAME: Final = 9  # decimals of a stake to which values are compared
TOGETHER: Final = (0, 0, 1024, 256, 64, 16, 4, 1, 1)
"""By the number who stayed, how many hands are solved together: their positions should fit into the
processor's cache.
"""


@cache
def ways_to_end(players: int, tricks: int) -> Array:
    """Every way to share out the tricks (players, ways), in the order of ``_code``."""
    shared = [way[::-1] for way in product(range(tricks + 1), repeat=players) if sum(way) == tricks]
    return np.array(shared, np.int64).T


def _code(won: Array, tricks: int) -> Array:
    """A number for the tricks that each has won (players, …)."""
    weights = (tricks + 1) ** np.arange(len(won), dtype=np.int64)
    return np.asarray(weights @ won)


class _Stage(NamedTuple):
    """Positions before a card, for the way back: who plays, in which hand; where those that follow
    begin.

    ``parent`` (positions that follow,) is the position that each follows.
    """

    player: Array
    hand: Array
    starts: Array
    parent: Array


class _Positions(Tricks):
    """Positions in hands in which the same number play; ``hand`` (positions,) is the hand of each.

    ``told`` (tricks, turns, hands) are masks of cards that must be played, 0 where players are
    free.
    """

    def __init__(self, rules: Rules, dealt: Holdings, told: Array) -> None:
        super().__init__(rules, Dice(0), rollout.nothing_wished(dealt.held.shape[1]), dealt)
        self.told = told
        self.hand = self.rows
        self.led = self.best = self.showing = np.zeros(self.count, np.int64)
        self.winner = self.lead
        self.all_dealt = np.bitwise_or.reduce(dealt.held, 0)

    def dealt_at(self, rows: Array) -> Array:
        """The hand of each position."""
        return np.asarray(self.hand[rows])

    def become(self, which: Array) -> None:
        """Go on with copies of some positions (indices, any number of times)."""
        for name in ("held", "won", "shown_out"):
            setattr(self, name, getattr(self, name)[:, which])
        for name in (
            "hand",
            "trump",
            "trumps",
            "lead",
            "led",
            "best",
            "showing",
            "winner",
            "finished",
        ):
            setattr(self, name, getattr(self, name)[which])
        self.count = len(which)
        self.rows = np.arange(self.count)
        self.number = np.broadcast_to(self.number[0], self.count)
        self.barred = np.broadcast_to(np.False_, self.held.shape)

    def branch(self, trick: int, turn: int) -> _Stage:
        """Play the cards that were told, or each that differs from the others: of a position there
        are several then.
        """
        player = player_at(self.lead, turn, self.number)
        at = player * self.count + self.rows
        mine = self.held.take(at)
        over = self.rules.over_trump
        allowed = legal_plays(mine, self.led, self.best, self.trumps, self.must, over)
        now = Turn(
            trick,
            turn,
            np.broadcast_to(np.True_, self.count),
            player,
            at,
            mine,
            self.led,
            allowed,
            allowed,
        )
        if self.rules.cinch != "no":
            self.heed_cinch(now)
        told = self.told[trick, turn, self.hand]
        cards = np.where(told != 0, told, self.different(now))
        number = np.bitwise_count(cards).astype(np.int64)
        stage = _Stage(player, self.hand, np.cumsum(number) - number, np.repeat(self.rows, number))
        self.become(stage.parent)
        self.lay(turn, player[stage.parent], _one_by_one(cards, number, stage.starts))
        return stage

    def different(self, now: Turn) -> Array:
        """The lowest of each run of legal cards that are alike."""
        between = (np.bitwise_or.reduce(self.held, 0) ^ now.mine) | self.best
        if self.rules.cinch != "no":
            between |= self.out(now.player, self.rows)
        return lowest_of_runs(now.legal, between)

    def lay(self, turn: int, player: Array, card: Array) -> None:
        """Put a card on the table in each position."""
        at = player * self.count + self.rows
        mine = self.held.take(at)
        self.held.put(at, mine & ~card)
        if turn == 0:
            self.led, self.best, self.winner = suit_of(card), card, player
            return
        if self.rules.cinch != "no":
            void = (mine & self.trumps) == 0
            self.showing = (
                self.showing
                | (void & (shows_no_trump(card, self.led, self.trumps, self.must) != 0)) << player
            )
        before, self.best = self.best, best_after(self.best, card, self.led, self.trumps)
        self.winner = np.where(self.best != before, player, self.winner)

    def collect(self) -> Array:
        """Give the trick to whoever takes it, and make one of positions that are the same; which
        each has become.
        """
        self.won[self.winner, self.rows] += 1
        self.lead = self.winner
        self.shown_out |= (self.showing >> np.arange(self.players)[:, None] & 1).astype(bool)
        left = np.bitwise_or.reduce(self.held, 0)
        self.finished = self.all_dealt[self.hand] & ~left
        shown = np.packbits(self.shown_out, 0, bitorder="little")[0]
        beside = ((self.hand << 8 | self.lead) << 8 | shown) << 24 | _code(
            self.won, self.rules.hand_size
        )
        first, became = _same(left, beside)
        self.become(first)
        self.led = self.best = self.showing = np.zeros(self.count, np.int64)
        return became


def _one_by_one(cards: Array, number: Array, starts: Array) -> Array:
    """Each card of each mask by itself, the lowest first, from ``starts`` on; ``number`` is how
    many a mask has.
    """
    each = np.empty(int(number.sum()), np.int64)
    left, at, nth = cards, starts, 0
    while len(left):
        each[at + nth] = left & -left
        left, nth = left & (left - 1), nth + 1
        more = np.flatnonzero(left)
        left, at = left[more], at[more]
    return each


_SUITS: Final = (SUIT[0] | SUIT[2], SUIT[1] | SUIT[3])  # suits with room between them, two by two
_FULL: Final = (1 << 62) - 1


def lowest_of_runs(cards: Array, between: Array) -> Array:
    """The lowest of ``cards`` in each run of a suit that none of ``between`` interrupts; masks."""
    lowest = np.zeros_like(cards)
    for suits in _SUITS:
        walls = between & suits | (_FULL ^ suits)
        begins = (walls << 1 | 1) & ~walls
        mine = cards & suits & ~walls
        # Less one in each run, whose lowest card goes: a run without a card borrows from the wall
        # above it, and no further.
        lowest |= mine & ~((mine | walls) - begins)
    return lowest


def _same(left: Array, beside: Array) -> tuple[Array, Array]:
    """Of positions with the same two numbers: the first of each, and which of these each is."""
    key = rollout.mixed(left.view(np.uint64) + rollout.STEP * beside.view(np.uint64))
    order = np.argsort(key)
    left, beside = left[order], beside[order]
    new = np.ones(len(order), bool)
    new[1:] = (left[1:] != left[:-1]) | (beside[1:] != beside[:-1])
    became = np.empty(len(order), np.int64)
    became[order] = np.cumsum(new) - 1
    return order[new], became


def _back(stage: _Stage, ended: Array, wanted: Array) -> Array:
    """What the positions of a stage end with, if those that follow end with ``ended``: what whoever
    plays wants most.
    """
    if len(stage.parent) == len(stage.player):
        return ended
    liked = wanted[stage.player[stage.parent], stage.hand[stage.parent], ended]
    return np.asarray(np.maximum.reduceat(liked * IDS + ended, stage.starts) % IDS)


# --- Whole hands ----------------------------------------------------------------------------------
def best_play(table: StayTable, deal: Deal, now: rollout.Held, told: Array) -> rollout.RolledOut:
    """How hands end if, after the cards ``told`` (tricks, turns, hands; masks, 0 from there on),
    everybody plays with open cards.

    As ``play_out`` otherwise. Nobody plays where one alone has stayed.
    """
    said = rollout.all_said(rollout.ReferenceTable(table), deal, now, Dice(0))
    size, number = table.rules.hand_size, (now.declared == PLAYED).sum(0)
    won = np.where((now.declared == PLAYED) & (number == 1), size, 0)
    for players in range(2, said.width + 1):
        rows = np.flatnonzero(number == players)
        for start in range(0, len(rows), TOGETHER[players]):
            some = rows[start : start + TOGETHER[players]]
            place_of, held = holdings(said, some)
            ways = ways_to_end(players, size)
            wanted = _wanted(table.of_hands(some), now.declared[:, some], place_of, ways)
            won[place_of, some] = ways[:, ends_of(table.rules, held, told[..., some], wanted)]
    return rollout.settled(table, now.declared, won, said.in_before)


def _wanted(table: StayTable, declared: Array, place_of: Array, ways: Array) -> Array:
    """How much each player would like each way to end (players, hands, ways): the more the
    higher.
    """
    (players, hands), count = place_of.shape, ways.shape[1]
    won = np.zeros((table.seats, hands, count), np.int64)
    won[place_of, np.arange(hands)] = ways[:, None]
    which = np.repeat(np.arange(hands), count)
    ended = rollout.settled(
        table.of_hands(which),
        declared[:, which],
        won.reshape(table.seats, -1),
        np.zeros_like(which),
    )
    every = np.round(rollout.value_of(ended, table.of_hands(which)), SAME).reshape(won.shape)
    value = every[place_of, np.arange(hands)]
    wanted = np.empty(value.shape, np.int64)
    for player in range(players):
        others = [-value[(player + after) % players] for after in range(1, players)]
        order = np.lexsort((*reversed(others), value[player]))
        np.put_along_axis(wanted[player], order, np.arange(count)[None], -1)
    return wanted


def ends_of(rules: Rules, dealt: Holdings, told: Array, wanted: Array) -> Array:
    """What hands of the same number of players come to, as indices of ``ways_to_end`` (hands,).

    ``told`` (tricks, turns, hands) are masks of the cards that have been played, 0 from there on.
    ``wanted`` (players, hands, ways) says how much each player would like each way to end.
    """
    positions = _Positions(rules, dealt, told)
    players = len(dealt.held)
    back: list[_Stage | Array] = []
    for trick in range(rules.hand_size):
        back += [positions.branch(trick, turn) for turn in range(players)]
        back.append(positions.collect())
    codes = _code(ways_to_end(players, rules.hand_size), rules.hand_size)  # in order
    ended = np.searchsorted(codes, _code(positions.won, rules.hand_size))
    for stage in reversed(back):
        ended = _back(stage, ended, wanted) if isinstance(stage, _Stage) else ended[stage]
    return ended
