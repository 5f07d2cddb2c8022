"""Session: who won the night, and how; chips and pot hand by hand, every hand, what was found, and the log."""

import streamlit as st

from dashboard.evening import evening
from dashboard.frame import frame, safe

night = evening.asked_for()
frame.head(safe.md(night["title"] or night["session"], 60) if night else "Session")
frame.need_sessions()
if night is None:
    evening.unknown()
else:
    st.caption(evening.about(night))
    evening.neighbours(night["session"])
    hands = evening.all_hands(night["session"])
    left, right = st.columns([2, 3], gap="large")
    with left:
        st.markdown(evening.answer(night, hands))
        evening.results(night["session"])
    with right:
        evening.chips(night)
    evening.pot(night)
    evening.details(night, hands)
