"""Names for people and sessions that do not exist."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

# fmt: off
NAMES: Final = (
    "Ann", "Bea", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "Mae", "Ned", "Odile", "Pat",
    "Remy", "Sal", "Tess", "Ulla", "Vic", "Wes", "Yves", "Zoë", "Alcide", "Beau", "Clovis", "Dupré", "Elmo", "Fanny",
    "Gaston", "Hélène", "Irma", "Jules", "Big Al", "T. Boudreaux",
)
# fmt: on

FIRST_DAY: Final = date(2024, 1, 5)
WEEKS: Final = 500


def players(session: int, number: int) -> tuple[str, ...]:
    """Return the names of the players of a session, in the order in which they sit down."""
    return tuple(NAMES[(7 * session + 5 * seat) % len(NAMES)] for seat in range(number))


def day(session: int) -> str:
    """Return the date of a session: one a week."""
    return (FIRST_DAY + timedelta(weeks=session % WEEKS)).isoformat()
