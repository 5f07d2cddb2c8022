"""What a recording is at, in sentences of Markdown: antes, tricks on the table, what the hand comes to, what comes next."""

from __future__ import annotations

from typing import Final

from dashboard.parts import safe, words
from ledger import HandNow, HandToCome, RecordingView

SUITS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def card(code: str) -> str:
    """Return a card for Markdown: ``**9♥**``, red where it is."""
    if code == "??":
        return "a card nobody saw"
    text = f"{code[0].replace('T', '10')}{SUITS[code[1]]}"
    return f":red[{text}]" if code[1] in "hd" else text


def names(who: list[str]) -> str:
    """Return names as a sentence has them."""
    return words.listed([safe.md(name) for name in who])


def antes(hand: HandToCome | HandNow) -> str:
    """Return who antes and who does not, and why."""
    paid = [name for name, chips in hand.antes.items() if chips]
    said = f"{words.counted(hand.pot, 'chip')} in the pot"
    if paid:
        each = {hand.antes[name] for name in paid}
        said += f", with the antes of {names(paid)}" if len(each) == 1 else f", with antes of {_amounts(hand.antes)}"
    for name, why in hand.exempt.items():
        said += f". {safe.md(name)} antes nothing: {why}"
    if isinstance(hand, HandToCome) and not hand.sure:
        said += ". Who is exempt is not known"
    return f"{said}."


def _amounts(chips: object) -> str:
    return words.listed([f"{safe.md(name)} {number}" for name, number in dict(chips).items() if number])  # type: ignore[call-overload]


def settling(view: RecordingView) -> str:
    """Return what the hand comes to if it is confirmed, one sentence a line."""
    hand = view.hand
    assert hand is not None
    now = hand.settling
    said = []
    if now.tied:
        said.append(f"{names(list(now.tied))} **split**: the pot stays.")
    said += [f"**{safe.md(name)} takes {chips}.**" for name, chips in now.takes.items()]
    said += [f"{safe.md(name)} went bourré and **matches {chips}**." for name, chips in now.matches.items()]
    said += [f"{safe.md(name)} pays {chips} for a renege." for name, chips in now.penalties.items()]
    if not said:
        said.append("Nobody takes anything.")
    said.append(f"Next pot: {words.counted(now.next_pot, 'chip')} before the antes.")
    if view.coming is not None:
        said.append(_next(view.coming))
    return "  \n".join(said)


def _next(coming: HandToCome) -> str:
    said = f"Next deal: {safe.md(coming.dealer)}." if coming.dealer else "Anybody may deal next."
    if coming.exempt:
        said += " No ante from " + words.listed([f"{safe.md(name)} ({why})" for name, why in coming.exempt.items()]) + "."
    return said


def standing(view: RecordingView) -> str:
    """Return everybody's chips, in the order of the seats."""
    return " · ".join(f"{safe.md(name)} {chips:+d}".replace("+0", "0") for name, chips in view.chips.items())
