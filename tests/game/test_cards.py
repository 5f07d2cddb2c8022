"""ledger.game.play: cards are numbers in the order of suits and ranks, hands are masks, and text is
made at the edges (1.1).
"""

import pytest

from ledger.game.play import (
    DECK,
    NAMES,
    NONE,
    RANKS,
    SUIT,
    SUITS,
    SYMBOLS,
    UNKNOWN,
    cards_in,
    mask_of_card,
    mask_of_suit,
    pretty,
)


def test_1_1_a_card_is_thirteen_times_its_suit_and_its_rank() -> None:
    assert NAMES[0] == "2s"
    assert NAMES[12] == "As"
    assert NAMES[13] == "2h"
    assert NAMES[51] == "Ac"
    assert [NAMES[13 * suit + rank] for suit in range(4) for rank in range(13)] == [
        rank + suit for suit in SUITS for rank in RANKS
    ]


def test_1_1_names_end_with_the_unknown_card_and_none_at_all() -> None:
    assert NAMES[UNKNOWN] == "??"
    assert NAMES[NONE] == "-"
    assert len(NAMES) == len(set(NAMES)) == 54


def test_1_1_four_suits_of_thirteen_make_the_deck() -> None:
    assert DECK == sum(SUIT) == SUIT[0] | SUIT[1] | SUIT[2] | SUIT[3]
    assert [suit.bit_count() for suit in SUIT] == [13] * 4
    assert DECK.bit_length() == 52


def test_what_nobody_wrote_down_is_in_no_mask() -> None:
    assert [mask_of_card(card) for card in (0, 12, 51, UNKNOWN, NONE)] == [
        1,
        1 << 12,
        1 << 51,
        0,
        0,
    ]
    assert [mask_of_suit(suit) for suit in (0, 3, -1)] == [SUIT[0], SUIT[3], 0]


def test_cards_of_a_mask_stand_by_suit_from_high_to_low() -> None:
    names = ["As", "Ts", "2s", "Kh", "3h", "Qd", "2d", "Ac", "2c"]
    mask = sum(1 << NAMES.index(name) for name in names)
    assert [NAMES[card] for card in cards_in(mask)] == names
    assert cards_in(0) == []
    assert sorted(cards_in(DECK)) == list(range(52))


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("As", "A♠"),
        ("Ts", "10♠"),
        ("2h", "2♥"),
        ("Td", "10♦"),
        ("Kc", "K♣"),
        ("??", "??"),
        ("-", "-"),
    ],
)
def test_a_card_as_people_read_it(card: str, text: str) -> None:
    assert pretty(NAMES.index(card)) == text


def test_every_suit_has_a_symbol() -> None:
    assert len(SYMBOLS) == len(SUITS)
