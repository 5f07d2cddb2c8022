"""Luck: what the place at the table, the deal and the draw were worth before anybody decided anything (in stakes).

The value of the cards that came, with reference players deciding, less its mean over all that might have come, and what that
mean is in each place, which is zero once the deal has gone round. So luck is zero in the long run whoever plays: results less
luck are as right as the results, and swing far less. It adds up to zero over the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from ledger.engine import Judged
from ledger.engine.form import bits
from ledger.hands.model import Array
from ledger.insight.keyed_dice import KeyedDice, keys_of, worlds
from ledger.insight.known_cards import KnownCards, known_cards
from ledger.insight.reference_tables import reference
from ledger.insight.rollout import Held, ReferenceTable, codes_of, play_out, played_on, stock_of
from ledger.insight.stay_table import StayTable
from ledger.insight.value import at_rest, value_of
from ledger.simulation.declarations import Deal

WORLDS: Final = 64
"""In how many ways the cards that nobody saw may lie, for each hand."""
BATCH: Final = 128
"""Hands looked at together: with their worlds they fill the processor's cache."""


@dataclass(slots=True)
class Luck:
    """In stakes (seats, hands), NaN where it cannot be known: ``deal`` of the place and the cards dealt, ``draw`` of those drawn.

    Luck is known where every card dealt is, also of those who passed; that of the draw where every discard is named besides.
    """

    deal: Array
    draw: Array


def luck(judged: Judged, known: KnownCards | None = None) -> Luck:
    """The luck of every hand whose record says enough."""
    hands = judged.hands
    known = known_cards(judged) if known is None else known
    nowhere = np.full(hands.player.shape, np.nan)
    found = Luck(nowhere, nowhere.copy())
    complete = known.sound & known.every_deal
    drawn = complete & (known.after_known | ~known.entered).all(0) & ~ran_out(judged, known)
    for rows, table in tables_of(judged, np.flatnonzero(complete)):
        seats = table.seats
        found.deal[:seats, rows] = _of_deal(judged, known, rows, table)
        if not table.rules.stay_ante:  # who gives up after the draw (7.4) decides by what was drawn
            told = rows[drawn[rows]]
            found.draw[:seats, told] = _of_draw(judged, known, told, table)
    return found


def tables_of(judged: Judged, rows: Array) -> list[tuple[Array, StayTable]]:
    """Some hands (rows), by the rules and the number at the table, with the reference table of each."""
    hands = judged.hands
    together = hands.house[rows].astype(np.int64) * 64 + hands.seated[rows]
    found = []
    for one in np.unique(together):
        here = rows[together == one]
        rules, seats = hands.houses[int(one) // 64].rules, int(one) % 64
        table = reference(rules, seats)
        if table.seats == seats:  # nobody has played out what larger tables are worth
            found += [(here[start : start + BATCH], table) for start in range(0, len(here), BATCH)]
    return found


def ran_out(judged: Judged, known: KnownCards) -> Array:
    """True (hands,) where the stock did not suffice, and cards were dealt a second time (3.4)."""
    hands = judged.hands
    stock = np.array([[house.rules.stock(seats) for seats in range(hands.width + 1)] for house in hands.houses])
    return np.asarray(known.draw.sum(0) > stock[hands.house, hands.seated])


def _of_deal(judged: Judged, known: KnownCards, rows: Array, table: StayTable) -> Array:
    keys = worlds(keys_of(judged.hands, rows, "deal"), WORLDS)
    dealt = codes_of(known.dealt[: table.seats, rows], table.rules.hand_size)
    turned = judged.hands.turned[rows].astype(np.int64)
    dealt, turned = np.repeat(dealt, WORLDS, -1), np.repeat(turned, WORLDS)
    dice = KeyedDice(keys)
    stock = stock_of(table.rules, dealt, turned, dice)
    ended = played_on(ReferenceTable(table), Deal(np.full(len(keys), table.seats), dealt, turned), stock, dice)
    value = value_of(ended, table).reshape(table.seats, len(rows), WORLDS).mean(-1)
    return np.asarray(value + at_rest(table)[:, None])


def _of_draw(judged: Judged, known: KnownCards, rows: Array, table: StayTable) -> Array:
    """The value of the cards drawn against those that might have been, if all threw away what they did and play as the reference.

    The stock lies in the same ways as for the deal. A player who threw away what the reference would have might draw the same
    cards, so the chance effects of so few ways cancel between the two.
    """
    seats = table.seats
    dealt, kept = known.dealt[:seats, rows], known.kept[:seats, rows]
    after, draw = known.after[:seats, rows], known.draw[:seats, rows]
    entered = known.entered[:seats, rows]
    turned = judged.hands.turned[rows].astype(np.int64)
    keys = worlds(keys_of(judged.hands, rows, "deal"), WORLDS)
    dice = KeyedDice(keys)
    listed = codes_of(dealt, table.rules.hand_size)
    stock = stock_of(table.rules, np.repeat(listed, WORLDS, -1), np.repeat(turned, WORLDS), dice)
    redrawn = np.repeat(kept, WORLDS, -1)
    many = np.repeat(draw, WORLDS, -1)
    for place in range(seats):
        for card in range(table.rules.hand_size):
            redrawn[place] |= bits(stock.draw(card < many[place]))
    declared = np.where(entered, judged.hands.declared[:seats, rows], 0)

    def value(held: Array, copies: int, dice: KeyedDice) -> Array:
        declarations, out, number, cards, up = (
            np.repeat(each, copies, -1) for each in (declared, dealt & ~kept, draw, listed, turned)
        )
        deal = Deal(np.full(held.shape[1], seats), cards, up)
        return value_of(play_out(ReferenceTable(table), deal, Held(declarations, held, out, number), dice), table)

    really = value(np.where(entered, after, dealt), 1, KeyedDice(keys[::WORLDS]))
    might = value(redrawn, WORLDS, dice).reshape(seats, len(rows), WORLDS).mean(-1)
    return np.asarray(really - might)
