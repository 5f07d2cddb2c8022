"""The stay chart, also for printing: a table for each number of players who are in already."""

from __future__ import annotations

from collections import Counter
from math import isnan
from typing import Final, NamedTuple

import streamlit as st

from dashboard.frame import address, page, wording
from dashboard.frame.shown_book import asked, the_book
from dashboard.frame.table import Cell, Column, download, table
from ledger.game import PRESETS, SUMMARIES
from ledger.insight import StayTable, reference
from ledger.insight.reference_tables import sizes
from ledger.insight.stay_table import Line, chart, place_name, rows_of, situations
from ledger.stats import nights_called

ANSWER: Final = (
    "Stakes gained by staying instead of passing, in hundredths; a stake is what a bourré costs: "
    "+15 stays, −8 passes."
)
_USUAL: Final = 5
_STRONG: Final = 0.5  # the margin, in stakes, at which a cell has its full colour
_SIDE_ACES: Final = ("none", "one", "two or more")
_POTS: Final = (10, 20, 40)
_IN: Final = ("nobody", "one", "two", "three", "four", "five", "six", "seven")
HEADINGS: Final = (
    "preset",
    "seats",
    "trumps",
    "honours",
    "side aces",
    "place",
    "already in",
    "margin",
    "decisions",
)


class Chosen(NamedTuple):
    """The chart to show: preset, players at the table, side aces, antes in the pot (0: a usual
    one), and how many are in.

    ``already_in`` is None for all, to print.
    """

    preset: str
    seats: int
    side_aces: int
    pot: int
    already_in: int | None


def chosen() -> Chosen:
    """Widgets to choose a chart; the default is what this book plays most.

    What is chosen once a table is folded away.
    """
    played = (
        Counter(night.preset for night in asked(nights_called))
        if the_book().exists
        else Counter[str]()
    )
    usual = address.word("rules") or next(
        (preset for preset, _ in played.most_common(1)), "louisiana"
    )
    presets = list(PRESETS)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        first = st.container(width="content")
        table_of = st.popover("Table, pot and aces", icon=":material/tune:", key="chart table")
    with table_of:
        everything = st.toggle("All tables, to print", key="all tables to print")
        preset = st.selectbox(
            "Way of playing", presets, presets.index(usual) if usual in presets else 0
        )
        st.caption(SUMMARIES[preset])  # a phone would cut it in the list
        many = sizes(PRESETS[preset])
        seats = st.select_slider("At the table", many, _USUAL if _USUAL in many else many[-1])
        aces = st.segmented_control(
            "Aces of other suits",
            range(3),
            default=0,
            format_func=_SIDE_ACES.__getitem__,
            required=True,
        )
        pot = st.segmented_control(
            "Pot, or the limit if less",
            (0, seats, *_POTS),
            default=0,
            format_func=lambda pot: _pot(pot, seats),
            required=True,
            key=f"pot of {seats}",
        )
    already_in = None
    if not everything:
        already_in = first.segmented_control(
            "In before you",
            range(seats),
            default=0,
            format_func=_IN.__getitem__,
            required=True,
            key=f"in before of {seats}",
        )
    return Chosen(preset, seats, aces or 0, pot or 0, already_in)


def _pot(antes: int, seats: int) -> str:
    return {0: "as usual", seats: "fresh"}.get(antes, f"{antes} antes")


def show(wanted: Chosen) -> None:
    """Show which chart it is, the chart, how it was made, and its limits."""
    pot = {0: "as usual", wanted.seats: "fresh"}.get(wanted.pot, f"of {wanted.pot} antes")
    aces = f"{_SIDE_ACES[wanted.side_aces]} of the other aces"
    st.markdown(
        f"**{wording.md(wanted.preset)}, {wanted.seats} at the table**, {aces}, a pot {pot}"
    )
    found = reference(PRESETS[wanted.preset], wanted.seats)
    if wanted.pot:
        found = found.at_ante(1 / wanted.pot)
    lines = chart(found, wanted.side_aces)
    for already_in in range(wanted.seats) if wanted.already_in is None else (wanted.already_in,):
        _block(found, lines, already_in)
    page.worked_out(
        "With four trumps or more everybody stays. “A +1” is the ace of trumps and one lower. In "
        "brackets: too rare to be known "
        "by itself.",
        "Reference players made the chart by playing each of many deals both ways against others "
        "who decide alike. They see "
        "their cards, the trump, their place and who is in. Where more people stay than at their "
        "table, fewer hands are worth "
        f"it, and the larger the pot, since a bourré saves the next ante; {wanted.preset} without "
        "a limit, and an ante of "
        f"{100 * (found.ante + found.beyond):.0f} hundredths of the stake.",
    )
    download(f"stay chart {wanted.preset} {wanted.seats}", HEADINGS, lambda: rows_of(found))


def _block(found: StayTable, lines: list[Line], already_in: int) -> None:
    here = [at for at, (number, _) in enumerate(situations(found.seats)) if number == already_in]
    title = f"{_IN[already_in].capitalize()} {'is' if already_in < 2 else 'are'} in"
    st.subheader(title, anchor=False)
    table(
        f"Stay or pass where {title.lower()}",
        [
            Column("Trumps"),
            *(Column(place_name(lines[0].cells[at].place, found.seats), right=True) for at in here),
        ],
        [[line.hand.trumps_in_words, *(_cell(line, at) for at in here)] for line in lines],
    )


def _cell(line: Line, at: int) -> Cell:
    cell = line.cells[at]
    shade = 0.0 if isnan(cell.margin) else max(-1.0, min(1.0, cell.margin / _STRONG))
    return Cell(
        cell.hundredths if cell.seen else f"({cell.hundredths})", tip=cell.advice, shade=shade
    )
