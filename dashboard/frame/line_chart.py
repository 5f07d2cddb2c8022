"""A chart of lines, one for each player, with the name at its end; those that matter are coloured, the others grey."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import date, timedelta
from typing import Any, Final, NamedTuple

from dashboard.frame import charts, escape, theme
from dashboard.frame.charts import Chart
from dashboard.frame.me import my_account

_DASHES: Final = ("solid", "dash", "dot", "dashdot")
"""Tells players of the same colour apart: colours repeat after a dozen players."""
_LABEL: Final = 17
"""Pixels between names beside a chart, so that none covers another."""
_MOST_LABELS: Final = 40
"""Names beside a chart; if there are more players, only those of coloured lines."""
_LONGEST: Final = 11
"""Characters of a name beside a chart: a phone has no room for more."""
_TICKS: Final = 5


class Line(NamedTuple):
    """A line of a chart: its player by number and name, its points, and a text for each of them.

    ``x`` are hands or days, ``y`` what was won or lost until then.
    """

    player: int
    name: str
    x: list[int] | list[date]
    y: list[float]
    said: list[str]


def outstanding(lines: Sequence[Line], me: int | None = None) -> set[int]:
    """The players whose lines are coloured by default: all, if their colours can be told apart.

    Else the three who are up the most, the three who are down the most, and ``me``, the viewer.
    """
    if len(lines) <= len(theme.LIGHT.players):
        return {line.player for line in lines}
    ranked = [line.player for line in sorted(lines, key=lambda line: (line.y[-1], line.name))]
    return {*ranked[:3], *ranked[-3:], *(player for player in ranked if player == me)}


def show(lines: Sequence[Line], x: str, y: str, key: str, coloured: Collection[int] | None = None) -> None:
    """Show lines in a chart whose axes are called ``x`` and ``y``; those of the players ``coloured`` before the others."""
    strong = outstanding(lines, my_account()) if coloured is None else coloured
    height = max(360, 110 + (_LABEL + 4) * len(_labelled(lines, strong)))
    charts.show(chart(lines, strong, height, my_account()), key, x, y, height)


def chart(lines: Sequence[Line], strong: Collection[int], height: int, me: int | None = None) -> Chart:
    """A chart of lines, ``height`` pixels high: it ends with the last point, and every line goes on until there.

    The line of ``me``, the viewer, is drawn heavier and above all others, and says so.
    """
    data = []
    places = sorted({at for line in lines for at in line.x})
    for line in sorted(lines, key=lambda line: (line.player == me, line.player in strong)):
        drawn = _drawn(line, places[-1], strong=line.player in strong)
        if line.player == me:
            drawn["line"]["width"] *= 2
        data.append(drawn)
    named = _labelled(lines, strong)
    low = min((min(line.y) for line in lines), default=0)
    high = max((max(line.y) for line in lines), default=0)
    room = ((high - low) or 1) * 0.06
    bounds = [min(low, 0) - room, max(high, 0) + room]
    labels = charts.spread([line.y[-1] for line in named], (bounds[1] - bounds[0]) * _LABEL / (height - 90))
    bounds = [min([bounds[0], *labels]), max([bounds[1], *labels])]
    # The names are tick labels of a second axis on the right, which makes as much room as they need.
    data.append({"x": [None], "y": [None], "yaxis": "y2", "showlegend": False, "hoverinfo": "skip"})
    layout = {
        "yaxis": {"range": bounds, "zeroline": True, "tickformat": ","},
        "xaxis": _along(places),
        "yaxis2": {
            "range": bounds,
            "overlaying": "y",
            "side": "right",
            "tickmode": "array",
            "tickvals": labels,
            "ticktext": [
                _label(line, strong=line.player in strong) + (" <b>(you)</b>" if line.player == me else "") for line in named
            ],
            "showgrid": False,
            "zeroline": False,
            "automargin": True,
            "fixedrange": True,
        },
    }
    return {"data": data, "layout": layout}


def _labelled(lines: Sequence[Line], strong: Collection[int]) -> list[Line]:
    return [line for line in lines if len(lines) <= _MOST_LABELS or line.player in strong]


def _label(line: Line, *, strong: bool) -> str:
    """A name in the text colour, which is legible whatever the colour of its line."""
    name = escape.chart(line.name, _LONGEST)
    if not strong:
        return f'<span style="color:{theme.tokens().quiet}">\u2003{name}</span>'
    return f'<span style="color:{theme.player_colour(line.player)}">●</span> {name}'


def _drawn(line: Line, last: int | date, *, strong: bool) -> dict[str, Any]:
    """A line as a Plotly trace, extended to ``last``: an absent player has neither won nor lost since."""
    since = 0 if line.x[-1] == last else 1
    pattern = _DASHES[(line.player - 1) // len(theme.LIGHT.players) % len(_DASHES)]
    return {
        "x": [*line.x, *[last] * since],
        "y": [*line.y, *line.y[-1:] * since],
        "text": [*line.said, *line.said[-1:] * since],
        "mode": "lines+markers" if strong and len(line.x) <= 40 and isinstance(last, date) else "lines",
        "line": {"color": theme.player_colour(line.player), "width": 2.25, "dash": pattern}
        if strong
        else {"color": theme.tokens().quiet, "width": 1},
        "opacity": 1 if strong else 0.45,
        "marker": {"size": [5] * len(line.x) + [0] * since},
        "hoverinfo": "text",
        "showlegend": False,
        "cliponaxis": False,
    }


def _along(places: Sequence[Any]) -> dict[str, Any]:
    """The axis of hands or days: it ends with the last of them."""
    if not places or not isinstance(places[-1], date):
        return {"range": [min([0, *places]), max([1, *places])], "nticks": 8}
    first, last = places[0], places[-1]
    if first == last:
        first -= timedelta(days=1)
    marked = list(_ticks(places))
    years = [day.year for day in marked]
    return {
        "range": [first, last],
        "tickmode": "array",
        "tickvals": marked,
        "ticktext": [
            f"{day.day} {day:%b}" + (f"<br>{day.year}" if not at or years[at - 1] != day.year else "")
            for at, day in enumerate(marked)
        ],
    }


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
