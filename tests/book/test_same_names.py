"""Names that differ only in how they are written: nobody is put together with anybody unasked, and
nobody is two unasked.
"""

from __future__ import annotations

from pathlib import Path
from unicodedata import normalize

import pytest
from dashboard_app import look_at, page, said

from ledger.book.derived.access import ask
from ledger.book.files.settings import read_settings
from ledger.book.members.people import people, similar, spelt_alike
from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.book.sessions.new_session import read_seats

ALIKE = [
    ("O'Brien", "O’Brien"),
    ("Zoé", "Zoe"),
    ("José Ángel", "jose angel"),
    ("Big Al", "Big  Al"),
    ("Ann", "\u0410nn"),
]
"""With the apostrophe of a phone, without accents, with a blank more, and with a Cyrillic A."""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book of two evenings: in the second everybody is called otherwise, and José is written in
    letters and marks apart.
    """
    here = tmp_path_factory.mktemp("names")
    for day, names in enumerate(zip(*ALIKE, strict=True), 20):
        seats = " ".join(
            f'"{name}"' for name in (*names, normalize("NFC" if day == 20 else "NFD", "Renée"))
        )
        (here / f"{day}.bourre").write_text(
            f"bourre 1\nsession 2026-11-{day} s{day}\nrules louisiana\nseats {seats}\n", "utf-8"
        )
    import_files(here / "book", [here / "20.bourre", here / "21.bourre"], ImportOptions())
    return here / "book"


def test_nobody_is_put_together_unasked_but_for_letters_and_marks_apart(book: Path) -> None:
    assert len(ask(book, people)) == 2 * len(ALIKE) + 1


def test_it_is_asked_whether_they_are_one(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = read_settings(book / "book.toml")
    for one, other in ALIKE:
        assert similar(settings, one) == [other]
    assert sorted((one.name, other.name) for one, other in spelt_alike(settings)) == sorted(ALIKE)
    look_at(book, monkeypatch)
    text = said(page("players"))
    assert "is spelled almost like" in text
    assert "bourre players merge" in text


def test_at_the_terminal_whoever_is_in_the_book_is_meant() -> None:
    assert read_seats("O’Brien, zoe, Cal", ["O'Brien", "Zoé"]) == ("O'Brien", "Zoé", "Cal")
    assert read_seats("O’Brien, Cal", ["O'Brien", "O’Brien"]) == ("O’Brien", "Cal")
