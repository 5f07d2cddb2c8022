"""What staying or passing cost, in stakes, given what the player knew then, against a table of reference players.

The five cards, the turned card, and earlier declarations are known; everything else is dealt in many ways that agree with
it. Each deal is played out by reference players with the player staying, and one in four with the player passing, which
varies little between deals. Three quarters of the deals (and the stay table) decide which is better, and the last quarter
measures the difference (each quarter in turn), so that the choice is not measured by the chance that made it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ledger.engine import Judged
from ledger.engine.form import bits
from ledger.hands.model import ABSENT, Array
from ledger.insight.beliefs import Seen, likely_worlds
from ledger.insight.hand_class import SHOWN, low_trumps
from ledger.insight.keyed_dice import KeyedDice, keys_of, mixed
from ledger.insight.known_cards import KnownCards, known_cards
from ledger.insight.luck import tables_of
from ledger.insight.priced import PARTS, Priced, better_of_two, mean_and_error, number_of_each, without_price
from ledger.insight.rollout import FREE, Forced, ReferenceTable, played_on, stock_of
from ledger.insight.stay_table import StayTable
from ledger.insight.value import value_of
from ledger.simulation.declarations import Deal

WORLDS: Final = 360
"""The most ways in which the unseen cards are dealt; all agree with what was declared."""
CLEAR: Final = 0.08
"""If the stay table says that a decision is right by this many stakes, a few ways are enough; its error is 0.05."""
CLEAR_WORLDS: Final = 32
"""How many ways are enough then."""
FEWEST: Final = 16
"""The fewest ways for a price."""
TABLE: Final = 86.0
"""The weight of the stay table's margin, in ways, when choosing what is better: the error of a single way is 0.5."""
PASSES: Final = 4
"""One way in this many is also played out with the player passing: the value of passing hardly depends on the cards."""
BATCH: Final = 192 * 96
"""Ways worked out together: more do not fit the processor's cache."""

STAY, PASS = 1, 0


def stay_or_pass(judged: Judged, loose: Array, known: KnownCards | None = None) -> Priced:
    """Price every decision to stay or pass; ``loose`` (seats, hands) is how loose each player is assumed to be."""
    hands = judged.hands
    known = known_cards(judged) if known is None else known
    declared = hands.declared != 0
    place, row = np.nonzero(declared)
    why = why_not(judged, known)[place, row]
    priced = without_price(row, place, np.full(len(row), ABSENT), known.entered[place, row], why)
    number = np.full(hands.player.shape, -1)
    number[place, row] = np.arange(len(row))
    for rows, table in tables_of(judged, np.unique(row[why == ""])):
        for here in range(table.seats):
            told = number[here, rows]
            told = told[told >= 0]
            told = told[why[told] == ""]
            likely = _likely(_seen(judged, known, table, loose, (row[told], here)))
            clear = (np.abs(likely) > CLEAR) & ((likely > 0) == (priced.chosen[told] == STAY))
            for part, wanted in ((clear, CLEAR_WORLDS), (True, WORLDS)):
                left, many = told[np.isnan(priced.cost[told]) & part], BATCH // wanted
                for start in range(0, len(left), many):
                    some = left[start : start + many]
                    seen = _seen(judged, known, table, loose, (row[some], here))
                    _enter(priced, some, seen, (keys_of(hands, row[some], "stay", here), wanted))
    priced.why_not[(priced.why_not == "") & np.isnan(priced.cost)] = "nothing agrees with what was said before"
    return priced


def why_not(judged: Judged, known: KnownCards) -> Array:
    """Why a decision has no price, as text (seats, hands); empty if it has one."""
    hands = judged.hands
    why = np.full(hands.player.shape, "", dtype=object)
    why[:, ~known.sound] = "the record of the hand is not whole or contradicts itself"
    why[(why == "") & ~known.deal_known] = "the five cards dealt are not written down"
    why[(why == "") & ~known.free(judged)] = "the dealer had to play"
    return why


def _seen(judged: Judged, known: KnownCards, table: StayTable, loose: Array, turn: tuple[Array, int]) -> Seen:
    """What the players in a place knew when it was their turn, in the hands (rows) of ``turn``."""
    hands, (rows, place) = judged.hands, turn
    drawn = place if table.rules.declare == "with-draw" else 0
    return Seen(
        table=table,
        loose=loose[: table.seats, rows],
        place=place,
        own=known.dealt[place, rows],
        turned=hands.turned[rows].astype(np.int64),
        entered=known.entered[:place, rows],
        draw=np.where(hands.draw[:drawn, rows] >= 0, known.draw[:drawn, rows], ABSENT),
    )


def _likely(seen: Seen) -> Array:
    """The margin of staying over passing in the stay table, for the looseness of the table and the exact trumps."""
    dealer = seen.place == seen.table.seats - 1
    takes = dealer and seen.table.rules.trump == "dealer-may-take"
    hand = seen.own | bits(seen.turned) if takes else seen.own
    others = (seen.loose.sum(0) - seen.loose[seen.place]) / (seen.table.seats - 1)
    margin = seen.table.reply(hand, seen.turned // 13, seen.place, seen.entered.sum(0), others)
    shown = 0.0 if dealer or seen.table.rules.trump == "separate" else SHOWN[seen.turned % 13]
    return np.asarray(margin + low_trumps(hand, seen.turned // 13) + shown)


def _enter(priced: Priced, told: Array, seen: Seen, tries: tuple[Array, int]) -> None:
    """Price decisions at one place of one kind of table, and enter them in ``priced`` at the indices ``told``.

    ``tries`` are the keys of their dice, and the number of ways to deal.
    """
    count = len(told)
    which, more, error = _worth_more(seen, *tries)
    copies = np.bincount(which, minlength=count)
    stays, cost = better_of_two(which, more, TABLE * _likely(seen), priced.chosen[told] == STAY)
    enough = copies >= FEWEST
    priced.enter(told[enough], np.where(stays, STAY, PASS)[enough], cost[enough], error[enough])
    priced.margin[told[enough]] = (np.bincount(which, more, minlength=count) / np.maximum(copies, 1))[enough]


def _worth_more(seen: Seen, keys: Array, wanted: int) -> tuple[Array, Array, Array]:
    """How much more staying is worth than passing, in each way of dealing the unseen cards.

    Returns the decision of each way (ways,), in order, the difference in each way, and for each decision the
    standard error of the mean. Each of PARTS has its own mean value of passing, or the parts would not be independent.
    """
    count = len(keys)
    dealt, which = likely_worlds(seen, keys, wanted)
    number = number_of_each(which, count)
    part = number % PARTS * count + which
    few = np.flatnonzero(number // PARTS % PASSES == 0)
    again = mixed(keys[which] + np.arange(len(which), dtype=np.uint64))
    stayed = _value(seen, dealt, which, again, STAY)
    passed = _value(seen, dealt[..., few], which[few], again[few], PASS)
    of_passing, _ = mean_and_error(part[few], passed, PARTS * count)
    errors = (mean_and_error(of, values, count)[1] for of, values in ((which, stayed), (which[few], passed)))
    return which, stayed - of_passing[part], np.hypot(*errors)


def _value(seen: Seen, dealt: Array, which: Array, keys: Array, choice: int) -> Array:
    """The value of a hand to the deciding players if they make ``choice``, in each way of dealing (ways,), in stakes."""
    table, seats = seen.table, seen.table.seats
    forced = np.full((seats, len(which)), FREE)
    forced[: seen.place] = seen.entered[:, which]
    forced[seen.place] = choice
    turned, dice = seen.turned[which], KeyedDice(keys)
    stock = stock_of(table.rules, dealt, turned, dice)
    players = ReferenceTable(table, seen.loose[:, which])
    ended = played_on(players, Deal(np.full(len(which), seats), dealt, turned), stock, dice, Forced(forced))
    return np.asarray(value_of(ended, table)[seen.place])
