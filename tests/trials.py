"""How much is tried: a part of everything at each change, all of it with ``BOURRE_TRIALS=full``."""

from __future__ import annotations

import os
from collections.abc import Sequence
from random import Random, SystemRandom
from typing import TypeVar

FULL = os.environ.get("BOURRE_TRIALS") == "full"
"""True to try everything that there is to try, and not only what there is time for at each
change.
"""
RUN = os.environ.setdefault(
    "BOURRE_RUN", os.environ.get("BOURRE_SEED") or str(SystemRandom().randrange(10**9))
)
"""What chance begins with: ``BOURRE_SEED``, or something else in each run. All processes of a run
have it from the first.
"""

Tried = TypeVar("Tried")


def luck() -> Random:
    """Chance; prints what makes it come again."""
    print(f"BOURRE_SEED={RUN}")
    return Random(RUN)  # noqa: S311 - to be repeated, not to be secret


def drawn(everything: Sequence[Tried], number: int) -> list[Tried]:
    """Some of them, others each time, or all."""
    return (
        list(everything) if FULL or number >= len(everything) else luck().sample(everything, number)
    )
