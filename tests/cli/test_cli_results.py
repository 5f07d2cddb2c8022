"""bourre import of spreadsheets: what is asked, what is said before anything is stored, and what is
in the book then.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from book_on_disk import Book, Told, Typing

NIGHTS = (
    "Date,Ann,Bea,Cal,Notes\n03/04/2025,12.50,-7,-5.50,late\n10/04/2025,,5,-5,\n"
    "Total,12.50,-2,-10.50,\n"
)
CSV = "results.csv"
SAID = ("--dates", "dmy", "--money", "EUR")


def test_each_night_becomes_a_log_with_a_result_line(book: Book) -> None:
    told = book.run("import", book.put(NIGHTS, CSV), *SAID)
    assert (told.status, told.err) == (
        0,
        "If these evenings were paid at the time, run this import once more with --paid.\n",
    )
    assert book.log("results-2025-04-03") == (
        "bourre 1\n"
        "session 2025-04-03 results-2025-04-03\n"
        "rules louisiana   # not known; no hand of this night was written down\n"
        "chip 0.01 EUR\n"
        "seats Ann Bea Cal\n"
        "result Ann 1250 Bea -700 Cal -550\n"
        "# late\n"
        "# from results.csv, row 2\n"
    )
    assert book.balances() == {"Ann": "12.50", "Bea": "-2.00", "Cal": "-10.50"}
    assert book.run("check").status == 0


def test_it_says_what_it_understood(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(book.folder.parent)
    book.put(NIGHTS, CSV)
    assert book.run("import", "results.csv", *SAID).out.splitlines()[:8] == [
        "results.csv: 2 evenings, 2025-04-03 to 2025-04-10, 3 players; money in EUR",
        "  headings in row 1, a column for each player",
        "  kept as comments: Notes",
        "  row left out: 4 (Total)",
        "  Player  Evenings   Result",
        "  Ann            1  +€12.50",
        "  Bea            2   −€2.00",
        "  Cal            2  −€10.50",
    ]


def test_importing_twice_changes_nothing_however_the_rows_and_columns_are_moved(book: Book) -> None:
    book.run("import", book.put(NIGHTS, CSV), *SAID)
    moved = "Our nights\n\nDate,Cal,Bea,Ann\n10.4.2025,-5,5,\n3.4.2025,-5.5,-7,12.5\n"
    told = book.run("import", book.put(moved, CSV), *SAID)
    assert told.out.endswith(f"2 evenings already in the book\nBook: {book.folder}\n")


def test_a_row_that_was_put_right_replaces_its_night_only_if_that_is_wanted(book: Book) -> None:
    book.run("import", book.put(NIGHTS, CSV), *SAID)
    right = book.put(NIGHTS.replace("5,-5,", "6,-6,").replace("-2,-10.50", "-1,-11.50"), CSV)
    told = book.run("import", right, *SAID)
    assert told.status == 1
    assert "this one has 1 evening changed: 2025-04-10 (row 3)" in " ".join(told.err.split())
    assert book.run("import", right, *SAID, "--replace").out.endswith(
        f"1 evening replaced, 1 evening already in the book\nBook: {book.folder}\n"
    )
    assert book.balances()["Bea"] == "-1.00"


def test_a_trial_says_it_all_and_writes_nothing(book: Book) -> None:
    told = book.run("import", book.put(NIGHTS, CSV), *SAID, "--dry-run")
    stored = "2 evenings stored\n3 new players: Ann, Bea, Cal\n"
    assert told.out.endswith(f"{stored}Book: {book.folder}\nDry run: nothing was written.\n")
    assert list((book.folder / "sessions").iterdir()) == []


def test_a_script_is_told_which_option_says_what_the_table_does_not(book: Book) -> None:
    path = book.put(NIGHTS, CSV)
    told = book.run("import", path)
    assert (told.status, told.out) == (2, f"1 refused\nBook: {book.folder}\n")
    assert told.err == (
        f"bourre: {path}: row 2, column A: 03/04/2025 may be 2025-04-03 or 2025-03-04\n"
        "  --dates dmy says day, month, year, --dates mdy says month, day, year\n"
    )
    assert (
        "--chips, --chip 0.25 USD (chips and what one is worth)"
        in book.run("import", path, "--dates", "dmy").err
    )


def answered(monkeypatch: pytest.MonkeyPatch, book: Book, answers: str, *words: str) -> Told:
    monkeypatch.setattr(sys, "stdin", Typing(answers))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    return book.run(*words)


def test_a_terminal_is_asked(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    told = answered(monkeypatch, book, "first\nd\nmoney\neur\n", "import", book.put(NIGHTS, CSV))
    assert told.status == 0
    assert "03/04/2025 may be 2025-04-03 or 2025-03-04\n" in told.err
    assert "first is not part of a date" in told.err
    assert "money is not a currency" in told.err.replace("MONEY", "money")
    assert book.balances() == {"Ann": "12.50", "Bea": "-2.00", "Cal": "-10.50"}


def test_nobody_who_answers_nothing_has_anything_stored(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = answered(monkeypatch, book, "d\n\n", "import", book.put(NIGHTS, CSV))
    assert told.status == 2
    assert list((book.folder / "sessions").iterdir()) == []


def test_one_cell_that_is_not_understood_refuses_the_spreadsheet_and_nothing_else(
    book: Book,
) -> None:
    bad = book.put(NIGHTS.replace("-7", "seven"), "bad.csv")
    good = book.put("Date,Dot,Eve\n2025-05-01,1,-1\n", "good.csv")
    told = book.run("import", bad, good, *SAID)
    assert told.status == 2
    assert (
        f"bourre: {bad}: row 2, column C: seven is not an amount\n  | 03/04/2025 | 12.50 | "
        "seven | -5.50 | late\n"
    ) in told.err
    assert book.balances() == {"Dot": "1.00", "Eve": "-1.00"}


THREE = "Date,Ann,Bea,Cal\n2026-11-13,4,-2,-1.50\n2026-11-20,10,-6,-4\n2026-11-27,1,1,-2.25\n"


def test_what_does_not_add_up_is_unexplained_of_that_evening_and_never_in_the_pot_of_the_next(
    book: Book,
) -> None:
    path = book.put(THREE, CSV)
    told = book.run("import", path, "--money", "EUR")
    assert told.status == 2
    assert "the results of 2026-11-13 add up to +0.50: some won more" in told.err
    assert "--unbalanced 2026-11-13 stores" in told.err
    only_one = book.run("import", path, "--money", "EUR", "--unbalanced", "2026-11-13")
    assert (only_one.status, "2026-11-13" in only_one.err, "2026-11-27" in only_one.err) == (
        2,
        False,
        True,
    )
    told = book.run(
        "import", path, "--money", "EUR", "--unbalanced", "2026-11-13", "--unbalanced", "2026-11-27"
    )
    assert (
        "evenings that do not add up to zero: 2026-11-13 (€0.50 unexplained), 2026-11-27 "
        "(€0.25 unexplained)"
    ) in " ".join(told.out.split())
    owes = book.json("owes")
    assert owes["pots"] == []
    assert book.balances() == {
        "Ann": "15.00",
        "Bea": "-7.00",
        "Cal": "-7.75",
        "unexplained": "-0.25",
    }
    assert [(one["session"], one["amount"]) for one in owes["unexplained"]] == [
        ("results-2026-11-13", "-0.50"),
        ("results-2026-11-27", "0.25"),
    ]
    book.run(
        "new",
        "--seats",
        "Ann, Bea, Cal",
        "--chip",
        "0.25",
        "--output",
        str(book.folder.parent / "next.bourre"),
    )
    assert "\npot " not in (book.folder.parent / "next.bourre").read_text()


@pytest.mark.parametrize("row", ["5,-4,0", "3,-5,0", "0,0,-7", "9,9,9"])
def test_an_evening_that_does_not_add_up_leaves_the_pot_of_the_card_game_alone(
    book: Book, row: str
) -> None:
    """The pot that lies there goes from the evening before to the one after, whatever an evening
    between them lacks.
    """
    book.add("session 2026-11-12 before\nchip 0.25 USD\npot 8\nbuyin Ann 4\n")
    path = book.put(f"Date,Ann,Bea,Cal\n2026-11-13,{row}\n2026-11-14,2,-2,0\n", CSV)
    assert book.run("import", path, "--chip", "0.25", "USD", "--unbalanced", "all").status == 0
    owes = book.json("owes")
    assert [(pot["chips"], pot["amount"]) for pot in owes["pots"]] == [(8, "2.00")]
    rest = sum(map(int, row.split(",")))
    assert {one["session"]: one["amount"] for one in owes["unexplained"]}[
        "results-2026-11-13"
    ] == f"{-rest / 4:.2f}"


def test_each_doubt_has_its_own_answer_and_none_silences_another(book: Book) -> None:
    book.add("session 2026-11-20 friday\nchip 0.50 EUR\nresult Ann 20 Bea -10 Cal -10\n")
    path = book.put("Date,Ann,Bea,Cal\n2026-11-13,4,-2,-1.50\n2026-11-20,10,-5,-5\n", CSV)
    for answer in (("--unbalanced", "2026-11-13"), ("--anyway",)):
        told = book.run("import", path, "--money", "EUR", *answer)
        assert told.status == 1
        assert "evening results-2026-11-20 of 2026-11-20 looks like evening friday" in told.err
        assert "add --keep-both to store it" in told.err
        assert book.balances() == {
            "Ann": "14.00",
            "Bea": "-7.00",
            "Cal": "-6.50",
            "unexplained": "-0.50",
        }
    # it still does not add up
    assert book.run("import", path, "--money", "EUR", "--keep-both").status == 2
    assert (
        book.run("import", path, "--money", "EUR", "--keep-both", "--unbalanced", "all").status == 0
    )
    assert book.balances()["Ann"] == "24.00"


def test_a_terminal_is_asked_about_each_doubt_in_turn(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    book.add("session 2026-11-20 friday\nchip 0.50 EUR\nresult Ann 20 Bea -10 Cal -10\n")
    path = book.put("Date,Ann,Bea,Cal\n2026-11-13,4,-2,-1.50\n2026-11-20,10,-5,-5\n", CSV)
    told = answered(monkeypatch, book, "eur\ny\nn\n", "import", path)
    assert (told.status, book.balances()["Ann"]) == (1, "14.00")
    assert "Store these evenings as they are, with the rest unexplained (y, n)? " in told.err
    assert "Is this another evening, to be kept as well?" in told.err
    told = answered(monkeypatch, book, "eur\ny\ny\n", "import", path)
    assert (told.status, book.balances()["Ann"]) == (0, "24.00")
    assert "1 evening stored, 1 evening already in the book" in told.out
    other = book.put("Date,Ann,Bea,Cal\n2026-11-13,4,-2,-2\n2026-11-20,10,-5,-5\n", CSV)
    told = answered(monkeypatch, book, "eur\ny\n", "import", other)
    assert "Replace this evening?" in told.err
    assert (told.status, book.balances()["Cal"]) == (0, "-12.00")


def test_json_is_alone_on_standard_output(book: Book) -> None:
    told = book.run("import", book.put(NIGHTS, CSV), *SAID, "--format", "json")
    assert json.loads(told.out)["stored"] == 2
    assert "2 evenings, 2025-04-03 to 2025-04-10" in told.err.replace("\n", " ")


@pytest.mark.parametrize(
    "log",
    [
        "result Ann 25 Bea -14 Cal -11",
        (
            "buyin Ann 20\nbuyin Bea 20\nbuyin Cal 20\ncashout Ann 45\ncashout Bea 6\ncount Cal "
            "9\nend counted"
        ),
    ],
)
def test_a_night_that_is_in_a_log_already_is_not_counted_twice(book: Book, log: str) -> None:
    book.add(f"session 2025-04-03 thursday\nchip 0.50 EUR\n{log}\n")
    told = book.run("import", book.put(NIGHTS, CSV), *SAID)
    assert told.status == 1
    assert (
        "evening results-2025-04-03 of 2025-04-03 looks like evening thursday of 2025-04-03 again"
        in told.err
    )
    assert "everybody won and lost the same, Ann +€12.50, Bea −€7.00, Cal −€5.50" in told.err
    assert [path.stem for path in sorted((book.folder / "sessions").iterdir())] == [
        "results-2025-04-10",
        "thursday",
    ]


def test_a_ledger_needs_the_unit_alone(book: Book) -> None:
    ledger = (
        "player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,net\n"
        "Ann,a1,2026-04-28T02:29:11.734Z,2026-04-28T02:44:29.774Z,200,0,0,-200\n"
        "Bea,b2,2026-04-28T02:25:26.759Z,,500,,700,200\n"
    )
    told = book.run(
        "import",
        book.put(ledger, "ledger_abc.csv"),
        "--chip",
        "0.01",
        "USD",
        "--date",
        "2026-04-27",
    )
    assert told.status == 0
    assert "first sat down on 2026-04-28 at 02:25 UTC" in told.out.replace("\n    ", " ")
    assert "session 2026-04-27 pokernow-2026-04-28-0225\n" in book.log("pokernow-2026-04-28-0225")
    assert book.balances() == {"Ann": "-2.00", "Bea": "2.00"}


def test_the_day_of_a_ledger_is_put_right_only_if_that_is_wanted(book: Book) -> None:
    text = (
        Path(__file__).parents[1] / "cases" / "foreign" / "13-pokernow-two-ids-one-name" / "b.csv"
    ).read_text()
    words = ("import", book.put(text, "b.csv"), "--chips", "--same-name", "several", "--date")
    assert book.run(*words, "2026-04-28").status == 0
    assert "is in the book with different content: line 2" in book.run(*words, "2026-04-27").err
    assert book.run(*words, "2026-04-27", "--replace").status == 0
    assert "session 2026-04-27 pokernow-2026-04-28-0117" in book.log("pokernow-2026-04-28-0117")


def test_names_of_other_evenings_that_differ_in_case_alone_are_pointed_out(book: Book) -> None:
    book.run("import", book.put("Date,Ann,Zoë\n2026-04-03,5,-5\n", "one.csv"), "--money", "EUR")
    told = book.run(
        "import", book.put("Date,ann,Zoe\n2026-04-10,6,-6\n", "two.csv"), "--money", "EUR"
    )
    assert "ann is new; if this is Ann:  bourre players merge Ann ann" in told.out
    assert "Zoe is new; if this is Zoë:" in told.out
    both = book.put(
        (
            "Date,Player,Net\n2026-05-03,Cal,5\n2026-05-03,Bea,-5\n2026-05-10,CAL,4\n"
            "2026-05-10,Bea,-4\n"
        ),
        "three.csv",
    )
    assert "CAL is read as Cal" in book.run("import", both, "--money", "EUR").out


def test_two_people_of_one_name_are_asked_about_at_a_terminal(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (
        Path(__file__).parents[1] / "cases" / "foreign" / "13-pokernow-two-ids-one-name" / "b.csv"
    ).read_text()
    path = book.put(text, "b.csv")
    words = ("import", path, "--chip", "0.01", "USD", "--date", "2026-04-27")
    told = book.run(*words)
    assert (told.status, "Mike has 2 ids (x1, x2)" in told.err) == (2, True)
    assert answered(monkeypatch, book, "n\n", *words).status == 0
    assert book.balances() == {"Mike": "1.01", "Mike x2": "-0.51", "Shay": "-0.50"}


LEDGER = (
    "player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,net\n"
    "Ann,a1,2026-04-28T02:29:11.734Z,,200,,0,-200\nBea,b2,2026-04-28T02:25:26.759Z,,500,,700,200\n"
)


def test_the_zone_is_asked_once_and_the_book_keeps_it(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = book.put(LEDGER, "ledger_abc.csv")
    told = book.run("import", path, "--chips")
    assert (told.status, "say so with --zone America/Chicago" in told.err) == (2, True)
    assert (
        "Nowhere is not the name of a time zone"
        in book.run("import", path, "--chips", "--zone", "Nowhere").err
    )
    told = answered(
        monkeypatch, book, "Springfield\nchicago\n", "import", path, "--chip", "0.01", "USD"
    )
    assert (told.status, "In which time zone was it played" in told.err) == (0, True)
    assert "session 2026-04-27 pokernow-2026-04-28-0225\n" in book.log("pokernow-2026-04-28-0225")
    assert 'zone = "America/Chicago"\n' in (book.folder / "book.toml").read_text()
    later = book.put(
        LEDGER.replace("04-28", "05-05").replace("200", "300").replace("700", "800"),
        "ledger_def.csv",
    )
    assert book.run("import", later, "--chip", "0.01", "USD").status == 0
    assert "session 2026-05-04 " in book.log("pokernow-2026-05-05-0225")
    assert book.run("check").status == 0


def test_a_zone_in_the_settings_that_is_none_is_told_with_its_place(book: Book) -> None:
    (book.folder / "book.toml").write_text('currency = "USD"\nzone = "Mars/Olympus"\n')
    told = book.run("owes")
    assert (
        told.status,
        "book.toml:2:8" in told.err,
        "Mars/Olympus is not the name of a time zone" in told.err,
    ) == (
        2,
        True,
        True,
    )


def test_a_trial_keeps_no_zone(book: Book) -> None:
    told = book.run(
        "import", book.put(LEDGER, "a.csv"), "--chips", "--zone", "America/Chicago", "--dry-run"
    )
    assert (told.status, "zone" in (book.folder / "book.toml").read_text()) == (0, False)


def test_a_spreadsheet_that_is_not_there(book: Book, tmp_path: Path) -> None:
    told = book.run("import", str(tmp_path / "nothing.csv"))
    assert told.status == 2
    assert "nothing.csv" in told.err
