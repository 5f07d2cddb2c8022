"""The record page: one screen a step, run as a fragment, so that a tap costs no more than the screen."""

from __future__ import annotations

import streamlit as st

from dashboard.frame import frame, login
from dashboard.record import record_desk
from dashboard.record.record_cards import cards, switch
from dashboard.record.record_desk import SCORE, Desk
from dashboard.record.record_end import ended, ending
from dashboard.record.record_hand import headline, score, undo_button
from dashboard.record.record_more import menu_button, more
from dashboard.record.record_referee import referee
from dashboard.record.record_start import start
from dashboard.record.record_style import style
from dashboard.record.record_watch import watch
from dashboard.record.record_words import standing
from ledger import RecordingView, UserError, recording_view


@st.fragment
def record() -> None:
    """Show what is to be tapped next."""
    login.enter()  # a fragment does not run app.py
    error = record_desk.wrong()
    if error is not None:
        frame.complain(error)
    desk = record_desk.here()
    try:
        if desk is None:
            start()
        else:
            _table(desk)
    except UserError as said:
        frame.complain(said)


def _table(desk: Desk) -> None:
    """Show one screen: what somebody else records, the menu, the end, or the hand."""
    if desk.watching:
        watch()
        return
    style()
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
