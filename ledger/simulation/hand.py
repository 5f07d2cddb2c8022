"""One hand of many sessions: dealt, declared and played, as columns (rules.md 1 to 4).

Below: how sensible players decide, in whole numbers only; who stays and draws what (rules.md 3 and
7.4); and the play, card by card, in which the engine's rules decide what is legal. Claims at the
end (4.11): a player who is certain of the pot leads the highest trumps one after another, which is
as good as laying them down; so the tricks are played, and then written as a claim.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np

from ledger.engine.form import bits, mask_of_lists, short_ranks
from ledger.game import Rules
from ledger.game.play import (
    ALL_RANKS,
    NONE,
    SUIT,
    Mask,
    beats,
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
from ledger.hands.model import ABSENT, DROPPED, PASSED, PLAYED, SILENT, TRICKS, Array
from ledger.simulation.deck import Dice, Stock, deal


@dataclass(slots=True)
class HandPlayed:
    """The columns of ``Hands`` about cards, completely known, and what the next hand and the
    settlement need.
    """

    columns: dict[str, Array]
    recalled: Array  # bool (width, hands)
    reshuffled: Array  # bool (hands)


@dataclass(slots=True)
class Wishes:
    """What is to happen in some hands, as rates from 0 to 1, arrays (hands,).

    ``recalls`` of a card taken back in a hand, ``early`` of an announcement out of turn, ``claims``
    of a claim by a player sure of the rest, ``lays`` of cards laid down for some of the tricks. The
    tests wish for faults as well.
    """

    recalls: Array
    early: Array
    claims: Array
    lays: Array

    def part(self, rows: Array) -> Wishes:
        """The wishes for the hands in ``rows``."""
        return replace(
            self,
            recalls=self.recalls[rows],
            early=self.early[rows],
            claims=self.claims[rows],
            lays=self.lays[rows],
        )

    def stack(self, rules: Rules, decks: Array, seated: Array) -> None:
        """Change shuffled decks before the deal."""

    def declarations(self, rules: Rules, dice: Dice, deal: Deal, stock: Stock) -> Declarations:
        """The declarations and draws of the hands."""
        return Declarations(rules, dice, deal, stock)

    def tricks(self, rules: Rules, dice: Dice, held: Holdings) -> Tricks:
        """The play of the hands."""
        return Tricks(rules, dice, self, held)


def play_hand(rules: Rules, dice: Dice, wishes: Wishes, seated: Array, width: int) -> HandPlayed:
    """Deal and play one hand in each of many sessions."""
    count = len(seated)
    decks = dice.shuffled(count)
    wishes.stack(rules, decks, seated)
    dealt, turned, top = deal(rules, decks, seated, width)
    stock = Stock(dice, decks, top)
    said = wishes.declarations(rules, dice, Deal(seated, dealt, turned), stock)
    said.run()
    announces = dice.chance(wishes.early, count)  # out of turn (3.9)
    early = (np.arange(width)[:, None] == dice.below(seated, count)) & announces
    columns = {
        "seated": seated.astype(np.int8),
        "turned": turned.astype(np.uint8),
        "trump": said.trump.astype(np.int8),
        "declared": said.declared,
        "order": np.where(said.declared == SILENT, ABSENT, np.arange(width)[:, None]).astype(
            np.int8
        ),
        "draw": said.draw,
        "dealt": np.concatenate(
            [dealt, np.full((HELD - len(dealt), width, count), NONE, np.uint8)]
        ),
        "dealt_count": np.where(said.declared == SILENT, ABSENT, rules.hand_size).astype(np.int8),
        "out": said.out,
        "out_count": said.out_count,
        "drawn": said.drawn,
        "drawn_count": said.drawn_count,
        "early": early,
        "trick_count": np.zeros(count, np.int8),
        "trick_size": np.zeros((TRICKS, count), np.int8),
        "leader": np.full((TRICKS, count), ABSENT, np.int8),
        "cards": np.full((TRICKS, width, count), NONE, np.uint8),
        "withdrawn": np.full((TRICKS, width, count), NONE, np.uint8),
        "claim": np.full(count, ABSENT, np.int8),
        "claim_after": np.full(count, ABSENT, np.int8),
        "shown": np.full((HELD, count), NONE, np.uint8),
    }
    recalled = np.zeros((width, count), bool)
    _play(said, wishes, columns, recalled)
    return HandPlayed(columns, recalled, stock.reshuffled)


def holdings(said: Declarations, rows: Array) -> tuple[Array, Holdings]:
    """What the players who stayed hold after the draw in the hands ``rows``, and the place of each
    (players, hands).
    """
    rules = said.rules
    active = said.declared[:, rows] == PLAYED
    number = active.sum(0)
    rank = np.cumsum(active, 0) - 1
    most = int(number.max())
    place_of = np.zeros((most, len(rows)), np.int64)
    held = np.zeros((most, len(rows)), np.int64)
    own_out = np.zeros((most, len(rows)), np.int64)
    for place in range(said.width):
        here = np.flatnonzero(active[place])
        player = rank[place, here]
        place_of[player, here] = place
        held[player, here] = said.hand[place, rows[here]]
        own_out[player, here] = said.own_out[place, rows[here]]
    turned = bits(said.turned[rows])
    nothing = np.zeros_like(turned)
    drawn = np.cumsum(np.maximum(said.draw[:, rows], 0), 0, dtype=np.int64)
    stock = np.array([rules.stock(seats) for seats in range(said.width + 1)])[said.seated[rows]]
    if rules.reuse == "folded-first":
        seated = np.arange(said.width)[:, None] < said.seated[rows]
        passed = np.cumsum(seated & (said.declared[:, rows] < PLAYED), 0)
        stock = stock + rules.hand_size * (passed if rules.declare == "with-draw" else passed[-1])
    return place_of, Holdings(
        held=held,
        own_out=own_out,
        number=number,
        trump=said.trump[rows],
        trumps=said.trumps[rows],
        upcard=turned if rules.trump == "separate" else nothing,
        loose=turned if rules.trump == "dealer-may-take" else nothing,
        ran_out=np.any(drawn > stock, 0),
    )


def _play(said: Declarations, wishes: Wishes, columns: dict[str, Array], recalled: Array) -> None:
    """Play the tricks of hands with more than one player, and enter them in the columns."""
    rows = np.flatnonzero((said.declared == PLAYED).sum(0) > 1)
    if not len(rows):
        return
    rules = said.rules
    place_of, held = holdings(said, rows)
    most = len(place_of)
    tricks = wishes.part(rows).tricks(rules, said.dice, held)
    tricks.run()
    fold_laid_down(tricks)
    columns["trick_count"][rows] = tricks.trick_count
    columns["trick_size"][:, rows] = np.where(tricks.leader >= 0, held.number, 0)
    columns["cards"][:, :most, rows] = tricks.cards
    columns["withdrawn"][:, :most, rows] = tricks.withdrawn
    leader = np.take_along_axis(place_of, np.maximum(tricks.leader, 0).astype(np.intp), 0)
    columns["leader"][:, rows] = np.where(tricks.leader >= 0, leader, ABSENT)
    claimed = np.flatnonzero(tricks.claimant >= 0)
    columns["claim"][rows[claimed]] = place_of[tricks.claimant[claimed], claimed]
    columns["claim_after"][rows[claimed]] = tricks.claim_after[claimed]
    shown = tricks.shown[claimed]
    for card in range(rules.hand_size):
        bit = shown & -shown
        columns["shown"][card, rows[claimed]] = np.where(bit != 0, np.bitwise_count(bit - 1), NONE)
        shown &= ~bit
    for player in range(most):
        here = np.flatnonzero(tricks.recalled[player])
        recalled[place_of[player, here], rows[here]] = True


# --- Strategy -------------------------------------------------------------------------------------
SPREAD: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
ACES: Final = SPREAD << 12
KINGS: Final = SPREAD << 11


def _folded(mask: Mask) -> Mask:
    return (mask | mask >> 13 | mask >> 26 | mask >> 39) & 0x1FFF


def lowest(mask: Mask) -> Mask:
    """One card of the lowest rank in ``mask``, as a mask."""
    rank = _folded(mask)
    cards = mask & (rank & -rank) * SPREAD
    return cards & -cards


def highest(mask: Mask) -> Mask:
    """One card of the highest rank in ``mask``, as a mask."""
    rank = _folded(mask)
    for step in (1, 2, 4, 8):
        rank = rank | rank >> step
    cards = mask & (rank ^ rank >> 1) * SPREAD
    return cards & -cards


def strength(hand: Array, trumps: Array, trump: Array) -> Array:
    """The worth of each hand in points: three for a trump, more for a high one, something for side
    aces and kings.
    """
    own = ranks(hand, trump)
    high = (own >> 9 & 1) + 2 * (own >> 10 & 1) + 3 * (own >> 11 & 1) + 4 * (own >> 12 & 1)
    side = hand & ~trumps
    worth = (
        3 * np.bitwise_count(own)
        + high
        + 2 * np.bitwise_count(side & ACES)
        + np.bitwise_count(side & KINGS)
    )
    return np.asarray(worth, np.int64)


def asked_for(already_in: Array, to_act: Array) -> Array:
    """The points a hand needs to stay: the more players are in or may still come in, the more."""
    return np.asarray(4 + np.minimum(already_in, 4) + to_act // 2)


def thrown(hand: Array, trumps: Array, keeps_kings: Array) -> Array:
    """The cards to replace: neither trumps nor aces, nor kings where ``keeps_kings``."""
    return hand & ~trumps & ~ACES & ~np.where(keeps_kings, KINGS, 0)


def lead(legal: Array, trumps: Array) -> Array:
    """Which of the legal cards to lead: a side ace, a trump from three or more, else the best plain
    card.
    """
    aces = legal & ACES & ~trumps
    own = legal & trumps
    plain = legal & ~trumps
    many = np.bitwise_count(own) >= 3
    return np.where(aces != 0, aces & -aces, highest(np.where(many | (plain == 0), own, plain)))


def follow(legal: Array, led: Array, best: Array, trumps: Array, *, last: Array) -> Array:
    """Which of the legal cards to play to a trick.

    Wins as cheaply as possible, but high in a plain suit unless ``last``; otherwise loses the
    lowest plain card.
    """
    winning = legal & beats(best, led, trumps)
    plain = legal & ~trumps
    card: Array = lowest(either(plain, legal))
    high = np.flatnonzero(~last & ((winning & led & ~trumps) != 0))
    card[high] = highest(legal[high])
    return card


# --- Before the play ------------------------------------------------------------------------------
HELD = 6  # the most cards in a list: a hand and the turned card
TAKES = 0.95  # how often a dealer who may take the turned card takes it
POOR = 5
"""The least ``strength`` of a good hand after the draw: below it are one trump lower than a queen,
and no ace.
"""
DROPS = 0.7  # how often a poor hand is given up after the draw where that is possible (7.4)
SHRUGS = 0.1  # how often everybody passes because the dealer does not want to play alone (3.6)
SUITS = np.array(SUIT, np.int64)


class Deal(NamedTuple):
    """Who sits (hands,), the cards dealt (hand size, width, hands) and the one turned (hands,)."""

    seated: Array
    dealt: Array
    turned: Array


class Declarations:
    """The declarations and draws of many hands: arrays (…, width, hands)."""

    def __init__(self, rules: Rules, dice: Dice, deal: Deal, stock: Stock) -> None:
        seated, dealt, turned = deal
        width, count = dealt.shape[1:]
        self.rules, self.dice, self.stock = rules, dice, stock
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
        caps = [rules.cap(seats) for seats in range(width + 1)]
        self.cap = np.array(
            [rules.hand_size if cap is None else min(cap, rules.hand_size) for cap in caps]
        )[seated]
        self.in_so_far = np.zeros(count, np.int64)

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
        if self.rules.stay_ante and self.rules.second_pass_allowed:
            self.drop()

    def willing(self, place: int, seen: Array) -> Array:
        """Whether the player in a place wants to play (hands,); ``seen`` are masks of the cards
        held or on offer (hands,).
        """
        dice = self.dice
        worth = strength(seen, self.trumps, self.trump) + dice.below(3, self.count) - 1
        others = (
            np.zeros_like(self.in_so_far)
            if self.rules.declare == "simultaneous"
            else self.in_so_far
        )
        plays = worth >= asked_for(others, np.maximum(self.dealer - place, 0))
        return np.asarray(
            plays
            | (self.dealer == place) & (self.in_so_far == 0) & ~dice.chance(SHRUGS, self.count)
        )

    def declare(self, place: int) -> None:
        """Let one player pass or play (3.1, 3.5, 3.6, 5.13, 7.4)."""
        rules = self.rules
        there = place < self.seated
        dealer = self.dealer == place
        hand = self.hand[place]
        plays = self.willing(
            place,
            hand | np.where(dealer, bits(self.turned), 0)
            if rules.trump == "dealer-may-take"
            else hand,
        )
        if rules.qualify:
            plays &= self.is_good(place)
        plays |= dealer & self.dealer_is_bound()
        self.declared[place] = np.where(there, np.where(plays, PLAYED, PASSED), SILENT)
        self.in_so_far += plays & there

    def is_good(self, place: int) -> Array:
        """True where the player in a place has a trump or a club, without which nobody may stay
        where hands must qualify.
        """
        return np.asarray((self.hand[place] & (self.trumps | SUITS[3])) != 0)

    def dealer_is_bound(self) -> Array:
        """True where the dealer must play (3.5, 5.13)."""
        ace = (self.turned % 13 == 12) & self.rules.ace_binds_dealer
        return np.asarray(ace | self.rules.dealer_plays)

    def unwanted(self, place: int, hand: Array) -> Array:  # noqa: ARG002 - who plays out what somebody threw away must know who
        """The cards that the player in a place wants to replace, as masks (hands,)."""
        return thrown(hand, self.trumps, self.dice.chance(0.5, self.count))

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
        wanted = np.where(takes & (wanted == 0), lowest(hand), wanted)
        most = np.minimum(self.cap, self.stock.left())
        number = np.where(plays, np.minimum(np.bitwise_count(wanted), most + takes), 0)
        draw = np.where(plays, number - takes, ABSENT)
        out = np.zeros(self.count, np.int64)
        for card in range(HELD):
            rows = np.flatnonzero(card < number)
            if not len(rows):
                break
            bit = lowest(wanted[rows] & ~out[rows])
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
        named = plays & (
            (number > 0) | ((self.dealer == place) & (rules.trump == "dealer-may-take"))
        )
        self.out_count[place] = np.where(named, number, ABSENT)
        self.drawn_count[place] = np.where(draw > 0, draw, ABSENT)

    def drop(self) -> None:
        """Let players with poor hands drop after the draw, as long as somebody stays (7.4)."""
        left = (self.declared == PLAYED).sum(0)
        poor = strength(self.hand, self.trumps, self.trump) < POOR
        bound = self.dealer_is_bound()
        for place in range(self.width):
            goes = (
                (self.declared[place] == PLAYED)
                & poor[place]
                & (left > 1)
                & self.dice.chance(DROPS, self.count)
            )
            goes &= ~(bound & (self.dealer == place))
            self.declared[place] = np.where(goes, DROPPED, self.declared[place])
            left = left - goes


# --- The play -------------------------------------------------------------------------------------
# how often a wrong card is taken back at each chance: it should not always be in the first trick
HESITATION = 0.5


@dataclass(frozen=True, slots=True)
class Holdings:
    """Hands with at least two players after the draw: arrays (players, hands) and (hands,).

    Players are counted from the dealer's left. ``held`` and ``own_out`` are masks of the hands and
    of the discards, ``number`` is how many play. ``upcard`` is the turned card if it belongs to no
    one, ``loose`` if the dealer might have taken it (2.4); ``ran_out`` is True if the stock ran out
    (3.4).
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

    ``here`` is True in those hands; ``mine`` is what ``player`` holds, ``at`` its flat index in
    arrays of players and hands. ``allowed`` is what 4.3 to 4.7 allow, ``legal`` what 4.8 leaves of
    it.
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


def unbeaten(own: Array, out: Array) -> Array:
    """The ranks in ``own`` that are higher than all in ``out``; both are 13-bit masks of ranks."""
    below = out
    for step in (1, 2, 4, 8):
        below = below | below >> step
    return np.asarray(own & ~below)


class LaidDown:
    """Where cards are to be laid down: ``wanted`` (hands,).

    For the leader of each trick: ``sure`` (tricks, hands), a mask of the trumps that nothing could
    beat, and how many tricks were ``won`` before it.
    """

    def __init__(self, wanted: Array) -> None:
        self.wanted = wanted
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
        self.takes_back = dice.chance(wishes.recalls, self.count)
        self.lays = LaidDown(dice.chance(wishes.lays, self.count)) if np.any(wishes.lays) else None

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
        """Note which trumps of the leader nothing can beat any more, and how many tricks that
        player has won.
        """
        player, trump = self.lead, self.trump
        mine, out = self.held[player, self.rows], self.out(player, self.rows)
        lays.won[trick] = self.won[player, self.rows]
        if self.rules.cinch != "no":
            sure = np.where(
                self.barred[player, self.rows], 0, unbeaten(ranks(mine, trump), ranks(out, trump))
            )
            lays.sure[trick] = sure << 13 * trump

    def claim_rest(self, trick: int) -> None:
        """Let a player who is certain of all remaining tricks claim them (4.11)."""
        self.claim_wrongly(trick)
        left = self.rules.hand_size - trick
        for player in range(self.players if self.rules.cinch != "no" else 0):
            mine = self.held[player]
            rows = np.flatnonzero(
                self.claims & self.alive & (player < self.number) & ((mine & ~self.trumps) == 0)
            )
            rows = rows[~self.barred[player, rows]]
            own, may = (
                ranks(mine[rows], self.trump[rows]),
                ranks(self.out(player, rows), self.trump[rows]),
            )
            self.claim(rows[sure_tricks(own, may) >= left], player, trick)

    def claim_wrongly(self, trick: int) -> None:  # noqa: ARG002 - in the tests somebody does
        """Nobody does.

        A number is drawn for each hand, so that a seed gives the same sessions with faults and
        without.
        """
        self.dice.bits(self.count)

    def claim(self, rows: Array, player: int, trick: int) -> None:
        """Give a player the remaining tricks."""
        self.claimant[rows], self.claim_after[rows] = player, trick
        self.shown[rows] = self.held[player, rows]
        self.alive[rows] = False

    def lead_out_of_turn(self, trick: int) -> None:  # noqa: ARG002 - in the tests somebody does
        """Nobody does, as in ``claim_wrongly``."""
        self.dice.bits(self.count)

    def out(self, player: Array | int, rows: Array) -> Array:
        """The trumps that others may hold against a player (4.8)."""
        dealt, at = self.dealt, self.dealt_at(rows)
        own_out = np.where(dealt.ran_out[at], 0, dealt.own_out[player, at])
        seen = self.held[player, rows] | self.finished[rows] | dealt.upcard[at] | own_out
        others = self.shown_out[:, rows].sum(0) - self.shown_out[player, rows]
        return np.asarray(np.where(others == self.number[rows] - 1, 0, self.trumps[rows] & ~seen))

    def dealt_at(self, rows: Array) -> Array:
        """Where the hands ``rows`` are in ``dealt``: in ``insight`` many may come of one deal."""
        return rows

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
            over = self.rules.over_trump
            allowed = legal_plays(mine, led, best, self.trumps, self.must, over)
            now = Turn(trick, turn, here, player, at, mine, led, allowed, allowed)
            if self.rules.cinch != "no":
                self.heed_cinch(now)
            if turn == 0:
                card = self.leads_with(now)
            else:
                card = follow(
                    now.legal, led, best, self.trumps, last=np.equal(turn, self.number - 1)
                )
            card = self.chosen(now, card)
            self.take_back(now, card)
            card = np.where(here, card, 0)
            self.cards[trick, turn] = np.where(here, np.bitwise_count(card - 1), NONE)
            self.held.put(at, mine & ~card)
            if turn == 0:
                led, best = suit_of(card), card
            else:
                # Only for players without trumps: discarding a plain card while holding one is a
                # renege, and shows nothing.
                void = np.flatnonzero((mine & self.trumps) == 0)
                void = void[
                    shows_no_trump(card[void], led[void], self.trumps[void], self.must) != 0
                ]
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
        rows, trump, hand, out = self.certain(now)
        if len(rows):
            now.legal = now.allowed.copy()
            between = (
                np.int16(ALL_RANKS) if self.rules.cinch == "literal" else short_ranks(out, trump)
            )
            leave(now.legal, rows, highest_trumps(hand, between), trump)

    def certain(self, now: Turn) -> tuple[Array, Array, Array, Array]:
        """The hands in which 4.8 binds the player: rows, trump suits, ranks of the player's trumps,
        masks of those out.
        """
        literal = self.rules.cinch == "literal"
        own = np.bitwise_count(now.mine & self.trumps)
        spare = self.won.take(now.at) + own - self.rules.tricks_for_pot
        near = now.here & (own > 0) & (spare >= 0)
        if now.turn:
            near &= ((now.turn < self.number - 1) | literal) & (
                (now.led == self.trumps) | ((now.mine & now.led) == 0)
            )
        rows = np.flatnonzero(near)
        rows = rows[~self.barred[now.player[rows], rows]]
        if not len(rows):
            return rows, rows, rows, rows
        out = self.out(now.player[rows], rows)
        # One trump that is higher than all of one's own costs a trick: few have the highest, or one
        # more than they need.
        may = (now.mine[rows] & self.trumps[rows] > out) | (spare[rows] > 0)
        rows, out = rows[may], out[may]
        who, trump = now.player[rows], self.trump[rows]
        hand = short_ranks(now.mine[rows], trump)
        certain = (
            self.won[who, rows] + sure_tricks(hand, short_ranks(out, trump))
            >= self.rules.tricks_for_pot
        )
        return rows[certain], trump[certain], hand[certain], out[certain]

    def leads_with(self, now: Turn) -> Array:
        """The cards led."""
        return lead(now.legal, self.trumps)

    def chosen(self, now: Turn, card: Array) -> Array:  # noqa: ARG002 - in the tests, and in ``insight``, others are
        """The cards played: the ones chosen."""
        return card

    def take_back(self, now: Turn, card: Array) -> None:
        """Let some players take a wrong card back before the next one is played (4.10)."""
        wrong = now.mine & ~now.legal & ~card
        rows = np.flatnonzero(self.takes_back & now.here & (wrong != 0))
        if not len(rows):
            return
        rows = rows[self.dice.of(rows).chance(HESITATION, len(rows))]
        codes = np.bitwise_count(lowest(wrong[rows]) - 1)
        player = now.player[rows]
        self.withdrawn[now.trick, now.turn, rows] = codes
        self.takes_back[rows] = False
        self.recalled[player, rows] = True
        if self.rules.recall == "forfeit":
            self.barred[player, rows] = True


def leave(legal: Array, rows: Array, top: Array, trump: Array) -> None:
    """Restrict ``legal`` in ``rows`` to the trumps of the ranks ``top``, where there are any."""
    cards = legal[rows]
    legal[rows] = either(cards & top.astype(np.int64) << 13 * trump, cards)


# --- Cards laid down ------------------------------------------------------------------------------
def fold_laid_down(tricks: Tricks) -> None:
    """Turn tricks that were played out into a claim, at most one in each hand, where cards are to
    be laid down.
    """
    lays = tricks.lays
    if lays is None:
        return
    plain = (
        ~tricks.recalled.any(0)
        & (tricks.claimant < 0)
        & (tricks.trick_count == tricks.rules.hand_size)
    )
    for row in np.flatnonzero(lays.wanted & plain).tolist():
        found = _chosen(lays, tricks, row)
        if found is not None:
            _fold(tricks, row, *found)


def _chosen(lays: LaidDown, tricks: Tricks, row: int) -> tuple[int, int] | None:
    """The first trick (from 0) for which somebody could have laid down cards, and how many cards;
    None if there is none.
    """
    size, needed = tricks.rules.hand_size, tricks.rules.tricks_for_pot
    leader = tricks.leader[:size, row].tolist()
    for trick in range(size - 1):
        laid = needed - int(lays.won[trick, row])
        led = tricks.cards[trick : trick + laid, 0, row]
        kept_the_lead = leader[trick : trick + laid + 1] == [leader[trick]] * (laid + 1)
        if laid > 0 and kept_the_lead and (bits(led) & lays.sure[trick, row]).all():
            return trick, laid
    return None


def _fold(tricks: Tricks, row: int, trick: int, laid: int) -> None:
    """Replace ``laid`` tricks from ``trick`` on by cards that their leader laid down; later tricks
    move up.
    """
    tricks.claimant[row], tricks.claim_after[row] = tricks.leader[trick, row], trick
    tricks.shown[row] = np.bitwise_or.reduce(bits(tricks.cards[trick : trick + laid, 0, row]))
    tricks.trick_count[row] -= laid
    for column, nothing in (
        (tricks.leader, ABSENT),
        (tricks.cards, NONE),
        (tricks.withdrawn, NONE),
    ):
        column[trick : TRICKS - laid, ..., row] = column[trick + laid :, ..., row]
        column[TRICKS - laid :, ..., row] = nothing
