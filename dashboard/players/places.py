"""Everybody's place evening by evening, drawn by the browser at once: the script of other charts
takes it a second or two.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final

from dashboard.frame import address, navigation, theme, wording
from dashboard.frame.charts import Line, days_called, labelled, outstanding, spread
from dashboard.frame.component import component
from dashboard.frame.me import my_account

_DASHES: Final = ("none", "8 5", "2 4", "8 4 2 4")
_LABEL: Final = 17  # pixels between names, so that none covers another
_TICKS: Final = 5


def show(
    lines: Sequence[Line], evenings: Sequence[date], unread: Collection[int], unit: str
) -> None:
    """Show everybody's place evening by evening, the first on top; ``x`` of the lines are indexes
    into ``evenings``.

    A point about which nothing is ``said`` has no dot: the player was not there. The dots of
    ``unread`` evenings are hollow.
    """
    data = {
        **chart(lines, evenings, unread, my_account()),
        "label": f"Places in {unit} after each evening",
    }
    component("bourre.places", Path(__file__))(key=f"places {unit}", data=data)


def chart(
    lines: Sequence[Line], evenings: Sequence[date], unread: Collection[int], me: int | None
) -> dict[str, Any]:
    """What is drawn: the line of ``me``, the viewer, heavier and above all others, and
    saying so.
    """
    strong = outstanding(lines, me)
    named = labelled(lines, strong)
    tall = round(max(max(line.y) for line in lines))
    step = max(30 if tall <= 12 else 20, _LABEL * len(named) / tall)
    beside = dict(
        zip(
            [line.player for line in named],
            spread([line.y[-1] for line in named], _LABEL / step),
            strict=True,
        )
    )
    here = theme.tokens()
    return {
        "size": [len(evenings) - 1, tall],
        "step": step,
        "dot": 5 if len(evenings) <= 20 else 3 if len(evenings) <= 40 else 2,
        "ranks": [*range(1, tall + 1, 1 if tall <= 12 else 5)],
        "days": _days(evenings),
        "lines": [
            _line(
                line,
                unread,
                strong=line.player in strong,
                mine=line.player == me,
                beside=beside.get(line.player),
            )
            for line in sorted(lines, key=lambda line: (line.player == me, line.player in strong))
        ],
        "colours": {tone: getattr(here, tone) for tone in ("ink", "quiet", "line", "link", "page")},
    }


def _days(evenings: Sequence[date]) -> list[tuple[int, str]]:
    """The evenings that are named, the last among them."""
    marked = sorted(range(len(evenings) - 1, -1, -len(evenings) // _TICKS))
    return list(
        zip(
            marked,
            (one.replace("<br>", "\n") for one in days_called([evenings[at] for at in marked])),
            strict=True,
        )
    )


def _line(
    line: Line, unread: Collection[int], *, strong: bool, mine: bool, beside: float | None
) -> Mapping[str, Any]:
    opens = [
        address.of(str(one["page"]), navigation.values_of({"session": one["session"]}))
        for one in line.opens
    ]
    points = list(zip(line.x, line.y, strict=True))
    return {
        "name": wording.plain(line.name, 11) + (" (you)" if mine else ""),
        "beside": beside,
        "strong": strong,
        "colour": theme.player_colour(line.player) if strong else theme.tokens().quiet,
        "width": (2.25 if strong else 1) * (2 if mine else 1),
        "dash": _DASHES[(line.player - 1) // len(theme.LIGHT.players) % len(_DASHES)],
        "points": points,
        "dots": [
            {"at": at, "place": place, "said": said, "href": href, "unread": at in unread}
            for (at, place), said, href in zip(points, line.said, opens, strict=False)
            if said
        ],
    }
