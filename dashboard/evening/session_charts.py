"""Charts of a session: chips hand by hand with each player's name at the end of the line, and the pot in steps."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any, Final, NamedTuple

import polars as pl

from dashboard.frame import charts, escape, line_chart, theme, wording
from dashboard.frame.charts import Chart
from dashboard.frame.line_chart import Line
from ledger.money import CHIPS, amount_text


def chips_by_hand_chart(frame: pl.DataFrame, key: str) -> None:
    """Show what each player had won or lost after each hand (``chips_by_hand``)."""
    lines = []
    for (player, name), rows in frame.group_by("player", "name", maintain_order=True):
        said = [_after(row) for row in rows.iter_rows(named=True)]
        lines.append(Line(int(str(player)), str(name), rows["hand"].to_list(), rows["chips"].to_list(), said))
    line_chart.show(lines, "Hand", "Won or lost, in chips", key)


def _after(row: dict[str, Any]) -> str:
    hand = "at the start" if row["hand"] == 0 else f"after hand {row['number'] if row['number'] is not None else '?'}"
    unit = row["unit"]
    worth = "" if unit == "chips" else f" ({escape.chart(amount_text(row['amount'], unit, signed=True))})"
    return f"{escape.chart(row['name'])} {hand}: {amount_text(row['chips'], CHIPS, signed=True)}{worth}"


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
    charts.show(_pot(frame), key, "Hand", "Pot, in chips", 330)


def _pot(frame: pl.DataFrame) -> Chart:
    here = theme.tokens()
    rows = frame.to_dicts()
    data: list[dict[str, Any]] = [
        {
            "x": [edge for row in run for edge in (row["hand"] - 0.5, row["hand"] + 0.5)],
            "y": [row["pot"] for row in run for _ in range(2)],
            "mode": "lines",
            "line": {"color": here.felt, "width": 2.25},
            "fill": "tozeroy",
            "fillcolor": f"rgba({','.join(str(int(here.felt[at : at + 2], 16)) for at in (1, 3, 5))},0.12)",
            "hoverinfo": "skip",
            "showlegend": False,
        }
        for run in runs(rows)
    ]
    data.append(
        {
            "x": [row["hand"] for row in rows],
            "y": [row["pot"] or 0 for row in rows],
            "text": [_pot_said(row) for row in rows],
            "mode": "markers",
            "marker": {"opacity": 0, "size": 12},
            "hoverinfo": "text",
            "showlegend": False,
        }
    )
    highest = max((row["pot"] for row in rows if row["pot"] is not None), default=0)
    for nth, mark in enumerate(_MARKS):
        marked = [row for row in rows if row["pot"] is not None and (row[mark.who] if mark.who else row["split"])]
        data.append(
            {
                "x": [row["hand"] for row in marked],
                "y": [row["pot"] + max(1, highest) * (0.05 + 0.07 * nth) for row in marked],
                "text": [f"{mark.name}: {_whom(row, mark)}" for row in marked],
                "mode": "markers",
                "marker": {"symbol": mark.symbol, "size": 9, "color": getattr(here, mark.colour)},
                "name": f"{mark.name} ({len(marked)})",
                "hoverinfo": "text",
            }
        )
    layout = {
        "yaxis": {"rangemode": "tozero"},
        "xaxis": {"nticks": 8, "range": [0.5, len(rows) + 0.5]},
        "showlegend": True,
        "legend": {"itemclick": False},
    }
    return {"data": data, "layout": layout}


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
