"""Corrections while an evening goes on: what was set at its start, wrong names, and hands that are
confirmed.

Those of the header and of names apply from the first hand on. Changes from now on are statements
between hands (``ante``, ``rules``, ``sit``). A hand says in a comment what stood there before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

from ledger.errors import UserError
from ledger.hands import columns
from ledger.log import Problem, format_statement, read, write
from ledger.log.between_hands import BETWEEN_HANDS
from ledger.log.grammar import HEADER_STATEMENTS, HeaderStatement, Statement
from ledger.log.hand_statements import HAND, HAND_STATEMENTS, Plays
from ledger.log.records import Hand, Session
from ledger.log.values import Context, name_from
from ledger.log.words import quote, shown, split
from ledger.recording.recording import (
    FILE,
    INDENT,
    Recording,
    alike,
    as_error,
    checked,
    reading,
    with_lines,
    written,
)
from ledger.recording.so_far import RecordingView

RIGHTED: Final = ("rules", "chip", "ante", "pot", "exempt", "seats")
"""The lines of the header that can be corrected; for ``session``, see ``session_line``."""
NAMED: Final = ("date", "title")
"""What can be corrected in ``session``.

The id stays: addresses, commands and closed periods refer to it.
"""
_MAY_GO: Final = frozenset(("chip", "ante", "pot", "exempt"))
_STATEMENTS: Final[tuple[Statement[Any], ...]] = (
    *HEADER_STATEMENTS.values(),
    *BETWEEN_HANDS.values(),
    HAND,
    *HAND_STATEMENTS.values(),
)
_RECORDS: Final = {statement.record: statement for statement in _STATEMENTS}


def session_line(
    seen: RecordingView,
    *,
    id: str | None = None,  # noqa: A002 - as the log calls it
    date: str | None = None,
    title: str | None = None,
) -> str:
    """The words after ``session``, with another id, date or title (empty: no title)."""
    day, name = seen.date if date is None else date.strip(), seen.session if id is None else id
    kept = (seen.title or "") if title is None else " ".join(title.split())
    return " ".join([quote(day), quote(name), *([quote(kept)] if kept else [])])


def set_at_start(recording: Recording) -> dict[str, Any]:
    """What was set at the start of the evening, as the values of a ``began`` tap; later changes are
    ignored.
    """
    session = reading(recording.log).session
    lines = {
        _keyword(one): format_statement(one._replace(comment=""))
        for one in session.header
        if _keyword(one)
    }
    return {
        "date": session.date,
        "title": session.title or "",
        "rules": lines.get("rules", "").removeprefix("rules "),
        "chip": lines.get("chip", "").removeprefix("chip "),
        "ante": session.ante,
        "pot": session.pot or 0,
        "exempt": list(session.exempt or ()),
        "seats": list(session.seats),
    }


def put_right(recording: Recording, said: Mapping[str, str]) -> Recording:
    """Replace lines of the header, by keyword: ``{"chip": "0.25 USD"}``.

    An empty text removes the line.

    Raises UserError for lines that cannot be read, and for new seats once a hand was dealt: its
    players would be wrong.
    """
    session = reading(recording.text).session
    lines = recording.log.split("\n")
    for keyword, text in said.items():
        lines = _with_line(lines, keyword, text.strip())
    after = replace(recording, log="\n".join(lines))
    if reading(after.log).session.seats != session.seats and any(
        isinstance(item, Hand) for item in session.body
    ):
        remedy = (
            "use `join` and `leave` for players who come and go, `called` for a wrong name; "
            "otherwise undo the hands first"
        )
        raise UserError("hands have already been dealt to these seats", remedy)
    new = checked(recording.text, after.text)
    columns([new])  # adds errors for rules that do not exist
    if not new.readable:
        raise as_error(new.errors[-1])
    return after


def rename_player(recording: Recording, old: str, new: str) -> Recording:
    """Rename a player who was seated under a wrong name, everywhere in a recording.

    Raises UserError if ``new`` is not a valid name, or belongs to another player of the recording.
    """
    session = read(recording.text, FILE)
    if old not in session.players:
        raise UserError(
            f"{shown(old)} has not been at this table", f"one of: {', '.join(session.players)}"
        )
    try:
        name = name_from([new], 0)
    except Problem as problem:
        raise UserError(problem.message, problem.remedy or f"expected {problem.expected}") from None
    if name in session.players:
        raise UserError(
            f"{shown(name)} is already a player of this evening",
            "two players of one evening cannot be merged",
        )
    for item in session.body:
        if isinstance(item, Hand):
            item.statements = [_renamed(one, old, name) for one in item.statements]
            item.first = item.first and _renamed(item.first, old, name)
    session.body = [
        item if isinstance(item, Hand) else _renamed(item, old, name) for item in session.body
    ]
    session.header = [_renamed(one, old, name) for one in session.header]
    text = write(session)
    before = len(recording.draft)
    lines = text.rstrip("\n").split("\n")
    log, draft = (lines[:-before], tuple(lines[-before:])) if before else (lines, ())
    after = replace(recording, log="\n".join(log).rstrip("\n") + "\n", draft=draft)
    checked(recording.text, after.text)
    return after


def _renamed(record: Any, old: str, new: str) -> Any:  # noqa: ANN401 - as many types as statements
    """A statement with a player renamed; comments and statements of other programs stay as they
    are.
    """
    statement = _RECORDS.get(type(record))
    fields = [part.field for part in statement.parts if part.kind.names] if statement else []
    # a `play` line for several players has a record of its own
    fields += ["draws"] if isinstance(record, Plays) else []
    return record._replace(
        **{field: _in_place(getattr(record, field), old, new) for field in fields}
    )


def _in_place(value: Any, old: str, new: str) -> Any:  # noqa: ANN401 - a name, names, or names with numbers
    if isinstance(value, tuple):
        return tuple(_in_place(one, old, new) for one in value)
    return new if value == old else value


# --- Hands ----------------------------------------------------------------------------------------
EDITED: Final = "edited"
MOST_WORDS: Final = 300  # characters of a remark on a hand


class HandSaid(NamedTuple):
    """The lines of a confirmed hand, without their indents."""

    number: int
    lines: tuple[str, ...]


@lru_cache(maxsize=8)
def hands_said(log: str) -> tuple[HandSaid, ...]:
    """The hands of a log whose first line can be read, in order."""
    lines = log.split("\n")
    return tuple(
        HandSaid(
            hand.first.number, tuple(line.strip() for line in lines[first:end] if line.strip())
        )
        for hand in reading(log).session.body
        if isinstance(hand, Hand) and hand.first is not None
        for first, end in [
            (hand.line - 1, max([hand.line, *(said.line for said in hand.statements)]))
        ]
    )


class Mended(NamedTuple):
    """The lines ``was`` of the confirmed hand number ``of`` become ``lines``: ``when``
    (``2026-11-27 04:31``), ``by`` whom.
    """

    of: int
    was: Sequence[str]
    lines: Sequence[str]
    when: str
    by: str


def mend_hand(recording: Recording, mended: Mended) -> Recording:
    """Replace the lines of a confirmed hand; a remark below them says when, who it was and what
    stood there.

    Raises UserError if the hand does not say ``was`` (somebody mended it meanwhile), or what comes
    instead cannot be read or is not one hand of that number.
    """
    number, was = mended.of, tuple(mended.was)
    before = reading(recording.log).session
    place = _first_lines(before, number)
    if [one.lines for one in hands_said(recording.log) if one.number == number] != [was]:
        raise UserError(
            f"hand {number} has been changed meanwhile", "look at it again, then mend it"
        )
    start, gone, new = differing(was, [line.strip() for line in mended.lines if line.strip()])
    if not gone and not new:
        return recording
    new.append(remark(EDITED, mended.when, mended.by, what_was(gone)))
    lines = [line if start + at == 0 else INDENT + line for at, line in enumerate(new)]
    done = with_lines(recording, place[0] - 1 + start, len(gone), lines)
    after = reading(done.log).session
    if len(after.body) != len(before.body) or _first_lines(after, number) != place:
        raise UserError(
            f"these lines are not hand {number} alone",
            "keep its first line, and only its own lines below",
        )
    return replace(done, log=write(after))


def _first_lines(log: Session, number: int) -> list[int]:
    """Where the hands of a number begin: one, unless somebody wrote the number twice."""
    return [
        one.line
        for one in log.body
        if isinstance(one, Hand) and one.first is not None and one.first.number == number
    ]


def differing(old: Iterable[str], new: Iterable[str]) -> tuple[int, list[str], list[str]]:
    """Where two lists of lines begin to differ, and the lines of each that do."""
    was, now = [line.rstrip("\r") for line in old], [line.rstrip("\r\n") for line in new]
    start = alike(was, now)
    end = alike(was[start:][::-1], now[start:][::-1])
    return start, was[start : len(was) - end], now[start : len(now) - end]


def remark(kind: str, when: str, by: str, words: str) -> str:
    """The comment that says what became of a hand."""
    return f"# {kind} {when} by {' '.join(by.split()) or 'the host'}: {words}"


def what_was(gone: Iterable[str]) -> str:
    """What stood where a hand was edited, in a remark."""
    return (
        f"was {' | '.join(' '.join(line.split()) for line in gone if line.strip()) or 'not there'}"[
            :MOST_WORDS
        ]
    )


# --- The header -----------------------------------------------------------------------------------
def with_header_line(log: str, keyword: str, text: str) -> str:
    """A log with one line of its header replaced, and all else unchanged.

    Raises UserError for a line that cannot be read.
    """
    return "\n".join(_with_line(log.split("\n"), keyword, text))


def _with_line(lines: list[str], keyword: str, text: str) -> list[str]:
    """The lines of a log with one line of its header replaced, added or (empty ``text``)
    removed.
    """
    if not text and keyword not in _MAY_GO:
        raise UserError(
            f"`{keyword}` cannot be left out", f"such as: {HEADER_STATEMENTS[keyword].example}"
        )
    header = read("\n".join(lines), FILE).header
    there = next((one for one in header if _keyword(one) == keyword), None)
    new = [_written(keyword, text, there.comment if there else "")] if text else []
    if there is not None:
        return [*lines[: there.line - 1], *new, *lines[there.line :]]
    order = [one for one, statement in HEADER_STATEMENTS.items() if not statement.anywhere]
    behind = order[order.index(keyword) + 1 :]
    at = next(one.line for one in header if _keyword(one) in behind) - 1
    return [*lines[:at], *new, *lines[at:]]


def _written(keyword: str, text: str, comment: str) -> str:
    """A line of the header in canonical form. Raises UserError for one that cannot be read."""
    line = f"{keyword} {text}"
    try:
        words = split(line).words
        record = HEADER_STATEMENTS[keyword].read(Context(), 0, words, comment, line)
    except Problem as problem:
        raise UserError(problem.message, problem.remedy or f"expected {problem.expected}") from None
    return written(record)


def _keyword(record: object) -> str | None:
    statement = _RECORDS.get(type(record))
    return statement.keyword if isinstance(statement, HeaderStatement) else None
