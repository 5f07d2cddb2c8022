"""A book at a glance: the last session, what needs attention, and whether the books balance."""

from __future__ import annotations

from typing import Any

import streamlit as st

from dashboard.frame import escape, navigation, wording
from dashboard.frame.shown_book import asked
from dashboard.frame.table import Cell, Column, table
from dashboard.money.balances import results_of
from ledger.money import amount_text
from ledger.stats import Filter, books_balance, count_of_open, last_evening, player_money

Row = dict[str, Any]


def last_session() -> None:
    """Show who won and lost in the last session."""
    (last,) = asked(last_evening).to_dicts()
    title = escape.md(wording.evening(last["title"], last["session"], last["date"]), 60)
    st.subheader(f"Last session: {title}", anchor=False)
    st.caption(f"{wording.day(last['date'])} · {wording.played(last)} · {wording.counted(last['players'], 'player')}")
    results = asked(player_money, Filter(sessions=(last["session"],))).sort("amount", "name", descending=[True, False])
    won = results_of(last["session"])
    table(
        "Who won and lost in the last session",
        [Column("Player"), Column("Won or lost", right=True)],
        [
            [
                Cell(row["name"], page="player", query={"player": row["player"]}),
                won(row),
            ]
            for row in results.iter_rows(named=True)
        ],
    )
    navigation.link("session", "How the night went", session=last["session"])


def open_findings() -> None:
    """Show how many findings need action."""
    number, where = asked(count_of_open)
    st.subheader("Findings", anchor=False)
    if not number:
        st.markdown(":material/check_circle: There are no open findings.")
        return
    st.markdown(f":material/error: **{wording.counted(number, 'finding')}** in {wording.counted(where, 'session')} need a look.")
    navigation.link("audit", "See what was wrong")


def balanced() -> None:
    """Show whether the books balance, and what does not."""
    st.subheader("The books", anchor=False)
    wrong = [row for row in asked(books_balance).iter_rows(named=True) if not row["good"]]
    if not wrong:
        st.markdown(
            ":material/check_circle: **They balance.** Positions and pots add up to zero, counts agree, every hand counts."
        )
        return
    zero = all(row["check"] != "zero" for row in wrong)
    st.markdown(
        f":material/error: **{wording.counted(len(wrong), 'thing')} to look at.** "
        + ("Positions and pots add up to zero, but:" if zero else "The sums are wrong:")
    )
    with st.expander("What does not fit", expanded=False):
        st.markdown("\n".join(f"- {_said(row)}" for row in wrong))


def _said(row: Row) -> str:
    """A sentence (Markdown) on what is wrong."""
    where = escape.md(row["session"] or row["file"] or "", 60)
    if row["check"] == "unexplained":
        way = "came from an unknown source" if row["amount"] < 0 else "went to an unknown recipient"
        return f"{escape.md(amount_text(abs(row['amount']), row['unit']))} {way}"
    if row["check"] == "quarantined":
        return f"{where}: {wording.counted(row['amount'], 'hand')} with a line that cannot be read: none of it counts"
    if row["check"] == "unverified-pot":
        return f"{where}: the pot at the end is not certain"
    if row["check"] == "zero":
        return f"in {row['subject']} everything adds up to {escape.md(amount_text(row['amount'], row['unit']))}, not to zero"
    return f"{where}: {escape.md(row['text'] or '', 300)}"
