"""Before the play: who stays, what they throw away and draw (rules.md 3 and 7.4)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ledger.engine.form import bits, mask_of_lists
from ledger.game import Rules
from ledger.game.play import NONE, SUIT
from ledger.hands.model import ABSENT, DROPPED, PASSED, PLAYED, SILENT, Array
from ledger.simulation import strategy
from ledger.simulation.deck import Dice, Stock
from ledger.simulation.faults import Slips, Wishes

HELD = 6
"""The most cards in a list: a hand and the turned card."""
TAKES = 0.95
"""How often a dealer who may take the turned card takes it."""
POOR = 5
"""The least ``strength`` of a good hand after the draw: below it are one trump lower than a queen, and no ace."""
DROPS = 0.7
"""How often a poor hand is given up after the draw where that is possible (7.4)."""
SHRUGS = 0.1
"""How often everybody passes because the dealer does not want to play alone (3.6)."""

SUITS = np.array(SUIT, np.int64)


class Deal(NamedTuple):
    """Who sits (hands,), the cards dealt (hand size, width, hands) and the one turned (hands,)."""

    seated: Array
    dealt: Array
    turned: Array


class Declarations:
    """The declarations and draws of many hands: arrays (…, width, hands)."""

    def __init__(self, rules: Rules, dice: Dice, wishes: Wishes, deal: Deal, stock: Stock) -> None:
        seated, dealt, turned = deal
        width, count = dealt.shape[1:]
        self.rules, self.dice, self.wishes, self.stock = rules, dice, wishes, stock
        self.seated, self.turned = seated, turned
        self.width, self.count = width, count
        self.trump = turned // 13
        self.trumps = SUITS[self.trump]
        self.hand = mask_of_lists(dealt)
        self.dealer = seated - 1
        self.declared = np.full((width, count), SILENT, np.int8)
        self.draw = np.full((width, count), ABSENT, np.int8)
        self.out = np.full((HELD, width, count), NONE, np.uint8)
        self.drawn = np.full((HELD, width, count), NONE, np.uint8)
        self.out_count = np.full((width, count), ABSENT, np.int8)
        self.drawn_count = np.full((width, count), ABSENT, np.int8)
        self.own_out = np.zeros((width, count), np.int64)
        self.slips = Slips()
        caps = [rules.cap(seats) for seats in range(width + 1)]
        self.cap = np.array([rules.hand_size if cap is None else min(cap, rules.hand_size) for cap in caps])[seated]
        self.in_so_far = np.zeros(count, np.int64)
        self.over_cap = wishes.fault_is("draw-cap")

    def run(self) -> None:
        """Let everybody declare and draw."""
        together = self.rules.declare == "with-draw"
        for place in range(self.width):
            self.declare(place)
            if together:
                self.stock.throw(np.where(self.declared[place] == PASSED, self.hand[place], 0), 0)
                self.exchange(place)
        if not together:
            for place in range(self.width):
                self.stock.throw(np.where(self.declared[place] == PASSED, self.hand[place], 0), 0)
            for place in range(self.width):
                self.exchange(place)
        if self.rules.stay_ante:
            self.drop()
        self.announce_too_many()

    def willing(self, place: int, seen: Array) -> Array:
        """Whether the player in a place wants to play (hands,); ``seen`` are masks of the cards held or on offer (hands,)."""
        dice = self.dice
        worth = strategy.strength(seen, self.trumps, self.trump) + dice.below(3, self.count) - 1
        others = np.zeros_like(self.in_so_far) if self.rules.declare == "simultaneous" else self.in_so_far
        plays = worth >= strategy.asked_for(others, np.maximum(self.dealer - place, 0))
        return np.asarray(plays | (self.dealer == place) & (self.in_so_far == 0) & ~dice.chance(SHRUGS, self.count))

    def declare(self, place: int) -> None:
        """Let one player pass or play (3.1, 3.5, 3.6, 5.13, 7.4)."""
        rules, wishes = self.rules, self.wishes
        there = place < self.seated
        dealer = self.dealer == place
        hand = self.hand[place]
        plays = self.willing(place, hand | np.where(dealer, bits(self.turned), 0) if rules.trump == "dealer-may-take" else hand)
        plays &= ~wishes.fault_is("all-passed")
        to_act = np.maximum(self.dealer - place, 0)
        if rules.qualify:
            good = (hand & (self.trumps | SUITS[3])) != 0
            bold = there & ~good & wishes.fault_is("qualify")
            for row in np.flatnonzero(bold):
                wishes.fault[row] = -1
                self.slips.add("qualify", np.array([row]), 0, np.array([place]), np.array([NONE]))
            plays = plays & good | bold
        if rules.dealer_plays or rules.ace_binds_dealer:
            bound = dealer & self.dealer_is_bound()
            refuses = bound & wishes.fault_is("dealer-must-play")
            plays = (plays | bound) & ~refuses
            rows = np.flatnonzero(refuses)
            self.slips.add("dealer-must-play", rows, 0, np.full(len(rows), place), np.full(len(rows), NONE))
        # A fault of play needs somebody who plays.
        needed = wishes.fault >= 0
        needed &= ~wishes.fault_is("all-passed") & ~wishes.fault_is("dealer-must-play") & ~wishes.fault_is("qualify")
        plays |= needed & (to_act < 2 - self.in_so_far) & ((hand & (self.trumps | SUITS[3])) != 0 if rules.qualify else True)
        self.declared[place] = np.where(there, np.where(plays, PLAYED, PASSED), SILENT)
        self.in_so_far += plays & there

    def dealer_is_bound(self) -> Array:
        """True where the dealer must play (3.5, 5.13)."""
        ace = (self.turned % 13 == 12) & self.rules.ace_binds_dealer
        return np.asarray(ace | self.rules.dealer_plays)

    def unwanted(self, place: int, hand: Array) -> Array:  # noqa: ARG002 - who plays out what somebody threw away must know who
        """The cards that the player in a place wants to replace, as masks (hands,)."""
        return strategy.thrown(hand, self.trumps, self.dice.chance(0.5, self.count))

    def exchange(self, place: int) -> None:
        """Let the player in a place, if staying, discard and draw (3.2 to 3.4, 2.4)."""
        rules, dice = self.rules, self.dice
        plays = self.declared[place] == PLAYED
        hand = self.hand[place]
        takes = np.zeros(self.count, bool)
        if rules.trump == "dealer-may-take":
            takes = plays & (self.dealer == place) & dice.chance(TAKES, self.count)
            hand = hand | np.where(takes, bits(self.turned), 0)
        wanted = self.unwanted(place, hand)
        wanted = np.where(takes & (wanted == 0), strategy.lowest(hand), wanted)
        over = self.over_cap & plays & (self.cap < rules.hand_size)
        wanted = np.where(over, hand, wanted)
        most = np.minimum(np.where(over, self.cap + 1, self.cap), self.stock.left())
        number = np.where(plays, np.minimum(np.bitwise_count(wanted), most + takes), 0)
        draw = np.where(plays, number - takes, ABSENT)
        out = np.zeros(self.count, np.int64)
        for card in range(HELD):
            rows = np.flatnonzero(card < number)
            if not len(rows):
                break
            bit = strategy.lowest(wanted[rows] & ~out[rows])
            out[rows] |= bit
            self.out[card, place, rows] = np.bitwise_count(bit - 1)
        hand = hand & ~out
        for card in range(rules.hand_size):
            more = card < draw
            if not more.any():
                break
            code = self.stock.draw(more)
            self.drawn[card, place] = code
            hand = hand | bits(code)
        self.stock.throw(out, int(rules.declare != "with-draw" or rules.reuse == "folded-first"))
        self.hand[place] = np.where(plays, hand, self.hand[place])
        self.own_out[place] = out
        self.draw[place] = draw
        named = plays & ((number > 0) | ((self.dealer == place) & (rules.trump == "dealer-may-take")))
        self.out_count[place] = np.where(named, number, ABSENT)
        self.drawn_count[place] = np.where(draw > 0, draw, ABSENT)
        rows = np.flatnonzero(over & (draw > self.cap))
        self.over_cap[rows] = False
        self.slips.add("draw-cap", rows, 0, np.full(len(rows), place), np.full(len(rows), NONE))

    def announce_too_many(self) -> None:
        """If that fault is wanted where the rules set no limit, let somebody announce more discards than a hand has (3.3)."""
        rows = np.flatnonzero(self.over_cap & (self.cap == self.rules.hand_size) & (self.declared == PLAYED).any(0))
        places = np.argmax(self.declared[:, rows] == PLAYED, 0)
        self.draw[places, rows] = self.rules.hand_size + 1
        self.slips.add("draw-cap", rows, 0, places, np.full(len(rows), NONE))

    def drop(self) -> None:
        """Let players with poor hands drop after the draw, as long as somebody stays (7.4)."""
        left = (self.declared == PLAYED).sum(0)
        poor = strategy.strength(self.hand, self.trumps, self.trump) < POOR
        bound = self.dealer_is_bound()
        for place in range(self.width):
            goes = (self.declared[place] == PLAYED) & poor[place] & (left > 1) & self.dice.chance(DROPS, self.count)
            goes &= ~(bound & (self.dealer == place)) & (self.wishes.fault < 0)
            self.declared[place] = np.where(goes, DROPPED, self.declared[place])
            left = left - goes
