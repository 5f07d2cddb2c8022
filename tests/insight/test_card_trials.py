"""What cards are said to cost, beside what they really lose with the hands that the others had."""

from __future__ import annotations

import numpy as np
import pytest
from made_tables import evenings
from trials import FULL

from ledger.engine import Judged, judge
from ledger.game import Rules
from ledger.hands.model import Array
from ledger.insight import Priced, known_cards, looseness, priced_cards, reference
from ledger.insight.card_play import hands_played
from ledger.insight.rollout import Held, ReferenceTable, play_out, value_of
from ledger.simulation.deck import Dice
from ledger.simulation.hand import Deal

SEATS = 5
ENOUGH = 0.8
"""What is gained by the better card, of what was said."""


def really_gained(judged: Judged, priced: Priced, told: Array) -> Array:
    """What the better card of some choices would have gained: the hand is played on as the cards
    lay, by sensible players.
    """
    table, rows = reference(Rules(), SEATS), np.arange(len(judged.hands))
    played = hands_played(judged, known_cards(judged), rows, table)
    row, place, trick, each = (
        priced.row[told],
        priced.place[told],
        priced.trick[told],
        np.arange(len(told)),
    )
    turn = (played.place[trick, :, row] == place[:, None]).argmax(1)
    step = np.arange(played.cards[..., 0].size).reshape(*played.cards.shape[:2], 1)
    before = np.where(step < trick * SEATS + turn, played.cards[..., row], 0)
    deal = Deal(played.deal.seated[row], played.deal.dealt[..., row], played.deal.turned[row])
    now = Held(
        played.declared[:, row], played.held[:, row], played.own_out[:, row], played.draw[:, row]
    )
    values = []
    for card in (priced.best[told], priced.chosen[told]):
        cards = before.copy()
        cards[trick, turn, each] = card
        values.append(
            value_of(play_out(ReferenceTable(table), deal, now, Dice(0), cards), table)[place, each]
        )
    return np.asarray(values[0] - values[1])


@pytest.mark.nightly
@pytest.mark.parametrize("strays", [0.3, 0.1] if FULL else [0.3])
def test_a_better_card_gains_what_it_is_said_to(strays: float) -> None:
    """Five who stay as the reference does and play so many cards at random; with BOURRE_TRIALS=full
    1,000 hands.
    """
    judged = judge(evenings((0.0,) * SEATS, 40 if FULL else 3, 25, seed=4, strays=strays))
    known = known_cards(judged)
    priced = priced_cards(judged, looseness(judged, known), known)
    told = np.flatnonzero((priced.best != priced.chosen) & ~np.isnan(priced.cost))
    gained, said = really_gained(judged, priced, told), priced.cost[told]
    error = np.std(gained - said) / np.sqrt(len(told)) / said.mean()
    clear = said - 2 * priced.se[told] > 0
    print(
        f"{strays}: {len(told)} of {(~np.isnan(priced.cost)).sum():,} choices, gained "
        f"{gained.mean() / said.mean():.2f} "
        f"of what was said ± {error:.2f}; of {clear.sum()} that are clear "
        f"{gained[clear].mean() / said[clear].mean():.2f}"
    )
    assert gained.mean() / said.mean() > ENOUGH - (0 if FULL else 3 * error)
