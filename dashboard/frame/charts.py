"""Charts in our colours, and places for the names beside their lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from dashboard.frame import theme

if TYPE_CHECKING:
    from plotly.graph_objects import Figure


def show(figure: Figure, key: str, height: int = 360) -> None:
    """Show a chart. The page gives the same figures as a table or in words too: a chart is not for everybody's eyes."""
    st.plotly_chart(_dressed(figure, height), key=key, theme=None, config={"displayModeBar": False, "scrollZoom": False})


def _dressed(figure: Figure, height: int = 360) -> Figure:
    """A chart in our colours: few lines, a zero line that can be seen, no buttons over it; pixels high."""
    here = theme.tokens()
    axis = {
        "gridcolor": here.line,
        "zerolinecolor": here.quiet,
        "zerolinewidth": 1.5,
        "linecolor": here.line,
        "title": {"text": ""},
    }
    figure.update_layout(
        height=height,
        margin={"l": 8, "r": 8, "t": 24, "b": 8},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        font={"color": here.ink, "size": 13},
        colorway=list(here.players),
        xaxis={**axis, "showgrid": False, "automargin": True},
        yaxis={**axis, "automargin": True},
        hoverlabel={"bgcolor": here.raised, "bordercolor": here.line, "font": {"color": here.ink}},
        hovermode="closest",
        legend={"orientation": "h", "y": -0.2, "x": 0},
    )
    return figure


def spread(places: Sequence[float], gap: float) -> list[float]:
    """Places that are at least ``gap`` apart, in the same order and about where they were."""
    order = sorted(range(len(places)), key=places.__getitem__)
    groups: list[tuple[float, int]] = []  # the middle of some neighbours, and how many they are
    for at in order:
        middle, number = places[at], 1
        while groups and middle - groups[-1][0] < gap * (number + groups[-1][1]) / 2:
            other, others = groups.pop()
            middle, number = (middle * number + other * others) / (number + others), number + others
        groups.append((middle, number))
    found = [middle + gap * (one - (number - 1) / 2) for middle, number in groups for one in range(number)]
    return [place for _, place in sorted(zip(order, found, strict=True))]
