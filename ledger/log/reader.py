"""Reads session logs: every statement and every error.

A bad line loses that line or that hand, never the file.

First the errors so far, then what follows the header (hands, and the statements between them), the
header line by line in its order, the session as a whole, and a file as text and lines.
"""

from __future__ import annotations

import io
import re
from bisect import bisect_right
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import replace
from operator import attrgetter
from pathlib import Path, PurePath
from typing import Any, Final

from ledger.errors import did_you_mean, nearest
from ledger.files import PAYMENTS_FILE, LogError
from ledger.log.between_hands import (
    BETWEEN_HANDS,
    EITHER,
    BetweenHands,
    Result,
    Waive,
    is_between_hands,
)
from ledger.log.grammar import (
    HEADER_STATEMENTS,
    AnteUnit,
    Chip,
    Exempt,
    Game,
    InHeader,
    OpeningPot,
    RulesLine,
    Seats,
    Title,
)
from ledger.log.hand_statements import HAND, HAND_STATEMENTS, Draws, Plays
from ledger.log.records import (
    Comment,
    Diagnostic,
    Foreign,
    Hand,
    HandRecord,
    Session,
    TableRecord,
    Unreadable,
)
from ledger.log.spellings import (
    CARD_OF,
    before_the_keyword,
    behind_a_prefix,
    is_aside,
    keyword_meant,
    name_before_what_happened,
    statements_meant,
)
from ledger.log.values import Context, SoFar
from ledger.log.words import (
    BLANK,
    COMMA,
    IN_PAYMENTS,
    LONGEST_LINE,
    MOST_BYTES,
    MOST_ERRORS,
    MOST_HANDS,
    MOST_LINES,
    MOST_SUGGESTIONS,
    UNUSUAL,
    Problem,
    check_characters,
    first_word,
    is_number,
    odd_character,
    plain_words,
    quote,
    quotes_meant,
    shown,
    spelt_plainly,
    split,
    words_and_comment,
)


# --- Errors ---------------------------------------------------------------------------------------
class GiveUp(Exception):  # noqa: N818 - it only ends the reading
    """Nothing after this in the file can be understood."""


class Errors:
    """The errors of one file so far; ``what`` says what kind of file it should be."""

    def __init__(
        self, file: str, found: list[Diagnostic], what: str = "the log of an evening"
    ) -> None:
        self.file, self.found, self.what = file, found, what

    def add(self, problem: Problem, line: int, text: str, hand: int | None = None) -> None:
        """Report what is wrong with a line. Raises GiveUp at one error too many."""
        self.found.append(self._diagnostic(problem, line, text, hand))

    def insert(self, problem: Problem, line: int, text: str) -> None:
        """Report what is wrong with a line above the last one.

        Raises GiveUp at one error too many.
        """
        found = self._diagnostic(problem, line, text, None)
        self.found.insert(bisect_right(self.found, line, key=lambda error: error.line), found)

    def _diagnostic(self, problem: Problem, line: int, text: str, hand: int | None) -> Diagnostic:
        if len(self.found) >= MOST_ERRORS:
            message = (
                f"more than {MOST_ERRORS:,} lines cannot be read: the rest of the file is given up"
            )
            remedy = "check that it is the right file"
            self.found.append(Diagnostic(self.file, line, 1, text, message, self.what, remedy))
            raise GiveUp
        column, word = problem.column, ""
        if not column:
            words, columns, _, end = split(text)
            column, word = (
                (columns[problem.word], words[problem.word])
                if problem.word < len(words)
                else (end, "")
            )
        remedy = problem.remedy
        if len(self.found) < MOST_SUGGESTIONS:
            remedy = (
                odd_character(text, column)
                or quotes_meant(text, column)
                or _near(word, problem)
                or remedy
            )
        return Diagnostic(
            self.file, line, column, text, problem.message, problem.expected, remedy, hand
        )


def _near(word: str, problem: Problem) -> str:
    """Which of the words that could stand there is meant by a misspelt one; empty if none
    is near.
    """
    for one in dict.fromkeys((word, spelt_plainly(word))) if word else ():
        if near := did_you_mean(shown(one), map(shown, problem.near), quote):
            return near
    return ""


# --- Body -----------------------------------------------------------------------------------------
_KEYWORDS: Final = ("hand", *HAND_STATEMENTS, *BETWEEN_HANDS)
_APART: Final = frozenset(("misdeal", *EITHER))
_READERS: Final = {
    keyword: statement.read
    for keyword, statement in HAND_STATEMENTS.items()
    if keyword not in _APART
}
"""Of the lines of hands, which are most of a log: looked up in one step."""
_BEGUN: Final = frozenset(
    keyword for keyword, statement in HAND_STATEMENTS.items() if statement.begins
)
"""Statements after which somebody has declared or played."""


SECOND_LOG: Final = "a second log begins here, and nothing from here on is read"
_BEGINS: Final = re.compile(r"[ \t]*bourr[eé][ \t]+[0-9]+[ \t]*(?:#.*)?", re.IGNORECASE)


class _SecondLog(Exception):  # noqa: N818 - it only ends the reading
    """A second log begins in this file: nothing from it on is read."""


class Body:
    """The hands so far.

    ``place`` is where the next statement goes: the open hand, or between hands.

    ``thrown_in`` is the open hand after its ``misdeal``; ``hand`` is then None. ``results`` is True
    after a ``result``, until the next hand. ``waived`` has the ``waive`` lines for players who have
    not sat yet, with their places. ``over`` is True once nothing more of the file can be read.
    """

    def __init__(self, session: Session, context: Context, errors: Errors) -> None:
        self.session, self.context, self.errors = session, context, errors
        self.hands = 0
        self.hand: Hand | None = None
        self.previous: Hand | None = None
        self.thrown_in: Hand | None = None
        self.results = self.over = False
        self.waived: list[tuple[int, str]] = []
        self.place: list[HandRecord] | list[Hand | TableRecord] = session.body

    def copy(self) -> Body:
        """The same state, apart from this one.

        Hands that are over are shared: nothing changes them any more.
        """
        old, last = self.session, self.previous
        other = copy(self)
        other.session = replace(old, header=[*old.header], body=[*old.body], errors=[*old.errors])
        other.errors = Errors(self.errors.file, other.session.errors)
        other.context, other.waived = self.context.copy(), [*self.waived]
        other.place = other.session.body
        if last is not None:
            other.previous = again = replace(last, statements=[*last.statements])
            at = max(at for at, item in enumerate(old.body) if item is last)
            other.session.body[at] = again
            other.hand, other.thrown_in = self.hand and again, self.thrown_in and again
            other.place = again.statements if self.place is last.statements else other.place
        return other

    def read(self, lines: Iterator[tuple[int, str]], *, careful: bool, commas: bool) -> None:
        """Read ``lines``; ``careful`` if any of them has characters that ``str.split`` takes for
        blanks, or forbidden ones.

        ``commas`` is True if any of them has a comma.
        """
        try:
            self._read(lines, careful=careful, commas=commas)
        except _SecondLog:
            self.over = True
        except GiveUp:
            self.give_up()

    def give_up(self) -> None:
        """Note that the file is not readable: nothing after this can be understood."""
        self.over, self.session.readable = True, False
        self.waived.clear()

    def finished(self) -> Session:
        """The session, at the end of the file."""
        try:
            self.check_waived()
        except GiveUp:
            self.give_up()
        self.session.players = list(self.context.known)
        return self.session

    def _read(self, lines: Iterator[tuple[int, str]], *, careful: bool, commas: bool) -> None:
        context = self.context
        find = _READERS.get
        for number, line in lines:
            words: list[str] | None
            comment = ""
            if careful or "#" in line or (commas and COMMA in line):
                words = None
            elif '"' in line:
                words = plain_words(line)
            else:
                words = line.split()
            if words is None:
                try:
                    words, comment = self.take_apart(number, line)
                except Problem as problem:
                    self.spoil(number, line, line.split() or [""], problem)
                    continue
            if not words:
                continue
            read = find(words[0])
            try:
                if read is None:
                    self.read_no_hand_line(number, line, words, comment)
                elif self.hand is None:
                    raise self.outside(words[0])
                else:
                    self.hand.statements.append(read(context, number, words, comment, line))
            except Problem as problem:
                self.spoil(number, line, words, problem)

    def take_apart(self, number: int, line: str) -> tuple[list[str], str]:
        """Return words and comment of a line; keep a comment alone or another program's statement,
        and return no words.
        """
        text = line.lstrip(BLANK)
        if text.startswith("x-"):
            self.place.append(Foreign(number, text))
            return [], ""
        if text.startswith("#"):
            check_characters(line)
            self.place.append(Comment(number, line[0] in BLANK, text.rstrip(BLANK)))
            return [], ""
        words, _, comment, _ = split(line)
        return words, comment

    def read_no_hand_line(self, number: int, line: str, words: list[str], comment: str) -> None:
        """Read a line that is no statement of a hand."""
        keyword = words[0]
        if keyword == "hand":
            first = HAND.read(self.context, number, words, comment, line)
            due = self.due()
            seating = self.context.seating
            seating.deal(first.dealer)
            if first.dealer is None:
                self.begin(Hand(number, first, seating.clockwise()), line)
            else:
                self.begin(Hand(number, first, seating.round_to(first.dealer), due), line)
        elif keyword in BETWEEN_HANDS and (keyword not in EITHER or is_between_hands(words)):
            self.read_between(number, line, words, comment)
        elif keyword in HAND_STATEMENTS:
            if self.hand is None:
                raise self.outside(keyword)
            self.hand.statements.append(
                HAND_STATEMENTS[keyword].read(self.context, number, words, comment, line)
            )
            if keyword == "misdeal":
                self.hand.misdeal = True
                self.thrown_in, self.hand = self.hand, None
        elif keyword.startswith("x-"):
            self.place.append(Foreign(number, line.lstrip(BLANK)))
        elif keyword in HEADER_STATEMENTS and not (keyword == "bourre" and self.hand):
            raise Problem(
                0,
                f"`{keyword}` belongs in the header",
                "a hand, or a statement between hands",
                "move it up, or delete it",
            )
        else:
            raise self.unknown(words)

    def read_between(self, number: int, line: str, words: list[str], comment: str) -> None:
        """Read a statement between hands."""
        keyword = words[0]
        statement = BETWEEN_HANDS[keyword]
        if self.context.ended and not statement.after_end:
            expected = "comments and settlements: " + ", ".join(
                name for name, said in BETWEEN_HANDS.items() if said.after_end
            )
            raise Problem(
                0,
                f"`{keyword}` after the evening's `end`",
                expected,
                "move `end` to where the game ended",
            )
        if keyword in EITHER and self.hand is not None and not self.begun(self.hand):
            expected = (
                "the players who put one in: ante Ann Bea; or `ante 2` before or after the hand"
            )
            raise Problem(
                0,
                "the ante cannot change during a hand",
                expected,
                "move the line above the hand, or below it",
            )
        record: BetweenHands = statement.read(self.context, number, words, comment, line)
        self.finish()
        self.results = self.results or isinstance(record, Result)
        if isinstance(record, Waive) and record.player not in self.context.known:
            self.waived.append((len(self.session.body), line))
        self.session.body.append(record)

    def begun(self, hand: Hand) -> bool:
        """True if somebody has declared or played in a hand, by a line that can be read or one that
        cannot.
        """
        return self.context.so_far.begun or any(type(said) in _BEGIN for said in hand.statements)

    def due(self) -> str | None:
        """Return whose turn to deal it is, None if anyone may."""
        if self.previous is None or self.previous.quarantined or self.results:
            return None
        return self.context.seating.due(again=self.previous.misdeal)

    def check_waived(self) -> None:
        """Look up those who were waived before they sat: all names are of people who sit
        some time.
        """
        for place, line in self.waived:
            record = self.session.body[place]
            assert isinstance(record, Waive)
            try:
                player = self.context.anyone(["waive", str(record.hand), record.player], 2)
            except Problem as problem:
                self.session.body[place] = Unreadable(record.line, line)
                self.errors.insert(problem, record.line, line)
            else:
                self.session.body[place] = record._replace(player=player)

    def outside(self, keyword: str) -> Problem:
        """Return the Problem of a line that belongs in a hand when none is open."""
        if self.thrown_in is not None:
            expected = "`misdeal` as the last line of its hand"
            return Problem(
                0,
                f"`{keyword}` after `misdeal`",
                expected,
                "move the line above it, or begin the next hand",
            )
        remedy = "begin the hand with its number, dealer and card: hand 1 Ann 9h"
        return Problem(0, f"`{keyword}` is outside a hand", "a `hand` line above it", remedy)

    def unknown(self, words: list[str]) -> Problem:
        """Return the Problem of a line whose first word begins no statement."""
        word = words[0]
        message = f"a line cannot begin with {shown(word) or quote(word)}"
        meant = (
            self.broken_off(words)
            or before_the_keyword(words, _KEYWORDS)
            or keyword_meant(word, _KEYWORDS)
        )
        meant = meant or name_before_what_happened(words)
        if meant:
            return Problem(0, message, self.expected(), meant)
        remedy = "put a # before a comment"
        name = word.rstrip(":")
        if self.context.knows(name):
            example = (
                f"tricks {quote(shown(name))} 3" if self.hand else f"buyin {quote(shown(name))} 40"
            )
            remedy = (
                f"write first what happened, such as {example}, or join it to the line above, or "
                f"{remedy}"
            )
        near = _KEYWORDS if self.hand else ("hand", *BETWEEN_HANDS)
        return Problem(0, message, self.expected(), remedy, near=near)

    def broken_off(self, words: list[str]) -> str:
        """The remedy for the rest of a line that was wrapped, as mail programs do; empty if it does
        not look like one.
        """
        word, follows = words[0], words[1:2]
        goes_on = word in CARD_OF or is_number(word) or word in {"for", "from", "after"}
        if goes_on or (word in {"out", "in"} and CARD_OF.keys() & follows):
            return "join it to the line above"
        if (
            not self.session.body
            and not self.hands
            and word not in _KEYWORDS
            and all(map(_may_be_a_name, words))
        ):
            return "join it to the `seats` line if these are players, or put a # before a comment"
        return ""

    def expected(self) -> str:
        """Return in words what may stand here."""
        return "`hand` or one of " + ", ".join(HAND_STATEMENTS if self.hand else BETWEEN_HANDS)

    def begin(self, hand: Hand, line: str) -> None:
        """Open a hand. Raises GiveUp at one hand too many."""
        self.hands += 1
        if self.hands > MOST_HANDS:
            problem = Problem(
                0,
                f"more than {MOST_HANDS:,} hands",
                "one evening a file",
                "split the file",
                column=1,
            )
            self.errors.add(problem, hand.line, line)
            raise GiveUp
        # most hands are read elsewhere (``ledger.hands.plain_hands``)
        if self.previous is None or self.previous.statements:
            self.context.so_far = SoFar()
        self.previous = self.hand = hand
        self.thrown_in, self.results = None, False
        self.place = hand.statements
        self.session.body.append(hand)

    def finish(self) -> None:
        """Close the open hand, if there is one."""
        self.hand = self.thrown_in = None
        self.place = self.session.body

    def spoil(self, number: int, line: str, words: list[str], problem: Problem) -> None:
        """Keep a line that cannot be read, word for word; its hand is quarantined.

        Raises _SecondLog if a log begins there.
        """
        if _BEGINS.fullmatch(spelt_plainly(line)):
            self.finish()
            self.place.append(Unreadable(number, line))
            problem = Problem(0, SECOND_LOG, "one evening a file", "put it into a file of its own")
            self.errors.add(problem, number, line)
            raise _SecondLog
        if words[0] == "hand" or "hand" in statements_meant(line):
            # it may be a line of the hand that runs
            if self.hand and "hand" not in statements_meant(f"{words[0]} 1 x"):
                self.hand.quarantined = True
            self.begin(Hand(number, None, self.context.seating.clockwise()), line)
        elif is_between_hands(words) and not (
            words[0] in EITHER and self.hand is not None and not self.begun(self.hand)
        ):
            self.finish()
        hand = self.hand or self.thrown_in
        known = hand.first.number if hand and hand.first else None
        self.errors.add(problem, number, line, known)
        self.place.append(Unreadable(number, line))
        if hand:
            hand.quarantined = True
            self.context.so_far.begun |= words[0] in _BEGUN


_BEGIN: Final = frozenset((*(HAND_STATEMENTS[keyword].record for keyword in _BEGUN), Plays, Draws))


def _may_be_a_name(word: str) -> bool:
    return word[:1].isupper() and not word.endswith((":", ".", "!"))


# --- Header ---------------------------------------------------------------------------------------
_ORDER: Final = tuple(HEADER_STATEMENTS)
_IN_ORDER: Final = "the header in its order: " + ", ".join(_ORDER)
_ANYWHERE: Final = next(keyword for keyword, said in HEADER_STATEMENTS.items() if said.anywhere)
"""The line that has no place of its own in the order."""


def read_header(
    session: Session, context: Context, errors: Errors, lines: Iterator[tuple[int, str]]
) -> None:
    """Read ``lines`` up to ``seats`` into ``session``; raises GiveUp where nothing after it would
    mean anything.
    """
    header = _Header(session, context, errors)
    number = 0
    for number, line in lines:
        header.read(number, line)
        if header.stage == len(_ORDER):
            return
    problem = Problem(
        0,
        "the file ends before its header is complete",
        "a line for the seats",
        "add it: seats Ann Bea Cal",
        column=1,
    )
    errors.add(problem, number, "")
    raise GiveUp


class _Header:
    """The header so far: ``stage`` is how many of its lines have been passed, ``game`` is True if
    the ``game`` line has.
    """

    def __init__(self, session: Session, context: Context, errors: Errors) -> None:
        self.session, self.context, self.errors = session, context, errors
        self.stage = 0
        self.game = False
        self.exempt_line = ""

    def read(self, number: int, line: str) -> None:
        keyword = first_word(line)
        if keyword.startswith("x-"):
            self.session.header.append(Foreign(number, line.lstrip(BLANK)))
            return
        try:
            words, comment = words_and_comment(line)
        except Problem as problem:
            if keyword not in HEADER_STATEMENTS or self.in_place(number, line, keyword):
                self.broken(number, line, keyword, problem)
            return
        if words and words[0] in HEADER_STATEMENTS:
            self.statement(number, line, words, comment)
        elif words:
            self.unknown(number, line, words[0])
        elif comment:
            self.session.header.append(Comment(number, line[0] in BLANK, comment))

    def statement(self, number: int, line: str, words: list[str], comment: str) -> None:
        keyword = words[0]
        if not self.in_place(number, line, keyword):
            return
        if keyword == "exempt":
            self.exempt_line = line
        try:
            said = HEADER_STATEMENTS[keyword].read(self.context, number, words, comment, line)
        except Problem as problem:
            self.session.seats = self.context.seating.clockwise()
            self.broken(number, line, keyword, problem)
        else:
            self.session.header.append(said)
            _enter(self.session, said)
            if isinstance(said, Seats):
                self.exempt()

    def exempt(self) -> None:
        """Look up those who are exempt among the seated, who are named below them."""
        header = self.session.header
        place = next((at for at, said in enumerate(header) if isinstance(said, Exempt)), None)
        if place is None:
            return
        before = header[place]
        assert isinstance(before, Exempt)
        try:
            said = (
                before._replace(players=self.context.players(["exempt", *before.players]))
                if before.players
                else before
            )
        except Problem as problem:
            problem.remedy = "name those of the `seats` line"
            self.session.exempt_lost = True
            header[place] = Unreadable(before.line, self.exempt_line)
            self.errors.insert(problem, before.line, self.exempt_line)
        else:
            header[place] = said
            self.session.exempt = said.players

    def in_place(self, number: int, line: str, keyword: str) -> bool:
        """Return True if ``keyword`` may stand here; report what is missing before it."""
        column = len(line) - len(line.lstrip(BLANK)) + 1
        if keyword == _ANYWHERE and self.game:
            problem = Problem(
                0,
                f"`{keyword}` stands here twice",
                "one game an evening",
                "delete one of them",
                column=column,
            )
            self.broken(number, line, "", problem)
            return False
        place = self.place(keyword)
        if place < self.stage:
            message = f"`{keyword}` comes too late here, or twice"
            problem = Problem(0, message, _IN_ORDER, "move or delete the line", column=column)
            self.broken(number, line, "", problem)
            self.session.readable = False
            return False
        missing = self.missing(place)
        if missing:
            names = " and ".join(f"`{name}`" for name in missing)
            remedy = (
                "add it above: rules louisiana, or another preset"
                if missing == ["rules"]
                else "add what is missing above"
            )
            problem = Problem(
                0, f"{names} must come before `{keyword}`", _IN_ORDER, remedy, column=column
            )
            self.errors.add(problem, number, line)
            self.session.readable = False
        self.passed(keyword)
        return True

    def missing(self, place: int) -> list[str]:
        """Return the lines that a header must have, and that have not come before ``place``."""
        return [name for name in _ORDER[self.stage : place] if HEADER_STATEMENTS[name].needed]

    def place(self, keyword: str) -> int:
        return max(1, self.stage) if keyword == _ANYWHERE else _ORDER.index(keyword)

    def passed(self, keyword: str) -> None:
        if keyword == _ANYWHERE:
            self.game = True
            self.stage = max(1, self.stage)
        else:
            self.stage = _ORDER.index(keyword) + 1

    def left(self) -> list[str]:
        return [
            name
            for name in _ORDER
            if (not self.game if name == _ANYWHERE else self.place(name) >= self.stage)
        ]

    def broken(self, number: int, line: str, keyword: str, problem: Problem) -> None:
        """Keep a line that cannot be read: after some, nothing else in the file can be
        understood.
        """
        # that it stands too early is said already
        if all(error.line != number for error in self.errors.found[-1:]):
            self.errors.add(problem, number, line)
        self.session.header.append(Unreadable(number, line))
        if keyword == "pot":
            self.session.pot, self.session.pot_said = None, True
        if keyword == "exempt":
            self.session.exempt, self.session.exempt_lost = None, True
        if keyword in HEADER_STATEMENTS and not HEADER_STATEMENTS[keyword].harmless:
            self.session.readable = False
        if (
            keyword == "bourre"
            or self.stage == 0
            or (keyword == "seats" and not self.session.seats)
        ):
            raise GiveUp

    def unknown(self, number: int, line: str, word: str) -> None:
        left = self.left()
        expected = "the header: " + ", ".join(left)
        if self.stage == 0:
            guess = did_you_mean(word[:40], _ORDER[:1])
            if guess:  # what follows is read all the same, for its errors
                self.passed(_ORDER[0])
            remedy = (
                (guess if word.isalpha() and line.split()[1:] == ["1"] else "")
                or _not_the_first(word, line)
                or guess
            )
            self.broken(
                number,
                line,
                "",
                Problem(0, f"a log does not begin with {shown(word)}", "`bourre 1`", remedy),
            )
            self.session.readable = False
            return
        if word == "hand" or word in HAND_STATEMENTS or word in BETWEEN_HANDS:
            problem = Problem(
                0,
                f"`{word}` before the header is complete",
                expected,
                "`seats` comes before it: seats Ann Bea Cal",
            )
            self.broken(number, line, "", problem)
            raise GiveUp
        near = nearest(spelt_plainly(word[:40]).strip(_MARKS), left)
        guess = f"did you mean {near}?" if near else ""
        meant = behind_a_prefix(line.split(), left) or near
        # what is missing is told at the next line that can be read
        if meant and not self.missing(self.place(meant)):
            self.passed(meant)
        remedy = (
            before_the_keyword(line.split(), left)
            or guess
            or keyword_meant(word, tuple(left))
            or "put a # before a comment"
        )
        self.broken(
            number,
            line,
            meant,
            Problem(0, f"a line of the header cannot begin with {shown(word)}", expected, remedy),
        )


def _not_the_first(word: str, line: str) -> str:
    """What to do about a first line that is not ``bourre 1``."""
    if line.rstrip().endswith("bourre 1"):
        return "remove what comes before each line, as chat apps add it"
    if _FIRST_LINE.search(spelt_plainly(line)):
        return "the first line is: bourre 1"
    return "put a # before a comment" if is_aside(word) else "check that it is the right file"


_MARKS: Final = ":.,;!>*•|-"
_FIRST_LINE: Final = re.compile(r"(?i)^\W*bourre\W*1\W*$")


def _enter(session: Session, said: InHeader) -> None:
    match said:
        case Title():
            session.date, session.id, session.title = said.date, said.id, said.title
        case Game():
            session.game = said.name
        case RulesLine():
            session.rules = said
        case Chip():
            session.chip, session.currency = said.value, said.currency
        case AnteUnit():
            session.ante = said.chips
        case OpeningPot():
            session.pot, session.pot_said = said.chips, True
        case Seats():
            session.seats = said.players


# --- Reader ---------------------------------------------------------------------------------------
MEGABYTES: Final = f"{MOST_BYTES // 1_000_000} MB"
_PACKED: Final = (b"\x1f\x8b", b"PK\x03\x04", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf")
"""The first bytes of gzip, zip (also Word and Excel), bzip2, xz and 7-Zip files."""
_LEADING: Final = re.compile("[ \t\r\n\ufeff]*")


def read(text: str | bytes, file: str) -> Session:
    """Return the session that ``text`` records.

    Never raises: what is wrong is in ``Session.errors``, in line order.

    Bytes are read as UTF-8; a line with other bytes becomes an error. ``file`` is the file's name
    in errors.
    """
    return _read(text, file).finished()


def read_lines(text: str, file: str, numbers: list[int]) -> Session:
    """The session in some lines of a text: its whole header, and of the lines after it those with
    ``numbers``.

    ``ledger.hands.plain_hands`` says which texts can be read like this, and which lines need not be
    read here.
    """
    lines = text.split("\n")
    body = _blank(file)
    numbered = ((number, lines[number - 1]) for number in numbers)
    try:
        read_header(body.session, body.context, body.errors, numbered)
    except GiveUp:
        body.give_up()
    else:
        body.read(numbered, careful=False, commas="," in text)
    return body.finished()


class Reading:
    """A log that is being written: what it says so far, and the state of the reader after that.

    It never changes. A longer text is read on from there, and says the same as if it had been read
    from its beginning.
    """

    __slots__ = ("_body", "_file", "text")

    def __init__(self, text: str, file: str, body: Body | None = None) -> None:
        """Read ``text`` from its beginning, unless ``body`` is what it says."""
        self.text, self._file, self._body = text, file, body or _read(text, file)

    def on(self, more: str) -> Reading:
        """The reading of the text with the lines ``more`` behind it."""
        text = self.text + more
        if (
            self._body.over
            or not self.text.endswith("\n")
            or len(text) > MOST_BYTES
            or text.count("\n") > MOST_LINES
        ):
            return Reading(text, self._file)
        body = self._body.copy()
        lines = lines_of(more)
        body.read(
            iter(enumerate(lines, self.text.count("\n") + 1)),
            careful=_careful(more, lines),
            commas="," in more,
        )
        return Reading(text, self._file, body)

    @property
    def session(self) -> Session:
        """What the text says: another one each time, of which all but hands may be changed."""
        return self._body.copy().finished()

    @property
    def over(self) -> bool:
        """True if nothing more can be read: a second log begins there, or it makes no sense."""
        return self._body.over

    @property
    def seats(self) -> tuple[str, ...]:
        """Who is seated behind the last line, clockwise."""
        return self._body.context.seating.clockwise()

    @property
    def due(self) -> str | None:
        """Whose turn it is to deal next if nobody has forfeited one, None if anyone may."""
        return self._body.due()


def read_left_out(session: Session, text: str, hands: Mapping[int, list[int]]) -> bool:
    """Read the statements of ``hands`` of a session that ``read_lines`` left out: the numbers of
    their lines, by that of the first line of the hand.

    False if that is not what ``read`` would make of them: a line begins another hand or another
    log, or there are so many errors that their order matters. The session is then of no use.
    """
    lines = text.split("\n")
    errors = Errors(session.file, session.errors)
    context = Context()
    context.seat(list(session.seats))
    spoiled = False
    for item in list(session.body):
        then = _THEN.get(type(item))
        if then is not None:
            then(context, item)
        elif isinstance(item, Hand):
            if spoiled:
                item.due = None
            if item.line in hands:
                body = Body(session, context, errors)
                body.hand, body.place = item, item.statements
                context.so_far = SoFar()
                numbered = ((number, lines[number - 1]) for number in hands[item.line])
                body.read(numbered, careful=False, commas="," in text)
                if body.over or body.hand is not item or len(errors.found) > MOST_SUGGESTIONS:
                    return False
                item.statements.sort(key=attrgetter("line"))  # comments among them were read before
            spoiled = item.quarantined
    session.errors.sort(key=attrgetter("line"))
    return True


_THEN: Final[dict[type, Callable[[Context, Any], None]]] = {
    statement.record: statement.then
    for statement in (BETWEEN_HANDS["sit"], BETWEEN_HANDS["leave"])
    if statement.then is not None
}
"""What changes who sits there, by record."""


def read_beginning(text: bytes, file: str) -> Session:
    """The session with only its header read."""
    session = Session(file)
    errors = Errors(file, session.errors)
    try:
        read_header(session, Context(), errors, enumerate(lines_of(text_of(text, errors)), 1))
    except GiveUp:
        session.readable = False
    return session


def read_path(path: str | Path) -> Session:
    """Return the session in the file at ``path``.

    Raises LogError if it cannot be opened or is too large.
    """
    return read(content_of(path), str(path))


def content_of(path: str | Path) -> bytes:
    """Return what the file at ``path`` holds.

    Raises LogError if it cannot be opened or is too large for a log.
    """
    try:
        with Path(path).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
        raise LogError(str(path), message, "check the path and its permissions") from error
    if len(content) > MOST_BYTES:
        raise LogError(
            str(path), f"it is larger than {MEGABYTES}", "a log holds one evening: split it"
        )
    return content


def _blank(file: str) -> Body:
    session = Session(file)
    return Body(session, Context(), Errors(file, session.errors))


def _read(content: str | bytes, file: str) -> Body:
    """Read a log up to its end, but for what only its end tells (``Body.finished``)."""
    body = _blank(file)
    try:
        text = text_of(content, body.errors)
        lines = lines_of(text)
        numbered = iter(enumerate(lines, 1))
        _read_header(body, text, lines, numbered)
    except GiveUp:
        body.give_up()
    else:
        body.read(numbered, careful=_careful(text, lines), commas="," in text)
    return body


def _read_header(
    body: Body, text: str, lines: list[str], numbered: Iterator[tuple[int, str]]
) -> None:
    try:
        read_header(body.session, body.context, body.errors, numbered)
    except GiveUp:
        if "\0" in text and not body.session.date:
            body.session.header.clear()
            refuse_what_is_not_text(body.errors)
        _see_further_down(body.errors, lines)
        raise


def _careful(text: str, lines: list[str]) -> bool:
    """True if any line has characters that need a closer look, or is very long."""
    return UNUSUAL.search(text) is not None or max(map(len, lines)) > LONGEST_LINE


def _see_further_down(errors: Errors, lines: list[str]) -> None:
    """If the log begins further down, below other text such as an e-mail, say so instead of the
    remedy.
    """
    first = errors.found[0]
    below = next(
        (number for number, line in enumerate(lines, 1) if line.split() == ["bourre", "1"]), 0
    )
    if below > first.line:
        remedy = (
            f"the log begins in line {below}: remove what is above it, or put a # before each of "
            "those lines"
        )
        errors.found[0] = first._replace(remedy=remedy)


# --- A file as text and as lines ------------------------------------------------------------------
def text_of(content: str | bytes, errors: Errors) -> str:
    """The text of a file, without a byte order mark; bytes that are not UTF-8 become surrogates.

    Adds to ``errors`` and raises GiveUp if a file is empty, in UTF-16, or too large.
    """
    if len(content) > MOST_BYTES:
        refuse(
            errors,
            f"the file is larger than {MEGABYTES}",
            f"at most {MEGABYTES} a file",
            "split it",
        )
    if isinstance(content, bytes) and content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        refuse(
            errors,
            "this is text in UTF-16",
            f"{errors.what} in UTF-8",
            "save it as UTF-8: most editors ask under Save as",
        )
    if isinstance(content, bytes) and content.startswith(_PACKED):
        refuse(
            errors,
            "this is a compressed file",
            f"{errors.what} in UTF-8",
            "unpack it first, or save the log as plain text",
        )
    text = decoded(content)
    if not text.strip(" \t\r\n"):
        refuse(
            errors,
            "the file is empty",
            f"{errors.what}, which begins with `bourre 1`",
            "check that it is the right file",
        )
    if text.count("\n") > MOST_LINES:
        refuse(
            errors,
            f"the file has more than {MOST_LINES:,} lines",
            f"at most {MOST_LINES:,} lines a file",
            "split it",
        )
    return text


def decoded(content: str | bytes) -> str:
    """The text of a file, without the byte order mark that some editors put before the
    first line.
    """
    text = content.decode("utf-8", "surrogateescape") if isinstance(content, bytes) else content
    leading = _LEADING.match(text)
    assert leading is not None
    return (
        leading[0].replace("\ufeff", "") + text[leading.end() :] if "\ufeff" in leading[0] else text
    )


def lines_of(text: str) -> list[str]:
    """The lines of a text, without line ends."""
    lines = text.split("\n")
    return [line.rstrip("\r") for line in lines] if "\r" in text else lines


def refuse(errors: Errors, message: str, expected: str, remedy: str) -> None:
    """Add the error why a file cannot be read at all, and raise GiveUp."""
    errors.add(Problem(0, message, expected, remedy, column=1), 1, "")
    raise GiveUp


def refuse_what_is_not_text(errors: Errors) -> None:
    """Replace all errors by one that says that the file is not text, and raise GiveUp."""
    errors.found.clear()
    refuse(
        errors,
        "this is not text",
        f"{errors.what} in UTF-8",
        "check that it is the right file, and saved as UTF-8",
    )


def is_payments(text: str | bytes, file: str = "") -> bool:
    """True for a payments file, False for a session log: by the first statement or, if there is
    none, by the name.
    """
    keywords = _keywords(decoded(text))
    first = next(keywords, "")
    keyword = next(keywords, "") if first == "bourre" else first
    named = PurePath(file).name == PAYMENTS_FILE and keyword not in HEADER_STATEMENTS
    return named or (first == "bourre" and keyword in IN_PAYMENTS)


def _keywords(text: str) -> Iterator[str]:
    """Yield the first word of each line that is not empty or a comment, lazily."""
    for line in io.StringIO(text, newline="\n"):
        keyword = first_word(line.rstrip("\r\n"))
        if keyword and not keyword.startswith(("#", "x-")):
            yield keyword
