"""A comparison of two sides by their rates: in words, as a table and as a chart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import streamlit as st

from dashboard.frame import charts, wording
from dashboard.frame.table import Cell, Column, table
from dashboard.players import rates
from ledger.stats import Difference, difference

Row = Mapping[str, Any]

RATES: Final = {
    "stayed": ("Stayed", "of hands dealt"),
    "won": ("Won", "of hands stayed in"),
    "split": ("Split", "of hands stayed in"),
    "bourres": ("Went bourré", "of hands stayed in"),
    "reneges": ("Reneged", "of hands with every play proved"),
}
"""The rates that are compared: the name of each, and what it is a rate of."""
_SUMS: Final = (("Tricks", "a hand stayed in", "tricks", "trick"), ("Cards drawn", "a hand", "drawn", "card"))


class Shown(NamedTuple):
    """A side that has figures."""

    name: str
    colour: str
    figures: Row


def compared(one: Shown, other: Shown, *, same_hands: bool) -> tuple[dict[str, Difference], int]:
    """The differences of the rates of both sides, by rate; and how many rates had enough hands on both sides."""
    enough = [name for name in RATES if min(one.figures[f"{name}_of"], other.figures[f"{name}_of"]) >= rates.FEW]
    found = {}
    for name in enough:
        mine, theirs = ((side.figures[name], side.figures[f"{name}_of"]) for side in (one, other))
        by = difference(mine, theirs, len(enough), same_hands=same_hands)
        assert by is not None
        found[name] = by
    return found, len(enough)


def answer(one: Shown, other: Shown, found: Mapping[str, Difference]) -> str:
    """A sentence (Markdown) on the rates whose difference is hardly chance."""
    names = f"**{wording.md(one.name)}** and **{wording.md(other.name)}**"
    sure = [
        f"{RATES[name][0].lower()} **{'more' if by.by > 0 else 'less'} often** ({rates.points(by)})"
        for name, by in found.items()
        if by.sure
    ]
    if sure:
        return f"Beside **{wording.md(other.name)}**, **{wording.md(one.name)}** {wording.listed(sure)}."
    few = f" There are fewer than {rates.FEW} hands." if not found else ""
    return f"Between {names} no rate differs by more than chance could explain.{few}"


def legend(looked_at: int, *, same_hands: bool) -> None:
    """Explain how to read the differences, out of ``looked_at`` rates."""
    rates.legend()
    said = ["Only hands dealt to both count: at other tables everybody's rates differ."] if same_hands else []
    if looked_at:
        said.append(
            f"{looked_at} rates with at least {rates.FEW} hands on both sides were compared, in points of 100. A difference "
            "whose interval reaches zero may be chance: it is grey, and “unsure”. All intervals of differences "
            "together hold the truth in at least 95 of 100 cases (they are Newcombe's, as wide as so many comparisons need)."
        )
    if said:
        st.caption(" ".join(said))


def side_by_side(one: Shown, other: Shown, found: Mapping[str, Difference]) -> None:
    """Show every rate of both sides, and the difference."""
    rows: list[list[Cell | str]] = [
        [Cell(title, note=of), rates.rate(one.figures, name), rates.rate(other.figures, name), _by(found.get(name))]
        for name, (title, of) in RATES.items()
    ]
    rows += [
        [Cell(title, note=of), rates.mean(one.figures, name, thing), rates.mean(other.figures, name, thing), Cell("")]
        for title, of, name, thing in _SUMS
    ]
    rows.append([Cell("Chips", note="a hand"), rates.chips_a_hand(one.figures), rates.chips_a_hand(other.figures), Cell("")])
    heads = [Column(wording.plain(side.name, 18)) for side in (one, other)]
    table("Rates side by side", [Column("How often"), *heads, Column("Points")], rows)


def _by(by: Difference | None) -> Cell:
    """The difference in percentage points; quiet if it may be chance, blank if it is unknown."""
    if by is None:
        return Cell("")
    reach = f"{_signed(by.low)} to {_signed(by.high)}"
    return Cell(_signed(by.by), note=reach) if by.sure else Cell(_signed(by.by), "quiet", note=f"{reach} · unsure")


def _signed(share: float) -> str:
    points = round(100 * share)
    return f"{'+' if points > 0 else '−' if points < 0 else ''}{abs(points)}"


def picture(sides: Sequence[Shown], key: str) -> None:
    """Draw the rates of both sides with their intervals, one above the other."""
    drawn = []
    shown = [name for name in reversed(RATES) if any(side.figures[f"{name}_of"] for side in sides)]
    farthest = max(100 * side.figures[f"{name}_high"] for side in sides for name in shown if side.figures[f"{name}_of"])
    for nth, side in enumerate(sides):
        mine = [name for name in shown if side.figures[f"{name}_of"]]
        share = [100 * side.figures[name] / side.figures[f"{name}_of"] for name in mine]
        high, low = ([100 * side.figures[f"{name}_{end}"] for name in mine] for end in ("high", "low"))
        above = 0.16 if nth == 0 else -0.16
        drawn.append(
            {
                "x": share,
                "y": [shown.index(name) + above for name in mine],
                "error_x": {
                    "type": "data",
                    "symmetric": False,
                    "array": [end - at for end, at in zip(high, share, strict=True)],
                    "arrayminus": [at - end for end, at in zip(low, share, strict=True)],
                    "thickness": 2,
                    "width": 0,
                },
                "mode": "markers+text",
                "marker": {"size": 10, "symbol": ("circle", "diamond")[nth], "color": side.colour},
                "text": [wording.chart(side.name, 18) if name == shown[-1] else "" for name in mine],
                "textposition": "top center" if nth == 0 else "bottom center",
                "hovertext": [
                    f"{wording.chart(side.name)}: {RATES[name][0].lower()} {at:.0f} % ({rates.interval(side.figures, name)})"
                    for name, at in zip(mine, share, strict=True)
                ],
                "hoverinfo": "text",
                "showlegend": False,
                "cliponaxis": False,
            }
        )
    layout = {
        "yaxis": {
            "range": [-0.6, len(shown) - 0.3],
            "tickmode": "array",
            "tickvals": list(range(len(shown))),
            "ticktext": [RATES[name][0] for name in shown],
            "zeroline": False,
            "showgrid": False,
        },
        "xaxis": {"range": [-1, min(100, farthest + 5)], "showgrid": True, "nticks": 6, "zeroline": False},
    }
    charts.show({"data": drawn, "layout": layout}, key, "Share of the hands, in %", "Rate", 110 + 62 * len(shown))
