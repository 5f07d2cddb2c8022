"""A hand as a score: who stayed, the tricks of each, and what that comes to before it is confirmed."""

from __future__ import annotations

import streamlit as st

from dashboard.frame import escape, wording
from dashboard.record.desk import SCORE, Desk, my_desk, step
from dashboard.record.hand_words import antes, names, settling
from ledger import (
    Recording,
    RecordingView,
    confirm_hand,
    count_tricks,
    others_pass,
    quoted,
    say,
    toggle_stay,
    tricks_counted,
    undo_step,
)
from ledger import recording_view as view_of


def open_hand(recording: Recording, dealer: str, turned: str = "-") -> Recording:
    """Begin the next hand."""
    coming = view_of(recording).coming
    number = 1 if coming is None else coming.number
    desk = my_desk()
    if desk is not None:
        desk.dealer = None
    return say(recording, f"hand {number} {quoted(dealer)} {turned}")


def dealer_of(desk: Desk, view: RecordingView) -> str | None:
    """Return who deals the next hand: as somebody said, else by the rules; None if anybody may."""
    if desk.dealer in view.seats:
        return desk.dealer
    return None if view.coming is None else view.coming.dealer


def dealers(view: RecordingView) -> None:
    """Ask who deals."""
    st.markdown("**Who deals?**")
    with st.container(key="record-grid dealers"):
        for name in view.seats:
            st.button(escape.md(name), key=f"record deals {name}", width="stretch", on_click=deals, args=(name,))


def deals(name: str) -> None:
    """Let somebody deal the next hand; as a score it begins at once, else with the card that is turned up."""
    desk = my_desk()
    if desk is not None and desk.mode == SCORE:
        step(open_hand, name)
    elif desk is not None:
        desk.dealer = name


def score(desk: Desk, view: RecordingView) -> None:
    """Show the next thing to tap of a hand that is kept as a score."""
    if view.hand is None:
        _before_the_deal(desk, view)
    elif _staying(desk, view):
        _stays(view, view.hand.seats, {name for name, said in view.hand.declared.items() if said == "plays"})
    else:
        tricks(desk, view)


def _staying(desk: Desk, view: RecordingView) -> bool:
    """Tell whether it is still to be said who stays."""
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
    """Return a recording in which a hand is open, dealt by whose turn it is."""
    desk = my_desk()
    dealer = None if desk is None else dealer_of(desk, view_of(recording))
    return recording if recording.playing or dealer is None else open_hand(recording, dealer)


def count() -> None:
    """Go on to the tricks of each player."""
    desk = my_desk()
    hand = view_of(desk.recording).hand if desk is not None else None
    if desk is not None and hand is not None:
        desk.counting = hand.number


# --- Tricks ---------------------------------------------------------------------------------------------------------------


def tricks(desk: Desk, view: RecordingView) -> None:
    """Let somebody tap the tricks of each player, and confirm the hand when they add up."""
    hand = view.hand
    assert hand is not None
    if len(hand.active) > 1 and (desk.mode == SCORE or view.awaits != "confirm"):
        won = tricks_counted(desk.recording)
        said, size = sum(won.values()), view.rules.hand_size
        st.markdown(f"**Tricks: {said} of {size}**")
        with st.container(key="record-count tricks"):
            for name in hand.active:
                st.button(
                    f"{escape.md(name)} · **{won[name]}**",
                    key=f"record trick {name}",
                    width="stretch",
                    disabled=said >= size,
                    on_click=step,
                    args=(_add, name, 1),
                )
                st.button(
                    "−1",
                    key=f"record less {name}",
                    width="stretch",
                    disabled=won[name] <= hand.won[name],
                    on_click=step,
                    args=(_add, name, -1),
                )
    if view.awaits == "confirm":
        confirm(view)


def _add(recording: Recording, name: str, more: int) -> Recording:
    won = tricks_counted(recording)
    return count_tricks(recording, won | {name: won[name] + more})


def confirm(view: RecordingView) -> None:
    """Show what the hand comes to, and confirm it."""
    with st.container(border=True, key="record-settling"):
        st.markdown(settling(view))
        st.button("Confirm the hand", key="record confirm", type="primary", width="stretch", on_click=step, args=(confirm_hand,))


# --- Back -----------------------------------------------------------------------------------------------------------------


def undo_button(desk: Desk, view: RecordingView) -> None:
    """Take back one step."""
    nothing = not desk.recording.draft and view.hands == 0 and undone_to_the_start(desk.recording)
    st.button("Undo", key="record undo", icon=":material/undo:", width="stretch", disabled=nothing, on_click=_undo)


def undone_to_the_start(recording: Recording) -> bool:
    """Tell whether nothing but the header is left."""
    return recording.log.rstrip("\n").split("\n")[-1].startswith("seats ")


def _undo() -> None:
    desk = my_desk()
    assert desk is not None
    hand = view_of(desk.recording).hand
    if hand is not None and desk.counting == hand.number and not any("  tricks " in line for line in desk.recording.draft):
        desk.counting = None  # back from the tricks to who stays: nothing of it was written
        return
    step(undo_step)


def headline(desk: Desk, view: RecordingView) -> str:
    """Return in Markdown which hand it is, and who deals."""
    hand = view.hand
    if hand is not None:
        return f"**Hand {hand.number}** · {escape.md(hand.dealer)} deals · {wording.counted(hand.pot, 'chip')} in the pot"
    if view.coming is None:
        return f"**{wording.counted(view.hands, 'hand')}**"
    dealer = dealer_of(desk, view)
    deals = f" · {escape.md(dealer)} deals" if dealer else ""
    return f"**Hand {view.coming.number}**{deals} · {wording.counted(view.coming.pot, 'chip')} in the pot"
