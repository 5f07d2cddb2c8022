"""Makes up sessions of sensible, legal play in bulk for tests, benchmarks and samples, with planted faults if wanted.

The same seed gives the same sessions on every machine. The engine decides what is legal and what is paid: there is no
second copy of the rules here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any, Final

import numpy as np

from ledger.game import Rules
from ledger.hands.model import COLUMNS, RULES, Events, Hands
from ledger.simulation.batch import Simulated, made
from ledger.simulation.deck import Dice
from ledger.simulation.evenings import play_sessions
from ledger.simulation.faults import Planted
from ledger.simulation.plan import MIXED, Plan
from ledger.simulation.season import season
from ledger.simulation.written_down import LEVELS

__all__ = ["LEVELS", "MIXED", "Plan", "Planted", "Simulated", "simulate", "simulation", "simulations"]

BATCH: Final = 2000
"""Sessions made together. Changing it changes the sessions that a seed gives."""


def simulations(plan: Plan, sessions: int, seed: int) -> Iterator[Simulated]:
    """Yield ``sessions`` sessions in batches, so that any number of them fits in memory."""
    if plan.club:
        yield from season(plan, sessions, seed)
        return
    for batch in range(-(-sessions // BATCH)):
        yield simulation(plan, sessions, seed, batch)


def simulation(plan: Plan, sessions: int, seed: int, batch: int) -> Simulated:
    """Make batch number ``batch`` of ``sessions`` sessions. Without a club, batches are independent."""
    dice, first = Dice(seed, batch), batch * BATCH
    return made(dice, play_sessions(plan, dice, range(first, min(first + BATCH, sessions)), f"sim{seed}-"))


def simulate(  # noqa: PLR0913 - a plan, spelled out
    rules: Rules,
    sessions: int,
    hands: int | tuple[int, int] = (12, 50),
    *,
    seed: int = 0,
    players: int | None = None,
    level: str = "full",
    mistakes: float = 0.0,
) -> Hands:
    """Simulate sessions without planted faults; ``Plan`` says what the arguments mean.

    ``mistakes`` is how often a wrong card is played where there is one, unnoticed.
    """
    lengths = (hands, hands) if isinstance(hands, int) else hands
    plan = Plan(rules, players, lengths, level, mistakes)
    return joined([simulated.hands for simulated in simulations(plan, sessions, seed)])


def joined(parts: list[Hands]) -> Hands:
    """The hands of several simulations as one."""
    if len(parts) == 1:
        return parts[0]
    rows = np.cumsum([0, *(len(part) for part in parts)])
    sessions = np.cumsum([0, *(len(part.sessions) for part in parts)])
    for part, row, session in zip(parts, rows, sessions, strict=False):
        part.session += np.int32(session)
        part.events.session += session
        part.events.before += row
        for info in part.sessions:
            info.first_row += int(row)
    houses = {house: at for at, house in enumerate(dict.fromkeys(house for part in parts for house in part.houses))}
    for part in parts:
        place = np.array([houses[house] for house in part.houses], np.int32)
        part.house = place[part.house]
        ruled = part.events.kind == RULES
        part.events.amount[ruled] = place[part.events.amount[ruled]]
    events = Events(*(np.concatenate([getattr(part.events, f.name) for part in parts]) for f in fields(Events)))
    columns: dict[str, Any] = {name: np.concatenate([getattr(part, name) for part in parts], -1) for name in COLUMNS}
    return Hands(sessions=[info for part in parts for info in part.sessions], events=events, houses=list(houses), **columns)
