"""Simulated hands for tests, of all sessions at once."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np
from planted_faults import Plan, simulations

from ledger.game import Rules
from ledger.hands.model import COLUMNS, RULES, Events, Hands


def simulate(
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
    plan = Plan(rules, players, lengths, level, mistakes=mistakes)
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
