"""What it changes that a hand's own ante is priced: ``python tests/benchmarks/ante_in_prices.py
[EVENINGS]``.

So many evenings (8) of 25 hands of tight, loose and reference players are priced by the ante of
each hand, and with the constant that was taken before, 0.158 stakes: the chips charged with the
constant over those charged now, and how many decisions are told the other way, by how many antes
are in the pot.
"""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
from made_tables import TABLES, evenings

from ledger.engine import Judged, judge
from ledger.hands.model import Array
from ledger.insight import Priced, known_cards, looseness, prices, stay_or_pass
from ledger.insight.luck import at_real_ante
from ledger.insight.stay_table import StayTable

OLD = 0.158
"""Stakes that an ante was taken to be."""
POTS = (0, 6, 13, 30, np.inf)
"""Antes in the pot: about 5, which is a fresh one, 10, 20, and more."""


def both(judged: Judged) -> tuple[Priced, Priced]:
    """The prices by the ante of each hand, and by the constant."""
    known = known_cards(judged)
    loose = looseness(judged, known)
    now = stay_or_pass(judged, loose, known)

    def constant(_judged: Judged, table: StayTable, rows: Array) -> StayTable:
        return table.at_ante(np.full(len(rows), OLD))

    prices.at_real_ante = constant
    try:
        return now, stay_or_pass(judged, loose, known)
    finally:
        prices.at_real_ante = at_real_ante


def main(many: int) -> None:
    """Print the table."""
    for name, loose in {
        **{name: TABLES[name] for name in ("tight", "loose")},
        "reference": (0.0,) * 5,
    }.items():
        judged = judge(evenings(loose, many, 25, seed=3))
        now, before = both(judged)
        told = ~np.isnan(now.cost) & ~np.isnan(before.cost)
        row = now.row[told]
        chips = judged.settlement.stake[row].astype(float)
        antes = chips / judged.hands.unit[row]
        flipped = now.best[told] != before.best[told]
        charged, old = (chips * one.cost[told] for one in (now, before))
        ratio = old.sum() / charged.sum()
        evening = judged.hands.session[row]
        each = np.bincount(evening, old - ratio * charged, minlength=many)
        error = np.sqrt(many * each.var()) / charged.sum()
        print(
            f"{name}: {told.sum():,} decisions; chips with the constant / now {ratio:.3f} ± "
            f"{error:.3f}; told the other way"
        )
        for low, high in pairwise(POTS):
            here = flipped[(antes >= low) & (antes < high)]
            share = here.mean() if len(here) else np.nan
            error = np.sqrt(share * (1 - share) / max(len(here), 1))
            print(
                f"    at {low:g} to {high:g} antes {share:.1%} ± {error:.1%} of {len(here):,}",
                flush=True,
            )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:] or ["8"]))
