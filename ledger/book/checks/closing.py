"""Closing a period, and opening it again: both are acts that are written down for good."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from pathlib import Path

from duckdb import DuckDBPyConnection

from ledger import __version__
from ledger.book.balances.payment_lines import check_note
from ledger.book.balances.unread import sentences, unread
from ledger.book.derived.access import HeldBook, Waiting, held
from ledger.book.derived.breaches import Standing, balances_at, breaches, moved_in_sessions
from ledger.book.derived.database import player_names
from ledger.book.files.chain import (
    NOT_OURS,
    Chain,
    Closing,
    Entry,
    Figures,
    Reopening,
    SealedFile,
    SealedPayments,
    SealedSession,
    chain_text,
    digest_of,
    extended,
    lines_in,
    parse_chain,
    prints_of,
)
from ledger.book.files.closed import Closed
from ledger.book.files.folder import CLOSED, DRAFT, LAST_HEAD, PAYMENTS, RECORDINGS
from ledger.book.files.input_values import parse_day
from ledger.book.sessions.stored_recording import read_draft
from ledger.errors import UserError
from ledger.files import PARQUET, write_atomically
from ledger.log.words import visible
from ledger.wording import day_in_words


@dataclass(frozen=True, slots=True)
class Act:
    """Who closes or reopens, and why."""

    by: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Sealed:
    """A closing or a reopening that is on the disk for good; ``until`` of ``closed`` is the last
    day that is closed now.
    """

    entry: Entry
    closed: Closed


def close(
    folder: Path, day: str, act: Act, *, anyway: bool = False, waiting: Waiting | None = None
) -> Sealed:
    """Close the book at ``folder`` to ``day``: sessions and payments of that day and before it.

    With ``anyway`` the book is closed even if something could not be read. Raises UserError, and
    closes nothing, for a day that is not over or already closed, and for a book in which something
    closed has changed, or a session is being recorded.
    """
    until = parse_day(day)
    _check_act(act)
    if until >= parse_day(None):
        raise UserError(
            f"{until} is not over", "close to an earlier day: payments may still come in today"
        )
    with held(folder, waiting, thorough=True) as hold:
        text = chain_text(folder)
        chain = _sound(text)
        if until <= chain.until:
            remedy = "close a later day, or bourre reopen --why TEXT first"
            raise UserError(
                f"the book is already closed to {day_in_words(date.fromisoformat(chain.until))}",
                remedy,
            )
        entry = Closing(until, parse_day(None), act.by, act.why)
        hold.settle(lambda connection: _fill(hold, connection, chain, entry, anyway=anyway))
        return _write(hold, text, entry)


def reopen(
    folder: Path, act: Act, day: str | None = None, waiting: Waiting | None = None
) -> Sealed:
    """Reopen the last closing, or every closing of ``day`` and later.

    Raises UserError if none of it is closed.
    """
    since = "" if day is None else parse_day(day)
    _check_act(act)
    with held(folder, waiting) as hold:
        text = chain_text(folder)
        closings = _sound(text).closings
        if not closings:
            raise UserError(
                "nothing is closed", "bourre close DATE closes everything up to that day"
            )
        opened = (
            [one.until for one in closings if one.until >= since] if since else [closings[-1].until]
        )
        if not opened:
            last = day_in_words(date.fromisoformat(closings[-1].until))
            raise UserError(
                f"{since} is open: the book is closed to {last}",
                "give a day that is closed, or leave it out",
            )
        return _write(hold, text, Reopening(min(opened), parse_day(None), act.by, act.why))


def _check_act(act: Act) -> None:
    check_note(act.why)
    check_note(act.by)
    if not act.by.strip():
        raise UserError("nobody is named as doing this", "name someone with --by NAME")


def _sound(text: str) -> Chain:
    chain = parse_chain(text)
    if chain.problems:
        raise UserError(chain.problems[0], NOT_OURS)
    return chain


def _write(hold: HeldBook, text: str, entry: Entry) -> Sealed:
    after = extended(text, entry)
    write_atomically(hold.folder / CLOSED, after)
    chain = parse_chain(after)
    write_atomically(hold.folder / LAST_HEAD, f"{chain.head}\n")
    hold.settle_written(lambda _connection: None, f"it is in {hold.folder / CLOSED}")
    return Sealed(
        chain.entries[-1],
        Closed(date.fromisoformat(chain.until) if chain.until else None, chain.head),
    )


# --- What is closed -------------------------------------------------------------------------------
def _fill(
    hold: HeldBook, connection: DuckDBPyConnection, chain: Chain, entry: Closing, *, anyway: bool
) -> None:
    changed = [one.message for one in breaches(connection)]
    if changed:
        raise UserError(
            f"something that is closed has changed: {changed[0]}", "bourre check says what to do"
        )
    sessions = connection.execute(_SESSIONS, {"until": entry.until}).fetchall()
    known = {session.id for file in chain.files.values() for session in file.sessions}
    entry.files = _files(hold, connection, [row for row in sessions if row[2] not in known])
    entry.payments = _payments(hold, connection, chain, entry.until)
    if not sessions and entry.payments is None:
        raise UserError(
            f"there is nothing to close: no evening and no payment up to {entry.until}",
            "close a later day",
        )
    _check_recordings(hold.folder, entry.files)
    if not anyway:
        _check_read(connection, entry.until)
    stands = balances_at(connection, entry.until)
    names = player_names(connection)
    moved = {
        account for (account,) in connection.execute(_MOVED, {"until": entry.until}).fetchall()
    }
    called = hold.state.people.items()
    entry.people = [
        (name, *(other for other, one in called if one == account and other != name))
        for account, name in names.items()
        if account in moved
    ]
    entry.balances = _by_name(stands, names)
    entry.program, entry.currency, entry.game = (
        __version__,
        hold.state.settings.currency,
        hold.state.settings.game,
    )


def _files(
    hold: HeldBook, connection: DuckDBPyConnection, sessions: Iterable[tuple[str, date, str]]
) -> list[SealedFile]:
    """Return the files of some sessions, given with file, day and id in the order of files."""
    names = player_names(connection)
    moved = moved_in_sessions(connection)
    found = []
    for file, rows in groupby(sessions, key=lambda row: row[0]):
        prints = (
            [] if file.endswith(PARQUET) else prints_of(lines_in((hold.folder / file).read_bytes()))
        )
        sealed = [
            SealedSession(day.isoformat(), name, _by_name(moved.get(name, {}), names))
            for _, day, name in rows
        ]
        found.append(SealedFile(file, hold.state.files[file].hex(), prints, sealed))
    return sorted(found, key=lambda file: file.sessions[0].date)


def _payments(
    hold: HeldBook, connection: DuckDBPyConnection, chain: Chain, until: str
) -> SealedPayments | None:
    """Return the lines of the payments file down to the last to close; None if there are no new
    ones.
    """
    ((last,),) = connection.execute(_LAST_PAYMENT, {"until": until}).fetchall()
    before = 0 if chain.payments is None else chain.payments.lines
    if last is None or last <= before:
        return None
    lines = lines_in((hold.folder / PAYMENTS).read_bytes())[:last]
    return SealedPayments(last, digest_of(lines), prints_of(lines[before:]))


def _by_name(stands: Standing, names: Mapping[int, str]) -> Figures:
    return {
        (None if account is None else names[account], unit): amount
        for (account, unit), amount in stands.items()
        if amount
    }


def _check_recordings(folder: Path, files: Iterable[SealedFile]) -> None:
    closing = {file.name for file in files}
    for path in sorted((folder / RECORDINGS).glob(f"*{DRAFT}")):
        draft = read_draft(path)
        if draft is not None and draft.log in closing:
            raise UserError(
                f"{visible(draft.log)} is still being recorded",
                "finish that recording first: bourre record",
            )


def _check_read(connection: DuckDBPyConnection, until: str) -> None:
    found = unread(connection)
    sessions = [one for one in found.missing.sessions if one.date.isoformat() <= until]
    # none can be answered then
    disputed = [one for one in found.disputed if one.date is None or one.date.isoformat() <= until]
    said = [
        text for text, *_ in sentences(found.missing._replace(sessions=sessions, disputed=disputed))
    ]
    if said:
        remedy = "correct it (bourre check) or answer it, or close the book as it is with --anyway"
        raise UserError(f"the figures are incomplete: {said[0]}", remedy)


_SESSIONS = "SELECT file, date, id FROM sessions WHERE date <= $until::DATE ORDER BY file, date, id"
_LAST_PAYMENT = """
    SELECT max(line) FROM (SELECT session, line, date FROM payments UNION ALL SELECT session, line,
        date FROM expenses)
    WHERE session IS NULL AND date <= $until::DATE
"""
_MOVED = """
    SELECT DISTINCT account FROM totals WHERE account > 0 AND date <= $until::DATE
    UNION SELECT player FROM seats JOIN sessions USING (session) WHERE date <= $until::DATE
"""
