"""Evening: who won it, and how, on the felt hand by hand and in review; then every hand, what was
found, and the log.
"""

from functools import partial

import streamlit as st

from dashboard.evening import felt, recap, review, session, session_list
from dashboard.frame import page, wording
from dashboard.frame.filters import part
from dashboard.frame.shown_book import asked
from ledger.stats import hands_of

night = session.asked_for()
page.head(
    wording.md(wording.evening(night["title"], night["session"], night["date"]), 60)
    if night
    else "Evening"
)
page.need_sessions()
if night is None:
    session.unknown()
else:
    st.caption(session.about(night))
    page.say_what_is_not_read(night["session"])
    hands = asked(hands_of, night["session"])
    session.who_won(night["session"])
    felt.show(night)
    session.corrected(night, hands)
    review.show(night, hands)
    folded = st.expander(
        "Share this evening", icon=":material/share:", key="share", on_change="rerun"
    )
    if folded.open:
        with folded:
            recap.show(night["session"])
    session.neighbours(night["session"])
    session_list.form(night)
    part(partial(session.details, night, hands))
