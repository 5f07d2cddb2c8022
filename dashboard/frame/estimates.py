"""Luck and prices of decisions in words: estimates in chips, with their margins of error."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

PER: Final = 100
"""Losses are given for this many hands dealt; each has one decision to stay or pass."""

_KINDS: Final = {
    "staying": ("decisions", "priced"),
    "passing": ("decisions", "priced"),
    "discarding": ("discards", "discards_priced"),
    "playing": ("cards", "cards_priced"),
}
"""For each kind of decision the columns that count decisions, and those with a price."""


def priced_of(kind: str) -> str:
    """The column that says how many decisions of a kind have a price."""
    return _KINDS[kind][1]


def per_hundred(row: Mapping[str, Any], kind: str) -> tuple[float, float]:
    """Chips lost by a kind of decision per ``PER`` hands dealt, and the margin; unpriced decisions are taken to be alike."""
    decisions, priced = (row[name] for name in _KINDS[kind])
    each = PER / priced * decisions / row["decisions"]
    return row[f"lost_{kind}"] * each, row[f"lost_{kind}_reach"] * each


def plain(chips: float, digits: int = 1) -> str:
    """Chips rounded, with a minus sign if negative: ``4.3``, ``−0.2``, ``0.0``."""
    return f"{round(chips, digits) + 0.0:,.{digits}f}".replace("-", "−")  # adding 0.0 turns -0.0 into 0.0


def signed(chips: float, digits: int = 0) -> str:
    """Chips rounded, with their sign; zero has none."""
    return ("+" if round(chips, digits) > 0 else "") + plain(chips, digits)


def is_clear(chips: float, reach: float) -> bool:
    """True if the whole interval is on one side of zero; otherwise it may be chance."""
    return abs(chips) > reach
