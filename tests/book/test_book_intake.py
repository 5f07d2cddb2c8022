"""What comes into a book from its files: what cannot be used costs itself, and says why."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest
from audit_text import log_of

from ledger.book.balances.figures import owing
from ledger.book.derived.access import ask
from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.hands.from_log import columns
from ledger.hands.parquet import write_hands
from ledger.log import read

pytestmark = pytest.mark.slow

PLAIN = (
    "chip 0.25 USD\nseats Ann Bea\n\nhand 1 Bea 9h\n  play Ann 0\n  play Bea 0\n  tricks Ann 3 "
    "Bea 2\n"
)
"""Ann takes two chips; one was her own."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    book = tmp_path / "book"
    (book / "sessions").mkdir(parents=True)
    return book


def log(name: str, text: str = PLAIN, day: int = 1) -> str:
    return log_of(f"session 2026-11-{day:02} {name}\n{text}")


def put(folder: Path, name: str, text: str) -> None:
    (folder / "sessions" / f"{name}.bourre").write_text(text, "utf-8")


def put_parquet(folder: Path, name: str, *logs: str) -> Path:
    path = folder / "sessions" / f"{name}.parquet"
    write_hands(path, iter([columns(read(text, f"{at}.bourre") for at, text in enumerate(logs))]))
    return path


def balances(folder: Path) -> dict[str, int]:
    return {one.name: one.amount for one in ask(folder, owing).balances if one.amount}


def problems(folder: Path) -> dict[str, str]:
    return dict(
        ask(
            folder,
            lambda book: book.execute(
                "SELECT file, problem FROM files WHERE problem IS NOT NULL"
            ).fetchall(),
        )
    )


def test_a_log_put_into_the_folder_by_hand_is_noticed(folder: Path) -> None:
    put(folder, "friday", log("friday"))
    assert balances(folder) == {"Ann": 25, "Bea": -25}
    put(folder, "friday", log("friday", PLAIN.replace("0.25", "0.50")))
    assert balances(folder) == {"Ann": 50, "Bea": -50}
    (folder / "sessions" / "friday.bourre").unlink()
    assert balances(folder) == {}


def test_of_two_logs_of_one_session_the_first_name_counts_and_the_other_is_told(
    folder: Path,
) -> None:
    put(folder, "b", log("friday"))
    assert balances(folder) == {"Ann": 25, "Bea": -25}
    put(folder, "a", log("friday", PLAIN.replace("0.25", "1")))
    assert balances(folder) == {"Ann": 100, "Bea": -100}
    assert problems(folder) == {
        "sessions/b.bourre": "evening friday is also in another file, and that one counts"
    }
    (folder / "sessions" / "a.bourre").unlink()
    assert balances(folder) == {"Ann": 25, "Bea": -25}
    assert problems(folder) == {}


def test_a_log_goes_before_a_parquet_file_with_the_same_session(folder: Path) -> None:
    put_parquet(folder, "all", log("friday"), log("saturday", PLAIN.replace("0.25", "1"), 2))
    assert balances(folder) == {"Ann": 125, "Bea": -125}
    put(folder, "friday", log("friday", PLAIN.replace("0.25", "0.50")))
    assert balances(folder) == {"Ann": 150, "Bea": -150}
    assert problems(folder) == {}
    (folder / "sessions" / "friday.bourre").unlink()
    assert balances(folder) == {"Ann": 125, "Bea": -125}


def test_a_log_that_cannot_be_read_costs_only_itself(folder: Path) -> None:
    put(folder, "friday", log("friday"))
    put(folder, "lost", "bourre 1\nsession yesterday\n")
    put(folder, "odd", log("odd").replace("rules louisiana", "rules bridge"))
    assert balances(folder) == {"Ann": 25, "Bea": -25}
    assert problems(folder) == {
        "sessions/lost.bourre": "line 2, column 9: yesterday is not a date",
        "sessions/odd.bourre": "line 3, column 7: there are no rules named 'bridge'",
    }


def test_a_parquet_file_with_a_name_that_no_log_has_costs_only_itself(folder: Path) -> None:
    put(folder, "friday", log("friday"))
    hands = columns([read(log("odd"), "odd.bourre")])
    hands.sessions[0].players = hands.sessions[0].seats = ("a>b", "Bea")
    write_hands(folder / "sessions" / "odd.parquet", iter([hands]))
    assert balances(folder) == {"Ann": 25, "Bea": -25}
    (problem,) = problems(folder).values()
    assert "players has a name that no log can have: a>b cannot be a name" in problem


def test_a_parquet_file_that_breaks_off_leaves_nothing_of_itself(folder: Path) -> None:
    put(folder, "friday", log("friday"))
    path = put_parquet(folder, "many", *(log(f"s{number}", day=2) for number in range(40)))
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2] + bytes(200) + content[len(content) // 2 + 200 :])
    assert balances(folder) == {"Ann": 25, "Bea": -25}
    assert list(problems(folder)) == ["sessions/many.parquet"]


def test_pots_past_all_reason_cost_only_their_session(folder: Path) -> None:
    put(folder, "friday", log("friday"))
    put(
        folder,
        "huge",
        log(
            "huge", PLAIN.replace("0.25", "999999999").replace("seats", "ante 999999999\nseats"), 2
        ),
    )
    assert balances(folder) == {"Ann": 25, "Bea": -25}
    assert problems(folder) == {
        "sessions/huge.bourre": "evening huge: its pots are too large for a book"
    }


def test_a_log_whose_pots_no_book_can_hold_is_refused_when_it_comes_in_and_the_others_are_stored(
    tmp_path: Path,
) -> None:
    few, huge = tmp_path / "few.bourre", tmp_path / "huge.bourre"
    few.write_text(log("few"), "utf-8")
    huge.write_text(
        log(
            "huge", PLAIN.replace("0.25", "999999999").replace("seats", "ante 999999999\nseats"), 2
        ),
        "utf-8",
    )
    done = import_files(tmp_path / "book", [few, huge], ImportOptions())
    (refused,) = done.refused
    assert (refused.file, refused.unreadable) == (str(huge), True)
    assert refused.reason == f"{huge}: evening huge: its pots are too large for a book"
    assert done.stored == ["few"]
    assert balances(tmp_path / "book") == {"Ann": 25, "Bea": -25}
    assert problems(tmp_path / "book") == {}


def test_half_a_payments_file_is_not_booked(folder: Path) -> None:
    put(folder, "friday", log("friday"))
    payments = folder / "payments.bourre"
    payments.write_text("bourre 1\ndate 2026-11-02\npay Bea Ann 0.25\n", "utf-8")
    assert balances(folder) == {}
    payments.write_text("bourre 2\ndate 2026-11-02\npay Bea Ann 0.25\n", "utf-8")
    assert balances(folder) == {"Ann": 25, "Bea": -25}
    assert list(problems(folder)) == ["payments.bourre"]


def test_a_session_whose_game_cannot_be_read_carries_no_pot(folder: Path) -> None:
    left = "seats Ann Bea\n\nhand 1 Bea 9h\n  pass Ann Bea\n"
    put(folder, "a", log("a", left))
    put(folder, "b", log("b", f"game >\n{left}", 2))
    put(folder, "c", log("c", f"pot 2\n{left}", 3))
    found = ask(
        folder,
        lambda book: book.execute(
            "SELECT line FROM findings WHERE rule = 'carried-pot'"
        ).fetchall(),
    )
    assert found == []


def test_names_that_mean_one_person_are_one_account(folder: Path) -> None:
    put(folder, "a", log("a"))
    put(folder, "b", log("b", PLAIN.replace("Bea", "Beatrice"), 2))
    assert balances(folder) == {"Ann": 50, "Bea": -25, "Beatrice": -25}
    settings = folder / "book.toml"
    text = settings.read_text("utf-8")
    start = text.index("[[players]]", text.index('"Bea"'))
    settings.write_text(
        text[:start].replace('name = "Bea"\n', 'name = "Bea"\naliases = ["Beatrice"]\n'), "utf-8"
    )
    assert balances(folder) == {"Ann": 50, "Bea": -50}
    assert ask(
        folder, lambda book: book.execute("SELECT name FROM names ORDER BY name").fetchall()
    ) == [
        ("Ann",),
        ("Bea",),
        ("Beatrice",),
    ]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE about SET program = 'older'",
        (
            "ALTER TABLE about ADD COLUMN schema INTEGER; UPDATE about SET schema = 1, program = "
            "'0.1.0'"
        ),
        "DROP TABLE about",
    ],
)
def test_a_database_that_another_program_made_is_made_anew(change: str, folder: Path) -> None:
    put(folder, "friday", log("friday"))
    balances(folder)
    database = folder / "book.duckdb"
    with duckdb.connect(str(database)) as connection:
        connection.execute(change)
    before = database.stat().st_ino
    assert balances(folder) == {"Ann": 25, "Bea": -25}
    assert database.stat().st_ino != before


@pytest.mark.parametrize(
    ("currency", "paid", "minor"),
    [("USD", "12.50", 1250), ("JPY", "12", 12), ("KWD", "12.50", 12500)],
)
def test_money_in_a_session_without_chip_values_is_the_books(
    folder: Path, currency: str, paid: str, minor: int
) -> None:
    (folder / "book.toml").write_text(f'currency = "{currency}"\n', "utf-8")
    put(folder, "friday", log("friday", f"seats Ann Bea\npay Ann Bea {paid}\n"))
    found = {(one.name, one.unit): one.amount for one in ask(folder, owing).balances if one.amount}
    assert found == {("Ann", currency): minor, ("Bea", currency): -minor}


def test_a_part_of_the_smallest_coin_costs_only_its_session(folder: Path) -> None:
    (folder / "book.toml").write_text('currency = "JPY"\n', "utf-8")
    put(folder, "friday", log("friday"))
    put(folder, "odd", log("odd", "seats Ann Bea\npay Ann Bea 12.50\n", 2))
    assert balances(folder) == {"Ann": 25, "Bea": -25}
    assert problems(folder) == {
        "sessions/odd.bourre": "line 5: the smallest payment in JPY, the book's currency, is 1"
    }
