"""Charts of a session: chips hand by hand with each player's name at the end of the line, and the pot in steps."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any, Final, NamedTuple

import polars as pl

from dashboard.frame import charts, escape, line_chart, theme, wording
from dashboard.frame.charts import Axis, Chart, Series
from dashboard.frame.line_chart import Line
from ledger.money import amount_text


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
    worth = "" if unit == "chips" else f" ({amount_text(row['amount'], unit, signed=True)})"
    return f"{escape.plain(row['name'])} {hand}: {row['chips']:+,}{worth}"


class Mark(NamedTuple):
    """What is marked in the chart of the pot: its name, its sign, its colour among the tokens, who it happened to."""

    name: str
    sign: str
    colour: str
    who: str


_MARKS: Final = (
    Mark("Bourré", "triangle", "lost", "bourres"),
    Mark("Split", "diamond", "won", ""),
    Mark("Renege", "cross", "warning", "reneges"),
)


def pot_chart(frame: pl.DataFrame, key: str) -> None:
    """Show what lay in the pot in each hand (``pot_by_hand``), and in which somebody went bourré, split or reneged."""
    charts.show(_pot(frame), key)


def _pot(frame: pl.DataFrame) -> Chart:
    here = theme.tokens()
    rows = frame.to_dicts()
    steps = [
        Series(
            [edge for row in run for edge in (row["hand"] - 0.5, row["hand"] + 0.5)],
            [row["pot"] for row in run for _ in range(2)],
            here.felt,
            width=2.25,
            area=True,
        )
        for run in runs(rows)
    ]
    said = Series([row["hand"] for row in rows], [row["pot"] or 0 for row in rows], here.felt, [_pot_said(row) for row in rows])
    highest = max((row["pot"] for row in rows if row["pot"] is not None), default=0)
    signs = [_signs(mark, rows, max(1, highest) * (0.05 + 0.07 * nth)) for nth, mark in enumerate(_MARKS)]
    top = max([1, highest, *(at for one in signs for at in one.y)]) * 1.05
    x = Axis("Hand", 0.5, len(rows) + 0.5, charts.marks(1, len(rows), whole=True))
    y = Axis("Pot, in chips", 0, top, charts.marks(0, top, whole=True), grid=True, zero=True)
    return Chart(x, y, [*steps, said, *signs], height=330)


def _signs(mark: Mark, rows: list[dict[str, Any]], above: float) -> Series:
    """What happened in some hands, so far above what lay in the pot."""
    marked = [row for row in rows if row["pot"] is not None and (row[mark.who] if mark.who else row["split"])]
    return Series(
        [row["hand"] for row in marked],
        [row["pot"] + above for row in marked],
        getattr(theme.tokens(), mark.colour),
        [f"{mark.name}: {_whom(row, mark)}" for row in marked],
        dots=4.5,
        sign=mark.sign,
        name=f"{mark.name} ({len(marked)})",
    )


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
    return f"hand {number}" + (f", {escape.plain(', '.join(people), 60)}" if people else "")
