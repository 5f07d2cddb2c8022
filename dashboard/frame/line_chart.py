"""Lines of players in a chart: each with its name where it ends, those that matter in their colours, the others grey."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import date, timedelta
from typing import Final, NamedTuple

from dashboard.frame import charts, escape, theme
from dashboard.frame.charts import Axis, Chart, Name, Series
from dashboard.frame.me import my_account

_DASHES: Final = ("", "9 5", "2 4", "9 4 2 4")
"""For who has the colour of another: a dozen players later it comes again."""
_LABEL: Final = 17
"""Pixels from one name beside a chart to the next, so that none covers another."""
_MOST_LABELS: Final = 40
"""Names that stand beside a chart; of more players, those of the lines in colour."""
_LONGEST: Final = 11
"""Characters of a name beside a chart: a phone has no room for more."""
_TICKS: Final = 5


class Line(NamedTuple):
    """A line of a chart: whose it is, by number and name, its points, and what is said of each of them.

    ``x`` are hands or days, ``y`` what was won or lost until then.
    """

    player: int
    name: str
    x: list[int] | list[date]
    y: list[float]
    said: list[str]


def outstanding(lines: Sequence[Line], me: int | None = None) -> set[int]:
    """The players whose lines have colours until somebody chooses others: all, if their colours can be told apart.

    Else the three who are up the most, the three who are down the most, and ``me``, who is looking.
    """
    if len(lines) <= len(theme.LIGHT.players):
        return {line.player for line in lines}
    ranked = [line.player for line in sorted(lines, key=lambda line: (line.y[-1], line.name))]
    return {*ranked[:3], *ranked[-3:], *(player for player in ranked if player == me)}


def show(lines: Sequence[Line], x: str, y: str, key: str, coloured: Collection[int] | None = None) -> None:
    """Show lines in a chart whose axes are called ``x`` and ``y``; those of the players ``coloured`` before the others."""
    strong = outstanding(lines, my_account()) if coloured is None else coloured
    height = max(360, 110 + (_LABEL + 4) * len(_labelled(lines, strong)))
    charts.show(chart(lines, strong, (x, y), height, my_account()), key)


def chart(
    lines: Sequence[Line], strong: Collection[int], axes: tuple[str, str], height: int = 360, me: int | None = None
) -> Chart:
    """A chart of lines, ``height`` pixels high: it ends with the last point, and every line goes on until there.

    That of ``me``, who is looking, is drawn heavier, over all others, and says so.
    """
    places = sorted({at for line in lines for at in line.x})
    drawn = [
        _drawn(line, places[-1], strong=line.player in strong, mine=line.player == me)
        for line in sorted(lines, key=lambda line: (line.player == me, line.player in strong))
    ]
    named = _labelled(lines, strong)
    low = min((min(line.y) for line in lines), default=0)
    high = max((max(line.y) for line in lines), default=0)
    room = ((high - low) or 1) * 0.06
    bottom, top = min(low, 0) - room, max(high, 0) + room
    heights = charts.spread([line.y[-1] for line in named], (top - bottom) * _LABEL / (height - 90))
    bottom, top = min([bottom, *heights]), max([top, *heights])
    names = [
        _name(line, at, strong=line.player in strong, mine=line.player == me) for line, at in zip(named, heights, strict=True)
    ]
    y = Axis(axes[1], bottom, top, charts.marks(bottom, top), grid=True, zero=True)
    return Chart(_along(axes[0], places), y, drawn, names, height)


def _labelled(lines: Sequence[Line], strong: Collection[int]) -> list[Line]:
    return [line for line in lines if len(lines) <= _MOST_LABELS or line.player in strong]


def _name(line: Line, at: float, *, strong: bool, mine: bool) -> Name:
    """A name in the colour of text, which can be read whatever the colour of its line."""
    you = " (you)" if mine else ""
    colour = theme.player_colour(line.player) if strong else ""
    return Name(at, escape.plain(line.name, _LONGEST) + you, escape.plain(line.name, 200) + you, colour, mine)


def _drawn(line: Line, last: int | date, *, strong: bool, mine: bool) -> Series:
    """What a line is drawn by. Somebody who was not there at the last has neither won nor lost since."""
    since = 0 if line.x[-1] == last else 1
    pattern = _DASHES[(line.player - 1) // len(theme.LIGHT.players) % len(_DASHES)]
    return Series(
        [*map(_place, line.x), *[_place(last)] * since],
        [*line.y, *line.y[-1:] * since],
        theme.player_colour(line.player) if strong else theme.tokens().quiet,
        [*line.said, *line.said[-1:] * since],
        width=(2.25 if strong else 1) * (2 if mine else 1),
        dash=pattern if strong else "",
        opacity=1 if strong else 0.45,
        dots=2.5 if strong and len(line.x) <= 40 and isinstance(last, date) else 0,
    )


def _place(at: int | date) -> int:
    return at.toordinal() if isinstance(at, date) else at


def _along(label: str, places: Sequence[int | date]) -> Axis:
    """The axis of hands or days: it ends with the last of them."""
    days = [at for at in places if isinstance(at, date)]
    if not days:
        hands = [at for at in places if isinstance(at, int)]
        low, high = min([0, *hands]), max([1, *hands])
        return Axis(label, low, high, charts.marks(low, high, whole=True))
    first, last = days[0], days[-1]
    if first == last:
        first -= timedelta(days=1)
    marked = list(_ticks(days))
    # Where a screen has no room for all of them, the first and the last stay.
    dated = [day for at, day in enumerate(marked) if not at or day == last or marked[at - 1].year != day.year]
    marks = [(day.toordinal(), f"{day.day} {day:%b}" + (f"\n{day.year}" if day in dated else "")) for day in marked]
    return Axis(label, first.toordinal(), last.toordinal(), marks)


def _ticks(days: Sequence[date]) -> Iterable[date]:
    """Some of the days, first and last among them, as far apart as their names need."""
    gap = (days[-1] - days[0]) / _TICKS
    found: list[date] = [days[-1]]
    for day in reversed(days[1:]):
        if found[-1] - day >= gap and day - days[0] >= gap:
            found.append(day)
    if days[0] != days[-1]:
        found.append(days[0])
    return reversed(found)
