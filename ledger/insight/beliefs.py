"""What the unseen cards may be: dealt at random, and kept where they agree with what those before said and drew.

A uniform deal invents errors: whoever has stayed holds better cards than whoever has not spoken. So a deal is kept as often as
reference players with its cards would have said what was said, and drawn as many cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from ledger.engine.form import bits, mask_of_lists
from ledger.game.play import NONE
from ledger.hands.model import ABSENT, Array
from ledger.insight.hand_class import SUITS, class_of
from ledger.insight.keyed_dice import KeyedDice, worlds
from ledger.insight.rollout import ALL, codes_of
from ledger.insight.stay_table import StayTable
from ledger.simulation.strategy import thrown

TRIES: Final = 3
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
    """Deals (hand size, places, worlds) that agree with what was seen, in order, and the hand that each belongs to (worlds,).

    At most ``wanted`` for each hand. The unseen cards are shuffled and divided into lots of one hand each. Each player who has
    declared takes one of the remaining lots, with a probability in proportion to how well it agrees with what that player did.
    The deal is weighted by the mean agreement of the lots, so that every deal is as likely as if random deals had been kept or
    rejected as a whole; but few deals are drawn in vain.
    """
    table, count = seen.table, len(seen.own)
    size = table.rules.hand_size
    spoke = [place for place in range(len(seen.entered)) if place != seen.place]
    tries = wanted * TRIES if spoke else wanted
    which = np.repeat(np.arange(count), tries)
    dice = KeyedDice(worlds(keys, tries))
    unseen = ALL & ~seen.own & ~bits(seen.turned)
    many = int(np.bitwise_count(unseen).min(initial=52)) // size
    deck = dice.shuffled(len(which), unseen[which])
    lots = np.ascontiguousarray(deck[:, : many * size].T).reshape(many, size, len(which))
    left = np.ones((many, len(which)), bool)
    taken = np.zeros((table.seats, len(which)), np.int64)
    weight = np.ones(len(which))
    for place, chance in _agreement(seen, spoke, lots, which):
        sums = np.cumsum(chance * left, 0)
        taken[place] = (sums <= dice.bits(len(which)) * 2.0**-32 * sums[-1]).sum(0)
        weight *= sums[-1] / left.sum(0)
        left[taken[place], np.arange(len(which))] = False
    # So many times likelier than the mean are few: those count for no more than that, and enough of the others are kept.
    mean = np.add.reduceat(weight, np.arange(0, len(which), tries)) / tries
    kept = dice.bits(len(which)) * 2.0**-32 < weight / (mean[which] * (tries // wanted))
    number = np.cumsum(kept.reshape(count, tries), 1).reshape(-1)
    chosen = np.flatnonzero(kept & (number <= wanted))
    for place in set(range(table.seats)) - {*spoke, seen.place}:
        taken[place] = left.argmax(0)
        left[taken[place], np.arange(len(which))] = False
    dealt = np.full((size, table.seats, len(chosen)), NONE, np.uint8)
    for place in range(table.seats):
        if place == seen.place:
            dealt[:, place] = codes_of(seen.own, size)[:, which[chosen]]
        else:
            dealt[:, place] = lots[taken[place, chosen], :, chosen].T
            if _turned_is_dealt(table, place):
                dealt[-1, place] = seen.turned[which[chosen]]
    return dealt, which[chosen]


def _turned_is_dealt(table: StayTable, place: int) -> bool:
    """True if the card turned is one of those dealt to a place: the dealer's last (2.4)."""
    return table.rules.trump == "dealer" and place == table.seats - 1


def _agreement(seen: Seen, spoke: list[int], lots: Array, which: Array) -> Iterator[tuple[int, Array]]:
    """Yield each player who has declared, and how likely that player would declare and draw so with each of ``lots``.

    ``lots`` is (lots, hand size, worlds).
    """
    table, count = seen.table, len(seen.own)
    trump = (seen.turned // 13)[which]
    for place in spoke:
        hand = mask_of_lists(lots[:, :-1].swapaxes(0, 1) if _turned_is_dealt(table, place) else lots.swapaxes(0, 1))
        if place == table.seats - 1 and table.rules.trump != "separate":
            hand |= bits(seen.turned[which])
        in_so_far = np.zeros(count, np.int64) if table.rules.declare == "simultaneous" else seen.entered[:place].sum(0)
        stays = chance_to_stay(table.margin[:, place, in_so_far] + seen.loose[place]).T
        said = np.where(seen.entered[place][:, None], stays, 1 - stays)
        chance = said.take(class_of(hand, trump) + which * stays.shape[1])
        if place < len(seen.draw):
            chance *= np.where(seen.entered[place][which], _chance_to_draw(hand, trump, seen.draw[place][which]), 1.0)
        yield place, chance


def chance_to_stay(margin: Array) -> Array:
    """The probability that people stay when staying is worth so much more than passing, in stakes."""
    return np.asarray(SLIPS / 2 + (1 - SLIPS) / (1 + np.exp(-np.clip(margin / WAVERS, -50, 50))))


def _chance_to_draw(hand: Array, trump: Array, draw: Array) -> Array:
    """The probability of drawing so many from these hands: all but trumps and aces, or but kings too; 1 if not known."""
    trumps = SUITS[trump]
    either = (np.bitwise_count(thrown(hand, trumps, np.full(hand.shape, keeps))) == draw for keeps in (True, False))
    agrees = sum((one * 0.5 for one in either), np.zeros(hand.shape))
    return np.where(draw == ABSENT, 1.0, SLIPS + (1 - SLIPS) * agrees)
