"""What each player held: certainly after the draw, known at each trick, and possibly (rules.md 6; log-format.md).

A record is read backwards: a card that somebody plays in trick 4 was in that hand in tricks 1 to 3 (6.1). Masks of
cards have the hand as their last axis.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from ledger.engine.facts import Fact
from ledger.engine.form import SUIT_BITS, Form, PlayOrder, bits, by_player, from_then_on, has_unknown, mask_of_lists
from ledger.game.cards import DECK, NONE, UNKNOWN
from ledger.game.play import flag, shows_no_trump
from ledger.hands.model import TRICKS, Array, Hands

# --- After the draw -------------------------------------------------------------------------------------------------------


class CardLists(Protocol):
    """The cards named before the play: ``Hands`` as written, or as far as the record does not contradict itself."""

    dealt: Array
    out: Array
    drawn: Array
    turned: Array


@dataclass(slots=True)
class AfterDraw:
    """What each place certainly held after the draw: masks and flags (seats, hands).

    ``dealt``, ``out`` and ``drawn`` are the cards named in each list; ``kept`` are those dealt and not discarded.
    ``whole`` is True where the hand after the draw is recorded card by card, ``deal_known`` where the deal is, and
    ``outs_known`` where every discard is named (or there was none). ``twice`` are cards named twice in one list.
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

    Arrays as in ``Hands``; ``cards`` and ``withdrawn`` hold only tricks that count. ``played`` (tricks, active, hands) are the
    ``cards`` by active player, and ``played_bits`` their masks. ``doubted`` (seats, hands) are the players of whom the record
    says impossible things: they are accused of no renege (6.5).
    """

    dealt: Array
    out: Array
    drawn: Array
    shown: Array
    turned: Array
    cards: Array
    withdrawn: Array
    played: Array
    played_bits: Array
    doubted: Array
    facts: list[Fact]
    held: AfterDraw


def mask_and_repeats(lists: Array) -> tuple[Array, Array]:
    """The mask of each list of cards (held, …), and the mask of those that stand in it twice."""
    named = (lists < UNKNOWN).sum(0, dtype=np.uint8)
    repeats = np.zeros(lists.shape[1:], np.int64)
    if not named.any():  # nobody wrote such cards down in any of these hands
        return np.zeros_like(repeats), repeats
    mask = mask_of_lists(lists)
    if (np.bitwise_count(mask) != named).any():
        seen = bits(lists[0])
        for cards in lists[1:]:
            bit = bits(cards)
            repeats |= seen & bit
            seen |= bit
    return mask, repeats


def after_draw(hands: Hands, form: Form, cards: CardLists) -> AfterDraw:
    """What is certain of each hand after the draw (log-format.md, "What a hand is known to hold").

    Dealt A♠ 9♥ 7♥ 4♦ 2♣, two discarded: with ``out 4d 2c`` the A♠, 9♥ and 7♥ are certain, with no ``out`` none is,
    for nobody knows which two went. With ``in Kh 3c`` as well the whole hand is known.
    """
    dealt, out, drawn, turned = cards.dealt, cards.out, cards.drawn, cards.turned
    width = hands.width
    places = np.arange(width, dtype=np.int8)[:, None]
    dealer = places == hands.seated - 1
    own = hands.has_rule("trump", "dealer") & dealer
    takes = hands.has_rule("trump", "dealer-may-take") & dealer
    upcard = bits(turned)
    dealt_mask, dealt_twice = mask_and_repeats(dealt)
    out_mask, out_twice = mask_and_repeats(out)
    drawn_mask, drawn_twice = mask_and_repeats(drawn)
    dealt_mask |= own * upcard
    draws, outs = form.draws, hands.out_count
    all_dealt, all_out, all_drawn = (~has_unknown(lists) for lists in (dealt, out, drawn))
    named = (outs >= 0) & all_out
    stood = (draws == 0) & (outs <= 0) & ~takes
    # Who takes the turned card discards one more than is drawn (2.4): the count tells whether the dealer did.
    left = takes & named & (outs == draws)
    taken = takes & named & (outs == draws + 1)
    outs_known = form.playing & (stood | (named & (outs == draws)) | taken)
    had = dealt_mask | taken * upcard if taken.any() else dealt_mask
    kept = (had & ~out_mask) * outs_known  # many times faster than np.where
    deal_known = (hands.dealt_count == form.hand_size) & all_dealt
    refilled = (draws == 0) & (hands.drawn_count <= 0) | (hands.drawn_count == draws) & all_drawn
    seen_upcard = ~taken | (turned < UNKNOWN)
    whole = deal_known & outs_known & refilled & seen_upcard & (~takes | left | taken)
    # Who changed everything has what was drawn, unless a card too many was dealt and nobody knows which.
    too_many = (hands.dealt_count > form.hand_size) & ~all_dealt
    whole |= form.playing & (draws == form.hand_size) & (hands.drawn_count == draws) & all_drawn & ~too_many
    twice = dealt_twice | out_twice | drawn_twice
    return AfterDraw(dealt_mask, out_mask, drawn_mask, kept, whole, outs_known, deal_known, twice)


# --- At each trick --------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Knowledge:
    """Masks of cards by active player; the hand is the last axis.

    ``known[t]`` (tricks, active, hands) was in hand before trick ``t``, ``anyones[t]`` (tricks, hands) in anybody's; ``ever`` at
    some time after the draw;
    ``finished[t]`` (tricks, hands) lay in tricks before ``t``. ``hidden[t]`` is True where a finished trick hides a
    card. ``own_out`` are named discards and ``outs_known`` is True where those are all. ``played`` (tricks, active,
    hands) are card codes.
    """

    played: Array
    known: Array
    anyones: Array
    ever: Array
    shown: Array
    finished: Array
    hidden: Array
    own_out: Array
    outs_known: Array


def knowledge(form: Form, order: PlayOrder, cards: Cards) -> Knowledge:
    """What the record proves of each active player's hand at each trick (6.1)."""
    active, count = form.seat_of.shape
    held = cards.held
    certain = by_player(held.kept | held.drawn, form)
    claimed = (np.arange(active, dtype=np.int8)[:, None] == form.claimant) & form.claimed
    shown = np.where(claimed, mask_of_lists(cards.shown), 0) if claimed.any() else np.zeros_like(certain)
    played, card = cards.played, cards.played_bits
    seen = card
    back: Array | None = None
    if (cards.withdrawn != NONE).any():
        back = bits(order.by_player(cards.withdrawn))
        seen = card | back
    known = np.empty((TRICKS, active, count), np.int64)
    later = np.zeros_like(certain)
    for trick in reversed(range(TRICKS)):
        later = np.bitwise_or(later, seen[trick], out=known[trick])
    if claimed.any():
        for trick in range(TRICKS):
            known[trick] |= np.where(trick <= form.laid_from, shown, 0)
    ever = later | shown | certain
    finished = np.zeros((TRICKS, count), np.int64)
    hidden = np.zeros((TRICKS, count), bool)
    lying = np.bitwise_or.reduce(card, 1)
    unseen = played == UNKNOWN
    some_unseen = bool(unseen.any())
    kept = certain
    for trick in range(TRICKS):
        known[trick] |= kept
        if trick + 1 < TRICKS:
            kept = (kept if back is None else kept | back[trick]) & ~card[trick]
            np.bitwise_or(finished[trick], lying[trick], out=finished[trick + 1])
            if some_unseen:
                kept[unseen[trick]] = 0  # any card that was kept may have been the one that nobody saw
                hidden[trick + 1] = hidden[trick] | unseen[trick].any(0)
    own_out, outs_known = by_player(held.out, form), by_player(held.outs_known, form)
    return Knowledge(played, known, np.bitwise_or.reduce(known, 1), ever, shown, finished, hidden, own_out, outs_known)


# --- Who has no trump -----------------------------------------------------------------------------------------------------


class ShownOut(NamedTuple):
    """Where every other active player has shown, before a trick, to have no trump (4.8): flags (tricks, active, hands).

    Bea discards on a lead of trumps in trick 1. ``certain``: the record has no trump of hers from there on, and no ``??``
    that could be one. ``at_claim``: the same, but what others held when a claim was made does not matter: those cards are
    never written down. ``perhaps``: she has no trump that the record knows of, but may have one among her ``??``.
    """

    certain: Array
    at_claim: Array
    perhaps: Array


def shown_out(form: Form, known: Knowledge, led: Array, trump: Array, must_trump: Array) -> ShownOut | None:
    """Who has shown out.

    ``led`` (tricks, hands) are the cards led, ``trump`` (hands,) is a suit or -1, ``must_trump`` (hands,) is True where any trump
    is asked for (4.6).
    """
    players = len(form.seat_of)
    before = slice(0, TRICKS - 1)  # what the last trick shows is no news to anybody
    led = led[before, None] // 13
    rows = _may_have_shown(known.played[before] // 13, led, trump) if players > 1 else np.zeros(0, np.intp)
    if not len(rows):
        return None
    played, led, trumps = np.take(known.played, rows, -1), SUIT_BITS[np.take(led, rows, -1)], SUIT_BITS[trump[rows]]
    must = np.where(must_trump[rows], -1, 0)
    shown = shows_no_trump(bits(played[before]), led, trumps, must)
    shown = (shown & ~flag(np.take(known.known[before], rows, -1) & trumps)) != 0
    unseen = played == UNKNOWN
    some_unseen = bool(unseen.any())
    laid = form.laid_down(np.arange(TRICKS, dtype=np.int8)[:, None])[:, None, rows]
    columns: list[Array] = []
    for hidden in (unseen, unseen & ~laid, np.zeros_like(unseen)):
        if columns and not some_unseen:
            columns.append(columns[0])
            continue
        later = np.zeros_like(hidden)
        later[:-1] = from_then_on(hidden[:0:-1])[::-1]
        out = np.zeros_like(hidden)
        out[1:] = from_then_on(shown & ~later[before])
        column = np.zeros(known.played.shape, bool)
        column[..., rows] = out.sum(1, keepdims=True) - out == players - 1
        columns.append(column)
    return ShownOut(*columns)


def _may_have_shown(suit: Array, led: Array, trump: Array) -> Array:
    """The hands in which all players but one at most failed to follow without trumping, before the last trick.

    A quick look at the suits (tricks, active, hands): few hands have that, and what cards there are besides need only be asked
    of those.
    """
    void = ((suit != led) & (suit != trump.astype(np.uint8)) & (suit < 4)).any(0).sum(0, dtype=np.int8)
    return np.flatnonzero((void >= suit.shape[1] - 1) & (trump >= 0))


# --- All of it together ---------------------------------------------------------------------------------------------------


class Evidence(NamedTuple):
    """Everything that verdicts rest on, for hands with the same number of active players; arrays (hands,) unless said otherwise.

    ``hands`` is what was written down, with its ``form`` and ``order``; ``cards`` is the part of it that does not contradict
    itself, and ``known`` what follows from that. ``trumps`` is the mask of the trump suit, 0 where it is unknown, ``turned``
    that of the turned card. ``separate`` is True where the turned card is not part of the dealer's hand, ``nobodys`` where
    nobody can play it (2.4, form 1); ``upcard`` is its mask there, else 0.

    ``again`` is where cards may have been dealt a second time (``dealt_again``), ``ran_out`` is True where the stock was used
    up (3.4). ``dropped`` is the mask of the cards kept by players who dropped after the draw. ``shown_out`` is None if in none
    of the hands all others have shown out.
    """

    hands: Hands
    form: Form
    order: PlayOrder
    cards: Cards
    known: Knowledge
    trumps: Array
    turned: Array
    separate: Array
    nobodys: Array
    upcard: Array
    again: tuple[Array, Array]
    ran_out: Array
    dropped: Array
    shown_out: ShownOut | None

    @property
    def players(self) -> int:
        """How many players are active in each of these hands, 1 where nobody is."""
        return int(self.form.seat_of.shape[0])


def may_be_held(evidence: Evidence) -> Array:
    """The cards (tricks, active, hands) that an unknown card of each player may be: those not known to be elsewhere.

    Before trick 4 Ann is known to hold the K♣, her other card was never written down. It is none of those in finished
    tricks, none that Bea plays, shows or keeps, none of Ann's own discards. Nor is it the 7♦ that Bea discarded: only
    once the stock was used up may that have been dealt again, to those served after it was (3.4).
    """
    hands, form, known, held = evidence.hands, evidence.form, evidence.known, evidence.cards.held
    others = np.bitwise_or.reduce(known.ever, 0) & ~known.ever
    passed = held.dealt | held.out
    folded = np.bitwise_or.reduce(np.where(form.playing, 0, passed), 0) & ~by_player(passed, form)
    discards = np.bitwise_or.reduce(np.where(form.playing, passed, 0), 0) & ~by_player(passed, form)
    folded_again, discards_again = (by_player(again, form) for again in evidence.again)
    left = (hands.out_count >= 0) & (hands.out_count == form.draws)
    dealer = form.seat_of == hands.seated - 1
    takes = dealer & ~by_player(left, form) & evidence.separate & ~evidence.nobodys
    lying = np.where(takes | ~evidence.separate, 0, evidence.turned)
    gone = (
        others
        | known.own_out
        | evidence.dropped
        | lying
        | np.where(folded_again, 0, folded)
        | np.where(discards_again, 0, discards)
    )
    full = np.bitwise_count(known.known) >= (form.hand_size - np.arange(TRICKS, dtype=np.int8)[:, None])[:, None]
    return np.asarray(np.where(full, 0, DECK & ~(gone | known.finished[:, None] | known.known)))
