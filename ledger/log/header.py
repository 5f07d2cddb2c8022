"""Reads the header of a log, line by line in its order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ledger.errors import did_you_mean, nearest
from ledger.log.between_hands import BETWEEN_HANDS
from ledger.log.context import Context
from ledger.log.diagnostics import Errors, GiveUp
from ledger.log.hand_statements import HAND_STATEMENTS
from ledger.log.header_statements import (
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
    exempt_seated,
)
from ledger.log.letters import spelt_plainly
from ledger.log.meant import before_the_keyword, behind_a_prefix, is_aside, keyword_meant
from ledger.log.problem import Problem
from ledger.log.records import Comment, Foreign, Session, Unreadable
from ledger.log.words import BLANK, first_word, shown, words_and_comment

_ORDER: Final = tuple(HEADER_STATEMENTS)
_IN_ORDER: Final = "the header in its order: " + ", ".join(_ORDER)
_ANYWHERE: Final = next(keyword for keyword, said in HEADER_STATEMENTS.items() if said.anywhere)
"""The line that has no place of its own in the order."""


def read_header(session: Session, context: Context, errors: Errors, lines: Iterator[tuple[int, str]]) -> None:
    """Read ``lines`` up to ``seats`` into ``session``; raises GiveUp where nothing after it would mean anything."""
    header = _Header(session, context, errors)
    number = 0
    for number, line in lines:
        header.read(number, line)
        if header.stage == len(_ORDER):
            return
    problem = Problem(
        0, "the file ends before its header is complete", "a line for the seats", "add it: seats Ann Bea Cal", column=1
    )
    errors.add(problem, number, "")
    raise GiveUp


class _Header:
    """The header so far: ``stage`` is how many of its lines have been passed, ``game`` is True if the ``game`` line has."""

    def __init__(self, session: Session, context: Context, errors: Errors) -> None:
        self.session = session
        self.context = context
        self.errors = errors
        self.stage = 0
        self.game = False
        self.exempt_line = ""

    def read(self, number: int, line: str) -> None:
        """Read one line."""
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
        """Read a line whose first word belongs in a header."""
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
            said = exempt_seated(self.context, before)
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
            problem = Problem(0, f"`{keyword}` stands here twice", "one game a session", "delete one of them", column=column)
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
            problem = Problem(0, f"{names} must come before `{keyword}`", _IN_ORDER, "add what is missing above", column=column)
            self.errors.add(problem, number, line)
            self.session.readable = False
        self.passed(keyword)
        return True

    def missing(self, place: int) -> list[str]:
        """Return the lines that a header must have, and that have not come before ``place``."""
        return [name for name in _ORDER[self.stage : place] if HEADER_STATEMENTS[name].needed]

    def place(self, keyword: str) -> int:
        """Return the number of the lines that stand before ``keyword``."""
        return max(1, self.stage) if keyword == _ANYWHERE else _ORDER.index(keyword)

    def passed(self, keyword: str) -> None:
        """Note that the line of ``keyword`` has been met."""
        if keyword == _ANYWHERE:
            self.game = True
            self.stage = max(1, self.stage)
        else:
            self.stage = _ORDER.index(keyword) + 1

    def left(self) -> list[str]:
        """Return the keywords that may still come."""
        return [name for name in _ORDER if (not self.game if name == _ANYWHERE else self.place(name) >= self.stage)]

    def broken(self, number: int, line: str, keyword: str, problem: Problem) -> None:
        """Keep a line that cannot be read: after some, nothing else in the file can be understood."""
        if all(error.line != number for error in self.errors.found[-1:]):  # that it stands too early is said already
            self.errors.add(problem, number, line)
        self.session.header.append(Unreadable(number, line))
        if keyword == "pot":
            self.session.pot, self.session.pot_said = None, True
        if keyword == "exempt":
            self.session.exempt, self.session.exempt_lost = None, True
        if keyword in HEADER_STATEMENTS and not HEADER_STATEMENTS[keyword].harmless:
            self.session.readable = False
        if keyword == "bourre" or self.stage == 0 or (keyword == "seats" and not self.session.seats):
            raise GiveUp

    def unknown(self, number: int, line: str, word: str) -> None:
        """Note a line whose first word does not belong in a header."""
        left = self.left()
        expected = "the header: " + ", ".join(left)
        if self.stage == 0:
            guess = did_you_mean(word[:40], _ORDER[:1])
            if guess:  # what follows is read all the same, for its errors
                self.passed(_ORDER[0])
            remedy = (guess if word.isalpha() and line.split()[1:] == ["1"] else "") or _not_the_first(word, line) or guess
            self.broken(number, line, "", Problem(0, f"a log does not begin with {shown(word)}", "`bourre 1`", remedy))
            self.session.readable = False
            return
        if word == "hand" or word in HAND_STATEMENTS or word in BETWEEN_HANDS:
            problem = Problem(
                0, f"`{word}` before the header is complete", expected, "`seats` comes before it: seats Ann Bea Cal"
            )
            self.broken(number, line, "", problem)
            raise GiveUp
        near = nearest(spelt_plainly(word[:40]).strip(_MARKS), left)
        guess = f"did you mean {near}?" if near else ""
        meant = behind_a_prefix(line.split(), left) or near
        if meant and not self.missing(self.place(meant)):  # what is missing is told at the next line that can be read
            self.passed(meant)
        remedy = before_the_keyword(line.split(), left) or guess or keyword_meant(word, tuple(left)) or "put a # before a comment"
        self.broken(number, line, meant, Problem(0, f"{shown(word)} is not a statement of the header", expected, remedy))


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
    """Make a session what a line of its header says."""
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
