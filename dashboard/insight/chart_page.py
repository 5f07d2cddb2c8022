"""Stay chart: which hands are worth staying with, by position and by how many are in; and eight
truths of the game.
"""

import streamlit as st

from dashboard.frame import filters, page
from dashboard.insight import stay_chart, truths

PARTS = {"chart": "stay or pass", "truths": "eight truths of the game"}

page.head("Stay chart")
if filters.tab("Show", "show", PARTS, "chart") == "truths":
    st.caption(truths.ANSWER)
    truths.show()
else:
    st.caption(stay_chart.ANSWER)
    stay_chart.show(stay_chart.chosen())
