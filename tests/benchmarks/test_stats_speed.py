"""Questions asked of a book of 100,000 hands: milliseconds each, for what a page of the dashboard
asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import duckdb
import pytest
from conftest import best_of
from duckdb import DuckDBPyConnection

from ledger import stats
from ledger.book.files.folder import DATABASE, make_folder
from ledger.book.sessions.importing import ImportOptions, import_files

MOST_SECONDS = 0.15


@pytest.fixture(scope="module")
def book(parquet: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[DuckDBPyConnection]:
    folder = tmp_path_factory.mktemp("stats") / "book"
    make_folder(folder)
    assert not import_files(folder, [parquet], ImportOptions()).refused
    with duckdb.connect(str(folder / DATABASE), read_only=True) as connection:
        yield connection


@pytest.mark.parametrize(
    "question",
    [
        *(
            stats.evenings,
            stats.last_evening,
            stats.player_figures,
            stats.player_money,
            stats.winnings_over_time,
            stats.rivals,
        ),
        *(stats.findings_of_book,),
    ],
)
def test_questions_about_the_whole_book(
    book: DuckDBPyConnection, question: Callable[[DuckDBPyConnection], object]
) -> None:
    seconds = best_of(5, lambda: question(book))
    print(f"{question.__name__}: {seconds * 1000:.0f} ms")
    assert seconds < MOST_SECONDS


@pytest.mark.parametrize(
    "question", [stats.evening, stats.chips_by_hand, stats.pot_by_hand, stats.hands_of]
)
def test_questions_about_an_evening(
    book: DuckDBPyConnection, question: Callable[[DuckDBPyConnection, str], object]
) -> None:
    session = stats.evenings(book)["session"][1000]
    seconds = best_of(5, lambda: question(book, session))
    print(f"{question.__name__}: {seconds * 1000:.0f} ms")
    assert seconds < MOST_SECONDS


@pytest.mark.parametrize("question", [stats.beside_everybody, stats.at_one_table])
def test_questions_about_a_player(
    book: DuckDBPyConnection, question: Callable[[DuckDBPyConnection, int], object]
) -> None:
    seconds = best_of(5, lambda: question(book, 1))
    print(f"{question.__name__}: {seconds * 1000:.0f} ms")
    assert seconds < MOST_SECONDS
