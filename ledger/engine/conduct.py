"""How the table conducted the game: what was wrong before the play, whose deal it was, what was
paid, and each player's chips.

Before the first card: numbers, seats, declarations and draws (rules.md 1 to 3, 7.4). The turn to
deal passes left and skips those who have forfeited one (2.5, 3.9, 4.10, 5.14). Antes, pot, takes,
matches and penalties against what the rules ask (5). Chips bought, won, moved between players,
counted and cashed (log-format.md, "Between hands").
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np

from ledger.engine.form import (
    SUIT_BITS,
    Fact,
    Form,
    LostLines,
    indices,
    mask_of_lists,
    number_jumps,
    unwritten,
)
from ledger.engine.replay import Replay
from ledger.engine.settle import Division, Outcome, Settlement, divided, gave_match
from ledger.game import Rules
from ledger.game.costs import renege_beyond
from ledger.game.play import NONE, UNKNOWN
from ledger.hands import model
from ledger.hands.model import Array, Events, Hands, SessionInfo
from ledger.log.between_hands import COUNTED

# --- Before play ----------------------------------------------------------------------------------
CLUBS: Final = int(SUIT_BITS[3])


def before_play(hands: Hands, result: Replay) -> list[Fact]:
    """Facts for everything wrong before the play."""
    return [
        *_numbers(hands),
        *_tables(hands),
        *_declarations(hands, result.form),
        *_draws(hands, result.form),
        *_dealers_who_passed(hands, result),
        *_unqualified(hands, result),
    ]


def _numbers(hands: Hands) -> list[Fact]:
    """hand-number: not one more than the number before it; a hand dealt again may have the same
    (5.14).
    """
    return [
        Fact(
            "hand-number",
            int(row),
            line=int(hands.line[row]),
            why={"before": int(hands.number[row - 1])},
        )
        for row in np.flatnonzero(number_jumps(hands))
    ]


def _perhaps_dealt_again(hands: Hands) -> Array:
    """True (hands,) after a hand of which nothing says what came of it: it may have been thrown in,
    and dealt again (5.14).
    """
    ended = (
        (hands.trick_count > 0)
        | (hands.claim >= 0)
        | hands.has_counts
        | hands.has_take
        | hands.has_match
    )
    ended |= (hands.renege != model.ABSENT).any(0) | ((hands.declared == model.PLAYED).sum(0) == 1)
    ended |= ((hands.declared == model.PASSED) | (hands.player < 0)).all(0)
    found = np.zeros(len(hands), bool)
    found[1:] = ~(ended | hands.misdeal | hands.quarantined)[:-1] & (
        hands.session[1:] == hands.session[:-1]
    )
    return found


def _tables(hands: Hands) -> list[Fact]:
    """seats: a number of players that the rules do not allow, reported once for each such number in
    a session (1.2).
    """
    ranges = hands.rules.seats
    if not len(hands):
        return []
    wrong = ((hands.seated < ranges[:, 0]) | (hands.seated > ranges[:, 1])) & ~hands.quarantined
    facts, told = [], set()
    for row in np.flatnonzero(wrong):
        key = (int(hands.session[row]), int(hands.seated[row]))
        if key not in told:
            told.add(key)
            facts.append(Fact("seats", int(row), line=int(hands.line[row]), why={"seated": key[1]}))
    return facts


def _declarations(hands: Hands, form: Form) -> list[Fact]:
    """declare-order: out of turn, where the house declares in turn (3.1); all-passed: nobody is
    left to play (3.6).

    The order of a score means nothing: players may be written down in any order.
    """
    in_turn = ~form.rules.declare_is_simultaneous & ~hands.misdeal & ~hands.no_dealer
    spoken = hands.order >= 0
    disorder = _out_of_order(hands.order, spoken)
    facts = []
    disorder &= in_turn & ~hands.quarantined
    rows = np.flatnonzero(disorder)
    disorder[rows] = _told_one_by_one(hands, rows)
    disorder[disorder] = _more_than_a_score(hands, form, np.flatnonzero(disorder))
    for row in np.flatnonzero(disorder):
        seat = int(np.argmin(np.where(hands.order[:, row] == 0, 0, 1)))
        line = hands.line_of_seat(int(row), "declared", seat)
        facts.append(Fact("declare-order", int(row), line=line))
    for row in np.flatnonzero(
        (form.players == 0) & hands.stayers_said & ~hands.misdeal & ~hands.quarantined
    ):
        dropped = bool(form.playing[:, row].any())
        facts.append(
            Fact("all-passed", int(row), line=int(hands.line[row]), why={"dropped": dropped})
        )
    return facts


def _out_of_order(orders: Array, spoken: Array) -> Array:
    """True (hands,) where players in ``spoken`` did not declare in the order of their seats; both
    (seats, hands).
    """
    latest = np.full(orders.shape[-1], -1, np.int8)
    disorder = np.zeros(orders.shape[-1], bool)
    for order, there in zip(orders, spoken, strict=True):
        disorder |= there & (order < latest)
        latest = np.where(there, np.maximum(latest, order), latest)
    return disorder


def _told_one_by_one(hands: Hands, rows: Array) -> Array:
    """True for those of ``rows`` that are out of order between lines of one player each.

    Several in one line are how people write, not what they saw. Where every pass is written before
    every play, each group has an order of its own (log-format.md, "Order").
    """
    order, declared = hands.order[:, rows], hands.declared[:, rows]
    first = model.LINE_SEATS + model.BY_SEAT.index("declared") * hands.width
    line = hands.lines[first : first + hands.width, rows]
    spoken = order >= 0
    alone = spoken & ((line == 0) | (((line[:, None] == line) & spoken).sum(1) == 1))
    passed = spoken & (declared == model.PASSED)
    played = spoken & ~passed
    apart = np.where(passed, order, -1).max(0, initial=-1) < np.where(played, order, 127).min(
        0, initial=127
    )
    by_group = _out_of_order(order, alone & passed) | _out_of_order(order, alone & played)
    return np.where(apart, by_group, _out_of_order(order, alone))


def _more_than_a_score(hands: Hands, form: Form, rows: Array) -> Array:
    """True for those of ``rows`` that record more than a score: a card not turned, a draw, an early
    announcement.
    """
    found = (form.draws[:, rows] >= 0).any(0) | hands.early[:, rows].any(0)
    for cards in (hands.dealt, hands.out, hands.drawn, hands.cards, hands.withdrawn, hands.shown):
        found |= (cards[..., rows] < UNKNOWN).any(tuple(range(cards.ndim - 1)))
    return np.asarray(found)


def _draws(hands: Hands, form: Form) -> list[Fact]:
    """draw-cap: more discards than allowed (3.3); draw-count: replacements, discards and the number
    do not agree (3.2).
    """
    dealer = (np.arange(hands.width, dtype=np.int8)[:, None] == hands.seated - 1) | hands.no_dealer
    sixth = dealer & form.rules.trump_is_dealer_may_take
    draws, outs, drawn, announced = form.draws, hands.out_count, hands.drawn_count, hands.draw
    told = np.where(announced >= 0, announced, drawn)
    # Who may have taken the turned card may throw away one more than is drawn, also where nobody
    # noted how many that was.
    discards = np.maximum(np.where(sixth & (told < 0), 0, draws), outs - sixth)
    caps = np.array(
        [[_cap(house.rules, seats) for seats in range(hands.width + 1)] for house in hands.houses]
    )
    cap = caps[hands.house, hands.seated] if len(hands) else np.zeros(0, int)
    playing = form.playing & ~hands.quarantined
    too_many = playing & (discards > cap)
    disagree = (outs >= 0) & (told >= 0) & (outs != told) & ~(sixth & (outs == told + 1))
    disagree |= (drawn >= 0) & (announced >= 0) & (drawn != announced)
    facts = []
    for rule, found in (("draw-cap", too_many), ("draw-count", playing & disagree)):
        for seat, row in zip(*indices(found), strict=True):
            why = {
                "discards": int(discards[seat, row]),
                "cap": int(cap[row]),
                "announced": int(announced[seat, row]),
                "out": int(outs[seat, row]),
                "drawn": int(drawn[seat, row]),
            }
            line = hands.line_of_seat(int(row), "declared", int(seat))
            facts.append(Fact(rule, int(row), seat=int(seat), line=line, why=why))
    return facts


def _cap(rules: Rules, seats: int) -> int:
    cap = rules.cap(seats)
    return int(rules.hand_size if cap is None else min(cap, rules.hand_size))


def _dealers_who_passed(hands: Hands, result: Replay) -> list[Fact]:
    """dealer-must-play: a dealer who had to play passed, having turned an ace (3.5) or by a rule of
    the house (5.13).

    Only where declarations are recorded: a score may leave out a dealer who played. Where hands
    must qualify (7.4), only of one who is seen to hold a trump or a club: nobody has to do what the
    rules forbid.
    """
    asked = (
        _binds_dealer(hands, result)
        & ~hands.quarantined
        & ~hands.misdeal
        & (hands.score == model.WRITTEN)
    )
    # a dealer of whom nothing else is said took the pot, for all passed, or by having played (3.6)
    took = (hands.take != model.ABSENT) & (hands.take != 0) & (hands.declared == model.SILENT)
    asked &= (_of_dealer(hands, took) == 0) | result.form.playing.any(0)
    asked &= ~result.form.rules.qualify | (
        _of_dealer(hands, mask_of_lists(result.dealt) & _qualifying(hands)) != 0
    )
    dealer, ace = np.maximum(hands.seated - 1, 0), _turned_ace(result)
    return [
        Fact(
            "dealer-must-play",
            int(row),
            seat=int(dealer[row]),
            line=hands.line_of_seat(int(row), "declared", int(dealer[row])),
            why={"turned": int(result.turned[row]) if ace[row] else None},
        )
        for row in np.flatnonzero(asked & ~_of_dealer(hands, result.form.playing))
    ]


def _unqualified(hands: Hands, result: Replay) -> list[Fact]:
    """qualify: played the Indiana game without a trump or a club (7.4), and was no dealer who had
    to play.
    """
    asked = result.form.rules.qualify & (hands.trump >= 0) & ~hands.quarantined
    if not asked.any():
        return []
    known = (hands.dealt_count == result.form.hand_size) & (
        (result.dealt < UNKNOWN).sum(0) == result.form.hand_size
    )
    dealt = mask_of_lists(result.dealt)
    bound = _binds_dealer(hands, result) & (np.arange(hands.width)[:, None] == hands.seated - 1)
    found = asked & result.form.playing & known & ((dealt & _qualifying(hands)) == 0) & ~bound
    return [
        Fact(
            "qualify",
            int(row),
            seat=int(seat),
            line=hands.line_of_seat(int(row), "declared", int(seat)),
            why={"dealt": int(dealt[seat, row])},
        )
        for seat, row in zip(*indices(found), strict=True)
    ]


def _turned_ace(result: Replay) -> Array:
    """True (hands,) where the turned card is an ace that obliges the dealer to play (3.5)."""
    return np.asarray(
        (result.turned < UNKNOWN) & (result.turned % 13 == 12) & result.form.rules.ace_binds_dealer
    )


def _binds_dealer(hands: Hands, result: Replay) -> Array:
    """True (hands,) where a dealer whose name is known has to play (3.5, 5.13)."""
    return np.asarray((_turned_ace(result) | result.form.rules.dealer_plays) & ~hands.no_dealer)


def _of_dealer(hands: Hands, values: Array) -> Array:
    """The dealer's (hands,) of some values (seats, hands)."""
    place = np.maximum(hands.seated - 1, 0)
    return np.asarray(np.take_along_axis(values, place[None].astype(np.intp), 0)[0])


def _qualifying(hands: Hands) -> Array:
    """The cards (hands,), as masks, of which one is needed to play the Indiana game: clubs, and
    trumps if known (7.4).
    """
    return np.asarray(np.where(hands.trump >= 0, SUIT_BITS[np.maximum(hands.trump, 0)], 0) | CLUBS)


# --- Deal -----------------------------------------------------------------------------------------
MANY: Final = 9
"""Forfeits that explain whatever is asked of them: more hands may be missing than anybody says."""


class Forfeit(NamedTuple):
    """A turn to deal that the player in a ``place`` forfeited, for certain or perhaps; one a hand
    (3.9). ``waived`` is the row from which on a ``waive`` lifts a possible one, -1 for none.
    """

    place: int
    certain: bool
    waived: int


@dataclass(slots=True)
class Turns:
    """The turns to deal that players have forfeited and not yet missed, by index into the players
    of the session.

    ``certain`` counts turns that are sure to be skipped, each once. ``possible`` counts those that
    hands which cannot be read may have cost: they prove no dealer wrong, and only explain why
    somebody was skipped. ``waived`` are possible too: pairs of a player and the row of the hand
    from which on the table waives the forfeit (4.10).
    """

    certain: Counter[int] = field(default_factory=Counter)
    possible: Counter[int] = field(default_factory=Counter)
    waived: list[tuple[int, int]] = field(default_factory=list)

    def __bool__(self) -> bool:
        """True if anybody may have to miss a turn."""
        return bool(self.certain or self.possible or self.waived)

    def lift(self, row: int) -> None:
        """Drop the forfeits that the table has waived by the hand ``row``."""
        self.waived = [one for one in self.waived if one[1] > row]

    def dealt(self, player: int) -> None:
        """Drop what ``player``, who dealt, may have forfeited: somebody who deals in turn had
        nothing left to miss.
        """
        self.possible.pop(player, None)
        self.waived = [one for one in self.waived if one[0] != player]

    def forfeit(self, players: list[int], forfeits: list[Forfeit]) -> None:
        """Add what was forfeited in a hand of these ``players``, by place."""
        for one in forfeits:
            player = players[one.place]
            if one.waived >= 0:
                self.waived.append((player, one.waived))
            else:
                (self.certain if one.certain else self.possible)[player] += 1

    def lose_track(self, players: Iterable[int] = ()) -> None:
        """Pass over play that cannot be read: it may have used up any forfeit, so none is certain
        any more.

        If it was a hand, each of its ``players`` may have forfeited a turn in it.
        """
        self.possible += self.certain
        self.possible.update(players)
        self.certain.clear()

    def next(self, players: list[int], place: int) -> int:
        """The place whose turn it is, from ``place`` on; that of the dealer (the last one) if
        possible forfeits explain it.

        If they do not, somebody may have been skipped wrongly. Certain forfeits of those who sit
        behind that player were then used up only if the player had forfeited a turn: from now on
        they are only possible.
        """
        dealer = players[-1]
        spent: Counter[int] = Counter()
        behind: Counter[int] = Counter()
        while self:
            player = players[place]
            if self.certain.get(player):
                self.certain[player] -= 1
                if not self.certain[player]:
                    del self.certain[player]
                behind[player] += bool(spent)
            elif player == dealer:
                self._spend(spent)
                return place
            elif self._may_have_lost(player) > spent[player]:
                spent[player] += 1
            else:
                break
            place = (place + 1) % len(players)
        self.possible += behind
        return place

    def _may_have_lost(self, player: int) -> int:
        """How many turns a player may have forfeited."""
        return self.possible.get(player, 0) + sum(one == player for one, _ in self.waived)

    def _spend(self, turns: Counter[int]) -> None:
        """Use up possible forfeits, first those that are waived later."""
        kept = []
        for player, until in self.waived:
            if turns[player]:
                turns[player] -= 1
            else:
                kept.append((player, until))
        self.waived = kept
        self.possible -= turns


def dealers(
    hands: Hands, result: Replay, won: Outcome, waived: Array
) -> tuple[list[Fact], dict[int, Turns]]:
    """A fact for each hand dealt by the wrong player (dealer), and the forfeits that are open at
    the end of each session.

    Sessions without an open forfeit are left out. ``SessionInfo.forfeits`` are those open as a
    session begins. ``waived`` (seats, hands) is the row before which a ``waive`` lifts what a card
    taken back costs, ABSENT for none (4.10).
    """
    by_house = result.form.rules.recall_is_forfeit
    recalls, stands = result.recalls & by_house, waived == model.ABSENT
    certain = (hands.early & ~hands.misdeal) | (recalls & result.recalls_wrong & stands)
    possible = (recalls | _perhaps_taken_back(hands, result) & by_house) & stands & ~certain
    late = recalls & (waived > np.arange(len(hands)) + 1) & ~certain
    dealer = _of_dealer(hands, hands.player)
    again = _perhaps_dealt_again(hands) & (dealer == np.roll(dealer, 1))
    jumps, played_on = won.missing, unwritten(hands)
    anybody = jumps | again
    eventful = (
        (certain | possible | late).any(0)
        | hands.quarantined
        | hands.misdeal
        | hands.no_dealer
        | anybody
        | played_on[: len(hands)]
    )
    some = np.array([bool(info.forfeits) for info in hands.sessions], bool)
    some[hands.session[eventful]] = True
    expected = np.where(hands.due >= 0, hands.due, hands.seated - 1)
    left: dict[int, Turns] = {}
    rows = np.flatnonzero(eventful)
    bounds = np.searchsorted(
        rows, [*(info.first_row for info in hands.sessions), len(hands)]
    ).tolist()
    events = rows.tolist()
    lost = indices((certain | possible | late) & (hands.player >= 0))
    forfeited: dict[int, list[Forfeit]] = defaultdict(list)
    cells = (*lost, certain[lost], np.where(late[lost], waived[lost], model.ABSENT))
    for place, at, sure, until in zip(*(column.tolist() for column in cells), strict=True):
        forfeited[at].append(Forfeit(place, sure, until))
    whose_turn = (
        np.where(
            hands.due >= 0, hands.player[hands.due, np.arange(len(hands))], model.ABSENT
        ).tolist()
        if some.any()
        else []
    )
    for session in np.flatnonzero(some).tolist():
        info = hands.sessions[session]
        first, end = info.first_row, info.first_row + info.rows
        deal = _Deal(hands, forfeited, played_on, jumps, again, info)
        # The deal passes to the left. Only such a hand can change that, until all that it changed
        # has been used up.
        starts = [first] * bool(deal.turns) + events[bounds[session] : bounds[session + 1]]
        for start, until in zip(starts, [*starts[1:], end], strict=True):
            row = start
            while row < until and (row == start or deal.open):
                expected[row] = deal.whose(row)
                row = deal.next_to_ask(row + 1, until, whose_turn)
        deal.turns.lift(end)
        if played_on[len(hands) + session]:
            deal.turns.lose_track()
        if deal.turns:
            left[session] = deal.turns
    wrong = np.flatnonzero((expected != hands.seated - 1) & ~hands.quarantined)
    facts = [
        Fact(
            "dealer",
            row,
            seat=int(hands.seated[row]) - 1,
            line=int(hands.line[row]),
            why={"expected": int(expected[row])},
        )
        for row in wrong.tolist()
    ]
    return facts, left


def _perhaps_taken_back(hands: Hands, result: Replay) -> Array:
    """Who (seats, hands) may have taken a card back: anybody, in a hand in which that stands in a
    trick that is not followed (log-format.md, "Tricks").
    """
    written, followed = (
        (cards != NONE).sum((0, 1)) for cards in (hands.withdrawn, result.withdrawn)
    )
    lost = (written > followed) & ~hands.misdeal & ~hands.quarantined
    return np.asarray((hands.player >= 0) & lost)


def after_unlogged(settled: Settlement, turns: dict[int, Turns], unlogged: list[Unlogged]) -> None:
    """Trust no exemption and no forfeit at the end of a session with hands that nobody wrote down:
    they may be used up.
    """
    for session in {one.session for one in unlogged}:
        settled.exempt_known[session] = False
        if session in turns:
            turns[session].lose_track()


class _Deal:
    """Follows the deal through one session, hand by hand.

    ``forfeited`` has what was forfeited in each row. ``played_on`` is what ``unwritten`` gives,
    ``jumps`` is ``Outcome.missing``, and ``again`` is True (hands,) where a hand may be dealt
    again.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - all that may change whose turn it is
        self,
        hands: Hands,
        forfeited: dict[int, list[Forfeit]],
        played_on: Array,
        jumps: Array,
        again: Array,
        info: SessionInfo,
    ) -> None:
        self.hands, self.forfeited, self.first = hands, forfeited, info.first_row
        self.played_on, self.jumps, self.again = played_on, jumps, again
        self.turns = Turns(possible=Counter(dict(info.forfeits)))
        self.either: set[int] = set()
        """Who may deal again a hand that was thrown in."""

    @property
    def open(self) -> bool:
        """True if it may be the turn of somebody else than the next player to the left."""
        return bool(self.either or self.turns)

    def next_to_ask(self, row: int, until: int, whose_turn: list[int]) -> int:
        """The first row from ``row`` on that has to be looked at, ``until`` if there is none before
        that.

        If all forfeits are certain, only those rows matter in which it would be the turn of
        somebody who has one: ``whose_turn`` (hands,) is the player to the left of the last dealer.
        """
        if self.either or self.turns.possible or self.turns.waived:
            return row
        turns = whose_turn[row:until]
        return row + min(
            (turns.index(player) for player in self.turns.certain if player in turns),
            default=len(turns),
        )

    def after_unread(self, row: int) -> bool:
        """True if anybody may deal, because the hand before cannot be read, or is missing."""
        unread = row > self.first and bool(self.hands.quarantined[row - 1] | self.jumps[row])
        return unread and not self.played_on[row]

    def doubt(self, row: int, seats: list[int]) -> None:
        """Pass over what is not certain any more before the hand ``row``, where ``seats`` sit."""
        hands, turns = self.hands, self.turns
        if turns.waived:
            turns.lift(row)
        if self.jumps[row]:  # each may have forfeited a turn in every hand that is missing
            before = int(hands.number[row - 1]) if row > self.first else 0
            turns.lose_track(seats * min(max(int(hands.number[row]) - before - 1, 1), MANY))
        elif self.played_on[row] or self.again[row]:
            turns.lose_track()

    def whose(self, row: int) -> int:
        """The place whose turn it is to deal the hand ``row``, its dealer's if nothing says
        otherwise; then move on.
        """
        hands, turns = self.hands, self.turns
        seated, due = int(hands.seated[row]), int(hands.due[row])
        seats = hands.player[:seated, row].tolist()
        self.doubt(row, seats)
        if self.jumps[row] or self.again[row]:
            due = -1
        if hands.quarantined[row]:
            turns.lose_track(seats)
            self.either = set()
            return seated - 1
        if hands.no_dealer[row]:  # any forfeit may have been used up
            self.either = set()
            turns.forfeit(seats, self.forfeited.get(row, []))
            turns.lose_track()
            return seated - 1
        place = seated - 1
        if due >= 0 and seats[due] in self.either:
            # nobody is skipped: the forfeit has been used up already
            place = due if seats[-1] not in self.either else place
        elif due >= 0 and seats[-1] not in self.either:
            place = turns.next(seats, due)
        self.either = {seats[-1], seats[place]} if hands.misdeal[row] else set()
        # where anybody may deal, who does proves nothing
        if turns and (due >= 0 or self.after_unread(row)):
            turns.dealt(seats[-1])
        if row in self.forfeited:
            turns.forfeit(seats, self.forfeited[row])
        return place


# --- Wrong amounts --------------------------------------------------------------------------------
def wrong_amounts(  # noqa: PLR0913, PLR0917 - all that is known of a hand
    hands: Hands, result: Replay, won: Outcome, settled: Settlement, ruled: Array, lost: LostLines
) -> list[Fact]:
    """A fact for each payment that is not what the rules ask; ``ruled`` is True (seats, hands)
    where a renege was ruled on.
    """
    return [
        *_unverified(hands, won, settled, lost),
        *_antes(hands, won, settled),
        *_pots(hands, settled),
        *_takes(hands, won, settled),
        *_late_passes(hands, won, settled),
        *_penalties(hands, result, won, settled),
        *_unpaid(hands, result, won, settled, ruled),
    ]


def _unverified(hands: Hands, won: Outcome, settled: Settlement, lost: LostLines) -> list[Fact]:
    skipped, jumps = unwritten(hands), won.missing
    unsaid = settled.doubted | won.bourre_unsaid
    begins, lacking = settled.unverified_first & ~hands.quarantined, settled.lacking
    return [
        Fact(
            "unverified-pot",
            int(row),
            line=int(hands.line[row]),
            why={
                "unwritten": bool(skipped[row]),
                "missing": bool(jumps[row]),
                "lacking": int(lacking[row]),
                "fees": bool(row and won.fees_missing[row - 1]),
                "stays": bool(row and won.stays[row - 1]),
                "lost": bool(lost.some[row]),
                "bourre_unsaid": bool(row and unsaid[row - 1]),
            },
        )
        for row in np.flatnonzero(begins)
    ]


def _cells(found: Array) -> list[tuple[int, int]]:
    return [(int(seat), int(row)) for seat, row in zip(*indices(found), strict=True)]


def _antes(hands: Hands, won: Outcome, settled: Settlement) -> list[Fact]:
    off = (
        hands.has_ante
        & settled.antes_known
        & ~hands.quarantined
        & (settled.ante != settled.ante_due)
    )
    # Who put in nothing may be exempt, or the hand before was thrown in.
    off &= (settled.ante > 0) | ~(won.missing | _perhaps_dealt_again(hands))
    return [
        Fact(
            "ante",
            row,
            seat=seat,
            amount=int(settled.ante[seat, row] - settled.ante_due[seat, row]),
            line=hands.line_of(row, model.LINE_ANTE),
            why={"paid": int(settled.ante[seat, row]), "due": int(settled.ante_due[seat, row])},
        )
        for seat, row in _cells(off)
    ]


def _pots(hands: Hands, settled: Settlement) -> list[Fact]:
    off = (
        (hands.pot != model.ABSENT)
        & ~hands.quarantined
        & settled.verified
        & (settled.booked == 0)
        & (hands.pot != settled.computed)
    )
    return [
        Fact(
            "pot",
            int(row),
            amount=int(hands.pot[row] - settled.computed[row]),
            line=hands.line_of(int(row), model.LINE_POT),
            why={
                "counted": int(hands.pot[row]),
                "computed": int(settled.computed[row]),
                "opening": int(settled.opening[row]),
                "antes": int(settled.ante[:, row].sum()),
                "second": int(settled.second[:, row].sum()),
            },
        )
        for row in np.flatnonzero(off)
    ]


def _takes(hands: Hands, won: Outcome, settled: Settlement) -> list[Fact]:
    checked = hands.has_take & won.known & ~hands.quarantined & ~hands.misdeal
    owed = (np.arange(hands.width, dtype=np.int8)[:, None] == won.winner) | won.sharing
    took = (hands.take == model.BY_RULE) | (hands.take > 0)
    off = np.where(settled.verified, settled.taken != settled.take_due, took != owed) & checked
    # a dealer who is said neither to play nor to pass took perhaps what was paid to play too (3.6)
    off &= ~(won.fees_missing & ~won.won.any(0) & (settled.taken > settled.take_due) & owed)
    facts = []
    for seat, row in _cells(off):
        amount = (
            int(settled.taken[seat, row] - settled.take_due[seat, row])
            if settled.verified[row]
            else None
        )
        why = _why(
            settled, row, taken=int(settled.taken[seat, row]), due=int(settled.take_due[seat, row])
        )
        why |= {
            "winner": int(won.winner[row]),
            "took": bool(took[seat, row]),
            "won": won.won[:, row].tolist(),
            "sharing": won.sharing[:, row].tolist(),
        }
        line = hands.line_of_seat(row, "take", seat)
        line = line if line != hands.line[row] else hands.line_of(row, model.LINE_TAKES)
        facts.append(Fact("take", row, seat=seat, amount=amount, line=line, why=why))
    return facts


def _why(settled: Settlement, row: int, **more: object) -> dict[str, object]:
    return {
        "stake": int(settled.stake[row]),
        "pot": int(settled.pot[row]),
        "verified": bool(settled.verified[row]),
        **more,
    }


def _penalties(hands: Hands, result: Replay, won: Outcome, settled: Settlement) -> list[Fact]:
    """Match and penalty (5.4, 5.5): what each player paid into the next pot, both kinds added up
    where both are due.
    """
    line_given = (hands.renege != model.ABSENT) & ~hands.misdeal
    by_house = result.recalls & result.form.rules.recall_is_renege
    # Who passed can neither win nor pay (3.1); of whom nothing is said may have stayed.
    passed = line_given & ~result.form.active & (hands.declared != model.SILENT)
    refuted = (
        (line_given & result.right & ~by_house | passed) & ~hands.quarantined & (hands.player >= 0)
    )
    # Who took back a card that may have been wrong, and paid, is taken to have paid for it (4.10).
    priced = won.perhaps & hands.rules.recall_is_renege & (settled.matched > 0)
    called = won.called | priced
    bourre = np.where(won.late & (settled.matched > 0), settled.bourre_due, settled.match_due)
    beyond = renege_beyond(settled.renege_due, bourre, hands.rules.renege_and_bourre_is_both)
    due = bourre + np.where(called, beyond, 0)
    paid = settled.matched + settled.penalty
    owed = called | won.bourre | (won.late & (settled.matched > 0))
    gave = gave_match(hands.has_match, hands.match, won.bourre) | (called & (hands.renege != 0))
    checked = won.known & ~hands.quarantined & ~hands.misdeal & (hands.has_match | called)
    off = np.where(settled.verified, paid != due, gave != owed) & checked
    off &= ~line_given | result.form.active
    facts = []
    for seat, row in _cells(off | refuted):
        why = _why(settled, row, paid=int(paid[seat, row]), due=int(due[seat, row]))
        why |= {
            "bourre": bool(won.bourre[seat, row]),
            "refuted": bool(refuted[seat, row]),
            "called": bool(called[seat, row]),
        }
        why |= {"passed": bool(passed[seat, row]), "gave": bool(gave[seat, row])}
        known = bool(settled.verified[row]) and not refuted[seat, row]
        amount = int(paid[seat, row] - due[seat, row]) if known else None
        rule = "penalty" if line_given[seat, row] else "match"
        line = hands.line_of_seat(row, "renege" if line_given[seat, row] else "match", seat)
        line = (
            line
            if line != hands.line[row] or rule == "penalty"
            else hands.line_of(row, model.LINE_MATCHES)
        )
        facts.append(Fact(rule, row, seat=seat, amount=amount, line=line, why=why))
    return facts


def _late_passes(hands: Hands, won: Outcome, settled: Settlement) -> list[Fact]:
    """late-pass: passed after declaring to play, where the house gives no second pass (3.1); it
    asks what a bourré costs.
    """
    return [
        Fact(
            "late-pass",
            row,
            seat=seat,
            amount=-int(settled.bourre_due[row]) if settled.verified[row] else None,
            line=hands.line_of_seat(row, "declared", seat),
            why=_why(settled, row, matched=int(settled.matched[seat, row])),
        )
        for seat, row in _cells(won.late)
    ]


def _unpaid(
    hands: Hands, result: Replay, won: Outcome, settled: Settlement, ruled: Array
) -> list[Fact]:
    """unpaid-renege: a proved renege that nobody called or ruled on, and what it would have cost
    (5.5).
    """
    open_ = result.wrong & ~won.called & ~ruled & ~hands.quarantined
    first_line: dict[tuple[int, int], int] = {}
    for fact in result.facts:
        if fact.wrong_card:
            key = (fact.row, fact.seat)
            first_line[key] = min(fact.line, first_line.get(key, fact.line))
    facts = []
    for seat, row in _cells(open_):
        asked = settled.renege_due[row]
        bourre = max(settled.matched[seat, row], settled.match_due[seat, row])
        if not settled.verified[row]:
            # In pots, for nobody knows its size; where a bourré is something else (5.13), the pot
            # may be no larger.
            asked = hands.rules.renege_factor[row]
            went = won.bourre[seat, row] if won.known[row] else settled.matched[seat, row] > 0
            bourre = went * (1 if settled.bourre_is_stake[row] else asked)
        cost = int(renege_beyond(asked, bourre, hands.rules.renege_and_bourre_is_both[row]))
        if cost > 0:
            amount = cost if settled.verified[row] else None
            why = _why(settled, row, matched=int(settled.matched[seat, row]))
            facts.append(
                Fact(
                    "unpaid-renege",
                    row,
                    seat=seat,
                    amount=amount,
                    line=first_line[row, seat],
                    why=why,
                )
            )
    return facts


# --- Chips ----------------------------------------------------------------------------------------
class Unlogged(NamedTuple):
    """What a player won or lost in play that was not recorded, as shown by the ``count`` or
    ``cashout`` with index ``event``.
    """

    session: int
    player: int
    event: int
    chips: int


@dataclass(slots=True)
class Books:
    """The end of each session: ``chips[session][player]``, and by session those in the ``pot`` and
    those ``unexplained``.

    All of these include ``unlogged``, which the counts of nights kept by chips show.
    """

    chips: list[list[int]]
    pot: list[int]
    unexplained: list[int]
    unlogged: list[Unlogged]


def books(hands: Hands, settled: Settlement) -> tuple[Books, list[Fact]]:
    """What each player should hold at the end of each session, and a fact for each count of chips
    that says otherwise.

    All players together hold opening pot + chips bought − cashed.
    """
    events, moved = hands.events, settled.moved
    won = _won_in_hands(hands, moved)
    division = divided(hands, settled.left)
    unlogged, facts = _counts(hands, moved, won, division)
    chips = won.copy()
    for move in model.MOVES:
        at = np.flatnonzero(events.kind == move.kind)
        np.add.at(
            chips,
            (events.session[at], getattr(events, move.whose)[at]),
            move.sign * events.amount[at],
        )
    for session, player, share in division.shares:
        chips[session, player] += share
    unexplained = np.zeros(len(hands.sessions), settled.left.dtype)
    np.add.at(unexplained, hands.session, -settled.unexplained)
    unexplained -= settled.short
    for one in unlogged:
        chips[one.session, one.player] += one.chips
        unexplained[one.session] -= one.chips
    held = [
        held[: len(info.players)] for held, info in zip(chips.tolist(), hands.sessions, strict=True)
    ]
    return Books(held, division.remaining.tolist(), unexplained.tolist(), unlogged), facts


def _won_in_hands(hands: Hands, moved: Array) -> Array:
    """The chips (sessions, players) won or lost in all hands of a session together; ``moved`` is
    (seats, hands).
    """
    players = max((len(info.players) for info in hands.sessions), default=0)
    # One column more, before the first, takes what -1, an empty place, adds. With flat indices
    # numpy adds several times faster.
    chips = np.zeros((len(hands.sessions), players + 1), moved.dtype)
    places = hands.session * np.intp(players + 1) + 1 + hands.player
    np.add.at(chips.reshape(-1), places.reshape(-1), moved.reshape(-1))
    return chips[:, 1:]


def _kept_by_chips(hands: Hands) -> Array:
    """True (sessions,) where results are taken from the chips counted: the log says so, or records
    nothing else.

    It records nothing else if it has no hand and no ``result``, and everybody who bought chips was
    counted or has cashed out.
    """
    events = hands.events
    kept = np.zeros(len(hands.sessions), bool)
    kept[events.session[(events.kind == model.END) & (events.amount & COUNTED > 0)]] = True
    told = np.array([info.rows > 0 for info in hands.sessions], bool)
    told[events.session[events.kind == model.RESULT]] = True
    bought: dict[int, set[int]] = defaultdict(set)
    for at in np.flatnonzero(
        (events.kind == model.BUYIN) & (events.amount > 0) & ~told[events.session]
    ):
        bought[int(events.session[at])].add(int(events.player[at]))
    for at in np.flatnonzero(_says_chips(events) & ~told[events.session]):
        if int(events.session[at]) in bought:
            bought[int(events.session[at])].discard(int(events.player[at]))
    for session, uncounted in bought.items():
        kept[session] |= not uncounted
    return kept


def _counts(
    hands: Hands, moved: Array, won: Array, division: Division
) -> tuple[list[Unlogged], list[Fact]]:
    """Compare the chips counted with the books: where a night is kept by chips, a difference is
    play that was not recorded.

    In all others each difference is a fact (count). A night kept by chips has one fact at most,
    about no player in particular: that what was won is not what was lost. ``moved`` is
    ``Settlement.moved``, ``won`` (sessions, players) are the chips won in hands, ``division`` is
    that of the pots.
    """
    events = hands.events
    if not _says_chips(events).any():
        return [], []
    shares = division.shares
    places, balances = _balances(hands, moved, won, shares)
    kept = _kept_by_chips(hands)[events.session[places]]
    facts = []
    for index in np.flatnonzero(~kept & (events.amount[places] != balances)):
        at, held = int(places[index]), int(balances[index])
        session, player, counted = (
            int(events.session[at]),
            int(events.player[at]),
            int(events.amount[at]),
        )
        why = {"counted": counted, "books": held, "cashed": bool(events.kind[at] == model.CASHOUT)}
        line = int(events.line[at])
        facts.append(
            Fact(
                "count",
                -1,
                session=session,
                player=player,
                amount=counted - held,
                line=line,
                why=why,
            )
        )
    unlogged = []
    if kept.any():
        last = {
            (int(events.session[at]), int(events.player[at])): at for at in places[kept].tolist()
        }
        held_at = dict(zip(places[kept].tolist(), balances[kept].tolist(), strict=True))
        share_of = {(session, player): chips for session, player, chips in shares}
        ends = {int(events.session[at]): int(at) for at in np.flatnonzero(events.kind == model.END)}
        for (session, player), at in last.items():
            # Chips counted before the pot was divided include the share of it, which the books add
            # only at the division.
            share = share_of.get((session, player), 0) if at < ends.get(session, 0) else 0
            unlogged.append(
                Unlogged(session, player, at, int(events.amount[at]) - held_at[at] - share)
            )
    return [one for one in unlogged if one.chips], facts + _unexplained(hands, unlogged)


def _unexplained(hands: Hands, unlogged: list[Unlogged]) -> list[Fact]:
    """A fact for each night kept by chips in which wins and losses do not add up to zero."""
    events = hands.events
    sums: dict[int, int] = defaultdict(int)
    for one in unlogged:
        sums[one.session] += one.chips
    lines = {
        int(events.session[at]): int(events.line[at])
        for at in np.flatnonzero(_says_chips(events) | (events.kind == model.END))
    }
    return [
        Fact("count", -1, session=session, amount=chips, line=lines[session])
        for session, chips in sums.items()
        if chips
    ]


def _says_chips(events: Events) -> Array:
    """True (events,) for statements that say how many chips a player has."""
    return np.asarray((events.kind == model.COUNT) | (events.kind == model.CASHOUT))


def _balances(
    hands: Hands, moved: Array, won: Array, shares: list[tuple[int, int, int]]
) -> tuple[Array, Array]:
    """The events that say how many chips a player has, in order, and how many the books have just
    before each.

    ``shares`` are those of the pots that were divided. Chips are mostly counted when the night is
    over: then what was ``won`` in all hands is enough. Hand by hand is only looked at where
    somebody was counted earlier.
    """
    events = hands.events
    asked = _says_chips(events)
    last = np.array([info.first_row + info.rows for info in hands.sessions], np.int64)
    early, asking = np.zeros((2, len(hands.sessions)), bool)
    early[events.session[asked & (events.before < last[events.session])]] = True
    asking[events.session[asked]] = True
    seats, rows = indices((hands.player >= 0) & ~hands.quarantined & early[hands.session])
    moved = moved[seats, rows]
    nights, winners = np.nonzero((won != 0) & (asking & ~early)[:, None])
    shared, sharers = np.array([share[:2] for share in shares], np.int64).reshape(len(shares), 2).T
    ends = np.zeros(len(hands.sessions), np.int64)
    ends[events.session[events.kind == model.END]] = np.flatnonzero(events.kind == model.END)
    division = ends[shared]
    entries = [
        (
            shared,
            sharers,
            events.before[division],
            division,
            np.array([share[2] for share in shares], moved.dtype),
        ),
        (
            hands.session[rows],
            hands.player[seats, rows],
            rows,
            np.full(len(rows), len(events)),
            moved,
        ),
        (
            nights,
            winners,
            last[nights] - 1,
            np.full(len(nights), len(events)),
            won[nights, winners],
        ),
        *(_moved(events, move.kind, move.whose, move.sign) for move in model.MOVES),
        _moved(events, model.COUNT, "player", 0),
    ]
    session, player, row, place, amount = (
        np.concatenate(column) for column in zip(*entries, strict=True)
    )
    # A statement comes before the hand with its row, so before anything that hand moves.
    order = np.lexsort((row * (len(events) + 1) + place, session * won.shape[1] + player))
    session, player, place, amount = session[order], player[order], place[order], amount[order]
    total = np.cumsum(amount) if amount.dtype != object else np.add.accumulate(amount)
    starts = np.ones(len(order), bool)
    starts[1:] = (session[1:] != session[:-1]) | (player[1:] != player[:-1])
    base = np.where(starts, total - amount, 0)
    group = np.maximum.accumulate(np.where(starts, np.arange(len(order)), 0))
    before = total - amount - base[group]
    said = np.flatnonzero(place < len(events))
    said = said[asked[place[said]] & (player[said] == events.player[place[said]])]
    said = said[np.argsort(place[said])]
    return place[said], before[said]


def _moved(events: Events, kind: int, whose: str, sign: int) -> tuple[Array, ...]:
    """Return session, player, row, place and chips of what the statements of a kind move."""
    at = np.flatnonzero(events.kind == kind)
    return (
        events.session[at],
        getattr(events, whose)[at],
        events.before[at],
        at,
        sign * events.amount[at],
    )
