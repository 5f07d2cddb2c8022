"""Sessions as they were played, before any of it is recorded."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ledger.game.play import NONE
from ledger.hands.model import ABSENT, BY_SEAT, LINE_SEATS, Array, Events, Hands
from ledger.simulation.faults import Planted
from ledger.simulation.plan import Plan
from ledger.simulation.table import Table


@dataclass(slots=True)
class Played:
    """Sessions as they were played.

    ``hands`` has every card and no amount; ``level`` (hands,) is how much of a hand will be written down, ``fault`` the number
    of the fault that its record should have (-1: none; those of the play have happened), ``recalled`` (width, hands) who
    took a card back. ``unwritten`` (hands,) is True where hands before it were played that nobody wrote down. ``table`` has
    the statements between hands as the table makes them.
    """

    plan: Plan
    hands: Hands
    level: Array
    fault: Array
    recalled: Array
    reshuffled: Array
    unwritten: Array
    planted: list[Planted]
    table: Table
    last_round: list[tuple[int, ...]]


def blank(width: int, total: int) -> Hands:
    """Empty columns for ``total`` hands."""

    def absent(*shape: int, kind: str = "int8", value: int = ABSENT) -> Array:
        return np.full((*shape, total), value, kind)

    def cards(*shape: int) -> Array:
        return absent(*shape, kind="uint8", value=NONE)

    def flags(*shape: int) -> Array:
        return np.zeros((*shape, total), bool)

    nothing = np.zeros(0, np.int64)
    return Hands(
        sessions=[],
        events=Events(*(nothing for _ in range(8))),
        session=absent(kind="int32"),
        number=absent(kind="int64"),
        line=absent(kind="int32", value=0),
        quarantined=flags(),
        seated=absent(value=0),
        player=absent(width, kind="int16"),
        due=absent(),
        turned=cards(),
        trump=absent(),
        declared=absent(width, value=0),
        order=absent(width),
        draw=absent(width),
        early=flags(width),
        dealt=cards(6, width),
        dealt_count=absent(width),
        out=cards(6, width),
        out_count=absent(width),
        drawn=cards(6, width),
        drawn_count=absent(width),
        trick_count=absent(value=0),
        trick_size=absent(5, value=0),
        leader=absent(5),
        cards=cards(5, width),
        withdrawn=cards(5, width),
        claim=absent(),
        claim_after=absent(),
        shown=cards(6),
        has_counts=flags(),
        counted=absent(width),
        has_ante=flags(),
        ante=absent(width, kind="int64", value=0),
        pot=absent(kind="int64"),
        has_take=flags(),
        take=absent(width, kind="int64"),
        has_match=flags(),
        match=absent(width, kind="int64"),
        renege=absent(width, kind="int64"),
        house=absent(kind="int32", value=0),
        houses=[],
        misdeal=flags(),
        score=absent(value=0),
        lines=np.zeros((LINE_SEATS + len(BY_SEAT) * width, total), np.uint16),
    )
