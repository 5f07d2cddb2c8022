"""rules.md 5.9 and 5.13: what the limit caps, and the customs that tables have and no
source does.
"""

import sys

import pytest
from audit_text import found_in, report_of

from ledger.engine import settle

# --- 5.9: what the limit caps ---------------------------------------------------------------------


def test_5_9_in_acadiana_the_limit_is_on_costs_alone() -> None:
    log = (
        "{}\npot 20\nhand 1 Dot -\nplay Ann 0\nplay Bea 0\ntricks Ann 5\ntake Ann {}\nmatch Bea 5\n"
    )
    assert found_in(log.format("rules acadiana limit=5", 24)) == []
    assert found_in(log.format("rules acadiana limit=5", 5)) == ["take 1 Ann -19"]
    assert found_in(log.format("rules acadiana limit=5 limit-caps=all", 5)) == []
    assert found_in(log.format("rules louisiana limit=5", 24)) == ["take 1 Ann +19"]


# --- 5.13: bourre=N -------------------------------------------------------------------------------


@pytest.mark.parametrize(("price", "due"), [(2, 4), (9, 9)])
def test_5_13_bourre_and_renege_is_the_larger_once(price: int, due: int) -> None:
    log = (
        f"rules louisiana bourre={price}\nhand 1 Dot -\nplay Ann 0\nplay Bea 0\ntricks Ann 5\n"
        f"match Bea {price}\n"
    )
    more = due - price
    assert found_in(log + f"renege Bea {more}\n") == []
    assert found_in(log + f"renege Bea {more + 1}\n") == ["penalty 1 Bea +1"]
    assert found_in(log + "renege Bea\n") == []


# --- 5.13: dealer-plays=yes -----------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["louisiana", "separate-trump", "simultaneous"])
def test_5_13_the_dealer_may_never_pass(rules: str) -> None:
    log = f"rules {rules} dealer-plays=yes\nhand 1 Dot 9h\npass Ann\nplay Bea 0\nplay Cal 0\n"
    assert found_in(log + "pass Dot\n") == ["dealer-must-play 1 Dot"]
    assert found_in(log) == ["dealer-must-play 1 Dot"]
    assert found_in(log + "play Dot 0\n") == []
    assert found_in(log.replace("dealer-plays=yes", "dealer-plays=no") + "pass Dot\n") == []


# --- Together -------------------------------------------------------------------------------------


def test_customs_limits_and_misdeals_together_in_numbers_of_any_size_too(
    findings: list[str],
    books: dict[str, int],
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
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
def test_5_13_no_unpaid_renege_of_a_bourre_whose_price_may_be_more_than_the_pot(
    price: str, found: list[str]
) -> None:
    log = (
        f"rules louisiana renege-factor=2 bourre={price}\nhand 1 Dot 9h\n  nonsense\nhand 2 Ann "
        "9h\n  play Bea 0\n  play Cal 0\n"
    )
    tricks = (
        "  trick Bea 2s 2c\n  trick Bea 3s 3c\n  trick Bea 4s 4c\n  trick Bea 5s 5c\n  trick Bea "
        "Ks 7s\n"
    )
    said = found_in(log + tricks)
    assert [one for one in said if one.startswith("unpaid")] == found
