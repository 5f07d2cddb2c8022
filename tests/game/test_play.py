"""ledger.game.play: what is legal, what beats what, which trumps are sure; the same for one hand
and for arrays of hands.
"""

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ledger.game.play import (
    NAMES,
    RANKS,
    SUIT,
    SUITS,
    beats,
    best_of,
    cards_in,
    highest_trumps,
    legal_plays,
    legal_whatever_lies,
    player_at,
    ranks,
    suit_of,
    sure_tricks,
)

ALL, NOTHING = -1, 0


def mask(cards: str) -> int:
    return sum(1 << NAMES.index(card) for card in cards.split())


def named(cards: int) -> str:
    return " ".join(NAMES[card] for card in cards_in(cards))


def rank_mask(cards: str) -> int:
    """Return the 13-bit mask of ranks such as ``KQT98``."""
    return sum(1 << RANKS.index(rank) for rank in cards)


# --- Legal plays: hand, card led, best card, trumps, what may be played ---------------------------

LEGAL = [
    ("on lead, anything", "As 3h 4d", "", "", "s", "As 3h 4d"),
    ("4.3 follow suit", "As 3h 4d", "Kh", "Kh", "s", "3h"),
    ("4.3 follow a trump", "As 3h 4s", "Ks", "Ks", "s", "As"),
    ("4.4 void, a trump", "9s 3d 4d", "Kh", "Kh", "s", "9s"),
    ("4.4 void, any trump on a plain card", "As 2s 4d", "Kh", "Kh", "s", "As 2s"),
    ("4.5 beat in the suit led", "Ah 3h 4d", "Kh", "Kh", "s", "Ah"),
    ("4.5 any card that beats", "Ah Qh 3h", "Th", "Jh", "s", "Ah Qh"),
    ("4.5 cannot beat, any of the suit", "Jh 3h 4d", "Kh", "Kh", "s", "Jh 3h"),
    ("4.5 already trumped, any of the suit", "Ah 3h As", "Kh", "2s", "s", "Ah 3h"),
    ("4.5 overtrump", "9s 3s 4d", "Kh", "5s", "s", "9s"),
    ("4.5 overtrump with any", "As 9s 3s", "Kh", "5s", "s", "As 9s"),
    ("4.6 a trump that cannot win", "4s 3s 4d", "Kh", "5s", "s", "4s 3s"),
    ("4.6 a trump led, lower ones", "4s 3s 4d", "Ks", "Ks", "s", "4s 3s"),
    ("4.7 neither", "4c 3c 4d", "Kh", "Kh", "s", "4d 4c 3c"),
    ("no trump known", "4c 3s 4d", "Kh", "Kh", "", "3s 4d 4c"),
    ("best is an off-suit card of nobody's suit", "2h 4d", "3h", "3h", "s", "2h"),
]


@pytest.mark.parametrize(
    ("why", "hand", "led", "best", "trump", "legal"), LEGAL, ids=[row[0] for row in LEGAL]
)
def test_legal_plays(why: str, hand: str, led: str, best: str, trump: str, legal: str) -> None:
    led_suit = SUIT[SUITS.index(led[1])] if led else 0
    trumps = SUIT[SUITS.index(trump)] if trump else 0
    found = legal_plays(mask(hand), led_suit, mask(best), trumps, ALL)
    assert named(found) == named(mask(legal)), why
    assert isinstance(found, int)


def test_4_6_a_house_that_lets_one_off() -> None:
    hand = mask("4s 3s 4d")
    assert legal_plays(hand, SUIT[1], mask("5s"), SUIT[0], NOTHING) == hand
    assert legal_plays(mask("6s 3s 4d"), SUIT[1], mask("5s"), SUIT[0], NOTHING) == mask("6s")
    assert legal_plays(mask("2s 3s 4d"), SUIT[1], mask("5h"), SUIT[0], NOTHING) == mask("2s 3s")
    # A trump led is followed, whatever the house says of 4.6.
    assert legal_plays(hand, SUIT[0], mask("5s"), SUIT[0], NOTHING) == mask("4s 3s")


def test_4_2_beats() -> None:
    hearts, spades = SUIT[1], SUIT[0]
    assert beats(mask("Jh"), hearts, spades) == mask("Ah Kh Qh") | spades
    assert beats(mask("Ah"), hearts, spades) == spades
    assert beats(mask("Js"), hearts, spades) == mask("As Ks Qs")
    assert beats(mask("As"), hearts, spades) == 0
    assert beats(mask("Ac"), SUIT[3], SUIT[2]) == SUIT[2]


@pytest.mark.parametrize(
    ("trick", "trump", "best"),
    [
        ("9h", "s", "9h"),
        ("9h Kh Th", "s", "Kh"),
        ("9h Ad Ac", "s", "9h"),
        ("9h Kh 2s Ah", "s", "2s"),
        ("9h 2s As 3s", "s", "As"),
        ("9s Kh As", "s", "As"),
        ("9h Kh 2s", "", ""),
        ("9h 2s 3d", "", ""),
        ("9h Kh 3h", "", "Kh"),
        ("9h ?? 2s", "s", ""),
        ("?? Kh 2s", "s", ""),
        ("9h Kh ??", "", ""),
    ],
)
def test_4_2_the_card_that_takes_a_trick_as_it_stands(trick: str, trump: str, best: str) -> None:
    cards = [0 if card == "??" else mask(card) for card in trick.split()]
    trumps = SUIT[SUITS.index(trump)] if trump else 0
    assert named(best_of(cards, trumps)) == best
    many = [np.array([card, 1 << 20], np.int64) for card in cards]
    assert best_of(many, np.array([trumps, SUIT[0]], np.int64)).tolist() == [
        best_of(cards, trumps),
        1 << 20,
    ]


def test_the_suit_of_a_card() -> None:
    assert [suit_of(1 << card) for card in range(52)] == [SUIT[card // 13] for card in range(52)]
    assert suit_of(0) == 0


def test_4_2_the_turn_goes_round_clockwise_from_the_leader() -> None:
    assert [player_at(2, turn, 4) for turn in range(4)] == [2, 3, 0, 1]
    assert player_at(np.array([0, 1, 2], np.int8), 2, np.array([3, 3, 4], np.int8)).tolist() == [
        2,
        0,
        0,
    ]


def test_6_3_with_an_unknown_card_on_the_table() -> None:
    hearts, spades = SUIT[1], SUIT[0]
    assert legal_whatever_lies(mask("Ah 3h As"), hearts, spades, ALL) == mask("Ah 3h")
    assert legal_whatever_lies(mask("As 2s 3d"), hearts, spades, ALL) == mask("As 2s")
    assert legal_whatever_lies(mask("As 2s 3d"), hearts, spades, NOTHING) == mask("As 2s 3d")
    assert legal_whatever_lies(mask("3c 3d"), hearts, spades, ALL) == mask("3c 3d")
    assert legal_whatever_lies(mask("3c As"), 0, spades, ALL) == mask("3c As")


# --- 4.8: sure tricks and neighbours --------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "gone", "sure"),
    [
        ("AKQ", "", 3),
        ("KQT98", "", 3),
        ("AQJ", "", 2),
        ("A", "", 1),
        ("K", "", 0),
        ("K", "A", 1),
        ("KQ", "", 1),
        ("KQ", "A", 2),
        ("QJT", "AK", 3),
        ("AJ", "KQ", 2),
        ("AT9", "", 1),
        ("5432", "", 0),
        ("65432", "AKQJT9", 3),
        ("", "", 0),
        ("AKQJT", "", 5),
    ],
)
def test_4_8_sure_tricks(own: str, gone: str, sure: int) -> None:
    mine = rank_mask(own)
    assert sure_tricks(mine, rank_mask(RANKS) & ~mine & ~rank_mask(gone)) == sure


@pytest.mark.parametrize(
    ("own", "between", "highest"),
    [
        ("AK5", "QJT98764", "AK"),
        ("KJ", "Q", "K"),
        ("KJ", "", "KJ"),
        ("KJ", "A", "KJ"),
        ("KQT98", "AJ", "KQ"),
        ("5", "", "5"),
        ("52", "43", "5"),
        ("AT2", "", "AT2"),
        ("", "AKQ", ""),
    ],
)
def test_4_8_d_neighbours(own: str, between: str, highest: str) -> None:
    assert highest_trumps(rank_mask(own), rank_mask(between)) == rank_mask(highest)


def test_ranks_of_a_suit() -> None:
    hand = mask("As Kh 2h Ad 3c")
    assert [ranks(hand, suit) for suit in range(4)] == [
        rank_mask("A"),
        rank_mask("K2"),
        rank_mask("A"),
        rank_mask("3"),
    ]


def _slowly(own: int, out: int) -> int:
    """Own trumps less a maximum matching, found by trying every way: each that is out beats one
    lower own trump or none.
    """
    mine = [rank for rank in range(13) if own >> rank & 1]
    theirs = [rank for rank in range(13) if out >> rank & 1]

    def beaten(index: int, left: tuple[int, ...]) -> int:
        if index == len(theirs):
            return 0
        best = beaten(index + 1, left)
        for rank in left:
            if rank < theirs[index]:
                best = max(
                    best, 1 + beaten(index + 1, tuple(other for other in left if other != rank))
                )
        return best

    return len(mine) - beaten(0, tuple(mine))


@given(st.sets(st.integers(0, 12), max_size=5), st.sets(st.integers(0, 12), max_size=6))
def test_4_8_sure_tricks_are_what_a_maximum_matching_leaves(own: set[int], out: set[int]) -> None:
    mine = sum(1 << rank for rank in own)
    theirs = sum(1 << rank for rank in out - own)
    assert sure_tricks(mine, theirs) == _slowly(mine, theirs)


# --- One hand and a million -----------------------------------------------------------------------

hands = st.sets(st.integers(0, 51), min_size=1, max_size=5).map(
    lambda cards: sum(1 << card for card in cards)
)
suits = st.integers(-1, 3)


@st.composite
def situations(draw: st.DrawFn) -> tuple[int, int, int, int, int]:
    """Draw a hand, the suit led, the best card, the trumps and the house rule."""
    trump, led = draw(suits), draw(suits)
    best = 0
    if led >= 0:
        suit = draw(st.sampled_from([led, trump if trump >= 0 else led]))
        best = 1 << (13 * suit + draw(st.integers(0, 12)))
    hand = draw(hands)
    return (
        hand & ~best or 1 << 5,
        SUIT[led] if led >= 0 else 0,
        best,
        SUIT[trump] if trump >= 0 else 0,
        draw(st.sampled_from([0, -1])),
    )


@given(st.lists(situations(), min_size=1, max_size=8))
def test_arrays_give_the_same_as_ints(cases: list[tuple[int, int, int, int, int]]) -> None:
    columns = [np.array(column, np.int64) for column in zip(*cases, strict=True)]
    hand, led, best, trumps, must = columns
    assert legal_plays(*columns).tolist() == [legal_plays(*case) for case in cases]
    assert beats(best, led, trumps).tolist() == [beats(b, t, s) for _, t, b, s, _ in cases]
    assert legal_whatever_lies(hand, led, trumps, must).tolist() == [
        legal_whatever_lies(h, t, s, m) for h, t, _, s, m in cases
    ]


@given(st.lists(st.tuples(st.integers(0, 8191), st.integers(0, 8191)), min_size=1, max_size=8))
def test_arrays_give_the_same_trumps_as_ints(cases: list[tuple[int, int]]) -> None:
    pairs = [(own, out & ~own) for own, out in cases]
    own, out = (np.array(column, np.int64) for column in zip(*pairs, strict=True))
    assert sure_tricks(own, out).tolist() == [sure_tricks(*pair) for pair in pairs]
    assert highest_trumps(own, out).tolist() == [highest_trumps(*pair) for pair in pairs]


def test_arrays_broadcast() -> None:
    hand = np.array([[mask("As 3h")], [mask("2d 3d")]], np.int64)
    led = np.array([SUIT[1], SUIT[2], SUIT[3]], np.int64)
    found = legal_plays(hand, led, led & -led, SUIT[0], -1)
    assert [[named(int(cell)) for cell in row] for row in found] == [
        ["3h", "As", "As"],
        ["3d 2d", "3d", "3d 2d"],
    ]


@given(situations(), st.integers(0, 51))
def test_6_2_a_card_more_in_the_hand_never_makes_a_wrong_play_right(
    case: tuple[int, int, int, int, int], extra: int
) -> None:
    hand, *table = case
    before = legal_plays(hand, *table)
    after = legal_plays(hand | 1 << extra, *table)
    assert after & hand & ~before == 0


@given(situations())
def test_something_is_always_legal(case: tuple[int, int, int, int, int]) -> None:
    hand, *_ = case
    legal = legal_plays(*case)
    assert legal
    assert legal & ~hand == 0
