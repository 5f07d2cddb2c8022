"""The form of each hand: who is in it, in which order, and how far it can be followed (rules.md 3
and 4.1, log-format.md).

Players still in after the draw are counted from the dealer's left: 0 is the first to lead (4.1).
All arrays have the hand as their last axis; ``turns`` is the most cards in a trick, ``active`` the
most players.

At the end, what all steps of the engine share: facts, which are what it found wrong, before anybody
puts it into words; and which hands a line that cannot be read leaves in doubt, for nobody is
accused under terms that may not have applied. Such a line inside a hand puts only that hand in
quarantine. Between hands it may reach further: ``ant 2`` may have set the ante of all hands below
it, ``Rules must-trump=no`` may have changed the rules, after ``leave Dott`` somebody may no longer
have to ante or deal, and ``penalty Bea 7 fro 12`` may have put chips into the pot.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, Final, NamedTuple

import numpy as np

from ledger.game import stock_left
from ledger.game.play import DECK, NONE, SUIT, UNKNOWN, player_at, ranks
from ledger.hands.model import (
    ABSENT,
    ANTE,
    DROPPED,
    OPTIONS_ONLY,
    PLAYED,
    RESULT,
    RULES,
    SILENT,
    TRICKS,
    Array,
    Hands,
    RulesByHand,
)
from ledger.log import statements_meant

# --- Form -----------------------------------------------------------------------------------------
SUIT_BITS: Final = np.array([*SUIT, 0, 0], np.int64)
"""The mask of each suit; the last two (index 4, for ``??`` and no card, and -1, for no suit) are
empty.
"""


@dataclass(slots=True)
class Form:
    """Who plays, who leads and how many tricks count, of each hand.

    ``seat_of[a]`` is the place of active player ``a`` (-1: none), ``rank[w]`` the active player in
    a place (-1: none): of Ann, Bea, Cal and Dan, the dealer, Bea passes; then ``seat_of`` is 0 2 3
    and ``rank`` 0 -1 1 2. ``tricks`` is how many tricks count: nothing from a broken one on does.
    ``broken`` is the trick (from 0) at which the replay ends, -1 if it does not; ``bad_leader`` is
    True if that is for its leader, False if for its size. ``missing`` is how many
    tricks nobody wrote down of a hand that is over: any may be missing, also the first, and a card
    that somebody kept may have gone in it. ``claimed`` is True where the claim counts.
    ``draws`` is each place's draw, -1 where it is not recorded.

    Tricks that somebody lays down cards for count in the numbering (4.11): ``laid`` of them from
    ``laid_from`` on. After two tricks Ann lays down the A♥ and the K♥, and one more is played:
    tricks 2 and 3 (from 0) are laid down for, and the third ``trick`` line is trick 4. Ann leads
    those tricks, and every card in them is ``??`` until she is known to have had them.
    """

    rules: RulesByHand
    hand_size: Array  # int8 (hands)
    playing: Array  # bool (seats, hands): has a `play` line, dropped or not
    active: Array  # bool (seats, hands)
    players: Array  # int8 (hands): how many are active
    seat_of: Array  # int8 (active, hands)
    rank: Array  # int8 (seats, hands)
    lead: Array  # int8 (tricks, hands): active player who leads
    tricks: Array  # int8 (hands)
    broken: Array  # int8 (hands)
    bad_leader: Array  # bool (hands)
    missing: Array  # int8 (hands)
    claimed: Array  # bool (hands)
    claimant: Array  # int8 (hands): active player, -1
    laid_from: Array  # int8 (hands)
    laid: Array  # int8 (hands)
    draws: Array  # int16 (seats, hands)
    looked_up: dict[str, Array] = field(default_factory=dict)  # what ``places`` has worked out

    def places(self, name: str) -> Array:
        """Where the rows of ``seat_of`` or ``rank`` are in a flattened column, for ``by_player``
        and ``by_place``.
        """
        if name not in self.looked_up:
            self.looked_up[name] = flat_places(getattr(self, name))
        return self.looked_up[name]

    @property
    def gap(self) -> Array:
        """True (hands,) where tricks are missing."""
        return np.asarray(self.missing > 0)

    @property
    def claim_stands(self) -> Array:
        """True (hands,) unless the replay ends before the claim: nothing is judged or counted from
        there on.
        """
        return np.asarray((self.broken < 0) | (self.broken >= self.laid_from))

    def laid_down(self, trick: Any) -> Array:  # noqa: ANN401 - a number or a column of them
        """True (hands,) where a trick is one that a claimant lays down cards for (4.11)."""
        return np.asarray((trick >= self.laid_from) & (trick < self.laid_from + self.laid))

    def trick_line(self, trick: Any, row: Any) -> Any:  # noqa: ANN401 - of one hand, or arrays
        """Which ``trick`` line of its hand has a trick, both from 0; meaningless for a trick that
        was laid down for.
        """
        after = trick >= self.laid_from[row] + self.laid[row]
        return trick - self.laid[row] * after

    def player_at(self, trick: int, turn: int, row: int) -> int:
        """The active player who plays ``turn``-th to a trick of one hand (4.2)."""
        return int(player_at(int(self.lead[trick, row]), turn, max(1, int(self.players[row]))))

    def places_in_turn(self, trick: int, row: int) -> list[int]:
        """The places of one hand in the order in which they play to a trick: clockwise from the
        leader (4.2).
        """
        places, lead = (
            self.seat_of[: int(self.players[row]), row].tolist(),
            int(self.lead[trick, row]),
        )
        return [*places[lead:], *places[:lead]]

    def chosen(self, rows: Array, players: int) -> Form:
        """The form of some hands with ``players`` active players each."""
        names = (f.name for f in fields(Form) if f.name not in {"rules", "seat_of", "looked_up"})
        values: dict[str, Any] = {name: np.take(getattr(self, name), rows, -1) for name in names}
        return Form(
            rules=self.rules.chosen(rows),
            seat_of=np.take(self.seat_of[:players], rows, -1),
            **values,
        )


class PlayOrder:
    """Converts between order of play (tricks, turns, hands) and order of seats (tricks, active,
    hands).

    All hands have the same number of players. With three, and player 2 leading, the turns 0 1 2 are
    those of the players 2 0 1, and the players 0 1 2 have the turns 1 2 0. Both ways are kept as
    indices into the flattened array, which numpy takes several times faster than along an axis.
    """

    def __init__(self, form: Form) -> None:
        players, count = form.seat_of.shape
        here = np.arange(count)
        seats = np.arange(players)
        leads = np.maximum(form.lead, 0)
        self.to_player = np.empty((TRICKS, players, count), np.intp)
        self.to_turn = np.empty((TRICKS, players, count), np.intp)
        for turn in range(players):
            player, place = (seats + turn) % players * count, (turn - seats) % players * count
            for trick in range(TRICKS):
                start = here + trick * players * count
                np.add(np.take(player, leads[trick]), start, out=self.to_player[trick, turn])
                np.add(np.take(place, leads[trick]), start, out=self.to_turn[trick, turn])

    def by_player(self, in_order: Array) -> Array:
        """An array in order of play, by active player."""
        return in_order.reshape(-1).take(self.to_turn)

    def in_order(self, by_player: Array, tricks: int = TRICKS) -> Array:
        """The first tricks of an array by active player, in order of play."""
        return by_player.reshape(-1).take(self.to_player[:tricks])


def recorded_draws(hands: Hands) -> Array:
    """How many cards each place drew: announced, else as many as replacements, else as discards; -1
    if unknown.
    """
    draw, drawn, out = (
        a.astype(np.int16) for a in (hands.draw, hands.drawn_count, hands.out_count)
    )
    return np.where(draw >= 0, draw, np.where(drawn >= 0, drawn, out))


def stock(hands: Hands, form: Form) -> Array:
    """How many cards (hands,) are left in the stock after the deal (3.4)."""
    return np.asarray(
        stock_left(form.hand_size.astype(np.int16), hands.seated, ~form.rules.trump_is_dealer)
    )


def cards_served(hands: Hands, form: Form) -> Array:
    """How many cards (seats, hands) each place may have drawn: an unrecorded draw may have been a
    whole hand (3.4).
    """
    drawn = np.where(
        form.draws < 0, form.hand_size.astype(np.int16), np.maximum(form.draws, hands.drawn_count)
    )
    return np.where(form.playing, drawn, 0)


def dealt_again(hands: Hands, form: Form) -> tuple[Array, Array]:
    """Where (seats, hands) passed hands, and discards, may have been dealt again to the player in a
    place (3.4).

    Both as soon as the draws exceed the stock; under ``reuse=folded-first`` discards only once the
    hands passed by then were used up too. Seven sit down, two have passed when Gus draws, and 17
    cards are left: Gus may have got one of their cards if the draws come to more than 17, and a
    discard if they come to more than 27.
    """
    drawn, left = summed(cards_served(hands, form)), stock(hands, form)
    drawn = np.where(hands.no_dealer, drawn[-1], drawn)  # nobody knows who was served first
    folded = drawn > left
    first = form.rules.reuse_is_folded_first
    if not (first & folded.any(0)).any():
        return folded, folded
    passed = summed(((hands.player >= 0) & ~form.playing).astype(np.int16))
    passed = np.where(form.rules.declare_is_with_draw, passed * ~hands.no_dealer, passed[-1])
    used_up = from_then_on(drawn > left + form.hand_size.astype(np.int16) * passed)
    return folded, np.where(first, used_up, folded)


def form_of(hands: Hands, *, to_come: bool = False) -> Form:
    """Who plays, in which order, and how far the recorded tricks can be followed."""
    width, count = hands.player.shape
    rules = hands.rules
    hand_size = rules.hand_size.astype(np.int8)
    counts = ~hands.misdeal  # nobody plays a hand that was thrown in (5.14)
    draws = recorded_draws(hands)
    # a pass that means no new cards (3.1)
    stands = (hands.declared == DROPPED) & rules.second_pass_is_stand_pat & (draws < 0)
    draws[stands] = 0
    active = ((hands.declared == PLAYED) | stands) & counts
    playing = active | ((hands.declared == DROPPED) & counts)
    players = active.sum(0, dtype=np.int8)
    most = max(1, int(players.max(initial=1)))
    rank = summed(active.astype(np.int8)) - np.int8(1)
    seat_of = np.full((most, count), ABSENT, np.int8)
    for seat in range(width):
        for a in range(min(seat + 1, most)):
            np.copyto(seat_of[a], np.int8(seat), where=active[seat] & (rank[seat] == a))
    np.copyto(rank, np.int8(ABSENT), where=~active)
    claimant = np.where(hands.claim >= 0, of_rows(rank, hands.claim), np.int8(ABSENT))
    laid = _laid_for(hands, hand_size, claimant)
    leaders, sizes = _numbered(hands, players, laid)
    number = hands.trick_count + laid
    lead = np.full((TRICKS, count), ABSENT, np.int8)
    # else somebody played whom nobody named, and cards cannot be put to players
    alive, told = counts, hands.stayers_said
    tricks, bad_leader = np.zeros(count, np.int8), np.zeros(count, bool)
    broken = np.full(count, ABSENT, np.int8)
    for trick in range(TRICKS):
        there = alive & (number > trick)
        leader = leaders[trick]
        lead[trick] = np.where(leader >= 0, of_rows(rank, leader), ABSENT)
        within = trick < hand_size
        led = lead[trick] >= 0
        sound = within & led & (sizes[trick] == players) & told
        fails = there & ~sound
        broken[fails] = trick
        if fails.any():
            # one of whom nothing is said leads, and may have played a card that is too many
            silent = (leader >= 0) & (of_rows(hands.declared, leader) == SILENT)
            bad_leader |= fails & within & ~led & ~(silent & (sizes[trick] > players))
        alive &= there & sound
        tricks += alive
    extra = alive & (number > TRICKS)
    broken[extra] = TRICKS
    form = Form(
        rules=rules,
        hand_size=hand_size,
        playing=playing,
        active=active,
        players=players,
        seat_of=seat_of,
        rank=rank,
        lead=lead,
        tricks=tricks,
        broken=broken,
        bad_leader=bad_leader,
        missing=_missing(hands, hand_size, players, number, to_come=to_come),
        claimed=claimant >= 0,
        claimant=claimant,
        laid_from=hands.claim_after,
        laid=laid,
        draws=draws,
    )
    lost = ~(form.claim_stands & told)
    form.claimed[lost], form.claimant[lost], form.laid[lost] = False, ABSENT, 0
    return form


def _missing(
    hands: Hands, hand_size: Array, players: Array, number: Array, *, to_come: bool
) -> Array:
    """How many tricks (hands,) nobody wrote down of hands that are over; ``number`` is how many
    were, those laid down for counted (log-format.md, "Tricks").
    """
    shown = (hands.trick_count > 0) | (hands.claim >= 0)
    short = (number < hand_size) & shown & (players > 1) & _over(hands, to_come=to_come)
    return np.where(short, hand_size - number, 0).astype(np.int8)


def _over(hands: Hands, *, to_come: bool) -> Array:
    """True (hands,) where something is written of what was won or paid, or something follows: a
    hand (unless it is the last and only ``to_come``), an ``end`` line, or another line between
    hands.
    """
    found = hands.has_counts | hands.has_take | hands.has_match
    found |= (hands.renege != ABSENT).any(0)
    follows = hands.session[1:] == hands.session[:-1]
    if to_come:
        follows[-1:] = False
    found[:-1] |= follows
    said = hands.events
    first = np.array([info.first_row for info in hands.sessions], np.int64)
    found[(said.before - 1)[said.before > first[said.session]]] = True
    return found


def _laid_for(hands: Hands, hand_size: Array, claimant: Array) -> Array:
    """For how many tricks (hands,) a claimant lays down cards: one for each card, all that are left
    if none is named (4.11).
    """
    laid = np.zeros(len(hands), np.int8)
    rows = np.flatnonzero(claimant >= 0)
    if len(rows):
        left = np.maximum(hand_size[rows] - hands.claim_after[rows], 0)
        named = (hands.shown[:, rows] != NONE).sum(0)
        laid[rows] = np.where(named == 0, left, np.minimum(named, left))
    return laid


def _numbered(hands: Hands, players: Array, laid: Array) -> tuple[Array, Array]:
    """The leader's place and the number of cards of each trick (tricks, hands), including those
    that a claimant lays down for.
    """
    leaders, sizes = hands.leader, hands.trick_size
    rows = np.flatnonzero(laid)
    if len(rows):
        leaders, sizes = leaders.copy(), sizes.copy()
        first, past = hands.claim_after[rows], hands.claim_after[rows] + laid[rows]
        for trick in reversed(range(TRICKS)):
            line = np.where(trick >= past, trick - laid[rows], trick)
            down = (trick >= first) & (trick < past)
            leaders[trick, rows] = np.where(down, hands.claim[rows], leaders[line, rows])
            sizes[trick, rows] = np.where(down, players[rows], sizes[line, rows])
    return leaders, sizes


def counted_cards(cards: Array, form: Form, laid: int) -> Array:
    """Cards in order of play (tricks, turns, hands), NONE from a broken trick on and past the last
    player.

    There is room for as many turns as the fullest table has players, even if no trick was recorded.
    ``laid`` is what stands for every card of a trick that somebody lays down for.
    """
    missing = int(form.players.max(initial=1)) - cards.shape[1]
    if missing > 0:
        cards = np.pad(cards, ((0, 0), (0, missing), (0, 0)), constant_values=NONE)
    counts = np.arange(TRICKS, dtype=np.int8)[:, None] < form.tricks
    within = np.arange(cards.shape[1], dtype=np.int8)[:, None] < form.players
    rows = np.flatnonzero(form.laid)
    if len(rows):
        cards = cards.copy()
        past = form.laid_from[rows] + form.laid[rows]
        for trick in reversed(range(TRICKS)):
            line = np.where(trick >= past, trick - form.laid[rows], trick)
            cards[trick, :, rows] = np.where(
                form.laid_down(trick)[rows, None], np.uint8(laid), cards[line, :, rows]
            )
    not_counted = ~(counts[:, None] & within)
    # the highest code there is: many times faster than np.where
    return np.maximum(cards, not_counted * np.uint8(NONE))


def bits(cards: Array) -> Array:
    """The mask of each card code, 0 for ``??`` and for no card. Three times faster than a table."""
    return np.left_shift(1, cards, dtype=np.int64) & DECK


def short_ranks(cards: Array, suit: Array) -> Array:
    """The ranks of a suit among cards: 13 bits in 16, because loops over ranks take a fraction of
    the time that 64 bits would.
    """
    return np.asarray(ranks(cards, suit), np.int16)


def mask_of_lists(lists: Array) -> Array:
    """The masks (…, hands) of lists of cards (held, …, hands)."""
    mask: Array = np.left_shift(1, lists[0], dtype=np.int64)
    for cards in lists[1:]:
        mask |= np.left_shift(1, cards, dtype=np.int64)
    mask &= DECK
    return mask


def by_player(values: Array, form: Form) -> Array:
    """The rows of a (seats, hands) column that belong to the active players, as (active, hands)."""
    return values.take(form.places("seat_of"))


def by_place(values: Array, form: Form) -> Array:
    """Values (active, hands) of the active players by place (seats, hands), 0 or False for the
    others.
    """
    return values.take(form.places("rank")) * form.active


def of_rows(values: Array, row: Array) -> Array:
    """The value in one row, or in several, of each hand's column (rows, hands); -1 means the first
    row.

    The same as ``np.take_along_axis``, twice as fast.
    """
    return values.take(flat_places(row))


def flat_places(row: Array) -> Array:
    """Where the values in a row of each hand, the first for -1, are in a flattened column (rows,
    hands).
    """
    count = row.shape[-1]
    return np.asarray(np.maximum(row, 0) * np.intp(count) + np.arange(count))


def summed(counts: Array) -> Array:
    """Sums along the first axis, those of each row and of all rows before it: ``np.cumsum``, forty
    times faster.
    """
    sums = counts.copy()
    for row in range(1, len(sums)):
        sums[row] += sums[row - 1]
    return sums


def from_then_on(flags: Array) -> Array:
    """True from the first True on along the first axis."""
    found = flags.copy()
    for row in range(1, len(found)):
        found[row] |= found[row - 1]
    return found


def indices(found: Array) -> tuple[Array, ...]:
    """``np.nonzero`` of flags with several axes, several times faster."""
    return np.unravel_index(np.flatnonzero(found), found.shape)


def has_unknown(lists: Array) -> Array:
    """True where a list of cards (held, …, hands) has a ``??``."""
    return np.asarray((lists == UNKNOWN).any(0))


# --- Facts ----------------------------------------------------------------------------------------
class Fact(NamedTuple):
    """One thing that is wrong, not yet in words.

    ``rule`` is its kind, as in the table of findings (log-format.md).

    Where it is: ``row`` is a hand in ``Hands``, -1 if only a ``session`` is meant; ``trick`` counts
    from 1 (0: none); ``seat`` is a place at the table and ``player`` an index into the players of
    the session (-1: none); ``line`` is a line of the log.

    What it is: ``card`` is the code of the card played, ``required`` the mask of those that would
    have been right (None unless a card broke a rule of play), ``amount`` a number of chips. ``why``
    has what else the sentence needs, by name.

    ``unproved`` is True if the record neither proves nor disproves it, ``remark`` if it deserves no
    more than a remark. ``settled`` is the later line of the log that put it right (rules.md 5.15),
    None if none did.
    """

    rule: str
    row: int
    trick: int = 0
    seat: int = -1
    card: int = NONE
    required: int | None = None
    amount: int | None = None
    line: int = 0
    why: dict[str, Any] = {}  # noqa: RUF012 - never changed
    session: int = -1
    player: int = -1
    unproved: bool = False
    remark: bool = False
    settled: int | None = None

    def moved(self, row: int) -> Fact:
        """The same fact about another row, four times faster than with ``_replace``."""
        return Fact(self[0], row, *self[2:])

    @property
    def wrong_card(self) -> bool:
        """True if a card broke a rule of play."""
        return self.required is not None


# --- Lost lines -----------------------------------------------------------------------------------
_WHATEVER_THE_RULES: Final = frozenset(
    (
        "hand-number",
        "all-passed",
        "unverified-pot",
        "count",
        "follow-suit",
        "must-beat",
        "recall",
        "turn",
        "take",
        "match",
        "penalty",
    )
)
"""Kinds of facts that depend on no rule of the house; of payments that cannot be checked only the
wrong player is told.
"""
_WHOEVER_PLAYED: Final = frozenset(("hand-number", "all-passed", "unverified-pot", "count"))
_BY_THE_SEATS: Final = frozenset(("ante", "dealer", "seats"))


@dataclass(slots=True)
class LostLines:
    """What is in doubt in each hand, because of a line above it that cannot be read: flags
    (hands,).

    ``rules`` and ``ante`` are True for the hands below a line that may have changed them, until a
    line says what they are, ``seats`` below one that may have changed who sits where. Where players
    may have changed places nobody can tell whose cards are whose: there ``cards`` is True as well,
    and nothing of the hand can be judged. ``pot`` and ``play`` are True only for the hand right
    below a line that may have put chips into the pot, and below one that may have given the result
    of play that was not recorded, or thrown a hand in.
    """

    cards: Array
    rules: Array
    ante: Array
    seats: Array
    pot: Array
    play: Array

    @property
    def antes_unknown(self) -> Array:
        """True (hands,) where nobody can say what had to be put in."""
        return np.asarray(self.rules | self.ante | self.seats | self.play)

    @property
    def some(self) -> Array:
        """True (hands,) where anything is in doubt."""
        return np.asarray(self.antes_unknown | self.pot)

    def unaffected(self, hands: Hands, facts: list[Fact]) -> list[Fact]:
        """The facts that do not depend on a line that cannot be read."""
        if not self.some.any():
            return facts
        # A limit that is a number of antes is unknown where the ante is, and so is every stake.
        in_antes = np.array(
            [not isinstance(house.rules.limit, int | None) for house in hands.houses], bool
        )
        capped = self.ante & in_antes[hands.house]
        return [
            fact
            for fact in facts
            if fact.row < 0 or not self._may_be_due_to_one(hands, fact, capped)
        ]

    def _may_be_due_to_one(self, hands: Hands, fact: Fact, capped: Array) -> bool:
        """True if a fact may be due to a line that cannot be read; ``capped`` (hands,): the limit
        may be another.
        """
        row, rule = fact.row, fact.rule
        if self.cards[row]:
            return rule not in _WHOEVER_PLAYED
        if self.rules[row] and hangs_on_an_option(hands, fact):
            return True
        if capped[row] and rule not in _WHATEVER_THE_RULES:
            return True
        return bool(
            (self.seats[row] and rule in _BY_THE_SEATS) or (self.play[row] and rule == "dealer")
        )


def hangs_on_an_option(hands: Hands, fact: Fact) -> bool:
    """True if some house may allow what a fact says is wrong (log-format.md, "Unverified").

    The house may share a tie, ask for a majority, bar nobody for a renege, or give the dealer a pot
    that all passed for; it may ask for no higher trump on another suit led, turn a card that is no
    one's, and count a second pass as another thing than ours does.
    """
    if fact.rule not in _WHATEVER_THE_RULES:
        return True
    if fact.rule in {"match", "penalty"}:
        return int(hands.declared[fact.seat, fact.row]) == DROPPED
    if fact.rule == "take":
        most = max(fact.why["won"])
        majority = 2 * most > hands.house_of(fact.row).rules.hand_size
        return fact.why["winner"] < 0 or not (majority or fact.why["took"])
    if fact.required is None:
        return False
    trumps, turned = int(SUIT_BITS[hands.trump[fact.row]]), int(hands.turned[fact.row])
    if fact.rule == "must-beat" and 1 << fact.card & trumps and not fact.why["led"] & trumps:
        return True
    dealer = fact.seat == hands.seated[fact.row] - 1 and turned < UNKNOWN
    asked = fact.why["held"] & fact.why["led"] if fact.rule == "follow-suit" else fact.required
    return dealer and asked == 1 << turned


def lost_lines(hands: Hands) -> LostLines:
    """Find what the lines that cannot be read leave in doubt, in which hands."""
    lost = LostLines(*(np.zeros(len(hands), bool) for _ in range(6)))
    of_file = {info.file: at for at, info in enumerate(hands.sessions)} if hands.errors else {}
    for error in hands.errors:
        if error.file in of_file:
            session = of_file[error.file]
            for meant in statements_meant(error.text, hands.sessions[session].players):
                _lose(hands, lost, session, error.line, meant)
    # in quarantine, but if it was thrown in nobody antes for the next hand
    for row, lines in hands.text.items():
        if any(text.split()[:1] == ["misdeal"] for _, text in lines):
            session = int(hands.session[row])
            _lose(hands, lost, session, int(hands.line[row]) + 1, "misdeal")
    return lost


def _lose(hands: Hands, lost: LostLines, session: int, line: int, meant: str) -> None:
    """Mark the hands of a session below ``line``, which may have been meant as a statement
    ``meant``.
    """
    info, events = hands.sessions[session], hands.events
    rows = slice(info.first_row, info.first_row + info.rows)
    below = rows.start + int(np.searchsorted(hands.line[rows], line))
    if meant == "ante":
        said = events.before[
            (events.session == session) & (events.kind == ANTE) & (events.line > line)
        ]
        lost.ante[below : int(said[0]) if len(said) else rows.stop] = True
    elif meant == "rules":
        said = events.before[
            (events.session == session)
            & (events.kind == RULES)
            & (events.target != OPTIONS_ONLY)
            & (events.line > line)
        ]
        lost.rules[below : int(said[0]) if len(said) else rows.stop] = True
    elif meant in {"sit", "leave"}:
        if meant == "sit" and lost.seats[below : below + 1].any():
            lost.cards[below : rows.stop] = lost.rules[below : rows.stop] = (
                True  # somebody left and sat down elsewhere: nobody can tell whose cards are whose
            )
        lost.seats[below : rows.stop] = True
    elif meant in {"penalty", "result", "misdeal"}:
        lost.pot[below : min(below + 1, rows.stop)] = True
        if meant != "penalty":
            lost.play[below : min(below + 1, rows.stop)] = True


def unwritten(hands: Hands) -> Array:
    """True (hands + sessions,) where play was not recorded, as a ``result`` line says.

    The first part is for what was played before each hand, the rest for what was played after the
    last hand of each session.
    """
    events = hands.events
    found = np.zeros(len(hands) + len(hands.sessions), bool)
    for at in np.flatnonzero(events.kind == RESULT):
        session, row = int(events.session[at]), int(events.before[at])
        info = hands.sessions[session]
        found[row if row < info.first_row + info.rows else len(hands) + session] = True
    return found


def hands_missing(hands: Hands) -> Array:
    """True (hands,) where hands are missing before one, out of order, or written twice: who dealt,
    who was exempt and what lay in the pot is not known then (log-format.md, "Unverified").

    A first hand may have any number, but not where one below it comes later.
    """
    found = number_jumps(hands)
    for info in hands.sessions:
        numbers = hands.number[info.first_row : info.first_row + info.rows]
        if info.rows and 0 <= numbers[numbers >= 0].min(initial=numbers[0]) < numbers[0]:
            found[info.first_row] = not hands.quarantined[info.first_row]
    return found


def number_jumps(hands: Hands) -> Array:
    """True (hands,) where a hand's number is not one more than the one before it, unless that one
    was thrown in and has the same (5.14).
    """
    follows = np.zeros(len(hands), bool)
    follows[1:] = hands.session[1:] == hands.session[:-1]
    follows[1:] &= ~hands.quarantined[1:] & ~hands.quarantined[:-1]
    follows &= ~unwritten(hands)[: len(hands)]
    jumps = np.zeros(len(hands), bool)
    jumps[1:] = hands.number[1:] != hands.number[:-1] + 1
    jumps[1:] &= ~hands.misdeal[:-1] | (hands.number[1:] != hands.number[:-1])
    return np.asarray(follows & jumps)
