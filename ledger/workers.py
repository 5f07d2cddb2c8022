"""Work spread over the processors: what comes of it is the same, and in the same order, however many take part."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

T = TypeVar("T")
R = TypeVar("R")

WORTH_IT: Final = 20_000
"""Hands from which on it pays to start other processes, which takes each of them a third of a second."""


AT_START: Final[list[Callable[[], None]]] = []
"""What a further process does before any work: functions of modules, added by the program that will start it."""


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(work: Callable[[T], R], parts: Iterable[T], jobs: int, cluster: str | None = None) -> Iterator[R]:
    """Yield what ``work`` makes of each part, in the order of the parts, done by so many processes; by this one if it is 1.

    With the address of a Dask ``cluster`` its workers do it. Few parts are under way at a time, so that results do not pile up.
    If a process dies, what was not done is begun again. Raises what ``work`` raises, and UserError for a part at which
    processes die again and again.
    """
    if cluster is not None:
        from ledger.cluster import spread_on_cluster  # noqa: PLC0415 - hardly anybody has one

        yield from spread_on_cluster(work, parts, cluster)
        return
    with at_hand(work, jobs) as done:
        yield from done(parts)


@contextmanager
def at_hand(work: Callable[[T], R], jobs: int) -> Iterator[Callable[[Iterable[T]], Iterator[R]]]:
    """Give a function that does what ``spread`` does, again and again, with the same processes."""
    if jobs <= 1:
        yield lambda parts: map(work, parts)
        return
    from ledger.worker_pool import Workers  # noqa: PLC0415 - most commands need no other process

    with Workers(work, jobs, AT_START) as workers:

        def done(parts: Iterable[T]) -> Iterator[R]:
            left = iter(parts)
            try:
                while workers.fill(left):
                    yield workers.next()
            finally:
                workers.forget()

        yield done


class Crew(NamedTuple):
    """So many processes that do calls of any kind, one kind after the other."""

    jobs: int
    done: Callable[[Iterable[Callable[[], Any]]], Iterator[Any]]

    def do(self, calls: Iterable[Callable[[], R]]) -> Generator[R]:
        """Yield what the calls return, in their order; close it to give up those that are under way."""
        yield from self.done(calls)


@contextmanager
def crew(jobs: int) -> Iterator[Crew]:
    """Give a crew. No process is started before there is something to do."""
    with at_hand(_called, jobs) as done:
        yield Crew(jobs, done)


def _called(call: Callable[[], R]) -> R:
    return call()


ALONE: Final = Crew(1, partial(map, _called))
"""This process does everything itself."""
