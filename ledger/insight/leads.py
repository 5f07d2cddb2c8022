"""What reference players lead: the highest trump, the next one below, or the best plain card, by a
table of leads.

A table says which, by how many cards are left, how many play, how many trumps the leader holds, how
many of them nothing can beat any more, and how many tricks the leader has won. ``tried_leads``
makes it.
"""

from __future__ import annotations

from math import prod
from typing import Final

import numpy as np

from ledger.game.play import either
from ledger.hands.model import Array
from ledger.simulation.hand import highest

TOP, NEXT, PLAIN = OPTIONS = range(3)
FEWEST_LEFT: Final = 2  # the last card is no choice
FEWEST_PLAYERS: Final = 2
LEFT, PLAYERS, TRUMPS, SURE, WON = 4, 3, 6, 3, 3
# the lengths of the axes: the last index stands for more as well
SHAPE: Final = (LEFT, PLAYERS, TRUMPS, SURE, WON)
CELLS: Final = prod(SHAPE)
AXES: Final = ("left", "players", "trumps", "sure", "won")
"""Their names, as indices: ``left`` counts from FEWEST_LEFT, ``players`` from FEWEST_PLAYERS."""
MANY: Final = 3  # from so many trumps on a trump is led in a table that nobody has learnt


def first_leads() -> Array:
    """The table (CELLS,) with which learning begins: the best plain card, but the highest of three
    trumps or more.
    """
    leads = np.full(SHAPE, PLAIN, np.int8)
    leads[:, :, MANY:] = TOP
    return leads.ravel()


def cell_of(left: int, players: Array, trumps: Array, sure: Array, won: Array) -> Array:
    """Where in a table to look (hands,); ``trumps`` and ``sure`` are masks of ranks (hands,), the
    others numbers.
    """
    cell = (left - FEWEST_LEFT) * PLAYERS + np.minimum(players - FEWEST_PLAYERS, PLAYERS - 1)
    for count, most in (
        (np.bitwise_count(trumps), TRUMPS),
        (np.bitwise_count(sure), SURE),
        (won, WON),
    ):
        cell = cell * most + np.minimum(count, most - 1)
    return np.asarray(cell)


def led(which: Array, legal: Array, trumps: Array) -> Array:
    """The card (hands,) of each of OPTIONS (hands,), as a mask: a legal one also where there is no
    such card.
    """
    own, plain = legal & trumps, legal & ~trumps
    card: Array = highest(np.where((own == 0) | (which == PLAIN) & (plain != 0), plain, own))
    lower = np.flatnonzero((which == NEXT) & (own != 0))
    card[lower] = either(highest(own[lower] & ~card[lower]), card[lower])
    return card
