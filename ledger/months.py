"""The months by name, as people write them in questions and in spreadsheets, a day as we write it, and when an evening ends."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

STILL_YESTERDAY: Final = timedelta(hours=6)  # how far into a day it is still the evening of the day before
MONTHS: Final = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
MONTH_BY_NAME: Final = (
    {name[:3]: at for at, name in enumerate(MONTHS, 1)} | {name: at for at, name in enumerate(MONTHS, 1)} | {"sept": 9}
)
"""The number of a month by its name, whole or short, in small letters."""


def day_in_words(day: date) -> str:
    """Return a day as a sentence names it: ``30 June 2026``."""
    return f"{day.day} {day:%B %Y}"
