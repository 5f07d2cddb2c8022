"""Winnings over time as lines, and the same as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

import polars as pl
import streamlit as st

from dashboard.frame import charts, escape, theme, wording
from dashboard.frame.table import Cell, Column, download, table
from ledger.export import figure

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

MOST_LINES: Final = 12
"""Players whose lines can be told apart."""
_MOST_POINTS: Final = 150
_HEIGHT: Final = 360
_LABEL: Final = 17 / 300
"""The height of a name beside its line, of the height of the chart."""


class Line(NamedTuple):
    """A player's way through the sessions: days, and what was won or lost until then, in minor units."""

    player: int
    name: str
    days: list[date]
    amounts: list[int]


def everybodys_chart(over_time: pl.DataFrame, unit: str) -> None:
    """Draw what everybody won or lost until each session, in one unit; ``over_time`` as ``ledger.winnings_over_time`` has it."""
    found = sorted(lines(over_time.filter(unit=unit)), key=lambda line: (-abs(line.amounts[-1]), line.name))
    _chart(found[:MOST_LINES], unit, "winnings of everybody")
    more = f" The {MOST_LINES} who won or lost most are drawn." if len(found) > MOST_LINES else ""
    st.caption(f"Won or lost until each evening, in {escape.md(unit)}; the table above has where each line ends.{more}")


def chart_and_table(over_time: pl.DataFrame, unit: str, key: str, name: str) -> None:
    """Draw what one player won or lost until each session, in one unit, and offer the same as a table called ``name``."""
    _chart(list(lines(over_time)), unit, key)
    with st.expander("The same as a table"):
        _table(name, over_time)


def _chart(some: Sequence[Line], unit: str, key: str) -> None:
    """Draw lines, each with its name where it ends."""
    from plotly.graph_objects import Figure, Scatter  # noqa: PLC0415 - it takes its time, and only charts want it

    drawn = Figure()
    for line in some:
        colour = theme.player_colour(line.player)
        drawn.add_trace(
            Scatter(
                x=line.days,
                y=[float(figure(amount, unit)) for amount in line.amounts],
                mode="lines+markers" if len(line.days) <= 40 else "lines",
                name=escape.chart(line.name),
                line={"color": colour, "width": 2},
                marker={"size": 5},
                customdata=[escape.chart(wording.signed(amount, unit), 40) for amount in line.amounts],
                hovertemplate="%{x|%d %b %Y}<br>%{customdata}<extra>%{fullData.name}</extra>",
                showlegend=False,
            )
        )
    _frame(drawn, some, unit)
    charts.show(drawn, key, _HEIGHT)


def _frame(drawn: Figure, some: Sequence[Line], unit: str) -> None:
    """Make room at the right and write each name there, none over another."""
    amounts = [float(figure(amount, unit)) for line in some for amount in line.amounts] + [0.0]
    low, high = min(amounts), max(amounts)
    margin = (high - low or 1.0) * 0.06
    low, high = low - margin, high + margin
    days = [day for line in some for day in line.days]
    first, last = min(days), max(days)
    span = max(last - first, timedelta(days=14))
    drawn.update_xaxes(
        range=[first - span * 0.05, last + span * 0.32], tickformat="%b %Y" if span.days > 60 else "%d %b", nticks=6
    )
    gap = (high - low) * _LABEL
    places = charts.spread([float(figure(line.amounts[-1], unit)) for line in some], gap)
    drawn.update_yaxes(range=[min(low, *places) - gap / 2, max(high, *places) + gap / 2], zeroline=True)
    for line, at in zip(some, places, strict=True):
        drawn.add_annotation(
            x=last,
            xshift=8,
            y=at,
            text=escape.chart(line.name, 11),
            font={"color": theme.player_colour(line.player)},
            showarrow=False,
            xanchor="left",
        )


def lines(over_time: pl.DataFrame) -> Iterator[Line]:
    """Yield the lines of players, not too many points to draw: where each ends is always among them."""
    for (player,), mine in over_time.group_by("player", maintain_order=True):
        step = -(-mine.height // _MOST_POINTS)
        days, amounts = mine["date"].to_list(), mine["amount_until"].to_list()
        assert isinstance(player, int)
        yield Line(player, mine["name"][0], days[::-1][::step][::-1], amounts[::-1][::step][::-1])


def _table(name: str, evenings: pl.DataFrame) -> None:
    """Show session by session what was won or lost, and until then, the latest first."""
    rows = list(evenings.reverse().iter_rows(named=True))
    table(
        name,
        [Column("Evening"), Column("Title", roomy=True), Column("Won or lost", right=True), Column("Until then", right=True)],
        [
            [
                Cell(row["date"].isoformat(), page="session", query={"session": row["session"]}),
                Cell(row["title"] or row["session"], "quiet"),
                Cell(wording.signed(row["amount"], row["unit"]), wording.tone(row["amount"])),
                Cell(wording.signed(row["amount_until"], row["unit"]), wording.tone(row["amount_until"])),
            ]
            for row in rows
        ],
        most=50,
    )
    download(
        name,
        ["date", "session", "title", "unit", "amount", "amount_until"],
        lambda: (
            (
                row["date"].isoformat(),
                row["session"],
                row["title"] or "",
                row["unit"],
                figure(row["amount"], row["unit"]),
                figure(row["amount_until"], row["unit"]),
            )
            for row in rows
        ),
    )
