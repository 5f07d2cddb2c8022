"""The review of an evening: chips hand by hand with the hands that stand out, and how much of what
was won was luck.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import polars as pl
import streamlit as st

from dashboard.evening import session
from dashboard.frame import navigation, wording
from dashboard.frame.charts import Flag
from dashboard.frame.shown_book import asked_priced, being_recorded
from dashboard.frame.table import Cell, Column, luck_and_play, table
from ledger.stats import MARKS, Mark, Review, review_of


def show(night: dict[str, Any], hands: pl.DataFrame) -> None:
    """Show the review of an evening; of one without hands, what everybody won."""
    found: Review | None = asked_priced(review_of, night["session"])
    if found is None:
        session.results(night["session"], {})
        return
    if night["unlogged"] or session.partly_recorded(night):
        found = found.in_part()
    played = night["file"] in being_recorded()
    if played:
        found = found.while_played()
    names, marks = navigation.hand_names(hands), found.marks
    st.subheader("Chips hand by hand", anchor=False)
    left, right = st.columns([3, 2], gap="large")
    with left:
        session.chips(night, hands, flags(marks, night["session"], names))
    with right:
        if marks:
            columns = [Column("Stands out"), Column("Hand", right=True)]
            table("Hands that stand out", columns, rows(marks, night["session"], names))
        for line in found.missing:
            st.caption(wording.md(line, 300))
        if not found.shares:
            session.results(night["session"], {})
    if found.shares:
        session.results(
            night["session"],
            {one.player: luck_and_play(one.luck, one.play, one.rest) for one in found.shares},
        )
    _about_luck(found, played=played)


def rows(marks: Sequence[Mark], evening: str, names: Sequence[str]) -> list[list[Cell | str]]:
    """Each mark as a row that opens its hand, numbered as on the chart."""
    return [
        [
            Cell(
                f"{at} · {MARKS[one.kind]}",
                page="replay",
                query=way(one, evening, names),
                note=said(one),
            ),
            "?" if one.number is None else str(one.number),
        ]
        for at, one in enumerate(marks, 1)
    ]


def flags(marks: Sequence[Mark], evening: str, names: Sequence[str]) -> list[Flag]:
    """The flags of the chart: the number of each mark at the place of its hand."""
    return [
        Flag(
            one.hand,
            str(at),
            f"{MARKS[one.kind]}: {wording.chart(said(one), 120)}",
            {"page": "replay", **way(one, evening, names)},
        )
        for at, one in enumerate(marks, 1)
    ]


def said(one: Mark) -> str:
    """The sentence of a mark, safe to show."""
    return one.said(lambda name: wording.plain(name, 24))


def way(one: Mark, evening: str, names: Sequence[str]) -> dict[str, object]:
    """The address of the hand of a mark, at the step where it happened."""
    step = {} if one.step is None else {"step": navigation.decision_name(*one.step)}
    return {"session": evening, "hand": names[one.hand - 1], **step}


def _about_luck(found: Review, *, played: bool) -> None:
    if played:
        st.caption("Luck, and what decisions cost, are shown once the evening is over.")
    elif found.waits:
        navigation.link("insight", "Luck and decisions: this evening is not worked out yet")
    elif found.shares:
        st.caption(" ".join(_explained(found)))


def _explained(found: Review) -> Iterator[str]:
    yield "In chips, estimated: won = luck + play"
    yield "+ the rest." if any(one.rest for one in found.shares) else "."
    yield (
        "Luck is what the place, the deal and the draw were worth; play is what everybody made of "
        "it, and how the cards fell."
    )
    if any(one.rest for one in found.shares):
        yield "The rest lies in the pot, or was won where luck is not known."
    yield (
        "One evening is too short to say who plays well: "
        f"{navigation.linked('insight', 'Luck and decisions')} does."
    )
