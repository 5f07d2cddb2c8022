"""rules.md 5.9 and 5.13: what the limit caps, and the customs that tables have and no source does."""

import sys

import pytest
from audit_text import found_in, report_of

from ledger.engine import settle
from ledger.findings.audit import Report

# --- 5.9: what the limit caps ----------------------------------------------------------------------------------------


def test_5_9_a_limit_on_costs_leaves_the_winner_the_whole_pot(findings: list[str], books: dict[str, int]) -> None:
    """
    rules louisiana limit=5 limit-caps=cost
    pot 20
    hand 1 Dot -
      play Ann 0
      play Bea 0
      tricks Ann 5
      take Ann
      match Bea
    """
    assert findings == []
    assert books == {"Ann": 23, "Bea": -6, "Cal": -1, "Dot": -1, "pot": 5}


def test_5_9_in_acadiana_the_limit_is_on_costs_alone() -> None:
    log = "{}\npot 20\nhand 1 Dot -\nplay Ann 0\nplay Bea 0\ntricks Ann 5\ntake Ann {}\nmatch Bea 5\n"
    assert found_in(log.format("rules acadiana limit=5", 24)) == []
    assert found_in(log.format("rules acadiana limit=5", 5)) == ["take 1 Ann -19"]
    assert found_in(log.format("rules acadiana limit=5 limit-caps=all", 5)) == []
    assert found_in(log.format("rules louisiana limit=5", 24)) == ["take 1 Ann +19"]


def test_5_9_a_double_renege_costs_no_more_than_the_limit_where_that_caps_the_costs(books: dict[str, int]) -> None:
    """
    rules indiana limit=5 limit-caps=cost
    pot 20
    hand 1 Dot -
      play Ann 0
      play Bea 0
      tricks Ann 3 Bea 1
      renege Bea
    """
    # 20 carried, 4 antes and 4 units for playing are Ann's; Bea's renege costs no more than the limit.
    assert books == {"Ann": 25, "Bea": -8, "Cal": -1, "Dot": -1, "pot": 5}


def test_5_9_a_limit_in_antes_goes_with_the_ante(findings: list[str], books: dict[str, int]) -> None:
    """
    rules louisiana limit=3x
    ante 5
    pot 40
    hand 1 Dot -
      play Ann 0
      play Bea 0
      tricks Ann 5
      take Ann 15
      match Bea
    """
    assert findings == []
    assert books == {"Ann": 10, "Bea": -20, "Cal": -5, "Dot": -5, "pot": 60}


def test_5_9_the_longest_limit_in_antes_of_the_largest_ante_is_none(books: dict[str, int]) -> None:
    """
    rules louisiana limit=1000000000x
    ante 1000000000000
    hand 1 Dot -
      play Ann 0
      play Bea 0
      tricks Ann 5
    """
    assert books["pot"] == 4_000_000_000_000


# --- 5.13: split=share -----------------------------------------------------------------------------------------------


def test_5_13_a_tie_shares_the_pot_and_odd_chips_stay(findings: list[str], books: dict[str, int]) -> None:
    """
    rules louisiana split=share
    pot 3
    hand 1 Dot -
      play Ann 0
      play Bea 0
      play Cal 0
      tricks Ann 2 Bea 2 Cal 1
    hand 2 Ann -
      ante Ann Bea Cal Dot
      pass Bea Cal Dot Ann
      take -
    """
    # 7 chips make 3 each and 1 over; those who shared ante again.
    assert findings == ["all-passed 2"]
    assert books == {"Ann": 1, "Bea": 1, "Cal": -2, "Dot": -2, "pot": 5}


def test_5_13_a_share_that_is_written_without_an_amount(findings: list[str], books: dict[str, int]) -> None:
    """
    rules louisiana split=share
    hand 1 Dot -
      play Ann 0
      play Bea 0
      play Cal 0
      tricks Ann 2 Bea 2 Cal 1
      take Ann
      take Bea
    """
    assert findings == []
    assert books == {"Ann": 1, "Bea": 1, "Cal": -1, "Dot": -1, "pot": 0}


def test_5_13_the_wrong_shares(audited: Report) -> None:
    """
    rules louisiana split=share limit=3
    hand 1 Dot -
      play Ann 0
      play Bea 0
      play Cal 0
      tricks Ann 2 Bea 2 Cal 1
      take Ann 2
      take Cal 1
    """
    assert [(found.player, found.amount, found.message) for found in audited.findings] == [
        (
            "Ann",
            1,
            (
                "Ann tied with Bea for the most tricks and takes 1 of 3, the limit on a pot of 4, but took 2: "
                "1 too much (rules 5.13 and 5.9)."
            ),
        ),
        (
            "Bea",
            -1,
            (
                "Bea tied with Ann for the most tricks and takes 1 of 3, the limit on a pot of 4, but took nothing: "
                "1 too little (rules 5.13 and 5.9)."
            ),
        ),
        (
            "Cal",
            1,
            "Cal took 1 from the pot, but the most tricks were tied (Ann 2, Bea 2): the pot is for Ann and Bea (rule 5.13).",
        ),
    ]


def test_5_13_only_those_entitled_share(findings: list[str], books: dict[str, int]) -> None:
    """
    rules louisiana split=share
    hand 1 Dot -
      play Ann 0
      play Bea 0
      play Cal 0
      tricks Ann 2 Bea 2 Cal 1
      take Bea 4
      renege Ann 4
    """
    assert findings == []
    assert books == {"Ann": -5, "Bea": 3, "Cal": -1, "Dot": -1, "pot": 4}


def test_5_13_who_shares_where_the_pot_is_not_verified(findings: list[str]) -> None:
    """
    rules louisiana split=share
    hand 1 Dot -
      play Ann 0
      play Bea 0
      take Ann
    hand 2 Ann -
      play Bea 0
      play Cal 0
      play Dot 0
      tricks Bea 2 Cal 2 Dot 1
      take Bea 1
      take Dot 1
    """
    assert findings == ["take 2 Cal", "take 2 Dot", "unverified-pot 2"]


# --- 5.13: bourre=N --------------------------------------------------------------------------------------------------


def test_5_13_a_bourre_costs_so_many_chips(findings: list[str], books: dict[str, int]) -> None:
    """
    rules louisiana bourre=2
    hand 1 Dot -
      play Ann 0
      play Bea 0
      play Cal 0
      tricks Ann 5
      match Bea
      match Cal 2
    hand 2 Ann -
      ante Ann Dot
      pass Bea Cal Dot Ann
    """
    assert findings == ["all-passed 2"]
    assert books == {"Ann": 2, "Bea": -3, "Cal": -3, "Dot": -2, "pot": 6}


def test_5_13_a_bourre_costs_one_chip(findings: list[str], books: dict[str, int]) -> None:
    """
    rules louisiana bourre=1
    seats Ann Bea
    hand 1 Bea -
      play Ann 0
      play Bea 0
      tricks Ann 5
      match Bea 1
    """
    assert findings == []
    assert books == {"Ann": 1, "Bea": -2, "pot": 1}


def test_5_13_paid_as_if_a_bourre_matched_the_pot(audited: Report) -> None:
    """
    rules louisiana bourre=2
    hand 1 Dot -
      play Ann 0
      play Bea 0
      tricks Ann 5
      match Bea 4
    """
    assert [found.message for found in audited.findings] == [
        "Bea played, took no trick and owes 2 chips, what a bourré costs in this house, but paid 4: 2 too much (rule 5.13)."
    ]


@pytest.mark.parametrize(("price", "due"), [(2, 4), (9, 9)])
def test_5_13_bourre_and_renege_is_the_larger_once(price: int, due: int) -> None:
    log = f"rules louisiana bourre={price}\nhand 1 Dot -\nplay Ann 0\nplay Bea 0\ntricks Ann 5\nmatch Bea {price}\n"
    more = due - price
    assert found_in(log + f"renege Bea {more}\n") == []
    assert found_in(log + f"renege Bea {more + 1}\n") == ["penalty 1 Bea +1"]
    assert found_in(log + "renege Bea\n") == []


# --- 5.13: dealer-plays=yes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["louisiana", "separate-trump", "simultaneous"])
def test_5_13_the_dealer_may_never_pass(rules: str) -> None:
    log = f"rules {rules} dealer-plays=yes\nhand 1 Dot 9h\npass Ann\nplay Bea 0\nplay Cal 0\n"
    assert found_in(log + "pass Dot\n") == ["dealer-must-play 1 Dot"]
    assert found_in(log) == ["dealer-must-play 1 Dot"]
    assert found_in(log + "play Dot 0\n") == []
    assert found_in(log.replace("dealer-plays=yes", "dealer-plays=no") + "pass Dot\n") == []


def test_5_13_the_words_of_a_dealer_who_passed(audited: Report) -> None:
    """
    rules louisiana dealer-plays=yes
    hand 1 Dot Ah
      play Ann 0
      pass Cal Dot
    hand 2 Ann 2h
      play Bea 0
      pass Dot Ann
    """
    assert [found.message for found in audited.findings] == [
        "Dot dealt, turned up A♥ and passed: with an ace the dealer must play (rule 3.5).",
        "Ann dealt and passed: in this house the dealer may never pass (rule 5.13).",
    ]


# --- Together --------------------------------------------------------------------------------------------------------


def test_customs_limits_and_misdeals_together_in_numbers_of_any_size_too(
    findings: list[str], books: dict[str, int], request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    rules louisiana split=share bourre=2 limit=5x
    pot 1001
    hand 1 Dot -
      play Ann 0
      play Bea 0
      play Cal 0
      tricks Ann 2 Bea 2 Cal 1
      take Ann 2
      take Bea 2
    rules louisiana limit=5 limit-caps=cost
    ante 3
    hand 2 Ann -
      misdeal
    hand 2 Ann -
      play Bea 0
      play Cal 0
      tricks Bea 5
      take Bea 1013
    """
    assert findings == []
    monkeypatch.setattr(sys.modules[settle.__module__], "LARGE", 0)
    assert report_of(request.function.__doc__).books == {"friday": books}
    assert books == {"Ann": -2, "Bea": 1011, "Cal": -9, "Dot": -4, "pot": 5}


@pytest.mark.parametrize(("price", "found"), [("match", ["unpaid-renege 2 Cal"]), ("2", [])])
def test_5_13_no_unpaid_renege_of_a_bourre_whose_price_may_be_more_than_the_pot(price: str, found: list[str]) -> None:
    log = (
        f"rules louisiana renege-factor=2 bourre={price}\nhand 1 Dot 9h\n  nonsense\nhand 2 Ann 9h\n  play Bea 0\n  play Cal 0\n"
    )
    tricks = "  trick Bea 2s 2c\n  trick Bea 3s 3c\n  trick Bea 4s 4c\n  trick Bea 5s 5c\n  trick Bea Ks 7s\n"
    said = found_in(log + tricks)
    assert [one for one in said if one.startswith("unpaid")] == found
