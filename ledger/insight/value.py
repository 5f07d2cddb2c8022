"""The value of a hand to a player, in stakes: chips, a share of the pot it leaves, and antes saved.

A pot that is carried on belongs to nobody yet, but is worth most to whoever deals next. So the value of a hand is the
player's net plus a share of what the pot grew by; an ante saved is worth an ante to whoever saves it, less a share of
what the pot lacks because of it. Values add up to zero over the table in every hand.
"""

from __future__ import annotations

import numpy as np

from ledger.hands.model import Array
from ledger.insight.rollout import RolledOut
from ledger.insight.stay_table import StayTable


def value_of(ended: RolledOut, table: StayTable) -> Array:
    """The values of hands (places, hands), in stakes; those of each hand add up to 0."""
    own = ended.taken - ended.paid
    share = table.share[:, None]
    return np.asarray(own - own.sum(0) * share + exemptions(ended.exempt, share, table.ante))


def exemptions(exempt: Array, share: Array, ante: float) -> Array:
    """The value of saved antes (places, hands): an ante to whoever saves it, while the pot is smaller by it for everybody."""
    return np.asarray(ante * (exempt - exempt.sum(0) * share))


def at_rest(table: StayTable) -> Array:
    """The change in value of each place (places,) if no chip is taken or paid: the deal passes on, and all owe an ante.

    Together with ``worth``, the mean value of the cards, it is the value of a place. Each player sits in every place in turn,
    so it adds up to 0.
    """
    before = np.roll(table.share, -1)
    return np.asarray(table.share - before + table.ante * (table.share * table.seats - 1))


def shares(taken: Array, paid: Array) -> Array:
    """The share of each place (places,) in a pot carried into the next hand, by the place in the hand before.

    A chip in the pot is taken, matched by a bourré, or carried on again, and each time the deal passes on. From the mean
    of what is ``taken`` and ``paid`` of it (places, hands) in one hand, the sum over all the hands to come. What a pot grows by
    in every hand cancels out, since the shares must add up to 1.
    """
    net = (taken - paid).mean(1)
    seats = len(net)
    left = 1 - net.sum()
    # A player in place p is in place p - 1 in the next hand; the player at the dealer's left deals next.
    passed_on = np.roll(np.eye(seats), -1, axis=1)
    equations = np.vstack([np.eye(seats) - left * passed_on, np.ones(seats)])
    now = np.linalg.lstsq(equations, np.append(net, 1.0), rcond=None)[0]
    return np.asarray(np.roll(now, 1))
