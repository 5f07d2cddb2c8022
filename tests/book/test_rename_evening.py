"""The date and the title of an evening that is over: one line of its log is another, and pots go on
in the new order.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest
from book_trials import check_whole, parquet_of

from ledger.book.balances.figures import balances_and_pots
from ledger.book.checks.closing import Act, close
from ledger.book.derived.access import ask
from ledger.book.files.chain import ClosedError
from ledger.book.sessions.corrections import Named, order_words, rename_evening
from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.book.sessions.recordings import load, save, take_over
from ledger.book.sessions.stored_recording import Recorder
from ledger.errors import UserError
from ledger.recording import enter_line, read_tap, tapped
from ledger.recording.recording import say

ANN = Recorder("ann-1", "Ann")


def night(session: str, *, winner: str, pot: str = "") -> str:
    """A log in capitals and tabs as somebody types it: ``winner`` takes all, and who else stays
    matches it.
    """
    other = {"Ann": "Bea", "Bea": "Ann"}[winner]
    return dedent(f"""\
        bourre 1
        session {session}\t# so it was
        rules   louisiana
        {pot}seats Ann Bea Cal

        hand 1 Cal 9h
        \tplay Ann 0
        \tplay Bea 0
        \ttricks {winner} 5
        \tmatch {other} 3
        """)


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A book of two evenings: Friday leaves 3 chips, and Saturday says that it begins with them."""
    (tmp_path / "friday.bourre").write_text(night("2026-11-20 friday Friday", winner="Ann"))
    (tmp_path / "saturday.bourre").write_text(
        night("2026-11-21 saturday", winner="Bea", pot="pot 3\n")
    )
    import_files(tmp_path / "book", [tmp_path], ImportOptions())
    return tmp_path / "book"


def test_nothing_else_of_a_log_is_another_and_its_id_stays(book: Path) -> None:
    log = book / "sessions" / "friday.bourre"
    before = log.read_text()
    done = rename_evening(book, Named("friday", "2026-11-19", 'Ann\'s "place"'))
    line = 'session 2026-11-19 friday "Ann\'s \\"place\\""'
    assert (done.now, done.line, done.after, done.found) == (line, 2, None, [])
    assert log.read_text().split("\n")[1] == f"{line}   # so it was"
    assert log.read_text().split("\n")[2:] == before.split("\n")[2:]
    assert rename_evening(book, Named("friday", title="")).now == "session 2026-11-19 friday"
    check_whole(book)


def test_in_another_order_pots_go_on_anew_and_what_does_not_fit_is_told(book: Path) -> None:
    """Saturday says that 3 chips lay there, and is the first now; Friday says nothing, and begins
    with what was left.
    """
    done = rename_evening(book, Named("friday", "2026-11-22"))
    assert done.after == "saturday"
    (found,) = (one for one in done.found if "sessions/saturday.bourre" in one)
    assert "owes the pot of 6, but paid 3" in found  # nobody is let off in the first of all
    assert "now comes after evening saturday" in order_words(done)[0]
    check_whole(book)
    assert rename_evening(book, Named("friday", "2026-11-20")).after == ""
    check_whole(book)
    assert [pot.chips for pot in ask(book, balances_and_pots)[1]] == [3]


def test_nonsense_changes_nothing(book: Path) -> None:
    before = (book / "sessions" / "friday.bourre").read_bytes()
    for named, told in {
        Named("friday", "2026-02-30"): "2026-02-30 is not a date",
        Named("friday", "2026-11-19 other"): "is not a date",
        Named("friday", ""): "is not a date",
        Named("friday", title="a\x1bb"): "cannot be shown",
        Named("friday", "2026-11-20", "Friday"): "nothing would change",
        Named("fridaz", "2026-11-20"): "there is no evening fridaz",
    }.items():
        with pytest.raises(UserError, match=told):
            rename_evening(book, named)
    assert (book / "sessions" / "friday.bourre").read_bytes() == before


@pytest.mark.slow
def test_an_evening_of_a_parquet_file_gets_a_log(tmp_path: Path) -> None:
    parquet_of(tmp_path / "p.parquet", ["pa", "pb"])
    import_files(tmp_path / "book", [tmp_path / "p.parquet"], ImportOptions())
    done = rename_evening(tmp_path / "book", Named("pa", "2026-10-01"))
    assert done.path == tmp_path / "book" / "sessions" / "pa.bourre"
    days = dict(
        ask(
            tmp_path / "book",
            lambda connection: connection.execute(
                "SELECT id, date::VARCHAR FROM sessions"
            ).fetchall(),
        )
    )
    assert days["pa"] == "2026-10-01"
    check_whole(tmp_path / "book")


def test_the_hand_that_is_open_goes_with_it(book: Path) -> None:
    kept = take_over(book, "sessions/friday.bourre", ANN)
    kept = save(book, kept, say(kept.recording, "hand 2 Ann 9h"), ANN)
    rename_evening(book, Named("friday", "2026-11-19"))
    now = load(book, kept.log)
    assert now.recording.draft == kept.recording.draft
    assert now.recorder == ANN
    assert "session 2026-11-19 friday Friday" in now.recording.log


def test_no_day_that_is_closed_gets_or_loses_an_evening(book: Path) -> None:
    """Friday is closed; Saturday is not, and is none of its evenings, said by whatever way."""
    close(book, "2026-11-20", Act("Ann", ""))
    for named in (
        Named("friday", "2026-11-25"),
        Named("friday", title="x"),
        Named("saturday", "2026-11-20"),
    ):
        with pytest.raises(ClosedError):
            rename_evening(book, named)
    kept = take_over(book, "sessions/saturday.bourre", ANN)
    with pytest.raises(ClosedError):
        save(book, kept, enter_line(kept.recording, "start date 2026-11-20"), ANN)
    assert load(book, kept.log) == kept


def test_while_it_is_recorded_it_is_a_tap_or_a_line_and_is_taken_back(book: Path) -> None:
    kept = take_over(book, "sessions/friday.bourre", ANN).recording
    for after in (
        enter_line(kept, "start date 2026-11-19"),
        tapped(kept, read_tap({"kind": "began", "hand": None, "date": "2026-11-19"})),
    ):
        assert "session 2026-11-19 friday Friday   # so it was" in after.log
        assert enter_line(after, "undo").log == kept.log
    for wrong in ("start date", "start date 2026-11-19 x", "start date soon"):
        with pytest.raises(UserError, match="date"):
            enter_line(kept, wrong)
