"""What can be said of a hand before it is over: findings that no later line takes back, unless it contradicts the record."""

from __future__ import annotations

from typing import Final

REFEREE: Final = frozenset({"follow-suit", "must-trump", "must-beat", "cinch"})
"""The rules of play: whoever breaks one has reneged if the card still stands when the next one falls (rules.md 4.9)."""

STEADY: Final = REFEREE | {
    "recall", "claim", "turn", "hand-size", "duplicate-card", "not-held", "draw-cap", "draw-count", "qualify",
    "declare-order", "seats", "dealer", "hand-number",
}  # fmt: skip
"""The others depend on what is still to be said: who took the pot, who matched it, how many tricks each has."""
