"""The record page: one screen a step, run as a fragment, so that a tap costs no more than the screen."""

from __future__ import annotations

import streamlit as st

from dashboard.parts import frame, login, record_desk
from dashboard.parts.record_cards import cards, switch
from dashboard.parts.record_desk import Desk
from dashboard.parts.record_hand import headline, score, undo_button
from dashboard.parts.record_referee import referee
from dashboard.parts.record_start import start
from dashboard.parts.record_style import style
from dashboard.parts.record_words import standing
from ledger import UserError, recording_view


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
    style()
    view = recording_view(desk.recording)
    st.markdown(headline(desk, view))
    referee(desk, view)
    (score if desk.mode == record_desk.SCORE else cards)(desk, view)
    with st.container(key="record-grid tools"):
        undo_button(desk, view)
        switch(desk)
    st.caption(standing(view))
