"""The referee: what the last step proves to be wrong, in words, with the ways out. It never stands in the way."""

from __future__ import annotations

from typing import Final

import streamlit as st

from dashboard.frame import escape
from dashboard.record.desk import Desk, my_desk, step
from dashboard.record.hand import card
from ledger.errors import UserError
from ledger.findings.kinds import RULES_OF_PLAY
from ledger.log.words import quote as quoted
from ledger.recording import Objection, RecordingView, objections
from ledger.recording.hand_steps import take_back
from ledger.recording.spoken import Recording, say, undo as undo_step

_MOST: Final = 4


def referee(desk: Desk, view: RecordingView) -> None:
    """Say what the last step shows to be wrong, and offer to take it back, to let it stand, or to call it."""
    if desk.stands != desk.recording.text:
        found = _raised(desk.recording)
        for objection in found[:_MOST]:
            _objection(objection, playing=view.hand is not None)
        if len(found) > _MOST:
            st.caption(f"And {len(found) - _MOST} more: the audit has them all.")
    if view.hand is not None and not view.hand.open_trick:
        _calls(desk, view)


def _raised(recording: Recording) -> list[Objection]:
    try:
        before = undo_step(recording)
    except UserError:  # nothing has been said yet
        return []
    return objections(before, recording)


def _objection(objection: Objection, *, playing: bool) -> None:
    found = objection.finding
    said = escape.md(objection.words[:1].upper() + objection.words[1:], 800)
    if found.fails:
        st.error(said)
    else:
        st.warning(said)
    if not playing or not objection.recalls:
        return
    with st.container(key="record-grid recalls"):
        for instead, _ in objection.recalls:
            st.button(
                f"Taken back: {card(instead)}",
                key=f"record recall {instead}",
                width="stretch",
                on_click=step,
                args=(take_back, instead),
            )
        st.button("It stands", key="record stands", width="stretch", on_click=_stands)


def _stands() -> None:
    desk = my_desk()
    if desk is not None:
        desk.stands = desk.recording.text


def _calls(desk: Desk, view: RecordingView) -> None:
    """Offer to call every renege that is proved and stands, once the trick is over."""
    assert view.hand is not None
    proved = [found for found in view.hand.findings if found.rule in RULES_OF_PLAY and found.player and found.settled is None]
    for player in dict.fromkeys(str(found.player) for found in proved):
        line = f"renege {quoted(player)}"
        if any(f"{one} ".startswith(f"  {line} ") for one in desk.recording.draft):
            continue
        with st.container(key=f"record-call {player}"):
            st.button(
                f"The table calls {escape.md(player)}'s renege",
                key=f"record call {player}",
                icon=":material/gavel:",
                width="stretch",
                on_click=step,
                args=(say, line),
            )
