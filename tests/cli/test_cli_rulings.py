"""``bourre uphold`` and ``bourre waive``: a ruling is a line at the end of the log, and moves what
the finding says.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from audit_text import log_of
from book_on_disk import Book

from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.cli.main import main

"""What a ruling that is made in the book bears."""
RENEGE = """
    hand 1 Dot 9h
      pass Ann
      play Bea 2
      play Cal 3
      play Dot 1
      trick Bea Ks 4s 2s
      trick Bea Ah 7h 9h
      trick Bea Kd Qd 3h
      trick Dot 5c 4c 6c
      trick Cal Ad 8s 2h
      take Bea 4
    """
"""Cal beat nothing in trick 3 with the ace of diamonds in hand."""


def unpaid(book: Book) -> list[str]:
    """Return the unpaid reneges that the audit reports."""
    main(["audit", str(book.folder / "sessions"), "--rule", "unpaid-renege", "--format", "csv"])
    return book.capsys.readouterr().out.splitlines()[1:]


def test_upholding_adds_the_line_moves_the_chips_and_says_how_to_undo_it(
    book: Book, ruled: str
) -> None:
    book.add("chip 0.25 USD" + RENEGE)
    before = book.log()
    told = book.run("uphold", "friday", "1", "Cal")
    path = book.folder / "sessions" / "friday.bourre"
    assert told.status == 0, told.err
    assert book.log() == before + f"penalty Cal 4 for 1{ruled}\n"
    assert told.out == (
        "Upheld: Cal pays 4 chips, $1.00, into the pot for a renege in hand 1 of friday\n"
        "(rule 5.5).\n"
        f"{path}:17: penalty Cal 4 for 1\n"
        "\n"
        "Balance  before     now\n"
        "Cal      −$0.25  −$1.25  owes\n"
        "In the pot: 0 chips before, 4 chips now.\n"
        "\n"
        "Cal owes $1.25 in all. Who pays whom now: bourre owes\n"
        f"To undo it, delete line 17 of {path}: the log is what counts.\n"
    )
    assert unpaid(book) == []
    path.write_text(before)
    assert book.json("owes")["pots"] == []


def test_the_table_may_agree_on_another_amount(book: Book, ruled: str) -> None:
    book.add(RENEGE)
    assert book.run("uphold", "friday", "1", "Cal", "--amount", "1").status == 0
    assert book.log().endswith(f"\npenalty Cal 1 for 1{ruled}\n")


def test_waiving_adds_the_line_and_moves_nothing(book: Book, ruled: str) -> None:
    book.add(RENEGE)
    before, owed = book.log(), book.json("owes")
    told = book.run("waive", "friday", "1", "Cal")
    path = book.folder / "sessions" / "friday.bourre"
    assert told.status == 0, told.err
    assert told.out == (
        "Waived: Cal's renege in hand 1 of friday stands unpunished (rule 5.5).\n"
        f"{path}:16: waive 1 Cal\n"
        "\n"
        "Cal owes 1 chip in all. Who pays whom now: bourre owes\n"
        f"To undo it, delete line 16 of {path}: the log is what counts.\n"
    )
    assert book.log() == before + f"waive 1 Cal{ruled}\n"
    assert book.json("owes") == owed
    assert unpaid(book) == []


@pytest.mark.parametrize("first", ["uphold", "waive"])
@pytest.mark.parametrize("second", ["uphold", "waive"])
def test_nothing_is_ruled_on_twice(book: Book, first: str, second: str) -> None:
    book.add(RENEGE)
    assert book.run(first, "friday", "1", "Cal").status == 0
    ruled = book.log()
    told = book.run(second, "friday", "1", "Cal")
    assert told.status == 2
    assert (
        f"there is already a ruling: line 16 of {book.folder / 'sessions' / 'friday.bourre'} says `"
        in told.err
    )
    assert "delete that line to rule again" in told.err
    assert book.log() == ruled


@pytest.mark.drawn(4)
@pytest.mark.parametrize(
    ("words", "message", "remedy"),
    [
        (("friady", "1", "Cal"), "there is no evening friady", "did you mean friday?"),
        (("x", "1", "Cal"), "there is no evening x", "the evenings are friday"),
        (("friday", "2", "Cal"), "evening friday has no hand 2", "its hands are 1 to 1"),
        (("friday", "one", "Cal"), "one is not the number of a hand", "did you mean 1?"),
        (("friday", "1", "Call"), "there is no player Call", "did you mean Cal?"),
        (
            ("friday", "1", "Bea"),
            "there is no unpaid renege of Bea in hand 1",
            "in that hand there is one of Cal",
        ),
    ],
)
@pytest.mark.parametrize("command", ["uphold", "waive"])
def test_where_nothing_is_found_it_says_what_there_is(
    book: Book, command: str, words: tuple[str, ...], message: str, remedy: str
) -> None:
    book.add(RENEGE)
    before = book.log()
    told = book.run(command, *words)
    assert (told.status, told.out, told.err) == (2, "", f"bourre: {message}\n  {remedy}\n")
    assert book.log() == before


def test_it_names_the_hands_where_there_is_something_to_rule_on(book: Book) -> None:
    book.add(RENEGE + "hand 2 Ann 9h\n")
    told = book.run("uphold", "friday", "2", "Cal")
    assert told.err.endswith("on this evening there are: hand 1 Cal\n")


def test_a_session_with_nothing_to_rule_on_says_so(book: Book) -> None:
    """
    hand 1 Dot 9h
    """
    assert book.run("uphold", "friday", "1", "Ann").err.endswith("there is none on this evening\n")


@pytest.mark.parametrize(
    ("amount", "message"),
    [("0", "0 chips is not a penalty"), ("1.5", "1.5 is not a number of chips")],
)
def test_a_penalty_is_a_whole_number_of_chips(book: Book, amount: str, message: str) -> None:
    book.add(RENEGE)
    assert (
        f"bourre: {message}\n" in book.run("uphold", "friday", "1", "Cal", "--amount", amount).err
    )


def test_a_renege_of_unknown_cost_needs_an_amount(book: Book) -> None:
    lines = [line.strip() for line in RENEGE.splitlines()]
    hand = "\n".join(lines[:-2]).replace("hand 1", "hand 8")
    book.add("hand 7 Cal 9h\n  frobnicate\n" + hand)
    told = book.run("uphold", "friday", "8", "Cal")
    assert told.status == 2
    assert told.err.endswith("give the chips that the table agreed on with --amount CHIPS\n")
    assert book.run("uphold", "friday", "8", "Cal", "--amount", "3").status == 0


def test_the_line_has_the_name_that_the_log_has(book: Book, ruled: str) -> None:
    book.add(RENEGE)
    settings = book.folder / "book.toml"
    settings.write_text(
        settings.read_text().replace('name = "Cal"', 'name = "Calvin"\naliases = ["Cal", "Cally"]')
    )
    told = book.run("uphold", "friday", "1", "Cally")
    assert told.status == 0, told.err
    assert book.log().endswith(f"\npenalty Cal 4 for 1{ruled}\n")
    assert "Calvin owes" in told.out


def test_a_session_in_a_parquet_file_becomes_a_log_that_goes_before_it(
    book: Book, tmp_path: Path, capsys: pytest.CaptureFixture[str], ruled: str
) -> None:
    log = tmp_path / "friday.bourre"
    book.add(RENEGE)
    log.write_text(book.log())
    (book.folder / "sessions" / "friday.bourre").unlink()
    columns = tmp_path / "nights.parquet"
    assert main(["convert", str(log), str(columns)]) == 0
    capsys.readouterr()
    import_files(book.folder, [columns], ImportOptions())
    owed = book.json("owes")
    assert book.run("waive", "friday", "1", "Cal").status == 0
    assert book.log().endswith(f"\nwaive 1 Cal{ruled}\n")
    assert book.json("owes") == owed
    assert book.run("uphold", "friday", "1", "Cal").err.startswith(
        "bourre: there is already a ruling: line "
    )


def test_a_ruling_in_a_parquet_file_is_found_too(book: Book, tmp_path: Path) -> None:
    book.add(RENEGE + "waive 1 Cal\n")
    assert (
        main(
            [
                "convert",
                str(book.folder / "sessions" / "friday.bourre"),
                str(tmp_path / "nights.parquet"),
            ]
        )
        == 0
    )
    book.capsys.readouterr()
    (book.folder / "sessions" / "friday.bourre").unlink()
    import_files(book.folder, [tmp_path / "nights.parquet"], ImportOptions())
    told = book.run("uphold", "friday", "1", "Cal")
    columns = book.folder / "sessions" / "nights.parquet"
    assert told.err.startswith(
        f"bourre: there is already a ruling: {columns} says `waive 1 Cal`\n  turn it into logs "
    )


def test_the_right_session_of_a_parquet_file_is_written_out(
    book: Book, tmp_path: Path, ruled: str
) -> None:
    main(
        [
            "simulate",
            "--sessions",
            "3",
            "--hands",
            "2",
            "--seed",
            "1",
            "--out",
            str(tmp_path / "games"),
        ]
    )
    (tmp_path / "games" / "friday.bourre").write_text(log_of(RENEGE))
    assert main(["convert", str(tmp_path / "games"), str(tmp_path / "games.parquet")]) == 0
    book.capsys.readouterr()
    import_files(book.folder, [tmp_path / "games.parquet"], ImportOptions())
    assert book.run("uphold", "friday", "1", "Cal").status == 0
    assert [path.name for path in (book.folder / "sessions").glob("*.bourre")] == ["friday.bourre"]
    assert book.log().endswith(f"\npenalty Cal 4 for 1{ruled}\n")


def test_the_rulings_of_others_are_not_taken_for_this_players(book: Book) -> None:
    book.add(RENEGE + "penalty Dot 1 for 1\npenalty Cal 1 for 2\nwaive 1 Ann\n")
    assert "in that hand there is one of Cal" in book.run("uphold", "friday", "1", "Bea").err
    assert book.run("uphold", "friday", "1", "Cal").status == 0


def test_a_pot_that_no_longer_fits_the_next_session_is_told(book: Book) -> None:
    book.add(RENEGE, "session 2026-11-27 saturday\npot 2\n")
    told = book.run("uphold", "friday", "1", "Cal")
    assert (
        "sessions/saturday.bourre:4: The evening starts with 2 in the pot; the evening\n"
        "before it, friday of 2026-11-20, left 4 (-2). A pot carries over to the next\n"
        "evening of its game (rule 5.12).\n"
    ) in told.out
