"""Sessions as they were played, before any of it is recorded."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ledger.hands.model import Array, Events, Hands, blank_columns
from ledger.simulation.faults import Planted
from ledger.simulation.plan import Plan
from ledger.simulation.table import Table


@dataclass(slots=True)
class Played:
    """Sessions as they were played.

    ``hands`` has every card and no amount; ``level`` (hands,) is how much of a hand will be written down, ``fault`` the number
    of the fault that its record should have (-1: none; those of the play have happened), ``recalled`` (width, hands) who
    took a card back. ``unwritten`` (hands,) is True where hands before it were played that nobody wrote down. ``table`` has
    the statements between hands as the table makes them.
    """

    plan: Plan
    hands: Hands
    level: Array
    fault: Array
    recalled: Array
    reshuffled: Array
    unwritten: Array
    planted: list[Planted]
    table: Table
    last_round: list[tuple[int, ...]]


def blank(width: int, total: int) -> Hands:
    """Empty columns for ``total`` hands."""
    nothing = np.zeros(0, np.int64)
    return Hands(sessions=[], events=Events(*(nothing for _ in range(8))), houses=[], **blank_columns(width, total))
