"""Records that contradict themselves: a card in two places, a card never held, a hand too full (rules.md 3.4 and 6.5).

Every hand is screened at once with masks; the few that look odd are then examined card by card. What a contradiction
touches is read as ``??`` from there on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from ledger.cards import NONE, UNKNOWN, cards_in
from ledger.facts import Fact
from ledger.hands import ABSENT, LINE_HAND, LINE_TRICK, TRICKS, Array, Hands
from ledger.rules import Rules
from ledger.shape import BIT, Order, Shape, cards_served, has_unknown, mask_of_lists, stock

CARD_COLUMNS: Final = ("dealt", "out", "drawn", "shown", "turned")


@dataclass(slots=True)
class Kept:
    """What each place certainly held after the draw: masks (seats, hands).

    ``kept`` are cards dealt and not discarded; ``whole`` tells whether the hand after the draw is recorded card by
    card; ``outs_known`` whether every discard is named (or there was none); ``twice`` are cards named twice in one list.
    """

    dealt: Array
    out: Array
    drawn: Array
    kept: Array
    whole: Array
    outs_known: Array
    deal_known: Array
    twice: Array


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


def kept_cards(hands: Hands, form: Shape, dealt: Array, out: Array, drawn: Array, turned: Array) -> Kept:
    """Return what is certain of each hand after the draw (log-format.md, "What a hand is known to hold")."""
    width = hands.width
    places = np.arange(width, dtype=np.int8)[:, None]
    dealer = places == hands.seated - 1
    trump_rule = hands.by_rule("trump")
    own = (trump_rule == "dealer") & dealer
    takes = (trump_rule == "dealer-may-take") & dealer
    upcard = BIT[turned]
    dealt_mask, dealt_twice = _mask_and_repeats(dealt)
    out_mask, out_twice = _mask_and_repeats(out)
    drawn_mask, drawn_twice = _mask_and_repeats(drawn)
    dealt_mask |= np.where(own, upcard, 0)
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
    whole |= form.playing & (draws == form.hand_size) & (hands.drawn_count == draws) & ~has_unknown(drawn)
    return Kept(
        dealt_mask, out_mask, drawn_mask, kept, whole, outs_known, deal_known, dealt_twice | out_twice | drawn_twice
    )


def without_contradictions(hands: Hands, form: Shape, order: Order, cards: Array, withdrawn: Array) -> Cards:
    """Return the cards with every contradiction read as ``??``, and the facts of each (6.5).

    ``cards`` and ``withdrawn`` are those of tricks that count, in order of play.
    """
    held = kept_cards(hands, form, hands.dealt, hands.out, hands.drawn, hands.turned)
    result = Cards(
        hands.dealt,
        hands.out,
        hands.drawn,
        hands.shown,
        hands.turned,
        cards,
        withdrawn,
        np.zeros(hands.player.shape, bool),
        [],
        held,
    )
    mentioned = _mentions(hands, form, order, result)
    doubled = _in_two_places(hands, form, mentioned)
    odd = (doubled != 0) | _impossible(form, mentioned)
    rows = np.flatnonzero(odd & ~hands.quarantined)
    if len(rows):
        for name in CARD_COLUMNS:
            setattr(result, name, getattr(result, name).copy())
        full: list[tuple[int, int]] = []
        for row in rows:
            _Examination(hands, form, result, int(row), full).run(int(doubled[row]))
        held = result.held = kept_cards(hands, form, result.dealt, result.out, result.drawn, result.turned)
        for seat, row in full:
            held.kept[seat, row] = held.drawn[seat, row] = 0
            held.whole[seat, row] = held.outs_known[seat, row] = False
    _sizes(hands, form, result)
    return result


@dataclass(slots=True)
class _Mentions:
    """Masks (seats, hands) of the cards that a record names in each place; ``repeated`` are named twice where once is possible.

    ``later`` are played, shown or taken back. ``upcard`` (hands,) is a separate turned card.
    """

    held: Kept
    played: Array
    later: Array
    repeated: Array
    upcard: Array


def _by_place(by_active: Array, form: Shape) -> Array:
    """Return the values (active, hands) of the active players by place (seats, hands), 0 for the others."""
    found = np.take_along_axis(by_active, np.maximum(form.rank, 0).astype(np.intp), 0)
    return np.where(form.active, found, 0)


def _mask_and_repeats(lists: Array) -> tuple[Array, Array]:
    """Return the mask of each list of cards (held, …) and the mask of those that stand in it twice."""
    mask = BIT[lists[0]]
    repeats = np.zeros_like(mask)
    for cards in lists[1:]:
        bit = BIT[cards]
        repeats |= mask & bit
        mask |= bit
    return mask, repeats


def _mentions(hands: Hands, form: Shape, order: Order, cards: Cards) -> _Mentions:
    held = cards.held
    places = np.arange(hands.width, dtype=np.int8)[:, None]
    played = np.zeros(form.seat_of.shape, np.int64)
    back, repeats = np.zeros_like(played), np.zeros_like(played)
    cards_by_player = BIT[order.by_player(cards.cards)]
    some_back = bool((cards.withdrawn != NONE).any())
    back_by_player = BIT[order.by_player(cards.withdrawn)] if some_back else cards_by_player[:0]
    for trick in range(TRICKS):
        if some_back:
            repeats |= played & back_by_player[trick]  # a card once played is never withdrawn later
            back |= back_by_player[trick]
        repeats |= played & cards_by_player[trick]
        played |= cards_by_player[trick]
    repeated = _by_place(repeats, form)
    own_played = _by_place(played, form)
    later = own_played | _by_place(back, form)
    counts = form.broken < 0
    if (hands.claim[counts] >= 0).any():
        mask, twice = _mask_and_repeats(hands.shown)
        claimant = (hands.claim == places) & counts
        shown = np.where(claimant, mask, 0)
        repeated |= np.where(claimant, twice, 0) | (own_played & shown)
        later |= shown
    repeated |= held.twice | (held.drawn & (held.dealt | held.out)) | (held.out & later)
    trump_rule = hands.by_rule("trump")
    upcard = np.where(trump_rule == "dealer", 0, BIT[hands.turned])
    takes = (trump_rule == "dealer-may-take") & (places == hands.seated - 1)
    left = takes & (hands.out_count >= 0) & (hands.out_count == form.draws) & ((hands.draw >= 0) | (hands.drawn_count >= 0))
    repeated |= np.where(takes, upcard & (held.dealt | held.drawn | np.where(left, later, 0)), 0)
    return _Mentions(held, own_played, later, repeated, upcard)


def _in_two_places(hands: Hands, form: Shape, named: _Mentions) -> Array:
    """Return the mask (hands,) of the cards that are in two places at once, where 3.4 cannot explain it."""
    held = named.held
    bad = np.bitwise_or.reduce(named.repeated, 0)
    takes = hands.by_rule("trump") == "dealer-may-take"
    once = np.where(takes, 0, named.upcard)
    twice, thrice = np.zeros_like(once), np.zeros_like(once)
    for place in range(hands.width):
        mine = held.dealt[place] | held.out[place] | held.drawn[place] | named.later[place]
        mine = mine | np.where(takes & (hands.seated - 1 == place), named.upcard, 0)
        thrice |= twice & mine
        twice |= once & mine
        once |= mine
    rows = np.flatnonzero((twice & ~bad) != 0)
    bad |= thrice
    bad[rows] |= twice[rows] & ~_passed_on(hands, form, named, rows)
    return bad


def _passed_on(hands: Hands, form: Shape, named: _Mentions, rows: Array) -> Array:
    """Return the cards that one player may have parted with before another was dealt them, the stock being used up (3.4).

    A card goes from a folded hand or from the discards, named or not, to a replacement, named or not; a folded hand
    serves later places, and everyone in a house that declares first.
    """
    held = named.held
    playing, draws = form.playing[:, rows], form.draws[:, rows]
    dealt, out, drawn, later = (a[:, rows] for a in (held.dealt, held.out, held.drawn, named.later))
    spare_out = playing & _unnamed(hands.out[..., rows], hands.out_count[:, rows], draws)
    spare_in = playing & _unnamed(hands.drawn[..., rows], hands.drawn_count[:, rows], draws)
    given = np.where(playing, out | np.where(spare_out, dealt, 0), dealt | out) & ~(drawn | later)
    taken = np.where(playing, drawn | np.where(spare_in, later, 0), 0) & ~(dealt | out)
    used = np.cumsum(cards_served(hands, form)[:, rows], 0)
    served = np.where(used > stock(hands, form)[rows], taken, 0)
    declared_first = hands.by_rule("declare")[rows] != "with-draw"
    explained = np.zeros(len(rows), np.int64)
    earlier = np.zeros(len(rows), np.int64)
    folded = np.bitwise_or.reduce(np.where(playing, 0, given), 0)
    for place in range(hands.width):
        explained |= served[place] & (earlier | np.where(declared_first, folded, 0))
        earlier |= given[place]
    return explained


def _unnamed(lists: Array, counts: Array, draws: Array) -> Array:
    """Return whether some of a player's discards (or replacements) are not named."""
    return np.where(counts == ABSENT, draws != 0, has_unknown(lists) | (draws > counts))


def _impossible(form: Shape, named: _Mentions) -> Array:
    """Return whether a hand is over-full, or holds or discards a card that it never had."""
    held = named.held
    mine = held.kept | held.drawn
    odd = (np.bitwise_count(mine | named.later) > form.hand_size).any(0)
    odd |= (held.whole & ((named.played & ~mine) != 0)).any(0)
    odd |= (held.deal_known & ((held.out & ~held.dealt) != 0)).any(0)
    return np.asarray(odd)


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

    def __init__(self, hands: Hands, form: Shape, result: Cards, row: int, full: list[tuple[int, int]]) -> None:
        self.hands, self.form, self.result, self.row = hands, form, result, row
        self.full = full
        self.rules: Rules = hands.sessions[int(hands.session[row])].rules
        self.seated = int(hands.seated[row])
        self.dealer = self.seated - 1

    def run(self, doubled: int) -> None:
        self.duplicates(doubled)
        self.not_held()

    def plays(self, cards: Array) -> list[tuple[int, int, int, int]]:
        """Return (seat, trick, turn, card) of the played or withdrawn cards, known or not."""
        form, row = self.form, self.row
        found = []
        for trick in range(int(form.tricks[row])):
            for turn in range(int(form.players[row])):
                card = int(cards[trick, turn, row])
                if card != NONE:
                    seat = int(form.seat_of[form.player_at(trick, turn, row), row])
                    found.append((seat, trick, turn, card))
        return found

    def duplicates(self, doubled: int) -> None:
        hands, result, row = self.hands, self.result, self.row
        if not doubled:
            return
        places: dict[int, list[tuple[str, int]]] = {card: [] for card in cards_in(doubled)}
        if (turned := int(hands.turned[row])) in places:
            places[turned].append(("turned", -1 if self.rules.trump == "separate" else self.dealer))
        for name in ("dealt", "out", "drawn"):
            column = getattr(hands, name)
            for seat in range(self.seated):
                for card in column[:, seat, row].tolist():
                    if card in places:
                        places[card].append((name, seat))
        for name, played in (("withdrawn", result.withdrawn), ("played", result.cards)):
            for seat, _, _, card in self.plays(played):
                if card in places:
                    places[card].append((name, seat))
        if self.form.broken[row] < 0:
            for card in hands.shown[:, row].tolist():
                if card in places:
                    places[card].append(("shown", int(hands.claim[row])))
        for card, found in places.items():
            self.forget(card)
            result.facts.append(Fact("duplicate-card", row, card=card, line=hands.line_of(row, LINE_HAND), why={"places": found}))

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
                line = hands.line_of(row, LINE_TRICK + trick)
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
            self.full.append((seat, row))
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
