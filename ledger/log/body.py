"""Reads what follows the header: the hands, and the statements between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ledger.log.between_hands import BETWEEN_HANDS, EITHER, BetweenHands, Result, Waive, is_between_hands
from ledger.log.cardtext import CARDS
from ledger.log.context import Context, SoFar
from ledger.log.diagnostics import Errors, GiveUp
from ledger.log.hand_records import Plays
from ledger.log.hand_statements import HAND, HAND_STATEMENTS
from ledger.log.header_statements import HEADER_STATEMENTS
from ledger.log.limits import MOST_HANDS
from ledger.log.meant import before_the_keyword, keyword_meant, statements_meant
from ledger.log.problem import Problem
from ledger.log.records import Comment, Foreign, Hand, HandRecord, Session, TableRecord, Unreadable
from ledger.log.words import BLANK, COMMA, check_characters, is_number, plain_words, quote, shown, split

_KEYWORDS: Final = ("hand", *HAND_STATEMENTS, *BETWEEN_HANDS)
_APART: Final = frozenset(("misdeal", *EITHER))
_READERS: Final = {keyword: statement.read for keyword, statement in HAND_STATEMENTS.items() if keyword not in _APART}
"""Of the lines of hands, which are most of a log: looked up in one step."""
_BEGUN: Final = frozenset(("pass", "play", "trick", "tricks", "claim", "take", "match"))
"""Statements after which somebody has declared or played."""


class Body:
    """The hands so far. ``place`` is where the next statement goes: the open hand, or between hands.

    ``thrown_in`` is the open hand after its ``misdeal``; ``hand`` is then None. ``results`` is True after a ``result``, until
    the next hand. ``waived`` has the ``waive`` lines for players who have not sat yet, with their places.
    """

    def __init__(self, session: Session, context: Context, errors: Errors) -> None:
        self.session = session
        self.context = context
        self.errors = errors
        self.hands = 0
        self.hand: Hand | None = None
        self.previous: Hand | None = None
        self.thrown_in: Hand | None = None
        self.results = False
        self.waived: list[tuple[int, str]] = []
        self.place: list[HandRecord] | list[Hand | TableRecord] = session.body

    def read(self, lines: Iterator[tuple[int, str]], *, careful: bool, commas: bool) -> None:
        """Read ``lines``; ``careful`` if any of them has characters that ``str.split`` takes for blanks, or forbidden ones.

        ``commas`` is True if any of them has a comma.
        """
        self._read(lines, careful=careful, commas=commas)
        self.check_waived()

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
            due = self.due()
            self.context.seating.deal(first.dealer)
            self.begin(Hand(number, first, self.context.seating.round_to(first.dealer), due), line)
        elif keyword in BETWEEN_HANDS and (keyword not in EITHER or is_between_hands(words)):
            self.read_between(number, line, words, comment)
        elif keyword in HAND_STATEMENTS:
            if self.hand is None:
                raise self.outside(keyword)
            self.hand.statements.append(HAND_STATEMENTS[keyword].read(self.context, number, words, comment, line))
            if keyword == "misdeal":
                self.hand.misdeal = True
                self.thrown_in, self.hand = self.hand, None
        elif keyword.startswith("x-"):
            self.place.append(Foreign(number, line.lstrip(BLANK)))
        elif keyword in HEADER_STATEMENTS and not (keyword == "bourre" and self.hand):
            raise Problem(
                0, f"`{keyword}` belongs in the header", "a hand, or a statement between hands", "move it up, or delete it"
            )
        else:
            raise self.unknown(words)

    def read_between(self, number: int, line: str, words: list[str], comment: str) -> None:
        """Read a statement between hands."""
        keyword = words[0]
        statement = BETWEEN_HANDS[keyword]
        if self.context.ended and not statement.after_end:
            raise _too_late(keyword)
        if keyword in EITHER and self.hand is not None and not self.begun(self.hand):
            expected = "the players who put one in: ante Ann Bea; or `ante 2` before or after the hand"
            raise Problem(0, "the ante cannot change during a hand", expected, "move the line above the hand, or below it")
        record: BetweenHands = statement.read(self.context, number, words, comment, line)
        self.finish()
        self.results = self.results or isinstance(record, Result)
        if isinstance(record, Waive) and record.player not in self.context.known:
            self.waived.append((len(self.session.body), line))
        self.session.body.append(record)

    def begun(self, hand: Hand) -> bool:
        """True if somebody has declared or played in a hand, by a line that can be read or one that cannot."""
        return self.context.so_far.begun or any(type(said) in _BEGIN for said in hand.statements)

    def due(self) -> str | None:
        """Return whose turn to deal it is, None if anyone may."""
        if self.previous is None or self.previous.quarantined or self.results:
            return None
        return self.context.seating.due(again=self.previous.misdeal)

    def check_waived(self) -> None:
        """Look up those who were waived before they sat: all names are of people who sit some time."""
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
            return Problem(0, f"`{keyword}` after `misdeal`", expected, "move the line above it, or begin the next hand")
        return _outside(keyword)

    def unknown(self, words: list[str]) -> Problem:
        """Return the Problem of a line whose first word begins no statement."""
        word = words[0]
        message = f"{shown(word)} is not a statement"
        meant = self.broken_off(words) or before_the_keyword(words, _KEYWORDS) or keyword_meant(word, _KEYWORDS)
        if meant:
            return Problem(0, message, self.expected(), meant)
        remedy = "put a # before a comment"
        name = word.rstrip(":")
        if self.context.knows(name):
            example = f"tricks {quote(shown(name))} 3" if self.hand else f"buyin {quote(shown(name))} 40"
            remedy = f"write first what happened, such as {example}, or join it to the line above, or {remedy}"
        near = _KEYWORDS if self.hand else ("hand", *BETWEEN_HANDS)
        return Problem(0, message, self.expected(), remedy, near=near)

    def broken_off(self, words: list[str]) -> str:
        """The remedy for the rest of a line that was wrapped, as mail programs do; empty if it does not look like one."""
        word, follows = words[0], words[1:2]
        if (
            word in CARDS
            or is_number(word)
            or word in {"for", "from", "after"}
            or (word in {"out", "in"} and CARDS.keys() & follows)
        ):
            return "join it to the line above"
        if not self.session.body and not self.hands and word not in _KEYWORDS and all(map(_may_be_a_name, words)):
            return "join it to the `seats` line if these are players, or put a # before a comment"
        return ""

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
        if self.previous is None or self.previous.statements:  # most hands are read elsewhere (``ledger.log.plain_lines``)
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
        """Keep a line that cannot be read, word for word; its hand is quarantined."""
        if words[0] == "hand" or "hand" in statements_meant(line):
            if self.hand and "hand" not in statements_meant(f"{words[0]} 1 x"):  # it may be a line of the hand that runs
                self.hand.quarantined = True
            self.begin(Hand(number, None, self.context.seating.clockwise()), line)
        elif is_between_hands(words) and not (words[0] in EITHER and self.hand is not None and not self.begun(self.hand)):
            self.finish()
        hand = self.hand or self.thrown_in
        known = hand.first.number if hand and hand.first else None
        self.errors.add(problem, number, line, known)
        self.place.append(Unreadable(number, line))
        if hand:
            hand.quarantined = True
            self.context.so_far.begun |= words[0] in _BEGUN


_BEGIN: Final = frozenset((*(HAND_STATEMENTS[keyword].record for keyword in _BEGUN), Plays))


def _may_be_a_name(word: str) -> bool:
    return word[:1].isupper() and not word.endswith((":", ".", "!"))


def _too_late(keyword: str) -> Problem:
    expected = "comments and settlements: " + ", ".join(name for name, said in BETWEEN_HANDS.items() if said.after_end)
    return Problem(0, f"`{keyword}` after the session's `end`", expected, "move `end` to where the game ended")


def _outside(keyword: str) -> Problem:
    expected = "a `hand` line above it"
    return Problem(
        0, f"`{keyword}` is outside a hand", expected, "begin the hand with its number, dealer and card: hand 1 Ann 9h"
    )
