"""A hand card by card: the turned card, who plays and draws, then each card by one tap on all fifty-two."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Final

import streamlit as st

from dashboard.frame import escape, wording
from dashboard.record.desk import CARDS, SCORE, Desk, my_desk, step
from dashboard.record.hand import antes, card, confirm, count, dealer_of, dealers, open_hand, tricks
from ledger.log.words import quote as quoted
from ledger.recording import HandNow, RecordingView
from ledger.recording.hand_steps import card as play_card, others_pass
from ledger.recording.spoken import Recording, say

_RANKS: Final = "AKQJT98765432"


def cards(desk: Desk, view: RecordingView) -> None:
    """Show the next thing to tap of a hand that is written down card by card."""
    hand = view.hand
    if hand is None:
        _before_the_deal(desk, view)
    elif view.awaits == "declare":
        _declare(hand, view.rules.hand_size)
    elif view.awaits == "confirm":
        confirm(view)
    elif hand.turn is not None:
        _play(hand)
    elif view.awaits == "card" and desk.counting != hand.number:
        _leader(desk, hand)
    else:
        tricks(desk, view)


def _before_the_deal(desk: Desk, view: RecordingView) -> None:
    dealer = dealer_of(desk, view)
    if view.coming is None or dealer is None:
        dealers(view)
        return
    st.markdown(antes(view.coming))
    st.markdown("**Which card is turned up?**")
    grid((), _turned, dealer)
    with st.container(key="record-four suits"):
        for letter, symbol in wording.SUITS.items():
            st.button(
                f"only {symbol}", key=f"record turned {letter}", width="stretch", on_click=step, args=(open_hand, dealer, letter)
            )
    with st.container(key="record-unseen"):
        st.button("Nobody saw it", key="record turned none", width="stretch", on_click=step, args=(open_hand, dealer))


def _turned(recording: Recording, code: str, dealer: str) -> Recording:
    return open_hand(recording, dealer, code)


def _declare(hand: HandNow, size: int) -> None:
    """Ask for the next word of somebody: passes, plays, plays and draws some."""
    name = hand.declaring or next(one for one, said in hand.declared.items() if not said)
    said = [f"{escape.md(one)} {word}" for one, word in hand.declared.items() if word]
    st.markdown(" · ".join([f"trump {card(hand.turned)}" if hand.turned else "", *said]).strip(" ·") or antes(hand))
    st.markdown(f"**{escape.md(name)}** declares, and draws:")
    who = quoted(name)
    with st.container(key="record-grid declares"):
        _say("Passes", "record passes", f"pass {who}")
        _say("Plays, draw not noted", "record plays", f"play {who}")
    with st.container(key="record-six draws"):
        for number in range(size + 1):
            _say(str(number), f"record draws {number}", f"play {who} {number}")
    with st.container(key="record-rest"):
        st.button("All who are left pass", key="record rest", width="stretch", on_click=step, args=(others_pass,))


def _say(label: str, key: str, line: str) -> None:
    st.button(label, key=key, width="stretch", on_click=step, args=(say, line))


# --- The play -------------------------------------------------------------------------------------------------------------


def _play(hand: HandNow) -> None:
    assert hand.turn is not None
    st.markdown(f"{_table(hand)}  \n**{escape.md(hand.turn)}** {'plays' if hand.open_trick else 'leads'}:")
    grid(hand.seen, play_card)
    with st.container(key="record-grid other"):
        st.button("Nobody saw it", key="record unseen", width="stretch", on_click=step, args=(play_card, "??"))
        st.button(
            "Lays down",
            key="record claim",
            width="stretch",
            disabled=bool(hand.open_trick),
            help="Claims the rest of the tricks",
            on_click=step,
            args=(say, f"claim {quoted(hand.turn)}"),
        )


def _leader(desk: Desk, hand: HandNow) -> None:
    """Ask who leads, where a card that nobody saw hides who won the trick before, and then with which card."""
    if desk.leader in hand.active:
        st.markdown(f"**{escape.md(desk.leader)}** leads:")
        grid(hand.seen, _led, desk.leader)
        return
    st.markdown("**Who won that trick**, and leads the next?")
    with st.container(key="record-grid leaders"):
        for name in hand.active:
            st.button(escape.md(name), key=f"record leads {name}", width="stretch", on_click=_leads, args=(name,))
    with st.container(key="record-nobody knows"):
        st.button("Nobody knows: count the tricks", key="record count", width="stretch", on_click=count)


def _leads(name: str) -> None:
    desk = my_desk()
    if desk is not None:
        desk.leader = name


def _led(recording: Recording, code: str, leader: str) -> Recording:
    _leads("")
    return say(recording, f"trick {quoted(leader)} {code}")


def _table(hand: HandNow) -> str:
    """In Markdown, what lies on the table, or who won the last trick."""
    trump = f" · trump {card(hand.turned) if hand.turned else wording.SUITS.get(hand.trump, '?')}"
    if not hand.open_trick:
        won = " · ".join(f"{escape.md(name)} {number}" for name, number in hand.won.items())
        return f"Trick {len(hand.tricks) + 1}{trump} · won: {won}"
    laid = ", ".join(f"{escape.md(one.player)} **{card(one.card)}**" for one in hand.tricks[-1].plays)
    best = f" · {escape.md(hand.best.player)} has it" if hand.best is not None else ""
    return f"Trick {hand.tricks[-1].number}{trump}: {laid}{best}"


def grid(seen: Collection[str], change: Callable[..., Recording], *more: Any) -> None:  # noqa: ANN401 - what ``change`` takes
    """Show all cards; a tap takes the step ``change(recording, card, *more)``. Cards ``seen`` already cannot be tapped."""
    for suit in wording.SUITS:
        with st.container(key=f"record-cards {suit}"):
            for rank in _RANKS:
                code = f"{rank}{suit}"
                st.button(
                    card(code),
                    key=f"record card {code}",
                    width="stretch",
                    disabled=code in seen,
                    on_click=step,
                    args=(change, code, *more),
                )


def switch(desk: Desk) -> None:
    """Offer the other way to keep this hand."""
    label = "Card by card" if desk.mode == SCORE else "As a score"
    st.button(label, key="record mode", icon=":material/swap_horiz:", width="stretch", on_click=_switch)


def _switch() -> None:
    desk = my_desk()
    if desk is not None:
        desk.mode = CARDS if desk.mode == SCORE else SCORE
