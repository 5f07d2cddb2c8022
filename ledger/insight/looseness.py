"""How loose each player is: how much staying may lose, in stakes, and they stay all the same; from what they declared.

Where every card dealt is known, each decision tells by what it was made with: who passes with a hand worth staying is
tight. Where some are not, only how many stayed is counted, since cards are written down rather of those who stay.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ledger.engine import Judged
from ledger.engine.form import bits
from ledger.hands.model import Array
from ledger.insight.beliefs import SLIPS, chance_to_stay
from ledger.insight.known_cards import KnownCards
from ledger.insight.luck import tables_of
from ledger.insight.stay_table import LOOSENESS, StayTable

LEVELS: Final = np.linspace(-1.0, 1.0, 41)
SPREAD: Final = 0.3
"""How far players differ from an even one (a standard deviation): of whom little was seen is taken to be nearly even."""


def looseness(judged: Judged, known: KnownCards) -> Array:
    """How loose each player was that evening (seats, hands), in stakes; 0 where it cannot be estimated."""
    hands = judged.hands
    people = max((len(info.players) for info in hands.sessions), default=0)
    likely = np.zeros((len(hands.sessions), people, len(LEVELS)))
    free = known.free(judged)
    for rows, table in tables_of(judged, np.flatnonzero(known.sound)):
        in_so_far = np.zeros(len(rows), np.int64)
        for place in range(table.seats):
            stays = known.entered[place, rows]
            told = _told(known, table, (place, rows), hands.turned[rows].astype(np.int64), in_so_far)
            chance = np.log(np.where(stays[:, None], told, 1 - told))
            here = free[place, rows]
            np.add.at(likely, (hands.session[rows[here]], hands.player[place, rows[here]]), chance[here])
            in_so_far += stays
    likely -= LEVELS**2 / (2 * SPREAD**2)
    weight = np.exp(likely - likely.max(-1, keepdims=True))
    mean = (weight * LEVELS).sum(-1) / weight.sum(-1)
    return np.where(hands.player >= 0, mean[hands.session, np.maximum(hands.player, 0)] if people else 0.0, 0.0)


def looseness_of_others(loose: Array, player: Array) -> Array:
    """The mean looseness of the other players at the table (seats, hands), from each player's own (seats, hands)."""
    there = player >= 0
    others = np.where(there, loose, 0.0).sum(0) - loose
    return np.where(there, others / np.maximum(there.sum(0) - 1, 1), 0.0)


def _told(known: KnownCards, table: StayTable, turn: tuple[int, Array], turned: Array, in_so_far: Array) -> Array:
    """How likely the players in a place are to stay at tables as loose as LEVELS (hands, LEVELS)."""
    place, rows = turn
    seen = known.dealt[place, rows]
    if table.rules.trump == "dealer-may-take" and place == table.seats - 1:
        seen = seen | bits(turned)
    margin = table.of(seen, turned // 13, place, in_so_far)
    by_cards = chance_to_stay(margin[:, None] + LEVELS)
    by_rate = np.clip(np.interp(LEVELS, LOOSENESS, table.stay_rate), SLIPS, 1 - SLIPS)
    return np.where(known.every_deal[rows, None], by_cards, by_rate)
