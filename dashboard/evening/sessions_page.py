"""Evenings: all of them, who won each, and what was found in it."""

import streamlit as st

from dashboard.evening.session_list import session_list
from dashboard.frame import filters, page, wording
from dashboard.frame.shown_book import asked
from ledger.stats import evenings

page.head("Evenings")
page.need_sessions()
first = st.container()
nights = asked(evenings, filters.chosen())
if nights.is_empty():
    st.markdown("**No evening fits the filters.**")
else:
    hands = int(nights["hands"].sum())
    wanted = int((nights["open"] > 0).sum())
    number = wording.counted(nights.height, "evening")
    said = (
        f"**{number}, {wording.counted(hands, 'hand')}.** "
        if hands
        else f"**{number}.** {wording.NO_HANDS} "
    )
    said += (
        f"In {wanted:,} of them something needs a look."
        if wanted
        else "There are no open findings."
    )
    first.markdown(said)
    session_list(nights)
