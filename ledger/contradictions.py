"""Records that contradict themselves: a card in two places, a card never held, a hand too full (rules.md 3.4 and 6.5).

Every hand is screened at once with masks; the few that look odd are then examined card by card. What a contradiction
touches is read as ``??`` from there on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from ledger.cards import NONE, UNKNOWN
from ledger.facts import Fact
from ledger.hands import ABSENT, DROPPED, PLAYED, TRICKS, Array, Hands
from ledger.rules import Rules
from ledger.shape import BIT, Shape, by_player, counted_cards, has_unknown, mask_of_lists

CARD_COLUMNS: Final = ("dealt", "out", "drawn", "shown", "turned")


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


@dataclass(slots=True)
class Kept:
    """What each place certainly held after the draw: masks (seats, hands).

    ``kept`` are cards dealt and not discarded; ``whole`` tells whether the hand after the draw is recorded card by
    card; ``outs_known`` whether every discard is named (or there was none).
    """

    dealt: Array
    out: Array
    drawn: Array
    kept: Array
    whole: Array
    outs_known: Array
    deal_known: Array


def kept_cards(hands: Hands, form: Shape, dealt: Array, out: Array, drawn: Array, turned: Array) -> Kept:
    """Return what is certain of each hand after the draw (log-format.md, "What a hand is known to hold")."""
    width = hands.width
    places = np.arange(width, dtype=np.int8)[:, None]
    dealer = places == hands.seated - 1
    trump_rule = hands.by_rule("trump")
    own = (trump_rule == "dealer") & dealer
    takes = (trump_rule == "dealer-may-take") & dealer
    upcard = BIT[turned]
    dealt_mask = mask_of_lists(dealt) | np.where(own, upcard, 0)
    out_mask, drawn_mask = mask_of_lists(out), mask_of_lists(drawn)
    draws, outs = form.draws, hands.out_count
    named = (outs >= 0) & ~has_unknown(out)
    stood = (draws == 0) & (outs <= 0) & ~takes
    left = takes & named & (outs == draws)
    taken = takes & named & (outs == draws + 1)
    outs_known = form.playing & (stood | (named & (outs == draws)) | taken)
    kept = np.where(outs_known, (dealt_mask | np.where(taken, upcard, 0)) & ~out_mask, 0)
    deal_known = (hands.dealt_count == form.hand_size) & ~has_unknown(dealt)
    refilled = (draws == 0) & (hands.drawn_count <= 0) | (hands.drawn_count == draws) & ~has_unknown(drawn)
    seen_upcard = ~taken | (turned < UNKNOWN)
    whole = deal_known & outs_known & refilled & seen_upcard & (~takes | left | taken)
    return Kept(dealt_mask, out_mask, drawn_mask, kept, whole, outs_known, deal_known)


def by_seat(cards: Array, form: Shape, width: int) -> list[Array]:
    """Return for each trick the cards (seats, hands) that each place played, NONE where none."""
    placed = []
    for trick in range(TRICKS):
        by_active = np.take_along_axis(cards[trick], form.player_to_turn[trick].astype(np.intp), 0)
        column = np.full((width, cards.shape[-1]), NONE, np.uint8)
        for a in range(form.seat_of.shape[0]):
            seat = form.seat_of[a]
            there = np.flatnonzero(seat >= 0)
            column[seat[there], there] = by_active[a, there]
        placed.append(column)
    return placed


def without_contradictions(hands: Hands, form: Shape) -> Cards:
    """Return the cards with every contradiction read as ``??``, and the facts of each (6.5)."""
    cards, withdrawn = counted_cards(hands, form)
    width = hands.width
    places = np.arange(width, dtype=np.int8)[:, None]
    held = kept_cards(hands, form, hands.dealt, hands.out, hands.drawn, hands.turned)
    played = np.zeros((width, len(hands)), np.int64)
    back = np.zeros((width, len(hands)), np.int64)
    twice = np.zeros(len(hands), bool)
    for trick in range(TRICKS):
        for a in range(form.seat_of.shape[0]):
            seat = form.seat_of[a]
            turn = form.player_to_turn[trick, a].astype(np.intp)[None]
            card = BIT[np.take_along_axis(cards[trick], turn, 0)[0]]
            taken_back = BIT[np.take_along_axis(withdrawn[trick], turn, 0)[0]]
            for place in range(width):
                here = seat == place
                if here.any():
                    mine = np.where(here, card, 0)
                    twice |= (played[place] & mine) != 0
                    played[place] |= mine
                    back[place] |= np.where(here, taken_back, 0)
    shown = np.where((hands.claim == places) & form.claimed, mask_of_lists(hands.shown), 0)
    count = np.bitwise_count
    for column, mask in ((hands.dealt, mask_of_lists(hands.dealt)), (hands.out, held.out), (hands.drawn, held.drawn)):
        twice |= ((column < UNKNOWN).sum(0) != count(mask)).any(0)
    twice |= (hands.shown < UNKNOWN).sum(0) != count(mask_of_lists(hands.shown))
    later = played | shown | back
    clash = (held.drawn & (held.dealt | held.out)) | (held.out & later) | (played & (shown | back))
    odd = twice | (clash != 0).any(0)
    seen = np.where(hands.by_rule("trump") == "dealer", 0, BIT[hands.turned])
    for place in range(width):
        mine = held.dealt[place] | held.out[place] | held.drawn[place] | later[place]
        odd |= (seen & mine) != 0
        seen |= mine
    odd |= (count(held.kept | held.drawn | later) > form.hand_size).any(0)
    odd |= (held.whole & ((played & ~(held.kept | held.drawn)) != 0)).any(0)
    odd |= (held.deal_known & ((held.out & ~held.dealt) != 0)).any(0)
    result = Cards(
        hands.dealt,
        hands.out,
        hands.drawn,
        hands.shown,
        hands.turned,
        cards,
        withdrawn,
        np.zeros((width, len(hands)), bool),
        [],
    )
    rows = np.flatnonzero(odd & ~hands.quarantined)
    if len(rows):
        for name in CARD_COLUMNS:
            setattr(result, name, getattr(result, name).copy())
        for row in rows:
            _Examination(hands, form, result, int(row)).run()
    _sizes(hands, form, result)
    return result


def _sizes(hands: Hands, form: Shape, result: Cards) -> None:
    """Add a fact for each deal of the wrong size, unless that player's hand was found too full already."""
    wrong = (hands.dealt_count >= 0) & (hands.dealt_count != form.hand_size) & ~hands.quarantined
    told = {(fact.row, fact.seat) for fact in result.facts if fact.rule == "hand-size"}
    for seat, row in zip(*np.nonzero(wrong), strict=True):
        if (int(row), int(seat)) not in told:
            line = hands.line_of_seat(row, "dealt", seat)
            why = {"dealt": int(hands.dealt_count[seat, row]), "size": int(form.hand_size[row])}
            result.facts.append(Fact("hand-size", int(row), seat=int(seat), line=line, why=why))


class _Examination:
    """One hand, card by card."""

    def __init__(self, hands: Hands, form: Shape, result: Cards, row: int) -> None:
        self.hands, self.form, self.result, self.row = hands, form, result, row
        self.rules: Rules = hands.sessions[int(hands.session[row])].rules
        self.seated = int(hands.seated[row])
        self.dealer = self.seated - 1

    def run(self) -> None:
        self.duplicates()
        self.not_held()

    def plays(self, cards: Array) -> list[tuple[int, int, int, int]]:
        """Return (seat, trick, turn, card) of the played or withdrawn cards, known or not."""
        form, row = self.form, self.row
        found = []
        for trick in range(int(form.tricks[row])):
            for turn in range(int(form.players[row])):
                card = int(cards[trick, turn, row])
                if card != NONE:
                    seat = int(form.seat_of[form.turn_to_player[trick, turn, row], row])
                    found.append((seat, trick, turn, card))
        return found

    def duplicates(self) -> None:
        hands, result, row = self.hands, self.result, self.row
        places: dict[int, list[tuple[str, int, int]]] = {}
        turned = int(hands.turned[row])
        if turned < UNKNOWN:
            owner = -1 if self.rules.trump == "separate" else self.dealer
            places.setdefault(turned, []).append(("turned", owner, -1))
        for name in ("dealt", "out", "drawn"):
            column = getattr(hands, name)
            for seat in range(self.seated):
                for card in column[:, seat, row]:
                    if card < UNKNOWN:
                        places.setdefault(int(card), []).append((name, seat, -1))
        for name, played in (("withdrawn", result.withdrawn), ("played", result.cards)):
            for seat, trick, _, card in self.plays(played):
                if card < UNKNOWN:
                    places.setdefault(card, []).append((name, seat, trick))
        if self.form.claimed[row]:
            for card in hands.shown[:, row]:
                if card < UNKNOWN:
                    places.setdefault(int(card), []).append(("shown", int(hands.claim[row]), TRICKS))
        doubled = [card for card, found in sorted(places.items()) if len(found) > 1 and not self.possible(card, found)]
        for card in doubled:
            self.forget(card)
            found = [(name, seat) for name, seat, _ in places[card]]
            result.facts.append(Fact("duplicate-card", row, card=card, line=int(hands.line[row]), why={"places": found}))

    def possible(self, card: int, found: list[tuple[str, int, int]]) -> bool:
        """Return whether one card can have been in all these places in one hand (3.4)."""
        seats = sorted({seat for _, seat, _ in found})
        groups = {seat: [(name, trick) for name, at, trick in found if at == seat] for seat in seats}
        if not all(self.own_places_agree(group) for group in groups.values()):
            return False
        if len(seats) == 1:
            return True
        if len(seats) > 2:  # noqa: PLR2004 - a drawn card cannot be discarded again
            return False
        first, second = seats
        return self.passed_on(card, first, groups[first], second, groups[second]) or self.passed_on(
            card, second, groups[second], first, groups[first]
        )

    def own_places_agree(self, group: list[tuple[str, int]]) -> bool:
        """Return whether one player can have had the card in all these places."""
        names = [name for name, _ in group]
        if any(names.count(name) > 1 for name in ("dealt", "out", "drawn", "played", "shown")):
            return False
        had = set(names)
        if "turned" in had and self.rules.trump != "dealer" and had & {"dealt", "drawn"}:
            return False
        if "drawn" in had and had & {"dealt", "turned", "out"}:
            return False
        if "out" in had and had & {"played", "shown", "withdrawn"}:
            return False
        if {"played", "shown"} <= had:
            return False
        when = next((trick for name, trick in group if name == "played"), TRICKS)
        return all(trick <= when for name, trick in group if name == "withdrawn")

    def passed_on(
        self, card: int, giver: int, given: list[tuple[str, int]], taker: int, taken: list[tuple[str, int]]
    ) -> bool:
        """Return whether ``giver`` may have parted with the card before ``taker`` was served, the stock being used up."""
        had, got = {name for name, _ in given}, {name for name, _ in taken}
        if giver < 0 or not had <= {"dealt", "turned", "out"} or not got <= {"drawn", "played", "withdrawn", "shown"}:
            return False
        if "turned" in had and self.rules.trump != "dealer":
            return False
        form, row, hands = self.form, self.row, self.hands
        if not form.playing[taker, row]:
            return False
        folded = not form.playing[giver, row]
        if taker < giver and not (folded and self.rules.declare != "with-draw"):
            return False
        if not folded and "out" not in had and not self.unnamed(hands.out, hands.out_count, giver):
            return False
        if "drawn" not in got and not self.unnamed(hands.drawn, hands.drawn_count, taker):
            return False
        drawn = 0
        for seat in range(taker + 1):
            if form.playing[seat, row]:
                draw = int(form.draws[seat, row])
                drawn += self.rules.hand_size if draw < 0 else draw
        return drawn > self.rules.stock(self.seated)

    def unnamed(self, lists: Array, counts: Array, seat: int) -> bool:
        """Return whether a player has discards (or replacements) that nobody named."""
        draw = int(self.form.draws[seat, self.row])
        written = int(counts[seat, self.row])
        if written == ABSENT:
            return draw != 0
        return bool((lists[:, seat, self.row] == UNKNOWN).any()) or (draw > written)

    def forget(self, card: int) -> None:
        """Read a card as ``??`` wherever it stands in this hand."""
        result, row = self.result, self.row
        for column in (result.dealt, result.out, result.drawn, result.shown, result.cards, result.withdrawn):
            part = column[..., row]
            part[part == card] = UNKNOWN
        if result.turned[row] == card:
            result.turned[row] = UNKNOWN

    def not_held(self) -> None:
        hands, form, result, row = self.hands, self.form, self.result, self.row
        held = self.kept()
        for seat in range(self.seated):
            deal = int(held.dealt[seat, 0])
            if not held.deal_known[seat, 0]:
                continue
            if self.rules.trump == "dealer-may-take" and seat == self.dealer:
                if result.turned[row] >= UNKNOWN:
                    continue
                deal |= 1 << int(result.turned[row])
            for at, card in enumerate(result.out[:, seat, row]):
                if card < UNKNOWN and not deal >> int(card) & 1:
                    line = hands.line_of_seat(row, "declared", seat)
                    result.facts.append(Fact("not-held", row, seat=seat, card=int(card), line=line, why={"held": deal}))
                    result.out[at, seat, row] = UNKNOWN
                    result.doubted[seat, row] = True
        held = self.kept()
        strange: list[tuple[int, int, int, int]] = []
        for seat, trick, turn, card in self.plays(result.cards):
            mine = int(held.kept[seat, 0] | held.drawn[seat, 0])
            if card < UNKNOWN and held.whole[seat, 0] and not mine >> card & 1:
                line = hands.line_of(row, 6 + trick)
                why = {"held": mine}
                result.facts.append(Fact("not-held", row, trick + 1, seat, card, line=line, why=why))
                strange.append((seat, trick, turn, card))
        full = self.too_full(held)
        for seat, trick, turn, _ in strange:
            result.cards[trick, turn, row] = UNKNOWN
            result.doubted[seat, row] = True
        for seat in full:
            result.doubted[seat, row] = True
            for seat_, trick, turn, card in self.plays(result.cards):
                if seat_ == seat and card < UNKNOWN:
                    result.cards[trick, turn, row] = UNKNOWN
            for column in (result.dealt, result.drawn, result.out):
                part = column[:, seat, row]
                part[part < UNKNOWN] = UNKNOWN
            if self.form.claimed[row] and hands.claim[row] == seat:
                part = result.shown[:, row]
                part[part < UNKNOWN] = UNKNOWN

    def kept(self) -> Kept:
        row, result = self.row, self.result
        here = slice(row, row + 1)
        one = replace(
            self.form,
            **{
                name: getattr(self.form, name)[..., here]
                for name in ("hand_size", "playing", "draws")
            },
        )
        hands = _OneHand(self.hands, row)
        return kept_cards(
            hands,  # type: ignore[arg-type]
            one,
            result.dealt[..., here],
            result.out[..., here],
            result.drawn[..., here],
            result.turned[here],
        )

    def too_full(self, held: Kept) -> list[int]:
        """Return the places whose certain cards are more than a hand (hand-size)."""
        hands, result, row = self.hands, self.result, self.row
        mine = [int(kept | drawn) for kept, drawn in zip(held.kept[:, 0], held.drawn[:, 0], strict=True)]
        for cards in (result.cards, result.withdrawn):
            for seat, _, _, card in self.plays(cards):
                if card < UNKNOWN:
                    mine[seat] |= 1 << card
        if self.form.claimed[row]:
            mine[int(hands.claim[row])] |= int(mask_of_lists(result.shown[:, row : row + 1])[0])
        full = [seat for seat in range(self.seated) if mine[seat].bit_count() > self.rules.hand_size]
        for seat in full:
            line = hands.line_of_seat(row, "declared", seat)
            why = {"held": mine[seat], "size": self.rules.hand_size}
            result.facts.append(Fact("hand-size", row, seat=seat, line=line, why=why))
        return full


class _OneHand:
    """The columns of one hand that ``kept_cards`` reads."""

    def __init__(self, hands: Hands, row: int) -> None:
        here = slice(row, row + 1)
        self.width = hands.width
        self.seated = hands.seated[here]
        self.out_count = hands.out_count[:, here]
        self.drawn_count = hands.drawn_count[:, here]
        self.dealt_count = hands.dealt_count[:, here]
        self.rules = hands.sessions[int(hands.session[row])].rules

    def by_rule(self, name: str) -> Array:
        return np.array([getattr(self.rules, name)])
