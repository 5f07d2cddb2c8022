"""Spreadsheets as other programs write them: the inputs that failed once, and their neighbours."""

from __future__ import annotations

import io
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Final
from zipfile import ZipFile

import pytest
import xlsxwriter
from test_results import CHIPS, EUR, workbook

from ledger.book.sessions.importing import details, made_logs
from ledger.log import read
from ledger.sheets import Reading, Results, SheetError, UnclearError, Unit, log_of, results_in

CASES: Final = Path(__file__).parents[1] / "cases" / "foreign"
USD: Final = Unit(money=True, currency="USD")


def of(content: str | bytes, file: str = "r.csv", **how: object) -> Results:
    how.setdefault("unit", USD)
    how.setdefault("zone", "Asia/Tokyo")  # where times in UTC of tests are of that day
    return results_in(
        content.encode() if isinstance(content, str) else content, file, Reading(**how)
    )  # type: ignore[arg-type]


def nights(content: str | bytes, file: str = "r.csv", **how: object) -> dict[str, dict[str, int]]:
    return {str(one.day): one.results for one in of(content, file, **how).nights}


# --- What separates cells -------------------------------------------------------------------------

QUOTED = {
    "v1_quote_after_comma.csv": {"2026-04-03": {"Ann": 1250, "Bea": -1250}},
    "v2_note_ends_comma.csv": {
        "2026-04-03": {"Ann": 1250, "Bea": -1250},
        "2026-04-10": {"Ann": 100, "Bea": -100},
    },
    "v3_second_line_quoted.csv": {"2026-04-03": {"Ann": 1250, "Bea": -1250}},
    "v5_tab.csv": {"2026-04-03": {"Ann": 1250, "Bea": -1250}},
    "v6_all_quoted.csv": {"2026-04-03": {"Ann": 1250, "Bea": -1250}},
    "v7_comma_file_with_semicolons.csv": {"2026-04-03": {"Ann": 500, "Bea": -500}},
}


@pytest.mark.parametrize("name", QUOTED)
def test_the_separator_is_found_by_trying(name: str) -> None:
    assert nights((CASES / "04-semicolon-quoted" / name).read_bytes(), dates="dmy") == QUOTED[name]


@pytest.mark.parametrize(
    "text",
    [
        'Datum;"Ann, die";Bea\n03.04.2026;12,50;-12,50\n',
        '"Datum"\t"Ann, die"\t"Bea"\n"03.04.2026"\t"12,50"\t"-12,50"\n',
        'Datum;"Ann, die";Bea;Notiz\n"Fr, 03.04.2026";"12,50";"-12,50";"a;b, ""c"""\n',
        '"sep";;\n"Datum";"Ann, die";"Bea"\n"03.04.2026";12,50;-12,50\n',
        'Date|"Ann, die"|Bea|Note\n2026-04-03|12.50|-12.50|"a|b, ""c"""\n',
        'Date,"Ann, die",Bea,Note\n2026-04-03,12.50,-12.50,"a\tb;""c""\td"\n',
    ],
)
def test_quotation_marks_are_misplaced_only_if_no_separator_fits(text: str) -> None:
    assert [list(night.values()) for night in nights(text, dates="dmy").values()] == [[1250, -1250]]


def test_marks_that_fit_no_separator_are_told() -> None:
    with pytest.raises(SheetError, match="row 2: a misplaced quotation mark"):
        nights('Date;Ann;Bea;Note\n2026-04-03;5;-5;"x" y\n')


# --- Formulas -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "cells"), [("err2.csv", "DE"), ("err2.xlsx", "DE"), ("form2.xlsx", "DEBCDE")]
)
def test_a_formula_without_a_result_is_told_by_cell(file: str, cells: str) -> None:
    with pytest.raises(SheetError) as refused:
        of((CASES / "05-xlsx-error-cells" / file).read_bytes(), file)
    told = [line for line in refused.value.message.splitlines() if line.startswith(file)]
    assert [line.partition(":")[2].partition(":")[0][-1] for line in told] == list(cells)
    assert all(
        "is a spreadsheet error" in line or "is a formula without a result" in line for line in told
    )


def formulas(*cells: tuple[str, str, str]) -> bytes:
    """A workbook with a night in row 2 and formulas in some cells: where, the formula, and the
    element with its result.
    """
    held, packed = io.BytesIO(), io.BytesIO()
    held.write(
        workbook(("Results", [["Date", "Ann", "Bea", "Cal"], [date(2026, 11, 13), 5, -5, 0]]))
    )
    with ZipFile(held) as plain, ZipFile(packed, "w") as other:
        for info in plain.infolist():
            text = plain.read(info).decode()
            for where, formula, result in cells:
                start = text.find(f'<c r="{where}"')
                if start >= 0:
                    end = text.index("</c>", start) + 4
                    kind, _, value = result.partition(" ")
                    text = (
                        f"{text[:start]}<c "
                        f'r="{where}"{kind and f" t={kind!r}"}><f>{formula}</f>{value}</c>{text[end:]}'  # noqa: E501
                    )
            other.writestr(info.filename, text)
    return packed.getvalue()


@pytest.mark.parametrize(
    "result", ["e <v>#DIV/0!</v>", "e <v>#N/A</v>", "e <v/>", " ", " <v></v>", "n <v/>"]
)
def test_whatever_a_formula_lacks_its_player_is_not_absent(result: str) -> None:
    with pytest.raises(SheetError, match=r"r\.xlsx: row 2, column D: (#|=B2\*0)"):
        of(formulas(("D2", "B2*0", result)), "r.xlsx")


def test_a_formula_that_came_to_nothing_is_an_empty_cell_and_one_with_a_result_is_that() -> None:
    assert nights(formulas(("D2", "IF(B2,&quot;&quot;,1)", "str <v></v>")), "r.xlsx") == {
        "2026-11-13": {"Ann": 500, "Bea": -500}
    }
    assert nights(formulas(("D2", "0*B2", " <v>0</v>")), "r.xlsx")["2026-11-13"]["Cal"] == 0


def test_a_date_that_is_a_formula_without_a_result_is_told() -> None:
    with pytest.raises(
        SheetError, match=r"row 2, column A: =TODAY\(\) is a formula without a result"
    ):
        of(formulas(("A2", "TODAY()", " ")), "r.xlsx")


def test_a_heading_that_is_an_error_is_nobody() -> None:
    with pytest.raises(SheetError, match="row 1, column C: #NAME\\? is a spreadsheet error"):
        of("Date,Ann,#NAME?\n2026-11-13,5,-5\n")


# --- Money ----------------------------------------------------------------------------------------


def test_the_number_format_for_accounts_is_read() -> None:
    assert nights((CASES / "14-accounting-format" / "e_acct.csv").read_bytes()) == {
        "2026-04-03": {"Ann": 1250, "Bea": -700, "Cal": -550},
        "2026-04-10": {"Ann": 0, "Bea": 600, "Cal": -600},
    }


@pytest.mark.parametrize(
    ("row", "currency"),
    [
        ("12.50 €;(12.50) €;-   €", "EUR"),
        ("€ 12.50;€ (12.50);€ -", "EUR"),
        ("$ 12.50 ; $ (12.50); $ -   ", "USD"),
        ("$12.50;-$12.50;$ -00 ".replace("-00", "--"), "USD"),
        ("+$12.50;$-12.50;$0.00", "USD"),
        ("£12.50;(£12.50);-£", "GBP"),
        ("CHF 12.50;(CHF 12.50);CHF -", "CHF"),
        ("12.50 USD;(12.50 USD);- USD", "USD"),
    ],
)
def test_a_loss_in_parentheses_and_a_dash_for_zero_with_a_sign_of_money(
    row: str, currency: str
) -> None:
    found = nights(
        f"sep=;\nDate;Ann;Bea;Cal\n2026-04-03;{row}\n", unit=Unit(money=True, currency=currency)
    )
    assert found == {"2026-04-03": {"Ann": 1250, "Bea": -1250, "Cal": 0}}


@pytest.mark.parametrize("cell", ["$(7.00", "$(-7.00)", "-$(7)", "$", "$(7) USD x", "€(7)"])
def test_what_is_no_amount_stays_none(cell: str) -> None:
    with pytest.raises(SheetError, match="row 2, column B"):
        of(f"Date,Ann,Bea\n2026-04-03,{cell},7\n")


@pytest.mark.parametrize("cell", ["€5", "5 €", "EUR 5", "€ (5)", "5€"])
def test_amounts_with_a_sign_of_one_currency_are_money_in_it(cell: str) -> None:
    found = of(f"Date,Ann,Bea\n2026-04-03,{cell},0\n", unit=None, unbalanced=frozenset({"all"}))
    assert (found.unit, abs(found.nights[0].rest)) == (EUR, 500)


@pytest.mark.parametrize(
    "text",
    [
        "Date,Ann,Bea\n2026-04-03,$5,-5\n",
        "Date,Player,Net ($)\n2026-04-03,Ann,5\n2026-04-03,Bea,-5\n",
    ],
)
def test_a_sign_of_several_currencies_asks_which_and_never_whether_it_is_chips(text: str) -> None:
    with pytest.raises(
        UnclearError, match=r"its amounts are money: of which currency is \$\?"
    ) as asked:
        of(text, unit=None)
    assert asked.value.asks == "currency"
    assert "--chips" not in asked.value.remedy


@pytest.mark.parametrize("cell", ["won 5", "5 won", "5 pts", "pot 5", "try 5", "5 all"])
def test_a_word_beside_an_amount_is_no_currency(cell: str) -> None:
    with pytest.raises(UnclearError) as asked:
        of(f"Date,Ann,Bea\n2026-04-03,{cell},-5\n", unit=None)
    assert asked.value.asks == "unit"
    with pytest.raises(SheetError, match="row 2, column B"):
        of(f"Date,Ann,Bea\n2026-04-03,{cell},-5\n")


def test_signs_of_two_currencies_are_asked_about_and_amounts_in_dollars_are_no_chips() -> None:
    text = "Date,Ann,Bea\n2026-04-03,$5,-€5\n"
    with pytest.raises(UnclearError, match=r"of which currency is \$, €\?"):
        of(text, unit=None)
    with pytest.raises(SheetError, match="-€5 is in another unit: the amounts are in USD"):
        of(text)
    with pytest.raises(SheetError, match=r"\$5 is in another unit: the amounts are chips"):
        of(text, unit=CHIPS)


UNITS = {
    "Date,Ann (EUR),Bea [€]\n2026-04-03,5,-5\n": "EUR",
    "Date,Player,Net (CHF)\n2026-04-03,Ann,5\n2026-04-03,Bea,-5\n": "CHF",
    "Date,Player,Net,Currency\n2026-04-03,Ann,5,Euro\n2026-04-03,Bea,-5,EUR\n": "EUR",
    "Date,Währung,Ann,Bea\n2026-04-03,€,5,-5\n": "EUR",
}


@pytest.mark.parametrize("text", UNITS)
def test_what_a_heading_or_a_column_says_of_the_currency_holds_and_is_no_part_of_a_name(
    text: str,
) -> None:
    found = of(text, unit=None)
    assert (found.unit.currency, found.nights[0].results) == (
        UNITS[text],
        {"Ann": 500, "Bea": -500},
    )


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("Date,Ann (USD),Bea (EUR)\n2026-04-03,5,-5\n", "row 1, column C"),
        ("Date,Ann (cents),Bea\n2026-04-03,500,-500\n", "row 1, column B"),
        ("Date,Player,Net (chips)\n2026-04-03,Ann,5\n2026-04-03,Bea,-5\n", "row 1, column C"),
        ("Date,Ann,Bea,Currency\n2026-04-03,5,-5,USD\n2026-04-10,5,-5,EUR\n", "row 3, column D"),
        ("Date,Ann,Bea,Currency\n2026-04-03,5,-5,chips\n", "row 2, column D"),
    ],
)
def test_amounts_that_are_said_to_be_in_another_unit_are_of_no_other_money(
    text: str, where: str
) -> None:
    with pytest.raises(SheetError, match=f"{where}: .* is in another unit: the amounts are in USD"):
        of(text)
    with pytest.raises(UnclearError):
        of(text, unit=None)


def test_a_word_in_parentheses_that_is_no_unit_is_part_of_a_name() -> None:
    assert set(nights("Date,Ann (Big),Bea (Bob)\n2026-04-03,5,-5\n")["2026-04-03"]) == {
        "Ann (Big)",
        "Bea (Bob)",
    }


def formatted(*formats: str) -> bytes:
    """A workbook with a night in which each amount has a number format of its own."""
    content = io.BytesIO()
    with xlsxwriter.Workbook(content, {"in_memory": True}) as book:
        sheet = book.add_worksheet()
        for column, heading in enumerate(["Date", "Ann", "Bea", "Cal"][: len(formats) + 1]):
            sheet.write(0, column, heading)
        sheet.write_datetime(1, 0, date(2026, 4, 3), book.add_format({"num_format": "d/m/yyyy"}))
        for column, number_format in enumerate(formats):
            sheet.write_number(
                1,
                column + 1,
                (12.5, -7.25, -5.25)[column],
                book.add_format({"num_format": number_format}),
            )
    return content.getvalue()


PLAIN = ("General", "0.00", "#,##0.00;[Red]-#,##0.00", '0.00 "pts"', '[>100]"all" 0;0.00')
PRICED = {
    "[$€-407] #,##0.00": "EUR",
    '_-* #,##0.00 "€"_-;-* #,##0.00 "€"_-;_-* "-"?? "€"_-;_-@_-': "EUR",
    "#,##0.00 €": "EUR",
    "[$$-409]#,##0.00;[Red]-[$$-409]#,##0.00": "USD",
    "[$$-1009]#,##0.00": "CAD",
    "[$CHF] #,##0.00": "CHF",
    "[$kr-41D] #,##0.00": "SEK",
    '0.00 "USD"': "USD",
}


@pytest.mark.parametrize("number_format", PRICED)
def test_numbers_whose_format_has_a_sign_of_money_are_money_in_it(number_format: str) -> None:
    found = of(formatted("General", number_format, "0.00"), "r.xlsx", unit=None)
    assert found.unit == Unit(money=True, currency=PRICED[number_format])
    assert found.nights[0].results == {"Ann": 1250, "Bea": -725, "Cal": -525}


@pytest.mark.parametrize(
    "number_format",
    ['"$"#,##0.00', r"\$#,##0.00", "$0.00", '_("$"* #,##0.00_)', "[$$]0.00", "[$R$-416] 0.00"],
)
def test_numbers_in_a_format_of_several_currencies_ask_which_and_never_whether_they_are_chips(
    number_format: str,
) -> None:
    with pytest.raises(UnclearError, match="its amounts are money: of which currency is") as asked:
        of(formatted("0.00", number_format, "0.00"), "r.xlsx", unit=None)
    assert asked.value.asks == "currency"
    with pytest.raises(
        SheetError, match=r"row 2, column C: .* is in another unit: the amounts are chips"
    ):
        of(formatted("0.00", number_format, "0.00"), "r.xlsx", unit=CHIPS)
    assert of(formatted("0.00", number_format, "0.00"), "r.xlsx").nights[0].results["Bea"] == -725


def test_formats_of_two_currencies_are_asked_about_and_their_numbers_are_of_no_other() -> None:
    content = formatted("[$€-407] 0.00", "[$$-409]0.00", "0.00")
    with pytest.raises(UnclearError, match="of which currency is €, USD"):
        of(content, "r.xlsx", unit=None)
    with pytest.raises(
        SheetError, match=r"row 2, column B: € 12\.5 is in another unit: the amounts are in USD"
    ):
        of(content, "r.xlsx")


def test_sheets_in_different_currencies_are_no_one_sheet() -> None:
    rows = [["Date", "Ann", "Bea"], ["2025-04-03", "5 USD", "-5 USD"]]
    content = workbook(("2025", rows), ("2026", [rows[0], ["2026-04-03", "5 €", "-5 €"]]))
    with pytest.raises(
        UnclearError, match="its amounts are USD in the sheet 2025 and EUR in the sheet 2026"
    ) as asked:
        of(content, "r.xlsx", unit=None)
    assert asked.value.asks == "sheet"
    assert [
        of(content, "r.xlsx", unit=None, sheet=sheet).unit.currency for sheet in ("2025", "2026")
    ] == ["USD", "EUR"]


@pytest.mark.parametrize("number_format", PLAIN)
def test_a_format_without_a_sign_of_money_tells_nothing(number_format: str) -> None:
    with pytest.raises(UnclearError) as asked:
        of(formatted(number_format, number_format, number_format), "r.xlsx", unit=None)
    assert asked.value.asks == "unit"


# --- Dates that a program converted ---------------------------------------------------------------


def half_converted(*cells: object) -> bytes:
    rows = [[cell, at + 1, -at - 1] for at, cell in enumerate(cells)]
    return workbook(("Results", [["Date", "Ann", "Bea"], *rows]))


@pytest.mark.parametrize("text", ["13/04/2026", "13.04.2026", "04/13/2026", "13/4/26"])
def test_dates_beside_texts_that_could_not_be_converted_are_asked_about(text: str) -> None:
    content = half_converted(date(2026, 3, 4), text, date(2026, 5, 5))
    with pytest.raises(
        UnclearError,
        match=(
            r"may have swapped days and months where it could \(1 date\), and "
            r"2026-04-03 is meant"
        ),
    ) as asked:
        of(content, "r.xlsx", dates="mdy" if text.startswith("04") else "dmy")
    assert asked.value.asks == "swapped"
    how = {"dates": "mdy" if text.startswith("04") else "dmy"}
    assert list(nights(content, "r.xlsx", swapped=True, **how)) == [
        "2026-04-03",
        "2026-04-13",
        "2026-05-05",
    ]
    assert list(nights(content, "r.xlsx", swapped=False, **how)) == [
        "2026-03-04",
        "2026-04-13",
        "2026-05-05",
    ]


def test_dates_that_were_half_converted_and_saved_as_text_are_asked_about() -> None:
    with pytest.raises(UnclearError) as asked:
        of("Date,Ann,Bea\n2026-03-04,1,-1\n13/04/2026,2,-2\n")
    assert asked.value.asks == "swapped"


@pytest.mark.parametrize(
    "cells",
    [
        (date(2026, 3, 4), date(2026, 4, 13)),
        (date(2026, 3, 3), "13/04/2026"),
        ("03/04/2026", "13/04/2026"),
    ],
)
def test_dates_that_are_all_of_one_kind_are_not(cells: tuple[object, ...]) -> None:
    assert len(nights(half_converted(*cells), "r.xlsx", dates="dmy")) == 2


def test_dates_that_count_from_1904_are_the_same_days() -> None:
    content = io.BytesIO()
    with xlsxwriter.Workbook(content, {"in_memory": True, "date_1904": True}) as book:
        sheet = book.add_worksheet()
        for row, cells in enumerate([["Date", "Ann", "Bea"], [date(2026, 4, 13), 5, -5]]):
            for column, cell in enumerate(cells):
                if isinstance(cell, date):
                    sheet.write_datetime(
                        row, column, cell, book.add_format({"num_format": "yyyy-mm-dd"})
                    )
                else:
                    sheet.write(row, column, cell)
    assert nights(content.getvalue(), "r.xlsx") == {"2026-04-13": {"Ann": 500, "Bea": -500}}


TIMES = {
    "2026-04-04 01:30": "2026-04-03",
    "4/4/2026 1:05:09 AM": "2026-04-03",
    "2026-04-04T05:59:59": "2026-04-03",
    "4. April 2026, 0:05 Uhr": "2026-04-03",
    "2026-04-04 00:00:00": "2026-04-04",
    "4/4/2026 12:00 AM": "2026-04-04",
    "4/4/2026 12:30": "2026-04-04",
    "4/4/2026 1:30 PM": "2026-04-04",
    "2026-04-04 06:00": "2026-04-04",
    "2026-04-04T23:30:00": "2026-04-04",
}


@pytest.mark.parametrize("when", TIMES)
def test_until_six_in_the_morning_it_is_still_yesterday(when: str) -> None:
    found = of(f'Date,Ann,Bea\n"{when}",5,-5\n', dates="mdy")
    assert ([str(night.day) for night in found.nights], found.early) == (
        [TIMES[when]],
        [1] * (TIMES[when] == "2026-04-03"),
    )


@pytest.mark.parametrize(
    ("when", "day"),
    [
        ("2026-04-04T02:30:00Z", "2026-04-03"),  # half past nine in the evening there
        ("2026-04-04 22:30:00.000 UTC", "2026-04-04"),
        ("2026-04-05T06:30:00+02:00", "2026-04-04"),
        ("2026-04-04T10:59:59Z", "2026-04-03"),  # nearly six in the morning
        ("2026-04-04T05:00:00Z", "2026-04-04"),  # midnight there, as programs write a day alone
        ("2026-04-04T00:00:00Z", "2026-04-04"),  # and here
        ("2026-04-04 20:15-01:00", "2026-04-04"),  # from when to when
    ],
)
def test_a_time_that_says_its_zone_is_of_the_evening_where_it_was_played(
    when: str, day: str
) -> None:
    assert [
        str(night.day)
        for night in of(f"Date,Ann,Bea\n{when},5,-5\n", zone="America/Chicago").nights
    ] == [day]


def test_of_such_a_time_it_is_asked_where_it_was_played_and_told_and_kept() -> None:
    text = "Date,Ann,Bea\n2026-04-04T02:30:00Z,5,-5\n2026-04-10,1,-1\n"
    with pytest.raises(
        UnclearError, match=r"row 2.*2026-04-04T02:30:00Z: in which time zone was it played"
    ) as asked:
        of(text, zone=None)
    assert asked.value.asks == "zone"
    found = of(text, zone="America/Chicago")
    assert [str(night.day) for night in found.nights] == ["2026-04-03", "2026-04-10"]
    assert "times that say their time zone are read as it was then in America/Chicago" in details(
        found
    )
    assert {log.zone for log in made_logs(found)} == {"America/Chicago"}
    with pytest.raises(SheetError, match="4/4/2026 21:30 UTC is a time in a zone"):
        of("Date,Ann,Bea\n4/4/2026 21:30 UTC,5,-5\n", dates="mdy")


@pytest.mark.parametrize(
    ("hour", "day"), [(0, "2026-04-04"), (1.5, "2026-04-03"), (6, "2026-04-04"), (20, "2026-04-04")]
)
def test_so_it_is_in_a_workbook(hour: float, day: str) -> None:
    moment = datetime(2026, 4, 4) + timedelta(hours=hour)  # noqa: DTZ001 - workbooks know no zones
    content = io.BytesIO()
    with xlsxwriter.Workbook(content, {"in_memory": True}) as book:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, ["Date", "Ann", "Bea"])
        sheet.write_datetime(1, 0, moment, book.add_format({"num_format": "d/m/yyyy h:mm"}))
        sheet.write_row(1, 1, [5, -5])
    assert list(nights(content.getvalue(), "r.xlsx")) == [day]


# --- Totals and notes -----------------------------------------------------------------------------

TABLE = "2026-04-03,5,-3,-2\n2026-04-10,1,2,-3\n2026-04-17,-4,2,2\n"
SUMS = {
    "a row without a word": (f"Date,Ann,Bea,Cal\n{TABLE},2,1,-3\n", [4]),
    "a row with another word": (f"Date,Ann,Bea,Cal\n{TABLE}Stand,2,1,-3\n", [4]),
    "a row for each year, and one below": (
        (
            f"Date,Ann,Bea,Cal\n{TABLE}2026,2,1,-3\n2027-01-01,1,-1,0\n2027-01-08,1,0,-1\n"
            "2027,2,-1,-1\n,4,0,-4\n"
        ),
        [4, 7, 8],
    ),
    "a column Σ": (TABLE.replace("\n", ",0\n").join(("Date,Ann,Bea,Cal,Σ\n", "")), []),
    "a column without a heading": (
        TABLE.replace("\n", ",0.00\n").join(("Date,Ann,Bea,Cal,\n", "")),
        [],
    ),
    "a row of totals between players": (
        (
            "Date,Player,Result\n2026-04-03,Ann,5\n2026-04-03,Bea,-5\n2026-04-03,Total,0\n"
            "2026-04-10,Ann,1\n2026-04-10,Bea,-1\n"
        ),
        [3],
    ),
}


@pytest.mark.parametrize("what", SUMS)
def test_what_adds_up_others_is_left_out_and_told(what: str) -> None:
    text, rows = SUMS[what]
    found = of(text)
    assert list(found.rows_left_out) == rows
    assert {name for night in found.nights for name in night.results} <= {"Ann", "Bea", "Cal"}
    assert all(not night.rest for night in found.nights)


def test_a_column_that_adds_up_the_others_is_no_player() -> None:
    found = of(
        "Date,Ann,Bea,Cal,Paid out\n2026-04-03,5,3,2,10\n2026-04-10,1,2,3,6\n2026-04-17,4,2,2,8\n",
        unbalanced=frozenset({"all"}),
    )
    assert found.layout.left_out == {4: "Paid out"}


def test_a_table_of_many_rows_without_a_date_is_refused_in_no_time() -> None:
    with pytest.raises(SheetError, match="the date is missing"):
        of("Date,Ann,Bea,Cal\n" + ",5,-3,-2\n" * 5_000)


def test_a_row_without_a_date_that_adds_up_nothing_still_lacks_its_date() -> None:
    with pytest.raises(SheetError, match="row 5, column A: the date is missing"):
        of(f"Date,Ann,Bea,Cal\n{TABLE},2,1,-4\n")


def test_notes_are_kept_as_comments_of_their_night() -> None:
    text = (
        'Date,Ann,Bea,Notes,Remarks\n2026-04-03,5,-5,"late;\nCal left # early",\n'
        '2026-04-10,1,-1,,"""x"""\n'
    )
    found = of(text)
    assert [night.notes for night in found.nights] == [["late; Cal left # early"], ['"x"']]
    log = log_of(found.nights[0], found.unit)
    assert log.endswith("# late; Cal left # early\n")
    assert not read(log, "log").errors
    assert found.layout.notes == {3: "Notes", 4: "Remarks"}


def test_a_note_of_each_player_is_kept_once() -> None:
    text = "Date,Player,Net,Comment\n2026-04-03,Ann,5,at Bea's\n2026-04-03,Bea,-5,at Bea's\n"
    assert of(text).nights[0].notes == ["at Bea's"]


# --- People ---------------------------------------------------------------------------------------

TWO = (CASES / "13-pokernow-two-ids-one-name" / "b.csv").read_text()
LEDGER = "player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,net\n"


def test_two_ids_of_one_name_at_the_table_at_once_are_asked_about() -> None:
    with pytest.raises(
        UnclearError, match=r"Mike has 2 ids \(x1, x2\) that were at the table at the same time"
    ) as asked:
        of(TWO, unit=CHIPS)
    assert asked.value.asks == "one_person"
    assert nights(TWO, unit=CHIPS, one_person=False) == {
        "2026-04-28": {"Mike": 101, "Mike x2": -51, "Shay": -50}
    }
    found = of(TWO, unit=CHIPS, one_person=True)
    assert found.nights[0].results == {"Mike": 50, "Shay": -50}
    assert found.names == {"Mike with the id x2": "Mike"}


def sat(*rows: str) -> str:
    return LEDGER + "".join(f"{row}\n" for row in rows)


@pytest.mark.parametrize(
    "second",
    [
        "mike,x2,2026-04-28T01:00:00Z,2026-04-28T02:30:00Z,10,,0,-10",
        "Mike,x2,2026-04-28T03:00:00Z,,10,,0,-10",
        "Mike,x2,,2026-04-28T05:00:00Z,10,,0,-10",
        "MIKE,x2,2026-04-28T02:59:59.999Z,2026-04-28T05:00:00Z,10,,0,-10",
    ],
)
def test_sittings_that_overlap_or_may_are_asked_about(second: str) -> None:
    """The first sat from 2 to 3, and again from 4 on without an end."""
    first = (
        "Mike,x1,2026-04-28T02:00:00Z,2026-04-28T03:00:00Z,10,5,0,-5",
        "Mike,x1,2026-04-28T04:00:00Z,,10,,25,15",
    )
    with pytest.raises(UnclearError, match="has 2 ids"):
        of(sat(*first, second), unit=CHIPS)


def test_two_ids_of_one_name_one_after_the_other_are_one_person_and_told() -> None:
    text = sat(
        "Mike,x1,2026-04-28T02:00:00Z,2026-04-28T03:00:00Z,10,5,0,-5",
        "Mike,x2,2026-04-28T03:00:00Z,2026-04-28T04:00:00Z,10,15,0,5",
    )
    found = of(text, unit=CHIPS)
    assert (found.nights[0].results, found.names) == ({"Mike": 0}, {"Mike with the id x2": "Mike"})
    assert nights(text, unit=CHIPS, one_person=False) == {"2026-04-28": {"Mike": -5, "Mike x2": 5}}


def test_one_id_with_two_names_is_one_person_still() -> None:
    text = sat(
        "Mike,x1,2026-04-28T02:00:00Z,2026-04-28T03:00:00Z,10,5,0,-5",
        "Mikey,x1,2026-04-28T02:30:00Z,2026-04-28T04:00:00Z,10,15,0,5",
    )
    assert nights(text, unit=CHIPS) == {"2026-04-28": {"Mike": 0}}


# --- Clocks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("began", "zone", "day"),
    [
        ("2026-04-28T01:17:39.819Z", "America/Chicago", "2026-04-27"),
        ("2026-04-28T06:30:00Z", "America/Chicago", "2026-04-27"),  # half past one at night
        ("2026-04-28T11:30:00Z", "America/Chicago", "2026-04-28"),  # half past six in the morning
        ("2026-04-28T20:00:00Z", "Europe/Berlin", "2026-04-28"),
        ("2026-04-28T20:00:00Z", "Australia/Sydney", "2026-04-29"),  # six in the morning
        ("2026-04-28T19:59:00Z", "Australia/Sydney", "2026-04-28"),
        ("2026-01-28T11:30:00Z", "America/Chicago", "2026-01-27"),  # half past five: it is winter
        ("2026-04-28T02:00:00+09:00", "Asia/Tokyo", "2026-04-27"),
        # a time without a zone is that of the table
        ("2026-04-28T23:00:00", "America/Chicago", "2026-04-28"),
    ],
)
def test_a_ledger_is_of_the_evening_where_it_was_played(began: str, zone: str, day: str) -> None:
    text = sat(f"Ann,a,{began},,10,,15,5", f"Bea,b,{began},,10,,5,-5")
    assert list(nights(text, unit=CHIPS, zone=zone)) == [day]


def test_the_zone_is_asked_and_the_id_of_the_evening_does_not_depend_on_it() -> None:
    text = sat("Ann,a,2026-04-28T01:17:00Z,,10,,15,5", "Bea,b,2026-04-28T01:18:00Z,,10,,5,-5")
    with pytest.raises(
        UnclearError, match="it began on 2026-04-28 at 01:17 UTC: in which time zone was it played"
    ) as asked:
        of(text, unit=CHIPS, zone=None)
    assert asked.value.asks == "zone"
    ids = {
        of(text, unit=CHIPS, **how).nights[0].id
        for how in ({"zone": "America/Chicago"}, {"zone": None, "day": "2026-04-27"})
    }
    assert ids == {"pokernow-2026-04-28-0117"}


# --- What a table has besides results -------------------------------------------------------------


@pytest.mark.parametrize(
    ("merged", "rows", "span"),
    [
        (
            "B2:B3",
            [["Date", "Ann", "Bea"], [date(2026, 1, 2), 5, -5], [date(2026, 1, 9), None, None]],
            "B2 to B3",
        ),
        ("B2:C2", [["Date", "Ann", "Bea", "Cal"], [date(2026, 1, 2), 5, None, -5]], "B2 to C2"),
        (
            "C2:C3",
            [["Date", "Player", "Result"], ["2026-01-02", "Ann", 0], ["2026-01-02", "Bea", None]],
            "C2 to C3",
        ),
    ],
)
def test_an_amount_in_merged_cells_is_nobodys_until_it_is_split(
    merged: str, rows: list[list[object]], span: str
) -> None:
    with pytest.raises(
        SheetError, match=f"stands in merged cells, {span}: it does not say how much is in each"
    ):
        nights(workbook(("2026", rows), merged=merged), "r.xlsx")


def hidden(*names: str) -> bytes:
    """A workbook with a sheet for each of two years, of which those named are hidden."""
    content = io.BytesIO()
    with xlsxwriter.Workbook(content, {"in_memory": True}) as book:
        for at, name in enumerate(("2025", "2026")):
            sheet = book.add_worksheet(name)
            for row, cells in enumerate(
                (["Date", "Ann", "Bea"], [f"{name}-01-02", at + 1, -at - 1])
            ):
                sheet.write_row(row, 0, cells)
            if name in names:
                sheet.hide()
        book.add_worksheet("3").activate()
    return content.getvalue()


def test_a_hidden_sheet_is_told_and_read_if_it_is_named() -> None:
    found = of(hidden("2025"), "r.xlsx")
    assert ([str(one.day) for one in found.nights], found.sheets_left_out) == (
        ["2026-01-02"],
        {"2025": "it is hidden"},
    )
    assert nights(hidden("2025"), "r.xlsx", sheet="2025") == {
        "2025-01-02": {"Ann": 100, "Bea": -100}
    }
    with pytest.raises(UnclearError, match="all its sheets are hidden: 2025, 2026"):
        of(hidden("2025", "2026"), "r.xlsx")


@pytest.mark.parametrize("heading", ["Pot", "In the pot", "Jackpot"])
def test_what_is_in_the_pot_is_no_player(heading: str) -> None:
    text = f"Date,Ann,Bea,{heading}\n2026-01-02,5,-7,2\n"
    with pytest.raises(SheetError, match=f"column D: {heading} is not a player"):
        nights(text)
    # the remedy
    (night,) = of(text.replace(heading, "Notes"), unbalanced=frozenset({"2026-01-02"})).nights
    assert (night.results, night.rest, night.notes) == ({"Ann": 500, "Bea": -700}, -200, ["2"])
    rows = "Date,Player,Result\n2026-01-02,Ann,5\n2026-01-02,Bea,-7\n"
    with pytest.raises(SheetError, match=f"row 4, column B: {heading} is not a player"):
        nights(f"{rows}2026-01-02,{heading},2\n")
    (night,) = of(rows, unbalanced=frozenset({"2026-01-02"})).nights
    assert (night.results, night.rest) == ({"Ann": 500, "Bea": -700}, -200)


def test_a_share_that_was_worked_out_is_not_taken_for_thousands() -> None:
    for mark, separator in zip(".,.", ",;\t", strict=True):
        text = (
            f"Date{separator}A{separator}B\n2026-01-02{separator}3{mark}333{separator}-3{mark}333\n"
        )
        with pytest.raises(SheetError, match="may be thousands or decimals"):
            nights(text)
    for text in ('Date,A,B\n2026-01-02,"3,333","-3,333"\n', "Date;A;B\n2026-01-02;3.333;-3.333\n"):
        assert nights(text) == {"2026-01-02": {"A": 333300, "B": -333300}}


@pytest.mark.parametrize(
    ("row", "text"),
    [
        (2, "Balance,12,-12\n2026-01-02,5,-5\n"),  # from before: it would be lost
        (4, "2026-01-02,5,-5\n2026-01-09,5,-5\nTotal,99,-99\n2026-02-02,1,-1\n"),
        (6, "2026-01-02,5,-5\n2026-01-09,5,-5\nSubtotal,10,-10\n2026-02-02,1,-1\nTotal,99,-99\n"),
        (5, "2026-01-02,5,-5\n2026-01-09,5,-5\nTotal,10,-10\nTotal,9,-10\n"),
    ],
)
def test_a_row_of_totals_that_adds_up_nothing_refuses_the_table(row: int, text: str) -> None:
    with pytest.raises(
        SheetError, match=f"row {row}, column B: .* is not what Ann's results add up to"
    ):
        nights("Date,Ann,Bea\n" + text)


def test_totals_of_a_year_of_what_came_since_and_of_all_are_left_out() -> None:
    text = "Grand total,8,-8\n2025-01-02,5,-5\n2026-01-02,2,-2\nSubtotal,7,-7\n2026-01-09,1,-1\n"
    text += "Subtotal,1,-1\nYear total,3,-3\nTotal,8,-8\nBalance,0,0\nAverage,2.66,-2.66\n"
    assert len(nights("Date,Ann,Bea\n" + text)) == 3
