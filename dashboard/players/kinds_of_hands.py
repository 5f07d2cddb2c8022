"""A player's hands by kind, one kind at a time: all at once would be half of what their page takes to draw."""

from __future__ import annotations

from typing import Final

from dashboard.frame import filters
from dashboard.players import breakdown, stay_map
from dashboard.players.breakdown import Breakdown
from ledger.stats import Beside

_STAYS: Final = "stays"


def show(found: Beside, groups: list[Breakdown]) -> None:
    """Show the hands by what the address says: when the player stays in, or one of ``groups``."""
    by_name = {one.by: one for one in groups}
    names = {_STAYS: "When in, when out", **{name: one.title for name, one in by_name.items()}}
    by = filters.choice("Which hands", "by", names) or _STAYS
    if by == _STAYS:
        stay_map.show(found.stays)
    else:
        breakdown.show(by_name[by])
