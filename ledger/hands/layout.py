"""A hand as one row of bytes: where each column's part of it stands. ``ledger.hands.from_log`` turns rows into columns."""

from __future__ import annotations

from array import array
from math import prod
from typing import Final

import numpy as np

from ledger.game.cards import NONE
from ledger.hands.model import ABSENT, BY_SEAT, LINE_SEATS, TRICKS, Array

_BY_CARD: Final = frozenset(("dealt", "out", "drawn", "cards", "withdrawn", "shown", "turned"))
_BY_FLAG: Final = frozenset(("early", "has_counts", "has_ante", "has_take", "has_match", "quarantined"))
_LISTS: Final = frozenset(("dealt", "out", "drawn"))


class Layout:
    """Rows for tables of at most ``seats`` players and lists of at most ``held`` cards.

    ``at`` gives the first byte of each part, ``blank`` a row in which nothing is written; ``line_at`` and
    ``blank_lines`` are the same for line numbers.
    """

    def __init__(self, seats: int, held: int) -> None:
        self.seats, self.held = seats, held
        self.at: dict[str, int] = {}
        self.shape: dict[str, tuple[int, ...]] = {}
        blank = bytearray()
        for names, value, shape in (
            (("dealt", "out", "drawn"), NONE, (seats, held)),
            (("cards", "withdrawn"), NONE, (TRICKS, seats)),
            (("shown",), NONE, (held,)),
            (("dealt_count", "out_count", "drawn_count", "draw", "order", "counted"), ABSENT, (seats,)),
            (("declared", "early"), 0, (seats,)),
            (("leader",), ABSENT, (TRICKS,)),
            (("trick_size",), 0, (TRICKS,)),
            (("due", "trump", "claim"), ABSENT, ()),
            (("turned",), NONE, ()),
            (("seated", "trick_count"), 0, ()),
            (("has_counts", "has_ante", "has_take", "has_match", "quarantined"), 0, ()),
        ):
            for name in names:
                self.at[name] = len(blank)
                self.shape[name] = shape
                blank.extend([value & 0xFF] * prod(shape))
        self.blank = bytes(blank)
        self.blank_lines = array("H", bytes(2 * (LINE_SEATS + len(BY_SEAT) * seats)))
        self.line_at = {kind: LINE_SEATS + index * seats for index, kind in enumerate(BY_SEAT)}

    def columns(self, rows: list[bytearray]) -> dict[str, Array]:
        """Return the columns of ``Hands`` that the rows hold, the hand as last axis."""
        grid = np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), len(self.blank))
        grid = np.ascontiguousarray(grid.T)
        parts: dict[str, Array] = {}
        for name, start in self.at.items():
            shape = self.shape[name]
            part = grid[start : start + prod(shape)].reshape(*shape, len(rows))
            if name in _LISTS:
                part = np.ascontiguousarray(part.swapaxes(0, 1))
            parts[name] = part if name in _BY_CARD else part.view(bool) if name in _BY_FLAG else part.view(np.int8)
        return parts

    def line_columns(self, rows: list[array[int]]) -> Array:
        """Return the column ``lines`` of ``Hands``."""
        grid = np.frombuffer(b"".join(rows), np.uint16).reshape(len(rows), len(self.blank_lines))
        return np.ascontiguousarray(grid.T)
