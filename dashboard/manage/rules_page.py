"""Rules: what this table plays and has changed, any way of playing in words, how the presets
differ, and every option.
"""

import streamlit as st

from dashboard.frame import page
from dashboard.frame.shown_book import asked, the_book
from dashboard.manage import rules
from ledger.stats import nights_called

page.head("Rules")
nights = asked(nights_called) if the_book().exists else []
own = rules.own(nights)
st.markdown(rules.answer(nights))
rules.at_a_glance(own)
if nights:
    st.markdown(rules.changes(own))
st.subheader("All the rules in words", anchor=False)
rules.in_words(rules.typed(own))
if len({night.rules for night in nights}) > 1:
    st.subheader("What this book plays", anchor=False)
    rules.played(nights)
st.subheader("How the presets differ", anchor=False)
rules.compared(own)
folded = st.expander(
    "Every option, what each value means, and who says so", key="every option", on_change="rerun"
)
if folded.open:
    with folded:
        rules.options(own)
