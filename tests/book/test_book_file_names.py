"""A file whose name is not UTF-8 costs itself only."""

from __future__ import annotations

import os

import pytest
from book_on_disk import Book


@pytest.mark.parametrize(("command", "status"), [("owes", 0), ("players", 0), ("audit", 2)])
def test_a_name_that_is_not_utf8_stops_no_command(command: str, status: int, book: Book) -> None:
    """
    seats Ann Bea
    """
    with open(os.fsencode(book.folder / "sessions") + b"/n\xefght.bourre", "w") as file:  # noqa: PTH123
        file.write(book.log())
    told = book.run(command)
    assert told.status == status


def test_the_check_names_it(book: Book) -> None:
    """
    seats Ann Bea
    """
    with open(os.fsencode(book.folder / "sessions") + b"/n\xefght.bourre", "w") as file:  # noqa: PTH123
        file.write(book.log())
    told = book.run("check")
    assert told.status == 1
    assert "sessions/n\\xefght.bourre" in told.out + told.err
    assert "not UTF-8" in told.out + told.err
