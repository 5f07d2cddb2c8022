"""One sheet of results in many dialects: the same evenings come in, or something is asked; never
other money.
"""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Callable
from datetime import date, timedelta
from typing import Final, NamedTuple

import pytest
import xlsxwriter

from ledger.sheets import Reading, SheetError, UnclearError, Unit, results_in

NAMES: Final = ("Ann", "Bea", "Big Al", "Zoë", "Jean-Luc", "O'Neil")
EUR: Final = Unit(money=True, currency="EUR")
Table = dict[date, dict[str, int]]


def plain(cents: int, mark: str = ".", thousands: str = "") -> str:
    return f"{cents / 100:,.2f}".replace(",", "_").replace(".", mark).replace("_", thousands)


def accounts(cents: int) -> str:
    amount = plain(abs(cents), ".", ",")
    return " €-   " if not cents else f" €({amount})" if cents < 0 else f" €{amount} "


class Dialect(NamedTuple):
    """How somebody writes a table as text."""

    amount: Callable[[int], str]
    day: str
    separator: str = ","
    encoding: str = "utf-8"
    order: str | None = None
    total: str | None = None
    sums: str | None = None
    quoting: int = csv.QUOTE_MINIMAL
    line_end: str = "\n"
    absent: str = ""


DIALECTS: Final = {
    "plain": Dialect(plain, "%Y-%m-%d"),
    "a byte order mark": Dialect(plain, "%Y-%m-%d", encoding="utf-8-sig", line_end="\r\n"),
    "German": Dialect(
        lambda cents: plain(cents, ",", "."),
        "%d.%m.%Y",
        ";",
        order="dmy",
        total="Summe",
        absent="abwesend",
    ),
    "German in UTF-16": Dialect(
        lambda cents: f"{plain(cents, ',')} €", "%d.%m.%Y", "\t", "utf-16", "dmy"
    ),
    "American": Dialect(
        lambda cents: plain(cents, ".", ","), "%m/%d/%Y", order="mdy", total="Total", sums="Total"
    ),
    "for accounts": Dialect(accounts, "%d/%m/%Y", order="dmy", total=""),
    "French": Dialect(
        lambda cents: f"{plain(cents, ',', ' ')} €".replace("-", "−"),
        "%d/%m/%y",
        ";",
        order="dmy",
        sums="Somme",
    ),
    "Swiss": Dialect(
        lambda cents: plain(cents, ".", "’"), "%d.%m.%Y", ";", order="dmy", absent="-"
    ),
    "all quoted": Dialect(plain, "%d %b %Y", ";", quoting=csv.QUOTE_ALL),
    "weekdays": Dialect(
        lambda cents: plain(cents).replace("-", "") + ("-" if cents < 0 else ""),
        "%A, %B %d, %Y",
        total="∑",
    ),
    "parentheses": Dialect(
        lambda cents: f"({plain(-cents)})" if cents < 0 else plain(cents), "%Y/%m/%d", total="Stand"
    ),
    "codes": Dialect(lambda cents: f"EUR {plain(cents)}", "%d-%m-%Y", "|", order="dmy", sums=""),
}


def made(rng: random.Random) -> Table:
    """Return evenings that each add up to zero; some were not there."""
    nights: Table = {}
    day = date(2023, 1, 1) + timedelta(rng.randrange(300))
    for _ in range(rng.randrange(1, 14)):
        day += timedelta(rng.randrange(1, 20))
        there = rng.sample(NAMES, rng.randrange(2, len(NAMES)))
        amounts = [rng.choice((0, 5, 1250, 123456, 100)) * rng.choice((-1, 1)) for _ in there[1:]]
        nights[day] = dict(zip(there, [-sum(amounts), *amounts], strict=True))
    return nights


def rows_of(nights: Table, one: Dialect) -> list[list[str]]:
    total = {name: sum(night.get(name, 0) for night in nights.values()) for name in NAMES}
    rows = [["Date", *NAMES, "Notes"]]
    for day, night in nights.items():
        rows.append(
            [
                day.strftime(one.day),
                *(one.amount(night[name]) if name in night else one.absent for name in NAMES),
                "a;b,c",
            ]
        )
    if one.total is not None:
        rows.append([one.total, *(one.amount(total[name]) for name in NAMES), ""])
    if one.sums is not None:
        rows = [[*row, one.sums if not at else "0"] for at, row in enumerate(rows)]
    return rows


def written(nights: Table, one: Dialect) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(
        text, delimiter=one.separator, quoting=one.quoting, lineterminator=one.line_end
    ).writerows(rows_of(nights, one))
    return text.getvalue().encode(one.encoding)


def workbook(nights: Table, *, since_1904: bool) -> bytes:
    content = io.BytesIO()
    with xlsxwriter.Workbook(content, {"in_memory": True, "date_1904": since_1904}) as book:
        day_format, money = (
            book.add_format({"num_format": "d mmm yy"}),
            book.add_format({"num_format": "#,##0.00 €"}),
        )
        for year in sorted({day.year for day in nights}):
            sheet = book.add_worksheet(str(year))
            sheet.write_row(0, 0, ["Date", *NAMES])
            for row, (day, night) in enumerate(
                ((day, night) for day, night in nights.items() if day.year == year), 1
            ):
                sheet.write_datetime(row, 0, day, day_format)
                for name, cents in night.items():
                    sheet.write_number(row, 1 + NAMES.index(name), cents / 100, money)
    return content.getvalue()


def read(content: bytes, file: str, how: Reading) -> Table:
    return {night.day: night.results for night in results_in(content, file, how).nights}


def answer(content: bytes, how: Reading) -> Table | str:
    """Return the evenings, or what is asked; ``refused`` if the sheet is."""
    try:
        return read(content, "r.csv", how)
    except UnclearError as question:
        return question.asks
    except SheetError:
        return "refused"


@pytest.mark.parametrize("name", DIALECTS)
@pytest.mark.nightly
def test_the_same_evenings_come_in_from_each_dialect(name: str) -> None:
    one = DIALECTS[name]
    for seed in range(40):
        nights = made(random.Random(seed))  # noqa: S311 - to be repeated, not to be secret
        content = written(nights, one)
        # Below a single evening a sum without a word may be an evening without a date.
        others = {"refused"} if len(nights) == 1 and one.total in {"", "Stand"} else set()
        with_answers, alone = answer(content, Reading(one.order, EUR)), answer(content, Reading())
        assert with_answers == nights or with_answers in others
        assert alone == nights or alone in {"dates", "unit", *others}


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("since_1904", [False, True])
def test_the_same_evenings_come_in_from_a_workbook(seed: int, since_1904: bool) -> None:
    nights = made(random.Random(seed))  # noqa: S311 - as above
    content = workbook(nights, since_1904=since_1904)
    assert (
        read(content, "r.xlsx", Reading(unit=EUR)) == read(content, "r.xlsx", Reading()) == nights
    )


@pytest.mark.nightly
def test_with_wrong_answers_or_torn_cells_no_evening_comes_to_other_money() -> None:
    """Each evening that comes in at all adds up; of a whole sheet it is one that was written, on
    whichever day it was put.
    """
    rng = random.Random(5)  # noqa: S311 - as above
    for one in (*DIALECTS.values(),) * 60:
        nights = made(rng)
        text = written(nights, one).decode(one.encoding)
        at = rng.randrange(len(text))
        torn = rng.choice((text[:at], text[:at] + rng.choice(',;"\n\t.') + text[at:], text))
        how = Reading(rng.choice(("dmy", "mdy", None)), rng.choice((EUR, Unit(money=False), None)))
        found = answer(torn.encode(one.encoding), how)
        if isinstance(found, str):
            continue
        assert all(sum(night.values()) == 0 for night in found.values())
        if torn == text and (how.unit is None or how.unit.money):
            amounts = sorted(sorted(night.items()) for night in nights.values())
            assert sorted(sorted(night.items()) for night in found.values()) == amounts
