"""What lay on the table before each card, who won each trick, and who led out of turn (rules.md 4.1, 4.2 and 6.3)."""

from __future__ import annotations

from copy import copy

import numpy as np

from ledger.engine.facts import Fact
from ledger.engine.form import SUIT_BITS, bits, by_place, indices
from ledger.engine.knowledge import Evidence
from ledger.game.cards import NONE, UNKNOWN
from ledger.game.play import beats, either, hidden_after, player_at
from ledger.hands.model import ABSENT, LINE_TRICK, TRICKS, Array


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
