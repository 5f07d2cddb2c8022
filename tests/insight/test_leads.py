"""The table of leads."""

from __future__ import annotations

import numpy as np
from benchmarks.tried_leads import tried

from ledger.game import PRESETS, Rules
from ledger.game.play import NAMES
from ledger.hands.model import Array
from ledger.insight import reference
from ledger.insight.leads import NEXT, PLAIN, SHAPE, TOP, cell_of, first_leads, led as by_option
from ledger.insight.reference_tables import shipped_leads
from ledger.simulation.deck import Dice
from ledger.simulation.hand import SUITS

HEARTS = 1
FEW = 150


def mask(cards: str) -> Array:
    """Cards as a mask of one hand."""
    return np.array([sum(1 << NAMES.index(card) for card in cards.split())])


def led(cards: str, *, players: int = 2, sure: str = "", won: int = 0) -> str:
    """What is led by the table that is shipped, hearts being trumps."""
    hand, trumps = mask(cards), SUITS[[HEARTS]]
    own, unbeaten = (each >> 13 * HEARTS & 0x1FFF for each in (hand & trumps, mask(sure)))
    cell = cell_of(len(cards.split()), np.array([players]), own, unbeaten, np.array([won]))
    return NAMES[int(by_option(shipped_leads()[cell], hand, trumps)[0]).bit_length() - 1]


def test_a_plain_card_is_led_from_three_trumps() -> None:
    """The top trump of three lost 0.14 stakes beside the best lead with open cards."""
    assert led("Kh 9h 3h Qs 4d") == "Qs"
    assert led("Kh 9h 3h Qs 4d", players=3) == "Qs"
    assert led("9h 3h Qs Ad 4d") == "Ad"


def test_the_two_highest_trumps_are_led_from_the_top() -> None:
    assert led("Ah Kh Qs 5d 4d", sure="Ah Kh") == "Ah"
    assert led("Ah 4d", sure="Ah", won=1) == "Ah"


def test_every_lead_is_a_card_that_may_be_led() -> None:
    """Where there is no such card, the next best thing; a cinch leaves the highest trumps alone."""
    legal = np.array([mask(cards)[0] for cards in ("Ah 4h", "4h", "Qs 4d", "Kh Qs", "9h 3h 2h Qs")])
    cards = np.stack(
        [by_option(np.full(5, option), legal, SUITS[[HEARTS] * 5]) for option in (TOP, NEXT, PLAIN)]
    )
    assert ((cards & legal) == cards).all()
    assert (np.bitwise_count(cards) == 1).all()
    assert [NAMES[int(card).bit_length() - 1] for card in cards[:, 4]] == ["9h", "3h", "Qs"]


def test_what_is_shipped_is_what_trying_each_lead_finds() -> None:
    """New deals: it gains on the leads that learning begins with, and of what comes often no other
    lead is plainly better.
    """
    leads = shipped_leads()
    found = tried(reference(PRESETS["louisiana"], 5), Dice(2026), 20_000)
    gained = np.choose(leads[found.cell], found.value) - np.choose(
        first_leads()[found.cell], found.value
    )
    assert gained.mean() > 3 * gained.std() / np.sqrt(len(gained))
    mine = np.choose(leads[found.cell], found.value)
    for number in np.flatnonzero(np.bincount(found.cell) >= FEW):
        for other in found.value:
            better = (other - mine)[found.cell == number]
            assert better.mean() < max(4 * better.std() / np.sqrt(len(better)), 0.01), (
                np.unravel_index(number, SHAPE)
            )


def test_leads_are_the_same_in_all_tables() -> None:
    assert (reference(Rules(), 3).leads == reference(PRESETS["casino"], 7).leads).all()
