"""Stay or pass?: hands to practise on, the costly ones of the book first, and a puzzle for every
day.
"""

import streamlit as st

from dashboard.frame import page
from dashboard.frame.shown_book import being_recorded
from dashboard.train import questions

page.head("Stay or pass?", questions.ANSWER)
if being_recorded():
    st.markdown(
        "**An evening is being recorded: play that one.** The trainer deals again once it is over."
    )
    st.stop()
which = st.segmented_control(
    "Practise",
    questions.KINDS,
    default=questions.KINDS[0],
    required=True,
    label_visibility="collapsed",
)
questions.show(puzzle=which == questions.KINDS[1])
