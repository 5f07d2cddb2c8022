"""Everything that is not a card or a trick: chips bought and counted, who comes and goes, payments, penalties, notes."""

from __future__ import annotations

from typing import Final

import streamlit as st

from dashboard.frame import escape
from dashboard.frame.shown_book import asked
from dashboard.record.desk import Desk, my_desk, step
from dashboard.record.hand import deals
from ledger import RecordingView, people, quoted, say, say_note

_KINDS: Final = {
    "buyin": "Buy-in",
    "cashout": "Cash-out",
    "count": "Count",
    "sit": "Joins",
    "leave": "Leaves",
    "pay": "Payment",
    "penalty": "Penalty",
    "dealer": "Another dealer",
    "note": "Note",
    "line": "Any line",
}
_IN_A_HAND: Final = ("note", "line")
_ABOUT: Final = {
    "buyin": "Chips bought: on credit, unless paid in cash to somebody.",
    "cashout": "Chips counted and handed in when leaving.",
    "count": "Chips counted now. It moves nothing, and is compared with the books.",
    "pay": "Money from hand to hand, outside the game.",
    "penalty": "Chips into the pot, ruled for a hand that is over.",
    "line": "A line as the log has it, for what has no button: `early Ann`, `waive 12 Bea`, `transfer Eve Bea 7 for 9`.",
}
_MOST: Final = 10**9


def menu_button(view: RecordingView) -> None:
    """Offer what can be said beside the game."""
    label = "Note, or any line" if view.hand is not None else "Chips, players, end"
    st.button(label, key="record more", icon=":material/more_horiz:", width="stretch", on_click=show, args=("menu",))


def show(screen: str) -> None:
    """Go to another screen: ``menu``, a kind of statement, ``ending``, or empty for the hand."""
    desk = my_desk()
    if desk is not None:
        desk.screen = screen


def more(desk: Desk, view: RecordingView) -> None:
    """Show the menu, or ask for what one of its lines needs."""
    kind = desk.screen
    if kind == "menu":
        _menu(view)
    elif kind == "dealer":
        _another_dealer(view)
    else:
        st.markdown(f"**{_KINDS[kind]}**")
        if kind in _ABOUT:
            st.caption(_ABOUT[kind])
        line = _ASK[kind](view)
        with st.container(key="record-say"):
            st.button(
                "Record it", key="record it", type="primary", width="stretch", disabled=not line, on_click=_say, args=(kind, line)
            )
    with st.container(key="record-back"):
        st.button("Back", key="record back", width="stretch", on_click=show, args=("",))


def _menu(view: RecordingView) -> None:
    with st.container(key="record-grid menu"):
        for kind in _IN_A_HAND if view.hand is not None else _KINDS:
            st.button(_KINDS[kind], key=f"record menu {kind}", width="stretch", on_click=show, args=(kind,))
    if view.hand is None:
        with st.container(key="record-end"):
            st.button("End the evening", key="record ending", width="stretch", on_click=show, args=("ending",))


def _another_dealer(view: RecordingView) -> None:
    st.markdown("**Who deals?**")
    with st.container(key="record-grid another"):
        for name in view.seats:
            st.button(escape.md(name), key=f"record deals {name}", width="stretch", on_click=_deals, args=(name,))


def _deals(name: str) -> None:
    show("")
    deals(name)


def _say(kind: str, line: str) -> None:
    desk = my_desk()
    before = desk.kept if desk is not None else None
    if kind == "note":
        step(say_note, line)
    else:
        step(say, line)
    if desk is not None and desk.kept is not before:
        desk.screen = ""


# --- What each kind needs: the line as far as it is complete, else nothing -----------------------------------------------


def _who(label: str, names: tuple[str, ...], key: str) -> str:
    found = st.pills(label, names, key=f"record {key}", format_func=escape.md)
    return quoted(found) if found else ""


def _chips(label: str = "Chips") -> str:
    number = st.number_input(label, min_value=0, max_value=_MOST, value=None, step=1, key="record chips")
    return "" if number is None else str(number)


def _line(*words: str) -> str:
    """A line of these words, empty if one of them is missing."""
    return " ".join(words) if all(words) else ""


def _with_cash(kind: str, label: str, view: RecordingView) -> str:
    line = _line(kind, _who("Who", view.players, "who"), _chips())
    bank = _who(label, view.players, "cash")
    return f"{line} from {bank}" if line and bank else line


def _buyin(view: RecordingView) -> str:
    return _with_cash("buyin", "Paid in cash to (else on credit)", view)


def _cashout(view: RecordingView) -> str:
    return _with_cash("cashout", "Paid in cash by (else on the books)", view)


def _count(view: RecordingView) -> str:
    return _line("count", _who("Who", view.players, "who"), _chips())


def _sit(view: RecordingView) -> str:
    known = tuple(person.name for person in asked(people) if person.name not in view.seats)
    chosen = _who("Who comes", known, "comes")
    typed = st.text_input("Or somebody new", key="record newcomer", max_chars=60).strip()
    after = _who("Sits on the left of", view.seats, "after")
    name = quoted(typed) if typed else chosen
    return _line("sit", name, "after", after)


def _leave(view: RecordingView) -> str:
    return _line("leave", _who("Who goes", view.seats, "who"))


def _pay(view: RecordingView) -> str:
    payer, payee = _who("Who pays", view.players, "who"), _who("Who gets it", view.players, "payee")
    amount = st.text_input("How much", key="record amount", max_chars=20, placeholder="12.50").strip()
    note = " ".join(st.text_input("Note", key="record how", max_chars=80, placeholder="cash, venmo, …").split())
    line = _line("pay", payer, payee, amount)
    return f"{line} {note}" if line and note else line


def _penalty(view: RecordingView) -> str:
    who, chips = _who("Who", view.players, "who"), _chips()
    hand = st.number_input("For hand", min_value=1, max_value=_MOST, value=max(view.hands, 1), step=1, key="record for")
    return _line("penalty", who, chips, "for", str(hand))


def _note(_view: RecordingView) -> str:
    return st.text_input("Note", key="record note", max_chars=400).strip()


def _any(_view: RecordingView) -> str:
    return st.text_input("Line", key="record line", max_chars=400).strip()


_ASK: Final = {
    "buyin": _buyin,
    "cashout": _cashout,
    "count": _count,
    "sit": _sit,
    "leave": _leave,
    "pay": _pay,
    "penalty": _penalty,
    "note": _note,
    "line": _any,
}
