"""A hand as a score: who stayed, then the tricks of each."""

from __future__ import annotations

import streamlit as st

from dashboard.frame import escape
from dashboard.record.desk import Desk, my_desk, step
from dashboard.record.hand import antes, count, dealer_of, dealers, names, open_hand, tricks
from ledger.recording import RecordingView, view as view_of
from ledger.recording.hand_steps import others_pass, toggle_stay
from ledger.recording.spoken import Recording


def score(desk: Desk, view: RecordingView) -> None:
    """Show the next thing to tap of a hand that is kept as a score."""
    if view.hand is None:
        _before_the_deal(desk, view)
    elif _staying(desk, view):
        _stays(view, view.hand.seats, {name for name, said in view.hand.declared.items() if said == "plays"})
    else:
        tricks(desk, view)


def _staying(desk: Desk, view: RecordingView) -> bool:
    """True while it is still to be said who stays."""
    assert view.hand is not None
    return view.awaits == "declare" and desk.counting != view.hand.number


def _before_the_deal(desk: Desk, view: RecordingView) -> None:
    dealer = dealer_of(desk, view)
    if view.coming is None or dealer is None:
        dealers(view)
    else:
        st.markdown(antes(view.coming))
        at = view.seats.index(dealer) + 1
        _stays(view, (*view.seats[at:], *view.seats[:at]), set())


def _stays(view: RecordingView, seats: tuple[str, ...], stay: set[str]) -> None:
    if view.hand is not None:
        st.markdown(antes(view.hand))
    st.markdown("**Who stays?**")
    with st.container(key="record-grid stays"):
        for name in seats:
            st.button(
                f"✓ {escape.md(name)}" if name in stay else escape.md(name),
                key=f"record stays {name}",
                type="primary" if name in stay else "secondary",
                width="stretch",
                on_click=step,
                args=(_toggle, name),
            )
    with st.container(key="record-next"):
        if len(stay) > 1:
            st.button("Count the tricks", key="record count", type="primary", width="stretch", on_click=count)
        else:
            label = f"All others passed: {names(list(stay))} is alone" if stay else "Everybody passed"
            st.button(label, key="record alone", width="stretch", on_click=step, args=(_alone,))


def _toggle(recording: Recording, name: str) -> Recording:
    return toggle_stay(_dealt(recording), name)


def _alone(recording: Recording) -> Recording:
    return others_pass(_dealt(recording))


def _dealt(recording: Recording) -> Recording:
    """A recording in which a hand is open, dealt by whose turn it is."""
    desk = my_desk()
    dealer = None if desk is None else dealer_of(desk, view_of(recording))
    return recording if recording.playing or dealer is None else open_hand(recording, dealer)
