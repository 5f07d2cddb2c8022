"""What the benchmarks share: simulated hands, a peer's hand, and a way to time that ignores what
else the machine does.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from simulated_hands import simulate

from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.game.rules import PRESETS
from ledger.hands.model import Hands
from ledger.hands.parquet import write_hands
from ledger.hands.to_log import sessions_of
from ledger.log import write
from ledger.simulation.sessions import Plan, simulations

SEED = 20261121

PEER_HAND = """
variant = "NT"
antes = [0, 0, 0, 0, 0]
blinds_or_straddles = [1, 2, 0, 0, 0]
min_bet = 2
starting_stacks = [200, 200, 200, 200, 200]
actions = [
  "d dh p1 9h8h", "d dh p2 QsQd", "d dh p3 7c2d", "d dh p4 AdKd", "d dh p5 JcTs",
  "p3 f", "p4 cbr 6", "p5 cc", "p1 f", "p2 cbr 22", "p4 cc", "p5 f",
  "d db KcTd4s", "p2 cbr 20", "p4 cc",
  "d db 2h", "p2 cc", "p4 cbr 40", "p2 cc",
  "d db 3c", "p2 cc", "p4 cc",
  "p2 sm QsQd", "p4 sm AdKd",
]
"""
"""A hand of poker with about as many cards and decisions as a hand of Bourré, for PokerKit."""


def processor() -> float:
    """Seconds of the processor that this process, with all its threads, and those that it has
    waited for have used.
    """
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def best_of(count: int, work: Callable[[], object]) -> float:
    """Return the cheapest of ``count`` runs in seconds of the processor: the one that other
    programs disturbed least.
    """
    times = []
    for _ in range(count):
        start = processor()
        work()
        times.append(processor() - start)
    return min(times)


def figures(program: str, *words: str | Path) -> list[float]:
    """Run a program in a process of its own and return the figures in the last line that it
    prints.
    """
    output = subprocess.run(
        [sys.executable, "-c", program, *map(str, words)],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    # DuckDB may draw its progress before that
    last = output.replace("\r", "\n").strip().splitlines()[-1]
    return [float(word) for word in last.split()]


PEAK = """
def peak():
    with open("/proc/self/status", encoding="ascii") as status:  # what getrusage says may be of the process that began this one
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) // 1024
"""  # noqa: E501
"""A function for such a program: the most mebibytes that it has held so far."""


def made(hands: int, level: str) -> Hands:
    """Return simulated hands at tables of five."""
    return simulate(
        PRESETS["louisiana"], max(1, hands // 25), 25, seed=SEED, players=5, level=level
    )


def logs(sessions: int) -> list[str]:
    """Return simulated logs of 50 hands each."""
    plan = Plan(PRESETS["louisiana"], 5, (50, 50), "plays", 0.0)
    return [
        write(session)
        for hands in simulations(plan, sessions, SEED)
        for session in sessions_of(hands)
    ]


@pytest.fixture(scope="module")
def book_of_logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a book of 10,000 hands in 200 logs."""
    folder = tmp_path_factory.mktemp("book")
    for number, log in enumerate(logs(200)):
        (folder / f"{number}.bourre").write_text(log, "utf-8")
    import_files(folder / "book", [folder], ImportOptions())
    return folder / "book"


@pytest.fixture(scope="session")
def recorded() -> dict[str, Hands]:
    """Return 100,000 hands for two levels of record."""
    return {level: made(100_000, level) for level in ("plays", "full")}


@pytest.fixture(scope="session")
def parquet(recorded: dict[str, Hands], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the same hands in full, as Parquet."""
    path = tmp_path_factory.mktemp("benchmarks") / "hands.parquet"
    write_hands(path, [recorded["full"]])
    return path


@pytest.fixture(scope="session")
def peer_seconds() -> float:
    """Return the seconds that PokerKit takes to parse and replay one hand."""
    from pokerkit import HandHistory  # noqa: PLC0415 - a development dependency, slow to import

    def parse_and_replay() -> None:
        for _ in range(20):
            for _state in HandHistory.loads(PEER_HAND):
                pass

    return best_of(10, parse_and_replay) / 20
