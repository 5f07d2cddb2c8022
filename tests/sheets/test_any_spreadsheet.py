"""Whatever stands in its cells, a spreadsheet is understood, asked about, or refused: it never ends
the program.
"""

from __future__ import annotations

import random

import pytest
from test_results import CHIPS, EUR

from ledger.log import read
from ledger.sheets import Reading, SheetError, Unit, log_of, read_table, results_of

HEADINGS = (
    ("Date", "Ann", "Bea"),
    ("Date", "Session", "Ann", "Bea", "Notes"),
    ("Date", "Player", "Result"),
    ("Player", "Buy-in", "Cash-out", "Net"),
    ("player_nickname", "player_id", "session_start_at", "net"),
)
USUAL = {
    "Date": ("2025-01-03", "2025-01-10", "13.12.2025", "03/04/2025"),
    "Session": ("a", "late one", "½"),
    "Player": ("Ann", "bea", "Zoë", "Big Al"),
    "player_nickname": ("Ann", "Bea", "Zoë"),
    "player_id": ("x", "y"),
    "session_start_at": ("2026-04-28T02:29:11.734Z", ""),
    "Notes": ("", "late"),
}
AMOUNTS = ("5", "-5", "0", "(5)", "€3", "1.50", "", "-")
ODD = (
    '"',
    "\u202e",
    "#REF!",
    "0" * 400,
    "1" * 30,
    "٣",
    "½",
    "1e5",
    "NaN",
    "1,2,3",
    "0/0/00",
    "Total",
    "\ufeff",
    "x" * 100,
    "=1+1",
)


def filled(rng: random.Random, headings: tuple[str, ...]) -> tuple[str, ...]:
    """Return a row: mostly what belongs there."""
    return tuple(
        rng.choice(ODD if rng.random() < 0.04 else USUAL.get(one, AMOUNTS)) for one in headings
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_any_cells_are_understood_asked_about_or_refused(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - to be repeated, not to be secret
    stored = 0
    for _ in range(700):
        headings = rng.choice(HEADINGS)
        rows = [headings, *(filled(rng, headings) for _ in range(rng.randrange(4)))]
        unit = rng.choice((EUR, CHIPS, Unit(money=True, currency="KWD"), None))
        how = Reading(
            rng.choice((None, "dmy")),
            unit,
            None,
            rng.choice((None, "2025-01-01")),
            frozenset({"all"} if rng.random() < 0.7 else ()),
        )
        try:
            found = results_of(read_table("\n".join(map(",".join, rows)).encode(), "r.csv"), how)
        except SheetError:
            continue
        for night in found.nights:
            assert not read(log_of(night, found.unit), "log").errors
            stored += 1
    assert stored > 30
