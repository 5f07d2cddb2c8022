"""Home: are we square, how was the last night, and is everything in order?"""

import streamlit as st

from dashboard.evening import home
from dashboard.find import hands_found
from dashboard.frame import escape, me, navigation, page
from dashboard.frame.shown_book import asked, the_book
from dashboard.money import balances
from ledger.book.figures import owing

SHOWN = 6

page.head(escape.md(the_book().settings().name, 60))
page.need_sessions()
page.say_what_is_not_read()
standing = asked(owing)
st.markdown(balances.verdict(standing))
largest = sorted(standing.between_players, key=lambda one: -one.amount)[:SHOWN]
balances.sentences(largest)
more = len(standing.between_players) - len(largest)
navigation.link("owes", f"And {more} more" if more else "Who owes what")
balances.closed()
if me.me() is None:
    me.choose()
left, right = st.columns(2, gap="large")
with left:
    home.last_session()
    hands_found.biggest()
with right:
    home.balanced()
    home.open_findings()
