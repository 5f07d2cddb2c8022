"""``book.toml`` empty, cut or gone, as a sync half done leaves it: a loss is told and refused until
somebody says so.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from book_on_disk import Book, Told

from dashboard.door import passport
from ledger.book.files import settings_edit
from ledger.book.files.folder import DATABASE, LAST_SETTINGS, VARIABLE
from ledger.book.files.settings import Role
from ledger.book.members.logins import set_password
from ledger.files import write_atomically

LOSSES: dict[str, Callable[[Path], object]] = {
    "empty": lambda path: path.write_text(""),
    "gone": Path.unlink,
    "cut": lambda path: path.write_text(path.read_text().partition("[[players]]")[0]),
    "currency": lambda path: path.write_text(path.read_text().replace('currency = "EUR"\n', "")),
}
COMMANDS = (
    "owes",
    "check",
    "players",
    "pay Ann Bea 1",
    "rebuild",
    "players merge Ann Cal",
)


@pytest.fixture
def merged(book: Book) -> Book:
    path = book.folder / "book.toml"
    path.write_text(path.read_text().replace("USD", "EUR"))
    assert book.run("players", "merge", "Bea", "Cal").status == 0
    return book


def refused(told: Told, what: str) -> bool:
    return (
        told.status == 2
        and "what it said before is no longer in it" in told.err
        and what in told.err
    )


def written(folder: Path) -> dict[str, bytes]:
    names = ("book.toml", LAST_SETTINGS, "payments.bourre")
    return {name: (folder / name).read_bytes() for name in names if (folder / name).exists()}


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("database", [True, False])
def test_a_loss_is_refused_by_every_command_and_nothing_is_written(
    merged: Book, loss: str, database: bool
) -> None:
    """
    chip 0.10 EUR
    seats Ann Bea Cal
    transfer Ann Bea 10
    """
    path = merged.folder / "book.toml"
    before = path.read_text()
    LOSSES[loss](path)
    if not database:
        (merged.folder / DATABASE).unlink()
    left = written(merged.folder)
    for words in COMMANDS:
        told = merged.run(*words.split())
        assert refused(told, "currency" if loss != "cut" else "Cal"), (words, told)
    assert written(merged.folder) == left
    path.write_bytes((merged.folder / LAST_SETTINGS).read_bytes())
    assert path.read_text() == before
    assert "€" in merged.run("owes").out


def test_without_the_last_good_copy_the_database_knows(merged: Book) -> None:
    """
    chip 0.10 EUR
    seats Ann Bea Cal
    transfer Ann Bea 10
    """
    (merged.folder / LAST_SETTINGS).unlink()
    (merged.folder / "book.toml").unlink()
    assert refused(merged.run("owes"), "Cal")
    assert refused(merged.run("pay", "Ann", "Bea", "1"), "currency")
    assert not (merged.folder / "book.toml").exists()


def test_somebody_may_say_that_it_is_meant(merged: Book) -> None:
    """
    chip 0.10 EUR
    seats Ann Bea Cal
    transfer Ann Bea 10
    """
    (merged.folder / "book.toml").unlink()
    assert "bourre rebuild --settings-as-they-are" in merged.run("owes").err
    assert merged.run("rebuild", "--settings-as-they-are").status == 0
    assert merged.run("owes").status == 0


def test_what_is_added_or_changed_by_hand_is_no_loss(merged: Book) -> None:
    """
    chip 0.10 EUR
    seats Ann Bea Cal
    transfer Ann Bea 10
    """
    path = merged.folder / "book.toml"
    path.write_text(
        path.read_text().replace('"EUR"', '"USD"').replace('["Cal"]', '["Cal", "Calla"]')
        + "[house]\nante = 1\n"
    )
    assert merged.run("owes").status == 0
    LOSSES["currency"](path)
    path.write_text(path.read_text().replace(', "Calla"', ""))
    assert refused(merged.run("owes"), "Calla")


def test_a_lost_password_opens_no_page(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    chip 0.10 EUR
    seats Ann Bea Cal
    transfer Ann Bea 10
    """
    path = book.folder / "book.toml"
    set_password(book.folder, Role.BANKER, "correct horse battery")
    assert "[access]" in path.read_text()
    path.write_text(path.read_text().partition("[access]")[0])
    assert refused(book.run("owes"), "banker of access")
    monkeypatch.setenv(VARIABLE, str(book.folder))
    assert passport.access() is None
    path.write_bytes((book.folder / LAST_SETTINGS).read_bytes())
    found = passport.access()
    assert found is not None
    assert found.passwords


@pytest.mark.drawn(5)
@pytest.mark.parametrize("writes", [0, 1, 2])
@pytest.mark.parametrize(
    "change", ["players separate Cal", "players rename Ann Anna", "import {new}", "owes"]
)
def test_killed_between_two_writes_the_next_command_answers(
    merged: Book, change: str, writes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    chip 0.10 EUR
    seats Ann Bea Cal
    transfer Ann Bea 10
    ---
    session 2026-11-22 two
    chip 0.10 EUR
    seats Ann Dot
    transfer Ann Dot 10
    """
    new = merged.put(
        "bourre 1\nsession 2026-11-25 three\nchip 0.10 EUR\nseats Ann Eve\ntransfer Ann Eve 10\n"
    )
    # Dot is named nowhere any more, and leaves the settings
    (merged.folder / "sessions" / "two.bourre").unlink()
    left = writes

    def killed(path: Path, data: str | bytes, *, private: bool = False) -> None:
        nonlocal left
        if not left:
            raise KeyboardInterrupt
        left -= 1
        write_atomically(path, data, private=private)

    with monkeypatch.context() as patch:
        patch.setattr(settings_edit, "write_atomically", killed)
        merged.run(*change.format(new=new).split())
    told = merged.run("owes")
    assert told.status == 0, told
    assert merged.run("check").status == 0
    assert (merged.folder / LAST_SETTINGS).read_bytes() == (
        merged.folder / "book.toml"
    ).read_bytes()
