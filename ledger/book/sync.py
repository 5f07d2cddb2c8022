"""Brings the database up to what the logs say: only files that changed are read, and the result is the same as from nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pyarrow as pa
from duckdb import DuckDBPyConnection

from ledger.book.carry import book_openings
from ledger.book.database import files_in, names_in, people_of, players_in
from ledger.book.folder import PARQUET, PAYMENTS
from ledger.book.folder_state import Progress, Seen
from ledger.book.intake import DamagedError, Intake
from ledger.book.rows import column, forget_files, insert, lane, replace_all
from ledger.engine.judge import without_collection


def update(connection: DuckDBPyConnection, seen: Seen, progress: Progress | None = None) -> None:
    """Bring the database up to date, all of it or nothing; the book must be held for writing.

    Names that nobody has heard of become players of their own: ``book.toml`` gets a new entry for each, and
    ``seen.settings`` knows them.
    """
    damaged: dict[str, str] = {}
    while True:
        connection.begin()
        try:
            _update(connection, seen, damaged, progress or (lambda _hands: None))
        except DamagedError as found:
            connection.rollback()
            damaged[found.file] = found.message
        except BaseException:
            connection.rollback()
            raise
        else:
            connection.commit()
            return


def _update(connection: DuckDBPyConnection, seen: Seen, damaged: dict[str, str], progress: Progress) -> None:
    changed = _to_read(connection, seen)
    forget_files(connection, changed)
    files = [file for file in seen.files if file in changed]
    with lane(connection) as writer, without_collection():
        intake = Intake(writer, seen, damaged, progress)
        intake.logs(file for file in files if file != PAYMENTS and not file.endswith(PARQUET))
        for file in files:
            if file.endswith(PARQUET):
                intake.parquet(file)
        if PAYMENTS in files:
            intake.payments()
        writer.wait()
    book_openings(connection)
    _enter_people(connection, seen)
    hashes, problems = (pa.array([found.get(file) for file in files], kind) for found, kind in _columns(seen, intake))
    insert(connection, "files", pa.table({"file": pa.array(files, pa.string()), "hash": hashes, "problem": problems}))
    connection.execute("DELETE FROM about")
    connection.execute("INSERT INTO about VALUES (?, ?, ?)", seen.made_with)


def _to_read(connection: DuckDBPyConnection, seen: Seen) -> set[str]:
    """Return the files whose rows must be made again: new, changed, gone, or touched by a change of names."""
    known, now = files_in(connection), seen.files
    changed = {file for file in known.keys() | now.keys() if known.get(file) != now.get(file)}
    moved = [player for name, player in names_in(connection).items() if seen.people.get(name) != player]
    if moved:
        changed |= {str(file) for file in column(connection, _TOUCHED, {"players": moved})} | ({PAYMENTS} & now.keys())
    freed = changed
    while freed:  # sessions that a changed file kept from counting may count now
        freed = {str(file) for file in column(connection, _RIVALS, {"files": list(changed)})} - changed
        changed |= freed
    return changed


_TOUCHED: Final = """
    SELECT DISTINCT file FROM sessions WHERE session IN (
        SELECT session FROM seats WHERE list_contains($players, player)
        UNION SELECT session FROM entries WHERE list_contains($players, account))
"""
_RIVALS: Final = """
    SELECT DISTINCT file FROM duplicates WHERE id IN (SELECT id FROM sessions WHERE list_contains($files, file))
"""


def _columns(seen: Seen, intake: Intake) -> list[tuple[Mapping[str, object], pa.DataType]]:
    """Return what the table ``files`` says of each file, by column."""
    return [(seen.files, pa.binary()), (intake.problems, pa.string())]


def _enter_people(connection: DuckDBPyConnection, seen: Seen) -> None:
    """Enter players and names as the settings have them."""
    if names_in(connection) != seen.people:
        names = sorted(seen.people.items())
        columns = zip(*names, strict=True) if names else ([], [])
        name, player = (pa.array(list(values), kind) for values, kind in zip(columns, (pa.string(), pa.int32()), strict=True))
        replace_all(connection, "names", pa.table({"name": name, "player": player}))
    people = people_of(seen.settings)
    if players_in(connection) != people:
        rows = [dict(zip(("player", "name", "handle"), row, strict=True)) for row in people]
        replace_all(connection, "players", pa.Table.from_pylist(rows, _PLAYERS))


_PLAYERS: Final = pa.schema({"player": pa.int32(), "name": pa.string(), "handle": pa.string()})
