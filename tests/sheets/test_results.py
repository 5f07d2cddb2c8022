"""Nights from the cells of a spreadsheet: what a table says, in whichever form, and never more than
it says.
"""

from __future__ import annotations

import io
import random
from datetime import date, timedelta
from decimal import Decimal
from textwrap import dedent

import pytest
import xlsxwriter

from ledger.sheets import (
    Night,
    Reading,
    Results,
    SheetError,
    UnclearError,
    Unit,
    read_table,
    results_in,
    results_of,
)

EUR = Unit(money=True, currency="EUR")
CHIPS = Unit(money=False)


def results(text: str, **how: object) -> Results:
    how.setdefault("unit", EUR)
    return results_of(read_table(dedent(text).lstrip("\n").encode(), "results.csv"), Reading(**how))  # type: ignore[arg-type]


def nights(text: str, **how: object) -> dict[str, dict[str, int]]:
    return {str(night.day): night.results for night in results(text, **how).nights}


def workbook(*sheets: tuple[str, list[list[object]]], merged: str = "") -> bytes:
    """Return an .xlsx file as a spreadsheet writes it; of the first sheet ``merged`` is one
    cell.
    """
    content = io.BytesIO()
    with xlsxwriter.Workbook(content, {"in_memory": True}) as book:
        day = book.add_format({"num_format": "dd/mm/yyyy"})
        for at, (name, rows) in enumerate(sheets):
            sheet = book.add_worksheet(name)
            for row, cells in enumerate(rows):
                for column, cell in enumerate(cells):
                    if isinstance(cell, date):
                        sheet.write_datetime(row, column, cell, day)
                    elif cell is not None:
                        sheet.write(row, column, cell)
            if merged and not at:
                top = rows[int(merged[1]) - 1]["ABC".index(merged[0])]
                sheet.merge_range(merged, "", day if isinstance(top, date) else None)
                sheet.write(
                    merged.split(":", maxsplit=1)[0], top, day if isinstance(top, date) else None
                )
    return content.getvalue()


def from_workbook(content: bytes, **how: object) -> dict[str, dict[str, int]]:
    how.setdefault("unit", EUR)
    reading = Reading(**how)  # type: ignore[arg-type]
    return {
        str(one.day): one.results
        for one in results_of(read_table(content, "results.xlsx", reading.sheet), reading).nights
    }


BOTH = {
    "2025-01-03": {"Ann": 1250, "Bea": -700, "Cal": -550},
    "2025-01-10": {"Bea": 500, "Cal": -500},
}


FORMS = {
    "a column a player": "Date,Ann,Bea,Cal\n2025-01-03,12.50,-7,-5.50\n2025-01-10,,5,-5\n",
    "semicolons": "Date;Ann;Bea;Cal\n2025-01-03;12,50;-7,00;-5,50\n2025-01-10;;5;-5\n",
    "signs of money": (
        "Date\tAnn\tBea\tCal\n2025-01-03\t€ 12.50\t(7.00)\t-€5.50\n2025-01-10\t-\t5 €\tEUR -5\n"
    ),
    "months by name": (
        "sep=;\nDatum;Ann;Bea;Cal\n3 Jan 2025;12.50;-7;5.50-\nJanuary 10, 2025;n/a;+5;−5\n"
    ),
    "long dates": (
        "sep=;\nDate;Ann;Bea;Cal\nFriday, January 3, 2025;12.50;-7;-5.50\nFri 10 Jan "
        "2025;absent;5;-5\n"
    ),
    "in German": """\
        Datum;Ann;Bea;Cal;Bemerkungen
        Fr, 3. Januar 2025;12,50 €;-7,00 €;-5,50 €;schön
        Freitag, 10.01.2025 20:15;abwesend;5;-5;
        """,
    "in French": "Date;Joueur;Gain\n10 janv. 2025;Bea;5 €\n10 janv. 2025;Cal;-5 €\n"
    + "".join(
        f"vendredi 3 janvier 2025;{one} €\n" for one in ("Ann;12,50", "Bea;-7,00", "Cal;-5,50")
    ),
    "sums from night to night": """\
        Date,Ann,Bea,Cal,Ann total,Bea total,Running total Cal
        2025-01-03,12.50,-7,-5.50,12.50,-7,-5.50
        2025-01-10,,5,-5,12.50,-2,-10.50
        Overall,12.5,-2,-10.5,,,
        Nights,1,2,2,,,
        """,
    "title, totals and notes": """\
        \ufeffOur nights,,,,
        ,,,,
        Date,Ann,Bea,Cal,Total,Notes
        2025-01-03,12.50,-7,-5.50,0,late
        2025-01-10,,5,-5,0,

        Total,12.5,-2,-10.5,0,
        """,
    "a row a night and player": """\
        Date,Player,Result
        2025-01-10,Bea,5
        2025-01-10,Cal,-5
        2025-01-03,Ann,12.50
        2025-01-03,Bea,-7
        2025-01-03,Cal,-5.50
        """,
    "what was bought and cashed": """\
        Name,Date,Buy-in,Rebuy,Cash-out,Table
        Ann,2025-01-03,20,,32.50,1
        Bea,2025-01-03,5,2,0,1
        Cal,2025-01-03,20,,14.50,1
        Bea,2025-01-10,5,,10,2
        Cal,2025-01-10,5,,0,2
        """,
    "names in any case": """\
        Session date,Nickname,Net (€)
        2025/01/03,Ann,12.5
        2025/01/03,Bea,-7
        2025/01/03, Cal ,-5.5
        2025-01-10 20:15,bea,5
        2025-01-10,CAL,-5
        """,
}


@pytest.mark.parametrize("form", FORMS)
def test_the_same_two_nights_in_whichever_form(form: str) -> None:
    assert nights(FORMS[form]) == BOTH


def test_a_workbook_says_the_same_and_its_dates_are_dates() -> None:
    rows = [
        ["Date", "Ann", "Bea", "Cal"],
        [date(2025, 1, 3), 12.5, -7, -5.5],
        [date(2025, 1, 10), None, 5, -5],
    ]
    assert from_workbook(workbook(("Results", rows))) == BOTH


def test_a_date_merged_over_the_rows_of_its_night_is_that_of_each() -> None:
    rows = [
        ["Date", "Player", "Result"],
        [date(2025, 1, 3), "Ann", 2],
        [None, "Bea", 1],
        [None, "Cal", -3],
    ]
    assert from_workbook(workbook(("Results", rows), merged="A2:A4")) == {
        "2025-01-03": {"Ann": 200, "Bea": 100, "Cal": -300}
    }


def test_a_merged_title_is_left_out_and_told() -> None:
    rows: list[list[object]] = [
        ["Our nights", None, None],
        ["Date", "Ann", "Bea"],
        [date(2025, 1, 3), 2, -2],
    ]
    content = workbook(("Results", rows), merged="A1:C1")
    found = results_of(read_table(content, "results.xlsx"), Reading(unit=EUR))
    assert found.rows_left_out == {0: "above the headings"}
    assert [night.results for night in found.nights] == [{"Ann": 200, "Bea": -200}]


def test_what_excel_adds_to_a_number_is_no_part_of_it() -> None:
    rows = [["Date", "Ann", "Bea"], [date(2025, 1, 3), 0.1 + 0.2, -0.3]]
    assert from_workbook(workbook(("Results", rows))) == {"2025-01-03": {"Ann": 30, "Bea": -30}}


JANUARY = [["Date", "Ann", "Bea"], [date(2024, 1, 3), 1, -1]]
LATER = [["Date", "Ann", "Bea"], [date(2025, 1, 3), 2, -2]]
STANDINGS = [["Player", "Net"], ["Ann", 3], ["Bea", -3]]


def test_several_sheets_are_several_years_and_those_that_only_add_up_are_left_out_and_told() -> (
    None
):
    content = workbook(
        ("2024", JANUARY),
        ("2025", LATER),
        ("Standings", STANDINGS),
        ("Empty", []),
        ("Chart", [["by Ann"]]),
    )
    found = results_in(content, "results.xlsx", Reading(unit=EUR))
    assert [(str(one.day), one.results, one.sheet, one.row) for one in found.nights] == [
        ("2024-01-03", {"Ann": 100, "Bea": -100}, "2024", 1),
        ("2025-01-03", {"Ann": 200, "Bea": -200}, "2025", 1),
    ]
    assert found.sheets_left_out == {"Standings": "it has no dates", "Chart": "it has no headings"}
    (night,) = results_in(content, "results.xlsx", Reading(unit=EUR, sheet="2025")).nights
    assert night.day == date(2025, 1, 3)


def test_a_night_in_two_sheets_is_asked() -> None:
    content = workbook(("2024", JANUARY), ("2025", LATER), ("All", [*JANUARY, *LATER[1:]]))
    with pytest.raises(
        UnclearError, match="the evening of 2024-01-03 is in the sheets 2024 and All"
    ) as asked:
        results_in(content, "results.xlsx", Reading(unit=EUR))
    assert asked.value.asks == "sheet"


def test_a_sheet_with_dates_and_no_headings_is_not_left_out() -> None:
    content = workbook(("2024", JANUARY), ("2025", LATER[1:]))
    with pytest.raises(
        SheetError, match=r"results\.xlsx, sheet 2025: row 1: there is no row of headings"
    ):
        results_in(content, "results.xlsx", Reading(unit=EUR))


# --- Nothing is guessed ---------------------------------------------------------------------------


def test_a_date_that_may_be_two_days_is_asked_with_what_tells() -> None:
    text = "Date,Ann,Bea\n13/01/2025,1,-1\n03/04/2025,2,-2\n"
    with pytest.raises(
        UnclearError, match=r"row 3, column A: 03/04/2025 may be 2025-04-03 or 2025-03-04"
    ) as asked:
        results(text)
    assert asked.value.asks == "dates"
    assert "13/01/2025 in row 2, column A can only be day, month, year" in asked.value.remedy
    assert list(nights(text, dates="dmy")) == ["2025-01-13", "2025-04-03"]


def test_a_year_of_two_digits_may_stand_first_or_last() -> None:
    text = "Date,Ann,Bea\n14/03/26,1,-1\n"
    with pytest.raises(UnclearError, match="may be 2026-03-14 or 2014-03-26"):
        results(text)
    assert list(nights(text, dates="dmy")) == ["2026-03-14"]
    assert list(nights(text, dates="ymd")) == ["2014-03-26"]


def test_a_date_that_is_one_day_either_way_is_not_asked() -> None:
    assert list(nights("Date,Ann,Bea\n05/05/2025,1,-1\n31.12.2025,2,-2\n")) == [
        "2025-05-05",
        "2025-12-31",
    ]


def test_the_day_of_the_week_tells_which_of_two_days_is_meant() -> None:
    """The 3rd of April 2026 is a Friday, and the 4th of March a Wednesday; the same date is no
    Monday in any order.
    """
    for day, meant in (("Fri 03/04/2026", "2026-04-03"), ("Wed, 03/04/2026", "2026-03-04")):
        assert list(nights(f'Date,Ann,Bea\n"{day}",1,-1\n')) == [meant]
    with pytest.raises(SheetError, match="Mon 03/04/2026 is not a date"):
        nights("Date,Ann,Bea\nMon 03/04/2026,1,-1\n")


def test_the_unit_is_asked() -> None:
    with pytest.raises(UnclearError) as asked:
        results("Date,Ann,Bea\n2025-01-03,1,-1\n", unit=None)
    assert asked.value.asks == "unit"


def test_the_day_of_a_table_without_dates_is_asked() -> None:
    text = "Player,Buy-in,Buy-out,Stack,Net\nAnn,10,,12,2\nBea,10,8,0,-2\n"
    with pytest.raises(UnclearError) as asked:
        results(text, unit=CHIPS)
    assert asked.value.asks == "day"
    (night,) = results(text, unit=CHIPS, day="2025-01-03").nights
    assert night == Night(date(2025, 1, 3), "results-2025-01-03", 1, {"Ann": 2, "Bea": -2})


def test_a_sign_before_three_figures_is_of_thousands_where_another_is_usual_for_decimals() -> None:
    text = 'Date,Ann,Bea\n2025-01-03,"1,234","-1,234"\n'
    assert nights(text) == {"2025-01-03": {"Ann": 123400, "Bea": -123400}}
    assert nights(text, unit=CHIPS) == {"2025-01-03": {"Ann": 1234, "Bea": -1234}}
    with pytest.raises(Exception, match="1,234 may be thousands or decimals"):
        nights(text, unit=Unit(money=True, currency="KWD"))
    assert (
        nights(text + '2025-01-04,"0,500","-0,5"\n', unit=Unit(money=True, currency="KWD"))[
            "2025-01-03"
        ]["Ann"]
        == 1234
    )


# --- Nights ---------------------------------------------------------------------------------------


def test_a_column_session_tells_two_nights_of_one_day() -> None:
    found = results(
        "Date,Session,Ann,Bea\n2025-01-03,early,1,-1\n2025-01-03,Late one,2,-2\n"
    ).nights
    assert [(night.id, night.results["Ann"]) for night in found] == [
        ("results-2025-01-03-early", 100),
        ("results-2025-01-03-late-one", 200),
    ]


def test_a_row_with_a_date_and_no_result_is_left_out_and_told() -> None:
    found = results("Date,Ann,Bea\n2025-01-03,,\n2025-01-10,1,-1\n")
    assert [str(night.day) for night in found.nights] == ["2025-01-10"]
    assert found.rows_left_out == {1: "without results"}


def test_an_amount_of_zero_was_there_and_an_empty_cell_was_not() -> None:
    assert nights("Date,Ann,Bea,Cal\n2025-01-03,0,,0.00\n") == {"2025-01-03": {"Ann": 0, "Cal": 0}}


def test_results_that_do_not_add_up_are_asked_about_night_by_night() -> None:
    text = "Date,Ann,Bea\n2025-01-03,5,-4\n2025-01-04,3,-4\n"
    with pytest.raises(
        UnclearError,
        match=r"add up to \+1: some won more.*\n.*\n.*\n.*--unbalanced 2025-01-03 stores it",
    ) as asked:
        results(text)
    assert asked.value.asks == "unbalanced"
    with pytest.raises(UnclearError, match=r"the results of 2025-01-04 add up to -1"):
        results(text, unbalanced=frozenset({"2025-01-03"}))
    assert [
        night.rest
        for night in results(text, unbalanced=frozenset({"2025-01-03", "2025-01-04"})).nights
    ] == [100, -100]


LEDGER = """\
player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,nit_escrow,net
aryan,7laC,2026-04-28T02:29:11.734Z,2026-04-28T02:44:29.774Z,200,0,0,0,-200
KEDAR,wniW,2026-04-28T02:26:25.976Z,,200,,226,0,26
om,SEqt,2026-04-28T02:25:26.759Z,2026-04-28T02:58:01.254Z,500,628,0,0,128
aryan2,7laC,2026-04-28T02:49:11.734Z,,20,,66,0,46
"""


def test_the_ledger_of_pokernow_adds_up_the_sittings_of_each_player() -> None:
    found = results(LEDGER, unit=CHIPS, zone="Asia/Tokyo")
    (night,) = found.nights
    assert (str(night.day), night.id) == ("2026-04-28", "pokernow-2026-04-28-0225")
    assert night.results == {"aryan": -154, "KEDAR": 26, "om": 128}
    assert found.names == {"aryan2": "aryan"}
    (night,) = results(LEDGER, unit=CHIPS, day="2026-04-27").nights
    assert (str(night.day), night.id) == ("2026-04-27", "pokernow-2026-04-28-0225")


def test_two_hundred_rows_add_up_to_what_was_put_in() -> None:
    """Forty nights of five, in rows shuffled, as a host would keep them; the same by columns gives
    the same nights.
    """
    rng = random.Random(11)  # noqa: S311 - to be repeated, not to be secret
    names = ["Ann", "Bea", "Big Al", "Dot", "Zoë"]
    wanted: dict[str, dict[str, int]] = {}
    for week in range(40):
        amounts = [rng.randrange(-4000, 4000, 25) for _ in names[1:]]
        wanted[str(date(2025, 1, 3) + timedelta(weeks=week))] = dict(
            zip(names, [-sum(amounts), *amounts], strict=True)
        )
    rows = [
        f"{day[8:]}.{day[5:7]}.{day[:4]};{name};{Decimal(cents) / 100:.2f}".replace("-", "−")
        for day, night in wanted.items()
        for name, cents in night.items()
    ]
    assert len(rows) == 200
    rng.shuffle(rows)
    assert nights("Datum;Spieler;Gewinn\n" + "\n".join(rows), dates="dmy") == wanted
    columns = [
        [date.fromisoformat(day), *(cents / 100 for cents in night.values())]
        for day, night in wanted.items()
    ]
    assert from_workbook(workbook(("All", [["Date", *names], *columns]))) == wanted
