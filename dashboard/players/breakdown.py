"""A player's results by trumps held, number of stayers, place at the table, size of the pot, and
after a bourré.

A player's hands by kind, one kind at a time: all at once would be half of what their page takes to
draw.

When a player stays in, by trumps dealt and place at the table: a grid of cells, coloured where
others play differently.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import polars as pl
import streamlit as st

from dashboard.frame import filters, wording
from dashboard.frame.page import worked_out
from dashboard.frame.table import Cell, Column, table
from dashboard.players import rates
from dashboard.players.rates import Compared
from ledger.stats import FIELD, MOST_TRUMPS, PLACES, Beside


class Breakdown(NamedTuple):
    """The hands of a player in groups: rows of statistics, and the name of each group in a table
    and in a sentence.

    ``by`` names it in the address. ``rates`` are compared with everybody else's, ``about`` is a
    note shown with the table.
    """

    by: str
    title: str
    heading: str
    rows: pl.DataFrame
    label: Callable[[Mapping[str, Any]], str]
    called: Callable[[Mapping[str, Any]], str]
    rates: tuple[str, ...]
    about: str

    def compared(self) -> list[Compared]:
        """Every rate of every group, beside everybody else's."""
        return [
            rates.in_group(row, name, self.called(row))
            for row in self.rows.iter_rows(named=True)
            for name in self.rates
        ]


def breakdowns(found: Beside) -> list[Breakdown]:
    """A player's hands by trumps held, by how many stayed, by place, by pot and after a bourré."""
    return [
        Breakdown(
            "trumps",
            "Trumps held",
            "Trumps",
            found.by_trumps,
            trumps_called,
            lambda row: f"of the hands stayed in with {trumps_called(row)}",
            ("won", "bourres"),
            "Hands stayed in, with every card known at the start of play.",
        ),
        Breakdown(
            "stayers",
            "How many stayed",
            "Stayed",
            found.by_stayers,
            stayers_label,
            lambda row: f"of the hands in which {row['stayers']} stayed",
            ("won", "bourres"),
            "Hands stayed in, by how many players were in the play, this one among them.",
        ),
        Breakdown(
            "place",
            "Place from the dealer",
            "Place",
            found.by_position,
            place_label,
            lambda row: f"of the hands dealt as {place_called(row)}",
            ("stayed",),
            "Positions are counted from the dealer's left; the first of them speaks first.",
        ),
        Breakdown(
            "pot",
            "Size of the pot",
            "Antes",
            found.by_pot,
            pot_label,
            lambda row: f"of the hands with a pot of {pot_called(row)}",
            ("stayed",),
            "What was played for, in antes; evenings without an ante are left out.",
        ),
        Breakdown(
            "after",
            "After a bourré",
            "Hand",
            found.after_bourre,
            after_called,
            after_called,
            (),
            "The hand after is the next that was dealt to the player on the same evening; hands "
            "are left out if nobody can tell "
            "whether the player went bourré in the one before. The pot is larger then, for "
            "everybody: "
            "“others” are everybody else after going bourré.",
        ),
    ]


def stayers_label(row: Mapping[str, Any]) -> str:
    """A number of stayers, as a label."""
    return "alone" if row["stayers"] == 1 else f"{row['stayers']}"


def after_called(row: Mapping[str, Any]) -> str:
    """Whether a hand comes after going bourré, in a sentence."""
    return "after going bourré" if row["after"] else "otherwise"


def trumps_called(row: Mapping[str, Any]) -> str:
    """A number of trumps, in a sentence."""
    return "no trump" if not row["trumps"] else wording.counted(row["trumps"], "trump")


def place_label(row: Mapping[str, Any]) -> str:
    """A place counted from the dealer's left, as a label."""
    place = 0 if row["dealer"] else row["position"] + 1
    return {0: "dealer", 1: "1st", 2: "2nd", 3: "3rd"}.get(place, f"{place}th")


def place_called(row: Mapping[str, Any]) -> str:
    """A place, in a sentence."""
    return "dealer" if row["dealer"] else f"{place_label(row)} from the dealer's left"


def pot_label(row: Mapping[str, Any]) -> str:
    """A range of pots in antes, as a label."""
    return f"{row['antes']}+" if row["below"] is None else f"{row['antes']}–{row['below'] - 1}"


def pot_called(row: Mapping[str, Any]) -> str:
    """A range of pots, in a sentence."""
    return (
        f"{row['antes']} antes or more"
        if row["below"] is None
        else f"{row['antes']} to {row['below'] - 1} antes"
    )


def show(one: Breakdown) -> None:
    """Show the table of one breakdown, and what it counts."""
    if not one.rows["chips_of"].sum():
        st.markdown("There is no data on this in the selection.")
    else:
        _table(one)
    st.caption(one.about)


def _table(one: Breakdown) -> None:
    stayed = "stayed" in one.rows.columns
    columns = [
        Column(one.heading),
        *([Column("Stayed", hidden_on_phones=True)] if stayed else []),
        Column("Won"),
        Column("Went bourré"),
    ]
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


# --- One kind at a time ---------------------------------------------------------------------------
_STAYS: Final = "stays"


def show_kinds(found: Beside, groups: list[Breakdown]) -> None:
    """Show the hands by what the address says: when the player stays in, or one of ``groups``."""
    by_name = {one.by: one for one in groups}
    names = {_STAYS: "When in, when out", **{name: one.title for name, one in by_name.items()}}
    by = filters.choice("Which hands", "by", names) or _STAYS
    if by == _STAYS:
        show_stay_map(found.stays)
    else:
        show(by_name[by])


# --- When a player stays in -----------------------------------------------------------------------
Row = Mapping[str, Any]
_HEADINGS: Final = {
    "first": "First",
    "middle": "Middle",
    "before": "Before dealer",
    "dealer": "Dealer",
}
_CALLED: Final = {
    "first": "as the first to speak",
    "middle": "in the middle of the table",
    "before": "as the last before the dealer",
    "dealer": "as the dealer",
}


def show_stay_map(found: pl.DataFrame) -> None:
    """Show how often a player stayed, with a row for each number of trumps and a column for each
    place.
    """
    cells = {(row["trumps"], row["place"]): row for row in found.iter_rows(named=True)}
    if not any(row["stayed_of"] for row in cells.values()):
        st.markdown(
            "There is no data on this in the selection: it needs evenings whose deals are written "
            "down."
        )
        return
    table(
        "How often the player stayed, by trumps dealt and place",
        [Column("Trumps"), *(Column(_HEADINGS[place]) for place in PLACES)],
        [
            [
                Cell(f"{trumps}+" if trumps == MOST_TRUMPS else f"{trumps}"),
                *(_cell(cells[trumps, place]) for place in PLACES),
            ]
            for trumps in range(MOST_TRUMPS + 1)
            if any(cells[trumps, place]["stayed_of"] for place in PLACES)
        ],
    )
    worked_out(
        "Blue stays more often than everybody else, orange less. Grey: too few hands to say much.",
        "How often the player stayed, of how many such hands, and how often everybody else did in "
        "such hands. The stronger a "
        f"colour, the more the player differs. Grey, “few”: fewer than {rates.FEW} hands, of the "
        "player or of the others. "
        "Counted are hands in which everybody's deal is written down.",
    )


def compared(found: pl.DataFrame) -> list[Compared]:
    """Every cell, with everybody else's rate to compare."""
    return [
        rates.in_group(
            row,
            "stayed",
            f"of the hands dealt with {_called(row['trumps'])} {_CALLED[row['place']]}",
        )
        for row in found.iter_rows(named=True)
    ]


def _cell(row: Row) -> Cell:
    count, of, other, other_of = (
        row[name] for name in ("stayed", "stayed_of", f"{FIELD}stayed", f"{FIELD}stayed_of")
    )
    if not of:
        return Cell("")
    text = f"{100 * count / of:.0f}%"
    note = f"of {of:,}" + (f" · others {100 * other / other_of:.0f}%" if other_of else "")
    if min(of, other_of) < rates.FEW:
        return Cell(text, "quiet", note=f"{note} · few")
    return Cell(text, note=note, shade=max(-1.0, min(1.0, 3 * (count / of - other / other_of))))


def _called(trumps: int) -> str:
    return (
        f"{trumps} trumps or more" if trumps == MOST_TRUMPS else trumps_called({"trumps": trumps})
    )
