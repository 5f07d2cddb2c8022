"""The pot from hand to hand: what lies in it, what each player antes, and whether it can be trusted
(rules.md 2, 5).
"""

from __future__ import annotations

import pytest
from audit_text import found_in, log_of

from ledger.engine.judge import judge
from ledger.engine.settle import Settlement
from ledger.hands.from_log import columns
from ledger.log import read
from ledger.log.words import MOST_CHIPS


def settled(*texts: str) -> Settlement:
    """Return what was settled in some sessions, worked out together."""
    return judge(
        columns([read(log_of(text), f"{at}.bourre") for at, text in enumerate(texts)])
    ).settlement


def test_two_rulings_before_a_hand_are_both_in_its_pot() -> None:
    found = settled("""
        pot 4
        seats Ann Bea
        penalty Ann 2
        penalty Bea 3
        hand 1 Bea -
          play Ann 0
          play Bea 0
          tricks Ann 3 Bea 2
    """)
    assert (found.opening.tolist(), found.pot.tolist(), found.left.tolist()) == ([9], [11], [0])


def test_rulings_are_in_the_pots_of_their_own_session() -> None:
    text = """
        seats Ann Bea
        penalty Ann 2
        hand 1 Bea -
          play Ann 0
          play Bea 0
          tricks Ann 5
        penalty Bea 5
        penalty Ann 1
    """
    found = settled(text, text)
    # Bea has matched the pot of four, too.
    assert (found.pot.tolist(), found.left.tolist()) == ([4, 4], [4 + 5 + 1, 4 + 5 + 1])


def test_5_6_who_paid_as_much_for_a_renege_as_for_a_bourre_antes_no_more() -> None:
    found = settled("""
        seats Ann Bea Cal
        hand 1 Cal -
          play Ann 0
          play Bea 0
          tricks Ann 5
          renege Bea 3
        hand 2 Ann -
    """)
    assert (found.matched[1, 0], found.penalty[1, 0]) == (3, 3)
    assert found.ante_due.sum(0).tolist() == [3, 2]


def test_what_each_player_moved_in_a_hand_is_what_was_taken_less_all_that_was_paid() -> None:
    found = settled("""
        rules double-ante
        ante 2
        seats Ann Bea Cal
        hand 1 Cal -
          play Ann 0
          play Bea 0
          pass Cal
          tricks Ann 5
          renege Bea 13
    """)
    # Ten in the pot: three antes of two, and two who paid two more for playing. Bea pays ten for a
    # bourré, then for a renege.
    assert found.moved[:, 0].tolist() == [10 - 2 - 2, -2 - 2 - 10 - 13, -2]


def test_2_2_the_dealer_antes_for_the_seats_of_this_table_only() -> None:
    text = """
        rules louisiana dealer-antes=yes
        ante 3
        seats {}
        hand 1 Bea -
          play Ann 0
          play Bea 0
          tricks Ann 3 Bea 2
    """
    found = settled(text.format("Ann Bea"), text.format("Ann Bea Cal Dot"))
    assert found.pot.tolist() == [6, 12]
    assert found.ante.T.tolist() == [[0, 6, 0, 0], [0, 0, 0, 12]]


LOST = """
    rules louisiana bourre-exempt={} split-exempt={}
    hand 1 Dot -
      what was that
    hand 2 Ann -
      ante Ann Cal Dot
      play Cal
"""
"""Nobody knows whether Bea antes in the second hand, if either is the custom of the house."""


@pytest.mark.parametrize(("bourre", "split"), [("yes", "no"), ("no", "yes"), ("yes", "yes")])
def test_5_6_5_7_after_a_lost_hand_a_missing_ante_may_be_right(bourre: str, split: str) -> None:
    assert not [found for found in found_in(LOST.format(bourre, split)) if found.startswith("ante")]


def test_5_8_after_a_lost_hand_a_missing_ante_is_wrong_where_nobody_is_exempt() -> None:
    assert "ante 2 Bea -1" in found_in(LOST.format("no", "no"))


def test_5_6_whoever_is_exempt_in_a_lost_hand_antes_in_the_one_after_it() -> None:
    found = settled("""
        hand 1 Dot -
          play Ann 0
          play Bea 0
          tricks Ann 5
        hand 2 Ann -
          what was that
        hand 3 Bea -
          play Cal
    """)
    assert found.ante.sum(0).tolist() == [4, 0, 4]


def test_5_6_whoever_matched_a_pot_that_is_not_trusted_antes_not() -> None:
    found = settled("""
        pot what
        seats Ann Bea Cal
        hand 1 Cal -
          play Ann 0
          play Bea 0
          tricks Ann 5
        hand 2 Ann -
          play Cal
    """)
    assert not found.verified.any()
    assert found.matched.sum(0).tolist() == [3, 0]
    assert found.ante_due.sum(0).tolist() == [3, 2]


def test_5_an_empty_pot_has_no_stake() -> None:
    found = settled("""
        ante 0
        seats Ann Bea
        hand 1 Bea -
          play Ann 0
          play Bea 0
          tricks Ann 5
    """)
    assert (found.stake.tolist(), found.taken.sum(), found.matched.sum()) == ([0], 0, 0)


def test_5_5_who_matched_with_more_than_a_renege_costs_pays_nothing_more() -> None:
    found = settled("""
        seats Ann Bea
        hand 1 Bea -
          play Ann 0
          play Bea 0
          tricks Ann 5
          match Bea 9
          renege Bea
    """)
    assert (found.matched.sum(), found.penalty.sum()) == (9, 0)


@pytest.mark.parametrize(
    ("paid", "trusted"),
    [("take Ann 2", False), ("match Bea 2", False), ("take Ann 2\n  match Bea 2", True)],
)
def test_6_after_a_hand_nobody_knows_who_won_the_pot_is_trusted_if_take_and_match_are_written(
    paid: str, trusted: bool
) -> None:
    first = f"hand 1 Bea -\n  play Ann 0\n  play Bea 0\n  {paid}\n"
    found = settled(
        f"seats Ann Bea\n{first}hand 2 Ann -\n  ante Ann Bea\n  play Bea 0\n  play Ann 0\n"
    )
    assert found.verified.tolist() == [True, trusted]


def test_5_10_a_pot_is_never_below_nothing_what_the_books_lack_is_unexplained() -> None:
    hand = (
        f"hand {{}} Bea -\n  ante Ann Bea\n  play Ann 0\n  play Bea 0\n  tricks Ann 3 Bea 2\n  "
        f"take Ann {MOST_CHIPS}\n"
    )
    found = settled("seats Ann Bea\n" + "".join(hand.format(number) for number in (1, 2, 3)))
    lacking = MOST_CHIPS - 2
    assert found.opening.tolist() == [0, 0, 0]
    assert found.lacking.tolist() == [0, lacking, lacking]
    assert (found.left.tolist(), found.short.tolist()) == ([0], [lacking])
