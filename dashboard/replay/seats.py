"""Where everything stands on the card table: the size of the picture, of cards and plates, and a place for every player."""

from __future__ import annotations

from typing import Final, NamedTuple

WIDTH: Final = 400
HEIGHT: Final = 484
CAPTION: Final = 40
"""Room below the table for the words of a picture that stands alone."""

CARD: Final = (36, 50)
STEP: Final = 18
"""From one card of a hand to the next: what can be seen of a card that another one covers."""
PLATE: Final = (118, 32)
LIFT: Final = 11

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
"""How many sit at the bottom, on the left, at the top and on the right, by the number of players: clockwise as one looks down."""

_ACROSS: Final = {1: (200,), 2: (124, 276), 3: (63, 200, 337)}
_DOWN: Final = {1: (240,), 2: (170, 314), 3: (142, 242, 342)}
_PLAYED_ACROSS: Final = {1: (200,), 2: (150, 250), 3: (142, 200, 258)}
_PLAYED_DOWN: Final = {1: (240,), 2: (197, 283), 3: (189, 240, 291)}


class Spot(NamedTuple):
    """Where a player sits: the middle of the plate, of the hand and of the card played; ``lift`` is where a raised card goes."""

    plate: tuple[float, float]
    hand: tuple[float, float]
    played: tuple[float, float]
    lift: int


def seats_for(players: int) -> list[Spot]:
    """The seats of a table, clockwise from the bottom; the bottom row is passed from right to left, as on a clock."""
    bottom, left, top, right = _SIDES[players]
    spots = [
        Spot((x, 462), (x, 418), (played, 341), -LIFT)
        for x, played in zip(_ACROSS.get(bottom, ()), _PLAYED_ACROSS.get(bottom, ()), strict=True)
    ][::-1]
    for count, side in ((left, "left"), (right, "right")):
        near = 62 if side == "left" else WIDTH - 62
        inner = 149 if side == "left" else WIDTH - 149
        column = [
            Spot((near, y - 26), (near, y + 18), (inner, played), LIFT)
            for y, played in zip(_DOWN.get(count, ()), _PLAYED_DOWN.get(count, ()), strict=True)
        ]
        if side == "left":
            spots += column[::-1]
            spots += [
                Spot((x, 20), (x, 64), (played, 139), LIFT)
                for x, played in zip(_ACROSS.get(top, ()), _PLAYED_ACROSS.get(top, ()), strict=True)
            ]
        else:
            spots += column
    return spots
