"""An edit of a stored log: previewed, stored, noted, undone; the book then is as if the log had been written so."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from audit_text import log_of
from trials import FULL

from ledger.book import ImportOptions, ask, import_files
from ledger.book.edits import Edit, Edited, Lines, history, lines_to_edit, open_disputes, preview, remark_on, remarks, store
from ledger.book.import_outcome import standing
from ledger.errors import UserError
from ledger.log import read

FRIDAY = """
session 2026-11-20 friday
chip 0.25 USD
seats Ann Bea Cal
hand 1 Cal 9h
  tricks Ann 3 Bea 2
  take Ann 3
hand 2 Ann 8h    # a long one
  tricks Bea 4 Cal 1
  take Bea 3
hand 3 Bea 7h
  tricks Cal 3 Ann 2
end divide
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return book_of(tmp_path, FRIDAY)


def book_of(tmp_path: Path, text: str, name: str = "book", ending: str = "\n") -> Path:
    (tmp_path / "friday.bourre").write_text(log_of(text), "utf-8", newline=ending)
    assert import_files(tmp_path / name, [tmp_path / "friday.bourre"], ImportOptions()).stored
    return tmp_path / name


def hand(folder: Path, number: str, *texts: str, by: str = "Ann") -> Edit:
    there = lines_to_edit(folder, "friday", number)
    return Edit("friday", there.digest, there.first, len(there.texts), texts, by)


def moved(edited: Edited) -> dict[str, int]:
    return {one.player: one.amount[1] - one.amount[0] for one in edited.changes if one.session is None}


WRONG = ("hand 2 Ann 8h    # a long one", "  tricks Bea 2 Cal 3", "  take Cal 3")


def test_the_lines_of_a_hand_are_those_of_its_number_or_of_one_of_its_lines(folder: Path) -> None:
    by_number = lines_to_edit(folder, "friday", "2")
    assert by_number.texts == ("hand 2 Ann 8h    # a long one", "  tricks Bea 4 Cal 1", "  take Bea 3")
    assert lines_to_edit(folder, "friday", f":{by_number.first + 1}") == by_number
    assert isinstance(lines_to_edit(folder, "2026-11-20"), Lines)
    assert lines_to_edit(folder, "friday", ":2").texts == ("session 2026-11-20 friday",)
    for name, said in (("7", "there is no hand 7"), (":99", "there is no line 99"), ("x", "there is no hand x")):
        with pytest.raises(UserError, match=said):
            lines_to_edit(folder, "friday", name)


def test_a_preview_says_whose_balance_moves_and_writes_nothing(folder: Path) -> None:
    before = (folder / "sessions/friday.bourre").read_bytes()
    seen = preview(folder, hand(folder, "2", *WRONG))
    assert (seen.gone, seen.come) == (("  tricks Bea 4 Cal 1", "  take Bea 3"), WRONG[1:])
    assert moved(seen) == {"Bea": -75, "Cal": 75}
    assert (folder / "sessions/friday.bourre").read_bytes() == before
    assert not (folder / "replaced").exists()


def test_an_edit_is_stored_noted_in_the_log_and_taken_back_to_the_byte(folder: Path) -> None:
    path = folder / "sessions/friday.bourre"
    before, figures = path.read_bytes(), ask(folder, standing)
    done = store(folder, hand(folder, "2", *WRONG))
    ((line, (remark,)),) = remarks(read(path.read_bytes(), "friday")).items()
    assert path.read_text().splitlines()[line - 1].startswith("hand 2 ")
    assert (remark.kind, remark.by, remark.words) == ("edited", "Ann", "was tricks Bea 4 Cal 1 | take Bea 3")
    assert [old.read_bytes() for old in (folder / "replaced").iterdir()] == [before]
    assert done.undo is not None
    store(folder, done.undo)
    assert path.read_bytes() == before
    assert ask(folder, standing) == figures


def test_who_edits_second_sees_the_first_edit_before_storing(folder: Path) -> None:
    mine, theirs = hand(folder, "2", *WRONG), hand(folder, "3", "hand 3 Bea 7h", "  tricks Cal 5")
    store(folder, theirs)
    with pytest.raises(UserError, match="was changed by somebody else meanwhile"):
        preview(folder, mine)
    with pytest.raises(UserError, match="was changed by somebody else meanwhile"):
        store(folder, mine)


def test_a_line_that_cannot_be_read_is_marked_and_not_stored(folder: Path) -> None:
    wrong = hand(folder, "2", WRONG[0], "  trciks Bea 2 Cal 3")
    (error,) = preview(folder, wrong).errors
    assert (error.line, error.column, error.remedy) == (wrong.first + 1, 3, "did you mean tricks?")
    with pytest.raises(UserError, match=f"line {wrong.first + 1}, column 3: "):
        store(folder, wrong)


def test_the_name_of_an_evening_stays_and_a_closed_day_is_no_new_date(folder: Path) -> None:
    there = lines_to_edit(folder, "friday")
    named = tuple(line.replace("friday", "monday") for line in there.texts)
    with pytest.raises(UserError, match="cannot change the name"):
        store(folder, Edit("friday", there.digest, 1, len(there.texts), named))
    with pytest.raises(UserError, match="nothing would change"):
        store(folder, Edit("friday", there.digest, 1, len(there.texts), there.texts))


def test_a_dispute_and_its_answer_are_read_in_the_log_by_anybody_and_move_nothing(folder: Path) -> None:
    before = ask(folder, standing)
    there = lines_to_edit(folder, "friday", "2")
    done = store(folder, remark_on(there, "disputed", "Cal", "I took  two\ntricks"))
    assert (done.changes, done.found, done.settled) == ((), (), ())
    ((session, open_one),) = ask(folder, lambda connection: open_disputes(connection, folder))
    assert (session, open_one.by, open_one.words) == ("friday", "Cal", "I took two tricks")
    store(folder, remark_on(lines_to_edit(folder, "friday", "2"), "answered", "Ann", "no"))
    assert ask(folder, lambda connection: open_disputes(connection, folder)) == []
    assert [(one.kind, one.by) for one in history(there.path, there.first)] == [("disputed", "Cal"), ("answered", "Ann")]
    assert history(there.path, there.first + 6) == []
    assert ask(folder, standing) == before
    with pytest.raises(UserError, match="nothing is said"):
        remark_on(there, "disputed", "Cal", " ")


def test_a_comment_that_only_looks_like_one_is_no_remark() -> None:
    text = "hand 1 Cal 9h\n  # edited by hand\n  # disputed 2026-11-27 by Bea: x\n  # edited 2026-11-27 04:31 by Bea: was x\n"
    ((_, (one,)),) = remarks(read(log_of(f"{text}end divide\n"), "x")).items()
    assert one.words == "was x"


def test_line_ends_and_everything_else_stay_as_they_are(tmp_path: Path) -> None:
    folder = book_of(tmp_path, FRIDAY, ending="\r\n")
    path = folder / "sessions/friday.bourre"
    before = path.read_bytes()
    store(folder, hand(folder, "2", *WRONG))
    kept, now = before.split(b"\n"), path.read_bytes().split(b"\n")
    assert all(line.endswith(b"\r") for line in now[:-1])
    assert [line for line in kept if line not in now] == [b"  tricks Bea 4 Cal 1\r", b"  take Bea 3\r"]


@pytest.mark.parametrize("cases", [500 if FULL else 4])
def test_an_edited_book_is_as_if_the_log_had_been_written_so(cases: int, tmp_path: Path) -> None:
    """A hand of an evening becomes one of another evening: figures as if written so; undo brings the bytes back."""
    rng = Random(cases)  # noqa: S311
    for at in range(cases):
        texts = [made(rng) for _ in range(3)]
        folder = book_of(tmp_path, "".join((HEAD, *texts, "end divide\n")), f"book{at}")
        path, place = folder / "sessions/friday.bourre", rng.randrange(3)
        before = path.read_bytes()
        other = made(rng).splitlines()
        edit = hand(folder, f":{place * 3 + 6}", *other)
        if tuple(other) == lines_to_edit(folder, "friday", f":{place * 3 + 6}").texts:
            continue
        done = store(folder, edit)
        texts[place] = "".join(f"{line}\n" for line in other)
        fresh = book_of(tmp_path, "".join((HEAD, *texts, "end divide\n")), f"fresh{at}")
        assert ask(folder, standing) == ask(fresh, standing), edit
        assert done.undo is not None
        store(folder, done.undo)
        assert path.read_bytes() == before


HEAD = "session 2026-11-20 friday\nchip 0.25 USD\nseats Ann Bea Cal\n"


def made(rng: Random) -> str:
    first, second = rng.sample(["Ann", "Bea", "Cal"], 2)
    most = rng.randrange(3, 6)
    score = f"{first} {most}" + (f" {second} {5 - most}" if most < 5 else f" {second} 0" if rng.random() < 0.5 else "")
    return f"hand - 9h\n  tricks {score}\n" + (f"  take {first} 3\n" if rng.random() < 0.5 else "  # nobody wrote it down\n")
