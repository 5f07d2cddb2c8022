"""Whole commands on a book of thirty evenings, the start of the process included, beside a bare
Python that uses the same file.

Commands run in processes of their own: with PYTHONPATH they are those of another version.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import SEED, best_of

from ledger.game.rules import PRESETS
from ledger.hands.to_log import sessions_of
from ledger.log import write
from ledger.simulation.sessions import Plan, simulations

TIMES = 7
EVENINGS = 30

READ = (
    "import duckdb, sys; duckdb.connect(sys.argv[1], read_only=True).execute('SELECT 1').fetchall()"
)
WRITE = """
import duckdb, sys
with duckdb.connect(sys.argv[1]) as connection:
    connection.execute("CREATE TABLE IF NOT EXISTS one_more AS SELECT 1 AS number")
    connection.execute("INSERT INTO one_more VALUES (2)")
"""
"""The peers: to open a book's file and ask something, and to add a row to it."""


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of logs of 30 hands each, of one circle, one evening more than the
    book has.
    """
    here = tmp_path_factory.mktemp("logs")
    plan = Plan(PRESETS["louisiana"], None, (30, 30), club=True)
    nights = [
        session for hands in simulations(plan, EVENINGS + 1, SEED) for session in sessions_of(hands)
    ]
    for number, night in enumerate(nights):
        (here / f"{number:02}.bourre").write_text(write(night), "utf-8")
    return here


@pytest.fixture(scope="module")
def book(logs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a book of all evenings but the last."""
    here = tmp_path_factory.mktemp("book") / "book"
    bourre("import", *sorted(logs.iterdir())[:EVENINGS], "--book", here)
    bourre("owes", "--book", here)
    return here


def bourre(*words: object, typed: str = "") -> None:
    """Run a command; it may find something wrong, but may not fail."""
    program = [sys.executable, "-m", "ledger.cli.main", *map(str, words)]
    done = subprocess.run(
        program, input=typed, capture_output=True, check=False, text=True, cwd=Path(sys.prefix)
    )
    assert done.returncode in {0, 1}, done.stderr


def python(program: str, *words: object) -> None:
    """Run a Python that does nothing else."""
    subprocess.run([sys.executable, "-c", program, *map(str, words)], check=True)


def told(name: str, ours: float, peer: float) -> None:
    """Print a row."""
    print(f"\n{name:26} {ours:.2f} s, {ours / peer:.1f} times its peer ({peer:.2f} s)")


@pytest.mark.parametrize("command", ["owes", "why", "audit"])
def test_a_command_that_reads(command: str, book: Path, logs: Path) -> None:
    log = min(logs.iterdir())
    words = {"owes": ["--book", book], "why": [players(log)[0], "--book", book], "audit": [log]}[
        command
    ]
    ours = best_of(TIMES, lambda: bourre(command, *words))
    peer = best_of(TIMES, lambda: python(READ, book / "book.duckdb"))
    told(f"bourre {command}", ours, peer)
    assert ours < 4 * peer


def players(log: Path) -> list[str]:
    """Return those who sit down first."""
    seats = next(line for line in log.read_text("utf-8").splitlines() if line.startswith("seats "))
    return shlex.split(seats)[1:]


@pytest.mark.parametrize("command", ["pay", "import"])
def test_a_command_that_writes(command: str, book: Path, logs: Path, tmp_path: Path) -> None:
    first, last = min(logs.iterdir()), max(logs.iterdir())
    words = {"pay": [*players(first)[:2], 1, "--anyway"], "import": [last]}[command]

    def fresh(number: int) -> Path:
        return Path(shutil.copytree(book, tmp_path / str(number)))

    copies = [fresh(number) for number in range(TIMES)]
    ours = best_of(TIMES, lambda: bourre(command, *words, "--book", copies.pop()))
    peer = best_of(TIMES, lambda: python(WRITE, tmp_path / "0" / "book.duckdb"))
    told(f"bourre {command}", ours, peer)
    assert ours < 5 * peer


HAND = "hand {0} -\ntricks {1} 4, {2} 1\n\nquit\n"


def test_a_hand_that_is_recorded(book: Path, logs: Path, tmp_path: Path) -> None:
    """An evening is resumed, a hand written down, and the command ends."""
    seats = [name for name in players(min(logs.iterdir())) if name.isalpha()][:3]
    copies = [Path(shutil.copytree(book, tmp_path / str(number))) for number in range(TIMES)]
    for copy in copies:
        bourre(
            "record",
            "--book",
            copy,
            typed=f"tonight\n{', '.join(seats)}\nlouisiana\n\n\n{HAND.format(seats[2], *seats)}",
        )
    hand = HAND.format(seats[0], *seats)
    ours = best_of(TIMES, lambda: bourre("record", "tonight", "--book", copies.pop(), typed=hand))
    peer = best_of(TIMES, lambda: python(WRITE, tmp_path / "0" / "book.duckdb"))
    assert f"hand 2 {seats[0]} -" in (tmp_path / "0" / "sessions" / "tonight.bourre").read_text(
        "utf-8"
    )
    told("bourre record", ours, peer)
    assert ours < 5 * peer


@pytest.mark.parametrize("command", ["import", "check"])
def test_a_whole_season(command: str, book: Path, logs: Path, tmp_path: Path) -> None:
    numbers = iter(range(TIMES))
    work: dict[str, Callable[[], None]] = {
        "import": lambda: bourre(
            "import", *sorted(logs.iterdir())[:EVENINGS], "--book", tmp_path / str(next(numbers))
        ),
        "check": lambda: bourre("check", "--book", book),
    }
    seconds = best_of(3, work[command])
    print(f"\nbourre {command} of {EVENINGS} evenings: {seconds:.2f} s of the processor")
    assert seconds < 3
