"""One player: am I winning, and where do I leak?"""

import polars as pl
import streamlit as st

from dashboard.frame import escape, filters, page
from dashboard.frame.shown_book import asked
from dashboard.players import breakdown, one_player, winnings
from ledger.book.figures import account_names
from ledger.stats import player_figures, player_money, winnings_over_time

if not page.has_sessions():
    page.head("Player")
page.need_sessions()
title = st.container()
with st.container(horizontal=True, vertical_alignment="bottom"):
    player = filters.player()
    where = filters.chosen()
with title:
    page.head(escape.md(asked(account_names)[player]) if player else "Player")
    page.say_what_is_not_read()
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
one_player.tables(me, money.iter_rows(named=True))
st.subheader("Where it is won and lost", anchor=False)
breakdown.tables(groups)
st.subheader("Winnings over time", anchor=False)
unit = filters.unit(money)
over_time = asked(winnings_over_time, where).filter(player=player, unit=unit)
winnings.chart_and_table(over_time, unit, "winnings of one", "Evening by evening")
