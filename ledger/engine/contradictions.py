"""Records that contradict themselves: a card in two places, a card never held, a hand too full (rules.md 3.4 and 6.5).

Every hand is screened at once with masks; the few that look odd are then examined card by card. What a contradiction
touches is read as ``??`` from there on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from ledger.engine.examination import Examination
from ledger.engine.facts import Fact
from ledger.engine.form import Form, PlayOrder, bits, by_place, has_unknown, indices
from ledger.engine.knowledge import AfterDraw, Cards, after_draw, mask_and_repeats
from ledger.game.cards import NONE, UNKNOWN
from ledger.hands.model import ABSENT, TRICKS, Array, Hands

CARD_COLUMNS: Final = ("dealt", "out", "drawn", "shown", "turned")


def without_contradictions(
    hands: Hands, form: Form, order: PlayOrder, again: tuple[Array, Array], in_play: tuple[Array, Array]
) -> Cards:
    """The cards with every contradiction read as ``??``, and the facts of each (6.5).

    ``again`` is what ``dealt_again`` says. The cards ``in_play`` are those played and withdrawn in tricks that count, in order.
    """
    cards, withdrawn = in_play
    held = after_draw(hands, form, hands)
    played = order.by_player(cards)
    result = Cards(
        hands.dealt,
        hands.out,
        hands.drawn,
        hands.shown,
        hands.turned,
        cards,
        withdrawn,
        played,
        bits(played),
        np.zeros(hands.player.shape, bool),
        [],
        held,
    )
    mentioned = _mentions(hands, form, order, result)
    doubled = _in_two_places(hands, form, again, mentioned)
    odd = (doubled != 0) | _impossible(form, mentioned)
    rows = np.flatnonzero(odd & ~hands.quarantined)
    if len(rows):
        for name in CARD_COLUMNS:
            setattr(result, name, getattr(result, name).copy())
        _examine(hands, form, result, rows, doubled)
    _sizes(hands, form, result)
    laid = bool(form.laid.any())
    if laid:
        result.cards = _with_laid_down(form, result)
    if laid or len(rows):
        result.played = order.by_player(result.cards)
        result.played_bits = bits(result.played)
    return result


def _with_laid_down(form: Form, read: Cards) -> Array:
    """The cards (tricks, turns, hands) with those that a claimant laid down, each led to a trick of its own (4.11)."""
    cards = read.cards.copy()
    for at in range(TRICKS):
        rows = np.flatnonzero(form.laid > at)
        card = read.shown[at, rows]
        cards[form.laid_from[rows] + at, 0, rows] = np.where(card == NONE, UNKNOWN, card)
    return cards


def _examine(hands: Hands, form: Form, result: Cards, rows: Array, doubled: Array) -> None:
    """Examine hands with contradictions one by one, in the order of 6.5; ``doubled`` (hands,) are cards in two places at once."""
    examinations = [Examination(hands, form, result, int(row), at) for at, row in enumerate(rows)]
    for examination in examinations:
        if doubled[examination.row]:
            examination.duplicates(int(doubled[examination.row]))
    held = _held_in(hands, form, result, rows)
    for examination in examinations:
        examination.strange_discards(held)
    held = _held_in(hands, form, result, rows)
    for examination in examinations:
        examination.strange_plays(held)
    held = result.held = after_draw(hands, form, result)
    for examination in examinations:
        at = (examination.full, examination.row)
        held.kept[at] = held.drawn[at] = 0
        held.outs_known[at] = False


def _held_in(hands: Hands, form: Form, cards: Cards, rows: Array) -> AfterDraw:
    """What each place certainly held in some hands, as their cards are read so far."""
    chosen = hands.chosen(rows)
    for name in ("dealt", "out", "drawn", "turned"):
        setattr(chosen, name, getattr(cards, name)[..., rows])
    return after_draw(chosen, form.chosen(rows, 1), chosen)


@dataclass(slots=True)
class _Mentions:
    """Masks (seats, hands) of the cards that a record names in each place; ``repeated`` are named twice where once is possible.

    ``later`` are played, shown or taken back. ``upcard`` (hands,) is a separate turned card.
    """

    held: AfterDraw
    played: Array
    later: Array
    repeated: Array
    upcard: Array


def _mentions(hands: Hands, form: Form, order: PlayOrder, cards: Cards) -> _Mentions:
    held = cards.held
    places = np.arange(hands.width, dtype=np.int8)[:, None]
    some_back = bool((cards.withdrawn != NONE).any())
    back_by_player = bits(order.by_player(cards.withdrawn)) if some_back else cards.played_bits[:0]
    played = np.bitwise_or.reduce(cards.played_bits, 0)
    repeated = np.zeros_like(held.twice)
    if some_back or (np.bitwise_count(played) != (cards.played < UNKNOWN).sum(0, dtype=np.uint8)).any():
        repeated = by_place(_played_again(cards.played_bits, back_by_player), form)
    own_played = later = by_place(played, form)
    if some_back:
        later = own_played | by_place(np.bitwise_or.reduce(back_by_player, 0), form)
    counts = form.claim_stands
    if (hands.claim[counts] >= 0).any():
        mask, twice = mask_and_repeats(hands.shown)
        claimant = (hands.claim == places) & counts
        shown = np.where(claimant, mask, 0)
        repeated |= np.where(claimant, twice, 0) | (own_played & shown)
        if some_back:
            after = np.where(np.arange(TRICKS)[:, None, None] >= form.laid_from, back_by_player, 0)
            repeated |= by_place(np.bitwise_or.reduce(after, 0), form) & shown
        later = later | shown
    repeated |= held.twice | (held.drawn & (held.dealt | held.out)) | (held.out & later)
    upcard = bits(hands.turned) * ~hands.has_rule("trump", "dealer")
    takes = hands.has_rule("trump", "dealer-may-take") & (places == hands.seated - 1)
    if takes.any():
        left = takes & (hands.out_count >= 0) & (hands.out_count == form.draws) & ((hands.draw >= 0) | (hands.drawn_count >= 0))
        repeated |= np.where(takes, upcard & (held.dealt | held.drawn | np.where(left, later, 0)), 0)
    return _Mentions(held, own_played, later, repeated, upcard)


def _played_again(played: Array, back: Array) -> Array:
    """The cards (active, hands) that somebody played twice, or played and took back in a later trick; ``back`` may be empty."""
    before: Array = np.zeros_like(played[0])
    repeats = before.copy()
    for trick in range(TRICKS):
        if len(back):
            repeats |= before & back[trick]  # a card once played is never withdrawn later
        repeats |= before & played[trick]
        before |= played[trick]
    return repeats


def _in_two_places(hands: Hands, form: Form, again: tuple[Array, Array], named: _Mentions) -> Array:
    """The mask (hands,) of the cards that are in two places at once, where 3.4 cannot explain it."""
    held = named.held
    bad: Array = np.bitwise_or.reduce(named.repeated, 0)
    takes = hands.has_rule("trump", "dealer-may-take")
    once = named.upcard * ~takes
    twice, thrice = np.zeros_like(once), np.zeros_like(once)
    some_take = bool(takes.any())
    for place in range(hands.width):
        mine = held.dealt[place] | held.out[place] | held.drawn[place] | named.later[place]
        if some_take:
            mine |= named.upcard * (takes & (hands.seated - 1 == place))
        thrice |= twice & mine
        twice |= once & mine
        once |= mine
    rows = np.flatnonzero((twice & ~bad) != 0)
    bad |= thrice
    bad[rows] |= twice[rows] & ~_passed_on(hands, form, again, named, rows)
    return bad


def _passed_on(hands: Hands, form: Form, again: tuple[Array, Array], named: _Mentions, rows: Array) -> Array:
    """The cards that one player may have parted with before another was dealt them, the stock being used up (3.4).

    A card goes from a folded hand or from the discards, named or not, to a replacement, named or not; a folded hand
    serves later places, and everyone in a house that declares first. Ann discards the 4♦ and Dan, the dealer, plays it: with
    eight at the table twelve cards are left, and if the draws up to Dan's come to more than twelve, he may have been dealt it.
    """
    held = named.held
    playing, draws = form.playing[:, rows], form.draws[:, rows]
    dealt, out, drawn, later = (a[:, rows] for a in (held.dealt, held.out, held.drawn, named.later))
    spare_out = playing & _unnamed(hands.out[..., rows], hands.out_count[:, rows], draws)
    spare_in = playing & _unnamed(hands.drawn[..., rows], hands.drawn_count[:, rows], draws)
    given = np.where(playing, out | np.where(spare_out, dealt, 0), dealt | out) & ~(drawn | later)
    taken = np.where(playing, drawn | np.where(spare_in, later, 0), 0) & ~(dealt | out)
    served, served_discards = (np.where(may_be[:, rows], taken, 0) for may_be in again)
    declared_first = ~hands.has_rule("declare", "with-draw")[rows]
    explained = np.zeros(len(rows), np.int64)
    passed, discarded = (np.where(playing, 0, given), np.where(playing, given, 0))
    folded = np.where(declared_first, np.bitwise_or.reduce(passed, 0), 0)
    earlier = np.zeros(len(rows), np.int64)
    for place in range(hands.width):
        explained |= served[place] & folded | served_discards[place] & earlier
        folded |= passed[place]
        earlier |= discarded[place]
    return explained


def _unnamed(lists: Array, counts: Array, draws: Array) -> Array:
    """True where some of a player's discards (or replacements) are not named."""
    return np.where(counts == ABSENT, draws != 0, has_unknown(lists) | (draws > counts))


def _impossible(form: Form, named: _Mentions) -> Array:
    """True where a hand is over-full, or holds or discards a card that it never had."""
    held = named.held
    mine = held.kept | held.drawn
    odd = (np.bitwise_count(mine | named.later) > form.hand_size).any(0)
    odd |= (held.whole & ((named.played & ~mine) != 0)).any(0)
    odd |= (held.deal_known & ((held.out & ~held.dealt) != 0)).any(0)
    return np.asarray(odd)


def _sizes(hands: Hands, form: Form, result: Cards) -> None:
    """Add a fact for each deal of the wrong size, unless that player's hand was found too full already."""
    wrong = (hands.dealt_count >= 0) & (hands.dealt_count != form.hand_size) & ~hands.quarantined
    told = {(fact.row, fact.seat) for fact in result.facts if fact.rule == "hand-size"}
    for seat, row in zip(*indices(wrong), strict=True):
        if (int(row), int(seat)) not in told:
            line = hands.line_of_seat(row, "dealt", seat)
            why = {"dealt": int(hands.dealt_count[seat, row]), "size": int(form.hand_size[row])}
            result.facts.append(Fact("hand-size", int(row), seat=int(seat), line=line, why=why))
