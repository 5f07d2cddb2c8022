"""What it cost to throw away these cards and no others, from what the player knew then (in stakes).

Sensible players keep their trumps, and of the other cards the highest: so what was done is compared
with keeping none of the others, the highest, the two highest, and so on.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ledger.engine import Judged
from ledger.hands.model import ABSENT, Array
from ledger.insight.beliefs import Seen, likely_worlds
from ledger.insight.luck import KnownCards, ran_out
from ledger.insight.prices import (
    NO_OPTION,
    Priced,
    at_each_place,
    best_of,
    number_of_each,
    seen_at,
    why_not_deal,
    without_price,
)
from ledger.insight.rollout import (
    FREE,
    Forced,
    KeyedDice,
    ReferenceTable,
    keys_after,
    keys_of,
    played_on,
    stock_of,
    value_of,
)
from ledger.insight.stay_table import SUITS
from ledger.simulation.hand import Deal, highest

WORLDS: Final = 128  # in how many ways the unseen cards lie, at most
FEWEST: Final = 32  # fewer ways than this say nothing
BATCH: Final = 64  # decisions looked at together


def priced_discards(judged: Judged, loose: Array, known: KnownCards) -> Priced:
    """Price what everybody who stayed threw away; ``loose`` (seats, hands) is how loose each player
    is taken to be.
    """
    place, row = np.nonzero(known.entered)
    thrown = np.where(known.out_known, known.dealt & ~known.kept, 0)
    why = why_not(judged, known)[place, row]
    priced = without_price(row, place, np.full(len(row), ABSENT), thrown[place, row], why)
    for table, here, told in at_each_place(judged, priced):
        for start in range(0, len(told), BATCH):
            some = told[start : start + BATCH]
            # Where all declare first, everybody's declaration was known.
            entered = here + 1 if table.rules.declare == "with-draw" else table.seats
            seen = seen_at(judged, known, (table, loose), (row[some], here), (entered, here))
            _enter(priced, some, seen, keys_of(judged.hands, row[some], "discard", here))
    priced.why_not[(priced.why_not == "") & np.isnan(priced.cost)] = (
        "nothing agrees with what was said before"
    )
    return priced


def why_not(judged: Judged, known: KnownCards) -> Array:
    """Why a discard has no price (seats, hands), empty where it has one."""
    hands = judged.hands
    why = why_not_deal(judged, known)
    why[(why == "") & ~known.out_known] = "the cards thrown away are not written down"
    why[(why == "") & ran_out(judged, known)] = "the stock ran out"
    dealer = np.arange(hands.width)[:, None] == hands.seated - 1
    why[(why == "") & dealer & hands.rules.trump_is_dealer_may_take] = (
        "the dealer could take the turned card as well"
    )
    return why


def _enter(priced: Priced, told: Array, seen: Seen, keys: Array) -> None:
    """Price the discards of players in one place of tables of one kind, and enter them in
    ``priced`` at ``told``.
    """
    table, seats = seen.table, seen.table.seats
    dealt, which = likely_worlds(seen, keys, WORLDS)
    turned = seen.turned[which]
    again = keys_after(keys, which, number_of_each(which, len(keys)))
    stays = np.full((seats, len(which)), FREE)
    stays[: len(seen.entered)] = seen.entered[:, which]

    def play(ways: Array, thrown: Array) -> Array:
        dice = KeyedDice(again[ways])
        stock = stock_of(table.rules, dealt[..., ways], turned[ways], dice)
        deal = Deal(np.full(len(ways), seats), dealt[..., ways], turned[ways])
        players = ReferenceTable(table.of_hands(which[ways]), seen.loose[:, which[ways]])
        ended = played_on(players, deal, stock, dice, Forced(stays[:, ways], seen.place, thrown))
        return np.asarray(value_of(ended, players.table)[seen.place])

    best, cost, error = best_of(_options(seen), priced.chosen[told], which, play)
    enough = np.bincount(which, minlength=len(told)) >= FEWEST
    priced.enter(told[enough], best[enough], cost[enough], error[enough])


def _options(seen: Seen) -> Array:
    """What might be thrown away (hands, options): all that is no trump, and one card fewer each,
    the highest kept first.
    """
    rules = seen.table.rules
    cap = rules.cap(seen.table.seats)
    left = seen.own & ~SUITS[seen.turned // 13]
    options = []
    for _ in range(rules.hand_size + 1):
        allowed = np.bitwise_count(left) <= (rules.hand_size if cap is None else cap)
        options.append(np.where(allowed, left, NO_OPTION))
        left = left & ~highest(left)
    return np.stack(options, 1)
