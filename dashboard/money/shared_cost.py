"""Recording all payments of the plan at once, when everybody has paid.

A form for what one player paid for several: shows the shares before it is recorded, and can take it
back.
"""

from __future__ import annotations

from typing import Final

import streamlit as st

from dashboard.frame import page, wording
from dashboard.frame.shown_book import asked, the_book
from dashboard.frame.table import Cell, Column, table
from dashboard.money.payment import currency_asked, form_of
from dashboard.money.plan_lines import last_day, tonight
from ledger.book import Cost, Spent, said_otherwise
from ledger.book.balances.figures import Owing
from ledger.book.balances.payment_lines import Booked, Settlement, portions_said, settlement_of
from ledger.book.files.input_values import parse_money
from ledger.book.files.settings import Role
from ledger.book.members.people import people
from ledger.errors import UserError
from ledger.log.between_hands import name_in, shares_of
from ledger.log.payments import ExpenseLine
from ledger.money import amount_text

_SETTLED: Final = "settled all"


def settle_all(standing: Owing, how: str) -> None:
    """Let bankers record all payments of a plan after one question; others see nothing."""
    if the_book().role < Role.BANKER:
        return
    done: Booked | UserError | None = st.session_state.get(_SETTLED)
    if done is not None:
        _all_settled(done)
        return
    found = settlement_of(standing.transfers, how)
    if len(found.payments) < 2:
        return  # the only one has its own button
    payments = wording.counted(len(found.payments), "payment")
    with st.popover("Settle all", icon=":material/done_all:", key="settle all"):
        st.markdown(
            f"**Have all {payments} been made?** They are recorded as made on "
            f"{wording.short_day(tonight())}, in one step, "
            "and can be taken back."
        )
        if found.left_out:
            st.caption(
                "What goes into a pot, what is unexplained, and chips without a value stay as "
                "they are."
            )
        # The payments shown now: if the plan has changed by the time of the click, nothing is
        # recorded.
        st.button(
            f"Record {payments}", type="primary", key="record all", on_click=_settle, args=(found,)
        )


def _settle(agreed: Settlement) -> None:
    page.attempt(_SETTLED, lambda: the_book().settle(agreed, str(tonight())))


def _take_back(booked: Booked) -> None:
    if page.attempt(_SETTLED, lambda: the_book().take_all_back(booked)):
        st.session_state.pop(_SETTLED)


def _all_settled(done: Booked | UserError) -> None:
    if isinstance(done, UserError):
        page.complain(done)
    else:
        st.success(f"Recorded: {wording.counted(len(done.payments), 'payment')}.")
        st.button("Undo", on_click=_take_back, args=(done,), key="undo all", icon=":material/undo:")
    st.button("Go on", on_click=lambda: st.session_state.pop(_SETTLED), key="settled")


# --- What one paid for several --------------------------------------------------------------------
_DONE: Final = "cost done"


def form() -> None:
    """Show bankers a form to record a shared cost; others see nothing."""
    form_of("cost", "Record a shared cost", _ask, _outcome)


def _ask() -> None:
    names = {person.id: person.name for person in asked(people)}
    left, middle, right = st.columns(3)
    payer = left.selectbox(
        "Who paid",
        names,
        index=None,
        format_func=lambda one: wording.plain(names[one]),
        key="cost payer",
    )
    amount = middle.text_input("How much", placeholder="40", max_chars=20, key="cost amount")
    note = right.text_input(
        "What for", placeholder="pizza, cards, …", max_chars=200, key="cost note"
    )
    sharers = st.multiselect(
        "For whom", names, format_func=lambda one: wording.plain(names[one]), key="cost sharers"
    )
    day = st.date_input(
        "When",
        value=tonight(),
        max_value=last_day(),
        format="YYYY-MM-DD",
        width=220,
        key="cost day",
    )
    unit = currency_asked([payer, *sharers], amount, "cost currency")
    if payer is None or not amount or not sharers or unit is None:
        return
    cost = Cost(
        names[payer], amount, note, _shares_asked([names[one] for one in sharers]), unit, str(day)
    )
    # In this run, with the form's current values: a callback would get those from when the button
    # was drawn.
    if _preview(cost, unit) and st.button("Record the cost", type="primary", key="record cost"):
        page.attempt(_DONE, lambda: the_book().spend(cost))
        st.rerun()


def _shares_asked(names: list[str]) -> tuple[str, ...]:
    """Those who share, each with what was said about the share: ``Ann=2``."""
    if not st.toggle(
        "Uneven shares",
        key="cost uneven",
        help="2 counts twice, 12.50 is an amount, 25% a part of all",
    ):
        return tuple(names)
    with st.container(horizontal=True):
        said = {
            name: st.text_input(
                wording.plain(name), placeholder="1", max_chars=12, key=f"cost share {name}"
            )
            for name in names
        }
    return tuple(
        f"{name}={share.strip()}" if share.strip() else name for name, share in said.items()
    )


def _preview(cost: Cost, unit: str) -> bool:
    """Show everybody's share; True if the cost makes sense."""
    try:
        amount = parse_money(cost.amount, unit)
        portions = portions_said(cost.sharers, amount, unit)
    except UserError as error:
        page.complain(error)
        return False
    shares = zip(map(name_in, cost.sharers), shares_of(amount, cost.sharers, portions), strict=True)
    rows: list[list[Cell | str]] = [
        [Cell(name), amount_text(share, unit)] for name, share in shares
    ]
    table("The shares of this cost", [Column("Share of"), Column("Is", right=True)], rows)
    if told := said_otherwise(cost.note, amount, unit):
        st.warning(wording.md(told, 200))
    return True


def _undo(done: Spent) -> None:
    if page.attempt(_DONE, lambda: the_book().take_back(done)):
        st.session_state[_DONE] = done.expense


def _outcome(done: Spent | ExpenseLine) -> None:
    """Show the last cost."""
    if isinstance(done, ExpenseLine):
        st.success(f"Taken back: what {wording.md(done.payer)} paid is no longer in the book.")
    else:
        one = done.expense
        sharers = wording.listed([wording.md(name) for name in one.sharers])
        what = f", for {wording.md(one.note, 200)}" if one.note else ""
        st.success(
            f"Recorded: {wording.md(one.payer)} paid "
            f"{wording.md(amount_text(one.amount, done.unit))} for {sharers}{what}."
        )
        st.button("Undo", on_click=_undo, args=(done,), key="undo cost", icon=":material/undo:")
