"""Reads what follows the header: the hands, and the statements between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ledger.log.between_hands import BETWEEN_HANDS
from ledger.log.context import Context, SoFar
from ledger.log.diagnostics import Errors, GiveUp
from ledger.log.hand_statements import HAND, HAND_STATEMENTS
from ledger.log.header_statements import HEADER_STATEMENTS
from ledger.log.limits import MOST_HANDS
from ledger.log.problem import Problem
from ledger.log.records import Comment, Foreign, Hand, HandRecord, Session, TableRecord, Unreadable
from ledger.log.words import BLANK, check_characters, first_word, plain_words, shown, split

_KEYWORDS: Final = ("hand", *HAND_STATEMENTS, *BETWEEN_HANDS)
_READERS: Final = {keyword: statement.read for keyword, statement in HAND_STATEMENTS.items()}
"""Of the lines of hands, which are most of a log: looked up in one step."""


class Body:
    """The hands so far. ``place`` is where the next statement goes: the hand that runs, or between hands."""

    def __init__(self, session: Session, context: Context, errors: Errors) -> None:
        self.session = session
        self.context = context
        self.errors = errors
        self.hands = 0
        self.hand: Hand | None = None
        self.previous: Hand | None = None
        self.place: list[HandRecord] | list[Hand | TableRecord] = session.body

    def read(self, lines: Iterator[tuple[int, str]], *, careful: bool) -> None:
        """Read ``lines``; ``careful`` if any of them has characters that ``str.split`` takes for blanks, or forbidden ones."""
        context = self.context
        find = _READERS.get
        for number, line in lines:
            words: list[str] | None
            comment = ""
            if careful or "#" in line:
                words = None
            elif '"' in line:
                words = plain_words(line)
            else:
                words = line.split()
            if words is None:
                try:
                    words, comment = self.take_apart(number, line)
                except Problem as problem:
                    self.spoil(number, line, first_word(line), problem)
                    continue
            if not words:
                continue
            read = find(words[0])
            try:
                if read is None:
                    self.read_no_hand_line(number, line, words, comment)
                elif self.hand is None:
                    raise _outside(words[0])
                else:
                    self.hand.statements.append(read(context, number, words, comment, line))
            except Problem as problem:
                self.spoil(number, line, words[0], problem)

    def take_apart(self, number: int, line: str) -> tuple[list[str], str]:
        """Return words and comment of a line; keep a comment alone or another program's statement, and return no words."""
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
            due = None if self.previous is None or self.previous.quarantined else self.context.seating.due()
            self.context.seating.deal(first.dealer)
            self.begin(Hand(number, first, self.context.seating.round_to(first.dealer), due), line)
        elif keyword in BETWEEN_HANDS:
            statement = BETWEEN_HANDS[keyword]
            if self.context.ended and not statement.after_end:
                raise _too_late(keyword)
            record = statement.read(self.context, number, words, comment, line)
            self.finish()
            self.session.body.append(record)
        elif keyword.startswith("x-"):
            self.place.append(Foreign(number, line.lstrip(BLANK)))
        elif keyword in HEADER_STATEMENTS:
            raise Problem(
                0, f"`{keyword}` belongs in the header", "a hand, or a statement between hands", "move it up, or delete it"
            )
        else:
            remedy = "put a # before a remark"
            raise Problem(0, f"{shown(keyword)} is not a statement", self.expected(), remedy, near=_KEYWORDS)

    def expected(self) -> str:
        """Return in words what may stand here."""
        names = HAND_STATEMENTS if self.hand else BETWEEN_HANDS
        return "`hand` or one of " + ", ".join(names)

    def begin(self, hand: Hand, line: str) -> None:
        """Open a hand. Raises GiveUp at one hand too many."""
        self.hands += 1
        if self.hands > MOST_HANDS:
            problem = Problem(0, f"more than {MOST_HANDS:,} hands", "one session a file", "split the file", column=1)
            self.errors.add(problem, hand.line, line)
            raise GiveUp
        self.context.so_far = SoFar()
        self.previous = self.hand = hand
        self.place = hand.statements
        self.session.body.append(hand)

    def finish(self) -> None:
        """Close the hand that runs, if any."""
        self.hand = None
        self.place = self.session.body

    def spoil(self, number: int, line: str, keyword: str, problem: Problem) -> None:
        """Note a line that cannot be read, word for word; its hand is quarantined."""
        if keyword == "hand":
            self.begin(Hand(number, None, self.context.seating.clockwise()), line)
        elif keyword in BETWEEN_HANDS:
            self.finish()
        known = self.hand.first.number if self.hand and self.hand.first else None
        self.errors.add(problem, number, line, known)
        self.place.append(Unreadable(number, line))
        if self.hand:
            self.hand.quarantined = True


def _too_late(keyword: str) -> Problem:
    expected = "comments and settlements: " + ", ".join(name for name, said in BETWEEN_HANDS.items() if said.after_end)
    return Problem(0, f"`{keyword}` after the session's `end`", expected, "move `end` to where the game ended")


def _outside(keyword: str) -> Problem:
    expected = "a `hand` line above it"
    return Problem(
        0, f"`{keyword}` stands outside a hand", expected, "begin the hand with its number, dealer and card: hand 1 Ann 9h"
    )
