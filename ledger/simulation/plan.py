"""What to simulate: rules, numbers of players and hands, how much is recorded, how often something
rare happens.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from ledger.errors import UserError
from ledger.game import MOST_SEATS, Rules
from ledger.hands.model import Array
from ledger.simulation.deck import Dice
from ledger.simulation.written_down import LEVELS

MIXED: Final = "mixed"  # the level of sessions whose hands are recorded at different levels
CIRCLE: Final = 8  # the most people in a club
MISSING: Final = 0.15  # how often a member of a club stays at home


@dataclass(frozen=True, slots=True)
class Plan:
    """What to simulate.

    ``players`` is the number who sit down at first (None: random for each session); ``hands`` the
    fewest and the most hands of a session; ``level`` one of LEVELS or MIXED. ``rare`` is how often
    a session changes its ante, and how often a hand is thrown in.

    In a ``club`` the same people (``players``, else as many as CIRCLE and the rules allow) meet
    every week, except for those who stay at home, and the pot is carried from night to night.
    """

    rules: Rules
    players: int | None = None
    hands: tuple[int, int] = (12, 50)
    level: str = "full"
    club: bool = False
    rare: float = 0.0

    def __post_init__(self) -> None:
        """Raise UserError for a plan that cannot be carried out."""
        if self.level not in (*LEVELS, MIXED):
            raise UserError(
                f"there is no level {self.level!r}", "one of " + ", ".join((*LEVELS, MIXED))
            )
        if self.players is not None and not 2 <= self.players <= MOST_SEATS:
            raise UserError(
                f"{self.players} players cannot sit at one table", f"from 2 to {MOST_SEATS} can"
            )
        if not 1 <= self.hands[0] <= self.hands[1]:
            raise UserError("an evening has at least one hand", "give the fewest hands first")
        if not 0 <= self.rare <= 1:
            raise UserError(
                f"{self.rare:g} is not how often something happens", "a number from 0 to 1"
            )

    @property
    def most(self) -> int:
        """How many may sit at one time."""
        if self.players is not None:
            return max(self.players, 2)
        return (
            max(min(CIRCLE, self.rules.seats[1]), self.rules.seats[0], 2)
            if self.club
            else self.rules.seats[1]
        )

    @property
    def least(self) -> int:
        """The least number who must stay seated."""
        return min(max(self.rules.seats[0], 2), self.most)

    @property
    def width(self) -> int:
        """The places that the columns need: the same for every batch of a simulation."""
        return self.most


def seats(plan: Plan, dice: Dice, count: int) -> Array:
    """How many sit down in each session."""
    if plan.club:
        return np.asarray(np.maximum((~dice.chance(MISSING, plan.most, count)).sum(0), plan.least))
    if plan.players is not None:
        return np.full(count, plan.players)
    low, high = max(plan.rules.seats[0], 2), plan.rules.seats[1]
    # Four to six players are more common than two or eight.
    return np.asarray(
        low + (dice.below(high - low + 1, count) + dice.below(high - low + 1, count) + 1) // 2
    )


def levels(plan: Plan, dice: Dice, count: int) -> Array:
    """The level of record of each hand, as an index in LEVELS."""
    if plan.level == MIXED:
        return dice.below(len(LEVELS), count)
    return np.full(count, LEVELS.index(plan.level))
