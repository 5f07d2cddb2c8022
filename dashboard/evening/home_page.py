"""Home: are we square, and who owes whom?

Then how the last evening was, and whether everything is in order.
"""

import streamlit as st

from dashboard.evening import felt, home
from dashboard.find import hands_found
from dashboard.frame import me, navigation, page, wording
from dashboard.frame.answers import to_page
from dashboard.frame.shown_book import asked, the_book
from dashboard.money import balances, plan_lines, plan_table
from ledger.book.answers.owes import standing, verdict
from ledger.money import FEWEST

page.head(wording.md(the_book().settings().name, 60), home=True)
page.need_sessions(instead=felt.sample)
stands = asked(standing)
offers = plan_lines.offers(plan_lines.said_of(stands.owing.between_players))
going_on = home.going_on()
home.live(going_on)
mine = me.my_account()
left, right = st.columns(2, gap="large")
if mine is None:
    with left:
        to_page([verdict(stands)])
        plan_lines.outcome("home")
        page.say_what_is_not_read()
        drawn = plan_table.tables(stands.owing, offers)
    with right if drawn else left:
        home.largest(offers)
    with right:
        me.choose()
else:
    with left:
        home.what_i_owe(stands.owing, mine, offers)
        page.say_what_is_not_read()
    with right:
        to_page([verdict(stands)])
        plan_table.tables(stands.owing, offers)
        navigation.link("owes", "Who owes what")
plan_lines.dialogs(offers, FEWEST, "home")
left, right = st.columns(2, gap="large")
if mine is not None and (evenings := home.my_evenings(mine, going_on)).height:
    with left:
        home.my_last_evening(evenings.row(-1, named=True))
    with right:
        home.my_year(evenings)
balances.closed()
left, right = st.columns(2, gap="large")
with left:
    home.last_session(going_on)
with right:
    home.balanced()
    home.open_findings()
    hands_found.biggest()
