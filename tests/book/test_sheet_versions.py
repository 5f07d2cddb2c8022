"""A spreadsheet that is imported again is compared as a whole: the book never has an evening of it
twice.
"""

from __future__ import annotations

import random
from datetime import date, timedelta
from pathlib import Path

import pytest
from book_on_disk import Book
from book_trials import Server
from trials import drawn, luck

from ledger.book import ask
from ledger.book.files.folder import CHANGING
from ledger.book.sessions.import_outcome import standing
from ledger.book.sessions.importing import ImportOptions, MadeLog, import_files, made_logs
from ledger.sheets import Reading, SheetNight, Unit, results_in, sheet_night, version

CASE = Path(__file__).parents[1] / "cases" / "foreign" / "02-reimport-other-dates" / "results.csv"
SHEET = "Date,Ann,Bea,Cal,Notes\n2026-04-03,5,-3,-2,\n2026-04-10,1,2,-3,\n2026-04-17,-4,2,2,late\n"
RIGHT = {"Ann": "-7.50", "Bea": "3.00", "Cal": "-5.50", "Dot": "10.00"}


def sheet(book: Book, text: str, *words: str, name: str = "results.csv") -> tuple[int, str]:
    told = book.run("import", book.put(text, name), "--money", "EUR", *words)
    return told.status, " ".join(f"{told.out}{told.err}".split())


def ids(book: Book) -> list[str]:
    return sorted(
        path.stem.removeprefix("results-") for path in (book.folder / "sessions").iterdir()
    )


def test_the_same_sheet_with_days_and_months_the_other_way_round_doubles_nothing(
    book: Book,
) -> None:
    text = CASE.read_text()
    assert sheet(book, text, "--dates", "mdy")[0] == 0
    status, said = sheet(book, text, "--dates", "dmy")
    assert status == 1
    assert (
        "the book has another version of it; this one has 3 evenings on another day: "
        "2026-03-04 to 2026-04-03 (row 2)"
    ) in said
    assert book.balances() == RIGHT
    status, said = sheet(book, text, "--dates", "dmy", "--replace")
    assert (status, ids(book), book.balances()) == (
        0,
        ["2026-04-03", "2026-04-10", "2026-05-08"],
        RIGHT,
    )
    assert "To be removed: results-2026-03-04" in said
    assert "3 evenings stored, 3 evenings removed" in said
    assert len(list((book.folder / "replaced").iterdir())) == 3
    assert sheet(book, text, "--dates", "dmy")[1].endswith(
        f"3 evenings already in the book Book: {book.folder}"
    )


@pytest.mark.parametrize("at", [1, 3])
def test_killed_while_a_version_replaces_another_the_book_has_the_old_one_and_can_be_asked_at_once(
    book: Book, at: int, fork_server: Server
) -> None:
    sheet(book, SHEET)
    (before, there), new = (
        (book.balances(), ids(book)),
        SHEET.replace("04-10", "04-11").replace("5,-3,-2", "6,-3,-3"),
    )
    words = [
        "import",
        str(book.put(new, "results.csv")),
        "--money",
        "EUR",
        "--replace",
        "--yes",
        "--format",
        "csv",
    ]
    assert (
        fork_server.do("run and die", book.folder, [at, [*words, "--book", str(book.folder)]]) == []
    )
    assert (book.folder / CHANGING).exists()
    if at == 1:  # somebody puts right by hand what stands there by now
        edited = book.folder / "sessions" / "results-2026-04-03.bourre"
        edited.write_text(edited.read_text("utf-8") + "# looked at\n", "utf-8")
        book.balances()
        assert edited.read_text("utf-8").endswith("# looked at\n")
    else:
        assert (book.balances(), ids(book)) == (before, there)
        assert not list((book.folder / "replaced").iterdir())
    assert sheet(book, new, "--replace")[0] == 0
    assert ids(book) == ["2026-04-03", "2026-04-11", "2026-04-17"]
    assert book.balances() == {"Ann": "3.00", "Bea": "1.00", "Cal": "-4.00"}


CHANGES = {
    "a date put right": (
        SHEET.replace("04-10", "04-11"),
        "1 evening on another day: 2026-04-10 to 2026-04-11 (row 3)",
    ),
    "an amount put right": (
        SHEET.replace("1,2,-3", "1,3,-4"),
        "1 evening changed: 2026-04-10 (row 3)",
    ),
    "a row deleted": (
        SHEET.replace("2026-04-10,1,2,-3,\n", ""),
        "1 evening gone: 2026-04-10 (row 3)",
    ),
    "a date and an amount": (
        SHEET.replace("04-10,1,2,-3", "04-11,1,3,-4"),
        "1 evening gone: 2026-04-10 (row 3); 1 evening new: 2026-04-11 (row 3)",
    ),
    "everything": (
        "Date,Ann,Bea\n2027-01-01,9,-9\n",
        "the book has another spreadsheet of this name; this one has 3 evenings gone",
    ),
    "a name": (SHEET.replace("Cal", "Carl"), "3 evenings changed"),
    "two dates swapped": (
        SHEET.replace("04-10", "04-xx").replace("04-17", "04-10").replace("04-xx", "04-17"),
        "2 evenings changed",
    ),
}


_ANOTHER = ("everything", "a name")
"""Under another name that is another spreadsheet."""


@pytest.mark.drawn(2)
@pytest.mark.parametrize(
    ("what", "name"),
    [
        *((what, name) for what in CHANGES for name in ("results.csv", "results (1).csv")),
        *((what, "final.csv") for what in CHANGES if what not in _ANOTHER),
    ],
)
def test_another_version_is_shown_as_a_whole_and_replaces(book: Book, what: str, name: str) -> None:
    text, told = CHANGES[what]
    sheet(book, SHEET)
    before = book.balances()
    status, said = sheet(book, text, name=name)
    assert (status, told in said, "nothing was stored" in said, book.balances()) == (
        1,
        True,
        True,
        before,
    )
    assert sheet(book, text, "--replace", name=name)[0] == 0
    alone = Book(book.folder.parent / "alone", book.capsys)
    sheet(alone, text)
    assert (ids(book), book.balances()) == (
        ids(alone),
        alone.balances() | dict.fromkeys(book.balances().keys() - alone.balances().keys(), "0.00"),
    )
    assert sheet(book, text, name=name)[0] == 0


def test_what_is_only_new_is_stored_without_a_question(book: Book) -> None:
    sheet(book, SHEET)
    status, said = sheet(book, SHEET.replace("Date", "\nDate") + "2026-04-24,1,-1,0,\n")
    assert (status, "1 evening stored, 3 evenings already in the book" in said) == (0, True)


def test_another_sheet_of_the_same_name_is_kept_beside_it_and_asked_about_once(book: Book) -> None:
    sheet(book, SHEET)
    other = (
        SHEET.replace("2026-", "2025-")
        .replace("5,-3,-2", "6,-4,-2")
        .replace("1,2,-3", "1,1,-2")
        .replace("-4,2,2", "-6,3,3")
    )
    assert sheet(book, other)[0] == 1
    assert sheet(book, other, "--keep-both")[0] == 0
    assert len(ids(book)) == 6
    assert sheet(book, other + "2025-04-24,1,-1,0,\n")[0] == 0
    assert sheet(book, SHEET + "2026-04-24,2,-2,0,\n")[0] == 0
    assert sheet(book, other.replace("2025-04-17", "2025-04-18"), "--replace")[0] == 0
    assert len(ids(book)) == 7


@pytest.mark.parametrize("players", ["Ann,Bea", "Ann,Bea,Cal", "Ann,Bea,Cal,Dot"])
def test_equal_results_on_another_day_are_asked_about_however_few_the_players(
    book: Book, players: str
) -> None:
    amounts = ",".join(["7", "-7", "0", "0"][: players.count(",") + 1])
    # in one sheet they are two
    sheet(book, f"Date,{players}\n2026-04-03,{amounts}\n2026-04-10,{amounts}\n", name="one.csv")
    assert len(ids(book)) == 2
    text = f"Date,{players}\n2026-08-05,{amounts}\n"
    status, said = sheet(book, text, name="two.csv")
    assert (status, "1 evening on another day" in said) == (1, True)
    assert sheet(book, text, "--keep-both", name="two.csv")[0] == 0
    assert ids(book) == ["2026-04-03", "2026-04-10", "2026-08-05"]
    assert sheet(book, text, name="two.csv")[0] == 0


def test_an_evening_that_was_recorded_is_asked_about_on_the_next_day_too(book: Book) -> None:
    book.add("session 2026-04-02 thursday\nchip 1.00 EUR\nresult Ann 7 Bea -7\n")
    status, said = sheet(book, "Date,Ann,Bea\n2026-04-03,7,-7\n2026-04-10,1,-1\n")
    assert status == 1
    assert (
        "looks like evening thursday of 2026-04-02 again: everybody won and lost the same" in said
    )


def test_an_evening_that_was_recorded_is_asked_about_on_any_day_if_three_came_to_the_same(
    book: Book,
) -> None:
    book.add("session 2026-04-03 friday\nchip 1.00 EUR\nresult Ann 7 Bea -3 Cal -4\n")
    status, said = sheet(book, "Date,Ann,Bea,Cal\n2026-03-04,7,-3,-4\n2026-10-04,1,-1,\n")
    assert (status, ids(book)) == (1, ["2026-10-04", "friday"])
    assert (
        "evening results-2026-03-04 of 2026-03-04 looks like evening friday of 2026-04-03 again"
        in said
    )
    assert "add --keep-both to store it, if it is another evening" in said


@pytest.mark.nightly
def test_a_book_that_does_not_know_its_rows_yet_is_not_doubled_either(book: Book) -> None:
    """Evenings that were imported before they knew their sheet: they are found by what they came
    to.
    """
    text = CASE.read_text()
    sheet(book, text, "--dates", "mdy")
    for path in (book.folder / "sessions").iterdir():
        path.write_text(
            "".join(
                line
                for line in path.read_text().splitlines(keepends=True)
                if not line.startswith("#")
            )
        )
    assert sheet(book, text, "--dates", "mdy")[0] == 0
    assert sheet(book, text, "--dates", "dmy")[0] == 1
    assert sheet(book, text, "--dates", "dmy", "--replace")[0] == 0
    assert (ids(book), book.balances()) == (["2026-04-03", "2026-04-10", "2026-05-08"], RIGHT)


def test_everybody_at_zero_is_no_evidence(book: Book) -> None:
    sheet(book, "Date,Ann,Bea\n2026-04-03,0,0\n", name="one.csv")
    assert sheet(book, "Date,Ann,Bea\n2026-04-10,0,0\n", name="two.csv")[0] == 0


def test_a_version_of_which_an_evening_is_refused_takes_nothing_out(book: Book) -> None:
    sheet(book, SHEET)
    book.add("session 2026-05-01 friday\nchip 1.00 EUR\nresult Ann 20 Bea -10 Cal -10\n")
    before = book.balances()
    status, said = sheet(
        book, SHEET.replace("04-10", "04-11") + "2026-05-01,20,-10,-10,\n", "--replace"
    )
    assert (status, book.balances(), len(ids(book))) == (1, before, 4)
    assert "looks like evening friday of 2026-05-01 again" in said
    assert "nothing of this version of the spreadsheet was stored" in said


def test_one_sheet_of_a_workbook_says_nothing_of_the_others() -> None:
    """An evening of another sheet is not gone; one of the same sheet is, and so is one of the only
    sheet that there was.
    """
    log = "result Ann 1 Bea -1\n# from years.xlsx"
    book = [
        sheet_night("results-2024-01-05", f"{log}, sheet 2024, row 2"),
        sheet_night("results-2025-01-03", f"{log.replace('1', '2')}, sheet 2025, row 2"),
        sheet_night("results-2025-01-10", f"{log.replace('1', '3')}, sheet 2025, row 3"),
        sheet_night("results-2025-01-17", f"{log.replace('1', '4')}, row 4"),
    ]
    assert [one.id[-5:] for one in version(book, [book[1]]).gone] == ["01-10", "01-17"]
    assert [one.id[-5:] for one in version(book, book[:2]).gone] == ["01-10", "01-17"]


def test_what_was_added_to_a_log_and_its_title_stay_when_its_sheet_comes_again(book: Book) -> None:
    sheet(book, SHEET)
    path = book.folder / "sessions" / "results-2026-04-10.bourre"
    path.write_text(
        path.read_text().replace("results-2026-04-10\n", 'results-2026-04-10 "At Bea\'s"\n', 1)
        + "pay Cal Bea 2\n"
    )
    kept = path.read_text()
    assert sheet(book, SHEET.replace("2026-04-17", "2026-04-18"), "--replace")[0] == 0
    assert path.read_text() == kept


def test_a_note_of_which_the_book_has_another_is_told_and_taken_by_replace(book: Book) -> None:
    sheet(book, SHEET)
    status, said = sheet(book, SHEET.replace("late", "too late"))
    assert (
        status,
        "its notes of 2026-04-17 (row 4) are not in the book, which keeps its own" in said,
    ) == (0, True)
    assert "its notes of" not in sheet(book, SHEET.replace("late", "too late"), "--replace")[1]
    assert "# too late" in (book.folder / "sessions" / "results-2026-04-17.bourre").read_text()


def test_another_spreadsheet_with_an_evening_of_that_day_is_no_version_and_can_stay_beside_it(
    book: Book,
) -> None:
    sheet(book, SHEET)
    status, said = sheet(book, "Date,Xav,Yan\n2026-04-03,5,-5\n", name="others.csv")
    assert (
        status,
        "the book has other results of these days from results.csv: 2026-04-03 (row 2)" in said,
    ) == (1, True)
    assert "add a column Evening" in said
    # the remedy
    assert sheet(book, "Date,Evening,Xav,Yan\n2026-04-03,late,5,-5\n", name="others.csv")[0] == 0
    assert ids(book) == ["2026-04-03", "2026-04-03-late", "2026-04-10", "2026-04-17"]


def test_payments_noted_for_evenings_that_change_or_go_are_named(book: Book) -> None:
    sheet(book, SHEET, "--paid")
    _, said = sheet(
        book,
        SHEET.replace("2026-04-10,1,2,-3,\n", "").replace("-4,2,2", "-4,1,3"),
        "--replace",
        "--dry-run",
    )
    assert (
        "lines 7, 8, 10 and 11: noted as paid for these evenings, and to stay; delete what "
        "nobody paid"
    ) in said
    _, said = sheet(book, SHEET.replace("-4,2,2", "-4,1,3"), "--replace", "--paid")
    assert (
        "Not noted: Ann pays Cal €3.00: Ann paid Cal €2.00 on 2026-04-17, which may have been "
        "for this"
    ) in said


def test_the_evening_of_a_log_with_nearly_its_results_is_asked_about(book: Book) -> None:
    log = (
        "bourre 1\nsession 2026-04-03 fri\nrules louisiana\nchip 0.01 EUR\nseats Ann Bea Cal Dot\n"
    )
    assert (
        book.run(
            "import", book.put(f"{log}result Ann 480 Bea -290 Cal -190\n", "fri.bourre")
        ).status
        == 0
    )
    status, said = sheet(book, SHEET)
    assert (status, ids(book)) == (1, ["2026-04-10", "2026-04-17", "fri"])
    assert (
        "looks like evening fri of 2026-04-03 again: mostly the same players on the same day, "
        "though their results"
    ) in said
    assert sheet(book, SHEET, "--keep-both")[0] == 0
    assert sheet(book, SHEET)[0] == 0  # it is asked once


def test_a_log_of_an_evening_that_a_spreadsheet_has_is_asked_about_too(book: Book) -> None:
    sheet(book, SHEET)
    log = (
        "bourre 1\nsession 2026-04-03 fri\nrules louisiana\nchip 0.01 EUR\nseats Ann Bea Cal Dot\n"
    )
    told = book.run("import", book.put(f"{log}result Ann 480 Bea -290 Cal -190\n", "fri.bourre"))
    assert (told.status, "looks like evening results-2026-04-03" in " ".join(told.err.split())) == (
        1,
        True,
    )
    assert (
        book.run(
            "import",
            book.put(log.replace("-03 fri", "-04 sat") + "result Ann 1 Bea -1\n", "sat.bourre"),
        ).status
        == 0
    )


def test_closed_evenings_are_not_removed(book: Book) -> None:
    sheet(book, SHEET)
    assert book.run("close", "2026-04-30", "--by", "Ann").status == 0
    status, said = sheet(book, SHEET.replace("04-10", "04-11"), "--replace")
    assert (status, ids(book)) == (1, ["2026-04-03", "2026-04-10", "2026-04-17"])
    assert "evening results-2026-04-10 would change" in said


def edited(rng: random.Random, rows: list[list[str]]) -> list[list[str]]:
    """Return a table with a few edits: rows added, deleted, moved to another day, corrected,
    shuffled, annotated.
    """
    rows = [list(row) for row in rows]
    for _ in range(rng.choice((1, 1, 2, 5, 40))):
        what, free = rng.randrange(6), str(date(2025, 1, 1) + timedelta(rng.randrange(40)))
        at = rng.randrange(len(rows)) if rows else 0
        if (what == 0 or not rows) and all(row[0] != free for row in rows):
            a, b = rng.randrange(-3, 4), rng.randrange(-3, 4)
            rows.insert(at, [free, str(a), str(b), str(-a - b), rng.choice(("", "late"))])
        elif what == 1 and len(rows) > 1:
            del rows[at]
        elif what == 2 and all(row[0] != free for row in rows):
            rows[at][0] = free
        elif what == 3:
            rows[at][1:4] = [rows[at][2], rows[at][1], rows[at][3]]
        elif what == 4:
            rng.shuffle(rows)
        else:
            rows[at][4] = rng.choice(("", "late", "at Bea's"))
    return rows


def nights_of(rows: list[list[str]], file: str = "results.csv") -> list[MadeLog]:
    text = "Date,Ann,Bea,Cal,Notes\n" + "".join(",".join(row) + "\n" for row in rows)
    return made_logs(
        results_in(text.encode(), file, Reading(unit=Unit(money=True, currency="EUR")))
    )


def versions_of(rng: random.Random, number: int) -> list[list[list[str]]]:
    """Return versions of a table in any order, each made from another by a few edits."""
    versions = [edited(rng, [])]
    while len(versions) < number:
        versions.append(edited(rng, versions[-1]))
    rng.shuffle(versions)
    return versions


@pytest.mark.drawn(1)
@pytest.mark.parametrize("seed", range(5))
def test_after_two_hundred_versions_in_any_order_nothing_of_the_others_is_left(seed: int) -> None:
    book: dict[str, SheetNight] = {}
    for rows in versions_of(random.Random(seed), 200):  # noqa: S311 - to be repeated, not to be secret
        logs = {
            f"results-{row[0]}": log.content.decode()
            for row, log in zip(sorted(rows), nights_of(rows), strict=True)
        }
        new = {name: sheet_night(name, log) for name, log in logs.items()}
        found = version(list(book.values()), list(new.values()))
        for one in found.leaving:
            del book[one.id]
        book |= {
            one.id: one for one in (*found.new, *(now for _, now in (*found.changed, *found.moved)))
        }
        assert {one[:2] for one in book.values()} == {one[:2] for one in new.values()}


@pytest.mark.slow
def test_after_two_hundred_versions_a_book_is_the_last_one(tmp_path: Path) -> None:
    """A browser has numbered some of them, as it does with a file that it has fetched before. A
    change tries a few.
    """
    rng, book = luck(), tmp_path / "book"
    for rows in drawn(versions_of(rng, 200), 3):
        made = nights_of(rows, rng.choice(("results.csv", "results (1).csv", "results (12).csv")))
        assert not import_files(book, [], ImportOptions(replace=True), made).refused
        assert {
            sheet_night(path.stem, path.read_text())[:3] for path in (book / "sessions").iterdir()
        } == {
            sheet_night(f"results-{row[0]}", log.content.decode())[:3]
            for row, log in zip(sorted(rows), made, strict=True)
        }
        found = ask(book, standing)
        for name, column in (("Ann", 1), ("Bea", 2), ("Cal", 3)):
            stands = sum(
                amount
                for (player, _), amount in found.stands.items()
                if found.names[player] == name
            )
            assert stands == 100 * sum(int(row[column]) for row in rows)
