"""Every page of the dashboard on the sample book and on one of 100,000 hands: no exception, and how
long a run takes.
"""

from __future__ import annotations

import statistics
from pathlib import Path

import pytest
from conftest import processor
from dashboard_app import PRESENT, look_at, page

from ledger.book.derived.access import ask
from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.cli.demo import sample_folder
from ledger.stats import evenings

RUNS = 7


def samples(folder: Path, _parquet: Path) -> None:
    import_files(folder, [sample_folder()], ImportOptions())


def large(folder: Path, parquet: Path) -> None:
    import_files(folder, [parquet], ImportOptions())


@pytest.fixture(
    scope="module", params=[(samples, 0.3), (large, 1.0)], ids=["samples", "100,000 hands"]
)
def book(
    request: pytest.FixtureRequest, parquet: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, float]:
    make, most = request.param
    folder = tmp_path_factory.mktemp("dashboard") / "book"
    make(folder, parquet)
    return folder, most


@pytest.mark.parametrize("name", PRESENT)
def test_a_page_is_there_at_once(
    name: str, book: tuple[Path, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, most = book
    look_at(folder, monkeypatch)
    night = ask(folder, evenings)["session"][0]
    start = processor()
    app = page(name, session=night, hand=1, player=1)
    first = processor() - start
    times = []
    for _ in range(RUNS):
        start = processor()
        app.run()
        times.append(processor() - start)
        assert not app.exception
    median = statistics.median(times)
    print(f"{name}: {median * 1000:.0f} ms, the first time {first * 1000:.0f} ms")
    assert median < most
