"""When a player stays in, by trumps dealt and place at the table: a grid of cells, coloured where others play differently."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import polars as pl
import streamlit as st

from dashboard.frame.table import Cell, Column, table
from dashboard.players import leaks, rates
from dashboard.players.breakdown import trumps_called
from ledger.stats import FIELD, MOST_TRUMPS, PLACES

Row = Mapping[str, Any]

_HEADINGS: Final = {"first": "First", "middle": "Middle", "before": "Before dealer", "dealer": "Dealer"}
_CALLED: Final = {
    "first": "as the first to speak",
    "middle": "in the middle of the table",
    "before": "as the last before the dealer",
    "dealer": "as the dealer",
}


def show(found: pl.DataFrame) -> None:
    """Show how often a player stayed, with a row for each number of trumps and a column for each place."""
    cells = {(row["trumps"], row["place"]): row for row in found.iter_rows(named=True)}
    if not any(row["stayed_of"] for row in cells.values()):
        st.markdown("There is no data on this in the selection: it needs evenings whose deals are written down.")
        return
    table(
        "How often the player stayed, by trumps dealt and place",
        [Column("Trumps"), *(Column(_HEADINGS[place]) for place in PLACES)],
        [
            [Cell(_label(trumps)), *(_cell(cells[trumps, place]) for place in PLACES)]
            for trumps in range(MOST_TRUMPS + 1)
            if any(cells[trumps, place]["stayed_of"] for place in PLACES)
        ],
    )
    st.caption(
        "How often the player stayed, of how many such hands, and how often everybody else did in such hands. The stronger a "
        f"colour, the more the player differs: blue stays more often, orange less. Grey, “few”: fewer than {rates.FEW} hands, "
        "of the player or of the others. Counted are hands in which everybody's deal is written down."
    )


def compared(found: pl.DataFrame) -> list[leaks.Compared]:
    """Every cell, with everybody else's rate to compare."""
    return [
        leaks.in_group(row, "stayed", f"of the hands dealt with {_called(row['trumps'])} {_CALLED[row['place']]}")
        for row in found.iter_rows(named=True)
    ]


def _cell(row: Row) -> Cell:
    count, of, other, other_of = (row[name] for name in ("stayed", "stayed_of", f"{FIELD}stayed", f"{FIELD}stayed_of"))
    if not of:
        return Cell("")
    text = f"{100 * count / of:.0f} %"
    note = f"of {of:,}" + (f" · others {100 * other / other_of:.0f} %" if other_of else "")
    if min(of, other_of) < rates.FEW:
        return Cell(text, "quiet", note=f"{note} · few")
    return Cell(text, note=note, shade=max(-1.0, min(1.0, 3 * (count / of - other / other_of))))


def _label(trumps: int) -> str:
    return f"{trumps}+" if trumps == MOST_TRUMPS else f"{trumps}"


def _called(trumps: int) -> str:
    return f"{trumps} trumps or more" if trumps == MOST_TRUMPS else trumps_called({"trumps": trumps})
