"""Luck and decisions: what players won apart from luck, and what their decisions cost."""

import streamlit as st

from dashboard.frame import filters, how_often, page
from dashboard.insight import luck_and_decisions, working_out
from ledger.book import CARDS, TABLE
from ledger.stats import THIS_TABLE

page.head("Luck and decisions", luck_and_decisions.ANSWER)
page.need_sessions()
page.say_what_is_not_read()
where = filters.chosen()
how_often.show(where)
if not working_out.left() and not luck_and_decisions.anything_priced(luck_and_decisions.of_everybody(where, THIS_TABLE)):
    luck_and_decisions.teach()
    st.stop()
place = st.container()
against = luck_and_decisions.reference()
parts = luck_and_decisions.more()
everybody = luck_and_decisions.of_everybody(where, against)
if luck_and_decisions.anything_priced(everybody):
    luck_and_decisions.show_everybody(everybody, parts)
    luck_and_decisions.show_notable(everybody, where, against)
    if CARDS in parts:
        luck_and_decisions.show_nice(where)
    luck_and_decisions.explain(against)
for part in dict.fromkeys((TABLE, against, *parts)):
    working_out.go_on(place, part)
