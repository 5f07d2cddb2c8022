"""Findings: what is wrong, how certain it is, what it would cost, and a link to where it
happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

import polars as pl
import streamlit as st

from dashboard.audit import mending, panes, ruling, several as several_at_once
from dashboard.audit.ruling import Price
from dashboard.frame import navigation, wording
from dashboard.frame.shown_book import asked, the_book
from dashboard.frame.table import download
from dashboard.frame.trick import Drawn, trick_drawn
from ledger.book import told_hands
from ledger.book.files.folder import PAYMENTS
from ledger.files import PARQUET
from ledger.findings import Finding
from ledger.findings.kinds import KINDS_OF_FINDING, RULES_OF_PLAY, SYNTAX, UNPAID_RENEGE
from ledger.money import amount_text
from ledger.stats import EVERYTHING, Wanted, findings_of_book

Row = dict[str, Any]
WayTo = Callable[[str, int], dict[str, object]]
SIGNS: Final = {
    "error": ":material/error:",
    "warning": ":material/warning:",
    "remark": ":material/info:",
}
SETTLED: Final = ":material/check_circle:"
RENEGES: Final = (*RULES_OF_PLAY, UNPAID_RENEGE)
"""The kinds about a renege: the wrong card, and that it was not paid for."""
A_PAGE: Final = 10
_LONGEST: Final = 1_500


def worth(amount: int, unit: str) -> str:
    """An amount without a sign, in words."""
    return wording.counted(amount, "chip") if unit == "chips" else amount_text(amount, unit)


def prices() -> dict[ruling.Renege, Price]:
    """The reneges of the book without a ruling, latest first, with what each would cost."""
    unpaid = asked(findings_of_book, EVERYTHING, Wanted(kinds=(UNPAID_RENEGE,)))
    return {
        ruling.Renege(row["session"], row["number"], row["called"]): Price(
            row["cost"], row["chip"], row["unit"], row["file"]
        )
        for row in unpaid.iter_rows(named=True)
        if row["session"] is not None and row["number"] is not None
    }


def renege_of(row: Row) -> ruling.Renege | None:
    """The renege that a finding is about, None if it is about something else."""
    return (
        ruling.Renege(row["session"], row["number"], row["called"])
        if row["kind"] in RENEGES
        else None
    )


def findings_list(
    rows: Sequence[Row], *, several: bool = True, place: str = "", ticks: bool = False
) -> None:
    """Show findings (rows of ``findings_of_book``); ``several`` if they may be from more than one
    session.

    ``place`` distinguishes lists on one page; with ``ticks`` reneges can be ticked, to rule on
    several at once.
    """
    unpaid = prices()
    way_to = navigation.hand_queries(
        row["session"] for row in rows if row["hand"] is not None and row["session"] is not None
    )
    offered: set[ruling.Renege] = set()
    shown = _one_by_one(rows, unpaid)
    tricks = _tricks(shown, way_to)
    for at, row in enumerate(shown):
        renege = renege_of(row)
        price = unpaid.get(renege) if renege else None
        with st.container(border=True, key=f"{place}finding {at}", gap="small"):
            st.markdown(_heading(row, several=several))
            told = "\n\n".join(
                wording.md(one["message"], _LONGEST) for one in (row, *_belonging(row, rows))
            )
            st.markdown(wording.suited_md(told))
            st.caption(_about(row, price))
            if drawn := tricks.get(at):
                st.image(drawn.svg, width=drawn.width, alt=drawn.said)
            if row["kind"] == SYNTAX and (row["session"] is not None or row["file"] == PAYMENTS):
                mending.line_with_ways(row["session"], row["line"], f"{place}{at}")
            with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
                _links(row, way_to)
                if renege and price and renege not in offered:
                    offered.add(renege)
                    ruling.buttons(renege, at)
                    if ticks:
                        several_at_once.tick(renege)
            if renege and price:
                ruling.confirmation(renege, row["file"], price.chips, at)


def listed(rows: Sequence[Row]) -> list[panes.Entry]:
    """A line for each finding that ``findings_list`` shows."""
    costs = prices()
    return [
        _line(row, costs.get(renege) if (renege := renege_of(row)) else None)
        for row in _one_by_one(rows, costs)
    ]


def _line(row: Row, price: Price | None) -> panes.Entry:
    settled = row["settled"] is not None
    sign = (SETTLED if settled else SIGNS[row["severity"]]).strip(":").removeprefix("material/")
    where = f"line {row['line']}" if row["number"] is None else f"hand {row['number']}"
    title = row["title"] and wording.clipped(row["title"], 40)
    evening = (
        wording.evening_with_day(title, row["session"], row["date"]) if row["date"] else row["file"]
    )
    unpaid = (
        f"unpaid {worth(price.chips * price.chip, price.unit)}"
        if price and price.chips is not None
        else ""
    )
    how = wording.SETTLED if settled else wording.SEVERITIES[row["severity"]]
    who = row["name"] or row.get("called") or ""
    return panes.Entry(
        sign, how, KINDS_OF_FINDING[row["kind"]].heading, who, where, evening, unpaid
    )


def _one_by_one(rows: Sequence[Row], unpaid: Mapping[ruling.Renege, Price]) -> list[Row]:
    """The findings to show: that a renege was not paid for is shown with its wrong card, if that
    comes first.
    """
    offered: set[ruling.Renege] = set()
    found = []
    for row in rows:
        renege = renege_of(row)
        if row["kind"] == UNPAID_RENEGE and renege in offered:
            continue
        if renege and renege in unpaid:
            offered.add(renege)
        found.append(row)
    return found


def _tricks(rows: Sequence[Row], way_to: WayTo) -> dict[int, Drawn]:
    """The trick of each renege in miniature, by the index of its row."""
    some = [
        (at, row)
        for at, row in enumerate(rows)
        if row["kind"] in RENEGES and row["trick"] and row["session"] and row["hand"]
    ]
    wanted = tuple(
        (row["session"], str(way_to(row["session"], row["hand"])["hand"])) for _, row in some
    )
    told = asked(told_hands, str(the_book().folder), wanted) if wanted else []
    drawn = {
        at: trick_drawn(one.hand, row["trick"], row["called"])
        for (at, row), one in zip(some, told, strict=True)
    }
    return {at: picture for at, picture in drawn.items() if picture is not None}


def _belonging(row: Row, rows: Iterable[Row]) -> list[Row]:
    """The findings that the renege of a wrong card was not paid for."""
    if row["kind"] == UNPAID_RENEGE or row["kind"] not in RENEGES:
        return []
    return [
        other
        for other in rows
        if other["kind"] == UNPAID_RENEGE and renege_of(other) == renege_of(row)
    ]


def found_in(found: Iterable[Finding]) -> list[Row]:
    """Findings of logs that the book may not have yet, as rows without links."""
    return [
        {**one._asdict(), "kind": one.rule, "number": one.hand, "name": one.player} for one in found
    ]


def told(rows: Sequence[Row]) -> None:
    """Show findings of logs that the book may not have yet."""
    for at, row in enumerate(rows):
        with st.container(border=True, key=f"told {at}", gap="small"):
            st.markdown(
                f"{_heading(row, several=False)} · {wording.md(row['session'] or row['file'], 40)}"
            )
            st.markdown(wording.md(row["message"], _LONGEST))
            st.caption(KINDS_OF_FINDING[row["kind"]].how_sure(row["severity"]))


def save(frame: pl.DataFrame, name: str) -> None:
    """Offer findings as a CSV file."""
    headings = [
        "session",
        "date",
        "hand",
        "trick",
        "line",
        "player",
        "severity",
        "finding",
        "open",
        "settled by line",
        "chips",
        "message",
    ]
    download(name, headings, lambda: map(_plain, frame.iter_rows(named=True)))


def _heading(row: Row, *, several: bool) -> str:
    settled = row["settled"] is not None
    sign = SETTLED if settled else SIGNS[row["severity"]]
    label = wording.SETTLED if settled else wording.SEVERITIES[row["severity"]]
    heading = KINDS_OF_FINDING[row["kind"]].heading
    # Never "Wrong: Wrong dealer".
    parts = [f"{sign} **{heading if heading.startswith(label) else f'{label}: {heading}'}**"]
    if several and row["date"]:
        title = row["title"] and wording.clipped(row["title"], 40)
        parts.append(wording.md(wording.evening_with_day(title, row["session"], row["date"]), 80))
    where = [] if row["number"] is None else [f"hand {row['number']}"]
    where += [] if row["trick"] is None else [f"trick {row['trick']}"]
    where += [] if where else [f"line {row['line']}"]
    if row["name"] or row.get("called"):
        where.append(wording.md(row["name"] or row["called"]))
    return " · ".join([*parts, ", ".join(where)])


def _about(row: Row, price: Price | None) -> str:
    said = [KINDS_OF_FINDING[row["kind"]].how_sure(row["severity"])]
    if price:
        said.append(
            "Nobody has paid for it. Upholding it costs "
            f"{_price(price.chips, price.chip, price.unit)}, waiving it nothing."
        )
    elif row["kind"] in RENEGES and row["settled"] is None:
        said.append("The table ruled on it, or it costs nothing.")
    elif row["cost"] and row["kind"] not in RENEGES and row["unit"] != "chips":
        said.append(f"It is about {_price(row['cost'], row['chip'], row['unit'])}.")
    return " ".join(said)


def _price(number: int | None, chip: int, unit: str) -> str:
    if number is None:
        return "what the table agrees on, since the log does not say how large the pot was"
    chips = wording.counted(number, "chip")
    return chips if unit == "chips" else f"{chips} ({wording.md(amount_text(number * chip, unit))})"


def _links(row: Row, way_to: WayTo) -> None:
    if row["session"] is None:
        st.caption(f"In {wording.md(row['file'], 80)}, line {row['line']}")
        return
    if row["hand"] is not None:
        navigation.link("replay", "See it in the replay", **spot(row, way_to))
    # its line numbers belong to another log than the one a page shows
    if row["file"].endswith(PARQUET):
        navigation.link("session", "The log", session=row["session"], view="log")
    else:
        navigation.link(
            "session", f"Line {row['line']} of the log", session=row["session"], line=row["line"]
        )
        if row["settled"] is not None:
            navigation.link(
                "session",
                f"Line {row['settled']}, which settled it",
                session=row["session"],
                line=row["settled"],
            )


def spot(row: Row, way_to: WayTo) -> dict[str, object]:
    """The values of the replay's address for a finding: the hand, and the step that shows it."""
    return {
        **way_to(row["session"], row["hand"]),
        "step": navigation.step_name(row["kind"], row["trick"], row["called"]),
    }


def _plain(row: Row) -> tuple[object, ...]:
    return (
        row["session"],
        row["date"].isoformat() if row["date"] else "",
        row["number"],
        row["trick"],
        row["line"],
        row["name"] or row["called"] or "",
        wording.SEVERITIES[row["severity"]],
        KINDS_OF_FINDING[row["kind"]].heading,
        "yes" if row["open"] else "no",
        row["settled"],
        row["amount"],
        row["message"],
    )
