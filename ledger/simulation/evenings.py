"""Play whole sessions hand by hand, many in lockstep.

Below: sessions as they were played, before any of it is recorded; who sits where and who deals, and
their names (rules.md 2.5, log-format.md "Between hands"); and rare events, such as hands thrown in
and other antes (``Plan.rare``).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from ledger.engine import Outcome, Settlement
from ledger.game import Rules, RulesError
from ledger.game.options import changed_rules, parse_rules
from ledger.hands import model
from ledger.hands.model import Array, Events, Hands, House, SessionInfo, blank_columns
from ledger.simulation.deck import Dice
from ledger.simulation.hand import HandPlayed, Wishes, play_hand
from ledger.simulation.plan import Plan, levels, seats
from ledger.simulation.written_down import CLAIM, SCORE

RECALLS, EARLY, CLAIMS = 0.02, 0.004, 0.03
"""How often a hand has a card taken back, an announcement out of turn, a claim that its record does
not ask for.
"""


class Evening(NamedTuple):
    """What a night of a club starts with, from the nights before (rules.md 5.6, 5.12).

    ``people`` are all members, those who stay at home last; ``exempt`` those of them who post no
    ante in the first hand, None if that is not known; ``forfeits`` how many turns to deal each
    still has to miss. ``sure`` is False if the pot cannot be trusted.
    """

    people: tuple[str, ...]
    pot: int = 0
    sure: bool = True
    exempt: frozenset[str] | None = frozenset()
    forfeits: tuple[int, ...] = ()


def play_sessions(
    plan: Plan, dice: Dice, numbers: range, mishaps: Mishaps, evening: Evening | None = None
) -> Played:
    """Play a session for each of ``numbers``; ids are the seed and the number.

    ``evening`` is what a club night starts with.
    """
    count, first_session, game = len(numbers), numbers.start, f"sim{dice.seed[0]}"
    seated = seats(plan, dice, count)
    if plan.players is None and not plan.club:
        seated = mishaps.seats(dice, seated)
    low, high = plan.hands
    lengths = low + dice.below(high - low + 1, count)
    if plan.rare:
        lengths[without_hands(plan.rare, dice, count)] = 0
    first = np.cumsum(lengths) - lengths
    total, some = int(lengths.sum()), lengths > 0
    begins, ends = np.zeros(total, bool), np.zeros(total, bool)
    begins[first[some]], ends[(first + lengths - 1)[some]] = True, True
    level = levels(plan, dice, total)
    fault = mishaps.choose(dice, begins, ends, level)
    table = _tables(plan, dice, seated, evening)
    played = Played(
        plan,
        blank(plan.width, total),
        level,
        fault,
        np.zeros((plan.width, total), bool),
        np.zeros(total, bool),
        np.zeros(total, bool),
        mishaps,
        table,
        [],
    )
    hands = played.hands
    hands.session[:] = np.repeat(np.arange(count), lengths)
    hands.number[:] = np.arange(total) - np.repeat(first, lengths) + 1
    hands.houses = [House(plan.rules, 1)]
    if plan.rare:
        arrange(played, dice, first, lengths)
        table.tell_results(np.flatnonzero(~some & dice.chance(TOLD, count)), 0)
    for step in range(int(lengths.max(initial=0))):
        _step(played, dice, table, first[lengths > step] + step, step)
    played.last_round = [
        tuple(int(p) for p in table.round[: table.seated[at], at]) for at in range(count)
    ]
    for at in range(count):
        number, name = int(table.known[at]), f"{game}-{first_session + at:06d}"
        people = players(first_session + at, number) if evening is None else evening.people[:number]
        info = SessionInfo(
            file=f"{name}.bourre",
            id=name,
            rules=plan.rules,
            players=people,
            first_row=int(first[at]),
            rows=int(lengths[at]),
            date=day(first_session + at, season=plan.club),
            chip=25,
            currency="USD",
            seats=people[: int(seated[at])],
            # Without a club each session has a table and a pot of its own.
            game=name if evening is None else game,
        )
        if evening is not None:
            _begin(info, evening)
        hands.sessions.append(info)
    mishaps.after_play(played)
    if plan.rare and evening is None:
        begin_with_chips(played, dice)
    return played


def _tables(plan: Plan, dice: Dice, seated: Array, evening: Evening | None) -> Table:
    """The tables as ``seated`` players sit down; one with too few or too many stays as it
    is (1.2).
    """
    low, high = plan.rules.seats
    closed = ((seated < low) | (seated > high)) & (not plan.club)
    table = Table(
        dice, seated, (plan.least, plan.most, plan.width), closed, plan.most if plan.club else None
    )
    if evening is not None and evening.forfeits:
        table.forfeits[: len(evening.forfeits), 0] = evening.forfeits
    return table


def _begin(info: SessionInfo, evening: Evening) -> None:
    """Start a night with what the one before left, as a book does; its log does not say so."""
    info.pot, info.pot_sure = evening.pot, evening.sure
    info.exempt_lost = evening.exempt is None
    if evening.exempt is not None:
        info.exempt = tuple(at for at, name in enumerate(info.players) if name in evening.exempt)


def _step(played: Played, dice: Dice, table: Table, rows: Array, step: int) -> None:
    """Play hand ``step`` (from 0) of some sessions; ``rows`` are these hands."""
    plan, hands = played.plan, played.hands
    sessions, unwritten = hands.session[rows], played.unwritten[rows]
    again = hands.misdeal[rows - 1] & (step > 0) & ~unwritten
    if step:
        table.tell_results(sessions[unwritten], step)
        table.come_and_go(sessions[~again], step)
    fault = played.fault[rows]
    wrongly = played.mishaps.wrong_dealer(fault)
    hands.due[rows] = table.deal(sessions, wrongly, again, unwritten | (step == 0))
    plain, level = fault < 0, played.level[rows]
    rate = np.where(level == CLAIM, 1.0, CLAIMS)
    lays = np.where(plain & (level != SCORE), plan.rare, 0.0)
    wishes = Wishes(
        recalls=np.where(plain & (level != SCORE), RECALLS, 0.0),
        early=np.where(plain, EARLY, 0.0),
        claims=np.where(plain, rate, 0.0),
        lays=lays,
    )
    wishes = played.mishaps.wishes(wishes, fault)
    house = hands.house[rows]
    for number in np.unique(house):
        here = house == number
        _play_by(played, dice, hands.houses[number].rules, rows[here], wishes.part(here))


def _play_by(played: Played, dice: Dice, rules: Rules, rows: Array, wishes: Wishes) -> None:
    """Play the hands in ``rows``, all by ``rules`` and each of a different session."""
    hands, table = played.hands, played.table
    sessions = hands.session[rows]
    hand = play_hand(rules, dice, wishes, table.seated[sessions], played.plan.width)
    _throw_in(hand, hands.misdeal[rows])
    for name, column in hand.columns.items():
        getattr(hands, name)[..., rows] = column
    hands.player[:, rows] = table.round[:, sessions]
    played.recalled[:, rows] = hand.recalled
    played.reshuffled[rows] = hand.reshuffled
    table.forfeit(sessions, hand.columns["early"])
    if rules.recall == "forfeit":
        table.forfeit(sessions, hand.recalled)
    played.mishaps.slipped(wishes, rows, hands.misdeal)


def _throw_in(hand: HandPlayed, misdeal: Array) -> None:
    """Clear hands that were thrown in, except for the turned card (5.14)."""
    rows = np.flatnonzero(misdeal)
    if not len(rows):
        return
    nothing = blank(hand.recalled.shape[0], 1)
    for name in set(hand.columns) - {"seated", "turned", "trump"}:
        hand.columns[name][..., rows] = getattr(nothing, name)
    hand.recalled[:, rows] = False


# --- Sessions as they were played -----------------------------------------------------------------
@dataclass(slots=True)
class Played:
    """Sessions as they were played.

    ``hands`` has every card and no amount; ``level`` (hands,) is how much of a hand will be written
    down, ``fault`` what ``mishaps`` want to go wrong in it (-1: nothing), ``recalled`` (width,
    hands) who took a card back. ``unwritten`` (hands,) is True where hands before it were played
    that nobody wrote down. ``table`` has the statements between hands as the table makes them.
    """

    plan: Plan
    hands: Hands
    level: Array
    fault: Array
    recalled: Array
    reshuffled: Array
    unwritten: Array
    mishaps: Mishaps
    table: Table
    last_round: list[tuple[int, ...]]


class Mishaps:
    """What goes wrong in sessions made together: nothing.

    The tests override these steps to plant faults.

    Each may change what was ``played`` so far.

    ``proven`` asks for records that leave no doubt.
    """

    proven = False

    def seats(self, dice: Dice, seated: Array) -> Array:
        """How many sit down in each session; two numbers are drawn for each, so that a seed gives
        the same sessions.
        """
        dice.bits(len(seated))
        dice.bits(len(seated))
        return seated

    def choose(self, dice: Dice, first: Array, last: Array, level: Array) -> Array:  # noqa: ARG002 - the tests choose by them
        """What is to go wrong in each hand (-1: nothing).

        May raise ``level``; ``first`` and ``last`` are those of sessions.
        """
        return np.full(len(level), -1)

    def wrong_dealer(self, fault: Array) -> Array:
        """Which of some hands with these faults somebody deals whose turn it is not."""
        return np.zeros(len(fault), bool)

    def wishes(self, wishes: Wishes, fault: Array) -> Wishes:  # noqa: ARG002 - as above
        """What is to happen in hands with these faults."""
        return wishes

    def slipped(self, wishes: Wishes, rows: Array, misdeal: Array) -> None:
        """Told that the hands ``rows`` are played as was wished; ``misdeal`` (hands,) is True for
        those thrown in.
        """

    def after_play(self, played: Played) -> None:
        """Told that all hands are played, and none is recorded yet."""

    def unwritten(self, played: Played) -> None:
        """Told the hands before which some were played that nobody wrote down."""

    def pay_wrongly(self, played: Played, dice: Dice, won: Outcome) -> bool:  # noqa: ARG002 - as above
        """Let players pay or be paid who should not; True if anybody was."""
        return False

    def pay_other_amounts(
        self, played: Played, dice: Dice, won: Outcome, settled: Settlement
    ) -> None:
        """Write amounts that are not the ones due."""

    def after_payments(self, settled: Settlement) -> None:
        """Told how the hands are settled in the end."""

    def counts(self, played: Played, dice: Dice) -> list[Move]:  # noqa: ARG002 - as above
        """Counts of somebody's chips between two hands."""
        return []

    def miscounted(self, move: Move, *, last: int, kept: bool) -> int:  # noqa: ARG002 - as above
        """By how much a count of chips is wrong; ``kept`` if only the counts after the ``last``
        hand decide.
        """
        return 0

    def unread(self, played: Played) -> Array:  # noqa: ARG002 - as above
        """The sessions with a line that nobody can read."""
        return np.zeros(0, np.intp)

    def astray(self, played: Played) -> Array:  # noqa: ARG002 - as above
        """The sessions in which the books lose track of chips."""
        return np.zeros(0, np.intp)

    def misrecord(self, played: Played, dice: Dice) -> None:
        """Write down what did not happen."""


def blank(width: int, total: int) -> Hands:
    """Empty columns for ``total`` hands."""
    nothing = np.zeros(0, np.int64)
    return Hands(
        sessions=[],
        events=Events(*(nothing for _ in range(8))),
        houses=[],
        **blank_columns(width, total),
    )


# --- Who sits where and who deals -----------------------------------------------------------------
Move: TypeAlias = tuple[int, int, int, int, int, int]
"""A statement between hands: session, next hand (from 0), kind of statement, player, other player,
amount (``Events``).
"""

STAKE = 40  # chips that a player buys when sitting down
NEWCOMERS = 4  # players who may join during a session
RETURNS = 0.4  # how often a player who joins has been there before
COMING, GOING = 0.012, 0.015  # how often somebody joins or leaves between two hands
SWING, SWALLOWED = 7, 4
"""Bounds for unrecorded hands: each player wins or loses fewer chips than the first, the pot gets
fewer than the second.
"""

NAMES: Final = (
    "Ann",
    "Bea",
    "Cal",
    "Dot",
    "Eve",
    "Fay",
    "Gus",
    "Hal",
    "Ida",
    "Jo",
    "Kit",
    "Lou",
    "Mae",
    "Ned",
    "Odile",
    "Pat",
    "Remy",
    "Sal",
    "Tess",
    "Ulla",
    "Vic",
    "Wes",
    "Yves",
    "Zoë",
    "Alcide",
    "Beau",
    "Clovis",
    "Dupré",
    "Elmo",
    "Fanny",
    "Gaston",
    "Hélène",
    "Irma",
    "Jules",
    "Big Al",
    "T. Boudreaux",
)

FIRST_DAY: Final = date(2024, 1, 5)
WEEKS: Final = 500


class Table:
    """The tables of many sessions.

    ``round`` (width, sessions) has the players clockwise from the left of the chair that dealt
    last, so that the one whose turn it is to deal is always the first. ``moves`` are the statements
    between hands, in order. ``sizes`` are the fewest and the most who sit at one table, and the
    width of the columns; at a ``closed`` table nobody comes or goes. ``people`` is how many may
    ever sit there (None: NEWCOMERS more than sit down first).
    """

    def __init__(
        self,
        dice: Dice,
        seated: Array,
        sizes: tuple[int, int, int],
        closed: Array,
        people: int | None = None,
    ) -> None:
        count = len(seated)
        self.dice, self.closed = dice, closed
        self.least, self.most, width = sizes
        self.width = width
        self.seated = seated.astype(np.int64)
        place = np.arange(width)[:, None]
        self.round = np.where(place < self.seated, place, -1)
        self.forfeits = np.zeros((width + NEWCOMERS, count), np.int64)
        self.known = self.seated.copy()
        self.away: list[list[int]] = [[] for _ in range(count)]
        self.people = self.seated + NEWCOMERS if people is None else np.full(count, people)
        self.moves: list[Move] = []
        for session in range(count):
            for player in range(int(seated[session])):
                self.moves.append((session, 0, model.BUYIN, player, -1, STAKE))

    def come_and_go(self, sessions: Array, hand: int) -> None:
        """Let some players leave and some join before a hand."""
        open_ = ~self.closed[sessions]
        going = (
            open_ & self.dice.chance(GOING, len(sessions)) & (self.seated[sessions] > self.least)
        )
        coming = (
            open_
            & self.dice.chance(COMING, len(sessions))
            & (self.seated[sessions] - going < self.most)
        )
        if not (going | coming).any():
            return
        for at in np.flatnonzero(going | coming):
            session = int(sessions[at])
            circle = [int(player) for player in self.round[: self.seated[session], session]]
            dealer = circle[-1]
            if going[at]:
                self._leave(session, hand, circle)
            if coming[at]:
                self._sit(session, hand, circle, dealer)
            self.seated[session] = len(circle)
            self.round[:, session] = circle + [-1] * (self.width - len(circle))

    def _leave(self, session: int, hand: int, circle: list[int]) -> None:
        player = circle.pop(int(self.dice.below(len(circle), 1)[0]))
        self.moves.append((session, hand, model.LEAVE, player, -1, 0))
        self.moves.append((session, hand, model.CASHOUT, player, -1, 0))
        self.away[session].append(player)

    def _sit(self, session: int, hand: int, circle: list[int], dealer: int) -> None:
        if self.away[session] and self.dice.chance(RETURNS, 1)[0]:
            player = self.away[session].pop(0)
        elif self.known[session] < self.people[session]:
            player = int(self.known[session])
            self.known[session] += 1
        else:
            return
        after = circle[int(self.dice.below(len(circle), 1)[0])]
        circle.insert(0 if after == dealer else circle.index(after) + 1, player)
        self.moves.append((session, hand, model.SIT, player, after, 0))
        self.moves.append((session, hand, model.BUYIN, player, -1, STAKE))

    def tell_results(self, sessions: Array, hand: int) -> None:
        """Let each player win or lose something in unrecorded hands before this one."""
        for session in sessions.tolist():
            circle = self.round[: self.seated[session], session].tolist()
            won = self.dice.below(2 * SWING - 1, len(circle)) - (SWING - 1)
            won[-1] -= won.sum() + self.dice.below(SWALLOWED, 1)[0]
            self.moves += [
                (session, hand, model.RESULT, player, -1, chips)
                for player, chips in zip(circle, won.tolist(), strict=True)
            ]

    def deal(self, sessions: Array, wrongly: Array, again: Array, anyone: Array) -> Array:
        """Pass the deal on.

        Returns the place of the player whose turn it would be without forfeits (-1: anyone may
        deal).

        Each forfeit skips its player once. ``wrongly`` is True where the wrong player deals,
        ``again`` where the hand before was thrown in, so that the same player deals (5.14),
        ``anyone`` where it is not known whose turn it is.
        """
        seated = self.seated[sessions]
        place = np.zeros(len(sessions), np.int64)
        if anyone.any():
            place = np.where(anyone, self.dice.below(seated, len(sessions)), place)
        place = np.where(again, seated - 1, place)
        waiting = np.flatnonzero(~again & ~anyone)
        while len(waiting):
            player = self.round[place[waiting], sessions[waiting]]
            skipped = self.forfeits[player, sessions[waiting]] > 0
            self.forfeits[player, sessions[waiting]] -= skipped
            waiting = waiting[skipped]
            place[waiting] = (place[waiting] + 1) % seated[waiting]
        other = 1 + self.dice.below(np.maximum(seated - 1, 1), len(sessions))
        place = np.where(wrongly & (seated > 1), (place + other) % seated, place)
        order = np.arange(self.width)[:, None]
        turned = np.take_along_axis(self.round[:, sessions], (order + place + 1) % seated, 0)
        self.round[:, sessions] = np.where(order < seated, turned, -1)
        return np.where(anyone, -1, (seated - 1 - place - again) % seated)

    def forfeit(self, sessions: Array, places: Array) -> None:
        """Take one turn to deal from each player who forfeits one: ``places`` (width, sessions) is
        True there (3.9, 4.10).
        """
        for place in range(self.width):
            here = np.flatnonzero(places[place])
            if len(here):
                self.forfeits[self.round[place, sessions[here]], sessions[here]] += 1


def players(session: int, number: int) -> tuple[str, ...]:
    """The names of the players of a session, in the order in which they sit down."""
    return tuple(NAMES[(7 * session + 5 * seat) % len(NAMES)] for seat in range(number))


def day(session: int, *, season: bool = False) -> str:
    """The date of a session: one a week, starting again after WEEKS unless it is a ``season``."""
    return (FIRST_DAY + timedelta(weeks=session if season else session % WEEKS)).isoformat()


# --- Rare events ----------------------------------------------------------------------------------
OTHER_ANTES: Final = (2, 5)  # antes that a session may change to
OTHER_RULES: Final = (
    "limit=20",
    "split=share bourre=3",
    "recall=renege",
    "cinch=literal",
    "acadiana",
    "indiana",
)
"""Rules that a session may change to: options, or another preset for as many players."""
# how many times rarer than other rare events unrecorded hands, or a whole unrecorded night, are
UNWRITTEN: Final = 4
TOLD: Final = 0.5  # how often the log of such a night has results instead of counted chips
CARRIED: Final = 20  # the most chips in the pot when a session begins


def without_hands(plan_rare: float, dice: Dice, count: int) -> Array:
    """True for sessions (count,) of which no hand was written down."""
    return dice.chance(plan_rare / UNWRITTEN, count)


def arrange(played: Played, dice: Dice, first: Array, lengths: Array) -> None:
    """Choose the hands with rare events, before the hands of the sessions (``lengths`` from row
    ``first`` on) are played.
    """
    rare, hands, fault = played.plan.rare, played.hands, played.fault
    total = len(hands)
    inner = np.ones(total, bool)
    inner[first[lengths > 0]] = False
    played.unwritten[:] = dice.chance(rare / UNWRITTEN, total) & inner
    played.mishaps.unwritten(played)
    last = np.zeros(total, bool)
    last[(first + lengths - 1)[lengths > 0]] = True
    hands.misdeal[:] = dice.chance(rare, total) & (fault < 0) & ~last & ~played.unwritten
    # After a stretch without hands the pot is counted, and that needs a hand that is played out.
    hands.misdeal[1:] &= ~hands.misdeal[:-1] & (fault[:-1] < 0)
    _change_houses(played, dice, first, lengths)


def _change_houses(played: Played, dice: Dice, first: Array, lengths: Array) -> None:
    """Let some sessions change to another ante or other rules at some hand."""
    hands, count = played.hands, len(first)
    houses = {house: at for at, house in enumerate(hands.houses)}
    often = (lengths > 1) & dice.chance(played.plan.rare, 2, count)
    picks = dice.bits(2, count)
    for session in np.flatnonzero(often.any(0)).tolist():
        house, start, end = (
            hands.houses[0],
            int(first[session]),
            int(first[session] + lengths[session]),
        )
        changes = []
        for at, kind in enumerate((model.ANTE, model.RULES)):
            pick, hand = divmod(int(picks[at, session]), 1 << 16)
            changes += [(1 + hand % (end - start - 1), kind, pick)] * int(often[at, session])
        for hand, kind, pick in sorted(changes):
            if kind == model.ANTE:
                house = house._replace(ante=OTHER_ANTES[pick % len(OTHER_ANTES)])
            else:
                house = house._replace(
                    rules=_other_rules(house.rules, OTHER_RULES[pick % len(OTHER_RULES)])
                )
            hands.house[start + hand : end] = houses.setdefault(house, len(houses))
            played.table.moves.append(
                (session, hand, kind, -1, -1, house.ante if kind == model.ANTE else houses[house])
            )
    hands.houses = list(houses)


def _other_rules(rules: Rules, words: str) -> Rules:
    """``rules`` changed by ``words``, for as many players; unchanged if the combination makes no
    sense.
    """
    if "=" not in words:
        low, high = rules.seats
        return parse_rules(words, [("seats", f"{low}-{high}")])
    try:
        return changed_rules(
            rules,
            [(name, value) for name, _, value in (word.partition("=") for word in words.split())],
        )
    except RulesError:
        return rules


def begin_with_chips(played: Played, dice: Dice) -> None:
    """Let some sessions begin with chips in the pot, and mostly say who posts no ante in the first
    hand (5.6).
    """
    count = len(played.hands.sessions)
    carried, pots, whom = (
        dice.chance(played.plan.rare, count),
        dice.below(CARRIED, count) + 1,
        dice.bits(count),
    )
    for info, begins, pot, pick in zip(
        played.hands.sessions, carried.tolist(), pots.tolist(), whom.tolist(), strict=True
    ):
        if begins:
            info.pot, info.pot_said = pot, True
            # If the log does not say so, a missing ante in the first hand proves nothing.
            if played.mishaps.proven or pick & 3:
                info.exempt = _some(info, pick >> 2)


def _some(info: SessionInfo, pick: int) -> tuple[int, ...]:
    """No player, or one or two of those who sit down first."""
    seats = len(info.seats)
    return tuple(sorted({(pick >> 2) % seats, (pick >> 8) % seats}))[: pick % 3]
