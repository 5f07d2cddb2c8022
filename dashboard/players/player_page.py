"""One player: am I winning, and where do I leak?"""

import polars as pl
import streamlit as st

from dashboard.frame import escape, filters, page
from dashboard.frame.shown_book import asked
from dashboard.players import breakdown, one_player, rates, winnings
from ledger import account_names, player_figures, player_money, winnings_over_time

if not page.has_sessions():
    page.head("Player")
page.need_sessions()
title = st.container()
with st.container(horizontal=True, vertical_alignment="bottom"):
    player = filters.player()
    where = filters.chosen()
with title:
    page.head(escape.md(asked(account_names)[player]) if player else "Player")
figures = asked(player_figures, where)
mine = figures.filter(player=player)
if mine.is_empty():
    st.markdown("**No hand was dealt** to this player in what is chosen here.")
    st.stop()
me = mine.row(0, named=True)
money = asked(player_money, where).filter(player=player)
others = figures.filter(pl.col("player") != player).rows(named=True)
groups = breakdown.breakdowns(me["player"], where)
st.markdown(one_player.winning(me, money.iter_rows(named=True)))
st.markdown("\n".join(f"- {one}" for one in one_player.leaks(me, others, groups)))
left, right = st.columns(2, gap="large")
with left:
    one_player.rates_table(me)
with right:
    one_player.sums_table(me, money.iter_rows(named=True))
rates.legend()
st.subheader("Where it is won and lost", anchor=False)
breakdown.tables(groups)
st.subheader("Winnings over time", anchor=False)
unit = filters.unit(money)
over_time = asked(winnings_over_time, where).filter(player=player, unit=unit)
winnings.chart(list(winnings.lines(over_time)), unit, "winnings of one")
with st.expander("The same as a table"):
    winnings.evenings_table("Evening by evening", over_time)
