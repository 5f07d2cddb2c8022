"""The list of findings beside the one that is looked at, on a wide screen; and the keys that go through them and rule.

On a narrow screen there is no list: the findings stand below each other. The browser moves from one to the next by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import streamlit as st

from dashboard.frame import theme
from dashboard.frame.component import component
from ledger.log.words import visible as visible_text

WIDE: Final = 1100  # pixels from which on there are two panes
_LIST: Final = "[data-testid='stColumn']:has(.st-key-findings)"


@contextmanager
def beside(entries: Sequence[tuple[str, str]]) -> Iterator[None]:
    """Show what comes within beside a list: of each finding what is wrong, and where; they are in ``finding 0`` and so on."""
    st.html(f"<style>@media print, (max-width: {WIDE - 1}px) {{ {_LIST} {{ display: none; }} }}</style>")
    here = theme.tokens()
    left, right = st.columns([2, 3], gap="medium")
    with left, st.container(key="findings"):
        data: dict[str, Any] = {
            "entries": [[visible_text(what), visible_text(where)] for what, where in entries],
            "wide": WIDE,
            "colours": {tone: getattr(here, tone) for tone in ("ink", "quiet", "line", "link", "raised")},
        }
        component("bourre.panes", Path(__file__))(key="panes", data=data)
    with right:
        yield
