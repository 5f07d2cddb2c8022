"""Replay: what is on the table, whose turn is it, and is it legal?"""

import streamlit as st

from dashboard.frame import escape, navigation, page
from dashboard.frame.shown_book import asked, the_book
from dashboard.replay import choose_hand
from dashboard.replay.step_by_step import replay
from ledger import Told, UserError, told_hand


def shown(session: str) -> Told | None:
    """Return the hand of a session that the address names, or say why there is none and offer others."""
    try:
        return asked(told_hand, str(the_book().folder), session, st.query_params.get("hand"))
    except UserError as error:
        page.head("Replay")
        page.complain(error)
        choose_hand.choose(session)
        return None


session = st.query_params.get("session")
if session is None:
    page.head("Replay", "Choose a hand to see it played again, card by card.")
    page.need_sessions()
    choose_hand.choose(None)
elif told := shown(session):
    number = told.hand.number
    page.head(f"Hand {number}" if number is not None else "A hand without a number")
    navigation.link("session", escape.md(told.title or session, 60), session=session)
    replay(told, st.query_params.get("hand"), st.query_params.get("step"))
