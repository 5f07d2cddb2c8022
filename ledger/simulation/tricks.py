"""The play of many hands together, card by card (rules.md 4); the engine's rules decide what is legal."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ledger.engine.form import short_ranks
from ledger.findings.kinds import RULES_OF_PLAY
from ledger.game import Rules
from ledger.game.play import (
    ALL_RANKS,
    NONE,
    best_after,
    either,
    highest_trumps,
    legal_plays,
    player_at,
    ranks,
    shows_no_trump,
    suit_of,
    sure_tricks,
)
from ledger.hands.model import ABSENT, TRICKS, Array
from ledger.simulation import strategy
from ledger.simulation.deck import Dice
from ledger.simulation.faults import Slips, Wishes

HESITATION = 0.5
"""How often a wanted fault is played at each chance: it should not always be in the first trick."""


@dataclass(frozen=True, slots=True)
class Holdings:
    """Hands with at least two players after the draw: arrays (players, hands) and (hands,).

    Players are counted from the dealer's left. ``held`` and ``own_out`` are masks of the hands and of the discards, ``number``
    is how many play. ``upcard`` is the turned card if it belongs to no one, ``loose`` if the dealer might have
    taken it (2.4); ``ran_out`` is True if the stock ran out (3.4).
    """

    held: Array
    own_out: Array
    number: Array
    trump: Array
    trumps: Array
    upcard: Array
    loose: Array
    ran_out: Array


@dataclass(slots=True)
class Turn:
    """One player's turn in many hands: the ``turn``-th card of ``trick``, both from 0.

    ``here`` is True in those hands; ``mine`` is what ``player`` holds, ``at`` its flat index in arrays of players and
    hands. ``allowed`` is what 4.3 to 4.7 allow, ``legal`` what 4.8 leaves of it, and ``defended`` what no complete record can
    prove wrong.
    """

    trick: int
    turn: int
    here: Array
    player: Array
    at: Array
    mine: Array
    led: Array
    allowed: Array
    legal: Array
    defended: Array


def unbeaten(own: Array, out: Array) -> Array:
    """The ranks in ``own`` that are higher than all in ``out``; both are 13-bit masks of ranks."""
    below = out
    for step in (1, 2, 4, 8):
        below = below | below >> step
    return np.asarray(own & ~below)


class LaidDown:
    """Where cards are to be laid down: ``wanted`` (hands,), ``wrongly`` if one card too few for the pot.

    For the leader of each trick: ``sure`` (tricks, hands), a mask of the trumps that nothing could beat, and how many
    tricks were ``won`` before it.
    """

    def __init__(self, wanted: Array, wrongly: Array) -> None:
        self.wanted, self.wrongly = wanted, wanted & wrongly
        self.sure = np.zeros((TRICKS, len(wanted)), np.int64)
        self.won = np.zeros((TRICKS, len(wanted)), np.int64)


class Tricks:
    """The play of many hands; the last axis of every array is the hand."""

    def __init__(self, rules: Rules, dice: Dice, wishes: Wishes, dealt: Holdings) -> None:
        self.rules, self.dice, self.wishes, self.dealt = rules, dice, wishes, dealt
        self.held = dealt.held.copy()
        self.number, self.trump, self.trumps = dealt.number, dealt.trump, dealt.trumps
        self.players, self.count = self.held.shape
        self.claims = dice.chance(wishes.claims, self.count)
        self.rows = np.arange(self.count)
        self.must = -int(rules.must_trump)
        self.won = np.zeros((self.players, self.count), np.int64)
        self.barred = np.zeros((self.players, self.count), bool)
        self.finished = np.zeros(self.count, np.int64)
        self.alive = np.ones(self.count, bool)
        self.lead = np.zeros(self.count, np.int64)
        self.leader = np.full((TRICKS, self.count), ABSENT, np.int8)
        self.cards = np.full((TRICKS, self.players, self.count), NONE, np.uint8)
        self.withdrawn = np.full((TRICKS, self.players, self.count), NONE, np.uint8)
        self.trick_count = np.zeros(self.count, np.int8)
        self.claimant = np.full(self.count, ABSENT, np.int64)
        self.claim_after = np.full(self.count, ABSENT, np.int64)
        self.shown = np.zeros(self.count, np.int64)
        self.recalled = np.zeros((self.players, self.count), bool)
        self.shown_out = np.zeros((self.players, self.count), bool)
        self.takes_back = wishes.fault_is("recall") | dice.chance(wishes.recalls, self.count)
        self.slips = Slips()
        self.lays = LaidDown(dice.chance(wishes.lays, self.count), wishes.fault_is("claim")) if np.any(wishes.lays) else None

    def run(self) -> None:
        """Play every trick."""
        for trick in range(self.rules.hand_size):
            self.claim_rest(trick)
            if trick:
                self.lead_out_of_turn(trick)
            if self.lays is not None:
                self.note_sure(trick, self.lays)
            self.play(trick)

    def note_sure(self, trick: int, lays: LaidDown) -> None:
        """Note which trumps of the leader nothing can beat any more, and how many tricks that player has won."""
        player, trump = self.lead, self.trump
        mine, out = self.held[player, self.rows], self.out(player, self.rows)
        lays.won[trick] = self.won[player, self.rows]
        if self.rules.cinch != "no":
            sure = np.where(self.barred[player, self.rows], 0, unbeaten(ranks(mine, trump), ranks(out, trump)))
            lays.sure[trick] = sure << 13 * trump

    def claim_rest(self, trick: int) -> None:
        """Let a player who is certain of all remaining tricks claim them (4.11), or, as a fault, one who is not."""
        left = self.rules.hand_size - trick
        bold = self.alive & self.wishes.fault_is("claim") & (trick > 0) & self.dice.chance(HESITATION, self.count)
        if self.lays is not None:
            bold &= ~self.lays.wanted
        for player in range(self.players):
            mine = self.held[player]
            plain = np.flatnonzero(bold & self.alive & (player < self.number) & ((mine & ~self.trumps) != 0))
            self.claim(plain, player, trick)
            self.wishes.fault[plain] = -1
            self.slips.add("claim", plain, trick + 1, np.full(len(plain), player), np.full(len(plain), NONE))
            if self.rules.cinch != "no":
                rows = np.flatnonzero(self.claims & self.alive & (player < self.number) & ((mine & ~self.trumps) == 0))
                rows = rows[~self.barred[player, rows]]
                own, may = ranks(mine[rows], self.trump[rows]), ranks(self.out(player, rows), self.trump[rows])
                self.claim(rows[sure_tricks(own, may) >= left], player, trick)

    def claim(self, rows: Array, player: int, trick: int) -> None:
        """Give a player the remaining tricks."""
        self.claimant[rows], self.claim_after[rows] = player, trick
        self.shown[rows] = self.held[player, rows]
        self.alive[rows] = False

    def lead_out_of_turn(self, trick: int) -> None:
        """Where that fault is wanted, let somebody lead who did not win the trick before (4.1)."""
        rows = np.flatnonzero(self.alive & self.wishes.fault_is("turn") & self.dice.chance(HESITATION, self.count))
        number = self.number[rows]
        self.lead[rows] = (self.lead[rows] + 1 + self.dice.of(rows).below(number - 1, len(rows))) % number
        self.wishes.fault[rows] = -1
        self.slips.add("turn", rows, trick + 1, self.lead[rows], np.full(len(rows), NONE))

    def out(self, player: Array | int, rows: Array) -> Array:
        """The trumps that others may hold against a player (4.8)."""
        dealt = self.dealt
        own_out = np.where(dealt.ran_out[rows], 0, dealt.own_out[player, rows])
        seen = self.held[player, rows] | self.finished[rows] | dealt.upcard[rows] | own_out
        others = self.shown_out[:, rows].sum(0) - self.shown_out[player, rows]
        return np.asarray(np.where(others == self.number[rows] - 1, 0, self.trumps[rows] & ~seen))

    def play(self, trick: int) -> None:
        """Play one trick."""
        led = np.zeros(self.count, np.int64)
        best = np.zeros(self.count, np.int64)
        taken = np.zeros(self.count, np.int64)
        winner = self.lead.copy()
        shown_out = np.zeros_like(self.shown_out)
        self.trick_count += self.alive
        self.leader[trick] = np.where(self.alive, self.lead, ABSENT)
        for turn in range(self.players):
            here = self.alive & (turn < self.number)
            player = player_at(self.lead, turn, self.number)
            at = player * self.count + self.rows
            mine = self.held.take(at)
            allowed = legal_plays(mine, led, best, self.trumps, self.must)
            now = Turn(trick, turn, here, player, at, mine, led, allowed, allowed, allowed)
            if self.rules.cinch != "no":
                self.heed_cinch(now)
            if turn == 0:
                card = strategy.lead(now.legal, self.trumps)
            else:
                card = strategy.follow(now.legal, led, best, self.trumps, last=np.equal(turn, self.number - 1))
            card = self.mistaken(now, card)
            self.take_back(now, card)
            card = np.where(here, card, 0)
            self.cards[trick, turn] = np.where(here, np.bitwise_count(card - 1), NONE)
            self.held.put(at, mine & ~card)
            if turn == 0:
                led, best = suit_of(card), card
            else:
                # Only for players without trumps: discarding a plain card while holding one is a renege, and shows nothing.
                void = np.flatnonzero((mine & self.trumps) == 0)
                void = void[shows_no_trump(card[void], led[void], self.trumps[void], self.must) != 0]
                shown_out.put(at[void], True)
                before, best = best, best_after(best, card, led, self.trumps)
                winner = np.where(best != before, player, winner)
            taken |= card
        self.finished |= taken
        self.shown_out |= shown_out
        self.lead = np.where(self.alive, winner, self.lead)
        self.won[winner, self.rows] += self.alive

    def heed_cinch(self, now: Turn) -> None:
        """Restrict players who are certain of the pot to their highest trumps (4.8)."""
        literal = self.rules.cinch == "literal"
        own = np.bitwise_count(now.mine & self.trumps)
        near = now.here & (own > 0) & (self.won.take(now.at) + own >= self.rules.tricks_for_pot)
        if now.turn:
            near &= ((now.turn < self.number - 1) | literal) & ((now.led == self.trumps) | ((now.mine & now.led) == 0))
        rows = np.flatnonzero(near)
        rows = rows[~self.barred[now.player[rows], rows]]
        if not len(rows):
            return
        who, trump = now.player[rows], self.trump[rows]
        hand, out = short_ranks(now.mine[rows], trump), self.out(who, rows)
        certain = self.won[who, rows] + sure_tricks(hand, short_ranks(out, trump)) >= self.rules.tricks_for_pot
        rows, who, trump, hand, out = rows[certain], who[certain], trump[certain], hand[certain], out[certain]
        now.legal = now.allowed.copy()
        between = np.int16(ALL_RANKS) if literal else short_ranks(out, trump)
        _leave(now.legal, rows, highest_trumps(hand, between), trump)
        faulty = np.flatnonzero(self.wishes.fault[rows] >= 0)
        if len(faulty):
            rows, who, trump, hand, out = rows[faulty], who[faulty], trump[faulty], hand[faulty], out[faulty]
            now.defended = now.allowed.copy()
            known = out & ~self.dealt.own_out[who, rows] & ~self.dealt.loose[rows]
            _leave(now.defended, rows, highest_trumps(hand, between if literal else short_ranks(known, trump)), trump)

    def mistaken(self, now: Turn, card: Array) -> Array:
        """The cards played: wrong ones where that is wanted and possible."""
        wishes = self.wishes
        rows = np.flatnonzero(now.here & (wishes.fault >= 0) & (wishes.fault < len(RULES_OF_PLAY)))
        if len(rows):
            card = card.copy()
            rows = rows[self.dice.of(rows).chance(HESITATION, len(rows))]
            for fault, cards in enumerate(self.wrong_cards(now)):
                chosen = rows[(wishes.fault[rows] == fault) & (cards[rows] != 0)]
                card[chosen] = strategy.lowest(cards[chosen])
                wishes.fault[chosen] = -1
                codes = np.bitwise_count(card[chosen] - 1)
                self.slips.add(RULES_OF_PLAY[fault], chosen, now.trick + 1, now.player[chosen], codes)
        if wishes.mistakes:
            wrong = now.mine & ~now.legal
            slipped = now.here & (wrong != 0) & self.dice.chance(wishes.mistakes, self.count)
            card = np.where(slipped, strategy.lowest(wrong), card)
        return card

    def wrong_cards(self, now: Turn) -> tuple[Array, ...]:
        """The cards that break each of RULES_OF_PLAY (4.3, 4.4, 4.5, 4.8), as masks."""
        follows = (now.mine & now.led) != 0
        wrong = now.mine & ~now.allowed
        return (
            np.where(follows, wrong & ~now.led, 0),
            np.where(follows, 0, wrong & ~self.trumps),
            np.where(follows, wrong & now.led, wrong & self.trumps),
            now.allowed & ~now.defended,
        )

    def take_back(self, now: Turn, card: Array) -> None:
        """Let some players take a wrong card back before the next one is played (4.10)."""
        wrong = now.mine & ~now.legal & ~card
        rows = np.flatnonzero(self.takes_back & now.here & (wrong != 0))
        if not len(rows):
            return
        rows = rows[self.dice.of(rows).chance(HESITATION, len(rows))]
        codes = np.bitwise_count(strategy.lowest(wrong[rows]) - 1)
        player = now.player[rows]
        self.withdrawn[now.trick, now.turn, rows] = codes
        self.takes_back[rows] = False
        self.wishes.fault[rows[self.wishes.fault_is("recall")[rows]]] = -1
        self.recalled[player, rows] = True
        if self.rules.recall == "forfeit":
            self.barred[player, rows] = True
        self.slips.add("recall", rows, now.trick + 1, player, codes)


def _leave(legal: Array, rows: Array, top: Array, trump: Array) -> None:
    """Restrict ``legal`` in ``rows`` to the trumps of the ranks ``top``, where there are any."""
    cards = legal[rows]
    legal[rows] = either(cards & top.astype(np.int64) << 13 * trump, cards)
