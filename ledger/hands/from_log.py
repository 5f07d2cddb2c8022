"""From session logs to columns: what was written, in the shape the engine replays.

``columns`` takes sessions as ``read`` returns them. ``read_logs`` makes the same of texts, for many
hands at once: most hands are plain, and their lines are read together (``plain_hands``). Headers,
what stands between hands, and every hand that has anything unusual are read line by line
(``ledger.log.reader``).
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Mapping
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np

from ledger.game import Rules, RulesError
from ledger.game.costs import terms_of
from ledger.game.options import changed_rules, parse_rules
from ledger.game.rules import join_option
from ledger.hands import model
from ledger.hands.model import (
    Array,
    Events,
    Filled,
    Hands,
    House,
    SessionInfo,
    blank_columns,
    lines_by_seat,
    rows_of,
    shapes,
)
from ledger.hands.plain_hands import Lines, PlainHands, usual_text
from ledger.log import Problem, format_statement, hand_statements, read, read_left_out, read_lines
from ledger.log.between_hands import AnteChange, End, Leave, RulesChange, Sit
from ledger.log.grammar import HEADER_STATEMENTS, RulesLine
from ledger.log.hand_statements import DEFAULT
from ledger.log.records import (
    Comment,
    Diagnostic,
    Foreign,
    Hand,
    HandRecord,
    Log,
    Session,
    TableRecord,
    Unreadable,
)
from ledger.log.values import money_from, money_text
from ledger.log.words import MOST_CARDS


# --- From log -------------------------------------------------------------------------------------
def columns(sessions: Iterable[Session], plain: PlainHands | None = None) -> Hands:
    """Return the hands of ``sessions`` as columns, in order; ``Hands.errors`` has every line that
    could not be read.

    A session that cannot be read, or whose rules do not exist, has no hands; its errors say why.
    ``plain`` has what was said in the hands that are ``Hand.plain``.
    """
    kept: list[tuple[Session, SessionInfo]] = []
    errors: list[Diagnostic] = []
    for session in sessions:
        info = _info(session) if session.readable else None
        errors.extend(session.errors)
        if info is not None:
            kept.append((session, info))
    try:
        return _Builder(kept, errors, model.HELD, plain).build()
    except LongListError:
        return _Builder(kept, errors, MOST_CARDS, plain).build()


def widest(sessions: Iterable[Session]) -> int:
    """The seats at the widest table, at least two."""
    return (
        max(
            (
                len(hand.seats)
                for session in sessions
                for hand in session.body
                if type(hand) is Hand
            ),
            default=2,
        )
        or 2
    )


def _info(session: Session) -> SessionInfo | None:
    line = session.rules
    assert line is not None, "a readable session has a rules line"
    try:
        rules = parse_rules(line.preset, in_chips(line.options, _worth(session)))
        _check_stake(rules, session.ante)
    except RulesError as error:
        session.readable = False
        _note(session, line, error.word, error)
        return None
    _check_changes(session, rules)
    lines: dict[type, int] = {type(said): said.line for said in reversed(session.header)}
    return SessionInfo(
        **{name: getattr(session, name) for name in model.AS_WRITTEN},
        rules=rules,
        players=tuple(session.players),
        exempt=None
        if session.exempt is None
        else tuple(map(session.players.index, session.exempt)),
        header_lines=tuple(lines.get(kind, 0) for kind in _HEADER),
    )


def _check_stake(rules: Rules, ante: int) -> None:
    """Raise RulesError for a second ante that is one ante where there is none: every hand would be
    for nothing (3.7).
    """
    if rules.pays_to_play and not ante and not terms_of(rules, ante).fee:
        remedy = "add how many chips playing costs, such as second-ante=1"
        raise RulesError(
            "without an ante the second ante, which is as much, is nothing either",
            "something to play for",
            remedy,
        )


def _check_changes(session: Session, rules: Rules) -> None:
    """Report the ``rules`` lines between hands that name no valid rules; each of them is
    ignored.
    """
    for place, said in enumerate(session.body):
        if isinstance(said, RulesChange):
            try:
                rules = _changed(rules, said, _worth(session))
            except RulesError as error:
                _note(session, said, error.word - (said.preset is None), error)
                session.body[place] = Unreadable(said.line, format_statement(said))


def _changed(rules: Rules, said: RulesChange, money: tuple[int, str] | None) -> Rules:
    """The rules from a ``rules`` line between hands on. Raises RulesError."""
    options = in_chips(said.options, money)
    return (
        changed_rules(rules, options) if said.preset is None else parse_rules(said.preset, options)
    )


def _worth(session: Session) -> tuple[int, str] | None:
    return (
        None
        if session.chip is None or session.currency is None
        else (session.chip, session.currency)
    )


# the options whose value may be a number of chips
_COUNTED_IN_CHIPS: Final = frozenset({"limit", "bourre", "second-ante"})
_MONEY: Final = re.compile(
    r"(?=.*[1-9])[^\W\d_]{0,3}[^\w.,+-]?\d+(?:[.,]\d+)?[^\w.,+-]?([A-Z]{3})?"
)
_IN_CHIPS: Final = re.compile(r"\d+x?")


def in_chips(
    options: Iterable[tuple[str, str]], money: tuple[int, str] | None
) -> list[tuple[str, str]]:
    """Options with amounts of money turned into chips: ``limit=$10`` is ``limit=20`` where a chip
    is worth $0.50.

    ``money`` is the worth of a chip in minor units, and its currency; None if there is none. Raises
    RulesError for an amount that no whole number of chips is worth.
    """
    found = []
    for word, (name, value) in enumerate(options, 1):
        said = (
            _MONEY.fullmatch(value)
            if name in _COUNTED_IN_CHIPS and not _IN_CHIPS.fullmatch(value)
            else None
        )
        found.append(
            (
                name,
                value
                if said is None
                else str(_chips_of(join_option(name, value), value, said[1], money, word)),
            )
        )
    return found


def _chips_of(
    option: str, text: str, code: str | None, money: tuple[int, str] | None, word: int
) -> int:
    if money is None:
        remedy = "say what a chip is worth, or write chips"
        raise RulesError(
            f"{option} is money, and nothing says what a chip is worth",
            "a number of chips",
            remedy,
            word,
        )
    chip, currency = money
    if (code or currency) != currency:
        raise RulesError(
            f"{option} is not in {currency}, as chips are",
            f"an amount in {currency}, or chips",
            word=word,
        )
    try:
        bare = text.removesuffix(code or "")
        amount = money_from([bare if "." in bare else bare.replace(",", ".", 1)], 0, currency)
    except Problem as problem:
        raise RulesError(problem.message, problem.expected, problem.remedy, word) from None
    chips, rest = divmod(amount, chip)
    if rest:
        near = " or ".join(
            f"{money_text(chip * number, currency)} ({number} chips)"
            for number in (chips, chips + 1)
            if number
        )
        raise RulesError(f"{option}: no whole number of chips is worth that", near, word=word)
    return chips


def _note(session: Session, said: RulesLine | RulesChange, word: int, error: RulesError) -> None:
    column = said.columns[word] if word < len(said.columns) else 1
    text = format_statement(said._replace(comment=""))
    session.errors.append(
        Diagnostic(session.file, said.line, column, text, str(error), error.expected, error.remedy)
    )
    session.errors.sort(key=lambda diagnostic: diagnostic.line)


_HEADER: Final = tuple(said.record for said in HEADER_STATEMENTS.values())


class _Builder:
    def __init__(
        self,
        kept: list[tuple[Session, SessionInfo]],
        errors: list[Diagnostic],
        held: int,
        plain: PlainHands | None,
    ) -> None:
        self.kept, self.errors, self.plain = kept, errors, plain
        self.layout = Layout(
            widest(session for session, _ in kept) if plain is None else plain.seats, held
        )
        self.count = 0
        # Numbers of one hand after the other: five of each hand, seven more of each that is plain.
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
                    self.add_hand(index, item, place, entered, house)
                    if not item.quarantined:
                        last, moves = item, []
                else:
                    if isinstance(item, (AnteChange, RulesChange)):
                        if isinstance(item, AnteChange):
                            house = house._replace(ante=item.chips)
                        else:
                            house = house._replace(
                                rules=_changed(house.rules, item, _worth(session))
                            )
                        entered = self.enter(house)
                    self.add_event(index, item, place, entered)
                    if isinstance(item, (Sit, Leave)):
                        moves.append(item)
                    elif isinstance(item, End) and item.divide:
                        seats = list(last.seats if last else session.seats)
                        info.shares = tuple(
                            place[name]
                            for name in moved_on(
                                seats, moves, dealt=bool(last and last.first and last.first.dealer)
                            )
                        )
            info.rows = self.count - info.first_row
        return self.finish()

    def enter(self, house: House) -> int:
        return self.houses.setdefault(house, len(self.houses))

    def add_event(self, session: int, item: TableRecord, place: dict[str, int], house: int) -> None:
        if not isinstance(item, Comment | Foreign | Unreadable):
            for row in rows_of(item, place, house):
                self.events.extend((session, self.count, *row, item.line))

    def add_hand(
        self, session: int, hand: Hand, place: dict[str, int], entered: int, house: House
    ) -> None:
        row, first, seats = self.count, hand.first, hand.seats
        self.count += 1
        seated = self.rounds.get(seats)
        if seated is None:
            seated = self.rounds[seats] = len(self.players)
            self.players.append(
                [place[name] for name in seats] + [-1] * (self.layout.seats - len(seats))
            )
        self.heads.extend(
            (session, hand.line, model.ABSENT if first is None else first.number, entered, seated)
        )
        if hand.plain >= 0:
            assert first is not None, "a plain hand has a first line that can be read"
            due = model.ABSENT if hand.due is None else seats.index(hand.due)
            self.plain_heads.extend(
                (hand.plain, row, len(seats), due, first.turned, first.trump, first.dealer is None)
            )
            return
        self.written[row] = HandRow(self.layout, hand, house)
        if hand.quarantined or first is None:
            self.text[row] = _word_for_word(hand)

    def finish(self) -> Hands:
        numbers = np.array(self.events, np.int64).reshape(-1, 8)
        session, line, number, house, seated = np.array(self.heads, np.int64).reshape(-1, 5).T
        players = np.array(self.players, np.int16).reshape(-1, self.layout.seats)
        columns: dict[str, Any] = self.layout.columns(self.count, self.written)
        columns["session"][:], columns["line"][:], columns["number"][:], columns["house"][:] = (
            session,
            line,
            number,
            house,
        )
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
            number, rows, *first_lines = np.array(self.plain_heads).reshape(-1, 7).T
            (
                hands.seated[rows],
                hands.due[rows],
                hands.turned[rows],
                hands.trump[rows],
                hands.no_dealer[rows],
            ) = first_lines
            self.plain.fill(hands, number, rows)
        return hands


def _word_for_word(hand: Hand) -> list[tuple[int, str]]:
    """Return the lines of a hand with their numbers, as its log has them when it is written in
    canonical form.
    """
    lines = [] if hand.first is None else [(hand.line, format_statement(hand.first))]
    for statement in hand.statements:
        text = format_statement(statement)
        lines.append((statement.line, text if isinstance(statement, Unreadable) else "  " + text))
    return lines


def moved_on(seats: list[str], moves: Iterable[Sit | Leave], *, dealt: bool) -> list[str]:
    """Return who sits, from the last dealer's left on, after those who came and went since that
    hand.
    """
    dealer = seats[-1] if dealt else None
    for move in moves:
        if isinstance(move, Leave):
            if move.player in seats:
                seats.remove(move.player)
        elif move.after in seats:
            seats.insert(0 if move.after == dealer else seats.index(move.after) + 1, move.player)
    return seats


# --- One hand as a row of bytes -------------------------------------------------------------------
# tricks that have a card more than there are players said to have stayed: in one it may be a slip
SEVERAL: Final = 2
_NOT_WRITTEN: Final = model.ABSENT & 0xFF
_IN_ROW: Final = tuple(
    column for column in model.TABLE.values() if column.unit.type in {"int8", "uint8", "bool"}
)
_LISTS: Final = frozenset(column.name for column in _IN_ROW if column.axes == ("held", "seats"))


class Layout:
    """Rows for tables of at most ``seats`` players and lists of at most ``held`` cards.

    ``at`` gives the first byte of each column whose numbers are bytes, ``blank`` a row in which
    nothing is written; ``line_at`` and ``blank_lines`` are the same for line numbers. A player's
    list of cards stands in one piece.
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
        self.line_at = lines_by_seat(seats)

    def columns(self, count: int, written: Mapping[int, HandRow]) -> dict[str, Array]:
        """Return the columns of ``Hands`` for ``count`` hands, the hand as last axis; nothing is in
        those not ``written``.
        """
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
        grid[:, list(rows)] = (
            np.frombuffer(b"".join(rows.values()), grid.dtype).reshape(len(rows), len(grid)).T
        )


class LongListError(Exception):
    """A list of more cards than the layout has room for."""


class HandRow:
    """One hand being written.

    ``amounts`` collects (kind, place, chips) of antes, takes, matches and reneges.
    """

    def __init__(self, layout: Layout, hand: Hand, house: House) -> None:
        self.at, self.held, self.width = layout.at, layout.held, layout.seats
        self.line_at = layout.line_at
        self.row = bytearray(layout.blank)
        self.lines = array("H", layout.blank_lines)
        self.first_line, self.one_ante = hand.line, house.ante
        rules = house.rules
        self.hand_size, self.given_to_dealer = rules.hand_size, rules.gives_dealer_the_pot
        self.stands_pat = rules.second_pass == "stand-pat"  # noqa: S105 - to pass, in cards
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
        self.row[self.at["no_dealer"]] = hand.first.dealer is None
        self.row[self.at["turned"]] = hand.first.turned
        self.row[self.at["trump"]] = hand.first.trump & 0xFF
        for statement in hand.statements:
            write = WRITERS.get(type(statement))
            if write is not None:
                offset = statement.line - hand.line
                write(self, statement, min(model.FAR, offset))
        self.row[self.at["trick_count"]] = min(self.tricks, model.MOST_TRICKS)
        declared = self.row[self.at["declared"] : self.at["declared"] + self.width]
        if model.PLAYED not in declared and model.DROPPED not in declared:
            self.score()
        elif not self.row[self.at["misdeal"]]:
            self.left_out()

    def put_chips(self, columns: Mapping[str, Array], row: int) -> None:
        """Put the chips into columns; several lines of one kind add up."""
        for kind, chips in self.chips.items():
            columns[kind][row] = chips
        for kind, place, chips in self.amounts:
            column, absent = columns[kind], model.TABLE[kind].absent
            before = column[place, row]
            # a renege called again, without an amount, costs nothing more
            if chips != model.BY_RULE or before == absent:
                column[place, row] = chips + (
                    before if before not in {absent, model.BY_RULE} else 0
                )

    def cards(self, column: str, start: int, cards: tuple[int, ...]) -> None:
        """Write a list of cards at index ``start`` of a column."""
        if len(cards) > self.held:
            raise LongListError
        begin = self.at[column] + start
        self.row[begin : begin + len(cards)] = bytes(cards)

    def mark(self, kind: str, place: int, offset: int) -> None:
        """Record the line of a player's statement, if ``lines`` has a place for its kind."""
        # the first call counts
        if kind in self.line_at and not (
            kind == "renege" and self.lines[self.line_at[kind] + place]
        ):
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
            self.row[state] = model.DROPPED if self.row[state] == model.PLAYED else model.PASSED
            self.declare(place, offset)

    def play(self, said: hand_statements.Play, offset: int) -> None:
        """Write ``play``."""
        place = self.seat[said.player]
        at, row = self.at, self.row
        row[at["declared"] + place] = model.PLAYED
        self.declare(place, offset)
        self.draw(said, offset)

    def draw(self, said: hand_statements.Play | hand_statements.Draw, _offset: int) -> None:
        """Write what was drawn, of ``play`` or ``draw``."""
        _, name, draw, out, drawn, _ = said
        place, at, row = self.seat[name], self.at, self.row
        if draw is not None:
            row[at["draw"] + place] = min(draw, model.MOST_DRAWN)
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

    def draws(self, said: hand_statements.Draws, offset: int) -> None:
        """Write ``draw`` of several."""
        for name, draw in said.draws:
            self.draw(hand_statements.Draw(said.line, name, draw, None, None), offset)

    def score(self) -> None:
        """Record who played where no ``play`` line says so (log-format.md, "Seats and players")."""
        if self.row[self.at["misdeal"]]:
            return
        silent = self.silent
        paid = self.paid("take", "match", "renege") & silent
        if self.tricks:
            self.score_of_tricks(silent)
        elif self.row[self.at["has_counts"]]:
            self.row[self.at["score"]] = model.BY_TRICKS
            self.plays_by_score((self.counted_of(silent) | self.paid("match", "renege")) & silent)
        elif len(silent) == 1 and paid and self.declared:  # all the others are said to have passed
            if not self.may_all_have_passed(paid):
                self.plays_by_score(paid)
                self.in_turn(min(paid))
        elif silent:
            self.row[self.at["score"]] = model.BY_PAYMENT
            if not self.may_all_have_passed(paid):
                self.plays_by_score(paid)

    def may_all_have_passed(self, paid: set[int]) -> bool:
        """True where the house gives the dealer a pot that all pass for, and of those who are said
        to have ``paid`` or taken something only the dealer is, by a ``take`` line alone (3.6).
        """
        if not self.given_to_dealer or self.paid("match", "renege") & paid:
            return False
        return bool(self.row[self.at["no_dealer"]]) or paid == {len(self.seat) - 1}

    def score_of_tricks(self, silent: set[int]) -> None:
        """Record who played where tricks are written down, and nobody is said to have stayed.

        As many did as a trick has cards. If that is all who are not said to have passed, or all who
        lead or are named, it is they; else one whom nobody named was in as well, and whose cards
        are whose is not known.
        """
        named = (self.leaders | self.counted_of(silent)) & silent
        named |= self.paid("take", "match", "renege") & silent
        cards = max(self.sizes)
        sure = cards == len(silent) or 1 < cards == len(named)
        if silent:
            self.row[self.at["score"]] = model.BY_TRICKS if sure else model.BY_PAYMENT
            self.plays_by_score(silent if sure and cards == len(silent) else named)

    def left_out(self) -> None:
        """Record who stayed too where somebody is said to play, and a line of another is missing.

        Where every trick has more cards than players are said to be in, those stayed who lead,
        claim, or are named as having won or paid, if they are as many; else, from two tricks on,
        all of whom nothing is said. Where no tricks are written, all stayed who are so named; if
        the tricks of those said to play add up, only who matched the pot did, and took none.
        """
        silent = self.silent
        if not silent:
            return
        stayed = (self.leaders | self.paid("take", "match")) & silent
        counts = self.counts
        if sum(counts.values()) <= self.hand_size:
            stayed |= silent & {place for place, won in counts.items() if won}
            stayed |= silent & self.uncounted
        if self.tricks:
            missing = max(self.sizes) - len(self.in_play)
            if len(self.sizes) > 1 or missing <= 0:
                return
            if len(stayed) != missing:
                stayed = silent if len(silent) == missing and self.tricks >= SEVERAL else set()
        elif sum(counts.get(place, 0) for place in self.in_play) == self.hand_size:
            stayed = self.paid("match") & silent
        self.plays_by_score(stayed)
        for place in sorted(stayed):
            self.in_turn(place)

    @property
    def silent(self) -> set[int]:
        """The places of those who are said neither to play nor to pass."""
        at = self.at["declared"]
        return {place for place in self.seat.values() if self.row[at + place] == model.SILENT}

    @property
    def in_play(self) -> set[int]:
        """The places of those who are said to play, and not to have passed later (3.1)."""
        row, at = self.row, self.at["declared"]
        found = {place for place in self.seat.values() if row[at + place] == model.PLAYED}
        if self.stands_pat:
            unsaid = (self.at[name] for name in ("draw", "drawn_count", "out_count"))
            columns = [row[start : start + self.width] for start in unsaid]
            for place in self.seat.values():
                if row[at + place] == model.DROPPED and all(
                    column[place] == _NOT_WRITTEN for column in columns
                ):
                    found.add(place)
        return found

    @property
    def sizes(self) -> set[int]:
        """How many cards the tricks have."""
        start = self.at["trick_size"]
        return {*self.row[start : start + min(self.tricks, model.TRICKS)]}

    @property
    def leaders(self) -> set[int]:
        """The places of those who lead a trick or claim."""
        start = self.at["leader"]
        return {
            *self.row[start : start + min(self.tricks, model.TRICKS)],
            self.row[self.at["claim"]],
        }

    def paid(self, *kinds: str) -> set[int]:
        """The places of those whom lines of these kinds name."""
        return {place for kind, place, _ in self.amounts if kind in kinds}

    @property
    def counts(self) -> dict[int, int]:
        """The tricks that a ``tricks`` line gives, by place."""
        at = self.at["counted"]
        return {
            place: self.row[at + place]
            for place in self.seat.values()
            if self.row[at + place] != _NOT_WRITTEN
        }

    @property
    def uncounted(self) -> set[int]:
        """The places of those whose tricks nobody knows."""
        return {place for place in self.seat.values() if self.row[self.at["uncounted"] + place]}

    def counted_of(self, places: set[int]) -> set[int]:
        """Those of some ``places`` whom a ``tricks`` line names."""
        return places & (self.counts.keys() | self.uncounted)

    def in_turn(self, place: int) -> None:
        """Rank a declaration that was not recorded after those of the seats before it, as if it had
        been made in turn.
        """
        orders = slice(self.at["order"], self.at["order"] + len(self.seat))
        ranks = [rank for rank in self.row[orders][:place] if rank != _NOT_WRITTEN]
        mine = max(ranks, default=-1) + 1
        later = [rank + (mine <= rank < self.declared - 1) for rank in self.row[orders]]
        later[place] = mine
        self.row[orders] = bytes(later)

    def plays_by_score(self, places: set[int]) -> None:
        """Write that some play, in seat order."""
        for place in sorted(places):
            self.row[self.at["declared"] + place] = model.PLAYED
            lines = (self.lines[self.line_at[kind] + place] for kind in ("take", "match", "renege"))
            self.declare(place, self.lines[model.LINE_COUNTS] or next(filter(None, lines), 0))

    def trick(self, said: hand_statements.Trick, offset: int) -> None:
        """Write ``trick``."""
        _, leader, cards, withdrawn, _ = said
        at, row, trick, width = self.at, self.row, self.tricks, self.width
        if trick < model.TRICKS:
            row[at["leader"] + trick] = self.seat[leader]
            row[at["trick_size"] + trick] = len(cards)
            start = at["cards"] + trick * width
            kept = cards[:width]
            row[start : start + len(kept)] = bytes(kept)
            if withdrawn:
                self.taken_back(withdrawn)
        if trick <= model.TRICKS:
            self.lines[model.LINE_TRICK + trick] = offset
        self.tricks += 1

    def taken_back(self, withdrawn: tuple[tuple[int, int], ...]) -> None:
        """Write the cards that were taken back in a trick."""
        for turn, card in withdrawn:
            if turn < self.width:
                at = self.tricks * self.width + turn
                self.row[self.at["earlier"] + at] = self.row[self.at["withdrawn"] + at]
                self.row[self.at["withdrawn"] + at] = card

    def claim(self, said: hand_statements.Claim, offset: int) -> None:
        """Write ``claim``."""
        self.row[self.at["claim"]] = self.seat[said.player]
        self.row[self.at["claim_after"]] = min(self.tricks, model.MOST_TRICKS)
        self.cards("shown", 0, said.cards)
        self.lines[model.LINE_CLAIM] = offset

    # Statements that fill a column of their own, by ``Filled.how``.

    def flag(self, by: Filled, _said: HandRecord, _offset: int) -> None:
        """Write ``misdeal``."""
        self.row[self.at[by.column]] = 1

    def one_amount(self, by: Filled, said: Any, _offset: int) -> None:  # noqa: ANN401 - any record with chips
        """Write ``pot``."""
        self.chips[by.column] = said.chips

    def seat_flags(self, by: Filled, said: Any, offset: int) -> None:  # noqa: ANN401 - any record with a player
        """Write ``early``."""
        place = self.seat[said.player]
        self.row[self.at[by.column] + place] = 1
        self.mark(by.column, place, offset)

    def seat_cards(self, by: Filled, said: Any, offset: int) -> None:  # noqa: ANN401 - any record with a player and cards
        """Write ``dealt``."""
        place = self.seat[said.player]
        self.cards(by.column, place * self.held, said.cards)
        self.row[self.at[f"{by.column}_count"] + place] = len(said.cards)
        self.mark(by.column, place, offset)

    def seat_chips(self, by: Filled, said: Any, offset: int) -> None:  # noqa: ANN401 - any record with a player and chips
        """Write ``take``, ``match`` or ``renege``."""
        if said.player is not None:
            place = self.seat[said.player]
            chips = model.BY_RULE if said.chips == DEFAULT else said.chips
            self.amounts.append((by.column, place, chips))
            self.mark(by.column, place, offset)

    def seat_antes(self, by: Filled, said: Any, _offset: int) -> None:  # noqa: ANN401 - any record with amounts
        """Write ``ante``."""
        for name, chips in said.amounts:
            amount = self.one_ante if chips == DEFAULT else chips
            self.amounts.append((by.column, self.seat[name], amount))

    def seat_counts(self, by: Filled, said: Any, _offset: int) -> None:  # noqa: ANN401 - any record with numbers won
        """Write ``tricks``."""
        for name, won in said.won:
            if won is None:
                self.row[self.at[by.unknown] + self.seat[name]] = 1
            else:
                self.row[self.at[by.column] + self.seat[name]] = min(won, model.MOST_DRAWN)


_HOW: Final = {
    "flag": HandRow.flag,
    "chips": HandRow.one_amount,
    "seat_flags": HandRow.seat_flags,
    "seat_cards": HandRow.seat_cards,
    "seat_chips": HandRow.seat_chips,
    "seat_antes": HandRow.seat_antes,
    "seat_counts": HandRow.seat_counts,
}


def _writer(by: Filled) -> Callable[[HandRow, Any, int], None]:
    fill = _HOW[by.how]

    def write(row: HandRow, said: Any, offset: int) -> None:  # noqa: ANN401 - any statement
        if by.there:
            row.row[row.at[by.there]] = 1
        if by.line:
            row.lines[by.line] = row.lines[by.line] or offset
        fill(row, by, said, offset)

    return write


WRITERS: Final[dict[type, Callable[[HandRow, Any, int], None]]] = {
    hand_statements.Pass: HandRow.passes,
    hand_statements.Play: HandRow.play,
    hand_statements.Plays: HandRow.plays,
    hand_statements.Draw: HandRow.draw,
    hand_statements.Draws: HandRow.draws,
    hand_statements.Trick: HandRow.trick,
    hand_statements.Claim: HandRow.claim,
    **{by.record: _writer(by) for by in model.FILLED.values()},
}
"""How each kind of statement is written; comments and the statements of other programs are not."""


# --- From text ------------------------------------------------------------------------------------
class Logs(NamedTuple):
    """What some logs say.

    Plain hands are in ``hands`` like all others, but have no statements in ``sessions``.
    """

    sessions: list[Session]
    hands: Hands


def read_logs(logs: Iterable[Log | Session]) -> Logs:
    """Read session logs into columns, as ``columns`` does from what ``read`` returns; some may have
    been read before.
    """
    return _Reading(logs).logs()


class _Reading:
    """``texts`` are those that are read at once, each with its file and the index of its session
    among ``sessions``.
    """

    def __init__(self, logs: Iterable[Log | Session]) -> None:
        self.sessions: list[Session] = []
        self.texts: list[tuple[str, str, int]] = []
        for at, log in enumerate(logs):
            text = usual_text(log.content) if isinstance(log, Log) else None
            if text is not None:
                self.texts.append((text, log.file, at))
            self.sessions.append(
                log if isinstance(log, Session) else Session(log.file) if text else read(*log)
            )
        self.lines = Lines([text for text, _, _ in self.texts])
        for number, (_, _, at) in enumerate(self.texts):
            self.sessions[at] = self.session(number)

    def session(self, number: int) -> Session:
        """Read a text but for its plain hands."""
        text, file, _ = self.texts[number]
        begin, end = self.lines.begins[number : number + 2].tolist()
        session = read_lines(text, file, self.lines.others(number))
        if not session.readable:
            return read(text, file)
        counted = self.lines.counted[begin:end].tolist()
        for hand in session.body:
            if type(hand) is Hand:
                hand.plain = counted[hand.line - 1]
        return session

    def logs(self) -> Logs:
        """Read the plain hands, and then line by line those that turned out not to be plain."""
        plain = PlainHands(self.lines, *self.seatings(), widest(self.sessions))
        refused = self.lines.first_lines[plain.refused]
        where = np.searchsorted(self.lines.begins, refused, "right") - 1
        for number in sorted(set(where.tolist())):  # np.unique loads masked arrays
            text, file, at = self.texts[number]
            hands = self.lines.below(number, refused[where == number])
            session = self.sessions[at]
            for hand in session.body:
                if type(hand) is Hand and hand.line in hands:
                    hand.plain = -1
            if session.readable and not read_left_out(session, text, hands):
                self.sessions[at] = read(text, file)
        return Logs(self.sessions, columns(self.sessions, plain))

    def seatings(self) -> tuple[list[tuple[str, ...]], Array]:
        """Return each group of players who sat together once, and the index of each hand's group,
        -1 unless the hand is plain.
        """
        numbers: dict[tuple[str, ...], int] = {}
        seating = np.full(len(self.lines.first_lines), -1)
        for session in self.sessions:
            for hand in session.body:
                if type(hand) is Hand and hand.plain >= 0 and not hand.quarantined:
                    seating[hand.plain] = numbers.setdefault(hand.seats, len(numbers))
        return list(numbers), seating
