"""Luck and prices of decisions in words: estimates in chips, and how far the truth may be from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

PER: Final = 100
"""Hands that a loss is told of: in each, somebody who is dealt in decides once whether to stay."""

_KINDS: Final = {
    "staying": ("decisions", "priced"),
    "passing": ("decisions", "priced"),
    "discarding": ("discards", "discards_priced"),
    "playing": ("cards", "cards_priced"),
}
"""How many decisions there were of a kind, and how many have a price."""


def priced_of(kind: str) -> str:
    """The column that says how many decisions of a kind have a price."""
    return _KINDS[kind][1]


def per_hundred(row: Mapping[str, Any], kind: str) -> tuple[float, float]:
    """Chips lost by decisions of a kind in ``PER`` hands dealt, and their reach: those without a price taken to be alike."""
    decisions, priced = (row[name] for name in _KINDS[kind])
    each = PER / priced * decisions / row["decisions"]
    return row[f"lost_{kind}"] * each, row[f"lost_{kind}_reach"] * each


def plain(chips: float, digits: int = 1) -> str:
    """Chips rounded, with the sign of those below nothing: ``4.3``, ``−0.2``, ``0.0``."""
    return f"{round(chips, digits) + 0.0:,.{digits}f}".replace("-", "−")  # what is added makes a minus nought a nought


def signed(chips: float, digits: int = 0) -> str:
    """Chips rounded, with their sign; nothing has none."""
    return ("+" if round(chips, digits) > 0 else "") + plain(chips, digits)


def is_clear(chips: float, reach: float) -> bool:
    """True if the whole range of the truth lies on one side of nothing: else it may be chance."""
    return abs(chips) > reach
