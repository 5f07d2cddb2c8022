"""What is worked out of one hand hangs on nothing that was worked out beside it: not on other
hands, nor on other evenings.
"""

from __future__ import annotations

import numpy as np
from simulated_hands import simulate

from ledger.engine import judge
from ledger.game.rules import PRESETS
from ledger.hands import joined
from ledger.hands.model import Array, Hands
from ledger.insight import known_cards, looseness, luck, priced_discards, stay_or_pass
from ledger.insight.rollout import KeyedDice


def figures(hands: Hands, only: int) -> list[Array]:
    """Luck, prices and discards of one evening, by place and hand, worked out among all of
    ``hands``.
    """
    judged = judge(hands)
    known = known_cards(judged)
    loose, cards, mine = looseness(judged, known), luck(judged, known), hands.session == only
    found = [cards.deal[:, mine], cards.draw[:, mine]]
    for priced in (stay_or_pass(judged, loose, known), priced_discards(judged, loose, known)):
        told = mine[priced.row]
        found += [
            column[told]
            for column in (
                priced.place,
                priced.chosen,
                priced.best,
                priced.cost,
                priced.margin,
                priced.se,
            )
        ]
    return found


def test_an_evening_is_priced_to_the_digit_the_same_beside_another() -> None:
    hands = simulate(PRESETS["casino"], 2, 2, seed=4, players=3)
    alone = figures(hands.part(slice(1, 2)), 0)
    for one in (hands, joined([hands.part(slice(0, 1)), hands.part(slice(1, 2))])):
        for here, there in zip(figures(one, 1), alone, strict=True):
            np.testing.assert_array_equal(here, there)


def test_what_is_thrown_for_some_hands_changes_nothing_for_the_others() -> None:
    """As where the stock of some ran out, and is shuffled again."""
    keys = np.arange(3, dtype=np.uint64)
    dice, alone = KeyedDice(keys), KeyedDice(keys[:1])
    dice.of(np.array([1])).bits(1, 52)
    np.testing.assert_array_equal(dice.bits(3)[:1], alone.bits(1))
