"""The login page: one file, without scripts, that loads nothing else.

Checks passwords a few at a time: a wrong one makes its own address wait, and never another.

Addresses that were never wrong come before all that were, and none has a second guess checked
without a wait in between. So a right password waits for one guess of each other address at most,
and for those that are already being checked.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from html import escape
from ipaddress import IPv6Address, ip_address, ip_network
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

PATH: Final = "/bourre/login"
ELSEWHERE: Final = "/bourre/login/elsewhere"
LONGEST_NEXT: Final = 2_000
_PAGE: Final = Path(__file__).with_name("login.html").read_text("utf-8")
_FORM: Final = """<form method="post" action="%(action)s">%(said)s
<input type="hidden" name="next" value="%(next)s">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="200" required autofocus>
<button>Log in</button></form>"""  # noqa: E501


def asking(colours: str, goes_to: str, wrong: str = "") -> str:
    """The form; a right password leads to ``goes_to``.

    ``wrong`` says what was wrong with the last one.
    """
    said = f'<p class="wrong" role="alert">{escape(wrong)}</p>' if wrong else ""
    return _PAGE % {
        "colours": colours,
        "body": _FORM % {"action": PATH, "said": said, "next": escape(goes_to)},
    }


def saying(colours: str, *sentences: str, command: str = "") -> str:
    """A page without a form, which says what is the matter and which command helps."""
    body = "".join(f"<p>{escape(one)}</p>" for one in sentences)
    return _PAGE % {
        "colours": colours,
        "body": body + (f"<p><code>{escape(command)}</code></p>" if command else ""),
    }


def elsewhere(colours: str, stranger: str = "") -> str:
    """The page with a button to log in elsewhere; ``stranger`` is the address of somebody who did,
    but has no role here.
    """
    if not stranger:
        return _PAGE % {
            "colours": colours,
            "body": f'<a class="button" href="{ELSEWHERE}">Log in</a>',
        }
    said = (
        f'<p class="wrong" role="alert">{escape(stranger)} may not look at this book. Ask whoever '
        "keeps it.</p>"
    )
    return _PAGE % {
        "colours": colours,
        "body": f'{said}<a class="button" href="/auth/logout">Log in as somebody else</a>',
    }


def place_to_go(wanted: str) -> str:
    """The page to show after the login: the ``wanted`` one if it is ours, else the first page."""
    ours = (
        wanted.startswith("/")
        and not wanted.startswith(("//", "/\\", "/bourre/"))
        and len(wanted) <= LONGEST_NEXT
    )
    return (
        wanted if ours and wanted.isascii() and wanted.isprintable() and "\\" not in wanted else "/"
    )


# --- Passwords, a few at a time -------------------------------------------------------------------
T = TypeVar("T")
LONGEST_WAIT: Final = 60.0  # the longest wait after a wrong password, in seconds
MEMORY: Final = 900.0
"""Seconds until wrong passwords are forgotten.

A right one does not clear them: whoever knows one could then guess the others.
"""
LOOKS: Final = 2
"""Attempts that are checked at the same time: each takes processor time and 19 MB, or as much as an
older hash asks for.
"""
# attempts that one address may have waiting, including the one that is being checked
AT_ONCE: Final = 4
QUEUE: Final = 256  # attempts that may wait in all
_MOST_ADDRESSES: Final = 10_000


class TooSoon(NamedTuple):
    """An attempt that was not checked: try again after ``seconds``."""

    seconds: float


class _Failures(NamedTuple):
    times: int
    last: float


class Guard:
    """Remembers wrong passwords by the address that they came from."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._from: dict[str, _Failures] = {}

    def wait(self, address: str) -> float:
        """Seconds until an address may try again, 0 if it may now."""
        failures = self._from.get(address)
        if failures is None:
            return 0.0
        return max(
            0.0,
            failures.last + min(LONGEST_WAIT, 2.0 ** (min(failures.times, 30) - 1)) - self._clock(),
        )

    def times(self, address: str) -> int:
        """How many recent wrong passwords came from an address."""
        failures = self._from.get(address)
        return 0 if failures is None or self._clock() - failures.last >= MEMORY else failures.times

    def failed(self, address: str) -> None:
        """Note a wrong password from an address."""
        now = self._clock()
        mine = self._from.pop(address, None)
        self._from = {
            one: failures for one, failures in self._from.items() if now - failures.last < MEMORY
        }
        while len(self._from) >= _MOST_ADDRESSES:
            del self._from[next(iter(self._from))]  # the one that has been quiet longest
        self._from[address] = _Failures(
            1 if mine is None or now - mine.last >= MEMORY else mine.times + 1, now
        )


class _Waiting(NamedTuple):
    """An attempt in the queue; ``called`` becomes true when its turn comes, and false if it will
    not be checked.
    """

    address: str
    called: asyncio.Future[bool]


class Attempts:
    """Lets attempts be checked in turn, first those from addresses with the fewest wrong passwords;
    for one event loop.
    """

    def __init__(self, guard: Guard | None = None) -> None:
        self._guard = guard or Guard()
        self._looked_at: list[_Waiting] = []
        self._queue: list[_Waiting] = []
        """The fewest wrong passwords first, and among equals in the order in which they came."""

    async def attempt(self, address: str, check: Callable[[], T | None]) -> T | TooSoon | None:
        """What ``check`` returns, which is None for a wrong password; or TooSoon, without calling
        it.
        """
        here = neighbourhood(address)
        async with self._turn(here) as has_come:
            if not has_come:
                return TooSoon(max(1.0, self._guard.wait(here)))
            found = await asyncio.to_thread(check)
            if found is None:
                self._guard.failed(here)
            return found

    @asynccontextmanager
    async def _turn(self, address: str) -> AsyncIterator[bool]:
        """Wait for the turn of an attempt, and give false if it gets none.

        On leaving, the next ones get theirs.
        """
        mine = _Waiting(address, asyncio.get_running_loop().create_future())
        self._queue.append(mine)
        self._call()
        try:
            yield await mine.called
        finally:
            for place in (self._looked_at, self._queue):
                if mine in place:  # in the queue if the request was cancelled while it waited
                    place.remove(mine)
            self._call()

    def _call(self) -> None:
        # among equals they stay as they came
        self._queue.sort(key=lambda one: self._guard.times(one.address))
        seen = Counter(one.address for one in self._looked_at)
        for place, one in enumerate(list(self._queue)):
            seen[one.address] += 1
            if self._guard.wait(one.address) > 0 or seen[one.address] > AT_ONCE or place >= QUEUE:
                self._settle(one, is_turn=False)
            elif seen[one.address] == 1 and len(self._looked_at) < LOOKS:
                self._settle(one, is_turn=True)
                self._looked_at.append(one)

    def _settle(self, one: _Waiting, *, is_turn: bool) -> None:
        self._queue.remove(one)
        if not one.called.done():
            one.called.set_result(is_turn)


def neighbourhood(address: str) -> str:
    """What counts as one address: of IPv6 only the first half, as anybody can choose the second.

    Empty if it is no address.
    """
    try:
        found = ip_address(address)
    except ValueError:
        return ""
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or ip_network((found, 64), strict=False))
