"""A verdict on every card played (rules.md 4.3 to 4.8 and 6): right, wrong, or not provable from this record."""

from __future__ import annotations

import numpy as np

from ledger.engine.cinch import AtTurn, cinch_duty
from ledger.engine.facts import Fact
from ledger.engine.form import SUIT_BITS, PlayOrder, by_place, indices
from ledger.engine.knowledge import Evidence, may_be_held
from ledger.engine.tricks import OnTable
from ledger.game.cards import NONE, UNKNOWN
from ledger.game.play import legal_against, legal_whatever_lies
from ledger.hands.model import LINE_TRICK, TRICKS, Array

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
        self.must = np.where(evidence.hands.by_rule("must_trump"), -1, 0)
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
        hands, form = evidence.hands, evidence.form.chosen(rows, evidence.players)
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
        free = barred | hands.has_rule("cinch", "no")[rows]
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
