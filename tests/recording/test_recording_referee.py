"""The referee while a hand is being recorded: what is told, when, and the ways out of it; and whose
deal it is after that.
"""

from __future__ import annotations

import pytest

from ledger.recording.hand_steps import Objection, objections, take_back
from ledger.recording.prompt import enter_line
from ledger.recording.recording import NewSession, Recording, start
from ledger.recording.so_far import view

HAND = ("hand Cal 9h", "play Ann", "play Bea", "play Cal")


def after(*lines: str, rules: str = "louisiana") -> Recording:
    recording = start(NewSession("2026-11-20", "friday", ("Ann", "Bea", "Cal"), rules, pot=4))
    for line in lines:
        recording = enter_line(recording, line)
    return recording


def told(before: Recording, line: str) -> list[Objection]:
    return objections(before, enter_line(before, line))


def test_a_card_that_the_known_hand_forbids_can_be_taken_back() -> None:
    (found,) = told(
        after(
            "hand Cal 9h", "dealt Bea As Ad 2d 3c 4c", "play Ann", "play Bea 0", "play Cal", "Ks"
        ),
        "2d",
    )
    assert (found.finding.rule, found.finding.player, found.finding.trick) == (
        "follow-suit",
        "Bea",
        1,
    )
    assert found.recalls == (("As", "trick Ann Ks 2d>As"),)
    assert found.call == "renege Bea"
    assert found.cost == 7
    assert found.words.endswith(
        "It can still be taken back; or it stands, and the table may call the renege (7 into the "
        "next pot)."
    )


def test_each_right_card_is_a_way_out() -> None:
    hand = after(
        "hand Cal 9h", "dealt Bea As Qs 2d 3c 4c", "play Ann", "play Bea 0", "play Cal", "Js"
    )
    (found,) = told(hand, "2d")
    assert [line for _, line in found.recalls] == ["trick Ann Js 2d>As", "trick Ann Js 2d>Qs"]
    assert view(take_back(enter_line(hand, "2d"), "Qs")).hand.best.card == "Qs"  # type: ignore[union-attr]


def test_a_later_card_proves_it_when_it_is_too_late_to_take_it_back() -> None:
    hand = after(*HAND, "Ks 2d 3s", "Ah")
    (found,) = told(hand, "4s")
    assert (found.finding.rule, found.finding.player, found.finding.trick) == (
        "follow-suit",
        "Bea",
        1,
    )
    assert found.recalls == ()
    assert found.call == "renege Bea"
    assert "The next card has been played, so it stands" in found.words


def test_nothing_is_held_against_anyone_for_cards_to_come() -> None:
    now = after(*HAND)
    for cards in ("Ks", "2d", "3s", "Ah", "2c", "5d", "Kd"):
        assert told(now, cards) == []
        now = enter_line(now, cards)


def test_it_is_told_once() -> None:
    now = after(*HAND, "Ks 2d 3s", "Ah 4s")
    assert told(now, "2h") == []
    assert told(enter_line(now, "2h"), "renege Bea") == []


def test_the_money_is_told_when_the_hand_is_confirmed() -> None:
    """Who took and matched may come in any order; the wrong one is told at the end."""
    now = after(*HAND, "tricks Ann 3 Bea 2")
    assert told(now, "take Bea") == []
    now = enter_line(now, "take Bea")
    assert {found.finding.rule for found in told(now, "ok")} == {"take"}
    assert {found.finding.player for found in told(now, "ok")} == {"Ann", "Bea"}
    assert not any(found.call or found.recalls for found in told(now, "ok"))


def test_a_wrong_dealer_is_told_at_once() -> None:
    now = after(*HAND, "tricks Ann 5", "")
    (found,) = told(now, "hand Bea 8h")
    assert found.finding.rule == "dealer"
    assert told(now, "hand 8h") == []


def test_a_count_that_is_off_is_told_between_hands() -> None:
    now = after("buyin Ann 40")
    assert told(now, "count Ann 40") == []
    (found,) = told(now, "count Ann 41")
    assert found.finding.rule == "count"


@pytest.mark.parametrize(
    ("rules", "antes"),
    [
        ("louisiana", {"Cal": 1, "Ann": 0, "Bea": 0}),
        ("louisiana dealer-antes=yes", {"Cal": 0, "Ann": 0, "Bea": 3}),
    ],
)
def test_a_card_taken_back_costs_the_next_deal(rules: str, antes: dict[str, int]) -> None:
    """Ann, whose heart proves the diamond wrong (4.10), is passed over, and Bea deals; where the
    dealer antes for all it is Bea who does. Ann and Bea have split.
    """
    now = after(*HAND, "Ks As 3s", "Ah 5h 2d>2h", "tricks Ann 2 Bea 2 Cal 1", rules=rules)
    coming = view(now).coming
    assert coming is not None
    assert coming.dealer == "Bea"
    assert coming.antes == antes
    assert told(enter_line(now, ""), "hand 8h") == []


def test_a_card_taken_back_that_nothing_proves_wrong_costs_no_deal_for_certain() -> None:
    """ "The turn to deal is only possibly forfeited" (4.10): Ann may deal, and Bea."""
    now = after(*HAND, "Ks>As 2s 3s", "tricks Ann 2 Bea 2 Cal 1")
    coming = view(now).coming
    assert coming is not None
    assert coming.dealer == "Ann"
    assert told(enter_line(now, ""), "hand Ann 8h") == []
    assert told(enter_line(now, ""), "hand Bea 8h") == []


def test_an_ace_that_the_dealer_passes_is_told_when_the_hand_is_confirmed() -> None:
    now = after("hand Cal Ah", "play Ann", "play Bea")
    assert told(now, "pass Cal") == []
    now = enter_line(now, "pass Cal")
    assert told(now, "tricks Ann 5") == []
    (found,) = told(enter_line(now, "tricks Ann 5"), "ok")
    assert found.finding.rule == "dealer-must-play"
