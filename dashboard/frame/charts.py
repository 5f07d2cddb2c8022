"""Charts: lines, points and intervals, drawn by the browser in our colours, with names where lines end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from math import ceil, floor, log10
from pathlib import Path
from typing import Final

from dashboard.frame import theme
from dashboard.frame.component import component

_HERE: Final = Path(__file__)
_MARKS: Final = 7
"""Marks of an axis are no more than one more than so many."""
_COLOURS: Final = ("ink", "quiet", "line", "raised")


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis: what it is called, with units, where it begins and ends, and its marks, each with a text of a line or two.

    ``grid`` draws a line across the chart at each mark, ``zero`` a stronger one at zero.
    """

    label: str
    low: float
    high: float
    marks: Sequence[tuple[float, str]]
    grid: bool = False
    zero: bool = False


@dataclass(frozen=True, slots=True)
class Series:
    """Points that belong together, and what is ``said`` of each when it is pointed at; any text can do no harm.

    They are joined by a line if it has a ``width`` in pixels, and each is marked if there are ``dots`` (pixels from its middle)
    by a ``sign``: ``circle``, ``diamond``, ``triangle`` or ``cross``. ``reach`` is an interval along the chart at each point.
    What is between a line and zero is shaded if it is an ``area``. ``text`` stands over the last point, or ``under`` it; a
    ``name`` stands below the chart, with the sign.
    """

    x: Sequence[float]
    y: Sequence[float]
    colour: str
    said: Sequence[str] = ()
    width: float = 0
    dash: str = ""
    opacity: float = 1
    dots: float = 0
    sign: str = "circle"
    reach: Sequence[tuple[float, float]] = ()
    area: bool = False
    text: str = ""
    under: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class Name:
    """A name on the right at a height: as it stands there and in ``full``; quiet without a colour, heavier if it is ``mine``."""

    at: float
    text: str
    full: str
    colour: str = ""
    mine: bool = False


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart: its axes, what is drawn, the last on top, and the names beside it; pixels high."""

    x: Axis
    y: Axis
    series: Sequence[Series]
    names: Sequence[Name] = field(default=())
    height: int = 360


def show(chart: Chart, key: str) -> None:
    """Show a chart. The page gives the same figures as a table or in words too: a chart is not for everybody's eyes."""
    here = theme.tokens()
    said = f"{chart.y.label or 'Chart'} · {chart.x.label}"
    data = {**asdict(chart), "said": said, "colours": {name: getattr(here, name) for name in _COLOURS}}
    component("bourre.chart", _HERE)(key=key, data=data)


def marks(low: float, high: float, *, whole: bool = False) -> list[tuple[float, str]]:
    """A few round numbers between two, with their texts; only ``whole`` ones where there are no others."""
    room = max((high - low) / _MARKS, whole) or 1
    ten = 10 ** floor(log10(room))
    step = next(some * ten for some in (1, 2, 5, 10) if some * ten >= room * 0.999)
    digits = max(0, -floor(log10(step)))
    found = [nth * step for nth in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]
    return [(at, f"{at:,.{digits}f}".replace("-", "−")) for at in found]


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
