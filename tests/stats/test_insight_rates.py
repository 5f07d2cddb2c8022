"""Rates from sums: what was won without the luck that told."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ledger.stats.insight import CHARTED, KINDS, with_rates

LUCK = np.random.default_rng(7).normal(0, 0.5, 400)
CHANCE = np.random.default_rng(8).normal(0, 0.1, 400)


def row(results: Any) -> dict[str, Any]:  # noqa: ANN401 - an array
    """The sums of a player with these results in stakes, ten chips each, and LUCK; no decision has
    a price.
    """
    apart = results - LUCK
    sums = {
        "hands": len(LUCK),
        "decisions": 0,
        "priced": 0,
        "discards_priced": 0,
        "cards_priced": 0,
    }
    for name, values in (("skill", apart), ("luck", LUCK)):
        sums |= {
            name: 10 * values.sum(),
            f"{name}_stakes": values.sum(),
            f"{name}_squares": (values**2).sum(),
        }
    costs = {f"{kind}{end}": 0.0 for kind in KINDS for end in ("_stakes", "_squares")}
    charted = {
        f"{kind}_{end}": 0.0
        for kind in CHARTED
        for end in ("chart_stakes", "above_stakes", "above_squares")
    }
    return with_rates(sums | costs | charted | {"both_stakes": (apart * LUCK).sum()})


def test_of_who_never_stays_luck_takes_nothing_away() -> None:
    """Fifteen stakes are lost in a hundred hands whatever is dealt: known to half a stake, and not
    to five.
    """
    never = row(-0.15 + 0 * LUCK)
    assert abs(never["luck_told"]) < 0.1
    assert never["skill_rate"] == pytest.approx(-15, abs=0.5)
    assert never["skill_rate_high"] - never["skill_rate_low"] < 1
    assert never["skill"] == pytest.approx(never["skill_rate"] * 4 * 10)
    assert never["luck"] + never["skill"] == pytest.approx(-0.15 * 400 * 10)


@pytest.mark.parametrize("told", [0.5, 1.0])
def test_as_much_of_the_luck_is_taken_away_as_the_results_followed(told: float) -> None:
    found = row(0.02 + told * LUCK + CHANCE)
    assert found["luck_told"] == pytest.approx(told, abs=0.04)
    assert found["skill_rate_low"] < 2 < found["skill_rate_high"]
    assert found["skill_rate_high"] - found["skill_rate_low"] == pytest.approx(
        2 * 1.96 * 0.1 * 100 / 20, rel=0.1
    )
