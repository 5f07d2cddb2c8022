"""Plays all hands in lockstep: who won each trick, and a verdict on every card played (rules.md 4 and 6).

What lay on the table before each card, who won each trick, who led out of turn (4.1, 4.2, 6.3); the duty of a player who is
certain of the pot, from the tricks that are sure by the record (4.8); claims (4.11); the verdicts: right, wrong, or not provable
from this record (4.3 to 4.8, 6). Last the replay itself: hands are taken in groups of the same number of players, a few thousand
at a time, so that every array is full and stays in the processor's cache.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from ledger.engine.form import (
    SUIT_BITS,
    Fact,
    Form,
    PlayOrder,
    bits,
    by_place,
    counted_cards,
    dealt_again,
    form_of,
    from_then_on,
    indices,
    mask_of_lists,
    short_ranks,
    summed,
)
from ledger.engine.knowledge import Evidence, knowledge, may_be_held, shown_out, without_contradictions
from ledger.game.play import (
    ALL_RANKS,
    NONE,
    UNKNOWN,
    above,
    beats,
    either,
    hidden_after,
    highest_trumps,
    legal_against,
    legal_whatever_lies,
    player_at,
    ranks,
    sure_tricks,
)
from ledger.hands.model import ABSENT, LINE_CLAIM, LINE_TRICK, TRICKS, Array, Hands

# --- Tricks -----------------------------------------------------------------------------------------------------------


class OnTable:
    """What lies on the table before each card: arrays (tricks, turns, hands) in order of play.

    ``bit`` is the mask of the card that is then played, ``best`` that of the best card before it, ``beating`` are the cards
    that beat it, and ``unseen`` is True where the cards no longer tell which is best. ``led`` (tricks, hands) is the mask of
    the suit led, ``winning`` that of the card that takes the trick, as far as cards were seen, ``winning_turn`` its turn, and
    ``any_unseen`` is True where that is open.
    """

    def __init__(self, cards: Array, trumps: Array) -> None:
        self.bit = bits(cards)
        self.led = led = SUIT_BITS[cards[:, 0] // 13]
        self.led_known = cards[:, 0] < UNKNOWN
        self.best, self.beating = np.zeros_like(self.bit), np.zeros_like(self.bit)
        self.unseen = np.zeros(cards.shape, bool)
        best = self.bit[:, 0]
        unseen = best == 0
        self.winning_turn = np.zeros(best.shape, np.int8)
        # Almost all records name every card and the trump: for them nothing has to be asked about hidden cards.
        self.some_unseen = bool((cards == UNKNOWN).any()) or bool((trumps == 0).any())
        for turn in range(1, cards.shape[1]):
            self.best[:, turn] = best
            card = self.bit[:, turn]
            self.beating[:, turn] = beating = beats(best, led, trumps)
            winning = card & beating
            best = either(winning, best)
            np.copyto(self.winning_turn, np.int8(turn), where=winning != 0)
            if self.some_unseen:
                self.unseen[:, turn] = unseen
                unseen = hidden_after(unseen, card, led, trumps)
        self.winning = best
        self.any_unseen = unseen

    def with_card(self, bit: Array) -> OnTable:
        """The same, but for the cards that are then played."""
        other = copy(self)
        other.bit = bit
        return other

    def first(self, tricks: int) -> OnTable:
        """The same of the first tricks."""
        part = copy(self)
        for name in ("bit", "led", "led_known", "best", "beating", "unseen"):
            setattr(part, name, getattr(self, name)[:tricks])
        return part


def winners(evidence: Evidence, table: OnTable) -> Array:
    """The active player (tricks, hands) who won each trick, ABSENT if the cards do not tell or there is none (6.3)."""
    form, players = evidence.form, evidence.players
    there = np.arange(TRICKS, dtype=np.int8)[:, None] < form.tricks
    seen = there & ~table.any_unseen
    hidden = there & table.any_unseen & table.led_known & (evidence.trumps != 0)
    if hidden.any():
        seen |= hidden & _won_all_the_same(evidence, table, hidden)
    won = np.where(seen, player_at(form.lead, table.winning_turn, np.int8(players)), np.int8(ABSENT))
    if form.laid.any():
        for trick in range(TRICKS):
            won[trick] = np.where(form.laid_down(trick), form.claimant, won[trick])
    return won


def _won_all_the_same(evidence: Evidence, table: OnTable, hidden: Array) -> Array:
    """True (tricks, hands) where the ``??`` of a trick cannot have won it: every card that could is known to be elsewhere (6.3).

    Ann leads the K♥, Bea's card is ``??``, Cal plays the 3♥; spades are trumps. The A♥ and every spade beat the king. If all
    of them are known to be elsewhere (played in other tricks, by Ann or Cal, shown, kept by Ann or Cal) the trick is Ann's.
    What Bea is known to have held does not count: that may be the very card that nobody saw.
    """
    form, known, hands = evidence.form, evidence.known, evidence.hands
    found = np.zeros(hidden.shape, bool)
    everywhere = np.bitwise_or.reduce(np.bitwise_or.reduce(bits(known.played), 0), 0)
    everywhere = everywhere | np.bitwise_or.reduce(known.shown, 0) | evidence.upcard
    takes = evidence.separate & ~evidence.nobodys
    for trick in range(TRICKS):
        rows = np.flatnonzero(hidden[trick])
        unseen = known.played[trick][:, rows] == UNKNOWN
        mine = np.where(unseen, 0, known.ever[:, rows])
        dealers = form.seat_of[:, rows] == hands.seated[rows] - 1
        lying = takes[rows] & ~(unseen & dealers).any(0)  # nobody else can have taken the turned card
        turned = np.where(lying, evidence.turned[rows], 0)
        elsewhere = everywhere[rows] | np.bitwise_or.reduce(mine, 0) | turned
        missing = beats(table.winning[trick, rows], table.led[trick, rows], evidence.trumps[rows]) & ~elsewhere
        found[trick, rows] = missing == 0
    return found


def led_out_of_turn(evidence: Evidence, winner: Array) -> list[Fact]:
    """Facts for each trick led out of turn (4.1), and for the trick at which the replay of a hand ends (turn, hand-size)."""
    form = evidence.form
    facts: list[Fact] = []
    expected = np.zeros(len(evidence.hands), np.int8)
    for trick in range(TRICKS):
        wrong = (trick < form.tricks) & (expected >= 0) & (form.lead[trick] != expected) & ~form.laid_down(trick)
        facts += [_turn(evidence, int(row), trick, int(form.seat_of[expected[row], row])) for row in np.flatnonzero(wrong)]
        expected = winner[trick]
    facts += [_broken(evidence, int(row), int(form.broken[row])) for row in np.flatnonzero(form.broken >= 0)]
    return facts


def _broken(evidence: Evidence, row: int, trick: int) -> Fact:
    """The trick at which the replay of a hand ends: its leader is not in the hand, or it has the wrong number of cards."""
    hands, form = evidence.hands, evidence.form
    if form.bad_leader[row]:
        return _turn(evidence, row, trick, -1)
    too_many = bool(trick >= form.hand_size[row])
    line = form.trick_line(trick, row)
    size = 0 if too_many else int(hands.trick_size[line, row])
    why = {"cards": size, "players": int(form.players[row]), "too_many": too_many}
    return Fact("hand-size", row, trick + 1, line=hands.line_of(row, LINE_TRICK + line), why=why)


def _turn(evidence: Evidence, row: int, trick: int, expected: int) -> Fact:
    """A trick led out of turn; ``expected`` is the place that should have led, -1 if the leader was not in the hand."""
    hands = evidence.hands
    origin, rows = hands.origin or (hands, np.arange(len(hands)))
    line = evidence.form.trick_line(trick, row)
    seat = int(origin.leader[line, rows[row]])
    return Fact("turn", row, trick + 1, seat, line=hands.line_of(row, LINE_TRICK + line), why={"expected": expected})


def recalled(evidence: Evidence, back: Array) -> Array:
    """Who took a card back in each trick (tricks, seats, hands); ``back`` (tricks, turns, hands) are the cards that count."""
    return np.array([by_place(taken, evidence.form) for taken in evidence.order.by_player(back)])


def recalls(evidence: Evidence, right: Array) -> list[Fact]:
    """A fact for each card taken back (4.10); ``right`` (tricks, turns, hands) is True where it is proved to have been right."""
    form, cards = evidence.form, evidence.cards
    at = trick, turn, row = indices(cards.withdrawn != NONE)
    seat = form.seat_of[player_at(form.lead[trick, row], turn, form.players[row]), row]
    line = evidence.hands.lines_of(row, LINE_TRICK + form.trick_line(trick, row))
    columns = (row, trick + 1, seat, cards.withdrawn[at], line, cards.cards[at], right[at])
    return [
        Fact("recall", row, number, seat, card, line=line, why={"instead": instead}, remark=mild)
        for row, number, seat, card, line, instead, mild in zip(*(column.tolist() for column in columns), strict=True)
    ]


# --- Cinch ------------------------------------------------------------------------------------------------------------


class Out(NamedTuple):
    """Masks of the trumps that are still out against some players: that ``may`` be, and that are ``certain`` to be (4.8).

    ``none`` is True where nobody else has a trump, because everybody else has shown out.
    """

    may: Array
    certain: Array
    none: Array


def trumps_out(evidence: Evidence, trick: Array, player: Array, row: Array, held: Array) -> Out:
    """The trumps that are out against ``player`` (active) at ``trick`` of hand ``row``, who is known to hold ``held``.

    Once everybody else has shown out there are none. All arguments are arrays of one length. Ann holds A♠ and J♠ in trick 3,
    the 9♠ fell in trick 1, Bea plays the Q♠ in trick 5: every spade but those three may be out, for nobody knows what the
    others threw away; certain is the Q♠ only.
    """
    form, known, cards, shown_out = evidence.form, evidence.known, evidence.cards, evidence.shown_out
    trumps = evidence.trumps[row]
    own_out = known.own_out[player, row]
    unseen = trumps & ~held & ~known.finished[trick, row] & ~evidence.upcard[row]
    may = unseen & ~np.where(evidence.ran_out[row], 0, own_out)
    # If a player's whole hand and discards are known, each trump that was never seen is certainly out: in another hand, among
    # the discards, or in the stock. The exception is a turned card of form 2, which the dealer may or may not have taken.
    left = form.hand_size[row] - trick
    upcard_known = ~evidence.separate[row] | (cards.turned[row] < UNKNOWN)
    whole = (np.bitwise_count(held) >= left) & known.outs_known[player, row] & upcard_known & ~known.hidden[trick, row]
    loose = np.where(evidence.separate[row], bits(cards.turned[row]), 0)
    never_seen = np.where(whole, unseen & ~own_out & ~loose, 0)
    certain = trumps_of_others(evidence, trick, player, row)
    if shown_out is None:
        return Out(may, certain | never_seen, np.zeros(len(row), bool))
    none, perhaps = shown_out.certain[trick, player, row], shown_out.perhaps[trick, player, row]
    return Out(np.where(none, 0, may), certain | np.where(perhaps, 0, never_seen), none)


def trumps_of_others(evidence: Evidence, trick: Array, player: Array, row: Array) -> Array:
    """The trumps that others are known to hold, or had when they passed after the draw; none once all may have shown out."""
    known, shown_out = evidence.known, evidence.shown_out
    everyone = known.anyones[trick, row] | evidence.dropped[row]
    theirs = evidence.trumps[row] & everyone & ~known.known[trick, player, row]
    return theirs if shown_out is None else np.where(shown_out.perhaps[trick, player, row], 0, theirs)


# --- The cinch --------------------------------------------------------------------------------------------------------


class AtTurn(NamedTuple):
    """What is known of each player at the turn to play: arrays (tricks, turns, hands) in order of play.

    ``held`` are the cards known to be held (a mask), ``blank`` is how many more there are, and ``possible`` which cards
    those may be. ``judged`` is True where there is a known card, on a known lead, to judge.
    """

    held: Array
    blank: Array
    possible: Array
    judged: Array


@dataclass(slots=True)
class Cinch:
    """The plays in which a cinch matters: arrays of one length; ``at`` are their places in the flattened ``shape``.

    ``shown_out`` is True where everybody else has shown to have no trump. ``duty`` is True where the cinch is certain,
    ``allowed`` are the trumps that then count as the highest (a mask), and ``doubt`` is True where a cinch that is not
    certain may make the play wrong.
    """

    shape: tuple[int, ...]
    at: Array
    duty: Array
    allowed: Array
    doubt: Array
    won: Array
    sure: Array
    out: Array
    shown_out: Array

    def breaks(self, wrong: Array, right: Array, bit: Array) -> Array:
        """The plays that break the duty; takes from ``right`` the ones not proved to keep it."""
        breaks = self.duty & ((bit.take(self.at) & self.allowed) == 0) & ~wrong.take(self.at)
        right.put(self.at[self.doubt], False)
        found = np.zeros_like(wrong)
        found.put(self.at[breaks], True)
        return found

    def place(self, trick: int, turn: int, row: int) -> int | None:
        """The index of a play in which there is a duty."""
        play = np.ravel_multi_index((trick, turn, row), self.shape)
        index = int(np.searchsorted(self.at, play))
        return index if index < len(self.at) and self.at[index] == play and self.duty[index] else None

    def required(self, trick: int, turn: int, row: int) -> int | None:
        """The trumps that the duty asks for in one play, None where there is no duty."""
        at = self.place(trick, turn, row)
        return None if at is None else int(self.allowed[at])

    def numbers(self, trick: int, turn: int, row: int) -> tuple[int, int, int, bool] | None:
        """Behind a duty: tricks won, sure tricks, the mask of trumps that may be out, whether all others have shown out."""
        at = self.place(trick, turn, row)
        return None if at is None else (int(self.won[at]), int(self.sure[at]), int(self.out[at]), bool(self.shown_out[at]))


def cinch_duty(evidence: Evidence, table: OnTable, winner: Array, barred: Array, now: AtTurn) -> Cinch | None:
    """Where a player is certain of the pot and must play the highest trump (4.8 a to d); None if nowhere.

    ``winner`` (tricks, hands) is who won each trick. ``barred`` (tricks, seats, hands) are those who cannot win the pot
    because they took a card back.
    """
    near = _near(evidence, table, winner, barred, now)
    if not len(near.at):
        return None
    hoped = _hoped_for(evidence, near, now)
    # Hardly any of them is certain of the pot, even if the only trumps out were those that others are known to hold. Where the
    # best of those beats the player's best, not every trump is a sure trick: that excludes most plays without any counting.
    theirs = _of_trumps(evidence, near.row, trumps_of_others(evidence, near.trick, near.player, near.row)) & ~hoped
    needed = evidence.form.rules.tricks_for_pot[near.row] - near.won
    hopeful = np.flatnonzero(np.bitwise_count(hoped) >= needed + (theirs > hoped))
    wins = hopeful[sure_tricks(hoped[hopeful], theirs[hopeful]) >= needed[hopeful]]
    if not len(wins):
        return None
    hoped = hoped[wins]
    at, tricks, rows, players, won, hidden = near = near.chosen(wins)
    needed, literal = evidence.form.rules.tricks_for_pot[rows], evidence.form.rules.cinch_is_literal[rows]
    mine = now.held.take(at)
    out = trumps_out(evidence, tricks, players, rows, mine)
    own, may, certain = (_of_trumps(evidence, rows, mask) for mask in (mine, out.may, out.certain))
    number = evidence.hands.trump[rows].astype(np.int64)
    sure = sure_tricks(own, may)
    duty = (hidden == 0) & (won + sure >= needed) & (own != 0)
    allowed = highest_trumps(own, np.where(literal, np.int16(ALL_RANKS), certain)).astype(np.int64) << 13 * number
    # The play is proved right only if it is right with the best cards that the unknown ones may be, and all trumps badly placed.
    certain_of_pot = won + sure_tricks(hoped, certain & ~hoped) >= needed
    between = np.where(literal, np.int16(ALL_RANKS), may & ~hoped)
    played = _of_trumps(evidence, rows, table.bit.take(at))
    doubt = certain_of_pot & (hoped != 0) & ((highest_trumps(hoped, between) & played) == 0)
    return Cinch(now.held.shape, at, duty, allowed, doubt, won, sure, out.may, out.none)


class _Near(NamedTuple):
    """Plays that may break a cinch: arrays of one length; ``at`` is the index of each in the flattened (tricks, turns, hands).

    ``player`` is the active player, ``won`` how many tricks that player has won if the ``hidden`` ones are counted too.
    """

    at: Array
    trick: Array
    row: Array
    player: Array
    won: Array
    hidden: Array

    def chosen(self, index: Array) -> _Near:
        return _Near(*(column.take(index) for column in self))


def _of_trumps(evidence: Evidence, row: Array, mask: Array) -> Array:
    """The ranks of the trumps in a mask for each of some rows."""
    return short_ranks(mask, evidence.hands.trump[row].astype(np.int64))


def _hoped_for(evidence: Evidence, near: _Near, now: AtTurn) -> Array:
    """The trumps that each player holds, and the best trumps that the player's unknown cards may be."""
    own, blank = _of_trumps(evidence, near.row, now.held.take(near.at)), now.blank.take(near.at)
    if not blank.any():
        return own
    return np.asarray(own | highest_of(_of_trumps(evidence, near.row, now.possible.take(near.at)), blank))


def _near(evidence: Evidence, table: OnTable, winner: Array, barred: Array, now: AtTurn) -> _Near:
    """Where a player may be certain of the pot, may play a trump, and did not play the highest.

    Counting sure tricks is slow, and few players come near a cinch: so first ask what is cheap. Three tricks win the pot; Ann
    has won one, holds Q♠ 9♠ 4♦ with spades trumps, and plays the 9♠ to a lead of hearts, not last. One trick won and at most
    two trumps make three: near. With Q♠ 4♦ and no unknown card she is not (one and one); nor if she plays the Q♠, her highest;
    nor if she is last to play (4.8 c, but for ``cinch=literal``); nor if she holds a heart. Each unknown card of hers counts
    as a trump, and each trick with an unknown winner as won. Her last card is not looked at: it is forced.
    """
    form, players, held, blank = evidence.form, evidence.players, now.held, now.blank
    asked = ~form.rules.cinch_is_no & (evidence.trumps != 0)
    not_last = np.arange(held.shape[1], dtype=np.int8)[:, None] < players - 1
    not_last = not_last | form.rules.cinch_is_literal
    most = np.bitwise_count(held & evidence.trumps).astype(np.int8) + np.maximum(blank, 0).astype(np.int8)
    tricks = len(held)
    hidden = hidden_before(winner)[:tricks]
    won = evidence.order.in_order(won_before(winner, players), tricks) + hidden[:, None]
    more = (np.arange(tricks, dtype=np.int8)[:, None] < form.hand_size - 1)[:, None]
    enough = won + most >= form.rules.tricks_for_pot.astype(np.int8)
    near = now.judged & (asked & not_last) & enough & (most > 0) & (more | (blank > 0))
    at = np.flatnonzero(near)
    trick, turn, row = np.unravel_index(at, near.shape)
    mine, led, suit, bit = held.take(at), table.led[trick, row], evidence.trumps[row], table.bit.take(at)
    allowed = (turn == 0) | (led == suit) | ((mine & led) == 0)
    highest = ((bit & suit) != 0) & ((mine & suit & above(bit)) == 0)  # always right, if the whole hand is known
    chosen = np.flatnonzero(allowed & ((blank.take(at) > 0) | ~highest))
    at, trick, turn, row = (column.take(chosen) for column in (at, trick, turn, row))
    found = _Near(at, trick, row, player_at(form.lead[trick, row], turn, players), won.take(at), hidden[trick, row])
    if barred.any():
        found = found.chosen(np.flatnonzero(~barred[trick, form.seat_of[found.player, row], row]))
    return found


def hidden_before(winner: Array) -> Array:
    """How many earlier tricks (tricks, hands) have a winner that the cards do not tell (6.3)."""
    hidden = np.zeros(winner.shape, np.int8)
    hidden[1:] = summed((winner[:-1] < 0).astype(np.int8))
    return hidden


def won_before(winner: Array, active: int) -> Array:
    """How many tricks (tricks, active, hands) each player is known to have won before each trick."""
    won = np.zeros((TRICKS, active, winner.shape[-1]), np.int8)
    players = np.arange(active, dtype=np.int8)[:, None]
    for trick in range(1, TRICKS):
        won[trick] = won[trick - 1] + (winner[trick - 1] == players)
    return won


def highest_of(mask: Array, count: Array) -> Array:
    """The ``count`` highest ranks of 13-bit masks."""
    highest = mask & 0
    left = count.astype(mask.dtype)
    for rank in range(12, -1, -1):
        taken = (mask >> rank & 1) * (left > 0)
        highest = highest | taken << rank
        left = left - taken
    return highest


# --- Claims -----------------------------------------------------------------------------------------------------------


def unproven_claims(evidence: Evidence, winner: Array) -> list[Fact]:
    """Facts for each claim that is not proven, ``unproved`` unless it is disproven (4.11).

    Two tricks won, and the A♥ of trumps laid down: proven, for the ace takes the third whatever the others hold. A claim to
    all that are left asks for no third, but each must be sure. A claim is disproven when the cards are known, and a trump
    certain to be out beats one of them, or one is no trump, or there are too few of them to win the pot. That the cards are
    the highest of the hand need not be asked: what the hand has above them may be out as long as nobody knows of it.

    ``winner`` (tricks, hands) is who won each trick.
    """
    hands, form, known = evidence.hands, evidence.form, evidence.known
    alone = (form.players == 1) & (form.claimant >= 0)
    rows = np.flatnonzero((hands.claim >= 0) & form.claim_stands & ~alone)
    if not len(rows):
        return []
    player = np.maximum(form.claimant[rows], 0).astype(np.intp)
    before = np.maximum(form.laid_from[rows], 0).astype(np.intp)
    at = np.minimum(before, TRICKS - 1)
    left = np.maximum(form.hand_size[rows] - before, 0).astype(np.int64)
    laid = form.laid[rows].astype(np.int64)
    whole = laid == left
    held = np.where(left > 0, known.known[at, player, rows], 0)
    named = (evidence.cards.shown[:, rows] != NONE).any(0)
    cards = np.where(named, mask_of_lists(evidence.cards.shown[:, rows]), held)
    complete = np.where(named, (evidence.cards.shown[:, rows] != UNKNOWN).all(0), np.bitwise_count(held) == left)
    contradictory = evidence.cards.doubted[hands.claim[rows], rows] | (np.bitwise_count(held) > left)
    trumps, suit = evidence.trumps[rows], np.maximum(hands.trump[rows], 0).astype(np.int64)
    # What others held when the claim was made is never recorded; that does not weaken what they had shown before.
    shown_out = evidence.shown_out and evidence.shown_out._replace(certain=evidence.shown_out.at_claim)
    out = trumps_out(evidence._replace(shown_out=shown_out), at, player, rows, held | cards)
    told = np.where(
        (np.arange(1, TRICKS, dtype=np.int8)[:, None] < form.laid_from) & (winner[:-1] < 0), form.lead[1:], winner[:-1]
    )
    winner = np.concatenate([told, winner[-1:]])  # who leads next tells who won, where a hidden card does not
    won = won_before(winner, evidence.players)[at, player, rows].astype(np.int64)
    hidden = hidden_before(winner)[at, rows]
    needed = evidence.form.rules.tricks_for_pot[rows]
    own = ranks(cards & trumps, suit)
    sure = (trumps != 0) & (sure_tricks(own, ranks(out.may, suit)) >= laid)
    proven = (left == 0) | (sure & (whole | (won + laid >= needed)))
    unsure = (trumps != 0) & (sure_tricks(own, ranks(out.certain, suit)) < laid)
    few = ~whole & (won + hidden + laid < needed)
    disproven = complete & (unsure | few)
    facts = []
    for index in np.flatnonzero((form.claimant[rows] < 0) | contradictory | ~proven):
        row = int(rows[index])
        why: dict[str, Any] = {
            "cards": int(cards[index]),
            "laid": int(laid[index]),
            "whole": bool(whole[index]),
            "won": int(won[index]),
            "sure": bool(sure[index]),
            "few": bool(few[index]),
            "out": int(out.certain[index]),
            "active": bool(form.claimant[row] >= 0),
            "contradictory": bool(contradictory[index]),
        }
        unproved = not (why["active"] and disproven[index]) or why["contradictory"]
        line = hands.line_of(row, LINE_CLAIM)
        place = int(hands.claim[row])
        facts.append(Fact("claim", row, int(before[index]) + 1, place, line=line, why=why, unproved=unproved))
    return facts


# --- Verdicts ---------------------------------------------------------------------------------------------------------

NO_PLAY, RIGHT, UNPROVED, WRONG = 0, 1, 2, 3
"""Verdicts on a card played (6): nothing was played, proved right, not provable from this record, proved wrong."""


class Verdicts:
    """The verdicts on some hands of the same number of players.

    ``cards`` (tricks, turns, hands) are what is judged, in order of play, ``right`` and ``accused`` whether it is proved right
    or wrong. ``barred`` (tricks, seats, hands) took a card back where that costs the pot: those have no cinch (4.8).
    """

    def __init__(self, evidence: Evidence, table: OnTable, winner: Array, barred: Array, cards: Array) -> None:
        self.evidence, self.barred = evidence, barred
        span = self.span(cards)
        cards = cards[:span]
        self.table = table = table.first(span)
        self.must = np.where(evidence.form.rules.must_trump, -1, 0)
        self.held = held = evidence.order.in_order(evidence.known.known, span)
        self.laid = laid = evidence.form.laid_down(np.arange(span, dtype=np.int8)[:, None])
        judged = (cards < UNKNOWN) & (table.led_known & ~laid)[:, None]
        self.legal = legal = self.legal_by_what_is_known()
        left = evidence.form.hand_size - np.arange(span, dtype=np.int8)[:, None]
        blank = left[:, None] - np.bitwise_count(held).astype(np.int8)
        possible = evidence.order.in_order(may_be_held(evidence), span) if (blank > 0).any() else np.zeros_like(held)
        right = judged & ((table.bit & legal) != 0)
        self.illegal = judged & ~right
        doubtful = right & ((blank > 0) | table.unseen)
        doubtful[:, 0] = False
        if doubtful.any():
            right &= ~doubtful | self.right_whatever_is_held(held | possible)
        trumpless = np.flatnonzero(evidence.trumps == 0)
        if len(trumpless):
            whatever = self.right_under_any_trump(trumpless, (held | possible)[..., trumpless])
            right[..., trumpless] = judged[..., trumpless] & whatever
        now = AtTurn(held, np.where(judged, blank, 0), possible, judged)
        self.cinch = cinch_duty(evidence, table, winner, barred, now)
        accused = self.illegal
        if self.cinch is not None:
            accused = accused | self.cinch.breaks(accused, right, table.bit)
        if evidence.cards.doubted.any():
            doubted = self.of_doubted(span)
            accused = accused & ~doubted
            right &= ~doubted
        self.right, self.accused = right, accused

    def span(self, cards: Array) -> int:
        """How many tricks have to be judged. Last cards are forced: if all cards of all hands are known, they are left out."""
        form, read = self.evidence.form, self.evidence.cards
        size = int(form.hand_size[0])
        known = (form.hand_size == size).all() and (form.tricks == size).all() and not (read.cards == UNKNOWN).any()
        return size - 1 if known and cards is read.cards and not read.doubted.any() else TRICKS

    def by_play(self) -> Array:
        """A verdict on each card played (tricks, turns, hands), in order of play."""
        span, cards = len(self.right), self.evidence.cards.cards
        verdict = np.full(cards.shape, RIGHT, np.uint8)  # past the span, last cards
        verdict[:span] = np.where(self.right, np.uint8(RIGHT), np.uint8(UNPROVED))
        if self.accused.any():
            verdict[:span][self.accused] = WRONG
        verdict *= cards != NONE  # else NO_PLAY, which is 0
        if self.laid.any():  # a claim is judged as a whole
            verdict[:span].swapaxes(0, 1)[:, self.laid] = NO_PLAY
        return verdict

    def facts(self) -> list[Fact]:
        """A fact for each card proved wrong."""
        return [self.fact(int(trick), int(turn), int(row)) for trick, turn, row in zip(*indices(self.accused), strict=True)]

    def legal_by_what_is_known(self) -> Array:
        """The cards known to be held that 4.3 to 4.7 allow: a card that is not among them is proved wrong (6.2)."""
        table, trumps = self.table, self.evidence.trumps
        legal = np.empty_like(self.held)
        legal[:, 0] = self.held[:, 0]  # on lead every card is right, but for 4.8 a
        after = np.s_[:, 1:]
        held, led = self.held[after], table.led[:, None]
        legal[after] = legal_against(held, led, table.beating[after], trumps, self.must)
        if table.some_unseen:
            loose = legal_whatever_lies(held, led, trumps, self.must)
            legal[after] = np.where(table.unseen[after], loose, legal[after])
        return legal

    def right_whatever_is_held(self, held: Array) -> Array:
        """True where a play is legal whatever the unknown cards of the hand and of the table are (6.3).

        ``held`` are the cards known to be held and those that may be: whoever may still hold a heart is not proved right
        in trumping one. Where a ``??`` on the table hides what was to be beaten, only a card that is the one way to follow
        (or to trump) is right for certain.
        """
        table, trumps = self.table, self.evidence.trumps
        led = table.led[:, None]
        right = (legal_against(held, led, table.beating, trumps, self.must) & table.bit) != 0
        loose = legal_whatever_lies(held, led, trumps, self.must)
        alone = (loose & table.bit != 0) & ((loose & (loose - 1)) == 0)
        return np.asarray(np.where(table.unseen, alone, right))

    def right_under_any_trump(self, rows: Array, held: Array) -> Array:
        """True where a play of ``rows``, where nobody knows what was trump, is right whatever it was.

        A cinch cannot be judged there: only the last card of a hand is free of it.
        """
        evidence, tricks = self.evidence, len(held)
        form = evidence.form.chosen(rows, evidence.players)
        cards, must = evidence.cards.cards[:tricks, :, rows], self.must[rows]
        right = np.ones(cards.shape, bool)
        for suit in SUIT_BITS[:4]:
            trumps = np.full(len(rows), suit)
            table = OnTable(cards, trumps)
            led = table.led[:, None]
            strict: Array = legal_against(held, led, table.beating, trumps, must)
            legal: Array = np.where(table.unseen, legal_whatever_lies(held, led, trumps, must), strict)
            right &= ((legal & self.table.bit[..., rows]) != 0) & (~table.unseen | ((legal & (legal - 1)) == 0))
        right[:, 0] = True
        if evidence.players == 1:
            return right
        last = (np.bitwise_count(held) == 1) & (np.arange(tricks, dtype=np.int8)[:, None, None] == form.hand_size - 1)
        barred = np.take_along_axis(self.barred[..., rows], np.maximum(form.seat_of, 0).astype(np.intp)[None], 1)
        free = barred | form.rules.cinch_is_no
        return np.asarray(right & (last | PlayOrder(form).in_order(np.ascontiguousarray(free), tricks)))

    def of_doubted(self, span: int) -> Array:
        """True (tricks, turns, hands) for plays by players whose record contradicts itself: they are accused of nothing (6.5)."""
        doubted, form = self.evidence.cards.doubted, self.evidence.form
        players = np.take_along_axis(doubted, np.maximum(form.seat_of, 0).astype(np.intp), 0)
        return self.evidence.order.in_order(np.broadcast_to(players, (TRICKS, *players.shape)), span)

    def fact(self, trick: int, turn: int, row: int) -> Fact:
        """Turn one wrong play into a fact: which rule, what would have been right, and what shows it."""
        evidence, at = self.evidence, (trick, turn, row)
        bit, held = int(self.table.bit[at]), int(self.held[at])
        led, trumps = (int(self.table.led[trick, row]) if turn else 0), int(evidence.trumps[row])
        required = int(self.legal[at])
        duty = self.cinch.required(trick, turn, row) if self.cinch is not None else None
        if not self.illegal[at]:
            rule = "cinch"
        elif held & led and not bit & led:
            rule = "follow-suit"
        elif not held & led and not bit & trumps:
            rule = "must-trump"
        else:
            rule = "must-beat"
        if duty is not None and required & duty:
            required &= duty
        player = evidence.form.player_at(trick, turn, row)
        why = {
            "held": held,
            "active": player,
            "best": int(self.table.best[at]),
            "led": led,
            "turn": turn,
            "cinch": self.cinch.numbers(trick, turn, row) if self.cinch is not None and duty is not None else None,
        }
        seat = int(evidence.form.seat_of[player, row])
        line = evidence.hands.line_of(row, LINE_TRICK + evidence.form.trick_line(trick, row))
        card = int(evidence.cards.cards[at])
        return Fact(rule, row, trick + 1, seat, card, required, line=line, why=why)

    def wrong_by_place(self, verdict: Array) -> Array:
        """True (seats, hands) where a place has a play proved wrong."""
        return by_place(np.any(self.evidence.order.by_player(verdict == WRONG), 0), self.evidence.form)

    def right_by_place(self, verdict: Array) -> Array:
        """True (seats, hands) where every card of the hand is known and all plays of the place are proved right (penalty)."""
        form, cards = self.evidence.form, self.evidence.cards.cards
        seen = (form.tricks == form.hand_size) & ~(cards == UNKNOWN).any((0, 1))
        fine = np.all(self.evidence.order.by_player((verdict == RIGHT) | (verdict == NO_PLAY)), 0)
        return np.asarray(seen & (by_place(fine, form) | ~form.active))


# --- Replay -----------------------------------------------------------------------------------------------------------

CHUNK: Final = 9000
"""Hands replayed at a time."""
FEW: Final = 4000
"""Kinds of records with no more hands than this are replayed together with other kinds."""


@dataclass(slots=True)
class Replay:
    """What the cards of each hand show.

    ``dealt`` and ``turned`` are as in ``Hands``. ``cards`` and ``withdrawn`` hold only tricks that count, with ``??`` for
    every card of a trick that somebody laid down cards for. Wherever the record contradicts itself a card is read as ``??``
    (6.5). ``verdict`` (tricks, turns, hands) is in order of play. ``winner`` (tricks, hands) is the active player who won a
    trick, -1 where the cards do not tell, or there is no such trick.

    The others are flags (seats, hands). ``wrong``: a play is proved wrong. ``right``: the table called a renege, but every
    card of the hand is known and every play of this place is proved right. ``recalls``: a card that is not proved right was
    taken back (4.10).
    """

    form: Form
    dealt: Array
    turned: Array
    cards: Array
    withdrawn: Array
    verdict: Array
    winner: Array
    wrong: Array
    right: Array
    recalls: Array
    facts: list[Fact]

    def leave_unproved(self, rows: Array) -> None:
        """Withdraw the verdicts on the hands where ``rows`` (hands,) is True: by which rules they were played is not known."""
        if rows.any():
            self.verdict[..., rows] = np.where(self.verdict[..., rows] == NO_PLAY, NO_PLAY, UNPROVED)
            self.wrong[:, rows] = self.right[:, rows] = False


def replay(hands: Hands) -> Replay:
    """Replay every hand; facts come in no particular order."""
    form = form_of(hands)
    cards, withdrawn = counted_cards(hands.cards, form, UNKNOWN), counted_cards(hands.withdrawn, form, NONE)
    result = Replay(
        form,
        hands.dealt.copy(),
        hands.turned.copy(),
        cards,
        withdrawn,
        np.zeros(cards.shape, np.uint8),
        np.full((TRICKS, len(hands)), ABSENT, np.int8),
        np.zeros(hands.player.shape, bool),
        np.zeros(hands.player.shape, bool),
        np.zeros(hands.player.shape, bool),
        [],
    )
    called = hands.renege != ABSENT
    for rows, players in _groups(hands, form):
        chosen = form.chosen(rows, players)
        played, taken_back = (np.take(column[:, :players], rows, -1) for column in (cards, withdrawn))
        _judge(result, np.take(called, rows, -1), rows, evidence_of(hands.chosen(rows), chosen, played, taken_back))
    return result


def _groups(hands: Hands, form: Form) -> Iterator[tuple[Array, int]]:
    """Yield rows of hands that have the same number of active players (1 where nobody plays), a chunk at a time, and that number.

    Hands in a chunk have the same kind of record, so that questions that none of them raises (was a card named twice? is a
    trick missing?) can be skipped. Kinds with few hands share chunks: to ask everything costs less than many small chunks.
    """
    named = ((hands.dealt_count >= 0) | (hands.out_count >= 0) | (hands.drawn_count >= 0)).any(0)
    played = (form.tricks == form.hand_size) & ~form.claimed
    taken_back = (hands.withdrawn != NONE).any((0, 1))
    lost = hands.quarantined | hands.misdeal
    alike = taken_back * np.int8(4) + named * np.int8(2) + played
    players = np.where(lost, np.int8(-1), np.maximum(form.players, 1))
    for number in np.flatnonzero(np.bincount(players + 1)[1:]).tolist():
        rows = np.flatnonzero(players == number)
        kinds = alike[rows]
        many = np.bincount(kinds, minlength=8) > FEW
        for kind in (rows[~many[kinds]], *(rows[kinds == kind] for kind in np.flatnonzero(many))):
            for start in range(0, len(kind), CHUNK):
                yield kind[start : start + CHUNK], number


def evidence_of(hands: Hands, form: Form, cards: Array, withdrawn: Array) -> Evidence:
    """Collect everything that verdicts rest on, for hands with the same number of active players.

    ``cards`` and ``withdrawn`` are those of tricks that count, in order of play.
    """
    order = PlayOrder(form)
    again = dealt_again(hands, form)
    sound = without_contradictions(hands, form, order, again, (cards, withdrawn))
    known = knowledge(form, order, sound)
    trumps, turned = SUIT_BITS[hands.trump], bits(sound.turned)
    nobodys = form.rules.trump_is_separate
    dropped = (sound.held.kept | sound.held.drawn) * (form.playing & ~form.active)
    return Evidence(
        hands=hands,
        form=form,
        order=order,
        cards=sound,
        known=known,
        trumps=trumps,
        turned=turned,
        separate=~form.rules.trump_is_dealer,
        nobodys=nobodys,
        upcard=turned * nobodys,
        again=again,
        ran_out=np.any(again[1], 0),
        dropped=np.bitwise_or.reduce(dropped, 0),
        shown_out=shown_out(form, known, sound.cards[:, 0], hands.trump, form.rules.must_trump),
    )


def _judge(result: Replay, called: Array, rows: Array, evidence: Evidence) -> None:
    """Judge some hands, and put the results into their ``rows`` of ``result``.

    ``called`` (seats, hands) is True where the table called a renege.
    """
    sound, players = evidence.cards, evidence.players
    table = OnTable(sound.cards, evidence.trumps)
    winner = winners(evidence, table)
    facts = [*sound.facts, *led_out_of_turn(evidence, winner), *unproven_claims(evidence, winner)]
    barred = np.zeros((TRICKS, *evidence.hands.player.shape), bool)
    back = sound.withdrawn != NONE
    if back.any():
        forfeits = recalled(evidence, back) & evidence.form.rules.recall_is_forfeit
        # A card taken back is judged as if it had stayed on the table. If that forfeits the pot, the player has no cinch in
        # later tricks; once all is judged, in none.
        barred[1:] = from_then_on(forfeits)[:-1]
        left = Verdicts(evidence, table.with_card(bits(sound.withdrawn)), winner, barred, sound.withdrawn)
        result.recalls[:, rows] = recalled(evidence, back & ~left.right).any(0)
        facts += recalls(evidence, left.right)
        barred = np.broadcast_to(forfeits.any(0), barred.shape)
    judged = Verdicts(evidence, table, winner, barred, sound.cards)
    wrong, verdict = judged.facts(), judged.by_play()
    result.facts.extend(fact.moved(int(rows[fact.row])) for fact in facts + wrong)
    result.winner[:, rows] = winner
    for put, verdicts in zip(result.verdict, verdict, strict=True):
        for turn in range(players):
            put[turn][rows] = verdicts[turn]  # one by one: three times faster than all at once
    if wrong:
        result.wrong[:, rows] = judged.wrong_by_place(verdict)
    if called.any():
        result.right[:, rows] = called & judged.right_by_place(verdict)
    if sound.dealt is not evidence.hands.dealt:  # the record contradicted itself somewhere
        result.dealt[..., rows], result.turned[rows] = sound.dealt, sound.turned
        laid = evidence.form.laid_down(np.arange(TRICKS)[:, None])[:, None]
        result.cards[:, :players, rows] = np.where(laid, result.cards[:, :players, rows], sound.cards)
        result.withdrawn[:, :players, rows] = sound.withdrawn
