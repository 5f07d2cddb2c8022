"""Plays all hands in lockstep: who won each trick, and a verdict on every card played (rules.md 4 and 6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from ledger.cards import NONE, SUIT, UNKNOWN
from ledger.cinch import Cinch, cinch_duty
from ledger.contradictions import Cards, without_contradictions
from ledger.facts import Fact
from ledger.hands import ABSENT, LINE_CLAIM, LINE_TRICK, TRICKS, Array, Hands
from ledger.knowledge import Knowledge, knowledge
from ledger.play import beats, legal_plays, legal_whatever_lies
from ledger.shape import BIT, Shape, shape

NO_PLAY, RIGHT, UNPROVED, WRONG = 0, 1, 2, 3
"""Verdicts on a card played (6): nothing was played, proved right, not provable from this record, proved wrong."""

SUITS: Final = np.array([*SUIT, 0, 0], np.int64)
"""The mask of each suit; the last two (index 4 and -1) are empty."""

CHUNK: Final = 4096
"""Hands replayed at a time: few enough for their arrays to stay in the processor's cache."""


@dataclass(slots=True)
class Replay:
    """What the cards say of each hand.

    ``verdict`` (tricks, turns, hands) is in order of play. ``winner`` (tricks, hands) is an active player, -1 where the
    winner is hidden or there is no such trick. ``won`` (seats, hands) counts tricks won, all -1 where nobody can
    tell (``settled_by`` says by what it is known: see ``outcome``). ``wrong`` and ``right`` (seats, hands) tell of
    each place whether it has a play proved wrong, and whether every card of the hand is known and all its plays are
    proved right.
    """

    form: Shape
    cards: Cards
    verdict: Array
    winner: Array
    wrong: Array
    right: Array
    recalls: Array
    facts: list[Fact]


def replay(hands: Hands) -> Replay:
    """Replay every hand; facts come in no particular order."""
    form = shape(hands)
    cards = without_contradictions(hands, form)
    count = len(hands)
    turns = hands.cards.shape[1]
    result = Replay(
        form,
        cards,
        np.zeros((TRICKS, turns, count), np.uint8),
        np.full((TRICKS, count), ABSENT, np.int8),
        np.zeros(hands.player.shape, bool),
        np.zeros(hands.player.shape, bool),
        np.zeros(hands.player.shape, bool),
        list(cards.facts),
    )
    known = knowledge(hands, form, cards)
    Judge(hands, form, cards, known, result).run()
    return result


class Table:
    """What lies on the table before each card: arrays (tricks, turns, hands) in order of play."""

    def __init__(self, cards: Array, trumps: Array) -> None:
        self.bit = BIT[cards]
        led = SUITS[cards[:, 0] // 13]
        self.led_known = cards[:, 0] < UNKNOWN
        self.led = led
        self.best = np.zeros_like(self.bit)
        self.unseen = np.zeros(cards.shape, bool)
        best = self.bit[:, 0]
        unseen = cards[:, 0] == UNKNOWN
        no_trump_known = trumps == 0
        for turn in range(1, cards.shape[1]):
            self.best[:, turn] = best
            self.unseen[:, turn] = unseen
            card = self.bit[:, turn]
            best = np.where((card & beats(best, led, trumps)) != 0, card, best)
            unseen = unseen | (cards[:, turn] == UNKNOWN) | (no_trump_known & ((card & ~led) != 0))
        self.winning = best
        self.any_unseen = unseen


class Judge:
    """Verdicts for a batch of hands."""

    def __init__(self, hands: Hands, form: Shape, cards: Cards, known: Knowledge, result: Replay) -> None:
        self.hands, self.form, self.cards, self.known, self.result = hands, form, cards, known, result
        self.trumps = SUITS[np.where(hands.trump < 0, 5, hands.trump)]
        self.trumps[hands.quarantined] = 0
        trump_rule = hands.by_rule("trump")
        self.form1 = trump_rule == "separate"
        self.separate = trump_rule != "dealer"
        self.upcard = np.where(self.form1, BIT[cards.turned], 0)
        stock = 52 - form.hand_size.astype(np.int16) * hands.seated - self.separate
        drawn = np.where(form.playing, np.where(form.draws < 0, form.hand_size, form.draws), 0).sum(0)
        self.ran_out = drawn > stock

    def run(self) -> None:
        self.tricks()
        self.recalled()
        self.forfeited = self.result.recalls & (self.hands.by_rule("recall") == "forfeit")
        self.plays()
        self.claims()

    def in_order(self, by_active: Array) -> Array:
        """Return an array (tricks, active, hands) or (active, hands) in order of play (tricks, turns, hands)."""
        turns = self.form.turn_to_player.astype(np.intp)
        if by_active.ndim == 2:  # noqa: PLR2004 - no trick axis
            by_active = np.broadcast_to(by_active, (TRICKS, *by_active.shape))
        return np.take_along_axis(by_active, turns, 1)

    def tricks(self) -> None:
        """Find the winner of each trick and who led out of turn (4.1, 4.2, 6.3)."""
        hands, form, known = self.hands, self.form, self.known
        self.table = table = Table(self.cards.cards, self.trumps)
        there = np.arange(TRICKS, dtype=np.int8)[:, None] < form.tricks
        seen = there & ~table.any_unseen
        turn = np.argmax((table.bit == table.winning[:, None]) & (table.bit != 0), 1).astype(np.int8)
        hidden = there & table.any_unseen & table.led_known & (self.trumps != 0)
        if hidden.any():
            everywhere = np.bitwise_or.reduce(np.bitwise_or.reduce(BIT[known.played], 0), 0)
            everywhere = everywhere | np.bitwise_or.reduce(known.shown, 0) | self.upcard
            for trick in range(TRICKS):
                rows = np.flatnonzero(hidden[trick])
                mine = np.where(known.played[trick][:, rows] < UNKNOWN, known.ever[:, rows], 0)
                elsewhere = everywhere[rows] | np.bitwise_or.reduce(mine, 0)
                missing = beats(table.winning[trick, rows], table.led[trick, rows], self.trumps[rows]) & ~elsewhere
                seen[trick, rows] = missing == 0
        order = np.take_along_axis(form.turn_to_player, turn[:, None].astype(np.intp), 1)[:, 0]
        self.result.winner[:] = np.where(seen, order, ABSENT)
        expected = np.zeros(len(hands), np.int8)
        facts = self.result.facts
        for trick in range(TRICKS):
            present = there[trick] & (expected >= 0) & (form.lead[trick] != expected) & ~hands.quarantined
            for row in np.flatnonzero(present):
                self.turn(int(row), trick, int(form.seat_of[expected[row], row]))
            expected = self.result.winner[trick]
        for row in np.flatnonzero((form.broken >= 0) & ~hands.quarantined):
            trick = int(form.broken[row])
            if form.bad_leader[row]:
                self.turn(int(row), trick, -1)
            else:
                line = hands.line_of(int(row), LINE_TRICK + trick)
                too_many = trick >= form.hand_size[row]
                size = 0 if too_many else int(hands.trick_size[trick, row])
                why = {"cards": size, "players": int(form.players[row]), "too_many": bool(too_many)}
                facts.append(Fact("hand-size", int(row), trick + 1, line=line, why=why))

    def turn(self, row: int, trick: int, expected: int) -> None:
        """Note a trick led out of turn; ``expected`` is the place that should have led, -1 if the leader was not in the hand."""
        seat = int(self.hands.leader[trick, row])
        line = self.hands.line_of(row, LINE_TRICK + trick)
        self.result.facts.append(Fact("turn", row, trick + 1, seat, line=line, why={"expected": expected}))

    def plays(self) -> None:
        """Judge every card played (4.3 to 4.8)."""
        hands, form, table, known = self.hands, self.form, self.table, self.known
        cards = self.cards.cards
        held = self.in_order(known.known)
        trumps = self.trumps
        led = table.led[:, None] * np.ones_like(held)
        led[:, 0] = 0
        must = np.where(hands.by_rule("must_trump"), -1, 0)
        judged = (cards < UNKNOWN) & table.led_known[:, None] & ~hands.quarantined
        legal = legal_plays(held, led, table.best, trumps, must)
        if table.unseen.any():
            loose = legal_whatever_lies(held, led, trumps, must)
            legal = np.where(table.unseen, loose, legal)
        left = form.hand_size - np.arange(TRICKS, dtype=np.int8)[:, None]
        blank = left[:, None] - np.bitwise_count(held).astype(np.int8)
        wrong = judged & ((table.bit & legal) == 0)
        right = judged & ~wrong
        doubtful = right & ((blank > 0) | table.unseen)
        if doubtful.any():
            right &= ~doubtful | self.right_whatever_is_held(held, led, must)
        cinch = cinch_duty(self, held, led, legal, blank, judged)
        wrong_cinch = np.zeros_like(wrong)
        if cinch is not None:
            cinch.apply(wrong, wrong_cinch, right, table.bit)
        accused = wrong | wrong_cinch
        doubted = np.take_along_axis(self.cards.doubted, np.maximum(form.seat_of, 0).astype(np.intp), 0)
        if doubted.any():
            let_off = self.in_order(doubted)
            accused &= ~let_off
            right &= ~let_off
        verdict = self.result.verdict
        verdict[:] = np.where(cards == NONE, NO_PLAY, np.where(accused, WRONG, np.where(right, RIGHT, UNPROVED)))
        verdict[:, :, hands.quarantined] = NO_PLAY
        self.everything_right(verdict)
        for trick, turn, row in zip(*np.nonzero(accused), strict=True):
            self.accuse(int(trick), int(turn), int(row), held, led, legal, wrong, cinch)

    def right_whatever_is_held(self, held: Array, led: Array, must: Array) -> Array:
        """Return whether a play is legal whatever the unknown cards of the hand and of the table are (6.3)."""
        table, known = self.table, self.known
        ever = known.ever
        total = np.bitwise_or.reduce(ever, 0)
        others = total & ~ever
        gone = known.finished[:, None] | others[None] | self.upcard
        possible = held | (SUITS[:4].sum() & ~self.in_order(gone))
        possible = np.where(self.full(held), held, possible)
        legal = legal_plays(possible, led, table.best, self.trumps, must)
        right = (legal & table.bit) != 0
        loose = legal_whatever_lies(possible, led, self.trumps, must)
        alone = (loose & table.bit != 0) & ((loose & (loose - 1)) == 0)
        return np.where(table.unseen, alone, right & (self.trumps != 0))

    def full(self, held: Array) -> Array:
        """Return whether the whole remaining hand is known."""
        left = self.form.hand_size - np.arange(TRICKS, dtype=np.int8)[:, None]
        return np.bitwise_count(held) >= left[:, None]

    def everything_right(self, verdict: Array) -> None:
        """Fill in, place by place, who is proved wrong, and who is proved right in a hand without a hidden card (penalty)."""
        form, hands = self.form, self.hands
        open_ = (form.tricks == form.hand_size) & ~(self.cards.cards == UNKNOWN).any((0, 1)) & ~hands.quarantined
        for a in range(form.seat_of.shape[0]):
            rows = np.flatnonzero(form.seat_of[a] >= 0)
            seat = form.seat_of[a, rows]
            wrong = np.zeros(len(rows), bool)
            right = open_[rows].copy()
            for trick in range(TRICKS):
                mine = verdict[trick, form.player_to_turn[trick, a, rows], rows]
                wrong |= mine == WRONG
                right &= (mine == RIGHT) | (mine == NO_PLAY)
            self.result.wrong[seat, rows] = wrong
            self.result.right[seat, rows] = right

    def accuse(
        self, trick: int, turn: int, row: int, held: Array, led: Array, legal: Array, wrong: Array, cinch: Cinch | None
    ) -> None:
        """Turn one wrong play into a fact: which rule, what would have been right, and what shows it."""
        at = (trick, turn, row)
        bit, mine = int(self.table.bit[at]), int(held[at])
        suit, trumps = int(led[at]), int(self.trumps[row])
        required = int(legal[at])
        duty = cinch.required(trick, turn, row) if cinch is not None else None
        if not wrong[at]:
            rule = "cinch"
        elif mine & suit and not bit & suit:
            rule = "follow-suit"
        elif not mine & suit and not bit & trumps:
            rule = "must-trump"
        else:
            rule = "must-beat"
        if duty is not None and required & duty:
            required &= duty
        player = int(self.form.turn_to_player[at])
        why = {
            "held": mine,
            "active": player,
            "best": int(self.table.best[at]),
            "led": suit,
            "turn": turn,
            "cinch": cinch.numbers(trick, turn, row) if cinch is not None and duty is not None else None,
        }
        seat = int(self.form.seat_of[player, row])
        line = self.hands.line_of(row, LINE_TRICK + trick)
        card = int(self.cards.cards[at])
        self.result.facts.append(Fact(rule, row, trick + 1, seat, card, required, line=line, why=why))

    def recalled(self) -> None:
        """Note each card taken back (4.10)."""
        hands, form, result = self.hands, self.form, self.result
        taken_back = (self.cards.withdrawn != NONE) & ~hands.quarantined
        for trick, turn, row in zip(*np.nonzero(taken_back), strict=True):
            seat = int(form.seat_of[form.turn_to_player[trick, turn, row], row])
            result.recalls[seat, row] = True
            card = int(self.cards.withdrawn[trick, turn, row])
            line = hands.line_of(int(row), LINE_TRICK + int(trick))
            why = {"instead": int(self.cards.cards[trick, turn, row])}
            result.facts.append(Fact("recall", int(row), int(trick) + 1, seat, card, line=line, why=why))

    def claims(self) -> None:
        """Judge each claim (4.11)."""
        from ledger.cinch import claim_verdict  # noqa: PLC0415 - beside its use

        hands, form = self.hands, self.form
        for row in np.flatnonzero(form.claimed & ~hands.quarantined):
            verdict = claim_verdict(self, int(row))
            if verdict is not None:
                severity, why = verdict
                seat = int(hands.claim[row])
                line = hands.line_of(int(row), LINE_CLAIM)
                trick = int(form.tricks[row]) + 1
                self.result.facts.append(Fact("claim", int(row), trick, seat, line=line, why=why, severity=severity))
