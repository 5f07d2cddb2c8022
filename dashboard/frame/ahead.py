"""Answers for a page that a browser has just requested: worked out while it still loads Streamlit's scripts.

What a page asks of the book follows from its address: the questions of the last run at an address are asked again as soon as a
browser requests it. By the time its scripts have loaded and its run begins, most answers are there, or on their way.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import lru_cache
from threading import BoundedSemaphore, get_native_id
from typing import Final, TypeAlias
from urllib.parse import urlencode

from starlette.requests import Request

from dashboard.frame import address
from dashboard.frame.shown_book import Asked, answer_ahead, noting
from ledger.errors import UserError

Address: TypeAlias = tuple[str, str]
"""The name of a page, and its query in one order."""


def _give_way() -> None:
    """Let everybody else go first: browsers that load scripts, if they are on this machine, and pages that run."""
    if sys.platform == "linux":  # where a thread has a priority of its own
        os.setpriority(os.PRIO_PROCESS, get_native_id(), 5)


_worker: Final = ThreadPoolExecutor(1, "ahead", initializer=_give_way)
_free: Final = BoundedSemaphore(4)
"""Pages that may be waiting at a time; others get their answers when they run, as without this."""


@contextmanager
def remembering(page: str) -> Iterator[None]:
    """Remember what a page asks at its present address, also if it stops before its end."""
    here = _address(page, address.everything())
    with noting() as questions:
        try:
            yield
        finally:
            _last(here)[:] = questions


def make_ready(request: Request) -> None:
    """Begin to answer what the requested page will ask, if that is known. For viewers who may see the book."""
    here = _address(request.url.path.strip("/"), request.query_params.multi_items())
    questions = tuple(_last(here))
    if questions and _free.acquire(blocking=False):
        _worker.submit(_answer, here, questions).add_done_callback(lambda _: _free.release())


@lru_cache(200)
def _last(_here: Address) -> list[Asked]:
    """What was asked at an address the last time: a list that ``remembering`` fills, kept for the latest addresses."""
    return []


def _answer(here: Address, questions: tuple[Asked, ...]) -> None:
    with suppress(UserError):  # the page itself says what is wrong
        answer_ahead(repr(here), questions)


def _address(page: str, query: Iterable[tuple[str, str]]) -> Address:
    return page or "home", urlencode(sorted(query))
