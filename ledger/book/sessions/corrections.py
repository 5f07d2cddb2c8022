"""Corrections to the log of a session that is over: rulings of the table, and another date or
title.

A ruling on a renege that nobody called is a line at the end of the log. A new date or title changes
one line and nothing else. The id stays: addresses, commands and what is closed go by it. The date
decides in what order the sessions of a game come, and so which pot each begins with: whatever no
longer fits in the new order is reported.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection

from ledger.book.balances.figures import account_names, balances_and_pots, player_called, positions
from ledger.book.derived.access import HeldBook, Waiting, held
from ledger.book.derived.carrying import session_in_parquet
from ledger.book.files.chain import check_day_is_open, check_log_is_open
from ledger.book.files.folder import free_name, names_taken
from ledger.book.sessions.import_outcome import marked
from ledger.book.sessions.stored_recording import loaded, path_for, put
from ledger.errors import UserError, did_you_mean
from ledger.files import PARQUET, write_atomically
from ledger.findings.kinds import CARRIED_POT, UNPAID_RENEGE
from ledger.hands import sessions_of
from ledger.log import content_of, decoded, format_statement, read, with_statement, write
from ledger.log.between_hands import Penalty, Waive
from ledger.log.grammar import Title
from ledger.log.words import shown
from ledger.recording import put_right, session_line, view, with_header_line
from ledger.recording.recording import opened


# --- Rulings --------------------------------------------------------------------------------------
class Case(NamedTuple):
    """A renege: its session, hand and player, by any name."""

    session: str
    hand: int
    player: str


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling that is in the log for good: its place, its text, and what it changed.

    ``position`` and ``pot`` are before and after, in minor units of ``unit`` and in chips.
    ``still`` is True if the audit still reports the renege; ``carried`` are new findings on later
    sessions, whose pots no longer fit.
    """

    path: Path
    line: int
    statement: str
    player: str
    chips: int
    amount: int
    unit: str
    position: tuple[int, int]
    pot: tuple[int, int]
    still: bool
    carried: list[str]


class SessionFile(NamedTuple):
    """A session of the book: its log or Parquet file, and what a chip is worth in minor units of
    ``unit``.
    """

    file: str
    game: str
    unit: str
    chip: int


class _Found(NamedTuple):
    """An unpaid renege that the audit found; ``name`` is the player's name in the log."""

    hand: int
    name: str
    account: int
    chips: int | None


class _State(NamedTuple):
    """What a ruling may change: a player's position, the chips in the pot, unpaid reneges, and pots
    that do not fit.
    """

    position: int
    pot: int
    unpaid: list[_Found]
    carried: list[str]


@dataclass(frozen=True, slots=True)
class _Known:
    """What the book knows of a case before the ruling."""

    evening: SessionFile
    account: int
    name: str
    numbers: set[int]
    state: _State


def uphold(
    folder: Path, case: Case, chips: int | None = None, waiting: Waiting | None = None
) -> Ruled:
    """Add the line to the log that a player pays for a renege that the audit found: ``chips``, or
    what the finding says.

    When this returns the line is on the disk. Raises UserError, and changes nothing, if there is no
    such finding, if it has no amount and none is given, or if the log cannot be written.
    """
    with held(folder, waiting) as hold:
        known, found = _found(hold, case)
        price = found.chips if chips is None else chips
        if price is None:
            message = (
                f"the pot of hand {case.hand} is uncertain, and so is the penalty for the renege"
            )
            raise UserError(message, "give the chips that the table agreed on with --amount CHIPS")
        return _rule(hold, case, known, _said(found.name, case.hand, price))


def waive(folder: Path, case: Case, waiting: Waiting | None = None) -> Ruled:
    """Add the line to the log that a renege stands unpunished. As ``uphold``, but nothing moves."""
    with held(folder, waiting) as hold:
        known, found = _found(hold, case)
        return _rule(hold, case, known, _said(found.name, case.hand, None))


def ruling_line(player: str, hand: int, chips: int | None) -> str:
    """Return the line that a ruling adds to a log; ``player`` is the name there, ``chips`` is None
    for a waiver.
    """
    return format_statement(_said(player, hand, chips))


def _said(player: str, hand: int, chips: int | None) -> Penalty | Waive:
    return Waive(0, hand, player) if chips is None else Penalty(0, player, chips, hand)


def _rule(hold: HeldBook, case: Case, known: _Known, said: Penalty | Waive) -> Ruled:
    """Write a ruling, and compare the figures before and after."""
    path, log = log_to_change(hold.folder, case.session, known.evening.file)
    longer = with_statement(log, marked(said), str(path))
    write_atomically(path, longer)
    line, statement = longer.count(b"\n"), format_statement(said)
    written = f"`{statement}` is in {path}, line {line}"
    before, evening, account = known.state, known.evening, known.account
    after = hold.settle_written(
        lambda connection: _state(connection, case.session, evening, account), written
    )
    chips = said.chips if isinstance(said, Penalty) else 0
    return Ruled(
        path=path,
        line=line,
        statement=statement,
        player=known.name,
        chips=chips,
        amount=chips * known.evening.chip,
        unit=known.evening.unit,
        position=(before.position, after.position),
        pot=(before.pot, after.pot),
        still=any((one.hand, one.account) == (case.hand, known.account) for one in after.unpaid),
        carried=[message for message in after.carried if message not in before.carried],
    )


def log_to_change(folder: Path, session: str, file: str) -> tuple[Path, bytes]:
    """Where the log of a session is, or is to be, and its text; one in a Parquet file is written
    out as a log.
    """
    if not file.endswith(PARQUET):
        return folder / file, content_of(folder / file)
    text = write(next(iter(sessions_of(session_in_parquet(folder, file, session)))))
    return folder / free_name(names_taken(folder), session), text.encode("utf-8", "surrogateescape")


# --- Which finding is meant -----------------------------------------------------------------------
def _found(hold: HeldBook, case: Case) -> tuple[_Known, _Found]:
    """Return what the book knows of a case, and its finding.

    Raises UserError that says what there is instead.
    """
    known = hold.settle(lambda connection: _known(connection, case))
    unpaid, file, numbers = known.state.unpaid, known.evening.file, known.numbers
    check_log_is_open(hold.folder, file)
    for found in unpaid:
        if (found.hand, found.account) == (case.hand, known.account):
            return known, found
    if case.hand not in numbers:
        low, high = min(numbers, default=0), max(numbers, default=0)
        every = (
            f"{low} to {high}"
            if len(numbers) == high - low + 1
            else _some("", sorted(numbers)).strip()
        )
        remedy = f"its hands are {every}" if numbers else "it has no hands"
        raise UserError(f"evening {shown(case.session)} has no hand {case.hand}", remedy)
    for said in read(log_to_change(hold.folder, case.session, file)[1], file).body:
        if not isinstance(said, Penalty | Waive) or said.hand != case.hand:
            continue
        if hold.state.people.get(said.player) == known.account:
            place, remedy = (
                f"line {said.line} of {hold.folder / file}",
                "delete that line to rule again",
            )
            if file.endswith(PARQUET):
                place = str(hold.folder / file)
                remedy = (
                    "turn it into logs with bourre convert, correct those, and import them with "
                    "--replace"
                )
            raise UserError(
                f"there is already a ruling: {place} says `{format_statement(said)}`", remedy
            )
    raise UserError(
        f"there is no unpaid renege of {shown(case.player)} in hand {case.hand}",
        _instead(unpaid, case.hand),
    )


def _known(connection: DuckDBPyConnection, case: Case) -> _Known:
    """What the book knows of a case. Raises UserError if it has no such session or player."""
    evening, account = (
        session_file(connection, case.session),
        player_called(connection, case.player),
    )
    state = _state(connection, case.session, evening, account)
    numbers = {number for (number,) in connection.execute(_NUMBERS, [case.session]).fetchall()}
    return _Known(evening, account, account_names(connection)[account], numbers, state)


def _state(
    connection: DuckDBPyConnection, session: str, evening: SessionFile, account: int
) -> _State:
    sql = "SELECT file, line, message FROM findings WHERE rule = ? ORDER BY file"
    carried = connection.execute(sql, [CARRIED_POT]).fetchall()
    return _State(
        position=positions(connection, account).get(evening.unit, 0),
        pot=sum(
            pot.chips
            for pot in balances_and_pots(connection)[1]
            if (pot.game, pot.unit) == (evening.game, evening.unit)
        ),
        unpaid=[
            _Found(*row) for row in connection.execute(_UNPAID, [UNPAID_RENEGE, session]).fetchall()
        ],
        carried=[f"{file}:{line}: {message}" for file, line, message in carried],
    )


def session_file(connection: DuckDBPyConnection, session: str) -> SessionFile:
    """Where a session of the book is. Raises UserError if there is none."""
    rows = connection.execute(
        "SELECT file, game, unit, chip FROM sessions WHERE id = ?", [session]
    ).fetchall()
    if not rows:
        ids = [str(name) for (name,) in connection.execute("SELECT id FROM sessions").fetchall()]
        raise UserError(
            f"there is no evening {shown(session)}",
            did_you_mean(session, ids) or _some("the evenings are", ids),
        )
    return SessionFile(*rows[0])


_NUMBERS: Final = (
    "SELECT number FROM hands JOIN sessions USING (session) WHERE id = ? AND number IS NOT NULL"
)
_UNPAID: Final = """
    SELECT hand, findings.player, names.player, amount
    FROM findings JOIN sessions USING (session) JOIN names ON findings.player = name
    WHERE rule = ? AND id = ? ORDER BY findings.line, names.player
"""


def _instead(unpaid: list[_Found], hand: int) -> str:
    here = [one.name for one in unpaid if one.hand == hand]
    if here:
        return f"in that hand there is one of {' and of '.join(here)}"
    if unpaid:
        return _some(
            "on this evening there are:", [f"hand {one.hand} {one.name}" for one in unpaid]
        )
    return "there is none on this evening"


def _some(words: str, items: Iterable[object]) -> str:
    """Return a list in words, not all of it if it is long."""
    every = list(map(str, items))
    return f"{words} {', '.join(every[:10])}{' …' if len(every) > 10 else ''}"


# --- Another date or title ------------------------------------------------------------------------
_MOST_FOUND: Final = 5


class Named(NamedTuple):
    """The session to rename, by its id, with the new date (such as 2026-11-20) and title; None
    leaves either as it is.
    """

    session: str
    date: str | None = None
    title: str | None = None


@dataclass(frozen=True, slots=True)
class Renamed:
    """The result: the line of the log before and now, and where it is.

    ``after`` is the session of the same game that now comes before it, empty for none; None if that
    has not changed. ``found`` are new findings of the audit, each with its place.
    """

    path: Path
    line: int
    before: str
    now: str
    date: str
    title: str
    after: str | None
    found: list[str]


def rename_evening(folder: Path, named: Named, waiting: Waiting | None = None) -> Renamed:
    """Correct the date or the title of a session; when this returns it is on the disk.

    Raises UserError, and changes nothing, for a session that is not there, for what is no date, and
    for what is closed.
    """
    with held(folder, waiting) as hold:
        file = hold.settle(lambda connection: session_file(connection, named.session)).file
        before, known = hold.settle(lambda connection: _order(connection, named.session))
        check_log_is_open(folder, file)
        path, content = log_to_change(folder, named.session, file)
        old = _line(content)
        said = session_line(view(opened(content, file)), date=named.date, title=named.title)
        text = with_header_line(decoded(content), "session", said)
        new = _line(text.encode("utf-8", "surrogateescape"))
        if new == old:
            raise UserError(
                "nothing would change",
                f"evening {shown(named.session)} already has this date and title",
            )
        if new.date != old.date:
            check_day_is_open(folder, new.date, "the evening")
        now = (
            loaded(folder, file)[0]
            if not file.endswith(PARQUET) and path_for(folder, file).exists()
            else None
        )
        if now is None:
            write_atomically(path, text)
        else:  # somebody is recording it: the hand that is open goes with it
            put(folder, now, put_right(now.recording, {"session": said}), content)
        written = f"`{format_statement(new)}` is in {path}, line {new.line}"
        after, found = hold.settle_written(
            lambda connection: _order(connection, named.session), written
        )
        return Renamed(
            path=path,
            line=new.line,
            before=format_statement(old._replace(comment="")),
            now=format_statement(new._replace(comment="")),
            date=new.date,
            title=new.title or "",
            after=after if after != before else None,
            found=[one for one in found if one not in set(known)],
        )


def order_words(done: Renamed) -> list[str]:
    """Return sentences on what changed besides the line, and what else to change."""
    said = []
    if done.after is not None:
        place = (
            f"comes after evening {shown(done.after)}" if done.after else "is the first of its game"
        )
        said.append(f"The evening now {place}, and the pot carries over in that order.")
    if done.found:
        more = (
            f" (and {len(done.found) - _MOST_FOUND} more)" if len(done.found) > _MOST_FOUND else ""
        )
        said.append(f"New findings of the audit{more}:")
        said += done.found[:_MOST_FOUND]
    again = (
        "If this log was imported from a file, correct the line there too; otherwise the next "
        "import will refuse it as different."
    )
    return [*said, again]


def _line(content: bytes) -> Title:
    return next(one for one in read(content, "the log").header if isinstance(one, Title))


def _order(connection: DuckDBPyConnection, session: str) -> tuple[str, list[str]]:
    """The session of the same game before one, empty for none, and what the audit finds in that
    game.
    """
    rows = connection.execute(_BEFORE, [session]).fetchall()
    found = connection.execute(_FOUND, [session]).fetchall()
    return str(rows[0][0]) if rows else "", [
        f"{file}:{line}: {message}" for file, line, message in found
    ]


_BEFORE: Final = """
    SELECT one.id FROM sessions AS one JOIN sessions AS this USING (game)
    WHERE this.id = ? AND (one.date, one.id) < (this.date, this.id) ORDER BY one.date DESC,
        one.id DESC LIMIT 1
"""
_FOUND: Final = """
    SELECT findings.file, findings.line, message FROM findings JOIN sessions USING (session)
    WHERE game = (SELECT game FROM sessions WHERE id = ?) ORDER BY sessions.date, sessions.id,
        findings.line
"""
