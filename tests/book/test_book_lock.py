"""One writer or many readers of a book, across processes and threads, and nobody starves
(ledger/book/derived/access.py).
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from multiprocessing.process import BaseProcess
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

import portalocker
import pytest

from ledger.book.derived import access
from ledger.book.derived.access import LOCK_FILE, TURN_FILE, reading, writing
from ledger.errors import UserError

Use = Callable[[Path], AbstractContextManager[None]]

PROCESSES = multiprocessing.get_context("spawn")
LONG = 300
"""Seconds after which something that should have happened never will."""
MOST_TURNS = 200
"""Of others, before one who asks for the book gets it: they are served in order, but a busy system
may be slow to wake one up.
"""


@contextmanager
def at_work(*started: BaseProcess) -> Iterator[None]:
    """Have processes at work, and none left over."""
    for process in started:
        process.start()
    try:
        yield
    finally:
        for process in started:
            process.kill()
            process.join()


def in_time(action: Callable[[], None]) -> None:
    """Do something that may wait, but not for ever."""
    done = threading.Event()

    def act() -> None:
        action()
        done.set()

    threading.Thread(target=act, daemon=True).start()
    assert done.wait(LONG)


def take_alone(folder: Path) -> None:
    with writing(folder):
        pass


# --- Nobody sees half of another's work -----------------------------------------------------------


def add_up(folder: Path, turns: int) -> None:
    """Add one to a number that stands twice in a file, in steps that others must not see."""
    file = folder / "number"
    for _ in range(turns):
        with reading(folder):
            first, second = file.read_text().split()
            assert first == second
        with writing(folder):
            number = int(file.read_text().split()[0]) + 1
            file.write_text(f"{number} ")
            time.sleep(0)
            file.write_text(f"{number} {number}")


@pytest.mark.slow
@pytest.mark.parametrize("worker", [PROCESSES.Process, threading.Thread])
def test_writers_are_alone_and_readers_see_whole_work(
    worker: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / "number").write_text("0 0")
    workers = [worker(target=add_up, args=(tmp_path, 100), daemon=True) for _ in range(4)]
    for each in workers:
        each.start()
    for each in workers:
        each.join(LONG)
    assert (tmp_path / "number").read_text() == "400 400"


def test_readers_read_together(tmp_path: Path) -> None:
    everyone = threading.Barrier(3)

    def read() -> None:
        with reading(tmp_path):
            everyone.wait(LONG)

    others = [threading.Thread(target=read) for _ in range(2)]
    for other in others:
        other.start()
    read()
    for other in others:
        other.join()
    assert not everyone.broken


# --- Nobody starves -------------------------------------------------------------------------------


def take_turns(folder: Path, alone: bool, seconds: float, turns: Synchronized[int]) -> None:
    """Use the book again and again for so long, with no pause between."""
    while True:
        with writing(folder) if alone else reading(folder):
            turns.value += 1
            if seconds:
                time.sleep(seconds)


@pytest.mark.slow
@pytest.mark.drawn(2)
@pytest.mark.parametrize("seconds", [0, 0.001])
@pytest.mark.parametrize(
    ("others", "they_write", "i_write"),
    [(8, False, True), (2, True, False), (2, True, True)],
    ids=["a writer among 8 readers", "a reader among 2 writers", "a writer among 2 writers"],
)
def test_who_asks_is_served_after_a_bounded_number_of_turns(
    others: int, they_write: bool, i_write: bool, seconds: float, tmp_path: Path
) -> None:
    turns = [PROCESSES.Value("q", 0) for _ in range(others)]
    waited: list[int] = []

    def ask() -> None:
        for _ in range(40):
            before = sum(count.value for count in turns)
            with writing(tmp_path) if i_write else reading(tmp_path):
                waited.append(sum(count.value for count in turns) - before)

    them = [
        PROCESSES.Process(target=take_turns, args=(tmp_path, they_write, seconds, count))
        for count in turns
    ]
    with at_work(*them):
        while not all(count.value for count in turns):
            assert all(process.is_alive() for process in them)
            time.sleep(0.01)
        in_time(ask)
    assert max(waited) <= MOST_TURNS


# --- Ends that nobody planned ---------------------------------------------------------------------


def hold(folder: Path, held: Event) -> None:
    with writing(folder):
        held.set()
        time.sleep(LONG)


@pytest.mark.slow
def test_a_killed_writer_leaves_the_book_free(tmp_path: Path) -> None:
    held = PROCESSES.Event()
    writer = PROCESSES.Process(target=hold, args=(tmp_path, held))
    with at_work(writer):
        assert held.wait(LONG)
        with (tmp_path / LOCK_FILE).open() as file, pytest.raises(portalocker.AlreadyLocked):
            portalocker.lock(
                file, portalocker.LockFlags.SHARED | portalocker.LockFlags.NON_BLOCKING
            )
        writer.kill()
        in_time(lambda: take_alone(tmp_path))


def give_up_waiting(folder: Path, waits: Event, gave_up: Event) -> None:
    access.PATIENCE = 0.01  # type: ignore[misc]
    try:
        with writing(folder, waits.set):
            pass
    except KeyboardInterrupt:
        gave_up.set()
        time.sleep(LONG)


@pytest.mark.slow
@pytest.mark.parametrize("door_is_taken", [False, True])
def test_an_interrupted_wait_leaves_nothing_locked(door_is_taken: bool, tmp_path: Path) -> None:
    waits, gave_up = PROCESSES.Event(), PROCESSES.Event()
    waiter = PROCESSES.Process(target=give_up_waiting, args=(tmp_path, waits, gave_up))
    with at_work(waiter):
        with reading(tmp_path), (tmp_path / TURN_FILE).open("r+") as door:
            if door_is_taken:
                portalocker.lock(door, portalocker.LockFlags.EXCLUSIVE)
            assert waits.wait(LONG)
            os.kill(waiter.pid or 0, signal.SIGINT)
            assert gave_up.wait(LONG)
        in_time(lambda: take_alone(tmp_path))


def test_a_child_process_does_not_keep_the_locks_of_its_parent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "PATIENCE", 0.01)
    waits = threading.Event()
    waiter = threading.Thread(target=take_announced, args=(tmp_path, waits.set))
    with writing(tmp_path):
        waiter.start()
        assert waits.wait(LONG)
        child = multiprocessing.get_context("fork").Process(target=time.sleep, args=(LONG,))
        child.start()
    in_time(lambda: take_alone(tmp_path))
    waiter.join()
    child.kill()
    child.join()


def test_an_error_inside_frees_the_book(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), writing(tmp_path):
        raise ZeroDivisionError
    take_alone(tmp_path)


# --- Waiting is announced -------------------------------------------------------------------------


def test_a_long_wait_is_announced_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "PATIENCE", 0.01)
    said: list[str] = []
    with writing(tmp_path):
        # The first waits in the door for the lock, the second before the door and then for the
        # lock.
        waiters = [
            threading.Thread(
                target=lambda name=name: take_announced(tmp_path, lambda: said.append(name))
            )
            for name in "ab"
        ]
        for waiter in waiters:
            waiter.start()
        deadline = time.monotonic() + LONG
        while len(said) < 2 and time.monotonic() < deadline:
            time.sleep(0.01)
    for waiter in waiters:
        waiter.join()
    assert sorted(said) == ["a", "b"]


def take_announced(folder: Path, waiting: Callable[[], None]) -> None:
    with writing(folder, waiting):
        time.sleep(0.05)


def test_a_short_wait_is_not_worth_a_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "PATIENCE", LONG)  # a busy machine may make a second of a tenth
    said: list[str] = []
    waiter = threading.Thread(
        target=take_announced, args=(tmp_path, lambda: said.append("waiting"))
    )
    with writing(tmp_path):
        waiter.start()
        time.sleep(0.1)
    waiter.join()
    assert said == []


# --- What cannot be locked ------------------------------------------------------------------------


@pytest.mark.parametrize("outer", [reading, writing])
@pytest.mark.parametrize("inner", [reading, writing])
def test_a_thread_that_would_wait_for_itself_is_told(
    outer: Use, inner: Use, tmp_path: Path
) -> None:
    (tmp_path / "book").mkdir()
    (tmp_path / "link").symlink_to("book")
    with outer(tmp_path / "book"):
        with pytest.raises(RuntimeError, match="holds the book already"), inner(tmp_path / "link"):
            pass
        with inner(tmp_path):
            """Another book is no matter."""
    take_alone(tmp_path / "book")


@pytest.mark.parametrize("use", [reading, writing])
def test_a_folder_that_is_missing_or_none_is_an_error_in_words(use: Use, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for name in ("missing", "file"):
        with (
            pytest.raises(UserError, match=f"{name}: there is no such folder"),
            use(tmp_path / name),
        ):
            pass
    (tmp_path / LOCK_FILE).mkdir()
    with pytest.raises(UserError, match="cannot be"), use(tmp_path):
        pass


def refuse(path: str, _flags: int) -> int:
    raise PermissionError(13, "Permission denied", path)


def test_a_folder_that_we_may_not_write_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "_create", refuse)
    with reading(tmp_path):
        assert list(tmp_path.iterdir()) == []
    with pytest.raises(UserError, match="cannot be written: Permission denied"), writing(tmp_path):
        pass


def test_who_reads_in_a_folder_of_another_still_keeps_its_writer_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_alone(tmp_path)
    monkeypatch.setattr(access, "_create", refuse)
    with (
        reading(tmp_path),
        (tmp_path / LOCK_FILE).open("r+") as file,
        pytest.raises(portalocker.AlreadyLocked),
    ):
        portalocker.lock(file, portalocker.LockFlags.EXCLUSIVE | portalocker.LockFlags.NON_BLOCKING)


def test_a_disk_without_locks_is_an_error_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(_file: object, _flags: object) -> None:
        raise portalocker.LockException("no locks") from OSError(37, "No locks available")

    monkeypatch.setattr(access, "lock", no_locks)
    with (
        pytest.raises(UserError, match=r"cannot be locked: .*No locks available"),
        writing(tmp_path),
    ):
        pass
