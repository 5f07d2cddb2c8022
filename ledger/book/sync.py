"""Brings the database up to what the logs say: only files that changed are read, and the result is the same as from nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from duckdb import DuckDBPyConnection

from ledger.book.breaches import closed_records
from ledger.book.database import STAMP, names_in, note_stamps, people_of, players_in, recorded
from ledger.book.files_read import DamagedError, FilesRead
from ledger.book.folder import CLOSED, LAST_HEAD, PAYMENTS, SETTINGS
from ledger.book.folder_state import FolderState, Progress
from ledger.book.nobody import forget_unnamed, named_in
from ledger.book.payments_loader import load_payments
from ledger.book.rows import Record, Touched, column, forget_files, insert_records, replace_all
from ledger.book.settings import read_settings
from ledger.book.settings_edit import kept, put_back
from ledger.workers import ALONE, Crew


def update(connection: DuckDBPyConnection, state: FolderState, progress: Progress | None = None, crew: Crew = ALONE) -> None:
    """Bring the database up to date, all of it or nothing; the book must be held for writing.

    Names that nobody has heard of become players of their own: ``book.toml`` gets a new entry for each, and
    ``state.settings`` knows them.
    """
    damaged: dict[str, str] = {}
    settings = kept(state.folder / SETTINGS)
    while True:
        connection.begin()
        try:
            _update(connection, state, damaged, progress or (lambda _hands: None), crew)
        except DamagedError as found:
            connection.rollback()
            damaged[found.file] = found.message
            put_back(state.folder / SETTINGS, settings)
            state.settings = read_settings(state.folder / SETTINGS)
        except BaseException:
            connection.rollback()
            raise
        else:
            connection.commit()
            return


def _update(connection: DuckDBPyConnection, state: FolderState, damaged: dict[str, str], progress: Progress, crew: Crew) -> None:
    before, touched = recorded(connection).hashes, Touched()
    changed = _to_read(connection, state, before)
    there = changed & state.files.keys()  # a log that is away may come again
    named = named_in(connection, there & before.keys())
    forget_files(connection, changed & before.keys(), touched)
    _touch_renamed(connection, state, touched)
    read = FilesRead(state.folder, damaged)
    sessions = [file for file in state.files if file in changed and file not in {PAYMENTS, CLOSED, LAST_HEAD}]
    if sessions or touched.games:
        from ledger.book.loader import load_sessions  # noqa: PLC0415 - the engine takes its time to load; a payment needs none

        load_sessions(connection, state, read, sessions, touched, progress=progress, crew=crew)
    if PAYMENTS in there:
        load_payments(connection, state, read)
    problems = read.problems | state.unused
    known = [
        {"file": file, "hash": digest, "problem": problems.get(file), "open_line": read.open_lines.get(file)}
        | dict(zip(STAMP, state.stamps.get(file, ()), strict=False))
        for file, digest in state.known.items()
        if file in changed
    ]
    insert_records(connection, "files", known)
    if named:
        forget_unnamed(connection, state, named - named_in(connection, there))
    _enter_people(connection, state)
    if not state.news.keys() <= changed:
        note_stamps(connection, state.news, state.files)
    for table, records in closed_records(connection, state).items():
        replace_all(connection, table, records)
    connection.execute("DELETE FROM about")
    connection.execute("INSERT INTO about VALUES (?, ?, ?)", state.made_with)


def _touch_renamed(connection: DuckDBPyConnection, state: FolderState, touched: Touched) -> None:
    """Touch all sessions if somebody has another name now: some findings name people."""
    names = {player.id: player.name for player in state.settings.players}
    if any(names.get(number) != name for number, name, _ in players_in(connection)):
        touched.add(connection.execute("SELECT game, date FROM sessions").fetchall())


def _to_read(connection: DuckDBPyConnection, state: FolderState, before: Mapping[str, bytes]) -> set[str]:
    """Return the files whose rows must be made again: new, changed since ``before``, gone, or affected by a change of names."""
    now = state.known
    changed = {file for file in before.keys() | now.keys() if before.get(file) != now.get(file)}
    moved = [player for name, player in names_in(connection).items() if state.people.get(name) != player]
    if moved:
        changed |= {str(file) for file in column(connection, _TOUCHED, {"players": moved})} | {PAYMENTS}
    # Sessions that a changed file kept from counting may count now. Once round is enough: what these files have besides
    # goes on to count, or not, as it did.
    return changed | {str(file) for file in column(connection, _RIVALS, {"files": list(changed)})}


_TOUCHED: Final = "SELECT DISTINCT file FROM sessions WHERE list_has_any(people, $players)"
_RIVALS: Final = """
    SELECT DISTINCT file FROM duplicates WHERE id IN (SELECT id FROM sessions WHERE list_contains($files, file))
"""


def _enter_people(connection: DuckDBPyConnection, state: FolderState) -> None:
    """Enter players and names as the settings have them."""
    if names_in(connection) != state.people:
        names: list[Record] = [{"name": name, "player": player} for name, player in sorted(state.people.items())]
        replace_all(connection, "names", names)
    people = people_of(state.settings)
    if players_in(connection) != people:
        players: list[Record] = [{"player": number, "name": name, "handle": handle} for number, name, handle in people]
        replace_all(connection, "players", players)
