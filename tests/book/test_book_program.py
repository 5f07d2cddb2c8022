"""A book whose program has changed since: its database is made anew by the sources that are there
now, and not for less.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

import pytest
from book_trials import parquet_of

import ledger
from ledger.book.derived.database import ROW_MAKERS
from ledger.program_digest import sources_of

pytestmark = pytest.mark.nightly

PACKAGE = Path(ledger.__file__).parent
BOURRE = """\
bourre 1
session 2026-11-20 friday
rules louisiana
chip 0.25 USD
seats Ann Bea Cal
hand 1 Cal 9h
  play Ann 0
  play Bea 0
  play Cal 0
  tricks Ann 3 Cal 2
"""
CHANGE = (
    "ledger/engine/settle.py",
    "np.where(won.bourre[:, row], bourre, 0)",
    "np.where(won.bourre[:, row], 2 * bourre, 0)",
)
"""What a bourré costs: twice the stake, and not the stake."""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the program, to be changed."""
    shutil.copytree(PACKAGE, tmp_path / "copy" / "ledger")
    return tmp_path / "copy"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a book with one bourré: Bea's."""
    (tmp_path / "book" / "sessions").mkdir(parents=True)
    (tmp_path / "book" / "sessions" / "friday.bourre").write_text(BOURRE, "utf-8")
    return tmp_path / "book"


RUN = """
import json, sys
from contextlib import redirect_stdout
from io import StringIO
from ledger.cli.main import main
for words in json.loads(sys.argv[1]):
    with redirect_stdout(StringIO()) as said:
        assert main(words) < 2, words
    print(json.dumps(json.loads(said.getvalue())))
"""


def owes(program: Path, folder: Path) -> dict[str, str]:
    """Return the positions by name, by the commands of a program: ``audit`` must say the same of
    the book and of its log.
    """
    book, form = ["--book", str(folder)], ["--format", "json"]
    words = [
        ["owes", *book, *form],
        ["audit", *book, *form],
        ["audit", str(folder / "sessions"), *form],
    ]
    environment = {**os.environ, "PYTHONPATH": str(program)}
    ran = subprocess.run(
        [sys.executable, "-c", RUN, json.dumps(words)],
        stdout=PIPE,
        check=True,
        cwd=program,
        env=environment,
    )
    owed, of_book, of_log = map(json.loads, ran.stdout.splitlines())
    assert of_book["books"] == of_log["books"]
    return {one["player"]: one["amount"] for one in owed["balances"]}


def inode(folder: Path) -> int:
    return (folder / "book.duckdb").stat().st_ino


def test_a_line_of_the_engine_changed_and_the_book_says_what_the_logs_say(
    copy: Path, folder: Path
) -> None:
    right = owes(PACKAGE.parent, folder)
    assert right == {"Ann": "0.50", "Bea": "-1.00", "Cal": "-0.25"}
    path, old, new = CHANGE
    source = (copy / path).read_text("utf-8")
    assert source.count(old) == 1
    assert owes(copy, folder) == right
    before = inode(folder)
    (copy / path).write_text(source.replace(old, new), "utf-8")
    assert owes(copy, folder) == right | {"Bea": "-1.75"}
    assert inode(folder) != before
    assert owes(PACKAGE.parent, folder) == right


def test_a_file_that_makes_no_rows_changed_and_the_database_stays(copy: Path, folder: Path) -> None:
    before = owes(copy, folder), inode(folder)
    for name in ("cli/owes.py", "stats/nights.py", "story/retelling.py", "docs/book.md"):
        with (copy / "ledger" / name).open("a") as file:
            file.write("\n# a remark\n")
    assert (owes(copy, folder), inode(folder)) == before


def test_a_program_without_its_sources_is_known_by_what_is_there(copy: Path, folder: Path) -> None:
    right = owes(copy, folder)
    for compiled in copy.rglob(f"__pycache__/*.{sys.implementation.cache_tag}.pyc"):
        compiled.rename(compiled.parents[1] / f"{compiled.name.partition('.')[0]}.pyc")
    for path in copy.rglob("*.py"):
        path.unlink()
    before = inode(folder)
    assert owes(copy, folder) == right
    assert inode(folder) != before
    before = inode(folder)
    assert owes(copy, folder) == right
    assert inode(folder) == before


LOADED = """
import sys
from pathlib import Path
from ledger.book.derived.access import held
with held(Path(sys.argv[1])) as hold:
    hold.rebuild(lambda connection: None)
print(*(module.__file__ for name, module in sys.modules.items() if name.startswith("ledger") and module.__file__), sep="\\n")
"""  # noqa: E501


def test_everything_that_is_loaded_to_make_a_database_is_in_the_digest(folder: Path) -> None:
    parquet_of(folder / "sessions" / "more.parquet", ["more"])
    (folder / "payments.bourre").write_text("bourre 1\npay Ann Bea 1 USD 2026-11-21\n", "utf-8")
    loaded = subprocess.run(
        [sys.executable, "-c", LOADED, str(folder)], capture_output=True, text=True, check=True
    )
    files = set(map(Path, loaded.stdout.split("\n")[:-1]))
    assert PACKAGE / "engine" / "settle.py" in files
    assert files <= {PACKAGE / name for name in sources_of(ROW_MAKERS)}
    assert "book/derived/schema.sql" in sources_of(ROW_MAKERS)
