"""A book that several processes make is the one that a single process makes, row for row and player
for player.
"""

from __future__ import annotations

import os
import shutil
import signal
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from book_trials import everything, log_of, parquet_of
from planted_faults import Plan, write_down

from ledger.book.derived import loader
from ledger.book.derived.access import held
from ledger.book.files.folder import SESSIONS, SETTINGS
from ledger.game import PRESETS
from ledger.hands import columns, write_hands
from ledger.log import read
from ledger.workers import crew

pytestmark = pytest.mark.nightly

made_of = loader.made_of


def made_after_a_death(part: loader.FilePart) -> loader.MadePart | None:
    """Die in the middle of a file, the first time."""
    mark = part.path.parents[2] / "died"
    if part.groups.start == 2 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return made_of(part)


@pytest.fixture
def small_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parquet files of groups of few rows, each a part, as is each log."""
    monkeypatch.setattr("ledger.hands.parquet.ROWS", 6)
    monkeypatch.setattr("ledger.book.derived.loader.BATCH", 1)
    monkeypatch.setattr(loader, "LEAST_ROWS", 6)


def made(folder: Path, jobs: int) -> tuple[dict[str, list[str]], bytes]:
    """Return every row of a book that is made anew by so many processes, and who its
    players are.
    """
    copy = Path(shutil.copytree(folder, folder.parent / f"{jobs}" / "book"))
    with crew(jobs) as helping, held(copy, crew=helping) as book:
        return book.rebuild(everything), (copy / SETTINGS).read_bytes()


def damage(path: Path) -> None:
    """Change a byte of the cards dealt in the last but one group of rows."""
    data = pq.read_metadata(path)
    group = data.row_group(data.num_row_groups - 2)
    columns_of_it = map(group.column, range(group.num_columns))
    at = next(
        column.data_page_offset
        for column in columns_of_it
        if column.path_in_schema.startswith("dealt")
    )
    content = bytearray(path.read_bytes())
    content[at + 40] ^= 1
    path.write_bytes(content)


@pytest.mark.usefixtures("small_groups")
def test_two_processes_one_of_which_is_killed_make_the_same_book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Logs, two with one id, one not readable; Parquet: plain, with sessions that others have or twice, with a pot too large for
    a book, damaged.
    """  # noqa: E501
    monkeypatch.setattr(loader, "made_of", made_after_a_death)
    folder = tmp_path / "book" / SESSIONS
    folder.mkdir(parents=True)
    write_down(
        Plan(PRESETS["louisiana"], None, (4, 4), club=True, faults=0.2), 6, 7, folder / "a.parquet"
    )
    for name, log in (
        ("s3", log_of("s3", 5)),
        ("l", log_of("l")),
        ("l-2", log_of("l", 3)),
        ("m", "bourre 1\nsession m\n"),
    ):
        (folder / f"{name}.bourre").write_text(log, "utf-8")
    parquet_of(folder / "b.parquet", [*(f"s{number}" for number in range(8)), "s4"])
    large = log_of("large", 10**12).replace("chip 1 ", "chip 100 ")
    logs = [*map(log_of, ("t0", "t1", "t2", "s1", "t3")), large, *map(log_of, ("t4", "t5"))]
    write_hands(folder / "c.parquet", (columns([read(log, log)]) for log in logs))
    write_hands(
        folder / "d.parquet",
        (columns([read(log_of(name).replace("Cal", name), name)]) for name in "uvwxyz"),
    )
    damage(folder / "d.parquet")
    alone, together = made(folder.parent, 1), made(folder.parent, 2)
    assert together == alone
    assert (tmp_path / "2" / "died").exists()
    rows, settings = alone
    problems = "".join(rows["files"])
    assert "too large for a book" in problems
    assert "damaged" in problems
    assert "evening l is also in another file" in problems
    assert len(rows["duplicates"]) == 4
    assert len(rows["sessions"]) == 1 + 6 + 8 + 6
    assert b'"u"' not in settings
