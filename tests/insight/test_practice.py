"""Hands to practise on: the same for a seed and a day, worth asking, and right by what they were
made of.
"""

from datetime import date

import pytest

from ledger.game import PRESETS
from ledger.insight import made_up, puzzle_of
from ledger.insight.practice import CLOSE
from ledger.insight.stay_table import class_of_cards


@pytest.mark.parametrize("preset", ["casino", "indiana"])
def test_made_up_hands_are_those_of_their_seed_and_not_too_close(preset: str) -> None:
    hands = made_up(PRESETS[preset], 36)
    assert [(one.seat, one.margin) for one in hands] == [
        (one.seat, one.margin) for one in made_up(PRESETS[preset], 36)
    ]
    assert all(abs(one.margin) > CLOSE and one.hand.seats[one.seat].dealt for one in hands)


def test_one_card_and_no_other_solves_the_puzzle_of_a_day() -> None:
    puzzle = puzzle_of(date(2026, 11, 7))
    player, leads_to = puzzle.choice.player, puzzle.choice.leads_to
    assert [card for card, ending in leads_to.items() if player not in ending.bourre] == [
        puzzle.solution
    ]
    assert len(leads_to) > 2


def test_a_hand_is_called_by_its_trumps_and_side_aces() -> None:
    spades, hearts = 0, 13
    assert (
        str(class_of_cards([spades + 12, spades + 3, hearts + 12, hearts, hearts + 1], 0))
        == "A +1, side ace"
    )
