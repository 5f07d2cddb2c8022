"""The findings of the whole book: the selection in the address, and its summary."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

import polars as pl
import streamlit as st

from dashboard.audit import findings, panes, several
from dashboard.frame import address, filters, navigation, table, wording
from dashboard.frame.shown_book import asked, evenings_called
from ledger.findings.kinds import KINDS_OF_FINDING
from ledger.stats import Filter, Wanted, findings_of_book

OPEN, SETTLED, ALL = "open", "settled", "all"
_STATES: Final = {OPEN: "Open", SETTLED: "Settled, and notes", ALL: "All"}
RENEGE: Final = "renege"  # the name in the address for all kinds of findings about reneges
COSTLIEST, LATEST = "cost", "date"
_FILTERS: Final = ("state", "session", "player", "kind", "severity", "since", "until", "order")


def show() -> None:
    """Show the findings that the address asks for: a summary, the filters, and the list."""
    first = st.container()
    active = sum(name in st.query_params for name in _FILTERS)
    with st.popover(f"Filters ({active})" if active else "Filters", icon=":material/filter_list:"):
        state = filters.choice("Show", "state", _STATES)
        where, wanted = _chosen(state or OPEN)
    frame = asked(findings_of_book, where, wanted)
    with first:
        _answer(frame, state or OPEN)
    several.bar(findings.prices())
    page = table.asked_for(frame.height, findings.A_PAGE)
    shown = frame.slice(page * findings.A_PAGE, findings.A_PAGE).to_dicts()
    if shown:
        with panes.beside(findings.listed(shown)):
            findings.findings_list(shown, several=not where.sessions, ticks=True)
    table.pager(page, frame.height, findings.A_PAGE)
    if frame.height:
        findings.save(frame, "findings")
    if (state or OPEN) == OPEN:
        _settled(where, wanted)


def _settled(where: Filter, wanted: Wanted) -> None:
    """Show separately, folded, the selected findings that are settled or need no action."""
    rest = asked(findings_of_book, where, replace(wanted, open=False))
    if rest.is_empty():
        return
    title = f"Settled later, and notes: {rest.height:,}"
    folded = st.expander(title, icon=findings.SETTLED, key="settled findings", on_change="rerun")
    if not folded.open:
        return
    with folded:
        findings.findings_list(
            rest.head(findings.A_PAGE).to_dicts(), several=not where.sessions, place="settled "
        )
        if rest.height > findings.A_PAGE:
            query = {
                name: address.words(name)
                for name in _FILTERS
                if name != "state" and name in st.query_params
            }
            navigation.link("audit", f"All {rest.height:,} of them", **query, state=SETTLED)


def _chosen(state: str) -> tuple[Filter, Wanted]:
    every = asked(findings_of_book)
    sessions = evenings_called(set(every["session"].drop_nulls()))
    session = filters.choice("Evening", "session", sessions, empty="All evenings")
    named = every.select("player", "name").drop_nulls().unique().sort("name", "player")
    people = {str(player): name for player, name in named.iter_rows()}
    player = filters.choice("Player", "player", people, empty="Everybody")
    here = set(every["kind"])
    headings = {name: kind.heading for name, kind in KINDS_OF_FINDING.items()}
    reneges = {RENEGE: "Any renege"} if here.intersection(findings.RENEGES) else {}
    kind = filters.choice("What", "kind", reneges | _known(headings, here), empty="Everything")
    severity = filters.choice(
        "How bad", "severity", _known(wording.SEVERITIES, set(every["severity"])), empty="All"
    )
    since, until = _days()
    order = filters.choice("Order", "order", {COSTLIEST: "Costliest first", LATEST: "Latest first"})
    st.button("Clear", on_click=_clear, key="clear audit filters")
    kinds = () if kind is None else findings.RENEGES if kind == RENEGE else (kind,)
    is_open = {OPEN: True, SETTLED: False}.get(state)
    wanted = Wanted(
        None if player is None else int(player), kinds, severity, is_open, order != LATEST
    )
    return Filter(since, until, (session,) if session else ()), wanted


def _days() -> tuple[date | None, date | None]:
    """A filter by days, with buttons for common ranges."""
    today = date.today()  # noqa: DTZ011 - the day here
    first = today.replace(day=1)
    before = (first - timedelta(1)).replace(day=1)
    usual = {
        "This month": (first, today),
        "Last month": (before, first - timedelta(1)),
        "This year": (date(today.year, 1, 1), today),
    }
    with st.container(horizontal=True, gap="small"):
        for label, (since, until) in usual.items():
            st.button(label, key=label, on_click=_between, args=(since, until))
    left, right = st.columns(2)
    with left:
        start = filters.day("From", "since")
    with right:
        end = filters.day("To", "until")
    return start, end


def _between(since: date, until: date) -> None:
    st.query_params["since"], st.query_params["until"] = since.isoformat(), until.isoformat()
    st.query_params.pop("page", None)


def _known(names: Mapping[str, str], here: set[str]) -> dict[str, str]:
    return {name: text for name, text in names.items() if name in here}


def _clear() -> None:
    for name in (*_FILTERS, "page"):
        st.query_params.pop(name, None)


def _answer(frame: pl.DataFrame, state: str) -> None:
    if frame.is_empty():
        chosen = any(name in st.query_params for name in _FILTERS)
        where = " in this selection." if chosen else ": nothing waits for a ruling or a correction."
        nothing = f":material/check_circle: **No open findings**{where}"
        st.markdown(nothing if state == OPEN else "**There is no such finding.**")
        return
    settled = frame.filter(pl.col("settled").is_not_null()).height
    counts = dict(
        frame.filter(pl.col("settled").is_null())["severity"].value_counts().iter_rows()
    ) | {"settled": settled}
    some = wording.listed(
        [f"{counts[one]:,} {what}" for one, what in _COUNTED.items() if counts.get(one)]
    )
    number = wording.counted(frame.height, "open finding" if state == OPEN else "finding")
    # "1 open finding: 1 wrong" would count it twice.
    st.markdown(
        f"**{number}**: {some}." if frame.height > 1 else f"**{number}**: {some.partition(' ')[2]}."
    )
    _costs(frame)


_COUNTED: Final = {
    "error": "wrong",
    "warning": "to watch",
    "remark": "to note",
    "settled": "settled",
}


def _costs(frame: pl.DataFrame) -> None:
    unpaid = findings.prices()
    rows = frame.select("session", "number", "called", "kind").iter_rows(named=True)
    here = {one for one in map(findings.renege_of, rows) if one in unpaid}
    if not here:
        return
    sums: defaultdict[str, int] = defaultdict(int)
    for price in (unpaid[one] for one in here):
        if price.chips is not None:
            sums[price.unit] += price.chips * price.chip
    total = [wording.md(findings.worth(amount, unit)) for unit, amount in sorted(sums.items())]
    unknown, why = sum(unpaid[one].chips is None for one in here), ""
    if unknown:
        total.append(f"{f'for {unknown:,} of them ' if sums else ''}what the table agrees on")
        why = ": how large the pot was is not recorded"
    what = (
        f"{wording.counted(len(here), 'renege')} {'is' if len(here) == 1 else 'are'} proved, and "
        "nobody has paid"
    )
    st.markdown(
        f"{what}. Upholding {'it' if len(here) == 1 else 'them all'} would cost "
        f"{wording.listed(total)}{why}."
    )
