"""A thumb that hits what it did not mean: nothing changes that was not confirmed, and a long press presses nothing else."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from browser import looking
from playwright.sync_api import Browser, Request
from record_phone import Phone, served
from trials import FULL, luck

NAMES: Final = ("Ann", "Bea", "Cal", "Dot")
SHEETS: Final = ("", "more note", "more line", "more began", "more end", "more discard", "more dealer", "mend 1")
"""What is tapped in *More* to come to each sheet; nothing stays in it."""
TAPS: Final = 200 if FULL else 3
"""Around each sheet."""

_FREE: Final = """([x, y]) => {
  let one = document.elementFromPoint(x, y);
  while (one?.shadowRoot?.elementFromPoint(x, y) && one.shadowRoot.elementFromPoint(x, y) !== one) one = one.shadowRoot.elementFromPoint(x, y);
  return Boolean(one?.closest('.over')) && !one.closest('[data-tap], input, textarea, label, summary');
}"""  # noqa: E501
"""Tells whether a place is beside the controls of a sheet: on it, or on the page behind it."""


@pytest.fixture
def phone(chromium: Browser, tmp_path: Path) -> Iterator[Phone]:
    """Return a phone on which four have played a hand."""
    with served(tmp_path) as server, looking(chromium, server.address, width=390) as page:
        one = Phone(page, server.address)
        one.begin_with(*NAMES)
        for _ in one.hand(["hand 1 Ann 9h", "  play Bea", "  play Cal", "  tricks Bea 3 Cal 2"]):
            pass
        one.saved()
        yield one


def test_a_thumb_beside_the_controls_of_a_sheet_and_one_that_stays_down_change_nothing(phone: Phone, tmp_path: Path) -> None:
    page, chance, wrong = phone.page, luck(), list[str]()
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    def told(request: Request) -> None:
        if request.method == "POST" and "/bourre/taps" in request.url:
            wrong.append(request.post_data or "")

    log = next((tmp_path / "sessions").glob("*.bourre"))
    before = log.read_bytes()
    page.on("request", told)
    for sheet in SHEETS:
        phone.tap_when_read("more")
        if sheet:
            phone.tap_when_read(sheet)
        for _ in range(TAPS):
            x, y = chance.uniform(0, 389), chance.uniform(0, 843)
            if page.evaluate(_FREE, [x, y]):
                touch("touchStart", (x, y))
                touch("touchEnd")
        assert page.locator(".over").count() == 1, sheet
        page.keyboard.press("Escape")
    for name in NAMES * (TAPS // len(NAMES) + 1):
        box = page.locator(f'.name[data-tap$=" {name}"]').first.bounding_box()
        assert box is not None
        x, y = box["x"] + chance.uniform(2, box["width"] - 2), box["y"] + chance.uniform(2, box["height"] - 2)
        touch("touchStart", (x, y))
        page.wait_for_selector(".sheet[aria-label=Seat]")
        time.sleep(chance.uniform(0, 0.05))
        touch("touchEnd")
        page.evaluate("new Promise(done => setTimeout(done, 60))")
        assert page.locator(".sheet[aria-label=Seat]").count() == 1, (name, x, y)
        page.keyboard.press("Escape")
    assert not wrong
    assert phone.waiting() == 0
    assert log.read_bytes() == before
