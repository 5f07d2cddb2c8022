"""log-format.md, "Unverified": what cannot be read, who won what nobody knows, and what is still said then."""

from audit_text import briefs, found_in, report_of

from ledger.findings.audit import Report

BAD = "trick Ann Kh 1x\n"
"""A line that cannot be read puts its hand in quarantine."""


def judged(report: Report) -> list[str]:
    """Return the findings but for those that say which line could not be read."""
    return [line for line in briefs(report) if not line.startswith("syntax")]


def dealers(report: Report) -> list[str]:
    """Return the findings about who dealt."""
    return [line for line in briefs(report) if line.startswith("dealer")]


# --- Quarantine ------------------------------------------------------------------------------------------------------


def test_quarantine_nothing_of_the_hand_is_judged_or_booked(audited: Report, books: dict[str, int]) -> None:
    """
    hand 1 Dot As
      play Bea 9
      play Ann
      trick Bea Kh Kh
      take Cal 100
      match Ann lots
    """
    assert judged(audited) == []
    assert [found.severity for found in audited.findings] == ["error"]
    assert (audited.hands, audited.quarantined, audited.plays) == (1, 1, 0)
    assert books == {"Ann": 0, "Bea": 0, "Cal": 0, "Dot": 0, "pot": 0}


def test_quarantine_costs_only_that_hand(audited: Report) -> None:
    """
    hand 1 Dot 2s
      play Ann
      trick Bea Kh
    hand 2 Ann 2s
      play Bea
      play Cla
    hand 3 Bea 2s
      play Cal
      trick Ann Kh
    """
    # Alone in the hand, nobody leads: but Bea and Ann were not in it.
    assert [line for line in judged(audited) if line.startswith("turn")] == ["turn 1.1 Bea", "turn 3.1 Ann"]
    assert audited.quarantined == 1


def test_quarantine_the_pot_is_unknown_until_it_is_counted(audited: Report, books: dict[str, int]) -> None:
    """
    hand 1 Dot 2s
      trick Ann Kh 1x
    hand 2 Ann 2s
      play Bea
      take Bea
    hand 3 Bea 2s
      ante Ann Bea Cal Dot
      play Cal
      play Dot
      tricks Cal 3 Dot 2
      pot 9
      take Cal 9
    hand 4 Cal 2s
      play Dot
      pot 4
    """
    assert judged(audited) == ["unverified-pot 2"]
    # In hand 3 five chips more lay in the pot than the books had: from then on they are verified again.
    assert books == {"Ann": -3, "Bea": 1, "Cal": 6, "Dot": 1, "pot": 0, "?": -5}
    assert sum(books.values()) == 0


def test_quarantine_anyone_may_deal_the_next_hand(audited: Report) -> None:
    """
    hand 1 Dot 2s
      trick Ann Kh 1x
    hand 2 Cal 2s
      play Dot
    hand 3 Ann 2s
      play Dot
    """
    # After hand 2 it was Dot's turn, who may have lost it in hand 1.
    assert dealers(audited) == []


def test_quarantine_one_forfeit_for_each_seated(audited: Report) -> None:
    """
    seats Ann Bea Cal
    hand 1 Cal 2s
      trick Ann Kh 1x
    hand 2 Ann 2s
      play Bea
    hand 3 Cal 2s
      play Bea
    hand 4 Ann 2s
      play Bea
    hand 5 Cal 2s
      play Bea
    """
    # Bea is passed over after hand 2, which hand 1 may explain; and again after hand 4, which nothing explains.
    assert dealers(audited) == ["dealer 5 Cal"]


def test_quarantine_two_hands_two_possible_forfeits(audited: Report) -> None:
    """
    seats Ann Bea Cal
    hand 1 Cal 2s
      trick Ann Kh 1x
    hand 2 Ann 2s
      trick Ann Kh 1x
    hand 3 Ann 2s
      play Bea
    hand 4 Cal 2s
      play Bea
    hand 5 Ann 2s
      play Bea
    hand 6 Cal 2s
      play Bea
    hand 7 Ann 2s
      play Bea
    hand 8 Cal 2s
      play Bea
    """
    assert dealers(audited) == ["dealer 8 Cal"]


def test_quarantine_who_deals_has_no_possible_forfeit_left(audited: Report) -> None:
    """
    seats Ann Bea Cal
    hand 1 Cal 2s
      trick Ann Kh 1x
    hand 2 Ann 2s
      play Bea
    hand 3 Bea 2s
      play Bea
    hand 4 Cal 2s
      play Bea
    hand 5 Ann 2s
      play Bea
    hand 6 Cal 2s
      play Bea
    """
    # Bea dealt hand 3 when her turn came, so had not lost it in hand 1.
    assert dealers(audited) == ["dealer 6 Cal"]


def test_quarantine_makes_a_known_forfeit_only_possible(audited: Report) -> None:
    """
    seats Ann Bea Cal
    hand 1 Cal 2s
      early Bea
      play Ann
    hand 2 Ann 2s
      trick Ann Kh 1x
    hand 3 Ann 2s
      play Bea
    hand 4 Bea 2s
      play Bea
    """
    # Bea's turn may have been skipped after hand 2 already, whoever dealt then: dealing hand 4 is not proved wrong.
    assert dealers(audited) == []


def test_quarantine_a_known_forfeit_and_a_possible_one_are_two(audited: Report) -> None:
    """
    seats Ann Bea Cal
    hand 1 Cal 2s
      early Bea
      play Ann
    hand 2 Ann 2s
      trick Ann Kh 1x
    hand 3 Ann 2s
      play Bea
    hand 4 Cal 2s
      play Bea
    hand 5 Ann 2s
      play Bea
    hand 6 Cal 2s
      play Bea
    hand 7 Ann 2s
      play Bea
    hand 8 Cal 2s
      play Bea
    """
    # Bea is passed over three times: for what she did in hand 1, for what she may have done in hand 2, and for nothing.
    assert dealers(audited) == ["dealer 8 Cal"]


def test_quarantine_a_hand_number_after_it_is_free(audited: Report) -> None:
    """
    hand 1 Dot 2s
      play Ann
    hand 2 Ann 2s
      trick Ann Kh 1x
    hand 7 Bea 2s
      pot 4
      play Ann
    """
    assert judged(audited) == ["unverified-pot 7"]


def test_quarantine_a_hand_whose_first_line_cannot_be_read(audited: Report, books: dict[str, int]) -> None:
    """
    hand 1 Dot 2s
      play Ann
    hand two Ann 2s
      play Bea
    hand 3 Bea 2s
      play Cal
      pot 4
    """
    assert judged(audited) == ["unverified-pot 3"]
    assert (audited.hands, audited.quarantined) == (3, 1)
    assert [found.hand for found in audited.findings if found.rule == "syntax"] == [None]
    assert books == {"Ann": 2, "Bea": -2, "Cal": 2, "Dot": -2, "pot": 0}


def test_quarantine_a_statement_between_hands_is_no_hand(audited: Report) -> None:
    """
    hand 1 Dot 2s
      play Ann
    buyin Ann lots
    hand 2 Ann 2s
      play Bea
      pot 4
    """
    # The chips that Ann bought are not in the books, but nothing of the game is in doubt.
    assert judged(audited) == []
    assert audited.quarantined == 0


# --- Exemptions that are unknown -------------------------------------------------------------------------------------


def test_exemptions_unknown_no_finding_about_antes(audited: Report) -> None:
    """
    hand 1 Dot 2s
      trick Ann Kh 1x
    hand 2 Ann 2s
      ante Ann Dot
      play Bea
      pot 2
    """
    assert judged(audited) == ["unverified-pot 2"]


def test_exemptions_unknown_everyone_antes(audited: Report, books: dict[str, int]) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Kh 3h
      take -
      match -
    hand 2 Ann 2s
      play Bea
      take Bea 8
    """
    # What was paid is recorded, so the pot would be known; who antes is not.
    assert judged(audited) == ["unverified-pot 2"]
    assert books == {"Ann": -2, "Bea": 6, "Cal": -2, "Dot": -2, "pot": 0}


def test_exemptions_unknown_an_ante_line_keeps_the_pot_verified(audited: Report) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Kh 3h
      take -
      match -
    hand 2 Ann 2s
      ante Ann Bea Cal Dot
      play Bea
      pot 9
    """
    assert judged(audited) == ["pot 2 +1"]


def test_exemptions_no_matter_where_nobody_is_ever_exempt() -> None:
    hands = "hand 1 Dot 2s\nplay Ann\nplay Bea\ntrick Ann Kh 3h\ntake -\nmatch -\nhand 2 Ann 2s\nplay Bea\npot 9\n"
    assert found_in("rules louisiana\n" + hands) == ["unverified-pot 2"]
    assert found_in("rules louisiana bourre-exempt=no split-exempt=no\n" + hands) == ["pot 2 +1"]
    assert found_in("rules louisiana dealer-antes=yes\n" + hands) == ["pot 2 +1"]


# --- The outcome is unknown ------------------------------------------------------------------------------------------


def test_outcome_unknown_no_finding_about_what_was_paid(audited: Report, books: dict[str, int]) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Kh 3h
      take Cal 3
      match Dot 2
      renege Bea 1
    """
    # Only what is recorded moves.
    assert judged(audited) == []
    assert books == {"Ann": -1, "Bea": -2, "Cal": 2, "Dot": -3, "pot": 4}


def test_outcome_unknown_a_score_that_does_not_add_up(audited: Report) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      tricks Ann 3 Bea 1
      take Bea 4
    hand 2 Ann 2s
      play Bea
    """
    assert judged(audited) == ["trick-count 1", "unverified-pot 2"]


def test_outcome_known_from_the_score_where_tricks_are_missing(audited: Report) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Kh 3h
      tricks Ann 3 Bea 2
      take Bea 4
    """
    assert judged(audited) == ["take 1 Ann -4", "take 1 Bea +4"]


def test_outcome_known_of_a_claim(audited: Report) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Kh 3h
      claim Ann As Ks Qs Js
      take Bea 4
    """
    assert judged(audited) == ["cinch 1.1 Ann Kh [As Ks Qs Js]", "take 1 Ann -4", "take 1 Bea +4", "unpaid-renege 1 Ann +4"]


def test_outcome_unknown_an_unpaid_renege_needs_only_the_stake(audited: Report) -> None:
    """
    rules louisiana renege-factor=2
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Kh 9c
      trick Ann 5d 3h
      match Bea 4
    """
    assert judged(audited) == ["follow-suit 1.1 Bea 9c [3h]", "unpaid-renege 1 Bea +4"]


# --- In an unverified stretch only the wrong player counts ------------------------------------------------------------

STRETCH = "hand 1 Dot 2s\n" + BAD + "hand 2 Ann 2s\nplay Bea\nplay Cal\nplay Dot\ntricks Bea 4 Cal 1\n"


def in_stretch(more: str, rules: str = "louisiana") -> list[str]:
    found = judged(report_of(f"rules {rules}\n" + STRETCH + more))
    assert "unverified-pot 2" in found
    return [line for line in found if line != "unverified-pot 2"]


def test_stretch_the_right_player_whatever_the_amount() -> None:
    assert in_stretch("take Bea 1\nmatch Dot 99\n") == []
    assert in_stretch("take Bea\nmatch Dot\n") == []


def test_stretch_the_wrong_player() -> None:
    assert in_stretch("take Cal 4\n") == ["take 2 Bea", "take 2 Cal"]
    assert in_stretch("take -\n") == ["take 2 Bea"]
    assert in_stretch("match Cal 4\n") == ["match 2 Cal", "match 2 Dot"]
    assert in_stretch("match -\n") == ["match 2 Dot"]
    assert in_stretch("take Bea 0\nmatch Dot 0\n") == ["match 2 Dot", "take 2 Bea"]


def test_stretch_a_renege_that_was_called() -> None:
    assert in_stretch("renege Cal 2\n") == []
    assert in_stretch("renege Cal 0\n") == ["penalty 2 Cal"]
    assert in_stretch("renege Cal\n") == []
    assert in_stretch("renege Bea 3\ntake Bea 3\n") == ["take 2 Bea"]


def test_stretch_there_is_no_pot_finding_a_count_ends_it() -> None:
    assert in_stretch("pot 77\n") == []
    # Its own settlement is verified again: 77 taken, 77 matched.
    assert in_stretch("pot 77\ntake Bea 76\nmatch Dot 78\n") == ["match 2 Dot +1", "take 2 Bea -1"]


def test_stretch_the_amount_is_null(audited: Report) -> None:
    """
    hand 1 Dot 2s
      trick Ann Kh 1x
    hand 2 Ann 2s
      play Bea
      play Cal
      trick Bea Kh 9c
      trick Bea 5d 3h
      trick Bea 6d 4c
      trick Bea 7d 5c
      trick Bea 8c 6c
      take Cal 4
      match -
    """
    found = ["follow-suit 2.1 Cal 9c [3h]", "match 2 Cal", "take 2 Bea", "take 2 Cal", "unverified-pot 2"]
    assert judged(audited) == found
    assert all(found.amount is None for found in audited.findings)


def test_stretch_an_unpaid_renege_asks_more_than_the_bourre() -> None:
    renege = "hand 1 Dot 2s\n" + BAD + "hand 2 Ann 2s\nplay Bea\nplay Cal\ntrick Bea Kh 9c\ntrick Bea 5d 3h\n"
    rest = "trick Bea 6d 4c\ntrick Bea 7d 5c\ntrick Bea 8d 6c\n"
    once = judged(report_of(renege + rest))
    assert once == ["follow-suit 2.1 Cal 9c [3h]", "unverified-pot 2"]
    twice = judged(report_of("rules louisiana renege-factor=2\n" + renege + rest))
    assert twice == ["follow-suit 2.1 Cal 9c [3h]", "unpaid-renege 2 Cal", "unverified-pot 2"]


def test_stretch_only_its_first_hand_is_marked(audited: Report) -> None:
    """
    hand 1 Dot 2s
      trick Ann Kh 1x
    hand 2 Ann 2s
      play Bea
    hand 3 Bea 2s
      play Bea
    hand 4 Cal 2s
      play Bea
      pot 6
    hand 5 Dot 2s
      play Bea
      pot 4
    hand 6 Ann 2s
      trick Ann Kh 1x
    hand 7 Bea 2s
      play Bea
    """
    assert judged(audited) == ["unverified-pot 2", "unverified-pot 7"]


def test_stretch_the_first_hand_is_marked_even_if_the_pot_is_counted_in_it(audited: Report) -> None:
    """
    hand 1 Dot 2s
      trick Ann Kh 1x
    hand 2 Ann 2s
      ante Ann Bea Cal Dot
      play Bea
      pot 6
      take Bea 5
    """
    assert judged(audited) == ["take 2 Bea -1", "unverified-pot 2"]


def test_opening_pot_that_cannot_be_read(audited: Report, books: dict[str, int]) -> None:
    """
    pot some
    hand 1 Dot 2s
      play Ann
    hand 2 Ann 2s
      play Ann
      pot 9
    """
    assert judged(audited) == ["unverified-pot 1"]
    assert sum(books.values()) == 0


# --- Chips are never lost --------------------------------------------------------------------------------------------


def test_players_pot_and_unexplained_are_what_was_bought(books: dict[str, int]) -> None:
    """
    pot 5
    buyin Ann 40
    buyin Bea 20 from Ann
    hand 1 Dot 2s
      play Ann
      play Bea
      tricks Ann 5
    hand 2 Ann 2s
      trick Ann Kh 1x
    hand 3 Bea 2s
      play Bea
      pot 31
      take Bea 7
    penalty Dot 3 for 3
    transfer Ann Bea 2 for 3
    cashout Ann 50
    end divide
    """
    assert sum(books.values()) == 5 + 60 - 50
    assert books["pot"] == 0
    assert books["?"]


def test_unverified_who_paid_antes_no_more_even_if_the_books_make_the_stake_nothing(audited: Report) -> None:
    """
    rules acadiana
    seats Ann Bea Cal
    hand 1 Cal 6d
      play Ann 1
      play Bea 1
      pass Cal
    hand 2 Ann 6d
      play Bea 1
      play Cal 1
      pass Ann
      tricks Bea 3 Cal 2
      take Bea 60
    hand 3 Bea 7s
      play Cal 2
      play Ann 2
      pass Bea
      tricks Cal 5
    hand 4 Cal 8s
      ante Bea Cal
      play Ann 0
      play Bea 0
      pass Cal
      tricks Ann 3 Bea 2
    """
    # Bea took more than the books knew of, so by them Ann's bourré in hand 3 cost nothing: that is not known, and no accusation.
    assert judged(audited) == ["unverified-pot 2"]


def test_a_renege_paid_with_nothing_exempts_nobody_from_the_next_ante(findings: list[str]) -> None:
    """
    hand 1 Dot -
      what was that
    hand 2 Ann -
      ante Ann Bea Cal Dot
      play Bea 0
      play Cal 0
      tricks Bea 4 Cal 1
      renege Cal 0
    hand 3 Bea -
      ante Ann Bea Cal Dot
      play Cal
    """
    assert findings == ["penalty 2 Cal", "syntax 1", "unverified-pot 2"]


def test_who_matched_a_pot_that_nobody_is_known_to_have_won_is_not_let_off_for_certain(books: dict[str, int]) -> None:
    """
    hand 1 Dot -
      play Ann 0
      play Bea 0
      match Bea 4
    hand 2 Ann -
      play Cal 0
    """
    # Whether Ann and Bea had split, nobody can tell: without an ante line all four have anted to Cal's pot of 12.
    assert books == {"Ann": -2, "Bea": -6, "Cal": 10, "Dot": -2, "pot": 0}
