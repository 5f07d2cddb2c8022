"""The payments made, latest first, each with a button to take it back."""

from __future__ import annotations

from functools import partial
from typing import Final

import streamlit as st

from dashboard.frame import address, escape, wording
from dashboard.frame.me import my_account
from dashboard.frame.shown_book import asked, the_book
from dashboard.frame.table import Cell, Column, download, table
from dashboard.money import plan_lines
from ledger.book.chain import closed_in
from ledger.book.payment_lines import PaymentMade, payments_made
from ledger.book.settings import Role
from ledger.export import figure
from ledger.money import amount_text

_SHOWN: Final = 12
_UNDO: Final = "undo"
"""The name in the address for the line of the payment to take back."""


def payments_list() -> None:
    """Show who paid whom how much, when, and on which line."""
    found = sorted(asked(payments_made), key=lambda one: (one.date, one.session is None, one.line), reverse=True)
    if not found:
        return
    st.subheader("Payments", anchor=False)
    _take_back({one.line: one for one in found if one.session is None})
    table(
        "Payments that were made",
        [Column("Payment"), Column("Amount", right=True), Column("Note", roomy=True), Column("Undo", right=True)],
        [partial(_row, one) for one in found],
        most=_SHOWN,
    )
    headings = ["date", "payer", "payee", "currency", "amount", "note", "file", "line"]
    download("payments", headings, lambda: map(_plain, found))


def _row(one: PaymentMade) -> list[Cell | str]:
    tone = "quiet" if one.undone else ""
    return [
        Cell(
            _who(one),
            tone,
            page="session" if one.session else "",
            query={"session": one.session, "line": one.line},
            note=f"{one.date.isoformat()} · {one.file}, line {one.line}",
        ),
        Cell(amount_text(one.amount, one.unit), tone),
        Cell(one.note, "quiet"),
        _way_back(one),
    ]


def _who(one: PaymentMade) -> str:
    """Who paid whom; the viewer is “you”."""
    mine = my_account()
    if one.payer == mine:
        return f"You paid {one.payee_name}"
    return f"{one.payer_name} paid {'you' if one.payee == mine else one.payee_name}"


def _plain(one: PaymentMade) -> tuple[object, ...]:
    amount = figure(one.amount, one.unit)
    return one.date.isoformat(), one.payer_name, one.payee_name, one.unit, amount, one.note, one.file, one.line


def _way_back(one: PaymentMade) -> Cell:
    """A link to take a payment back, or why that is not possible."""
    if one.undone:
        return Cell("taken back", "quiet")
    if one.closed:
        return Cell("closed", "quiet", tip="The book is closed up to that day: this payment cannot be taken back")
    if one.session is not None or the_book().role < Role.BANKER:
        return Cell("")
    return Cell("Undo", page="owes", query={_UNDO: one.line}, tip="Take this payment back")


def _take_back(lines: dict[int, PaymentMade]) -> None:
    """Ask for confirmation to take back the payment that the address names."""
    line = address.number(_UNDO, lines)
    if line is None or the_book().role < Role.BANKER:
        return
    one = lines[line]
    said = f"{escape.md(one.payer_name)} paid {escape.md(one.payee_name)} {escape.md(amount_text(one.amount, one.unit))}"
    with st.container(border=True, width=560):
        st.markdown(f"**Take this payment back?** {said} on {wording.day(one.date)}.")
        if one.closed and (closed := asked(closed_in)) is not None:
            st.markdown(f"It cannot be: {escape.md(closed.sentence, 100)}.")
        st.caption("A payment of the same amount in the other direction is recorded, on the same day.")
        with st.container(horizontal=True):
            st.button(
                "Take it back", type="primary", key="take back", disabled=one.undone or one.closed, on_click=_back, args=(one,)
            )
            st.button("Keep it", key="keep payment", on_click=_keep)


def _back(one: PaymentMade) -> None:
    plan_lines.take_back(one, "owes")
    _keep()


def _keep() -> None:
    st.query_params.pop(_UNDO, None)
