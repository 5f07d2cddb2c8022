"""The layout of the card table: the sizes of the picture, cards and plates, and a place for every player."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

WIDTH: Final = 400
CAPTION: Final = 40
"""Height of the caption below a picture that is shown alone."""

CARD: Final = (38, 53)
PLATE: Final = (118, 32)
_APART: Final = (1.5, 3)
"""Gaps between the cards of a row, and between the rows of a hand: no card covers another."""
_LIFT: Final = 8
_SPACE: Final = 8
"""The gap between players at the top or bottom and those at the sides."""
_LEAST: Final = 300
"""The least height of the middle, where cards are played."""

_SIDES: Final = {
    1: (1, 0, 0, 0),
    2: (1, 0, 1, 0),
    3: (1, 1, 0, 1),
    4: (1, 1, 1, 1),
    5: (1, 1, 2, 1),
    6: (1, 2, 1, 2),
    7: (1, 2, 2, 2),
    8: (2, 2, 2, 2),
    9: (2, 2, 3, 2),
    10: (3, 2, 3, 2),
    11: (3, 3, 2, 3),
    12: (3, 3, 3, 3),
}
"""By number of players, how many sit at the bottom, left, top and right: clockwise, seen from above."""

_ACROSS: Final = {0: (), 1: (200,), 2: (100, 300), 3: (62, 200, 338)}
_PLAYED_ACROSS: Final = {0: (), 1: (200,), 2: (150, 250), 3: (142, 200, 258)}
_INWARD: Final = 0.57
"""Players at a side play their cards closer together than their seats, by this factor."""


class Spot(NamedTuple):
    """A player's place: the centre of the plate and of the card played, the hand, and how many of its cards are in a row.

    ``hand`` is the centre of the top edge of its first row; ``lift`` is the offset of a raised card.
    """

    plate: tuple[float, float]
    hand: tuple[float, float]
    played: tuple[float, float]
    row: int
    lift: int


class Seating(NamedTuple):
    """A table: its spots clockwise from the bottom, its height, and the scale of played cards relative to cards in hand."""

    spots: list[Spot]
    height: float
    big: float


@cache
def seats_for(players: int) -> Seating:
    """The seats of a table; clockwise, so the bottom row runs from right to left."""
    bottom, left, top, right = _SIDES[players]
    big = 1.2 if players <= 5 else 1.05 if players <= 8 else 1.0
    middle = max(_LEAST, max(left, right) * (_block(3) + 2 * _APART[1]))
    above, below = _block(_row(top)) + _SPACE, _block(_row(bottom)) + _SPACE
    height = above + middle + below
    ends = _SPACE + 2 + CARD[1] * big / 2
    spots = [
        Spot(
            (x, height - PLATE[1] / 2 - 4),
            (x, height - _block(_row(bottom)) + 2),
            (played, height - below - ends),
            _row(bottom),
            -_LIFT,
        )
        for x, played in zip(_ACROSS[bottom], _PLAYED_ACROSS[bottom], strict=True)
    ][::-1]
    spots += _side(left, 61, 149, above, middle)[::-1]
    spots += [
        Spot((x, PLATE[1] / 2 + 4), (x, PLATE[1] + 6), (played, above + ends), _row(top), _LIFT)
        for x, played in zip(_ACROSS[top], _PLAYED_ACROSS[top], strict=True)
    ]
    spots += _side(right, WIDTH - 61, 251, above, middle)
    return Seating([spot if spot.row > 3 else spot._replace(lift=0) for spot in spots], height, big)


def _side(number: int, x: float, inner: float, above: float, middle: float) -> list[Spot]:
    """The spots of one side from top to bottom, each with a hand in two rows."""
    spots = []
    for at in range(number):
        centre = above + middle * (at + 0.5) / number
        upper = centre - _block(3) / 2
        played = above + middle / 2 + (centre - above - middle / 2) * _INWARD
        spots.append(Spot((x, upper + PLATE[1] / 2), (x, upper + PLATE[1] + 2), (inner, played), 3, 0))
    return spots


def _row(across: int) -> int:
    """How many cards of a hand are in a row if ``across`` players sit beside each other."""
    return 3 if across == 3 else 5


def _block(row: int) -> float:
    """The height of a plate with a hand of five."""
    return PLATE[1] + 6 + CARD[1] + (CARD[1] + _APART[1] if row == 3 else 0)


def cards_at(spot: Spot, number: int) -> list[tuple[float, float]]:
    """The upper left corners of the cards of a hand; if there are too many, they overlap."""
    row = number if number <= spot.row or spot.row > 3 else -(-number // 2)
    room = spot.row * (CARD[0] + _APART[0]) - _APART[0]
    step = min(CARD[0] + _APART[0], (room - CARD[0]) / max(1, row - 1))
    found = []
    for at in range(number):
        line, place = divmod(at, max(1, row))
        beside = min(row, number - line * row)
        left = spot.hand[0] - (CARD[0] + step * (beside - 1)) / 2
        found.append((left + step * place, spot.hand[1] + line * (CARD[1] + _APART[1])))
    return found
