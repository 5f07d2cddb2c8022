"""Luck and decisions: what players won by luck and by play, what their decisions cost, and how
often they stay.
"""

import streamlit as st

from dashboard.frame import filters, how_often, page
from dashboard.insight import luck_and_decisions, working_out
from ledger.book import CARDS, TABLE
from ledger.stats import PRICED_FROM, THIS_TABLE

page.head("Luck and decisions")
page.need_sessions()
page.say_what_is_not_read()
first = st.container()
where = filters.chosen()
place = st.container()
everybody = luck_and_decisions.of_everybody(where, THIS_TABLE)
parts: list[str] = []
against = THIS_TABLE
if luck_and_decisions.anything_priced(everybody):
    rows = luck_and_decisions.enough(everybody)
    with first:
        luck_and_decisions.answer(rows, everybody)
    if rows:
        luck_and_decisions.show_everybody(rows)
        st.subheader("What decisions cost", anchor=False)
    else:
        how_often.show(where)
    with st.container(horizontal=True, gap="medium"):
        against, parts = luck_and_decisions.reference(), luck_and_decisions.more()
    everybody = luck_and_decisions.of_everybody(where, against)
    # else what is asked for now is worked out first
    priced = luck_and_decisions.anything_priced(everybody)
    if rows:
        if priced:
            luck_and_decisions.show_costs(luck_and_decisions.enough(everybody), parts, against)
        how_often.show(where)
    if priced:
        luck_and_decisions.show_notable(everybody, where, against)
        if not rows:
            page.worked_out("", PRICED_FROM[against])
    if CARDS in parts:
        luck_and_decisions.show_nice(where)
else:
    if not working_out.left():
        with first:
            luck_and_decisions.teach()
    how_often.show(where)
for part in dict.fromkeys((TABLE, against, *parts)):
    working_out.go_on(place, part)
