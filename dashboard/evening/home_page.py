"""Home: what do I owe, are we square, how was the last night, and is everything in order?"""

import streamlit as st

from dashboard.evening import home
from dashboard.find import hands_found
from dashboard.frame import me, navigation, page, wording
from dashboard.frame.shown_book import asked, the_book
from dashboard.money import balances, plan_lines
from ledger.book.figures import owing
from ledger.money import FEWEST

SHOWN = 6

page.head(wording.md(the_book().settings().name, 60), home=True)
page.need_sessions()
standing = asked(owing)
mine = me.my_account()
if mine is not None:
    home.what_i_owe(standing, mine)
page.say_what_is_not_read()
if mine is not None:
    my_evenings = home.my_evenings(mine)
    if my_evenings.height:
        left, right = st.columns(2, gap="large")
        with left:
            home.my_last_evening(my_evenings.row(-1, named=True))
        with right:
            home.my_year(my_evenings)
    st.subheader("Everybody", anchor=False)
    st.markdown(balances.verdict(standing))
    navigation.link("owes", "Who owes what")
else:
    st.markdown(balances.verdict(standing))
    plan_lines.outcome("home")
    largest = sorted(standing.between_players, key=lambda one: -one.amount)
    more = len(largest) - SHOWN if len(largest) > SHOWN + 1 else 0  # a line that says "1 more" can say what it is
    plan_lines.show(largest[: len(largest) - more], FEWEST, "home")
    navigation.link("owes", f"And {more} more" if more else "Who owes what")
    me.choose()
balances.closed()
left, right = st.columns(2, gap="large")
with left:
    home.last_session()
    hands_found.biggest()
with right:
    home.balanced()
    home.open_findings()
