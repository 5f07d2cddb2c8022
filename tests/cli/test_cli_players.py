"""``bourre players``: names are put together only where somebody says so, and everything can be
undone.
"""

from __future__ import annotations

import csv
import io
import shlex
from typing import Any

import pytest
from book_on_disk import Book, Told

from ledger.book.derived.access import ask
from ledger.cli.main import main
from ledger.errors import shell_text

TWO_NIGHTS = (
    "chip 0.25 USD\nseats Ann Bea Cal\ntransfer Ann Bea 4\nhand 1 Ann 9h\n  pass Ann Bea Cal\n",
    (
        "session 2026-11-27 saturday\nchip 0.25 USD\npot 3\nseats Ann Beatrice Cal\ntransfer "
        "Beatrice Cal 1\n"
        "hand 1 Ann 9h\n  pass Ann Beatrice Cal\n"
    ),
)


def listed(book: Book) -> list[dict[str, Any]]:
    """Return the players with their names sorted."""
    return [one | {"aliases": sorted(one["aliases"])} for one in book.json("players")["players"]]


def undo(book: Book, told: Told) -> None:
    """Run the commands that a change said would undo it."""
    assert told.status == 0, told.err
    for line in told.out.partition("To undo it: ")[2].splitlines():
        assert main(shlex.split(line.strip())[1:]) == 0
    book.capsys.readouterr()


def without_ids(people: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: value for key, value in one.items() if key != "id"} for one in people]


def test_everybody_is_listed_with_what_they_played_and_where_they_stand(book: Book) -> None:
    book.add(*TWO_NIGHTS)
    told = book.run("players")
    assert told.out == (
        "Id  Player    Evenings  Hands  Balance\n"
        " 1  Ann              2      2   −$1.50\n"
        " 2  Bea              1      1   +$0.75\n"
        " 4  Beatrice         1      1   −$0.50\n"
        " 3  Cal              2      2   −$0.25\n"
        "\n"
        "Bea and Beatrice may be one person: bourre players merge Bea Beatrice --book "
        f"{book.folder}\n"
    )
    assert book.json("players")["alike"] == [["Bea", "Beatrice"]]
    assert listed(book)[0] == {
        "id": 1,
        "player": "Ann",
        "aliases": [],
        "handle": None,
        "sessions": 2,
        "hands": 2,
        "positions": [{"currency": "USD", "amount": "-1.50"}],
    }
    assert book.run("players", "list").out == told.out


def test_the_csv_has_a_row_for_each_player_and_currency(book: Book) -> None:
    book.add(
        "chip 0.25 USD\nseats Ann Bea +Cal\ntransfer Ann Bea 4\n",
        "session 2026-11-27 x\nseats Ann Bea\ntransfer Bea Ann 3\n",
    )
    book.run("players", "handle", "Ann", "@ann")
    assert list(csv.reader(io.StringIO(book.run("players", "--format", "csv").out)))[1:] == [
        ["3", "'+Cal", "", "", "0", "0", "", ""],
        ["1", "Ann", "", "'@ann", "2", "0", "USD", "-1.00"],
        ["1", "Ann", "", "'@ann", "2", "0", "chips", "3"],
        ["2", "Bea", "", "", "2", "0", "USD", "1.00"],
        ["2", "Bea", "", "", "2", "0", "chips", "-3"],
    ]


def test_an_empty_book_says_what_to_do(book: Book) -> None:
    assert "This book has no players yet: bourre import PATH…" in book.run("players").out


def test_merging_makes_one_person_of_two_and_says_so(book: Book) -> None:
    book.add(*TWO_NIGHTS)
    logs = [book.log("friday"), book.log("saturday")]
    before = listed(book)
    told = book.run("players", "merge", "Bea", "Beatrice")
    assert told.out == (
        "Beatrice is now Bea: one person, also called Beatrice.\n"
        "\n"
        "Before\n"
        "Id  Player    Evenings  Hands  Balance\n"
        " 2  Bea              1      1   +$0.75\n"
        " 4  Beatrice         1      1   −$0.50\n"
        "\n"
        "Now\n"
        "Id  Player  Also called  Evenings  Hands  Balance\n"
        " 2  Bea     Beatrice            2      2   +$0.25\n"
        "\n"
        f"To undo it: bourre players separate Beatrice --book {book.folder}\n"
    )
    assert [one["player"] for one in book.json("owes")["balances"]] == ["Ann", "Bea", "Cal"]
    assert [book.log("friday"), book.log("saturday")] == logs
    undo(book, told)
    assert listed(book) == before


def test_a_name_has_quotes_only_where_the_shell_needs_them() -> None:
    assert (
        shell_text(["Renée", "Big Al", "O'Neil", "@bea", ""])
        == "Renée 'Big Al' 'O'\"'\"'Neil' @bea ''"
    )


def test_undoing_a_merge_brings_back_aliases_and_handles(book: Book) -> None:
    book.add(*TWO_NIGHTS)
    book.run("players", "rename", "Beatrice", "Trixie")
    book.run("players", "handle", "Trixie", "@trixie")
    before = listed(book)
    undo(book, book.run("players", "merge", "Bea", "Trixie"))
    assert listed(book) == before


def test_who_sat_at_one_table_cannot_be_one_person(book: Book) -> None:
    book.add(*TWO_NIGHTS)
    settings = (book.folder / "book.toml").read_text()
    told = book.run("players", "merge", "Ann", "Cal")
    assert (told.status, told.out) == (2, "")
    assert told.err == (
        "bourre: Ann and Cal cannot be the same person: both sat at the table on evening\n  "
        "friday, hand 1\n"
        "  if one of the names in that log is wrong, correct it there\n"
    )
    assert (book.folder / "book.toml").read_text() == settings


def test_who_was_there_in_an_evening_without_hands_sat_at_the_table(book: Book) -> None:
    """
    chip 0.25 USD
    seats Ann Bea Beatrice
    result Ann 4 Bea -7 Beatrice 3
    """
    told = book.run("players", "merge", "Bea", "Beatrice")
    assert "cannot be the same person: both sat at the table on\n  evening friday\n" in told.err
    assert [(one["player"], one["sessions"], one["hands"]) for one in listed(book)] == [
        ("Ann", 1, 0),
        ("Bea", 1, 0),
        ("Beatrice", 1, 0),
    ]
    assert book.json("players")["alike"] == []


def test_merging_reaches_whoever_of_a_cost_has_no_cent(book: Book) -> None:
    """
    seats Ann Bea Cal
    result Ann 4 Bea -4
    expense Ann 0.01 gum for Bea Cal
    """
    book.run("pay", "Dot", "Ann", "1", "--new")
    book.run("players", "merge", "Dot", "Cal")
    ids = {one["player"]: one["id"] for one in listed(book)}
    assert ask(book.folder, lambda one: one.execute("SELECT sharers FROM expenses").fetchall()) == [
        ([ids["Bea"], ids["Dot"]],)
    ]


def test_aliases_sit_at_tables_too(book: Book) -> None:
    book.add(*TWO_NIGHTS)
    book.run("players", "merge", "Bea", "Beatrice")
    assert (
        "both sat at the table on\n  evening friday, hand 1\n"
        in book.run("players", "merge", "Beatrice", "Ann").err
    )


def test_names_of_people_who_sat_together_are_not_said_to_be_alike(book: Book) -> None:
    """
    seats Bea Beatrice
    hand 1 Bea 9h
    """
    assert book.json("players")["alike"] == []


def test_renaming_keeps_the_old_name_for_the_old_logs(book: Book) -> None:
    book.add(*TWO_NIGHTS)
    before = without_ids(listed(book))
    told = book.run("players", "rename", "Cal", "Big Cal")
    assert told.out.startswith("Cal is now called Big Cal; Cal stays an alias.\n")
    assert f"To undo it: bourre players rename 'Big Cal' Cal --book {book.folder}\n" in told.out
    assert [one["player"] for one in book.json("owes")["balances"]] == [
        "Ann",
        "Bea",
        "Beatrice",
        "Big Cal",
    ]
    undo(book, told)
    assert [one | {"aliases": []} for one in without_ids(listed(book))] == before
    assert book.run("players", "rename", "Cal", "Cal").out.startswith("Cal keeps that name.\n")


def test_separating_an_alias_makes_it_a_player_again(book: Book) -> None:
    book.add(*TWO_NIGHTS)
    book.run("players", "merge", "Bea", "Beatrice")
    before = listed(book)
    told = book.run("players", "separate", "Beatrice")
    assert told.out.startswith("Beatrice is now a separate player from Bea.\n")
    undo(book, told)
    assert listed(book) == before


def test_a_handle_is_noted_shown_and_forgotten(book: Book) -> None:
    book.add(*TWO_NIGHTS)
    told = book.run("players", "handle", "Bea", "@bea pays")
    assert told.out.startswith("Payments to Bea now go to @bea pays.\n")
    assert "(@bea pays)" in book.run("owes").out
    assert "Send money to" in book.run("players").out
    again = book.run("players", "handle", "Bea", "@other")
    undo(book, again)
    assert listed(book)[1]["handle"] == "@bea pays"
    undo(book, told)
    assert listed(book)[1]["handle"] is None
    assert book.run("players", "handle", "Bea", "").out.startswith(
        "Bea no longer has a payment handle.\n"
    )


@pytest.mark.drawn(3)
@pytest.mark.parametrize(
    ("words", "message", "remedy"),
    [
        (("merge", "Bea", "Beatrix"), "there is no player Beatrix", "did you mean Beatrice?"),
        (
            ("merge", "Bea", "Bea"),
            "Bea and Bea are already the same player",
            "bourre players lists all names",
        ),
        (
            ("rename", "Bea", "Ann"),
            "Ann is another player",
            "if they are the same person: bourre players merge Bea Ann",
        ),
        (("rename", "Bea", "7"), "7 is a number, not a name", "add a letter, such as P7"),
        (("separate", "Bea"), "Bea is no alias", "Bea has no other name"),
        (("handle", "Zoe", "@z"), "there is no player Zoe", "bourre players lists everybody"),
        (("handle", "Bea", "a\nb"), "", "shorten it"),
        (
            ("merge", "Bea"),
            "OTHER is missing",
            "bourre players merge KEPT OTHER; see bourre players merge --help",
        ),
    ],
)
def test_what_cannot_be_done_changes_nothing(
    book: Book, words: tuple[str, ...], message: str, remedy: str
) -> None:
    book.add(*TWO_NIGHTS)
    settings = (book.folder / "book.toml").read_text()
    told = book.run("players", *words)
    assert (told.status, told.out) == (2, "")
    assert told.err.startswith(f"bourre: {message}")
    assert remedy in told.err
    assert (book.folder / "book.toml").read_text() == settings


def test_a_players_name_is_told_from_an_alias(book: Book) -> None:
    book.add(*TWO_NIGHTS)
    book.run("players", "merge", "Bea", "Beatrice")
    told = book.run("players", "separate", "Bea")
    assert told.err == (
        "bourre: Bea is the player's name, not an alias\n  rename the player first: bourre "
        "players rename Bea Beatrice\n"
    )


def test_options_may_stand_before_the_action(
    book: Book, capsys: pytest.CaptureFixture[str]
) -> None:
    book.add(*TWO_NIGHTS)
    assert main(["players", "--book", str(book.folder), "--format", "csv", "list"]) == 0
    assert capsys.readouterr().out.startswith("id,player,")
