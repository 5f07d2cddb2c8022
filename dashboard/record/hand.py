"""What both ways to keep a hand share: who deals, the tricks, the confirmation, the way back, and the hand in sentences."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from dashboard.frame import escape, wording
from dashboard.record.desk import SCORE, Desk, my_desk, step
from ledger.log.words import quote as quoted
from ledger.recording import HandNow, HandToCome, RecordingView, let_off, view as view_of
from ledger.recording.hand_steps import count_tricks, tricks_counted
from ledger.recording.spoken import Recording, confirm as confirm_hand, say, undo as undo_step


def open_hand(recording: Recording, dealer: str, turned: str = "-") -> Recording:
    """Begin the next hand."""
    coming = view_of(recording).coming
    number = 1 if coming is None else coming.number
    desk = my_desk()
    if desk is not None:
        desk.dealer = None
    return say(recording, f"hand {number} {quoted(dealer)} {turned}")


def dealer_of(desk: Desk, view: RecordingView) -> str | None:
    """Who deals the next hand: as somebody said, else by the rules; None if anybody may."""
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


# --- Tricks ---------------------------------------------------------------------------------------------------------------


def count() -> None:
    """Go on to the tricks of each player."""
    desk = my_desk()
    hand = view_of(desk.recording).hand if desk is not None else None
    if desk is not None and hand is not None:
        desk.counting = hand.number


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
    """True if nothing but the header is left."""
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
    """In Markdown, which hand it is, and who deals."""
    hand = view.hand
    if hand is not None:
        return f"**Hand {hand.number}** · {escape.md(hand.dealer)} deals · {wording.counted(hand.pot, 'chip')} in the pot"
    if view.coming is None:
        return f"**{wording.counted(view.hands, 'hand')}**"
    dealer = dealer_of(desk, view)
    deals = f" · {escape.md(dealer)} deals" if dealer else ""
    return f"**Hand {view.coming.number}**{deals} · {wording.counted(view.coming.pot, 'chip')} in the pot"


# --- In sentences of Markdown -----------------------------------------------------------------------------------------------


def card(code: str) -> str:
    """A card for Markdown, red where it is."""
    if code == "??":
        return "a card nobody saw"
    return f":red[{wording.card(code)}]" if code[1] in "hd" else wording.card(code)


def names(who: list[str]) -> str:
    """Names as a sentence has them."""
    return wording.listed([escape.md(name) for name in who])


def antes(hand: HandToCome | HandNow) -> str:
    """Who antes and who does not, and why."""
    paid = [name for name, chips in hand.antes.items() if chips]
    said = []
    if paid and len({hand.antes[name] for name in paid}) == 1:
        said.append(f"{names(paid)} {'ante' if len(paid) > 1 else 'antes'} {hand.antes[paid[0]]}.")
    elif paid:
        said.append(f"Antes: {_amounts(hand.antes)}.")
    for who, why in let_off(hand):
        free = f"{names(who)} ante{'' if len(who) > 1 else 's'} nothing" if who else "Nobody antes"
        said.append(f"**{free}**: {why}.")
    if isinstance(hand, HandToCome) and not hand.sure:
        said.append("Who is exempt is not known.")
    return " ".join(said)


def _amounts(chips: Mapping[str, int]) -> str:
    return wording.listed([f"{escape.md(name)} {number}" for name, number in chips.items() if number])


def settling(view: RecordingView) -> str:
    """What the hand comes to if it is confirmed, one sentence a line."""
    hand = view.hand
    assert hand is not None
    now = hand.settling
    said = ["**Thrown in**: it counts for nothing."] if hand.misdeal else []
    if now.tied:
        said.append(f"{names(list(now.tied))} **split**: the pot stays.")
    said += [f"**{escape.md(name)} takes {chips}.**" for name, chips in now.takes.items()]
    said += [f"{escape.md(name)} went bourré and **matches {chips}**." for name, chips in now.matches.items()]
    said += [f"{escape.md(name)} pays {chips} for a renege." for name, chips in now.penalties.items()]
    if not said:
        said.append("Nobody takes anything.")
    if hand.unsaid:
        tricks_left = wording.counted(hand.unsaid, "trick")
        said.append(f"Nobody has said who took the other {tricks_left}, so nobody is bourré for want of one.")
    said.append(f"Next pot: {wording.counted(now.next_pot, 'chip')} before the antes.")
    if view.coming is not None:
        said.append(_next(view.coming))
    return "  \n".join(said)


def _next(coming: HandToCome) -> str:
    said = f"Next deal: {escape.md(coming.dealer)}." if coming.dealer else "Anybody may deal next."
    free = let_off(coming)
    if free and not free[0][0]:
        return f"{said} Nobody antes: {free[0][1]}."
    return said + (f" No ante from {wording.listed([f'{names(who)} ({why})' for who, why in free])}." if free else "")


def standing(view: RecordingView) -> str:
    """Everybody's chips, in the order of the seats."""
    return " · ".join(
        f"{escape.md(name)} {f'{chips:+,}'.replace('-', '−') if chips else 0}" for name, chips in view.chips.items()
    )
