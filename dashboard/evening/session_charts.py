"""Charts of a session: chips hand by hand with each player's name at the end of the line, and the pot in steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import polars as pl

from dashboard.frame import charts, escape, theme, wording
from ledger.money import amount_text

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

_LABEL: Final = 17
"""Pixels from one name beside a chart to the next, so that none covers another."""
_DASHES: Final = ("solid", "dash", "dot", "dashdot")
_LONGEST: Final = 11
"""Characters of a name beside a chart: a phone has no room for more."""


class Line(NamedTuple):
    """A line of a chart: whose it is, by number and name, its points, and what is said of each of them."""

    player: int
    name: str
    x: Sequence[int]
    y: Sequence[int]
    said: Sequence[str]


def chips_by_hand_chart(frame: pl.DataFrame, key: str) -> None:
    """Show what each player had won or lost after each hand (``chips_by_hand``)."""
    lines = []
    for (player, name), rows in frame.group_by("player", "name", maintain_order=True):
        said = [_after(row) for row in rows.iter_rows(named=True)]
        lines.append(Line(int(str(player)), str(name), rows["hand"].to_list(), rows["chips"].to_list(), said))
    height = max(340, 90 + (_LABEL + 4) * len(lines))
    charts.show(lines_chart(lines, height), key, height)


def _after(row: dict[str, Any]) -> str:
    hand = "at the start" if row["hand"] == 0 else f"after hand {row['number'] if row['number'] is not None else '?'}"
    unit = row["unit"]
    worth = "" if unit == "chips" else f" ({escape.chart(amount_text(row['amount'], unit, signed=True))})"
    return f"{escape.chart(row['name'])} {hand}: {row['chips']:+,}{worth}"


def lines_chart(lines: Sequence[Line], height: int) -> Figure:
    """A chart of lines, each in its player's colour, with the name where it ends; ``height`` in pixels."""
    from plotly.graph_objects import Figure, Scatter  # noqa: PLC0415 - slow to import

    figure = Figure()
    for line in lines:
        stroke = {
            "color": theme.player_colour(line.player),
            "width": 2.25,
            "dash": _DASHES[(line.player - 1) // 12 % len(_DASHES)],
        }
        figure.add_trace(
            Scatter(x=line.x, y=line.y, mode="lines", line=stroke, text=line.said, hoverinfo="text", showlegend=False)
        )
    ends = [line.y[-1] for line in lines]
    low = min((min(line.y) for line in lines), default=0)
    high = max((max(line.y) for line in lines), default=0)
    room = max(1, high - low) * 0.06
    bounds = [min(low, 0) - room, max(high, 0) + room]
    names = [
        f'<span style="color:{theme.player_colour(line.player)}">{escape.chart(line.name, _LONGEST)}</span>' for line in lines
    ]
    # The names are the marks of a second axis on the right, which makes itself as much room as they need.
    figure.add_trace(Scatter(x=[None], y=[None], yaxis="y2", showlegend=False, hoverinfo="skip"))
    places = charts.spread(ends, (bounds[1] - bounds[0]) * _LABEL / max(1, height - 60))
    figure.update_layout(
        yaxis={"range": bounds, "zeroline": True},
        xaxis={"rangemode": "tozero", "nticks": 8},
        yaxis2={
            "range": bounds,
            "overlaying": "y",
            "side": "right",
            "tickmode": "array",
            "tickvals": places,
            "ticktext": names,
            "showgrid": False,
            "zeroline": False,
            "automargin": True,
            "fixedrange": True,
        },
    )
    return figure


class Mark(NamedTuple):
    """What is marked in the chart of the pot: its name, its sign, its colour among the tokens, who it happened to."""

    name: str
    symbol: str
    colour: str
    who: str


_MARKS: Final = (
    Mark("Bourré", "triangle-up", "lost", "bourres"),
    Mark("Split", "diamond", "won", ""),
    Mark("Renege", "x", "warning", "reneges"),
)


def pot_chart(frame: pl.DataFrame, key: str) -> None:
    """Show what lay in the pot in each hand (``pot_by_hand``), and in which somebody went bourré, split or reneged."""
    charts.show(_pot(frame), key, 320)


def _pot(frame: pl.DataFrame) -> Figure:
    from plotly.graph_objects import Figure, Scatter  # noqa: PLC0415 - slow to import

    here = theme.tokens()
    rows = frame.to_dicts()
    figure = Figure()
    for run in runs(rows):
        figure.add_trace(
            Scatter(
                x=[edge for row in run for edge in (row["hand"] - 0.5, row["hand"] + 0.5)],
                y=[row["pot"] for row in run for _ in range(2)],
                mode="lines",
                line={"color": here.felt, "width": 2.25},
                fill="tozeroy",
                fillcolor=f"rgba({','.join(str(int(here.felt[at : at + 2], 16)) for at in (1, 3, 5))},0.12)",
                hoverinfo="skip",
                showlegend=False,
            )
        )
    figure.add_trace(
        Scatter(
            x=[row["hand"] for row in rows],
            y=[row["pot"] or 0 for row in rows],
            text=[_pot_said(row) for row in rows],
            mode="markers",
            marker={"opacity": 0, "size": 12},
            hoverinfo="text",
            showlegend=False,
        )
    )
    highest = max((row["pot"] for row in rows if row["pot"] is not None), default=0)
    for nth, mark in enumerate(_MARKS):
        marked = [row for row in rows if row["pot"] is not None and (row[mark.who] if mark.who else row["split"])]
        figure.add_trace(
            Scatter(
                x=[row["hand"] for row in marked],
                y=[row["pot"] + max(1, highest) * (0.05 + 0.07 * nth) for row in marked],
                text=[f"{mark.name}: {_whom(row, mark)}" for row in marked],
                mode="markers",
                marker={"symbol": mark.symbol, "size": 9, "color": getattr(here, mark.colour)},
                name=f"{mark.name} ({len(marked)})",
                hoverinfo="text",
            )
        )
    figure.update_layout(
        yaxis={"rangemode": "tozero"},
        xaxis={"nticks": 8, "range": [0.5, len(rows) + 0.5]},
        showlegend=True,
        legend={"itemclick": False},
    )
    return figure


def runs(rows: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Yield the hands of which the pot is known, in runs without a gap."""
    for known, run in groupby(rows, key=lambda row: row["pot"] is not None):
        if known:
            yield list(run)


def _pot_said(row: dict[str, Any]) -> str:
    number = row["number"] if row["number"] is not None else "?"
    if row["pot"] is None:
        return f"Hand {number} is left out"
    unsure = "" if row["verified"] else ", not certain"
    return f"Hand {number}: {wording.counted(row['pot'], 'chip')}{unsure}"


def _whom(row: dict[str, Any], mark: Mark) -> str:
    people = row[mark.who] if mark.who else []
    number = row["number"] if row["number"] is not None else "?"
    return f"hand {number}" + (f", {escape.chart(', '.join(people), 60)}" if people else "")
