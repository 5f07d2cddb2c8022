"""Values in a Parquet file that no log can have: refused before they reach the engine."""

from __future__ import annotations

from typing import NoReturn

import numpy as np

from ledger.hands.model import Array


class Refusal(Exception):  # noqa: N818 - it becomes a UserError with the name of the file
    """Which column is wrong, and how."""


def refuse(column: str, what: str) -> NoReturn:
    """Raise Refusal."""
    raise Refusal(f"the column {column} {what}")


def check(column: str, fine: Array | bool, what: str) -> None:
    """Raise Refusal unless all of ``fine`` holds."""
    if not np.all(fine):
        refuse(column, what)
