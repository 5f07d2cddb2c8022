"""How a query becomes a frame, and how sure a rate is.

A rate has Wilson's interval, which is sensible for few hands and at 0 and 1 too; so has the
difference of two.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from math import sqrt
from statistics import NormalDist
from typing import Final, NamedTuple, TypeAlias

import polars as pl
import polars.selectors as cs
from duckdb import DuckDBPyConnection

# DuckDB recommends ``sql``, which saves a copy of the rows but plans each query twice. Our answers
# have few rows, and planning is up to a third of their time.
warnings.filterwarnings("ignore", "Arrow output on a DB-API result", UserWarning)


def frame(
    connection: DuckDBPyConnection,
    sql: str,
    values: Mapping[str, object] | None = None,
    *,
    sums: type[pl.DataType] = pl.Int64,
) -> pl.DataFrame:
    """What a query finds, whole numbers as Int64 but for masks; a sum too large for the type
    ``sums`` is null.
    """
    found = pl.from_arrow(connection.execute(sql, values).to_arrow_table())
    assert isinstance(found, pl.DataFrame)
    return found.cast(
        {cs.decimal(): sums, cs.integer() - cs.by_dtype(pl.UInt64): pl.Int64}, strict=False
    )


# --- Intervals ------------------------------------------------------------------------------------
# standard deviations on either side of the mean that hold 95% of a normal distribution
Z: Final = 1.959963984540054


def wilson(count: pl.Series, of: pl.Series) -> tuple[pl.Series, pl.Series]:
    """Return the lower and upper ends of the 95% intervals of ``count`` out of ``of``: Float64 from
    0 to 1.

    Null where ``of`` is 0 or null: nothing could happen, so there is no rate. Exactly 0 or 1 where
    the interval reaches that far.
    """
    both = zip(count, of, strict=True)
    found = [
        _ends(happened, number, Z) if number and happened is not None else (None, None)
        for happened, number in both
    ]
    low, high = (pl.Series([ends[which] for ends in found], dtype=pl.Float64) for which in (0, 1))
    return low, high


def _ends(count: float, of: float, z: float) -> tuple[float, float]:
    """The same for one rate: with a few dozen at most, numbers are faster than columns."""
    rate = count / of
    middle = (rate + z * z / (2 * of)) / (1 + z * z / of)
    reach = z * sqrt(rate * (1 - rate) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return 0.0 if rate == 0 else max(0.0, middle - reach), 1.0 if rate == 1 else min(
        1.0, middle + reach
    )


Share: TypeAlias = tuple[int, int]  # how often something happened, and of how many


class Difference(NamedTuple):
    """How much larger one rate is than another, from -1 to 1, and the ends of the interval around
    that.
    """

    by: float
    low: float
    high: float

    @property
    def sure(self) -> bool:
        """True if the interval does not reach zero."""
        return self.low > 0 or self.high < 0


def difference(
    one: Share, other: Share, looked_at: int = 1, *, same_hands: bool = False
) -> Difference | None:
    """Return how much more often one thing happened than another, each so often out of so many;
    None if one of them has no hands.

    The interval is Newcombe's of two Wilson intervals. With ``looked_at`` differences, all
    intervals together contain the true values in 95 of 100 cases (Bonferroni): among many, some
    would look large by chance.

    Two players at one table are not independent: what one wins the other does not. The variance of
    their difference is at most twice what it would be if they were (2 Var A + 2 Var B), so that
    with ``same_hands`` the interval is that of half the hands.
    """
    (count, of), (others, others_of) = one, other
    if not of or not others_of:
        return None
    z = NormalDist().inv_cdf(1 - 0.025 / max(1, looked_at))
    part = 0.5 if same_hands else 1.0
    low, high = _ends(part * count, part * of, z)
    their_low, their_high = _ends(part * others, part * others_of, z)
    rate, theirs = count / of, others / others_of
    below = sqrt((rate - low) ** 2 + (their_high - theirs) ** 2)
    above = sqrt((high - rate) ** 2 + (theirs - their_low) ** 2)
    return Difference(rate - theirs, rate - theirs - below, rate - theirs + above)


def with_intervals(frame: pl.DataFrame, rates: Iterable[str]) -> pl.DataFrame:
    """Return a frame with the columns ``X_low`` and ``X_high`` after the columns ``X`` and ``X_of``
    of each rate X.
    """
    for rate in rates:
        low, high = wilson(frame[rate], frame[f"{rate}_of"])
        at = frame.get_column_index(f"{rate}_of") + 1
        frame = frame.insert_column(at, low.rename(f"{rate}_low")).insert_column(
            at + 1, high.rename(f"{rate}_high")
        )
    return frame
