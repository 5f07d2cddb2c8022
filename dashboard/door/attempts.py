"""Passwords are tried one after another: a wrong one makes its own address wait, and never another.

In the queue whoever has been wrong stands behind everybody who has not.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from heapq import heappop, heappush
from ipaddress import IPv6Address, ip_address, ip_network
from itertools import count
from typing import Final, NamedTuple, TypeVar

T = TypeVar("T")

LONGEST_WAIT: Final = 60.0
"""Seconds that attempts from one address have to wait at most."""
MEMORY: Final = 900.0
"""Seconds after which wrong passwords are forgotten; a right one forgets nothing, or whoever knows one could try the others."""
AT_ONCE: Final = 4
"""Attempts from one address that may queue."""
QUEUE: Final = 256
"""Attempts from anywhere that may queue. One takes a tenth of a second and 64 MB, so there is one at a time."""
_MOST_ADDRESSES: Final = 10_000


class TooSoon(NamedTuple):
    """An attempt that was not looked at: ``seconds`` have to pass first."""

    seconds: float


class _Failures(NamedTuple):
    times: int
    last: float


class Guard:
    """Remembers wrong passwords by where they came from."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._from: dict[str, _Failures] = {}

    def wait(self, address: str) -> float:
        """Seconds until the next attempt from an address is looked at, 0 if it is now."""
        failures = self._from.get(address)
        if failures is None:
            return 0.0
        return max(0.0, failures.last + min(LONGEST_WAIT, 2.0 ** (min(failures.times, 30) - 1)) - self._clock())

    def times(self, address: str) -> int:
        """How often an address was wrong of late."""
        failures = self._from.get(address)
        return 0 if failures is None or self._clock() - failures.last >= MEMORY else failures.times

    def failed(self, address: str) -> None:
        """Note a wrong password."""
        now = self._clock()
        mine = self._from.pop(address, None)
        self._from = {one: failures for one, failures in self._from.items() if now - failures.last < MEMORY}
        while len(self._from) >= _MOST_ADDRESSES:
            del self._from[next(iter(self._from))]  # the one that has been quiet longest
        self._from[address] = _Failures(1 if mine is None or now - mine.last >= MEMORY else mine.times + 1, now)


class _Queue:
    """One turn at a time, for whoever has the lowest rank and of those came first; for one event loop."""

    def __init__(self) -> None:
        self._taken = False
        self._came = count()
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []

    @asynccontextmanager
    async def turn(self, rank: int) -> AsyncIterator[None]:
        """Wait for a turn, and give it to the next one afterwards."""
        if self._taken:
            called = asyncio.get_running_loop().create_future()
            heappush(self._waiting, (rank, next(self._came), called))
            await called
        self._taken = True
        try:
            yield
        finally:
            self._taken = False
            while self._waiting and not self._taken:
                called = heappop(self._waiting)[2]
                if not called.done():  # or whoever waited is gone
                    called.set_result(None)
                    self._taken = True


class Attempts:
    """Has attempts looked at one at a time, in the order in which they come; for one event loop."""

    def __init__(self, guard: Guard | None = None) -> None:
        self._guard = guard or Guard()
        self._queue = _Queue()
        self._queued: Counter[str] = Counter()

    async def attempt(self, address: str, check: Callable[[], T | None]) -> T | TooSoon | None:
        """What ``check`` says, None for a wrong password, or TooSoon without a look at it."""
        here = neighbourhood(address)
        if self._queued[here] >= AT_ONCE or self._queued.total() >= QUEUE:
            return TooSoon(max(1.0, self._guard.wait(here)))
        self._queued[here] += 1
        try:
            async with self._queue.turn(self._guard.times(here)):
                seconds = self._guard.wait(here)  # asked here: one that was before us in the queue may have been wrong
                if seconds > 0:
                    return TooSoon(seconds)
                found = await asyncio.to_thread(check)
                if found is None:
                    self._guard.failed(here)
                return found
        finally:
            self._queued[here] -= 1
            if not self._queued[here]:
                del self._queued[here]


def neighbourhood(address: str) -> str:
    """What counts as one address: of IPv6 the first half, for the second is anybody's own to choose."""
    try:
        found = ip_address(address)
    except ValueError:
        return ""
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or ip_network((found, 64), strict=False))
