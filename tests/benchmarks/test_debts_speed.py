"""How fast debts are settled, as a ratio to plain Python adding up one subset after the other in
the same run.
"""

from __future__ import annotations

import random
import tracemalloc

import pytest
from conftest import SEED, best_of
from naive.debts import fewest_by_subsets

from ledger.money.plan import EXACT, transfers

pytestmark = pytest.mark.benchmark


def balances_of(count: int, unit: int = 1) -> list[int]:
    """Return balances that abound in groups but have no exact opposites, which would be set aside:
    multiples of ``unit``.
    """
    rng = random.Random(SEED)  # noqa: S311 - no secrets are made from it
    while True:
        amounts = [rng.choice((2, -1)) * rng.randrange(1, 30, 2) for _ in range(count - 1)]
        last = -sum(amounts)
        if last < 0 and last % 2:
            return [unit * amount for amount in (*amounts, last)]


def test_sixteen_people_against_plain_python() -> None:
    balances = balances_of(16)
    numbered = dict(enumerate(balances, 1))
    peer = best_of(2, lambda: fewest_by_subsets(balances))
    ours = best_of(10, lambda: transfers(numbered))
    print(
        f"\n16 people: {ours * 1e3:.1f} ms, {peer / ours:,.0f} × as fast as one subset after the "
        "other in plain Python"
    )
    assert len(transfers(numbered)) == fewest_by_subsets(balances)
    assert ours < 0.1
    assert peer >= 50 * ours


@pytest.mark.parametrize(
    ("count", "unit"), [(20, 1), (EXACT, 1), (EXACT, 10**20), (40, 1), (400, 1)]
)
def test_more_parties_take_less_than_a_second(count: int, unit: int) -> None:
    balances = dict(enumerate(balances_of(count, unit), 1))
    seconds = best_of(2, lambda: transfers(balances))
    tracemalloc.start()
    plan = transfers(balances)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    print(
        f"\n{count} parties, multiples of {unit}: {len(plan)} transfers, {seconds * 1e3:.0f} ms, "
        f"{peak / 1e6:.0f} MB at most"
    )
    assert seconds < 1
    assert peak < 200e6
