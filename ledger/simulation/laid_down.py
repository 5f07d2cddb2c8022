"""Cards laid down for some of the tricks while the others are played (rules.md 4.11).

Nobody plays differently: a player who is certain of the pot leads the highest trumps one after another (4.8), which is as
good as laying them down. So the tricks are played, and then written down as a claim.
"""

from __future__ import annotations

import numpy as np

from ledger.engine.form import bits
from ledger.game.play import NONE
from ledger.hands.model import ABSENT, TRICKS
from ledger.simulation.tricks import LaidDown, Tricks


def fold_laid_down(tricks: Tricks) -> None:
    """Turn tricks that were played out into a claim, at most one in each hand, where cards are to be laid down."""
    lays = tricks.lays
    if lays is None:
        return
    plain = ~tricks.recalled.any(0) & (tricks.claimant < 0) & (tricks.trick_count == tricks.rules.hand_size)
    wrong = []
    for row in np.flatnonzero(lays.wanted & plain).tolist():
        found = _chosen(lays, tricks, row)
        if found is not None:
            trick, laid = found
            if lays.wrongly[row]:
                wrong.append((row, int(tricks.leader[trick, row]), trick + 1))
            _fold(tricks, row, trick, laid)
    rows, players, numbers = np.array(wrong, np.int64).reshape(len(wrong), 3).T
    tricks.slips.add_each("claim", rows, numbers, players)


def _chosen(lays: LaidDown, tricks: Tricks, row: int) -> tuple[int, int] | None:
    """The first trick (from 0) for which somebody could have laid down cards, and how many cards; None if there is none."""
    size, needed = tricks.rules.hand_size, tricks.rules.tricks_for_pot
    leader = tricks.leader[:size, row].tolist()
    for trick in range(size - 1):
        asked = needed - int(lays.won[trick, row])
        laid = 1 if lays.wrongly[row] else asked
        led = tricks.cards[trick : trick + laid, 0, row]
        kept_the_lead = leader[trick : trick + laid + 1] == [leader[trick]] * (laid + 1)
        enough = asked > 1 if lays.wrongly[row] else bool((bits(led) & lays.sure[trick, row]).all())
        if laid > 0 and kept_the_lead and enough:
            return trick, laid
    return None


def _fold(tricks: Tricks, row: int, trick: int, laid: int) -> None:
    """Replace ``laid`` tricks from ``trick`` on by cards that their leader laid down; later tricks move up."""
    tricks.claimant[row], tricks.claim_after[row] = tricks.leader[trick, row], trick
    tricks.shown[row] = np.bitwise_or.reduce(bits(tricks.cards[trick : trick + laid, 0, row]))
    tricks.trick_count[row] -= laid
    for column, nothing in ((tricks.leader, ABSENT), (tricks.cards, NONE), (tricks.withdrawn, NONE)):
        column[trick : TRICKS - laid, ..., row] = column[trick + laid :, ..., row]
        column[TRICKS - laid :, ..., row] = nothing
