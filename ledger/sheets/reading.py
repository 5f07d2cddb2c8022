"""How a spreadsheet is to be read, where it does not say so itself."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.sheets.amounts import Unit


@dataclass(frozen=True, slots=True)
class Reading:
    """What somebody said: the order of a date's parts, the unit, the sheet, the day of a table that is one night.

    ``anyway`` lets nights stand that do not add up to zero: the rest comes from the pot or goes there.
    """

    dates: str | None = None
    unit: Unit | None = None
    sheet: str | None = None
    day: str | None = None
    anyway: bool = False
