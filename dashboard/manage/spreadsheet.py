"""Old results in a spreadsheet: asks what it does not say, and shows what was understood before
anything is stored.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from hashlib import blake2b
from typing import Final, NamedTuple
from zoneinfo import available_timezones

import streamlit as st

from dashboard.frame import page, wording
from dashboard.frame.shown_book import the_book
from dashboard.frame.table import Cell, Column, table
from ledger.book import MadeLog, importing
from ledger.book.files.input_values import parse_currency, parse_money
from ledger.errors import UserError
from ledger.sheets import (
    ALL,
    Costs,
    Reading,
    Results,
    UnclearError,
    Unit,
    costs_in,
    results_in,
    sheet_names,
)

_UNBALANCED: Final = "Store these evenings as they are: the rest stays unexplained"
_ORDERS: Final = {"dmy": "the day", "mdy": "the month", "ymd": "the year"}
_SWAPPED: Final = {"yes": "Yes, turn them back", "no": "No, they are right as they stand"}
_UNITS: Final = {
    "money": "Money",
    "worth": "Chips that are worth something",
    "chips": "Chips, not played for money",
}


class _Table(NamedTuple):
    """A file: its name and content, and the prefix of its widgets' keys."""

    name: str
    content: bytes
    key: str


def made_of(name: str, content: bytes) -> list[MadeLog]:
    """Ask what a spreadsheet does not say, and show what was understood.

    Empty while an answer is missing or it has errors.
    """
    chosen = _Table(name, content, f"sheet {blake2b(content, digest_size=8).hexdigest()} {name}")
    with st.container(border=True, key=f"{chosen.key} box"):
        st.markdown(f":material/table: **{wording.md(name, 80)}**")
        try:
            results = _understood(chosen)
        except UserError as error:
            page.complain(UserError(_for_here(error.message), _for_here(error.remedy)))
            return []
        if results is None:
            return []
        _tell(results, chosen.key)
    if isinstance(results, Costs):
        return [MadeLog(name, results.text.encode())]
    return importing.made_logs(results)


def _understood(chosen: _Table) -> Results | Costs | None:
    """Read a spreadsheet with the answers so far; None if one is missing.

    Raises SheetError if it cannot be understood.
    """
    day: date | None = st.session_state.get(f"{chosen.key} other day")
    how = Reading(day=None if day is None else day.isoformat(), zone=the_book().settings().zone)
    asked: set[str] = set()
    while True:
        try:
            return costs_in(chosen.content, chosen.name, how) or results_in(
                chosen.content, chosen.name, how
            )
        except UnclearError as question:
            if question.asks in asked and question.asks != "payer":
                raise
            asked.add(question.asks)
            answered = _QUESTIONS[question.asks](chosen, how, question)
            if answered is None:
                return None
            how = answered


# --- Questions ------------------------------------------------------------------------------------
def _order(chosen: _Table, how: Reading, question: UnclearError) -> Reading | None:
    label = (
        "What comes first in its dates? "
        f"{wording.md(question.message.removeprefix(f'{chosen.name}: '), 200)}."
    )
    order = st.radio(
        label,
        _ORDERS,
        index=None,
        format_func=_ORDERS.__getitem__,
        horizontal=True,
        key=f"{chosen.key} dates",
    )
    return None if order is None else replace(how, dates=order)


def _unit(chosen: _Table, how: Reading, question: UnclearError) -> Reading | None:
    what = st.radio(
        "What are the amounts?",
        _UNITS,
        index=None,
        format_func=_UNITS.__getitem__,
        horizontal=True,
        key=f"{chosen.key} unit",
    )
    if what == "chips":
        return replace(how, unit=Unit(money=False))
    if what is None:
        return None
    left, right = st.columns(2)
    with left:
        answered = _currency(chosen, how, question)
    worth = (
        right.text_input("What a chip is worth", placeholder="0.25", key=f"{chosen.key} chip")
        if what == "worth"
        else ""
    )
    unit = answered.unit if answered is not None else None
    if what == "money" or unit is None or not unit.currency or not worth:
        return answered if what == "money" else None
    try:
        return replace(
            how,
            unit=Unit(money=False, currency=unit.currency, chip=parse_money(worth, unit.currency)),
        )
    except UserError as error:
        page.complain(error)
        return None


def _currency(chosen: _Table, how: Reading, question: UnclearError) -> Reading | None:
    if question.asks == "currency":
        st.markdown(f"{wording.md(question.message.removeprefix(f'{chosen.name}: '), 200)}")
    code = st.text_input(
        "Currency", placeholder="USD, EUR, …", max_chars=3, key=f"{chosen.key} currency"
    ).upper()
    if not code:
        return None
    try:
        return replace(how, unit=Unit(money=True, currency=parse_currency(code)))
    except UserError as error:
        page.complain(error)
        return None


def _swapped(chosen: _Table, how: Reading, question: UnclearError) -> Reading | None:
    label = (
        "Were days and months swapped? "
        f"{wording.md(question.message.removeprefix(f'{chosen.name}: '), 400)}."
    )
    said = st.radio(
        label, _SWAPPED, index=None, format_func=_SWAPPED.__getitem__, key=f"{chosen.key} swapped"
    )
    return None if said is None else replace(how, swapped=said == "yes")


def _one_person(chosen: _Table, how: Reading, question: UnclearError) -> Reading | None:
    label = (
        "One person, or several? "
        f"{wording.md(question.message.removeprefix(f'{chosen.name}: '), 300)}."
    )
    said = st.radio(
        label,
        ("One person", "Several people"),
        index=None,
        horizontal=True,
        key=f"{chosen.key} people",
    )
    return None if said is None else replace(how, one_person=said == "One person")


def _unbalanced(chosen: _Table, how: Reading, question: UnclearError) -> Reading | None:
    page.complain(UserError(_for_here(question.message)))
    return (
        replace(how, unbalanced=frozenset({ALL}))
        if st.toggle(_UNBALANCED, key=f"{chosen.key} unbalanced")
        else None
    )


def _day(chosen: _Table, how: Reading, _question: UnclearError) -> Reading | None:
    day: date | None = st.date_input(
        "Which day was it?", None, format="YYYY-MM-DD", width=220, key=f"{chosen.key} day"
    )
    return None if day is None else replace(how, day=day.isoformat())


def _zone(chosen: _Table, how: Reading, question: UnclearError) -> Reading | None:
    """The zone of the device is proposed."""
    zones = sorted(available_timezones())
    here = {zone: at for at, zone in enumerate(zones) if zone != "UTC"}.get(
        st.context.timezone or ""
    )
    label = (
        f"{wording.md(question.message.removeprefix(f'{chosen.name}: '), 200)} The book keeps it."
    )
    zone = st.selectbox(label, zones, index=here, key=f"{chosen.key} zone")
    return None if zone is None else replace(how, zone=zone)


def _payer(chosen: _Table, how: Reading, question: UnclearError) -> Reading | None:
    label = wording.md(question.message.removeprefix(f"{chosen.name}: "), 300)
    who = st.radio(
        label,
        question.choices,
        index=None,
        horizontal=True,
        key=f"{chosen.key} payer {len(how.payers)}",
    )
    return None if who is None else replace(how, payers=(*how.payers, who))


def _sheet(chosen: _Table, how: Reading, question: UnclearError) -> Reading | None:
    names = sheet_names(chosen.content, chosen.name)
    label = f"Which sheet? {wording.md(question.message.removeprefix(f'{chosen.name}: '), 300)}."
    name = st.selectbox(
        label, names, index=None, format_func=wording.plain, key=f"{chosen.key} sheet"
    )
    return None if name is None else replace(how, sheet=name)


_QUESTIONS: Final[dict[str, Callable[[_Table, Reading, UnclearError], Reading | None]]] = {
    "dates": _order,
    "unit": _unit,
    "currency": _currency,
    "swapped": _swapped,
    "one_person": _one_person,
    "unbalanced": _unbalanced,
    "day": _day,
    "zone": _zone,
    "payer": _payer,
    "sheet": _sheet,
}


# --- What was understood --------------------------------------------------------------------------
def _tell(results: Results | Costs, key: str) -> None:
    if isinstance(results, Costs):
        st.markdown(f"**{wording.md(importing.costs_outline(results), 200)}.**")
        st.caption("  \n".join(wording.md(line, 300) for line in importing.costs_details(results)))
        sums: list[list[Cell | str]] = [
            [Cell(name), Cell(wording.signed(net, unit), wording.tone(net))]
            for name, unit, net in importing.net_of(results)
        ]
        table(
            f"Costs in {key}",
            [Column("Player"), Column("Paid for others", right=True)],
            sums,
            most=20,
        )
        return
    st.markdown(f"**{wording.md(importing.outline(results), 200)}.**")
    st.caption("  \n".join(wording.md(line, 300) for line in importing.details(results)))
    if results.started is not None:
        st.date_input(
            "The day of this evening",
            results.nights[0].day,
            format="YYYY-MM-DD",
            width=220,
            key=f"{key} other day",
        )
    unit = importing.unit_of(results.unit)
    rows: list[list[Cell | str]] = [
        [Cell(name), f"{nights:,}", Cell(wording.signed(total, unit), wording.tone(total))]
        for name, nights, total in importing.totals(results)
    ]
    table(
        f"Results in {key}",
        [Column("Player"), Column("Evenings", right=True), Column("Result", right=True)],
        rows,
        most=20,
    )


def _for_here(text: str) -> str:
    """A message with what to do on this page, instead of an option of the command line."""
    text = re.sub(r"--unbalanced \S+", "the switch below", text).replace(
        "--money CUR says", "the answer ‘Money’ says"
    )
    return re.sub(
        r"--dates (\w+) says",
        lambda said: f"the answer above says, with {_ORDERS[said[1]]} first,",
        text,
    )
