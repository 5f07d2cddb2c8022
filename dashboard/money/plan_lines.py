"""The plan line by line: who pays whom, why, a link to pay with, and a button to record that it was
paid.

Links to make payments with, and their QR codes, for a phone to scan from another screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo

import streamlit as st

from dashboard.frame import address, navigation, page, theme, wording
from dashboard.frame.answers import sentence_md, sentence_plain
from dashboard.frame.component import component
from dashboard.frame.me import WIDTH, my_account, qr_code
from dashboard.frame.shown_book import asked, the_book
from ledger.answer import Block, Listed, Sentence
from ledger.book import input_values
from ledger.book.balances.figures import SuggestedTransfer, handles
from ledger.book.balances.payment_lines import PaymentMade, payments_made
from ledger.book.balances.transfer_words import payment_lines
from ledger.book.files.settings import Role
from ledger.errors import UserError
from ledger.log.words import visible as visible_text
from ledger.money import CHIPS, amount_text

_DONE: Final = "payment noted"
_WIDTH: Final = 480
_HERE: Final = Path(__file__)


class _Noted(NamedTuple):
    """The outcome of a click: the payment recorded or taken back, or the error; and on which page
    it was.
    """

    where: str
    what: PaymentMade | UserError
    back: bool = False


def said_of(some: Iterable[SuggestedTransfer]) -> list[Sentence]:
    """Payments as sentences in which the viewer is “you”."""
    return list(payment_lines(the_book().settings(), asked(handles), some, my_account()))


def is_of(account: int | None, one: SuggestedTransfer) -> bool:
    """True for a transfer from somebody or to somebody, by account."""
    return account in {one.payer_account, one.payee_account}


def sentences(one: Block) -> None:
    """Show payments as a list of sentences, those of the viewer in bold."""
    assert isinstance(one, Listed)
    mine = my_account()
    said = ((sentence_md(said), is_of(mine, transfer_of(said))) for said in one.sentences)
    st.markdown("\n".join(f"- **{text}**" if is_mine else f"- {text}" for text, is_mine in said))


def transfer_of(said: Sentence) -> SuggestedTransfer:
    """The transfer that a sentence is about."""
    assert isinstance(said.about, SuggestedTransfer)
    return said.about


class Offer(NamedTuple):
    """A suggested payment as it is shown: its sentence, and the address (``link``) to pay it by,
    empty without one.

    ``paid`` and ``code`` are the keys of the session state that its buttons set, empty for a button
    that is not shown.
    """

    one: SuggestedTransfer
    text: str
    link: str
    paid: str
    code: str

    @property
    def why(self) -> int:
        """Whose balance explains the payment: the viewer's, of a payment of theirs, else the
        payer's.
        """
        mine = my_account()
        return mine if mine and is_of(mine, self.one) else self.one.payer_account


def offers(some: Iterable[Sentence]) -> list[Offer]:
    """Payments with what the viewer may do about each: bankers may record all but chips that are
    worth nothing.
    """
    banker = the_book().role >= Role.BANKER
    found = []
    for said in some:
        one = transfer_of(said)
        parties = f"{one.payer_account} {one.payee_account} {one.unit}"
        paid = f"paid {parties}" if banker and one.unit != CHIPS else ""
        code = f"qr {parties}" if said.link and qr_code(said.link) else ""
        found.append(Offer(one, visible_text(sentence_plain(said)), said.link, paid, code))
    return found


def show(some: Sequence[Offer], where: str, name: str = "") -> None:
    """Show payments: each opens why, and has a link if the book says how to pay, and for bankers a
    button *Mark as paid*.

    ``where`` is the page, ``name`` is unique among its lists. The lines are drawn as one part of
    the page, and what a button opens is made only when it is pressed (``dialogs``): a plan may have
    dozens of lines.
    """
    if not some:
        return
    mine = my_account()
    lines = [
        {
            "text": one.text,
            "why": address.of("owes", navigation.values_of({"player": one.why})),
            "href": one.link,
            "mine": is_of(mine, one.one),
            "paid": one.paid,
            "code": one.code,
        }
        for one in some
    ]
    with st.container(width=_WIDTH):
        drawn(_HERE, f"plan {where} {name}", some, {"lines": lines})


def drawn(page: Path, key: str, some: Sequence[Offer], data: dict[str, Any]) -> None:
    """Show a component (its files are named as ``page``) whose buttons belong to payments: what is
    pressed opens its dialog.
    """
    here = theme.tokens()
    # a browser can send anything
    possible = {key for one in some for key in (one.paid, one.code)} - {""}

    def press() -> None:
        which = st.session_state[key]["pressed"]
        if which in possible:
            st.session_state[which] = True

    sent = {
        **data,
        "colours": {tone: getattr(here, tone) for tone in ("ink", "line", "link", "won", "lost")},
    }
    component(f"bourre.{page.stem}", page, apart=False)(key=key, data=sent, on_pressed_change=press)


def dialogs(some: Iterable[Offer], how: str, where: str) -> None:
    """Show what a button opened, of payments of the plan ``how``; once on a page for all that it
    shows.
    """
    for one in some:
        if one.code and st.session_state.get(one.code):
            show_code(one.text, one.link, one.code)
        if one.paid and st.session_state.get(one.paid):
            _ask(one.one, how, where, one.paid)


# --- Noting that it was paid ----------------------------------------------------------------------
def _ask(one: SuggestedTransfer, how: str, where: str, key: str) -> None:

    def ask() -> None:
        st.date_input(
            "When", value=tonight(), max_value=last_day(), format="YYYY-MM-DD", key=f"{key} day"
        )
        st.text_input("Note", max_chars=200, placeholder="venmo, cash, …", key=f"{key} note")
        if st.button(
            "Record it",
            type="primary",
            key=f"{key} record",
            on_click=_settle,
            args=(one, how, where, key),
        ):
            st.rerun()

    much = wording.md(amount_text(one.amount, one.unit))
    # a title that tells it is read as done
    asks = f"Has {wording.md(one.payer)} paid {wording.md(one.payee)} {much}?"
    st.dialog(asks, on_dismiss=lambda: st.session_state.pop(key, None))(ask)()


def last_day() -> date:
    """The last day to offer for a payment: a few days ahead, for clocks and zones differ."""
    return tonight() + timedelta(days=7)


def tonight() -> date:
    """The day of what is paid now, by the clock of the device: until six in the morning it is still
    the day before.
    """
    zone = st.context.timezone
    return date.fromisoformat(input_values.tonight(datetime.now(ZoneInfo(zone)) if zone else None))


def _settle(one: SuggestedTransfer, how: str, where: str, key: str) -> None:
    day, note = st.session_state[f"{key} day"], st.session_state[f"{key} note"]
    st.session_state.pop(key, None)
    try:
        (line,) = (
            the_book()
            .settle_line(one, how, day.isoformat() if isinstance(day, date) else None, note)
            .lines
        )
        made = next(
            made for made in asked(payments_made) if made.session is None and made.line == line
        )
        st.session_state[_DONE] = _Noted(where, made)
    except UserError as error:
        st.session_state[_DONE] = _Noted(where, error)


def take_back(made: PaymentMade, where: str) -> None:
    """Record the reverse of a payment; ``outcome`` shows the result."""
    try:
        the_book().take_back_one(made)
        st.session_state[_DONE] = _Noted(where, made, back=True)
    except UserError as error:
        st.session_state[_DONE] = _Noted(where, error)


def outcome(where: str) -> None:
    """Show the outcome of the last click on this page, with a way to undo it."""
    done: _Noted | None = st.session_state.get(_DONE)
    if done is None or done.where != where:
        st.session_state.pop(_DONE, None)  # the outcome of another page does not belong here
    elif isinstance(done.what, UserError):
        page.complain(done.what)
    else:
        one = done.what
        said = _paid_words(one.payer_name, one.payee_name, one.amount, one.unit)
        with st.container(
            horizontal=True, wrap=False, vertical_alignment="center", gap="small", width=_WIDTH
        ):
            st.success(f"Taken back: {said}" if done.back else said, icon=":material/check:")
            if not done.back:
                st.button(
                    "Undo",
                    type="tertiary",
                    key="undo paid",
                    icon=":material/undo:",
                    on_click=take_back,
                    args=(one, where),
                )


def _paid_words(payer: str, payee: str, amount: int, unit: str) -> str:
    return f"{wording.md(payer)} paid {wording.md(payee)} {wording.md(amount_text(amount, unit))}"


# --- Links and QR codes ---------------------------------------------------------------------------
def show_code(text: str, link: str, key: str) -> None:
    """Show the QR code of a payment until it is closed; ``key`` holds in the session state that it
    is open.
    """

    def show() -> None:
        st.image(qr_code(link), width=WIDTH, alt=f"QR code of {link}")
        st.caption(f"Scan it with a telephone: {wording.marks(text)}")

    st.dialog("QR code", on_dismiss=lambda: st.session_state.pop(key, None))(show)()
