"""rules.md 4.8: who is certain of the pot leads and plays the highest trump; and everyone who only
seems to be.
"""

import numpy as np
import pytest
from audit_text import found_in

from ledger.engine.replay import highest_of
from ledger.game.rules import PRESETS

# --- d: neighbours --------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["As", "Ks", "Qs"])
def test_4_8_d_a_neighbour_counts_as_the_highest(card: str) -> None:
    log = "hand 1 Dot 2s\ndealt Ann As Ks Qs 3h 4d\nplay Ann 0\nplay Bea 0\ntrick Ann {} 3s\n"
    assert found_in(log.format(card)) == []
    assert found_in(log.format("4d")) == ["cinch 1.1 Ann 4d [As Ks Qs]", "unpaid-renege 1 Ann +4"]


@pytest.mark.parametrize("jack", ["dealt Cal Js 3c 4c 5c\nplay Cal 0", "play Cal 1 in Js"])
def test_4_8_d_a_jack_kept_by_one_who_dropped_is_out(jack: str) -> None:
    log = "rules indiana\nhand 1 Dot 2s\nplay Ann 1\nplay Bea 1\n{}\npass Cal\ntrick Ann Ts 3s\n"
    log += "trick Ann As 4s\ntrick Ann Ks 5s\ntrick Ann Qs 6s\n"
    assert [line for line in found_in(log.format(jack)) if line.startswith("cinch")] == [
        "cinch 1.1 Ann Ts [As Ks Qs]"
    ]
    assert found_in(log.format("play Cal 1")) == []


# --- Evidence -------------------------------------------------------------------------------------


def test_4_8_folded_first_own_discards_are_out_only_once_the_passed_hands_are_used_up() -> None:
    log = """
    rules louisiana declare=two-rounds reuse={}
    seats Ann Bea Cal Dot Eve Fay Gus Hal
    hand 1 Hal 2s
      dealt Ann As Ks Qs Js 3d
      play Ann 1 out As in 4h
      play Bea 5 Cal 5 Dot 2
      trick Ann 4h 5h 6h 7h
    """
    # 13 drawn, of a stock of 12: of the twenty cards of the passed hands only one.
    assert found_in(log.format("together")) == []
    assert found_in(log.format("folded-first"))[0] == "cinch 1.1 Ann 4h [Ks Qs Js]"


# --- Houses and recalls ---------------------------------------------------------------------------

LED_ANOTHER_SUIT = """
    rules {}
    hand 1 Dot 2s
      dealt Ann As Ks Qs 3h {}
      play Ann 0
      play Bea 0
      trick Ann 3h 9h
"""


@pytest.mark.parametrize("preset", PRESETS)
def test_4_8_by_preset(preset: str) -> None:
    log = LED_ANOTHER_SUIT.format(preset, "4d" if preset != "indiana" else "")
    found = [line for line in found_in(log) if line.startswith("cinch")]
    assert found == ([] if preset == "casino" else ["cinch 1.1 Ann 3h [As Ks Qs]"])


def test_4_8_as_an_option() -> None:
    assert found_in(LED_ANOTHER_SUIT.format("louisiana cinch=no", "4d")) == []
    found = ["cinch 1.1 Ann 3h [As Ks Qs]", "unpaid-renege 1 Ann +6"]
    assert found_in(LED_ANOTHER_SUIT.format("casino cinch=yes", "4d")) == found


RECALLED = """
    rules louisiana recall={}
    hand 1 Dot 2s
      dealt Ann As Ks Qs 3h 4d
      play Ann 0
      play Bea 0
      trick Ann 3h>As 4s
      trick Ann 4d 5d
"""


def test_4_8_who_took_a_card_back_under_forfeit_has_no_cinch() -> None:
    assert found_in(RECALLED.format("forfeit")) == ["recall 1.1 Ann 3h"]


def test_4_8_that_card_may_have_been_right_and_the_recall_waived() -> None:
    wrong = RECALLED.format("forfeit")
    right, none = wrong.replace("3h>As", "Ks>As"), wrong.replace("3h>As", "As")
    found = [
        found_in(log)
        for log in (right, f"{right}    waive 1 Ann\n", f"{wrong}    waive 1 Ann\n", none)
    ]
    assert [any(line.startswith("cinch") for line in lines) for lines in found] == [
        False,
        False,
        False,
        True,
    ]


@pytest.mark.parametrize("recall", ["free", "renege"])
def test_4_8_other_houses_take_no_cinch_away(recall: str) -> None:
    found = found_in(RECALLED.format(recall))
    assert [line for line in found if line.startswith("cinch")] == ["cinch 1.2 Ann 4d [Ks Qs]"]


@pytest.mark.parametrize("trump", "hdc")
def test_4_8_in_every_suit(trump: str) -> None:
    hand = (
        f"hand 1 Dot 2{trump}\n  dealt Ann A{trump} K{trump} Q{trump} 3s 4s\n  play Ann 0\n  play "
        "Bea 0\n"
    )
    found = [f"cinch 1.1 Ann 3s [A{trump} K{trump} Q{trump}]", "unpaid-renege 1 Ann +4"]
    assert found_in(f"{hand}  trick Ann 3s 9s\n") == found
    assert found_in(f"{hand}  trick Ann Q{trump} 9{trump}\n") == []


# --- Shown out ------------------------------------------------------------------------------------

SHOWN_OUT = """
    rules louisiana {rules}
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      play Cal 2
      trick Ann Ah {first}
      trick Ann 9s {second}
      trick Ann 4d 5d 7d
      trick Cal {fourth}
      trick {last}
"""
"""Ann leads the ace of hearts, then the nine of spades, and holds the three of spades when she
leads a diamond.
"""


def shown_out(
    second: str = "3h 8c",
    fourth: str = "8d 3s 5h",
    first: str = "Kh Qh",
    last: str = "Ann 5c 6c 7c",
    **of: str,
) -> list[str]:
    """Return the findings about a cinch of SHOWN_OUT."""
    log = SHOWN_OUT.format(
        rules=of.get("rules", ""), first=first, second=second, fourth=fourth, last=last
    )
    return [line for line in found_in(log) if line.startswith("cinch")]


def test_4_8_the_last_trumps_of_all_are_sure() -> None:
    # Both others discarded on a lead of trumps: Ann, with two tricks, is certain of a third, and
    # did not lead her last trump.
    assert shown_out() == ["cinch 1.3 Ann 4d [3s]"]


def test_4_8_shown_out_by_failing_suit_and_trump() -> None:
    assert shown_out(first="Kc Qd", second="3s 8c") == []  # Bea had a trump after all
    assert shown_out(first="Kc Qd", second="3c 8c") == ["cinch 1.3 Ann 4d [3s]"]
    plain = """
    rules louisiana must-trump={}
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      trick Ann Ah 3c
      trick Ann Kh 4c
      trick Ann 4d 5d
      trick Bea 6d 3s
      trick Ann 8c 9c
    """
    assert "cinch 1.3 Ann 4d [3s]" in found_in(plain.format("yes"))
    # Where none but a winning trump need be played, who fails both has shown nothing.
    assert not any(line.startswith("cinch") for line in found_in(plain.format("no")))


def test_4_8_one_player_who_has_not_shown_out_is_enough() -> None:
    assert shown_out(second="3h 8s") == []


@pytest.mark.parametrize(
    "later",
    [
        # played a trump later: what Bea did was a renege, and shows nothing
        {"last": "Ann 5c Ks 7c"},
        {"last": "Ann 5c ?? 7c"},  # may have
        {"last": "Ann 5c Ks>6c 7c"},  # took one back
    ],
)
def test_4_8_a_showing_that_the_record_disproves_or_may_yet_disprove_shows_nothing(
    later: dict[str, str],
) -> None:
    assert shown_out(**later) == []


def test_4_8_a_showing_with_a_card_since_taken_back_shows_nothing() -> None:
    assert shown_out(second="3h>8s 8c") == []


def test_4_8_ann_shows_nothing_to_herself() -> None:
    # Who led the trumps has shown nothing, so Cal knows of no cinch.
    log = """
    hand 1 Dot 2s
      play Ann 2
      play Cal 2
      trick Ann Kh Ah
      trick Cal Kd Qd
      trick Cal 9s 3h
      trick Cal 4d 5d
      trick Ann 6d 4s
    """
    assert [line for line in found_in(log) if line.startswith("cinch")] == ["cinch 1.4 Cal 4d [4s]"]


# --- G at its word --------------------------------------------------------------------------------


def test_4_8_literal_has_no_c_and_no_d() -> None:
    neighbour = """
    rules louisiana cinch={}
    hand 1 Dot 2s
      dealt Ann As Ks Qs 3h 4d
      play Ann 0
      play Bea 0
      trick Ann Ks 9s
    """
    last = """
    rules louisiana cinch={}
    hand 1 Dot 2s
      dealt Bea As Ks Qs 4d 5d
      play Ann 0
      play Bea 0
      trick Ann 3h Qs
    """
    assert found_in(neighbour.format("yes")) == found_in(last.format("yes")) == []
    assert found_in(neighbour.format("literal"))[0] == "cinch 1.1 Ann Ks [As]"
    assert found_in(last.format("literal"))[0] == "cinch 1.1 Bea Qs [As]"


def test_the_highest_that_unknown_cards_may_be_begin_with_the_ace() -> None:
    ace, king, queen, deuce = 1 << 12, 1 << 11, 1 << 10, 1
    masks = np.array([ace | king | deuce] * 4 + [queen | deuce])
    assert highest_of(masks, np.array([0, 1, 2, 5, 1])).tolist() == [
        0,
        ace,
        ace | king,
        ace | king | deuce,
        queen,
    ]
