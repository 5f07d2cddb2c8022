"""The record page on a phone: a whole evening is tapped, and the log is what a person would have typed, whatever happens."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from socket import socket
from statistics import median

import pytest
from browser import looking, settled, sideways, told_address
from playwright.sync_api import Browser, Page
from trials import FULL

from ledger import Book as Opened, read
from ledger.book.importing import ImportOptions, import_files
from ledger.book.roles import Role
from ledger.findings.audit import audit

LAST_WEEK = """bourre 1
session 2025-11-14 last-week
rules louisiana limit=20
chip 0.25 USD
seats Ann Bea Cal Dot

hand 1 Dot -
  play Ann
  play Bea
  play Cal
  tricks Ann 2 Bea 2 Cal 1
"""
EVENING = """\
bourre 1
session DAY DAY
rules louisiana limit=20
chip 0.25 USD
pot 4
exempt Ann Bea
seats Ann Bea Cal Dot

hand 1 Dot -
  play Ann
  play Bea
  play Cal
  tricks Ann 3 Bea 2

hand 2 Ann -
  play Bea
  play Cal
  play Dot
  tricks Bea 2 Cal 2 Dot 1

hand 3 Bea -
  play Cal
  play Dot
  play Ann
  tricks Cal 5

hand 4 Cal 9h
  play Dot 1
  pass Ann
  pass Bea
  play Cal 0
  trick Dot Ah 2s>9h
  trick Dot Ks 2s
  trick Dot Qd Kd
  trick Cal 3c 4c
  trick Dot 5c 6c
sit Hal after Dot

hand 5 Dot -
  play Ann
  play Cal
  tricks Ann 3 Cal 2

hand 6 Hal -
  play Ann
  play Cal
  play Hal
  tricks Cal 4 Hal 1

hand 7 Ann 9s
  play Bea 2
  pass Cal
  pass Dot
  pass Hal
  play Ann 1
  trick Bea Kd 3c
  trick Bea Ac 5c
  trick Bea Qd 4d
  trick Bea 2h 3h
  trick Ann 7c 8c
  renege Ann

hand 8 Bea -
  play Cal
  play Dot
  tricks Cal 2 Dot 3

hand 9 Dot Td
  play Hal 2
  play Ann 3
  pass Bea
  pass Cal
  play Dot 1
  trick Hal Ks 4s 5s
  trick Hal Qc 2c Kc
  trick Dot Ah 3h 4h
  trick Dot 5h 6h 7h
  trick Ann 8c 9c Tc
leave Hal

hand 10 Ann -
  play Dot
  play Ann
  tricks Dot 1 Ann 4

hand 11 Bea -
  play Cal
  play Dot
  play Bea
  tricks Cal 3 Dot 2

hand 12 Cal 2c
  play Dot 0
  pass Ann
  pass Bea
  play Cal 2
  trick Dot Kh Ah
  trick Cal 3d 4d
  trick Dot 5s 6s
  trick Cal Qh 7h
  trick Cal 8d 9d
end carry
"""
FINDINGS = [("recall", 4, "Cal"), ("follow-suit", 7, "Ann")]
if not FULL:  # five of the twelve hands: won, split, all five tricks to one player, card by card, and with one more at the table
    EVENING = EVENING[: EVENING.index("\nhand 6 ")] + "end carry\n"
    FINDINGS = FINDINGS[:1]

_TAP = """async ([selector, awaited]) => {
  const stamp = () => document.querySelector('.record-saved')?.dataset.stamp;
  const before = stamp(), start = performance.now();
  document.querySelector(selector).click();
  while (awaited && stamp() === before && performance.now() - start < 20000) await new Promise(done => setTimeout(done, 4));
  return performance.now() - start;
}"""


class Phone:
    """A thumb on the record page: taps lines of a log, and counts."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.taps, self.times = 0, list[float]()
        self.cards = False

    def open(self) -> None:
        self.page.goto(f"{self.address}/record")
        settled(self.page)

    def resume(self) -> None:
        """Go on with the recording that is offered."""
        self.open()
        self.tap("record go on sessions-DAY-bourre".replace("DAY", day()), saved=False)
        self.page.wait_for_selector(".record-saved", state="attached")
        self.cards = "As a score" in self.page.inner_text(selector("record mode", "*"))

    def tap(self, key: str, *, saved: bool = True) -> None:
        """Tap a button; if that is a step, wait until the page says that it is on the disk."""
        where = selector(key, "button:not([disabled])")
        self.page.wait_for_selector(where)
        took = self.page.evaluate(_TAP, [where, saved])
        self.taps += 1
        if saved:
            self.times.append(took)
            # The stamp is the last thing on a screen; a tap before the run has ended would be sent together with the next.
            self.page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]')

    def mode(self, *, cards: bool) -> None:
        if self.cards != cards:
            self.tap("record mode", saved=False)
            self.page.wait_for_selector(f'{selector("record mode", "*")}:has-text("{"As a score" if cards else "Card by card"}")')
            self.cards = cards

    # --- One line of the log ----------------------------------------------------------------------------------------------

    def hand(self, lines: list[str]) -> Iterator[str]:
        """Tap a hand; yields after every step that is saved."""
        first, *rest = [line.split() for line in lines]
        cards = any(line[0] == "trick" for line in rest)
        self.mode(cards=cards)
        if not self.page.locator(selector("record stays Cal", "button")).count() and first[1] == "1":
            self.tap(f"record deals {first[2]}", saved=not cards)
            yield "dealer"
        if cards:
            self.tap(f"record card {first[3]}")
            yield "turned"
            yield from self.card_lines(rest)
        else:
            yield from self.score_lines(rest)
        self.tap("record confirm")
        yield "confirmed"

    def score_lines(self, lines: list[list[str]]) -> Iterator[str]:
        for line in lines:
            if line[0] == "play":
                self.tap(f"record stays {line[1]}")
                yield "stays"
        for name, number in zip(lines[-1][1::2], lines[-1][2::2], strict=True):
            for _ in range(int(number)):
                if self.page.locator(selector("record count", "button")).count():
                    self.tap("record count", saved=False)  # nothing is written: after a crash it is to be tapped again
                self.tap(f"record trick {name}")
                yield "trick"

    def card_lines(self, lines: list[list[str]]) -> Iterator[str]:
        for word, who, *more in lines:
            if word == "trick":
                yield from self.trick(more)
                continue
            self.tap({"pass": "record passes", "play": f"record draws {''.join(more)}", "renege": f"record call {who}"}[word])
            yield word

    def trick(self, cards: list[str]) -> Iterator[str]:
        for card in cards:
            played, _, instead = card.partition(">")
            self.tap(f"record card {played}")
            yield "card"
            if instead:
                assert "can still be taken back" in self.page.inner_text("[data-testid=stMain]")
                self.tap(f"record recall {instead}")
                yield "recall"

    def table(self, line: str) -> None:
        """Tap a line between hands."""
        word, who, *more = line.split()
        self.tap("record more", saved=False)
        if word == "end":
            self.tap("record ending", saved=False)
            self.tap(f"record end {who}")
            return
        self.tap(f"record menu {word}", saved=False)
        if word == "sit":
            self.page.get_by_label("Or somebody new").fill(who)
            self.page.keyboard.press("Enter")
            who = more[1]
        self.page.locator(".st-key-record-after button, .st-key-record-player button").get_by_text(who, exact=True).click()
        self.tap("record it")


def selector(key: str, what: str) -> str:
    return f".st-key-{key.replace(' ', '-')} {what}"


def day() -> str:
    return datetime.now().astimezone().date().isoformat()


def blocks(evening: str) -> list[list[str]]:
    """Return the hands and the lines between them, each as its lines."""
    found: list[list[str]] = []
    for line in evening.partition("\n\n")[2].splitlines():
        if line.startswith("  "):
            found[-1].append(line.strip())
        elif line:
            found.append([line])
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a book with an evening whose pot is carried."""
    (tmp_path / "last.bourre").write_text(LAST_WEEK)
    import_files(tmp_path / "book", [tmp_path / "last.bourre"], ImportOptions())
    return tmp_path / "book"


@contextmanager
def server(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Serve a book on a port that no other test tries; gives the process, to be killed, and the address."""
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    command = [sys.executable, "-m", "ledger.cli.main", "dashboard", "--book", str(folder), "--port", port]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            yield process, told_address(process)
        finally:
            process.terminate()
            process.wait(20)


def log(folder: Path) -> str:
    return (folder / "sessions" / f"{day()}.bourre").read_text()


def begin(phone: Phone) -> None:
    phone.open()
    for name in ("Ann", "Bea", "Cal", "Dot"):
        phone.tap(f"record seat {name}", saved=False)
        phone.page.wait_for_selector(f"{selector(f'record seat {name}', 'button')}:has-text('·')")
    phone.tap("record begin", saved=False)
    phone.page.wait_for_selector(".record-saved", state="attached")


def test_a_whole_evening_on_a_phone(chromium: Browser, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    counted = []
    with server(folder) as (_, address), looking(chromium, address, width=390) as page:
        phone = Phone(page, address)
        begin(phone)
        for block in blocks(EVENING):
            phone.taps = 0
            if block[0].startswith("hand"):
                for step in phone.hand(block):
                    if step in {"stays", "card"} and len(counted) in {0, 3}:
                        assert sideways(page) <= 0
                        assert smallest(page) >= 44
                counted.append((phone.taps, block))
            else:
                phone.table(block[0])
        page.wait_for_selector("text=The evening is over")
        assert "Cal" in page.inner_text("[data-testid=stCode]")
    assert log(folder) == EVENING.replace("DAY", day())
    found = audit([read(log(folder), "evening")]).findings
    assert [(one.rule, one.hand, one.player) for one in found] == FINDINGS
    with capsys.disabled():
        print("\ntaps:", ", ".join(f"hand {at} {taps}" for at, (taps, _) in enumerate(counted, 1)))
        print(f"tap to page: median {median(phone.times):.0f} ms of {len(phone.times)}, longest {max(phone.times):.0f} ms")
    for taps, block in counted:
        if not any(line.startswith("trick ") for line in block):
            assert taps <= sum(line.startswith("play") for line in block) + 8


def smallest(page: Page) -> float:
    """Return the height or width of the smallest thing to tap, in pixels."""
    every = "[...document.querySelectorAll('[class*=st-key-record-] button')].map(b => b.getBoundingClientRect())"
    return float(page.evaluate(f"Math.min(...{every}.filter(r => r.width).flatMap(r => [r.width, r.height]))"))


def test_killed_again_and_again_it_is_the_same_log(chromium: Browser, folder: Path) -> None:
    wanted = blocks(EVENING) if FULL else blocks(EVENING)[:1]
    with looking(chromium, "http://127.0.0.1", width=390) as page:
        phone = Phone(page, "")
        steps, running = 0, server(folder)
        process, phone.address = running.__enter__()
        begin(phone)
        for block in wanted:
            for _ in phone.hand(block) if block[0].startswith("hand") else [phone.table(block[0])]:
                steps += 1
                if steps % (3 if FULL else 5) == 0:
                    process.send_signal(signal.SIGKILL)
                    process.wait()
                    running.__exit__(None, None, None)
                    running = server(folder)
                    process, phone.address = running.__enter__()
                    phone.resume()
        running.__exit__(None, None, None)
    expected = EVENING.replace("DAY", day())
    assert expected.startswith(log(folder))
    assert log(folder).count("\nhand ") == sum(block[0].startswith("hand") for block in wanted)


def test_two_phones_on_one_session_lose_no_line(chromium: Browser, folder: Path) -> None:
    with (
        server(folder) as (_, address),
        looking(chromium, address, width=390) as one,
        looking(chromium, address, width=390) as two,
    ):
        first, second = Phone(one, address), Phone(two, address)
        begin(first)
        first.tap("record deals Dot")
        second.open()
        assert "records it" in two.inner_text("[data-testid=stMain]")
        second.tap(f"record watch sessions-{day()}-bourre", saved=False)
        two.wait_for_selector("text=You are watching")
        first.tap("record stays Ann")
        two.wait_for_selector("text=play Ann", timeout=60_000)  # nobody touches the second: it follows
        second.tap("record take over", saved=False)
        two.wait_for_selector(".record-saved", state="attached")
        second.tap("record stays Bea")
        first.tap("record stays Cal", saved=False)
        one.wait_for_selector("text=is recording this session")
        second.tap("record stays Dot")
    kept = Opened(folder, Role.SCORER).load(f"sessions/{day()}.bourre")
    assert kept.recording.draft == ("hand 1 Dot -", "  play Ann", "  play Bea", "  play Dot")
