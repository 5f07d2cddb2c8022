"""Everything about some hands, worked out step by step: the engine's front door.

The steps are files, and each leans only on those before it: ``form``, ``knowledge``, ``replay``,
``settle``, ``conduct``. At the end: which sessions stop in the middle of their last hand, because
the log was cut off there, or nobody wrote the rest.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

import numpy as np

from ledger.engine.conduct import (
    Books,
    Turns,
    after_unlogged,
    before_play,
    books,
    dealers,
    wrong_amounts,
)
from ledger.engine.ending_kinds import CLAIMED, ENDED, NOBODY_WON, ONE_NAMED
from ledger.engine.form import Fact, LostLines, lost_lines
from ledger.engine.replay import Replay, replay
from ledger.engine.settle import (
    Outcome,
    Settlement,
    outcome,
    put_right,
    ruled,
    rulings,
    settle,
    settle_on,
    take_tells_fees,
    waived_before,
)
from ledger.hands.model import SILENT, Array, Hands


# --- Judge ----------------------------------------------------------------------------------------
@dataclass(slots=True, repr=False)
class Judged:
    """Hands with everything that follows from them.

    ``turns`` are the forfeited turns to deal that are still open at the end of a session, by its
    index. The next session of its game begins with them, and with the pot and the exemptions that
    ``settlement`` has for it.
    """

    hands: Hands
    replay: Replay
    outcome: Outcome
    settlement: Settlement
    books: Books
    facts: list[Fact]
    turns: dict[int, Turns]

    def __repr__(self) -> str:
        """Say how much it is: the columns of one evening fill a screen."""
        return f"<Judged {self.hands!r}: {len(self.facts)} facts>"


def judge(hands: Hands, replayed: Replay | None = None) -> Judged:
    """Judge hands: verdicts, outcomes, settlement, books and facts.

    ``replayed`` is their replay, if they were judged before with another start of their sessions:
    the play is the same.
    """
    return _judged(hands, replayed, settle)


def judge_on(hands: Hands, before: Judged | None, *, to_come: bool = False) -> Judged:
    """Judge one session that goes on, as ``judge`` does.

    ``before`` is how it was judged last: hands that are as they were then are not settled again.
    ``to_come``: the last hand is expected, not written, so the one before it may still go on.
    """
    return _judged(
        hands,
        replay(hands, to_come=to_come),
        partial(settle_on, before=None if before is None else before.settlement),
    )


def _judged(
    hands: Hands,
    replayed: Replay | None,
    settles: Callable[[Hands, Outcome, LostLines], Settlement],
) -> Judged:
    lost = lost_lines(hands)
    played = replay(hands) if replayed is None else replayed
    played.leave_unproved(hands, lost.rules, lost.cards)
    on = rulings(hands)
    waived = waived_before(hands, on)
    won, miscounts = outcome(hands, played, waived)
    settled = settles(hands, won, lost)
    won.open |= won.bourre_unsaid & ~settled.nobody_bourre
    told = take_tells_fees(hands, won, settled)
    won.open &= ~told | won.unsettled | won.stays | won.missing
    won.fees_missing &= ~told
    won.perhaps &= ~told
    wrong_dealers, turns = dealers(hands, played, won, waived)
    held, miscounted = books(hands, settled)
    after_unlogged(settled, turns, held.unlogged)
    facts = [
        *played.facts,
        *miscounts,
        *before_play(hands, played),
        *wrong_dealers,
        *wrong_amounts(hands, played, won, settled, ruled(hands, on), lost),
        *miscounted,
    ]
    facts = put_right(hands, won, settled, on, lost.unaffected(hands, facts))
    return Judged(hands, played, won, settled, held, facts, turns)


@contextmanager
def without_collection() -> Iterator[None]:
    """Pause the search for reference cycles: the records of a log have none, and the search takes a
    third of the time.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


# --- Endings --------------------------------------------------------------------------------------
def endings(judged: Judged) -> Array:
    """What is missing at the end of each hand (hands,); ENDED for all but the last hand of a
    session.
    """
    hands, won, form = judged.hands, judged.outcome, judged.replay.form
    found: Array = np.zeros(len(hands), np.uint8)
    rows = _last(hands)
    rows = rows[~(hands.quarantined | hands.misdeal)[rows]]
    there = hands.player[:, rows] >= 0
    moved = (
        np.where(
            there, judged.settlement.taken[:, rows] + judged.settlement.matched[:, rows], 0
        ).sum(0)
        > 0
    )
    undeclared = (there & (hands.declared[:, rows] == SILENT)).any(0)
    result_said = (hands.has_counts | hands.has_take | hands.has_match)[rows]
    claimed = won.bourre_unsaid[rows]
    settled = (hands.has_take & hands.has_match)[rows]  # in a game without stakes nothing moves
    stopped = (~won.known[rows] & ~moved & ~settled) | (
        undeclared & (form.players[rows] <= 1) & ~result_said
    )
    alone = moved & (judged.settlement.pot[rows] > 0)
    found[rows] = np.select(
        [claimed, stopped & alone, stopped], [CLAIMED, ONE_NAMED, NOBODY_WON], ENDED
    )
    return found


def _last(hands: Hands) -> Array:
    """The last hand of each session that has nothing after it."""
    events, rows = hands.events, []
    for at, info in enumerate(hands.sessions):
        stop = info.first_row + info.rows
        last = int(np.searchsorted(events.session, at, "right")) - 1
        goes_on = last >= 0 and int(events.session[last]) == at and int(events.before[last]) >= stop
        if info.rows and not goes_on:
            rows.append(stop - 1)
    return np.array(rows, np.int64)
