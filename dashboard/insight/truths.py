"""Eight truths of the game, each as a picture and as figures with their standard errors."""

from __future__ import annotations

from typing import Any, Final

import streamlit as st

from dashboard.frame import charts, theme
from dashboard.frame.table import Column, table
from ledger.insight.truths import Truth, shipped, truths

ANSWER: Final = (
    "What reference players come to in millions of hands, by the default rules: nothing of it is "
    "from your book."
)
_HEIGHT: Final = 300


def show() -> None:
    """Show all eight, each picture beside its figures."""
    for at, one in enumerate(truths(shipped()), 1):
        st.subheader(f"{at}. {one.title}", anchor=False)
        st.markdown(one.text)
        left, right = st.columns([3, 2], vertical_alignment="center")
        with left:
            drawn, kind = (_lines(one), "linear") if one.lines else (_bars(one), "category")
            layout = {"barmode": "group", "xaxis": {"type": kind}, "yaxis": {"nticks": 6}}
            charts.show({"data": drawn, "layout": layout}, f"truth {at}", *one.axes, _HEIGHT)
        headings, rows = one.table
        with right:
            table(
                one.title,
                [Column(one.about), *(Column(name, right=True) for name in headings[1:])],
                rows,
            )
    st.caption(
        "What follows ± is a standard error. `bourre truths --compute FILE` works all of it out "
        "anew."
    )


def _lines(one: Truth) -> list[dict[str, Any]]:
    """Lines named at their ends; the last of them, a yardstick, is dashed."""
    here = theme.tokens()
    upwards = sorted(
        range(len(one.lines)), key=lambda at: one.lines[at][2][-1]
    )  # names alternate sides, so that none covers another
    *lines, yardstick = (
        {
            "x": along,
            "y": up,
            "mode": "lines+text",
            "line": {"color": here.link},
            "text": [*[""] * (len(along) - 1), name],
            "textposition": ("top left", "bottom right")[upwards.index(at) % 2],
            "hoverinfo": "x+y",
            "showlegend": False,
            "cliponaxis": False,
        }
        for at, (name, along, up) in enumerate(one.lines)
    )
    return [
        *lines,
        yardstick | {"line": {"color": here.quiet, "dash": "dash"}, "textposition": "top left"},
    ]


def _bars(one: Truth) -> list[dict[str, Any]]:
    """The first columns as groups of bars with their errors."""
    here = theme.tokens()
    return [
        {
            "type": "bar",
            "name": column.heading,
            "x": list(one.rows),
            "y": [value for value, _ in column.drawn],
            "error_y": {
                "type": "data",
                "array": [error for _, error in column.drawn],
                "color": here.ink,
                "width": 0,
            },
            "marker": {"color": colour},
            "hovertext": column.cells,
            "hoverinfo": "text",
            "showlegend": one.drawn > 1,
        }
        for column, colour in zip(
            one.columns[: one.drawn], (here.link, here.lost, here.quiet), strict=False
        )
    ]
