"""Looking on while somebody else records: what is on the table now, and a way to take over."""

from __future__ import annotations

import streamlit as st

from dashboard.frame import escape, login, page
from dashboard.frame.shown_book import the_book
from dashboard.record.desk import leave, my_desk, take_over
from dashboard.record.hand import headline
from dashboard.record.hand_words import settling, standing
from dashboard.record.style import style
from ledger import UserError, recording_view

_LINES = 12


@st.fragment(run_every=1.5)
def watch() -> None:
    """Show the recording as it is by now; it is looked at again and again."""
    login.enter()
    desk = my_desk()
    if desk is None or not desk.watching:
        st.rerun()
    try:
        if the_book().pulse(desk.kept.log) != desk.pulse:
            desk.pulse = the_book().pulse(desk.kept.log)
            desk.kept = the_book().load(desk.kept.log)
    except UserError as error:
        page.complain(error)
    style()
    kept = desk.kept
    view = recording_view(kept.recording)
    who = escape.md(kept.recorder.name) if kept.recorder is not None else ""
    st.info(f"You are watching: {who} records this evening." if who else "Nobody is recording this evening any more.")
    st.markdown(headline(desk, view))
    if view.awaits == "confirm":
        st.markdown(settling(view))
    st.code("\n".join(kept.recording.text.splitlines()[-_LINES:]), language=None, wrap_lines=True)
    st.caption(standing(view))
    with st.container(key="record-grid watch"):
        st.button("Take over", key="record take over", width="stretch", on_click=take_over, args=(kept.log,))
        st.button("Leave", key="record leave", width="stretch", on_click=leave)
