"""From columns back to the records of a session log: the inverse of ``from_log``, in the order that
log-format.md shows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, groupby
from typing import Any, Final, TypeAlias

import numpy as np

from ledger.game import Rules
from ledger.game.options import option_texts, rules_text, split_rules
from ledger.game.play import NONE, UNKNOWN
from ledger.game.rules import join_option
from ledger.hands import model
from ledger.hands.model import Events, Filled, Hands, Row, SessionInfo, record_of
from ledger.log import grammar, hand_statements
from ledger.log.hand_statements import (
    DEFAULT,
    HAND,
    Claim,
    HandLine,
    Pass,
    Play,
    Trick,
)
from ledger.log.records import (
    Diagnostic,
    Hand,
    HandRecord,
    HeaderRecord,
    Session,
    TableRecord,
    Unreadable,
)
from ledger.log.values import Context
from ledger.log.words import split

_BLOCK: Final = 1000  # hands of a session that are taken out of the columns at a time


def sessions_of(hands: Hands) -> Iterator[Session]:
    """Yield the sessions that ``hands`` came from: ``columns`` makes the same hands of them.

    Lines are numbered as ``write`` writes them. Comments, statements of other programs, ``stay``
    lines and the notes of payments are in no column, so they are lost; quarantined hands and
    unreadable lines are as they were.
    """
    errors: defaultdict[str, list[Diagnostic]] = defaultdict(list)
    for error in hands.errors:
        errors[error.file].append(error)
    for at, info in enumerate(hands.sessions):
        yield _Recorder(hands, at, errors[info.file]).session


class _Recorder:
    """Makes the records of one session, and keeps count of the lines."""

    def __init__(self, hands: Hands, at: int, errors: list[Diagnostic]) -> None:
        info = hands.sessions[at]
        self.hands, self.info = hands, info
        self.line = 0
        self.moved: dict[int, int] = {}
        self.session = Session(
            **{name: getattr(info, name) for name in model.AS_WRITTEN},
            rules=rules_line(info.rules),
            exempt=None
            if info.exempt is None
            else tuple(info.players[player] for player in info.exempt),
            players=list(info.players),
        )
        rows = range(info.first_row, info.first_row + info.rows)
        quarantined = {line for row in rows if row in hands.text for line, _ in hands.text[row]}
        seats = info.header_lines[-1] if info.header_lines else 0
        self.add_header([error for error in errors if error.line < seats])
        self.add_body(
            at, [error for error in errors if error.line >= seats and error.line not in quarantined]
        )
        self.session.errors = [
            error._replace(line=self.moved.get(error.line, error.line)) for error in errors
        ]

    def next_line(self, before: int = 0) -> int:
        """Return the number of the next line; ``before`` is the one that it had."""
        self.line += 1
        if before:
            self.moved[before] = self.line
        return self.line

    def add_header(self, errors: list[Diagnostic]) -> None:
        """Add the statements of the header, and among them the lines that could not be read."""
        said: list[tuple[int, HeaderRecord]] = []
        before = 0
        for line, record in zip(
            self.info.header_lines or (0,) * len(model.HEADER), header_of(self.info), strict=True
        ):
            if record is not None:
                # one that the log did not have stands behind the one before it
                before = line or before
                said.append((before, record))
        said += [(error.line, Unreadable(0, error.text)) for error in errors]
        for before, record in sorted(said, key=lambda pair: pair[0]):
            self.session.header.append(record._replace(line=self.next_line(before)))

    def add_body(self, at: int, loose: list[Diagnostic]) -> None:
        """Add the hands and the statements between them; ``loose`` are the unreadable lines outside
        hands.
        """
        info = self.info
        between: defaultdict[int, list[tuple[int, TableRecord]]] = defaultdict(list)
        first, last = np.searchsorted(self.hands.events.session, (at, at + 1))
        for rows in lines_of_events(self.hands.events, first, last):
            between[int(self.hands.events.before[rows[0]])].append(
                event_of(self.hands, rows, info.players)
            )
        starts = self.hands.line[info.first_row : info.first_row + info.rows].tolist()
        for error in loose:
            row = next((row for row, line in enumerate(starts) if line > error.line), info.rows)
            between[info.first_row + row].append((error.line, Unreadable(0, error.text)))
        for row, hand in self.rows():
            self.add_statements(between[row])
            self.add_hand(row, hand)
        self.add_statements(between[info.first_row + info.rows])

    def rows(self) -> Iterator[tuple[int, dict[str, Any]]]:
        end = self.info.first_row + self.info.rows
        for start in range(self.info.first_row, end, _BLOCK):
            stop = min(start + _BLOCK, end)
            block = [
                np.moveaxis(getattr(self.hands, name)[..., start:stop], -1, 0).tolist()
                for name in model.COLUMNS
            ]
            declared = model.LINE_SEATS + model.BY_SEAT.index("declared") * self.hands.width
            block.append(
                self.hands.lines[declared : declared + self.hands.width, start:stop].T.tolist()
            )
            for row, values in enumerate(zip(*block, strict=True), start):
                yield row, dict(zip((*model.COLUMNS, "declared_on"), values, strict=True))

    def add_statements(self, said: list[tuple[int, TableRecord]]) -> None:
        for before, record in sorted(said, key=lambda pair: pair[0]):
            self.session.body.append(record._replace(line=self.next_line(before)))

    def add_hand(self, row: int, said: dict[str, Any]) -> None:
        self.line += 1
        names = tuple(self.info.players[player] for player in said["player"][: said["seated"]])
        if said["quarantined"]:
            self.session.body.append(self.quarantined(row, said["number"], names))
            return
        due = names[said["due"]] if said["due"] >= 0 else None
        hand = Hand(self.next_line(said["line"]), None, names, due, misdeal=said["misdeal"])
        hand.first = first_line(said, names)._replace(line=hand.line)
        for statement in statements(said, names, self.hands.houses[said["house"]].ante):
            hand.statements.append(statement._replace(line=self.next_line()))
        self.session.body.append(hand)

    def quarantined(self, row: int, number: int, names: tuple[str, ...]) -> Hand:
        lines = [
            Unreadable(self.next_line(before), text)
            for before, text in self.hands.text.get(row, ())
        ]
        hand = Hand(lines[0].line if lines else self.line, None, names, quarantined=True)
        if number >= 0 and lines:
            hand.first = read_first_line(lines.pop(0), names)
        hand.statements += lines
        return hand


@lru_cache(maxsize=100)
def rules_line(rules: Rules) -> grammar.RulesLine:
    """Return rules as a header has them."""
    text = rules_text(rules)
    columns = accumulate((len(word) + 1 for word in ["rules", *text.split()[:-1]]), initial=1)
    return grammar.RulesLine(0, *split_rules(text), tuple(columns)[1:])


def header_of(info: SessionInfo) -> list[HeaderRecord | None]:
    """Return the statements of a header in the order of HEADER, None for one that says nothing."""
    written = dict(zip(model.HEADER, info.header_lines, strict=False))
    return [
        grammar.Version(0, 1),
        grammar.Title(0, info.date, info.id, info.title),
        grammar.Game(0, info.game) if info.game is not None else None,
        rules_line(info.rules),
        grammar.Chip(0, info.chip, info.currency)
        if info.chip is not None and info.currency is not None
        else None,
        grammar.AnteUnit(0, info.ante) if written.get("ante") or info.ante != 1 else None,
        grammar.OpeningPot(0, info.pot)
        if info.pot is not None and (info.pot_said or info.pot)
        else None,
        grammar.Exempt(0, tuple(info.players[player] for player in info.exempt))
        if info.exempt is not None
        else None,
        grammar.Seats(0, info.seats),
    ]


def lines_of_events(events: Events, first: int, last: int) -> Iterator[list[int]]:
    """Yield the rows of each statement between hands: several for what names several players in one
    line.
    """
    at = first
    while at < last:
        end = at + 1
        if events.kind[at] in model.SEVERAL:
            while end < last and _goes_on(events, end):
                end += 1
        yield list(range(at, end))
        at = end


def _goes_on(events: Events, at: int) -> bool:
    """True if an event continues the line of the one before it."""
    columns = (
        events.kind,
        events.before,
        events.line,
        *([events.player] if events.kind[at] == model.EXPENSE else []),
    )
    return all(column[at] == column[at - 1] for column in columns)


def event_of(hands: Hands, rows: list[int], players: tuple[str, ...]) -> tuple[int, TableRecord]:
    """Return the statement between hands in some rows of the events, and its line."""
    events = hands.events
    columns = (events.kind, events.player, events.other, events.amount, events.target)
    said: list[Row] = list(zip(*(column[rows].tolist() for column in columns), strict=True))
    text = rules_said(hands, rows[0]) if events.kind[rows[0]] == model.RULES else ""
    return int(events.line[rows[0]]), record_of(said, players, text)


def rules_said(hands: Hands, at: int) -> str:
    """The words of a ``rules`` line, the event ``at``: the options that it changed, or all rules
    where it names a preset.
    """
    events, rules = hands.events, hands.houses[int(hands.events.amount[at])].rules
    if events.target[at] != model.OPTIONS_ONLY:
        return rules_text(rules)
    earlier = np.flatnonzero(
        (events.session[:at] == events.session[at]) & (events.kind[:at] == model.RULES)
    )
    info = hands.sessions[int(events.session[at])]
    before = hands.houses[int(events.amount[earlier[-1]])].rules if len(earlier) else info.rules
    said, was = option_texts(rules), option_texts(before)
    changed = {name: text for name, text in said.items() if text != was[name]} or said
    return " ".join(join_option(name, text) for name, text in changed.items())


# --- Statements of one hand -----------------------------------------------------------------------
# what each column of ``Hands`` has of one hand; lists by seat where the column is by seat
Said = dict[str, Any]
Names = tuple[str, ...]  # who is seated, from the dealer's left on


def first_line(said: Said, names: Names) -> HandLine:
    """Return the ``hand`` line."""
    return HandLine(
        0, said["number"], None if said["no_dealer"] else names[-1], said["turned"], said["trump"]
    )


def read_first_line(written: Unreadable, names: Names) -> HandLine:
    """Return the ``hand`` line of a hand in quarantine, from its text."""
    context = Context()
    context.seat(list(names))
    words, _, comment, _ = split(written.text)
    return HAND.read(context, written.line, words, comment, written.text)


def statements(said: Said, names: Names, unit: int) -> Iterator[HandRecord]:
    """Yield the statements of a hand; ``unit`` is one ante in chips.

    Their lines are not numbered.
    """
    for by in _BEFORE_PLAY:
        yield from _filled(by, said, names, unit)
    yield from _declarations(said, names)
    yield from _play(said, names)
    for by in _AFTER_PLAY:
        yield from _filled(by, said, names, unit)


_KEYWORDS: Final = list(hand_statements.HAND_STATEMENTS)
_PLAY: Final = _KEYWORDS.index("pass")


def _in_order(keywords: list[str]) -> list[Filled]:
    """In the order of a log: first the tricks, and last that a hand was thrown in."""
    keywords = sorted(keywords, key=lambda word: {"tricks": -1, "misdeal": 1}.get(word, 0))
    return [model.FILLED[keyword] for keyword in keywords if keyword in model.FILLED]


_BEFORE_PLAY: Final = _in_order(_KEYWORDS[:_PLAY])
_AFTER_PLAY: Final = _in_order(_KEYWORDS[_PLAY:])


def _filled(by: Filled, said: Said, names: Names, unit: int) -> Iterator[HandRecord]:
    """Yield the statements that fill a column of their own; ``unit`` is one ante in chips."""
    if not by.there or said[by.there]:
        for words in _HOW[by.how](by, said, names, unit):
            yield by.record(0, *words)


Words: TypeAlias = Iterator[tuple[Any, ...]]  # the values of the parts of each line


def _flag(by: Filled, said: Said, _names: Names, _unit: int) -> Words:
    if said[by.column]:
        yield ()


def _chips(by: Filled, said: Said, _names: Names, _unit: int) -> Words:
    if said[by.column] >= 0:
        yield (said[by.column],)


def _seat_flags(by: Filled, said: Said, names: Names, _unit: int) -> Words:
    for name, there in zip(names, said[by.column], strict=False):
        if there:
            yield (name,)


def _seat_cards(by: Filled, said: Said, names: Names, _unit: int) -> Words:
    for seat, name in enumerate(names):
        cards = _cards(said[by.column], said[f"{by.column}_count"], seat)
        if cards is not None:
            yield name, cards


def _seat_chips(by: Filled, said: Said, names: Names, _unit: int) -> Words:
    paid = False
    for name, chips in zip(names, said[by.column], strict=False):
        if chips != model.ABSENT:
            paid = True
            yield name, DEFAULT if chips == model.BY_RULE else chips
    if by.there and not paid:
        yield (None,)


def _seat_antes(by: Filled, said: Said, names: Names, unit: int) -> Words:
    paid = [(name, chips) for name, chips in zip(names, said[by.column], strict=False) if chips]
    amounts = [(name, DEFAULT if chips == unit else chips) for name, chips in paid]
    if amounts or by.there:
        yield (tuple(amounts or [(names[-1], 0)]),)


def _seat_counts(by: Filled, said: Said, names: Names, _unit: int) -> Words:
    values = said[by.column]
    unknown = said[by.unknown] if by.unknown else [False] * len(values)
    counts = tuple(
        (name, None if open_ else number)
        for name, number, open_ in zip(names, values, unknown, strict=False)
        if number >= 0 or open_
    )
    if counts or by.there:
        yield (counts,)


_HOW: Final = {
    "flag": _flag,
    "chips": _chips,
    "seat_flags": _seat_flags,
    "seat_cards": _seat_cards,
    "seat_chips": _seat_chips,
    "seat_antes": _seat_antes,
    "seat_counts": _seat_counts,
}


def _play(said: Said, names: Names) -> Iterator[HandRecord]:
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


def _declarations(said: Said, names: Names) -> Iterator[HandRecord]:
    """Yield who plays and who passes, in order, then who passed after the draw."""
    declared, order = said["declared"], said["order"]
    written = {model.PASSED} if said["score"] else {model.PASSED, model.PLAYED, model.DROPPED}
    spoken = sorted(
        (seat for seat in range(len(names)) if declared[seat] in written),
        key=lambda seat: order[seat],
    )
    # Out of turn, names in one line say less than lines of their own do (log-format.md, "Order").
    lines = [0] * len(names) if spoken == sorted(spoken) else said["declared_on"]
    for (passed, _), seats in groupby(
        spoken, key=lambda seat: (declared[seat] == model.PASSED, lines[seat])
    ):
        if passed:
            yield Pass(0, tuple(names[seat] for seat in seats))
            continue
        for seat in seats:
            draw = said["draw"][seat]
            out = _cards(said["out"], said["out_count"], seat)
            drawn = _cards(said["drawn"], said["drawn_count"], seat)
            yield Play(0, names[seat], draw if draw >= 0 else None, out, drawn)
    dropped = tuple(names[seat] for seat in spoken if declared[seat] == model.DROPPED)
    if dropped:
        yield Pass(0, dropped)


def _tricks(said: Said, names: Names) -> Iterator[HandRecord]:
    """Yield the tricks; of a trick too many, and of cards too many in a trick, the columns have
    only the number.
    """
    for trick in range(min(said["trick_count"], model.TRICKS)):
        size = said["trick_size"][trick]
        cards = said["cards"][trick][:size]
        cards += [UNKNOWN] * (size - len(cards))
        both = zip(said["earlier"][trick], said["withdrawn"][trick], strict=True)
        withdrawn = tuple(
            (turn, card) for turn, back in enumerate(both) for card in back if card != NONE
        )
        yield Trick(0, names[said["leader"][trick]], tuple(cards), withdrawn)
    for _ in range(model.TRICKS, said["trick_count"]):
        playing = said["declared"].count(model.PLAYED)
        yield Trick(0, names[0], (UNKNOWN,) * max(playing, 1))
