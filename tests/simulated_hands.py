"""Simulated hands for tests, of all sessions at once."""

from __future__ import annotations

from planted_faults import Plan, simulations

from ledger.game import Rules
from ledger.hands.model import Hands, joined


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
