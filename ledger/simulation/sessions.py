"""Makes up sessions of sensible, legal play in bulk for tests, benchmarks and samples.

The same seed gives the same sessions on every machine. The engine decides what is legal and what is
paid: there is no second copy of the rules here. A season is one club's: the same people every week,
and the pot is carried from evening to evening (log-format.md), so its sessions are made one after
the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import numpy as np

from ledger.engine import Judged, judge
from ledger.hands.model import Hands
from ledger.simulation.deck import Dice
from ledger.simulation.evenings import Evening, Mishaps, Played, play_sessions, players
from ledger.simulation.payments import pay, write_events
from ledger.simulation.plan import MIXED, Plan
from ledger.simulation.written_down import LEVELS, choose_lines, write_down

__all__ = ["LEVELS", "MIXED", "Plan", "simulation", "simulations"]
BATCH: Final = 2000  # sessions made together. Changing it changes the sessions that a seed gives


def simulations(
    plan: Plan, sessions: int, seed: int, mishaps: Callable[[], Mishaps] = Mishaps
) -> Iterator[Hands]:
    """Yield ``sessions`` sessions in batches, so that any number of them fits in memory;
    ``mishaps`` makes those of a batch.
    """
    if plan.club:
        yield from season(plan, sessions, seed, mishaps)
        return
    for batch in range(-(-sessions // BATCH)):
        yield simulation(plan, sessions, seed, batch, mishaps)


def simulation(
    plan: Plan, sessions: int, seed: int, batch: int, mishaps: Callable[[], Mishaps] = Mishaps
) -> Hands:
    """Make batch number ``batch`` of ``sessions`` sessions.

    Without a club, batches are independent.
    """
    dice, first = Dice(seed, batch), batch * BATCH
    return made(
        dice, play_sessions(plan, dice, range(first, min(first + BATCH, sessions)), mishaps())
    )


def made(dice: Dice, played: Played) -> Hands:
    """Pay and record sessions that were played."""
    faulty = played.fault >= 0
    lines = choose_lines(played.level, dice, played.plan.rare, sure=played.mishaps.proven)
    settled = pay(played, lines, dice)
    write_events(played, settled, dice)
    write_down(played.hands, played.level, lines, dice, faulty)
    played.mishaps.misrecord(played, dice)
    return played.hands


# --- A season of one club -------------------------------------------------------------------------
def season(plan: Plan, nights: int, seed: int, mishaps: Callable[[], Mishaps]) -> Iterator[Hands]:
    """Yield the nights of a club one by one.

    Logs have no `pot` line: the amounts are right in a book with all of them.
    """
    circle = players(seed, plan.most)
    evening = Evening(circle)
    for night in range(nights):
        dice = Dice(seed, night)
        order = np.argsort(dice.bits(plan.most)).tolist()
        chairs = evening._replace(
            people=tuple(evening.people[at] for at in order),
            forfeits=tuple(evening.forfeits[at] for at in order) if evening.forfeits else (),
        )
        played = play_sessions(plan, dice, range(night, night + 1), mishaps(), chairs)
        hands = made(dice, played)
        evening = _left(chairs, played, judge(hands))
        for info in hands.sessions:  # what the logs do not say, a book knows
            info.pot, info.pot_sure, info.exempt, info.exempt_lost = 0, True, None, False
        yield hands


def _left(evening: Evening, played: Played, judged: Judged) -> Evening:
    """What a night leaves for the next one; once the pot was divided, only what is in it (5.12)."""
    (info,), settled, rules = played.hands.sessions, judged.settlement, played.plan.rules
    pot, sure = judged.books.pot[0], bool(settled.sure[0])
    # Rules changed during a night may exempt somebody whom the rules that the next night starts
    # with would not.
    if info.shares is not None or not (rules.bourre_exempt or rules.tied_exempt):
        exempt: frozenset[str] | None = frozenset()
    elif settled.exempt_known[0]:
        exempt = frozenset(info.players[at] for at in np.flatnonzero(settled.exempt[0]))
    else:
        exempt = None
    forfeits = played.table.forfeits[: played.plan.most, 0].copy()
    forfeits[len(info.players) if info.shares is None else 0 :] = 0
    return Evening(evening.people, max(pot, 0), sure, exempt, tuple(forfeits.tolist()))
