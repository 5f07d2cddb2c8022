"""Values of every option to try: those that the program itself gives as examples, and more where these are few."""

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

TRIED: Final = {name: (*option.values.examples, *_MORE.get(name, ())) for name, option in OPTIONS.items()}
"""Texts by name of the option, each of another meaning; a new option is here without being asked for."""
