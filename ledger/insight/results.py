"""What each hand was actually worth to each player, in stakes: chips, the pot it left, and antes saved.

Chips, plus the change in the value of the place: a share of the pot carried on, less the ante due. So the
results of an evening add up to what was won and lost plus the value of the last pot, and those of a hand to zero.
"""

from __future__ import annotations

import numpy as np

from ledger.engine import Judged
from ledger.hands.model import Array
from ledger.insight.luck import tables_of


def results(judged: Judged) -> Array:
    """The results (seats, hands) in stakes; NaN where it is not known who won, or nothing was at stake."""
    hands, settled, won = judged.hands, judged.settlement, judged.outcome
    found = np.full(hands.player.shape, np.nan)
    whole = won.known & settled.verified & ~hands.quarantined & ~hands.misdeal & (settled.stake > 0)
    for rows, table in tables_of(judged, np.flatnonzero(whole)):
        seats = table.seats
        own, second, penalty = (getattr(settled, name)[:seats, rows].astype(float) for name in ("taken", "second", "penalty"))
        own -= settled.matched[:seats, rows].astype(float) + second + penalty
        dealt_for = settled.pot[rows].astype(float) - second.sum(0)
        left = dealt_for - own.sum(0)
        exempt = (
            won.bourre & hands.rules.bourre_exempt | won.tied & np.array([h.rules.tied_exempt for h in hands.houses])[hands.house]
        )
        due = hands.unit[rows] * ~exempt[:seats, rows]
        after = table.share[:, None] * (left + due.sum(0)) - due
        before = np.roll(table.share, -1)[:, None] * dealt_for
        found[:seats, rows] = (own + after - before) / settled.stake[rows].astype(float)
    return found
