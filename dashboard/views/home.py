"""Home: are we square, how was the last night, and is everything in order?"""

import streamlit as st

from dashboard.evening import glance
from dashboard.frame import frame, pages, safe
from dashboard.frame.book import asked, the_book
from dashboard.money import money
from ledger import owing

SHOWN = 6

frame.head(safe.md(the_book().settings().name, 60))
frame.need_sessions()
standing = asked(owing)
st.markdown(money.verdict(standing))
largest = sorted(standing.transfers, key=lambda one: -one.amount)[:SHOWN]
money.sentences(largest)
more = len(standing.transfers) - len(largest)
pages.link("owes", f"And {more} more" if more else "Who owes what")
left, right = st.columns(2, gap="large")
with left:
    glance.last_session()
with right:
    glance.balanced()
    glance.open_findings()
