"""Plays all hands in lockstep: who won each trick, and a verdict on every card played (rules.md 4
and 6).

What lay on the table before each card, who won each trick, who led out of turn (4.1, 4.2, 6.3); the
duty of a player who is certain of the pot, from the tricks that are sure by the record (4.8);
claims (4.11); the verdicts: right, wrong, or not provable from this record (4.3 to 4.8, 6). Last
the replay itself: hands are taken in groups of the same number of players, a few thousand at a
time, so that every array is full and stays in the processor's cache.
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
    hangs_on_an_option,
    indices,
    mask_of_lists,
    of_rows,
    short_ranks,
    summed,
)
from ledger.engine.knowledge import (
    Evidence,
    knowledge,
    may_be_held,
    shown_out,
    trumps_of_others,
    trumps_out,
    without_contradictions,
)
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
from ledger.hands.model import (
    ABSENT,
    LINE_CLAIM,
    LINE_TRICK,
    SILENT,
    TRICKS,
    Array,
    Hands,
    RulesByHand,
)


# --- Tricks ---------------------------------------------------------------------------------------
class OnTable:
    """What lies on the table before each card: arrays (tricks, turns, hands) in order of play.

    ``bit`` is the mask of the card that is then played (or taken back; ``played`` is that of the
    card that stayed), ``best`` that of the best card before it, ``beating`` are the cards that beat
    it, and ``unseen`` is True where the cards no longer tell which is best. ``led`` (tricks, hands)
    is the mask of the suit led, ``winning`` that of the card that takes the trick, as far as cards
    were seen, ``winning_turn`` its turn, and ``any_unseen`` is True where that is open.
    """

    def __init__(self, cards: Array, trumps: Array) -> None:
        self.bit = self.played = bits(cards)
        self.led = led = SUIT_BITS[cards[:, 0] // 13]
        self.led_known = cards[:, 0] < UNKNOWN
        self.best, self.beating = np.zeros_like(self.bit), np.zeros_like(self.bit)
        self.unseen = np.zeros(cards.shape, bool)
        best = self.bit[:, 0]
        unseen = best == 0
        self.winning_turn = np.zeros(best.shape, np.int8)
        # Almost all records name every card and the trump: for them nothing has to be asked about
        # hidden cards.
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
        self.winning, self.any_unseen = best, unseen

    def with_card(self, bit: Array) -> OnTable:
        """The same, but for the cards that are then played."""
        other = copy(self)
        other.bit = bit
        return other

    def lying(self, shape: tuple[int, ...], at: Array) -> Array:
        """The masks of the cards on the table before some plays, given by their places in the
        flattened ``shape``.
        """
        trick, turn, row = np.unravel_index(at, shape)
        found = np.zeros(len(at), np.int64)
        for before in range(shape[1] - 1):
            found |= np.where(before < turn, self.played[trick, before, row], 0)
        return found

    def first(self, tricks: int) -> OnTable:
        """The same of the first tricks."""
        part = copy(self)
        for name in ("bit", "played", "led", "led_known", "best", "beating", "unseen"):
            setattr(part, name, getattr(self, name)[:tricks])
        return part


def winners(evidence: Evidence, table: OnTable) -> Array:
    """The active player (tricks, hands) who won each trick, ABSENT if the cards do not tell or
    there is none (6.3).
    """
    form, players = evidence.form, evidence.players
    there = np.arange(TRICKS, dtype=np.int8)[:, None] < form.tricks
    seen = there & ~table.any_unseen
    hidden = there & table.any_unseen & table.led_known & (evidence.trumps != 0)
    if hidden.any():
        seen |= hidden & _won_all_the_same(evidence, table, hidden)
    won = np.where(
        seen, player_at(form.lead, table.winning_turn, np.int8(players)), np.int8(ABSENT)
    )
    if form.laid.any():
        for trick in range(TRICKS):
            won[trick] = np.where(form.laid_down(trick), form.claimant, won[trick])
    return won


def _won_all_the_same(evidence: Evidence, table: OnTable, hidden: Array) -> Array:
    """True (tricks, hands) where the ``??`` of a trick cannot have won it: every card that could is
    known to be elsewhere (6.3).

    Ann leads the K♥, Bea's card is ``??``, Cal plays the 3♥; spades are trumps. The A♥ and every
    spade beat the king. If all of them are known to be elsewhere (played in other tricks, by Ann or
    Cal, shown, kept by Ann or Cal) the trick is Ann's. What Bea is known to have held does not
    count: that may be the very card that nobody saw.
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
        dealers = (form.seat_of[:, rows] == hands.seated[rows] - 1) | hands.no_dealer[rows]
        # nobody else can have taken the turned card
        lying = takes[rows] & ~(unseen & dealers).any(0)
        turned = np.where(lying, evidence.turned[rows], 0)
        elsewhere = everywhere[rows] | np.bitwise_or.reduce(mine, 0) | turned
        missing = (
            beats(table.winning[trick, rows], table.led[trick, rows], evidence.trumps[rows])
            & ~elsewhere
        )
        found[trick, rows] = missing == 0
    return found


def led_out_of_turn(evidence: Evidence, winner: Array) -> list[Fact]:
    """Facts for each trick led out of turn (4.1), and for the trick at which the replay of a hand
    ends (turn, hand-size).
    """
    form, unseen = evidence.form, evidence.may_have_won_unseen(winner)
    facts: list[Fact] = []
    expected = np.where(evidence.hands.no_dealer, np.int8(ABSENT), np.int8(0))
    for trick in range(TRICKS):
        # Who leads after a claim is not judged: the claimant may have won any trick of it (4.11).
        judged = ~(form.laid_down(trick) | form.laid_down(trick - 1))
        judged &= ~of_rows(unseen, form.lead[trick])
        wrong = (trick < form.tricks) & (expected >= 0) & (form.lead[trick] != expected) & judged
        facts += [
            _turn(evidence, int(row), trick, int(form.seat_of[expected[row], row]))
            for row in np.flatnonzero(wrong)
        ]
        expected = winner[trick]
    facts += [
        _broken(evidence, int(row), int(form.broken[row]))
        for row in np.flatnonzero(form.broken >= 0)
    ]
    return facts


def _broken(evidence: Evidence, row: int, trick: int) -> Fact:
    """The trick at which the replay of a hand ends: its leader is not in the hand, or it has the
    wrong number of cards.
    """
    hands, form = evidence.hands, evidence.form
    if form.bad_leader[row]:
        return _turn(evidence, row, trick, -1)
    too_many = bool(trick >= form.hand_size[row])
    line = form.trick_line(trick, row)
    size = 0 if too_many else int(hands.trick_size[line, row])
    why = {"cards": size, "players": int(form.players[row]), "too_many": too_many}
    return Fact("hand-size", row, trick + 1, line=hands.line_of(row, LINE_TRICK + line), why=why)


def _turn(evidence: Evidence, row: int, trick: int, expected: int) -> Fact:
    """A trick led out of turn; ``expected`` is the place that should have led, -1 if the leader was
    not in the hand.
    """
    hands = evidence.hands
    origin, rows = hands.origin or (hands, np.arange(len(hands)))
    line = evidence.form.trick_line(trick, row)
    seat = int(origin.leader[line, rows[row]])
    return Fact(
        "turn",
        row,
        trick + 1,
        seat,
        line=hands.line_of(row, LINE_TRICK + line),
        why={"expected": expected},
    )


def recalled(evidence: Evidence, back: Array) -> Array:
    """Who took a card back in each trick (tricks, seats, hands); ``back`` (tricks, turns, hands)
    are the cards that count.
    """
    return np.array([by_place(taken, evidence.form) for taken in evidence.order.by_player(back)])


def recalls(evidence: Evidence, back: Array, right: Array, wrong: Array) -> list[Fact]:
    """A fact for each card taken ``back`` (4.10); ``right`` and ``wrong`` are True where it is
    proved so; all (tricks, turns, hands).
    """
    form, cards = evidence.form, evidence.cards
    at = trick, turn, row = indices(back != NONE)
    seat = form.seat_of[player_at(form.lead[trick, row], turn, form.players[row]), row]
    line = evidence.hands.lines_of(row, LINE_TRICK + form.trick_line(trick, row))
    columns = (row, trick + 1, seat, back[at], line, cards.cards[at], right[at], wrong[at])
    return [
        Fact(
            "recall",
            row,
            number,
            seat,
            card,
            line=line,
            why={"instead": instead, "wrong": proved},
            remark=mild,
        )
        for row, number, seat, card, line, instead, mild, proved in zip(
            *(column.tolist() for column in columns), strict=True
        )
    ]


# --- The cinch ------------------------------------------------------------------------------------
class AtTurn(NamedTuple):
    """What is known of each player at the turn to play: arrays (tricks, turns, hands) in order of
    play.

    ``held`` are the cards known to be held (a mask), ``blank`` is how many more there are, and
    ``possible`` which cards those may be. ``judged`` is True where there is a known card, on a
    known lead, to judge.
    """

    held: Array
    blank: Array
    possible: Array
    judged: Array


@dataclass(slots=True)
class Cinch:
    """The plays in which a cinch matters: arrays of one length; ``at`` are their places in the
    flattened ``shape``.

    ``shown_out`` is True where everybody else has shown to have no trump. ``duty`` is True where
    the cinch is certain, ``allowed`` are the trumps that then count as the highest (a mask), and
    ``doubt`` is True where a cinch that is not certain may make the play wrong.
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
        return (
            index if index < len(self.at) and self.at[index] == play and self.duty[index] else None
        )

    def required(self, trick: int, turn: int, row: int) -> int | None:
        """The trumps that the duty asks for in one play, None where there is no duty."""
        at = self.place(trick, turn, row)
        return None if at is None else int(self.allowed[at])

    def numbers(self, trick: int, turn: int, row: int) -> tuple[int, int, int, bool] | None:
        """Behind a duty: tricks won, sure tricks, the mask of trumps that may be out, whether all
        others have shown out.
        """
        at = self.place(trick, turn, row)
        return (
            None
            if at is None
            else (
                int(self.won[at]),
                int(self.sure[at]),
                int(self.out[at]),
                bool(self.shown_out[at]),
            )
        )


def cinch_duty(
    evidence: Evidence, table: OnTable, winner: Array, barred: Array, now: AtTurn
) -> Cinch | None:
    """Where a player is certain of the pot and must play the highest trump (4.8 a to d); None if
    nowhere.

    ``winner`` (tricks, hands) is who won each trick. ``barred`` (tricks, seats, hands) are those
    who cannot win the pot because they took a card back.
    """
    near = _near(evidence, table, winner, barred, now)
    if not len(near.at):
        return None
    hoped = _hoped_for(evidence, near, now)
    # Hardly any of them is certain of the pot, even if the only trumps out were those that others
    # are known to hold. Where the best of those beats the player's best, not every trump is a sure
    # trick: that excludes most plays without any counting.
    theirs = (
        _of_trumps(
            evidence, near.row, trumps_of_others(evidence, near.trick, near.player, near.row)
        )
        & ~hoped
    )
    needed = evidence.form.rules.tricks_for_pot[near.row] - near.won
    hopeful = np.flatnonzero(np.bitwise_count(hoped) >= needed + (theirs > hoped))
    wins = hopeful[sure_tricks(hoped[hopeful], theirs[hopeful]) >= needed[hopeful]]
    if not len(wins):
        return None
    hoped = hoped[wins]
    at, tricks, rows, players, won, hidden = near = near.chosen(wins)
    needed, literal = (
        evidence.form.rules.tricks_for_pot[rows],
        evidence.form.rules.cinch_is_literal[rows],
    )
    mine = now.held.take(at)
    out = trumps_out(evidence, tricks, players, rows, mine)
    own, may, certain = (_of_trumps(evidence, rows, mask) for mask in (mine, out.may, out.certain))
    number = evidence.hands.trump[rows].astype(np.int64)
    sure = sure_tricks(own, may)
    duty = (hidden == 0) & (won + sure >= needed) & (own != 0)
    # gone, where it is asked what lies between (4.8 d)
    lying = _of_trumps(evidence, rows, table.lying(now.held.shape, at))
    allowed = (
        highest_trumps(own, np.where(literal, np.int16(ALL_RANKS), certain & ~lying)).astype(
            np.int64
        )
        << 13 * number
    )
    # The play is proved right only if it is right with the best cards that the unknown ones may be,
    # and all trumps badly placed.
    certain_of_pot = won + sure_tricks(hoped, certain & ~hoped) >= needed
    between = np.where(literal, np.int16(ALL_RANKS), may & ~hoped & ~lying)
    played = _of_trumps(evidence, rows, table.bit.take(at))
    doubt = certain_of_pot & (hoped != 0) & ((highest_trumps(hoped, between) & played) == 0)
    return Cinch(now.held.shape, at, duty, allowed, doubt, won, sure, out.may, out.none)


class _Near(NamedTuple):
    """Plays that may break a cinch: arrays of one length; ``at`` is the index of each in the
    flattened (tricks, turns, hands).

    ``player`` is the active player, ``won`` how many tricks that player has won if the ``hidden``
    ones are counted too.
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
    """The trumps that each player holds, and the best trumps that the player's unknown cards may
    be.
    """
    own, blank = _of_trumps(evidence, near.row, now.held.take(near.at)), now.blank.take(near.at)
    if not blank.any():
        return own
    return np.asarray(
        own | highest_of(_of_trumps(evidence, near.row, now.possible.take(near.at)), blank)
    )


def _near(evidence: Evidence, table: OnTable, winner: Array, barred: Array, now: AtTurn) -> _Near:
    """Where a player may be certain of the pot, may play a trump, and did not play the highest.

    Counting sure tricks is slow, and few players come near a cinch: so first ask what is cheap.
    Three tricks win the pot; Ann has won one, holds Q♠ 9♠ 4♦ with spades trumps, and plays the 9♠
    to a lead of hearts, not last. One trick won and at most two trumps make three: near. With Q♠ 4♦
    and no unknown card she is not (one and one); nor if she plays the Q♠, her highest; nor if she
    is last to play (4.8 c, but for ``cinch=literal``); nor if she holds a heart. Each unknown card
    of hers counts as a trump, and each trick with an unknown winner as won. Her last card is not
    looked at: it is forced.
    """
    form, players, held, blank = evidence.form, evidence.players, now.held, now.blank
    asked = ~form.rules.cinch_is_no & (evidence.trumps != 0)
    not_last = np.arange(held.shape[1], dtype=np.int8)[:, None] < players - 1
    not_last = not_last | form.rules.cinch_is_literal
    most = np.bitwise_count(held & evidence.trumps).astype(np.int8) + np.maximum(blank, 0).astype(
        np.int8
    )
    tricks = len(held)
    hidden = hidden_before(winner)[:tricks]
    won = evidence.order.in_order(won_before(winner, players), tricks) + hidden[:, None]
    more = (np.arange(tricks, dtype=np.int8)[:, None] < form.hand_size - 1)[:, None]
    enough = won + most >= form.rules.tricks_for_pot.astype(np.int8)
    near = now.judged & (asked & not_last) & enough & (most > 0) & (more | (blank > 0))
    at = np.flatnonzero(near)
    trick, turn, row = np.unravel_index(at, near.shape)
    mine, led, suit, bit = (
        held.take(at),
        table.led[trick, row],
        evidence.trumps[row],
        table.bit.take(at),
    )
    allowed = (turn == 0) | (led == suit) | ((mine & led) == 0)
    # always right, if the whole hand is known
    highest = ((bit & suit) != 0) & ((mine & suit & above(bit)) == 0)
    chosen = np.flatnonzero(allowed & ((blank.take(at) > 0) | ~highest))
    at, trick, turn, row = (column.take(chosen) for column in (at, trick, turn, row))
    found = _Near(
        at,
        trick,
        row,
        player_at(form.lead[trick, row], turn, players),
        won.take(at),
        hidden[trick, row],
    )
    if barred.any():
        found = found.chosen(np.flatnonzero(~barred[trick, form.seat_of[found.player, row], row]))
    return found


def hidden_before(winner: Array) -> Array:
    """How many earlier tricks (tricks, hands) have a winner that the cards do not tell (6.3)."""
    hidden = np.zeros(winner.shape, np.int8)
    hidden[1:] = summed((winner[:-1] < 0).astype(np.int8))
    return hidden


def won_before(winner: Array, active: int) -> Array:
    """How many tricks (tricks, active, hands) each player is known to have won before each
    trick.
    """
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


# --- Claims ---------------------------------------------------------------------------------------
def claims(evidence: Evidence, winner: Array) -> tuple[Array, list[Fact]]:
    """How many of the cards laid down are sure (hands,), and a fact for each claim that is not
    proven (4.11).

    One trick won, and A-Q-J of trumps laid down: with two that are sure, the pot is certain,
    whatever becomes of the third. Where no card is named, or the tricks won and claimed are no
    majority, every one must be sure. A claim is disproven when the cards are known, and so many
    trumps certain to be out beat them that it is not what is asked; else it is ``unproved``.

    ``winner`` (tricks, hands) is who won each trick.
    """
    hands, form, known = evidence.hands, evidence.form, evidence.known
    certain = np.zeros(len(hands), np.int8)
    alone = (form.players == 1) & (form.claimant >= 0)
    certain[alone] = form.laid[alone]
    rows = np.flatnonzero((hands.claim >= 0) & form.claim_stands & ~alone)
    if not len(rows):
        return certain, []
    player = np.maximum(form.claimant[rows], 0).astype(np.intp)
    before = np.maximum(form.laid_from[rows], 0).astype(np.intp)
    at = np.minimum(before, TRICKS - 1)
    left = np.maximum(form.hand_size[rows] - before, 0).astype(np.int64)
    laid = form.laid[rows].astype(np.int64)
    held = np.where(left > 0, known.known[at, player, rows], 0)
    named = (evidence.cards.shown[:, rows] != NONE).any(0)
    cards = np.where(named, mask_of_lists(evidence.cards.shown[:, rows]), held)
    complete = np.where(
        named, (evidence.cards.shown[:, rows] != UNKNOWN).all(0), np.bitwise_count(held) == left
    )
    contradictory = evidence.cards.doubted[hands.claim[rows], rows] | (
        np.bitwise_count(held) > left
    )
    trumps, suit = evidence.trumps[rows], np.maximum(hands.trump[rows], 0).astype(np.int64)
    out = trumps_out(evidence, at, player, rows, held | cards)
    # Who leads next tells who won, where a hidden card does not, and no trick is missing.
    before_it = np.arange(1, TRICKS, dtype=np.int8)[:, None] < form.laid_from
    told = np.where(before_it & (winner[:-1] < 0) & ~form.gap, form.lead[1:], winner[:-1])
    winner = np.concatenate([told, winner[-1:]])
    won = won_before(winner, evidence.players)[at, player, rows].astype(np.int64)
    hidden = hidden_before(winner)[at, rows] + form.missing[rows]  # may all be the claimant's
    needed = evidence.form.rules.tricks_for_pot[rows]
    own = ranks(cards & trumps, suit)
    sure, most = (
        np.minimum(sure_tricks(own, ranks(others, suit)), laid) for others in (out.may, out.certain)
    )
    every = ~named | (won + laid < needed)
    proven = (left == 0) | ((trumps != 0) & np.where(every, sure >= laid, won + sure >= needed))
    short = np.where(
        ~named | (won + hidden + laid < needed), most < laid, won + hidden + most < needed
    )
    disproven = complete & (trumps != 0) & short
    active = form.claimant[rows] >= 0
    certain[rows] = np.where(active & ~contradictory, sure, 0)
    facts = []
    for index in np.flatnonzero(~active | contradictory | ~proven):
        row = int(rows[index])
        why: dict[str, Any] = {
            "cards": int(cards[index]),
            "laid": int(laid[index]),
            "every": bool(every[index]),
            "won": int(won[index]),
            "most": int(most[index]),
            "needed": int(needed[index]),
            "out": int(out.certain[index]),
            "active": bool(active[index]),
            "contradictory": bool(contradictory[index]),
            "missing": int(form.missing[row]),
        }
        unproved = not (why["active"] and disproven[index]) or why["contradictory"]
        line = hands.line_of(row, LINE_CLAIM)
        facts.append(
            Fact(
                "claim",
                row,
                int(before[index]) + 1,
                int(hands.claim[row]),
                line=line,
                why=why,
                unproved=unproved,
            )
        )
    return certain, facts


# --- Verdicts -------------------------------------------------------------------------------------
NO_PLAY, RIGHT, UNPROVED, WRONG = 0, 1, 2, 3
"""Verdicts on a card played (6): nothing was played, proved right, not provable from this record,
proved wrong.
"""


class Duty(NamedTuple):
    """What houses ask of those who cannot follow, as ``legal_against`` takes it."""

    must: Array
    over: Array | bool


def _duty(rules: RulesByHand) -> Duty:
    over = True if rules.over_trump.all() else np.where(rules.over_trump, -1, 0)
    return Duty(np.where(rules.must_trump, -1, 0), over)


def right_beside_unseen(
    held: Array, possible: Array, table: OnTable, trumps: Array, duty: Duty
) -> Array:
    """True where a card is legal whatever a ``??`` on the table is, and whichever of the
    ``possible`` cards are held (6.3).

    Of the suit that must be played, a card that beats what is seen is right unless the unseen card
    may lie between it and a higher one of the hand; one that does not is right if none of the hand
    beats what is seen. A card of neither suit nor trump is right if the hand has neither, or in a
    house that asks for no losing trump (4.6). Who cannot follow may play any trump in a house where
    none has to be beaten (``over-trump=no``, 4.5).
    """
    whole, led, bit = held | possible, table.led[:, None], table.bit
    suited, own_trumps = whole & led, whole & trumps
    asked = np.where(suited != 0, suited, own_trumps)
    none_beats = asked & table.beating == 0
    smeared = asked
    for step in (1, 2, 4, 8):
        smeared = smeared | smeared >> step
    top = asked & (smeared ^ smeared >> 1)
    between = above(bit) & ~above(top) & ~top & np.where(suited != 0, led, trumps) & ~held
    in_suit = np.where(bit & table.beating != 0, between == 0, none_beats)
    if duty.over is not True:
        in_suit |= (suited == 0) & (duty.over == 0)
    off = (asked == 0) | ((suited == 0) & (duty.must == 0) & none_beats)
    return np.asarray(np.where(bit & asked != 0, in_suit, off))


class Verdicts:
    """The verdicts on some hands of the same number of players.

    ``cards`` (tricks, turns, hands) are what is judged, in order of play, ``right`` and ``accused``
    whether it is proved right or wrong. ``barred`` (tricks, seats, hands) took a card back where
    that costs the pot: those have no cinch (4.8).
    """

    def __init__(
        self, evidence: Evidence, table: OnTable, winner: Array, barred: Array, cards: Array
    ) -> None:
        self.evidence, self.barred = evidence, barred
        span = self.span(cards)
        cards = cards[:span]
        self.table = table = table.first(span)
        self.duty = _duty(evidence.form.rules)
        self.held = held = evidence.order.in_order(evidence.known.known, span)
        self.laid = laid = evidence.form.laid_down(np.arange(span, dtype=np.int8)[:, None])
        judged = (cards < UNKNOWN) & (table.led_known & ~laid)[:, None]
        # a lead that was taken back for a ?? is judged all the same
        judged[:, 0] = (cards[:, 0] < UNKNOWN) & ~laid
        self.legal = legal = self.legal_by_what_is_known()
        left = evidence.form.hand_size - np.arange(span, dtype=np.int8)[:, None]
        blank = left[:, None] - np.bitwise_count(held).astype(np.int8)
        possible = (
            evidence.order.in_order(may_be_held(evidence), span)
            if (blank > 0).any()
            else np.zeros_like(held)
        )
        right = judged & ((table.bit & legal) != 0)
        self.illegal = judged & ~right
        doubtful = right & ((blank > 0) | table.unseen)
        doubtful[:, 0] = False
        if doubtful.any():
            right &= ~doubtful | self.right_whatever_is_held(possible)
        trumpless = np.flatnonzero(evidence.trumps == 0)
        if len(trumpless):
            whatever = self.right_under_any_trump(
                trumpless, held[..., trumpless], possible[..., trumpless]
            )
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
        """How many tricks have to be judged.

        Last cards are forced: if all cards of all hands are known, they are left out.
        """
        form, read = self.evidence.form, self.evidence.cards
        size = int(form.hand_size[0])
        known = (
            (form.hand_size == size).all()
            and (form.tricks == size).all()
            and not (read.cards == UNKNOWN).any()
        )
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
        return [
            self.fact(int(trick), int(turn), int(row))
            for trick, turn, row in zip(*indices(self.accused), strict=True)
        ]

    def legal_by_what_is_known(self) -> Array:
        """The cards known to be held that 4.3 to 4.7 allow: a card that is not among them is proved
        wrong (6.2).
        """
        table, trumps = self.table, self.evidence.trumps
        legal = np.empty_like(self.held)
        legal[:, 0] = self.held[:, 0]  # on lead every card is right, but for 4.8 a
        after = np.s_[:, 1:]
        held, led = self.held[after], table.led[:, None]
        legal[after] = legal_against(held, led, table.beating[after], trumps, *self.duty)
        if table.some_unseen:
            loose = legal_whatever_lies(held, led, trumps, self.duty.must)
            legal[after] = np.where(table.unseen[after], loose, legal[after])
        return legal

    def right_whatever_is_held(self, possible: Array) -> Array:
        """True where a play is legal whatever the unknown cards of the hand and of the table are
        (6.3).

        ``possible`` are the cards that may be held besides those known to be: whoever may still
        hold a heart is not proved right in trumping one.
        """
        table, trumps = self.table, self.evidence.trumps
        right = (
            legal_against(
                self.held | possible, table.led[:, None], table.beating, trumps, *self.duty
            )
            & table.bit
        ) != 0
        return np.asarray(
            np.where(
                table.unseen,
                right_beside_unseen(self.held, possible, table, trumps, self.duty),
                right,
            )
        )

    def right_under_any_trump(self, rows: Array, held: Array, possible: Array) -> Array:
        """True where a play of ``rows``, where nobody knows what was trump, is right whatever it
        was.

        A cinch cannot be judged there: only the last card of a hand is free of it.
        """
        evidence, tricks = self.evidence, len(held)
        form = evidence.form.chosen(rows, evidence.players)
        cards, duty = evidence.cards.cards[:tricks, :, rows], _duty(form.rules)
        right = np.ones(cards.shape, bool)
        for suit in SUIT_BITS[:4]:
            trumps = np.full(len(rows), suit)
            table = OnTable(cards, trumps)
            played = table.with_card(self.table.bit[..., rows])
            strict = (
                legal_against(held | possible, table.led[:, None], table.beating, trumps, *duty)
                & played.bit
                != 0
            )
            right &= np.where(
                table.unseen, right_beside_unseen(held, possible, played, trumps, duty), strict
            )
        right[:, 0] = True
        if evidence.players == 1:
            return right
        last = (np.bitwise_count(held | possible) == 1) & (
            np.arange(tricks, dtype=np.int8)[:, None, None] == form.hand_size - 1
        )
        barred = np.take_along_axis(
            self.barred[..., rows], np.maximum(form.seat_of, 0).astype(np.intp)[None], 1
        )
        free = barred | form.rules.cinch_is_no
        return np.asarray(
            right & (last | PlayOrder(form).in_order(np.ascontiguousarray(free), tricks))
        )

    def of_doubted(self, span: int) -> Array:
        """True (tricks, turns, hands) for plays by players whose record contradicts itself: they
        are accused of nothing (6.5).
        """
        doubted, form = self.evidence.cards.doubted, self.evidence.form
        players = np.take_along_axis(doubted, np.maximum(form.seat_of, 0).astype(np.intp), 0)
        return self.evidence.order.in_order(
            np.broadcast_to(players, (TRICKS, *players.shape)), span
        )

    def fact(self, trick: int, turn: int, row: int) -> Fact:
        """Turn one wrong play into a fact: which rule, what would have been right, and what shows
        it.
        """
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
            "cinch": self.cinch.numbers(trick, turn, row)
            if self.cinch is not None and duty is not None
            else None,
        }
        seat = int(evidence.form.seat_of[player, row])
        line = evidence.hands.line_of(row, LINE_TRICK + evidence.form.trick_line(trick, row))
        card = int(evidence.cards.cards[at])
        return Fact(rule, row, trick + 1, seat, card, required, line=line, why=why)

    def wrong_by_place(self, verdict: Array) -> Array:
        """True (seats, hands) where a place has a play proved wrong."""
        return by_place(
            np.any(self.evidence.order.by_player(verdict == WRONG), 0), self.evidence.form
        )

    def right_by_place(self, verdict: Array) -> Array:
        """True (seats, hands) where every card of the hand is known and all plays of the place are
        proved right (penalty).
        """
        form, cards = self.evidence.form, self.evidence.cards.cards
        seen = (form.tricks == form.hand_size) & ~(cards == UNKNOWN).any((0, 1))
        fine = np.all(self.evidence.order.by_player((verdict == RIGHT) | (verdict == NO_PLAY)), 0)
        return np.asarray(seen & (by_place(fine, form) | ~form.active))


# --- Replay ---------------------------------------------------------------------------------------
CHUNK: Final = 9000  # hands replayed at a time
# kinds of records with no more hands than this are replayed together with other kinds
FEW: Final = 4000


@dataclass(slots=True)
class Replay:
    """What the cards of each hand show.

    ``dealt`` and ``turned`` are as in ``Hands``. ``cards`` and ``withdrawn`` hold only tricks that
    count, with ``??`` for every card of a trick that somebody laid down cards for. Wherever the
    record contradicts itself a card is read as ``??`` (6.5). ``verdict`` (tricks, turns, hands) is
    in order of play. ``winner`` (tricks, hands) is the active player who won a trick, -1 where the
    cards do not tell, or there is no such trick.

    The others are flags (seats, hands). ``wrong``: a play is proved wrong. ``right``: the table
    called a renege, but every card of the hand is known and every play of this place is proved
    right. ``recalls``: a card that is not proved right was taken back (4.10); ``recalls_wrong``:
    one that is proved wrong. ``sure`` (hands,): how many of the cards that a claimant laid down are
    sure to take a trick (4.11).
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
    recalls_wrong: Array
    sure: Array
    facts: list[Fact]

    def leave_unproved(self, hands: Hands, rows: Array, mixed: Array) -> None:
        """Withdraw the verdicts on the ``hands`` where ``rows`` (hands,) is True: by which rules
        they were played is not known.

        That a card is wrong by rules that all houses have stands, but where it is not known whose
        card it is (``mixed``).
        """
        if rows.any():
            self.verdict[..., rows] = np.where(
                self.verdict[..., rows] == NO_PLAY, NO_PLAY, UNPROVED
            )
            self.wrong[:, rows] = self.right[:, rows] = False
            for fact in self.facts:
                if (
                    fact.wrong_card
                    and rows[fact.row]
                    and not mixed[fact.row]
                    and not hangs_on_an_option(hands, fact)
                ):
                    self.verdict[fact.trick - 1, fact.why["turn"], fact.row] = WRONG
                    self.wrong[fact.seat, fact.row] = True


def replay(hands: Hands, *, to_come: bool = False) -> Replay:
    """Replay every hand; facts come in no particular order.

    ``to_come``: the last hand is expected, not written, and says nothing of the one before it.
    """
    form = form_of(hands, to_come=to_come)
    cards, withdrawn = (
        counted_cards(hands.cards, form, UNKNOWN),
        counted_cards(hands.withdrawn, form, NONE),
    )
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
        np.zeros(hands.player.shape, bool),
        np.zeros(len(hands), np.int8),
        [],
    )
    earlier = counted_cards(hands.earlier, form, NONE) if (hands.earlier != NONE).any() else None
    called = hands.renege != ABSENT
    for rows, players in _groups(hands, form):
        chosen = form.chosen(rows, players)
        played, back = (np.take(column[:, :players], rows, -1) for column in (cards, withdrawn))
        before = None if earlier is None else np.take(earlier[:, :players], rows, -1)
        _judge(
            result,
            np.take(called, rows, -1),
            rows,
            evidence_of(hands.chosen(rows), chosen, played, back, before),
        )
    _unnoted_recalls(hands, result)
    return result


def _unnoted_recalls(hands: Hands, result: Replay) -> None:
    """Note the cards taken back of which nobody knows more (``recall`` lines, 4.10); of one who
    passed they cost nothing.
    """
    for seat, row in zip(*indices(hands.recall & ~hands.quarantined & ~hands.misdeal), strict=True):
        result.facts.append(
            Fact(
                "recall",
                int(row),
                seat=int(seat),
                card=UNKNOWN,
                line=int(hands.line[row]),
                why={"wrong": False},
            )
        )
    may_have_stayed = (hands.declared == SILENT) & ~hands.stayers_said
    result.recalls |= hands.recall & (result.form.active | may_have_stayed)
    result.right &= ~hands.recall


def _groups(hands: Hands, form: Form) -> Iterator[tuple[Array, int]]:
    """Yield rows of hands that have the same number of active players (1 where nobody plays), a
    chunk at a time, and that number.

    Hands in a chunk have the same kind of record, so that questions that none of them raises (was a
    card named twice? is a trick missing?) can be skipped. Kinds with few hands share chunks: to ask
    everything costs less than many small chunks.
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


def evidence_of(
    hands: Hands, form: Form, cards: Array, withdrawn: Array, earlier: Array | None = None
) -> Evidence:
    """Collect everything that verdicts rest on, for hands with the same number of active players.

    ``cards``, ``withdrawn`` and ``earlier`` are those of tricks that count, in order of play.
    """
    order = PlayOrder(form)
    again = dealt_again(hands, form)
    sound = without_contradictions(hands, form, order, again, (cards, withdrawn, earlier))
    known = knowledge(form, order, sound)
    trumps, turned = SUIT_BITS[hands.trump], bits(sound.turned)
    nobodys = form.rules.trump_is_separate
    dropped = (sound.held.kept | sound.held.drawn) * (form.playing & ~form.active)
    evidence = Evidence(
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
        shown_out=None,
    )
    return evidence._replace(shown_out=shown_out(evidence))


def _taken_back(
    result: Replay, rows: Array, evidence: Evidence, table: OnTable, winner: Array
) -> tuple[Array, list[Fact]]:
    """Judge the cards taken back; return who has no cinch for it (tricks, seats, hands), and a fact
    for each card.
    """
    sound = evidence.cards
    facts: list[Fact] = []
    barred = np.zeros((TRICKS, *evidence.hands.player.shape), bool)
    back = sound.withdrawn != NONE
    unnoted = evidence.hands.recall & evidence.form.active
    if not (back.any() or unnoted.any()):
        return barred, facts
    forfeits = (recalled(evidence, back) | unnoted) & evidence.form.rules.recall_is_forfeit
    # A card taken back is judged as if it had stayed on the table. If that forfeits the pot, the
    # player has no cinch in later tricks; once all is judged, in none.
    barred[1:] = from_then_on(forfeits)[:-1]
    for taken in (sound.earlier, sound.withdrawn):
        if taken is not None and (taken != NONE).any():
            left = Verdicts(evidence, table.with_card(bits(taken)), winner, barred, taken)
            result.recalls[:, rows] |= recalled(evidence, (taken != NONE) & ~left.right).any(0)
            wrong = left.accused & (left.illegal | ~evidence.form.rules.recall_is_forfeit)
            result.recalls_wrong[:, rows] |= recalled(evidence, wrong).any(0)
            facts += recalls(evidence, taken, left.right, wrong)
    return np.broadcast_to(forfeits.any(0), barred.shape), facts


def _judge(result: Replay, called: Array, rows: Array, evidence: Evidence) -> None:
    """Judge ``rows`` of hands into those of ``result``.

    ``called`` (seats, hands) is True where the table called a renege.
    """
    sound, players = evidence.cards, evidence.players
    table = OnTable(sound.cards, evidence.trumps)
    winner = winners(evidence, table)
    out_of_turn = led_out_of_turn(evidence, winner)
    sure, unproven = claims(evidence, winner)
    facts = [*sound.facts, *out_of_turn, *unproven]
    result.sure[rows] = sure
    barred, taken_back = _taken_back(result, rows, evidence, table, winner)
    facts += taken_back
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
        right = called & judged.right_by_place(verdict) & ~result.recalls[:, rows]
        for fact in out_of_turn:
            if fact.rule == "turn":  # a lead out of turn is a renege as well (4.9)
                right[fact.seat, fact.row] = False
        result.right[:, rows] = right
    if sound.dealt is not evidence.hands.dealt:  # the record contradicted itself somewhere
        result.dealt[..., rows], result.turned[rows] = sound.dealt, sound.turned
        laid = evidence.form.laid_down(np.arange(TRICKS)[:, None])[:, None]
        result.cards[:, :players, rows] = np.where(
            laid, result.cards[:, :players, rows], sound.cards
        )
        result.withdrawn[:, :players, rows] = sound.withdrawn
