"""One hand whose record contradicts itself, card by card (rules.md 6.5)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ledger.cards import NONE, UNKNOWN, cards_in
from ledger.facts import Fact
from ledger.hands import LINE_HAND, LINE_TRICK, Array, Hands
from ledger.kept import Kept, kept_cards
from ledger.rules import Rules
from ledger.shape import Shape, mask_of_lists


@dataclass(slots=True)
class Cards:
    """The cards of each hand as far as the record does not contradict itself.

    Arrays as in ``Hands``; ``cards`` and ``withdrawn`` hold only tricks that count. ``doubted`` (seats, hands) are
    the players of whom the record says impossible things: they are accused of no renege (6.5).
    """

    dealt: Array
    out: Array
    drawn: Array
    shown: Array
    turned: Array
    cards: Array
    withdrawn: Array
    doubted: Array
    facts: list[Fact]
    held: Kept


@dataclass(slots=True)
class _Played:
    """A card played or taken back: ``place`` at the table, ``trick`` and ``turn`` from 0."""

    place: int
    trick: int
    turn: int
    card: int


class Examination:
    """Looks at one hand and reads as ``??`` what its record contradicts; ``full`` are the places found over-full."""

    def __init__(self, hands: Hands, form: Shape, cards: Cards, row: int) -> None:
        self.hands, self.form, self.cards, self.row = hands, form, cards, row
        self.rules: Rules = hands.sessions[int(hands.session[row])].rules
        self.seated = int(hands.seated[row])
        self.full: list[int] = []

    def run(self, doubled: int) -> None:
        """Examine the hand; ``doubled`` is the mask of cards that are in two places at once."""
        if doubled:
            self.duplicates(doubled)
        self.strange_discards(self.kept())
        held = self.kept()
        strange = self.strange_plays(held)
        self.full = self.too_full(held)
        for play in strange:
            self.cards.cards[play.trick, play.turn, self.row] = UNKNOWN
            self.cards.doubted[play.place, self.row] = True
        for place in self.full:
            self.disregard(place)

    def plays(self, cards: Array) -> list[_Played]:
        """Return the known cards among those played, or taken back."""
        form, row = self.form, self.row
        return [
            _Played(int(form.seat_of[form.player_at(trick, turn, row), row]), trick, turn, int(cards[trick, turn, row]))
            for trick in range(int(form.tricks[row]))
            for turn in range(int(form.players[row]))
            if cards[trick, turn, row] < UNKNOWN
        ]

    def mentions(self) -> list[tuple[int, str, int]]:
        """Return (card, kind of place, place at the table) wherever a known card stands; -1 for a card that is no one's."""
        hands, row = self.hands, self.row
        owner = -1 if self.rules.trump == "separate" else self.seated - 1
        found = [(int(hands.turned[row]), "turned", owner)]
        for name in ("dealt", "out", "drawn"):
            lists = getattr(hands, name)[:, : self.seated, row].T.tolist()
            found += [(card, name, place) for place, cards in enumerate(lists) for card in cards]
        for name, cards in (("withdrawn", self.cards.withdrawn), ("played", self.cards.cards)):
            found += [(play.card, name, play.place) for play in self.plays(cards)]
        if self.form.broken[row] < 0:
            found += [(card, "shown", int(hands.claim[row])) for card in hands.shown[:, row].tolist()]
        return found

    def duplicates(self, doubled: int) -> None:
        """Note the cards that are in two places at once, and forget them (duplicate-card)."""
        mentions = self.mentions()
        line = self.hands.line_of(self.row, LINE_HAND)
        for card in cards_in(doubled):
            places = [(name, place) for found, name, place in mentions if found == card]
            self.cards.facts.append(Fact("duplicate-card", self.row, card=card, line=line, why={"places": places}))
            self.forget(card)

    def forget(self, card: int) -> None:
        """Read a card as ``??`` wherever it stands in this hand."""
        cards, row = self.cards, self.row
        for column in (cards.dealt, cards.out, cards.drawn, cards.shown, cards.cards, cards.withdrawn):
            part = column[..., row]
            part[part == card] = UNKNOWN
        if cards.turned[row] == card:
            cards.turned[row] = UNKNOWN

    def kept(self) -> Kept:
        """Return what is certain of this hand, as it is read by now (arrays of one hand)."""
        one, cards = np.array([self.row]), self.cards
        hand = self.hands.chosen(one)
        for name in ("dealt", "out", "drawn", "turned"):
            setattr(hand, name, getattr(cards, name)[..., one])
        return kept_cards(hand, self.form.chosen(one, 1), hand)

    def strange_discards(self, held: Kept) -> None:
        """Note each named discard that is not in a deal recorded card by card, and read it as ``??`` (not-held)."""
        cards, row = self.cards, self.row
        for place in np.flatnonzero(held.deal_known[:, 0]):
            deal = int(held.dealt[place, 0])
            if self.rules.trump == "dealer-may-take" and place == self.seated - 1:
                if cards.turned[row] >= UNKNOWN:
                    continue
                deal |= 1 << int(cards.turned[row])
            line = self.hands.line_of_seat(row, "declared", int(place))
            for at, card in enumerate(cards.out[:, place, row].tolist()):
                if card < UNKNOWN and not deal >> card & 1:
                    cards.facts.append(Fact("not-held", row, seat=int(place), card=card, line=line, why={"held": deal}))
                    cards.out[at, place, row] = UNKNOWN
                    cards.doubted[place, row] = True

    def strange_plays(self, held: Kept) -> list[_Played]:
        """Note each card played from a hand recorded card by card that does not have it (not-held)."""
        mine = held.kept[:, 0] | held.drawn[:, 0]
        strange = [
            play
            for play in self.plays(self.cards.cards)
            if held.whole[play.place, 0] and not int(mine[play.place]) >> play.card & 1
        ]
        for play in strange:
            line = self.hands.line_of(self.row, LINE_TRICK + play.trick)
            why = {"held": int(mine[play.place])}
            fact = Fact("not-held", self.row, play.trick + 1, play.place, play.card, line=line, why=why)
            self.cards.facts.append(fact)
        return strange

    def too_full(self, held: Kept) -> list[int]:
        """Return the places whose certain cards are more than a hand, and note them (hand-size)."""
        hands, cards, row = self.hands, self.cards, self.row
        mine = [int(mask) for mask in held.kept[:, 0] | held.drawn[:, 0]]
        for play in (*self.plays(cards.cards), *self.plays(cards.withdrawn)):
            mine[play.place] |= 1 << play.card
        if self.form.claimed[row]:
            mine[int(hands.claim[row])] |= int(mask_of_lists(cards.shown[:, row : row + 1])[0])
        full = [place for place in range(self.seated) if mine[place].bit_count() > self.rules.hand_size]
        for place in full:
            line = hands.line_of_seat(row, "declared", place)
            why = {"held": mine[place], "size": self.rules.hand_size}
            cards.facts.append(Fact("hand-size", row, seat=place, line=line, why=why))
        return full

    def disregard(self, place: int) -> None:
        """Read every card that a player plays or shows as ``??``; what the player keeps is left out by the caller."""
        cards, row = self.cards, self.row
        cards.doubted[place, row] = True
        for play in self.plays(cards.cards):
            if play.place == place:
                cards.cards[play.trick, play.turn, row] = UNKNOWN
        if self.form.claimed[row] and self.hands.claim[row] == place:
            part = cards.shown[:, row]
            part[part != NONE] = UNKNOWN
