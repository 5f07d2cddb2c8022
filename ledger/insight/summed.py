"""Luck and the prices of staying and passing as sums for each player, which can be added up over
many files.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Final, TypeAlias

import numpy as np

from ledger.engine import Judged
from ledger.hands.model import Array
from ledger.insight.luck import KnownCards, known_cards, luck, results
from ledger.insight.prices import PASS, STAY, looseness, stay_or_pass

# by player: counts, chips, and squares of chips, by name
Sums: TypeAlias = dict[str, dict[str, float]]


def summed(judged: Judged) -> Sums:
    """The sums of each player who was dealt in; amounts are chips but where they say stakes.

    ``chips`` is what was won in ``hands`` whose luck is known, ``luck`` that of the deal and the
    draw in them, ``skill`` what is left of the result. Of ``decisions`` to stay or pass ``priced``
    have a price, against others as loose as they were that evening; ``lost_staying`` and
    ``lost_passing`` are what they cost. The same in stakes are ``…_stakes``, ``…_squares`` the sums
    of their squares, for the intervals, ``both_stakes`` that of luck times skill; of the stay
    chart, ``…_chart``, and of what was lost beyond it, ``…_above``.
    """
    known, found = known_cards(judged), _Sums(judged)
    _add_luck(found, judged, known)
    _add_prices(found, judged, known)
    return {name: dict(sums) for name, sums in found.sums.items()}


class _Sums:
    """Adds values by place and hand to the sums of the players there."""

    def __init__(self, judged: Judged) -> None:
        hands = judged.hands
        most = max((len(info.players) for info in hands.sessions), default=0)
        names = [
            name
            for info in hands.sessions
            for name in (*info.players, *[""] * (most - len(info.players)))
        ]
        self.known = sorted(set(names))
        number = {name: at for at, name in enumerate(self.known)}
        who = np.array([number[name] for name in names], np.int64).reshape(
            len(hands.sessions), most
        )
        self.who = (
            who[hands.session, np.maximum(hands.player, 0)]
            if most
            else np.zeros(hands.player.shape, np.int64)
        )
        self.sums: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(int))

    def add(self, name: str, place: Array, row: Array, values: Array) -> None:
        """Add a value for each place in a row to a sum of the player there; whole numbers stay
        whole.
        """
        who = self.who[place, row]
        for one in np.unique(who):
            self.sums[self.known[one]][name] += values[who == one].sum().item()

    def add_with_squares(self, name: str, place: Array, row: Array, values: Array) -> None:
        """Add values to a sum of stakes, and their squares to the sum of squares."""
        self.add(f"{name}_stakes", place, row, values)
        self.add(f"{name}_squares", place, row, values**2)


def _add_luck(found: _Sums, judged: Judged, known: KnownCards) -> None:
    hands, settled = judged.hands, judged.settlement
    cards = luck(judged, known)
    by_cards, result = cards.deal + cards.draw, results(judged)
    dealt = (hands.player >= 0) & ~hands.quarantined & ~hands.misdeal
    told = dealt & ~np.isnan(by_cards + result)
    seats = np.bincount(hands.session, dealt.sum(0), minlength=len(hands.sessions))
    whole = np.bincount(hands.session, told.sum(0), minlength=len(hands.sessions)) >= WHOLE * seats
    place, row = np.nonzero(told & whole[hands.session])
    found.add("hands", place, row, np.ones(len(row), np.int64))
    found.add("chips", place, row, settled.moved[place, row])
    stake, apart = settled.stake[row].astype(float), (result - by_cards)[place, row]
    found.add("luck", place, row, by_cards[place, row] * stake)
    found.add("skill", place, row, apart * stake)
    found.add_with_squares("skill", place, row, apart)
    found.add_with_squares("luck", place, row, by_cards[place, row])
    found.add("both_stakes", place, row, apart * by_cards[place, row])


def _add_prices(found: _Sums, judged: Judged, known: KnownCards) -> None:
    hands = judged.hands
    priced = stay_or_pass(judged, looseness(judged, known), known)
    there = ~hands.quarantined[priced.row]
    place, row, chosen = priced.place[there], priced.row[there], priced.chosen[there]
    found.add("decisions", place, row, np.ones(len(row), np.int64))
    stake, cost, chart_cost = (
        judged.settlement.stake[row].astype(float),
        priced.cost[there],
        priced.chart_cost[there],
    )
    told = ~np.isnan(cost)
    found.add("priced", place, row, told.astype(np.int64))
    place, row, stake = place[told], row[told], stake[told]
    for name, choice in (("staying", STAY), ("passing", PASS)):
        mine = np.where(chosen == choice, cost, 0.0)[told]
        by_chart = np.where(priced.chart[there] == choice, chart_cost, 0.0)[told]
        found.add(f"lost_{name}", place, row, mine * stake)
        found.add_with_squares(name, place, row, mine)
        found.add(f"{name}_chart_stakes", place, row, by_chart)
        found.add_with_squares(f"{name}_above", place, row, mine - by_chart)


# --- Enough of an evening -------------------------------------------------------------------------
WHOLE: Final = 0.9
"""An evening counts for luck if every card of so many of its hands is known: not only of those that
were worth noting.
"""
