"""Logs and Parquet files come into a book once, whole or not at all, and under names that any disk
can hold.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from audit_text import log_of

from ledger.book.derived.access import ask
from ledger.book.derived.findings import audited
from ledger.book.derived.schema import TABLES
from ledger.book.files.folder import PAYMENTS, SESSIONS, check_not_gone
from ledger.book.sessions.import_outcome import Imported, Newcomer
from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.errors import UserError
from ledger.hands.from_log import columns
from ledger.hands.parquet import write_hands
from ledger.log import read

pytestmark = pytest.mark.slow

HAND = "hand 1 Dot 9h\n  play Ann 0\n  play Bea 0\n  tricks Ann 5\n"


def log(session: str = "friday", body: str = HAND, seats: str = "Ann Bea Cal Dot") -> str:
    return log_of(f"session 2026-11-20 {session}\nseats {seats}\n{body}")


class Desk:
    """A book that is not there yet, and a place where files come in."""

    def __init__(self, place: Path) -> None:
        self.folder, self.place = place / "book", place

    def file(self, text: str | bytes, name: str = "incoming.bourre") -> Path:
        path = self.place / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def parquet(self, *texts: str, name: str = "hands.parquet") -> Path:
        logs = [read(text, f"log{at}.bourre") for at, text in enumerate(texts)]
        write_hands(self.place / name, [columns([one]) for one in logs])
        return self.place / name

    def take(self, *paths: Path, replace: bool = False, dry_run: bool = False) -> Imported:
        return import_files(self.folder, paths, ImportOptions(replace, dry_run))

    def rows(self) -> dict[str, int]:
        def count(connection: object) -> dict[str, int]:
            return {
                table: connection.execute(f"SELECT count(*) FROM {table}").fetchall()[0][0]  # noqa: S608
                for table in TABLES
            }  # type: ignore[attr-defined]

        return ask(self.folder, count)

    def sessions(self) -> set[str]:
        return set(ask(self.folder, audited).books)

    def names(self) -> list[str]:
        return sorted(path.name for path in (self.folder / SESSIONS).iterdir())


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


# --- Once, and what differs -----------------------------------------------------------------------


@pytest.mark.nightly
def test_ten_times_adds_no_row_to_any_table(desk: Desk) -> None:
    paths = [desk.file(log()), desk.parquet(log("monday"), log("tuesday"))]
    assert desk.take(*paths).stored == ["friday", "monday", "tuesday"]
    before, names = desk.rows(), desk.names()
    for _ in range(9):
        done = desk.take(*paths)
        assert (done.stored, done.exists, done.status) == ([], ["friday", "monday", "tuesday"], 0)
        assert (done.findings, done.quarantined, done.new_players) == (0, 0, [])
    assert (desk.rows(), desk.names()) == (before, names)


@pytest.mark.parametrize(
    "same",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text,
        lambda text: text + "\n\n",
    ],
)
def test_ends_of_lines_and_a_byte_order_mark_are_no_difference(
    same: Callable[[str], str], desk: Desk
) -> None:
    desk.take(desk.file(log()))
    assert desk.take(desk.file(same(log()))).exists == ["friday"]


@pytest.mark.drawn(3)
@pytest.mark.parametrize(
    ("ours", "told"),
    [
        (
            log(body=HAND + "count Ann 3\n"),
            "line 9 is ‘count Ann 3’, but the book's log ends before it",
        ),
        (
            log(body=HAND.replace("tricks Ann 5", "tricks Bea 5")),
            "line 8 is ‘  tricks Bea 5’, but ‘  tricks Ann 5’ in the book",
        ),
        (
            log(body="\n"),
            "line 5 of the book's log, ‘hand 1 Dot 9h’, is missing: this one ends before it",
        ),
        (log(body="\n" + HAND), "line 5 is an empty line, but ‘hand 1 Dot 9h’ in the book"),
        (
            log(body=HAND.replace("  tricks", "    tricks")),
            "line 8 is ‘    tricks Ann 5’, but ‘  tricks Ann 5’ in the book",
        ),
        (log(body=HAND + f"# {'x' * 9000}y\n"), "line 9 is ‘# xxxx"),
    ],
)
def test_other_content_is_refused_with_the_first_line_that_differs(
    ours: str, told: str, desk: Desk
) -> None:
    desk.take(desk.file(log()))
    before = (desk.folder / SESSIONS / "friday.bourre").read_bytes()
    (refused,) = desk.take(desk.file(ours)).refused
    assert refused.session == "friday"
    assert told in refused.reason
    assert len(refused.reason) < 500
    assert refused.is_allowed_by("--replace")
    assert (desk.folder / SESSIONS / "friday.bourre").read_bytes() == before


def test_replace_puts_the_other_in_its_place(desk: Desk) -> None:
    desk.take(desk.file(log()))
    done = desk.take(desk.file(log(body=HAND + "count Ann 9\n")), replace=True)
    assert (done.replaced, done.status) == (["friday"], 0)
    assert desk.names() == ["friday.bourre"]
    assert [found.rule for found in ask(desk.folder, audited).findings] == ["count"]
    assert desk.take(desk.file(log(body=HAND + "count Ann 9\n")), replace=True).exists == ["friday"]


def test_the_log_that_is_replaced_is_kept_in_the_book_and_is_no_source(desk: Desk) -> None:
    desk.take(desk.file(log()))
    desk.take(desk.file(log(body="")), replace=True)
    (kept,) = (desk.folder / "replaced").iterdir()
    assert kept.read_text() == log()
    assert desk.take(desk.folder).refused == []


def test_a_log_and_a_parquet_file_are_compared_by_what_both_can_hold(desk: Desk) -> None:
    desk.take(desk.parquet(log(), log("monday")))
    assert desk.take(desk.file("# a remark\n" + log())).exists == ["friday"]
    assert desk.take(desk.file(log(body=HAND + "count Ann 3\n"))).status == 1
    done = desk.take(desk.file(log(body=HAND + "count Ann 3\n")), replace=True)
    assert done.replaced == ["friday"]
    assert desk.sessions() == {"friday", "monday"}
    assert desk.names() == ["friday.bourre", "hands.parquet"]


def test_of_a_parquet_file_only_what_is_new_is_stored(desk: Desk) -> None:
    desk.take(desk.file(log()), desk.file(log("monday"), "monday.bourre"))
    done = desk.take(desk.parquet(log(), log("monday", HAND + "count Ann 3\n"), log("tuesday")))
    assert (done.stored, done.exists, [one.session for one in done.refused]) == (
        ["tuesday"],
        ["friday"],
        ["monday"],
    )
    assert desk.sessions() == {"friday", "monday", "tuesday"}


def test_the_same_session_twice_in_one_import_counts_once(desk: Desk) -> None:
    one, same, other = (
        desk.file(text, name)
        for text, name in ((log(), "a.bourre"), (log(), "b.bourre"), (log(body=""), "c.bourre"))
    )
    for dry_run in (True, False):
        done = desk.take(one, same, other, dry_run=dry_run)
        assert (done.stored, done.exists, [fate.file for fate in done.refused]) == (
            ["friday"],
            ["friday"],
            [str(other)],
        )


# --- What cannot be taken in ----------------------------------------------------------------------


@pytest.mark.drawn(3)
@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"\0\x01\x02" * 100, "1:1: this is not text"),
        (b"", "1:1: the file is empty"),
        (b"to whom it may concern\n", "1:1: a log does not begin with to"),
        (b"bourre 1\nsession 2026-11-20\nrules louisiana\nseats Ann Bea\n", ":2:19: "),
        (b"x" * 20_000_000, "larger than 16 MB"),
    ],
)
def test_what_is_no_log_is_told_with_its_place_and_the_rest_is_stored(
    content: bytes, told: str, desk: Desk
) -> None:
    done = desk.take(desk.file(content, "bad.bourre"), desk.file(log()))
    (refused,) = done.refused
    assert refused.unreadable
    assert refused.reason.startswith(str(desk.place / "bad.bourre"))
    assert told in refused.reason
    assert (done.stored, done.status) == (["friday"], 2)
    assert desk.names() == ["friday.bourre"]


@pytest.mark.parametrize("damage", [slice(0, 40), slice(40, None)])
def test_a_damaged_parquet_file_leaves_nothing_behind(damage: slice, desk: Desk) -> None:
    path = desk.parquet(log(), log("monday"))
    path.write_bytes(path.read_bytes()[damage])
    done = desk.take(path)
    assert (done.stored, done.status) == ([], 2)
    assert not desk.folder.exists()


def test_a_parquet_file_that_turns_out_damaged_half_way_is_taken_back(desk: Desk) -> None:
    path = desk.parquet(*(log(f"night{number}") for number in range(20)))
    content = bytearray(path.read_bytes())
    content[200:204] = b"\xff\xff\xff\xff"
    path.write_bytes(content)
    done = desk.take(path, desk.file(log()))
    assert (done.stored, done.status) == (["friday"], 2)
    assert desk.names() == ["friday.bourre"]
    assert desk.sessions() == {"friday"}


def test_chips_past_all_reason_are_refused_and_what_was_there_stays(desk: Desk) -> None:
    desk.take(desk.file(log()))
    done = desk.take(desk.file(log(body="buyin Ann 999999999999\n" * 1100)), replace=True)
    (refused,) = done.refused
    assert "too large for a book" in refused.reason
    assert done.replaced == []
    assert desk.take(desk.file(log())).exists == ["friday"]


def test_a_book_that_a_refused_import_took_back_has_not_gone(desk: Desk) -> None:
    desk.folder = desk.place / "games" / "mine"
    for _ in range(2):
        (refused,) = desk.take(desk.file(log(body="buyin Ann 999999999999\n" * 1100))).refused
        assert "too large for a book" in refused.reason
        assert not desk.folder.parent.exists()


def test_payments_come_along_once_and_never_in_the_place_of_others(desk: Desk) -> None:
    payments = "bourre 1\ndate 2026-11-21\npay Ann Bea 3\n"
    done = desk.take(desk.file(log()), desk.file(payments, "paid.bourre"))
    assert (done.stored, done.payments, done.status) == (["friday"], 1, 0)
    before = desk.rows()
    done = import_files(desk.folder, [desk.folder], ImportOptions())
    assert (done.exists, done.payments, done.refused, done.status) == (["friday"], 0, [], 0)
    (refused,) = desk.take(desk.file(payments.replace("3", "4"), "paid.bourre")).refused
    assert "differ from those of the book" in refused.reason
    assert refused.remedies[-1].command == ("pay",)
    assert desk.rows() == before


def test_payments_that_cannot_be_read_are_refused(desk: Desk) -> None:
    done = desk.take(desk.file(log()), desk.file("bourre 2\ndate 2026-11-21\n", "payments.bourre"))
    assert (done.stored, done.payments, done.status) == (["friday"], 0, 2)
    assert not (desk.folder / PAYMENTS).exists()


@pytest.mark.parametrize("paths", [["nowhere"], ["."]])
def test_nothing_to_import_is_an_error_and_makes_no_book(
    paths: list[str], desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(desk.place)
    with pytest.raises(UserError):
        import_files(desk.folder, paths, ImportOptions())
    assert not desk.folder.exists()


def test_a_book_that_is_a_file(desk: Desk) -> None:
    desk.folder.write_text("not a folder")
    for dry_run in (False, True):
        with pytest.raises(UserError) as caught:
            desk.take(desk.file(log()), dry_run=dry_run)
        assert str(desk.folder) in caught.value.message


# --- Names of files -------------------------------------------------------------------------------


@pytest.mark.drawn(4)
@pytest.mark.parametrize(
    "session",
    [
        "../../etc/passwd",
        "a/b\\c",
        ".hidden",
        "..",
        "x" * 60 + "é" * 20,
        "Ann's: 1*2?",
        "vendredi·soir",
        "CON",
        "%41",
        "-",
        "a.bourre",
    ],
)
def test_any_id_has_a_file_in_the_folder(session: str, desk: Desk) -> None:
    done = desk.take(desk.file(log(f'"{session.replace(chr(92), chr(92) * 2)}"')))
    assert done.stored == [session]
    (name,) = desk.names()
    assert name.endswith(".bourre")
    assert len(name) < 200
    assert not name.startswith(".")
    assert desk.take(desk.file(log(f'"{session.replace(chr(92), chr(92) * 2)}"'))).exists == [
        session
    ]


def test_ids_that_differ_in_capitals_have_files_that_do_not_differ_in_capitals_only(
    desk: Desk,
) -> None:
    ids = ["friday", "Friday", "FRIDAY", "friday-2"]
    assert (
        desk.take(*(desk.file(log(name), f"{at}.bourre") for at, name in enumerate(ids))).stored
        == ids
    )
    assert len({name.casefold() for name in desk.names()}) == 4
    assert desk.sessions() == set(ids)


# --- A trial --------------------------------------------------------------------------------------


def snapshot(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_trial_says_what_the_import_will_say_and_writes_nothing(desk: Desk) -> None:
    desk.take(desk.file(log()), desk.parquet(log("monday")))
    (desk.folder / SESSIONS / "by-hand.bourre").write_text(log("by-hand", seats="Ann Bea Cal Hal"))
    paths = [
        desk.file(log(body="hand x\nhand 1 Dot 9h\n  plays Ann\ncount Ann 3\n"), "1.bourre"),
        desk.file(log("tuesday", seats="Ann Bea Cal Dotty"), "2.bourre"),
        desk.parquet(log("monday"), log("thursday"), name="3.parquet"),
        desk.file("nonsense", "4.bourre"),
    ]
    before = snapshot(desk.place)
    trial = desk.take(*paths, replace=True, dry_run=True)
    assert snapshot(desk.place) == before
    assert trial == desk.take(*paths, replace=True)
    assert (trial.stored, trial.replaced, trial.exists) == (
        ["tuesday", "thursday"],
        ["friday"],
        ["monday"],
    )
    assert trial.quarantined > 0
    assert trial.new_players == [Newcomer("Dotty", ["Dot"])]


def test_a_trial_makes_no_folder(desk: Desk) -> None:
    path = desk.file(log())
    assert desk.take(path, dry_run=True).stored == ["friday"]
    assert list(desk.place.iterdir()) == [path]


# --- People ---------------------------------------------------------------------------------------


def test_new_players_come_with_those_whom_they_may_be(desk: Desk) -> None:
    first = desk.take(desk.file(log(seats="Bea Ann")))
    assert first.new_players == [Newcomer("Bea", []), Newcomer("Ann", [])]
    second = desk.take(desk.file(log("monday", body="", seats='Ann "bea." Beatrice')))
    assert second.new_players == [Newcomer("bea.", ["Bea"]), Newcomer("Beatrice", ["Bea", "bea."])]


# --- Two at once ----------------------------------------------------------------------------------


def test_a_book_that_another_import_makes_just_now_has_not_gone(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = os.path.lexists

    def made_meanwhile(path: Path) -> bool:
        (desk.folder / "sessions").mkdir(parents=True, exist_ok=True)
        (desk.folder / "book.duckdb").touch()
        return there(path)

    monkeypatch.setattr("ledger.book.files.folder.os.path.lexists", made_meanwhile)
    check_not_gone(desk.folder)


def test_two_imports_at_once_are_both_whole(desk: Desk) -> None:
    halves = []
    for half in "ab":
        folder = desk.place / half
        folder.mkdir()
        for number in range(20):
            (folder / f"{number}.bourre").write_text(log(f"{half}{number}"))
        halves.append(folder)
    done: list[Imported] = []
    threads = [
        threading.Thread(target=lambda half=half: done.append(desk.take(half))) for half in halves
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [len(one.stored) for one in done] == [20, 20]
    assert len(desk.sessions()) == 40


# --- Failing disks --------------------------------------------------------------------------------


@pytest.mark.parametrize("operation", ["fsync", "replace"])
def test_a_disk_that_fails_is_told_and_what_was_stored_stays(
    operation: str, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.take(desk.file(log()))

    def fail(*_args: object, **_named: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as failing:
        failing.setattr("os.fsync" if operation == "fsync" else "pathlib.Path.replace", fail)
        with pytest.raises(UserError, match="No space left on device"):
            desk.take(desk.file(log("monday")))
        with pytest.raises(UserError, match="No space left on device"):
            desk.take(desk.parquet(log("monday")))
    assert desk.names() == ["friday.bourre"]
    assert desk.sessions() == {"friday"}
    assert desk.take(desk.file(log("monday"))).stored == ["monday"]
