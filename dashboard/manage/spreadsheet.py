"""Old results in a spreadsheet: asks what it does not say, and shows what was understood before anything is stored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from hashlib import blake2b
from typing import Final, NamedTuple

import streamlit as st

from dashboard.frame import page, wording
from dashboard.frame.table import Cell, Column, table
from ledger.book import MadeLog, importing
from ledger.book.input_values import parse_currency, parse_money
from ledger.errors import UserError
from ledger.sheets import Reading, Results, SheetError, UnclearError, Unit, read_table, results_of, sheet_names

_ANYWAY: Final = "Accept evenings that do not add up to zero: the difference comes from the pot or goes there"
_ORDERS: Final = {"dmy": "the day", "mdy": "the month", "ymd": "the year"}
_UNITS: Final = {"money": "Money", "worth": "Chips that are worth something", "chips": "Chips, not played for money"}
_HERE: Final = {
    "--anyway lets": "the switch below lets",
    "--money CUR says": "the answer ‘Money’ says",
    **{f"--dates {order} says": f"the answer above says, with {words} first," for order, words in _ORDERS.items()},
}
"""Words of messages for the command line, and their replacements for this page."""


class _Table(NamedTuple):
    """A file: its name and content, and the prefix of its widgets' keys."""

    name: str
    content: bytes
    key: str


def made_of(name: str, content: bytes) -> list[MadeLog]:
    """Ask what a spreadsheet does not say, and show what was understood. Empty while an answer is missing or it has errors."""
    chosen = _Table(name, content, f"sheet {blake2b(content, digest_size=8).hexdigest()} {name}")
    with st.container(border=True, key=f"{chosen.key} box"):
        st.markdown(f":material/table: **{wording.md(name, 80)}**")
        accepted = f"{chosen.key} anyway"
        try:
            results = _understood(chosen, anyway=bool(st.session_state.get(accepted)))
        except SheetError as error:
            page.complain(UserError(_for_here(error.message), _for_here(error.remedy)))
            if "--anyway" in f"{error.message} {error.remedy}":
                st.toggle(_ANYWAY, key=accepted)
            return []
        if results is None:
            return []
        if any(night.rest for night in results.nights):
            st.toggle(_ANYWAY, key=accepted)
        _tell(results, chosen.key)
    return importing.made_logs(results)


def _understood(chosen: _Table, *, anyway: bool) -> Results | None:
    """Read a spreadsheet with the answers so far; None if one is missing. Raises SheetError if it cannot be understood."""
    day: date | None = st.session_state.get(f"{chosen.key} other day")
    how = Reading(day=None if day is None else day.isoformat(), anyway=anyway)
    asked: set[str] = set()
    while True:
        try:
            return results_of(read_table(chosen.content, chosen.name, how.sheet), how)
        except UnclearError as question:
            if question.asks in asked:
                raise
            asked.add(question.asks)
            answered = _QUESTIONS[question.asks](chosen, how, question)
            if answered is None:
                return None
            how = answered


# --- Questions --------------------------------------------------------------------------------------------------------


def _order(chosen: _Table, how: Reading, question: UnclearError) -> Reading | None:
    label = f"What comes first in its dates? {wording.md(question.message.removeprefix(f'{chosen.name}: '), 200)}."
    order = st.radio(label, _ORDERS, index=None, format_func=_ORDERS.__getitem__, horizontal=True, key=f"{chosen.key} dates")
    return None if order is None else replace(how, dates=order)


def _unit(chosen: _Table, how: Reading, _question: UnclearError) -> Reading | None:
    what = st.radio(
        "What are the amounts?", _UNITS, index=None, format_func=_UNITS.__getitem__, horizontal=True, key=f"{chosen.key} unit"
    )
    if what == "chips":
        return replace(how, unit=Unit(money=False))
    if what is None:
        return None
    left, right = st.columns(2)
    code = left.text_input("Currency", placeholder="USD, EUR, …", max_chars=3, key=f"{chosen.key} currency").upper()
    worth = right.text_input("What a chip is worth", placeholder="0.25", key=f"{chosen.key} chip") if what == "worth" else ""
    if not code or (what == "worth" and not worth):
        return None
    try:
        currency = parse_currency(code)
        chip = parse_money(worth, currency) if worth else None
    except UserError as error:
        page.complain(error)
        return None
    return replace(how, unit=Unit(what == "money", currency, chip))


def _day(chosen: _Table, how: Reading, _question: UnclearError) -> Reading | None:
    day: date | None = st.date_input("Which day was it?", None, format="YYYY-MM-DD", width=220, key=f"{chosen.key} day")
    return None if day is None else replace(how, day=day.isoformat())


def _sheet(chosen: _Table, how: Reading, _question: UnclearError) -> Reading | None:
    names = sheet_names(chosen.content, chosen.name)
    name = st.selectbox("Which sheet?", names, index=None, format_func=wording.plain, key=f"{chosen.key} sheet")
    return None if name is None else replace(how, sheet=name)


_QUESTIONS: Final[dict[str, Callable[[_Table, Reading, UnclearError], Reading | None]]] = {
    "dates": _order,
    "unit": _unit,
    "day": _day,
    "sheet": _sheet,
}


# --- What was understood ----------------------------------------------------------------------------------------------


def _tell(results: Results, key: str) -> None:
    st.markdown(f"**{wording.md(importing.outline(results), 200)}.**")
    st.caption("  \n".join(wording.md(line, 300) for line in importing.details(results)))
    if results.started is not None:
        st.date_input("The day of this evening", results.nights[0].day, format="YYYY-MM-DD", width=220, key=f"{key} other day")
    unit = importing.unit_of(results.unit)
    rows: list[list[Cell | str]] = [
        [Cell(name), f"{nights:,}", Cell(wording.signed(total, unit), wording.tone(total))]
        for name, nights, total in importing.totals(results)
    ]
    table(f"Results in {key}", [Column("Player"), Column("Evenings", right=True), Column("Result", right=True)], rows, most=20)


def _for_here(text: str) -> str:
    for option, said in _HERE.items():
        text = text.replace(option, said)
    return text
