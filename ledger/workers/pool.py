"""Processes that do parts of some work; one that dies is replaced, and what was lost is begun
again.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from threading import Thread
from typing import Final, Generic, TypeVar

from ledger.errors import UserError

T = TypeVar("T")
R = TypeVar("R")
# how often a part is begun: its process may be killed for want of memory, or by somebody
TRIES: Final = 3


class Workers(Generic[T, R]):
    """Processes, and the parts that they are at."""

    def __init__(
        self, work: Callable[[T], R], jobs: int, at_start: Sequence[Callable[[], None]] = ()
    ) -> None:
        self.work, self.jobs, self.at_start = work, jobs, tuple(at_start)
        self.others = set(multiprocessing.active_children())
        self.pool = self._started()
        self.under_way: deque[tuple[T, Future[R]]] = deque()
        self.tries = 1
        """Of the first part that is under way."""

    def __enter__(self) -> Workers[T, R]:
        return self

    def __exit__(self, *_: object) -> None:
        """End at once, whatever is under way."""
        self.pool.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            if process not in self.others:
                process.kill()

    def fill(self, left: Iterator[T]) -> bool:
        """Begin parts until enough are under way; False if none is."""
        for part in islice(left, 2 * self.jobs - len(self.under_way)):
            self.under_way.append((part, self._begun(part)))
        return bool(self.under_way)

    def next(self) -> R:
        """Return what becomes of the first part."""
        while True:
            try:
                result = self.under_way[0][1].result()
            except BrokenProcessPool as error:
                self._begin_again(error)
            else:
                self.under_way.popleft()
                self.tries = 1
                return result

    def forget(self) -> None:
        """Give up the parts that are under way."""
        for _, future in self.under_way:
            future.cancel()
        self.under_way.clear()
        self.tries = 1

    def _begin_again(self, error: BrokenProcessPool) -> None:
        if self.tries == TRIES:
            message = "the processes that were to do a part of the work died, one after the other"
            raise UserError(
                message, "if there is not enough memory for several, use --jobs 1"
            ) from error
        self.tries += 1
        self.pool.shutdown(wait=False, cancel_futures=True)
        self.pool = self._started()
        self.under_way = deque(
            (part, done if _is_done(done) else self._begun(part)) for part, done in self.under_way
        )

    def _begun(self, part: T) -> Future[R]:
        try:
            return self.pool.submit(self.work, part)
        except BrokenProcessPool as error:
            # it broke a moment ago: told when it is this part's turn
            broken: Future[R] = Future()
            broken.set_exception(error)
            return broken

    def _started(self) -> ProcessPoolExecutor:
        # Not as copies of this process: its threads (DuckDB, Arrow, Polars) would be missing in
        # them.
        return ProcessPoolExecutor(
            self.jobs, multiprocessing.get_context("spawn"), _begin, (self.at_start,)
        )


def _is_done(future: Future[R]) -> bool:
    return (
        future.done()
        and not future.cancelled()
        and not isinstance(future.exception(), BrokenProcessPool)
    )


def _begin(at_start: tuple[Callable[[], None], ...]) -> None:
    """Prepare a process.

    Ctrl-C reaches all processes of a terminal; the one that began it ends the others.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_starter, daemon=True).start()
    for prepare in at_start:
        prepare()


def _end_with_starter() -> None:
    """End once the process that began this one is gone: killed, it cannot tell."""
    starter = multiprocessing.parent_process()
    if starter is not None:
        starter.join()
        os._exit(1)
