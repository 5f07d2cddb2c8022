"""Everything about some hands, worked out step by step: the engine's front door."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ledger.engine.before_play import before_play
from ledger.engine.chips import Books, books, counts, won_in_hands
from ledger.engine.deal import Turns, dealers
from ledger.engine.facts import Fact
from ledger.engine.lost_lines import lost_lines
from ledger.engine.outcome import Outcome, outcome
from ledger.engine.replay import Replay, replay
from ledger.engine.rulings import put_right, ruled, rulings, waived_before
from ledger.engine.settle import Settlement, divided, settle
from ledger.engine.wrong_amounts import wrong_amounts
from ledger.hands.model import Hands


@dataclass(slots=True)
class Judged:
    """Hands with everything that follows from them.

    ``turns`` are the forfeited turns to deal that are still open at the end of a session, by its index. The next session of
    its game begins with them, and with the pot and the exemptions that ``settlement`` has for it.
    """

    hands: Hands
    replay: Replay
    outcome: Outcome
    settlement: Settlement
    books: Books
    facts: list[Fact]
    turns: dict[int, Turns]


def judge(hands: Hands, replayed: Replay | None = None) -> Judged:
    """Judge hands: verdicts, outcomes, settlement, books and facts.

    ``replayed`` is their replay, if they were judged before with another start of their sessions: the play is the same.
    """
    lost = lost_lines(hands)
    result = replay(hands) if replayed is None else replayed
    result.leave_unproved(lost.rules)
    on = rulings(hands)
    waived = waived_before(hands, on)
    won, miscounts = outcome(hands, result, waived)
    settled = settle(hands, won, lost)
    wrong_dealers, turns = dealers(hands, result, waived)
    moved = settled.moved
    in_hands = won_in_hands(hands, moved)
    division = divided(hands, settled.left)
    unlogged, miscounted = counts(hands, moved, in_hands, division)
    for session in {one.session for one in unlogged}:  # hands were played that may have used up what was open
        settled.exempt_known[session] = False
        if session in turns:
            turns[session].lose_track()
    facts = [
        *result.facts,
        *miscounts,
        *before_play(hands, result),
        *wrong_dealers,
        *wrong_amounts(hands, result, won, settled, ruled(hands, on), lost),
        *miscounted,
    ]
    return Judged(
        hands=hands,
        replay=result,
        outcome=won,
        settlement=settled,
        books=books(hands, settled, in_hands, division, unlogged),
        facts=put_right(hands, won, settled, on, lost.unaffected(hands, facts)),
        turns=turns,
    )


@contextmanager
def without_collection() -> Iterator[None]:
    """Pause the search for reference cycles: the records of a log have none, and the search takes a third of the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
