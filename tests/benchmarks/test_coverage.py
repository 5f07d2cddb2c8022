"""How often the printed ranges hold the long run, by five tables and eight skills; and who is named
a leak.

``BOURRE_TRIALS=full python -m pytest tests/benchmarks/test_coverage.py -s`` prints the tables of
1,000 blocks of 200 hands, in some twenty minutes of one processor; and of 120 blocks what discards
and cards cost, in some ten more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Final

import numpy as np
import pytest
from made_tables import TABLES, evenings
from trials import FULL

from ledger.engine import judge
from ledger.hands.model import Array
from ledger.insight import (
    known_cards,
    looseness,
    luck,
    priced_cards,
    priced_discards,
    results,
    stay_or_pass,
)
from ledger.insight.prices import PASS, STAY
from ledger.stats.insight import KINDS, cost_ends, with_rates

pytestmark = pytest.mark.benchmark

SKILLS: Final = (-0.3, -0.2, -0.1, 0.0, 0.15, 0.3, 0.45, 0.6)
"""How much staying may lose, in stakes, and the player stays: at a table whose four others are as
in TABLES, or as the chart.
"""
OTHERS: Final = {**TABLES, "chart": (0.0,) * 5}
EVENING, EVENINGS = 25, 8
BLOCKS: Final = 25 if FULL else 1
FELT: Final = 0.1
"""Stakes in 100 hands: what costs less is printed as nothing."""
_ENTERED: Final = (
    *(
        f"{kind}_{end}"
        for kind in KINDS
        for end in ("stakes", "squares", "chart_stakes", "above_stakes", "above_squares")
    ),
    *(name for counts in KINDS.values() for name in counts),
    *(
        "hands",
        "luck",
        "skill",
        "skill_stakes",
        "skill_squares",
        "luck_stakes",
        "luck_squares",
        "both_stakes",
    ),
)
"""What ``with_rates`` reads."""
RATES: Final = ("skill_rate", "staying", "passing")


def hands_of(table: str, skill: int) -> Array:
    """Of the player's hands (6, hands): what was won without luck, staying, passing, the chart's,
    luck; all blocks at once.
    """
    seed = 1_000 * list(OTHERS).index(table) + skill
    judged = judge(
        evenings((SKILLS[skill], *OTHERS[table][1:]), EVENINGS * BLOCKS, EVENING, seed=seed)
    )
    known, mine = known_cards(judged), judged.hands.player == 0
    cards, rows = luck(judged, known), np.arange(mine.shape[1])
    found = np.full((6, len(rows)), np.nan)
    found[5] = (cards.deal + cards.draw)[mine.argmax(0), rows]
    found[0] = results(judged)[mine.argmax(0), rows] - found[5]
    priced = stay_or_pass(
        judged, looseness(judged, known), replace(known, deal_known=known.deal_known & mine)
    )
    told = mine[priced.place, priced.row] & ~np.isnan(priced.cost)
    for at, (choice, which, cost) in enumerate(
        (
            (STAY, priced.chosen, priced.cost),
            (PASS, priced.chosen, priced.cost),
            (STAY, priced.chart, priced.chart_cost),
            (PASS, priced.chart, priced.chart_cost),
        )
    ):
        found[1 + at, priced.row[told]] = np.where(which == choice, cost, 0.0)[told]
    return found


def printed(found: Array) -> dict[str, float]:
    """The rates that are printed of these hands."""
    (won, lucky), priced = found[[0, 5]][:, ~np.isnan(found[0])], found[1:][:, ~np.isnan(found[1])]
    row: dict[str, float] = {
        "hands": len(won),
        "skill_stakes": won.sum(),
        "skill_squares": (won**2).sum(),
        "skill": 0,
        "luck": 0,
    }
    row |= {
        "luck_stakes": lucky.sum(),
        "luck_squares": (lucky**2).sum(),
        "both_stakes": (won * lucky).sum(),
    }
    row |= {"decisions": priced.shape[1], "priced": priced.shape[1]}
    for kind, cost, chart in (("staying", priced[0], priced[2]), ("passing", priced[1], priced[3])):
        row |= {
            f"{kind}_stakes": cost.sum(),
            f"{kind}_squares": (cost**2).sum(),
            f"{kind}_chart_stakes": chart.sum(),
        }
        row |= {
            f"{kind}_above_stakes": (cost - chart).sum(),
            f"{kind}_above_squares": ((cost - chart) ** 2).sum(),
        }
    nothing = {
        f"{kind}_{end}": 0.0 for kind in ("discarding", "playing") for end in ("stakes", "squares")
    }
    return with_rates(
        {**row, **nothing, "discards": 0, "discards_priced": 0, "cards": 0, "cards_priced": 0}
    )


def cell(table: str, skill: int) -> tuple[dict[str, list[bool]], dict[str, float], list[bool]]:
    """Whether each block's ranges held the long run, by rate, that long run, and whether a leak was
    named.
    """
    everything = hands_of(table, skill)
    truth, each = printed(everything), [printed(block) for block in np.split(everything, BLOCKS, 1)]
    least = {"skill_rate": -np.inf}  # no cost is less than nothing, though a noisy price may be
    held = {
        rate: [
            one[f"{rate}_low"] <= max(truth[rate], least.get(rate, 0.0)) <= one[f"{rate}_high"]
            for one in each
        ]
        for rate in RATES
    }
    return held, truth, [bool(one["staying_leak"] or one["passing_leak"]) for one in each]


def shown(name: str, some: dict[str, list[bool]], leaks: list[bool]) -> str:
    """A line of the table."""
    many = len(leaks)
    rates = "  ".join(f"{100 * np.mean(some[rate]):5.1f}" for rate in RATES)
    return (
        f"{name:10} {rates}  {100 * np.mean(leaks):5.1f}   of {many} (standard error up to "
        f"{50 / np.sqrt(many):.1f})"
    )


def test_a_range_holds_the_long_run_nineteen_times_of_twenty_in_the_unit_in_which_it_is_printed() -> (  # noqa: E501
    None
):
    which = list(product(OTHERS, range(len(SKILLS)))) if FULL else [("chart", 3), ("mixed", 5)]
    found = {one: cell(*one) for one in which}
    print(f"\n{'held, in %':10} {'luck':>5}  {'stay':>5}  {'pass':>5}  {'leak':>5}")

    def line(name: str, chosen: Callable[[tuple[str, int]], bool]) -> None:
        cells = [found[one] for one in found if chosen(one)]
        held = {rate: [yes for of, *_ in cells for yes in of[rate]] for rate in RATES}
        print(shown(name, held, [yes for *_, leaks in cells for yes in leaks]))

    for table in OTHERS:
        if any(of == table for of, _ in found):
            line(table, lambda one, table=table: one[0] == table)  # type: ignore[misc]
    for at, skill in enumerate(SKILLS):
        if any(of == at for _, of in found):
            line(f"{skill:+.2f}", lambda one, at=at: one[1] == at)  # type: ignore[misc]
    line("all", lambda _: True)
    # Where nothing is lost in the long run a range always holds that: such cells say nothing of how
    # wide it should be.
    felt = {
        rate: [
            yes
            for held, truth, _ in found.values()
            if rate == "skill_rate" or truth[rate] > FELT
            for yes in held[rate]
        ]
        for rate in RATES
    }
    print(
        "felt      ",
        ", ".join(
            f"{rate} {100 * np.mean(held):.1f} of {len(held)}" for rate, held in felt.items()
        ),
    )
    for (table, at), (_, truth, leaks) in found.items():
        rates = ", ".join(f"{rate} {truth[rate]:.2f}" for rate in RATES)
        chart = ", ".join(f"{truth[f'{kind}_chart']:.2f}" for kind in ("staying", "passing"))
        print(
            f"{table} {SKILLS[at]:+.2f}: {rates}; chart {chart}; named {100 * np.mean(leaks):.0f} %"
        )
    if FULL:
        assert all(0.93 <= np.mean(held) <= 0.97 for held in felt.values())
    assert not any(any(leaks) for (_, at), (*_, leaks) in found.items() if SKILLS[at] == 0), (
        "who follows the chart has no leak"
    )
    assert all(np.mean(held) >= 0.5 for held in felt.values())


def test_a_range_of_what_discards_and_cards_cost_holds_the_long_run_nineteen_times_of_twenty() -> (
    None
):
    """Five players alike, each with blocks of 200 hands: what all of them lose is what each loses in the long run.

    One discard of twenty is the whole hand, and one card of twenty is any: reference players alone lose nothing that is felt.
    """  # noqa: E501
    table, evening, blocks = (0.0,) * 5, 50, 24 if FULL else 2
    judged = judge(evenings(table, 4 * blocks, evening, seed=11, strays=0.05, throws=0.05))
    known, player = known_cards(judged), judged.hands.player
    loose, rows = looseness(judged, known), player.shape[1]
    for kind, price in (("discarding", priced_discards), ("playing", priced_cards)):
        priced = price(judged, loose, known)
        who, told = player[priced.place, priced.row], ~np.isnan(priced.cost)

        def rate(
            mine: Array, hands: int, kind: str = kind, told: Array = told, cost: Array = priced.cost
        ) -> dict[str, float]:
            some = cost[mine & told]
            nothing = dict.fromkeys(_ENTERED, 0.0)
            ours = {
                f"{kind}_stakes": some.sum(),
                f"{kind}_squares": (some**2).sum(),
                KINDS[kind][0]: mine.sum(),
                KINDS[kind][1]: len(some),
            }
            return with_rates(nothing | {"decisions": hands} | ours)

        # no cost is less than nothing
        truth = max(rate(np.ones(len(who), bool), rows * 5)[kind], 0.0)
        each = [
            rate((who == one) & (priced.row * blocks // rows == block), rows // blocks)
            for one in range(5)
            for block in range(blocks)
        ]
        held = [one[f"{kind}_low"] <= truth <= one[f"{kind}_high"] for one in each]
        print(
            f"{kind}: {truth:.2f} stakes in 100 hands; {100 * np.mean(held):.1f} % of {len(held)} "
            "ranges hold it"
        )
        # two standard errors of 120 blocks below 95%
        assert np.mean(held) >= (0.91 if FULL else 0.5)


@pytest.mark.parametrize(("count", "cost"), [(0, 0.0), (1, 0.4), (2, 0.1)])
def test_what_was_seen_seldom_or_never_is_not_known_exactly(count: int, cost: float) -> None:
    low, high = cost_ends(count * cost, count * cost**2, 200)
    assert low <= count * cost < high
    assert high > 0.3
