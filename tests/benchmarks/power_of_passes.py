"""How soon ``pass`` and ``play`` tell who stays too often: ``python
tests/benchmarks/power_of_passes.py [TABLES [draws]]``.

They do alone, or with ``draws`` beside how many cards were drawn. So many tables of five (400),
whose other four follow the chart, play nights of 30 hands. Of each looseness it prints how often
its player stays, how often that is told after 1, 3 and 10 nights, what the loss is told to be, and
how often its range holds what all nights of all tables together tell.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "insight"))

import numpy as np
from test_how_often import SEATS, tables, told

LOOSE = (-0.3, -0.2, -0.1, 0.0, 0.12, 0.15, 0.17, 0.18, 0.3, 0.45)
NIGHTS = (1, 3, 10)


def main(tried: int, *, draws: bool) -> None:
    """Print the table."""
    print(
        f"{'loose':>6} {'nights':>6} {'stays':>6} {'often':>14} {'seldom':>14} "
        f"{'lost in 100':>14} {'true':>6} {'held':>6}"
    )
    for loose in LOOSE:
        all_nights = _pooled(loose, tried, draws)
        for nights in NIGHTS:
            found = tables(
                (loose, *(0.0,) * (SEATS - 1)), nights, max(tried // nights, 20), draws=draws
            )
            mine = [each[0] for each in found if 0 in each]
            often, seldom = (
                f"{100 * power:.1f} ± {100 * error:.1f} %"
                for power, error in (
                    told(found, word, range(1)) for word in ("too often", "too seldom")
                )
            )
            lost = [one.lost for one in mine]
            held = np.mean([one.lost_low <= all_nights <= one.lost_high for one in mine])
            print(
                f"{loose:+6.2f} {nights:6} {np.mean([one.stayed for one in mine]):6.0%} "
                f"{often:>14} {seldom:>14} "
                f"{np.mean(lost):7.2f} ± {np.std(lost):4.2f} {all_nights:6.2f} {held:6.1%}",
                flush=True,
            )


def _pooled(loose: float, tried: int, draws: bool) -> float:
    """What all nights together tell that is lost."""
    (found,) = tables((loose, *(0.0,) * (SEATS - 1)), tried, 1, draws=draws)
    return found[0].lost


if __name__ == "__main__":
    main(int(sys.argv[1] if sys.argv[1:] else 400), draws="draws" in sys.argv)
