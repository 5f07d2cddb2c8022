"""Hands to practise on: made up, with what the chart says of each; and the puzzle of a day, which
one card solves.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Final, NamedTuple

import numpy as np

from ledger.engine import Judged, judge
from ledger.game import Rules
from ledger.insight.hindsight import Choice, hindsight
from ledger.insight.luck import known_cards, tables_of
from ledger.insight.prices import chart_margin
from ledger.insight.rollout import key_of
from ledger.simulation import Plan, simulations
from ledger.story import Retelling, retell

SEATS: Final = 5
CLOSE: Final = 0.05  # stakes: the error of the chart
FEWEST: Final = 3  # legal cards that a puzzle has at least
# evenings of 25 hands among which there is a puzzle for certain: most have one
EVENINGS: Final = 40


class Practice(NamedTuple):
    """Whether to stay, for the player in ``seat``; ``margin`` is what staying is worth more by the
    chart, in stakes.
    """

    hand: Retelling
    seat: int
    margin: float


class Puzzle(NamedTuple):
    """A hand at a card on which a bourré hangs: whoever plays it goes bourré with every other legal
    card.
    """

    hand: Retelling
    choice: Choice
    solution: int


def made_up(rules: Rules, seed: int, count: int = 12) -> list[Practice]:
    """Hands by these rules, the same for a seed, at most ``count``: of each the closest decision
    that is not too close.
    """
    judged = _evening(rules, seed, count)
    known, found = known_cards(judged), []
    can = known.free(judged) & known.deal_known & known.sound
    for rows, table in tables_of(judged, np.arange(len(judged.hands))):
        for row in rows.tolist():
            there = [seat for seat in range(table.seats) if can[seat, row]]
            told = [
                Practice(retell(judged, row), seat, chart_margin(judged, known, table, (row, seat)))
                for seat in there
            ]
            found += sorted(
                (one for one in told if abs(one.margin) > CLOSE), key=lambda one: abs(one.margin)
            )[:1]
    return found


def puzzle_of(day: date) -> Puzzle:
    """The puzzle of a day, the same everywhere."""
    return next(_puzzles(key_of("puzzle", day.isoformat()) >> 32))


def _puzzles(seed: int) -> Iterator[Puzzle]:
    for more in range(EVENINGS):
        judged = _evening(Rules(), seed + more, 25)
        known = known_cards(judged)
        for row in range(len(judged.hands)):
            for choice in hindsight(judged, row, known).choices:
                saved = [
                    card
                    for card, ending in choice.leads_to.items()
                    if choice.player not in ending.bourre
                ]
                if len(saved) == 1 and len(choice.leads_to) >= FEWEST:
                    yield Puzzle(retell(judged, row), choice, saved[0])


def _evening(rules: Rules, seed: int, hands: int) -> Judged:
    seats = max(rules.seats[0], min(rules.seats[1], SEATS))
    return judge(next(simulations(Plan(rules, seats, (hands, hands)), 1, seed)))
