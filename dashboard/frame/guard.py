"""Slows down whoever tries passwords: after every wrong one the next attempt has to wait longer."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock
from typing import Final, NamedTuple, TypeVar

T = TypeVar("T")

LONGEST_WAIT: Final = 60.0
"""Seconds that attempts from one address have to wait at most."""
EVERYBODYS_WAIT: Final = 4.0
"""The same for attempts from anywhere: short, so that nobody can lock the others out for long."""
MEMORY: Final = 900.0
"""Seconds after which wrong passwords are forgotten; a right one forgets nothing, or whoever knows one could try the others."""
_MOST_ADDRESSES: Final = 10_000


class TooSoon(NamedTuple):
    """An attempt that was not looked at: ``seconds`` have to pass first."""

    seconds: float


class _Failures(NamedTuple):
    times: int
    last: float


class Guard:
    """Lets attempts through one at a time; one guard stands before all sessions of a server."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._from: dict[str, _Failures] = {}
        self._all = _Failures(0, 0.0)

    def attempt(self, address: str, check: Callable[[], T | None]) -> T | TooSoon | None:
        """Return what ``check`` says, None for a wrong password, or TooSoon without a look at it."""
        with self._lock:
            now = self._clock()
            seconds = max(
                _until(self._from.get(address), LONGEST_WAIT, 0) - now,
                _until(self._all, EVERYBODYS_WAIT, 5) - now,
            )
            if seconds > 0:
                return TooSoon(seconds)
            found = check()
            if found is None:
                self._note(address, self._clock())
            return found

    def _note(self, address: str, now: float) -> None:
        self._all = _more(self._all, now)
        mine = _more(self._from.pop(address, None), now)
        self._from = {one: failures for one, failures in self._from.items() if now - failures.last < MEMORY}
        while len(self._from) >= _MOST_ADDRESSES:
            del self._from[next(iter(self._from))]  # the one that has been quiet longest
        self._from[address] = mine


def _more(failures: _Failures | None, now: float) -> _Failures:
    return _Failures(1 if failures is None or now - failures.last >= MEMORY else failures.times + 1, now)


def _until(failures: _Failures | None, longest: float, free: int) -> float:
    """Return the moment from which the next attempt is looked at; the first ``free`` wrong ones cost nothing."""
    if failures is None or failures.times <= free:
        return 0.0
    return failures.last + min(longest, 2.0 ** (min(failures.times - free, 30) - 1))
