"""Beginning to record: a session that is not finished first, else who sits where and what is played for."""

from __future__ import annotations

from datetime import date, datetime
from typing import Final

import streamlit as st

from dashboard.frame import escape, wording
from dashboard.frame.shown_book import asked, the_book
from dashboard.record.desk import begin, me, my_desk, take_over, watch
from ledger.book import StoredRecording
from ledger.book.evening import with_house
from ledger.book.input_values import parse_money
from ledger.book.people import people
from ledger.book.recordings import NextSession, next_session
from ledger.game.explanation import explain_rules
from ledger.money import CHIPS, amount_text, decimal_text
from ledger.recording import view as recording_view
from ledger.recording.spoken import NewSession

_SEATS: Final = "record seats"
_NEW: Final = "record new players"
_TYPED: Final = "record typed"
_FEWEST: Final = 2
_MOST_SHOWN: Final = 24


def start() -> None:
    """Offer what is not finished, and a new session."""
    for kept in the_book().unfinished():
        _unfinished(kept)
    st.subheader("A new evening", anchor=False)
    seats: list[str] = st.session_state.setdefault(_SEATS, [])
    _players(seats)
    session = _session(tuple(seats))
    if session is not None:
        with st.container(key="record-begin"):
            st.button(
                f"Begin with {wording.counted(len(seats), 'player')}",
                key="record begin",
                type="primary",
                width="stretch",
                on_click=_begin,
                args=(session,),
            )


def _begin(session: NewSession) -> None:
    begin(session)
    if my_desk() is not None:
        for key in (_SEATS, _NEW):
            st.session_state.pop(key, None)


def _unfinished(kept: StoredRecording) -> None:
    """Offer a recording that goes on."""
    view = recording_view(kept.recording)
    what = f"hand {view.hand.number} is open" if view.hand is not None else wording.counted(view.hands, "hand")
    who = "" if kept.recorder is None else f" · {escape.md(kept.recorder.name)} records it"
    with st.container(border=True, key=f"record-open {kept.log}"):
        st.markdown(f"**{escape.md(view.title or wording.day(date.fromisoformat(view.date)), 60)}** · {what}{who}")
        with st.container(key=f"record-grid open {kept.log}"):
            mine = kept.recorder is None or kept.recorder.token == me().token
            st.button(
                "Go on" if mine else "Go on here",
                key=f"record go on {kept.log}",
                type="primary",
                width="stretch",
                on_click=take_over,
                args=(kept.log,),
            )
            st.button("Watch", key=f"record watch {kept.log}", width="stretch", on_click=watch, args=(kept.log,))


# --- Who sits where -------------------------------------------------------------------------------------------------------


def _players(seats: list[str]) -> None:
    """Let somebody tap the players in the order of their seats, and type new ones."""
    st.markdown("**Tap the players round the table**, clockwise.")
    known = [person.name for person in asked(people)] if the_book().exists else []
    names = [*known[:_MOST_SHOWN], *(name for name in st.session_state.get(_NEW, []) if name not in known[:_MOST_SHOWN])]
    with st.container(key="record-grid players"):
        for name in names:
            seated = name in seats
            st.button(
                f"{seats.index(name) + 1} · {escape.md(name)}" if seated else escape.md(name),
                key=f"record seat {name}",
                type="primary" if seated else "secondary",
                width="stretch",
                on_click=_seat,
                args=(name,),
            )
    st.text_input("Somebody new", key=_TYPED, max_chars=60, on_change=_add, placeholder="A name, then Enter")


def _seat(name: str) -> None:
    seats: list[str] = st.session_state[_SEATS]
    if name in seats:
        seats.remove(name)
    else:
        seats.append(name)


def _add() -> None:
    name = str(st.session_state.get(_TYPED, "")).strip()
    st.session_state[_TYPED] = ""
    if name and name not in st.session_state[_SEATS]:
        st.session_state[_NEW] = [*st.session_state.get(_NEW, []), name]
        st.session_state[_SEATS].append(name)


# --- What is played for ---------------------------------------------------------------------------------------------------


def _session(seats: tuple[str, ...]) -> NewSession | None:
    """The session as it would begin, as the last one unless somebody says otherwise; None while players are missing."""
    usual = _usual()
    worth_something = usual.unit != CHIPS
    money = f"a chip is {escape.md(amount_text(usual.chip, usual.unit))}" if worth_something else "no money"
    currency = usual.unit if worth_something else the_book().settings().currency
    with st.expander(f"{escape.md(usual.rules, 80)} · {money} · {wording.counted(usual.pot, 'chip')} carried in"):
        rules = st.text_input("Rules: a preset, then options", value=usual.rules, key="record rules", max_chars=400)
        st.caption(escape.md(explain_rules(rules).summary, 400))
        chip = decimal_text(usual.chip, usual.unit) if worth_something else ""
        worth = st.text_input("What a chip is worth (empty: no money)", value=chip, key="record chip", max_chars=20).strip()
        pot = st.number_input("Chips carried into the pot", min_value=0, value=usual.pot, step=1, key="record pot")
        exempt = usual.exempt_line(int(pot), seats)
        title = st.text_input("Title", key="record title", max_chars=80).strip()
        day: date = st.date_input("Date", value=datetime.now().astimezone().date(), key="record date")
    if exempt:
        st.caption(f"No ante in the first hand, for what the last one cost: {escape.md(wording.listed(exempt))}.")
    if len(seats) < _FEWEST:
        st.caption("At least two play.")
        return None
    return NewSession(
        date=day.isoformat(),
        id=usual.free_id(day.isoformat()),
        seats=seats,
        rules=rules,
        title=title or None,
        game=usual.game,
        chip=parse_money(worth, currency) if worth else None,
        currency=currency if worth else None,
        ante=usual.ante,
        pot=usual.pot_line(int(pot)),
        exempt=exempt,
    )


def _usual() -> NextSession:
    """What a session of this book begins with."""
    if not the_book().exists:
        return NextSession()
    return with_house(asked(next_session), the_book().settings())
