"""Two dashboards served for all tests in a browser: of a book that nobody changes, and of one that
tests change.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from book_on_disk import book_of_samples, made_once
from browser import serving
from hostile_words import make_hostile_book


@pytest.fixture(scope="session")
def hostile_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a book in which everything that people write is hostile, to be looked at."""
    return made_once(
        tmp_path_factory,
        "hostile",
        lambda here: make_hostile_book(here / "book", here / "incoming"),
    )


@pytest.fixture(scope="session")
def samples_at(sample_book: Path) -> Iterator[str]:
    """Return where that book is served."""
    with serving(sample_book) as address:
        yield address


@pytest.fixture(scope="session")
def changing_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a book of the samples that tests write in; what they add has names of its own, and
    they may come in any order.
    """
    return book_of_samples(tmp_path_factory)


@pytest.fixture(scope="session")
def changing_at(changing_book: Path) -> Iterator[str]:
    """Return where that book is served."""
    with serving(changing_book) as address:
        yield address
