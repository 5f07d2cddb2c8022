"""Work spread over the processors: what comes of it is the same, and in the same order, however
many take part.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

if TYPE_CHECKING:
    from subprocess import CompletedProcess

T = TypeVar("T")
R = TypeVar("R")
WORTH_IT: Final = 20_000
"""Hands from which on it pays to start other processes, which takes each of them a third of a
second.
"""


AT_START: Final[list[Callable[[], None]]] = []
"""What a further process does before any work: functions of modules, added by the program that will
start it.
"""


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(
    work: Callable[[T], R], parts: Iterable[T], jobs: int, cluster: str | None = None
) -> Iterator[R]:
    """Yield what ``work`` makes of each part, in the order of the parts, done by so many processes;
    by this one if it is 1.

    With the address of a Dask ``cluster`` its workers do it. Few parts are under way at a time, so
    that results do not pile up. If a process dies, what was not done is begun again. Raises what
    ``work`` raises, and UserError for a part at which processes die again and again.
    """
    if cluster is not None:
        from ledger.workers.cluster import spread_on_cluster  # noqa: PLC0415 - hardly anybody has one

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
    from ledger.workers.pool import Workers  # noqa: PLC0415 - most commands need no other process

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
        """Yield what the calls return, in their order; close it to give up those that are under
        way.
        """
        yield from self.done(calls)


@contextmanager
def crew(jobs: int) -> Iterator[Crew]:
    """Give a crew. No process is started before there is something to do."""
    with at_hand(_called, jobs) as done:
        yield Crew(jobs, done)


def _called(call: Callable[[], R]) -> R:
    return call()


ALONE: Final = Crew(1, partial(map, _called))  # this process does everything itself


# --- A file that may be hostile -------------------------------------------------------------------
_ONE: Final = Lock()
_PLAIN: Final = {
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "ARROW_DEFAULT_MEMORY_POOL": "system",
    "PYTHONIOENCODING": "utf-8",
}


def guarded(
    module: str, words: list[str], seconds: int, content: bytes | None = None
) -> CompletedProcess[bytes] | None:
    """Have a process of its own try what may take all memory and time, one at a time; None if it
    does not end.

    ``module``, which limits itself (``limit``), gets ``words``, and ``content`` as its input.
    """
    import subprocess  # noqa: PLC0415 - most commands need no other process

    command = [sys.executable, "-P", "-m", module, *words]
    with _ONE, suppress(subprocess.TimeoutExpired):
        return subprocess.run(  # noqa: S603 - ourselves
            command,
            env={**os.environ, **_PLAIN},
            input=content,
            capture_output=True,
            timeout=8 * seconds,
            check=False,
        )
    return None


def limit(seconds: int, memory: int) -> None:
    """Have the system refuse us more memory and time; where it cannot, what is said of the file
    must do.
    """
    if sys.platform != "win32":
        with suppress(ImportError, OSError, ValueError):
            import resource  # noqa: PLC0415 - not everywhere

            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
            status = dict(
                line.split(":", 1)
                for line in Path("/proc/self/status").read_text("utf-8").splitlines()
            )
            most = int(status["VmData"].split()[0]) * 1024 + memory
            resource.setrlimit(resource.RLIMIT_DATA, (most, most))
