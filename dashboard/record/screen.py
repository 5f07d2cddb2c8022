"""The record page: one screen a step, run as a fragment, so that a tap costs no more than the screen."""

from __future__ import annotations

import streamlit as st

from dashboard.frame import login, page
from dashboard.record.between_hands import menu_button, more
from dashboard.record.cards import cards, switch
from dashboard.record.desk import SCORE, Desk, last_error, my_desk
from dashboard.record.ending import ended, ending
from dashboard.record.hand import headline, score, undo_button
from dashboard.record.hand_words import standing
from dashboard.record.referee import referee
from dashboard.record.start import start
from dashboard.record.style import style
from dashboard.record.watching import watch
from ledger import RecordingView, UserError, recording_view


@st.fragment
def record() -> None:
    """Show what is to be tapped next."""
    login.enter()  # a fragment does not run app.py
    error = last_error()
    if error is not None:
        page.complain(error)
    desk = my_desk()
    try:
        if desk is None:
            start()
        else:
            _table(desk)
    except UserError as said:
        page.complain(said)


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
