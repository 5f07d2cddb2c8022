"""Luck and decisions: what players won beside what the cards gave them, and what their decisions cost."""

import streamlit as st

from dashboard.frame import filters, page
from dashboard.insight import luck_and_decisions, working_out

page.head("Luck and decisions", luck_and_decisions.ANSWER)
page.need_sessions()
page.say_what_is_not_read()
where = filters.chosen()
place = st.container()
everybody = luck_and_decisions.of_everybody(where)
if luck_and_decisions.anything_priced(everybody):
    luck_and_decisions.show_everybody(everybody)
    luck_and_decisions.show_notable(everybody, where)
    luck_and_decisions.explain()
elif not working_out.left():
    luck_and_decisions.teach()
working_out.go_on(place)
