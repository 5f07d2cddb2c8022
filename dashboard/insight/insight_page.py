"""Luck and decisions: what players won beside what the cards gave them, and what their decisions cost."""

import streamlit as st

from dashboard.frame import filters, page
from dashboard.insight import luck_and_decisions

page.head("Luck and decisions", luck_and_decisions.ANSWER)
page.need_sessions()
page.say_what_is_not_read()
where = filters.chosen()
everybody = luck_and_decisions.of_everybody(where)
if not luck_and_decisions.anything_priced(everybody):
    luck_and_decisions.teach()
    st.stop()
luck_and_decisions.show_everybody(everybody)
luck_and_decisions.show_notable(everybody, where)
luck_and_decisions.explain()
