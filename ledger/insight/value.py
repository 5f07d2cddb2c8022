"""What a hand was worth to a player, in stakes: chips, the pot it leaves, and antes saved.

The pot that is carried on belongs to nobody yet, but it is worth most to who deals next. So a hand is worth the player's own
net, and that player's share of what the pot grew by; an ante saved is worth an ante to who saves it, less what the pot lacks
for it. So it adds up to zero over the table in every hand.
"""

from __future__ import annotations

import numpy as np

from ledger.hands.model import Array
from ledger.insight.rollout import RolledOut
from ledger.insight.stay_table import StayTable


def value_of(ended: RolledOut, table: StayTable) -> Array:
    """The value of hands (places, hands) in stakes; each hand's add up to 0."""
    own = ended.taken - ended.paid
    share = table.share[:, None]
    return np.asarray(own - own.sum(0) * share + exemptions(ended.exempt, share, table.ante))


def exemptions(exempt: Array, share: Array, ante: float) -> Array:
    """What antes saved are worth (places, hands): an ante to whoever saves it, and the pot is smaller by it for all."""
    return np.asarray(ante * (exempt - exempt.sum(0) * share))


def at_rest(table: StayTable) -> Array:
    """What a hand changes in each place (places,) if nobody takes or pays a chip: the deal passes on, and all owe an ante.

    With what the cards are worth on the mean, ``worth``, it is what a place is worth. Each is sat in once as the deal goes round,
    and it adds up to 0.
    """
    before = np.roll(table.share, -1)
    return np.asarray(table.share - before + table.ante * (table.share * table.seats - 1))


def shares(taken: Array, paid: Array) -> Array:
    """The share of each place (places,) in a pot that is carried into the next hand, by the place in the hand before it.

    A chip that lies in the pot is taken, doubled by a bourré, or carried on again; each time the deal passes on. From the mean
    of what is ``taken`` and ``paid`` of it (places, hands) in one hand, the sum over all the hands to come. What a pot grows by
    in every hand cancels out, since the shares must add up to 1.
    """
    net = (taken - paid).mean(1)
    seats = len(net)
    left = 1 - net.sum()
    # Whoever sits in place p sits in place p - 1 in the next hand, and at the dealer's left one deals next.
    passed_on = np.roll(np.eye(seats), -1, axis=1)
    equations = np.vstack([np.eye(seats) - left * passed_on, np.ones(seats)])
    now = np.linalg.lstsq(equations, np.append(net, 1.0), rcond=None)[0]
    return np.asarray(np.roll(now, 1))
