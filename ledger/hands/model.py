"""Hands: many recorded hands as columns, the form that the engine replays (rules.md 2 to 5,
log-format.md).

First what is said between hands (``Events``): the kinds, what stands in which column, which chips
they move, all of it from the specifications in ``ledger.log.between_hands``. Then the hands:
``Hands`` is the one table of their columns, from which the layout of a log's hand, blank hands,
readers, and the Parquet file with its documentation follow.

Arrays have the hand as their last axis, so that each step of the replay runs over contiguous
memory. Sizes: ``hands`` rows; ``seats`` places at the widest table, counted clockwise from the
dealer's left (0), so that the dealer is place ``seated - 1``; ``tricks`` = 5; ``turns`` cards in
the longest trick; ``held`` cards in the longest list of cards. A record says what was written and
nothing more: -1 stands for "not written", NONE for no card.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import accumulate
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ledger.game import Rules
from ledger.game.options import split_rules
from ledger.game.play import NONE
from ledger.log.between_hands import (
    BETWEEN_HANDS,
    BetweenHands,
    Expense,
    Portion,
    Result,
    RulesChange,
    shares_of,
)
from ledger.log.grammar import AMOUNT, HEADER_STATEMENTS, OTHER, PLAYER, TARGET, Statement
from ledger.log.hand_statements import HAND_STATEMENTS, HandStatement

# --- Events ---------------------------------------------------------------------------------------
Array: TypeAlias = NDArray[Any]
STATEMENTS: Final = tuple(BETWEEN_HANDS.values())  # by kind: ``Events.kind`` is an index in it

(
    SIT,
    LEAVE,
    BUYIN,
    CASHOUT,
    COUNT,
    PAY,
    PENALTY,
    TRANSFER,
    WAIVE,
    ANTE,
    RULES,
    EXPENSE,
    RESULT,
    END,
) = map(
    list(BETWEEN_HANDS).index,
    (
        *("sit", "leave", "buyin", "cashout", "count", "pay", "penalty", "transfer", "waive"),
        *("ante", "rules", "expense", "result", "end"),
    ),
)
"""Kinds that a rule of the game, or the simulator, asks for by name."""


@dataclass(slots=True)
class Events:
    """Statements between hands, in order: arrays of one length, sorted by session and by place in
    it.

    ``before`` is the row of the hand that follows (after the last hand, the end of the session's
    rows). ``player`` and ``other`` index the session's players (-1: nobody). ``amount`` is in
    chips; for PAY and EXPENSE it is in minor units of money, for END the bits DIVIDE and COUNTED of
    ``ledger.log.between_hands``, and for RULES an index of ``Hands.houses``, the house from there
    on. ``target`` is the hand that a ruling names (-1: none), and of RULES OPTIONS_ONLY, or -1 with
    a preset.

    An ``expense`` has one entry for each player who shares it, in order, with the share: ``player``
    paid, ``other`` owes it. A ``result`` has one for each player named, with an amount below zero
    for a loss.
    """

    session: Array
    before: Array
    kind: Array
    player: Array
    other: Array
    amount: Array
    target: Array
    line: Array

    def __len__(self) -> int:
        return len(self.session)

    @property
    def into_pot(self) -> Array:
        """The chips that each statement puts into the pot, below zero for what comes out of it;
        ``giver`` says whose.
        """
        return np.where(
            _INTO_POT[self.kind], self.amount, np.where(_OUT_OF_POT[self.kind], -self.amount, 0)
        )

    @property
    def giver(self) -> Array:
        """Who gives what a statement moves: an index of the session's players, -1 for nobody."""
        return np.where(_OTHER_GIVES[self.kind], self.other, self.player)


# --- Chips ----------------------------------------------------------------------------------------
class Move(NamedTuple):
    """What a kind of statement does to a player's chips: ``whose`` is a column of ``Events``,
    ``sign`` is 1 or -1.

    ``bank`` is True for chips bought and cashed, which win and lose nothing.
    """

    kind: int
    whose: str
    sign: int
    bank: bool


MOVES: Final = tuple(  # which chips the statements move to and from players
    Move(kind, whose, sign, statement.books.bank)
    for kind, statement in enumerate(STATEMENTS)
    if statement.books is not None and statement.chips
    for whose, sign in ((statement.books.receiver, 1), (statement.books.giver, -1))
    if whose in {PLAYER, OTHER}
)


def _kinds(chosen: Callable[[Statement[BetweenHands]], bool]) -> Array:
    return np.array([chosen(statement) for statement in STATEMENTS], bool)


_INTO_POT: Final = _kinds(lambda said: said.books is not None and said.books.receiver == "pot")
_OUT_OF_POT: Final = _kinds(lambda said: said.books is not None and said.books.giver == "pot")
_OTHER_GIVES: Final = _kinds(lambda said: said.books is not None and said.books.giver == OTHER)


# --- To and from records --------------------------------------------------------------------------
# kind, player, other, amount and target of one statement
Row: TypeAlias = tuple[int, int, int, int, int]


def rows_of(said: BetweenHands, place: Mapping[str, int], house: int) -> list[Row]:
    """Return a statement as it is in the columns, one row or several.

    ``place`` gives the index of each player of the session, ``house`` is that from the statement
    on.
    """
    make = _ROWS.get(type(said))
    if make is not None:
        return [make(said, place)]
    if isinstance(said, Expense):
        shares = zip(said.sharers, shares_of(said.amount, said.sharers, said.portions), strict=True)
        return [(EXPENSE, place[said.payer], place[name], share, -1) for name, share in shares]
    if isinstance(said, Result):
        return [(RESULT, place[name], -1, chips, -1) for name, chips in said.won]
    assert isinstance(said, RulesChange)
    return [(RULES, -1, -1, house, -1 if said.preset else OPTIONS_ONLY)]


def record_of(rows: Sequence[Row], players: Sequence[str], text: str = "") -> BetweenHands:
    """Return the statement in some rows of the columns, with line 0; what the columns do not keep
    is empty.

    ``text`` are the words of a ``rules`` line.
    """
    kind, *numbers = rows[0]
    if kind == RULES:
        preset, options = (
            split_rules(text)
            if numbers[-1] != OPTIONS_ONLY
            else (None, split_rules(f"- {text}")[1])
        )
        return RulesChange(0, preset, options, ())
    if kind == RESULT:
        return Result(0, tuple((players[player], chips) for _, player, _, chips, _ in rows))
    if kind == EXPENSE:
        sharers = tuple(players[other] for _, _, other, _, _ in rows)
        shares = [share for _, _, _, share, _ in rows]
        portions = (
            ()
            if shares == shares_of(sum(shares), shares)
            else tuple(Portion(0, share) for share in shares)
        )
        return Expense(0, players[numbers[0]], sum(shares), "", sharers, portions=portions)
    statement = STATEMENTS[kind]
    said = dict(zip(_COLUMNS, numbers, strict=True))
    values: dict[str, Any] = dict.fromkeys((part.field for part in statement.parts), "")
    for column, part in statement.columns.items():
        number = said[column]
        if number < 0 and (part.optional or column in {PLAYER, OTHER}):
            values[part.field] = None if part.optional else ""
        else:
            values[part.field] = (
                players[number] if column in {PLAYER, OTHER} else part.kind.value(number)
            )
    return statement.record(0, *values.values())


_COLUMNS: Final = (PLAYER, OTHER, AMOUNT, TARGET)
_ABSENT: Final = (-1, -1, 0, -1)


def _row_maker(
    kind: int, statement: Statement[BetweenHands]
) -> Callable[[Any, Mapping[str, int]], Row]:
    fields = [part.field for part in statement.parts]
    sources = []
    for column, absent in zip(_COLUMNS, _ABSENT, strict=True):
        part = statement.columns.get(column)
        sources.append(
            (0, None, absent) if part is None else (1 + fields.index(part.field), part.kind, absent)
        )

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


# ``target`` of a ``rules`` line without a preset: what it does not name stays as it was
OPTIONS_ONLY: Final = 0
SEVERAL: Final = (EXPENSE, RESULT)  # kinds of which one line is several rows

_ROWS: Final = {
    statement.record: _row_maker(kind, statement)
    for kind, statement in enumerate(STATEMENTS)
    if kind not in {*SEVERAL, RULES}
}


# --- Names, for other programs --------------------------------------------------------------------
def _names(statement: Statement[BetweenHands]) -> list[str]:
    amount = statement.columns.get(AMOUNT)
    words = amount.kind.choices if amount is not None else None
    return [f"{statement.keyword} {word}" for word in words] if words else [statement.keyword]


NAMES: Final = tuple(name for statement in STATEMENTS for name in _names(statement))
"""Each kind by its keyword; one with a choice of words has a name for each: ``end carry``, ``end
divide``.
"""

KIND_OF_NAME: Final = np.repeat(
    np.arange(len(STATEMENTS)), [len(_names(statement)) for statement in STATEMENTS]
)
CHOICE_OF_NAME: Final = np.concatenate(
    [np.arange(len(_names(statement))) for statement in STATEMENTS]
)
"""Which word of its kind a name has: the ``amount`` of such a statement."""
# the first name of each kind
FIRST_NAME: Final = np.searchsorted(KIND_OF_NAME, np.arange(len(STATEMENTS)))
IN_MONEY: Final = _kinds(lambda said: said.money)  # by kind: whether the amount is money
HAS_CHOICE: Final = _kinds(lambda said: len(_names(said)) > 1)
HAS_AMOUNT: Final = _kinds(lambda said: AMOUNT in said.columns) & ~HAS_CHOICE
NEEDS_PLAYER: Final = _kinds(
    lambda said: PLAYER in said.columns and not said.columns[PLAYER].optional
)
NEEDS_OTHER: Final = _kinds(lambda said: OTHER in said.columns and not said.columns[OTHER].optional)
HAS_AMOUNT[RESULT] = NEEDS_PLAYER[RESULT] = NEEDS_OTHER[EXPENSE] = True
"""By kind: whether the amount is a choice, whether there is another, which players a statement must
name.
"""


# --- Model ----------------------------------------------------------------------------------------
TRICKS: Final = 5  # tricks that a record has room for: the largest hand (rules.md 1.3)
ABSENT: Final = -1  # not written
# an amount that was left out: the one the rules give (log-format.md, "What the table paid")
BY_RULE: Final = -2
SILENT, PASSED, PLAYED, DROPPED = 0, 1, 2, 3
"""``declared``: nothing written (passed, unless ``score`` is BY_PAYMENT), passed, plays to the end,
passed after playing.
"""

LINE_HAND, LINE_ANTE, LINE_CLAIM, LINE_COUNTS, LINE_POT, LINE_TAKES, LINE_MATCHES, LINE_TRICK = (
    range(8)
)
"""Rows of ``Hands.lines``; the first is always 0; tricks take six of them (one for a trick too
many).
"""
# the first of the rows that each place has, for each kind in BY_SEAT
LINE_SEATS: Final = LINE_TRICK + TRICKS + 1
BY_SEAT: Final = ("dealt", "declared", "early", "take", "match", "renege")
WRITTEN, BY_TRICKS, BY_PAYMENT = 0, 1, 2
"""``score``: who plays and passes as written; those named in ``tricks``, ``match`` and ``renege``
play, and all others passed; those named in ``take``, ``match`` and ``renege`` play, and of the
others nothing is known (rules.md 5.16).
"""

# the statements of a header, as in ``SessionInfo.header_lines``
HEADER: Final = tuple(HEADER_STATEMENTS)


class House(NamedTuple):
    """The rules of a house and its ante in chips; both may change from hand to hand."""

    rules: Rules
    ante: int


@dataclass(slots=True)
class RulesByHand:
    """The rules as arrays (hands,): options by name, and of those that are words, whether it is a
    certain one.
    """

    ace_binds_dealer: Array
    bourre_exempt: Array
    cinch_is_literal: Array
    cinch_is_no: Array
    dealer_antes: Array
    dealer_plays: Array
    declare_is_simultaneous: Array
    declare_is_with_draw: Array
    gives_dealer_the_pot: Array
    hand_size: Array
    limit_caps_is_all: Array
    must_trump: Array
    over_trump: Array
    pays_to_play: Array
    qualify: Array
    recall_is_forfeit: Array
    recall_is_renege: Array
    renege_and_bourre_is_both: Array
    renege_bars: Array
    renege_factor: Array
    renege_as_bourre: Array
    reuse_is_folded_first: Array
    seats: Array  # (hands, 2): the fewest and the most
    second_pass_is_no: Array
    second_pass_is_stand_pat: Array
    split_exempt: Array
    split_is_share: Array
    stay_ante: Array
    tied_exempt: Array
    tricks_for_pot: Array
    trump_is_dealer: Array
    trump_is_dealer_may_take: Array
    trump_is_separate: Array
    wins_is_majority: Array

    def chosen(self, rows: Array) -> RulesByHand:
        """The rules of some hands."""
        return RulesByHand(
            *(np.take(getattr(self, name), rows, 0) for name in RulesByHand.__slots__)
        )


def _option(rules: Rules, name: str) -> Any:  # noqa: ANN401 - bool, int or a pair
    """What rules say of a field of ``RulesByHand``."""
    option, _, word = name.partition("_is_")
    said = getattr(rules, option)
    return said == word.replace("_", "-") if word else said


@dataclass(slots=True)
class SessionInfo:
    """What holds for a whole session. ``pot`` is None if the opening pot could not be read.

    ``rules`` and ``ante`` are those of the header; later ones are in ``Hands.house``. ``pot_said``
    is False if the header has no ``pot`` line (``pot`` is then 0). ``exempt`` are the players who
    post no ante in the first hand, None if the header does not say; ``exempt_lost`` is True if it
    says so in a line that could not be read. In a book, but never in a log, ``forfeits`` has
    players with the turns to deal that they may have forfeited in the session before (5.6), and
    ``pot_sure`` is False if the pot carried over cannot be trusted.

    ``players`` are names in order of appearance; every column of players indexes them. ``shares``
    are those among whom ``end divide`` divides, the first to get an odd chip first (rules.md 5.12);
    None without it. ``rows`` are the session's hands in ``Hands``. ``header_lines`` are the log
    lines of the statements of the header (``HEADER``), 0 where there is none; empty without a log.
    ``game`` is None if the session names none.
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
    pot_sure: bool = True

    @property
    def house(self) -> House:
        """The house of the header."""
        return House(self.rules, self.ante)


AS_WRITTEN: Final = (
    *("file", "id", "date", "title", "game", "ante", "pot", "pot_said"),
    *("exempt_lost", "chip", "currency", "seats"),
)
"""What ``SessionInfo`` has just as the records of a log have it
(``ledger.log.records.Session``).
"""


# --- The table of columns -------------------------------------------------------------------------
class Unit(NamedTuple):
    """What the numbers of a column are: their type, and the one that stands for nothing written."""

    type: str
    absent: int


CARD: Final = Unit("uint8", NONE)
PLACE: Final = Unit("int8", ABSENT)  # at the table, from 0; or a player's rank
NUMBER: Final = Unit("int8", ABSENT)
CODE: Final = Unit("int8", 0)
FLAG: Final = Unit("bool", 0)
CHIPS: Final = Unit("int64", ABSENT)
LINE: Final = Unit("int32", 0)
ROW: Final = Unit("int32", ABSENT)  # an index of ``Hands.sessions`` or ``Hands.houses``
# room that a column of card lists usually has: a hand, and the dealer's sixth card (rules.md 2.4)
HELD: Final = 6
# a longer draw is recorded as this one: past any hand, and wrong all the same
MOST_DRAWN: Final = 100
# more are recorded as so many: past any hand, and wrong all the same
MOST_TRICKS: Final = 2 * TRICKS


HOW: Final = {
    "number": "int64",
    "chips": "int64",
    "flag": "bool",
    "place": "uint8",
    "small": "uint8",
    "seat_counts": "list of uint8",
    "seat_flags": "list of bool",
    "seat_chips": "list of int64",
    "seat_antes": "list of int64",
    "seat_cards": "list of lists of uint8",
}
"""The ways in which Parquet keeps a column, each a method of encoder and decoder, with the type
that the file then has.
"""


class Kept(NamedTuple):
    """A column of the Parquet file, as ledger/docs/parquet.md shows it: ``how`` it is made, and
    what it means.

    ``how`` is a key of HOW, or else the type of a column that encoder and decoder have functions of
    its own for. Its ``name`` is that of the column of ``Hands`` unless it says otherwise; ``most``
    is the largest value. Older files lack a column that came ``later``: it is null then.
    """

    how: str
    help: str
    name: str = ""
    most: int = MOST_DRAWN
    later: bool = False

    @property
    def type(self) -> str:
        """The type in words: ``list of uint8``."""
        return HOW.get(self.how, self.how)


class Column(NamedTuple):
    """A column of ``Hands``: its axes before that of the hands, the statements that write it, and
    where Parquet keeps it.

    ``there`` is the file's column that is not null where this flag is set. ``read_by`` are the
    steps of the engine that ask for chosen hands with few columns (``Hands.chosen``). Hands in
    quarantine have what is there ``always``, and nothing else.
    """

    name: str
    unit: Unit
    axes: tuple[str, ...]
    absent: int
    said: tuple[str, ...]
    kept: tuple[Kept, ...]
    there: str
    read_by: tuple[str, ...]
    always: bool


def column(  # noqa: PLR0913 - what a table has of a column
    unit: Unit,
    axes: str = "",
    *,
    said: str = "",
    absent: int | None = None,
    kept: Kept | tuple[Kept, ...] = (),
    there: str = "",
    read_by: str = "",
    always: bool = False,
) -> dict[str, Column]:
    """The entry of a column in the table, ``Hands``; without ``absent``, what the unit has for
    nothing written.
    """
    absent = unit.absent if absent is None else absent
    kept = (kept,) if isinstance(kept, Kept) else kept
    return {
        "": Column(
            "",
            unit,
            tuple(axes.split()),
            absent,
            tuple(said.split()),
            kept,
            there,
            tuple(read_by.split()),
            always,
        )
    }


@dataclass(slots=True, repr=False)
class Hands:
    """Recorded hands as columns; see the module's text for the axes.

    ``due`` is the place whose turn to deal it is if nobody forfeited one (-1: anyone may deal).
    ``trump`` is a suit or -1. ``house`` indexes ``houses``: the rules and the ante of each hand.
    ``misdeal`` marks hands that were thrown in. ``score`` says where the declarations come from: in
    a score that names no one who plays or passes (BY_TRICKS, BY_PAYMENT) those who won, took or
    paid something played, in seat order. ``order`` ranks the declarations as written. ``*_count``
    is the number of cards in a list as written. ``cards[t, k]`` is the ``k``-th card of trick ``t``
    in order of play, ``leader[t]`` the place of the named leader, ``trick_size[t]`` how many cards
    the line has and ``trick_count`` how many trick lines there are; ``claim_after`` of them stand
    before the claim. ``counted`` are the tricks of a ``tricks`` line. Amounts are chips, ABSENT or
    BY_RULE. ``lines`` are offsets from ``line``, 0 where there is no such line (log-format.md).
    """

    sessions: list[SessionInfo]
    events: Events
    houses: list[House]
    session: Array = field(metadata=column(ROW, always=True, read_by="play settlement"))
    number: Array = field(
        metadata=column(
            Unit("int64", ABSENT),
            always=True,
            said="hand",
            kept=Kept("number", "its number; null if it could not be read", name="hand"),
        )
    )
    line: Array = field(
        metadata=column(
            LINE,
            always=True,
            said="hand",
            kept=Kept("int32", "the log line where it begins; 0 without a log"),
        )
    )
    quarantined: Array = field(metadata=column(FLAG, always=True, read_by="play settlement"))
    seated: Array = field(metadata=column(NUMBER, always=True, absent=0, read_by="play settlement"))
    player: Array = field(
        metadata=column(
            Unit("int16", ABSENT),
            "seats",
            always=True,
            read_by="play settlement",
            kept=Kept(
                "list of text",
                "who is seated, clockwise from the dealer's left; the dealer is last",
                name="seats",
            ),
        )
    )
    house: Array = field(
        metadata=column(
            ROW,
            always=True,
            absent=0,
            read_by="play settlement",
            kept=(
                Kept(
                    "text",
                    "the rules of this hand, if a line between hands changed rules or ante; null "
                    "if both are those of the "
                    "session. Older files lack this and the next",
                    name="hand_rules",
                    later=True,
                ),
                Kept(
                    "int64",
                    "chips in one ante in this hand; null as above",
                    name="hand_ante",
                    later=True,
                ),
            ),
        )
    )
    no_dealer: Array = field(
        metadata=column(
            FLAG,
            said="hand",
            read_by="play settlement",
            kept=Kept(
                "flag",
                (
                    "nobody noted who dealt: `seats` then begins anywhere, and no place is the "
                    "dealer's; older files lack this"
                ),
                later=True,
            ),
        )
    )
    due: Array = field(
        metadata=column(
            PLACE,
            said="hand",
            kept=Kept(
                "place",
                (
                    "the place whose turn to deal it is, if nobody forfeited one; null if anyone "
                    "may deal"
                ),
            ),
        )
    )
    turned: Array = field(
        metadata=column(
            CARD, said="hand", read_by="play", kept=Kept("small", "the card turned up", most=51)
        )
    )
    trump: Array = field(
        metadata=column(
            CODE,
            said="hand",
            absent=ABSENT,
            read_by="play",
            kept=Kept("small", "the suit of trump: 0 to 3 for s h d c", most=3),
        )
    )
    declared: Array = field(
        metadata=column(
            CODE,
            "seats",
            said="play pass",
            read_by="settlement",
            kept=Kept(
                "list of text",
                "by seat: `pass`, `play`, or `drop` for a player who plays and passes after the "
                "draw; null if nothing was "
                "written, which means a pass",
            ),
        )
    )
    order: Array = field(
        metadata=column(
            NUMBER,
            "seats",
            said="play pass",
            kept=Kept(
                "list of uint8",
                (
                    "places in the order in which they declared; null if that is from the "
                    "dealer's left on"
                ),
                name="declared_order",
            ),
        )
    )
    draw: Array = field(
        metadata=column(
            NUMBER,
            "seats",
            said="play",
            read_by="play",
            kept=Kept("seat_counts", "by seat: the number of cards announced"),
        )
    )
    early: Array = field(
        metadata=column(
            FLAG,
            "seats",
            said="early",
            kept=Kept("seat_flags", "by seat: announced before the turn"),
        )
    )
    dealt: Array = field(
        metadata=column(
            CARD,
            "held seats",
            said="dealt",
            read_by="play",
            kept=Kept("seat_cards", "by seat: the cards dealt"),
        )
    )
    dealt_count: Array = field(metadata=column(NUMBER, "seats", said="dealt", read_by="play"))
    out: Array = field(
        metadata=column(
            CARD,
            "held seats",
            said="play",
            read_by="play",
            kept=Kept("seat_cards", "by seat: the discards"),
        )
    )
    out_count: Array = field(metadata=column(NUMBER, "seats", said="play", read_by="play"))
    drawn: Array = field(
        metadata=column(
            CARD,
            "held seats",
            said="play",
            read_by="play",
            kept=Kept("seat_cards", "by seat: the replacements"),
        )
    )
    drawn_count: Array = field(metadata=column(NUMBER, "seats", said="play", read_by="play"))
    trick_count: Array = field(
        metadata=column(
            NUMBER,
            said="trick",
            absent=0,
            kept=Kept("small", "how many tricks were written", most=MOST_TRICKS),
        )
    )
    trick_size: Array = field(
        metadata=column(NUMBER, "tricks", said="trick", absent=0, read_by="play")
    )
    leader: Array = field(
        metadata=column(
            PLACE,
            "tricks",
            said="trick",
            kept=Kept(
                "list of uint8",
                "by trick: the place of the player who led. If there are more than five tricks, "
                "this list and the next two "
                "have five entries",
                name="leaders",
            ),
        )
    )
    cards: Array = field(
        metadata=column(
            CARD,
            "tricks turns",
            said="trick",
            kept=Kept("list of lists of uint8", "by trick: the cards in order of play"),
        )
    )
    withdrawn: Array = field(
        metadata=column(
            CARD,
            "tricks turns",
            said="trick",
            kept=Kept(
                "list of lists of uint8",
                "by trick: for each card, the one that was taken back for it",
            ),
        )
    )
    earlier: Array = field(
        metadata=column(
            CARD,
            "tricks turns",
            said="trick",
            kept=Kept(
                "list of lists of uint8",
                (
                    "by trick: for each card, the one that was taken back before `withdrawn` in "
                    "the same turn"
                ),
                later=True,
            ),
        )
    )
    recall: Array = field(
        metadata=column(
            FLAG,
            "seats",
            said="recall",
            read_by="play",
            kept=Kept(
                "seat_flags",
                "by seat: took a card back, nobody noted which; older files lack this",
                later=True,
            ),
        )
    )
    claim: Array = field(
        metadata=column(
            PLACE,
            said="claim",
            read_by="play",
            kept=Kept("place", "the place of the player who claimed tricks"),
        )
    )
    claim_after: Array = field(
        metadata=column(
            NUMBER,
            said="claim",
            kept=Kept(
                "uint8",
                "how many of the tricks were written before the claim; null means all of them",
                later=True,
            ),
        )
    )
    shown: Array = field(
        metadata=column(
            CARD,
            "held",
            said="claim",
            read_by="play",
            kept=Kept(
                "list of uint8",
                "the cards laid down with the claim; an empty list is a claim to the rest",
            ),
        )
    )
    has_counts: Array = field(metadata=column(FLAG, said="tricks", there="counted"))
    counted: Array = field(
        metadata=column(
            NUMBER,
            "seats",
            said="tricks",
            kept=Kept("seat_counts", "by seat: tricks won, from a `tricks` line"),
        )
    )
    uncounted: Array = field(
        metadata=column(
            FLAG,
            "seats",
            said="tricks",
            kept=Kept(
                "seat_flags",
                (
                    "by seat: played, and a `tricks` line says that nobody knows how many tricks; "
                    "older files lack this"
                ),
                later=True,
            ),
        )
    )
    has_ante: Array = field(metadata=column(FLAG, said="ante", there="ante", read_by="settlement"))
    ante: Array = field(
        metadata=column(
            CHIPS,
            "seats",
            said="ante",
            absent=0,
            read_by="settlement",
            kept=Kept("seat_antes", "by seat: chips put in, from `ante` lines; 0 for nothing"),
        )
    )
    misdeal: Array = field(
        metadata=column(
            FLAG,
            said="misdeal",
            read_by="settlement",
            kept=Kept(
                "flag", "the hand was thrown in; older files lack this and the next", later=True
            ),
        )
    )
    score: Array = field(
        metadata=column(
            CODE,
            read_by="settlement",
            kept=Kept(
                "text",
                "nobody wrote down who played: `tricks` if the `tricks` or `trick` lines tell, "
                "`payments` if those named in "
                "`take`, `match` and `renege` lines did, and of the others nothing is known; null "
                "if it was written",
                later=True,
            ),
        )
    )
    pot: Array = field(
        metadata=column(
            CHIPS,
            said="pot",
            read_by="settlement",
            kept=Kept("chips", "the pot as counted, before it was taken"),
        )
    )
    has_take: Array = field(metadata=column(FLAG, said="take", there="take", read_by="settlement"))
    take: Array = field(
        metadata=column(
            CHIPS,
            "seats",
            said="take",
            read_by="settlement",
            kept=Kept("seat_chips", "by seat: chips taken from the pot"),
        )
    )
    has_match: Array = field(
        metadata=column(FLAG, said="match", there="match", read_by="settlement")
    )
    match: Array = field(
        metadata=column(
            CHIPS,
            "seats",
            said="match",
            read_by="settlement",
            kept=Kept("seat_chips", "by seat: chips paid as a bourré"),
        )
    )
    renege: Array = field(
        metadata=column(
            CHIPS,
            "seats",
            said="renege",
            read_by="settlement",
            kept=Kept("seat_chips", "by seat: chips paid for a renege that the table called"),
        )
    )
    lines: Array = field(
        metadata=column(
            Unit("uint16", 0),
            "lines",
            kept=Kept(
                "list of uint16",
                "where the statements are, counted from `line`, 0 for none: `ante`, `claim`, "
                "`tricks`, `pot`, the first "
                "`take`, the first `match`, tricks 1 to 6; then by seat `dealt`, by seat `play` "
                "or `pass`, and so on for "
                "`early`, `take`, `match`, `renege`",
            ),
        )
    )
    # Diagnostics of the lines that could not be read
    errors: list[Any] = field(default_factory=list)
    text: dict[int, list[tuple[int, str]]] = field(
        default_factory=dict,
        metadata=column(
            LINE, kept=Kept("list of struct", "a quarantined hand word for word: `line` and `text`")
        ),
    )  # by row
    # what ``rules`` has looked up, by house
    options: dict[str, Array] = field(default_factory=dict)
    looked_up: RulesByHand | None = None
    origin: tuple[Hands, Array] | None = None  # where chosen hands come from

    def __len__(self) -> int:
        """Return the number of hands, those in quarantine included."""
        return len(self.session)

    def __repr__(self) -> str:
        """Say how many: the columns of one evening fill a screen."""
        return f"<Hands: {len(self)} of {len(self.sessions)} sessions>"

    @property
    def width(self) -> int:
        """Return the number of places at the widest table."""
        return int(self.player.shape[0])

    @property
    def rules(self) -> RulesByHand:
        """What the rules of each hand's house say; looked up once, and for each house only once of
        all parts.
        """
        if self.looked_up is None:
            for name in RulesByHand.__slots__:
                if name not in self.options:
                    self.options[name] = np.array(
                        [_option(house.rules, name) for house in self.houses]
                    )
            self.looked_up = RulesByHand(
                **{name: self._of_houses(self.options[name]) for name in RulesByHand.__slots__}
            )
        return self.looked_up

    def _of_houses(self, values: Array) -> Array:
        """The value of each hand's house.

        Mostly there is one house, and nothing has to be looked up.
        """
        if len(self.houses) == 1:
            return np.full((len(self), *values.shape[1:]), values[0], values.dtype)
        return values[self.house] if len(values) else np.zeros(0, bool)

    @property
    def unit(self) -> Array:
        """Return the chips in one ante of each hand (hands,)."""
        return self._of_houses(np.array([house.ante for house in self.houses], np.int64))

    @property
    def stayers_said(self) -> Array:
        """False (hands,) where others may have stayed than those who are named: nobody wrote down
        who did (rules.md 5.16).
        """
        return np.asarray(self.score != BY_PAYMENT)

    def house_of(self, row: int) -> House:
        """Return the rules and the ante of a hand."""
        return self.houses[int(self.house[row])]

    def line_of(self, row: int, kind: int) -> int:
        """Return the log line of a statement of a hand (a row of ``lines``), or the hand's first
        line.
        """
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
        """Return the log line of a player's statement of a hand, or the hand's first line; ``kind``
        as in BY_SEAT.
        """
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
        arrays: dict[str, Any] = {name: getattr(self, name)[..., first:last] for name in COLUMNS}
        arrays["session"] = arrays["session"] - start
        infos = [replace(info, first_row=info.first_row - first) for info in chosen]
        files = {info.file for info in chosen}
        errors = [error for error in self.errors if error.file in files]
        text = {row - first: lines for row, lines in self.text.items() if first <= row < last}
        return Hands(
            sessions=infos,
            events=events,
            houses=self.houses,
            errors=errors,
            text=text,
            options=self.options,
            **arrays,
        )

    def chosen(self, rows: Array, columns: frozenset[str] | None = None) -> Hands:
        """Return some hands with the columns that the replay reads, or with those given; the others
        are left empty.

        Line numbers can still be found, through ``origin``: all hands, and the rows chosen from
        them.
        """
        columns = PLAY_COLUMNS if columns is None else columns
        arrays: dict[str, Any] = {
            name: np.take(getattr(self, name), rows, -1)
            if name in columns
            else getattr(self, name)[..., :0]
            for name in COLUMNS
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


def joined(parts: Sequence[Hands]) -> Hands:
    """The hands of several parts as one, in order; their columns have the same axes but for the
    hands (``shapes``).
    """
    if len(parts) == 1:
        return parts[0]
    rows = list(accumulate((len(part) for part in parts), initial=0))
    sessions = list(accumulate((len(part.sessions) for part in parts), initial=0))
    houses = {
        house: at
        for at, house in enumerate(dict.fromkeys(house for part in parts for house in part.houses))
    }
    columns: dict[str, Any] = {
        name: np.concatenate([getattr(part, name) for part in parts], -1) for name in COLUMNS
    }
    events = Events(
        *(np.concatenate([getattr(part.events, f.name) for part in parts]) for f in fields(Events))
    )
    first = 0
    for part, row, session in zip(parts, rows, sessions, strict=False):
        here, said = slice(row, row + len(part)), slice(first, first := first + len(part.events))
        place = np.array([houses[house] for house in part.houses], np.int32)
        columns["session"][here] += session
        columns["house"][here] = place[part.house]
        events.session[said] += session
        events.before[said] += row
        ruled = np.flatnonzero(part.events.kind == RULES)
        events.amount[said.start + ruled] = place[part.events.amount[ruled]]
    return Hands(
        sessions=[
            replace(info, first_row=info.first_row + row)
            for part, row in zip(parts, rows, strict=False)
            for info in part.sessions
        ],
        events=events,
        houses=list(houses),
        errors=[error for part in parts for error in part.errors],
        text={
            row + at: lines
            for part, row in zip(parts, rows, strict=False)
            for at, lines in part.text.items()
        },
        **columns,
    )


_SAID: Final = {f.name: f.metadata[""] for f in fields(Hands) if f.metadata}
_ENTRIES: Final[dict[str, Column]] = {
    name: said._replace(
        name=name, kept=tuple(kept._replace(name=kept.name or name) for kept in said.kept)
    )
    for name, said in _SAID.items()
}
KEPT: Final = tuple(kept for entry in _ENTRIES.values() for kept in entry.kept)
"""The columns that the Parquet file has of a hand, in its order."""
TABLE: Final[dict[str, Column]] = {
    name: entry for name, entry in _ENTRIES.items() if name != "text"
}
"""The columns of ``Hands`` by name."""
COLUMNS: Final = tuple(TABLE)
THERE: Final = {entry.there: name for name, entry in TABLE.items() if entry.there}
"""The flag of ``Hands`` that says whether a column of the file has anything in it."""
PLAY_COLUMNS: Final = frozenset(name for name, entry in TABLE.items() if "play" in entry.read_by)
"""The columns that the replay of chosen hands reads, besides their shape and the cards played."""
SETTLED_COLUMNS: Final = frozenset(
    name for name, entry in TABLE.items() if "settlement" in entry.read_by
)
"""The columns that the settlement reads, besides what was won."""


def shapes(seats: int, held: int = HELD) -> dict[str, tuple[int, ...]]:
    """The axes of each column but the last, for tables of at most ``seats`` players and lists of at
    most ``held`` cards.
    """
    room = {
        "held": held,
        "seats": seats,
        "turns": seats,
        "tricks": TRICKS,
        "lines": LINE_SEATS + len(BY_SEAT) * seats,
    }
    return {name: tuple(room[axis] for axis in entry.axes) for name, entry in TABLE.items()}


def blank_columns(
    seats: int, hands: int, held: int = HELD, *, but: Container[str] = ()
) -> dict[str, Any]:
    """All columns with nothing written, ``but`` some."""
    room = shapes(seats, held).items()
    return {
        name: np.full((*shape, hands), TABLE[name].absent, TABLE[name].unit.type)
        for name, shape in room
        if name not in but
    }


# --- For readers and writers ----------------------------------------------------------------------
class Filled(NamedTuple):
    """A statement that fills columns of its own, and nothing else: what is read from its lines and
    written in them again, and what a file may say of it, follows from the table and its parts.

    ``column`` has its values, ``how`` is that of the column in the file. ``unknown`` is the column
    of those whose number nobody knows, and ``there`` that of the flag that somebody said it, empty
    if there is none. ``line`` is the row of ``Hands.lines`` for the first line of the statement, 0
    if there is none. Its amount may be left out if ``by_rule``.
    """

    column: str
    how: str
    unknown: str
    there: str
    line: int
    by_rule: bool
    record: Any  # the class, a NamedTuple


LINE_OF: Final = {
    "ante": LINE_ANTE,
    "tricks": LINE_COUNTS,
    "pot": LINE_POT,
    "take": LINE_TAKES,
    "match": LINE_MATCHES,
}
"""Rows of ``Hands.lines`` for the first line of a statement that fills a column."""
FILLING: Final = frozenset(("flag", "chips", *(how for how in HOW if how.startswith("seat_"))))


def _filled(statement: HandStatement) -> Filled | None:
    """How a statement fills its columns; None if another does too, or there is more to it."""
    columns = [entry for entry in TABLE.values() if statement.keyword in entry.said]
    kept = [(entry.name, kept.how) for entry in columns for kept in entry.kept]
    if not kept or any(entry.said != (statement.keyword,) for entry in columns):
        return None
    if not FILLING.issuperset(how for _, how in kept):
        return None
    (column, how), *others = kept
    return Filled(
        column,
        how,
        unknown="".join(name for name, _ in others),
        there=THERE.get(column, ""),
        line=LINE_OF.get(statement.keyword, 0),
        by_rule=any(part.field == "chips" and part.may_be_missing for part in statement.parts),
        record=statement.record,
    )


FILLED: Final = {
    keyword: filled
    for keyword, statement in HAND_STATEMENTS.items()
    if (filled := _filled(statement)) is not None
}
"""The statements of a hand that a column is all there is to know of, by keyword."""
BEGUN: Final = tuple(
    dict.fromkeys(
        next(name for name, entry in TABLE.items() if keyword in entry.said)
        for keyword, statement in HAND_STATEMENTS.items()
        if statement.begins and any(keyword in entry.said for entry in TABLE.values())
    )
)
"""Columns of which one has something in it in every hand in which somebody declared or played: the
first of each statement that ``begins`` a hand.
"""
# the farthest line of a hand, counted from its first, that ``Hands.lines`` can tell apart
FAR: Final = 0xFFFF


def lines_by_seat(seats: int) -> dict[str, int]:
    """Of each statement in BY_SEAT the first of its rows of ``Hands.lines``; the others follow by
    seat.
    """
    return {kind: LINE_SEATS + index * seats for index, kind in enumerate(BY_SEAT)}
