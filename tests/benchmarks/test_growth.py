"""Cost grows with the number of hands and no faster; memory stays bounded. Each size runs in a
process of its own.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import PEAK, figures

from ledger.game.rules import PRESETS
from ledger.hands.parquet import write_hands
from ledger.simulation.sessions import Plan, simulations

SIZES = (1_000, 10_000, 100_000, 1_000_000)

AUDIT = f"""{PEAK}
import sys, time
from ledger.findings.audit import audit
from ledger.hands.parquet import read_hands
start = time.process_time()
report = audit(read_hands(sys.argv[1]))
print(report.hands, time.process_time() - start, peak())
"""


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> dict[int, tuple[float, float]]:
    """Return for each number of hands the seconds of the processor and the most mebibytes that an
    audit from Parquet takes.
    """
    folder = tmp_path_factory.mktemp("growth")
    found = {}
    print("\n     hands   seconds   hands/s   peak MiB")
    for size in SIZES:
        path = Path(folder, f"{size}.parquet")
        plan = Plan(PRESETS["louisiana"], 5, (25, 25), "full", 0.0)
        write_hands(path, simulations(plan, size // 25, 7))
        hands, seconds, peak = figures(AUDIT, path)
        assert hands == size
        found[size] = (seconds, peak)
        print(f"{size:10,} {seconds:9.2f} {size / seconds:9,.0f} {peak:10,.0f}")
    return found


def test_cost_grows_linearly(measured: dict[int, tuple[float, float]]) -> None:
    per_hand = {size: seconds / size for size, (seconds, _) in measured.items()}
    assert per_hand[1_000_000] <= 1.5 * per_hand[100_000]


def test_a_million_hands_fit_in_two_gibibytes(measured: dict[int, tuple[float, float]]) -> None:
    assert measured[1_000_000][1] < 2 * 1024
