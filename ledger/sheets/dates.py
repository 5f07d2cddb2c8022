"""Dates in the cells of a spreadsheet. ``03/04/2025`` may be two days; which one is never guessed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import Final
from unicodedata import normalize

from ledger.log.words import visible
from ledger.months import MONTH_BY_NAME
from ledger.sheets.problem import Cell, Problem, UnclearError, cell_text, place

ORDERS: Final = {"dmy": "day, month, year", "mdy": "month, day, year", "ymd": "year, month, day"}
"""The orders in which people write the parts of a date."""

A_DATE: Final = "a date: 2026-11-20"

_TIME: Final = r"(?:[t ,]+[0-9]{1,2}:[0-9]{2}.*)?"
_YEAR_FIRST: Final = re.compile(rf"([0-9]{{4}})[-/. ]([0-9]{{1,2}})[-/. ]([0-9]{{1,2}}){_TIME}")
_NUMBERS: Final = re.compile(rf"([0-9]{{1,2}})[-/.] ?([0-9]{{1,2}})[-/.] ?([0-9]{{4}}|[0-9]{{2}}){_TIME}")
_NAME: Final = r"([^\W\d_]+)"
_DAY_NAME: Final = re.compile(rf"([0-9]{{1,2}})(?:st|nd|rd|th|er)?[-/., ]+{_NAME}[-/., ]+([0-9]{{4}}|[0-9]{{2}}){_TIME}")
_NAME_DAY: Final = re.compile(rf"{_NAME}[-/., ]+([0-9]{{1,2}})(?:st|nd|rd|th)?[-/., ]+([0-9]{{4}}){_TIME}")
_WEEKDAYS: Final = {
    name: day
    for day, names in enumerate(
        (
            *("monday mon montag mo lundi", "tuesday tue tues dienstag di mardi", "wednesday wed mittwoch mi mercredi"),
            *("thursday thu thurs donnerstag do jeudi", "friday fri freitag fr vendredi"),
            *("saturday sat samstag sonnabend sa samedi", "sunday sun sonntag so dimanche"),
        )
    )
    for name in names.split()
}
"""Days of the week (Monday is 0) before a date, as in ``Friday, January 2, 2026`` and ``Fr, 02.01.2026``."""
_AFTER_WEEKDAY: Final = re.compile(rf"({'|'.join(sorted(_WEEKDAYS, key=len, reverse=True))})[., ]+")
_MONTHS: Final = MONTH_BY_NAME | {
    name: month
    for month, names in enumerate(
        (
            *("januar jän jänner janvier janv", "februar février fevrier févr fevr", "märz maerz marz mär mrz mars"),
            *("avril avr", "mai", "juni juin", "juli juillet juil", "août aout", "septembre", "oktober okt octobre"),
            *("novembre", "dezember dez décembre decembre déc"),
        ),
        1,
    )
    for name in names.split()
}
"""The number of a month by its name in English, German or French, in lower case."""
_CENTURY: Final = 2000
_EARLIEST: Final = 1900


def looks_like_a_date(cell: Cell) -> bool:
    """True if a cell can be read as a date in some order."""
    return isinstance(cell, date) or (isinstance(cell, str) and bool(readings(cell)))


def readings(text: str) -> dict[str, date]:
    """The date that a text means in each order of its parts; with a four-digit year first, only in ``ymd``.

    If a day of the week comes before it, orders in which the date falls on another day are left out.
    """
    text = normalize("NFC", text.strip().lower())
    weekday = _AFTER_WEEKDAY.match(text)
    if weekday is None:
        return _in_each_order(text)
    found = _in_each_order(text[weekday.end() :])
    return {order: day for order, day in found.items() if day.weekday() == _WEEKDAYS[weekday[1]]}


def _in_each_order(text: str) -> dict[str, date]:
    if match := _YEAR_FIRST.fullmatch(text):
        return _days({"ymd": (match[1], match[2], match[3])})
    if match := _NUMBERS.fullmatch(text):
        one, two, three = match.groups()
        orders = {"dmy": (three, two, one), "mdy": (three, one, two)}
        return _days(orders | ({"ymd": (one, two, three)} if len(three) == 2 else {}))
    if match := _DAY_NAME.fullmatch(text):
        month = _month(match[2])
        orders = {"dmy": (match[3], month, match[1])}
        return _days(orders | ({"ymd": (match[1], month, match[3])} if len(match[3]) == 2 else {}))
    if match := _NAME_DAY.fullmatch(text):
        return _days({"mdy": (match[3], _month(match[1]), match[2])})
    return {}


def _month(name: str) -> str:
    """The number of a month, as text, by its full or short name; ``0`` for any other word."""
    return str(_MONTHS.get(name, 0))


def _days(orders: Mapping[str, tuple[str, str, str]]) -> dict[str, date]:
    days = {}
    for order, (year, month, day) in orders.items():
        full = int(year) + (_CENTURY if len(year) == 2 else 0)
        try:
            days[order] = date(full, int(month), int(day))
        except ValueError:
            continue
        if full < _EARLIEST or len(year) == 1:
            del days[order]
    return days


def days_of(
    file: str, cells: Mapping[tuple[int, int], Cell], order: str | None, problems: list[Problem]
) -> dict[tuple[int, int], date]:
    """The date in each cell, by row and column. Cells that are not dates are added to ``problems``.

    ``order`` is the order of the parts of a date, if the user gave it. Raises UnclearError if not and a cell may
    mean two days.
    """
    days: dict[tuple[int, int], date] = {}
    open_: dict[tuple[int, int], dict[str, date]] = {}
    seen: dict[str, tuple[int, int]] = {}
    for at, cell in cells.items():
        if isinstance(cell, date):
            days[at] = cell
            continue
        found = readings(cell) if isinstance(cell, str) else {}
        if not found:
            problems.append(_no_day(at, cell))
        elif order in found:
            days[at] = found[order]
        elif len(set(found.values())) == 1:
            days[at] = next(iter(found.values()))
            if _is_numbers(cell) and len(found) == 1:
                seen.setdefault(next(iter(found)), at)
        elif order:
            seen.setdefault(next(iter(found)), at)
        else:
            open_[at] = found
    _check_one_order(cells, seen, order, problems)
    if open_ and not problems:
        raise _unclear(file, cells, open_, seen)
    return days


def _is_numbers(cell: Cell) -> bool:
    """True for a date of numbers only: its order shows only in their values."""
    return isinstance(cell, str) and bool(_NUMBERS.fullmatch(cell.strip().lower()))


def _check_one_order(
    cells: Mapping[tuple[int, int], Cell], seen: Mapping[str, tuple[int, int]], order: str | None, problems: list[Problem]
) -> None:
    """Report dates that fit only another order than the others, or than the one the user gave."""
    wanted = order or next(iter(seen), None)
    for one, at in seen.items():
        if wanted is None or one == wanted:
            continue
        other = f"--dates {order} says" if order else f"{cell_text(cells[seen[wanted]])} in {place(*seen[wanted])} is"
        message = f"{cell_text(cells[at])} can only be {ORDERS[one]}, and {other} {ORDERS[wanted]}"
        problems.append(Problem(*at, message, "dates that are all written the same way", "write them as 2026-11-20"))


def _no_day(at: tuple[int, int], cell: Cell) -> Problem:
    if cell is None:
        return Problem(*at, "the date is missing", A_DATE, "write the date of the night into each row")
    if not isinstance(cell, str):
        remedy = "format the column as dates in the spreadsheet, and save it again"
        return Problem(*at, f"{cell_text(cell)} is a number, not a date", A_DATE, remedy)
    without_year = bool(re.fullmatch(r"[0-9]{1,2}[-/. ]+([0-9]{1,2}|[A-Za-z]+)\.?", cell))
    message = f"{cell_text(cell)} has no year" if without_year else f"{cell_text(cell)} is not a date"
    return Problem(*at, message, A_DATE, "write it as 2026-11-20")


def _unclear(
    file: str,
    cells: Mapping[tuple[int, int], Cell],
    open_: Mapping[tuple[int, int], Mapping[str, date]],
    seen: Mapping[str, tuple[int, int]],
) -> UnclearError:
    at, found = next(iter(open_.items()))
    days = " or ".join(f"{day:%Y-%m-%d}" for day in found.values())
    message = f"{visible(file)}: {place(*at)}: {cell_text(cells[at])} may be {days}"
    remedy = ", ".join(f"--dates {order} says {ORDERS[order]}" for order in found)
    for order, where in seen.items():
        remedy += f"; {cell_text(cells[where])} in {place(*where)} can only be {ORDERS[order]}"
    return UnclearError("dates", message, remedy)


def moment_of(cell: Cell) -> datetime | None:
    """The day and time of a text such as ``2026-04-28T02:29:11.734Z``; None for any other cell."""
    if isinstance(cell, date):
        return datetime(cell.year, cell.month, cell.day)  # noqa: DTZ001 - the time at the table
    try:
        return datetime.fromisoformat(cell) if isinstance(cell, str) else None
    except ValueError:
        return None
