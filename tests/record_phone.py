"""A thumb on the record page: taps what a log says, and counts; a server that can be killed and
comes again where it was.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from socket import socket

from browser import PATIENCE, forget, let_in, settled, told_address
from playwright.sync_api import Page

from ledger.log.words import split


class Server:
    """The dashboard of a book on a port of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = str(free.getsockname()[1])
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Serve, and wait until it can be reached."""
        self.begin_again(subprocess.PIPE)
        assert self.process is not None
        assert told_address(self.process) == self.address

    def begin_again(self, output: int = subprocess.DEVNULL) -> None:
        """Start without waiting."""
        command = [
            sys.executable,
            "-m",
            "ledger.cli.main",
            "dashboard",
            "--book",
            str(self.folder),
            "--port",
            self.port,
        ]
        self.process = subprocess.Popen(
            command, stdout=output, stderr=subprocess.DEVNULL, text=True, start_new_session=True
        )

    def kill(self) -> None:
        """End it as a power cut does, with the process that serves."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()

    def recover(self) -> None:
        """Be there again, whatever a test has done to it that did not come to its end."""
        assert self.process is not None
        if self.process.poll() is None:
            self.kill()
        self.start()


@contextmanager
def served(folder: Path) -> Iterator[Server]:
    """Serve a book until the test is over."""
    server = Server(folder)
    server.start()
    try:
        yield server
    finally:
        assert server.process is not None
        server.process.terminate()
        server.process.wait(PATIENCE / 1000)
        if server.process.stdout:
            server.process.stdout.close()


class Phone:
    """A thumb on the record page."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.taps = 0

    def recover(self) -> None:
        """Be a phone that nobody has used, whatever a test has left on it: a dialog, a route, or no
        network.
        """
        context = self.page.context
        self.page = context.new_page()
        forget(context, self.address)
        let_in(context, self.address)

    def open(self) -> None:
        """Open the page."""
        self.page.goto(f"{self.address}/record")
        settled(self.page)

    def tap(self, meaning: str) -> None:
        """Tap the control of a meaning (``score 3 Ann 2``)."""
        self.page.locator(f'[data-tap="{meaning}"]:not([aria-disabled])').click()
        self.taps += 1

    def tap_when_read(self, meaning: str) -> None:
        """Tap a control as somebody does who has read it: not as it comes, which at the place of
        the tap before is none.
        """
        control = self.page.locator(f'[data-tap="{meaning}"]')
        control.evaluate(
            "async one => { while (performance.now() - one.bourreSince < 350) await new "
            "Promise(requestAnimationFrame); }"
        )
        self.tap(meaning)

    def saved(self) -> None:
        """Wait until nothing waits in the storage any more."""
        self.page.wait_for_function(
            "() => !Object.keys(localStorage).some(key => key.startsWith('bourre.tap.'))"
        )

    def waiting(self) -> int:
        """Return how many taps are in the storage."""
        return int(
            self.page.evaluate(
                "Object.keys(localStorage).filter(key => key.startsWith('bourre.tap.')).length"
            )
        )

    def begin(self, *names: str) -> None:
        """Begin an evening, here or from another one."""
        if self.page.locator(".dock [data-tap=more]").count():
            self.tap("more")
            self.tap("more away")
        else:
            self.open()
        for name in names:
            self.tap(f"seat {name}")
        self._begin()

    def begin_with(self, *names: str) -> None:
        """Begin the first evening of a book, with players whose names are typed."""
        self.open()
        for name in names:
            self.page.get_by_placeholder("Somebody new").fill(name)
            self.page.keyboard.press("Enter")
        self.page.locator('[data-tap="no money"]').click()
        self._begin()

    def _begin(self) -> None:
        self.page.locator("[data-tap=begin]").click()
        self.page.wait_for_selector(".dock [data-tap=more]")

    def cards(self, wanted: bool) -> None:
        """Go on card by card, or as a score."""
        if wanted != bool(self.page.locator(".page.cards").count()):
            self.tap("mode")

    # --- One line of the log ----------------------------------------------------------------------

    def hand(self, lines: list[str]) -> Iterator[str]:
        """Tap a hand; yields after every tap."""
        (_, number, dealer, turned), *rest = [split(line).words for line in lines]
        cards = any(line[0] == "trick" for line in rest)
        self.cards(cards)
        if number == "1":
            self.tap(f"dealer 1 {dealer}")
            yield "dealer"
        if cards:
            self.tap(f"turned {number} {turned}")
            yield "turned"
            yield from self._card_lines(number, rest)
        else:
            yield from self._score_lines(number, rest)
        self.tap(f"Confirm hand {number} {number}")
        yield "confirm"

    def _score_lines(self, number: str, lines: list[list[str]]) -> Iterator[str]:
        if lines[0][0] == "pass":
            self.tap("more")
            self.tap("more rest")
            return
        took = dict(zip(lines[-1][1::2], lines[-1][2::2], strict=True))
        for word, who, *_ in lines:
            if word == "play":
                self.tap(
                    f"score {number} {who} {took[who]}" if who in took else f"score {number} {who}"
                )
                yield "stays"

    def _card_lines(self, number: str, lines: list[list[str]]) -> Iterator[str]:
        for word, who, *more in lines:
            if word == "trick":
                for card in more:
                    played, _, instead = card.partition(">")
                    self.tap(f"card {number} {played}")
                    yield "card"
                    if instead:
                        self.tap(f"recall {number} {instead}")
                        yield "recall"
            elif word == "play":
                self.tap(f"declare {number} {who} {more[0]}")
                yield "play"
            elif word == "renege":
                self.tap(f"call {number} {who}")
                yield "renege"

    def table(self, line: str) -> None:
        """Tap a line between hands."""
        word, who, *more = line.split()
        self.tap("more")
        if word == "end":
            self.tap("more end")
            self.tap(f"end {who}")
            return
        self.tap(f"more {word}")
        if word == "sit":
            self.tap(f"after {more[1]}")
            self.page.get_by_placeholder("A name").fill(who)
            self.page.keyboard.press("Enter")
        else:
            self.tap(f"player {who}")
            self.tap(f"record {word}")


Place = tuple[float, float]


def touch(page: Page, *moments: Sequence[Place]) -> None:
    """Touch the page with those fingers at each moment that are down then.

    Moments are 30 ms apart by the time that the events themselves say, however long a busy machine
    takes to tell of them.
    """
    session = page.context.new_cdp_session(page)
    begun, down, ids = time.time(), 0, {}
    for at, fingers in enumerate(moments):
        points = [{"x": x, "y": y, "id": ids.setdefault((x, y), len(ids))} for x, y in fingers]
        kind = "touchStart" if len(fingers) > down else "touchEnd"
        session.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": points, "timestamp": begun + 0.03 * at},
        )
        down = len(fingers)
