"""``bourre watch``: what an editor does to a file, and what is said of it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest

from ledger.cli import watch
from ledger.cli.main import main

pytestmark = pytest.mark.nightly

GOOD = """bourre 1
session 2026-11-20 friday
rules louisiana
seats Ann Bea Cal

hand 1 Cal 9h
  play Ann 0
  play Bea 0
  tricks Ann 3 Bea 2
  take Ann 3
"""
WRONG = GOOD.replace("take Ann", "take Bea")


class Watching:
    """The command in a process of its own."""

    def __init__(self, path: Path) -> None:
        words = [sys.executable, "-u", "-m", "ledger.cli.main", "watch", str(path)]
        self.program = subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.clock = Timer(300, self.program.kill)
        self.clock.start()

    def until(self, words: str) -> str:
        """Return what is said up to the line with some words; five minutes at most."""
        said = ""
        assert self.program.stdout
        for line in self.program.stdout:
            said += line
            if words in line:
                return said
        pytest.fail(f"it never said {words!r}, but {said}")

    def end(self) -> int:
        self.program.send_signal(signal.SIGINT)
        return self.program.wait()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "friday.bourre"


@pytest.fixture
def watching(path: Path) -> Iterator[type[Watching]]:
    started: list[Watching] = []

    class Here(Watching):
        def __init__(self) -> None:
            super().__init__(path)
            started.append(self)

    yield Here  # type: ignore[misc]
    for one in started:
        one.clock.cancel()
        one.program.kill()
        one.program.wait()
        assert one.program.stdout
        one.program.stdout.close()


def replaced(path: Path, text: str) -> None:
    """Save as most editors do: a new file takes the old one's place."""
    new = path.with_name("#new#")
    new.write_text(text)
    new.replace(path)


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent otherwise elsewhere")
def test_what_an_editor_does(path: Path, watching: type[Watching]) -> None:
    """Saved in place, replaced, with a line above, removed, made again, half saved; and another
    file beside it.
    """
    path.write_text(GOOD)
    here = watching()  # type: ignore[call-arg]
    assert "nothing wrong" in here.until("nothing wrong")
    replaced(path, WRONG)
    said = here.until("saved:")
    assert "friday.bourre:10: error: hand 1, Ann [take]" in said
    assert "saved: 1 hand, 2 findings, 2 new, 0 fixed" in said
    path.with_name("other.bourre").write_text("nonsense")
    replaced(path, WRONG.replace("seats", "# who came\nseats"))
    assert here.until("saved:") == "saved: 1 hand, 2 findings, 0 new, 0 fixed\n"
    path.unlink()
    assert "missing or empty; waiting" in here.until("waiting")
    path.write_text(GOOD)
    said = here.until("saved:")
    assert "fixed: hand 1, Ann [take]" in said
    assert "0 new, 2 fixed" in said
    path.write_text("")
    assert "missing or empty; waiting" in here.until("waiting")
    path.write_text(GOOD[:-12])
    assert "0 new, 0 fixed" in here.until("saved:")
    assert here.end() == 0


def test_a_log_of_a_book_is_not_all_that_the_book_knows(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Said when findings come that the evening before may explain, and not again while nothing new
    does.
    """
    folder = tmp_path / "book"
    log = folder / "sessions" / path.name
    log.parent.mkdir(parents=True)
    (folder / "book.toml").touch()
    monkeypatch.setattr(
        watch,
        "_moments",
        lambda _path: (log.write_text(text) for text in (GOOD, WRONG, f"{WRONG}# so\n")),
    )
    log.write_text(GOOD)
    assert main(["watch", str(log)]) == 0
    assert capsys.readouterr().err.count("bourre audit --book") == 1


def test_a_file_that_comes_later(path: Path, watching: type[Watching]) -> None:
    path.with_name("fridays.bourre").write_text(GOOD)
    here = watching()  # type: ignore[call-arg]
    assert here.until("?").endswith(
        ": not there yet; waiting for it (Ctrl-C ends this)\ndid you mean fridays.bourre?\n"
    )
    path.write_text(WRONG)
    assert "2 new" in here.until("saved:")


def test_a_folder_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", str(tmp_path / "nowhere" / "friday.bourre")]) == 2
    assert "there is no such folder" in capsys.readouterr().err
