"""What the unseen cards may be."""

from __future__ import annotations

import numpy as np
import pytest

from ledger.engine.form import mask_of_lists
from ledger.game import Rules
from ledger.game.play import NAMES
from ledger.hands.model import Array
from ledger.insight import reference
from ledger.insight.beliefs import Seen, chance_to_stay, likely_worlds
from ledger.insight.stay_table import SUITS
from ledger.simulation.deck import Dice

OWN = tuple(NAMES.index(card) for card in ("Ah", "2h", "3c", "4c", "5d"))
TURNED = NAMES.index("7h")


def trumps(hands: Array) -> Array:
    """How many trumps each hand has."""
    return np.asarray(np.bitwise_count(hands & SUITS[TURNED // 13]).astype(float))


@pytest.mark.slow
def test_deals_are_as_likely_as_what_was_said_with_them() -> None:
    """Two have stayed, one has passed: the mean of plain deals, each weighed, is that of the deals that were kept.

    Where the likeliest counted for four times the mean at most, those who stayed had 0.1 and 0.2 trumps fewer.
    """  # noqa: E501
    table, entered = reference(Rules(), 5), np.array([[True], [True], [False]])
    seen = Seen(
        table=table,
        loose=np.full((5, 1), -0.1),
        place=3,
        own=np.array([sum(1 << card for card in OWN)]),
        turned=np.array([TURNED]),
        entered=entered,
        draw=np.full((3, 1), -1),
    )
    worlds, _ = likely_worlds(seen, np.array([5], np.uint64), 6000)
    found = trumps(mask_of_lists(worlds))
    unseen = np.array([card for card in range(52) if card not in (*OWN, TURNED)])
    deals = unseen[np.argsort(Dice(3).bits(200_000, len(unseen)), axis=1)[:, :15]]
    hands = np.bitwise_or.reduce((1 << deals.astype(np.int64)).reshape(-1, 3, 5), -1).T
    weight, already_in = np.ones(len(deals)), 0
    for place, [said] in enumerate(entered):
        stays = chance_to_stay(
            table.of(hands[place], np.full(len(deals), TURNED // 13), place, np.array(already_in))
            - 0.1
        )
        weight *= stays if said else 1 - stays
        already_in += said
    weighed = (trumps(hands) * weight).sum(1) / weight.sum()
    np.testing.assert_allclose(found[:3].mean(1), weighed, atol=0.05)
