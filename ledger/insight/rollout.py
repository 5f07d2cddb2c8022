"""Whole hands played out by reference players, many at once, under the table's own rules (rules.md
2 to 5).

Deal, draw and play are those of the simulation, which asks ``game.play`` what is legal: no rule
is repeated here. Reference players stay when a stay table says so.

The value of a hand to a player, in stakes: chips, a share of the pot it leaves, and antes saved.

A pot that is carried on belongs to nobody yet, but is worth most to whoever deals next. So the
value of a hand is the player's net plus a share of what the pot grew by; an ante saved is worth an
ante to whoever saves it, less a share of what the pot lacks because of it. Values add up to zero
over the table in every hand.

Dice that fall for each hand by a key of its own: what is worked out of one hand never hangs on its
neighbours.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from ledger.engine.form import bits, mask_of_lists
from ledger.game import Rules, costs
from ledger.game.play import NONE, best_after, player_at, ranks, suit_of
from ledger.hands.model import DROPPED, PLAYED, Array, Hands
from ledger.insight.leads import cell_of, led
from ledger.insight.stay_table import StayTable
from ledger.simulation.deck import BITS, Dice, Stock, deal
from ledger.simulation.hand import (
    Deal,
    Declarations,
    Holdings,
    Tricks,
    Turn,
    Wishes,
    holdings,
    unbeaten,
)

ALL: Final = (1 << 52) - 1
FREE: Final = -1  # in ``Forced.stays``: the player decides by the table. 0 passes, 1 stays


class RolledOut(NamedTuple):
    """How hands ended; arrays (places, hands), in stakes where they are amounts.

    ``entered`` said that they play, ``stayed`` did so to the end (7.4); ``in_before`` is how many
    entered before each place. ``taken`` of the pot, ``paid`` for a bourré and for playing.
    ``exempt`` posts no ante for the next hand.
    """

    entered: Array
    stayed: Array
    in_before: Array
    won: Array
    taken: Array
    paid: Array
    exempt: Array


@dataclass(slots=True)
class ReferenceTable:
    """Players who all decide by ``table``, staying where the margin is above ``-loose``, in stakes.

    ``loose`` is that of all, of each hand (hands,), or of each place in each hand (places, hands).
    """

    table: StayTable
    loose: Array | float = 0.0

    def looseness(self, count: int) -> Array:
        """How loose each place is in each of ``count`` hands (places, hands)."""
        return np.broadcast_to(self.loose, (self.table.seats, count))


class Forced(NamedTuple):
    """Decisions that are imposed: ``stays`` (places, hands) says who stays, who passes, and who is
    FREE.

    ``thrown`` (hands,) are masks of what the players in ``place`` discard, if that is imposed.
    """

    stays: Array
    place: int = -1
    thrown: Array | None = None


class ReferenceDeclarations(Declarations):
    """Declarations of reference players, some of whom are forced."""

    def __init__(
        self,
        players: ReferenceTable,
        dice: Dice,
        dealt: Deal,
        stock: Stock,
        forced: Forced | None = None,
    ) -> None:
        super().__init__(players.table.rules, dice, dealt, stock)
        self.players = players
        self.forced = Forced(np.full(dealt.dealt.shape[1:], FREE)) if forced is None else forced
        self.loose = players.looseness(len(dealt.seated))
        self.in_before = np.zeros_like(self.forced.stays)

    def willing(self, place: int, seen: Array) -> Array:
        """Who stays: those who are forced to, and free players for whom staying is worth more."""
        self.in_before[place] = self.in_so_far
        margin = self.players.table.of(seen, self.trump, place, self.in_so_far)
        stays = self.forced.stays[place]
        return np.asarray(np.where(stays == FREE, margin > -self.loose[place], stays == 1))

    def unwanted(self, place: int, hand: Array) -> Array:
        """The cards to discard: those imposed, else what sensible players would discard."""
        if place == self.forced.place and self.forced.thrown is not None:
            return self.forced.thrown
        return super().unwanted(place, hand)


class SensibleTricks(Tricks):
    """Tricks without errors, claims and cards taken back; no dice are used for them.

    ``place_of`` (players, hands) are the places of those who play; ``told`` (tricks, turns, hands)
    are cards that must be played. If there are any, ``legal`` has the legal cards of each turn.
    ``cells`` are where the leaders of all tricks but the last looked in the table of leads.
    """

    def __init__(
        self, table: StayTable, dice: Dice, held: Holdings, place_of: Array, told: Array | None
    ) -> None:
        super().__init__(table.rules, dice, nothing_wished(held.held.shape[1]), held)
        self.leads, self.place_of, self.told = table.leads, place_of, told
        self.legal: list[tuple[int, int, Array]] = []
        self.cells: list[Array] = []

    def claim_rest(self, trick: int) -> None:
        """Nobody claims."""

    def lead_out_of_turn(self, trick: int) -> None:
        """Nobody does."""

    def play(self, trick: int) -> None:
        """Play one trick; of the last, which leaves nothing to choose, only who wins it."""
        if trick < self.rules.hand_size - 1 or self.told is not None:
            super().play(trick)
            return
        winner, best = self.lead, self.held[self.lead, self.rows]
        led = suit_of(best)
        for turn in range(1, self.players):
            player = player_at(self.lead, turn, self.number)
            before, best = best, best_after(best, self.held[player, self.rows], led, self.trumps)
            winner = np.where(best != before, player, winner)
        self.won[winner, self.rows] += 1

    def leads_with(self, now: Turn) -> Array:
        """The cards led, by the table of leads."""
        if now.trick == self.rules.hand_size - 1:
            return now.legal
        cell = cell_to_lead(self, now)
        self.cells.append(cell)
        return led(self.leads[cell], now.legal, self.trumps)

    def chosen(self, now: Turn, card: Array) -> Array:
        """The cards played: those chosen, or those told."""
        if self.told is None:
            return card
        self.legal.append((now.trick, now.turn, now.legal))
        told = self.told[now.trick, now.turn]
        return np.where(told != 0, told, card)

    def take_back(self, now: Turn, card: Array) -> None:
        """Nobody does."""


def cell_to_lead(tricks: Tricks, now: Turn) -> Array:
    """Where in the table of leads those who lead now look (hands,)."""
    own, out = (
        ranks(now.mine, tricks.trump),
        ranks(tricks.out(now.player, tricks.rows), tricks.trump),
    )
    return cell_of(
        tricks.rules.hand_size - now.trick,
        tricks.number,
        own,
        unbeaten(own, out),
        tricks.won.take(now.at),
    )


def nothing_wished(count: int) -> Wishes:
    """Wishes for hands in which nothing rare happens."""
    never = np.zeros(count)
    return Wishes(recalls=never, early=never, claims=never, lays=never)


def roll_out(
    players: ReferenceTable, decks: Array, dice: Dice, forced: Forced | None = None
) -> RolledOut:
    """Play hands out from decks (hands, 52), codes of cards in the order in which they are
    dealt.
    """
    rules, seats = players.table.rules, players.table.seats
    seated = np.full(len(decks), seats)
    dealt, turned, top = deal(rules, decks, seated, seats)
    return played_on(players, Deal(seated, dealt, turned), Stock(dice, decks, top), dice, forced)


def played_on(
    players: ReferenceTable, dealt: Deal, stock: Stock, dice: Dice, forced: Forced | None = None
) -> RolledOut:
    """Let reference players declare, draw and play hands already dealt, drawing from ``stock``."""
    said = said_on(players, dealt, stock, dice, forced)
    return played_out(players.table, said, said.in_before)


def said_on(
    players: ReferenceTable, dealt: Deal, stock: Stock, dice: Dice, forced: Forced | None = None
) -> ReferenceDeclarations:
    """Let reference players declare and draw."""
    said = ReferenceDeclarations(players, dice, dealt, stock, forced)
    said.run()
    return said


class Held(NamedTuple):
    """What is known once everybody has drawn; arrays (places, hands).

    ``declared`` is as in ``Hands``; ``held`` and ``own_out`` are masks of the hands and of the
    discards, ``draw`` is how many cards were drawn.
    """

    declared: Array
    held: Array
    own_out: Array
    draw: Array


def all_said(players: ReferenceTable, dealt: Deal, now: Held, dice: Dice) -> ReferenceDeclarations:
    """Declarations that have all been made, and draws."""
    count = len(dealt.seated)
    nothing_to_draw = Stock(
        dice, np.broadcast_to(np.int64(0), (count, 52)), np.zeros(count, np.int64)
    )
    said = ReferenceDeclarations(
        players, dice, dealt, nothing_to_draw, Forced(np.zeros_like(now.draw))
    )
    said.declared, said.hand, said.own_out, said.draw = now
    return said


def play_out(
    players: ReferenceTable, dealt: Deal, now: Held, dice: Dice, told: Array | None = None
) -> RolledOut:
    """Let reference players play hands in which it is known who stays and with which cards.

    ``told`` (tricks, turns, hands) are cards, as masks, that must be played; 0 where players are
    free.
    """
    said = all_said(players, dealt, now, dice)
    return played_out(players.table, said, said.in_before, told)


def legal_cards(table: StayTable, dealt: Deal, now: Held, told: Array) -> Array:
    """The legal cards of each turn, as masks in the shape of ``told``, if those cards are
    played.
    """
    found = np.zeros_like(told)
    for rows, tricks in tricks_of(
        table, all_said(ReferenceTable(table), dealt, now, Dice(0)), told
    ):
        tricks.run()
        for trick, turn, legal in tricks.legal:
            found[trick, turn, rows] = legal
    return found


def codes_of(cards: Array, size: int) -> Array:
    """Masks (…, hands) as lists of codes (size, …, hands), the lowest first; NONE past the last."""
    listed = np.full((size, *cards.shape), NONE, np.uint8)
    left = cards.copy()
    for at in range(size):
        bit = left & -left
        listed[at] = np.where(bit != 0, np.bitwise_count(bit - 1), NONE)
        left ^= bit
    return listed


def stock_of(rules: Rules, dealt: Array, turned: Array, dice: Dice) -> Stock:
    """The shuffled stock that remains after a deal (hand size, places, hands)."""
    gone = mask_of_lists(dealt.reshape(-1, dealt.shape[-1]))
    if rules.trump != "dealer":
        gone = gone | bits(turned)
    left = ALL & ~gone
    stock = Stock(dice, dice.shuffled(len(left), left), np.zeros(len(left), np.int64))
    stock.end[:] = np.bitwise_count(left)
    return stock


def played_out(
    table: StayTable,
    said: Declarations,
    in_before: Array,
    told: Array | None = None,
    kind: Callable[..., SensibleTricks] = SensibleTricks,
) -> RolledOut:
    """Play hands in which everybody has declared and drawn; ``told`` are cards that must be played,
    ``kind`` plays them.
    """
    rules = table.rules
    stayed = said.declared == PLAYED
    won = np.zeros(stayed.shape, np.int64)
    alone = stayed.sum(0) == 1
    won[:, alone] = np.where(stayed[:, alone], rules.hand_size, 0)
    for rows, tricks in tricks_of(table, said, told, kind):
        tricks.run()
        won[tricks.place_of, rows] = tricks.won
    return settled(table, said.declared, won, in_before)


def tricks_of(
    table: StayTable,
    said: Declarations,
    told: Array | None,
    kind: Callable[..., SensibleTricks] = SensibleTricks,
) -> Iterator[tuple[Array, SensibleTricks]]:
    """Yield, for each number of players, the hands (rows) with that many, and their tricks before
    any card is played.
    """
    number = (said.declared == PLAYED).sum(0)
    for players in range(2, said.width + 1):
        rows = np.flatnonzero(number == players)
        if len(rows):
            place_of, held = holdings(said, rows)
            yield (
                rows,
                kind(
                    table,
                    said.dice.of(rows),
                    held,
                    place_of,
                    None if told is None else told[:, :, rows],
                ),
            )


def settled(table: StayTable, declared: Array, won: Array, in_before: Array) -> RolledOut:
    """Settle hands with a stake of 1 (3.6, 5.1 to 5.7, 5.13); ``declared`` (places, hands) as in
    ``Hands``.
    """
    rules, terms = table.rules, table.terms
    stayed = declared == PLAYED
    most = won.max(0)
    first = (won == most) & (most > 0)
    leaders = first.sum(0)
    tied = first & (leaders > 1)
    enough = rules.wins == "most" or most >= rules.tricks_for_pot
    taken = np.where(
        first & enough & ((leaders == 1) | (rules.split == "share")),
        1 / np.maximum(leaders, 1),
        0.0,
    )
    bourre = stayed & (won == 0)
    price, _ = costs.bourre_cost(terms, 1.0)
    entered = stayed | (declared == DROPPED)
    if rules.gives_dealer_the_pot:
        taken[-1] += ~entered.any(0)
    paid = bourre * price + (terms.fee * entered if rules.pays_to_play else 0.0)
    if rules.stay_ante:
        paid = paid + terms.fee * stayed
    exempt = (bourre & rules.bourre_exempt) | (tied & rules.tied_exempt)
    return RolledOut(entered, stayed, in_before, won, taken, paid, exempt)


# --- The value of a hand --------------------------------------------------------------------------
def value_of(ended: RolledOut, table: StayTable) -> Array:
    """The values of hands (places, hands), in stakes; those of each hand add up to 0."""
    own = ended.taken - ended.paid
    share = table.share[:, None]
    return np.asarray(
        own - own.sum(0) * share + exemptions(ended.exempt, share, table.ante + table.beyond)
    )


def exemptions(exempt: Array, share: Array, ante: Array | float) -> Array:
    """The value of saved antes (places, hands): an ante to whoever saves it, while the pot is
    smaller by it for everybody.
    """
    return np.asarray(ante * (exempt - exempt.sum(0) * share))


def at_rest(table: StayTable) -> Array:
    """The change in value of each place (places,) if no chip is taken or paid: the deal passes on,
    and all owe an ante.

    Together with ``worth``, the mean value of the cards, it is the value of a place. Each player
    sits in every place in turn, so it adds up to 0.
    """
    before = np.roll(table.share, -1)
    return np.asarray(table.share - before + table.ante * (table.share * table.seats - 1))


def shares(taken: Array, paid: Array) -> Array:
    """The share of each place (places,) in a pot carried into the next hand, by the place in the
    hand before.

    A chip in the pot is taken, matched by a bourré, or carried on again, and each time the deal
    passes on. From the mean of what is ``taken`` and ``paid`` of it (places, hands) in one hand,
    the sum over all the hands to come. What a pot grows by in every hand cancels out, since the
    shares must add up to 1.
    """
    net = (taken - paid).mean(1)
    seats = len(net)
    left = 1 - net.sum()
    # A player in place p is in place p - 1 in the next hand; the player at the dealer's left deals
    # next.
    passed_on = np.roll(np.eye(seats), -1, axis=1)
    equations = np.vstack([np.eye(seats) - left * passed_on, np.ones(seats)])
    now = np.linalg.lstsq(equations, np.append(net, 1.0), rcond=None)[0]
    return np.asarray(np.roll(now, 1))


# --- Dice by the key of a hand --------------------------------------------------------------------
STEP: Final = np.uint64(0x9E3779B97F4A7C15)
FIRST: Final = np.uint64(0xBF58476D1CE4E5B9)
SECOND: Final = np.uint64(0x94D049BB133111EB)


def key_of(*words: object) -> int:
    """A key of 64 bits from words that say what it is for: a session, a hand, a decision."""
    return int.from_bytes(
        hashlib.blake2b("\0".join(map(str, words)).encode(), digest_size=8).digest(), "little"
    )


def keys_of(hands: Hands, rows: Array, *what: object) -> Array:
    """A key for each of some hands: of the session, the hand's number and ``what`` is
    thrown for.
    """
    numbers = hands.number[rows].tolist()
    sessions = [hands.sessions[at].id for at in hands.session[rows].tolist()]
    keys = [
        key_of(session, number, *what) for session, number in zip(sessions, numbers, strict=True)
    ]
    return np.array(keys, np.uint64)


def worlds(keys: Array, count: int) -> Array:
    """For each key, ``count`` keys in a row: one for each way in which the unseen cards may lie."""
    return mixed(
        np.repeat(keys, count) + np.tile(np.arange(1, count + 1, dtype=np.uint64), len(keys))
    )


def keys_after(keys: Array, which: Array, number: Array) -> Array:
    """Keys for what comes after the deal, none of which ``worlds`` has: of each way (ways,) of the
    hands ``which``, by number.
    """
    return mixed(keys[which] - number.astype(np.uint64))


def mixed(number: Array) -> Array:
    """The last step of SplitMix64 (Steele, Lea, Flood 2014): every bit of the result depends on
    every bit of the number.
    """
    number = number ^ (number >> np.uint64(30))
    number *= FIRST
    number ^= number >> np.uint64(27)
    number *= SECOND
    number ^= number >> np.uint64(31)
    return np.asarray(number)


APART: Final = 1 << 32  # how far off dice begin that are only for some of the hands
AT_ONCE: Final = 512  # decks shuffled together


class KeyedDice(Dice):
    """As ``Dice``, a key of 64 bits (hands,) for each hand; the hands are the first axis of what is
    thrown.
    """

    def __init__(self, keys: Array) -> None:
        self._keys = np.asarray(keys, np.uint64)
        self._thrown = 0

    def bits(self, *shape: int) -> Array:
        """Return numbers of 32 random bits as int64, (hands,) or (hands, each)."""
        each = int(np.prod(shape[1:], dtype=np.int64))
        at = np.arange(self._thrown, self._thrown + each, dtype=np.uint64)
        self._thrown += each
        thrown = mixed(self._keys[:, None] + STEP * (at + np.uint64(1)))
        thrown >>= np.uint64(BITS)
        return thrown.view(np.int64).reshape(shape)

    def shuffled(self, count: int, cards: Array | None = None) -> Array:
        """As those of ``Dice``, some hands at a time: what is thrown for them stays in the
        processor's cache.
        """
        decks = np.empty((count, 52), np.uint8)
        for start in range(0, count, AT_ONCE):
            some = slice(start, start + AT_ONCE)
            decks[some] = Dice.shuffled(
                self._here(some), len(decks[some]), None if cards is None else cards[some]
            )
        self._thrown += 52
        return decks

    def _here(self, rows: Array | slice, apart: int = 0) -> KeyedDice:
        dice = KeyedDice(self._keys[rows])
        dice._thrown = self._thrown + apart
        return dice

    def of(self, rows: Array) -> KeyedDice:
        """The dice for some of the hands: they throw what these never do, or the other hands would
        hang on who is among them.
        """
        return self._here(rows, APART)
