"""How loose a table is, from what its players declared, and that prices against it are what
decisions truly lose.
"""

from __future__ import annotations

import numpy as np
import pytest
from made_tables import TABLES, evenings, truly_lost
from trials import FULL

from ledger.engine import judge
from ledger.hands.model import ABSENT
from ledger.insight import known_cards, looseness, looseness_of_others, stay_or_pass

pytestmark = pytest.mark.nightly

EVENING = 30
SLOPE = 0.29
"""Stakes by which staying is worth more for each stake of an ante, near the margin."""
USUAL = 0.158
"""An ante in stakes at a table of reference players."""


@pytest.mark.parametrize("name", TABLES)
def test_how_loose_each_is_and_the_others_are_follows_from_what_they_declared(name: str) -> None:
    """The mean of six evenings, drawn a little to an even table; of the others one's own decisions
    do not count.
    """
    loose = TABLES[name]
    judged = judge(evenings(loose, 6, EVENING, seed=1))
    found = looseness(judged, known_cards(judged))
    of_others = looseness_of_others(found, judged.hands.player)
    # These players stay as if every pot were the usual one: where an ante is less of it, that is
    # looser.
    looser = SLOPE * (USUAL - float((judged.hands.unit / judged.settlement.stake).mean()))
    for player, own in enumerate(loose):
        assert abs(found[judged.hands.player == player].mean() - own - looser) < 0.2
        others = np.mean([one for at, one in enumerate(loose) if at != player])
        assert abs(of_others[judged.hands.player == player].mean() - others - looser) < 0.08


def test_where_cards_are_not_written_down_how_many_stayed_tells() -> None:
    """The same evenings without a card dealt: less is known, and a loose table still is no even
    one.
    """
    found = {}
    for name in ("tight", "even", "loose"):
        hands = evenings(TABLES[name], 6, EVENING, seed=1)
        hands.dealt_count[:] = ABSENT
        judged = judge(hands)
        found[name] = float(looseness(judged, known_cards(judged)).mean())
    assert found["tight"] < found["even"] - 0.05
    assert found["loose"] > found["even"] + 0.1


@pytest.mark.parametrize("others", [0.45, -0.25])
def test_where_nobody_wrote_cards_down_a_chart_player_is_one_whoever_the_others_are(
    others: float,
) -> None:
    """Who sits among loose players has many in before, and stays less: by the rate of all places
    that was tight.
    """
    hands = evenings((0.0, others, others, others, others), 40 if FULL else 12, EVENING, seed=2)
    hands.dealt_count[:] = ABSENT
    judged = judge(hands)
    found = looseness(judged, known_cards(judged))
    own, theirs = found[hands.player == 0], found[hands.player > 0]
    error = own.std() / np.sqrt(len(own) / EVENING)
    print(f"others {others:+.2f}: own {own.mean():+.3f} ± {error:.3f}, they {theirs.mean():+.3f}")
    assert abs(own.mean()) < 0.05
    assert abs(theirs.mean() - others) < 0.2


def test_nothing_seen_makes_an_even_table() -> None:
    judged = judge(evenings(TABLES["loose"], 1, 1, seed=1))
    known = known_cards(judged)
    known.sound[:] = False
    assert np.abs(looseness(judged, known)).max() < 1e-9


@pytest.mark.parametrize("name", TABLES if FULL else ["loose"])
def test_a_cost_is_what_a_decision_truly_loses(name: str) -> None:
    """Each is played on with the cards that were really dealt: within a tenth, as far as so many
    hands can tell.
    """
    loose = TABLES[name]
    judged = judge(evenings(loose, 160 if FULL else 2, 25, seed=3))
    known = known_cards(judged)
    priced = stay_or_pass(judged, looseness(judged, known), known)
    lost, said = truly_lost(judged, priced, loose), np.nan_to_num(priced.cost)
    reach = 3 * np.std(said - lost) / np.sqrt(len(said))
    print(
        f"{name}: said {said.mean():.4f}, lost {lost.mean():.4f}, "
        f"{said.mean() / lost.mean():.3f}, ±{reach:.4f}"
    )
    assert abs(said.mean() - lost.mean()) < 0.1 * lost.mean() + reach
