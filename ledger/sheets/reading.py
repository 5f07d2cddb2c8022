"""How to read a spreadsheet, where it does not say so itself."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.sheets.amounts import Unit


@dataclass(frozen=True, slots=True)
class Reading:
    """The user's answers: the order of a date's parts, the unit, the sheet, the day of a table of one night.

    ``anyway`` accepts nights that do not add up to zero: the rest comes from the pot or goes there.
    """

    dates: str | None = None
    unit: Unit | None = None
    sheet: str | None = None
    day: str | None = None
    anyway: bool = False
