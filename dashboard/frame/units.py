"""What is counted in: a currency, or chips where they have no value; one at a time, since they cannot be added up."""

from __future__ import annotations

import polars as pl

from dashboard.frame import filters


def chosen(money: pl.DataFrame) -> str:
    """Let somebody choose a unit where a book has several; return it: at first the one of most evenings, "" if there is none."""
    nights = money.group_by("unit").agg(pl.col("evenings").sum()).sort("evenings", "unit", descending=[True, False])
    units = {unit: unit for unit in nights["unit"]}
    if len(units) < 2:
        return next(iter(units), "")
    return filters.choice("Counted in", "unit", units) or ""
