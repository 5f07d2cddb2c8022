"""What a simulated hand should bring, and what it brought: the level of its record, and a fault planted in its play."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np

from ledger.findings.kinds import RULES_OF_PLAY
from ledger.hands.model import Array

LEVELS: Final = ("full", "plays", "partial", "score", "claim")
"""How much of a hand is written down (rules.md 6)."""
FULL, PLAYS, PARTIAL, SCORE, CLAIM = range(len(LEVELS))

IN_PLAY: Final = (
    *RULES_OF_PLAY,
    "recall",
    "claim",
    "turn",
    "draw-cap",
    "qualify",
    "dealer-must-play",
    "dealer",
    "all-passed",
)
"""Faults that happen at the table; the others are slips of the pen."""


@dataclass(slots=True)
class Wishes:
    """What is wanted of some hands: arrays (hands,).

    ``fault`` is the number of a fault in IN_PLAY, -1 for none or once it has happened. ``recalls``, ``early`` and ``claims``
    are how often a hand sees a card taken back, an announcement before the turn, a claim by one who is certain of the rest;
    ``mistakes`` how often any player plays a wrong card where there is one.
    """

    fault: Array
    recalls: Array
    early: Array
    claims: Array
    mistakes: float = 0.0

    def part(self, rows: Array) -> Wishes:
        """Return the wishes for some of the hands."""
        return Wishes(self.fault[rows], self.recalls[rows], self.early[rows], self.claims[rows], self.mistakes)

    def fault_is(self, name: str) -> Array:
        """Return where this fault is wanted."""
        return np.asarray(self.fault == IN_PLAY.index(name))


@dataclass(slots=True)
class Slips:
    """What went wrong at the table: one entry for each, ``row`` being a hand of the step.

    ``rule`` as in the table of findings; ``trick`` from 1, 0 for none; ``place`` at the table, -1 for none; ``card`` a code.
    """

    rule: list[str] = field(default_factory=list)
    row: list[int] = field(default_factory=list)
    trick: list[int] = field(default_factory=list)
    place: list[int] = field(default_factory=list)
    card: list[int] = field(default_factory=list)

    def add(self, rule: str, rows: Array, trick: int, places: Array, cards: Array) -> None:
        """Note the same slip in several hands."""
        self.rule += [rule] * len(rows)
        self.row += rows.tolist()
        self.trick += [trick] * len(rows)
        self.place += places.tolist()
        self.card += cards.tolist()
