"""Faults to plant in simulated sessions: the kinds, the wishes for a hand, and where the audit must find each."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np

from ledger.findings.kinds import RULES_OF_PLAY
from ledger.game.play import NAMES, NONE, UNKNOWN
from ledger.hands.model import Array, Hands
from ledger.simulation.written_down import FULL, PLAYS, SCORE

ANY: Final = -1
"""Stands for every level of record."""

FAULTS: Final = {
    "follow-suit": (3, (FULL, PLAYS)),
    "must-trump": (3, (FULL, PLAYS)),
    "must-beat": (3, (FULL, PLAYS)),
    "cinch": (6, (FULL,)),
    "recall": (1, (FULL, PLAYS)),
    "claim": (1, (FULL,)),
    "turn": (1, (FULL, PLAYS)),
    "hand-size": (1, (FULL,)),
    "duplicate-card": (1, (FULL,)),
    "not-held": (1, (FULL,)),
    "draw-cap": (1, (PLAYS,)),
    "draw-count": (1, (FULL,)),
    "qualify": (2, (FULL,)),
    "dealer-must-play": (1, (FULL, PLAYS)),
    "declare-order": (1, (FULL,)),
    "dealer": (1, (ANY,)),
    "trick-count": (1, (FULL,)),
    "ante": (1, (FULL,)),
    "pot": (1, (FULL,)),
    "take": (2, (FULL, SCORE)),
    "match": (2, (FULL, SCORE)),
    "penalty": (2, (FULL, SCORE)),
    "hand-number": (1, (ANY,)),
    "unverified-pot": (1, (PLAYS,)),
    "count": (1, (ANY,)),
    "all-passed": (1, (ANY,)),
    "syntax": (0, (ANY,)),
}
"""Every kind of fault to plant: its weight among the others, and the levels of record at which it can be proved.

Two more come by themselves: ``unpaid-renege`` with a wrong card, and ``seats`` for a whole session.
"""
FAULT_NAMES: Final = tuple(FAULTS)
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
"""Faults that happen at the table; the others are wrong records."""


def number_of(fault: str) -> int:
    """The number of a fault in the columns."""
    return FAULT_NAMES.index(fault)


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


class Planted(NamedTuple):
    """A planted fault: its ``rule`` in the table of findings (log-format.md), its ``row`` in ``Hands``, its ``trick`` (0: none).

    ``place`` is a seat of that hand and ``player`` an index in the session's players (-1: none); ``card`` is a code;
    ``session`` is set instead of ``row`` if the finding belongs to no hand. ``follows`` names the fault that caused
    this one.
    """

    rule: str
    row: int
    trick: int = 0
    place: int = -1
    card: int = NONE
    player: int = -1
    session: int = -1
    follows: str | None = None

    def as_dict(self, hands: Hands) -> dict[str, object]:
        """The fault as in a line of the side file."""
        info = hands.sessions[self.session if self.row < 0 else int(hands.session[self.row])]
        player = None
        if self.row >= 0 and self.place >= 0:
            player = hands.name(self.row, self.place)
        elif self.player >= 0:
            player = info.players[self.player]
        return {
            "file": info.file,
            "session": info.id,
            "hand": int(hands.number[self.row]) if self.row >= 0 else None,
            "trick": self.trick or None,
            "player": player,
            "rule": self.rule,
            "card": NAMES[self.card] if self.card < UNKNOWN else None,
            "follows": self.follows,
        }

    def line(self, hands: Hands) -> str:
        """The fault as a line of JSON."""
        return json.dumps(self.as_dict(hands), ensure_ascii=False)


def as_recorded(planted: list[Planted], hands: Hands) -> list[Planted]:
    """The faults as the record shows them: a card taken back may not have been written down."""
    return [
        fault._replace(card=NONE)
        if fault.rule == "recall" and fault.card not in hands.withdrawn[fault.trick - 1, :, fault.row]
        else fault
        for fault in planted
    ]
