"""Database files are attached to a DuckDB that stays: several at a time, and none is kept from
others once it was let go.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Barrier

import duckdb
import pytest

from ledger.book.derived.database import attached

NUMBER = "SELECT * FROM number"
LONG = 60
"""Seconds after which something that should have happened never will."""
WRITER = "import duckdb, sys; duckdb.connect(sys.argv[1]).execute('UPDATE number SET n = 2')"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "it's one.duckdb"
    with attached(path, read_only=False) as connection:
        connection.execute("CREATE TABLE number AS SELECT 1 AS n")
    return path


def writer(file: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WRITER, file], capture_output=True, text=True, check=False
    )


@pytest.mark.slow
def test_many_read_at_a_time_and_nobody_else_writes_until_the_last_of_them_is_done(
    file: Path,
) -> None:
    all_here = Barrier(4)

    def reader(last: bool) -> int:
        with attached(file, read_only=True) as connection:
            all_here.wait(LONG)
            if last:
                all_gone.wait(LONG)
                assert "Could not set lock" in writer(file).stderr
            return int(connection.execute(NUMBER).fetchall()[0][0])

    def first() -> int:
        found = reader(last=False)
        all_gone.wait(LONG)
        return found

    all_gone = Barrier(4)
    with ThreadPoolExecutor(4) as pool:
        readers = [pool.submit(first) for _ in range(3)]
        readers.append(pool.submit(reader, True))
        assert [one.result() for one in readers] == [1] * 4
    assert not writer(file).returncode
    with attached(file, read_only=True) as connection:
        assert connection.execute(NUMBER).fetchall() == [(2,)]


def test_another_file_may_be_open_meanwhile(file: Path, tmp_path: Path) -> None:
    with (
        attached(file, read_only=True) as one,
        attached(tmp_path / "other", read_only=False) as other,
    ):
        other.execute("CREATE TABLE number AS SELECT 7 AS n")
        assert (one.execute(NUMBER).fetchall(), other.execute(NUMBER).fetchall()) == (
            [(1,)],
            [(7,)],
        )
        with pytest.raises(duckdb.Error, match="already attached"), attached(file, read_only=False):
            pass


def test_what_was_not_committed_is_undone_and_what_was_is_there(file: Path) -> None:
    with suppress(KeyboardInterrupt), attached(file, read_only=False) as connection:
        connection.execute("UPDATE number SET n = 3")
        connection.begin()
        connection.execute("UPDATE number SET n = 4")
        raise KeyboardInterrupt
    with attached(file, read_only=False) as connection:
        connection.begin()
        connection.execute("UPDATE number SET n = 5")
    with attached(file, read_only=True) as connection:
        assert connection.execute(NUMBER).fetchall() == [(3,)]
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_nothing_of_one_question_is_left_for_the_next(file: Path) -> None:
    with attached(file, read_only=True) as connection:
        connection.execute("CREATE TEMP TABLE mine AS SELECT 1")
        assert connection.execute("SELECT current_setting('temp_directory')").fetchall() == [
            (f"{file}.tmp",)
        ]
    with attached(file, read_only=True) as connection, pytest.raises(duckdb.CatalogException):
        connection.execute("SELECT * FROM mine")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_child_that_was_forked_has_one_of_its_own(file: Path, tmp_path: Path) -> None:
    child = os.fork()
    if not child:
        signal.alarm(LONG)
        with (
            attached(file, read_only=True) as connection,
            attached(tmp_path / "other", read_only=False),
        ):
            right = connection.execute(NUMBER).fetchall() == [(1,)]
        os._exit(not right)
    assert os.waitpid(child, 0)[1] == 0
