"""What is exported as tables is imported into an empty book, with the same balances."""

from __future__ import annotations

import pytest
from book_on_disk import Book, flat
from book_trials import parquet_of
from export_trials import exported

from ledger.book.sessions.importing import ImportOptions, exported_logs, import_files
from ledger.cli.demo import sample_folder
from ledger.errors import UserError
from ledger.export.formats import FORMATS

FOLDERS = [name for name, form in FORMATS.items() if form.is_folder]


def again(book: Book, kind: str, name: str = "again") -> Book:
    """Import the export of a book into another."""
    other = Book(book.folder.parent / name, book.capsys)
    told = other.run("import", str(exported(book, kind)))
    assert told.status in {0, 1}, told.err  # 1: a line of a log cannot be read, there as here
    return other


def said(book: Book) -> object:
    whole = book.json("owes")
    return [(key, one) for key in ("balances", "pots", "transfers") for one in whole[key]]


@pytest.mark.parametrize("kind", FOLDERS)
@pytest.mark.nightly
def test_a_book_comes_back_with_its_files_and_balances(book: Book, kind: str) -> None:
    """
    chip 0.25 USD
    seats Ann Beatrice Cal
    hand 1 Cal 9h
      ante Ann Beatrice Cal
      tricks Ann 3 Beatrice 2
    pay Cal Ann 1.25
    ---
    session 2026-11-21 "=1+1" "@a +b"
    # -late
    game other
    chip 1 EUR
    seats Ann -Al
    transfer -Al Ann 4
    x-other "quoted, and more"
    penalty Ann 3
    """
    log = (
        "\ufeff# first\r\nbourre 1\r\nsession 2026-11-22 crlf\r\nrules louisiana\r\nseats Ann "
        "Zoë\r\nbuyin Zoë 4 from Ann\r\n"
    )
    path = book.folder.parent / "crlf.bourre"
    path.write_bytes(log.encode())
    assert book.run("import", str(path)).status == 0
    book.run(
        "pay",
        "Ann",
        "Cal",
        "2.50",
        "--currency",
        "USD",
        "--anyway",
        "--note",
        "for 'two'",
        "--date",
        "2026-11-22",
    )
    book.run("pay", "Ann", "Cal", "2", "EUR", "for", "1", "USD", "--anyway", "--date", "2026-11-22")
    other = again(book, kind)
    assert said(other) == said(book)
    for path in (book.folder / "sessions").iterdir():
        assert (other.folder / "sessions" / path.name).read_bytes() == path.read_bytes()
    assert other.payments() == book.payments()
    told = other.run("import", str(exported(book, kind)))  # once more
    assert ("stored" in told.out, said(other)) == (False, said(book))


@pytest.mark.parametrize("kind", FOLDERS)
@pytest.mark.nightly
def test_who_is_who_comes_back_and_no_password(book: Book, kind: str) -> None:
    """
    chip 1 USD
    seats Ann Bea
    transfer Ann Bea 5
    ---
    session 2026-11-21 saturday
    chip 1 USD
    seats Annie Bea
    transfer Bea Annie 3
    """
    with (book.folder / "book.toml").open("a") as file:
        file.write(
            "\n[access]\nviewer = "
            '"$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaGhhc2g"\n'
        )
    assert book.run("players", "merge", "Ann", "Annie").status == 0
    other = again(book, kind)
    assert said(other) == said(book)
    assert "argon2" not in "".join(
        path.read_text("latin-1") for path in exported(book, "csv").iterdir()
    )


@pytest.mark.parametrize("kind", FOLDERS)
def test_an_export_into_a_book_that_plays_is_told_apart(book: Book, kind: str) -> None:
    """
    chip 1 USD
    seats Ann Bea
    transfer Ann Bea 5
    """
    export = exported(book, kind)
    path = book.folder / "sessions" / "friday.bourre"
    path.write_text(path.read_text().replace("Bea 5", "Bea 6"))
    told = book.run("import", str(export))
    assert (told.status, "is in the book with different content" in flat(told.err)) == (1, True)
    assert book.balances() == {"Ann": "-6.00", "Bea": "6.00"}


def test_a_table_that_is_no_export_has_no_logs() -> None:
    for content in (b"", b"file,line\r\n", b"Date,Ann,Bea\n2026-01-01,1,-1\n", b"PA"):
        assert exported_logs("logs.csv", content) == []


@pytest.mark.parametrize("rows", [(0, 2), (1, 0, 2), (0, 1, 1, 2)])
def test_an_export_that_lost_a_line_or_was_sorted_is_refused(rows: tuple[int, ...]) -> None:
    table = [
        f"sessions/a.bourre,{line},{text}\r\n"
        for line, text in enumerate(("bourre 1", "session 2026-01-01 a", ""), 1)
    ]
    assert len(exported_logs("logs.csv", ("file,line,text\r\n" + "".join(table)).encode())) == 1
    with pytest.raises(
        UserError,
        match=r"logs\.csv: line \d of sessions/a\.bourre is not where it belongs, or is missing",
    ):
        exported_logs(
            "logs.csv", ("file,line,text\r\n" + "".join(table[row] for row in rows)).encode()
        )


@pytest.mark.slow
@pytest.mark.parametrize("kind", FOLDERS)
@pytest.mark.nightly
def test_the_samples_come_back(book: Book, kind: str) -> None:
    import_files(book.folder, [sample_folder()], ImportOptions())
    assert said(again(book, kind)) == said(book)


@pytest.mark.nightly
@pytest.mark.parametrize("kind", FOLDERS)
def test_sessions_in_columns_come_back_as_logs(book: Book, kind: str) -> None:
    parquet_of(book.folder.parent / "some.parquet", ["one", "two", "three"])
    import_files(book.folder, [book.folder.parent / "some.parquet"], ImportOptions())
    assert said(again(book, kind)) == said(book)
