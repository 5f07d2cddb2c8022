"""The date and the title of an evening that is over, put right: one line of its log, and nothing else of it, is another.

The id stays: addresses, commands and what is closed go by it. The date says in what order the evenings of one game come, and
so which pot each begins with: what does not fit any more by the new order is told.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection

from ledger.book.access import Waiting, held
from ledger.book.closed import check_day_is_open, check_log_is_open
from ledger.book.draft_file import path_for
from ledger.book.paying import settled
from ledger.book.rulings import log_to_change, session_file
from ledger.book.stored_recording import loaded, put
from ledger.errors import UserError
from ledger.files import PARQUET, write_atomically
from ledger.log import decoded, format_statement, read
from ledger.log.grammar import Title
from ledger.log.words import shown
from ledger.recording import put_right, session_line, view, with_header_line
from ledger.recording.recording import opened

_MOST_FOUND: Final = 5


class Named(NamedTuple):
    """The session to rename, by its id, with the new date (such as 2026-11-20) and title; None leaves either as it is."""

    session: str
    date: str | None = None
    title: str | None = None


@dataclass(frozen=True, slots=True)
class Renamed:
    """The result: the line of the log before and now, and where it is.

    ``after`` is the session of the same game that now comes before it, empty for none; None if that has not changed. ``found``
    are new findings of the audit, each with its place.
    """

    path: Path
    line: int
    before: str
    now: str
    date: str
    title: str
    after: str | None
    found: list[str]


class _State(NamedTuple):
    after: str
    found: list[str]


def rename_evening(folder: Path, named: Named, waiting: Waiting | None = None) -> Renamed:
    """Put the date or the title of an evening right; when this returns it is on the disk.

    Raises UserError, and changes nothing, for a session that is not there, for what is no date, and for what is closed.
    """
    with held(folder, waiting) as hold:
        file = hold.settle(lambda connection: session_file(connection, named.session)).file
        before = hold.settle(lambda connection: _state(connection, named.session))
        check_log_is_open(folder, file)
        path, content = log_to_change(folder, named.session, file)
        old = _line(content)
        said = session_line(view(opened(content, file)), date=named.date, title=named.title)
        text = with_header_line(decoded(content), "session", said)
        new = _line(text.encode("utf-8", "surrogateescape"))
        if new == old:
            raise UserError("nothing would change", f"session {shown(named.session)} already has this date and title")
        if new.date != old.date:
            check_day_is_open(folder, new.date, "the session")
        now = loaded(folder, file)[0] if not file.endswith(PARQUET) and path_for(folder, file).exists() else None
        if now is None:
            write_atomically(path, text)
        else:  # somebody is recording it: the hand that is open goes with it
            put(folder, now, put_right(now.recording, {"session": said}), content)
        written = f"`{format_statement(new)}` is in {path}, line {new.line}"
        after = settled(hold, lambda connection: _state(connection, named.session), written)
        return Renamed(
            path=path,
            line=new.line,
            before=format_statement(old._replace(comment="")),
            now=format_statement(new._replace(comment="")),
            date=new.date,
            title=new.title or "",
            after=after.after if after.after != before.after else None,
            found=[one for one in after.found if one not in set(before.found)],
        )


def order_words(done: Renamed) -> list[str]:
    """What has changed besides the line, and what else is to be changed, in sentences."""
    said = []
    if done.after is not None:
        place = f"comes after session {shown(done.after)}" if done.after else "is the first of its game"
        said.append(f"The evening now {place}, and the pot carries over in that order.")
    if done.found:
        more = f" (and {len(done.found) - _MOST_FOUND} more)" if len(done.found) > _MOST_FOUND else ""
        said.append(f"New findings of the audit{more}:")
        said += done.found[:_MOST_FOUND]
    again = (
        "If this log was imported from a file, correct the line there too; otherwise the next import will refuse it as different."
    )
    return [*said, again]


def _line(content: bytes) -> Title:
    return next(one for one in read(content, "the log").header if isinstance(one, Title))


def _state(connection: DuckDBPyConnection, session: str) -> _State:
    rows = connection.execute(_BEFORE, [session]).fetchall()
    found = connection.execute(_FOUND, [session]).fetchall()
    return _State(str(rows[0][0]) if rows else "", [f"{file}:{line}: {message}" for file, line, message in found])


_BEFORE: Final = """
    SELECT one.id FROM sessions AS one JOIN sessions AS this USING (game)
    WHERE this.id = ? AND (one.date, one.id) < (this.date, this.id) ORDER BY one.date DESC, one.id DESC LIMIT 1
"""
_FOUND: Final = """
    SELECT findings.file, findings.line, message FROM findings JOIN sessions USING (session)
    WHERE game = (SELECT game FROM sessions WHERE id = ?) ORDER BY sessions.date, sessions.id, findings.line
"""
