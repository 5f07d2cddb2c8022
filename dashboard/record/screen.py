"""The record page: one screen a step, run as a fragment, so that a tap costs no more than the screen."""

from __future__ import annotations

from typing import Final

import streamlit as st

from dashboard.frame import escape, page
from dashboard.frame.shown_book import the_book
from dashboard.record.between_hands import menu_button, more
from dashboard.record.cards import cards, switch
from dashboard.record.desk import SCORE, Desk, last_error, leave, my_desk, take_over
from dashboard.record.ending import ended, ending
from dashboard.record.hand import headline, settling, standing, undo_button
from dashboard.record.referee import referee
from dashboard.record.score import score
from dashboard.record.start import start
from ledger.errors import UserError
from ledger.recording import RecordingView, view as recording_view

_LAST_LINES: Final = 12

_STYLE: Final = """<style>
[class*="st-key-record-"] button { min-height: 3rem; touch-action: manipulation; }
[class*="st-key-record-grid"], [class*="st-key-record-count"], [class*="st-key-record-cards"],
[class*="st-key-record-four"], [class*="st-key-record-six"] {
  display: grid !important; gap: .4rem; width: 100%; }
[class*="st-key-record-grid"] { grid-template-columns: repeat(2, minmax(0, 1fr)); }
[class*="st-key-record-count"] { grid-template-columns: minmax(0, 1fr) 3.5rem; }
[class*="st-key-record-cards"] { grid-template-columns: repeat(7, minmax(0, 1fr)); gap: .25rem; }
[class*="st-key-record-four"] { grid-template-columns: repeat(4, minmax(0, 1fr)); }
[class*="st-key-record-six"] { grid-template-columns: repeat(6, minmax(0, 1fr)); }
[class*="st-key-record-"] [data-testid="stElementContainer"], [class*="st-key-record-"] .stButton { width: 100% !important; }
[class*="st-key-record-cards"] button { padding: 0; min-width: 0; }
[class*="st-key-record-cards"] button p { font-size: 1.05rem; white-space: nowrap; }
</style>"""
"""How the page looks under a thumb: nothing to hit is smaller than 44 pixels, and cards stand in a grid.

A container whose key begins with ``record-grid`` has two things in a row, ``record-count`` a wide and a narrow one,
``record-four``, ``record-six`` and ``record-cards`` four, six and seven.
"""


@st.fragment
def record() -> None:
    """Show what is to be tapped next."""
    st.html(_STYLE)
    error = last_error()
    if error is not None:
        page.complain(error)
    desk = my_desk()
    try:
        if desk is None:
            start()
        else:
            _screen(desk)
    except UserError as said:
        page.complain(said)


def _screen(desk: Desk) -> None:
    """Show one screen: what somebody else records, the menu, the end, or the hand."""
    if desk.watching:
        _watch()
        return
    view = recording_view(desk.recording)
    if view.awaits == "end" and not desk.screen:
        ended(desk, view)
        return
    st.markdown(headline(desk, view))
    if desk.screen == "ending":
        ending(view)
    elif desk.screen:
        more(desk, view)
    else:
        _hand(desk, view)
    st.caption(standing(view))
    st.html(f'<p class="record-saved" data-stamp="{desk.kept.stamp[:16]}" hidden>saved</p>')


def _hand(desk: Desk, view: RecordingView) -> None:
    referee(desk, view)
    (score if desk.mode == SCORE else cards)(desk, view)
    with st.container(key="record-grid tools"):
        undo_button(desk, view)
        switch(desk)
        menu_button(view)


@st.fragment(run_every=1.5)
def _watch() -> None:
    """Show the recording as it is by now; it is looked at again and again."""
    desk = my_desk()
    if desk is None or not desk.watching:
        st.rerun()
    try:
        if the_book().pulse(desk.kept.log) != desk.pulse:
            desk.pulse = the_book().pulse(desk.kept.log)
            desk.kept = the_book().load(desk.kept.log)
    except UserError as error:
        page.complain(error)
    kept = desk.kept
    view = recording_view(kept.recording)
    who = escape.md(kept.recorder.name) if kept.recorder is not None else ""
    st.info(f"You are watching: {who} records this evening." if who else "Nobody is recording this evening any more.")
    st.markdown(headline(desk, view))
    if view.awaits == "confirm":
        st.markdown(settling(view))
    st.code("\n".join(kept.recording.text.splitlines()[-_LAST_LINES:]), language=None, wrap_lines=True)
    st.caption(standing(view))
    with st.container(key="record-grid watch"):
        st.button("Take over", key="record take over", width="stretch", on_click=take_over, args=(kept.log,))
        st.button("Leave", key="record leave", width="stretch", on_click=leave)
