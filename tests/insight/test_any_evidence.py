"""Whatever lines a log leaves out, luck and prices are worked out of the rest, and never of what is
not there.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

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

TOGETHER, HANDS = 20 if FULL else 6, 4
"""Sessions of a book, and the hands of each."""
BOOKS = 2_000 if FULL else 6
"""Of one session each: those that are played by the same rules are worked out together."""


def told(judged: Judged) -> np.ndarray:
    """Whose luck (0) and result (1) is known, and who has a price for staying or passing (2): (3,
    seats, hands).
    """
    known = known_cards(judged)
    cards = luck(judged, known)
    priced = stay_or_pass(judged, looseness(judged, known), known)
    found = np.zeros((3, *judged.hands.player.shape), bool)
    found[0] = ~np.isnan(cards.deal) | ~np.isnan(cards.draw)
    found[1] = ~np.isnan(results(judged))
    at = ~np.isnan(priced.cost)
    found[2, priced.place[at], priced.row[at]] = True
    return found


@pytest.mark.parametrize(
    "path", sorted((CASES / "insight").glob("*.bourre")), ids=lambda path: path.stem
)
def test_deals_without_discards_are_no_error(path: Path) -> None:
    judged = judge(columns([read_path(path)]))
    assert not np.isnan(luck(judged, known_cards(judged)).deal).all()


@pytest.mark.nightly
def test_lines_left_out_at_random_add_no_price() -> None:
    rng = dice()
    for number in range(BOOKS // TOGETHER):
        preset = rng.choice(list(PRESETS))
        plan = Plan(read_rules(preset), hands=(HANDS, HANDS))
        made = next(simulations(plan, TOGETHER, seed=rng.randrange(10**6)))
        logs = [write(session) for session in sessions_of(made)]
        fewer = ["\n".join(thinned(log.split("\n"), rng.random() ** 2, rng)) for log in logs]
        whole, part = (
            told(judge(columns([read(log, f"{at}.bourre") for at, log in enumerate(some)])))
            for some in (logs, fewer)
        )
        added = np.argwhere(part & ~whole[:, : part.shape[1]])
        assert not len(added), (
            number,
            preset,
            added,
            fewer[added[0][2] // HANDS],
            logs[added[0][2] // HANDS],
        )


def thinned(lines: list[str], missing: float, rng: Random) -> list[str]:
    """The lines of a log of which so many within hands are missing."""
    return [line for line in lines if not line.startswith("  ") or rng.random() > missing]
