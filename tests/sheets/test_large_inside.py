"""A small spreadsheet that is large inside costs little memory and time, by page and by command,
and is refused.
"""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest

from ledger.sheets import Reading, SheetError, Unit, results_in, sheet_names

pytestmark = pytest.mark.hostile

HOSTILE = Path(__file__).parents[1] / "cases" / "hostile" / "shared-string-400000.xlsx"
"""26 kB: one long text that 400,000 cells share, which is 7.8 GB once each has its own."""


@pytest.mark.nightly
def test_a_workbook_that_takes_gigabytes_is_refused_by_what_pages_ask() -> None:
    content = HOSTILE.read_bytes()
    for ask in (
        lambda: sheet_names(content, HOSTILE.name),
        lambda: results_in(content, HOSTILE.name, Reading()),
    ):
        with pytest.raises(SheetError, match="takes too much memory or time to read"):
            ask()


def test_wide_headings_cost_no_more_than_their_length() -> None:
    wide = (
        "Date,"
        + ",".join(f"P{number}" for number in range(5_000))
        + "\n2026-01-02,1,-1"
        + "," * 300_000
        + "\n"
    )
    begun = process_time()
    results = results_in(wide.encode(), "wide.csv", Reading(unit=Unit(money=True, currency="EUR")))
    # 1.5 seconds, and more than half a minute when each empty column looked at all players
    assert process_time() - begun < 8
    assert [sorted(night.results.items()) for night in results.nights] == [
        [("P0", 100), ("P1", -100)]
    ]
