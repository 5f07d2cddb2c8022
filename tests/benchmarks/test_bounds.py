"""No file takes more than a second a megabyte, and a small command takes a moment."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import best_of
from hostile import HANDS, LINES, megabyte_of, most_hands_of
from log_text import HEADER

from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.cli.main import main
from ledger.findings.audit import audit
from ledger.log import read


@pytest.mark.parametrize("kind", [*LINES, *HANDS])
def test_no_file_takes_more_than_a_second_a_megabyte(kind: str) -> None:
    text = megabyte_of(LINES[kind]) if kind in LINES else most_hands_of(HANDS[kind])
    seconds = best_of(2, lambda: audit([read(text, "a log")]))
    megabytes = len(text.encode("utf-8", "surrogateescape")) / 1e6
    print(f"\n{kind:28} {megabytes:5.2f} MB {seconds:5.2f} s")
    assert seconds <= max(1.0, megabytes)


@pytest.mark.parametrize(
    "words", [["--help"], ["audit", "night.bourre"]], ids=["help", "audit of 50 hands"]
)
def test_a_command_takes_well_under_half_a_second(words: list[str], tmp_path: Path) -> None:
    dealers = ("Ann", "Bea", "Cal")
    hands = [
        f"hand {number} {dealers[number % 3]} 9h\n  play Ann 0\n  play Bea 0\n  tricks Ann 5\n"
        for number in range(50)
    ]
    (tmp_path / "night.bourre").write_text(HEADER + "".join(hands), "utf-8")
    program = [sys.executable, "-m", "ledger.cli.main", *words]
    seconds = best_of(
        5, lambda: subprocess.run(program, capture_output=True, cwd=tmp_path, check=False)
    )
    print(f"\nbourre {' '.join(words)}: {seconds:.2f} s")
    assert seconds < 0.5


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a book of 30 sessions of 30 hands."""
    here = tmp_path_factory.mktemp("season")
    assert (
        main(
            [
                "simulate",
                "--sessions",
                "30",
                "--hands",
                "30",
                "--seed",
                "3",
                "-o",
                str(here / "logs"),
            ]
        )
        == 0
    )
    import_files(here / "book", [here / "logs"], ImportOptions())
    return here / "book"


@pytest.mark.parametrize("command", ["owes", "night", "standings"])
def test_an_answer_on_a_season_takes_less_than_half_a_second_of_the_processor(
    command: str, season: Path
) -> None:
    program = [sys.executable, "-m", "ledger.cli.main", command, "--book", str(season)]
    seconds = min(processor_time(program) for _ in range(7))
    print(f"\nbourre {command} on 30 sessions: {seconds:.2f} s of the processor")
    assert seconds < 0.5


def processor_time(program: list[str]) -> float:
    """Return how many seconds of the processor a program takes that does what it should."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(program, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
