"""Evenings of players who stay by the stay table and a looseness of their own, and what their
decisions truly lose.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import numpy as np
from naive.endings import Ending
from simulated_hands import simulate

from ledger.engine import Judged
from ledger.engine.form import bits
from ledger.game import Rules
from ledger.game.play import NAMES, cards_in
from ledger.hands.model import Array, Hands
from ledger.insight import Priced, known_cards, reference
from ledger.insight.leads import led
from ledger.insight.luck import at_real_ante
from ledger.insight.prices import PASS, STAY
from ledger.insight.reference_tables import shipped_leads
from ledger.insight.rollout import (
    FREE,
    Forced,
    KeyedDice,
    ReferenceTable,
    cell_to_lead,
    codes_of,
    keys_of,
    played_on,
    stock_of,
    value_of,
    worlds,
)
from ledger.simulation import evenings as simulated, hand
from ledger.simulation.deck import Dice
from ledger.simulation.evenings import Played
from ledger.simulation.hand import Deal, Declarations, Holdings, Tricks, Turn, Wishes

TABLES: Final = {
    "tight": (-0.3, -0.25, -0.2, -0.15, -0.1),
    "even": (-0.2, -0.1, 0.0, 0.1, 0.2),
    "loose": (0.2, 0.3, 0.4, 0.5, 0.6),
    "mixed": (-0.3, 0.6, 0.0, 0.3, -0.1),
}
"""How loose the five at a table are, clockwise, in stakes."""


@contextmanager
def _staying_by(loose: Sequence[float], seats: int) -> Iterator[None]:
    """While this lasts, simulated players stay by the stay table, each as loose as it says; NaN: as
    the simulation's own do.

    They lead as reference players do.
    """
    sitting: list[Array] = []
    shift = np.array(loose)
    plain = simulated._play_by

    class Said(Declarations):
        """Declarations by the stay table."""

        def willing(self, place: int, seen: Array) -> Array:
            """Who stays."""
            margin = reference(self.rules, seats).of(seen, self.trump, place, self.in_so_far)
            mine = shift[np.maximum(sitting[-1][place], 0)]
            by_table = np.asarray(margin > -mine)
            return (
                np.where(np.isnan(mine), super().willing(place, seen), by_table)
                if np.isnan(shift).any()
                else by_table
            )

    class Led(Tricks):
        """Tricks led by the table of leads."""

        def leads_with(self, now: Turn) -> Array:
            """The cards led."""
            if now.trick == self.rules.hand_size - 1:
                return now.legal
            return led(shipped_leads()[cell_to_lead(self, now)], now.legal, self.trumps)

    def play_by(played: Played, dice: Dice, rules: Rules, rows: Array, wishes: Wishes) -> None:
        sitting.append(played.table.round[:, played.hands.session[rows]])
        plain(played, dice, rules, rows, wishes)

    before = (
        hand.Declarations,
        hand.Tricks,
        simulated._play_by,
        simulated.RECALLS,
        simulated.EARLY,
        simulated.CLAIMS,
    )
    hand.Declarations, hand.Tricks, simulated._play_by = Said, Led, play_by  # type: ignore[misc]
    simulated.RECALLS = simulated.EARLY = simulated.CLAIMS = 0
    coming = simulated.Table.come_and_go
    simulated.Table.come_and_go = lambda *_: None  # type: ignore[method-assign]
    try:
        yield
    finally:
        (
            hand.Declarations,
            hand.Tricks,
            simulated._play_by,
            simulated.RECALLS,
            simulated.EARLY,
            simulated.CLAIMS,
        ) = before  # type: ignore[misc]
        simulated.Table.come_and_go = coming  # type: ignore[method-assign]


@contextmanager
def _straying(rate: float, throws: float) -> Iterator[None]:
    """While this lasts, simulated players play so many of their cards at random, and throw so many
    of their hands away whole.
    """

    plain, declares = hand.Tricks, hand.Declarations

    class Thrown(declares):  # type: ignore[misc, valid-type]
        """Draws for which some throw away their trumps as well."""

        def unwanted(self, place: int, hand: Array) -> Array:
            """The cards that the player in a place wants to replace."""
            return np.where(
                self.dice.chance(throws, self.count), hand, super().unwanted(place, hand)
            )

    class Strayed(plain):  # type: ignore[misc, valid-type]
        """Tricks in which some cards are any that the rules leave."""

        def chosen(self, now: Turn, card: Array) -> Array:
            """The cards played."""
            allowed = codes_of(now.legal, self.rules.hand_size)
            number = np.maximum(np.bitwise_count(now.legal), 1).astype(np.int64)
            one = bits(allowed[self.dice.below(number, self.count), self.rows])
            return np.where(now.here & self.dice.chance(rate, self.count), one, card)

    if rate:
        hand.Tricks = Strayed  # type: ignore[misc]
    if throws:
        hand.Declarations = Thrown  # type: ignore[misc]
    try:
        yield
    finally:
        hand.Tricks, hand.Declarations = plain, declares  # type: ignore[misc]


def evenings(
    loose: Sequence[float],
    sessions: int,
    hands: int,
    seed: int,
    strays: float = 0.0,
    throws: float = 0.0,
) -> Hands:
    """Evenings of players who are as loose as that, in the order of their numbers; ``strays`` and
    ``throws`` as in _straying.
    """
    with _staying_by(loose, len(loose)), _straying(strays, throws):
        return simulate(Rules(), sessions, hands, seed=seed, players=len(loose))


def truly_lost(judged: Judged, priced: Priced, loose: Sequence[float], times: int = 16) -> Array:
    """What each decision to stay or pass truly lost against what was found better, in stakes, as
    the cards and the others were.

    The hand is played on from there ``times`` over both ways, with the cards that were really dealt
    and everybody deciding as they do; only the order of the stock is new. Nothing is lost where the
    better was done.
    """
    hands, known = judged.hands, known_cards(judged)
    table = reference(Rules(), len(loose))
    everybody = np.array(loose)[np.maximum(hands.player[: table.seats], 0)]
    lost = np.zeros(len(priced.row))
    wrong = np.flatnonzero(~np.isnan(priced.cost) & (priced.best != priced.chosen))
    for start in range(0, len(wrong), 200):
        told = wrong[start : start + 200]
        row, place = np.repeat(priced.row[told], times), np.repeat(priced.place[told], times)
        at = np.arange(len(row))
        keys = worlds(keys_of(hands, priced.row[told], "truly", start), times)
        dealt = codes_of(known.dealt[: table.seats, row], table.rules.hand_size)
        deal = Deal(np.full(len(row), table.seats), dealt, hands.turned[row].astype(np.int64))
        forced = np.where(
            np.arange(table.seats)[:, None] < place, known.entered[: table.seats, row], FREE
        )
        value = []
        for choice in (STAY, PASS):
            forced[place, at] = choice
            dice = KeyedDice(keys)
            players = ReferenceTable(table, everybody[:, row])
            ended = played_on(
                players, deal, stock_of(table.rules, dealt, deal.turned, dice), dice, Forced(forced)
            )
            value.append(
                value_of(ended, at_real_ante(judged, table, row))[place, at]
                .reshape(-1, times)
                .mean(1)
            )
        difference = value[0] - value[1]
        lost[told] = np.where(priced.best[told] == STAY, difference, -difference)
    return lost


def _names(mask: int) -> frozenset[str]:
    return frozenset(NAMES[card] for card in cards_in(mask))


def ending_of(rules: Rules, held: Holdings, turned: int) -> Ending:
    """A hand before its first card, as the search reads it."""
    own_out = held.own_out[:, 0] * ~held.ran_out
    return Ending(
        rules,
        trump="shdc"[int(held.trump[0])],
        separate=NAMES[turned],
        hands=tuple(_names(int(one)) for one in held.held[:, 0]),
        own_out=tuple(_names(int(one)) for one in own_out),
        leader=0,
        won=(0,) * len(own_out),
    )
