"""The two sides of a comparison: a player and everybody else, another player, or the year before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, Final, NamedTuple

from dashboard.frame import theme
from dashboard.frame.shown_book import asked
from ledger.stats import Filter, at_one_table, nights_called, player_figures

Row = Mapping[str, Any]

OTHERS: Final = "others"
YEAR: Final = "year"
BESIDE: Final = {OTHERS: "Everybody else", YEAR: "The year before"}
"""What a player can be compared with, besides another player."""


class Side(NamedTuple):
    """One side of a comparison: its name, its colour, and a row of ``player_figures`` (None without a hand).

    For two players, the statistics cover the hands dealt to both.

    ``where`` is the part of the book they cover.
    """

    name: str
    colour: str
    figures: Row | None
    where: Filter


def sides(player: int, beside: str, where: Filter, names: Mapping[int, str]) -> tuple[Side, Side]:
    """The two sides of a comparison; ``beside`` is a key of ``BESIDE`` or the number of a player."""
    quiet = theme.tokens().quiet
    if beside == YEAR:
        last = asked(nights_called)[0].date.year  # latest first
        now, before = (replace(where, since=date(year, 1, 1), until=date(year, 12, 31)) for year in (last, last - 1))
        of_now, of_before = (asked(player_figures, replace(span, whose=player)).rows(named=True) for span in (now, before))
        return (
            Side(str(last), theme.player_colour(player), _of_hands(of_now), now),
            Side(str(last - 1), quiet, _of_hands(of_before), before),
        )
    other = None if beside == OTHERS else int(beside)
    found = asked(at_one_table, player, other, where).rows(named=True)
    mine, theirs = found or (None, None)
    return (
        Side(names[player], theme.player_colour(player), mine, where),
        Side(BESIDE[OTHERS], quiet, theirs, where)
        if other is None
        else Side(names[other], theme.player_colour(other), theirs, where),
    )


def _of_hands(rows: Sequence[Row]) -> Row | None:
    """The row of a player who was dealt a hand, else None."""
    return next((row for row in rows if row["hands"]), None)
