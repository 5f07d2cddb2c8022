"""A form for a payment that is not in the plan: shows its effect on the balances, and can take it back."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

import streamlit as st

from dashboard.frame import escape, page, wording
from dashboard.frame.shown_book import asked, the_book
from dashboard.frame.table import Cell, Column, table
from ledger.book import TAKEN_BACK, Paid, Wish, makes_larger, said_otherwise
from ledger.book.figures import Owing
from ledger.book.input_values import parse_money
from ledger.book.people import people
from ledger.book.settings import Role
from ledger.errors import UserError
from ledger.money import amount_text, standing_in_words

_DONE: Final = "payment done"


class _Said(NamedTuple):
    """A payment as it stands in the form: accounts of payer and payee, the amount as typed, the currency."""

    payer: int
    payee: int
    amount: str
    unit: str


def form(standing: Owing) -> None:
    """Show bankers a form to record a payment; others see nothing."""
    if the_book().role < Role.BANKER:
        return
    folded = st.expander("Record another payment", icon=":material/add:", key="payment form", on_change="rerun")
    if not folded.open:
        return
    with folded:
        done: Paid | UserError | None = st.session_state.get(_DONE)
        if done is None:
            _ask(standing)
        else:
            _outcome(done)


def _ask(standing: Owing) -> None:
    said = _asked(standing)
    left, right = st.columns([1, 2])
    day = left.date_input("When", value="today", format="YYYY-MM-DD", key="payment day")
    note = right.text_input("Note", max_chars=200, placeholder="venmo, cash, …", key="payment note")
    if said is None or not _preview(standing, said):
        return
    if told := said_otherwise(note, parse_money(said.amount, said.unit), said.unit):
        st.warning(escape.md(told, 200))
    turned = _is_turned(standing, said)
    if turned:
        st.warning("This makes a debt larger: the one who pays owes nothing, and the one who gets it is owed nothing.")
    # In this run, with the form's current values: a callback would get those from when the button was drawn.
    if st.button("Record it anyway" if turned else "Record it", type="primary", key="record payment"):
        names = {person.id: person.name for person in asked(people)}
        _pay(Wish(names[said.payer], names[said.payee], said.amount, said.unit, day.isoformat(), note, anyway=turned))
        st.rerun()


def _asked(standing: Owing) -> _Said | None:
    """Ask who paid whom, and how much; None until that is complete."""
    names = {person.id: person.name for person in asked(people)}
    left, middle, right = st.columns(3)
    payer = left.selectbox("Who paid", names, index=None, format_func=lambda one: escape.plain(names[one]), key="payment payer")
    payee = middle.selectbox(
        "Who got it", names, index=None, format_func=lambda one: escape.plain(names[one]), key="payment payee"
    )
    amount = right.text_input("How much", placeholder="12.50", max_chars=20, key="payment amount")
    units = sorted({the_book().settings().currency, *(one.unit for one in standing.balances if one.unit != "chips")})
    unit = st.selectbox("Currency", units, key="payment currency") if len(units) > 1 else units[0]
    if payer is None or payee is None or not amount:
        return None
    return _Said(payer, payee, amount, unit)


def _preview(standing: Owing, said: _Said) -> bool:
    """Show both balances after the payment; True if it makes sense."""
    try:
        amount = parse_money(said.amount, said.unit)
    except UserError as error:
        page.complain(error)
        return False
    if said.payer == said.payee:
        st.error("Choose two different players.")
        return False
    names = {person.id: person.name for person in asked(people)}
    now = _now(standing, said.unit)
    rows = []
    for account, change in ((said.payer, amount), (said.payee, -amount)):
        before = now.get(account, 0)
        after = before + change
        rows.append(
            [
                Cell(names[account]),
                Cell(wording.signed(before, said.unit), wording.tone(before)),
                Cell(wording.signed(after, said.unit), wording.tone(after)),
                Cell(standing_in_words(after), "quiet"),
            ]
        )
    columns = [Column("After this payment"), Column("Now", right=True), Column("Then", right=True), Column("", roomy=True)]
    table("Balances before and after the payment", columns, rows)
    return True


def _now(standing: Owing, unit: str) -> dict[int, int]:
    """Everybody's balance in a unit, by account."""
    return {one.account: one.amount for one in standing.balances if one.unit == unit}


def _is_turned(standing: Owing, said: _Said) -> bool:
    """True for a payment that increases a debt: payer and payee may have been swapped."""
    now = _now(standing, said.unit)
    return makes_larger(now.get(said.payer, 0), now.get(said.payee, 0))


def _undo(paid: Paid) -> None:
    _pay(replace(paid.undo, anyway=True))


def _pay(wish: Wish) -> None:
    try:
        st.session_state[_DONE] = the_book().pay(wish)
    except UserError as error:
        st.session_state[_DONE] = error


def _outcome(done: Paid | UserError) -> None:
    """Show the outcome of the last payment. The form only comes back on request, so that no click pays twice."""
    if isinstance(done, UserError):
        page.complain(done)
    else:
        one = done.payment
        said = f"{escape.md(one.payer)} paid {escape.md(one.payee)} {escape.md(amount_text(one.amount, done.unit))}"
        back = one.note == TAKEN_BACK
        st.success(f"Taken back: {said}." if back else f"Recorded: {said}.")
        if not back:
            st.button("Undo", on_click=_undo, args=(done,), key="undo payment", icon=":material/undo:")
    st.button("Record another", on_click=lambda: st.session_state.pop(_DONE), key="another payment")
