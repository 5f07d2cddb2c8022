"""From a tap to the disk, over HTTP, in a book of ten thousand hands: how long until a phone has
its answer.
"""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Final

import pytest
import uvicorn
from starlette.applications import Starlette

from dashboard.record import routes
from dashboard.record.routes import ROUTES
from ledger.book.files.folder import VARIABLE
from ledger.book.files.settings import REACH, Role

TAPS: Final = 500
SEATS: Final = ("Ann", "Bea", "Cal", "Dot")
PHONE: Final = {"phone": "ann-1", "name": "Ann's phone", "stream": "tab"}


class Line:
    """A connection that stays open, as a phone's does, and what each request took: seconds by the
    clock, and of the processor.
    """

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port)
        self.took: dict[str, list[tuple[float, float]]] = {}

    def close(self) -> None:
        self.connection.close()

    def post(self, path: str, kind: str, **said: object) -> dict[str, Any]:
        clock, processor = time.perf_counter(), time.process_time()
        self.connection.request(
            "POST",
            f"/bourre/{path}",
            json.dumps(PHONE | said),
            {"Content-Type": "application/json"},
        )
        answer = self.connection.getresponse()
        content: dict[str, Any] = json.loads(answer.read())
        self.took.setdefault(kind, []).append(
            (time.perf_counter() - clock, time.process_time() - processor)
        )
        assert answer.status == 200, content
        return content

    def processor(self, kind: str) -> float:
        """Print what requests of a kind took, and return the median of the processor, in
        seconds.
        """
        clock, processor = (sorted(times) for times in zip(*self.took[kind], strict=True))
        shown = ", ".join(
            (
                f"{name} median {median(times) * 1000:.1f} ms, p99 "
                f"{quantiles(times, n=100)[-1] * 1000:.1f} ms"
            )
            for name, times in (("clock", clock), ("processor", processor))
        )
        print(f"{len(clock)} {kind}: {shown}")
        return median(processor)


@pytest.fixture
def line(book_of_logs: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Line]:
    """Serve the routes of the record page from a thread of this process, whose processor time is
    therefore both sides'.
    """
    monkeypatch.setenv(VARIABLE, str(book_of_logs))
    monkeypatch.setenv(REACH, "local")
    monkeypatch.setattr(routes, "role_of", lambda _request: Role.BANKER)
    server = uvicorn.Server(
        uvicorn.Config(Starlette(routes=list(ROUTES)), port=0, log_level="error")
    )
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    with closing(Line(server.servers[0].sockets[0].getsockname()[1])) as line:
        yield line
    server.should_exit = True
    thread.join()


def hand(number: int) -> Iterator[dict[str, object]]:
    """Yield the taps of a hand of three as a score; the first says who deals."""
    if number == 1:
        yield {"kind": "dealer", "player": "Dot"}
    for name in ("Cal", "Ann", "Bea"):
        yield {"kind": "stays", "player": name, "yes": True}
    yield {"kind": "took", "player": "Bea", "tricks": 2}
    yield {"kind": "took", "player": "Ann", "tricks": 3}
    yield {"kind": "confirm"}


def test_a_tap_is_on_the_disk_in_a_moment(line: Line) -> None:
    """What the clock says is printed, for it depends on what else the machine does; a busy one
    slows its processors too.
    """
    log = line.post("begin", "beginning", seats=SEATS, chip="")["log"]
    at = 0
    for number in count(1):
        for tap in hand(number):
            at += 1
            kind = "confirmations" if tap["kind"] == "confirm" else "taps"
            done = line.post("taps", kind, log=log, events=[{"n": at, "hand": number, **tap}])
            assert (done["applied"], done["refused"]) == (at, None)
        if at >= TAPS:
            break
    print()
    taps, confirmations = line.processor("taps"), line.processor("confirmations")
    assert taps < 0.1
    assert confirmations < 2 * taps
