"""How sure a rate is: the interval around it that Wilson gave, which is sensible for few hands and at 0 and 1 too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import polars as pl

Z: Final = 1.959963984540054
"""Standard deviations on either side of the mean that hold 95 % of a normal distribution."""


def wilson(count: pl.Series, of: pl.Series) -> tuple[pl.Series, pl.Series]:
    """Return the lower and the upper ends of the 95 % intervals of ``count`` out of ``of``: Float64 from 0 to 1.

    Null where ``of`` is 0 or null: without an opportunity there is no rate. Exactly 0 and 1 where nothing lies beyond.
    """
    number = of.cast(pl.Float64).set(of.fill_null(0) == 0, None)
    rate = count.cast(pl.Float64) / number
    middle = (rate + Z * Z / (2 * number)) / (1 + Z * Z / number)
    reach = Z * (rate * (1 - rate) / number + Z * Z / (4 * number * number)).sqrt() / (1 + Z * Z / number)
    low, high = (middle - reach).clip(0, 1), (middle + reach).clip(0, 1)
    return low.set(rate.fill_null(1) == 0, 0.0), high.set(rate.fill_null(0) == 1, 1.0)


def with_intervals(frame: pl.DataFrame, rates: Iterable[str]) -> pl.DataFrame:
    """Return a frame with the columns ``X_low`` and ``X_high`` after the columns ``X`` and ``X_of`` of each rate X."""
    for rate in rates:
        low, high = wilson(frame[rate], frame[f"{rate}_of"])
        at = frame.get_column_index(f"{rate}_of") + 1
        frame = frame.insert_column(at, low.rename(f"{rate}_low")).insert_column(at + 1, high.rename(f"{rate}_high"))
    return frame


def rate_columns(*rates: str) -> Mapping[str, type[pl.DataType]]:
    """Return the columns that a query gives for each rate: how often, and of how many."""
    return {name: pl.Int64 for rate in rates for name in (rate, f"{rate}_of")}
