"""A hand at the table in sentences: who antes, how it is settled, who deals next."""

from __future__ import annotations

from dashboard.frame import wording
from ledger.recording import HandNow, HandToCome, RecordingView, let_off


def antes(hand: HandToCome | HandNow) -> list[str]:
    """Who antes and who does not, and why."""
    paid = [name for name, chips in hand.antes.items() if chips]
    sure, seated = (hand.sure, len(hand.antes)) if isinstance(hand, HandToCome) else (True, len(hand.seats))
    said = []
    if paid and len({hand.antes[name] for name in paid}) == 1:
        everybody = sure and len(paid) == seated > 2  # eight names leave a phone no room for what matters
        payers = "Everybody" if everybody else wording.listed(paid)
        said.append(f"{payers} {'ante' if len(paid) > 1 and not everybody else 'antes'} {hand.antes[paid[0]]}.")
    elif paid:
        said.append(f"Antes: {wording.listed([f'{name} {hand.antes[name]}' for name in paid])}.")
    for who, why in let_off(hand):
        free = f"{wording.listed(who)} ante{'' if len(who) > 1 else 's'} nothing" if who else "Nobody antes"
        said.append(f"{free}: {why}.")
    if not sure:
        said.append("It is not known who is exempt.")
    return said if isinstance(hand, HandToCome) else [*said, *_stayed(hand)]


def _stayed(hand: HandNow) -> list[str]:
    """Who stays in after the draw, under rules that ask for a ``stay``."""
    many = len(hand.stayed)
    return [f"{wording.listed(hand.stayed)} {'stays' if many == 1 else 'stay'} in after the draw."] if many else []


def settling(view: RecordingView) -> list[str]:
    """How the open hand is settled if it is confirmed as it stands."""
    hand = view.hand
    assert hand is not None
    now = hand.settling
    said = ["Thrown in: this hand does not count."] if hand.misdeal else []
    if now.tied:
        said.append(f"{wording.listed(now.tied)} split: the pot stays.")
    said += [f"{name} takes {chips}." for name, chips in now.takes.items()]
    said += [f"{name} went bourré and matches {chips}." for name, chips in now.matches.items()]
    said += [f"{name} pays {chips} for a renege." for name, chips in now.penalties.items()]
    if not said:
        said.append("Nobody takes anything.")
    if hand.unsaid:
        left = wording.counted(hand.unsaid, "trick")
        said.append(f"Nobody has said who took the other {left}, so nobody goes bourré for having none.")
    said = [*_stayed(hand), *said]
    said.append(f"Next pot: {wording.counted(now.next_pot, 'chip')} before the antes.")
    return [*said, _next(view.coming)] if view.coming is not None else said


def _next(coming: HandToCome) -> str:
    said = f"Next deal: {coming.dealer}." if coming.dealer else "Anybody may deal next."
    free = let_off(coming)
    if free and not free[0][0]:
        return f"{said} Nobody antes: {free[0][1]}."
    return said + (f" No ante from {wording.listed([f'{wording.listed(who)} ({why})' for who, why in free])}." if free else "")
