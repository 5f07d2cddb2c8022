"""Charts in our colours, sent when they come into view, and positions for the names beside their lines.

Plotly is 4.7 MB of script, which blocks a browser for longer than all the rest of a page. So
a page is sent without its charts, and each is requested later: when its place comes into view, or when the page has been
open for some seconds, or is printed. A window that has loaded Plotly is sent its charts with the page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import streamlit as st

from dashboard.frame import theme

FONT: Final = '"Source Sans", sans-serif'
"""The font of the pages."""

HAS_PLOTLY: Final = "has plotly"
"""Key of the session state: True once the window was sent a chart."""
_PLACE: Final = "<style>@media screen { .st-key-%s { min-height: %dpx; } }</style>"
"""Reserves the place of a chart, so that nothing below moves when it comes."""

Chart: TypeAlias = Mapping[str, Any]
"""The ``data`` and ``layout`` of a Plotly chart as plain values: its own objects are slow to change."""


def show(chart: Chart, key: str, x: str, y: str, height: int = 360) -> None:
    """Show a chart whose axes are called ``x`` and ``y``, with units; pixels high.

    The page must also give the figures as a table or in words: not everybody can see a chart.
    """
    figure = {**chart, "layout": _merged(chart["layout"], _dress(x, y, height))}
    place = "chart-" + re.sub(r"[^\w-]", "-", key, flags=re.ASCII)
    st.html(_PLACE % (place, height))
    with st.container(key=place):
        _drawn(figure, key, height)


@st.fragment
def _drawn(figure: Chart, key: str, height: int) -> None:
    """Send a chart, or the component that requests it."""
    if st.session_state.get(HAS_PLOTLY):
        st.plotly_chart(figure, key=key, theme=None, config={"displayModeBar": False, "scrollZoom": False})
    else:
        _WAITING(key=f"{key} waits", data={"height": height}, on_wanted_change=_wanted)


def _wanted() -> None:
    st.session_state[HAS_PLOTLY] = True


def _merged(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Both mappings merged; ``other`` wins."""
    found = {**one, **other}
    for name in one.keys() & other.keys():
        if isinstance(one[name], Mapping) and isinstance(other[name], Mapping):
            found[name] = _merged(one[name], other[name])
    return found


def _dress(x: str, y: str, height: int) -> dict[str, Any]:
    """The layout of our charts: our colours and font, few lines, a visible zero line, no buttons, no animation."""
    here = theme.tokens()
    axis = {"gridcolor": here.line, "zerolinecolor": here.quiet, "zerolinewidth": 1.5, "linecolor": here.line, "automargin": True}
    title = {"font": {"color": here.quiet, "size": 13}, "standoff": 8}
    return {
        "height": height,
        "margin": {"l": 8, "r": 8, "t": 24, "b": 8},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {"color": here.ink, "size": 13, "family": FONT},
        "xaxis": {**axis, "showgrid": False, "title": {**title, "text": x}},
        "yaxis": {**axis, "title": {**title, "text": y}},
        "hoverlabel": {"bgcolor": here.raised, "bordercolor": here.line, "font": {"color": here.ink, "family": FONT}},
        "hovermode": "closest",
        "dragmode": False,  # a finger on a chart scrolls the page
        "legend": {"orientation": "h", "y": -0.25, "x": 0},
    }


_SCRIPTS: Final = ("whole_page.js", "charts.js")
_WAITING: Final = st.components.v2.component(
    "bourre_chart", html="<div></div>", js="\n".join(Path(__file__).with_name(name).read_text("utf-8") for name in _SCRIPTS)
)

PRINTED: Final = "\n".join(
    [
        ".stPlotlyChart, .stPlotlyChart > *, :has(> .stPlotlyChart), :has(> * > .stPlotlyChart) { height: auto !important; }",
        ":has(> .stPlotlyChart) { break-inside: avoid; }",
        ":has(> .stHeading) { break-after: avoid; }",
        *(
            f'.js-plotly-plot:has(.main-svg[width^="{digit}"]) {{ zoom: {zoom}; }}'
            for digit, zoom in (("7", 0.84), ("8", 0.74), ("9", 0.67), ("1", 0.61))
        ),
    ]
)
"""Style for printing: a chart is drawn as wide as the window was (7… to 10… pixels), and a sheet of paper is narrower."""


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
    found = [middle + gap * (one - (number - 1) / 2) for middle, number in groups for one in range(number)]
    return [place for _, place in sorted(zip(order, found, strict=True))]
