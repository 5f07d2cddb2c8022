"""One player: winning or losing, and streaks, in sentences; then rates, means and records in tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any, Final

import streamlit as st

from dashboard.frame import navigation, wording
from dashboard.frame.shown_book import evenings_called
from dashboard.frame.table import Cell, Column, table
from dashboard.players import rates

Row = Mapping[str, Any]

_BESIDES: Final = "results, counted chips, rulings, transfers and divided pots"
"""The sources of wins and losses besides hands."""

# --- In sentences ---------------------------------------------------------------------------------------------------------


def winning(figures: Row, money: Iterable[Row]) -> str:
    """Sentences (Markdown) on whether a player is up: in money over all sessions, in chips over all hands."""
    said = [
        f"**{'Winning' if one['amount'] > 0 else 'Losing' if one['amount'] < 0 else 'Square'}:** "
        f"{wording.signed_md(one['amount'], one['unit'])} in {wording.counted(one['evenings'], 'evening')}."
        for one in money
    ]
    if not figures["hands"]:
        return " ".join([*said, "**No hand was dealt** to this player in this selection."])
    hands = wording.counted(figures["hands"], "hand")
    each = rates.a_hand(figures["chips"], figures["hands"])
    said.append(f"That is {wording.signed_md(figures['chips'], 'chips')} in {hands}, {each} a hand.")
    if figures["between"]:
        said.append(f"{_BESIDES[0].upper()}{_BESIDES[1:]} brought {wording.signed_md(figures['between'], 'chips')} besides.")
    if figures["hands"] < rates.FEW:
        said.append(f"Fewer than {rates.FEW} hands say little about how somebody plays.")
    return " ".join(said)


def in_a_row(streak: Row) -> str:
    """A sentence (Markdown) on a player's current and longest streaks of evenings."""
    now, said = streak["current"], []
    if abs(now) > 1:
        said.append(f"{'Won' if now > 0 else 'Lost'} the last **{abs(now)}** evenings.")
    longest = [
        f"{streak[which]:,} {how} ({days_between(streak[f'{which}_since'], streak[f'{which}_until'])})"
        for which, how in (("winning", "won"), ("losing", "lost"))
        if streak[which] > 1
    ]
    if longest:
        said.append(f"Most evenings in a row: {', '.join(longest)}.")
    return " ".join(said)


def days_between(since: date, until: date) -> str:
    """A range of days: the year only once if it is the same; a single day alone."""
    if since == until:
        return f"{since.day} {since:%b %Y}"
    first = f"{since.day} {since:%b}" if since.year == until.year else f"{since.day} {since:%b %Y}"
    return f"{first} to {until.day} {until:%b %Y}"


# --- In tables ------------------------------------------------------------------------------------------------------------

_RATES = (
    ("Stayed", "stayed", "of hands dealt"),
    ("Won", "won", "of hands stayed in"),
    ("Split", "split", "of hands stayed in"),
    ("Went bourré", "bourres", "of hands stayed in"),
    ("Reneged", "reneges", "of hands with every play proved"),
)


def tables(figures: Row, money: Iterable[Row]) -> None:
    """Show every figure of a player: rates on the left, the rest on the right, and how to read them."""
    left, right = st.columns(2, gap="large")
    with left:
        _rates_table(figures)
    with right:
        _sums_table(figures, money)
    rates.legend()


def _rates_table(figures: Row) -> None:
    """Show every rate with its interval."""
    table(
        "Rates",
        [Column("How often"), Column("Rate")],
        [[Cell(title, note=of), rates.rate(figures, name)] for title, name, of in _RATES],
    )


def _sums_table(figures: Row, money: Iterable[Row]) -> None:
    """Show means, sums, and the best and worst hands and sessions."""
    records = ("pot", "match")
    way_to = navigation.hand_queries(figures[f"{most}_session"] for most in records if figures[most] is not None)
    pot, match = (_hand(figures, most, way_to) for most in records)
    rows = [
        [
            Cell("Hands dealt"),
            Cell(f"{figures['hands']:,}"),
        ],
        [Cell("Tricks a hand stayed"), rates.mean(figures, "tricks", "trick")],
        [Cell("Cards drawn a hand"), rates.mean(figures, "drawn", "card")],
        [Cell("Chips won or lost"), _net(figures)],
        [Cell("Chips a hand"), rates.chips_a_hand(figures)],
        [Cell("Biggest pot won"), pot],
        [Cell("Most expensive bourré"), match],
        [Cell("Reneges proved"), _reneges(figures)],
    ]
    for one in money:
        rows += [[Cell(f"{which.capitalize()} evening"), _evening(one, which)] for which in ("best", "worst")]
    table("Sums, means and records", [Column("How much"), Column("Figure", right=True)], rows)


def _reneges(figures: Row) -> Cell:
    """How many reneges are proved; blank if no hand is recorded well enough to tell."""
    told = figures["reneges_proved"] or figures["reneges_of"]
    return Cell(f"{figures['reneges_proved']:,}" if told else "")


def _net(figures: Row) -> Cell:
    besides = figures["between"]
    note = f"{wording.signed(besides, 'chips')} of it by {_BESIDES}" if besides else ""
    return Cell(wording.signed(figures["net"], "chips"), wording.tone(figures["net"]), note=note)


def _hand(figures: Row, most: str, way_to: Callable[[str, int], dict[str, object]]) -> Cell:
    """A link to the replay of a record hand; blank if there is none."""
    if figures[most] is None:
        return Cell("")
    session, place, number = (figures[f"{most}_{part}"] for part in ("session", "hand", "number"))
    called = f"hand {place if number is None else number}, {evenings_called({session})[session]}"
    return Cell(wording.counted(figures[most], "chip"), page="replay", query=way_to(session, place), note=called)


def _evening(one: Row, which: str) -> Cell:
    return Cell(
        wording.signed(one[which], one["unit"]),
        wording.tone(one[which]),
        page="session",
        query={"session": one[f"{which}_session"]},
        note=wording.day(one[f"{which}_date"]),
    )
