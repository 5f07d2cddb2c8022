"""Where the engine and the naive judges once read a log differently: the page says who is right, and both know it now."""

from __future__ import annotations

from collections import Counter

import pytest
from audit_text import log_of
from naive.check_cases import key, naive_audit

from ledger.findings.audit import Report

Found = list[tuple[str, str, int | None, int | None]]


@pytest.fixture
def agreed(request: pytest.FixtureRequest, audited: Report) -> Found:
    """Return what both find in the log of the docstring: rule, player, amount and the line that settled it."""
    naive, books = naive_audit(log_of(request.function.__doc__ or ""), "a log")
    assert Counter(key(found.as_dict()) for found in audited.findings) == naive
    assert [books] == list(audited.books.values())
    return sorted((found.rule, found.player or "", found.amount, found.settled) for found in audited.findings)


def test_5_15_a_line_about_others_settles_nothing(agreed: Found) -> None:
    """
    hand 1 Ann 4s
      play Bea 2 Cal 2
      tricks Bea 3 Cal 2
      take Bea 4
      match -

    hand 2 Bea 9h
      ante Ann Bea=2 Cal Dot
      play Cal 2
      play Bea 2
      tricks Bea 3 Cal 2
      take Bea 6
      match -
    transfer Cal Dot 3 for 2
    """
    # "when later lines for that hand bring that player … to what was due": Bea's chip too many and too few cancel without any.
    assert agreed == [("ante", "Bea", 1, None), ("take", "Bea", 1, None)]


def test_what_a_hand_holds_a_card_too_many_that_was_dealt_is_kept(agreed: Found) -> None:
    """
    rules indiana
    hand 1 Ann 4s
      dealt Bea 9c 7c 5c 3c 2d
      play Bea 4 out 9c 7c 5c 3c in Kd Qd Jd Td
      play Ann 0
      trick Bea 2d Ah
    """
    # "of the cards dealt those certain to have been kept: … all but the `out` cards": the 2♦ is held, and the hand over-full.
    assert [rule for rule, *_ in agreed] == ["draw-cap", "hand-size"]


def test_not_held_an_unknown_card_too_many_is_never_filled_in(agreed: Found) -> None:
    """
    rules indiana
    hand 1 Ann 4s
      dealt Bea 9c 7c 5c 3c ??
      play Bea 4 out 9c 7c 5c 3c in Kd Qd Jd Td
      play Ann 0
      trick Bea 2d Ah
    """
    # "whole hand after the draw is recorded card by card (a `??` is never filled in)": it may have been the 2♦.
    assert [rule for rule, *_ in agreed] == ["draw-cap", "hand-size"]


def test_6_2_a_showing_that_an_unknown_card_may_disprove_accuses_no_claimant(audited: Report, agreed: Found) -> None:
    """
    hand 1 Dot 3h
      play Ann 0
      play Bea 2
      trick Ann Ks 6s
      trick Ann 5h 7c
      claim Ann 9h
      trick Ann Jd ??
    """
    # Bea had no trump to follow with, if the ?? is none: "Unknown cards … may never be used to accuse".
    assert [(rule, player) for rule, player, *_ in agreed] == [("claim", "Ann")]
    assert audited.findings[0].severity == "warning"


def test_5_5_a_bourre_covers_a_renege_though_the_pot_is_below_zero(agreed: Found) -> None:
    """
    hand 1 Ann 4s
      play Bea 2 Ann 2
      tricks Bea 3 Ann 2
      take Bea 30
      match -

    hand 2 Bea 5d
      play Cal 1 Dot 1 Bea 1
      tricks Cal 3 Dot 2
      renege Bea 0
    """
    # "Bourré and renege in one hand: the larger of the two, once": both are the stake, whatever it is.
    assert agreed == [("take", "Bea", 26, None)]
