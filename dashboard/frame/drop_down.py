"""A list to choose one entry from, which the browser draws itself: Streamlit's own takes much longer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import streamlit as st

from dashboard.frame import theme
from dashboard.frame.component import component
from ledger.log.words import visible as visible_text


def drop_down(label: str, key: str, options: Mapping[str, str], chosen: str, on_choice: Callable[[str], None]) -> None:
    """Show a list of ``options`` (labels, any text, by value), of which ``chosen`` is shown.

    The value "" means none. ``on_choice`` is called with what somebody chooses, before the page reruns.
    """
    here = theme.tokens()
    data = {
        "label": label,
        "options": [[value, visible_text(text)] for value, text in options.items()],
        "chosen": chosen,
        "none": "" in options,
        "colours": {tone: getattr(here, tone) for tone in ("ink", "quiet", "line", "link", "raised")},
        "scheme": here.name,
    }

    def made() -> None:
        said = st.session_state[key]["choice"]
        if isinstance(said, dict) and said.get("value") in options:  # a browser can send anything
            on_choice(said["value"])

    component("bourre.drop_down", Path(__file__).with_name("drop_down.html"))(key=key, data=data, on_choice_change=made)
