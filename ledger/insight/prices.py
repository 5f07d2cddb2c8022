"""Decisions with their prices; the best of several options is chosen on some ways of dealing and
measured on others.

What staying or passing cost, in stakes, given what the player knew then, against a table of
reference players.

The five cards, the turned card, and earlier declarations are known; everything else is dealt in
many ways that agree with it. Each deal is played out by reference players with the player staying,
and one in six with the player passing, which varies little between deals. Three quarters of the
deals (and the stay table) decide which is better, and the last quarter measures the difference
(each quarter in turn), so that the choice is not measured by the chance that made it.

How loose each player is: how much staying may lose, in stakes, and they stay all the same; from
what they declared.

Where every card dealt is known, each decision tells by what it was made with: who passes with a
hand worth staying is tight. Where some are not, it tells only by the place and who was in, since
cards are written down rather of those who stay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from ledger.engine import Judged
from ledger.engine.form import bits
from ledger.hands.model import ABSENT, Array
from ledger.insight.beliefs import Seen, chance_to_stay, likely_worlds
from ledger.insight.luck import KnownCards, at_real_ante, known_cards, tables_of
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
from ledger.insight.stay_rates import LEVELS, SPREAD, stay_rates
from ledger.insight.stay_table import SHOWN, StayTable, low_trumps
from ledger.simulation.hand import Deal

NO_OPTION: Final = -1  # fills up the options of decisions that have fewer than others
CLEARLY: Final = 1.5
"""Standard errors by which another option must lead in the ways that choose; otherwise the chosen
one is taken to be as good.
"""
PARTS: Final = 4
"""The ways are split into this many parts; each measures what the others choose.

More parts gained nothing.
"""

Play: TypeAlias = Callable[[Array, Array], Array]
"""Takes indices of ways of dealing (some,) and an option for each (some,); returns their values
(some,).
"""


class Priced(NamedTuple):
    """Decisions as columns: ``row`` of the hand, ``place`` at the table and ``trick`` (from 0, or
    ABSENT).

    ``chosen`` and ``best`` are 1 for staying and 0 for passing, else masks of cards. ``cost`` is
    value(best) − value(chosen) in stakes, with its standard error ``se``, and 0 where they are the
    same; of staying and passing it is the mean of PARTS, which may disagree on what is best.
    ``margin`` is value(stay) − value(pass), and ``se`` its error there. ``chart`` is what somebody
    who follows the stay chart does there, and ``chart_cost`` what that would cost, priced in the
    same ways; of cards ABSENT and NaN. ``why_not`` is the reason for a missing price, else empty;
    without a price cost, margin and se are NaN, and best is ABSENT. ``gave`` is the place that a
    card allowed to take a first trick, if every card of the hand is known, else ABSENT.
    """

    row: Array
    place: Array
    trick: Array
    chosen: Array
    best: Array
    cost: Array
    margin: Array
    se: Array
    why_not: Array
    gave: Array
    chart: Array
    chart_cost: Array

    def enter(self, told: Array, best: Array, cost: Array, se: Array) -> None:
        """Enter the prices of the decisions at the indices ``told``."""
        self.best[told], self.cost[told], self.se[told] = best, cost, se


def without_price(row: Array, place: Array, trick: Array, chosen: Array, why_not: Array) -> Priced:
    """Decisions without prices yet."""
    cost, margin, se, chart_cost = np.full((4, len(row)), np.nan)
    best, gave, chart = np.full((3, len(row)), ABSENT, np.int64)
    return Priced(
        row,
        place,
        trick,
        chosen.astype(np.int64),
        best,
        cost,
        margin,
        se,
        why_not,
        gave,
        chart,
        chart_cost,
    )


def best_of(options: Array, chosen: Array, which: Array, play: Play) -> tuple[Array, Array, Array]:
    """The best of ``options`` (decisions, options) for each decision, what ``chosen`` costs
    compared with it, and the error.

    ``which`` (ways,) is the decision of each way of dealing, in order. Every second way helps to
    choose; the others measure the choice.
    """
    count = len(chosen)
    number = number_of_each(which, count)
    choosing, measuring = np.flatnonzero(number % 2 == 0), np.flatnonzero(number % 2)
    mine = play(choosing, chosen[which[choosing]])
    best, ahead = chosen.copy(), np.zeros(count)
    for option in options.T:
        tried = option[which[choosing]]
        there = np.flatnonzero((tried != NO_OPTION) & (tried != chosen[which[choosing]]))
        if not len(there):
            continue
        more = play(choosing[there], tried[there]) - mine[there]
        mean, error = mean_and_error(which[choosing[there]], more, count)
        better = (mean > CLEARLY * error) & (mean > ahead) & (error > 0)
        best[better], ahead[better] = option[better], mean[better]
    ways = measuring[(best != chosen)[which[measuring]]]
    if not len(ways):
        return best, np.zeros(count), np.zeros(count)
    here = which[ways]
    cost, error = mean_and_error(here, play(ways, best[here]) - play(ways, chosen[here]), count)
    return best, cost, error


def better_of_two(which: Array, more: Array, likely: Array, chosen: Array) -> tuple[Array, Array]:
    """Whether the first of two options is better (decisions,), and what the ``chosen`` one costs
    compared with the better.

    ``which`` is as for ``best_of``; ``more`` is how much more the first is worth in each way. Each
    of PARTS of the ways measures what the others choose, together with ``likely``, a sum that was
    known beforehand (decisions,).
    """
    count = len(likely)
    copies = np.bincount(which, minlength=count)
    group = number_of_each(which, count) % PARTS * count + which
    part = np.bincount(group, more, minlength=PARTS * count).reshape(PARTS, count)
    total = part.sum(0) + likely
    better = total - part > 0
    gained = np.where(better == chosen, 0.0, np.where(better, part, -part)).sum(0)
    return total > 0, gained / np.maximum(copies, 1)


def number_of_each(which: Array, count: int) -> Array:
    """The index of each way (ways,) among those of its decision, from 0; ``which`` is as for
    ``best_of``.
    """
    copies = np.bincount(which, minlength=count)
    return np.arange(len(which)) - np.repeat(np.cumsum(copies) - copies, copies)


def mean_and_error(which: Array, values: Array, count: int) -> tuple[Array, Array]:
    """The mean of each decision's values (decisions,) and its standard error, 0 where there are
    none.
    """
    number = np.maximum(np.bincount(which, minlength=count), 1)
    mean = np.bincount(which, values, minlength=count) / number
    squares = np.bincount(which, values**2, minlength=count) / number
    return mean, np.sqrt(np.maximum(squares - mean**2, 0) / np.maximum(number - 1, 1))


# --- Staying or passing ---------------------------------------------------------------------------
# the most ways in which the unseen cards are dealt; all agree with what was declared
WORLDS: Final = 256
CLEAR: Final = 0.08
"""If the stay table says that a decision is right by this many stakes, a few ways are enough; its
error is 0.05.
"""
CLEAR_WORLDS: Final = 32  # how many ways are enough then
# if it says so by less: chance enters the price only where the ways say otherwise
RIGHT_WORLDS: Final = 128
FEWEST: Final = 16  # the fewest ways for a price
TABLE: Final = 86.0
"""The weight of the stay table's margin, in ways, when choosing what is better: the error of a
single way is 0.5.
"""
PASSES: Final = 6
"""One way in this many is also played out with the player passing: the value of passing hardly
depends on the cards.
"""
BATCH: Final = 192 * 96  # ways worked out together: more do not fit the processor's cache
STAY, PASS = 1, 0


def stay_or_pass(judged: Judged, loose: Array, known: KnownCards | None = None) -> Priced:
    """Price every decision to stay or pass; ``loose`` (seats, hands) is how loose each player is
    assumed to be.
    """
    hands = judged.hands
    known = known_cards(judged) if known is None else known
    declared = hands.declared != 0
    place, row = np.nonzero(declared)
    why = why_not(judged, known)[place, row]
    priced = without_price(row, place, np.full(len(row), ABSENT), known.entered[place, row], why)
    for table, here, told in at_each_place(judged, priced):
        likely = _likely(_seen(judged, known, table, loose, (row[told], here)))
        right = (likely > 0) == (priced.chosen[told] == STAY)
        for part, wanted in (
            (right & (np.abs(likely) > CLEAR), CLEAR_WORLDS),
            (right, RIGHT_WORLDS),
            (True, WORLDS),
        ):
            left, many = told[np.isnan(priced.cost[told]) & part], BATCH // wanted
            for start in range(0, len(left), many):
                some = left[start : start + many]
                seen = _seen(judged, known, table, loose, (row[some], here))
                _enter(priced, some, seen, (keys_of(hands, row[some], "stay", here), wanted))
    priced.why_not[(priced.why_not == "") & np.isnan(priced.cost)] = (
        "nothing agrees with what was said before"
    )
    return priced


def at_each_place(judged: Judged, priced: Priced) -> Iterator[tuple[StayTable, int, Array]]:
    """Yield the decisions that can have a price, one a seat and hand: of each kind of table, place
    by place, their indices.
    """
    number = np.full(judged.hands.player.shape, -1)
    number[priced.place, priced.row] = np.arange(len(priced.row))
    can = priced.why_not == ""
    for rows, table in tables_of(judged, np.unique(priced.row[can]), BATCH):
        for here in range(table.seats):
            told = number[here, rows]
            told = told[told >= 0]
            yield table, here, told[can[told]]


def why_not_deal(judged: Judged, known: KnownCards) -> Array:
    """Why a decision has no price because of the hand or the deal, as text (seats, hands); else
    empty.
    """
    why = np.full(judged.hands.player.shape, "", dtype=object)
    why[:, ~known.sound] = "the record of the hand is not whole or contradicts itself"
    why[(why == "") & ~known.deal_known] = "the five cards dealt are not written down"
    return why


def why_not(judged: Judged, known: KnownCards) -> Array:
    """Why a decision has no price, as text (seats, hands); empty if it has one."""
    why = why_not_deal(judged, known)
    why[(why == "") & ~known.free(judged)] = "the dealer had to play"
    return why


def _seen(
    judged: Judged, known: KnownCards, table: StayTable, loose: Array, turn: tuple[Array, int]
) -> Seen:
    """What the players in a place knew when it was their turn, in the hands (rows) of ``turn``."""
    return seen_at(
        judged,
        known,
        (table, loose),
        turn,
        (turn[1], turn[1] if table.rules.declare == "with-draw" else 0),
    )


def seen_at(
    judged: Judged,
    known: KnownCards,
    at: tuple[StayTable, Array],
    turn: tuple[Array, int],
    said: tuple[int, int],
) -> Seen:
    """What the players in a place knew in some hands (rows) at a table where so many had declared,
    and so many had drawn.
    """
    hands, (table, loose), (rows, place), (told, drawn) = judged.hands, at, turn, said
    return Seen(
        table=at_real_ante(judged, table, rows),
        loose=loose[: table.seats, rows],
        place=place,
        own=known.dealt[place, rows],
        turned=hands.turned[rows].astype(np.int64),
        entered=known.entered[:told, rows],
        draw=np.where(hands.draw[:drawn, rows] >= 0, known.draw[:drawn, rows], ABSENT),
    )


def chart_margin(
    judged: Judged, known: KnownCards, table: StayTable, turn: tuple[int, int]
) -> float:
    """What staying is worth more than passing by the stay table, in stakes, in a hand (row) and at
    a place of an even table.
    """
    row, place = turn
    even = np.zeros((table.seats, len(judged.hands)))
    return float(_likely(_seen(judged, known, table, even, (np.array([row]), place)))[0])


def _likely(seen: Seen) -> Array:
    """The margin of staying over passing in the stay table, for the looseness of the table and the
    exact trumps.
    """
    dealer, hand = seen.place == seen.table.seats - 1, _on_offer(seen)
    others = (seen.loose.sum(0) - seen.loose[seen.place]) / (seen.table.seats - 1)
    margin = seen.table.reply(hand, seen.turned // 13, seen.place, seen.entered.sum(0), others)
    shown = 0.0 if dealer or seen.table.rules.trump == "separate" else SHOWN[seen.turned % 13]
    return np.asarray(margin + low_trumps(hand, seen.turned // 13) + shown)


def _of_chart(seen: Seen) -> Array:
    """What somebody does who follows the stay chart as it is printed, for a usual pot, whoever the
    others are.
    """
    margin = seen.table.at_ante(seen.table.ante).of(
        _on_offer(seen), seen.turned // 13, seen.place, seen.entered.sum(0)
    )
    return np.where(margin > 0, STAY, PASS)


def _on_offer(seen: Seen) -> Array:
    """The cards that each player holds, and the turned one where a dealer may take it."""
    takes = seen.place == seen.table.seats - 1 and seen.table.rules.trump == "dealer-may-take"
    return seen.own | bits(seen.turned) if takes else seen.own


def _enter(priced: Priced, told: Array, seen: Seen, tries: tuple[Array, int]) -> None:
    """Price decisions at one place of one kind of table, and enter them in ``priced`` at the
    indices ``told``.

    ``tries`` are the keys of their dice, and the number of ways to deal.
    """
    count = len(told)
    which, more, error = _worth_more(seen, *tries)
    copies = np.bincount(which, minlength=count)
    likely, chart = TABLE * _likely(seen), _of_chart(seen)
    stays, cost = better_of_two(which, more, likely, priced.chosen[told] == STAY)
    _, chart_cost = better_of_two(which, more, likely, chart == STAY)
    enough = copies >= FEWEST
    priced.enter(told[enough], np.where(stays, STAY, PASS)[enough], cost[enough], error[enough])
    priced.margin[told[enough]] = (
        np.bincount(which, more, minlength=count) / np.maximum(copies, 1)
    )[enough]
    priced.chart[told[enough]], priced.chart_cost[told[enough]] = chart[enough], chart_cost[enough]


def _worth_more(seen: Seen, keys: Array, wanted: int) -> tuple[Array, Array, Array]:
    """How much more staying is worth than passing, in each way of dealing the unseen cards.

    Returns the decision of each way (ways,), in order, the difference in each way, and for each
    decision the standard error of the mean. Each of PARTS has its own mean value of passing, or the
    parts would not be independent.
    """
    count = len(keys)
    dealt, which = likely_worlds(seen, keys, wanted)
    number = number_of_each(which, count)
    part = number % PARTS * count + which
    few = np.flatnonzero(number // PARTS % PASSES == 0)
    again = keys_after(keys, which, number)
    stayed = _value(seen, dealt, which, again, STAY)
    passed = _value(seen, dealt[..., few], which[few], again[few], PASS)
    of_passing, _ = mean_and_error(part[few], passed, PARTS * count)
    errors = (
        mean_and_error(of, values, count)[1]
        for of, values in ((which, stayed), (which[few], passed))
    )
    return which, stayed - of_passing[part], np.hypot(*errors)


def _value(seen: Seen, dealt: Array, which: Array, keys: Array, choice: int) -> Array:
    """The value of a hand to the deciding players if they make ``choice``, in each way of dealing
    (ways,), in stakes.
    """
    table, seats = seen.table.of_hands(which), seen.table.seats
    forced = np.full((seats, len(which)), FREE)
    forced[: seen.place] = seen.entered[:, which]
    forced[seen.place] = choice
    turned, dice = seen.turned[which], KeyedDice(keys)
    stock = stock_of(table.rules, dealt, turned, dice)
    players = ReferenceTable(table, seen.loose[:, which])
    ended = played_on(
        players, Deal(np.full(len(which), seats), dealt, turned), stock, dice, Forced(forced)
    )
    return np.asarray(value_of(ended, table)[seen.place])


# --- Looseness ------------------------------------------------------------------------------------
def looseness(judged: Judged, known: KnownCards) -> Array:
    """How loose each player was that evening (seats, hands), in stakes; 0 where it cannot be
    estimated.
    """
    hands = judged.hands
    people = max((len(info.players) for info in hands.sessions), default=0)
    likely = np.zeros((len(hands.sessions), people, len(LEVELS)))
    free = known.free(judged)
    for rows, table in tables_of(judged, np.flatnonzero(known.sound)):
        in_so_far, real = np.zeros(len(rows), np.int64), at_real_ante(judged, table, rows)
        for place in range(table.seats):
            stays = known.entered[place, rows]
            told = _told(known, real, (place, rows), hands.turned[rows].astype(np.int64), in_so_far)
            chance = np.log(np.where(stays[:, None], told, 1 - told))
            here = free[place, rows]
            np.add.at(
                likely, (hands.session[rows[here]], hands.player[place, rows[here]]), chance[here]
            )
            in_so_far += stays
    likely -= LEVELS**2 / (2 * SPREAD**2)
    weight = np.exp(likely - likely.max(-1, keepdims=True))
    mean = (weight * LEVELS).sum(-1) / weight.sum(-1)
    return np.where(
        hands.player >= 0, mean[hands.session, np.maximum(hands.player, 0)] if people else 0.0, 0.0
    )


def looseness_of_others(loose: Array, player: Array) -> Array:
    """The mean looseness of the other players at the table (seats, hands), from each player's own
    (seats, hands).
    """
    there = player >= 0
    others = np.where(there, loose, 0.0).sum(0) - loose
    return np.where(there, others / np.maximum(there.sum(0) - 1, 1), 0.0)


def _told(
    known: KnownCards, table: StayTable, turn: tuple[int, Array], turned: Array, in_so_far: Array
) -> Array:
    """How likely the players in a place are to stay at tables as loose as LEVELS (hands,
    LEVELS).
    """
    place, rows = turn
    seen = known.dealt[place, rows]
    if table.rules.trump == "dealer-may-take" and place == table.seats - 1:
        seen = seen | bits(turned)
    margin = table.of(seen, turned // 13, place, in_so_far)
    by_cards = chance_to_stay(margin[:, None] + LEVELS)
    if known.every_deal[rows].all():
        return np.asarray(by_cards)
    known_in = np.zeros_like(in_so_far) if table.rules.declare == "simultaneous" else in_so_far
    by_rate = stay_rates(table, place)[known_in]
    return np.where(known.every_deal[rows, None], by_cards, by_rate)
