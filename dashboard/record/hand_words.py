"""What a recording is at, in sentences of Markdown: antes, tricks on the table, what the hand comes to, what comes next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dashboard.frame import escape, wording
from ledger import HandNow, HandToCome, RecordingView

SUITS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def card(code: str) -> str:
    """Return a card for Markdown, red where it is."""
    if code == "??":
        return "a card nobody saw"
    text = f"{code[0].replace('T', '10')}{SUITS[code[1]]}"
    return f":red[{text}]" if code[1] in "hd" else text


def names(who: list[str]) -> str:
    """Return names as a sentence has them."""
    return wording.listed([escape.md(name) for name in who])


def antes(hand: HandToCome | HandNow) -> str:
    """Return who antes and who does not, and why."""
    paid = [name for name, chips in hand.antes.items() if chips]
    said = []
    if paid and len({hand.antes[name] for name in paid}) == 1:
        said.append(f"{names(paid)} {'ante' if len(paid) > 1 else 'antes'} {hand.antes[paid[0]]}.")
    elif paid:
        said.append(f"Antes: {_amounts(hand.antes)}.")
    said += [f"**{escape.md(name)} antes nothing**: {why}." for name, why in hand.exempt.items()]
    if isinstance(hand, HandToCome) and not hand.sure:
        said.append("Who is exempt is not known.")
    return " ".join(said)


def _amounts(chips: Mapping[str, int]) -> str:
    return wording.listed([f"{escape.md(name)} {number}" for name, number in chips.items() if number])


def settling(view: RecordingView) -> str:
    """Return what the hand comes to if it is confirmed, one sentence a line."""
    hand = view.hand
    assert hand is not None
    now = hand.settling
    said = []
    if now.tied:
        said.append(f"{names(list(now.tied))} **split**: the pot stays.")
    said += [f"**{escape.md(name)} takes {chips}.**" for name, chips in now.takes.items()]
    said += [f"{escape.md(name)} went bourré and **matches {chips}**." for name, chips in now.matches.items()]
    said += [f"{escape.md(name)} pays {chips} for a renege." for name, chips in now.penalties.items()]
    if not said:
        said.append("Nobody takes anything.")
    said.append(f"Next pot: {wording.counted(now.next_pot, 'chip')} before the antes.")
    if view.coming is not None:
        said.append(_next(view.coming))
    return "  \n".join(said)


def _next(coming: HandToCome) -> str:
    said = f"Next deal: {escape.md(coming.dealer)}." if coming.dealer else "Anybody may deal next."
    if coming.exempt:
        said += " No ante from " + wording.listed([f"{escape.md(name)} ({why})" for name, why in coming.exempt.items()]) + "."
    return said


def standing(view: RecordingView) -> str:
    """Return everybody's chips, in the order of the seats."""
    return " · ".join(
        f"{escape.md(name)} {f'{chips:+,}'.replace('-', '−') if chips else 0}" for name, chips in view.chips.items()
    )
