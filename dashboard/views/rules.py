"""Rules: what this book plays, any way of playing in words, all of them side by side."""

import streamlit as st

from dashboard.frame import frame
from dashboard.frame.book import asked, the_book
from dashboard.manage import ways
from ledger import evenings

frame.head("Rules")
if the_book().exists:
    nights = asked(evenings)
    st.markdown(ways.answer(nights))
    if not nights.is_empty():
        ways.played(nights)
st.subheader("A way of playing, in words", anchor=False)
ways.in_words(ways.typed())
st.subheader("All nine side by side", anchor=False)
ways.side_by_side()
