"""The price of a card."""

from __future__ import annotations

import numpy as np

from ledger.engine import judge
from ledger.game.play import NAMES
from ledger.hands import columns
from ledger.hands.model import ABSENT
from ledger.insight import Priced, known_cards, priced_cards
from ledger.log import read

HEAD = """bourre 1
session 2026-11-20 friday
rules louisiana
seats Ann Bea Cal
"""
HAND = """
hand 1 Cal 7h
dealt Ann Ah Kh 2c 3d 4d
dealt Bea 3h 2s Ks Qs 5d
play Ann 0
play Bea 0
pass Cal
trick Ann Ah 3h
trick Ann Kh 2s
trick Ann 2c Qs
trick Ann 3d 5d
trick Bea Ks 4d
"""


def priced(text: str) -> tuple[Priced, dict[tuple[str, int], int]]:
    """The cards of the hands of a log that were a choice, and where each is, by player and trick
    from 1.
    """
    judged = judge(columns([read(text, "evening.bourre")]))
    assert not judged.hands.quarantined.any(), judged.hands.errors
    found = priced_cards(judged, np.zeros(judged.hands.player.shape), known_cards(judged))
    names = (
        judged.hands.name(row, place) for row, place in zip(found.row, found.place, strict=True)
    )
    return found, {
        (name, int(trick) + 1): at
        for at, (name, trick) in enumerate(zip(names, found.trick, strict=True))
    }


def mask(*cards: str) -> int:
    """Cards as a mask."""
    return sum(1 << NAMES.index(card) for card in cards)


def test_forced_cards_are_no_decisions() -> None:
    """Bea must follow the ace of trumps with her only trump; whoever holds one card has no
    choice.
    """
    _, at = priced(HEAD + HAND)
    assert ("Bea", 1) not in at
    assert not any(trick == 5 for _, trick in at)
    assert ("Bea", 2) in at


def test_throwing_the_only_sure_trick_on_one_that_is_lost_costs_chips() -> None:
    """Ann's king of trumps takes the second trick. Bea throws the king of spades away, and keeps
    small cards.
    """
    found, at = priced(
        HEAD + HAND.replace("Kh 2s", "Kh Ks").replace("trick Bea Ks", "trick Bea 2s")
    )
    bea = at["Bea", 2]
    assert found.chosen[bea] == mask("Ks")
    assert found.cost[bea] >= 0
    found, at = priced(HEAD + HAND)
    assert found.cost[at["Bea", 2]] == 0, "the lowest is as good as any"


def test_a_card_after_one_that_nobody_wrote_down_has_no_price() -> None:
    """Whatever lay there may have been the card to beat; what was played before has the price that
    it had.
    """
    whole, at = priced(HEAD + HAND)
    hidden, there = priced(HEAD + HAND.replace("Ann 2c", "Ann ??"))
    assert hidden.cost[there["Bea", 2]] == whole.cost[at["Bea", 2]]
    assert np.isnan(hidden.cost[there["Bea", 3]])
    assert hidden.why_not[there["Bea", 3]] == "a card before it is not written down"
    hidden, there = priced(
        HEAD + HAND.replace("dealt Ann Ah Kh 2c 3d 4d\n", "").replace("Ann 2c", "Ann ??")
    )
    assert hidden.why_not[there["Ann", 1]] == "the whole hand is not written down"


def test_somebody_who_is_let_take_a_first_trick_is_named() -> None:
    """Bea has taken nothing. Ann could win the third trick's diamonds with the ace, and plays low
    to Bea's king.
    """
    text = HAND.replace("2c 3d 4d", "Qh Ad 4d").replace("3h 2s Ks Qs 5d", "3h 2s Ks Kd 5d")
    tricks = """trick Ann Ah 3h
trick Ann Kh 2s
trick Ann Qh 5d
trick Ann 4d Kd
trick Bea Ks Ad
"""
    found, at = priced(HEAD + text[: text.index("trick")] + tricks)
    ann = at["Ann", 4]
    assert (found.chosen[ann], found.best[ann]) == (mask("4d"), mask("Ad"))
    assert found.cost[ann] - 2 * found.se[ann] > 0.05
    assert found.gave[ann] == 1
    assert (np.delete(found.gave, ann) == ABSENT).all()
