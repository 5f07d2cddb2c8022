"""Players: who is up, who is down, and how everybody plays."""

import streamlit as st

from dashboard.frame import filters, navigation, page
from dashboard.frame.shown_book import asked, asked_priced
from dashboard.players import all_players, rates
from ledger.stats import player_figures, player_insight, player_money, winnings_over_time

page.head("Players")
page.need_sessions()
page.say_what_is_not_read()
all_players.ask_who_is_one()
first = st.container()
where = filters.chosen()
figures = asked(player_figures, where)
if figures.is_empty():
    first.markdown("**Nobody is in this selection**.")
    st.stop()
money = asked(player_money, where)
unit = filters.unit(money)
first.markdown(all_players.answer(money, unit))
with st.container(horizontal=True):
    navigation.link("standings", "Standings of a season")
    navigation.link("compare", "Compare two")
    navigation.link("insight", "Luck and decisions")
over_time = asked(winnings_over_time, where)
all_players.everybody(figures, money, unit, asked_priced(player_insight, where), over_time)
if figures["hands"].sum():
    rates.legend()
else:
    st.caption(
        "How often each stayed, won and went bourré is not recorded: no hand of these evenings "
        "was written down."
    )
st.subheader("Winnings over time", anchor=False)
all_players.everybodys_chart(over_time, unit)
