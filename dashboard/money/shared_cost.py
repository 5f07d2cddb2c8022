"""A form for what one player paid for several: shows the shares before it is recorded, and can take it back."""

from __future__ import annotations

from typing import Final

import streamlit as st

from dashboard.frame import escape, page, wording
from dashboard.frame.shown_book import asked, the_book
from dashboard.frame.table import Cell, Column, table
from ledger.book import Cost, Spent, said_otherwise
from ledger.book.input_values import parse_money
from ledger.book.people import people
from ledger.book.settings import Role
from ledger.errors import UserError
from ledger.log.between_hands import shares_of
from ledger.log.payments import ExpenseLine
from ledger.money import amount_text

_DONE: Final = "cost done"


def form() -> None:
    """Show bankers a form to record a shared cost; others see nothing."""
    if the_book().role < Role.BANKER:
        return
    folded = st.expander("Record a shared cost", icon=":material/add:", key="cost form", on_change="rerun")
    if not folded.open:
        return
    with folded:
        done: Spent | ExpenseLine | UserError | None = st.session_state.get(_DONE)
        if done is None:
            _ask()
        else:
            _outcome(done)


def _ask() -> None:
    names = {person.id: person.name for person in asked(people)}
    left, middle, right = st.columns(3)
    payer = left.selectbox("Who paid", names, index=None, format_func=lambda one: escape.plain(names[one]), key="cost payer")
    amount = middle.text_input("How much", placeholder="40", max_chars=20, key="cost amount")
    note = right.text_input("What for", placeholder="pizza, cards, …", max_chars=200, key="cost note")
    sharers = st.multiselect("For whom", names, format_func=lambda one: escape.plain(names[one]), key="cost sharers")
    if payer is None or not amount or not sharers:
        return
    cost = Cost(names[payer], amount, note, tuple(names[one] for one in sharers), the_book().settings().currency)
    # In this run, with the form's current values: a callback would get those from when the button was drawn.
    if _preview(cost) and st.button("Record the cost", type="primary", key="record cost"):
        try:
            st.session_state[_DONE] = the_book().spend(cost)
        except UserError as error:
            st.session_state[_DONE] = error
        st.rerun()


def _preview(cost: Cost) -> bool:
    """Show everybody's share; True if the cost makes sense."""
    unit = the_book().settings().currency
    try:
        amount = parse_money(cost.amount, unit)
    except UserError as error:
        page.complain(error)
        return False
    shares = zip(cost.sharers, shares_of(amount, cost.sharers), strict=True)
    rows: list[list[Cell | str]] = [[Cell(name), amount_text(share, unit)] for name, share in shares]
    table("The shares of this cost", [Column("Share of"), Column("Is", right=True)], rows)
    if told := said_otherwise(cost.note, amount, unit):
        st.warning(escape.md(told, 200))
    return True


def _undo(done: Spent) -> None:
    try:
        the_book().take_back(done)
    except UserError as error:
        st.session_state[_DONE] = error
    else:
        st.session_state[_DONE] = done.expense


def _outcome(done: Spent | ExpenseLine | UserError) -> None:
    """Show the outcome of the last cost. The form only comes back on request, so that no click pays twice."""
    if isinstance(done, UserError):
        page.complain(done)
    elif isinstance(done, ExpenseLine):
        st.success(f"Taken back: what {escape.md(done.payer)} paid is no longer in the book.")
    else:
        one = done.expense
        sharers = wording.listed([escape.md(name) for name in one.sharers])
        what = f", for {escape.md(one.note, 200)}" if one.note else ""
        st.success(f"Recorded: {escape.md(one.payer)} paid {escape.md(amount_text(one.amount, done.unit))} for {sharers}{what}.")
        st.button("Undo", on_click=_undo, args=(done,), key="undo cost", icon=":material/undo:")
    st.button("Record another", on_click=lambda: st.session_state.pop(_DONE), key="another cost")
