"""Who stays too often, or too seldom, from ``pass`` and ``play`` alone: how loose somebody is, and
what that loses.

How likely anybody as loose as that is to stay, in a place with so many in, is the mean over all
hands that can be dealt there. It takes people to choose their hands in the usual order, the
chart's: it tells how often they stay, not with which hands.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np

from ledger.game import Rules
from ledger.hands.model import Array
from ledger.insight.reference_tables import reference
from ledger.insight.stay_rates import LEVELS, SPREAD, chances as chances_of, drawing
from ledger.insight.stay_table import REPLIES, StayTable, near

FEWEST: Final = 25  # decisions below which nothing is said: most of an evening
SURE: Final = 0.95  # how likely somebody must be too loose, or too tight, to be told so
CLEAR: Final = 0.05  # by how many stakes
AROUND: Final = (0.0, -2 * 3**0.5, 2 * 3**0.5)
"""How loose the others may be as well, in standard deviations: twice as far as chance alone, for
charts know no mixed tables.
"""
OFTEN: Final = (2 / 3, 1 / 6, 1 / 6)  # how likely each of these is
FINE: Final = np.linspace(LEVELS[0], LEVELS[-1], 401)
"""How loose somebody may be: after many hands that is known better than by ``LEVELS``, between
which rates go on evenly.
"""
# stakes lost in a hundred decisions below which nobody plays wrong, however far from the best
FELT: Final = 0.1


class Said(NamedTuple):
    """Decisions of one kind: somebody in ``place`` with ``already_in`` before stayed in ``stayed``
    of ``many`` hands.

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
    """How often somebody stayed, out of ``decisions``; rates are from 0 to 1, ``lost`` stakes in a
    hundred decisions.

    ``right`` is how often it would have been best to stay with hands in the usual order, in the
    same places and against the same players. ``often`` and ``seldom`` are how likely it is that
    this player stays clearly more, or less, than that. ``lost_low`` to ``lost_high`` holds ``lost``
    19 times out of 20.
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
        likely = {
            "too often": self.often,
            "too seldom": self.seldom,
            "about right": 1 - self.often - self.seldom,
        }
        return next((word for word, chance in likely.items() if chance > SURE), "")


@dataclass(slots=True)
class _Seen:
    """What one player declared, added up: how likely it is of somebody as loose as FINE, and sums
    over decisions by LEVELS.

    ``stays`` (LEVELS,) is how often such a player stays, ``worth`` (REPLIES, LEVELS) what that is
    worth against the others.
    """

    likely: Array = field(default_factory=lambda: -(FINE**2) / (2 * SPREAD**2))  # its logarithm
    stays: Array = field(default_factory=lambda: np.zeros(len(LEVELS)))
    worth: Array = field(default_factory=lambda: np.zeros((len(REPLIES), len(LEVELS))))
    many: int = 0
    stayed: int = 0

    @property
    def weight(self) -> Array:
        """How likely each of FINE is."""
        weight = np.exp(self.likely - self.likely.max())
        return np.asarray(weight / weight.sum())


def how_often(said: Iterable[Said], together: Mapping[tuple[int, int], int]) -> dict[int, HowOften]:
    """Who stays how often; ``together`` is in how many hands a player met another, by the two."""
    alike: dict[tuple[Rules, int, int, int], list[Said]] = defaultdict(list)
    for one in said:
        alike[one.rules, one.seats, one.place, one.already_in].append(one)
    seen: dict[int, _Seen] = defaultdict(_Seen)
    for (rules, seats, *_), some in alike.items():
        table = reference(rules, seats)
        # who needs a trump or a club is not free to stay
        if table.seats == seats and not rules.qualify:
            _add(some, table, seen)
    weights = {player: one.weight for player, one in seen.items()}
    found = {}
    for player, mine in seen.items():
        if mine.many < FEWEST:
            continue
        met = [
            (weights[other], many)
            for (who, other), many in together.items()
            if who == player and other in weights
        ]
        hands = max(sum(many for _, many in met), 1)
        others = sum(many * float(weight @ FINE) for weight, many in met) / hands
        spread = (
            sum(
                (many / hands) ** 2 * float(weight @ FINE**2 - (weight @ FINE) ** 2)
                for weight, many in met
            )
            ** 0.5
        )
        found[player] = _judged(mine, weights[player], others, spread)
    return found


def _add(alike: Sequence[Said], table: StayTable, seen: Mapping[int, _Seen]) -> None:
    """Add decisions in one place of one table, with as many in: what they have in common is worked
    out once.
    """
    rules, seats, place, already_in = (
        alike[0].rules,
        alike[0].seats,
        alike[0].place,
        alike[0].already_in,
    )
    chances = chances_of(table, place, already_in)
    often = drawing(rules, seats)[place]
    by_draw = often @ chances
    stays, worth = by_draw.sum(0), (often.sum(0) * table.replies[:, :, place, already_in]) @ chances
    drew = [np.log(_finely(one)) for one in by_draw]
    stayed, passed = np.log(_finely(stays)), np.log(1 - _finely(stays))
    takes = rules.trump == "dealer-may-take" and place == seats - 1  # a card that is not drawn
    for one in alike:
        mine = seen[one.player]
        mine.many += one.many
        mine.stayed += one.stayed
        mine.stays += one.many * stays
        mine.worth += one.many * worth
        if one.draw is not None and one.draw < len(drew) and not takes:
            mine.likely += one.many * drew[one.draw]
        else:
            mine.likely += one.stayed * stayed + (one.many - one.stayed) * passed


def _judged(mine: _Seen, weight: Array, others: float, spread: float) -> HowOften:
    rate = _finely(mine.stays) / mine.many
    worths = (
        np.stack([_finely(near(others + around * spread) @ mine.worth) for around in AROUND])
        / mine.many
    )
    best = int(worths[0].argmax())
    losses = 100 * (worths.max(1, keepdims=True) - worths)
    lost = losses[0]
    heap = np.cumsum(np.outer(OFTEN, weight).ravel()[np.argsort(losses, None)])
    by_size = np.sort(losses, None)
    return HowOften(
        decisions=mine.many,
        stayed=mine.stayed / mine.many,
        right=float(rate[best]),
        often=float(weight[(FINE[best] + CLEAR < FINE - 1e-9) & (lost > FELT)].sum()),
        seldom=float(weight[(FINE[best] - CLEAR > FINE + 1e-9) & (lost > FELT)].sum()),
        lost=float(weight @ lost),
        lost_low=float(by_size[int(np.searchsorted(heap, 0.025))]),
        lost_high=float(by_size[min(int(np.searchsorted(heap, 0.975)), len(by_size) - 1)]),
    )


def _finely(by_level: Array) -> Array:
    return np.interp(FINE, LEVELS, by_level)
