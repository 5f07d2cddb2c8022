"""From session logs to columns: what was written, in the shape the engine replays."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from itertools import chain
from typing import Any

import numpy as np

from ledger.cards import NONE
from ledger.hands import (
    ABSENT,
    BUYIN,
    BY_RULE,
    BY_SEAT,
    CASHOUT,
    COUNT,
    DROPPED,
    END,
    LEAVE,
    LINE_ANTE,
    LINE_CLAIM,
    LINE_COUNTS,
    LINE_MATCHES,
    LINE_POT,
    LINE_SEATS,
    LINE_TAKES,
    LINE_TRICK,
    PASSED,
    PAY,
    PENALTY,
    PLAYED,
    SIT,
    TRANSFER,
    TRICKS,
    WAIVE,
    Array,
    Events,
    Hands,
    SessionInfo,
)
from ledger.log import records
from ledger.log.limits import MOST_CARDS
from ledger.log.records import Diagnostic, Hand, Session
from ledger.log.writer import format_statement
from ledger.rules import RulesError, parse_rules

USUAL_HELD = 6
"""Room in a column of card lists: a hand, and the dealer's sixth card (rules.md 2.4)."""
MOST_DRAWN = 100
"""A longer draw is recorded as this one: past any hand, and wrong all the same."""


def columns(sessions: Iterable[Session]) -> Hands:
    """Return the hands of ``sessions`` as columns, in order; ``Hands.errors`` has every line that could not be read.

    A session that cannot be read, or whose rules do not exist, has no hands; its errors say why.
    """
    kept: list[tuple[Session, SessionInfo]] = []
    errors: list[Diagnostic] = []
    for session in sessions:
        info = _info(session) if session.readable else None
        errors.extend(session.errors)
        if info is not None:
            kept.append((session, info))
    try:
        return _Builder(kept, errors, USUAL_HELD).build()
    except _LongList:
        return _Builder(kept, errors, MOST_CARDS).build()


class _LongList(Exception):
    """A list of more cards than the usual columns have room for."""


def _info(session: Session) -> SessionInfo | None:
    line = session.rules
    assert line is not None, "a readable session has a rules line"  # noqa: S101
    try:
        rules = parse_rules(line.preset, line.options)
    except RulesError as error:
        text = "rules " + " ".join([line.preset, *(f"{name}={value}" for name, value in line.options)])
        column = line.columns[error.word] if error.word < len(line.columns) else 1
        session.readable = False
        session.errors.append(
            Diagnostic(session.file, line.line, column, text, str(error), error.expected, error.remedy)
        )
        session.errors.sort(key=lambda diagnostic: diagnostic.line)
        return None
    return SessionInfo(
        file=session.file,
        id=session.id,
        rules=rules,
        ante=session.ante,
        pot=session.pot,
        players=tuple(session.players),
        date=session.date,
        title=session.title,
        chip=session.chip,
        currency=session.currency,
        seats=session.seats,
        header_lines=tuple(next((said.line for said in session.header if isinstance(said, kind)), 0) for kind in _HEADER),
    )


_HEADER = (
    records.Version,
    records.Title,
    records.RulesLine,
    records.Chip,
    records.AnteUnit,
    records.OpeningPot,
    records.Seats,
)


class _Layout:
    """Where each part of a hand stands in its row of bytes."""

    def __init__(self, seats: int, held: int) -> None:
        self.seats, self.held, self.turns = seats, held, seats
        self.size = 0
        self.at: dict[str, int] = {}
        self.shape: dict[str, tuple[int, ...]] = {}
        fill = bytearray()
        for name, value, shape in (
            ("dealt", NONE, (seats, held)),
            ("out", NONE, (seats, held)),
            ("drawn", NONE, (seats, held)),
            ("cards", NONE, (TRICKS, seats)),
            ("withdrawn", NONE, (TRICKS, seats)),
            ("shown", NONE, (held,)),
            ("dealt_count", ABSENT, (seats,)),
            ("out_count", ABSENT, (seats,)),
            ("drawn_count", ABSENT, (seats,)),
            ("draw", ABSENT, (seats,)),
            ("declared", 0, (seats,)),
            ("order", ABSENT, (seats,)),
            ("early", 0, (seats,)),
            ("counted", ABSENT, (seats,)),
            ("leader", ABSENT, (TRICKS,)),
            ("trick_size", 0, (TRICKS,)),
            ("seated", 0, ()),
            ("due", ABSENT, ()),
            ("turned", NONE, ()),
            ("trump", ABSENT, ()),
            ("claim", ABSENT, ()),
            ("trick_count", 0, ()),
            ("has_counts", 0, ()),
            ("has_ante", 0, ()),
            ("has_take", 0, ()),
            ("has_match", 0, ()),
            ("quarantined", 0, ()),
        ):
            self.at[name] = self.size
            self.shape[name] = shape
            count = int(np.prod(shape, dtype=int))
            fill.extend([value & 0xFF] * count)
            self.size += count
        self.blank = bytes(fill)
        self.blank_lines = array("H", bytes(2 * (LINE_SEATS + len(BY_SEAT) * seats)))


_CARDS = {"dealt", "out", "drawn", "cards", "withdrawn", "shown", "turned"}
_FLAGS = {"early", "has_counts", "has_ante", "has_take", "has_match", "quarantined"}


class _Builder:
    def __init__(self, kept: list[tuple[Session, SessionInfo]], errors: list[Diagnostic], held: int) -> None:
        self.kept = kept
        self.errors = errors
        seats = 2
        for session, _ in kept:
            for hand in session.body:
                if type(hand) is Hand and len(hand.seats) > seats:
                    seats = len(hand.seats)
        self.layout = _Layout(seats, held)
        self.rows: list[bytes] = []
        self.lines: list[array[int]] = []
        self.session: list[int] = []
        self.number: list[int] = []
        self.line: list[int] = []
        self.players: list[int] = []
        self.pots: list[int] = []
        self.amounts: dict[str, list[tuple[int, int, int]]] = {"ante": [], "take": [], "match": [], "renege": []}
        self.events: list[tuple[int, ...]] = []
        self.text: dict[int, list[tuple[int, str]]] = {}

    def build(self) -> Hands:
        for index, (session, info) in enumerate(self.kept):
            info.first_row = len(self.rows)
            place = {name: at for at, name in enumerate(info.players)}
            last: Hand | None = None
            moves: list[records.Sit | records.Leave] = []
            for item in session.body:
                if isinstance(item, Hand):
                    self.add_hand(index, item, place, info)
                    if not item.quarantined:
                        last, moves = item, []
                else:
                    self.add_event(index, item, place)
                    if isinstance(item, (records.Sit, records.Leave)):
                        moves.append(item)
                    elif isinstance(item, records.End) and item.divide:
                        seats = list(last.seats if last else session.seats)
                        info.shares = tuple(place[name] for name in _moved_on(seats, moves, dealt=last is not None))
            info.rows = len(self.rows) - info.first_row
        return self.finish()

    def add_event(self, session: int, item: Any, place: dict[str, int]) -> None:
        match item:
            case records.Penalty(line, player, chips, hand):
                row = (PENALTY, place[player], -1, chips, -1 if hand is None else hand, line)
            case records.Transfer(line, giver, receiver, chips, hand):
                row = (TRANSFER, place[giver], place[receiver], chips, -1 if hand is None else hand, line)
            case records.BuyIn(line, player, chips, source):
                row = (BUYIN, place[player], place[source] if source else -1, chips, -1, line)
            case records.CashOut(line, player, chips, source):
                row = (CASHOUT, place[player], place[source] if source else -1, chips, -1, line)
            case records.Count(line, player, chips):
                row = (COUNT, place[player], -1, chips, -1, line)
            case records.Waive(line, hand, player):
                row = (WAIVE, place[player], -1, 0, hand, line)
            case records.Pay(line, payer, payee, amount):
                row = (PAY, place[payer], place[payee], amount, -1, line)
            case records.Sit(line, player, after):
                row = (SIT, place[player], place[after], 0, -1, line)
            case records.Leave(line, player):
                row = (LEAVE, place[player], -1, 0, -1, line)
            case records.End(line, divide):
                row = (END, -1, -1, int(divide), -1, line)
            case _:
                return
        self.events.append((session, len(self.rows), *row))

    def add_hand(self, session: int, hand: Hand, place: dict[str, int], info: SessionInfo) -> None:
        layout = self.layout
        at, held, width = layout.at, layout.held, layout.seats
        row = bytearray(layout.blank)
        lines = array("H", layout.blank_lines)
        here = len(self.rows)
        self.session.append(session)
        self.line.append(hand.line)
        self.number.append(-1 if hand.first is None else hand.first.number)
        pot = ABSENT
        players = [place[name] for name in hand.seats[:width]]
        row[at["seated"]] = len(players)
        self.players.extend(players + [-1] * (width - len(players)))
        if hand.quarantined or hand.first is None:
            row[at["quarantined"]] = 1
            self.text[here] = _word_for_word(hand)
        else:
            first = hand.first
            seat = {name: index for index, name in enumerate(hand.seats)}
            if hand.due is not None:
                row[at["due"]] = seat[hand.due]
            row[at["turned"]] = first.turned
            row[at["trump"]] = first.trump & 0xFF
            trick = order = 0
            for statement in hand.statements:
                kind = type(statement)
                offset = min(statement.line - hand.line, 65535)
                if kind is records.Trick:
                    _, leader, cards, withdrawn, _ = statement  # type: ignore[misc]
                    if trick < TRICKS:
                        row[at["leader"] + trick] = seat[leader]
                        row[at["trick_size"] + trick] = len(cards)
                        start = at["cards"] + trick * layout.turns
                        kept = min(len(cards), layout.turns)
                        row[start : start + kept] = bytes(cards[:kept])
                        for turn, card in withdrawn:
                            if turn < layout.turns:
                                row[at["withdrawn"] + trick * layout.turns + turn] = card
                    if trick <= TRICKS:
                        lines[LINE_TRICK + trick] = offset
                    trick += 1
                elif kind is records.Play:
                    _, name, draw, out, drawn, _ = statement  # type: ignore[misc]
                    who = seat[name]
                    row[at["declared"] + who] = PLAYED
                    if row[at["order"] + who] == 0xFF:
                        row[at["order"] + who] = order
                        order += 1
                    lines[LINE_SEATS + width + who] = offset
                    if draw is not None:
                        row[at["draw"] + who] = min(draw, MOST_DRAWN)
                    for column, listed in (("out", out), ("drawn", drawn)):
                        if listed is not None:
                            if len(listed) > held:
                                raise _LongList
                            row[at[column + "_count"] + who] = len(listed)
                            start = at[column] + who * held
                            row[start : start + len(listed)] = bytes(listed)
                elif kind is records.Pass:
                    for name in statement.players:  # type: ignore[union-attr]
                        who = seat[name]
                        row[at["declared"] + who] = DROPPED if row[at["declared"] + who] == PLAYED else PASSED
                        if row[at["order"] + who] == 0xFF:
                            row[at["order"] + who] = order
                            order += 1
                            lines[LINE_SEATS + width + who] = offset
                elif kind is records.Dealt:
                    _, name, cards, _ = statement  # type: ignore[misc]
                    if len(cards) > held:
                        raise _LongList
                    who = seat[name]
                    start = at["dealt"] + who * held
                    row[start : start + len(cards)] = bytes(cards)
                    row[at["dealt_count"] + who] = len(cards)
                    lines[LINE_SEATS + who] = offset
                elif kind is records.Take or kind is records.Match:
                    _, name, chips, _ = statement  # type: ignore[misc]
                    word, kinds = ("take", LINE_TAKES) if kind is records.Take else ("match", LINE_MATCHES)
                    row[at["has_" + word]] = 1
                    lines[kinds] = lines[kinds] or offset
                    if name is not None:
                        self.amounts[word].append((here, seat[name], BY_RULE if chips == records.DEFAULT else chips))
                        lines[LINE_SEATS + BY_SEAT.index(word) * width + seat[name]] = offset
                elif kind is records.Tricks:
                    row[at["has_counts"]] = 1
                    for name, won in statement.won:  # type: ignore[union-attr]
                        row[at["counted"] + seat[name]] = min(won, MOST_DRAWN)
                    lines[LINE_COUNTS] = lines[LINE_COUNTS] or offset
                elif kind is records.Ante:
                    row[at["has_ante"]] = 1
                    for name, chips in statement.amounts:  # type: ignore[union-attr]
                        self.amounts["ante"].append((here, seat[name], info.ante if chips == records.DEFAULT else chips))
                    lines[LINE_ANTE] = lines[LINE_ANTE] or offset
                elif kind is records.Pot:
                    pot = statement.chips  # type: ignore[union-attr]
                    lines[LINE_POT] = offset
                elif kind is records.Renege:
                    _, name, chips, _ = statement  # type: ignore[misc]
                    self.amounts["renege"].append((here, seat[name], BY_RULE if chips == records.DEFAULT else chips))
                    lines[LINE_SEATS + BY_SEAT.index("renege") * width + seat[name]] = offset
                elif kind is records.Claim:
                    _, name, cards, _ = statement  # type: ignore[misc]
                    if len(cards) > held:
                        raise _LongList
                    row[at["claim"]] = seat[name]
                    row[at["shown"] : at["shown"] + len(cards)] = bytes(cards)
                    lines[LINE_CLAIM] = offset
                elif kind is records.Early:
                    who = seat[statement.player]  # type: ignore[union-attr]
                    row[at["early"] + who] = 1
                    lines[LINE_SEATS + 2 * width + who] = offset
            row[at["trick_count"]] = min(trick, 127)
        self.pots.append(pot)
        self.rows.append(bytes(row))
        self.lines.append(lines)

    def finish(self) -> Hands:
        layout, count = self.layout, len(self.rows)
        grid = np.frombuffer(b"".join(self.rows), np.uint8).reshape(count, layout.size)
        grid = np.ascontiguousarray(grid.T)
        parts: dict[str, Array] = {}
        for name, start in layout.at.items():
            shape = layout.shape[name]
            part = grid[start : start + int(np.prod(shape, dtype=int))].reshape(*shape, count)
            if name in {"dealt", "out", "drawn"}:
                part = np.ascontiguousarray(part.swapaxes(0, 1))
            parts[name] = part if name in _CARDS else part.view(bool) if name in _FLAGS else part.view(np.int8)
        wide = LINE_SEATS + len(BY_SEAT) * layout.seats
        lines = np.frombuffer(b"".join(map(bytes, self.lines)), np.uint16).reshape(count, wide).T
        numbers = np.array(list(chain.from_iterable(self.events)), np.int64).reshape(len(self.events), 8)
        session, before, kind, player, other, amount, target, line = numbers.T
        return Hands(
            sessions=[info for _, info in self.kept],
            events=Events(session, before, kind, player, other, amount, target, line),
            session=np.array(self.session, np.int32),
            number=np.array(self.number, np.int64),
            line=np.array(self.line, np.int32),
            player=np.ascontiguousarray(np.array(self.players, np.int16).reshape(count, layout.seats).T),
            pot=np.array(self.pots, np.int64),
            lines=np.ascontiguousarray(lines),
            errors=self.errors,
            text=self.text,
            **parts,
            **{word: self.amount(word) for word in self.amounts},
        )

    def amount(self, word: str) -> Array:
        chips = np.full((self.layout.seats, len(self.rows)), ABSENT if word != "ante" else 0, np.int64)
        for row, seat, value in self.amounts[word]:
            if value == BY_RULE or chips[seat, row] == ABSENT:
                chips[seat, row] = value
            else:
                chips[seat, row] += value
        return chips


def _word_for_word(hand: Hand) -> list[tuple[int, str]]:
    """Return the lines of a hand with their numbers, as its log has them when it is written in canonical form."""
    lines = [] if hand.first is None else [(hand.line, format_statement(hand.first))]
    for statement in hand.statements:
        text = format_statement(statement)
        lines.append((statement.line, text if isinstance(statement, records.Unreadable) else "  " + text))
    return lines


def _moved_on(seats: list[str], moves: Iterable[records.Sit | records.Leave], *, dealt: bool) -> list[str]:
    """Return who sits, from the last dealer's left on, after those who came and went since that hand."""
    dealer = seats[-1] if dealt else None
    for move in moves:
        if isinstance(move, records.Leave):
            if move.player in seats:
                seats.remove(move.player)
        elif move.after in seats:
            seats.insert(0 if move.after == dealer else seats.index(move.after) + 1, move.player)
    return seats
