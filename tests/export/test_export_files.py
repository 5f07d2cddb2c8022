"""What an export writes, and where: traceable, the same for the same book, whole or not at all."""

from __future__ import annotations

import csv
import re
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from threading import Timer
from typing import Any

import duckdb
import pyarrow.parquet as pq
import pytest
from book_on_disk import Book
from export_trials import exported
from trials import drawn

from ledger.book.derived.access import ask
from ledger.book.files.folder import DATABASE, PAYMENTS
from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.cli.demo import sample_folder
from ledger.cli.main import main
from ledger.export.database_tables import COLUMNS, EXPORTED
from ledger.export.formats import FORMATS, whole_folder
from ledger.export.logs import LOGS
from ledger.export.spreadsheets import SHEETS

pytestmark = pytest.mark.slow

FILES = [name for name, form in FORMATS.items() if not form.is_folder]
FOLDERS = [name for name, form in FORMATS.items() if form.is_folder]


def content(out: Path) -> dict[str, bytes]:
    """Return the bytes of a file, or of every file in a folder."""
    files = [out] if out.is_file() else sorted(out.iterdir())
    return {file.name: file.read_bytes() for file in files}


def table(folder: Path, name: str) -> list[dict[str, str]]:
    """Return the rows of a CSV file."""
    with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def small(book: Book) -> Book:
    """Put one hand and two payments into a book."""
    book.add("""
        session 2026-11-20 friday "Friday at \\"Ann's\\""
        chip 0.25 USD
        seats Ann Bea Cal Dot
        hand 12 Dot 9h
          play Bea 0
          play Cal 0
          tricks Bea 5
        penalty Dot 2 for 12
        pay Cal Bea 1.25 "in cash"
    """)
    (book.folder / PAYMENTS).write_text(
        "bourre 1\ndate 2026-11-21\npay Dot Bea 0.50 venmo\n", "utf-8"
    )
    return book


def test_a_beancount_file_tells_where_each_figure_comes_from(book: Book) -> None:
    text = exported(small(book), "beancount").read_text("utf-8")
    assert text[text.index('option "title"') :] == (
        'option "title" "book"\n'
        'option "operating_currency" "USD"\n'
        "\n"
        "2026-11-20 commodity USD\n"
        "2026-11-20 open Assets:Players:Ann\n"
        '  name: "Ann"\n'
        "  player: 1\n"
        "2026-11-20 open Assets:Players:Bea\n"
        '  name: "Bea"\n'
        "  player: 2\n"
        "2026-11-20 open Assets:Players:Cal\n"
        '  name: "Cal"\n'
        "  player: 3\n"
        "2026-11-20 open Assets:Players:Dot\n"
        '  name: "Dot"\n'
        "  player: 4\n"
        "2026-11-20 open Assets:Pots:Book\n"
        '  game: "book"\n'
        "\n"
        '2026-11-20 * "Friday at \\"Ann\'s\\"" "Hand 12: ante, take, match"\n'
        '  session: "friday"\n'
        "  hand: 12\n"
        '  file: "sessions/friday.bourre"\n'
        "  line: 6\n"
        "  Assets:Players:Ann                   -0.25 USD\n"
        "    chips: -1\n"
        '    lines: "6 ante -1"\n'
        "  Assets:Players:Bea                    0.75 USD\n"
        "    chips: 3\n"
        '    lines: "6 ante -1; 9 take +4"\n'
        "  Assets:Players:Cal                   -1.25 USD\n"
        "    chips: -5\n"
        '    lines: "6 ante -1; 9 match -4"\n'
        "  Assets:Players:Dot                   -0.25 USD\n"
        "    chips: -1\n"
        '    lines: "6 ante -1"\n'
        "  Assets:Pots:Book                      1.00 USD\n"
        "    chips: 4\n"
        "\n"
        '2026-11-20 * "Friday at \\"Ann\'s\\"" "Penalty for hand 12"\n'
        '  session: "friday"\n'
        "  hand: 12\n"
        '  file: "sessions/friday.bourre"\n'
        "  line: 10\n"
        "  Assets:Players:Dot                   -0.50 USD\n"
        "    chips: -2\n"
        '    lines: "10 penalty -2"\n'
        "  Assets:Pots:Book                      0.50 USD\n"
        "    chips: 2\n"
        "\n"
        '2026-11-20 * "Friday at \\"Ann\'s\\"" "Payment: in cash"\n'
        '  session: "friday"\n'
        '  file: "sessions/friday.bourre"\n'
        "  line: 11\n"
        "  Assets:Players:Bea                   -1.25 USD\n"
        '    lines: "11 payment -1.25 USD"\n'
        "  Assets:Players:Cal                    1.25 USD\n"
        '    lines: "11 payment 1.25 USD"\n'
        "\n"
        '2026-11-21 * "Between evenings" "Payment: venmo"\n'
        '  file: "payments.bourre"\n'
        "  line: 3\n"
        "  Assets:Players:Bea                   -0.50 USD\n"
        '    lines: "3 payment -0.50 USD"\n'
        "  Assets:Players:Dot                    0.50 USD\n"
        '    lines: "3 payment 0.50 USD"\n'
        "\n"
        "2026-11-22 balance Assets:Players:Ann                   -0.25 ~ 0 USD\n"
        "2026-11-22 balance Assets:Players:Bea                   -1.00 ~ 0 USD\n"
        "2026-11-22 balance Assets:Players:Cal                    0.00 ~ 0 USD\n"
        "2026-11-22 balance Assets:Players:Dot                   -0.25 ~ 0 USD\n"
        "2026-11-22 balance Assets:Pots:Book                      1.50 ~ 0 USD\n"
    )


def test_an_hledger_journal_tells_the_same(book: Book) -> None:
    text = exported(small(book), "hledger").read_text("utf-8")
    assert (
        '2026-11-20 * (line 6) Friday at "Ann\'s" | Hand 12: ante, take, match\n'
        "    ; session:friday, hand:12, file:sessions/friday.bourre, line:6\n"
        "    Assets:Players:Ann                   -0.25 USD  ; chips:-1, lines:6 ante -1\n"
        "    Assets:Players:Bea                    0.75 USD  ; chips:3, lines:6 ante -1; 9 take "
        "+4\n"
    ) in text
    assert text.endswith("    Assets:Pots:book                      0.00 USD = 1.50 USD\n")


def test_two_hands_of_one_number_are_two_transactions(book: Book) -> None:
    """
    hand 1 Dot 9h
    hand 1 Dot 9h
      play Bea 0
      play Cal 0
      tricks Bea 3 Cal 2
    """
    text = exported(book, "beancount").read_text("utf-8")
    assert re.findall(r'" "(Hand.*)"', text) == ["Hand 1: ante", "Hand 1: ante, take"]


@pytest.mark.nightly
def test_the_same_book_gives_the_same_bytes_however_it_came_about(book: Book) -> None:
    logs = drawn(sorted(sample_folder().glob("[!p]*.bourre")), 4)
    for log in logs:
        import_files(book.folder, [log], ImportOptions())
    import_files(book.folder, [logs[3]], ImportOptions(replace=True))
    first = {kind: content(exported(book, kind)) for kind in FORMATS}
    (book.folder / DATABASE).unlink()
    for kind in FORMATS:
        assert content(exported(book, kind)) == first[kind]


@pytest.mark.parametrize("kind", FILES)
def test_standard_output_gets_what_a_file_gets(kind: str, book: Book) -> None:
    out = exported(small(book), kind)
    told = book.run("export", kind, "-")
    assert (told.status, told.out) == (0, out.read_text("utf-8"))


def test_who_waits_for_the_book_does_not_wait_for_the_reader_of_standard_output(
    book: Book, sample_book: Path
) -> None:
    shutil.copytree(sample_book, book.folder, dirs_exist_ok=True)
    program = [
        sys.executable,
        "-m",
        "ledger.cli.main",
        "export",
        "beancount",
        "-",
        "--book",
        str(book.folder),
    ]
    with subprocess.Popen(program, stdout=subprocess.PIPE) as running:
        assert running.stdout is not None
        too_long = Timer(120, running.kill)
        too_long.start()
        begun = running.stdout.read(1)
        book.add("session 2026-12-01 tuesday\ntransfer Ann Bea 3")
        too_long.cancel()
        rest = running.stdout.read()
    assert running.returncode == 0
    assert len(rest) > 80_000  # more than a pipe and a buffer hold
    assert b"tuesday" not in begun + rest


@pytest.mark.parametrize("kind", FORMATS)
def test_a_database_that_turns_out_to_be_damaged_halfway_is_made_again(
    kind: str, book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = content(exported(small(book), kind))
    module = import_module(f"ledger.export.{FORMATS[kind].module}")
    write = module.write
    written: list[int] = []

    def breaks(*args: Any) -> Any:  # noqa: ANN401 - what the real one takes and gives
        done = write(*args)
        written.append(1)
        if len(written) == 1:
            raise duckdb.IOException("a page that cannot be read")
        return done

    monkeypatch.setattr(module, "write", breaks)
    assert content(exported(book, kind)) == whole
    assert len(written) == 2


def test_tables_for_a_spreadsheet(book: Book) -> None:
    folder = exported(small(book), "csv")
    assert {path.name for path in folder.iterdir()} == {f"{name}.csv" for name in (*SHEETS, LOGS)}
    assert (folder / "balances.csv").read_bytes() == (
        b"player,currency,amount\r\nAnn,USD,-0.25\r\nBea,USD,-1.00\r\nCal,USD,0.00\r\n"
        b"Dot,USD,-0.25\r\n"
    )
    assert (folder / "transfers.csv").read_text("utf-8").splitlines()[1:] == [
        "Ann,pot,USD,0.25",
        "Bea,pot,USD,1.00",
        "Dot,pot,USD,0.25",
    ]
    assert table(folder, "pots") == [
        {"game": "book", "chips": "6", "currency": "USD", "amount": "1.50"}
    ]
    assert [(row["player"], row["chips"], row["amount"]) for row in table(folder, "results")] == [
        ("Ann", "-1", "-0.25"),
        ("Bea", "3", "0.75"),
        ("Cal", "-5", "-1.25"),
        ("Dot", "-3", "-0.75"),
    ]
    (hand,) = table(folder, "hands")
    assert (hand["hand"], hand["turned"], hand["trump"], hand["winner"], hand["bourre"]) == (
        "12",
        "9h",
        "hearts",
        "Bea",
        "Cal",
    )
    assert [
        (row["from"], row["to"], row["amount"], row["note"]) for row in table(folder, "payments")
    ] == [
        ("Cal", "Bea", "1.25", "in cash"),
        ("Dot", "Bea", "0.50", "venmo"),
    ]
    assert [
        (row["kind"], row["debit"], row["credit"], row["amount"])
        for row in table(folder, "postings")
    ][-3:] == [
        ("penalty", "pot", "Dot", "0.50"),
        ("payment", "Cal", "Bea", "1.25"),
        ("payment", "Dot", "Bea", "0.50"),
    ]
    (session,) = table(folder, "sessions")
    assert (session["title"], session["chip"], session["closing_pot"]) == (
        'Friday at "Ann\'s"',
        "0.25",
        "6",
    )


def test_findings_for_a_spreadsheet_are_those_of_the_audit(
    book: Book, capsys: pytest.CaptureFixture[str]
) -> None:
    import_files(book.folder, [sample_folder() / "mistakes.bourre"], ImportOptions())
    log = next((book.folder / "sessions").glob("*.bourre"))
    main(["audit", str(log), "--format", "csv"])
    told = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    rows = table(exported(book, "csv"), "findings")
    for row in [*told, *rows]:
        del row["file"]
    assert sorted(map(sorted, (row.items() for row in rows))) == sorted(
        map(sorted, (row.items() for row in told))
    )
    assert len(rows) >= 10


def test_nothing_that_people_wrote_is_a_formula_and_numbers_stay_numbers(book: Book) -> None:
    """
    session 2026-11-20 =1+1 @title
    game +game
    seats @SUM(A1) -Al @Bo "+Cy, Dee"
    transfer @SUM(A1) -Al 5
    transfer @Bo "+Cy, Dee" 5
    pay -Al @SUM(A1) 2 -note
    """
    folder = exported(book, "csv")
    balances = {
        row["player"]: row["amount"]
        for row in table(folder, "balances")
        if row["currency"] == "chips"
    }
    assert balances == {"'@SUM(A1)": "-5", "'-Al": "5", "'@Bo": "-5", "'+Cy, Dee": "5"}
    (session,) = table(folder, "sessions")
    assert (session["session"], session["title"], session["game"], session["chip"]) == (
        "'=1+1",
        "'@title",
        "'+game",
        "",
    )
    assert [row["note"] for row in table(folder, "payments")] == ["'-note"]
    for name in (*SHEETS, LOGS):
        for row in table(folder, name):
            assert all(re.fullmatch(r"-\d+(\.\d+)?|[^=+\-@\t\r].*|", cell) for cell in row.values())


def test_parquet_has_every_table_as_the_database_has_it(book: Book, sample_book: Path) -> None:
    shutil.copytree(sample_book, book.folder, dirs_exist_ok=True)
    small(book)
    folder = exported(book, "parquet")
    assert {path.stem for path in folder.iterdir()} == {*EXPORTED, LOGS}
    for name in EXPORTED:
        described, rows = ask(
            book.folder,
            lambda connection, name=name: (  # type: ignore[misc]
                connection.execute(f"DESCRIBE SELECT {COLUMNS} FROM {name}").fetchall(),  # noqa: S608
                connection.execute(f"SELECT {COLUMNS} FROM {name} ORDER BY ALL").fetchall(),  # noqa: S608
            ),
        )
        kinds = {
            "INTEGER": "int32",
            "BIGINT": "int64",
            "UBIGINT": "uint64",
            "UTINYINT": "uint8",
            "BOOLEAN": "bool",
        }
        kinds |= {
            "DOUBLE": "double",
            "VARCHAR": "string",
            "DATE": "date32[day]",
            "BLOB": "binary",
            "INTEGER[]": "list<element: int32>",
        }
        found = pq.read_table(folder / f"{name}.parquet")
        assert [(field.name, str(field.type)) for field in found.schema] == [
            (row[0], kinds[row[1]]) for row in described
        ]
        assert [tuple(row.values()) for row in found.to_pylist()] == rows


# --- Where it goes --------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", FORMATS)
def test_what_is_there_is_replaced_only_by_force(kind: str, book: Book) -> None:
    out = exported(small(book), kind)
    before = content(out)
    book.add("session 2026-12-01 tuesday\ntransfer Ann Bea 3")
    told = book.run("export", kind, str(out))
    assert (told.status, told.err) == (
        2,
        f"bourre: {out} is there already\n  use --force to replace it, or another name\n",
    )
    assert content(out) == before
    assert content(exported(book, kind)) != before
    assert {path.name for path in out.parent.iterdir()} == {"book", out.name}


@pytest.mark.parametrize("kind", FOLDERS)
@pytest.mark.parametrize("foreign", ["letters.txt", "more/"])
def test_a_folder_with_anything_else_in_it_is_never_replaced(
    kind: str, foreign: str, book: Book
) -> None:
    out = exported(small(book), kind)
    if foreign.endswith("/"):
        (out / foreign).mkdir()
    else:
        (out / foreign).touch()
    before = {path.name for path in out.iterdir()}
    told = book.run("export", kind, str(out), "--force")
    assert told.status == 2
    assert f"has something else in it: {foreign.rstrip('/')}" in told.err
    assert {path.name for path in out.iterdir()} == before


def test_a_format_that_does_not_fit_the_place(book: Book) -> None:
    small(book)
    file = book.folder.parent / "file"
    file.touch()
    for words, message in (
        (("csv", "-"), "cannot go to standard output"),
        (("csv", str(file), "--force"), f"{file} is not a folder"),
        (("beancount", str(book.folder), "--force"), f"{book.folder} is a folder"),
        (
            ("ledger", str(file)),
            "FORMAT cannot be ledger\n  choose one of beancount, hledger, csv, parquet",
        ),
        (("hledger", str(file / "below")), "cannot be written"),
        (("parquet", str(file / "below")), "cannot be written"),
    ):
        told = book.run("export", *words)
        assert (told.status, told.out) == (2, "")
        assert message in told.err
    assert file.read_bytes() == b""


@pytest.mark.parametrize("kind", FORMATS)
def test_without_a_book_nothing_is_written(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = Book(tmp_path / "none", capsys).run("export", kind, str(tmp_path / "a" / "out"))
    assert told.status == 2
    assert list(tmp_path.iterdir()) == []


def test_the_old_folder_stays_if_the_new_one_cannot_be_filled(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "old.csv").touch()

    def fill() -> None:
        with whole_folder(out, ".csv", force=True) as fresh:
            (fresh / "new.csv").touch()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fill()
    assert [str(path.relative_to(tmp_path)) for path in sorted(tmp_path.rglob("*"))] == [
        "out",
        "out/old.csv",
    ]


@pytest.mark.parametrize("old", [["out", "out/old.csv"], []])
def test_everything_is_as_before_if_the_new_folder_cannot_take_its_place(
    old: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    if old:
        out.mkdir()
        (out / "old.csv").touch()
    rename = Path.rename

    def refuse(self: Path, target: Path) -> Path:
        if self.name == "whole":
            raise OSError(28, "No space left on device")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", refuse)

    def fill() -> None:
        with whole_folder(out, ".csv", force=True) as fresh:
            (fresh / "new.csv").touch()

    with pytest.raises(Exception, match="No space left on device"):
        fill()
    assert [str(path.relative_to(tmp_path)) for path in sorted(tmp_path.rglob("*"))] == old
