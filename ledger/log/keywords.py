"""The first words of the lines below the header: known before the statements are, for what a misspelt line may have meant."""

from __future__ import annotations

from typing import Final

_DEAL: Final = ("ante", "dealt", "early", "pass", "play", "stay")
_PLAY: Final = ("trick", "claim", "misdeal", "tricks", "pot", "take", "match", "renege")
IN_HAND: Final = (*_DEAL, *_PLAY)
"""Those of ``hand_statements``, in its order."""

_CHIPS: Final = ("sit", "leave", "buyin", "cashout", "count", "pay", "penalty", "transfer")
_TABLE: Final = ("waive", "ante", "rules", "expense", "result", "end")
BETWEEN: Final = (*_CHIPS, *_TABLE)
"""Those of ``between_hands``, in its order."""

KEYWORDS: Final = ("hand", *IN_HAND, *BETWEEN)
