"""What each player held: certainly after the draw, known at each trick, and possibly (rules.md 6;
log-format.md).

A record is read backwards: a card that somebody plays in trick 4 was in that hand in tricks 1 to 3
(6.1). Masks of cards have the hand as their last axis.

Then records that contradict themselves: a card in two places, a card never held, a hand too full
(3.4 and 6.5). Every hand is screened at once with masks; the few that look odd are then examined
card by card. What a contradiction touches is read as ``??`` from there on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NamedTuple, Protocol

import numpy as np

from ledger.engine.form import (
    SUIT_BITS,
    Fact,
    Form,
    PlayOrder,
    bits,
    by_place,
    by_player,
    from_then_on,
    has_unknown,
    indices,
    mask_of_lists,
)
from ledger.game import Rules
from ledger.game.play import DECK, NONE, UNKNOWN, cards_in, flag, shows_no_trump
from ledger.hands.model import ABSENT, LINE_HAND, LINE_TRICK, TRICKS, Array, Hands


# --- Knowledge ------------------------------------------------------------------------------------
class CardLists(Protocol):
    """The cards named before the play: ``Hands`` as written, or as far as the record does not
    contradict itself.
    """

    dealt: Array
    out: Array
    drawn: Array
    turned: Array


@dataclass(slots=True)
class AfterDraw:
    """What each place certainly held after the draw: masks and flags (seats, hands).

    ``dealt``, ``out`` and ``drawn`` are the cards named in each list; ``kept`` are those dealt and
    not discarded. ``whole`` is True where the hand after the draw is recorded card by card,
    ``deal_known`` where the deal is, and ``outs_known`` where every discard is named (or there was
    none). ``twice`` are cards named twice in one list.
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

    Arrays as in ``Hands``; ``cards`` and ``withdrawn`` hold only tricks that count. ``played``
    (tricks, active, hands) are the ``cards`` by active player, and ``played_bits`` their masks.
    ``earlier`` is None if nobody took two cards back. ``doubted`` (seats, hands) are the players of
    whom the record says impossible things: they are accused of no renege (6.5).
    """

    dealt: Array
    out: Array
    drawn: Array
    shown: Array
    turned: Array
    cards: Array
    withdrawn: Array
    earlier: Array | None
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

    Dealt A♠ 9♥ 7♥ 4♦ 2♣, two discarded: with ``out 4d 2c`` the A♠, 9♥ and 7♥ are certain, with no
    ``out`` none is, for nobody knows which two went. With ``in Kh 3c`` as well the whole hand is
    known.
    """
    dealt, out, drawn, turned = cards.dealt, cards.out, cards.drawn, cards.turned
    width = hands.width
    places = np.arange(width, dtype=np.int8)[:, None]
    dealer = (places == hands.seated - 1) & ~hands.no_dealer
    own = form.rules.trump_is_dealer & dealer
    takes = form.rules.trump_is_dealer_may_take & (dealer | hands.no_dealer)
    upcard = bits(turned)
    dealt_mask, dealt_twice = mask_and_repeats(dealt)
    out_mask, out_twice = mask_and_repeats(out)
    drawn_mask, drawn_twice = mask_and_repeats(drawn)
    dealt_mask |= own * upcard
    draws, outs = form.draws, hands.out_count
    all_dealt, all_out, all_drawn = (~has_unknown(lists) for lists in (dealt, out, drawn))
    named = (outs >= 0) & all_out
    stood = (draws == 0) & (outs <= 0) & ~takes
    # Who takes the turned card discards one more than is drawn (2.4): the count tells whether the
    # dealer did.
    left = takes & named & (outs == draws)
    taken = takes & named & (outs == draws + 1)
    outs_known = form.playing & (stood | (named & (outs == draws)) | taken)
    had = dealt_mask | taken * upcard if taken.any() else dealt_mask
    kept = (had & ~out_mask) * outs_known  # many times faster than np.where
    deal_known = (hands.dealt_count == form.hand_size) & all_dealt
    refilled = (draws == 0) & (hands.drawn_count <= 0) | (hands.drawn_count == draws) & all_drawn
    seen_upcard = ~taken | (turned < UNKNOWN)
    whole = deal_known & outs_known & refilled & seen_upcard & (~takes | left | taken)
    # Who changed everything has what was drawn, unless a card too many was dealt and nobody knows
    # which.
    too_many = (hands.dealt_count > form.hand_size) & ~all_dealt
    whole |= (
        form.playing
        & (draws == form.hand_size)
        & (hands.drawn_count == draws)
        & all_drawn
        & ~too_many
    )
    twice = dealt_twice | out_twice | drawn_twice
    return AfterDraw(dealt_mask, out_mask, drawn_mask, kept, whole, outs_known, deal_known, twice)


# --- At each trick --------------------------------------------------------------------------------
@dataclass(slots=True)
class Knowledge:
    """Masks of cards by active player; the hand is the last axis.

    ``known[t]`` (tricks, active, hands) was in hand before trick ``t``, ``anyones[t]`` (tricks,
    hands) in anybody's; ``ever`` at some time after the draw; ``finished[t]`` (tricks, hands) lay
    in tricks before ``t``. ``hidden[t]`` is True where a finished trick hides a card. ``own_out``
    are named discards and ``outs_known`` is True where those are all. ``played`` (tricks, active,
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
    shown = (
        np.where(claimed, mask_of_lists(cards.shown), 0)
        if claimed.any()
        else np.zeros_like(certain)
    )
    played, card = cards.played, cards.played_bits
    seen = card
    back: Array | None = None
    if (cards.withdrawn != NONE).any():
        back = taken_back(order, cards)
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
    hidden = np.tile(form.gap, (TRICKS, 1))
    lying = np.bitwise_or.reduce(card, 1)
    unseen = played == UNKNOWN
    some_unseen = bool(unseen.any())
    # What was kept may have gone in a trick that is missing, before or after any other.
    written = ~form.gap if form.gap.any() else None
    kept = certain if written is None else certain * written
    for trick in range(TRICKS):
        known[trick] |= kept
        if trick + 1 < TRICKS:
            kept = (kept if back is None else kept | back[trick]) & ~card[trick]
            if written is not None:
                kept *= written
            np.bitwise_or(finished[trick], lying[trick], out=finished[trick + 1])
            if some_unseen:
                # any card that was kept may have been the one that nobody saw
                kept[unseen[trick]] = 0
                hidden[trick + 1] = hidden[trick] | unseen[trick].any(0)
    own_out, outs_known = by_player(held.out, form), by_player(held.outs_known, form)
    return Knowledge(
        played,
        known,
        np.bitwise_or.reduce(known, 1),
        ever,
        shown,
        finished,
        hidden,
        own_out,
        outs_known,
    )


def taken_back(order: PlayOrder, cards: Cards) -> Array:
    """The masks (tricks, active, hands) of the cards taken back."""
    back = bits(order.by_player(cards.withdrawn))
    return back if cards.earlier is None else back | bits(order.by_player(cards.earlier))


# --- Who has no trump -----------------------------------------------------------------------------
class ShownOut(NamedTuple):
    """Where every other active player has shown, before a trick, to have no trump (4.8): flags
    (tricks, active, hands).

    Bea discards on a lead of trumps in trick 1. ``certain``: the record has no trump of hers from
    there on, and no card that nobody wrote down, as ``??`` or in a trick that is missing, could be
    one; what others held when a claim was made is never written down, and does not matter.
    ``perhaps``: she has no trump that the record knows of, but may have one among the cards not
    written down.
    """

    certain: Array
    perhaps: Array


def shown_out(evidence: Evidence) -> ShownOut | None:
    """Who has shown out.

    A play proved wrong shows nothing, and a card not written down that can be no trump hides none
    (4.8).
    """
    form, known, trump, must_trump = (
        evidence.form,
        evidence.known,
        evidence.hands.trump,
        evidence.form.rules.must_trump,
    )
    players = len(form.seat_of)
    before = slice(0, TRICKS - 1)  # what the last trick shows is no news to anybody
    led = evidence.cards.cards[before, 0][:, None] // 13
    rows = (
        _may_have_shown(known.played[before] // 13, led, trump)
        if players > 1
        else np.zeros(0, np.intp)
    )
    if not len(rows):
        return None
    played, led, trumps = (
        np.take(known.played, rows, -1),
        SUIT_BITS[np.take(led, rows, -1)],
        SUIT_BITS[trump[rows]],
    )
    must = np.where(must_trump[rows], -1, 0)
    shown = shows_no_trump(bits(played[before]), led, trumps, must)
    held = np.take(known.known[before], rows, -1)
    reneged = flag(held & led) & ~flag(bits(played[before]) & led)
    shown = (shown & ~flag(held & trumps) & ~reneged) != 0
    number = np.arange(TRICKS, dtype=np.int8)[:, None]
    unwritten = ((number >= form.tricks[rows]) & (number < form.hand_size[rows]) | form.gap[rows])[
        :, None
    ]
    under_claim = form.laid_down(number)[:, None, rows] | (unwritten & form.claimed[rows])
    unseen = ((played == UNKNOWN) | unwritten) & ~under_claim
    if unseen.any():
        unseen &= np.take(may_be_held(evidence), rows, -1) & trumps != 0
    some_unseen = bool(unseen.any())
    columns: list[Array] = []
    for hidden in (unseen, np.zeros_like(unseen)):
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
    """The hands in which all players but one at most failed to follow without trumping, before the
    last trick.

    A quick look at the suits (tricks, active, hands): few hands have that, and what cards there are
    besides need only be asked of those.
    """
    void = (
        ((suit != led) & (suit != trump.astype(np.uint8)) & (suit < 4)).any(0).sum(0, dtype=np.int8)
    )
    return np.flatnonzero((void >= suit.shape[1] - 1) & (trump >= 0))


# --- All of it together ---------------------------------------------------------------------------
class Evidence(NamedTuple):
    """Everything that verdicts rest on, for hands with the same number of active players; arrays
    (hands,) unless said otherwise.

    ``hands`` is what was written down, with its ``form`` and ``order``; ``cards`` is the part of it
    that does not contradict itself, and ``known`` what follows from that. ``trumps`` is the mask of
    the trump suit, 0 where it is unknown, ``turned`` that of the turned card. ``separate`` is True
    where the turned card is not part of the dealer's hand, ``nobodys`` where nobody can play it
    (2.4, form 1); ``upcard`` is its mask there, else 0.

    ``again`` is where cards may have been dealt a second time (``dealt_again``), ``ran_out`` is
    True where the stock was used up (3.4). ``dropped`` is the mask of the cards kept by players who
    dropped after the draw. ``shown_out`` is None if in none of the hands all others have shown out.
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

    def may_have_won_unseen(self, winner: Array) -> Array:
        """Who (active, hands) may have won a trick that nobody wrote down: where one is missing,
        anybody whom no ``tricks`` line that adds up leaves without.

        ``winner`` (tricks, hands) is who won each trick that is written.
        """
        form = self.form
        found = np.repeat(form.gap[None], self.players, 0)
        if not form.gap.any():
            return found
        origin, rows = self.hands.origin or (self.hands, np.arange(len(self.hands)))
        active = np.arange(self.players, dtype=np.int8)[:, None]
        shown = np.zeros(found.shape, np.int8)
        for trick in range(TRICKS):
            shown += (active == winner[trick]) & ~form.laid_down(trick)
        said = np.maximum(origin.counted[:, rows], 0)
        counted = by_player(said, form)
        adds_up = (said.sum(0) == form.hand_size) & (counted.sum(0) == form.hand_size)
        adds_up &= (counted >= shown).all(0)
        return np.asarray(found & ~(adds_up & (counted == shown)))


def may_be_held(evidence: Evidence) -> Array:
    """The cards (tricks, active, hands) that an unknown card of each player may be: those not known
    to be elsewhere.

    Before trick 4 Ann is known to hold the K♣, her other card was never written down. It is none of
    those in finished tricks, none that Bea plays, shows or keeps, none of Ann's own discards. Nor
    is it the 7♦ that Bea discarded: only once the stock was used up may that have been dealt again,
    to those served after it was (3.4).
    """
    hands, form, known, held = evidence.hands, evidence.form, evidence.known, evidence.cards.held
    others = np.bitwise_or.reduce(known.ever, 0) & ~known.ever
    passed = held.dealt | held.out
    folded = np.bitwise_or.reduce(np.where(form.playing, 0, passed), 0) & ~by_player(passed, form)
    discards = np.bitwise_or.reduce(np.where(form.playing, passed, 0), 0) & ~by_player(passed, form)
    folded_again, discards_again = (by_player(again, form) for again in evidence.again)
    left = (hands.out_count >= 0) & (hands.out_count == form.draws)
    dealer = (form.seat_of == hands.seated - 1) | hands.no_dealer
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
    full = (
        np.bitwise_count(known.known)
        >= (form.hand_size - np.arange(TRICKS, dtype=np.int8)[:, None])[:, None]
    )
    return np.asarray(np.where(full, 0, DECK & ~(gone | known.finished[:, None] | known.known)))


# --- Trumps that are out --------------------------------------------------------------------------
class Out(NamedTuple):
    """Masks of the trumps that are still out against some players: that ``may`` be, and that are
    ``certain`` to be (4.8).

    ``none`` is True where nobody else has a trump, because everybody else has shown out.
    """

    may: Array
    certain: Array
    none: Array


def trumps_out(evidence: Evidence, trick: Array, player: Array, row: Array, held: Array) -> Out:
    """The trumps that are out against ``player`` (active) at ``trick`` of hand ``row``, who is
    known to hold ``held``.

    Once everybody else has shown out there are none. All arguments are arrays of one length. Ann
    holds A♠ and J♠ in trick 3, the 9♠ fell in trick 1, Bea plays the Q♠ in trick 5: every spade but
    those three may be out, for nobody knows what the others threw away; certain is the Q♠ only.
    """
    form, known, cards, shown_out = (
        evidence.form,
        evidence.known,
        evidence.cards,
        evidence.shown_out,
    )
    trumps = evidence.trumps[row]
    own_out = known.own_out[player, row]
    unseen = trumps & ~held & ~known.finished[trick, row] & ~evidence.upcard[row]
    may = unseen & ~np.where(evidence.ran_out[row], 0, own_out)
    # If a player's whole hand and discards are known, each trump that was never seen is certainly
    # out: in another hand, among the discards, or in the stock. The exception is a turned card of
    # form 2, which the dealer may or may not have taken.
    left = form.hand_size[row] - trick
    upcard_known = ~evidence.separate[row] | (cards.turned[row] < UNKNOWN)
    whole = (
        (np.bitwise_count(held) >= left)
        & known.outs_known[player, row]
        & upcard_known
        & ~known.hidden[trick, row]
    )
    loose = np.where(evidence.separate[row], bits(cards.turned[row]), 0)
    never_seen = np.where(whole, unseen & ~own_out & ~loose, 0)
    certain = trumps_of_others(evidence, trick, player, row)
    if shown_out is None:
        return Out(may, certain | never_seen, np.zeros(len(row), bool))
    none, perhaps = shown_out.certain[trick, player, row], shown_out.perhaps[trick, player, row]
    return Out(np.where(none, 0, may), certain | np.where(perhaps, 0, never_seen), none)


def trumps_of_others(evidence: Evidence, trick: Array, player: Array, row: Array) -> Array:
    """The trumps that others are known to hold, or had when they passed after the draw; none once
    all may have shown out.
    """
    known, shown_out = evidence.known, evidence.shown_out
    everyone = known.anyones[trick, row] | evidence.dropped[row]
    theirs = evidence.trumps[row] & everyone & ~known.known[trick, player, row]
    return (
        theirs if shown_out is None else np.where(shown_out.perhaps[trick, player, row], 0, theirs)
    )


# --- Examination ----------------------------------------------------------------------------------
@dataclass(slots=True)
class _Played:
    """A card played or taken back: ``place`` at the table, ``trick`` and ``turn`` from 0."""

    place: int
    trick: int
    turn: int
    card: int


class Examination:
    """Looks at one hand and reads as ``??`` what its record contradicts; ``full`` are the places
    found over-full.

    The steps go in the order of 6.5, each for all contradictory hands before the next: what is
    certainly kept is worked out for all of them together in between, and ``at`` is the index of
    this hand among them.
    """

    def __init__(self, hands: Hands, form: Form, cards: Cards, row: int, at: int) -> None:
        self.hands, self.form, self.cards, self.row, self.at = hands, form, cards, row, at
        self.rules: Rules = hands.house_of(row).rules
        self.seated = int(hands.seated[row])
        self.played = self.known_cards(cards.cards)
        self.taken_back = self.known_cards(cards.withdrawn)
        if cards.earlier is not None:
            self.taken_back += self.known_cards(cards.earlier)
        self.full: list[int] = []

    def known_cards(self, cards: Array) -> list[_Played]:
        """The known cards among those played, or taken back."""
        form, row = self.form, self.row
        return [
            _Played(place, trick, turn, card)
            for trick, codes in enumerate(cards[: int(form.tricks[row]), :, row].tolist())
            for turn, (place, card) in enumerate(
                zip(form.places_in_turn(trick, row), codes, strict=False)
            )
            if card < UNKNOWN
        ]

    def mentions(self) -> list[tuple[int, str, int]]:
        """(card, kind of place, place at the table) wherever a known card stands; -1 for a card
        that is no one's.
        """
        hands, row = self.hands, self.row
        owner = -1 if self.rules.trump == "separate" or hands.no_dealer[row] else self.seated - 1
        found = [(int(hands.turned[row]), "turned", owner)]
        for name in ("dealt", "out", "drawn"):
            lists = getattr(hands, name)[:, : self.seated, row].T.tolist()
            found += [(card, name, place) for place, cards in enumerate(lists) for card in cards]
        for name, plays in (("withdrawn", self.taken_back), ("played", self.played)):
            found += [(play.card, name, play.place) for play in plays]
        if self.form.claim_stands[row]:
            found += [
                (card, "shown", int(hands.claim[row])) for card in hands.shown[:, row].tolist()
            ]
        return found

    def duplicates(self, doubled: int) -> None:
        """Note the cards (a mask) that are in two places at once, and forget them
        (duplicate-card).
        """
        mentions = self.mentions()
        line = self.hands.line_of(self.row, LINE_HAND)
        for card in cards_in(doubled):
            places = [(name, place) for found, name, place in mentions if found == card]
            self.cards.facts.append(
                Fact("duplicate-card", self.row, card=card, line=line, why={"places": places})
            )
            self.forget(card)
        self.played = [play for play in self.played if not doubled >> play.card & 1]
        self.taken_back = [play for play in self.taken_back if not doubled >> play.card & 1]

    def forget(self, card: int) -> None:
        """Read a card as ``??`` wherever it stands in this hand."""
        cards, row = self.cards, self.row
        for column in (
            cards.dealt,
            cards.out,
            cards.drawn,
            cards.shown,
            cards.cards,
            cards.withdrawn,
            cards.earlier,
        ):
            if column is not None:
                part = column[..., row]
                part[part == card] = UNKNOWN
        if cards.turned[row] == card:
            cards.turned[row] = UNKNOWN

    def strange_discards(self, held: AfterDraw) -> None:
        """Note each named discard that is not in a deal recorded card by card, and read it as
        ``??`` (not-held).
        """
        cards, row = self.cards, self.row
        for place in np.flatnonzero(held.deal_known[:, self.at]).tolist():
            deal = int(held.dealt[place, self.at])
            if self.rules.trump == "dealer-may-take" and (
                place == self.seated - 1 or self.hands.no_dealer[row]
            ):
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
                cards.facts.append(
                    Fact("not-held", row, seat=place, card=card, line=line, why={"held": deal})
                )
                cards.out[at, place, row] = UNKNOWN
                cards.doubted[place, row] = True

    def strange_plays(self, held: AfterDraw) -> None:
        """Note cards played from a hand that does not have them, and hands that are over-full; read
        them as ``??``.
        """
        mine = (held.kept[:, self.at] | held.drawn[:, self.at]).tolist()
        whole = held.whole[:, self.at].tolist()
        strange = [
            play
            for play in self.played
            if whole[play.place] and not mine[play.place] >> play.card & 1
        ]
        self.full = self.too_full(mine)
        for play in strange:
            line = self.hands.line_of(
                self.row, LINE_TRICK + self.form.trick_line(play.trick, self.row)
            )
            why = {"held": mine[play.place]}
            fact = Fact(
                "not-held", self.row, play.trick + 1, play.place, play.card, line=line, why=why
            )
            self.cards.facts.append(fact)
            self.cards.cards[play.trick, play.turn, self.row] = UNKNOWN
            self.cards.doubted[play.place, self.row] = True
        for place in self.full:
            self.disregard(place)

    def too_full(self, mine: list[int]) -> list[int]:
        """The places whose certain cards, ``mine`` and those seen later, are more than a hand; note
        them (hand-size).
        """
        hands, cards, row = self.hands, self.cards, self.row
        seen = list(mine)
        for play in (*self.played, *self.taken_back):
            seen[play.place] |= 1 << play.card
        if self.form.claimed[row]:
            seen[int(hands.claim[row])] |= int(mask_of_lists(cards.shown[:, row : row + 1])[0])
        full = [
            place for place in range(self.seated) if seen[place].bit_count() > self.rules.hand_size
        ]
        for place in full:
            line = hands.line_of_seat(row, "declared", place)
            why = {"held": seen[place], "size": self.rules.hand_size}
            cards.facts.append(Fact("hand-size", row, seat=place, line=line, why=why))
        return full

    def disregard(self, place: int) -> None:
        """Read every card that a player plays or shows as ``??``; what the player keeps is left out
        by the caller.
        """
        cards, row = self.cards, self.row
        cards.doubted[place, row] = True
        for play in self.played:
            if play.place == place:
                cards.cards[play.trick, play.turn, row] = UNKNOWN
        if self.form.claimed[row] and self.hands.claim[row] == place:
            part = cards.shown[:, row]
            part[part != NONE] = UNKNOWN


# --- Contradictions -------------------------------------------------------------------------------
CARD_COLUMNS: Final = ("dealt", "out", "drawn", "shown", "turned")


def without_contradictions(
    hands: Hands,
    form: Form,
    order: PlayOrder,
    again: tuple[Array, Array],
    in_play: tuple[Array, Array, Array | None],
) -> Cards:
    """The cards with every contradiction read as ``??``, and the facts of each (6.5).

    ``again`` is what ``dealt_again`` says. The cards ``in_play`` are those played, withdrawn, and
    withdrawn before those, in tricks that count, in order. Where nobody noted the dealer, the
    turned card may be in any hand, unless it is nobody's.
    """
    cards, withdrawn, earlier = in_play
    written, unowned = hands, hands.no_dealer & ~form.rules.trump_is_separate
    if unowned.any():
        hands = replace(hands, turned=np.where(unowned, NONE, hands.turned))
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
        earlier,
        played,
        bits(played),
        np.zeros(hands.player.shape, bool),
        [],
        held,
    )
    mentioned = _mentions(hands, form, order, result)
    doubled = _in_two_places(hands, form, again, mentioned)
    if unowned.any():
        doubled |= _turned_and_elsewhere(form, held, bits(written.turned) * unowned)
    odd = (doubled != 0) | _impossible(form, mentioned)
    rows = np.flatnonzero(odd & ~hands.quarantined)
    if len(rows):
        for name in CARD_COLUMNS:
            setattr(result, name, getattr(result, name).copy())
        _examine(written, form, result, rows, doubled)
    _sizes(hands, form, result)
    laid = bool(form.laid.any())
    if laid:
        result.cards = _with_laid_down(form, result)
    if laid or len(rows):
        result.played = order.by_player(result.cards)
        result.played_bits = bits(result.played)
    return result


def _with_laid_down(form: Form, read: Cards) -> Array:
    """The cards (tricks, turns, hands) with those that a claimant laid down, each led to a trick of
    its own (4.11).
    """
    cards = read.cards.copy()
    for at in range(TRICKS):
        rows = np.flatnonzero(form.laid > at)
        card = read.shown[at, rows]
        cards[form.laid_from[rows] + at, 0, rows] = np.where(card == NONE, UNKNOWN, card)
    return cards


def _examine(hands: Hands, form: Form, result: Cards, rows: Array, doubled: Array) -> None:
    """Examine hands with contradictions one by one, in the order of 6.5; ``doubled`` (hands,) are
    cards in two places at once.
    """
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
    """Masks (seats, hands) of the cards that a record names in each place; ``repeated`` are named
    twice where once is possible.

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
    back_by_player = taken_back(order, cards) if some_back else cards.played_bits[:0]
    played = np.bitwise_or.reduce(cards.played_bits, 0)
    repeated = np.zeros_like(held.twice)
    if (
        some_back
        or (np.bitwise_count(played) != (cards.played < UNKNOWN).sum(0, dtype=np.uint8)).any()
    ):
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
    upcard = bits(hands.turned) * ~form.rules.trump_is_dealer
    takes = form.rules.trump_is_dealer_may_take & (places == hands.seated - 1) & ~hands.no_dealer
    if takes.any():
        left = (
            takes
            & (hands.out_count >= 0)
            & (hands.out_count == form.draws)
            & ((hands.draw >= 0) | (hands.drawn_count >= 0))
        )
        repeated |= np.where(
            takes, upcard & (held.dealt | held.drawn | np.where(left, later, 0)), 0
        )
    return _Mentions(held, own_played, later, repeated, upcard)


def _played_again(played: Array, back: Array) -> Array:
    """The cards (active, hands) that somebody played twice, or played and took back in a later
    trick; ``back`` may be empty.
    """
    before: Array = np.zeros_like(played[0])
    repeats = before.copy()
    for trick in range(TRICKS):
        if len(back):
            repeats |= before & back[trick]  # a card once played is never withdrawn later
        repeats |= before & played[trick]
        before |= played[trick]
    return repeats


def _in_two_places(hands: Hands, form: Form, again: tuple[Array, Array], named: _Mentions) -> Array:
    """The mask (hands,) of the cards that are in two places at once, where 3.4 cannot
    explain it.
    """
    held = named.held
    bad: Array = np.bitwise_or.reduce(named.repeated, 0)
    takes = form.rules.trump_is_dealer_may_take
    once = named.upcard * ~takes
    twice, thrice = np.zeros_like(once), np.zeros_like(once)
    some_take = bool(takes.any())
    for place in range(hands.width):
        mine = held.dealt[place] | held.out[place] | held.drawn[place] | named.later[place]
        if some_take:
            mine |= named.upcard * (takes & (hands.seated - 1 == place) & ~hands.no_dealer)
        thrice |= twice & mine
        twice |= once & mine
        once |= mine
    rows = np.flatnonzero((twice & ~bad) != 0)
    bad |= thrice
    bad[rows] |= twice[rows] & ~_passed_on(hands, form, again, named, rows)
    return bad


def _turned_and_elsewhere(form: Form, held: AfterDraw, turned: Array) -> Array:
    """The separate cards (hands,) that were turned where nobody noted the dealer, and that were
    dealt, drawn, or discarded by somebody who passed and so took none (2.4, form 2).
    """
    elsewhere = held.dealt | held.drawn | held.out * ~form.playing
    found = turned * form.rules.trump_is_dealer_may_take
    return np.asarray(found & np.bitwise_or.reduce(elsewhere, 0))


def _passed_on(
    hands: Hands, form: Form, again: tuple[Array, Array], named: _Mentions, rows: Array
) -> Array:
    """The cards that one player may have parted with before another was dealt them, the stock being
    used up (3.4).

    A card goes from a folded hand or from the discards, named or not, to a replacement, named or
    not; a folded hand serves later places, and everyone in a house that declares first. Ann
    discards the 4♦ and Dan, the dealer, plays it: with eight at the table twelve cards are left,
    and if the draws up to Dan's come to more than twelve, he may have been dealt it.
    """
    held = named.held
    playing, draws = form.playing[:, rows], form.draws[:, rows]
    dealt, out, drawn, later = (a[:, rows] for a in (held.dealt, held.out, held.drawn, named.later))
    spare_out = playing & _unnamed(hands.out[..., rows], hands.out_count[:, rows], draws)
    spare_in = playing & _unnamed(hands.drawn[..., rows], hands.drawn_count[:, rows], draws)
    given = np.where(playing, out | np.where(spare_out, dealt, 0), dealt | out) & ~(drawn | later)
    taken = np.where(playing, drawn | np.where(spare_in, later, 0), 0) & ~(dealt | out)
    served, served_discards = (np.where(may_be[:, rows], taken, 0) for may_be in again)
    unordered = hands.no_dealer[rows]  # nobody knows who was served first
    explained = np.zeros(len(rows), np.int64)
    passed, discarded = (np.where(playing, 0, given), np.where(playing, given, 0))
    folded = np.where(
        unordered | ~form.rules.declare_is_with_draw[rows], np.bitwise_or.reduce(passed, 0), 0
    )
    earlier = np.where(unordered, np.bitwise_or.reduce(discarded, 0), 0)
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
    """Add a fact for each deal of the wrong size, unless that player's hand was found too full
    already.
    """
    wrong = (hands.dealt_count >= 0) & (hands.dealt_count != form.hand_size) & ~hands.quarantined
    told = {(fact.row, fact.seat) for fact in result.facts if fact.rule == "hand-size"}
    for seat, row in zip(*indices(wrong), strict=True):
        if (int(row), int(seat)) not in told:
            line = hands.line_of_seat(row, "dealt", seat)
            why = {"dealt": int(hands.dealt_count[seat, row]), "size": int(form.hand_size[row])}
            result.facts.append(Fact("hand-size", int(row), seat=int(seat), line=line, why=why))
