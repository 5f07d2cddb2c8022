"""Who is compared with whom: a player with everybody else, with another player, or with the year before."""

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
"""What a player is compared with that is no other player."""


class Side(NamedTuple):
    """A side of a comparison: its name, its colour, and its statistics as ``player_figures`` has them; none without a hand.

    Those of two sides at one table are of the hands that were dealt to both.

    ``where`` is the part of the book that they are of.
    """

    name: str
    colour: str
    figures: Row | None
    where: Filter


def sides(player: int, beside: str, where: Filter, names: Mapping[int, str]) -> tuple[Side, Side]:
    """Both sides of a comparison; ``beside`` is one of ``BESIDE``, or the number of a player."""
    quiet = theme.tokens().quiet
    if beside == YEAR:
        last = asked(nights_called)[0].date.year  # the latest is first
        now, before = (replace(where, since=date(year, 1, 1), until=date(year, 12, 31)) for year in (last, last - 1))
        of_now, of_before = (asked(player_figures, span).filter(player=player).rows(named=True) for span in (now, before))
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
    """The statistics of a player who was dealt a hand."""
    return next((row for row in rows if row["hands"]), None)
