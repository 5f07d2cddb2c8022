"""Small numbers in words, and comparisons with them: ``five``, ``above 40``, ``40 or more``,
``between 20 and 40``.

Days as people write them: ``14 March``, ``march``, ``last month``, ``since May``, ``2026-03-14``.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Final, NamedTuple

from ledger.phrases.vocabulary import Token, begins, words
from ledger.wording import MONTH_BY_NAME

# --- Numbers --------------------------------------------------------------------------------------
_IN_WORDS: Final = {
    word: at
    for at, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        ]
    )
}
_MOST_DIGITS: Final = 12
_ABOVE: Final = "above, over, more than, larger than, bigger than, greater than, higher than, >"
_AT_LEAST: Final = "at least, from, minimum, >=, ≥"
_BELOW: Final = "below, under, less than, smaller than, lower than, fewer than, <"
_AT_MOST: Final = "at most, up to, maximum, <=, ≤"
_EXACTLY: Final = "exactly, of exactly, ="
_BEFORE: Final = tuple(
    (words(phrase), low, high)
    for phrases, low, high in (
        (_ABOVE, 1, None),
        (_AT_LEAST, 0, None),
        (_BELOW, None, -1),
        (_AT_MOST, None, 0),
        (_EXACTLY, 0, 0),
    )
    for phrase in phrases.split(", ")
)
"""What stands before a number, and what is added to it for the smallest and the largest that is
meant; None: no end.
"""
_AFTER: Final = (
    *((words(phrase), 0, None) for phrase in ("or more", "or above", "and more", "and above", "+")),
    *((words(phrase), None, 0) for phrase in ("or less", "or fewer", "or below")),
)

NUMBER_WORDS: Final = frozenset(
    {*_IN_WORDS, "between", "and", *(word for phrase, *_ in (*_BEFORE, *_AFTER) for word in phrase)}
)
"""Every word that may stand in a number or a range, but digits."""


class Range(NamedTuple):
    """From what to what, both included; None for no end. ``words`` is how many words say it."""

    low: int | None
    high: int | None
    words: int


def number(word: str) -> int | None:
    """A number in digits or in words."""
    if word.isascii() and word.isdecimal() and len(word) <= _MOST_DIGITS:
        return int(word)
    return _IN_WORDS.get(word)


def range_at(line: Sequence[Token], at: int) -> Range | None:
    """The range that the words from a place say, None if they say none."""
    here = [one.word for one in line[at : at + 4]]
    if len(here) == 4 and here[0] == "between" and here[2] == "and":
        low, high = number(here[1]), number(here[3])
        return Range(low, high, 4) if low is not None and high is not None else None
    for phrase, low, high in _BEFORE:
        if begins(line, at, phrase) and at + len(phrase) < len(line):
            value = number(line[at + len(phrase)].word)
            if value is not None:
                return _range(value, low, high, len(phrase) + 1)
    value = number(here[0]) if here else None
    if value is None:
        return None
    for phrase, low, high in _AFTER:
        if begins(line, at + 1, phrase):
            return _range(value, low, high, len(phrase) + 1)
    return Range(value, value, 1)


def _range(value: int, low: int | None, high: int | None, used: int) -> Range:
    return Range(
        None if low is None else value + low, None if high is None else max(0, value + high), used
    )


# --- Days -----------------------------------------------------------------------------------------
_WEEKDAYS: Final = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_EVENINGS: Final = frozenset({"night", "evening", "session", "game", "time"})
_LENGTHS: Final = {"day": 1, "week": 7, "month": 30, "year": 365}
_FROM: Final = frozenset({"since", "from", "between"})
_ENDS: Final = _FROM | {"after", "before", "until", "till", "to"}
_TO: Final = frozenset({"until", "till", "to", "and", "through", "-", "–"})
_NUMBERS: Final = re.compile(r"(\d\d?)[./](\d\d?)[./](\d{4})")
_ISO: Final = re.compile(r"(\d{4})-(\d\d?)(?:-(\d\d?))?")
_DAY: Final = re.compile(r"(\d\d?)(?:st|nd|rd|th)?")
_EARLIEST, _LAST = 1900, 2200

DAY_WORDS: Final = frozenset(
    {
        *MONTH_BY_NAME,
        *_WEEKDAYS,
        *_EVENINGS,
        *_LENGTHS,
        *(f"{one}s" for one in _LENGTHS),
        *_ENDS,
        *_TO,
    }
    | {"today", "tonight", "yesterday", "this", "last", "past", "of"}
)
"""Every word that may stand in days, but digits."""


class Days(NamedTuple):
    """From which day to which, both included; None for an end that is not said.

    ``words`` is how many words say it.
    """

    since: date | None
    until: date | None
    words: int


class Calendar(NamedTuple):
    """What days are told from: the day here, and the days of the evenings, in any order."""

    today: date
    evenings: Sequence[date]


def days_at(line: Sequence[Token], at: int, calendar: Calendar) -> Days | None:
    """The days that the words from a place say, None if they say none."""
    word = line[at].word
    if word in _ENDS:
        inner = _span(line, at + 1, calendar)
        return _ended(word, inner, _to(line, at + 1 + inner.words, calendar)) if inner else None
    found = _span(line, at, calendar)
    further = _to(line, at + found.words, calendar) if found else None
    if found and further and line[at + found.words].word != "and":
        return Days(found.since, further.until, found.words + 1 + further.words)
    return found


def _ended(word: str, inner: Days, further: Days | None) -> Days:
    """Days with a word before them, and perhaps ``to`` others after them."""
    since, until, used = inner
    assert since is not None
    assert until is not None
    if word in _FROM:
        return (
            Days(since, further.until, used + further.words + 2)
            if further
            else Days(since, None, used + 1)
        )
    if word == "after":
        return Days(until + timedelta(1), None, used + 1)
    return Days(None, since - timedelta(1) if word == "before" else until, used + 1)


def _to(line: Sequence[Token], at: int, calendar: Calendar) -> Days | None:
    return _span(line, at + 1, calendar) if at + 1 < len(line) and line[at].word in _TO else None


def _span(line: Sequence[Token], at: int, calendar: Calendar) -> Days | None:
    """Days without a word before them that says from or to: the longest reading."""
    here = [one.word for one in line[at : at + 4]]
    found = [days for days in _readings(here, calendar) if days is not None]
    return max(found, key=lambda days: days.words, default=None)


def _readings(here: list[str], calendar: Calendar) -> Iterator[Days | None]:
    one, two, three, four = [*here, "", "", "", ""][:4]
    yield _written(one)
    yield {
        "today": _day(calendar.today),
        "tonight": _day(calendar.today),
        "yesterday": _day(calendar.today - timedelta(1)),
    }.get(one)
    if one in {"this", "last", "past"}:
        yield _relative(one, two, calendar)
        amount, unit = number(two), three.removesuffix("s")
        if one != "this" and amount and amount < 10_000 and unit in _LENGTHS:
            yield Days(calendar.today - timedelta(amount * _LENGTHS[unit] - 1), calendar.today, 3)
        if one != "this" and two in MONTH_BY_NAME:
            yield _month(MONTH_BY_NAME[two], None, calendar, 2)
        if one != "this" and two in _WEEKDAYS:
            yield _weekday(two, calendar, 2)
    if one in _WEEKDAYS:
        yield _weekday(one, calendar, 1)
    if one in MONTH_BY_NAME:
        yield _month(MONTH_BY_NAME[one], None, calendar, 1)
        yield _month(MONTH_BY_NAME[one], _year(two), calendar, 2) if _year(two) else None
        yield _date(two, one, None, calendar, 2)
        yield _date(two, one, _year(three), calendar, 3) if _year(three) else None
    if two in MONTH_BY_NAME:
        yield _date(one, two, None, calendar, 2)
        yield _date(one, two, _year(three), calendar, 3) if _year(three) else None
    if two == "of" and three in MONTH_BY_NAME:
        yield _date(one, three, None, calendar, 3)
        yield _date(one, three, _year(four), calendar, 4) if _year(four) else None


def _written(word: str) -> Days | None:
    """A day, a month or a year in numbers; ``3/4/2026`` is two days, and so none."""
    if year := _year(word):
        return Days(date(year, 1, 1), date(year, 12, 31), 1)
    if match := _ISO.fullmatch(word):
        if match[3]:
            return _day(_made(match[1], match[2], match[3]))
        first = _made(match[1], match[2], "1")
        return Days(first, _last_of(first), 1) if first else None
    if match := _NUMBERS.fullmatch(word):
        found = {_made(match[3], match[2], match[1]), _made(match[3], match[1], match[2])} - {None}
        return _day(found.pop()) if len(found) == 1 else None
    return None


def _relative(which: str, what: str, calendar: Calendar) -> Days | None:
    """``this week``, ``last month``, ``last night``."""
    today, last = calendar.today, which != "this"
    if what in _EVENINGS:
        return (
            _day(max((day for day in calendar.evenings if day <= today), default=None), 2)
            if last
            else _day(today, 2)
        )
    if what == "week":
        monday = today - timedelta(today.weekday() + 7 * last)
        return Days(monday, monday + timedelta(6), 2)
    if what == "month":
        first = today.replace(day=1)
        first = (first - timedelta(1)).replace(day=1) if last else first
        return Days(first, _last_of(first), 2)
    if what == "year":
        return Days(date(today.year - last, 1, 1), date(today.year - last, 12, 31), 2)
    return None


def _weekday(name: str, calendar: Calendar, used: int) -> Days | None:
    """The last day of that name, today if it is one."""
    back = (calendar.today.weekday() - _WEEKDAYS.index(name)) % 7
    return _day(calendar.today - timedelta(back), used)


def _month(month: int, year: int | None, calendar: Calendar, used: int) -> Days:
    """A month; without a year the last one that has an evening, else the last one that has
    begun.
    """
    if year is None:
        years = [
            day.year for day in calendar.evenings if day.month == month and day <= calendar.today
        ]
        year = max(years, default=calendar.today.year - (month > calendar.today.month))
    first = date(year, month, 1)
    return Days(first, _last_of(first), used)


def _date(day: str, month: str, year: int | None, calendar: Calendar, used: int) -> Days | None:
    """A day of a month; without a year as for months."""
    match = _DAY.fullmatch(day)
    if match is None:
        return None
    number_of_day, at = int(match[1]), MONTH_BY_NAME[month]
    if year is None:
        there = [
            one.year
            for one in calendar.evenings
            if (one.month, one.day) == (at, number_of_day) and one <= calendar.today
        ]
        later = (at, number_of_day) > (calendar.today.month, calendar.today.day)
        year = max(there, default=calendar.today.year - later)
    return _day(_made(str(year), str(at), str(number_of_day)), used)


def _made(year: str, month: str, day: str) -> date | None:
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


def _day(when: date | None, used: int = 1) -> Days | None:
    return None if when is None else Days(when, when, used)


def _last_of(first: date) -> date:
    return first.replace(day=monthrange(first.year, first.month)[1])


def _year(word: str) -> int | None:
    return (
        int(word)
        if len(word) == 4
        and word.isascii()
        and word.isdecimal()
        and _EARLIEST <= int(word) <= _LAST
        else None
    )
