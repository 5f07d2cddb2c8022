"""An edit of a stored log: previewed, stored, noted, undone; the book then is as if the log had
been written so.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from audit_text import log_of
from duckdb import DuckDBPyConnection
from trials import FULL

from ledger.book import ImportOptions, Wish, ask, import_files, pay
from ledger.book.checks.closing import Act, close
from ledger.book.files.chain import ClosedError
from ledger.book.files.disputes import PAID, Dispute, history, history_of, open_disputes
from ledger.book.sessions.edits import (
    Edit,
    Edited,
    Lines,
    answer,
    dispute,
    last_kept,
    lines_to_edit,
    preview,
    remark_on,
    store,
)
from ledger.book.sessions.import_outcome import standing
from ledger.cli.main import main
from ledger.errors import UserError

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
    return {
        one.player: one.amount[1] - one.amount[0] for one in edited.changes if one.session is None
    }


WRONG = ("hand 2 Ann 8h    # a long one", "  tricks Bea 2 Cal 3", "  take Cal 3")


def test_the_lines_of_a_hand_are_those_of_its_number_or_of_one_of_its_lines(folder: Path) -> None:
    by_number = lines_to_edit(folder, "friday", "2")
    assert by_number.texts == (
        "hand 2 Ann 8h    # a long one",
        "  tricks Bea 4 Cal 1",
        "  take Bea 3",
    )
    assert lines_to_edit(folder, "friday", f":{by_number.first + 1}") == by_number
    assert isinstance(lines_to_edit(folder, "2026-11-20"), Lines)
    assert lines_to_edit(folder, "friday", ":2").texts == ("session 2026-11-20 friday",)
    for name, said in (
        ("7", "there is no hand 7"),
        (":99", "there is no line 99"),
        ("x", "there is no hand x"),
    ):
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
    ((line, (remark,)),) = [one for one in history_of(path).items() if one[1]]
    assert path.read_text().splitlines()[line - 1].startswith("hand 2 ")
    assert (remark.kind, remark.by, remark.words) == (
        "edited",
        "Ann",
        "was tricks Bea 4 Cal 1 | take Bea 3",
    )
    assert [old.read_bytes() for old in (folder / "replaced").iterdir()] == [before]
    assert done.undo is not None
    changed = (folder / "sessions" / "friday.bourre").read_text().split("\n").index(
        done.come[0]
    ) + 1
    # the first line that differs
    assert (done.first, preview(folder, done.undo).first) == (changed, changed)
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


def test_a_dispute_and_its_answer_are_read_in_the_log_by_anybody_and_move_nothing(
    folder: Path,
) -> None:
    before = ask(folder, standing)
    there = lines_to_edit(folder, "friday", "2")
    done = store(folder, remark_on(there, "disputed", "Cal", "I took  two\ntricks"))
    assert (done.changes, done.found, done.settled) == ((), (), ())
    ((session, line, what, (open_one,)),) = disputes(folder)
    assert (session, line, what) == ("friday", there.first, "hand 2")
    assert (open_one.by, open_one.words) == ("Cal", "I took two tricks")
    store(folder, remark_on(lines_to_edit(folder, "friday", "2"), "answered", "Ann", "no"))
    assert disputes(folder) == []
    assert [(one.kind, one.by) for one in history(there.path, there.first)] == [
        ("disputed", "Cal"),
        ("answered", "Ann"),
    ]
    assert history(there.path, there.first + 6) == []
    assert ask(folder, standing) == before
    with pytest.raises(UserError, match="nothing is said"):
        remark_on(there, "disputed", "Cal", " ")


def test_an_edit_of_a_disputed_hand_is_an_answer_and_another_dispute_after_it_is_open(
    folder: Path,
) -> None:
    there = lines_to_edit(folder, "friday", "2")
    old = "  # disputed 2026-11-21 10:00 by Cal: I took three"
    store(folder, there_with(there, *there.texts, old))
    assert [one.line for one in disputes(folder)] == [there.first]
    store(folder, hand(folder, "2", *WRONG, old))
    assert disputes(folder) == []
    dispute(folder, lines_to_edit(folder, "friday", "2"), "Bea", "no, four")
    assert [one.words for (_, _, _, said) in disputes(folder) for one in said] == ["no, four"]


PAID_BILLS = (
    "bourre 1\ncurrency USD\ndate 2020-01-01\npay Bea Ann 5 venmo\npay Cal Ann 2.50\nexpense Ann "
    "9 pizza for Ann Bea Cal\n"
)


@pytest.fixture
def paid(folder: Path) -> Path:
    (folder / "payments.bourre").write_text(PAID_BILLS, "utf-8")
    return folder


def test_a_payment_is_disputed_and_answered_below_its_line_and_moves_nothing(paid: Path) -> None:
    before, path = ask(paid, standing), paid / "payments.bourre"
    dispute(paid, lines_to_edit(paid, PAID, ":4"), "Bea", "I paid six")
    ((session, line, what, (said,)),) = disputes(paid)
    assert (session, line, what, said.words) == (PAID, 4, "pay Bea Ann 5 venmo", "I paid six")
    answer(paid, lines_to_edit(paid, PAID, ":4"), "Ann", "no, five")
    assert disputes(paid) == []
    told = [text.partition(" by ")[2] for text in path.read_text().splitlines()[4:6]]
    assert told == ["Bea: I paid six", "Ann: no, five"]
    assert [one.kind for one in history(path, 4)] == ["disputed", "answered"]
    assert history(path, 3) == history(path, 7) == []
    assert ask(paid, standing) == before
    pay(paid, Wish("Cal", "Bea", "1", "USD", "2020-01-02"))
    assert [one.kind for one in history(path, 4)] == ["disputed", "answered"]


def test_a_payment_is_edited_like_a_hand_and_its_history_says_so(paid: Path) -> None:
    there = lines_to_edit(paid, PAID, ":4")
    done = store(paid, there_with(there, "pay Bea Ann 6 venmo"))
    assert moved(done) == {"Ann": -100, "Bea": 100}
    assert [one.words for one in history(there.path, 4)] == ["was pay Bea Ann 5 venmo"]
    with pytest.raises(UserError, match="line 4, column 13"):
        store(paid, there_with(lines_to_edit(paid, PAID, ":4"), "pay Bea Ann six"))
    store(paid, last_kept(paid, lines_to_edit(paid, PAID)))
    assert there.path.read_text() == PAID_BILLS


def test_what_is_taken_back_is_the_last_edit_even_if_the_clock_was_put_back(folder: Path) -> None:
    first = (folder / "sessions/friday.bourre").read_bytes()
    store(folder, hand(folder, "2", *WRONG))
    (kept,) = (folder / "replaced").iterdir()
    # a moment later by the clock
    kept.rename(kept.with_name("friday 2999-10-25 025000.000001.bourre.old"))
    second = (folder / "sessions/friday.bourre").read_bytes()
    dispute(folder, lines_to_edit(folder, "friday", "1"), "Bea", "no")
    assert last_kept(folder, lines_to_edit(folder, "friday")).whole == second != first


def test_what_was_written_in_an_editor_is_not_lost_where_somebody_else_was_faster(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log = folder / "sessions" / "friday.bourre"
    monkeypatch.setenv("EDITOR", f'sh -c \'echo "# mine" >> $0; echo "# theirs" >> {log}\'')
    monkeypatch.delenv("VISUAL", raising=False)
    assert main(["edit", "friday", "--yes", "--book", str(folder)]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert "was changed by somebody else meanwhile" in said
    aside = Path(said.rpartition("what you wrote is in ")[2].replace(" ", ""))
    assert aside.read_text("utf-8").endswith("\n# mine\n")
    aside.unlink()
    assert log.read_text("utf-8").endswith("\n# theirs\n")


def test_what_is_closed_of_the_payments_is_neither_edited_nor_disputed(paid: Path) -> None:
    close(paid, "2020-01-01", Act("Ann"))
    pay(paid, Wish("Cal", "Bea", "1", "USD", "2020-01-02"))
    with pytest.raises(ClosedError):
        dispute(paid, lines_to_edit(paid, PAID, ":4"), "Bea", "I paid six")
    there = lines_to_edit(paid, PAID)
    with pytest.raises(ClosedError):
        store(
            paid,
            there_with(there, *(text.replace("2020-01-02", "2019-12-31") for text in there.texts)),
        )
    dispute(paid, lines_to_edit(paid, PAID, ":8"), "Bea", "it was two")
    assert len(disputes(paid)) == 1


def test_a_payment_between_two_hands_has_a_history_of_its_own(tmp_path: Path) -> None:
    folder = book_of(tmp_path, FRIDAY.replace("hand 2", "pay Ann Bea 1 cash\nhand 2"))
    number = lines_to_edit(folder, "friday", "2").first - 1
    dispute(folder, lines_to_edit(folder, "friday", f":{number}"), "Bea", "never got it")
    there = lines_to_edit(folder, "friday", f":{number}")
    assert len(there.texts) == 2
    assert [one.words for one in history(there.path, number)] == ["never got it"]
    assert history(there.path, number - 1) == []
    assert [one.what for one in disputes(folder)] == ["pay Ann Bea 1 cash"]


def disputes(folder: Path) -> list[Dispute]:
    return ask(folder, lambda connection: open_disputes(connection, folder))


def there_with(there: Lines, *texts: str) -> Edit:
    return Edit(there.session, there.digest, there.first, len(there.texts), texts, "Ann")


def test_a_comment_that_only_looks_like_one_is_no_remark(tmp_path: Path) -> None:
    text = (
        "hand 1 Cal 9h\n  # edited by hand\n  # disputed 2026-11-27 by Bea: x\n  # edited "
        "2026-11-27 04:31 by Bea: was x\n"
    )
    (tmp_path / "x.bourre").write_text(log_of(f"{text}end divide\n"), "utf-8")
    (one,) = [one for said in history_of(tmp_path / "x.bourre").values() for one in said]
    assert one.words == "was x"


def test_a_remark_whose_day_was_typed_loosely_is_read_as_that_day(tmp_path: Path) -> None:
    (tmp_path / "x.bourre").write_text(
        log_of("hand 1 Cal 9h\n  # edited 2026-1-17  04:31 by Bea: was x\nend divide\n"), "utf-8"
    )
    (one,) = [one for said in history_of(tmp_path / "x.bourre").values() for one in said]
    assert one.heading == "corrected on 17 January 2026, 04:31, by Bea"


def test_line_ends_and_everything_else_stay_as_they_are(tmp_path: Path) -> None:
    folder = book_of(tmp_path, FRIDAY, ending="\r\n")
    path = folder / "sessions/friday.bourre"
    before = path.read_bytes()
    store(folder, hand(folder, "2", *WRONG))
    kept, now = before.split(b"\n"), path.read_bytes().split(b"\n")
    assert all(line.endswith(b"\r") for line in now[:-1])
    assert [line for line in kept if line not in now] == [
        b"  tricks Bea 4 Cal 1\r",
        b"  take Bea 3\r",
    ]


@pytest.mark.parametrize("seed", range(10) if FULL else [0])
def test_an_edited_book_is_as_if_the_log_had_been_written_so(seed: int, tmp_path: Path) -> None:
    """A hand of an evening becomes one of another evening: figures as if written so; undo brings
    the bytes back.
    """
    rng = Random(seed)  # noqa: S311
    for at in range(50 if FULL else 2):
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
        assert ask(folder, found) == ask(fresh, found), edit
        assert done.undo is not None
        store(folder, done.undo)
        assert path.read_bytes() == before


def found(connection: DuckDBPyConnection) -> list[tuple[object, ...]]:
    """All that the audit finds, without the lines: an edit adds one that says so."""
    return connection.execute(
        "SELECT rule, severity, hand, player, amount FROM findings ORDER BY ALL"
    ).fetchall()


HEAD = "session 2026-11-20 friday\nchip 0.25 USD\nseats Ann Bea Cal\n"


def made(rng: Random) -> str:
    first, second = rng.sample(["Ann", "Bea", "Cal"], 2)
    if rng.random() < 0.2:
        return "hand - 9h\n  pass Ann Bea Cal\n  # nobody wanted it\n"
    most = rng.randrange(3, 6)
    score = f"{first} {most}" + (
        f" {second} {5 - most}" if most < 5 else f" {second} 0" if rng.random() < 0.5 else ""
    )
    return f"hand - 9h\n  tricks {score}\n" + (
        f"  take {first} 3\n" if rng.random() < 0.5 else "  # nobody wrote it down\n"
    )
