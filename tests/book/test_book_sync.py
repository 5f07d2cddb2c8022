"""Bringing a database up to date: all of it or nothing, and whatever changed, the rows are those of
a database made anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb
import pytest
from book_trials import MEMORY, everything, log_of, parquet_of
from duckdb import DuckDBPyConnection

from ledger.book.derived import loader, rows
from ledger.book.derived.access import ask, is_current
from ledger.book.derived.database import made_anew, opened, program, recorded
from ledger.book.derived.folder_state import folder_state
from ledger.book.derived.sync import update
from ledger.book.files.folder import DATABASE, SETTINGS
from ledger.book.files.settings_edit import change_settings, merged, with_handle


@pytest.fixture
def folder() -> Iterator[Path]:
    """The folder of a book with one session, whose database is up to date."""
    with TemporaryDirectory(dir=MEMORY) as temporary:
        book = Path(temporary, "book")
        (book / "sessions").mkdir(parents=True)
        put(book, "s1")
        ask(book, lambda _connection: None)
        yield book


def put(folder: Path, session: str, version: int = 0, name: str | None = None) -> None:
    (folder / "sessions" / f"{name or session}.bourre").write_text(
        log_of(session, version), "utf-8"
    )


@contextmanager
def database(folder: Path) -> Iterator[DuckDBPyConnection]:
    with opened(folder / DATABASE, read_only=False) as connection:
        yield connection


def anew(folder: Path) -> dict[str, list[str]]:
    """Return the rows of a database that is made of the files now."""
    with TemporaryDirectory(dir=MEMORY) as temporary:
        path = Path(temporary) / DATABASE
        with made_anew(path) as connection:
            update(connection, folder_state(folder))
            return everything(connection)


def test_rows_that_could_not_be_written_in_the_background_are_an_error(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last table of the last file: nobody waits for it but the end."""
    insert = rows.insert

    def fail(connection: DuckDBPyConnection, table: str, new: object) -> None:
        if table == "payments":
            raise duckdb.IOException("no space left on device")
        insert(connection, table, new)

    put(folder, "s2")
    monkeypatch.setattr(rows, "insert", fail)
    with database(folder) as connection:
        before = everything(connection)
        with pytest.raises(duckdb.IOException, match="no space left"):
            update(connection, folder_state(folder))
        assert everything(connection) == before


def test_what_was_begun_is_taken_back_when_it_is_interrupted(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    put(folder, "s1", 5)
    put(folder, "s2")
    with database(folder) as connection:
        before = everything(connection)
        with monkeypatch.context() as patch:
            patch.setattr(loader, "book_carried", interrupt)
            with pytest.raises(KeyboardInterrupt):
                update(connection, folder_state(folder))
        assert everything(connection) == before
        update(connection, folder_state(folder))
        assert everything(connection) == anew(folder)


def test_each_hand_is_told_of_as_it_comes_in(folder: Path) -> None:
    put(folder, "s2")
    parquet_of(folder / "sessions" / "more.parquet", ["s3", "s4"])
    told: list[int] = []
    with database(folder) as connection:
        update(connection, folder_state(folder), told.append)
    assert sum(told) == 9


def test_the_database_says_what_made_it_and_is_left_as_it_is_then(folder: Path) -> None:
    put(folder, "s2")
    (folder / "payments.bourre").write_text("bourre 1\ndate 2026-11-21\npay Ann Bea 1\n", "utf-8")
    with database(folder) as connection:
        update(connection, folder_state(folder))
        state = folder_state(folder)
        assert is_current(connection, state, recorded(connection))
        assert connection.execute("SELECT * FROM about").fetchall() == [(program(), "USD", "book")]
        assert connection.execute("SELECT file, problem FROM files").fetchall() == [
            (file, None) for file in state.files
        ]
    before = (folder / DATABASE).read_bytes()
    ask(folder, lambda _connection: None)
    assert (folder / DATABASE).read_bytes() == before


def test_two_names_of_one_person_in_sessions_and_payments(folder: Path) -> None:
    """What was said of either name is made again in place, also where only a payment says it."""
    put(folder, "s2")
    log = folder / "sessions" / "s2.bourre"
    log.write_text(log.read_text("utf-8").replace("Bea", "Beatrice"), "utf-8")
    (folder / "payments.bourre").write_text(
        "bourre 1\ndate 2026-11-21\npay Ann Beatrice 1\n", "utf-8"
    )
    with database(folder) as connection:
        update(connection, folder_state(folder))
        change_settings(
            folder / SETTINGS,
            lambda text: with_handle(merged(text, "Bea", "Beatrice"), "Ann", "@ann"),
        )
        told: list[int] = []
        update(connection, folder_state(folder), told.append)
        assert sum(told) == 3  # of the session that has the name, not of the other
        assert everything(connection) == anew(folder)
        assert connection.execute("SELECT name, handle FROM players ORDER BY player").fetchall()[
            :2
        ] == [
            ("Ann", "@ann"),
            ("Bea", None),
        ]
        assert connection.execute("SELECT count(DISTINCT payee) FROM payments").fetchall() == [(1,)]


def test_5_6_who_was_let_off_under_another_name_in_an_evening_without_a_hand_is_let_off_next(
    folder: Path,
) -> None:
    head = "bourre 1\nsession 2026-11-{} {}\nrules louisiana\n"
    hand = "hand 1 Cal 9h\n  pass Ann Bea Cal\n"
    for day, name, rest in (
        (20, "a", "pot 3\nexempt Beatrice\nseats Ann Beatrice Cal\n"),
        (21, "b", f"seats Ann Bea Cal\n{hand}"),
    ):
        (folder / "sessions" / f"{name}.bourre").write_text(head.format(day, name) + rest, "utf-8")
    with database(folder) as connection:
        update(connection, folder_state(folder))
        change_settings(folder / SETTINGS, lambda text: merged(text, "Bea", "Beatrice"))
        update(connection, folder_state(folder))
        assert everything(connection) == anew(folder)
        assert connection.execute("SELECT closing FROM sessions WHERE id = 'b'").fetchall() == [
            (5,)
        ]
