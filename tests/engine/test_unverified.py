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


def test_exemptions_no_matter_where_nobody_is_ever_exempt() -> None:
    hands = "hand 1 Dot 2s\nplay Ann\nplay Bea\ntrick Ann Kh 3h\ntake -\nmatch -\nhand 2 Ann 2s\nplay Bea\npot 9\n"
    assert found_in("rules louisiana\n" + hands) == ["unverified-pot 2"]
    assert found_in("rules louisiana bourre-exempt=no split-exempt=no\n" + hands) == ["pot 2 +1"]
    assert found_in("rules louisiana dealer-antes=yes\n" + hands) == ["pot 2 +1"]


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
