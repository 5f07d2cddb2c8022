"""Replay: what is on the table, whose turn is it, and is it legal?"""

import streamlit as st

from dashboard.frame import escape, navigation, page
from dashboard.replay import choose_hand
from dashboard.replay.step_by_step import replay

session = st.query_params.get("session")
hand = st.query_params.get("hand")
if session is None:
    page.head("Replay", "Choose a hand to see it played again, card by card.")
    page.need_sessions()
    choose_hand.choose(None)
elif told := choose_hand.named(session, hand):
    number = told.hand.number
    page.head(f"Hand {number}" if number is not None else "A hand without a number")
    navigation.link("session", escape.md(told.title or session, 60), session=session)
    replay(told, hand, st.query_params.get("step"))
