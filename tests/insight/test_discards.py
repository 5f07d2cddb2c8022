"""The price of what was thrown away."""

from __future__ import annotations

import numpy as np
import pytest

from ledger.engine import judge
from ledger.game.play import NAMES
from ledger.hands import columns
from ledger.insight import Priced, known_cards, priced_discards
from ledger.log import read

HEAD = """bourre 1
session 2026-11-20 friday
rules louisiana
seats Ann Bea Cal Dot
"""
HAND = """
hand 1 Dot 7h
dealt Ann Ah Kh Qh 2c 3d
play Ann 2 out 2c 3d
play Bea 1
pass Cal
pass Dot
"""


def priced(text: str) -> tuple[Priced, dict[str, int]]:
    """The discards of the hands of a log, and where each player's is."""
    judged = judge(columns([read(text, "evening.bourre")]))
    found = priced_discards(judged, np.zeros(judged.hands.player.shape), known_cards(judged))
    names = (
        judged.hands.name(row, place) for row, place in zip(found.row, found.place, strict=True)
    )
    return found, {name: at for at, name in enumerate(names)}


def mask(*cards: str) -> int:
    """Cards as a mask."""
    return sum(1 << NAMES.index(card) for card in cards)


def test_throwing_away_the_highest_trumps_costs_most_of_a_stake() -> None:
    found, at = priced(HEAD + HAND.replace("out 2c 3d", "out Ah Kh"))
    ann = at["Ann"]
    assert found.best[ann] & mask("Ah", "Kh", "Qh") == 0
    assert found.cost[ann] - 2 * found.se[ann] > 0.3


def test_throwing_away_what_is_neither_trump_nor_high_costs_nothing() -> None:
    found, at = priced(HEAD + HAND)
    assert found.best[at["Ann"]] == found.chosen[at["Ann"]] == mask("2c", "3d")
    assert found.cost[at["Ann"]] == 0


def test_discards_are_not_priced_without_the_deal_or_what_was_thrown_away() -> None:
    found, at = priced(HEAD + HAND)
    assert found.why_not[at["Bea"]] == "the five cards dealt are not written down"
    assert "Cal" not in at, "who passes throws nothing away"
    found, at = priced(HEAD + HAND.replace(" out 2c 3d", ""))
    assert np.isnan(found.cost[at["Ann"]])
    assert found.why_not[at["Ann"]] == "the cards thrown away are not written down"


@pytest.mark.slow
def test_where_all_declare_first_a_discard_hangs_on_those_behind_as_well() -> None:
    """That Bea plays is known when Ann draws in ``acadiana``, and not in ``louisiana``."""
    text = HEAD.replace("louisiana", "acadiana") + HAND.replace("out 2c 3d", "out 2c Qh")
    one, at = priced(text)
    other, _ = priced(text.replace("play Bea 1", "pass Bea").replace("pass Cal", "play Cal 1"))
    assert one.cost[at["Ann"]] != other.cost[at["Ann"]]
    text = text.replace("acadiana", "louisiana")
    one, _ = priced(text)
    other, _ = priced(text.replace("play Bea 1", "pass Bea").replace("pass Cal", "play Cal 1"))
    assert one.cost[at["Ann"]] == other.cost[at["Ann"]]
