"""Decisions with their prices; the best of several options is chosen on some ways of dealing and measured on others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from ledger.hands.model import ABSENT, Array

NO_OPTION: Final = -1
"""Fills up the options of decisions that have fewer than others."""
CLEARLY: Final = 1.5
"""Standard errors by which another option must lead in the ways that choose; otherwise the chosen one is taken to be as good."""
PARTS: Final = 4
"""The ways are split into this many parts; each measures what the others choose. More parts gained nothing."""

Play: TypeAlias = Callable[[Array, Array], Array]
"""Takes indices of ways of dealing (some,) and an option for each (some,); returns their values (some,)."""


class Priced(NamedTuple):
    """Decisions as columns: ``row`` of the hand, ``place`` at the table and ``trick`` (from 0, or ABSENT).

    ``chosen`` and ``best`` are 1 for staying and 0 for passing, else masks of cards. ``cost`` is value(best) −
    value(chosen) in stakes, with its standard error ``se``, and 0 where they are the same; of staying and passing it is
    the mean of PARTS, which may disagree on what is best. ``margin`` is value(stay) − value(pass), and ``se`` its error
    there. ``why_not`` is the reason for a missing price, else empty; without a price cost, margin and se are NaN, and
    best is ABSENT. ``gave`` is the place that a card allowed to take a first trick, if every card of the hand is known,
    else ABSENT.
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
        """Enter the prices of the decisions at the indices ``told``."""
        self.best[told], self.cost[told], self.se[told] = best, cost, se


def without_price(row: Array, place: Array, trick: Array, chosen: Array, why_not: Array) -> Priced:
    """Decisions without prices yet."""
    nothing = np.full(len(row), np.nan)
    best = np.full(len(row), ABSENT, np.int64)
    gave = np.full(len(row), ABSENT, np.int64)
    return Priced(row, place, trick, chosen.astype(np.int64), best, nothing, nothing.copy(), nothing.copy(), why_not, gave)


def best_of(options: Array, chosen: Array, which: Array, play: Play) -> tuple[Array, Array, Array]:
    """The best of ``options`` (decisions, options) for each decision, what ``chosen`` costs compared with it, and the error.

    ``which`` (ways,) is the decision of each way of dealing, in order. Every second way helps to
    choose; the others measure the choice.
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
    """Whether the first of two options is better (decisions,), and what the ``chosen`` one costs compared with the better.

    ``which`` is as for ``best_of``; ``more`` is how much more the first is worth in each way. Each of PARTS of the ways
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
    """The index of each way (ways,) among those of its decision, from 0; ``which`` is as for ``best_of``."""
    copies = np.bincount(which, minlength=count)
    return np.arange(len(which)) - np.repeat(np.cumsum(copies) - copies, copies)


def mean_and_error(which: Array, values: Array, count: int) -> tuple[Array, Array]:
    """The mean of each decision's values (decisions,) and its standard error, 0 where there are none."""
    number = np.maximum(np.bincount(which, minlength=count), 1)
    mean = np.bincount(which, values, minlength=count) / number
    squares = np.bincount(which, values**2, minlength=count) / number
    return mean, np.sqrt(np.maximum(squares - mean**2, 0) / np.maximum(number - 1, 1))
