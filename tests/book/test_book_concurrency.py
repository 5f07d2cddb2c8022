"""Readers and a writer at once, in processes and in threads: no lock error, nothing half done, and
nobody starves.

``BOURRE_TRIALS=full`` makes 500 reads in each of 8 readers while 100 sessions are imported; without
it there are fewer.
"""

from __future__ import annotations

import multiprocessing
import shutil
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from book_trials import check_whole, check_zero, leftovers, log_of, truth
from duckdb import DuckDBPyConnection
from trials import FULL, luck

from ledger.book.balances.figures import Owing, owing
from ledger.book.derived.access import ask
from ledger.book.sessions.importing import ImportOptions, import_files

pytestmark = pytest.mark.crash

READERS, READS, IMPORTS = (8, 500, 100) if FULL else (2, 4, 5)

State = dict[str, int]
"""Which version of each session is in the book."""
Read = tuple[State, Owing]

ROWS_OF_A_SESSION = {"hands": 3, "seats": 9, "plays": 4, "payments": 1}


def read(connection: DuckDBPyConnection) -> Read:
    """Return what is in the book and what it comes to, and check that every session in it
    is whole.
    """
    found = dict(connection.execute("SELECT id, opening FROM sessions").fetchall())
    for table, rows in ROWS_OF_A_SESSION.items():
        counts = connection.execute(f"SELECT count(*) FROM {table} GROUP BY session").fetchall()  # noqa: S608 - ours
        assert counts == [(rows,)] * len(found), table
    said = owing(connection)
    check_zero(said)
    return found, said


def plan(folder: Path, rng: Random) -> list[tuple[Path, State]]:
    """Write the logs to import, new ones and ones that replace others, and return each with what
    the book then has.
    """
    state: State = {}
    steps = []
    for number in range(1, IMPORTS + 1):
        session = f"s{rng.randrange(12)}"
        state = state | {session: number}
        log = folder / f"{number}.bourre"
        log.write_text(log_of(session, number), "utf-8")
        steps.append((log, state))
    return steps


def write_on(folder: Path, logs: list[Path]) -> None:
    """Import one log after the other; a byte more in a file beside the book says that one is begun,
    or done.
    """
    with (
        (folder.parent / "begun").open("ab", 0) as begun,
        (folder.parent / "done").open("ab", 0) as done,
    ):
        for log in logs:
            begun.write(b".")
            import_files(folder, [log], ImportOptions(replace=True, keep_both=True))
            done.write(b".")


def read_on(folder: Path, states: list[State]) -> list[tuple[int, Owing]]:
    """Read until there were enough reads and the writer is done; return how far the book was, and
    what it said.
    """
    seen: list[tuple[int, Owing]] = []
    begun, done = folder.parent / "begun", folder.parent / "done"
    last = finished = 0
    while len(seen) < READS or finished < len(states):
        finished = done.stat().st_size
        found, said = ask(folder, read)
        now = states.index(found) + 1 if found else 0
        assert max(last, finished) <= now <= begun.stat().st_size
        seen.append((now, said))
        last = now
    return seen


def processes(count: int) -> Executor:
    """Return processes that begin with everything imported."""
    server = multiprocessing.get_context("forkserver")
    server.set_forkserver_preload(
        ["ledger.book.sessions.importing", "ledger.book.balances.figures"]
    )
    return ProcessPoolExecutor(count, mp_context=server)


@pytest.mark.drawn(1)
@pytest.mark.parametrize("workers", [processes, ThreadPoolExecutor])
def test_readers_see_one_whole_import_after_the_other(
    workers: Callable[[int], Executor], tmp_path: Path
) -> None:
    rng = luck()
    folder = tmp_path / "book"
    (folder / "sessions").mkdir(parents=True)
    for name in ("begun", "done"):
        (tmp_path / name).touch()
    steps = plan(tmp_path, rng)
    states = [state for _, state in steps]
    with workers(READERS + 1) as pool:
        readers: list[Future[list[tuple[int, Owing]]]] = [
            pool.submit(read_on, folder, states) for _ in range(READERS)
        ]
        pool.submit(write_on, folder, [log for log, _ in steps]).result()
        seen = [reader.result() for reader in readers]
    print(
        *(len(reads) for reads in seen),
        "reads;",
        len({now for reads in seen for now, _ in reads}),
        "states seen",
    )
    said = {now: found for reads in seen for now, found in reads}
    assert all(said[now] == found for reads in seen for now, found in reads)
    for now in rng.sample(sorted(said), min(4, len(said))):
        assert said[now] == what_it_should_say(tmp_path / f"{now}", [log for log, _ in steps[:now]])
    check_whole(folder)
    assert leftovers(folder) == []


def what_it_should_say(away: Path, logs: list[Path]) -> Owing:
    """Return what a book says into which some logs were imported, one after the other."""
    folder = away / "book"
    (folder / "sessions").mkdir(parents=True)
    for log in logs:
        session = log.read_text("utf-8").split()[4]
        shutil.copyfile(log, folder / "sessions" / f"{session}.bourre")
    return truth(folder)[1]
