"""Winnings over time as lines, and the same as a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import polars as pl
import streamlit as st

from dashboard.frame import address, escape, filters, line_chart, wording
from dashboard.frame.line_chart import Line
from dashboard.frame.me import my_account
from dashboard.frame.table import Cell, Column, download, table
from ledger.export import figure

_MOST_POINTS: Final = 150
"""Points of a line; with more than a dozen lines each has fewer, so that the total stays that of a dozen."""


def everybodys_chart(over_time: pl.DataFrame, unit: str) -> None:
    """Draw everybody's running total by session, in one unit; ``over_time`` is as from ``ledger.stats``.

    With many players only chosen lines are coloured.
    """
    found = sorted(lines(over_time.filter(unit=unit), unit), key=lambda line: (-abs(line.y[-1]), line.name))
    coloured = line_chart.outstanding(found, my_account())
    if len(coloured) < len(found):
        names = {str(line.player): line.name for line in sorted(found, key=lambda line: line.name.casefold())}
        coloured = {int(player) for player in _in_colour(names)} or coloured
    line_chart.show(found, *_axes(unit), "winnings of everybody", coloured)
    grey = "" if len(coloured) == len(found) else " The others are grey."
    st.caption(f"Won or lost up to each evening, in {escape.md(unit)}; the table above says where each line ends.{grey}")


def _in_colour(names: Mapping[str, str]) -> list[str]:
    """A widget to choose whose lines are coloured; returns the names. The list is sent only when unfolded."""
    folded = st.popover("In colour", icon=":material/palette:", key="in colour", on_change="rerun")
    if not folded.open:
        return [player for player in address.words("colour") if player in names]
    with folded:
        return filters.choices("In colour", "colour", names, empty="Who won or lost the most")


def chart_and_table(over_time: pl.DataFrame, unit: str, key: str, name: str) -> None:
    """Draw one player's running total by session, in one unit, and offer the same as a table called ``name``."""
    line_chart.show(list(lines(over_time, unit)), *_axes(unit), key)
    folded = st.expander("Show as a table", key=f"{key} as a table", on_change="rerun")
    if folded.open:
        with folded:
            _table(name, over_time)


def _axes(unit: str) -> tuple[str, str]:
    """The titles of the axes."""
    return "Evening", f"Won or lost, in {escape.chart(unit)}"


def lines(over_time: pl.DataFrame, unit: str) -> Iterator[Line]:
    """Yield the lines of players, thinned out to a limited number of points that always includes the last."""
    most = min(_MOST_POINTS, max(2, 12 * _MOST_POINTS // max(1, over_time["player"].n_unique())))
    for (player,), mine in over_time.group_by("player", maintain_order=True):
        step = -(-mine.height // most)
        days, amounts = (mine[name].to_list()[::-step][::-1] for name in ("date", "amount_until"))
        name = mine["name"][0]
        who = escape.chart(name)
        said = [
            f"{who} until {wording.short_day(day)}: {escape.chart(wording.signed(amount, unit), 40)}"
            for day, amount in zip(days, amounts, strict=True)
        ]
        assert isinstance(player, int)
        yield Line(player, name, days, [float(figure(amount, unit)) for amount in amounts], said)


def _table(name: str, evenings: pl.DataFrame) -> None:
    """Show the result of each session and the running total, latest first."""
    rows = list(evenings.reverse().iter_rows(named=True))
    table(
        name,
        [Column("Evening"), Column("Title", roomy=True), Column("Won or lost", right=True), Column("Until then", right=True)],
        [
            [
                Cell(row["date"].isoformat(), page="session", query={"session": row["session"]}),
                Cell(wording.evening(row["title"], row["session"], row["date"]), "quiet"),
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
