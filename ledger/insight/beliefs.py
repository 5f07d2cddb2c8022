"""What the unseen cards may be: dealt at random, and kept where they agree with what those before said and drew.

A uniform deal invents errors: whoever has stayed holds better cards than whoever has not spoken. So a deal is kept as often as
reference players with its cards would have said what was said, and drawn as many cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from ledger.engine.form import bits
from ledger.game.cards import NONE
from ledger.hands.model import ABSENT, Array
from ledger.insight.hand_class import SUITS
from ledger.insight.keyed_dice import KeyedDice, worlds
from ledger.insight.rollout import ALL, codes_of
from ledger.insight.stay_table import StayTable
from ledger.simulation.strategy import thrown

TRIES: Final = 4
"""Deals looked at for each one wanted."""
WAVERS: Final = 0.04
"""Stakes by which a margin must be clear for people to decide by it nearly always."""
SLIPS: Final = 0.015
"""How often anybody does anything."""


@dataclass(slots=True)
class Seen:
    """What players in ``place`` know when it is their turn, each in another hand; arrays (hands,) or (places, hands).

    ``loose`` (places, hands) is how loose each of the others is taken to be. ``own`` are masks of their five cards (the dealer's
    with the turned one where it is the dealer's), ``entered`` who plays of those who have declared, from the first place on, and
    ``draw`` how many cards those before them drew who have drawn, ABSENT where nobody wrote it.
    """

    table: StayTable
    loose: Array
    place: int
    own: Array
    turned: Array
    entered: Array
    draw: Array


def likely_worlds(seen: Seen, keys: Array, wanted: int) -> tuple[Array, Array]:
    """Deals (hand size, places, worlds) that agree with what was seen, and the hand each belongs to (worlds,), in order.

    At most ``wanted`` of each hand.
    """
    table, count = seen.table, len(seen.own)
    rules, seats, size = table.rules, table.seats, table.rules.hand_size
    tries = wanted * TRIES if len(seen.entered) > (seen.place == 0) else wanted
    which = np.repeat(np.arange(count), tries)
    dice = KeyedDice(worlds(keys, tries))
    unseen = (ALL & ~seen.own & ~bits(seen.turned))[which]
    deck = dice.shuffled(len(which), unseen)
    dealt = np.full((size, seats, len(which)), NONE, np.uint8)
    at = 0
    for place in range(seats):
        if place == seen.place:
            dealt[:, place] = codes_of(seen.own, size)[:, which]
            continue
        own_turned = rules.trump == "dealer" and place == seats - 1
        for card in range(size - own_turned):
            dealt[card, place] = deck[:, at]
            at += 1
        if own_turned:
            dealt[size - 1, place] = seen.turned[which]
    chance = np.ones(len(which))
    turned = seen.turned[which]
    trump = turned // 13
    in_so_far = np.zeros(len(which), np.int64)
    for place, said in enumerate(seen.entered):
        entered = said[which]
        if place != seen.place:
            hand = np.bitwise_or.reduce(bits(dealt[:, place]), 0)
            stays = chance_to_stay(table.of(hand, trump, place, in_so_far) + seen.loose[place][which])
            chance *= np.where(entered, stays, 1 - stays)
            if place < len(seen.draw):
                chance *= np.where(entered, _chance_to_draw(hand, trump, seen.draw[place][which]), 1.0)
        in_so_far += entered
    # So many times likelier than the mean are few: those count for no more than that, and enough of the others are kept.
    mean = np.add.reduceat(chance, np.arange(0, len(which), tries)) / tries
    kept = dice.bits(len(which)) * 2.0**-32 < chance / (mean[which] * (tries // wanted))
    number = np.cumsum(kept.reshape(count, tries), 1).reshape(-1)
    chosen = np.flatnonzero(kept & (number <= wanted))
    return dealt[..., chosen], which[chosen]


def chance_to_stay(margin: Array) -> Array:
    """How likely people stay for whom it is worth so much more than passing, in stakes."""
    return np.asarray(SLIPS / 2 + (1 - SLIPS) / (1 + np.exp(-np.clip(margin / WAVERS, -50, 50))))


def _chance_to_draw(hand: Array, trump: Array, draw: Array) -> Array:
    """How likely these hands draw so many: all but trumps and aces, or kings as well; 1 where it is not known."""
    trumps = SUITS[trump]
    either = (np.bitwise_count(thrown(hand, trumps, np.full(len(hand), keeps))) == draw for keeps in (True, False))
    agrees = sum((one * 0.5 for one in either), np.zeros(len(hand)))
    return np.where(draw == ABSENT, 1.0, SLIPS + (1 - SLIPS) * agrees)
