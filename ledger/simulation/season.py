"""A season of one club: the same people every week, and the pot is carried from night to night (log-format.md).

See "From evening to evening" there. Each night depends on the one before, so they are made one after the other.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ledger.engine import Judged, judge
from ledger.simulation.batch import Simulated, made
from ledger.simulation.deck import Dice
from ledger.simulation.evenings import Evening, play_sessions
from ledger.simulation.plan import Plan
from ledger.simulation.played import Played
from ledger.simulation.table import players


def season(plan: Plan, nights: int, seed: int) -> Iterator[Simulated]:
    """Yield the nights of a club one by one. Logs have no `pot` line: the amounts are right in a book with all of them."""
    circle = players(seed, plan.most)
    evening = Evening(circle)
    for night in range(nights):
        dice = Dice(seed, night)
        order = np.argsort(dice.bits(plan.most)).tolist()
        chairs = evening._replace(
            people=tuple(evening.people[at] for at in order),
            forfeits=tuple(evening.forfeits[at] for at in order) if evening.forfeits else (),
        )
        played = play_sessions(plan, dice, range(night, night + 1), f"sim{seed}-", chairs)
        simulated = made(dice, played)
        evening = _left(chairs, played, judge(simulated.hands))
        _forget(simulated)
        yield simulated


def _left(evening: Evening, played: Played, judged: Judged) -> Evening:
    """What a night leaves for the next one; once the pot was divided, only what is in it (5.12)."""
    (info,), settled, rules = played.hands.sessions, judged.settlement, played.plan.rules
    pot, sure = judged.books.pot[0], bool(settled.sure[0])
    # Rules changed during a night may exempt somebody whom the rules that the next night starts with would not.
    if info.shares is not None or not (rules.bourre_exempt or rules.tied_exempt):
        exempt: frozenset[str] | None = frozenset()
    elif settled.exempt_known[0]:
        exempt = frozenset(info.players[at] for at in np.flatnonzero(settled.exempt[0]))
    else:
        exempt = None
    forfeits = played.table.forfeits[: played.plan.most, 0].copy()
    forfeits[len(info.players) if info.shares is None else 0 :] = 0
    return Evening(evening.people, max(pot, 0), sure, exempt, tuple(forfeits.tolist()))


def _forget(simulated: Simulated) -> None:
    """Remove from the sessions what their logs do not say: a book knows it."""
    for info in simulated.hands.sessions:
        info.pot, info.pot_sure, info.exempt, info.exempt_lost = 0, True, None, False
