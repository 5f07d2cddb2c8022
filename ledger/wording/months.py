"""The months by name, as people write them in questions and in spreadsheets, a day as we write it,
and when an evening ends.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Final

# how far into a day it is still the evening of the day before
STILL_YESTERDAY: Final = timedelta(hours=6)
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
    {name[:3]: at for at, name in enumerate(MONTHS, 1)}
    | {name: at for at, name in enumerate(MONTHS, 1)}
    | {"sept": 9}
)
"""The number of a month by its name, whole or short, in small letters."""


def which_of_day(session: str, day: date) -> str | None:
    """Which evening of its day an id says, as a phone gives them: empty for ``2026-11-20``, ``
    (2)`` for ``2026-11-20-2``.

    None for an id that somebody chose.
    """
    found = re.fullmatch(rf"{day}(?:-(\d+))?", session)
    return found and (f" ({found[1]})" if found[1] else "")


def day_in_words(day: date) -> str:
    """Return a day as a sentence names it: ``30 June 2026``."""
    return f"{day.day} {day:%B %Y}"
