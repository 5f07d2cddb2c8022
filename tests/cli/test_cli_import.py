"""bourre import: what became of each session, in words, JSON and CSV, and an exit status for
scripts.
"""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from audit_text import log_of
from book_on_disk import Book, flat

from ledger.cli.main import main
from ledger.log import doubts

HAND = "hand 1 Dot 9h\n  play Ann 0\n  play Bea 0\n  tricks Ann 5\n"


def test_it_says_what_it_did_and_where_to_look(book: Book) -> None:
    path = book.put(
        log_of(f"seats Ann Bea Beatrice Dot\n{HAND}hand 2 Ann 9h\n  plays Bea\ncount Ann 1\n")
    )
    told = book.run("import", path)
    assert (told.status, told.err) == (1, "")
    assert told.out.splitlines() == [
        "Stored, but not in the figures:",
        "  1 line and 1 hand of 20 November 2026 (friday) could not be read; that may",
        "    change the balance of Ann, Bea, Beatrice and Dot",
        f"    → bourre audit {path}",
        "1 evening stored",
        f"2 findings: bourre audit --book {book.folder}",
        "4 new players: Ann, Bea, Beatrice, Dot",
        f"Book: {book.folder}",
    ]
    again = book.run("import", path)
    assert again.status == 1
    assert again.out.endswith(
        f"    → bourre audit {path}\n1 evening already in the book\nBook: {book.folder}\n"
    )


@pytest.mark.parametrize(
    "met", [HAND, "result Bea 5 Beatrice -5\n", "buyin Bea 9\nbuyin Beatrice 9\n"]
)
def test_a_new_name_is_asked_about_unless_both_were_at_one_table(met: str, book: Book) -> None:
    """Bea and Beatrice were there on one night, so nobody need be asked whether they are one
    person. Beatrix never met Bea.
    """
    friday = book.put(log_of(f"seats Ann Bea Beatrice Dot\n{met}"), "friday.bourre")
    sunday = book.put(log_of("session 2026-11-22 sunday\nseats Ann Beatrix Dot\n"), "sunday.bourre")
    told = book.run("import", friday, sunday, "--format", "json")
    alike = {one["name"]: one["similar"] for one in json.loads(told.out)["new_players"]}
    assert alike == {"Ann": [], "Bea": [], "Beatrice": [], "Beatrix": ["Bea"], "Dot": []}


def test_a_name_with_a_space_can_be_pasted(book: Book) -> None:
    told = book.run("import", book.put(log_of('seats Ann "Big Al" "Big al"')))
    assert "bourre players merge 'Big Al' 'Big al' --book" in told.out


@pytest.mark.drawn(4)
@pytest.mark.parametrize(
    ("seats", "words"),
    [
        ("Ann, Big Al", "Big Al"),
        ("Ann,  Big   Al # and Cal, Big Bob", "Big Al"),
        ('Ann, "Big Al"', ""),
        ("Ann, Big_Al, Cal", ""),
        ("Ann Big Al", ""),
        ("Ann, Bea and Cal", "Bea and Cal"),
        ("Ann Bea & Cal", "&"),
        ("Ann; Bea", "Ann;"),
        ("Ann, Bea,Cal", "Bea,Cal"),
        ("Ann (dealer) Bea", "(dealer)"),
        ("Ann O'Neil J.R. Mary-Lou", ""),
    ],
)
def test_what_may_be_no_player_of_its_own_is_told(seats: str, words: str, book: Book) -> None:
    told = book.run("import", book.put(log_of(f"seats {seats}")), "--dry-run")
    assert ("Each word in the seats is a separate player:" in told.out) == bool(words)
    assert (
        not words
        or f', line 4: {words}\n  Put a name of several words in quotes: "Big Al".' in told.out
    )


def test_money_that_may_be_other_money_is_told_and_booked_as_it_stands(book: Book) -> None:
    log = """
    chip 0.25 USD
    seats Ann Bea
    pay Ann Bea 12.50 EUR venmo
    pay Ann Bea 1 250
    expense Bea 3 cents for Ann
    pay Ann Bea 2 USD
    pay Ann Bea 3 dollars, venmo
    pay Ann Bea 4 venmo EUR
    """
    told = book.run("import", book.put(log_of(log)), "--format", "json")
    assert [(one["kind"], one["line"], one["words"]) for one in json.loads(told.out)["doubts"]] == [
        ("money", 6, "pay Ann … 12.50 EUR venmo is 12.50 USD"),
        ("money", 7, "pay Ann … 1 250 is 1 USD"),
        ("money", 8, "expense Bea … 3 cents is 3 USD"),
    ]
    assert book.json("owes")["balances"][0]["amount"] == "19.50"
    assert "sessions/friday.bourre:6: $12.50, followed by the words EUR venmo" in flat(
        book.run("check").out
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [("pizza fro Ann", True), ("pizza for Ann", False), ("pizza", False), ("", False)],
)
def test_a_cost_that_may_be_for_some_is_told(words: str, told: bool) -> None:
    found = doubts(log_of(f"seats Ann Bea\nexpense Bea 3 {words}").encode(), "")
    assert [one.kind for one in found] == (["shared"] if told else [])


@pytest.mark.parametrize(
    "line",
    [
        "pay",
        "pay Ann",
        "pay Ann Bea",
        "expense",
        "expense Ann",
        "chip",
        "pay “",
        'pay "',
        "currency",
    ],
)
def test_a_line_without_its_amount_leaves_no_doubt(line: str) -> None:
    assert list(doubts(log_of(f"seats Ann Bea\n{line} ").encode(), "")) == []


@pytest.mark.parametrize(
    ("name", "words"), [("ZoÃ«", "ZoÃ«, perhaps Zoë"), ("Zoë", ""), ("Ã", ""), ("日本", "")]
)
def test_a_name_whose_text_was_saved_in_two_ways_is_told(name: str, words: str) -> None:
    assert [one.words for one in doubts(log_of(f"seats Ann {name}").encode(), "")] == (
        [words] if words else []
    )


def test_other_content_is_refused_with_the_line_and_the_remedy(book: Book) -> None:
    """
    seats Ann Bea
    """
    path = book.put(log_of("seats Ann Cal"))
    told = book.run("import", path)
    assert (told.status, told.out) == (1, f"1 refused\nBook: {book.folder}\n")
    assert (
        f"bourre: {path}: evening friday is in the book with different content: line 4 is "
        "‘seats Ann Cal’"
    ) in told.err
    assert (
        "but ‘seats Ann Bea’ in the book\n  add --replace to replace it, keeping the rulings made "
        "in the book"
    ) in told.err
    assert "\n1 evening replaced\n" in book.run("import", path, "--replace").out
    assert "seats Ann Cal" in book.log()


def test_a_file_that_cannot_be_read_is_told_with_line_column_and_excerpt(book: Book) -> None:
    path = book.put("bourre 1\nsession 2026-13-20 x\nrules louisiana\nseats Ann Bea\n")
    told = book.run("import", path, book.put(log_of(""), "good.bourre"))
    assert told.status == 2
    assert f"bourre: {path}:2:9: " in told.err
    assert "  | session 2026-13-20 x\n  |         ^\n" in told.err
    assert told.out.startswith("1 evening stored, 1 refused\n")


def test_a_trial_says_that_it_was_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "friday.bourre").write_text(log_of(""))
    assert (
        main(
            [
                "import",
                str(tmp_path / "friday.bourre"),
                "--dry-run",
                "--book",
                str(tmp_path / "book"),
            ]
        )
        == 0
    )
    printed = capsys.readouterr().out
    assert printed.startswith("1 evening stored\n")
    assert printed.endswith("Dry run: nothing was written.\n")
    assert not (tmp_path / "book").exists()


def test_json_has_the_counts_and_what_became_of_each(book: Book) -> None:
    """
    seats Ann Bea
    """
    same, new = (
        book.put(book.log(), "same.bourre"),
        book.put(log_of(f"session 2026-11-27 next\n{HAND}hand x\n"), "new.bourre"),
    )
    other, bad = book.put(book.log() + "count Ann 0\n", "z.bourre"), book.put("?", "bad.bourre")
    told = book.run("import", same, new, other, bad, "--format", "json")
    assert (told.status, told.err) == (2, "")
    said = json.loads(told.out)
    counts = {
        name: said[name]
        for name in ("stored", "exists", "replaced", "refused", "quarantined", "findings")
    }
    assert counts == {
        "stored": 1,
        "exists": 1,
        "replaced": 0,
        "refused": 2,
        "quarantined": 1,
        "findings": 1,
    }
    assert [(one["id"], one["outcome"], one["file"]) for one in said["sessions"]] == [
        (None, "refused", bad),
        ("next", "stored", new),
        ("friday", "exists", same),
        ("friday", "refused", other),
    ]
    assert said["sessions"][3]["remedy"].startswith("add --replace to replace it, keeping ")
    assert said["new_players"] == [{"name": "Cal", "similar": []}, {"name": "Dot", "similar": []}]


def test_csv_has_a_row_for_each_and_no_formula(book: Book) -> None:
    path = book.put(log_of("session 2026-11-20 =1+1"))
    told = book.run("import", path, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(told.out)))
    assert rows == [
        {"session": "'=1+1", "outcome": "stored", "file": path, "reason": "", "remedy": ""}
    ]


@pytest.mark.parametrize("what", ["nowhere", "empty"])
def test_nothing_to_import(what: str, book: Book) -> None:
    (book.folder.parent / "empty").mkdir()
    told = book.run("import", str(book.folder.parent / what))
    assert told.status == 2
    assert told.out == ""
    assert told.err.startswith("bourre: ")
    assert what in told.err


def test_where_the_book_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BOURRE_BOOK", raising=False)
    log = tmp_path / "friday.bourre"
    log.write_text(log_of(""))
    assert main(["import", str(log)]) == 0
    monkeypatch.setenv("BOURRE_BOOK", str(tmp_path / "by-variable"))
    assert main(["import", str(log)]) == 0
    assert main(["import", str(log), "--book", str(tmp_path / "by-option")]) == 0
    for name in ("bourre-book", "by-variable", "by-option"):
        assert (tmp_path / name / "sessions" / "friday.bourre").is_file()
