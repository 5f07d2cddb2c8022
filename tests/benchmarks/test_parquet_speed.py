"""Parquet: hands written and read a second, and the most memory that a million take."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import best_of

from ledger.game.rules import PRESETS
from ledger.hands.model import Hands
from ledger.hands.parquet import read_hands, write_hands
from ledger.simulation.sessions import Plan, simulations

PLAN = Plan(PRESETS["louisiana"], 5, (50, 50), "full", 0.0)

COPY = """
import resource, sys
from ledger.hands.parquet import read_hands, write_hands
count = write_hands(sys.argv[2], (hands for _ in range(10) for hands in read_hands(sys.argv[1])))
print(count, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


@pytest.fixture(scope="module")
def parts() -> list[Hands]:
    """Return 100,000 hands of five players, everything written."""
    return list(simulations(PLAN, 2000, 3))


def test_hands_written_and_read_a_second(parts: list[Hands], tmp_path: Path) -> None:
    path = tmp_path / "hands.parquet"
    count = sum(map(len, parts))
    write = best_of(3, lambda: write_hands(path, parts))
    read = best_of(3, lambda: sum(map(len, read_hands(path))))
    size = path.stat().st_size / count
    print(
        f"\n{count:,} hands: {count / write:,.0f} written and {count / read:,.0f} read a second, "
        f"{size:.0f} bytes each"
    )
    assert sum(map(len, read_hands(path))) == count


def test_a_million_hands_are_copied_in_little_memory(parts: list[Hands], tmp_path: Path) -> None:
    path = tmp_path / "hands.parquet"
    write_hands(path, parts)
    words = [sys.executable, "-c", COPY, str(path), str(tmp_path / "million.parquet")]
    count, peak = map(
        int, subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()
    )
    print(f"\n{count:,} hands read and written with at most {peak:,} MiB")
    assert count == 10 * sum(map(len, parts))
    assert peak < 2048
