"""Values of every option to try: those that the program itself gives as examples, and more where
these are few.
"""

from __future__ import annotations

from typing import Final

from ledger.game.options import OPTIONS

_MORE: Final = {
    "limit": ("1", "5", "30", "3x"),
    "bourre": ("1", "40"),
    "draw-cap": ("7:3,6:4", "6:2,7:0", "0"),
    "seats": ("2-3", "7-8", "9-10", "2-7", "3-8", "4", "5-6"),
}
BASE: Final = {"limit-caps": "louisiana limit=5"}
"""Rules on which an option matters, where it does not on the Louisiana game."""

TRIED: Final = {
    name: (*option.values.examples, *_MORE.get(name, ())) for name, option in OPTIONS.items()
}
"""Texts by name of the option, each of another meaning; a new option is here without being asked
for.
"""

AGAIN = """
    rules louisiana reuse={reuse} declare={declare}
    seats Ann Bea Cal Dot Eve Fay Gus
    hand 1 Gus 2s
      dealt Ann 3h 4h 5h 6h 7h
      dealt Bea 3d 4d 5d 6d 7d
      pass Ann
      play Bea 5 out 3d 4d 5d 6d 7d
      play Cal 5
      play Dot 5
      play Eve {eve}
      pass Fay
      play Gus 3 in {card} ?? ??
"""
"""Seventeen cards are left to draw from, and two hands of five are passed."""
