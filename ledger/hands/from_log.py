"""From session logs to columns: what was written, in the shape the engine replays.

``columns`` takes sessions as ``read`` returns them. ``read_logs`` makes the same of texts, for many hands at once: most hands are
plain, and their lines are read together (``plain_hands``). Headers, what stands between hands, and every hand that has anything
unusual are read line by line (``ledger.log.reader``).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import numpy as np

from ledger.game import Rules, RulesError
from ledger.game.options import changed_rules, parse_rules
from ledger.hands.hand_row import HandRow, Layout, LongListError
from ledger.hands.model import ABSENT, HELD, Array, Events, Hands, House, SessionInfo, rows_of
from ledger.hands.plain_hands import Lines, PlainHands, usual_text
from ledger.log import format_statement, read, read_lines
from ledger.log.between_hands import AnteChange, End, Leave, RulesChange, Sit
from ledger.log.grammar import HEADER_STATEMENTS, RulesLine
from ledger.log.records import Comment, Diagnostic, Foreign, Hand, Log, Session, TableRecord, Unreadable
from ledger.log.words import MOST_CARDS

# --- From log ---------------------------------------------------------------------------------------------------------


def columns(sessions: Iterable[Session], plain: PlainHands | None = None) -> Hands:
    """Return the hands of ``sessions`` as columns, in order; ``Hands.errors`` has every line that could not be read.

    A session that cannot be read, or whose rules do not exist, has no hands; its errors say why. ``plain`` has what was said in
    the hands that are ``Hand.plain``.
    """
    kept: list[tuple[Session, SessionInfo]] = []
    errors: list[Diagnostic] = []
    for session in sessions:
        info = _info(session) if session.readable else None
        errors.extend(session.errors)
        if info is not None:
            kept.append((session, info))
    try:
        return _Builder(kept, errors, HELD, plain).build()
    except LongListError:
        return _Builder(kept, errors, MOST_CARDS, plain).build()


def widest(sessions: Iterable[Session]) -> int:
    """The seats at the widest table, at least two."""
    return max((len(hand.seats) for session in sessions for hand in session.body if type(hand) is Hand), default=2) or 2


def _info(session: Session) -> SessionInfo | None:
    line = session.rules
    assert line is not None, "a readable session has a rules line"
    try:
        rules = parse_rules(line.preset, line.options)
    except RulesError as error:
        session.readable = False
        _note(session, line, error.word, error)
        return None
    _check_changes(session, rules)
    lines: dict[type, int] = {type(said): said.line for said in reversed(session.header)}
    return SessionInfo(
        file=session.file,
        id=session.id,
        rules=rules,
        ante=session.ante,
        pot=session.pot,
        players=tuple(session.players),
        date=session.date,
        title=session.title,
        game=session.game,
        pot_said=session.pot_said,
        exempt=None if session.exempt is None else tuple(map(session.players.index, session.exempt)),
        exempt_lost=session.exempt_lost,
        chip=session.chip,
        currency=session.currency,
        seats=session.seats,
        header_lines=tuple(lines.get(kind, 0) for kind in _HEADER),
    )


def _check_changes(session: Session, rules: Rules) -> None:
    """Report the ``rules`` lines between hands that name no valid rules; each of them is ignored."""
    for place, said in enumerate(session.body):
        if isinstance(said, RulesChange):
            try:
                rules = _changed(rules, said)
            except RulesError as error:
                _note(session, said, error.word - (said.preset is None), error)
                session.body[place] = Unreadable(said.line, format_statement(said))


def _changed(rules: Rules, said: RulesChange) -> Rules:
    """The rules from a ``rules`` line between hands on. Raises RulesError."""
    return changed_rules(rules, said.options) if said.preset is None else parse_rules(said.preset, said.options)


def _note(session: Session, said: RulesLine | RulesChange, word: int, error: RulesError) -> None:
    column = said.columns[word] if word < len(said.columns) else 1
    text = format_statement(said._replace(comment=""))
    session.errors.append(Diagnostic(session.file, said.line, column, text, str(error), error.expected, error.remedy))
    session.errors.sort(key=lambda diagnostic: diagnostic.line)


_HEADER: Final = tuple(said.record for said in HEADER_STATEMENTS.values())


class _Builder:
    def __init__(
        self, kept: list[tuple[Session, SessionInfo]], errors: list[Diagnostic], held: int, plain: PlainHands | None
    ) -> None:
        self.kept = kept
        self.errors = errors
        self.plain = plain
        self.layout = Layout(widest(session for session, _ in kept) if plain is None else plain.layout.seats, held)
        self.count = 0
        # Numbers of one hand after the other: five of each hand, six more of each that is plain.
        self.heads, self.plain_heads = array("q"), array("q")
        self.players: list[list[int]] = []
        self.rounds: dict[tuple[str, ...], int] = {}
        self.written: dict[int, HandRow] = {}
        self.events = array("q")
        self.houses: dict[House, int] = {}
        self.text: dict[int, list[tuple[int, str]]] = {}

    def build(self) -> Hands:
        for index, (session, info) in enumerate(self.kept):
            info.first_row = self.count
            self.rounds.clear()
            house = info.house
            entered = self.enter(house)
            place = {name: at for at, name in enumerate(info.players)}
            last: Hand | None = None
            moves: list[Sit | Leave] = []
            for item in session.body:
                if isinstance(item, Hand):
                    self.add_hand(index, item, place, entered, house.ante)
                    if not item.quarantined:
                        last, moves = item, []
                else:
                    if isinstance(item, (AnteChange, RulesChange)):
                        if isinstance(item, AnteChange):
                            house = house._replace(ante=item.chips)
                        else:
                            house = house._replace(rules=_changed(house.rules, item))
                        entered = self.enter(house)
                    self.add_event(index, item, place, entered)
                    if isinstance(item, (Sit, Leave)):
                        moves.append(item)
                    elif isinstance(item, End) and item.divide:
                        seats = list(last.seats if last else session.seats)
                        info.shares = tuple(place[name] for name in _moved_on(seats, moves, dealt=last is not None))
            info.rows = self.count - info.first_row
        return self.finish()

    def enter(self, house: House) -> int:
        return self.houses.setdefault(house, len(self.houses))

    def add_event(self, session: int, item: TableRecord, place: dict[str, int], house: int) -> None:
        if not isinstance(item, Comment | Foreign | Unreadable):
            for row in rows_of(item, place, house):
                self.events.extend((session, self.count, *row, item.line))

    def add_hand(self, session: int, hand: Hand, place: dict[str, int], house: int, ante: int) -> None:
        row, first, seats = self.count, hand.first, hand.seats
        self.count += 1
        seated = self.rounds.get(seats)
        if seated is None:
            seated = self.rounds[seats] = len(self.players)
            self.players.append([place[name] for name in seats] + [-1] * (self.layout.seats - len(seats)))
        self.heads.extend((session, hand.line, ABSENT if first is None else first.number, house, seated))
        if hand.plain >= 0:
            assert first is not None, "a plain hand has a first line that can be read"
            due = ABSENT if hand.due is None else seats.index(hand.due)
            self.plain_heads.extend((hand.plain, row, len(seats), due, first.turned, first.trump))
            return
        self.written[row] = HandRow(self.layout, hand, ante)
        if hand.quarantined or first is None:
            self.text[row] = _word_for_word(hand)

    def finish(self) -> Hands:
        numbers = np.array(self.events, np.int64).reshape(-1, 8)
        session, line, number, house, seated = np.array(self.heads, np.int64).reshape(-1, 5).T
        players = np.array(self.players, np.int16).reshape(-1, self.layout.seats)
        columns: dict[str, Any] = self.layout.columns(self.count, self.written)
        columns["session"][:], columns["line"][:], columns["number"][:], columns["house"][:] = session, line, number, house
        columns["player"][:] = players[seated].T
        hands = Hands(
            sessions=[info for _, info in self.kept],
            events=Events(*numbers.T),
            houses=list(self.houses),
            errors=self.errors,
            text=self.text,
            **columns,
        )
        if self.plain is not None and self.plain_heads:
            number, rows, *first_lines = np.array(self.plain_heads).reshape(-1, 6).T
            hands.seated[rows], hands.due[rows], hands.turned[rows], hands.trump[rows] = first_lines
            self.plain.fill(hands, number, rows)
        return hands


def _word_for_word(hand: Hand) -> list[tuple[int, str]]:
    """Return the lines of a hand with their numbers, as its log has them when it is written in canonical form."""
    lines = [] if hand.first is None else [(hand.line, format_statement(hand.first))]
    for statement in hand.statements:
        text = format_statement(statement)
        lines.append((statement.line, text if isinstance(statement, Unreadable) else "  " + text))
    return lines


def _moved_on(seats: list[str], moves: Iterable[Sit | Leave], *, dealt: bool) -> list[str]:
    """Return who sits, from the last dealer's left on, after those who came and went since that hand."""
    dealer = seats[-1] if dealt else None
    for move in moves:
        if isinstance(move, Leave):
            if move.player in seats:
                seats.remove(move.player)
        elif move.after in seats:
            seats.insert(0 if move.after == dealer else seats.index(move.after) + 1, move.player)
    return seats


# --- From text --------------------------------------------------------------------------------------------------------


class Logs(NamedTuple):
    """What some logs say. Plain hands are in ``hands`` like all others, but have no statements in ``sessions``."""

    sessions: list[Session]
    hands: Hands


def read_logs(logs: Iterable[Log | Session]) -> Logs:
    """Read session logs into columns, as ``columns`` does from what ``read`` returns; some may have been read before."""
    return _Reading(logs).logs()


class _Reading:
    """``texts`` are those that are read at once, each with its file and the index of its session among ``sessions``."""

    def __init__(self, logs: Iterable[Log | Session]) -> None:
        self.sessions: list[Session] = []
        self.texts: list[tuple[str, str, int]] = []
        for at, log in enumerate(logs):
            text = usual_text(log.content) if isinstance(log, Log) else None
            if text is not None:
                self.texts.append((text, log.file, at))
            self.sessions.append(log if isinstance(log, Session) else Session(log.file) if text else read(*log))
        self.lines = Lines([text for text, _, _ in self.texts])
        for number, (_, _, at) in enumerate(self.texts):
            self.sessions[at] = self.session(number, set())

    def session(self, number: int, refused: set[int]) -> Session:
        """Read a text but for its plain hands; ``refused`` are the lines of hands that turned out not to be plain."""
        text, file, _ = self.texts[number]
        begin, end = self.lines.begins[number : number + 2].tolist()
        session = read_lines(text, file, self.lines.others(number, refused))
        if not session.readable:
            return read(text, file)
        counted = self.lines.counted[begin:end].tolist()
        for hand in session.body:
            if type(hand) is Hand and begin + hand.line - 1 not in refused:
                hand.plain = counted[hand.line - 1]
        return session

    def logs(self) -> Logs:
        """Read the plain hands, and then line by line those that are none."""
        plain = PlainHands(self.lines, *self.seatings(), Layout(widest(self.sessions), HELD))
        refused = self.lines.first_lines[plain.refused]
        where, lines = np.searchsorted(self.lines.begins, refused, "right") - 1, set(refused.tolist())
        for number in dict.fromkeys(where.tolist()):
            self.sessions[self.texts[number][2]] = self.session(number, lines)
        return Logs(self.sessions, columns(self.sessions, plain))

    def seatings(self) -> tuple[list[tuple[str, ...]], Array]:
        """Return each group of players who sat together once, and the index of each hand's group, -1 unless the hand is plain."""
        numbers: dict[tuple[str, ...], int] = {}
        seating = np.full(len(self.lines.first_lines), -1)
        for session in self.sessions:
            for hand in session.body:
                if type(hand) is Hand and hand.plain >= 0 and not hand.quarantined:
                    seating[hand.plain] = numbers.setdefault(hand.seats, len(numbers))
        return list(numbers), seating
