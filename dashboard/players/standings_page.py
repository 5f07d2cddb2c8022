"""Standings: who leads this season, how it came about, form and streaks; and a picture of it to
share.
"""

from datetime import date

import streamlit as st

from dashboard.frame import filters, page
from dashboard.frame.answers import to_page
from dashboard.frame.shown_book import asked
from dashboard.players import season
from ledger.book.answers.standings import by_unit, standings, told
from ledger.book.balances.figures import season as days_of
from ledger.stats import Filter, nights_called, streaks

page.head("Standings")
page.need_sessions()
page.say_what_is_not_read()
first = st.container()
nights = asked(nights_called)
with st.container(horizontal=True):
    chosen = filters.choice(
        "Season", "season", {"": "The whole book", **season.seasons(night.date for night in nights)}
    )
    games = sorted({night.game for night in nights})
    game = (
        filters.choice("Game", "game", {"": "All games", **{one: one for one in games}})
        if len(games) > 1
        else ""
    )
since, until = days_of(chosen) if chosen else (None, None)
part = Filter(since, until, game=game or None)
found, doubted = asked(told, part), season.unread_evenings()
places = found.places
answer = standings(found, doubted, date.today())  # noqa: DTZ011 - the day here
units = by_unit(places)
with first:
    to_page(answer.block("verdict"))
for one, some in zip(answer.block("standings"), units.values(), strict=True):
    season.standings(one, some, doubted)
season.meaning(answer)
for some in units.values():
    season.places_over_evenings(some, doubted, several=len(units) > 1)
if places:
    st.subheader("Evenings in a row", anchor=False)
    season.in_a_row(asked(streaks, part).iter_rows(named=True))
    folded = st.expander(
        "Share these standings", icon=":material/share:", key="share", on_change="rerun"
    )
    if folded.open:
        with folded:
            season.show_picture(page.name_of_book(), chosen or "", part, places)
