"""What to simulate: rules, numbers of players and hands, how much is recorded, how often something goes wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from ledger.errors import UserError
from ledger.game import MOST_SEATS, Rules
from ledger.hands.model import Array
from ledger.simulation.deck import Dice
from ledger.simulation.faults import ANY, FAULT_NAMES, FAULTS, number_of
from ledger.simulation.written_down import FULL, LEVELS

MIXED: Final = "mixed"
"""The level of sessions whose hands are recorded at different levels."""

CIRCLE: Final = 8
"""The most people in a club."""
MISSING: Final = 0.15
"""How often a member of a club stays at home."""

ILLEGIBLE: Final = 0.2
"""How often the fault of a session's last hand is a line that cannot be read."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to simulate.

    ``players`` is the number who sit down at first (None: random for each session); ``hands`` the fewest and the
    most hands of a session; ``level`` one of LEVELS or MIXED. ``mistakes`` is how often a wrong card is played where there
    is one, whatever the record; ``faults`` is the rate of hands with a planted fault, which their record then proves.

    ``rare`` is how often a session changes its ante, and how often a hand is thrown in.

    In a ``club`` the same people (``players``, else as many as CIRCLE and the rules allow) meet every week, except for
    those who stay at home, and the pot is carried from night to night.
    """

    rules: Rules
    players: int | None = None
    hands: tuple[int, int] = (12, 50)
    level: str = "full"
    mistakes: float = 0.0
    faults: float = 0.0
    club: bool = False
    rare: float = 0.0

    def __post_init__(self) -> None:
        """Raise UserError for a plan that cannot be carried out."""
        if self.level not in (*LEVELS, MIXED):
            raise UserError(f"there is no level {self.level!r}", "one of " + ", ".join((*LEVELS, MIXED)))
        if self.players is not None and not 2 <= self.players <= MOST_SEATS:
            raise UserError(f"{self.players} players cannot sit at one table", f"from 2 to {MOST_SEATS} can")
        if not 1 <= self.hands[0] <= self.hands[1]:
            raise UserError("a session has at least one hand", "give the fewest hands first")
        for rate in (self.mistakes, self.faults, self.rare):
            if not 0 <= rate <= 1:
                raise UserError(f"{rate:g} is not how often something happens", "a number from 0 to 1")

    @property
    def most(self) -> int:
        """How many may sit at one time."""
        if self.players is not None:
            return max(self.players, 2)
        return max(min(CIRCLE, self.rules.seats[1]), self.rules.seats[0], 2) if self.club else self.rules.seats[1]

    @property
    def least(self) -> int:
        """The least number who must stay seated."""
        return min(max(self.rules.seats[0], 2), self.most)

    @property
    def width(self) -> int:
        """The places that the columns need: the same for every batch of a simulation."""
        crowded = self.faults > 0 and self.players is None and not self.club
        return min(self.most + 1, MOST_SEATS) if crowded else self.most

    def faults_possible(self) -> list[int]:
        """The numbers of the faults that are possible under these rules."""
        rules = self.rules
        without = set()
        if rules.cinch == "no":
            without |= {"cinch"}
        if not rules.qualify:
            without |= {"qualify"}
        if not (rules.dealer_plays or rules.ace_binds_dealer):
            without |= {"dealer-must-play"}
        if rules.dealer_plays:
            without |= {"all-passed"}
        if rules.declare == "simultaneous":
            without |= {"declare-order"}
        return [number_of(fault) for fault in FAULT_NAMES if fault not in without]


def seats(plan: Plan, dice: Dice, count: int) -> tuple[Array, Array]:
    """How many sit down in each session, and True where that is a fault (1.2)."""
    if plan.club:
        return np.maximum((~dice.chance(MISSING, plan.most, count)).sum(0), plan.least), np.zeros(count, bool)
    if plan.players is not None:
        number = np.full(count, plan.players)
        low, high = plan.rules.seats
        return number, np.full(count, not low <= plan.players <= high)
    low, high = max(plan.rules.seats[0], 2), plan.rules.seats[1]
    # Four to six players are more common than two or eight.
    number = low + (dice.below(high - low + 1, count) + dice.below(high - low + 1, count) + 1) // 2
    wrong = dice.chance(plan.faults / 4, count)
    few = wrong & dice.chance(0.5, count) & (plan.rules.seats[0] > 2)
    many = wrong & ~few & (high < plan.width)
    number = np.where(few, low - 1, np.where(many, high + 1, number))
    return number, few | many


def levels(plan: Plan, dice: Dice, count: int) -> Array:
    """The level of record of each hand, as an index in LEVELS."""
    if plan.level == MIXED:
        return dice.below(len(LEVELS), count)
    return np.full(count, LEVELS.index(plan.level))


def choose_faults(plan: Plan, dice: Dice, first: Array, last: Array, level: Array) -> Array:
    """Choose the fault of each hand (-1: none), and raise ``level`` to what proving it needs.

    ``first`` and ``last`` are True for hands that begin and end a session.
    """
    count = len(level)
    fault = np.full(count, -1)
    if not plan.faults:
        return fault
    possible = plan.faults_possible()
    urn = np.repeat(possible, [FAULTS[FAULT_NAMES[number]][0] for number in possible])
    fault = np.where(dice.chance(plan.faults, count), urn[dice.below(len(urn), count)], -1)
    # Only the last hand of a session gets an unreadable line: for a while after one nothing can be proved.
    last_of_all = last & (not plan.club)
    fault = np.where((fault >= 0) & last_of_all & dice.chance(ILLEGIBLE, count), number_of("syntax"), fault)
    pick = dice.bits(count)
    unverified = number_of("unverified-pot")
    session = np.cumsum(first)
    lost = -1
    for row in np.flatnonzero(fault >= 0).tolist():
        name = FAULT_NAMES[fault[row]]
        settling = not first[row] and fault[row - 1] == unverified
        early = first[row] and name in {"dealer", "hand-number"}
        late = last[row] and name == "unverified-pot"
        # Once the books have lost track of chips, a wrong count may be right by chance.
        astray = name == "count" and session[row] == lost
        if settling or early or late or astray:
            fault[row] = -1
            continue
        if name == "unverified-pot":
            lost = session[row]
        allowed = FAULTS[name][1]
        if level[row] not in allowed and ANY not in allowed:
            level[row] = allowed[pick[row] % len(allowed)]
    level[np.flatnonzero(fault[:-1] == unverified) + 1] = FULL
    return fault
