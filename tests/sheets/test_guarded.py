"""Whatever comes in, a command and the process that guards it take little together, and only the
file is refused for good.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from test_results import workbook

from ledger.sheets import SheetError, cells, sheet_names

HOSTILE = Path(__file__).parents[1] / "cases" / "hostile"


@pytest.mark.nightly
@pytest.mark.skipif(
    not Path("/proc/self/smaps_rollup").exists(),
    reason="only Linux says what several processes take together",
)
@pytest.mark.parametrize("path", sorted(HOSTILE.iterdir()), ids=lambda path: path.name)
@pytest.mark.nightly
def test_whatever_comes_in_a_command_and_its_workers_take_little_together(
    path: Path, tmp_path: Path
) -> None:
    money = [] if path.suffix == ".parquet" else ["--money", "EUR"]
    words = [
        sys.executable,
        "-m",
        "ledger",
        "import",
        str(path),
        *money,
        "--book",
        str(tmp_path / "book"),
    ]
    before = sum(os.times()[2:4])
    with subprocess.Popen(
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as command:
        most = 0
        while command.poll() is None:
            most = max(most, sum(map(proportional, family(command.pid))))
            time.sleep(0.02)
        assert command.stderr is not None
        told = command.stderr.read()
    seconds = sum(os.times()[2:4]) - before
    print(f"{path.name}: {most / 1000:.0f} MB, {seconds:.1f} s, {told.splitlines()[0]}")
    assert command.returncode == 2
    assert "Traceback" not in told
    assert most < 300_000
    assert seconds < 10
    assert not (tmp_path / "book").exists()


def family(process: int) -> Iterator[int]:
    """Yield a process and all that it has begun."""
    yield process
    with suppress(OSError):
        for task in Path(f"/proc/{process}/task").iterdir():
            for child in (task / "children").read_text("ascii").split():
                yield from family(int(child))


def proportional(process: int) -> int:
    """Return the kilobytes that a process takes, its part of what it shares with others; 0 if it
    has ended.
    """
    with suppress(OSError):
        found = re.search(
            r"^Pss:\s+(\d+)", Path(f"/proc/{process}/smaps_rollup").read_text("ascii"), re.MULTILINE
        )
        return int(found[1]) if found else 0
    return 0


def test_only_the_file_is_refused_for_good_and_not_a_machine_that_was_busy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    content = workbook(("s", [["Date", "Ann", "Bea"], ["2025-01-03", 5, -5]]))
    for failed in (None, subprocess.CompletedProcess([], -9)):
        with monkeypatch.context() as patch:
            patch.setattr(cells, "guarded", lambda *_words, failed=failed: failed)
            with pytest.raises(SheetError, match="this machine is too busy"):
                sheet_names(content, "s.xlsx")
    assert sheet_names(content, "s.xlsx") == ["s"]
