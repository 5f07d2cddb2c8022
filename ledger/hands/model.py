"""Hands: many recorded hands as columns, the form that the engine replays (rules.md 2 to 5, log-format.md).

Arrays have the hand as their last axis, so that each step of the replay runs over contiguous memory. Sizes:
``hands`` rows; ``seats`` places at the widest table, counted clockwise from the dealer's left (0), so that the
dealer is place ``seated - 1``; ``tricks`` = 5; ``turns`` cards in the longest trick; ``held`` cards in the longest
list of cards. A record says what was written and nothing more: -1 stands for "not written", NONE for no card.

Statements between hands as columns: their kinds, what stands in which column, and which chips they move.

All of it follows from the specifications of the statements (``ledger.log.between_hands``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ledger.game import Rules
from ledger.game.options import split_rules
from ledger.log.between_hands import BETWEEN_HANDS, BetweenHands, Expense, Result, RulesChange, shares_of
from ledger.log.grammar import AMOUNT, HEADER_STATEMENTS, OTHER, PLAYER, TARGET, Statement

# --- Events -----------------------------------------------------------------------------------------------------------

Column: TypeAlias = NDArray[Any]

STATEMENTS: Final = tuple(BETWEEN_HANDS.values())
"""By kind: ``Events.kind`` is an index in it."""

SIT, LEAVE, BUYIN, CASHOUT, COUNT, PAY, PENALTY, TRANSFER, WAIVE, ANTE, RULES, EXPENSE, RESULT, END = map(
    list(BETWEEN_HANDS).index,
    (
        *("sit", "leave", "buyin", "cashout", "count", "pay", "penalty", "transfer", "waive"),
        *("ante", "rules", "expense", "result", "end"),
    ),
)
"""Kinds that a rule of the game, or the simulator, asks for by name."""


@dataclass(slots=True)
class Events:
    """Statements between hands, in order: arrays of one length, sorted by session and by place in it.

    ``before`` is the row of the hand that follows (after the last hand, the end of the session's rows). ``player`` and
    ``other`` index the session's players (-1: nobody). ``amount`` is in chips; for PAY and EXPENSE it is in minor units of
    money, for END the bits DIVIDE and COUNTED of ``ledger.log.between_hands``, and for RULES an index of ``Hands.houses``, the
    house from there on. ``target`` is the hand that a ruling names (-1: none).

    An ``expense`` has one entry for each player who shares it, in order, with the share: ``player`` paid, ``other`` owes it. A
    ``result`` has one for each player named, with an amount below zero for a loss.
    """

    session: Column
    before: Column
    kind: Column
    player: Column
    other: Column
    amount: Column
    target: Column
    line: Column

    def __len__(self) -> int:
        """Return the number of statements."""
        return len(self.session)

    @property
    def into_pot(self) -> Column:
        """The chips that each statement puts into the pot, below zero for what comes out of it; ``giver`` says whose."""
        return np.where(_INTO_POT[self.kind], self.amount, np.where(_OUT_OF_POT[self.kind], -self.amount, 0))

    @property
    def giver(self) -> Column:
        """Who gives what a statement moves: an index of the session's players, -1 for nobody."""
        return np.where(_OTHER_GIVES[self.kind], self.other, self.player)


# --- Chips ----------------------------------------------------------------------------------------------------------------


class Move(NamedTuple):
    """What a kind of statement does to a player's chips: ``whose`` is a column of ``Events``, ``sign`` is 1 or -1.

    ``bank`` is True for chips bought and cashed, which win and lose nothing.
    """

    kind: int
    whose: str
    sign: int
    bank: bool


def _moves() -> list[Move]:
    return [
        Move(kind, whose, sign, statement.books.bank)
        for kind, statement in enumerate(STATEMENTS)
        if statement.books is not None and statement.chips
        for whose, sign in ((statement.books.receiver, 1), (statement.books.giver, -1))
        if whose in {PLAYER, OTHER}
    ]


MOVES: Final = tuple(_moves())
"""Which chips the statements move to and from players."""


def _kinds(chosen: Callable[[Statement[BetweenHands]], bool]) -> Column:
    return np.array([chosen(statement) for statement in STATEMENTS], bool)


_INTO_POT: Final = _kinds(lambda said: said.books is not None and said.books.receiver == "pot")
_OUT_OF_POT: Final = _kinds(lambda said: said.books is not None and said.books.giver == "pot")
_OTHER_GIVES: Final = _kinds(lambda said: said.books is not None and said.books.giver == OTHER)


# --- To and from records --------------------------------------------------------------------------------------------------

Row: TypeAlias = tuple[int, int, int, int, int]
"""Kind, player, other, amount and target of one statement."""


def rows_of(said: BetweenHands, place: Mapping[str, int], house: int) -> list[Row]:
    """Return a statement as it is in the columns, one row or several.

    ``place`` gives the index of each player of the session, ``house`` is that from the statement on.
    """
    make = _ROWS.get(type(said))
    if make is not None:
        return [make(said, place)]
    if isinstance(said, Expense):
        shares = zip(said.sharers, shares_of(said.amount, said.sharers), strict=True)
        return [(EXPENSE, place[said.payer], place[name], share, -1) for name, share in shares]
    if isinstance(said, Result):
        return [(RESULT, place[name], -1, chips, -1) for name, chips in said.won]
    assert isinstance(said, RulesChange)
    return [(RULES, -1, -1, house, -1)]


def record_of(rows: Sequence[Row], players: Sequence[str], text: str = "") -> BetweenHands:
    """Return the statement in some rows of the columns, with line 0; what the columns do not keep is empty.

    ``text`` are the words of a ``rules`` line.
    """
    kind, *numbers = rows[0]
    if kind == RULES:
        return RulesChange(0, *split_rules(text), ())
    if kind == RESULT:
        return Result(0, tuple((players[player], chips) for _, player, _, chips, _ in rows))
    if kind == EXPENSE:
        sharers = tuple(players[other] for _, _, other, _, _ in rows)
        return Expense(0, players[numbers[0]], sum(share for _, _, _, share, _ in rows), "", sharers)
    statement = STATEMENTS[kind]
    said = dict(zip(_COLUMNS, numbers, strict=True))
    values: dict[str, Any] = dict.fromkeys((part.field for part in statement.parts), "")
    for column, part in statement.columns.items():
        number = said[column]
        if number < 0 and (part.optional or column in {PLAYER, OTHER}):
            values[part.field] = None if part.optional else ""
        else:
            values[part.field] = players[number] if column in {PLAYER, OTHER} else part.kind.value(number)
    return statement.record(0, *values.values())


_COLUMNS: Final = (PLAYER, OTHER, AMOUNT, TARGET)
_ABSENT: Final = (-1, -1, 0, -1)


def _row_maker(kind: int, statement: Statement[BetweenHands]) -> Callable[[Any, Mapping[str, int]], Row]:
    """Return the function that gives the columns of a kind of statement."""
    fields = [part.field for part in statement.parts]
    sources = []
    for column, absent in zip(_COLUMNS, _ABSENT, strict=True):
        part = statement.columns.get(column)
        sources.append((0, None, absent) if part is None else (1 + fields.index(part.field), part.kind, absent))

    def make(said: Any, place: Mapping[str, int]) -> Row:  # noqa: ANN401 - as many types as statements
        numbers = []
        for index, what, absent in sources:
            if what is None or said[index] is None:
                numbers.append(absent)
            else:
                numbers.append(place[said[index]] if what.names else what.number(said[index]))
        player, other, amount, target = numbers
        return kind, player, other, amount, target

    return make


SEVERAL: Final = (EXPENSE, RESULT)
"""Kinds of which one line is several rows."""

_ROWS: Final = {
    statement.record: _row_maker(kind, statement) for kind, statement in enumerate(STATEMENTS) if kind not in {*SEVERAL, RULES}
}


# --- Names, for other programs --------------------------------------------------------------------------------------------


def _names(statement: Statement[BetweenHands]) -> list[str]:
    amount = statement.columns.get(AMOUNT)
    words = amount.kind.choices if amount is not None else None
    return [f"{statement.keyword} {word}" for word in words] if words else [statement.keyword]


NAMES: Final = tuple(name for statement in STATEMENTS for name in _names(statement))
"""Each kind by its keyword; one with a choice of words has a name for each: ``end carry``, ``end divide``."""

KIND_OF_NAME: Final = np.repeat(np.arange(len(STATEMENTS)), [len(_names(statement)) for statement in STATEMENTS])
CHOICE_OF_NAME: Final = np.concatenate([np.arange(len(_names(statement))) for statement in STATEMENTS])
"""Which word of its kind a name has: the ``amount`` of such a statement."""
FIRST_NAME: Final = np.searchsorted(KIND_OF_NAME, np.arange(len(STATEMENTS)))
"""The first name of each kind."""

IN_MONEY: Final = _kinds(lambda said: said.money)
"""By kind: whether the amount is money."""
HAS_CHOICE: Final = _kinds(lambda said: len(_names(said)) > 1)
HAS_AMOUNT: Final = _kinds(lambda said: AMOUNT in said.columns) & ~HAS_CHOICE
NEEDS_PLAYER: Final = _kinds(lambda said: PLAYER in said.columns and not said.columns[PLAYER].optional)
NEEDS_OTHER: Final = _kinds(lambda said: OTHER in said.columns and not said.columns[OTHER].optional)
HAS_AMOUNT[RESULT] = NEEDS_PLAYER[RESULT] = NEEDS_OTHER[EXPENSE] = True
"""By kind: whether the amount is a choice, whether there is another, which players a statement must name."""


# --- Model ------------------------------------------------------------------------------------------------------------

Array: TypeAlias = NDArray[Any]

TRICKS: Final = 5
"""Tricks that a record has room for: the largest hand (rules.md 1.3)."""

ABSENT: Final = -1
"""Not written."""
BY_RULE: Final = -2
"""An amount that was left out: the one the rules give (log-format.md, "What the table paid")."""

SILENT, PASSED, PLAYED, DROPPED = 0, 1, 2, 3
"""``declared``: nothing written (passed), passed, plays to the end, played and passed after the draw."""

LINE_HAND, LINE_ANTE, LINE_CLAIM, LINE_COUNTS, LINE_POT, LINE_TAKES, LINE_MATCHES, LINE_TRICK = range(8)
"""Rows of ``Hands.lines``; the first is always 0; tricks take six of them (one for a trick too many)."""
LINE_SEATS: Final = LINE_TRICK + TRICKS + 1
"""The first of the rows that each place has, for each kind in BY_SEAT."""
BY_SEAT: Final = ("dealt", "declared", "early", "take", "match", "renege")


WRITTEN, BY_TRICKS, BY_PAYMENT = 0, 1, 2
"""``score``: who plays and passes as written; those named in ``tricks`` play; those named in ``take`` and ``match`` play."""

HEADER: Final = tuple(HEADER_STATEMENTS)
"""The statements of a header, as in ``SessionInfo.header_lines``."""


class House(NamedTuple):
    """The rules of a house and its ante in chips; both may change from hand to hand."""

    rules: Rules
    ante: int


@dataclass(slots=True)
class SessionInfo:
    """What holds for a whole session. ``pot`` is None if the opening pot could not be read.

    ``rules`` and ``ante`` are those of the header; later ones are in ``Hands.house``. ``pot_said`` is False if the header has
    no ``pot`` line (``pot`` is then 0). ``exempt`` are the players who post no ante in the first hand, None if the header does
    not say; ``exempt_lost`` is True if it says so in a line that could not be read. In a book, but never in a log,
    ``forfeits`` has players with the turns to deal that they certainly forfeited in the session before, ``possible_forfeits``
    with those they may have forfeited, and ``pot_sure`` is False if the pot carried over cannot be trusted.

    ``players`` are names in order of appearance; every column of players indexes them. ``shares`` are those among whom ``end
    divide`` divides, the first to get an odd chip first (rules.md 5.12); None without it. ``rows`` are the session's hands in
    ``Hands``. ``header_lines`` are the log lines of the statements of the header (``HEADER``), 0 where there is none; empty
    without a log. ``game`` is None if the session names none.
    """

    file: str
    id: str
    rules: Rules
    ante: int = 1
    pot: int | None = 0
    players: tuple[str, ...] = ()
    shares: tuple[int, ...] | None = None
    first_row: int = 0
    rows: int = 0
    date: str = ""
    title: str | None = None
    chip: int | None = None
    currency: str | None = None
    seats: tuple[str, ...] = ()
    header_lines: tuple[int, ...] = ()
    game: str | None = None
    pot_said: bool = False
    exempt: tuple[int, ...] | None = None
    exempt_lost: bool = False
    forfeits: tuple[tuple[int, int], ...] = ()
    possible_forfeits: tuple[tuple[int, int], ...] = ()
    pot_sure: bool = True

    @property
    def house(self) -> House:
        """The house of the header."""
        return House(self.rules, self.ante)


@dataclass(slots=True)
class Hands:
    """Recorded hands as columns; see the module's text for the axes.

    ``due`` is the place whose turn to deal it is if nobody forfeited one (-1: anyone may deal). ``trump`` is a suit
    or -1. ``house`` indexes ``houses``: the rules and the ante of each hand. ``misdeal`` marks hands that were thrown in.
    ``score`` says where the declarations come from: in a score that names no one who plays or passes (BY_TRICKS,
    BY_PAYMENT) those who won, took or paid something played, in seat order.
    ``order`` ranks the declarations as written. ``*_count`` is the number of cards in a list as written.
    ``cards[t, k]`` is the ``k``-th card of trick ``t`` in order of play, ``leader[t]`` the place of the named leader,
    ``trick_size[t]`` how many cards the line has and ``trick_count`` how many trick lines there are; ``claim_after`` of them
    stand before the claim.
    ``counted`` are the tricks of a ``tricks`` line. Amounts are chips, ABSENT or BY_RULE. ``lines`` are offsets from
    ``line``, 0 where there is no such line (log-format.md).
    """

    sessions: list[SessionInfo]
    events: Events
    session: Array  # int32 (hands)
    number: Array  # int64 (hands)
    line: Array  # int32 (hands)
    quarantined: Array  # bool (hands)
    seated: Array  # int8 (hands)
    player: Array  # int16 (seats, hands): index in the session's players, -1 for no such place
    due: Array  # int8 (hands)
    turned: Array  # uint8 (hands)
    trump: Array  # int8 (hands)
    declared: Array  # int8 (seats, hands)
    order: Array  # int8 (seats, hands)
    draw: Array  # int8 (seats, hands): as announced
    early: Array  # bool (seats, hands)
    dealt: Array  # uint8 (held, seats, hands)
    dealt_count: Array  # int8 (seats, hands)
    out: Array  # uint8 (held, seats, hands)
    out_count: Array  # int8 (seats, hands)
    drawn: Array  # uint8 (held, seats, hands)
    drawn_count: Array  # int8 (seats, hands)
    trick_count: Array  # int8 (hands)
    trick_size: Array  # int8 (tricks, hands)
    leader: Array  # int8 (tricks, hands)
    cards: Array  # uint8 (tricks, turns, hands)
    withdrawn: Array  # uint8 (tricks, turns, hands): NONE where no card was taken back
    claim: Array  # int8 (hands): place, -1 for no claim
    claim_after: Array  # int8 (hands): tricks written before the claim, -1 for no claim
    shown: Array  # uint8 (held, hands)
    has_counts: Array  # bool (hands)
    counted: Array  # int8 (seats, hands)
    has_ante: Array  # bool (hands)
    ante: Array  # int64 (seats, hands)
    pot: Array  # int64 (hands)
    has_take: Array  # bool (hands)
    take: Array  # int64 (seats, hands)
    has_match: Array  # bool (hands)
    match: Array  # int64 (seats, hands)
    renege: Array  # int64 (seats, hands)
    lines: Array  # uint16 (kinds, hands)
    house: Array  # int32 (hands)
    misdeal: Array  # bool (hands)
    score: Array  # int8 (hands)
    houses: list[House]
    errors: list[Any] = field(default_factory=list)  # Diagnostics of the lines that could not be read
    text: dict[int, list[tuple[int, str]]] = field(default_factory=dict)  # of each quarantined hand: log lines, word for word
    options: dict[str, Array] = field(default_factory=dict)  # what ``by_rule`` has looked up, by house
    origin: tuple[Hands, Array] | None = None  # where chosen hands come from

    def __len__(self) -> int:
        """Return the number of hands, those in quarantine included."""
        return len(self.session)

    @property
    def width(self) -> int:
        """Return the number of places at the widest table."""
        return int(self.player.shape[0])

    def by_rule(self, name: str) -> Array:
        """Return an option of each hand's rules as an array (hands,)."""
        if name not in self.options:
            self.options[name] = np.array([getattr(house.rules, name) for house in self.houses])
        return self._of_houses(self.options[name])

    def has_rule(self, name: str, value: object) -> Array:
        """Return True (hands,) where an option is ``value``. Asked of each house, of which there are fewer than hands."""
        key = f"{name}={value}"
        if key not in self.options:
            self.options[key] = np.array([getattr(house.rules, name) == value for house in self.houses], bool)
        return self._of_houses(self.options[key])

    def _of_houses(self, values: Array) -> Array:
        """The value of each hand's house. Mostly there is one house, and nothing has to be looked up."""
        if len(self.houses) == 1:
            return np.full((len(self), *values.shape[1:]), values[0], values.dtype)
        return values[self.house] if len(values) else np.zeros(0, bool)

    @property
    def unit(self) -> Array:
        """Return the chips in one ante of each hand (hands,)."""
        return self._of_houses(np.array([house.ante for house in self.houses], np.int64))

    def house_of(self, row: int) -> House:
        """Return the rules and the ante of a hand."""
        return self.houses[int(self.house[row])]

    def line_of(self, row: int, kind: int) -> int:
        """Return the log line of a statement of a hand (a row of ``lines``), or the hand's first line."""
        if self.origin is not None:
            hands, rows = self.origin
            return hands.line_of(int(rows[row]), kind)
        return int(self.line[row]) + int(self.lines[kind, row])

    def lines_of(self, rows: Array, kinds: Array) -> Array:
        """Return what ``line_of`` does, of many hands."""
        if self.origin is not None:
            hands, chosen = self.origin
            return hands.lines_of(chosen[rows], kinds)
        return np.asarray(self.line[rows] + self.lines[kinds, rows])

    def line_of_seat(self, row: int, kind: str, seat: int) -> int:
        """Return the log line of a player's statement of a hand, or the hand's first line; ``kind`` as in BY_SEAT."""
        return self.line_of(row, LINE_SEATS + BY_SEAT.index(kind) * self.width + seat)

    def name(self, row: int, seat: int) -> str:
        """Return the name of the player in a place."""
        return self.sessions[int(self.session[row])].players[int(self.player[seat, row])]

    def part(self, sessions: slice) -> Hands:
        """Return the hands of some sessions, in order; arrays are views."""
        chosen = self.sessions[sessions]
        first = chosen[0].first_row if chosen else 0
        last = chosen[-1].first_row + chosen[-1].rows if chosen else 0
        start = sessions.start or 0
        keep = (self.events.session >= start) & (self.events.session < start + len(chosen))
        events = Events(*(getattr(self.events, f.name)[keep] for f in fields(Events)))
        events.session = events.session - start
        events.before = events.before - first
        arrays = {
            f.name: getattr(self, f.name)[..., first:last] for f in fields(Hands) if f.name in COLUMNS and f.name != "session"
        }
        infos = [_moved(info, first) for info in chosen]
        files = {info.file for info in chosen}
        errors = [error for error in self.errors if error.file in files]
        text = {row - first: lines for row, lines in self.text.items() if first <= row < last}
        session = self.session[first:last] - start
        return Hands(
            sessions=infos,
            events=events,
            session=session,
            houses=self.houses,
            errors=errors,
            text=text,
            options=self.options,
            **arrays,
        )

    def chosen(self, rows: Array, columns: frozenset[str] | None = None) -> Hands:
        """Return some hands with the columns that the replay reads, or with those given; the others are left empty.

        Line numbers can still be found, through ``origin``: all hands, and the rows chosen from them.
        """
        columns = PLAY_COLUMNS if columns is None else columns
        arrays: dict[str, Any] = {
            name: np.take(getattr(self, name), rows, -1) if name in columns else getattr(self, name)[..., :0] for name in COLUMNS
        }
        return Hands(
            sessions=self.sessions,
            events=self.events,
            houses=self.houses,
            options=self.options,
            origin=(self, rows),
            **arrays,
        )

    def parts(self, most: int) -> Iterator[Hands]:
        """Yield the hands in parts of whole sessions, each of at most about ``most`` hands."""
        start = rows = 0
        for index, info in enumerate(self.sessions):
            if rows and rows + info.rows > most:
                yield self.part(slice(start, index))
                start, rows = index, 0
            rows += info.rows
        if start < len(self.sessions):
            yield self.part(slice(start, len(self.sessions)))


COLUMNS: Final = tuple(
    f.name for f in fields(Hands) if f.name not in {"sessions", "events", "houses", "errors", "text", "options", "origin"}
)
"""The names of the columns of ``Hands``."""
PLAY_COLUMNS: Final = frozenset(
    (
        *("session", "house", "seated", "player", "turned", "trump", "quarantined", "trick_size", "claim", "shown"),
        *("draw", "dealt", "dealt_count", "out", "out_count", "drawn", "drawn_count"),
    )
)
"""The columns that the replay of chosen hands reads, besides their shape and the cards played."""
SETTLED_COLUMNS: Final = frozenset(
    (
        *("session", "house", "seated", "player", "quarantined", "misdeal", "declared", "score"),
        *("has_ante", "ante", "pot", "has_take", "take", "has_match", "match", "renege"),
    )
)
"""The columns that the settlement reads, besides what was won."""


def _moved(info: SessionInfo, rows: int) -> SessionInfo:
    values = {f.name: getattr(info, f.name) for f in fields(SessionInfo)}
    values["first_row"] = info.first_row - rows
    return SessionInfo(**values)
