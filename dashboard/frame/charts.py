"""Charts in our colours, sent when they come into view, and positions for the names beside their
lines.

Plotly is 4.7 MB of script, which blocks a browser for longer than all the rest of a page. So a page
is sent without its charts, and each is requested later: when its place comes into view, or when the
page has been open for some seconds, or is printed. A window that has loaded Plotly is sent its
charts with the page.

A chart of lines, one for each player, with the name at its end; those that matter are coloured, the
others grey.

A small line of how something went, without axes: the words beside it say where it went.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import streamlit as st

from dashboard.frame import navigation, theme, wording
from dashboard.frame.me import my_account
from dashboard.frame.modules import joined

FONT: Final = '"Source Sans", sans-serif'  # the font of the pages
HAS_PLOTLY: Final = "has plotly"  # key of the session state: True once the window was sent a chart
_PLACE: Final = "<style>@media screen { .st-key-%s { min-height: %dpx; } }</style>"
"""Reserves the place of a chart, so that nothing below moves when it comes."""

Chart: TypeAlias = Mapping[str, Any]
"""The ``data`` and ``layout`` of a Plotly chart as plain values: its own objects are slow to
change.
"""


def show(chart: Chart, key: str, x: str, y: str, height: int = 360) -> None:
    """Show a chart whose axes are called ``x`` and ``y``, with units; pixels high.

    A click opens what the ``customdata`` of a point say, if there are any: ``page``, and the values
    of its address.

    The page must also give the figures as a table or in words: not everybody can see a chart.
    """
    figure = {**chart, "layout": _merged(chart["layout"], _dress(x, y, height))}
    place = "chart-" + re.sub(r"[^\w-]", "-", key, flags=re.ASCII)
    st.html(_PLACE % (place, height))
    with st.container(key=place):
        _drawn(figure, key, height)


@st.fragment
def _drawn(figure: Chart, key: str, height: int) -> None:
    if st.session_state.get(HAS_PLOTLY):
        quiet = {"displayModeBar": False, "scrollZoom": False}
        if not any(one.get("customdata") for one in figure["data"]):
            st.plotly_chart(figure, key=key, theme=None, config=quiet)
            return
        said = st.plotly_chart(
            figure, key=key, theme=None, config=quiet, on_select="rerun", selection_mode="points"
        )
        for point in said["selection"]["points"]:
            if opened := point.get("customdata"):
                navigation.go(
                    opened["page"],
                    **{name: value for name, value in opened.items() if name != "page"},
                )
    else:
        _WAITING(key=f"{key} waits", data={"height": height}, on_wanted_change=_wanted)


def _wanted() -> None:
    st.session_state[HAS_PLOTLY] = True


def _merged(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    found = {**one, **other}
    for name in one.keys() & other.keys():
        if isinstance(one[name], Mapping) and isinstance(other[name], Mapping):
            found[name] = _merged(one[name], other[name])
    return found


def _dress(x: str, y: str, height: int) -> dict[str, Any]:
    """The layout of our charts: our colours and font, few lines, a visible zero line, no buttons,
    no animation.
    """
    here = theme.tokens()
    axis = {
        "gridcolor": here.line,
        "zerolinecolor": here.quiet,
        "zerolinewidth": 1.5,
        "linecolor": here.line,
        "automargin": True,
    }
    title = {"font": {"color": here.quiet, "size": 13}, "standoff": 8}
    return {
        "height": height,
        "margin": {"l": 8, "r": 8, "t": 24, "b": 8},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {"color": here.ink, "size": 13, "family": FONT},
        "xaxis": {**axis, "showgrid": False, "title": {**title, "text": x}},
        "yaxis": {**axis, "title": {**title, "text": y}},
        "hoverlabel": {
            "bgcolor": here.raised,
            "bordercolor": here.line,
            "font": {"color": here.ink, "family": FONT},
        },
        "hovermode": "closest",
        "dragmode": False,  # a finger on a chart scrolls the page
        "legend": {"orientation": "h", "y": -0.25, "x": 0},
    }


_WAITING: Final = st.components.v2.component(
    "bourre_chart", html="<div></div>", js=joined(Path(__file__).with_suffix(".js"))
)


def spread(places: Sequence[float], gap: float) -> list[float]:
    """Positions at least ``gap`` apart, in the same order and close to ``places``."""
    order = sorted(range(len(places)), key=places.__getitem__)
    groups: list[tuple[float, int]] = []  # the centre of some neighbours, and their number
    for at in order:
        middle, number = places[at], 1
        while groups and middle - groups[-1][0] < gap * (number + groups[-1][1]) / 2:
            other, others = groups.pop()
            middle, number = (middle * number + other * others) / (number + others), number + others
        groups.append((middle, number))
    found = [
        middle + gap * (one - (number - 1) / 2)
        for middle, number in groups
        for one in range(number)
    ]
    return [place for _, place in sorted(zip(order, found, strict=True))]


# --- Lines, one for each player -------------------------------------------------------------------
_DASHES: Final = ("solid", "dash", "dot", "dashdot")
"""Tells players of the same colour apart: colours repeat after a dozen players."""
_LABEL: Final = 17  # pixels between names beside a chart, so that none covers another
# names beside a chart; if there are more players, only those of coloured lines
_MOST_LABELS: Final = 40
_FLAG: Final = 26  # pixels between rows of flags above a chart
_BESIDE: Final = 0.1
"""How far apart two flags of a row must be, as a part of the axis: on a phone, too, they do not
cover each other.
"""
_DOTTED: Final = {"color": "#8a8375", "width": 1, "dash": "dot"}
_LONGEST: Final = 11  # characters of a name beside a chart: a phone has no room for more
_TICKS: Final = 5
_STEPS: Final = [size * 10**power for power in range(9) for size in (1, 2, 5)]


class Line(NamedTuple):
    """A line of a chart: its player by number and name, its points, and a text for each of them.

    ``x`` are hands or days, ``y`` what was won or lost until then, ``opens`` the page that each
    opens.
    """

    player: int
    name: str
    x: list[int] | list[date]
    y: list[float]
    said: list[str]
    opens: Sequence[Mapping[str, object]] = ()


class Flag(NamedTuple):
    """A short label above a place of a chart: what it says when pointed at, and the page that it
    opens.
    """

    x: int
    label: str
    said: str
    opens: Mapping[str, object]


def outstanding(lines: Sequence[Line], me: int | None = None) -> set[int]:
    """The players whose lines are coloured by default: all, if their colours can be told apart.

    Else the three who are up the most, the three who are down the most, and ``me``, the viewer.
    """
    if len(lines) <= len(theme.LIGHT.players):
        return {line.player for line in lines}
    ranked = [line.player for line in sorted(lines, key=lambda line: (line.y[-1], line.name))]
    return {*ranked[:3], *ranked[-3:], *(player for player in ranked if player == me)}


def lines_chart(
    lines: Sequence[Line],
    y: str,
    key: str,
    coloured: Collection[int] | None = None,
    flags: Sequence[Flag] = (),
) -> None:
    """Show lines over evenings or hands in a chart whose other axis is called ``y``, with ``flags``
    from left to right.

    The lines of the players ``coloured`` come before the others.
    """
    x = "Evening" if any(isinstance(line.x[-1], date) for line in lines) else "Hand"
    strong = outstanding(lines, my_account()) if coloured is None else coloured
    height = max(360, 110 + (_LABEL + 4) * len(labelled(lines, strong))) + _FLAG * len(
        set(_rows(flags, lines))
    )
    show(chart(lines, strong, height, my_account(), flags), key, x, y, height)


def chart(
    lines: Sequence[Line],
    strong: Collection[int],
    height: int,
    me: int | None = None,
    flags: Sequence[Flag] = (),
) -> Chart:
    """A chart of lines, ``height`` pixels high: it ends with the last point, and every line goes on
    until there.

    The line of ``me``, the viewer, is drawn heavier and above all others, and says so.
    """
    data = []
    places = sorted({at for line in lines for at in line.x})
    for line in sorted(lines, key=lambda line: (line.player == me, line.player in strong)):
        drawn = _drawn_line(line, places[-1], strong=line.player in strong)
        if line.player == me:
            drawn["line"]["width"] *= 2
        data.append(drawn)
    named = labelled(lines, strong)
    low = min((min(line.y) for line in lines), default=0)
    high = max((max(line.y) for line in lines), default=0)
    room = ((high - low) or 1) * 0.06
    bounds = [min(low, 0) - room, max(high, 0) + room]
    labels = spread(
        [line.y[-1] for line in named], (bounds[1] - bounds[0]) * _LABEL / (height - 90)
    )
    bounds = [min([bounds[0], *labels]), max([bounds[1], *labels])]
    flagged = (
        _flagged(flags, lines, bounds[1], (bounds[1] - bounds[0]) * _FLAG / (height - 90))
        if flags
        else {}
    )
    if flagged:
        data.append(flagged)
        bounds[1] = max(flagged["y"]) + room
    # The names are tick labels of a second axis on the right, which makes as much room as they
    # need.
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
                _label(line, strong=line.player in strong)
                + (" <b>(you)</b>" if line.player == me else "")
                for line in named
            ],
            "showgrid": False,
            "zeroline": False,
            "automargin": True,
            "fixedrange": True,
        },
        "shapes": [
            {
                "type": "line",
                "x0": at,
                "x1": at,
                "y0": bounds[0],
                "y1": up,
                "layer": "below",
                "line": _DOTTED,
            }
            for at, up in zip(flagged.get("x", ()), flagged.get("y", ()), strict=True)
        ],
    }
    return {"data": data, "layout": layout}


def _rows(flags: Sequence[Flag], lines: Sequence[Line]) -> list[int]:
    """The row of each flag, 0 for the lowest: one that would cover another stands higher."""
    ends: list[float] = []
    found: list[int] = []
    width = max((one for line in lines for one in line.x[-1:] if isinstance(one, int)), default=0)
    for flag in flags:
        found.append(next((row for row, end in enumerate(ends) if flag.x >= end), len(ends)))
        ends[found[-1] : found[-1] + 1] = [flag.x + _BESIDE * width]
    return found


def _flagged(
    flags: Sequence[Flag], lines: Sequence[Line], top: float, step: float
) -> dict[str, Any]:
    """Flags as a Plotly trace over the lines, in rows that are a ``step`` apart."""
    up = [top + step * (row + 0.5) for row in _rows(flags, lines)]
    here = theme.tokens()
    look = {"size": 22, "color": here.raised, "line": {"color": here.ink, "width": 1.5}}
    return {
        "x": [flag.x for flag in flags],
        "y": up,
        "text": [flag.label for flag in flags],
        "hovertext": [flag.said for flag in flags],
        "customdata": [flag.opens for flag in flags],
        "mode": "markers+text",
        "marker": look | {"opacity": 1},
        "textfont": {"size": 12, "color": here.ink},
        **{
            one: {"marker": {"opacity": 1}, "textfont": {"color": here.ink}}
            for one in ("selected", "unselected")
        },
        "hoverinfo": "text",
        "showlegend": False,
        "cliponaxis": False,
    }


def labelled(lines: Sequence[Line], strong: Collection[int]) -> list[Line]:
    """The lines that have their names beside the chart."""
    return [line for line in lines if len(lines) <= _MOST_LABELS or line.player in strong]


def _label(line: Line, *, strong: bool) -> str:
    """A name in the text colour, which is legible whatever the colour of its line."""
    name = wording.chart(line.name, _LONGEST)
    if not strong:
        return f'<span style="color:{theme.tokens().quiet}">\u2003{name}</span>'
    return f'<span style="color:{theme.player_colour(line.player)}">●</span> {name}'


def _drawn_line(line: Line, last: int | date, *, strong: bool) -> dict[str, Any]:
    """A line as a Plotly trace, extended to ``last``: an absent player has neither won nor lost
    since.
    """
    since = 0 if line.x[-1] == last else 1
    seen = strong and len(line.x) <= 40 and isinstance(last, date)
    pattern = _DASHES[(line.player - 1) // len(theme.LIGHT.players) % len(_DASHES)]
    return {
        "x": [*line.x, *[last] * since],
        "y": [*line.y, *line.y[-1:] * since],
        "text": [*line.said, *line.said[-1:] * since],
        "customdata": [*line.opens],
        "mode": "lines+markers",  # a line without points cannot be clicked
        "line": {"color": theme.player_colour(line.player), "width": 2.25, "dash": pattern}
        if strong
        else {"color": theme.tokens().quiet, "width": 1},
        "opacity": 1 if strong else 0.45,
        "marker": {"size": [5] * len(line.x) + [0] * since, "opacity": int(seen)},
        "selected": {"marker": {"opacity": int(seen)}},
        "unselected": {"marker": {"opacity": int(seen)}},
        "hoverinfo": "text",
        "showlegend": False,
        "cliponaxis": False,
    }


def _along(places: Sequence[Any]) -> dict[str, Any]:
    """The axis of hands or days: it ends with the last of them."""
    if not places or not isinstance(places[-1], date):
        span = max([1, *places]) - min([0, *places])
        # a whole number: nobody played hand 0.5
        step = next(one for one in _STEPS if span <= 8 * one)
        return {"range": [min([0, *places]), max([1, *places])], "tick0": 0, "dtick": step}
    first, last = places[0], places[-1]
    if first == last:
        first -= timedelta(days=1)
    marked = list(_ticks(places))
    return {
        "range": [first, last],
        "tickmode": "array",
        "tickvals": marked,
        "ticktext": days_called(marked),
    }


def days_called(marked: Sequence[date]) -> list[str]:
    """The labels of some days: the year where it changes."""
    years = [day.year for day in marked]
    return [
        f"{day.day} {day:%b}" + (f"<br>{day.year}" if not at or years[at - 1] != day.year else "")
        for at, day in enumerate(marked)
    ]


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


# --- Small lines ----------------------------------------------------------------------------------
_WIDTH, _HEIGHT, _EDGE = 320, 56, 5
_SHAPE: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 '
    '{width} {height}">'
    '<path d="M0 {zero}H{width}" stroke="{line}" stroke-width="1.5"/>'
    '<path d="M{points}" stroke="{ink}" stroke-width="2" stroke-linejoin="round" fill="none"/>'
    '<circle cx="{x}" cy="{y}" r="3.5" fill="{ink}"/></svg>'
)


def sparkline(values: Sequence[int], said: str, colour: str = "") -> None:
    """Draw at least two values from left to right over a line at zero, in a player's ``colour``.

    ``said`` is its description for screen readers.
    """
    low, high = min(0, *values), max(0, *values)
    room = (_HEIGHT - 2 * _EDGE) / ((high - low) or 1)

    def down(value: int) -> float:
        return round(_EDGE + (high - value) * room, 1)

    step = (_WIDTH - 2 * _EDGE) / (len(values) - 1)
    points = [(round(_EDGE + place * step, 1), down(value)) for place, value in enumerate(values)]
    here = theme.tokens()
    drawn = _SHAPE.format(
        width=_WIDTH,
        height=_HEIGHT,
        zero=down(0),
        line=here.line,
        ink=colour or here.ink,
        points="L".join(f"{x} {y}" for x, y in points),
        x=points[-1][0],
        y=points[-1][1],
    )
    st.image(drawn, width=_WIDTH, alt=said)
