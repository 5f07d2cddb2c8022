"""Everything that is not a card or a trick: chips bought and counted, who comes and goes, payments, penalties, notes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import streamlit as st

from dashboard.frame import escape
from dashboard.frame.shown_book import asked
from dashboard.record.desk import Desk, my_desk, step
from dashboard.record.hand import deals
from ledger.book.people import people
from ledger.log.between_hands import BETWEEN_HANDS
from ledger.log.parts import Part as StatementPart
from ledger.log.words import quote as quoted
from ledger.recording import RecordingView
from ledger.recording.spoken import note as say_note, say

_OFTEN: Final = ("buyin", "cashout", "count")
"""Statements that come first in the menu."""
_OWN_FORMS: Final = ("rules", "expense", "result")
_OFFERED: Final = {
    said.keyword: said
    for said in sorted(BETWEEN_HANDS.values(), key=lambda said: said.keyword not in _OFTEN)
    if said.button and said.keyword not in _OWN_FORMS
}
_KINDS: Final = {
    **{keyword: said.button for keyword, said in _OFFERED.items()},
    "dealer": "Another dealer",
    "note": "Note",
    "line": "Any line",
}
_IN_A_HAND: Final = {"misdeal": "Misdeal: thrown in", "note": "Note", "line": "Any line"}
_ABOUT: Final = {
    **{keyword: said.help for keyword, said in _OFFERED.items() if said.chips or said.money},
    "misdeal": "The hand counts for nothing: the antes stay in the pot, and the same dealer deals again.",
    "line": (
        "A line as the log has it, for what has no button. In a hand: `early Ann`, `claim Ann Kh Qh`, `renege Ann`. "
        "Between hands: `rules limit=40`, `transfer Eve Bea 7 for 9`, `expense Bea 40 pizza for Ann Cal`, `result Ann 5 Bea -5`."
    ),
}
_MOST: Final = 10**9


def menu_button(view: RecordingView) -> None:
    """Offer what can be said beside the game."""
    label = "Misdeal, note, any line" if view.hand is not None else "Chips, players, end"
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
        st.markdown(f"**{_KINDS.get(kind) or _IN_A_HAND[kind]}**")
        if kind in _ABOUT:
            st.caption(_ABOUT[kind])
        line = _line_of(kind, view)
        with st.container(key="record-say"):
            st.button(
                "Record it", key="record it", type="primary", width="stretch", disabled=not line, on_click=_say, args=(kind, line)
            )
    with st.container(key="record-back"):
        st.button("Back", key="record back", width="stretch", on_click=show, args=("",))


def _menu(view: RecordingView) -> None:
    with st.container(key="record-grid menu"):
        for kind, label in (_IN_A_HAND if view.hand is not None else _KINDS).items():
            st.button(label, key=f"record menu {kind}", width="stretch", on_click=show, args=(kind,))
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


def _line_of(kind: str, view: RecordingView) -> str:
    """Ask for what a kind needs. The line, empty as long as something is missing."""
    if kind == "note":
        return st.text_input("Note", key="record note", max_chars=400).strip()
    if kind == "line":
        return st.text_input("Line", key="record line", max_chars=400).strip()
    if kind == "misdeal":
        return kind
    words, complete = [kind], True
    for part in _OFFERED[kind].parts:
        found = _ASK[part.kind.name](part, view)
        if found:
            words += [part.after, found] if part.after else [found]
        elif not (part.optional or part.kind.name == "note"):
            complete = False
    return " ".join(words) if complete else ""


def _pills(part: StatementPart, names: tuple[str, ...]) -> str:
    found = st.pills(part.label, names, key=f"record {part.field}", format_func=escape.md)
    return quoted(found) if found else ""


def _newcomer(part: StatementPart, view: RecordingView) -> str:
    chosen = _pills(part, tuple(person.name for person in asked(people) if person.name not in view.seats))
    typed = st.text_input("Or somebody new", key="record newcomer", max_chars=60).strip()
    return quoted(typed) if typed else chosen


def _chips(part: StatementPart, _view: RecordingView) -> str:
    number = st.number_input(part.label, min_value=0, max_value=_MOST, value=None, step=1, key=f"record {part.field}")
    return "" if number is None else str(number)


def _hand(part: StatementPart, view: RecordingView) -> str:
    last = max(view.hands, 1)
    return str(st.number_input(part.label, min_value=1, max_value=_MOST, value=last, step=1, key=f"record {part.field}"))


def _money(part: StatementPart, _view: RecordingView) -> str:
    return st.text_input(part.label, key=f"record {part.field}", max_chars=20, placeholder="12.50").strip()


def _words(part: StatementPart, _view: RecordingView) -> str:
    said = st.text_input(part.label, key=f"record {part.field}", max_chars=80, placeholder="cash, venmo, …")
    return " ".join(said.split())


_ASK: Final[dict[str, Callable[[StatementPart, RecordingView], str]]] = {
    "seated": lambda part, view: _pills(part, view.seats),
    "known": lambda part, view: _pills(part, view.players),
    "newcomer": _newcomer,
    "chips": _chips,
    "hand": _hand,
    "money": _money,
    "note": _words,
}
"""What asks for each kind of part."""
