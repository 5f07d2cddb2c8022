"""Pictures of players: which files are shown, and that each stays with its player."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from book_on_disk import Book, jpeg

from ledger.book.checks.check import check_book
from ledger.book.files.portraits import MOST_BYTES, SIDE, is_portrait, portraits, set_portrait
from ledger.book.files.settings import read_settings
from ledger.book.members.people import merge, rename
from ledger.errors import UserError

EVENING = "hand 1 Ann h\n  tricks Ann 3 Bea 2\n"
HOSTILE = {
    "large": jpeg(more=b"x" * 5_000_000),
    "SVG": b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    "HTML": b"<!doctype html><script>alert(1)</script>",
    "HTML that begins like one": b"\xff\xd8\xff<script>alert(1)</script>\xff\xd9",
    "cut off": jpeg()[:-2],
    "another format": b"\x89PNG\r\n\x1a\n" + b"\0" * 40,
    "of too many pixels": jpeg(SIDE + 1, 10),
    "of no pixels": jpeg(0, 10),
    "empty": b"",
    "without a size": b"\xff\xd8\xff\xe0\x00\x00\xff\xd9",
}


def shown(folder: Path) -> dict[int, bytes]:
    return portraits(folder, read_settings(folder / "book.toml"))


def test_a_picture_is_a_file_called_like_its_player_and_stays_with_whoever_is_renamed_or_merged(
    book: Book,
) -> None:
    book.add(
        "seats Ann Bea\n" + EVENING,
        "session 2026-11-21 next\nseats Ann Cal\n" + EVENING.replace("Bea", "Cal"),
    )
    set_portrait(book.folder, 2, jpeg())
    assert shown(book.folder) == {2: jpeg()}
    assert (book.folder / "faces" / "Bea.jpg").read_bytes() == jpeg()
    rename(book.folder, "Bea", "Beatrice")
    assert list(shown(book.folder)) == [2]
    set_portrait(book.folder, 2, jpeg(48, 48))
    assert shown(book.folder) == {2: jpeg(48, 48)}
    merge(book.folder, "Cal", "Beatrice")
    assert list(shown(book.folder)) == [3]
    set_portrait(book.folder, 3, None)
    assert shown(book.folder) == {}
    assert list((book.folder / "faces").iterdir()) == []


@pytest.mark.drawn(3)
@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_file_is_never_shown_and_costs_nothing_but_itself(book: Book, what: str) -> None:
    book.add(EVENING)
    set_portrait(book.folder, 1, jpeg())
    (book.folder / "faces" / "Bea.jpg").write_bytes(HOSTILE[what])
    assert not is_portrait(HOSTILE[what])
    assert list(shown(book.folder)) == [1]
    found = next(check for check in check_book(book.folder) if "faces" in check.name)
    assert found.state == "look"
    assert found.found == [
        (
            f"faces/Bea.jpg: not shown, because it is not a whole JPEG of at most {SIDE} by "
            f"{SIDE} pixels and {MOST_BYTES // 1024} KB"
        )
    ]
    with pytest.raises(UserError, match="not a picture"):
        set_portrait(book.folder, 2, HOSTILE[what])
    assert (book.folder / "faces" / "Bea.jpg").read_bytes() == HOSTILE[what]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with a name")
def test_what_is_no_file_and_what_is_nobodys_is_told_by_check_and_not_read(book: Book) -> None:
    book.add(EVENING)
    faces = book.folder / "faces"
    (faces / "Ann.jpg").mkdir(parents=True)
    os.mkfifo(faces / "Bea.jpg")
    (faces / "holiday.png").write_bytes(b"")
    assert shown(book.folder) == {}
    found = next(check for check in check_book(book.folder) if "faces" in check.name).found
    assert [one.split(":")[0] for one in found] == [
        "faces/Ann.jpg",
        "faces/Bea.jpg",
        "faces/holiday.png",
    ]
    assert found[2].endswith("no player is called that")


def test_a_name_never_leaves_the_folder(book: Book) -> None:
    book.add("session 2026-11-21 odd\nseats ../Ann Bea\nhand 1 Bea h\n  tricks ../Ann 3 Bea 2\n")
    set_portrait(book.folder, 1, jpeg())
    assert [path.name for path in (book.folder / "faces").iterdir()] == ["%2E.%2FAnn.jpg"]
    with pytest.raises(UserError, match="no player"):
        set_portrait(book.folder, 99, jpeg())
