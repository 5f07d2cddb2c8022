"""Rules: what this book plays, any way of playing in words, all of them side by side."""

import streamlit as st

from dashboard.frame import page
from dashboard.frame.shown_book import asked, the_book
from dashboard.manage import rules
from ledger.stats import evenings

page.head("Rules")
if the_book().exists:
    nights = asked(evenings)
    st.markdown(rules.answer(nights))
    if not nights.is_empty():
        rules.played(nights)
st.subheader("A way of playing, in words", anchor=False)
rules.in_words(rules.typed())
st.subheader("All nine side by side", anchor=False)
rules.side_by_side()
