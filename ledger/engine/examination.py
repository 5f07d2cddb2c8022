"""One hand whose record contradicts itself, card by card (rules.md 6.5)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ledger.engine.facts import Fact
from ledger.engine.form import Form, mask_of_lists
from ledger.engine.knowledge import AfterDraw, Cards
from ledger.game import Rules
from ledger.game.cards import NONE, UNKNOWN, cards_in
from ledger.hands.model import LINE_HAND, LINE_TRICK, Array, Hands


@dataclass(slots=True)
class _Played:
    """A card played or taken back: ``place`` at the table, ``trick`` and ``turn`` from 0."""

    place: int
    trick: int
    turn: int
    card: int


class Examination:
    """Looks at one hand and reads as ``??`` what its record contradicts; ``full`` are the places found over-full.

    The steps go in the order of 6.5, each for all contradictory hands before the next: what is certainly kept is worked out
    for all of them together in between, and ``at`` is the index of this hand among them.
    """

    def __init__(self, hands: Hands, form: Form, cards: Cards, row: int, at: int) -> None:
        self.hands, self.form, self.cards, self.row, self.at = hands, form, cards, row, at
        self.rules: Rules = hands.house_of(row).rules
        self.seated = int(hands.seated[row])
        self.played = self.known_cards(cards.cards)
        self.taken_back = self.known_cards(cards.withdrawn)
        self.full: list[int] = []

    def known_cards(self, cards: Array) -> list[_Played]:
        """The known cards among those played, or taken back."""
        form, row = self.form, self.row
        return [
            _Played(place, trick, turn, card)
            for trick, codes in enumerate(cards[: int(form.tricks[row]), :, row].tolist())
            for turn, (place, card) in enumerate(zip(form.places_in_turn(trick, row), codes, strict=False))
            if card < UNKNOWN
        ]

    def mentions(self) -> list[tuple[int, str, int]]:
        """(card, kind of place, place at the table) wherever a known card stands; -1 for a card that is no one's."""
        hands, row = self.hands, self.row
        owner = -1 if self.rules.trump == "separate" else self.seated - 1
        found = [(int(hands.turned[row]), "turned", owner)]
        for name in ("dealt", "out", "drawn"):
            lists = getattr(hands, name)[:, : self.seated, row].T.tolist()
            found += [(card, name, place) for place, cards in enumerate(lists) for card in cards]
        for name, plays in (("withdrawn", self.taken_back), ("played", self.played)):
            found += [(play.card, name, play.place) for play in plays]
        if self.form.claim_stands[row]:
            found += [(card, "shown", int(hands.claim[row])) for card in hands.shown[:, row].tolist()]
        return found

    def duplicates(self, doubled: int) -> None:
        """Note the cards (a mask) that are in two places at once, and forget them (duplicate-card)."""
        mentions = self.mentions()
        line = self.hands.line_of(self.row, LINE_HAND)
        for card in cards_in(doubled):
            places = [(name, place) for found, name, place in mentions if found == card]
            self.cards.facts.append(Fact("duplicate-card", self.row, card=card, line=line, why={"places": places}))
            self.forget(card)
        self.played = [play for play in self.played if not doubled >> play.card & 1]
        self.taken_back = [play for play in self.taken_back if not doubled >> play.card & 1]

    def forget(self, card: int) -> None:
        """Read a card as ``??`` wherever it stands in this hand."""
        cards, row = self.cards, self.row
        for column in (cards.dealt, cards.out, cards.drawn, cards.shown, cards.cards, cards.withdrawn):
            part = column[..., row]
            part[part == card] = UNKNOWN
        if cards.turned[row] == card:
            cards.turned[row] = UNKNOWN

    def strange_discards(self, held: AfterDraw) -> None:
        """Note each named discard that is not in a deal recorded card by card, and read it as ``??`` (not-held)."""
        cards, row = self.cards, self.row
        for place in np.flatnonzero(held.deal_known[:, self.at]).tolist():
            deal = int(held.dealt[place, self.at])
            if self.rules.trump == "dealer-may-take" and place == self.seated - 1:
                if cards.turned[row] >= UNKNOWN:
                    continue
                deal |= 1 << int(cards.turned[row])
            if int(held.out[place, self.at]) & ~deal:
                self.discard(place, deal)

    def discard(self, place: int, deal: int) -> None:
        """Note the discards of a player that are not in the deal."""
        cards, row = self.cards, self.row
        line = self.hands.line_of_seat(row, "declared", place)
        for at, card in enumerate(cards.out[:, place, row].tolist()):
            if card < UNKNOWN and not deal >> card & 1:
                cards.facts.append(Fact("not-held", row, seat=place, card=card, line=line, why={"held": deal}))
                cards.out[at, place, row] = UNKNOWN
                cards.doubted[place, row] = True

    def strange_plays(self, held: AfterDraw) -> None:
        """Note cards played from a hand that does not have them, and hands that are over-full; read them as ``??``."""
        mine = (held.kept[:, self.at] | held.drawn[:, self.at]).tolist()
        whole = held.whole[:, self.at].tolist()
        strange = [play for play in self.played if whole[play.place] and not mine[play.place] >> play.card & 1]
        self.full = self.too_full(mine)
        for play in strange:
            line = self.hands.line_of(self.row, LINE_TRICK + self.form.trick_line(play.trick, self.row))
            why = {"held": mine[play.place]}
            fact = Fact("not-held", self.row, play.trick + 1, play.place, play.card, line=line, why=why)
            self.cards.facts.append(fact)
            self.cards.cards[play.trick, play.turn, self.row] = UNKNOWN
            self.cards.doubted[play.place, self.row] = True
        for place in self.full:
            self.disregard(place)

    def too_full(self, mine: list[int]) -> list[int]:
        """The places whose certain cards, ``mine`` and those seen later, are more than a hand; note them (hand-size)."""
        hands, cards, row = self.hands, self.cards, self.row
        seen = list(mine)
        for play in (*self.played, *self.taken_back):
            seen[play.place] |= 1 << play.card
        if self.form.claimed[row]:
            seen[int(hands.claim[row])] |= int(mask_of_lists(cards.shown[:, row : row + 1])[0])
        full = [place for place in range(self.seated) if seen[place].bit_count() > self.rules.hand_size]
        for place in full:
            line = hands.line_of_seat(row, "declared", place)
            why = {"held": seen[place], "size": self.rules.hand_size}
            cards.facts.append(Fact("hand-size", row, seat=place, line=line, why=why))
        return full

    def disregard(self, place: int) -> None:
        """Read every card that a player plays or shows as ``??``; what the player keeps is left out by the caller."""
        cards, row = self.cards, self.row
        cards.doubted[place, row] = True
        for play in self.played:
            if play.place == place:
                cards.cards[play.trick, play.turn, row] = UNKNOWN
        if self.form.claimed[row] and self.hands.claim[row] == place:
            part = cards.shown[:, row]
            part[part != NONE] = UNKNOWN
