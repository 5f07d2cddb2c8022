"""Standings: who leads this season, how it came about, form and streaks; and a picture of it to
share.
"""

import streamlit as st

from dashboard.frame import filters, page
from dashboard.frame.shown_book import asked
from dashboard.players import season
from ledger.book.balances.figures import part_sentence, season as days_of, standings, without
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
places, doubted = asked(standings, part), season.unread_evenings()
first.markdown(season.champions(places, over=season.is_over(part)) or "**Nobody played** then.")
season.standings(places, doubted)
page.worked_out(
    season.signs(doubted),
    part_sentence(part, asked(without, part), payments=False),
    "An arrow beside a place: the last evening brought the player up or down to it.",
    (
        "Won and lost at the table: payments do not change it. Wins are the evenings in which "
        "nobody won more."
    ),
    "A streak is how many evenings in a row a player was up or down. Evenings that the player "
    "missed do not end it, one in which "
    "nothing was won or lost does.",
)
units = season.by_unit(places)
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
