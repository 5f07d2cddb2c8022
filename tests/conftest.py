"""A test's docstring is the log it is about: these fixtures read it, audit it, or make a book of
it.

What is missing of the header is filled in (``audit_text``).
"""

from __future__ import annotations

import gc
import io
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from datetime import date
from pathlib import Path
from random import Random
from subprocess import CompletedProcess
from typing import TYPE_CHECKING

import pytest
from audit_text import briefs, report_of
from book_on_disk import Book, book_of_samples, logs_in, made_once
from hypothesis import HealthCheck, settings
from planted_faults import Plan, write_down
from stats_trials import KINDS, Trial, logs_of, trial
from trials import FULL, RUN

from ledger.book import new_text
from ledger.book.files.folder import SETTINGS, make_folder
from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.findings.audit import Report
from ledger.game import PRESETS
from ledger.hands import parquet
from ledger.sheets import cells

if TYPE_CHECKING:
    from playwright.sync_api import Browser


# Hundreds of programs are started, and asserts are rewritten in each process: where bytecode is not
# kept, all that is compiled again each time, which is half of the time until the first test and a
# third of that of a small command.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Books wait for the disk each time that they promise something. Where there is memory to spare they
# lie in that: to try what a crash leaves we kill programs, not machines.
_MEMORY = Path("/dev/shm")  # noqa: S108 - pytest makes a folder for one's own in it
if _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > 4 * 2**30:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY))

# What a test finds worked out it has asked for: nothing happens beside it.
os.environ.setdefault("BOURRE_PRICING", "asked")

# Whatever is made until the tests begin lives to the end: Python would look in vain for garbage in
# it.
gc.disable()

# How long an example takes is no matter: a machine that does much else is slow, and that is no
# fault. Some examples are tried in each run, others in the next, as with everything that is drawn.
settings.register_profile(
    "unhurried",
    deadline=None,
    derandomize=False,
    max_examples=300 if FULL else 30,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("unhurried")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Have what Hypothesis draws come again with ``BOURRE_SEED``, and note whether all of the tests
    are asked for, for the processes that run them: they are told the folder by name.
    """
    if "BOURRE_SEED" in os.environ and not config.getoption("--hypothesis-seed"):
        config.option.hypothesis_seed = RUN
    if not hasattr(config, "workerinput"):
        whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS
        os.environ[_WHOLE] = str(int(whole and config.option.markexpr == "not nightly"))


_WHOLE = "BOURRE_WHOLE_RUN"
_SHARE = 3  # of so many slow tests the README's command runs one, others each time


@pytest.fixture(autouse=True)
def _counted_here(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Count what tests wrote themselves in this process: another takes a second to start. Of
    hostile files it is needed.
    """
    if request.node.get_closest_marker("hostile") is None:
        monkeypatch.setattr(parquet, "guarded", _parquet_counted)
        monkeypatch.setattr(cells, "guarded", lambda module, *_: CompletedProcess(module, 0))


def _parquet_counted(module: str, words: list[str], *_: object) -> CompletedProcess[bytes]:
    said = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(said):
        patch.setattr(parquet, "limit", lambda *_: None)
        return CompletedProcess(module, parquet.main(*words), said.getvalue().encode())


@pytest.fixture
def audited(request: pytest.FixtureRequest) -> Report:
    """Return the audit of the log in the test's docstring."""
    return report_of(request.function.__doc__ or "")


@pytest.fixture
def findings(audited: Report) -> list[str]:
    """Return everything found in the log of the docstring, one short line each, sorted: ``must-beat
    1.2 Cal 6h [Ah Kh]``.
    """
    return briefs(audited)


@pytest.fixture
def books(audited: Report) -> dict[str, int]:
    """Return the chips that the log of the docstring leaves each player, the pot, and ``?`` if any
    are unexplained.
    """
    (held,) = audited.books.values()
    return held


@pytest.fixture
def book(
    request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Book:
    """Return a book with the logs in the test's docstring, a line ``---`` between two of them; its
    settings say dollars.
    """
    folder = tmp_path / "book"
    make_folder(folder)
    (folder / SETTINGS).write_text(new_text(currency="USD"), "utf-8")
    book = Book(folder, capsys)
    book.add(*logs_in(request.function.__doc__))
    return book


@pytest.fixture(scope="session")
def sample_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a book of the samples, to be looked at, its prices too: they may be worked out
    or not.
    """
    return book_of_samples(tmp_path_factory)


@pytest.fixture
def samples(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> Path:
    """Return a book of the samples of one's own."""
    return book_of_samples(tmp_path_factory, tmp_path / "samples")


@pytest.fixture
def ruled(monkeypatch: pytest.MonkeyPatch) -> str:
    """Return what stands behind a ruling made on the day that it is in the test, whatever midnight
    passes meanwhile.
    """

    class Friday(date):
        @classmethod
        def today(cls) -> date:
            return date(2026, 11, 20)

    monkeypatch.setattr("ledger.book.sessions.import_outcome.date", Friday)
    return "   # ruled 2026-11-20"


OTHER_KINDS = KINDS[1:] if FULL else Random(RUN).sample(KINDS[1:], 1)  # noqa: S311 - to be repeated, not to be secret


@pytest.fixture(
    scope="session",
    params=[KINDS[0], *(pytest.param(kind, marks=pytest.mark.nightly) for kind in OTHER_KINDS)],
)
def one(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Trial:
    """Return a book to ask questions of: samples, and some of worked cases and simulated sessions
    of every preset.
    """
    here = tmp_path_factory.mktemp(request.param)
    return trial(here / "book", logs_of(request.param, here / "logs"))


@pytest.fixture(scope="session")
def long_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a book of 2,000 simulated hands in columns, one in five with a fault; nobody writes to
    it.
    """

    def make(here: Path) -> None:
        write_down(
            Plan(PRESETS["louisiana"], None, (50, 50), faults=0.2), 40, 5, here / "x.parquet"
        )
        import_files(here / "book", [here / "x.parquet"], ImportOptions())

    return made_once(tmp_path_factory, "long", make)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Return Chromium, one for all tests of a process."""
    from browser import started  # noqa: PLC0415 - few tests look through a browser

    with started() as browser:
        yield browser


def pytest_collection_finish() -> None:
    """Leave out of every search for garbage what lives to the end: Streamlit makes one after each
    page, and tests are many.
    """
    gc.freeze()
    gc.enable()


def pytest_unconfigure(config: pytest.Config) -> None:
    """Let go of it at the end, if anything was run: DuckDB complains of everything of its own that
    is left then.
    """
    if not config.option.collectonly:
        gc.unfreeze()


def pytest_report_header() -> str:
    """Say what makes the tests that are drawn come again."""
    return (
        "every case of every test"
        if FULL
        else f"some cases of large tests: BOURRE_SEED={RUN}, or all with BOURRE_TRIALS=full"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Draw the cases of large tests (``drawn``), and of all tests a third of the slow ones; mark
    what is slow, and put first what uses a browser.

    The first of several processes begins with that, and nobody takes it away while there is
    anything else to do: so all of it has one Chromium and one server of each book, and no process
    is left alone with it in the end.
    """
    _mark(items)
    items.sort(key=lambda item: item.get_closest_marker("browser") is None)
    if FULL:
        return
    cases: dict[tuple[str, int], list[pytest.Item]] = {}
    for item in items:
        drawn = item.get_closest_marker("drawn")
        if drawn:
            cases.setdefault((item.nodeid.partition("[")[0], drawn.args[0]), []).append(item)
    left_out: set[pytest.Item] = set()
    for (name, number), alike in cases.items():
        chosen = Random(f"{RUN} {name}").sample(alike, min(number, len(alike)))  # noqa: S311 - to be repeated, not to be secret
        left_out |= set(alike) - set(chosen)
    if os.environ[_WHOLE] == "1":
        slow = [item for item in items if item.get_closest_marker("slow")]
        slow = [item for item in slow if not item.get_closest_marker("browser")]
        kept = Random(f"{RUN} slow").sample(slow, -(-len(slow) // _SHARE))  # noqa: S311 - as above
        left_out |= set(slow) - set(kept)
    config.hook.pytest_deselected(items=list(left_out))
    items[:] = [item for item in items if item not in left_out]


def _mark(items: list[pytest.Item]) -> None:
    """Mark what uses a browser, what is left for the night, and as slow also what makes a book."""
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        if "chromium" in fixtures:
            item.add_marker(pytest.mark.browser)
        dear = item.get_closest_marker("browser") or item.get_closest_marker("crash")
        if dear and not item.get_closest_marker("glance"):
            item.add_marker(pytest.mark.nightly)
        if dear or "book" in fixtures or item.get_closest_marker("nightly"):
            item.add_marker(pytest.mark.slow)


@pytest.hookimpl(optionalhook=True)  # the oldest dependencies are tried without it
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One process more than there are processors for the night: it waits for browsers and for
    programs that are killed, which leaves one idle.

    Other tests hardly wait, and each process takes as long as hundreds of them to collect them all.
    """
    return (os.cpu_count() or 1) + (config.option.markexpr not in {"not slow", "not nightly"})
