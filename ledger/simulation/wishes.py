"""What is wanted to happen in simulated hands, and the slips of their players."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np

from ledger.findings.kinds import RULES_OF_PLAY
from ledger.hands.model import Array

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
"""Faults that happen at the table."""


@dataclass(slots=True)
class Wishes:
    """What is to happen in some hands: arrays (hands,).

    ``fault`` is the number of a fault in IN_PLAY, -1 for none or once it has happened. The others are rates (0 to 1):
    ``recalls`` of a card taken back in a hand, ``early`` of an announcement out of turn, ``claims`` of a claim by a player
    sure of the rest, ``lays`` of cards laid down for some of the tricks, and ``mistakes`` of a wrong card whenever a player
    has one.
    """

    fault: Array
    recalls: Array
    early: Array
    claims: Array
    lays: Array
    mistakes: float = 0.0

    def part(self, rows: Array) -> Wishes:
        """The wishes for the hands in ``rows``."""
        return Wishes(self.fault[rows], self.recalls[rows], self.early[rows], self.claims[rows], self.lays[rows], self.mistakes)

    def fault_is(self, name: str) -> Array:
        """True where this fault is wanted (hands,)."""
        return np.asarray(self.fault == IN_PLAY.index(name))


@dataclass(slots=True)
class Slips:
    """What went wrong at the table, as columns with an entry for each slip; ``row`` is the hand in the step.

    ``rule`` is as in the table of findings, ``trick`` from 1 (0: none), ``place`` at the table (-1: none), ``card`` a code.
    """

    rule: list[str] = field(default_factory=list)
    row: list[int] = field(default_factory=list)
    trick: list[int] = field(default_factory=list)
    place: list[int] = field(default_factory=list)
    card: list[int] = field(default_factory=list)

    def add(self, rule: str, rows: Array, trick: int, places: Array, cards: Array) -> None:
        """Add the same slip in several hands."""
        self.rule += [rule] * len(rows)
        self.row += rows.tolist()
        self.trick += [trick] * len(rows)
        self.place += places.tolist()
        self.card += cards.tolist()
