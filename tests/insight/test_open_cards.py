"""Best play with open cards: beside a search by brute force, and what is said of hands that are not
all known.
"""

from __future__ import annotations

import numpy as np
import pytest
from made_tables import ending_of
from naive.open_cards import best_play as by_brute_force, worth_in
from trials import FULL, drawn, luck

from ledger.game.options import read_rules
from ledger.game.play import NAMES
from ledger.hands.model import PLAYED, TRICKS
from ledger.insight import reference
from ledger.insight.open_cards import best_play
from ledger.insight.rollout import (
    FREE,
    Forced,
    Held,
    ReferenceDeclarations,
    ReferenceTable,
    value_of,
)
from ledger.simulation.deck import Dice, Stock, deal
from ledger.simulation.hand import Deal, holdings

HOUSES = (
    "louisiana",
    "louisiana split=share",
    "louisiana wins=majority bourre=2",
    "louisiana second-ante=2",
    "double-ante cinch=literal",
    "separate-trump",
    "dealer-takes-trump must-trump=no",
    "indiana",
    "acadiana",
    "casino",
    "casino cinch=yes",
)
HANDS = 100
"""Hands of each house and number of seats: 2,000 in all."""


TOLD = {2: 0, 3: 0, 4: 2, 5: 2}
"""How many tricks are played before the search: by the number who stayed, for it takes minutes with
four and five.
"""


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("house", "seats"), drawn([(house, seats) for house in HOUSES for seats in (3, 5)], 2), ids=str
)
def test_best_play_is_what_brute_force_finds(house: str, seats: int) -> None:
    """What each hand of reference players comes to; with BOURRE_TRIALS=full all 2,000, those of
    many from the second trick on.
    """
    rules = read_rules(house)
    table, count = reference(rules, seats)._replace(rules=rules), HANDS if FULL else 10
    dice = Dice(luck().randrange(1 << 30))
    cards, turned, top = deal(rules, decks := dice.shuffled(count), np.full(count, seats), seats)
    dealt = Deal(np.full(count, seats), cards, turned.astype(np.int64))
    stock, free = Stock(dice, decks.copy(), top), Forced(np.full((seats, count), FREE))
    said = ReferenceDeclarations(ReferenceTable(table, 0.1), dice, dealt, stock, free)
    said.run()
    now = Held(said.declared, said.hand, said.own_out, said.draw)
    number = (said.declared == PLAYED).sum(0)
    told = np.zeros((TRICKS, seats, count), np.int64)
    endings = {}
    for row in np.flatnonzero((number > 1) & (number < (6 if FULL else 4))).tolist():
        place_of, held = holdings(said, np.array([row]))
        ending = ending_of(rules, held, int(turned[row]))
        for trick, turn in np.ndindex(TOLD[int(number[row])], int(number[row])):
            card = ending.right()[0]
            told[trick, turn, row] = 1 << NAMES.index(card)
            ending = ending.after(card)
        endings[row] = (ending, place_of[:, 0].tolist())
    found = value_of(best_play(table, dealt, now, told), table)
    for row, (ending, places) in endings.items():
        entered = np.flatnonzero(said.declared[:, row] >= PLAYED).tolist()
        worth = worth_in(rules, table.ante, table.share.tolist(), places, entered)
        assert by_brute_force(ending, worth) == pytest.approx(
            found[places, row].tolist(), abs=1e-8
        ), (dice.seed, row)
