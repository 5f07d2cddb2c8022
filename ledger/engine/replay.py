"""Plays all hands in lockstep: who won each trick, and a verdict on every card played (rules.md 4 and 6).

Hands are taken in groups of the same number of players and replayed a few thousand at a time, so that every array is
full and stays in the processor's cache.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from typing import Final

import numpy as np

from ledger.engine.cinch import cinch_duty
from ledger.engine.claims import unproven_claims
from ledger.engine.contradictions import without_contradictions
from ledger.engine.examination import Cards
from ledger.engine.facts import Fact
from ledger.engine.form import BIT, Form, PlayOrder, by_place, by_player, cards_served, counted_cards, form_of, stock
from ledger.engine.knowledge import Knowledge, knowledge
from ledger.game.cards import DECK, NONE, SUIT, UNKNOWN
from ledger.game.play import beats, legal_plays, legal_whatever_lies
from ledger.hands.model import ABSENT, LINE_TRICK, TRICKS, Array, Hands

NO_PLAY, RIGHT, UNPROVED, WRONG = 0, 1, 2, 3
"""Verdicts on a card played (6): nothing was played, proved right, not provable from this record, proved wrong."""

SUITS: Final = np.array([*SUIT, 0, 0], np.int64)
"""The mask of each suit; the last two (index 4 and -1) are empty."""

CHUNK: Final = 8192
"""Hands replayed at a time."""


@dataclass(slots=True)
class Replay:
    """What the cards say of each hand.

    ``dealt`` and ``turned`` are as in ``Hands``, ``cards`` and ``withdrawn`` hold only tricks that count; in all of
    them contradictions are read as ``??`` (6.5). ``verdict`` (tricks, turns, hands) is in order of play. ``winner``
    (tricks, hands) is an active player, -1 where the winner is hidden or there is no such trick. ``wrong`` and ``right``
    (seats, hands) tell of each place whether it has a play proved wrong, and, where the table called a renege, whether
    every card of the hand is known and all its plays are proved right. ``recalls`` (seats, hands) took a card back.
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


def replay(hands: Hands) -> Replay:
    """Replay every hand; facts come in no particular order."""
    form = form_of(hands)
    cards, withdrawn = counted_cards(hands.cards, form), counted_cards(hands.withdrawn, form)
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
    for rows, players in _groups(hands, form):
        part = Judge(hands, result, rows, players)
        part.run()
        _put(result, part, rows, players)
    return result


def _groups(hands: Hands, form: Form) -> Iterator[tuple[Array, int]]:
    """Yield rows of hands with the same number of players, alike in what is recorded of them, a chunk at a time."""
    named = ((hands.dealt_count >= 0) | (hands.out_count >= 0) | (hands.drawn_count >= 0)).any(0)
    played = (form.tricks == form.hand_size) & ~form.claimed
    key = np.where(hands.quarantined, -1, form.players * 4 + named * 2 + played)
    for kind in np.unique(key):
        if kind >= 0:
            rows = np.flatnonzero(key == kind)
            for start in range(0, len(rows), CHUNK):
                yield rows[start : start + CHUNK], int(kind) // 4


def _put(result: Replay, part: Judge, rows: Array, players: int) -> None:
    """Copy what was found in some hands to where they belong."""
    result.facts.extend(fact._replace(row=int(rows[fact.row])) for fact in part.facts)
    result.right[:, rows] = part.right
    result.winner[:, rows] = part.winner
    if players:
        result.verdict[:, :players, rows] = part.verdict
        if part.wrong.any():
            result.wrong[:, rows] = part.wrong
        if part.recalls.any():
            result.recalls[:, rows] = part.recalls
    if part.cards.dealt is not part.hands.dealt:  # the record contradicted itself somewhere
        result.dealt[..., rows], result.turned[rows] = part.cards.dealt, part.cards.turned
        result.cards[:, :players, rows] = part.cards.cards
        result.withdrawn[:, :players, rows] = part.cards.withdrawn


class Table:
    """What lies on the table before each card: arrays (tricks, turns, hands) in order of play."""

    def __init__(self, cards: Array, trumps: Array) -> None:
        self.bit = BIT[cards]
        self.led = led = SUITS[cards[:, 0] // 13]
        self.led_known = cards[:, 0] < UNKNOWN
        self.best = np.zeros_like(self.bit)
        self.unseen = np.zeros(cards.shape, bool)
        best = self.bit[:, 0]
        unseen = cards[:, 0] == UNKNOWN
        hides = bool((cards == UNKNOWN).any())
        no_trump = trumps == 0
        some_no_trump = bool(no_trump.any())
        self.some_unseen = hides or some_no_trump
        for turn in range(1, cards.shape[1]):
            self.best[:, turn] = best
            card = self.bit[:, turn]
            best = np.where((card & beats(best, led, trumps)) != 0, card, best)
            if self.some_unseen:
                self.unseen[:, turn] = unseen
                unseen = unseen | (cards[:, turn] == UNKNOWN) | (no_trump & ((card & ~led) != 0))
        self.winning = best
        self.any_unseen = unseen

    def first(self, tricks: int) -> Table:
        """Return the same of the first tricks."""
        part = copy(self)
        for name in ("bit", "led", "led_known", "best", "unseen"):
            setattr(part, name, getattr(self, name)[:tricks])
        return part


class Judge:
    """Verdicts for a few thousand hands of the same number of players."""

    def __init__(self, hands: Hands, result: Replay, rows: Array, players: int) -> None:
        self.players = players
        origin = hands
        self.hands = hands = hands.chosen(rows)
        self.form = form = result.form.chosen(rows, max(players, 1))
        self.order = order = PlayOrder(form, max(players, 1))
        turns = max(players, 1)
        played = np.take(result.cards[:, :turns], rows, -1)
        taken_back = np.take(result.withdrawn[:, :turns], rows, -1)
        self.cards: Cards = without_contradictions(hands, form, order, played, taken_back)
        self.known: Knowledge = knowledge(form, order, self.cards)
        self.facts = self.cards.facts
        self.trumps = SUITS[np.where(hands.trump < 0, 5, hands.trump)]
        trump_rule = hands.by_rule("trump")
        self.form1 = trump_rule == "separate"
        self.separate = trump_rule != "dealer"
        self.turned = BIT[self.cards.turned]
        self.upcard = np.where(self.form1, self.turned, 0)
        self.ran_out = cards_served(hands, form).sum(0) > stock(hands, form)
        held, dropped = self.cards.held, form.playing & ~form.active
        self.dropped = np.bitwise_or.reduce(np.where(dropped, held.kept | held.drawn, 0), 0)
        self.verdict = np.zeros(played.shape, np.uint8)
        self.winner = np.full((TRICKS, len(rows)), ABSENT, np.int8)
        self.wrong = np.zeros(hands.player.shape, bool)
        self.right = np.zeros(hands.player.shape, bool)
        self.recalls = np.zeros(hands.player.shape, bool)
        self.forfeited = self.recalls
        self.called = bool((origin.renege[:, rows] != ABSENT).any())

    def run(self) -> None:
        """Judge the hands."""
        self.tricks()
        self.recalled()
        self.plays()
        self.facts += unproven_claims(self)

    def tricks(self) -> None:
        """Find the winner of each trick and who led out of turn (4.1, 4.2, 6.3)."""
        form, known = self.form, self.known
        self.table = table = Table(self.cards.cards, self.trumps)
        there = np.arange(TRICKS, dtype=np.int8)[:, None] < form.tricks
        seen = there & ~table.any_unseen
        turn = np.zeros(table.winning.shape, np.int8)
        for later in range(1, self.players):
            turn[table.bit[:, later] == table.winning] = later
        turn[table.winning == 0] = 0
        hidden = there & table.any_unseen & table.led_known & (self.trumps != 0)
        if hidden.any():
            everywhere = np.bitwise_or.reduce(np.bitwise_or.reduce(BIT[known.played], 0), 0)
            everywhere = everywhere | np.bitwise_or.reduce(known.shown, 0) | self.upcard
            takes = self.separate & ~self.form1
            for trick in range(TRICKS):
                rows = np.flatnonzero(hidden[trick])
                unseen = known.played[trick][:, rows] == UNKNOWN
                mine = np.where(unseen, 0, known.ever[:, rows])
                dealers = form.seat_of[:, rows] == self.hands.seated[rows] - 1
                lying = takes[rows] & ~(unseen & dealers).any(0)  # nobody else can have taken the turned card
                elsewhere = everywhere[rows] | np.bitwise_or.reduce(mine, 0) | np.where(lying, self.turned[rows], 0)
                missing = beats(table.winning[trick, rows], table.led[trick, rows], self.trumps[rows]) & ~elsewhere
                seen[trick, rows] = missing == 0
        winner = form.lead + turn
        winner -= np.where(winner >= self.players, np.int8(self.players), np.int8(0))
        self.winner[:] = np.where(seen, winner, ABSENT)
        expected = np.zeros(len(self.hands), np.int8)
        for trick in range(TRICKS):
            out_of_turn = there[trick] & (expected >= 0) & (form.lead[trick] != expected)
            for row in np.flatnonzero(out_of_turn):
                self.turn(int(row), trick, int(form.seat_of[expected[row], row]))
            expected = self.winner[trick]
        for row in np.flatnonzero(form.broken >= 0):
            self.broken(int(row), int(form.broken[row]))

    def broken(self, row: int, trick: int) -> None:
        """Note the trick at which the replay of a hand ends (turn, hand-size)."""
        hands, form = self.hands, self.form
        if form.bad_leader[row]:
            self.turn(row, trick, -1)
            return
        too_many = bool(trick >= form.hand_size[row])
        size = 0 if too_many else int(hands.trick_size[trick, row])
        why = {"cards": size, "players": self.players, "too_many": too_many}
        line = hands.line_of(row, LINE_TRICK + trick)
        self.facts.append(Fact("hand-size", row, trick + 1, line=line, why=why))

    def turn(self, row: int, trick: int, expected: int) -> None:
        """Note a trick led out of turn; ``expected`` is the place that should have led, -1 if the leader was not in the hand."""
        origin, rows = self.hands.origin or (self.hands, np.arange(len(self.hands)))
        seat = int(origin.leader[trick, rows[row]])
        line = self.hands.line_of(row, LINE_TRICK + trick)
        self.facts.append(Fact("turn", row, trick + 1, seat, line=line, why={"expected": expected}))

    def plays(self) -> None:
        """Judge every card played (4.3 to 4.8)."""
        hands, form = self.hands, self.form
        span = self.span()
        table = self.table.first(span)
        cards = self.cards.cards[:span]
        self.held = held = self.order.in_order(self.known.known, span)
        must = np.where(hands.by_rule("must_trump"), -1, 0)
        judged = (cards < UNKNOWN) & table.led_known[:, None]
        self.legal = legal = held.copy()  # on lead every card is right, but for 4.8 a
        after = np.s_[:, 1:]
        led = np.broadcast_to(table.led[:, None], held.shape)
        legal[after] = legal_plays(held[after], led[after], table.best[after], self.trumps, must)
        if table.some_unseen:
            loose = legal_whatever_lies(held[after], led[after], self.trumps, must)
            legal[after] = np.where(table.unseen[after], loose, legal[after])
        left = form.hand_size - np.arange(span, dtype=np.int8)[:, None]
        blank = left[:, None] - np.bitwise_count(held).astype(np.int8)
        right = judged & ((table.bit & legal) != 0)
        self.illegal = judged & ~right
        doubtful = right & ((blank > 0) | table.unseen)
        doubtful[:, 0] = False
        possible = self.order.in_order(self.possible(), span) if (blank > 0).any() else np.zeros_like(held)
        if doubtful.any():
            right &= ~doubtful | self.right_whatever_is_held(held | possible, led, must)
        trumpless = np.flatnonzero(self.trumps == 0)
        if len(trumpless):
            whatever = self.right_under_any_trump(trumpless, (held | possible)[..., trumpless])
            right[..., trumpless] = judged[..., trumpless] & whatever
        self.cinch = cinch_duty(self, held, np.where(judged, blank, 0), judged, possible)
        accused = self.illegal
        if self.cinch is not None:
            accused = accused | self.cinch.breaks(accused, right, table.bit)
        if self.cards.doubted.any():
            doubted = np.take_along_axis(self.cards.doubted, np.maximum(form.seat_of, 0).astype(np.intp), 0)
            let_off = self.order.in_order(np.broadcast_to(doubted, (TRICKS, *doubted.shape)), span)
            accused = accused & ~let_off
            right &= ~let_off
        self.verdict[:] = RIGHT  # past the span, last cards
        self.verdict[:span] = np.where(right, np.uint8(RIGHT), np.uint8(UNPROVED))
        self.verdict[:span][accused] = WRONG
        self.verdict[self.cards.cards == NONE] = NO_PLAY
        self.by_place()
        for trick, turn, row in zip(*np.nonzero(accused), strict=True):
            self.accuse(int(trick), int(turn), int(row))

    def possible(self) -> Array:
        """Return (tricks, active, hands) the cards that an unknown card of each hand may be: those not known to be elsewhere.

        A card dealt to or discarded by another may only have come back once the stock was used up (3.4).
        """
        hands, form, known, held = self.hands, self.form, self.known, self.cards.held
        others = np.bitwise_or.reduce(known.ever, 0) & ~known.ever
        passed = held.dealt | held.out
        others_passed = np.bitwise_or.reduce(passed, 0) & ~by_player(passed, form)
        run_out = by_player(np.cumsum(cards_served(hands, form), 0) > stock(hands, form), form)
        left = (hands.out_count >= 0) & (hands.out_count == form.draws)
        takes = (form.seat_of == hands.seated - 1) & ~by_player(left, form) & self.separate & ~self.form1
        lying = np.where(takes | ~self.separate, 0, self.turned)
        gone = others | known.own_out | self.dropped | lying | np.where(run_out, 0, others_passed)
        full = np.bitwise_count(known.known) >= (form.hand_size - np.arange(TRICKS, dtype=np.int8)[:, None])[:, None]
        return np.asarray(np.where(full, 0, DECK & ~(gone | known.finished[:, None] | known.known)))

    def right_whatever_is_held(self, held: Array, led: Array, must: Array) -> Array:
        """Return whether a play is legal whatever the unknown cards of the hand and of the table are (6.3).

        ``held`` are the cards known to be held and those that may be.
        """
        table = self.table.first(len(held))
        legal = legal_plays(held, led, table.best, self.trumps, must)
        right = (legal & table.bit) != 0
        loose = legal_whatever_lies(held, led, self.trumps, must)
        alone = (loose & table.bit != 0) & ((loose & (loose - 1)) == 0)
        return np.asarray(np.where(table.unseen, alone, right))

    def right_under_any_trump(self, rows: Array, held: Array) -> Array:
        """Return whether the plays of ``rows``, where nobody knows what was trump, are right whatever it was.

        A cinch cannot be judged there: only the last card of a hand is free of it.
        """
        tricks = len(held)
        cards = self.cards.cards[:tricks, :, rows]
        must = np.where(self.hands.by_rule("must_trump")[rows], -1, 0)
        right = np.ones(cards.shape, bool)
        for suit in SUITS[:4]:
            trumps = np.full(len(rows), suit)
            table = Table(cards, trumps)
            led = np.broadcast_to(table.led[:, None], cards.shape)
            strict: Array = legal_plays(held, led, table.best, trumps, must)
            legal: Array = np.where(table.unseen, legal_whatever_lies(held, led, trumps, must), strict)
            right &= ((legal & table.bit) != 0) & (~table.unseen | ((legal & (legal - 1)) == 0))
        right[:, 0] = True
        if self.players == 1:
            return right
        last = (np.bitwise_count(held) == 1) & (np.arange(tricks, dtype=np.int8)[:, None, None] == self.form.hand_size[rows] - 1)
        players = np.maximum(self.form.seat_of[:, rows], 0).astype(np.intp)
        forfeited = np.take_along_axis(self.forfeited[:, rows], players, 0)
        free = np.broadcast_to(forfeited | ~self.hands.by_rule("cinch")[rows], (TRICKS, *forfeited.shape))
        turns = PlayOrder(self.form.chosen(rows, self.form.seat_of.shape[0]), self.form.seat_of.shape[0])
        return np.asarray(right & (last | turns.in_order(np.ascontiguousarray(free), tricks)))

    def span(self) -> int:
        """Return how many tricks need a look: where all cards of all hands are known, not the last ones, which are forced."""
        sizes = self.form.hand_size
        size = int(sizes[0])
        known = (sizes == size).all() and (self.form.tricks == size).all() and not (self.cards.cards == UNKNOWN).any()
        return size - 1 if known and not self.cards.doubted.any() else TRICKS

    def by_place(self) -> None:
        """Fill in, place by place, who is proved wrong, and who is proved right in a hand without a hidden card (penalty)."""
        form = self.form
        if self.called:
            self.right[:] = (form.tricks == form.hand_size) & ~(self.cards.cards == UNKNOWN).any((0, 1))
            fine = np.all(self.order.by_player((self.verdict == RIGHT) | (self.verdict == NO_PLAY)), 0)
            self.right &= by_place(fine, form) | ~form.active
        wrong = self.verdict == WRONG
        if wrong.any():
            self.wrong[:] = by_place(np.any(self.order.by_player(wrong), 0), form)

    def accuse(self, trick: int, turn: int, row: int) -> None:
        """Turn one wrong play into a fact: which rule, what would have been right, and what shows it."""
        at = (trick, turn, row)
        bit, held = int(self.table.bit[at]), int(self.held[at])
        led, trumps = (int(self.table.led[trick, row]) if turn else 0), int(self.trumps[row])
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
        player = self.form.player_at(trick, turn, row)
        why = {
            "held": held,
            "active": player,
            "best": int(self.table.best[at]),
            "led": led,
            "turn": turn,
            "cinch": self.cinch.numbers(trick, turn, row) if self.cinch is not None and duty is not None else None,
        }
        seat = int(self.form.seat_of[player, row])
        line = self.hands.line_of(row, LINE_TRICK + trick)
        card = int(self.cards.cards[at])
        self.facts.append(Fact(rule, row, trick + 1, seat, card, required, line=line, why=why))

    def recalled(self) -> None:
        """Note each card taken back (4.10)."""
        hands, form = self.hands, self.form
        taken_back = self.cards.withdrawn != NONE
        if not taken_back.any():
            return
        for trick, turn, row in zip(*np.nonzero(taken_back), strict=True):
            seat = int(form.seat_of[form.player_at(trick, turn, row), row])
            self.recalls[seat, row] = True
            card = int(self.cards.withdrawn[trick, turn, row])
            line = hands.line_of(int(row), LINE_TRICK + int(trick))
            why = {"instead": int(self.cards.cards[trick, turn, row])}
            self.facts.append(Fact("recall", int(row), int(trick) + 1, seat, card, line=line, why=why))
        self.forfeited = self.recalls & (hands.by_rule("recall") == "forfeit")
