"""A book at a glance: the last session, what needs attention, and whether the books are right.

Home for a player who said who they are: what I owe, my last night, my year.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, Final

import polars as pl
import streamlit as st

from dashboard.frame import charts, navigation, wording
from dashboard.frame.shown_book import asked
from dashboard.frame.table import Cell, Column, table
from dashboard.money import plan_lines
from dashboard.money.balances import results_of
from ledger.book import checks_of_database
from ledger.book.figures import Owing
from ledger.book.one_session import one_night
from ledger.money import FEWEST, amount_text
from ledger.stats import Filter, chips_by_hand, count_of_open, last_evening, player_money, winnings_over_time

Row = dict[str, Any]


def last_session() -> None:
    """Show who won and lost in the last session."""
    (last,) = asked(last_evening).to_dicts()
    title = wording.md(wording.evening(last["title"], last["session"], last["date"]), 60)
    st.subheader(f"Last evening: {title}", anchor=False)
    st.caption(f"{wording.day(last['date'])} · {wording.played(last)} · {wording.counted(last['players'], 'player')}")
    results = asked(player_money, Filter(sessions=(last["session"],))).sort("amount", "name", descending=[True, False])
    won = results_of(last["session"])
    table(
        "Who won and lost on the last evening",
        [Column("Player"), Column("Won or lost", right=True)],
        [[Cell(row["name"], page="player", query={"player": row["player"]}), won(row)] for row in results.iter_rows(named=True)],
    )
    navigation.link("session", "How the evening went", session=last["session"])


def open_findings() -> None:
    """Show how many findings need action."""
    number, where = asked(count_of_open)
    st.subheader("Findings", anchor=False)
    if not number:
        st.markdown(":material/check_circle: There are no open findings.")
        return
    st.markdown(f":material/error: **{wording.counted(number, 'finding')}** in {wording.counted(where, 'evening')} need a look.")
    navigation.link("audit", "See what was wrong")


def balanced() -> None:
    """Show whether the books are right, as ``bourre check`` tells it, and what is not."""
    st.subheader("The books", anchor=False)
    found = [check for check in asked(checks_of_database) if check.found]
    wrong = any(check.must for check in found)
    if not found:
        st.markdown(":material/check_circle: **The books are right.** Every hand counts, and nothing is missing.")
        return
    sign, number = "error" if wrong else "info", sum(len(one.found) for one in found)
    st.markdown(f":material/{sign}: **{wording.counted(number, 'thing')} to look at.**")
    with st.expander("What does not fit" if wrong else "What is not certain", expanded=False):
        st.markdown("\n".join(f"- {wording.md(said, 400)}" for check in found for said in check.found[:_MOST]))


_MOST: Final = 20
"""Places shown of one check; ``bourre check`` has the rest."""


# --- For a player who said who they are ------------------------------------------------------------------------------------

_LARGE: Final = "<style>.st-key-my-lines { --plan-size: 1.3rem; } .st-key-my-lines .stMarkdown p { font-size: 1.3rem; }</style>"
_LATELY: Final = 5
"""Evenings that the trend covers."""


def what_i_owe(standing: Owing, mine: int) -> None:
    """Show whom I pay and who pays me, each with a button, or that there is nothing to pay."""
    between = [one for one in standing.between_players if plan_lines.is_of(mine, one)]
    rest = [one for one in standing.transfers if plan_lines.is_of(mine, one) and one not in between]
    if not between:
        st.markdown("**You have nothing to pay.**" if rest else "**You are square.** You owe nobody, and nobody owes you.")
    if between:
        st.html(_LARGE)
        with st.container(key="my-lines"):
            plan_lines.show(between, FEWEST, "home")
    plan_lines.outcome("home")
    if rest:
        plan_lines.sentences(rest)


def my_evenings(mine: int) -> pl.DataFrame:
    """My evenings in the order of dates, as ``winnings_over_time`` has them."""
    return asked(winnings_over_time).filter(player=mine)


def my_last_evening(last: Row) -> None:
    """Show how my last evening went: what I won or lost, my place, and the hands that mattered most."""
    st.subheader(
        f"My last evening: {wording.md(wording.evening(last['title'], last['session'], last['date']), 60)}", anchor=False
    )
    there = asked(one_night, last["session"]).results
    place = 1 + sum(one.amount > last["amount"] for one in there)
    st.caption(wording.day(last["date"]))
    st.markdown(f"**{wording.signed_md(last['amount'], last['unit'])}**, {wording.nth(place)} of {len(there)}")
    _best_and_worst(last)
    navigation.link("session", "How the evening went", session=last["session"])


def _best_and_worst(last: Row) -> None:
    """Link to the hands in which I won and lost most; chips moved between hands are in none."""
    ways = asked(chips_by_hand, last["session"]).filter(player=last["player"]).filter(pl.col("hand") > 0)
    hands = ways.with_columns(won=pl.col("change") - pl.col("between")).filter(pl.col("won") != 0)
    for what, best in (("Best", True), ("Worst", False)):
        one = hands.sort("won", "hand", descending=[best, False]).row(0, named=True) if hands.height else None
        if one is not None and (one["won"] > 0) == best:
            said = wording.counted(abs(one["won"]), "chip")
            label = f"{what} hand, {one['number'] or one['hand']}: {'▲ +' if best else '▼ −'}{said}"
            navigation.link("replay", label, **navigation.hand_query(last["session"], one["hand"]))


def my_year(evenings: pl.DataFrame) -> None:
    """Show the result of the year of my last evening, and how it went up and down."""
    year = evenings["date"].max()
    assert isinstance(year, date)
    of_year = evenings.filter(pl.col("date").dt.year() == year.year)
    st.subheader(f"My {year.year}", anchor=False)
    for (unit,), rows in of_year.group_by("unit", maintain_order=True):
        _year_in(rows["amount"].to_list(), str(unit), year.year)
    navigation.link("player", "How I play", player=evenings["player"][0], since=f"{year.year}-01-01", until=f"{year.year}-12-31")


def _year_in(amounts: Sequence[int], unit: str, year: int) -> None:
    up = sum(amount > 0 for amount in amounts)
    said = f"**{wording.signed_md(sum(amounts), unit)}** in {wording.counted(len(amounts), 'evening')}, ahead in {up:,}"
    if len(amounts) > _LATELY:
        said += f"; {wording.signed_md(sum(amounts[-_LATELY:]), unit)} in the last {_LATELY}"
    st.markdown(f"{said}.")
    if len(amounts) > 1:
        so_far = [sum(amounts[:number]) for number in range(len(amounts) + 1)]
        low, high = (amount_text(one, unit, signed=True) for one in (min(so_far), max(so_far)))
        charts.sparkline(so_far, f"Won and lost in {year}, evening by evening: at the lowest {low}, at the highest {high}")
