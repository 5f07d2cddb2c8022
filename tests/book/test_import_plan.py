"""An import is a plan, then an act: what is to become of files is decided before it is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.book.derived.access import ask
from ledger.book.sessions import import_act, importing
from ledger.book.sessions.import_plan import (
    KEEP_BOTH,
    REPLACE,
    Ask,
    CostsFile,
    Given,
    Holdings,
    LogFile,
    Pay,
    Plan,
    Refuse,
    Remove,
    Replace,
    SheetLogs,
    Skip,
    Store,
    holdings,
    planned,
)
from ledger.book.sessions.importing import ImportOptions, MadeLog, import_files


def log(session: str = "friday", day: str = "2026-11-20", amount: int = 5) -> str:
    """A log of one session."""
    return (
        f"bourre 1\nsession {day} {session}\nrules louisiana\nchip 1 USD\nseats Ann Bea Cal\n"
        f"result Ann {amount} Bea -{amount - 1} Cal -1\n"
    )


def sheet(day: str, amount: int = 3) -> MadeLog:
    """A log made from a spreadsheet."""
    head = f"bourre 1\nsession {day} results-{day}\nrules louisiana\nchip 1 USD\nseats Ann Bea\n"
    text = f"{head}# from cards.csv, row 2\nresult Ann {amount} Bea -{amount}\n"
    return MadeLog("cards.csv", text.encode())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A book with two evenings and a payment."""
    place = tmp_path / "first"
    place.mkdir()
    (place / "friday.bourre").write_text(log(), "utf-8")
    (place / "late.bourre").write_text(log("late", "2026-10-01", 9), "utf-8")
    (place / "payments.bourre").write_text("bourre 1\ndate 2026-11-21\npay Ann Bea 3\n", "utf-8")
    import_files(tmp_path / "book", [place], ImportOptions())
    return tmp_path / "book"


def held_by(folder: Path) -> Holdings:
    """What a book holds."""
    return holdings(
        folder, ask(folder, lambda one: one.execute(importing._HOMES).fetchall()), "USD"
    )


def contents(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Every file of a book, with when it was changed."""
    return {
        str(path.relative_to(folder)): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in folder.rglob("*")
        if path.is_file()
    }


def given_log(text: str, file: str = "new.bourre") -> LogFile:
    return LogFile(file, text.encode())


@pytest.mark.parametrize(
    ("given", "how", "kinds"),
    [
        ([given_log(log("new"))], {}, [Store]),
        ([given_log(log())], {}, [Skip]),
        ([given_log(log(amount=7))], {}, [Ask]),
        ([given_log(log(amount=7))], {"replace": True}, [Replace]),
        ([given_log(log("new")), given_log(log("new", amount=7), "2.bourre")], {}, [Store, Ask]),
        ([given_log("bourre 1\nfoo\n")], {}, [Refuse]),
        ([given_log("bourre 1\ndate 2026-11-21\npay Ann Bea 4\n")], {}, [Refuse]),
        (
            [CostsFile("c.csv", b"bourre 1\ndate 2026-11-22\ncurrency USD\npay Cal Bea 4\n")],
            {},
            [Pay],
        ),
        ([SheetLogs("cards.csv", [sheet("2026-03-04").content])], {}, [Store]),
    ],
)
def test_a_plan_says_what_is_to_become_of_each_and_writes_nothing(
    given: list[Given],
    how: dict[str, bool],
    kinds: list[type],
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As on a disk that we may only read."""
    book, before = held_by(folder), contents(folder)

    def refuse(*_args: object, **_how: object) -> None:
        raise AssertionError("it writes")

    for name in ("mkdir", "unlink", "write_bytes", "write_text", "rename", "replace", "touch"):
        monkeypatch.setattr(Path, name, refuse)
    for name in ("write_atomically", "replacing", "note_change", "keep", "put_in_place"):
        monkeypatch.setattr(import_act, name, refuse)
    places = [folder, *folder.rglob("*")]
    modes = {path: path.stat().st_mode for path in places}
    try:
        for path in places:
            path.chmod(0o555 if path.is_dir() else 0o444)
        plan = planned(book, given, **how)
        again = planned(book, given, **how)
    finally:
        for path in places:
            path.chmod(modes[path])
    assert [type(one) for one in plan.changes] == kinds, plan.changes
    assert again == plan
    assert contents(folder) == before


def test_what_is_asked_about_says_what_allows_it(folder: Path) -> None:
    (asked,) = planned(held_by(folder), [given_log(log(amount=7))]).changes
    assert isinstance(asked, Ask)
    assert asked.remedies[0].option == REPLACE
    done = import_files(folder, [], ImportOptions(), [MadeLog("b.bourre", log("b").encode())])
    (twin,) = done.refused
    assert twin.is_allowed_by(KEEP_BOTH)
    assert not twin.is_allowed_by(REPLACE)


@pytest.mark.parametrize("replace", [False, True])
def test_a_dry_run_makes_the_plan_of_the_act_and_applies_nothing(
    replace: bool,
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import_files(folder, [], ImportOptions(), [sheet("2026-03-04"), sheet("2026-03-11", 8)])
    new = tmp_path / "new"
    new.mkdir()
    (new / "a.bourre").write_text(log(amount=7), "utf-8")
    (new / "b.bourre").write_text(log("next", "2026-11-27"), "utf-8")
    (new / "c.bourre").write_text(log("again", "2026-10-01", 9), "utf-8")  # one that is there
    (new / "d.bourre").write_text("bourre 1\nfoo\n", "utf-8")
    made = [sheet("2026-03-05"), sheet("2026-03-11", 8)]
    plans: list[Plan] = []
    applied: list[Path] = []
    real_plan, real_apply = planned, import_act.apply

    def remember(*args: object, **how: object) -> Plan:
        plans.append(real_plan(*args, **how))  # type: ignore[arg-type]
        return plans[-1]

    def apply(place: Path, plan: Plan, *, lasting: bool) -> import_act.Before:
        applied.append(place)
        return real_apply(place, plan, lasting=lasting)

    monkeypatch.setattr(importing, "planned", remember)
    monkeypatch.setattr(importing, "apply", apply)
    before = contents(folder)
    tried = import_files(folder, [new], ImportOptions(replace=replace, dry_run=True), made)
    foreseen = [(one.changes, one.versions, one.doubts) for one in plans]
    assert contents(folder) == before
    assert not applied
    plans.clear()
    done = import_files(folder, [new], ImportOptions(replace=replace), made)
    assert applied
    assert [(one.changes, one.versions, one.doubts) for one in plans] == foreseen
    assert done == tried
    kinds = {type(change) for changes, *_ in foreseen for change in changes}
    assert kinds >= ({Store, Replace, Remove, Refuse} if replace else {Store, Ask, Refuse})
    assert [one.session for one in done.refused if one.is_allowed_by(KEEP_BOTH)][-1:] == (
        ["again"] if replace else [None]
    )
