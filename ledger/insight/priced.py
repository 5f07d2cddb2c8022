"""Decisions with their prices, and how the better of several is found without measuring it by the chance that chose it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from ledger.hands.model import ABSENT, Array

NO_OPTION: Final = -1
"""Where there are fewer options than in other decisions."""
CLEARLY: Final = 1.5
"""Standard errors by which another option must be ahead in the ways that choose: what is nearer is taken to be as good."""
PARTS: Final = 4
"""Parts of the ways, each of which measures what the others choose of two; with more of them nothing was gained."""

Play: TypeAlias = Callable[[Array, Array], Array]
"""Values (some,) of some of the ways in which the cards may lie, each with an option (some,)."""


class Priced(NamedTuple):
    """Decisions, an entry each: ``row`` of the hand, ``place`` at the table and ``trick``, from 0, or ABSENT.

    ``chosen`` and ``best`` are 1 for staying and 0 for passing, else masks of cards. ``cost`` is value(best) − value(chosen) in
    stakes, with its standard error ``se``, and 0 where they are the same; of staying and passing it is the mean of PARTS, which
    may not agree about what is best. ``margin`` is value(stay) − value(pass), of which ``se`` is the error there. ``why_not`` is
    why there is no price, empty where there is one; cost, margin and se are then NaN, and best is ABSENT. ``gave`` is the place
    that a card let take a first trick, where every card of the hand is known, or ABSENT.
    """

    row: Array
    place: Array
    trick: Array
    chosen: Array
    best: Array
    cost: Array
    margin: Array
    se: Array
    why_not: Array
    gave: Array

    def enter(self, told: Array, best: Array, cost: Array, se: Array) -> None:
        """Enter what was found of some of the decisions."""
        self.best[told], self.cost[told], self.se[told] = best, cost, se


def without_price(row: Array, place: Array, trick: Array, chosen: Array, why_not: Array) -> Priced:
    """Decisions of which nothing is worked out yet."""
    nothing = np.full(len(row), np.nan)
    best = np.full(len(row), ABSENT, np.int64)
    gave = np.full(len(row), ABSENT, np.int64)
    return Priced(row, place, trick, chosen.astype(np.int64), best, nothing, nothing.copy(), nothing.copy(), why_not, gave)


def best_of(options: Array, chosen: Array, which: Array, play: Play) -> tuple[Array, Array, Array]:
    """The best of ``options`` (decisions, options) for each decision, what the one ``chosen`` costs beside it, and its error.

    ``which`` (ways,) is the decision that each way in which the cards may lie belongs to, in order. Every second way helps to
    choose, the others measure what was chosen.
    """
    count = len(chosen)
    number = number_of_each(which, count)
    choosing, measuring = np.flatnonzero(number % 2 == 0), np.flatnonzero(number % 2)
    mine = play(choosing, chosen[which[choosing]])
    best, ahead = chosen.copy(), np.zeros(count)
    for option in options.T:
        tried = option[which[choosing]]
        there = np.flatnonzero((tried != NO_OPTION) & (tried != chosen[which[choosing]]))
        if not len(there):
            continue
        more = play(choosing[there], tried[there]) - mine[there]
        mean, error = mean_and_error(which[choosing[there]], more, count)
        better = (mean > CLEARLY * error) & (mean > ahead) & (error > 0)
        best[better], ahead[better] = option[better], mean[better]
    ways = measuring[(best != chosen)[which[measuring]]]
    if not len(ways):
        return best, np.zeros(count), np.zeros(count)
    here = which[ways]
    cost, error = mean_and_error(here, play(ways, best[here]) - play(ways, chosen[here]), count)
    return best, cost, error


def better_of_two(which: Array, more: Array, likely: Array, chosen: Array) -> tuple[Array, Array]:
    """Whether the first of two is better in each decision (decisions,), and what it costs where the other of them is ``chosen``.

    ``which`` is as for ``best_of``, and ``more`` is by how much the first is worth more in each way. Each of PARTS of the ways
    measures what the others choose, together with ``likely``, a sum that was known beforehand (decisions,).
    """
    count = len(likely)
    copies = np.bincount(which, minlength=count)
    group = number_of_each(which, count) % PARTS * count + which
    part = np.bincount(group, more, minlength=PARTS * count).reshape(PARTS, count)
    total = part.sum(0) + likely
    better = total - part > 0
    gained = np.where(better == chosen, 0.0, np.where(better, part, -part)).sum(0)
    return total > 0, gained / np.maximum(copies, 1)


def number_of_each(which: Array, count: int) -> Array:
    """The number of each way (ways,) among those of its decision, from 0; ``which`` is as for ``best_of``."""
    copies = np.bincount(which, minlength=count)
    return np.arange(len(which)) - np.repeat(np.cumsum(copies) - copies, copies)


def mean_and_error(which: Array, values: Array, count: int) -> tuple[Array, Array]:
    """The mean of each decision's values (decisions,) and its standard error, 0 where there are none."""
    number = np.maximum(np.bincount(which, minlength=count), 1)
    mean = np.bincount(which, values, minlength=count) / number
    squares = np.bincount(which, values**2, minlength=count) / number
    return mean, np.sqrt(np.maximum(squares - mean**2, 0) / np.maximum(number - 1, 1))
