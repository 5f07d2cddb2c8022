"""How a player does by place at the table, by trumps held and by size of the pot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import polars as pl
import streamlit as st

from dashboard.frame import wording
from dashboard.frame.shown_book import asked
from dashboard.frame.table import Cell, Column, table
from dashboard.players import rates
from ledger.stats import Filter, by_position, by_pot, by_trumps


class Breakdown(NamedTuple):
    """The hands of a player in groups: rows of statistics, what each group is called in a table and in a sentence.

    ``lost`` begins a sentence about the group that cost the most, ``about`` says what is to be known beside the table.
    """

    title: str
    heading: str
    rows: pl.DataFrame
    label: Callable[[Mapping[str, Any]], str]
    called: Callable[[Mapping[str, Any]], str]
    lost: str
    about: str


def breakdowns(player: int, where: Filter) -> list[Breakdown]:
    """A player's hands by trumps held, by place and by pot."""
    return [
        Breakdown(
            "Trumps held",
            "Trumps",
            asked(by_trumps, player, where),
            trumps_called,
            trumps_called,
            "Staying in with **{}** costs the most",
            "Hands stayed in, of which every card is known as it was when the play began.",
        ),
        Breakdown(
            "Place from the dealer",
            "Place",
            asked(by_position, player, where),
            place_label,
            place_called,
            "The worst place is **{}**",
            "Places are counted from the dealer's left, where the first to speak sits.",
        ),
        Breakdown(
            "Size of the pot",
            "Antes",
            asked(by_pot, player, where),
            pot_label,
            pot_called,
            "Pots of **{}** cost the most",
            "What was played for, in antes; evenings without an ante are left out.",
        ),
    ]


def trumps_called(row: Mapping[str, Any]) -> str:
    """What a number of trumps is called."""
    return "no trump" if not row["trumps"] else wording.counted(row["trumps"], "trump")


def place_label(row: Mapping[str, Any]) -> str:
    """A place, counted from the dealer's left."""
    place = 0 if row["dealer"] else row["position"] + 1
    return {0: "dealer", 1: "1st", 2: "2nd", 3: "3rd"}.get(place, f"{place}th")


def place_called(row: Mapping[str, Any]) -> str:
    """What a place is called."""
    return "dealer" if row["dealer"] else f"{place_label(row)} from the dealer's left"


def pot_label(row: Mapping[str, Any]) -> str:
    """A band of pots, in antes."""
    return f"{row['antes']}+" if row["below"] is None else f"{row['antes']}–{row['below'] - 1}"


def pot_called(row: Mapping[str, Any]) -> str:
    """What a band of pots is called."""
    return f"{row['antes']} antes or more" if row["below"] is None else f"{row['antes']} to {row['below'] - 1} antes"


def tables(some: list[Breakdown]) -> None:
    """Show all of them, one at a time."""
    for tab, one in zip(st.tabs([one.title for one in some]), some, strict=True):
        with tab:
            if not one.rows["chips_of"].sum():
                st.markdown("Nothing is known of this in what is chosen here.")
            else:
                _table(one)
            st.caption(one.about)


def _table(one: Breakdown) -> None:
    stayed = "stayed" in one.rows.columns
    columns = [Column(one.heading), *([Column("Stayed", roomy=True)] if stayed else []), Column("Won"), Column("Went bourré")]
    table(
        one.title,
        [*columns, Column("Chips a hand", right=True)],
        [
            [
                Cell(one.label(row)),
                *([rates.rate(row, "stayed")] if stayed else []),
                rates.rate(row, "won"),
                rates.rate(row, "bourres"),
                rates.chips_a_hand(row),
            ]
            for row in one.rows.iter_rows(named=True)
        ],
    )
