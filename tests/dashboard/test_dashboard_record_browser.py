"""The record page on a phone: a whole evening is tapped, and the log is what a person would have
typed.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from browser import looking, sideways
from playwright.sync_api import Browser, Page
from record_phone import Phone, served
from trials import FULL

from ledger import read
from ledger.book.files.input_values import tonight
from ledger.book.sessions.importing import ImportOptions, import_files
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
FINDINGS: list[tuple[str, int | None, str | None]] = [
    ("recall", 4, "Cal"),
    ("follow-suit", 7, "Ann"),
]
# five of the twelve hands: won, split, all five tricks to one player, card by card, and with one
# more at the table
if not FULL:
    EVENING = (
        EVENING[: EVENING.index("\nhand 6 ")]
        + "\nhand 6 Hal -\n  pass Ann Bea Cal Dot Hal\nend carry\n"
    )
    FINDINGS = [FINDINGS[0], ("all-passed", 6, None)]


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


def today() -> str:
    """Return the day of this evening as logs have it."""
    return tonight()


OLD_TAPS = (11, 10, 10, 18, 10, 10, 19, 10, 23, 10, 10, 17)
"""Taps of each hand on the page that was there before."""


@pytest.mark.glance
def test_a_whole_evening_on_a_phone(
    chromium: Browser, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    counted, begun = [], today()
    with served(folder) as server, looking(chromium, server.address, width=390) as page:
        phone = Phone(page, server.address)
        phone.open()
        house = page.locator("summary", has_text="carried in")
        assert (
            house.inner_text()
            == "What do you play? louisiana with 1 change · a chip is $0.25 · 4 chips carried in"
        )
        phone.begin("Ann", "Bea", "Cal", "Dot")
        for block in blocks(EVENING):
            phone.taps = 0
            if block[0].startswith("hand"):
                for step in phone.hand(block):
                    if step in {"stays", "card"} and len(counted) in {0, 3}:
                        assert sideways(page) <= 0
                        assert smallest(page) >= 43.9
                counted.append((phone.taps, block))
            else:
                phone.table(block[0])
        page.wait_for_selector("text=The evening is over")
        phone.saved()
        assert sent(phone) == ["image/png", True, True]
    (log,) = (folder / "sessions").glob("20*.bourre")
    assert begun <= log.stem <= today()  # midnight may come meanwhile
    assert log.read_text() == EVENING.replace("DAY", log.stem)
    found = audit([read(log.read_text(), "evening")]).findings
    assert [(one.rule, one.hand, one.player) for one in found] == FINDINGS
    with capsys.disabled():
        print("\ntaps:", ", ".join(f"hand {at} {taps}" for at, (taps, _) in enumerate(counted, 1)))
    for (taps, block), before in zip(counted, OLD_TAPS, strict=False):
        assert taps < before
        if not any(line.startswith("trick ") for line in block):
            assert taps <= 7


def sent(phone: Phone) -> list[object]:
    """Return what is shared by a phone whose menu takes files: the type, if it is a picture of a
    size, if the text is there.
    """
    phone.page.evaluate("""() => {
      const told = ({ files: [one], text }) => [one.type, one.size > 10_000, text.includes('won the evening')];
      navigator.canShare = () => true;
      navigator.share = async (what) => { window.sent = told(what); };
    }""")  # noqa: E501
    phone.tap_when_read("share")
    return list(phone.page.wait_for_function("() => window.sent").json_value())


def smallest(page: Page) -> float:
    """Return the height or width of the smallest thing to tap, in pixels."""
    boxes = page.locator(".bourre button").evaluate_all(
        "all => all.map(b => b.getBoundingClientRect()).filter(r => r.width).flatMap(r => "
        "[r.width, r.height])"
    )
    return float(min(boxes))
