"""What a log can say: hands that another program wrote down are held against the reader of logs, so
that they say nothing else.

What stands by hand and seat is compared as arrays, by the table of columns. The header of each
session, its statements between hands are written as a log has them and read: what the reader
refuses, or takes for something else, no log has. From them follow the seats of the hands between
them, and whose turn to deal it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from ledger.game.play import NONE
from ledger.hands import model
from ledger.hands.from_log import columns, moved_on
from ledger.hands.model import Array, Filled, Hands, House, Row, SessionInfo, record_of, rows_of
from ledger.hands.parquet_encode import check, refuse
from ledger.hands.to_log import header_of, lines_of_events, read_first_line, rules_said, sessions_of
from ledger.log import Problem, format_statement, read, write
from ledger.log.between_hands import AnteChange, End, Leave, Result, RulesChange, Sit
from ledger.log.grammar import HEADER_STATEMENTS, Chip, Title
from ledger.log.records import HeaderRecord, Unreadable
from ledger.log.values import Context, name_from
from ledger.log.words import MOST_HANDS, shown, split, words_and_comment


def check_admitted(hands: Hands, *, whole: bool = True) -> None:
    """Raise Refusal for hands that no log can have; the last session may be cut off unless it is
    ``whole``.
    """
    _check_columns(hands)
    events = hands.events
    said: list[Row] = list(
        zip(
            *(
                one.tolist()
                for one in (events.kind, events.player, events.other, events.amount, events.target)
            ),
            strict=True,
        )
    )
    begun = hands.misdeal | hands.quarantined
    for name in model.BEGUN:
        there = getattr(hands, name) != model.TABLE[name].absent
        begun |= there.any(tuple(range(there.ndim - 1)))
    starts = np.searchsorted(events.session, np.arange(len(hands.sessions) + 1)).tolist()
    spans: list[Span] = []
    for at, (info, *between) in enumerate(zip(hands.sessions, starts, starts[1:], strict=False)):
        check(
            "hand",
            info.rows <= MOST_HANDS,
            f"is one of more than {MOST_HANDS:,} hands of an evening",
        )
        _check_header(info)
        session = _Session(hands, at, said, begun)
        spans += session.read(*between)
        if whole:
            session.check_end()
    _check_spans(hands, spans)


# --- By hand and seat -----------------------------------------------------------------------------
def _check_columns(hands: Hands) -> None:
    sound = ~hands.quarantined
    plays = (hands.declared == model.PLAYED) | (hands.declared == model.DROPPED)
    for name, entry in model.TABLE.items():
        values = getattr(hands, name)
        if not entry.always and not sound.all():
            kept = entry.kept[0].name if entry.kept else name
            check(kept, values[..., ~sound] == entry.absent, "is of a hand in quarantine")
        if entry.said == ("play",) and entry.axes == ("seats",):
            fine = plays | (values == entry.absent)
            check(name.removesuffix("_count"), fine, "is of somebody who does not play")
    _check_scores(hands)
    for by in model.FILLED.values():
        _check_filled(hands, by)
    check(
        "earlier",
        (hands.earlier == NONE) | (hands.withdrawn != NONE),
        "has a card where `withdrawn` has none",
    )
    said = hands.events
    together = (said.session[1:] == said.session[:-1]) & (said.before[1:] == said.before[:-1])
    check(
        "before",
        ~together | (said.line[1:] >= said.line[:-1]),
        "has statements that are not in the order of their lines",
    )
    check(
        "text",
        np.flatnonzero(~sound).tolist() == sorted(hands.text),
        "is not that of a hand in quarantine, or is missing",
    )
    for row, lines in hands.text.items():
        _check_text(hands, row, [text for _, text in lines])


def _check_filled(hands: Hands, by: Filled) -> None:
    """Hold a column against what lines of its statement can say."""
    values = getattr(hands, by.column)
    if by.how == "seat_cards":
        some = getattr(hands, f"{by.column}_count") != 0
        check(by.column, some, "has a list without a card")
    if by.how == "seat_chips" and not by.by_rule:
        check(by.column, values != model.BY_RULE, "has a player without an amount")
    if by.unknown:
        unknown = getattr(hands, by.unknown)
        fine = ~unknown | (getattr(hands, by.there) & (values == model.ABSENT))
        check(by.unknown, fine, "is of somebody with tricks")


def _check_scores(hands: Hands) -> None:
    """Hold scores against who is said to have played in them (log-format.md, "Seats and
    players").
    """
    counted = (hands.counted != model.ABSENT) | hands.uncounted
    paid = (hands.match != model.ABSENT) | (hands.renege != model.ABSENT)
    silent = (hands.declared == model.SILENT) & (hands.player >= 0)
    for score, who in (
        (model.BY_TRICKS, counted | paid),
        (model.BY_PAYMENT, paid | (hands.take != model.ABSENT)),
    ):
        here = hands.score == score
        played, may = hands.declared == model.PLAYED, who & (hands.declared != model.PASSED)
        # where tricks are recorded, they may name others
        wrong = np.where(hands.trick_count > 0, may & ~played, played != may)
        drawn = (
            (hands.draw != model.ABSENT)
            | (hands.out_count != model.ABSENT)
            | (hands.drawn_count != model.ABSENT)
        )
        other = hands.misdeal | (
            (hands.trick_count == 0) & (hands.has_counts != (score == model.BY_TRICKS))
        )
        check(
            "score",
            ~here | ~(other | (wrong | drawn).any(0)),
            "is of a hand that is no score, or in which others played",
        )
    nobody = (
        ~(hands.declared != model.SILENT).any(0)
        & (hands.trick_count == 0)
        & ~hands.misdeal
        & ~hands.quarantined
    )
    check(
        "score",
        (hands.score == model.BY_TRICKS) | ~(nobody & hands.has_counts & silent.any(0)),
        "is null in a hand that is a score",
    )


def _check_text(hands: Hands, row: int, lines: list[str]) -> None:
    """Hold a hand in quarantine against its number: the first line has it, if it could be read."""
    check(
        "text",
        bool(lines) and not any("\n" in text for text in lines),
        "does not have the lines of a hand",
    )
    if hands.number[row] < 0:
        return
    names = tuple(hands.name(row, seat) for seat in range(int(hands.seated[row])))
    try:
        number = read_first_line(Unreadable(0, lines[0]), names).number
    except Problem as problem:
        refuse("text", f"begins with a line that is none of a hand: {problem.message}")
    check("text", number == hands.number[row], "has another number than the hand")


# --- Session by session ---------------------------------------------------------------------------
class Span(NamedTuple):
    """Hands with nothing between them: session and rows, who sits clockwise, whose turn to deal the
    first was, the house.
    """

    session: int
    first: int
    end: int
    circle: list[int]
    due: int
    house: House


class _Session:
    """One session, read as its log is but for what was played.

    ``said`` are all statements between hands, ``begun`` the hands in which somebody is known to
    have declared or played.
    """

    def __init__(self, hands: Hands, at: int, said: list[Row], begun: Array) -> None:
        self.hands, self.at, self.info, self.said, self.begun = (
            hands,
            at,
            hands.sessions[at],
            said,
            begun,
        )
        self.house, self.row = self.info.house, self.info.first_row
        self.place = {name: at for at, name in enumerate(self.info.players)}
        self.context = Context()
        self.context.currency = self.info.currency
        self.context.seat(list(self.info.seats))
        self.dealt = False
        self.seats = list(self.info.seats)
        """Who sat in the last hand that is known, ``moves`` who came and went since then."""
        self.moves: list[Sit | Leave] = []
        self.dealer = False
        self.shares: list[str] | None = None

    def read(self, first: int, last: int) -> Iterator[Span]:
        """Read the statements from ``first`` to ``last``, and yield the hands between them."""
        for rows in lines_of_events(self.hands.events, first, last):
            before = int(self.hands.events.before[rows[0]])
            new = before > self.row
            yield from self.hands_before(before)
            self.statement(rows, unbegun=new and not self.begun[before - 1])
        yield from self.hands_before(self.info.first_row + self.info.rows)

    def hands_before(self, end: int) -> Iterator[Span]:
        """Yield the hands before row ``end``, if there are any."""
        if end <= self.row:
            return
        read = not self.hands.quarantined[self.row : end].all()
        check("hand", not (self.context.ended and read), "stands after the end of its evening")
        hands, last, seating = self.hands, end - 1, self.context.seating
        due = (
            seating.due(again=self.row > self.info.first_row and bool(hands.misdeal[self.row - 1]))
            if self.dealt
            else None
        )
        circle = [self.place[name] for name in seating.clockwise()]
        yield Span(
            self.at,
            self.row,
            end,
            circle,
            model.ABSENT if due is None else self.place[due],
            self.house,
        )
        if hands.number[last] >= 0:
            seating.deal(None if hands.no_dealer[last] else self.names(last)[-1])
        sound = np.flatnonzero(~hands.quarantined[self.row : end])
        if len(sound):
            known = self.row + int(sound[-1])
            self.seats, self.dealer, self.moves = self.names(known), not hands.no_dealer[known], []
        self.dealt = not hands.quarantined[last]
        self.row = end

    def names(self, row: int) -> list[str]:
        return [
            self.info.players[player] for player in self.hands.player[: self.hands.seated[row], row]
        ]

    def statement(self, rows: list[int], *, unbegun: bool) -> None:
        """Read a statement as a log has it; ``unbegun`` if it follows a hand in which nobody has
        declared or played.
        """
        hands, info = self.hands, self.info
        said = [self.said[row] for row in rows]
        kind = model.STATEMENTS[said[0][0]]
        check(
            "before",
            kind.after_end or not self.context.ended,
            f"has `{kind.keyword}` after the end of its evening",
        )
        record = record_of(
            said, info.players, rules_said(hands, rows[0]) if said[0][0] == model.RULES else ""
        )
        try:
            text = format_statement(record, info.currency)
            words, comment = words_and_comment(text)
            again = rows_of(
                kind.read(self.context, 0, words, comment, text), self.place, said[0][3]
            )
        except (Problem, ValueError, LookupError) as error:
            refuse("before", f"has a statement that no log has: {error}")
        check("before", again == said, "has a statement that no log has")
        if isinstance(record, AnteChange):
            check("before", not unbegun, "has another ante in a hand that nobody has begun")
            self.house = self.house._replace(ante=record.chips)
        elif isinstance(record, RulesChange):
            self.house = hands.houses[said[0][3]]
        elif isinstance(record, Sit | Leave):
            self.moves.append(record)
        elif isinstance(record, End) and record.divide:
            self.shares = moved_on(list(self.seats), self.moves, dealt=self.dealer)
        self.dealt &= not isinstance(record, Result)

    def check_end(self) -> None:
        """Hold what the whole session has against what was read."""
        info = self.info
        check(
            "players",
            tuple(self.context.known) == info.players,
            "does not have those who sat, in their order",
        )
        shares = None if info.shares is None else [info.players[player] for player in info.shares]
        check("sharing", shares == self.shares, "does not have those who share the pot at the end")
        self.check_lost()

    def check_lost(self) -> None:
        """Hold what could not be read against the reader, line by line: it could be read, or spoils
        a hand that is none here.
        """
        hands, info = self.hands, self.info
        errors = sorted(error.text for error in hands.errors if error.file == info.file)
        spoiled = hands.quarantined[info.first_row : info.first_row + info.rows]
        lost = (info.pot is None, info.exempt_lost)
        if not errors and not spoiled.any() and not any(lost):
            return
        try:
            again = columns(
                [
                    read(write(session), info.file)
                    for session in sessions_of(hands.part(slice(self.at, self.at + 1)))
                ]
            )
        except (Problem, ValueError) as error:
            refuse("errors", f"has lines that no log has: {error}")
        check(
            "errors",
            sorted(error.text for error in again.errors) == errors,
            "are not those of the lines that cannot be read",
        )
        check(
            "exempt_lost",
            [(one.pot is None, one.exempt_lost) for one in again.sessions] == [lost],
            "is lost in no line",
        )
        check(
            "errors",
            np.array_equal(again.quarantined, spoiled),
            "are in other hands than those in quarantine",
        )


def _check_spans(hands: Hands, spans: list[Span]) -> None:
    """Hold seats, turns to deal and houses of the hands against the circle in which the players of
    their span sat.
    """
    lengths = [span.end - span.first for span in spans]
    of_row = np.repeat(np.arange(len(spans)), lengths)
    count = np.array([len(span.circle) for span in spans] or [0])[of_row]
    check("seats", hands.seated == count, "does not have those who sat there")
    most = max((len(info.players) for info in hands.sessions), default=0) + 1
    keys = np.array(
        [at * most + player for at, span in enumerate(spans) for player in span.circle] or [0]
    )
    places = np.array([place for span in spans for place in range(len(span.circle))] or [0])
    order = np.argsort(keys)
    keys, places = keys[order], places[order]

    def circle_of(players: Array) -> Array:
        wanted = of_row * most + players
        at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        return np.where((keys[at] == wanted) & (players >= 0), places[at], model.ABSENT)

    seats = circle_of(hands.player)
    there = np.arange(len(seats))[:, None] < count
    dealer = (
        np.take_along_axis(seats, np.maximum(count - 1, 0)[None, :], 0)[0] if len(of_row) else count
    )
    some = np.maximum(count, 1)
    turned = (seats - dealer - 1) % some == np.arange(len(seats))[:, None]
    check("seats", ~there | (turned & (seats >= 0)), "does not have those who sat there")
    first = np.array([span.first for span in spans], np.intp)
    due = np.roll(dealer + ~hands.misdeal, 1) % some
    known = ~(hands.quarantined | hands.no_dealer)
    told = np.roll(known, 1)
    said = circle_of(np.array([span.due for span in spans] or [0])[of_row])
    due[first], told[first] = said[first], said[first] >= 0
    expected = np.where(known & told, (due - dealer - 1) % some, model.ABSENT)
    check("due", hands.due == expected, "is not the place whose turn to deal it is")
    houses = np.array(
        [
            hands.houses.index(span.house) if span.house in hands.houses else model.ABSENT
            for span in spans
        ]
        or [0]
    )
    for name in ("rules", "ante"):
        same = [
            getattr(hands.houses[hands.house[span.first]], name) == getattr(span.house, name)
            for span in spans
        ]
        check(f"hand_{name}", bool(all(same)), "is not what the lines between hands say")
    check("hand_ante", hands.house == houses[of_row], "is not what the lines between hands say")


# --- The header -----------------------------------------------------------------------------------
_COLUMN_OF: Final = {
    "ante": "ante_unit",
    "pot": "opening_pot",
    "seats": "opening_seats",
    "session": "title",
}
"""Where the file has a statement of the header, if not in a column of its name."""


def _check_header(info: SessionInfo) -> None:
    """Raise Refusal unless each statement of a header is read as it is written."""
    for name in info.players:
        if problem := no_name(name):
            refuse("players", f"has a name that no log can have: {problem}")
    check("date", bool(info.date), "is null, and a log has a date")
    check(
        "currency",
        (info.chip is None) == (info.currency is None),
        "is null beside `chip`, or is there without it",
    )
    check("header_lines", _in_order(info.header_lines), "does not have its lines in their order")
    check(
        "exempt_lost",
        info.exempt is None or not info.exempt_lost,
        "is true beside those who are exempt",
    )
    check(
        "exempt",
        {info.players[player] for player in info.exempt or ()} <= {*info.seats},
        "has somebody who is not seated",
    )
    for keyword, said in zip(model.HEADER, header_of(info), strict=True):
        if said is not None:
            if isinstance(said, Title):
                _check_statement("session", keyword, said._replace(title=None))
            elif isinstance(said, Chip):
                _check_statement("currency", keyword, said._replace(value=1))
            _check_statement(_COLUMN_OF.get(keyword, keyword), keyword, said)
    check(
        "pot_said",
        info.pot_said if info.pot is None else info.pot_said or not info.pot,
        "is false for a pot",
    )


@lru_cache(maxsize=5000)
def _check_statement(column: str, keyword: str, said: HeaderRecord) -> None:
    try:
        text = format_statement(said)
        words, _, comment, _ = split(text)
        again = HEADER_STATEMENTS[keyword].read(Context(), 0, words, comment, text)
    except ValueError:
        refuse(column, "has a character that no log has")
    except Problem as problem:
        refuse(column, f"is not what a log can have: {problem.message}")
    check(column, again == said, "is not what a log can have")


@lru_cache(maxsize=1000)
def no_name(name: str) -> str:
    """Why a name is none; empty if it is one."""
    try:
        spelled = name_from([name], 0)
    except Problem as problem:
        return problem.message
    return (
        ""
        if spelled == name
        else f"‘{shown(name)}’ is written ‘{shown(spelled)}’, without blanks around it"
    )


@lru_cache(maxsize=1000)
def _in_order(lines: tuple[int, ...]) -> bool:
    """True for the lines of a header: each below the one before it, and that of the game
    anywhere.
    """
    there = [
        line for name, line in zip(model.HEADER, lines, strict=False) if line and name != "game"
    ]
    complete = None not in lines and (not lines or all(lines[at] for at in _NEEDED))
    return complete and min(lines, default=0) >= 0 and there == sorted(set(there))


_NEEDED: Final = tuple(at for at, said in enumerate(HEADER_STATEMENTS.values()) if said.needed)
