"""Amounts and dates in the cells of a spreadsheet, and how to read one that does not say so itself.

Amounts are such as ``-12.50``, ``(12,50)``, ``€ 1.250,00``, in whole minor units or chips.
``03/04/2025`` may be two days; which one is never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import lru_cache
from typing import Final, NamedTuple
from unicodedata import normalize
from zoneinfo import ZoneInfo

from ledger.log.spellings import SIGNS, currencies_named
from ledger.log.values import minor_digits
from ledger.log.words import MOST_CHIPS, visible
from ledger.sheets.cells import Cell, Priced, Problem, UnclearError, cell_text, place
from ledger.wording import MONTH_BY_NAME, STILL_YESTERDAY, counted

# --- Amounts --------------------------------------------------------------------------------------
ABSENT: Final = frozenset(
    {
        "-",
        "–",
        "—",
        "−",
        "--",
        "n/a",
        "n.a.",
        "na",
        "/",
        "absent",
        "dnp",
        "did not play",
        "abwesend",
    }
)
"""What people write for a player who was absent."""

_NAMED: Final = rf"[{''.join(sign for sign in SIGNS if len(sign) == 1)}]|[A-Za-z]{{3}}"
_AMOUNT: Final = re.compile(
    rf"(?P<sign>[-+]?) ?(?P<before>{_NAMED})? *(?P<inner>[-+]?) ?(?P<figures>[0-9][0-9.,'’ "
    r"]*?|[.,][0-9]+)"
    rf" ?(?P<behind>{_NAMED})?(?P<last>[-+]?)"
)
_ACCOUNTING: Final = re.compile(
    rf"(?P<before>{_NAMED})? *(?:\((?P<inside>.*)\)|(?:--?(?=.)|(?<=.)--?)) *(?P<behind>{_NAMED})?"
)
"""How the number formats for accounts write a loss and a zero: ``$(7.00)``, ``$ -``, ``- €``."""
_BLANKS: Final = str.maketrans("\u2212\u2013\u2010\u2011\u00a0\u202f\u2009", "----   ")


@dataclass(frozen=True, slots=True)
class Unit:
    """The unit of the amounts: a currency, or chips, which may each be worth ``chip`` minor units
    of a currency.
    """

    money: bool
    currency: str | None = None
    chip: int | None = None

    @property
    def digits(self) -> int:
        """The number of decimals of an amount."""
        return minor_digits(self.currency) if self.money else 0

    @property
    def expected(self) -> str:
        """What an amount should look like, for messages."""
        if not self.money:
            return "a whole number of chips such as 12, -12 or (12)"
        point = f".{'5'.ljust(self.digits, '0')}" if self.digits else ""
        return f"an amount in {self.currency} such as 12{point}, -12{point} or (12{point})"


_CENTS: Final = 2  # the decimals of most currencies


class Figures(NamedTuple):
    """The text of an amount taken apart: its digits as written, without sign and currency."""

    negative: bool
    figures: str
    # the possible decimal marks; both, if the digits do not show which one it is
    marks: frozenset[str]


def named_currencies(cells: Iterable[Cell]) -> dict[str, frozenset[str]]:
    """The currencies that amounts may be in, by the sign or the code with which some are
    written.
    """
    named: dict[str, frozenset[str]] = {}
    for cell in cells:
        if isinstance(cell, Priced):
            named[cell.sign.text] = cell.sign.codes
        if isinstance(cell, str) and (match := _AMOUNT.fullmatch(_bare(cell)[0])):
            for sign in filter(None, (match["before"], match["behind"])):
                codes = currencies_named(sign)
                if sign in SIGNS or codes == (sign.upper(),):  # ``won 5`` is no money of Korea
                    named[sign] = frozenset(codes)
    return named


def is_absent(cell: Cell) -> bool:
    """True if a cell says that a player was absent."""
    return cell is None or (isinstance(cell, str) and cell.lower() in ABSENT)


def formula_lost(text: str) -> tuple[str, str] | None:
    """What is wrong with a cell whose formula has an error or no result, and what to do; None for
    any other text.
    """
    if re.fullmatch(r"#(?:[A-Z0/]+[!?]|N/A)", text):
        return f"{cell_text(text)} is a spreadsheet error", "mend the formula"
    if text.startswith("="):
        return (
            f"{cell_text(text)} is a formula without a result",
            "open the file in a spreadsheet program and save it again",
        )
    return None


class Amounts:
    """Reads the amounts of one table; its decimal mark is determined from all of them together.

    ``usual`` is the one of files like it: what may be thousands or decimals is thousands if it has
    the other sign.
    """

    def __init__(
        self,
        unit: Unit,
        cells: Iterable[tuple[tuple[int, int], Cell]],
        problems: list[Problem],
        usual: str | None = None,
    ) -> None:
        self.unit, self.problems, self.usual = unit, problems, usual
        self.mark: str | None = None
        self._told: tuple[int, int] | None = None
        marks = [
            (at, cell, taken.marks)
            for at, cell in cells
            if isinstance(cell, str) and (taken := self._apart(cell))
        ]
        for at, cell, possible in marks:
            if len(possible) > 1:
                continue
            (mark,) = possible
            if self.mark is None:
                self.mark, self._told = mark, at
            elif mark != self.mark:
                assert self._told is not None
                message = (
                    f"{cell_text(cell)} uses a different decimal sign from the amount in "
                    f"{place(*self._told)}"
                )
                problems.append(
                    Problem(
                        *at,
                        message,
                        "amounts that are all written the same way",
                        "write them all as 1234.50",
                    )
                )

    def read(self, row: int, column: int, cell: Cell) -> int | None:
        """An amount in minor units or chips; None if it is not an amount, which is added to the
        problems.
        """
        found = self._value(cell)
        if isinstance(found, Decimal):
            scaled = found.scaleb(self.unit.digits)
            if abs(scaled) > MOST_CHIPS:
                found = (f"{cell_text(cell)} is too large", "check the number of digits")
            elif scaled == scaled.to_integral_value():
                return int(scaled)
            elif self.unit.money:
                many = f"{cell_text(cell)} has more decimal places than {self.unit.currency} has"
                found = (
                    many,
                    "round it in the spreadsheet, so that the evening still adds up to zero",
                )
            else:
                found = (
                    f"{cell_text(cell)} is not a whole number of chips",
                    "if the amounts are money, use --money CUR",
                )
        self.problems.append(Problem(row, column, found[0], self.unit.expected, found[1]))
        return None

    def takes(self, named: str) -> bool:
        """True if amounts beside which stands ``EUR``, ``Euro``, ``chips`` or ``cents`` are in the
        unit.
        """
        word, codes = named.lower(), currencies_named(named)
        if codes:
            return self.unit.currency in codes
        return self.unit.money if word == "money" else not self.unit.money

    def number(self, cell: Cell) -> Decimal | None:
        """The number in a cell, None if it has none."""
        found = self._value(cell)
        return found if isinstance(found, Decimal) else None

    def _value(self, cell: Cell) -> Decimal | tuple[str, str]:
        """The number in a cell, or a pair: what is wrong with it, and what to do."""
        if isinstance(cell, bool) or cell is None:
            return f"{cell_text(cell) or 'an empty cell'} is not an amount", "write the amount"
        if isinstance(cell, Decimal):
            sign = cell.sign if isinstance(cell, Priced) else None
            return (
                cell
                if sign is None or self._fits(*sign)
                else self.another_unit(f"{sign.text} {cell_text(cell)}")
            )
        if isinstance(cell, date):
            return (
                f"{cell_text(cell)} is a date, not an amount",
                "format the column as numbers, and enter the amount again",
            )
        taken = self._apart(cell)
        if taken is None:
            return self._no_amount(cell)
        signs = set(taken.figures) & {".", ","}
        is_open = len(taken.marks) > 1 and bool(signs) and self.mark is None
        if is_open and (self.usual is None or self.usual in signs or self.unit.digits > _CENTS):
            return (
                f"{cell_text(cell)} may be thousands or decimals",
                "write it without a sign between thousands, or round it",
            )
        mark = self.mark or (self.usual if is_open and self.usual else next(iter(taken.marks)))
        plain = taken.figures.translate({ord(char): None for char in "'’ "})
        plain = plain.replace("," if mark != "," else ".", "").replace(",", ".")
        return -Decimal(plain) if taken.negative else Decimal(plain)

    def _no_amount(self, text: str) -> tuple[str, str]:
        match = _AMOUNT.fullmatch(_bare(text)[0])
        named = match and (match["before"] or match["behind"])
        if match and named and not self._fits(named):
            return self.another_unit(cell_text(text))
        if lost := formula_lost(text):
            return lost
        remedy = (
            "write only the number; leave the cell empty if the player was not there; call a "
            "column of words Notes"
        )
        return f"{cell_text(text)} is not an amount", remedy

    def another_unit(self, text: str) -> tuple[str, str]:
        """What is wrong with an amount that says that it is in another unit, and what to do."""
        what = f"in {self.unit.currency}" if self.unit.money else "chips"
        return (
            f"{text} is in another unit: the amounts are {what}",
            "correct the amount or the unit",
        )

    def _fits(self, named: str, codes: Iterable[str] | None = None) -> bool:
        """True if a sign may stand for the currency, or nobody knows what for."""
        code = self.unit.currency
        known = SIGNS.get(named, ()) if codes is None else codes
        return self.unit.money and (
            code is None
            or named.upper() == code
            or code in known
            or (codes is not None and not codes)
        )

    def _apart(self, text: str) -> Figures | None:
        """Take a text apart; None if it is not an amount in the unit."""
        bare, negative = _bare(text)
        match = _AMOUNT.fullmatch(bare)
        if match is None or any(
            named and not self._fits(named) for named in (match["before"], match["behind"])
        ):
            return None
        signs = match["sign"] + match["inner"] + match["last"]
        marks = _decimal_marks(match["figures"], self.unit.digits)
        if len(signs) > 1 or (signs and negative) or not marks:
            return None
        return Figures(negative or signs == "-", match["figures"], marks)


def _bare(text: str) -> tuple[str, bool]:
    """A text with plain minus signs and spaces, without parentheses, and True if it had them: they
    make it negative.
    """
    text = text.translate(_BLANKS).strip()
    match = _ACCOUNTING.fullmatch(text)
    if match is None:
        return text, False
    inside = "0" if match["inside"] is None else match["inside"].strip()
    return f"{match['before'] or ''}{inside}{match['behind'] or ''}", match["inside"] is not None


@lru_cache(maxsize=10_000)  # the amounts of a table are few
def _decimal_marks(figures: str, digits: int) -> frozenset[str]:
    """The possible decimal marks of some digits; empty if they are not a number.

    Three digits after a mark may be thousands or, of a share that was worked out, decimals:
    ``3.333``. Only an amount that has no decimals leaves no doubt.
    """
    marks = frozenset(
        mark for mark, other in ((".", ","), (",", ".")) if _is_number(figures, mark, other)
    )
    if (
        len(marks) > 1
        and not digits
        and (sign := next((sign for sign in ".," if sign in figures), ""))
    ):
        return marks - {sign}
    return marks


def _is_number(figures: str, mark: str, thousands: str) -> bool:
    group = r"[1-9][0-9]{0,2}"
    whole = "|".join(
        ("[0-9]+", *(rf"{group}(?:[{sign}][0-9]{{3}})+" for sign in (thousands, " ", "'’")))
    )
    return bool(re.fullmatch(rf"(?:{whole})?(?:[{mark}][0-9]*)?", figures)) and any(
        map(str.isdigit, figures)
    )


# --- Dates ----------------------------------------------------------------------------------------
ORDERS: Final = {"dmy": "day, month, year", "mdy": "month, day, year", "ymd": "year, month, day"}
"""The orders in which people write the parts of a date."""

A_DATE: Final = "a date: 2026-11-20"
_TIME: Final = r"(?:[t ,]+[0-9]{1,2}:[0-9]{2}.*)?"
_SMALL_HOURS: Final = re.compile(
    r"[t ,](?P<hour>12|0?[0-5]):(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2}))?[.0-9]*"
    r" ?(?:(?P<half>[ap])\.?m\.?|uhr)?(?:z|[-+][0-9:]+)?$"
)
_YEAR_FIRST: Final = re.compile(rf"([0-9]{{4}})[-/. ]([0-9]{{1,2}})[-/. ]([0-9]{{1,2}}){_TIME}")
_NUMBERS: Final = re.compile(
    rf"([0-9]{{1,2}})[-/.] ?([0-9]{{1,2}})[-/.] ?([0-9]{{4}}|[0-9]{{2}}){_TIME}"
)
_NAME: Final = r"([^\W\d_]+)"
_DAY_NAME: Final = re.compile(
    rf"([0-9]{{1,2}})(?:st|nd|rd|th|er)?[-/., ]+{_NAME}[-/., ]+([0-9]{{4}}|[0-9]{{2}}){_TIME}"
)
_NAME_DAY: Final = re.compile(
    rf"{_NAME}[-/., ]+([0-9]{{1,2}})(?:st|nd|rd|th)?[-/., ]+([0-9]{{4}}){_TIME}"
)
_WEEKDAYS: Final = {
    name: day
    for day, names in enumerate(
        (
            *(
                "monday mon montag mo lundi",
                "tuesday tue tues dienstag di mardi",
                "wednesday wed mittwoch mi mercredi",
            ),
            *("thursday thu thurs donnerstag do jeudi", "friday fri freitag fr vendredi"),
            *("saturday sat samstag sonnabend sa samedi", "sunday sun sonntag so dimanche"),
        )
    )
    for name in names.split()
}
"""Days of the week (Monday is 0) before a date, as in ``Friday, January 2, 2026`` and ``Fr,
02.01.2026``.
"""
_AFTER_WEEKDAY: Final = re.compile(rf"({'|'.join(sorted(_WEEKDAYS, key=len, reverse=True))})[., ]+")
_MONTHS: Final = MONTH_BY_NAME | {
    name: month
    for month, names in enumerate(
        (
            *(
                "januar jän jänner janvier janv",
                "februar février fevrier févr fevr",
                "märz maerz marz mär mrz mars",
            ),
            *(
                "avril avr",
                "mai",
                "juni juin",
                "juli juillet juil",
                "août aout",
                "septembre",
                "oktober okt octobre",
            ),
            *("novembre", "dezember dez décembre decembre déc"),
        ),
        1,
    )
    for name in names.split()
}
"""The number of a month by its name in English, German or French, in lower case."""
_CENTURY: Final = 2000
_MONTHS_A_YEAR: Final = 12
_EARLIEST: Final = 1900


def looks_like_a_date(cell: Cell) -> bool:
    """True if a cell can be read as a date in some order."""
    return isinstance(cell, date) or (isinstance(cell, str) and bool(readings(cell)))


def readings(text: str) -> dict[str, date]:
    """The date that a text means in each order of its parts; with a four-digit year first, only in
    ``ymd``.

    If a day of the week comes before it, orders in which the date falls on another day are left
    out.
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
    file: str, cells: Mapping[tuple[int, int], Cell], how: Reading, problems: list[Problem]
) -> dict[tuple[int, int], date]:
    """The date in each cell, by row and column. Cells that are not dates are added to ``problems``.

    Raises UnclearError if a cell may mean two days, and ``how`` does not say which.
    """
    order = how.dates
    days: dict[tuple[int, int], date] = {}
    open_: dict[tuple[int, int], dict[str, date]] = {}
    seen: dict[str, tuple[int, int]] = {}
    for at, cell in cells.items():
        if isinstance(cell, date):
            days[at] = cell.date() if isinstance(cell, datetime) else cell
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
    swapped = _converted(cells, days)
    if swapped and how.swapped is None and not problems:
        raise _half_converted(file, cells, swapped)
    days |= {at: date(day.year, day.day, day.month) for at, day in swapped.items() if how.swapped}
    return {at: day - timedelta(before_six(cells[at])) for at, day in days.items()}


_ELSEWHERE: Final = re.compile(
    r"(?P<here>.*[0-9]:[0-9]{2}(?::[0-9]{2}[.0-9]*)?) ?"
    r"(?P<zone>z|utc|gmt|\+[0-9]{2}(?::?[0-9]{2})?|(?:(?<=:..:..)|(?<=t..:..))-[0-9]{2}:?[0-9]{2})",
    re.IGNORECASE,
)
"""A day and a time that says its zone; ``20:15-01:00`` behind a day alone is from when to when."""


def where_played(
    file: str, cells: Mapping[tuple[int, int], Cell], how: Reading, problems: list[Problem]
) -> dict[tuple[int, int], Cell]:
    """The cells, with the time at the table in the place of one that says its zone, such as
    ``2026-11-20T22:15Z``.

    Midnight is how programs write a day alone: if each of them is one, they stay. Raises
    UnclearError if it is not known where it was played; a time in words of a zone that cannot be
    read is added to ``problems``.
    """
    moments: dict[tuple[int, int], datetime] = {}
    for at, cell in cells.items():
        match = _ELSEWHERE.fullmatch(cell.strip()) if isinstance(cell, str) else None
        if match is None:
            continue
        zone = match["zone"] if match["zone"][0] in "+-" else "+00:00"
        if (moment := moment_of(f"{match['here']}{zone}")) is None:
            problems.append(
                Problem(
                    *at,
                    f"{cell_text(cell)} is a time in a zone",
                    "a day, or one as 2026-11-20T20:15:00Z",
                    "",
                )
            )
        else:
            moments[at] = moment
    if all(moment.time() == time.min for moment in moments.values()):
        return dict(cells)
    if how.zone is None:
        at = next(iter(moments))
        message = (
            f"{visible(file)}: {place(*at)}: {cell_text(cells[at])}: in which time zone was it "
            "played?"
        )
        raise UnclearError(
            "zone", message, "say so with --zone America/Chicago, which the book keeps"
        )
    here = ZoneInfo(how.zone)
    return {
        **cells,
        **{at: moment.astimezone(here).replace(tzinfo=None) for at, moment in moments.items()},
    }


def before_six(cell: Cell) -> bool:
    """True for a time until six in the morning: it is still the evening before.

    Midnight is how programs write a day alone.
    """
    if isinstance(cell, datetime):
        return (
            timedelta(0)
            < cell.replace(tzinfo=None) - datetime(cell.year, cell.month, cell.day)  # noqa: DTZ001
            < STILL_YESTERDAY
        )
    match = _SMALL_HOURS.search(cell.lower()) if isinstance(cell, str) else None
    if match is None or match["half"] == "p" or (match["hour"] == "12" and not match["half"]):
        return False
    return (
        any(int(match[part] or 0) for part in ("minute", "second")) or int(match["hour"]) % 12 > 0
    )


def _converted(
    cells: Mapping[tuple[int, int], Cell], days: Mapping[tuple[int, int], date]
) -> dict[tuple[int, int], date]:
    """The dates whose day and month a spreadsheet program may have swapped: those beside texts that
    it could not convert.

    Of ``03/04/2026`` and ``13/04/2026`` a program that expects the month first makes 4 March and
    leaves the other as it is.
    """
    if not any(
        _is_numbers(cell) and len({"dmy", "mdy"} & readings(str(cell)).keys()) == 1
        for cell in cells.values()
    ):
        return {}
    written = {
        at: days[at]
        for at, cell in cells.items()
        if isinstance(cell, str) and _YEAR_FIRST.fullmatch(cell) and at in days
    }
    if any(day.day > _MONTHS_A_YEAR for day in written.values()):
        written = {}
    certain = written | {at: cell for at, cell in cells.items() if isinstance(cell, date)}
    return {
        at: day for at, day in certain.items() if day.day <= _MONTHS_A_YEAR and day.day != day.month
    }


def _half_converted(
    file: str, cells: Mapping[tuple[int, int], Cell], swapped: Mapping[tuple[int, int], date]
) -> UnclearError:
    at, day = next(iter(swapped.items()))
    text = next(where for where, cell in cells.items() if _is_numbers(cell))
    message = (
        f"{visible(file)}: {cell_text(cells[text])} in {place(*text)} is text and {day} in "
        f"{place(*at)} is a date: a spreadsheet "
        "program may have swapped days and months where it could "
        f"({counted(len(swapped), 'date')}), and "
        f"{day.year}-{day.day:02}-{day.month:02} is meant"
    )
    return UnclearError(
        "swapped",
        message,
        "--swapped yes turns these dates back, --swapped no takes them as they stand",
    )


def _is_numbers(cell: Cell) -> bool:
    """True for a date of numbers only: its order shows only in their values."""
    return isinstance(cell, str) and bool(_NUMBERS.fullmatch(cell.strip().lower()))


def _check_one_order(
    cells: Mapping[tuple[int, int], Cell],
    seen: Mapping[str, tuple[int, int]],
    order: str | None,
    problems: list[Problem],
) -> None:
    """Report dates that fit only another order than the others, or than the one the user gave."""
    wanted = order or next(iter(seen), None)
    for one, at in seen.items():
        if wanted is None or one == wanted:
            continue
        other = (
            f"--dates {order} says"
            if order
            else f"{cell_text(cells[seen[wanted]])} in {place(*seen[wanted])} is"
        )
        message = f"{cell_text(cells[at])} can only be {ORDERS[one]}, and {other} {ORDERS[wanted]}"
        problems.append(
            Problem(
                *at, message, "dates that are all written the same way", "write them as 2026-11-20"
            )
        )


def _no_day(at: tuple[int, int], cell: Cell) -> Problem:
    if cell is None:
        return Problem(
            *at, "the date is missing", A_DATE, "write the date of the evening into each row"
        )
    if not isinstance(cell, str):
        remedy = "format the column as dates in the spreadsheet, and save it again"
        return Problem(*at, f"{cell_text(cell)} is a number, not a date", A_DATE, remedy)
    if lost := formula_lost(cell):
        return Problem(*at, lost[0], A_DATE, lost[1])
    without_year = bool(re.fullmatch(r"[0-9]{1,2}[-/. ]+([0-9]{1,2}|[A-Za-z]+)\.?", cell))
    message = (
        f"{cell_text(cell)} has no year" if without_year else f"{cell_text(cell)} is not a date"
    )
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
    if isinstance(cell, date) and not isinstance(cell, datetime):
        return datetime(cell.year, cell.month, cell.day)  # noqa: DTZ001 - the time at the table
    try:
        return (
            datetime.fromisoformat(cell)
            if isinstance(cell, str)
            else cell
            if isinstance(cell, datetime)
            else None
        )
    except ValueError:
        return None


# --- Reading --------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Reading:
    """The user's answers: the order of a date's parts, the unit, the sheet, the day of a table of
    one night.

    ``unbalanced`` are the nights (by day or id) that may not add up to zero; ``swapped`` is True if
    a spreadsheet program took days for months in the dates that it converted. ``one_person`` says
    whether players of one name with several ids are one. ``zone`` is where it was played, for times
    in UTC. ``payers`` paid in the rows of shared costs that do not say who did.
    """

    dates: str | None = None
    unit: Unit | None = None
    sheet: str | None = None
    day: str | None = None
    unbalanced: frozenset[str] = frozenset()
    swapped: bool | None = None
    one_person: bool | None = None
    zone: str | None = None
    payers: tuple[str, ...] = ()
