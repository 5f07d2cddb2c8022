"""What ``check_book`` finds: each thing that must hold, broken once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest
from audit_text import log_of
from book_on_disk import Book

from ledger.book.checks.check import check_book
from ledger.book.files.folder import DATABASE, SESSIONS
from ledger.errors import UserError
from ledger.hands.from_log import columns
from ledger.hands.parquet import write_hands
from ledger.log import read

pytestmark = pytest.mark.slow

EVENING = """\
chip 0.25 USD
seats Ann Bea Cal
buyin Ann 40
buyin Bea 40 from Ann
hand 1 Cal 9h
  play Ann 0
  play Bea 0
  tricks Ann 5
pay Bea Ann 1.50
cashout Bea 36 from Ann
end divide
"""

(
    FILES,
    READ,
    TWICE,
    AGAIN,
    PEOPLE,
    ZERO,
    BANK,
    CHIPS,
    POTS,
    COUNTS,
    CARRIED,
    OPEN,
    MONEY,
    SPELT,
    PAID,
    CLOSED,
    COUNTED,
    LINES,
    DATABASE_,
    PICTURES,
) = (
    "every file can be read and is in the book",
    "every line can be read, and every hand is complete",
    "no evening is in two files",
    "no evening is recorded twice",
    "book.toml lists every player",
    "balances, pots and unexplained amounts add up to zero",
    "the bank's balance is zero after every evening",
    "everybody's chips match the hands",
    "every pot is what its last evening left",
    "counted chips agree with the books",
    "every evening starts with the pot that was left",
    "no pot and no count has chips that nobody can explain",
    "no words after an amount may be part of it",
    "no payment is of a player in other letters",
    "every wrong payment has been corrected",
    "nothing that is closed has changed",
    "closed balances are calculated as they were then",
    "every posting has a line in a log",
    "the database matches the logs",
    "every picture in faces is that of a player, and is shown",
)


ITS_OWN = "and that file counts because it is named after the evening"
FIRST = "and that file counts because its name sorts first"


def state(book: Book) -> dict[str, list[str]]:
    """Return what the checks find that do not hold."""
    return {check.name: check.found for check in check_book(book.folder) if check.state != "ok"}


def test_a_book_in_order_passes_every_check(book: Book) -> None:
    book.add(EVENING, "session 2026-11-21 next\ngame chess\n" + EVENING)
    (book.folder / "payments.bourre").write_text("bourre 1\ndate 2026-11-22\npay Ann Bea 3\n")
    checks = check_book(book.folder)
    assert [check.name for check in checks] == [
        FILES,
        READ,
        TWICE,
        AGAIN,
        PEOPLE,
        ZERO,
        BANK,
        CHIPS,
        POTS,
        COUNTS,
        CARRIED,
        OPEN,
        MONEY,
        SPELT,
        PAID,
        CLOSED,
        COUNTED,
        LINES,
        DATABASE_,
        PICTURES,
    ]
    assert {check.state for check in checks} == {"ok"}


def test_results_that_take_more_than_there_is_are_told_of_their_own_evening(book: Book) -> None:
    head = "game old\nchip 1 EUR\nseats Ann Bea\n"
    book.add(
        f"session 2026-11-13 first\n{head}result Ann 1 Bea -3\n",
        f"session 2026-11-14 more\n{head}result Ann 4 Bea -2\n",
    )
    assert OPEN not in state(book)  # two chips were in the pot
    book.add(
        f"session 2026-11-15 off\n{head}result Ann 4 Bea -2\n",
        f"session 2026-11-16 right\n{head}result Ann 4 Bea -4\n",
    )
    (told,) = state(book)[OPEN]
    assert told.startswith("€2.00 came from an unknown source: off, sessions/off.bourre:7. ")
    assert "€2.00 of 15 November 2026 (off), which nobody can explain" in book.run("owes").out


def test_what_was_paid_wrongly_is_told_until_a_later_line_settles_it(book: Book) -> None:
    wrong = EVENING.replace("  tricks Ann 5\n", "  tricks Ann 5\n  take Bea\n")
    book.add(
        wrong,
        "session 2026-11-21 next\ngame chess\n"
        + wrong.replace("end", "transfer Bea Ann 3 for 1\nend"),
    )
    assert [said.split(": ")[1].split()[0] for said in state(book)[PAID]] == ["Ann", "Bea"]


@pytest.mark.drawn(3)
@pytest.mark.parametrize(
    ("sql", "failing"),
    [
        ("UPDATE seats SET player = 99 WHERE player = 2", {PEOPLE, CHIPS}),
        ("UPDATE postings SET chips = chips + 1 WHERE kind = 'take'", {CHIPS, POTS, ZERO}),
        ("UPDATE nights SET chips = chips + 1", {ZERO}),
        (
            "UPDATE postings SET amount = amount + 1 WHERE kind = 'buy-in' AND debit = -1",
            {BANK, ZERO},
        ),
        ("UPDATE sessions SET closing = closing + 1", {POTS}),
        ("UPDATE postings SET line = 1000 WHERE kind = 'take'", {LINES}),
        ("UPDATE hands SET cards_played = [70142]", set()),
        ("UPDATE findings SET message = 'all is well'", set()),
        ("DELETE FROM hands", {CHIPS}),
    ],
)
def test_a_database_that_was_tampered_with(sql: str, failing: set[str], book: Book) -> None:
    book.add(EVENING.replace("end divide", "count Ann 3"))
    with duckdb.connect(str(book.folder / DATABASE)) as connection:
        changed = connection.execute(sql).fetchall()
    assert changed != [(0,)]
    found = state(book)
    found.pop(COUNTS)
    assert found.keys() == failing | {DATABASE_}
    assert all("rows" in sentence for sentence in found[DATABASE_])


def test_the_database_is_compared_row_by_row_equal_ones_counted_each(book: Book) -> None:
    book.add(EVENING)
    with duckdb.connect(str(book.folder / DATABASE)) as connection:
        connection.execute("INSERT INTO seats SELECT * FROM seats WHERE seat = 0")
    assert state(book)[DATABASE_] == ["table seats: 1 rows too many, 0 rows missing"]


def copied(folder: Path) -> None:
    (folder / "z.bourre").write_text((folder / "friday.bourre").read_text())


def two_parquet_files(folder: Path) -> None:
    hands = columns([read(log_of("session 2026-11-27 next"), "next.bourre")])
    for name in "ab":
        write_hands(folder / f"{name}.parquet", [hands])


def also_in_parquet(folder: Path) -> None:
    write_hands(
        folder / "a.parquet",
        [columns([read((folder / "friday.bourre").read_text(), "friday.bourre")])],
    )


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (
            copied,
            {
                TWICE: [
                    (
                        "sessions/z.bourre: evening friday is also in sessions/friday.bourre, "
                        f"{ITS_OWN}"
                    )
                ]
            },
        ),
        (
            two_parquet_files,
            {
                TWICE: [f"sessions/b.parquet: evening next is also in sessions/a.parquet, {FIRST}"],
            },
        ),
        # a log goes before a Parquet file, so that a session may be put right
        (also_in_parquet, {}),
        (
            lambda folder: (folder / "z.bourre").write_text("no log\n"),
            {FILES: ["sessions/z.bourre: line 1, column 1: a log does not begin with no"]},
        ),
    ],
)
def test_files_that_are_not_in_the_book(
    change: Callable[[Path], object], found: dict[str, list[str]], book: Book
) -> None:
    book.add(EVENING)
    change(book.folder / SESSIONS)
    assert state(book) == found


def test_counts_that_differ_are_told_with_who_is_off_by_how_much(book: Book) -> None:
    book.add(EVENING + "count Ann 50\n")
    ((name, (sentence,)),) = state(book).items()
    assert name == COUNTS
    assert sentence.startswith("sessions/friday.bourre:")
    assert "Ann counted 50 chips, " in sentence


def test_pots_that_do_not_fit_are_worth_a_look_and_no_more(book: Book) -> None:
    book.add(EVENING, "session 2026-11-21 next\npot 9\nseats Ann Bea\n")
    checks = {check.name: check for check in check_book(book.folder)}
    assert checks[CARRIED].state == "look"
    assert "starts with 9 in the pot" in checks[CARRIED].found[0]
    assert checks[OPEN].state == "look"
    assert {check.state for name, check in checks.items() if name not in {CARRIED, OPEN}} == {"ok"}


def test_what_changed_in_the_folder_is_brought_in_first(book: Book) -> None:
    book.add(EVENING)
    log = book.folder / SESSIONS / "friday.bourre"
    log.write_text(log.read_text().replace("buyin Ann 40", "buyin Ann 50"))
    assert state(book) == {}


def test_settings_that_cannot_be_read_end_the_check(book: Book) -> None:
    (book.folder / "book.toml").write_text("name = ")
    with pytest.raises(UserError, match=r"book\.toml:1:"):
        check_book(book.folder)
