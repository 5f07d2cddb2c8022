"""Figures that fold: each is the sum of those folded below it, down to what they were read from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import streamlit as st

from dashboard.frame import address, navigation, theme
from dashboard.frame.component import component
from ledger.log.words import visible as visible_text


@dataclass(frozen=True, slots=True)
class Line:
    """A line: any text (it cannot do harm), its figure as text with a tone (``won``, ``lost``, ``quiet``), a ``note`` below it.

    ``page`` is where its ``link`` leads, the text itself if there are no words for that. ``under`` are the lines that it is
    the sum of, none for a line that does not fold; ``asks`` is told to the page when it is unfolded, which can then bring them.
    """

    text: str
    figure: str = ""
    tone: str = ""
    note: str = ""
    link: str = ""
    page: str = ""
    query: dict[str, object] = field(default_factory=dict)
    under: Sequence[Line] = ()
    asks: str = ""
    opened: bool = False


def fold(name: str, lines: Sequence[Line], on_fold: Callable[[str, bool], None]) -> None:
    """Show lines that fold; ``name`` says what they are, to people who hear it read out too, and is unique on the page.

    ``on_fold`` is called with what a line asks and whether it was unfolded, before the page reruns.
    """
    key = f"fold {name}"
    here = theme.tokens()
    data = {
        "name": name,
        "lines": [_sent(line) for line in lines],
        "colours": {tone: getattr(here, tone) for tone in ("won", "lost", "quiet", "line", "link")},
    }

    def folded() -> None:
        said = st.session_state[key]["fold"]
        if isinstance(said, dict):
            on_fold(str(said.get("asks")), bool(said.get("open")))

    component("bourre.fold", _HERE)(key=key, data=data, on_fold_change=folded)


def _sent(line: Line) -> dict[str, Any]:
    sent: dict[str, Any] = {"text": visible_text(line.text), "figure": line.figure, "tone": line.tone}
    if line.note:
        sent["note"] = visible_text(line.note)
    if line.page and navigation.may_see(line.page):
        query = navigation.values_of(line.query)
        link = {"page": line.page, "query": query, "href": address.of(line.page, query)}
        sent |= {"go": link, "link": visible_text(line.link)}
    elif line.link:
        sent["link"] = visible_text(line.link)
    if line.under or line.asks:
        sent |= {"under": [_sent(one) for one in line.under], "asks": line.asks, "opened": line.opened}
    return sent


_HERE: Final = Path(__file__).with_name("fold.html")
