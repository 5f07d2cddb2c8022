"""Carries out the plan of an import: the only place that writes what an import brings.

``apply`` changes a book, so that all of a plan is done or nothing: ``.changing`` notes each file,
and what puts it back, before it changes. ``lay_out`` lays the same files into a copy of the book
that is thrown away, where a dry run looks at the figures. What only the figures show is
``contested`` then, and taken back.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Final, TypeAlias

from duckdb import DuckDBPyConnection

from ledger.book.files.folder import FROM_RESULTS, PAYMENTS, keep, note_change
from ledger.book.sessions.import_plan import (
    SAME_SESSION,
    Ask,
    Change,
    Holdings,
    Pay,
    Plan,
    Refuse,
    Remove,
    Replace,
    SomeSessions,
    Store,
    cannot_be_read,
    sessions_in,
    too_late,
)
from ledger.book.sessions.same_sessions import (
    RESULTS,
    same_players,
    same_results,
    same_sessions,
)
from ledger.files import PARQUET, put_in_place, replacing, write_atomically
from ledger.hands.model import Hands

# --- What is written ------------------------------------------------------------------------------
Before: TypeAlias = dict[str, bytes | Path | None]
"""The files that changed, with what they held before, or where that is kept; None if they were not
there.
"""
Carry: TypeAlias = Callable[[Path, Plan], Before]


def apply(folder: Path, plan: Plan, *, lasting: bool) -> Before:
    """Write what a plan changes in the book, which is held alone and within ``changing_together``.

    With ``lasting`` each note of a change survives a power cut, too.
    """
    before: Before = {}
    for change in plan.changes:
        home = _home(change)
        if home is None:
            continue
        path, old = folder / home, None
        if isinstance(change, Pay) and not change.whole:  # a single file, changed in one step
            if change.keeps:
                keep(folder, path)
        else:
            if isinstance(change, Replace | Remove) and path.exists():
                old = keep(folder, path, many=True)
            before.setdefault(home, old)
            after = change.content if isinstance(change, Replace | Store | Pay) else None
            note_change(
                folder,
                home,
                old,
                after if isinstance(after, bytes) else None,
                lasting=lasting or isinstance(change, Remove),
            )
        _put(path, change)
    return before


def lay_out(folder: Path, plan: Plan) -> Before:
    """Lay the files of a plan into a copy of the book that nobody else knows."""
    before: Before = {}
    for change in plan.changes:
        home = _home(change)
        if home is not None:
            path = folder / home
            before.setdefault(home, path.read_bytes() if path.exists() else None)
            _put(path, change)
    return before


def take_back(folder: Path, before: Before) -> None:
    """Put back what files held before."""
    for home, old in before.items():
        if old is None:
            (folder / home).unlink()
        elif isinstance(old, bytes):
            write_atomically(folder / home, old)
        else:
            put_in_place(old, folder / home)


def _home(change: Change) -> str | None:
    """The file that a change is about; None if it changes nothing."""
    if isinstance(change, Pay):
        return None if change.content is None else PAYMENTS
    return change.home if isinstance(change, Store | Replace | Remove) else None


def _put(path: Path, change: Change) -> None:
    content = change.content if isinstance(change, Store | Replace | Pay) else None
    if content is None:
        path.unlink()
    elif isinstance(content, bytes):
        write_atomically(path, content)
    elif isinstance(content, SomeSessions):
        from ledger.hands import write_hands  # noqa: PLC0415 - what reads Parquet takes its time to load

        write_hands(path, _parts(content))
    else:
        with content.open("rb") as source, replacing(path) as target:
            shutil.copyfileobj(source, target)


def _parts(some: SomeSessions) -> Iterator[Hands]:
    from ledger.hands import read_hands  # noqa: PLC0415 - as above

    for part in read_hands(some.path):
        for at, info in enumerate(part.sessions):
            if info.id in some.sessions:
                yield part.part(slice(at, at + 1))


# --- What only the figures show -------------------------------------------------------------------
def contested(
    connection: DuckDBPyConnection, book: Holdings, plan: Plan, *, keep_both: bool
) -> dict[str, Refuse]:
    """Return the files of a plan, which are in the figures now, that are to be refused after all:
    what cannot be read, what the book has under another id, what is of a closed day.
    """
    rows = connection.execute(
        "SELECT file, problem FROM files WHERE problem IS NOT NULL"
    ).fetchall()
    contents = {
        PAYMENTS if isinstance(one, Pay) else one.home: one.content
        for one in plan.changes
        if isinstance(one, Store | Replace | Pay)
    }
    files, problems = plan.files, dict[str, Refuse]()
    for home, problem in rows:
        if (file := files.get(home)) is not None:
            content = contents[home]
            text = content if isinstance(content, bytes) else None
            problems[home] = cannot_be_read(file, home, text, problem)
    if not keep_both:
        problems = _again(connection, book, plan) | problems
    if book.until:
        problems = _late(connection, book, plan) | problems
    if problems and plan.removed:  # all of this version, or nothing
        whole = "nothing of this version of the spreadsheet was stored"
        for home, file in files.items():
            problems.setdefault(home, Refuse(file, None, f"{file}: {whole}"))
    return problems


def without(plan: Plan, problems: Mapping[str, Refuse]) -> Plan:
    """Return a plan in which some of its files are refused; then nothing leaves the book either."""
    lost = {
        name
        for one in plan.changes
        if isinstance(one, Store | Replace) and one.home in problems
        for name in sessions_in(one)
    }
    kept = [
        one
        for one in plan.changes
        if not isinstance(one, Remove)
        and lost.isdisjoint(sessions_in(one))
        and not (isinstance(one, Pay) and PAYMENTS in problems)
    ]
    return replace(plan, changes=(*kept, *problems.values()))


def _again(connection: DuckDBPyConnection, book: Holdings, plan: Plan) -> dict[str, Refuse]:
    """The files that have a session which the book has under another id."""
    new = plan.stored
    pairs = same_sessions(connection, new, 2 if plan.of_sheet else RESULTS)
    pairs += same_results(connection, new) if plan.of_sheet else []
    if plan.of_sheet or any(
        session.startswith(FROM_RESULTS) for session in book.homes.keys() - set(new)
    ):
        tables = same_players(connection, new)
        pairs += [
            pair for pair in tables if plan.of_sheet or pair.other.id.startswith(FROM_RESULTS)
        ]
    files, homes, found = plan.files, plan.homes, dict[str, Refuse]()
    for pair in pairs:
        if pair.other.id in plan.of_sheet:
            continue
        home = homes[pair.one.id]
        file = files[home]
        whole = "; nothing from this file was stored" if home.endswith(PARQUET) else ""
        said = f"{file}: {pair.told}{whole}"
        found.setdefault(home, Ask(file, pair.one.id, said, SAME_SESSION))
    return found


def _late(connection: DuckDBPyConnection, book: Holdings, plan: Plan) -> dict[str, Refuse]:
    """The files that have something of a day which is closed."""
    new = [*plan.stored, *plan.replaced]
    files, found = plan.files, dict[str, Refuse]()
    rows: list[tuple[str, str | None, date]] = connection.execute(
        _LATE, {"until": book.until, "new": new}
    ).fetchall()
    for home, session, day in rows:
        if (file := files.get(home)) is not None:
            found.setdefault(home, too_late(file, session, day, book.until))
    return found


_LATE: Final = """
    SELECT file, id, date FROM sessions WHERE date <= $until::DATE AND list_contains($new, id)
    UNION ALL SELECT file, NULL, min(date) FROM payments WHERE session IS NULL
        AND date <= $until::DATE GROUP BY file
    UNION ALL SELECT file, NULL, min(date) FROM expenses WHERE session IS NULL
        AND date <= $until::DATE GROUP BY file
"""
