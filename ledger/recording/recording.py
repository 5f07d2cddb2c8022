"""A recording: the log so far and the open hand.

Statements are added one at a time, and can be undone.

Every step is text of the log. The reader decides whether a line can be read, the engine what it
means (``ledger.recording.so_far``). Nothing here is stored on disk. After the steps come the states
before the last taps, for undo: a tap may change several lines, some of them in the middle. Last the
log to type an evening into: its header, and comments on how to write a hand.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import sha256
from itertools import takewhile
from threading import Lock
from typing import Final

from ledger.errors import UserError
from ledger.game.options import split_rules
from ledger.hands import columns
from ledger.log import Reading, Record, format_statement, read, write
from ledger.log.between_hands import BETWEEN_HANDS, check_two, is_between_hands
from ledger.log.grammar import (
    AnteUnit,
    Chip,
    Exempt,
    Game,
    OpeningPot,
    RulesLine,
    Seats,
    Title,
    Version,
)
from ledger.log.hand_statements import HAND_STATEMENTS, Trick
from ledger.log.records import Comment, Diagnostic, Hand, HeaderRecord, Session
from ledger.log.words import BLANK, first_word, quote, visible

# --- Spoken ---------------------------------------------------------------------------------------
INDENT = "  "


@dataclass(frozen=True, slots=True)
class Before:
    """The state before a tap (``ledger.recording.recording``), as a difference; ``after`` is a
    digest of the state after it.

    The log was the first ``size`` characters of the later log, ``between``, and the last ``rest``
    characters of the later log; the draft was the first ``kept`` lines of the later draft, then
    ``lines``.
    """

    after: str
    size: int
    kept: int
    lines: tuple[str, ...]
    between: str = ""
    rest: int = 0


@dataclass(frozen=True, slots=True)
class Recording:
    """A session so far: ``log`` is the canonical text of everything confirmed, ``draft`` the lines
    of the open hand.

    The lines of the draft are canonical too, as in the log: the first ``hand 3 Ann 9h``, the others
    indented. Comments that stand above the hand come before its first line. ``past`` are the last
    taps, the latest last.
    """

    log: str
    draft: tuple[str, ...] = ()
    past: tuple[Before, ...] = field(default=(), compare=False)

    @property
    def text(self) -> str:
        """Log and draft together, as one log."""
        return "\n".join([self.log.rstrip("\n"), "", *self.draft, ""]) if self.draft else self.log

    @property
    def playing(self) -> bool:
        """True if a hand is open: begun and not confirmed."""
        return any(line.startswith("hand ") for line in self.draft)


@dataclass(frozen=True, slots=True)
class NewSession:
    """What the header of a new log says.

    ``date`` is as in 2026-11-20, ``id`` unique in the book, ``rules`` a preset and options as the
    log writes them. ``chip`` is what a chip is worth in minor units of ``currency``, None if nobody
    plays for money. ``ante`` and ``pot`` are chips, ``seats`` the players clockwise, and ``exempt``
    those of them who post no ante in the first hand. None leaves ``pot`` or ``exempt`` out: in a
    book the session then begins with what the last one left.
    """

    date: str
    id: str
    seats: tuple[str, ...]
    rules: str = "louisiana"
    title: str | None = None
    game: str | None = None
    chip: int | None = None
    currency: str | None = None
    ante: int = 1
    pot: int | None = None
    exempt: tuple[str, ...] | None = None


def start(evening: NewSession) -> Recording:
    """The recording of a new session. Raises UserError if its header could not be read."""
    header: list[HeaderRecord] = [
        Version(0, 1),
        Title(0, evening.date, evening.id, evening.title),
        *([Game(0, evening.game)] if evening.game else []),
        RulesLine(0, *split_rules(evening.rules.strip() or "louisiana"), ()),
        *([Chip(0, evening.chip, evening.currency)] if evening.chip and evening.currency else []),
        *([AnteUnit(0, evening.ante)] if evening.ante != 1 else []),
        *([OpeningPot(0, evening.pot)] if evening.pot is not None else []),
        *([Exempt(0, evening.exempt)] if evening.exempt is not None else []),
        Seats(0, evening.seats),
    ]
    session = _session("".join(written(statement) + "\n" for statement in header))
    if session.readable:
        columns([session])  # notes rules that do not exist
    if session.errors:
        raise as_error(session.errors[0])
    return Recording(write(session))


def opened(text: str | bytes, file: str) -> Recording:
    """The recording of an existing log, in canonical form, to continue it.

    Raises UserError for a log whose header cannot be read; lines that cannot be read are kept as
    they are.
    """
    session = read(text, file)
    if session.readable:
        columns([session])  # notes rules that do not exist
    if not session.readable:
        error = session.errors[0]
        raise UserError(f"{visible(file)}:{error.line}: {error.message}", error.remedy)
    return Recording(write(session))


def say(recording: Recording, line: str) -> Recording:
    """Add one statement as typed: to the open hand, or between hands.

    ``hand`` opens a hand. A comment (``# …``) belongs to the open hand, if there is one. Raises
    UserError, with what was expected, for a line that cannot be read or cannot stand here.
    """
    line = line.strip(BLANK)
    if not line or "\n" in line or "\r" in line:
        raise UserError("a statement is one line of text", "type one statement at a time")
    keyword = first_word(line)
    between = is_between_hands(line.split())
    if recording.playing and (keyword == "hand" or between):
        raise UserError(
            f"`{keyword}` cannot come inside a hand, and this hand is not confirmed yet",
            "confirm the hand, or undo it",
        )
    # would be read as a line of the last hand
    if not recording.playing and keyword in HAND_STATEMENTS and not between:
        raise UserError(
            f"`{keyword}` is outside a hand",
            "start one: hand 1 Ann 9h; or undo, to reopen the last one",
        )
    before, after = _session(recording.text), _session(f"{recording.text}{line}\n")
    if keyword == "rules":
        columns([after])  # notes rules that do not exist
    if not after.readable or len(after.errors) > len(before.errors):
        raise as_error((after.errors[len(before.errors) :] or after.errors)[0])
    if keyword in BETWEEN_HANDS and between:
        check_two(_last(after))
    words = written(_last(after), after.currency)
    if keyword == "hand":
        return replace(recording, draft=(*recording.draft, words))
    if recording.playing:
        return replace(recording, draft=(*recording.draft, INDENT + words))
    if keyword.startswith("x-") and isinstance(after.body[-1], Hand):
        words = INDENT + words  # a statement of another program after a hand belongs to the hand
    # comments of a hand that was undone
    loose = "".join(f"{comment}\n" for comment in recording.draft)
    return Recording(f"{recording.log}{loose}{words}\n")


def note(recording: Recording, words: str) -> Recording:
    """Add a comment to the open hand, or to the log if none is open."""
    return say(recording, "# " + " ".join(words.split()).lstrip("# "))


def confirm(recording: Recording) -> Recording:
    """Move the open hand into the log. Raises UserError if no hand is open."""
    if not recording.playing:
        raise UserError("no hand is open", "start one: hand 1 Ann 9h")
    return Recording(recording.text)


def undo_line(recording: Recording) -> Recording:
    """Undo one step: the last card or line of the draft, else the last statement of the log; a hand
    at its end is reopened.

    Raises UserError where nothing is left but the header.
    """
    if recording.draft:
        *lines, last = recording.draft
        return replace(recording, draft=(*lines, *_without_last_card(recording, last)))
    session = _session(recording.log)
    if not session.body:
        raise UserError("there is nothing left to undo", "the header of the log stays")
    lines = recording.log.rstrip("\n").split("\n")
    item = session.body[-1]
    if isinstance(item, Hand) and not _ends_with_remark(item):
        first = item.line - 1
        while lines[first - 1].startswith("#"):
            first -= 1
        return Recording(_text(lines[:first]), tuple(lines[first:]))
    return Recording(_text(lines[:-1]))


def last_hand(recording: Recording) -> Hand:
    """The hand that the text of a recording ends with, which must be there."""
    hand = _session(recording.text).body[-1]
    assert isinstance(hand, Hand)
    return hand


def last_line(recording: Recording) -> tuple[int, Trick] | None:
    """The index and the content of the draft's last line (ignoring comments) if that is a trick,
    else None.
    """
    if not recording.playing:
        return None
    said = [
        statement
        for statement in last_hand(recording).statements
        if not isinstance(statement, Comment)
    ]
    if not said or not isinstance(said[-1], Trick):
        return None
    first = recording.text.count("\n") - len(recording.draft)
    return said[-1].line - 1 - first, said[-1]


def with_line(recording: Recording, place: int, statement: Record) -> Recording:
    """The recording with the line at ``place`` of the draft replaced by ``statement``."""
    draft = (*recording.draft[:place], INDENT + written(statement), *recording.draft[place + 1 :])
    return replace(recording, draft=draft)


def with_lines(recording: Recording, place: int, many: int, instead: Sequence[str]) -> Recording:
    """The recording with ``many`` lines from ``place`` (from 0) replaced by ``instead``, in its log
    or in its draft.

    Raises UserError if these cannot be read.
    """
    lines = recording.text.split("\n")
    begins = len(lines) - 1 - len(recording.draft)  # where the draft begins; the last line is empty
    lines[place : place + many] = instead
    checked(recording.text, "\n".join(lines))
    if recording.draft and place >= begins:
        return replace(recording, draft=tuple(lines[begins:-1]))
    if not recording.draft:
        return replace(recording, log="\n".join(lines))
    return replace(recording, log=_text(lines[: begins + len(instead) - many]))


def checked(before: str, after: str) -> Session:
    """Read the text ``after``. Raises UserError if it has more unreadable lines than ``before``."""
    old, new = _session(before), _session(after)
    if len(new.errors) > len(old.errors):
        known = {error.message for error in old.errors}
        raise as_error(
            next((error for error in new.errors if error.message not in known), new.errors[-1])
        )
    return new


# --- Text -----------------------------------------------------------------------------------------
FILE: Final = "the log"
_MOST_KEPT: Final = 16
_KEPT: Final[OrderedDict[str, Reading]] = OrderedDict()
"""What comes before the last hand, of the texts read last: only a saving, like any cache."""
_KEEPING: Final = Lock()


@lru_cache(maxsize=16)
def reading(text: str) -> Reading:
    """Read a log. What comes before its last hand is kept, so that a tap reads that hand alone."""
    before, begins, hand = text.rpartition("\nhand ")
    return _before(f"{before}\n").on(begins[1:] + hand) if begins else Reading(text, FILE)


def _before(text: str) -> Reading:
    """Read what comes before a hand, from the end of the longest text kept that it begins with."""
    with _KEEPING:
        known = max((one for one in _KEPT if text.startswith(one)), key=len, default="")
        found = _KEPT[known].on(text[len(known) :]) if known else Reading(text, FILE)
        _KEPT[text] = found
        _KEPT.move_to_end(text)
        if len(_KEPT) > _MOST_KEPT:
            _KEPT.popitem(last=False)
    return found


def _text(lines: list[str]) -> str:
    return "\n".join(lines).rstrip("\n") + "\n"


def _session(text: str) -> Session:
    return reading(text).session


def _ends_with_remark(hand: Hand) -> bool:
    """True if a hand ends with a comment in the first column, which was added after the hand."""
    last = hand.statements[-1] if hand.statements else None
    return isinstance(last, Comment) and not last.indented


def _last(session: Session) -> Record:
    item = session.body[-1]
    if not isinstance(item, Hand):
        return item
    if item.statements:
        return item.statements[-1]
    assert item.first is not None, "a line that was read without an error"
    return item.first


def _without_last_card(recording: Recording, line: str) -> tuple[str, ...]:
    """What is left of the draft's last line after undoing one step: nothing, unless it is a
    trick.
    """
    found = last_line(recording)
    if found is None or found[0] != len(recording.draft) - 1:
        return ()
    trick = found[1]
    if trick.withdrawn and trick.withdrawn[-1][0] == len(trick.cards) - 1:
        cards = (*trick.cards[:-1], trick.withdrawn[-1][1])
        return (INDENT + written(trick._replace(cards=cards, withdrawn=trick.withdrawn[:-1])),)
    if len(trick.cards) == 1 or not line.strip():
        return ()
    return (INDENT + written(trick._replace(cards=trick.cards[:-1])),)


def written(statement: Record, currency: str | None = None) -> str:
    """A statement as a line of the log. Raises UserError if it does not fit on one line."""
    try:
        return format_statement(statement, currency)
    except ValueError as error:
        raise UserError(
            "a statement is one line of plain text", "leave out line breaks and control characters"
        ) from error


def as_error(error: Diagnostic) -> UserError:
    """A diagnostic as a UserError."""
    expected = f"expected {error.expected}" if error.expected else ""
    return UserError(error.message, "; ".join(filter(None, (expected, error.remedy))))


# --- History --------------------------------------------------------------------------------------
# taps that are remembered; further back undo goes line by line, as in a typed log
TAPS_REMEMBERED: Final = 60


def remember(before: Recording, after: Recording) -> Recording:
    """The recording ``after`` a tap, with the state ``before`` it remembered."""
    if after == before:
        return before
    size = len(before.log) if after.log.startswith(before.log) else alike(before.log, after.log)
    rest = 0 if size == len(before.log) else alike(before.log[size:][::-1], after.log[size:][::-1])
    kept = alike(before.draft, after.draft)
    between = before.log[size : len(before.log) - rest]
    step = Before(_digest(after), size, kept, before.draft[kept:], between, rest)
    return replace(after, past=(*before.past[1 - TAPS_REMEMBERED :], step))


def undo(recording: Recording) -> Recording:
    """Take back the last tap, or, if none is remembered or its result was edited, the last step
    (``undo_line``).

    Raises UserError if only the header is left.
    """
    *past, last = recording.past or (None,)
    if last is None or last.after != _digest(recording):
        return undo_line(recording)
    log = (
        recording.log[: last.size] + last.between + recording.log[len(recording.log) - last.rest :]
    )
    return Recording(log, (*recording.draft[: last.kept], *last.lines), tuple(filter(None, past)))


def alike(one: Sequence[str], other: Sequence[str]) -> int:
    """The length of the common prefix of two sequences."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _digest(recording: Recording) -> str:
    return sha256(
        repr((recording.log, recording.draft)).encode("utf-8", "surrogateescape")
    ).hexdigest()[:16]


# --- Blank ----------------------------------------------------------------------------------------
_EXAMPLE: Final = 26  # columns for an example statement


def blank_evening(evening: NewSession) -> str:
    """The text of a log without hands. Raises UserError if its header could not be read."""
    lines = [f"# {line}" for line in _how(evening)]
    return start(evening).log + "\n".join([*lines, ""])


def _how(evening: NewSession) -> Iterator[str]:
    """Yield comments on how to write a hand, with the names of the players."""
    dealer, first, second = (
        quote(name)
        for name in (evening.seats[-1], evening.seats[0], evening.seats[1 % len(evening.seats)])
    )
    yield (
        "Type the hands below. A score is enough; antes, pot, who takes and who matches follow "
        "from the rules:"
    )
    for example, meaning in (
        (
            f"hand 1 {dealer} 9h",
            f"{dealer} deals and turns the nine of hearts; - where nobody knows",
        ),
        (f"tricks {first} 3 {second} 2", "who played, and how many tricks each took"),
        ("end carry", "the pot stays for next time; end divide: it is divided"),
    ):
        yield f"  {example:<{_EXAMPLE}}  {meaning}"
    yield (
        "Every statement, cards and draws too: bourre help log. What it comes to while you type: "
        "bourre watch."
    )
