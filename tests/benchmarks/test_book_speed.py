"""The book: a million hands brought in, files that have not changed, and a question, beside what
DuckDB alone needs.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from statistics import median

import duckdb
from conftest import PEAK, SEED, best_of, figures, logs

from ledger.book.balances.figures import owing
from ledger.book.derived.access import ask
from ledger.book.derived.folder_state import SETTLED
from ledger.book.files.folder import DATABASE
from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.game.rules import PRESETS
from ledger.hands.parquet import write_hands
from ledger.simulation.sessions import Plan, simulations

HANDS = 1_000_000

IMPORT = f"""{PEAK}
import sys, time
from datetime import date, timedelta
from pathlib import Path
from ledger.book.sessions.importing import ImportOptions, import_files
start = time.process_time()
done = import_files(Path(sys.argv[1]), [sys.argv[2]], ImportOptions())
print(len(done.stored), time.process_time() - start, peak())
"""
COPY = """
import duckdb, sys, time
start = time.process_time()
with duckdb.connect(sys.argv[1]) as connection:
    connection.execute("SET enable_progress_bar = false")
    connection.execute(f"CREATE TABLE hands AS SELECT * FROM '{sys.argv[2]}'")
print(time.process_time() - start)
"""


def test_a_million_hands_from_parquet_take_at_most_3_times_as_long_as_duckdb_takes_to_copy_them(
    tmp_path: Path,
) -> None:
    path = tmp_path / "hands.parquet"
    plan = Plan(PRESETS["louisiana"], 5, (50, 50), "full", 0.0)
    write_hands(path, simulations(plan, HANDS // 50, SEED))
    (copied,) = min(figures(COPY, tmp_path / f"{turn}.duckdb", path) for turn in range(3))
    sessions, imported, peak = figures(IMPORT, tmp_path / "book", path)
    times = imported / copied
    print(
        f"\n{HANDS:,} hands from Parquet: {imported:.1f} s, {times:.1f} times CREATE TABLE AS, at "
        f"most {peak:,.0f} MiB"
    )
    assert sessions == HANDS // 50
    assert imported <= 3 * copied
    assert peak < 4096
    log = tmp_path / "one.bourre"
    log.write_text(re.sub("session .*", "session 2026-11-20 one", logs(1)[0], count=1), "utf-8")
    adding = best_of(1, lambda: import_files(tmp_path / "book", [log], ImportOptions()))
    asking = best_of(3, lambda: ask(tmp_path / "book", owing))
    print(f"one session of 50 hands added to them: {adding:.2f} s; who owes what: {asking:.2f} s")


def cpu_a_file(work: Callable[[], object], files: int) -> float:
    """The processor's microseconds for each of so many files, the median of several runs."""
    times = []
    for _ in range(21):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return median(times) / files * 1e6


def test_of_4000_logs_that_have_not_changed_nothing_is_read(tmp_path: Path) -> None:
    """A command on a book costs little more for each log than to ask the disk about it."""
    files, few = 4000, 4
    for folder, count in (("many", files), ("few", few)):
        (tmp_path / folder / "sessions").mkdir(parents=True)
        for number, log in enumerate(small_logs(count)):
            (tmp_path / folder / "sessions" / f"{number:04}.bourre").write_text(log, "utf-8")
        # the second time notes the stamps of files that were too new the first time
        for _ in range(2):
            ask(tmp_path / folder, lambda _connection: None)
            time.sleep(SETTLED / 1e9)

    def look() -> None:
        with os.scandir(tmp_path / "many" / "sessions") as entries:
            for entry in entries:
                entry.stat()

    once = cpu_a_file(lambda: ask(tmp_path / "few", lambda _connection: None), files)
    ours = cpu_a_file(lambda: ask(tmp_path / "many", lambda _connection: None), files) - once
    reading = (
        cpu_a_file(lambda: ask(tmp_path / "many", lambda _connection: None, thorough=True), files)
        - once
    )
    bare = cpu_a_file(look, files)
    print(
        f"\na log as it was: {ours:.1f} µs, {ours / bare:.1f} times a bare stat ({bare:.1f} µs); "
        f"read: {reading:.1f} µs"
    )
    assert ours < 3 * bare
    assert ours < reading / 2


def small_logs(count: int) -> list[str]:
    """Return so many logs of a hand each, an evening a day."""
    days = (date(2014, 1, 1) + timedelta(days=number) for number in range(count))
    hand = (
        "seats Ann Bea Cal\nhand 1 Cal 9h\n  play Ann 0\n  play Bea 0\n  pass Cal\n  tricks Ann "
        "5\nend divide\n"
    )
    return [f"bourre 1\nsession {day} {day}\nrules louisiana\n{hand}" for day in days]


def test_a_question_takes_a_moment(book_of_logs: Path) -> None:
    def count() -> None:
        with duckdb.connect(str(book_of_logs / DATABASE), read_only=True) as connection:
            connection.execute("SELECT count(*) FROM hands").fetchall()

    ask(book_of_logs, owing)
    ours, plain = best_of(10, lambda: ask(book_of_logs, owing)), best_of(10, count)
    print(
        f"\nwho owes what: {ours * 1000:.0f} ms, {ours / plain:.1f} times DuckDB opening and "
        f"counting ({plain * 1000:.0f} ms)"
    )
    assert ours < 0.5
