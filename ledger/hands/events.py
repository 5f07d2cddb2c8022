"""Statements between hands as columns: their kinds, what stands in which column, and which chips they move.

All of it follows from the specifications of the statements (``ledger.log.between_hands``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ledger.game.options import split_rules
from ledger.log.between_hands import BETWEEN_HANDS, BetweenHands, Expense, Result, RulesChange, shares_of
from ledger.log.parts import AMOUNT, OTHER, PLAYER, TARGET
from ledger.log.statement import Statement

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
