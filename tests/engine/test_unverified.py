"""log-format.md, "Unverified": what cannot be read, who won what nobody knows, and what is still
said then.
"""

from audit_text import briefs, found_in, report_of

from ledger.findings.audit import Report

BAD = "trick Ann Kh 1x\n"
"""A line that cannot be read puts its hand in quarantine."""


def judged(report: Report) -> list[str]:
    """Return the findings but for those that say which line could not be read."""
    return [line for line in briefs(report) if not line.startswith("syntax")]


# --- Exemptions that are unknown ------------------------------------------------------------------


def test_exemptions_no_matter_where_nobody_is_ever_exempt() -> None:
    hands = (
        "hand 1 Dot 2s\nplay Ann\nplay Bea\ntrick Ann Kh 3h\ntake -\nmatch -\nhand 2 Ann 2s\nplay "
        "Bea\npot 9\n"
    )
    assert found_in("rules louisiana\n" + hands) == ["unverified-pot 2"]
    assert found_in("rules louisiana bourre-exempt=no split-exempt=no\n" + hands) == ["pot 2 +1"]
    assert found_in("rules louisiana dealer-antes=yes\n" + hands) == ["pot 2 +1"]


# --- In an unverified stretch only the wrong player counts ----------------------------------------

STRETCH = (
    "hand 1 Dot 2s\n" + BAD + "hand 2 Ann 2s\nplay Bea\nplay Cal\nplay Dot\ntricks Bea 4 Cal 1\n"
)


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


def test_stretch_an_unpaid_renege_asks_more_than_the_bourre() -> None:
    renege = (
        "hand 1 Dot 2s\n"
        + BAD
        + "hand 2 Ann 2s\nplay Bea\nplay Cal\ntrick Bea Kh 9c\ntrick Bea 5d 3h\n"
    )
    rest = "trick Bea 6d 4c\ntrick Bea 7d 5c\ntrick Bea 8d 6c\n"
    once = judged(report_of(renege + rest))
    assert once == ["follow-suit 2.1 Cal 9c [3h]", "unverified-pot 2"]
    twice = judged(report_of("rules louisiana renege-factor=2\n" + renege + rest))
    assert twice == ["follow-suit 2.1 Cal 9c [3h]", "unpaid-renege 2 Cal", "unverified-pot 2"]
