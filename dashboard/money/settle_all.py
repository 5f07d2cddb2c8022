"""Recording all payments of the plan at once, when everybody has paid."""

from __future__ import annotations

from typing import Final

import streamlit as st

from dashboard.frame import page, wording
from dashboard.frame.shown_book import the_book
from ledger.book.figures import Owing
from ledger.book.payment_lines import Booked, Settlement, settlement_of
from ledger.book.settings import Role
from ledger.errors import UserError

_DONE: Final = "settled all"


def settle_all(standing: Owing, how: str) -> None:
    """Let bankers record all payments of a plan after one question; others see nothing."""
    if the_book().role < Role.BANKER:
        return
    done: Booked | UserError | None = st.session_state.get(_DONE)
    if done is not None:
        _outcome(done)
        return
    found = settlement_of(standing.transfers, how)
    if len(found.payments) < 2:
        return  # the only one has its own button
    payments = wording.counted(len(found.payments), "payment")
    with st.popover("Settle all", icon=":material/done_all:", key="settle all"):
        st.markdown(f"**Have all {payments} been made?** They are recorded as made today, in one step, and can be taken back.")
        if found.left_out:
            st.caption("What goes into a pot, what is unexplained, and chips without a value stay as they are.")
        # The payments shown now: if the plan has changed by the time of the click, nothing is recorded.
        st.button(f"Record {payments}", type="primary", key="record all", on_click=_settle, args=(found,))


def _settle(agreed: Settlement) -> None:
    try:
        st.session_state[_DONE] = the_book().settle(agreed)
    except UserError as error:
        st.session_state[_DONE] = error


def _take_back(booked: Booked) -> None:
    try:
        the_book().take_all_back(booked)
        st.session_state.pop(_DONE)
    except UserError as error:
        st.session_state[_DONE] = error


def _outcome(done: Booked | UserError) -> None:
    if isinstance(done, UserError):
        page.complain(done)
    else:
        st.success(f"Recorded: {wording.counted(len(done.payments), 'payment')}.")
        st.button("Undo", on_click=_take_back, args=(done,), key="undo all", icon=":material/undo:")
    st.button("Go on", on_click=lambda: st.session_state.pop(_DONE), key="settled")
