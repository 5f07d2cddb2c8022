"""How sure a rate is (``wilson``), and the difference of two (``difference``)."""

import polars as pl
import pytest
from polars.testing import assert_series_equal

from ledger.stats import difference
from ledger.stats.frames import wilson


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        # Newcombe, Two-sided confidence intervals for the single proportion (1998), table I, method
        # 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 0.8830, 1.0),
    ],
)
def test_intervals_are_those_of_the_literature(
    count: int, of: int, low: float, high: float
) -> None:
    ends = wilson(pl.Series([count]), pl.Series([of]))
    assert [end.item() for end in ends] == [
        pytest.approx(low, abs=5e-5),
        pytest.approx(high, abs=5e-5),
    ]


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


@pytest.mark.parametrize(
    ("one", "other", "by", "low", "high"),
    [
        # Newcombe, Interval estimation for the difference between independent proportions (1998),
        # table II, method 10.
        ((56, 70), (48, 80), 0.2, 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.6, 0.1705, 0.8090),
        ((6, 7), (2, 7), 0.5714, 0.0582, 0.8062),
        ((5, 56), (0, 29), 0.0893, -0.0381, 0.1926),
    ],
)
def test_differences_are_those_of_the_literature(
    one: tuple[int, int], other: tuple[int, int], by: float, low: float, high: float
) -> None:
    found = difference(one, other)
    assert found is not None
    assert found == pytest.approx((by, low, high), abs=5e-5)
    assert found.sure == (low > 0)
    turned = difference(other, one)
    assert turned is not None
    assert turned == pytest.approx((-by, -high, -low), abs=5e-5)


def test_the_more_differences_are_looked_at_the_less_one_of_them_says() -> None:
    """Of five at 99 % each, all together hold in at least 95 of 100 cases."""
    alone, of_five, of_many = (difference((56, 70), (48, 80), number) for number in (1, 5, 40))
    assert alone is not None
    assert of_five is not None
    assert of_many is not None
    assert of_many.low < of_five.low < alone.low < alone.high < of_five.high < of_many.high
    assert (alone.sure, of_five.sure, of_many.sure) == (True, True, False)


def test_without_hands_on_both_sides_there_is_no_difference() -> None:
    assert difference((0, 0), (3, 4)) is None
    assert difference((3, 4), (0, 0)) is None


def test_at_one_table_the_interval_is_that_of_half_the_hands() -> None:
    """What one wins the other does not: the variance of the difference may be twice that of two who
    never met.
    """
    assert difference((40, 100), (20, 80), same_hands=True) == pytest.approx(
        difference((20, 50), (10, 40))
    )
