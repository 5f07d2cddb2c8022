"""Hands that somebody said are wrong, and that nobody has answered yet: each leads to its lines."""

from __future__ import annotations

import streamlit as st

from dashboard.frame import navigation, wording
from dashboard.frame.shown_book import asked, the_book
from ledger.book.edits import open_disputes


def show() -> None:
    """Show the disputes that are open; nothing if there are none."""
    for session, said in asked(open_disputes, the_book().folder):
        st.markdown(f":material/flag: {wording.md(said.by, 60)} ({said.day}): {wording.md(said.words, 400)}")
        navigation.link("session", f"Look at it in {wording.md(session, 60)}", session=session, view="log", line=said.line)
