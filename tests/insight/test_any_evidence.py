"""Whatever lines a log leaves out, luck and prices are worked out of the rest, and never of what is not there."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from trials import FULL, luck as dice
from worked_cases import CASES

from ledger.engine import Judged, judge
from ledger.game import PRESETS
from ledger.game.options import read_rules
from ledger.hands import columns, sessions_of
from ledger.insight import known_cards, luck, results, stay_or_pass
from ledger.insight.prices import looseness
from ledger.log import read, read_path, write
from ledger.simulation import Plan, simulations

MANY = 2_000 if FULL else 6
"""Sessions of eight hands."""


def told(judged: Judged) -> np.ndarray:
    """Whose luck (0) and result (1) is known, and who has a price for staying or passing (2): (3, seats, hands)."""
    known = known_cards(judged)
    cards = luck(judged, known)
    priced = stay_or_pass(judged, looseness(judged, known), known)
    found = np.zeros((3, *judged.hands.player.shape), bool)
    found[0] = ~np.isnan(cards.deal) | ~np.isnan(cards.draw)
    found[1] = ~np.isnan(results(judged))
    at = ~np.isnan(priced.cost)
    found[2, priced.place[at], priced.row[at]] = True
    return found


@pytest.mark.parametrize("path", sorted((CASES / "insight").glob("*.bourre")), ids=lambda path: path.stem)
def test_deals_without_discards_are_no_error(path: Path) -> None:
    judged = judge(columns([read_path(path)]))
    assert not np.isnan(luck(judged, known_cards(judged)).deal).all()


@pytest.mark.slow
def test_lines_left_out_at_random_add_no_price() -> None:
    rng = dice()
    for number in range(MANY):
        preset = rng.choice(list(PRESETS))
        plan = Plan(read_rules(preset), hands=(8, 8))
        made = next(simulations(plan, 1, seed=rng.randrange(10**6)))
        (session,) = sessions_of(made)
        lines = write(session).split("\n")
        missing = rng.random() ** 2
        kept = [line for line in lines if not line.startswith("  ") or rng.random() > missing]
        less = judge(columns([read("\n".join(kept), "")]))
        whole = told(judge(columns([read("\n".join(lines), "")])))
        part = told(less)
        added = part & ~whole[:, : part.shape[1]]
        assert not added.any(), (number, preset, np.argwhere(added), "\n".join(kept))
