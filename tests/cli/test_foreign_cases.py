"""Files that came from elsewhere and once became wrong money, by command; neighbours of each stand
beside what reads them.
"""

from __future__ import annotations

import shutil
from datetime import date, timedelta
from pathlib import Path

import pytest
from book_on_disk import Book, Told, Typing, flat

from ledger.cli.main import main

CASES = Path(__file__).parents[1] / "cases" / "foreign"


@pytest.fixture
def fresh(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Book:
    """A book that is not there yet."""
    return Book(tmp_path / "book", capsys)


def case(book: Book, name: str) -> str:
    """Return the path of a copy of a case beside the book."""
    return str(shutil.copy(CASES / name, book.folder.parent))


def audit(book: Book, path: str) -> Told:
    status = main(["audit", path])
    told = book.capsys.readouterr()
    return Told(status, told.out, told.err)


@pytest.mark.parametrize("name", ["fri.bourre", "sat.bourre"])
def test_a_second_log_in_a_file_is_never_counted_in_the_first(fresh: Book, name: str) -> None:
    told = fresh.run("import", case(fresh, "12-two-logs-in-one-file/both.bourre"))
    assert told.status == 1
    told = fresh.run("audit")
    assert (
        "fri.bourre:8:1: error: a second log begins here, and nothing from here on is read"
        in told.out
    )
    assert "put it into a file of its own" in told.out
    assert fresh.balances() == {"Ann": "0.50", "Bea": "-0.25", "Cal": "-0.25"}
    told = fresh.run("import", case(fresh, f"12-two-logs-in-one-file/{name}"), "--replace")
    if name == "sat.bourre":
        assert fresh.balances() == {"Ann": "-9.50", "Bea": "19.75", "Cal": "-10.25"}
    assert told.status == 0


@pytest.mark.parametrize("between", ["", "\n", "# Saturday\n", "\ufeff", "\u200b", " "])
def test_a_second_log_is_found_behind_whatever_stands_between(fresh: Book, between: str) -> None:
    first, second = (
        (CASES / f"12-two-logs-in-one-file/{name}.bourre").read_text() for name in ("fri", "sat")
    )
    assert fresh.run("import", fresh.put(first + between + second)).status == 1
    assert fresh.balances() == {"Ann": "0.50", "Bea": "-0.25", "Cal": "-0.25"}


def test_suits_are_read_in_the_text_form_too(fresh: Book) -> None:
    told = audit(fresh, case(fresh, "15-text-variation-selector/a.bourre"))
    assert "K\N{BLACK SPADE SUIT}" not in told.out
    assert [
        line.partition("a.bourre:")[2] for line in told.out.splitlines() if ": error:" in line
    ] == ["8:12: error: – is not a card [syntax]"]
    assert "write - if nobody knows it" in told.out


def test_a_house_that_gives_the_pot_only_for_most_tricks_can_say_so(fresh: Book) -> None:
    text = (CASES / "16-majority-rule/a.bourre").read_text()
    assert "[take]" in audit(fresh, fresh.put(text)).out
    told = audit(fresh, fresh.put(text.replace("louisiana", "louisiana wins=majority")))
    assert (told.status, "nothing wrong" in told.out) == (0, True)


SPLITWISE = """Date,Description,Category,Cost,Currency,Ann,Bea,Cal
2024-03-01,Dinner,Dining out,90.00,EUR,60.00,-30.00,-30.00
2024-03-02,Bea paid Ann,Payment,30.00,EUR,-30.00,30.00,0.00
2024-03-03,Tea,Food,5.00,USD,-2.50,2.50,0.00
"""


def owed(book: Book) -> dict[tuple[str, str], str]:
    return {
        (one["player"], one["currency"]): one["amount"]
        for one in book.json("owes")["balances"]
        if float(one["amount"])
    }


WANTED = {
    ("Ann", "EUR"): "30.00",
    ("Cal", "EUR"): "-30.00",
    ("Ann", "USD"): "-2.50",
    ("Bea", "USD"): "2.50",
}


def test_an_export_of_shared_costs_comes_in_once_and_a_later_one_adds_what_is_new(
    fresh: Book,
) -> None:
    told = fresh.run("import", fresh.put(SPLITWISE, "trip_2024-03-03_export.csv"), "--dry-run")
    assert (
        "from Splitwise: 2 shared costs and 1 payment, 2024-03-01 to 2024-03-03; money in EUR, USD"
        in flat(told.out)
    )
    assert "3 payments between evenings" in told.out
    assert not fresh.folder.exists()
    for again in ("trip_2024-03-03_export.csv", "trip_2024-03-10_export (1).csv"):
        assert fresh.run("import", fresh.put(SPLITWISE, again)).status == 0
        assert owed(fresh) == WANTED
    more = SPLITWISE + "2024-03-09,Taxi,Taxi,2.00,EUR,1.00,-1.00,0.00\n"
    told = fresh.run("import", fresh.put(more, "trip_2024-03-11_export.csv"))
    assert "1 payment between evenings, 3 payments already in the book" in told.out
    assert owed(fresh) == WANTED | {("Ann", "EUR"): "31.00", ("Bea", "EUR"): "-1.00"}
    assert fresh.run("check").status == 0


def test_a_cost_that_was_changed_in_the_app_is_not_counted_twice(fresh: Book) -> None:
    fresh.run("import", fresh.put(SPLITWISE, "trip.csv"))
    changed = fresh.put(
        SPLITWISE.replace("90.00,EUR,60.00,-30.00,-30.00", "60.00,EUR,40.00,-20.00,-20.00"),
        "other.csv",
    )
    told = fresh.run("import", changed)
    assert (told.status, owed(fresh)) == (1, WANTED)
    assert (
        "the book has other lines of this export: 1 of them is not in this file, such as line 4"
        in flat(told.err)
    )
    fresh.run("edit", "payments.bourre", ":4", "--dispute", "too much", "--by", "Cal")
    assert fresh.run("import", changed, "--replace").status == 0
    assert "too much" not in (fresh.folder / "payments.bourre").read_text()
    assert owed(fresh) == WANTED | {
        ("Ann", "EUR"): "10.00",
        ("Bea", "EUR"): "10.00",
        ("Cal", "EUR"): "-20.00",
    }
    assert len(list((fresh.folder / "replaced").iterdir())) == 2
    assert fresh.run("check").status == 0


def test_two_groups_and_what_was_noted_by_hand_stay_beside_each_other(fresh: Book) -> None:
    fresh.run("import", fresh.put(SPLITWISE, "trip.csv"))
    fresh.run("pay", "Cal", "Ann", "1", "--currency", "EUR", "--date", "2024-03-04")
    other = "Date,Description,Category,Cost,Currency,Ann,Dot\n2024-05-01,Rent,Home,10,EUR,5,-5\n"
    assert fresh.run("import", fresh.put(other, "flat.csv")).status == 0
    assert owed(fresh) == WANTED | {
        ("Ann", "EUR"): "34.00",
        ("Cal", "EUR"): "-29.00",
        ("Dot", "EUR"): "-5.00",
    }
    same_name = fresh.put(other.replace("Rent", "Water"), "trip.csv")
    assert fresh.run("import", same_name).status == 1
    assert fresh.run("import", same_name, "--keep-both").status == 0
    assert owed(fresh)["Dot", "EUR"] == "-10.00"


def test_a_payment_of_a_list_that_was_noted_already_in_other_words_is_asked_about(
    fresh: Book,
) -> None:
    fresh.run(
        "import",
        fresh.put("Date,From,To,Amount,Note\n2024-03-04,Cal,Ann,1 EUR,venmo\n", "noted.csv"),
    )
    listed = fresh.put(
        "Date,From,To,Amount\n2024-03-04,Cal,Ann,1 EUR\n2024-03-05,Bea,Ann,2 EUR\n", "paid.csv"
    )
    told = fresh.run("import", listed)
    assert (told.status, owed(fresh)["Ann", "EUR"]) == (1, "-1.00")
    assert " of payments.bourre is the same payment as one in this file, in other words" in flat(
        told.err
    )
    for _ in range(2):
        assert fresh.run("import", listed, "--keep-both").status == 0
        assert owed(fresh)["Ann", "EUR"] == "-4.00"


def test_nothing_of_a_closed_day_comes_in(fresh: Book) -> None:
    fresh.run("import", fresh.put(SPLITWISE, "trip.csv"))
    assert fresh.run("close", "2024-03-31", "--by", "Ann").status == 0
    assert fresh.run("import", fresh.put(SPLITWISE, "trip.csv")).status == 0
    told = fresh.run(
        "import",
        fresh.put(SPLITWISE + "2024-03-09,Taxi,Taxi,2.00,EUR,1.00,-1.00,0.00\n", "trip.csv"),
    )
    assert (told.status, "closed" in told.err, owed(fresh)) == (1, True, WANTED)


def test_who_paid_is_asked_at_a_terminal(fresh: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    head = (
        "Date,Description,Category,Currency,Cost,Original cost,Original currency,Conversion "
        "rate,Is Reimbursement,Split mode"
    )
    path = fresh.put(
        f"{head},Ann,Bea,Cal\n2025-01-06,Back,,EUR,10,,,,Yes,Evenly,0,-10,0\n",
        "Spliit Export - Trip - 2025-01-07.csv",
    )
    assert "--payer NAME" in fresh.run("import", path).err
    assert "Dot is not who paid row 2" in flat(fresh.run("import", path, "--payer", "Dot").err)
    monkeypatch.setattr("sys.stdin", Typing("Cal\n"))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert fresh.run("import", path).status == 0
    assert fresh.payments().splitlines()[-1] == "pay Cal Bea 10 Back   # from Spliit: Spliit - Trip"


@pytest.mark.slow
def test_three_years_of_a_sheet_are_three_questions_and_three_commands_away_from_a_chart(
    fresh: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [
        f"{date(2023, 1, 6) + timedelta(7 * at):%d/%m/%Y},{at % 5},{-at % 7},{-(at % 5) - -at % 7}\n"  # noqa: E501
        for at in range(144)
    ]
    path = fresh.put("Date,Ann,Bea,Cal\n" + "".join(rows), "nights.csv")
    monkeypatch.setattr("sys.stdin", Typing("d\nusd\ny\n"))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    told = fresh.run("import", path)
    assert told.status == 0
    for question in (
        "What comes first in its dates",
        "What are the amounts",
        "Were these evenings paid at the time",
    ):
        assert told.err.count(question) == 1
    assert "144 evenings stored" in told.out
    assert set(fresh.balances().values()) == {"0.00"}
    assert "1.  Bea" in fresh.run("standings").out
    assert "█" in fresh.run("standings", "--chart").out


def test_what_a_payments_file_by_hand_perhaps_does_not_mean_stands_above_the_figures(
    fresh: Book,
) -> None:
    """A command would have asked: of which currency is €, is BEA somebody else than Bea?"""
    log = (
        "bourre 1\nsession 2026-01-02 fri\nrules louisiana\nchip 0.25 USD\nseats Ann Bea Cal\n"
        "result Ann 8 Bea -4 Cal -4\n"
    )
    fresh.run("import", fresh.put(log, "fri.bourre"))
    own = fresh.folder / "payments.bourre"
    own.write_text("bourre 1\ndate 2026-01-03\npay Cal Ann 0.50 €\npay BEA Ann 1 by card\n")
    said = flat(fresh.run("owes").out)
    assert "payments.bourre: the words after the amount in line 3, which counts as $0.50: €" in said
    assert "perhaps one person: BEA is in no evening, and counts as another player than Bea" in said
    told = fresh.run("check")
    assert (
        told.status,
        "3: $0.50, followed by the words €" in flat(told.out),
        "BEA is in no evening" in told.out,
    ) == (
        0,
        True,
        True,
    )
    own.write_text(own.read_text().replace(" €", ""))
    fresh.run("players", "merge", "Bea", "BEA")
    assert "Not in these figures" not in fresh.run("owes").out
    assert fresh.balances() == {"Ann": "0.50", "Bea": "0.00", "Cal": "-0.50"}


@pytest.mark.parametrize("name", ["r.ods", "r.XLS", "r.tsv"])
def test_a_spreadsheet_in_another_form_is_not_taken_for_a_log(fresh: Book, name: str) -> None:
    told = fresh.run("import", fresh.put("Date\tAnn\tBea\n2026-01-02\t5\t-5\n", name))
    assert (
        told.status,
        "a spreadsheet is read from .csv or .xlsx save it as .xlsx" in flat(told.err),
    ) == (2, True)


def test_a_name_that_played_in_a_closed_period_stays_even_if_it_was_paid_at_once(
    fresh: Book,
) -> None:
    """What Anne won was paid the next day: no balance shows whose evening it was."""
    log = (
        "bourre 1\nsession 2026-01-0{} e{}\nrules louisiana\nchip 0.25 USD\nseats {} Bea\nresult "
        "{} 4 Bea -4\n"
    )
    for at, name in enumerate(("Ann", "Anne"), 1):
        fresh.run("import", fresh.put(log.format(at, at, name, name), f"e{at}.bourre"))
    fresh.run("pay", "Bea", "Anne", "1", "--date", "2026-01-03")
    fresh.run("players", "merge", "Ann", "Anne")
    assert fresh.run("close", "2026-01-31").status == 0
    told = fresh.run("players", "separate", "Anne")
    assert (told.status, "Anne is in what is closed" in told.err) == (2, True)
    assert fresh.run("reopen", "--why", "Anne is somebody else").status == 0
    assert fresh.run("players", "separate", "Anne").status == 0
