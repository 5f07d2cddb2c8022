"""The first words of the lines below the header: known before the statements are, for what a misspelt line may have meant."""

from __future__ import annotations

from typing import Final

IN_HAND: Final = (
    "ante",
    "dealt",
    "early",
    "pass",
    "play",
    "stay",
    "trick",
    "claim",
    "misdeal",
    "tricks",
    "pot",
    "take",
    "match",
    "renege",
)
"""Those of ``hand_statements``, in its order."""
BETWEEN: Final = (
    "sit",
    "leave",
    "buyin",
    "cashout",
    "count",
    "pay",
    "penalty",
    "transfer",
    "waive",
    "ante",
    "rules",
    "expense",
    "result",
    "end",
)
"""Those of ``between_hands``, in its order."""
KEYWORDS: Final = ("hand", *IN_HAND, *BETWEEN)
