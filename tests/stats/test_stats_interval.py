"""How sure a rate is (``wilson``)."""

import polars as pl
import pytest
from polars.testing import assert_series_equal

from ledger.stats import wilson


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        # Newcombe, Two-sided confidence intervals for the single proportion (1998), table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 0.8830, 1.0),
    ],
)
def test_intervals_are_those_of_the_literature(count: int, of: int, low: float, high: float) -> None:
    ends = wilson(pl.Series([count]), pl.Series([of]))
    assert [end.item() for end in ends] == [pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5)]


def test_without_an_opportunity_there_is_no_interval() -> None:
    low, high = wilson(pl.Series([0, 1, None]), pl.Series([0, 2, None]))
    assert low.is_null().to_list() == high.is_null().to_list() == [True, False, True]


def test_an_interval_holds_its_rate_and_shrinks_with_more_hands() -> None:
    count = pl.Series(range(101))
    few, many = (wilson(count * times, pl.Series([100 * times] * 101)) for times in (1, 100))
    assert ((few[0] <= count / 100 + 1e-12) & (few[1] >= count / 100 - 1e-12)).all()
    assert ((many[1] - many[0]) < (few[1] - few[0])).all()
    assert_series_equal(few[0], (1 - few[1]).reverse(), abs_tol=1e-12)


def test_no_rows_have_no_intervals() -> None:
    low, high = wilson(pl.Series([], dtype=pl.Int64), pl.Series([], dtype=pl.Int64))
    assert low.dtype == high.dtype == pl.Float64
    assert len(low) == len(high) == 0


def test_never_and_always_end_at_0_and_1_exactly() -> None:
    of = pl.Series(range(1, 2000))
    assert set(wilson(of * 0, of)[0]) == {0.0}
    assert set(wilson(of, of)[1]) == {1.0}
