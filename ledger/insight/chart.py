"""The stay chart: which hands are worth staying with, by position and by how many are in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from ledger.insight.hand_class import CLASSES, HandClass
from ledger.insight.stay_table import StayTable

SHOWN_TRUMPS: Final = 3
"""The most trumps of a hand in the chart: nobody passes with more."""
SEEN: Final = 30
"""With fewer decisions of its own a cell shows what hands and places are worth in general."""


class Cell(NamedTuple):
    """``margin`` is value(stay) − value(pass) in stakes; ``seen`` is False where it is too rare to estimate alone."""

    place: int
    already_in: int
    margin: float
    seen: bool

    @property
    def stays(self) -> bool:
        """True if staying is worth more."""
        return self.margin > 0

    @property
    def hundredths(self) -> str:
        """The margin in hundredths of a stake, with its sign: ``+15``."""
        return f"{100 * self.margin:+.0f}".replace("-", "−").replace("+0", "0").replace("−0", "0")


class Line(NamedTuple):
    """A class of hands, and its cells in the order of ``situations``."""

    hand: HandClass
    cells: tuple[Cell, ...]


def situations(seats: int) -> list[tuple[int, int]]:
    """Who is in when a place must speak, as (already in, place): nobody in first, and the dealer last."""
    return [(already_in, place) for already_in in range(seats) for place in range(already_in, seats)]


def chart(table: StayTable, side_aces: int = 0) -> list[Line]:
    """The lines of the chart for hands with so many side aces (2 stands for more as well), the weakest first."""
    return [
        Line(
            hand,
            tuple(
                Cell(
                    place, already_in, float(table.margin[at, place, already_in]), table.decisions[at, place, already_in] >= SEEN
                )
                for already_in, place in situations(table.seats)
            ),
        )
        for at, hand in enumerate(CLASSES)
        if hand.trumps <= SHOWN_TRUMPS and hand.side == side_aces
    ]


def place_name(place: int, seats: int) -> str:
    """How a place is headed: ``1st`` to speak, ``dealer``."""
    if place == seats - 1:
        return "dealer"
    return f"{place + 1}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(place + 1, 'th') }"


def rows_of(table: StayTable) -> Iterator[tuple[object, ...]]:
    """A row for each cell that can happen.

    Way of playing, seats, trumps, their honours, side aces, place from 1, how many are in, margin in stakes, and the decisions
    that it was drawn from.
    """
    for at, hand in enumerate(CLASSES):
        for already_in, place in situations(table.seats):
            margin, decisions = table.margin[at, place, already_in], table.decisions[at, place, already_in]
            head = (table.rules.preset, table.seats, hand.trumps, hand.honours_in_words, hand.side)
            yield *head, place + 1, already_in, round(float(margin), 4), int(decisions)
