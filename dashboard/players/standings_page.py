"""Standings: who leads this season, and streaks of evenings won and lost."""

import streamlit as st

from dashboard.frame import filters, page, wording
from dashboard.frame.shown_book import asked
from dashboard.players import all_players
from ledger.book.figures import part_sentence, season as days_of, standings, without
from ledger.stats import Filter, nights_called, streaks

page.head("Standings")
page.need_sessions()
page.say_what_is_not_read()
first = st.container()
nights = asked(nights_called)
with st.container(horizontal=True):
    chosen = filters.choice("Season", "season", {"": "The whole book", **all_players.seasons(night.date for night in nights)})
    games = sorted({night.game for night in nights})
    game = filters.choice("Game", "game", {"": "All games", **{one: one for one in games}}) if len(games) > 1 else ""
since, until = days_of(chosen) if chosen else (None, None)
part = Filter(since, until, game=game or None)
places = asked(standings, part)
first.markdown(all_players.champions(places) or "**Nobody played** then.")
all_players.standings(places)
which = part_sentence(part, asked(without, part), payments=False)
how = "Won and lost at the table: payments do not change it. An evening is won by whoever won the most."
st.caption(f"{wording.md(which, 300)} {how}".strip())
st.subheader("Evenings in a row", anchor=False)
all_players.in_a_row(asked(streaks, part).iter_rows(named=True))
