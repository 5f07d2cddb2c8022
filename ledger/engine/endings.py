"""Which sessions stop in the middle of their last hand: the log was cut off there, or nobody wrote the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ledger.engine.ending_kinds import CLAIMED, ENDED, NOBODY_WON, ONE_NAMED
from ledger.hands.model import SILENT, Array, Hands

if TYPE_CHECKING:
    from ledger.engine.judge import Judged


def endings(judged: Judged) -> Array:
    """What is missing at the end of each hand (hands,); ENDED for all but the last hand of a session."""
    hands, won, form = judged.hands, judged.outcome, judged.replay.form
    found: Array = np.zeros(len(hands), np.uint8)
    rows = _last(hands)
    rows = rows[~(hands.quarantined | hands.misdeal)[rows]]
    there = hands.player[:, rows] >= 0
    moved = np.where(there, judged.settlement.taken[:, rows] + judged.settlement.matched[:, rows], 0).sum(0) > 0
    undeclared = (there & (hands.declared[:, rows] == SILENT)).any(0)
    result_said = (hands.has_counts | hands.has_take | hands.has_match)[rows]
    claimed = bourre_unsaid(judged)[rows]
    stopped = (~won.known[rows] & ~moved) | (undeclared & (form.players[rows] <= 1) & ~result_said)
    alone = moved & (judged.settlement.pot[rows] > 0)
    found[rows] = np.select([claimed, stopped & alone, stopped], [CLAIMED, ONE_NAMED, NOBODY_WON], ENDED)
    return found


def bourre_unsaid(judged: Judged) -> Array:
    """Hands with a claim after which nobody wrote who took the tricks without which a player is bourré, or who matched."""
    won = judged.outcome
    none_taken = judged.replay.form.active & (won.won == 0) & ~won.bourre
    unsaid: Array = won.known & ~judged.hands.has_match & none_taken.any(0)
    return unsaid


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
