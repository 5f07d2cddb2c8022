"""Who stays too often, or too seldom, from ``pass`` and ``play`` alone: how loose somebody is, and what that loses.

How likely anybody as loose as that is to stay, in a place with so many in, is the mean over all hands that can be dealt there. It
takes people to choose their hands in the usual order, the chart's: it tells how often they stay, not with which hands.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

import numpy as np

from ledger.game import Rules
from ledger.hands.model import Array
from ledger.insight.reference_tables import reference
from ledger.insight.stay_rates import LEVELS, SPREAD, chances as chances_of, drawing, frequencies

FEWEST: Final = 25  # decisions below which nothing is said: most of an evening
SURE: Final = 0.95  # how likely somebody must be too loose, or too tight, to be told so
CLEAR: Final = 0.05  # by how many stakes
AROUND: Final = (0.0, -2 * 3**0.5, 2 * 3**0.5)
"""How loose the others may be as well, in standard deviations: twice as far as chance alone, for charts know no mixed tables."""
OFTEN: Final = (2 / 3, 1 / 6, 1 / 6)  # how likely each of these is
FINE: Final = np.linspace(LEVELS[0], LEVELS[-1], 401)
"""How loose somebody may be: after many hands that is known better than by ``LEVELS``, between which rates go on evenly."""
FELT: Final = 0.1  # stakes lost in a hundred decisions below which nobody plays wrong, however far from the best


class Said(NamedTuple):
    """Decisions of one kind: somebody in ``place`` with ``already_in`` before stayed in ``stayed`` of ``many`` hands.

    ``draw`` is how many cards were drawn in each of them, if that was noted: then all stayed.
    """

    player: int
    rules: Rules
    seats: int
    place: int
    already_in: int
    stayed: int
    many: int
    draw: int | None = None


class HowOften(NamedTuple):
    """How often somebody stayed, out of ``decisions``; rates are from 0 to 1, ``lost`` stakes in a hundred decisions.

    ``right`` is how often it would have been best to stay with hands in the usual order, in the same places and against the same
    players. ``often`` and ``seldom`` are how likely it is that this player stays clearly more, or less, than that.
    ``lost_low`` to ``lost_high`` holds ``lost`` 19 times out of 20.
    """

    decisions: int
    stayed: float
    right: float
    often: float
    seldom: float
    lost: float
    lost_low: float
    lost_high: float

    @property
    def verdict(self) -> str:
        """``too often``, ``too seldom``, ``about right``, or nothing where it cannot be told."""
        likely = {"too often": self.often, "too seldom": self.seldom, "about right": 1 - self.often - self.seldom}
        return next((word for word, chance in likely.items() if chance > SURE), "")


def how_often(said: Iterable[Said], together: Mapping[tuple[int, int], int]) -> dict[int, HowOften]:
    """Who stays how often; ``together`` is in how many hands a player met another, by the two."""
    by_player: dict[int, list[tuple[Said, Array]]] = defaultdict(list)
    for one in said:
        table = reference(one.rules, one.seats)
        if table.seats == one.seats and not one.rules.qualify:  # who needs a trump or a club is not free to stay
            by_player[one.player].append((one, chances_of(table, one.place, one.already_in)))
    known = {player: _posterior(mine) for player, mine in by_player.items()}
    found = {}
    for player, mine in by_player.items():
        if sum(one.many for one, _ in mine) < FEWEST:
            continue
        met = [(known[other], many) for (who, other), many in together.items() if who == player and other in known]
        hands = max(sum(many for _, many in met), 1)
        others = sum(many * float(weight @ FINE) for weight, many in met) / hands
        spread = sum((many / hands) ** 2 * float(weight @ FINE**2 - (weight @ FINE) ** 2) for weight, many in met) ** 0.5
        found[player] = _judged(mine, known[player], others, spread)
    return found


def _judged(mine: list[tuple[Said, Array]], weight: Array, others: float, spread: float) -> HowOften:
    many = sum(one.many for one, _ in mine)
    rate, worths = np.zeros(len(FINE)), np.zeros((len(AROUND), len(FINE)))
    for one, chances in mine:
        table = reference(one.rules, one.seats)
        often = frequencies(one.rules, one.seats)[one.place]
        gain = np.stack([table.reply_to(others + around * spread)[:, one.place, one.already_in] for around in AROUND])
        rate += one.many / many * _finely(often @ chances)
        worths += one.many / many * np.stack([_finely(worth) for worth in (often * gain) @ chances])
    best = int(worths[0].argmax())
    losses = 100 * (worths.max(1, keepdims=True) - worths)
    lost = losses[0]
    heap = np.cumsum(np.outer(OFTEN, weight).ravel()[np.argsort(losses, None)])
    by_size = np.sort(losses, None)
    return HowOften(
        decisions=many,
        stayed=sum(one.stayed for one, _ in mine) / many,
        right=float(rate[best]),
        often=float(weight[(FINE[best] + CLEAR < FINE - 1e-9) & (lost > FELT)].sum()),
        seldom=float(weight[(FINE[best] - CLEAR > FINE + 1e-9) & (lost > FELT)].sum()),
        lost=float(weight @ lost),
        lost_low=float(by_size[int(np.searchsorted(heap, 0.025))]),
        lost_high=float(by_size[min(int(np.searchsorted(heap, 0.975)), len(by_size) - 1)]),
    )


def _posterior(mine: list[tuple[Said, Array]]) -> Array:
    likely = -(FINE**2) / (2 * SPREAD**2)
    for one, chances in mine:
        often = drawing(one.rules, one.seats)[one.place]
        takes = one.rules.trump == "dealer-may-take" and one.place == one.seats - 1  # a card that is not drawn
        if one.draw is not None and one.draw < len(often) and not takes:
            likely = likely + one.many * np.log(_finely(often[one.draw] @ chances))
            continue
        chance = _finely(often.sum(0) @ chances)
        likely = likely + one.stayed * np.log(chance) + (one.many - one.stayed) * np.log(1 - chance)
    weight = np.exp(likely - likely.max())
    return np.asarray(weight / weight.sum())


def _finely(by_level: Array) -> Array:
    return np.interp(FINE, LEVELS, by_level)
