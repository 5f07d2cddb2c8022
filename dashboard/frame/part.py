"""A part of a page that reruns by itself when it is clicked, as long as the book is unchanged since the page was drawn."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from dashboard.frame.page import explained
from dashboard.frame.shown_book import the_book


def part(draw: Callable[[], None]) -> None:
    """Show what ``draw`` draws. A click in it must change nothing outside; if the book has changed, the whole page reruns."""
    _part(draw, the_book().state())


@st.fragment
def _part(draw: Callable[[], None], state: str) -> None:
    with explained():
        if the_book().state() != state:
            st.rerun()
        draw()
