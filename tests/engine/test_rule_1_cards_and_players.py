"""rules.md 1: the pack, the seats of each system, the size of a hand."""

from itertools import pairwise

import pytest
from audit_text import found_in, report_of

from ledger.game.play import NAMES, RANKS, SUITS
from ledger.game.rules import PRESETS


def test_1_1_four_suits_of_thirteen_ranks() -> None:
    assert len(set(NAMES[:52])) == 52
    assert {name[0] for name in NAMES[:52]} == set("AKQJT98765432")
    assert {name[1] for name in NAMES[:52]} == set("shdc")


@pytest.mark.parametrize("suit", SUITS)
def test_1_1_each_rank_beats_the_one_below(suit: str) -> None:
    """The higher card wins the trick: its owner may lead to the next one, the other may not."""
    hand = "hand 1 Dot -\nplay Ann 0\nplay Bea 0\n"
    trumps = hand.replace("-", "s" if suit != "s" else "h")
    for low, high in pairwise(RANKS):
        trick = f"trick Ann {low}{suit} {high}{suit}\n"
        assert found_in(trumps + trick + "trick Bea ?? ??\n") == [], trick
        assert found_in(trumps + trick + "trick Ann ?? ??\n") == ["turn 1.2 Ann"], trick


@pytest.mark.parametrize("preset", PRESETS)
def test_1_2_seats_by_source(preset: str) -> None:
    least, most = {"tutorial": (3, 8), "acadiana": (2, 7), "casino": (2, 7)}.get(preset, (2, 8))
    for seats in range(2, 12):
        names = " ".join(f"P{seat}" for seat in range(1, seats + 1))
        log = (
            f"rules {preset}\nseats {names}\nhand 1 P{seats} -\npass {names}\nhand 2 P1 -\npass "
            f"{names}\n"
        )
        found = [line for line in found_in(log) if not line.startswith("all-passed")]
        assert found == ([] if least <= seats <= most else ["seats 1"]), log


def test_1_3_a_deal_counts_neither_the_separate_card_nor_the_hand_size_of_another_game() -> None:
    deal = "hand 1 Dot 2s\ndealt Dot Ah Kh Qh Jh 9h\npass Dot\n"
    for rules in ("separate-trump", "dealer-takes-trump"):
        report = report_of(f"rules {rules}\n{deal}")
        assert report.findings == []
