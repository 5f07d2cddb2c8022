"""Work spread over processes: the order of the parts, processes that are killed, and an end at
once.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from multiprocessing.connection import wait
from pathlib import Path

import pytest

from ledger.errors import UserError
from ledger.workers import at_hand, spread

pytestmark = pytest.mark.slow


def doubled(number: int) -> int:
    return 2 * number


def whose(_part: int) -> int:
    return os.getpid()


def killed_once(marks: str) -> str:
    """Die if the file is not there yet, and leave it."""
    mark = Path(marks)
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return mark.name


def killed(_part: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_results_come_in_the_order_of_the_parts() -> None:
    assert (
        list(spread(doubled, range(20), 2))
        == list(spread(doubled, range(20), 1))
        == [2 * number for number in range(20)]
    )


def test_what_a_process_had_begun_that_was_killed_is_done_by_another(tmp_path: Path) -> None:
    parts = [str(tmp_path / name) for name in "abcdef"]
    for part in (parts[0], parts[1], parts[3], parts[5]):
        Path(part).touch()
    assert "".join(spread(killed_once, parts, 2)) == "abcdef"


def test_a_part_at_which_every_process_dies_is_told() -> None:
    with pytest.raises(UserError, match="died"):
        list(spread(killed, [1], 2))


def test_the_same_processes_do_one_thing_after_the_other() -> None:
    with at_hand(whose, 2) as done:
        first, again = ({*done(range(8))} for _ in range(2))
    assert os.getpid() not in first | again
    assert len(first | again) <= 2


def test_whoever_stops_in_the_middle_leaves_no_process_behind() -> None:
    others = set(multiprocessing.active_children())
    results = spread(doubled, range(1000), 2)
    assert next(results) == 0
    mine = [one for one in multiprocessing.active_children() if one not in others]
    assert mine
    results.close()  # type: ignore[attr-defined]
    for one in mine:
        # not join(): the pool waits for it too, and only one of the two learns how it ended
        assert wait([one.sentinel], 60)


def test_processes_end_with_the_one_that_began_them_however_that_ends() -> None:
    script = (
        "from test_workers import *\nfor pid in spread(whose, range(9), 2): os.kill(os.getpid(), 9)"
    )
    # They have its standard output: that ends with the last of them.
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=Path(__file__).parent,
        stdout=subprocess.PIPE,
        timeout=60,
        check=False,
    )
    assert done.returncode == -signal.SIGKILL
