"""One hand of a log as a row of bytes, and back: where each column's part stands, and how each statement is written there.

``ledger.hands.from_log`` turns rows into columns; log-format.md, "A hand", says what the statements mean. The second half goes
from what the columns have of one hand to the statements of the log, in the order that log-format.md shows.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from math import prod
from typing import Any, Final

import numpy as np

from ledger.game.play import NONE, UNKNOWN
from ledger.hands.model import (
    ABSENT,
    BY_PAYMENT,
    BY_RULE,
    BY_SEAT,
    BY_TRICKS,
    DROPPED,
    LINE_ANTE,
    LINE_CLAIM,
    LINE_COUNTS,
    LINE_MATCHES,
    LINE_POT,
    LINE_SEATS,
    LINE_TAKES,
    LINE_TRICK,
    MOST_DRAWN,
    PASSED,
    PLAYED,
    SILENT,
    TABLE,
    THERE,
    TRICKS,
    Array,
    blank_columns,
    shapes,
)
from ledger.log import hand_statements
from ledger.log.hand_statements import DEFAULT, HAND, Ante, Claim, HandLine, Pass, Play, Trick, Tricks
from ledger.log.records import Hand, HandRecord, Unreadable
from ledger.log.values import Context
from ledger.log.words import split

# --- Hand row ---------------------------------------------------------------------------------------------------------

FAR: Final = 0xFFFF
_NOT_WRITTEN: Final = ABSENT & 0xFF
_IN_ROW: Final = tuple(column for column in TABLE.values() if column.unit.type in {"int8", "uint8", "bool"})
_LISTS: Final = frozenset(column.name for column in _IN_ROW if column.axes == ("held", "seats"))


ALONE: Final = {
    name: kept.how
    for name, entry in TABLE.items()
    for kept in entry.kept
    if entry.said == (name,) and kept.how in {"seat_flags", "seat_cards", "seat_chips", "chips", "flag"}
}
"""The statements that fill a column of their name and none else: how they are written and read again follows from the table."""
FIRST_LINE: Final = {"pot": LINE_POT, "take": LINE_TAKES, "match": LINE_MATCHES}
"""Rows of ``Hands.lines`` for the first line of such a statement."""


class Layout:
    """Rows for tables of at most ``seats`` players and lists of at most ``held`` cards.

    ``at`` gives the first byte of each column whose numbers are bytes, ``blank`` a row in which nothing is written; ``line_at``
    and ``blank_lines`` are the same for line numbers. A player's list of cards stands in one piece.
    """

    def __init__(self, seats: int, held: int) -> None:
        self.seats, self.held = seats, held
        self.shape = shapes(seats, held)
        self.at: dict[str, int] = {}
        blank = bytearray()
        for column in _IN_ROW:
            self.at[column.name] = len(blank)
            blank.extend([column.absent & 0xFF] * prod(self.shape[column.name]))
        self.blank = bytes(blank)
        self.blank_lines = array("H", bytes(2 * self.shape["lines"][0]))
        self.line_at = {kind: LINE_SEATS + index * seats for index, kind in enumerate(BY_SEAT)}

    def columns(self, count: int, written: Mapping[int, HandRow]) -> dict[str, Array]:
        """Return the columns of ``Hands`` for ``count`` hands, the hand as last axis; nothing is in those not ``written``."""
        parts = blank_columns(self.seats, count, self.held, but=self.at)
        _fill(parts["lines"], {row: hand.lines for row, hand in written.items()})
        grid = np.repeat(np.frombuffer(self.blank, np.uint8)[:, None], count, 1)
        _fill(grid, {row: hand.row for row, hand in written.items()})
        for column in _IN_ROW:
            name, shape = column.name, self.shape[column.name]
            part = grid[self.at[name] : self.at[name] + prod(shape)]
            if name in _LISTS:
                part = np.ascontiguousarray(part.reshape(*reversed(shape), count).swapaxes(0, 1))
            parts[name] = part.reshape(*shape, count).view(column.unit.type)
        for row, hand in written.items():
            hand.put_chips(parts, row)
        return parts


def _fill(grid: Array, rows: Mapping[int, bytearray | array[int]]) -> None:
    if rows:
        grid[:, list(rows)] = np.frombuffer(b"".join(rows.values()), grid.dtype).reshape(len(rows), len(grid)).T


class LongListError(Exception):
    """A list of more cards than the layout has room for."""


class HandRow:
    """One hand being written. ``amounts`` collects (kind, place, chips) of antes, takes, matches and reneges."""

    def __init__(self, layout: Layout, hand: Hand, ante: int) -> None:
        self.at, self.held, self.width = layout.at, layout.held, layout.seats
        self.line_at = layout.line_at
        self.row = bytearray(layout.blank)
        self.lines = array("H", layout.blank_lines)
        self.first_line, self.one_ante = hand.line, ante
        self.seat = {name: place for place, name in enumerate(hand.seats)}
        self.tricks = self.declared = 0
        self.chips: dict[str, int] = {}
        self.amounts: list[tuple[str, int, int]] = []
        self.row[self.at["seated"]] = len(hand.seats)
        if hand.first is None or hand.quarantined:
            self.row[self.at["quarantined"]] = 1
            return
        if hand.due is not None:
            self.row[self.at["due"]] = self.seat[hand.due]
        self.row[self.at["turned"]] = hand.first.turned
        self.row[self.at["trump"]] = hand.first.trump & 0xFF
        for statement in hand.statements:
            write = WRITERS.get(type(statement))
            if write is not None:
                offset = statement.line - hand.line
                write(self, statement, min(FAR, offset))
        self.row[self.at["trick_count"]] = min(self.tricks, 2 * TRICKS)
        declared = self.row[self.at["declared"] : self.at["declared"] + self.width]
        if PLAYED not in declared and DROPPED not in declared:
            self.score()

    def put_chips(self, columns: Mapping[str, Array], row: int) -> None:
        """Put the chips into columns; several lines of one kind add up."""
        for kind, chips in self.chips.items():
            columns[kind][row] = chips
        for kind, place, chips in self.amounts:
            column, absent = columns[kind], TABLE[kind].absent
            more = chips != BY_RULE and column[place, row] != absent
            column[place, row] = column[place, row] + chips if more else chips

    def cards(self, column: str, start: int, cards: tuple[int, ...]) -> None:
        """Write a list of cards at index ``start`` of a column."""
        if len(cards) > self.held:
            raise LongListError
        begin = self.at[column] + start
        self.row[begin : begin + len(cards)] = bytes(cards)

    def mark(self, kind: str, place: int, offset: int) -> None:
        """Record the line of a player's statement, if ``lines`` has a place for its kind."""
        if kind in self.line_at:
            self.lines[self.line_at[kind] + place] = offset

    def declare(self, place: int, offset: int) -> None:
        """Rank a player's first declaration."""
        order = self.at["order"] + place
        if self.row[order] == _NOT_WRITTEN:
            self.row[order] = self.declared
            self.declared += 1
            self.mark("declared", place, offset)

    def passes(self, said: hand_statements.Pass, offset: int) -> None:
        """Write ``pass``: before the draw, or after it."""
        for name in said.players:
            place = self.seat[name]
            state = self.at["declared"] + place
            self.row[state] = DROPPED if self.row[state] == PLAYED else PASSED
            self.declare(place, offset)

    def play(self, said: hand_statements.Play, offset: int) -> None:
        """Write ``play``."""
        _, name, draw, out, drawn, _ = said
        place = self.seat[name]
        at, row = self.at, self.row
        row[at["declared"] + place] = PLAYED
        self.declare(place, offset)
        if draw is not None:
            row[at["draw"] + place] = min(draw, MOST_DRAWN)
        if out is not None:
            self.cards("out", place * self.held, out)
            row[at["out_count"] + place] = len(out)
        if drawn is not None:
            self.cards("drawn", place * self.held, drawn)
            row[at["drawn_count"] + place] = len(drawn)

    def plays(self, said: hand_statements.Plays, offset: int) -> None:
        """Write ``play`` of several."""
        for name, draw in said.draws:
            self.play(hand_statements.Play(said.line, name, draw, None, None), offset)

    def score(self) -> None:
        """Record who played where no declaration says so: the players whom the score names."""
        has_counts = self.row[self.at["has_counts"]]
        place = self.at["counted"] if has_counts else 0
        paid = {place for kind, place, _ in self.amounts if kind in {"take", "match"}}
        if self.declared:
            others = len(self.seat) - self.declared
            if not has_counts and others == 1 and len(paid) == 1 and self.row[self.at["declared"] + min(paid)] == SILENT:
                self.plays_by_score(paid, LINE_TAKES)  # all the others are said to have passed
                self.in_turn(min(paid))
        elif has_counts:
            self.row[self.at["score"]] = BY_TRICKS
            named = {seat for seat in self.seat.values() if self.row[place + seat] != _NOT_WRITTEN}
            self.plays_by_score(named, LINE_COUNTS)
        elif self.row[self.at["has_take"]] or self.row[self.at["has_match"]]:
            self.row[self.at["score"]] = BY_PAYMENT
            self.plays_by_score(paid, LINE_TAKES)

    def in_turn(self, place: int) -> None:
        """Rank a declaration that was not recorded after those of the seats before it, as if it had been made in turn."""
        orders = slice(self.at["order"], self.at["order"] + len(self.seat))
        ranks = [rank for rank in self.row[orders][:place] if rank != _NOT_WRITTEN]
        mine = max(ranks, default=-1) + 1
        later = [rank + (mine <= rank < self.declared - 1) for rank in self.row[orders]]
        later[place] = mine
        self.row[orders] = bytes(later)

    def plays_by_score(self, places: set[int], line: int) -> None:
        """Write that some play, in seat order."""
        for place in sorted(places):
            self.row[self.at["declared"] + place] = PLAYED
            self.declare(place, self.lines[line])

    def trick(self, said: hand_statements.Trick, offset: int) -> None:
        """Write ``trick``."""
        _, leader, cards, withdrawn, _ = said
        at, row, trick, width = self.at, self.row, self.tricks, self.width
        if trick < TRICKS:
            row[at["leader"] + trick] = self.seat[leader]
            row[at["trick_size"] + trick] = len(cards)
            start = at["cards"] + trick * width
            kept = cards[:width]
            row[start : start + len(kept)] = bytes(kept)
            if withdrawn:
                self.taken_back(withdrawn)
        if trick <= TRICKS:
            self.lines[LINE_TRICK + trick] = offset
        self.tricks += 1

    def taken_back(self, withdrawn: tuple[tuple[int, int], ...]) -> None:
        """Write the cards that were taken back in a trick."""
        for turn, card in withdrawn:
            if turn < self.width:
                self.row[self.at["withdrawn"] + self.tricks * self.width + turn] = card

    def claim(self, said: hand_statements.Claim, offset: int) -> None:
        """Write ``claim``."""
        self.row[self.at["claim"]] = self.seat[said.player]
        self.row[self.at["claim_after"]] = min(self.tricks, 2 * TRICKS)
        self.cards("shown", 0, said.cards)
        self.lines[LINE_CLAIM] = offset

    def counted(self, said: hand_statements.Tricks, offset: int) -> None:
        """Write ``tricks``."""
        self.row[self.at["has_counts"]] = 1
        for name, won in said.won:
            self.row[self.at["counted"] + self.seat[name]] = min(won, MOST_DRAWN)
        self.lines[LINE_COUNTS] = self.lines[LINE_COUNTS] or offset

    def ante(self, said: hand_statements.Ante, offset: int) -> None:
        """Write ``ante``."""
        self.row[self.at["has_ante"]] = 1
        for name, chips in said.amounts:
            self.amounts.append(("ante", self.seat[name], self.one_ante if chips == hand_statements.DEFAULT else chips))
        self.lines[LINE_ANTE] = self.lines[LINE_ANTE] or offset

    # Statements with a column of their own, by ``Kept.how``: ``column`` is its name, and ``kind`` in ``amounts``.

    def flag(self, column: str, _said: HandRecord, _offset: int) -> None:
        """Write ``misdeal``."""
        self.row[self.at[column]] = 1

    def one_amount(self, column: str, said: Any, offset: int) -> None:  # noqa: ANN401 - any record with chips
        """Write ``pot``."""
        self.chips[column] = said.chips
        if column in FIRST_LINE:
            self.lines[FIRST_LINE[column]] = offset

    def seat_flags(self, column: str, said: Any, offset: int) -> None:  # noqa: ANN401 - any record with a player
        """Write ``early``."""
        place = self.seat[said.player]
        self.row[self.at[column] + place] = 1
        self.mark(column, place, offset)

    def seat_cards(self, column: str, said: Any, offset: int) -> None:  # noqa: ANN401 - any record with a player and cards
        """Write ``dealt``."""
        place = self.seat[said.player]
        self.cards(column, place * self.held, said.cards)
        self.row[self.at[f"{column}_count"] + place] = len(said.cards)
        self.mark(column, place, offset)

    def seat_chips(self, column: str, said: Any, offset: int) -> None:  # noqa: ANN401 - any record with a player and chips
        """Write ``take``, ``match`` or ``renege``: of the first two, also that nobody did."""
        if column in THERE:
            self.row[self.at[THERE[column]]] = 1
            self.lines[FIRST_LINE[column]] = self.lines[FIRST_LINE[column]] or offset
        if said.player is not None:
            place = self.seat[said.player]
            self.amounts.append((column, place, BY_RULE if said.chips == DEFAULT else said.chips))
            self.mark(column, place, offset)


_HOW: Final = {
    "flag": HandRow.flag,
    "chips": HandRow.one_amount,
    "seat_flags": HandRow.seat_flags,
    "seat_cards": HandRow.seat_cards,
    "seat_chips": HandRow.seat_chips,
}


def _writer(column: str, how: str) -> Callable[[HandRow, Any, int], None]:
    write = _HOW[how]
    return lambda row, said, offset: write(row, column, said, offset)


WRITERS: Final[dict[type, Callable[[HandRow, Any, int], None]]] = {
    hand_statements.Pass: HandRow.passes,
    hand_statements.Play: HandRow.play,
    hand_statements.Plays: HandRow.plays,
    hand_statements.Trick: HandRow.trick,
    hand_statements.Claim: HandRow.claim,
    hand_statements.Tricks: HandRow.counted,
    hand_statements.Ante: HandRow.ante,
    **{hand_statements.HAND_STATEMENTS[name].record: _writer(name, how) for name, how in ALONE.items()},
}
"""How each kind of statement is written; comments and the statements of other programs are not."""


# --- Recorded hand ----------------------------------------------------------------------------------------------------

Row = dict[str, Any]
"""What each column of ``Hands`` has of one hand; lists by seat where the column is by seat."""
Names = tuple[str, ...]
"""Who is seated, from the dealer's left on."""


def first_line(said: Row, names: Names) -> HandLine:
    """Return the ``hand`` line."""
    return HandLine(0, said["number"], names[-1], said["turned"], said["trump"])


def read_first_line(written: Unreadable, names: Names) -> HandLine:
    """Return the ``hand`` line of a hand in quarantine, from its text."""
    context = Context()
    context.seat(list(names))
    words, _, comment, _ = split(written.text)
    return HAND.read(context, written.line, words, comment, written.text)


def statements(said: Row, names: Names, unit: int) -> Iterator[HandRecord]:
    """Yield the statements of a hand; ``unit`` is one ante in chips. Their lines are not numbered."""
    if said["has_ante"]:
        yield _ante(said["ante"], names, unit)
    for column in _BEFORE_PLAY:
        yield from _alone(column, said, names)
    if not said["score"]:
        yield from _declarations(said, names)
    yield from _play(said, names)
    if said["has_counts"]:
        won = said["counted"]
        yield Tricks(0, tuple((name, won[seat]) for seat, name in enumerate(names) if won[seat] >= 0))
    for column in _AFTER_PLAY:
        yield from _alone(column, said, names)


_BEFORE_PLAY, _AFTER_PLAY = (
    [name for how in hows for name in ALONE if ALONE[name] == how]
    for hows in (("seat_cards", "seat_flags"), ("chips", "seat_chips", "flag"))
)
"""In the order of a log: what players have and say comes before the play, what is said of the whole hand (a misdeal) last."""


def _alone(column: str, said: Row, names: Names) -> Iterator[HandRecord]:
    """Yield the statements that have a column of their own."""
    record: Any = hand_statements.HAND_STATEMENTS[column].record
    how, values = ALONE[column], said[column]
    if how == "flag" and values:
        yield record(0)
    elif how == "chips" and values >= 0:
        yield record(0, values)
    elif how == "seat_flags":
        yield from (record(0, name) for name, there in zip(names, values, strict=False) if there)
    elif how == "seat_cards":
        lists = [_cards(values, said[f"{column}_count"], seat) for seat in range(len(names))]
        yield from (record(0, name, cards) for name, cards in zip(names, lists, strict=True) if cards is not None)
    elif how == "seat_chips" and (column not in THERE or said[THERE[column]]):
        paid = [(name, chips) for name, chips in zip(names, values, strict=False) if chips != ABSENT]
        yield from (record(0, name, DEFAULT if chips == BY_RULE else chips) for name, chips in paid)
        if not paid and column in THERE:
            yield record(0, None)


def _play(said: Row, names: Names) -> Iterator[HandRecord]:
    """Yield the tricks, and a claim where it was made among them."""
    before = said["claim_after"] if said["claim"] >= 0 else said["trick_count"]
    tricks = list(_tricks(said, names))
    yield from tricks[:before]
    if said["claim"] >= 0:
        yield Claim(0, names[said["claim"]], tuple(card for card in said["shown"] if card != NONE))
    yield from tricks[before:]


def _cards(lists: list[list[int]], counts: list[int], seat: int) -> tuple[int, ...] | None:
    """Return a seat's list of cards (lists by card, then seat), None where it was not written."""
    return tuple(lists[at][seat] for at in range(counts[seat])) if counts[seat] >= 0 else None


def _ante(chips: list[int], names: Names, unit: int) -> Ante:
    amounts = tuple((name, DEFAULT if chips[seat] == unit else chips[seat]) for seat, name in enumerate(names) if chips[seat])
    return Ante(0, amounts or ((names[-1], 0),))


def _declarations(said: Row, names: Names) -> Iterator[HandRecord]:
    """Yield who plays and who passes, in order, then who passed after the draw."""
    declared, order = said["declared"], said["order"]
    spoken = sorted((seat for seat in range(len(names)) if declared[seat] != SILENT), key=lambda seat: order[seat])
    for passed, seats in groupby(spoken, key=lambda seat: declared[seat] == PASSED):
        if passed:
            yield Pass(0, tuple(names[seat] for seat in seats))
            continue
        for seat in seats:
            draw = said["draw"][seat]
            out = _cards(said["out"], said["out_count"], seat)
            drawn = _cards(said["drawn"], said["drawn_count"], seat)
            yield Play(0, names[seat], draw if draw >= 0 else None, out, drawn)
    dropped = tuple(names[seat] for seat in spoken if declared[seat] == DROPPED)
    if dropped:
        yield Pass(0, dropped)


def _tricks(said: Row, names: Names) -> Iterator[HandRecord]:
    """Yield the tricks; of a trick too many, and of cards too many in a trick, the columns have only the number."""
    for trick in range(min(said["trick_count"], TRICKS)):
        size = said["trick_size"][trick]
        cards = said["cards"][trick][:size]
        cards += [UNKNOWN] * (size - len(cards))
        withdrawn = tuple((turn, card) for turn, card in enumerate(said["withdrawn"][trick]) if card != NONE)
        yield Trick(0, names[said["leader"][trick]], tuple(cards), withdrawn)
    for _ in range(TRICKS, said["trick_count"]):
        playing = said["declared"].count(PLAYED)
        yield Trick(0, names[0], (UNKNOWN,) * max(playing, 1))
