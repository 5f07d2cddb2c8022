"""The price of staying and passing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from made_tables import evenings

from ledger.engine import judge
from ledger.hands import columns
from ledger.insight import stay_or_pass
from ledger.insight.prices import better_of_two
from ledger.log import read
from ledger.simulation.deck import Dice


def price_of(text: str) -> dict[str, tuple[float, str]]:
    """The price of each decision of the hands of a log, by hand and player, and why there
    is none.
    """
    judged = judge(columns([read(text, "evening.bourre")]))
    found = stay_or_pass(judged, np.zeros(judged.hands.player.shape))
    return {
        f"{judged.hands.number[row]} {judged.hands.name(row, place)}": (float(cost), why)
        for row, place, cost, why in zip(
            found.row, found.place, found.cost, found.why_not, strict=True
        )
    }


HEAD = """bourre 1
session 2026-11-20 friday
rules louisiana
seats Ann Bea Cal Dot
"""
ACES_PASSED = """
hand 1 Dot 7h
dealt Ann Ah Kh Qh 2c 3d
dealt Bea 2s 3s 4c 8d 9d
pass Ann
pass Bea
play Cal 2
pass Dot
"""


def test_passing_with_the_three_highest_trumps_costs_most_of_a_stake() -> None:
    prices = price_of(HEAD + ACES_PASSED)
    cost, why = prices["1 Ann"]
    assert why == ""
    assert cost > 0.6


def test_passing_with_nothing_costs_nothing() -> None:
    cost, why = price_of(HEAD + ACES_PASSED)["1 Bea"]
    assert (cost, why) == (0.0, "")


def test_nothing_is_priced_of_cards_that_nobody_wrote_down() -> None:
    cost, why = price_of(HEAD + ACES_PASSED)["1 Cal"]
    assert np.isnan(cost)
    assert why == "the five cards dealt are not written down"


def test_a_card_that_nobody_wrote_down_changes_no_price_that_did_not_hang_on_it() -> None:
    """Bea's five cards are struck out: Ann's price is as it was, to the last digit."""
    whole = price_of(HEAD + ACES_PASSED)
    less = price_of(HEAD + ACES_PASSED.replace("dealt Bea 2s 3s 4c 8d 9d\n", ""))
    assert less["1 Ann"] == whole["1 Ann"]
    assert np.isnan(less["1 Bea"][0])


def test_a_hand_added_changes_no_price_of_those_before_it() -> None:
    one = price_of(HEAD + ACES_PASSED)
    two = price_of(HEAD + ACES_PASSED + ACES_PASSED.replace("hand 1 Dot", "hand 2 Ann"))
    assert {name: two[name][0] for name in ("1 Ann", "1 Bea")} == {
        name: one[name][0] for name in ("1 Ann", "1 Bea")
    }


def test_what_is_worth_the_same_costs_nothing_on_the_mean_however_few_ways_there_are() -> None:
    """Where the same ways chose and measured, one of two that are alike cost 0.1 standard
    deviations beside the other.
    """
    decisions, ways = 4_000, 16
    which = np.repeat(np.arange(decisions), ways)
    chance = Dice(6).bits(len(which)) * 2.0**-32 - 0.5
    for likely in (0.0, 0.2, -0.2):
        _, cost = better_of_two(
            which, chance, np.full(decisions, likely), np.arange(decisions) % 2 == 0
        )
        assert abs(cost.mean()) < 3 * cost.std() / np.sqrt(decisions)


def test_what_it_costs_is_what_the_better_is_worth_more() -> None:
    """The first is worth 0.5 more in each way, then 0.5 less."""
    better, cost = better_of_two(
        np.repeat([0, 1, 2, 3], 4),
        np.repeat([0.5, 0.5, -0.5, -0.5], 4),
        np.zeros(4),
        np.array([1, 0, 1, 0]) > 0,
    )
    assert better.tolist() == [True, True, False, False]
    assert cost.tolist() == [0, 0.5, 0.5, 0]


@pytest.mark.nightly
def test_the_error_of_a_price_is_what_prices_differ_by_where_the_unseen_cards_are_dealt_anew() -> (
    None
):
    """The same two evenings by other names: the dice fall by those."""
    hands = evenings((0.0,) * 5, 2, 25, seed=4)
    once = stay_or_pass(judge(hands), np.zeros(hands.player.shape))
    for at, info in enumerate(hands.sessions):
        hands.sessions[at] = replace(info, id=f"again {at}")
    again = stay_or_pass(judge(hands), np.zeros(hands.player.shape))
    errors = (once.margin - again.margin) / np.hypot(once.se, again.se)
    told = ~np.isnan(errors)
    assert told.sum() > 200
    assert 0.85 < np.sqrt((errors[told] ** 2).mean()) < 1.15


def test_who_follows_the_chart_is_charged_exactly_what_the_chart_is() -> None:
    """Dear for a tight table, cheap for a loose one: whoever decides as it is printed, for a usual
    pot, loses no more than it.
    """
    hands = evenings((0.0, 0.6, -0.3, 0.0, 0.0), 1, 25, seed=8)
    judged = judge(hands)
    priced = stay_or_pass(judged, np.zeros(hands.player.shape))
    told = ~np.isnan(priced.cost)
    as_chart = told & (priced.chosen == priced.chart)
    assert (priced.cost == priced.chart_cost)[as_chart].all()
    follows = np.isin(hands.player[priced.place, priced.row], (0, 3, 4))
    assert as_chart[told & follows].all()
    assert not as_chart[told & ~follows].all()
    loose = told & ~as_chart
    assert priced.cost[loose].mean() > priced.chart_cost[loose].mean()
