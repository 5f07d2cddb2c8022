"""A form for a payment that is not in the plan: shows its effect on the balances, and can take it
back.

The payments made, latest first, each with a button to take it back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, NamedTuple

import streamlit as st

from dashboard.frame import address, dispute, page, wording
from dashboard.frame.me import my_account
from dashboard.frame.shown_book import asked, the_book
from dashboard.frame.table import Cell, Column, download, table
from dashboard.money import plan_lines
from ledger.book import TAKEN_BACK, Paid, Wish, makes_larger, said_otherwise
from ledger.book.balances.currencies import choices, currencies, currency_meant
from ledger.book.balances.figures import Owing, positions
from ledger.book.balances.payment_lines import PaymentMade, payments_made
from ledger.book.files.closed import closed_in
from ledger.book.files.disputes import PAID, Remark, of_line
from ledger.book.files.input_values import parse_currency, parse_money
from ledger.book.files.settings import Role
from ledger.book.members.people import people
from ledger.book.sessions.edits import lines_to_edit
from ledger.errors import UserError
from ledger.export import figure
from ledger.files import PARQUET
from ledger.money import amount_text, standing_in_words

_DONE: Final = "payment done"


class _Said(NamedTuple):
    """A payment as it stands in the form: accounts of payer and payee, the amount as typed, the
    currency.
    """

    payer: int
    payee: int
    amount: str
    unit: str


def form(standing: Owing) -> None:
    """Show bankers a form to record a payment; others see nothing."""
    form_of("payment", "Record another payment", lambda: _ask(standing), _outcome)


def form_of(what: str, label: str, ask: Callable[[], None], outcome: Callable[[Any], None]) -> None:
    """Show bankers a form, folded under its label, and then its outcome, which the session has as
    ``what done``.

    The form only comes back on request, so that no click pays twice. Others see nothing.
    """
    if the_book().role < Role.BANKER:
        return
    folded = st.expander(label, icon=":material/add:", key=f"{what} form", on_change="rerun")
    if not folded.open:
        return
    with folded:
        done = st.session_state.get(f"{what} done")
        if done is None:
            ask()
            return
        if isinstance(done, UserError):
            page.complain(done)
        else:
            outcome(done)
        st.button(
            "Record another",
            on_click=lambda: st.session_state.pop(f"{what} done"),
            key=f"another {what}",
        )


def _ask(standing: Owing) -> None:
    said = _asked()
    left, right = st.columns([1, 2])
    day = left.date_input(
        "When",
        value=plan_lines.tonight(),
        max_value=plan_lines.last_day(),
        format="YYYY-MM-DD",
        key="payment day",
    )
    note = right.text_input("Note", max_chars=200, placeholder="venmo, cash, …", key="payment note")
    if said is None or not _preview(standing, said):
        return
    if told := said_otherwise(note, parse_money(said.amount, said.unit), said.unit):
        st.warning(wording.md(told, 200))
    now = _now(standing, said.unit)
    # payer and payee may have been swapped
    turned = makes_larger(now.get(said.payer, 0), now.get(said.payee, 0))
    if turned:
        st.warning(
            "This makes a debt larger: the one who pays owes nothing, and the one who gets it is "
            "owed nothing."
        )
    # In this run, with the form's current values: a callback would get those from when the button
    # was drawn.
    if st.button(
        "Record it anyway" if turned else "Record it", type="primary", key="record payment"
    ):
        names = {person.id: person.name for person in asked(people)}
        _pay(
            Wish(
                names[said.payer],
                names[said.payee],
                said.amount,
                said.unit,
                day.isoformat(),
                note,
                anyway=turned,
            )
        )
        st.rerun()


def _asked() -> _Said | None:
    """Ask who paid whom, and how much; None until that is complete."""
    names = {person.id: person.name for person in asked(people)}
    left, middle, right = st.columns(3)
    payer = left.selectbox(
        "Who paid",
        names,
        index=None,
        format_func=lambda one: wording.plain(names[one]),
        key="payment payer",
    )
    payee = middle.selectbox(
        "Who got it",
        names,
        index=None,
        format_func=lambda one: wording.plain(names[one]),
        key="payment payee",
    )
    amount = right.text_input("How much", placeholder="12.50", max_chars=20, key="payment amount")
    unit = currency_asked([payer, payee], amount, "payment currency", pays=True)
    if payer is None or payee is None or not amount or unit is None:
        return None
    return _Said(payer, payee, amount, unit)


def currency_asked(
    named: Sequence[int | None], amount: str, key: str, *, pays: bool = False
) -> str | None:
    """The currency of an amount among some accounts; one that the book does not tell is asked for,
    None until it is said.
    """
    book = asked(currencies, the_book().settings().usual_currency)
    stands = [asked(positions, one) for one in named if one is not None]
    units = choices(book, stands)
    meant = currency_meant(book, stands, amount, pays=pays)
    if len(units) == 1:
        return units[0]
    if not units:
        typed = st.text_input("Currency", placeholder="USD, EUR, …", max_chars=3, key=key)
        try:
            return parse_currency(typed) if typed else None
        except UserError as error:
            page.complain(error)
            return None
    # Proposed for those who are named: for others there is another one.
    place = None if meant is None else units.index(meant)
    return st.selectbox("Currency", units, index=place, key=f"{key} {place} {named}")


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
    balances = [
        (one, now.get(one, 0), now.get(one, 0) + by)
        for one, by in ((said.payer, amount), (said.payee, -amount))
    ]
    rows = [
        [
            Cell(names[account]),
            *(Cell(wording.signed(one, said.unit), wording.tone(one)) for one in (before, after)),
            Cell(standing_in_words(after), "quiet"),
        ]
        for account, before, after in balances
    ]
    columns = [
        Column("After this payment"),
        Column("Now", right=True),
        Column("Then", right=True),
        Column("", hidden_on_phones=True),
    ]
    table("Balances before and after the payment", columns, rows)
    return True


def _now(standing: Owing, unit: str) -> dict[int, int]:
    return {one.account: one.amount for one in standing.balances if one.unit == unit}


def _pay(wish: Wish) -> None:
    page.attempt(_DONE, lambda: the_book().pay(wish))


def _outcome(done: Paid) -> None:
    """Show the last payment."""
    one = done.payment
    said = (
        f"{wording.md(one.payer)} paid {wording.md(one.payee)} "
        f"{wording.md(amount_text(one.amount, done.unit))}"
    )
    back = one.note == TAKEN_BACK
    st.success(f"Taken back: {said}." if back else f"Recorded: {said}.")
    if not back:
        st.button(
            "Undo",
            on_click=_pay,
            args=(replace(done.undo, anyway=True),),
            key="undo payment",
            icon=":material/undo:",
        )


# --- Payments made --------------------------------------------------------------------------------
_SHOWN: Final = 12
_UNDO, WRONG = "undo", "wrong"
"""The names in the address for the line of the payment to take back, and of one that somebody says
is wrong.
"""


def payments_list() -> None:
    """Show who paid whom how much, when, and on which line."""
    found = sorted(
        asked(payments_made),
        key=lambda one: (one.date, one.session is None, one.line),
        reverse=True,
    )
    if not found:
        return
    st.subheader("Payments", anchor=False)
    here = {one.line: one for one in found if one.session is None}
    _take_back(here)
    _dispute(found)
    more = any(one.note or _way_back(one).text for one in found)  # else two columns are blank
    columns = [Column("Payment"), Column("Amount", right=True)]
    columns += (
        [Column("Note", hidden_on_phones=True), Column("Undo", right=True, hidden_in_print=True)]
        if more
        else []
    )
    columns += (
        [Column("Wrong?", right=True, hidden_in_print=True)] if the_book().may("dispute") else []
    )
    table(
        "Payments that were made", columns, [partial(_row, one, more) for one in found], most=_SHOWN
    )
    download(
        "payments",
        ["date", "payer", "payee", "currency", "amount", "note", "file", "line"],
        lambda: (
            [
                one.date,
                one.payer_name,
                one.payee_name,
                one.unit,
                figure(one.amount, one.unit),
                one.note,
                one.file,
                one.line,
            ]
            for one in found
        ),
    )


def _became(one: PaymentMade) -> list[Remark]:
    return of_line(dispute.became(the_book().folder / one.file), one.line)


def _row(one: PaymentMade, more: bool) -> list[Cell | str]:
    tone = "quiet" if one.undone else ""
    place = ["at the table"] if one.session else []
    row: list[Cell | str] = [
        Cell(
            _who(one),
            tone,
            page="session" if one.session else "",
            query={"session": one.session, "line": one.line},
            note=" · ".join(
                [wording.short_day(one.date), *place, *(remark.heading for remark in _became(one))]
            ),
        ),
        Cell(amount_text(one.amount, one.unit), tone),
        *([Cell(one.note, "quiet"), _way_back(one)] if more else []),
    ]
    if the_book().may("dispute"):
        where: dict[str, object] = {WRONG: one.line, "session": one.session}
        way = "" if one.file.endswith(PARQUET) else "owes"
        row.append(
            Cell(
                "This is wrong" if way else "",
                page=way,
                query=where,
                tip="Say what is wrong with this payment",
            )
        )
    return row


def _dispute(found: Sequence[PaymentMade]) -> None:
    """Show what became of the payment that the address names, and let the viewer say what is wrong
    with it, or answer.
    """
    dispute.outcome()
    line, session = address.word(WRONG), address.word("session")
    one = next((one for one in found if (str(one.line), one.session) == (line, session)), None)
    if one is None or one.file.endswith(PARQUET):
        return
    with st.container(border=True, width=560):
        st.markdown(f"**{_told(one)}**")
        said = _became(one)
        dispute.history(said)
        dispute.form(lines_to_edit(the_book().folder, session or PAID, f":{one.line}"), said)
        st.button("Close", key="payment seen", on_click=_forget)


def _who(one: PaymentMade) -> str:
    """Who paid whom; the viewer is “you”."""
    mine = my_account()
    if one.payer == mine:
        return f"You paid {one.payee_name}"
    return f"{one.payer_name} paid {'you' if one.payee == mine else one.payee_name}"


def _way_back(one: PaymentMade) -> Cell:
    if one.undone:
        return Cell("taken back", "quiet")
    if one.closed:
        return Cell(
            "closed",
            "quiet",
            tip="The book is closed up to that day: this payment cannot be taken back",
        )
    if one.session is not None or the_book().role < Role.BANKER:
        return Cell("")
    return Cell("Undo", page="owes", query={_UNDO: one.line}, tip="Take this payment back")


def _take_back(lines: dict[int, PaymentMade]) -> None:
    """Ask for confirmation to take back the payment that the address names."""
    line = address.number(_UNDO, lines)
    if line is None or the_book().role < Role.BANKER:
        return
    one = lines[line]
    with st.container(border=True, width=560):
        st.markdown(f"**Take this payment back?** {_told(one)}.")
        if one.closed and (closed := asked(closed_in)) is not None:
            st.markdown(f"It cannot be: {wording.md(closed.sentence, 100)}.")
        st.caption(
            "A payment of the same amount in the other direction is recorded, on the same day."
        )
        with st.container(horizontal=True):
            st.button(
                "Take it back",
                type="primary",
                key="take back",
                disabled=one.undone or one.closed,
                on_click=_back,
                args=(one,),
            )
            st.button("Keep it", key="keep payment", on_click=_keep)


def _forget() -> None:
    for name in (WRONG, "session"):
        st.query_params.pop(name, None)


def _told(one: PaymentMade) -> str:
    """A payment as a sentence (Markdown), without its point."""
    said = (
        f"{wording.md(one.payer_name)} paid {wording.md(one.payee_name)} "
        f"{wording.md(amount_text(one.amount, one.unit))}"
    )
    return f"{said} on {wording.day(one.date)}"


def _back(one: PaymentMade) -> None:
    plan_lines.take_back(one, "owes")
    _keep()


def _keep() -> None:
    st.query_params.pop(_UNDO, None)
