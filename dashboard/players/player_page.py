"""One player: am I winning, and where do I leak?"""

from functools import partial

import streamlit as st

from dashboard.frame import filters, navigation, page, wording
from dashboard.frame.faces import face
from dashboard.frame.filters import part
from dashboard.frame.shown_book import asked
from dashboard.players import all_players, breakdown, one_player, portrait, rates
from ledger.book.balances.figures import account_names
from ledger.stats import beside_everybody, player_figures, player_money, streaks, winnings_over_time

if not page.has_sessions():
    page.head("Player")
page.need_sessions()
title = st.container()
with st.container(horizontal=True, vertical_alignment="bottom"):
    player = filters.player()
    where = filters.chosen()
with title:
    name = asked(account_names)[player] if player else ""
    page.head(wording.md(name) or "Player", who=face(player, name) if player else None)
    if player:
        portrait.choose(player)
    page.say_what_is_not_read()
own = where._replace(whose=player)
mine = asked(player_figures, own)
if player is None or mine.is_empty():
    st.markdown("**There is nothing about this player** in this selection.")
    st.stop()
me = mine.row(0, named=True)
money = asked(player_money, own)
everything = asked(winnings_over_time, own)
st.markdown(one_player.winning(me, money.iter_rows(named=True)))
one_player.at_a_glance(me, money.iter_rows(named=True))
one_player.lately(everything)
styled = st.container()
for row in asked(streaks, own).iter_rows(named=True):
    st.markdown(one_player.in_a_row(row))
if me["hands"]:
    beside = asked(beside_everybody, me["player"], where)
    groups = breakdown.breakdowns(beside)
    usual, after = beside.after_bourre.rows(named=True)
    named, looked_at = rates.named(
        [
            *rates.overall(beside.overall.rows(named=True)),
            *(one for group in groups for one in group.compared()),
            *breakdown.compared(beside.stays),
            rates.tilt(usual, after),
        ]
    )
    styled.markdown(one_player.style(named))
    if named[1:]:  # the first is told as the style
        st.subheader(f"What else sets {wording.md(me['name'])} apart", anchor=False)
        st.markdown("\n".join(f"- {one}" for one in named[1:]))
    page.worked_out("Only what is unlikely to be chance is named.", rates.how_many(looked_at))
    navigation.link("compare", "Compare with others, or the year before", a=player)
    one_player.show_luck(me["player"], where)
    one_player.tables(me, money.iter_rows(named=True))
    st.subheader("Staying by place", anchor=False)
    part(partial(breakdown.show_kinds, beside, groups))
st.subheader("Winnings over time", anchor=False)
unit = filters.unit(money)
over_time = everything.filter(unit=unit)
all_players.chart_and_table(over_time, unit, "winnings of one", "Evening by evening")
