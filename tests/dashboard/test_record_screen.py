"""What is tapped during a hand is on the screen, whole, whatever phone it is and however it is
held; and so are the cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from browser import eventually, looking
from playwright.sync_api import Browser
from record_phone import Phone, served
from trials import FULL, drawn, luck

SEATS: Final = (
    "Bartholomew Q. Featherst",
    "Ann",
    "Bea",
    "Cal",
    "Dot",
    "Eve",
    "Fay",
    "Émile-François Théodore",
)
PORTRAIT, SIDEWAYS = (390, 844), (844, 390)
SHORT: Final = (390, 664)
"""As a telephone of 390 by 844 is when its browser shows its bars."""

SMALLEST: Final = (320, 568)
_HIDDEN: Final = """() => {
  const root = [...document.querySelectorAll('*')].map(one => one.shadowRoot).find(one => one?.querySelector('.bourre .dock'));
  const outside = ({ left, right, top, bottom }) => left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
  const covered = (one, box) => root.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)?.closest('[data-tap]') !== one;
  return [...root.querySelectorAll('[data-tap]')].filter(one => { const box = one.getBoundingClientRect(); return outside(box) || covered(one, box); }).map(one => one.dataset.tap);
}"""  # noqa: E501
"""Gives the controls that are not whole on the screen, or that a tap in their middle would
not hit.
"""


@pytest.fixture(scope="module")
def phone(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phone]:
    """Return a phone on which eight have sat down, two of whom have long names; the first of them
    deals.
    """
    book = tmp_path_factory.mktemp("screen") / "book"
    book.mkdir()
    with served(book) as server, looking(chromium, server.address, width=390) as page:
        one = Phone(page, server.address)
        one.begin_with(*SEATS)
        one.tap(f"dealer 1 {SEATS[0]}")
        yield one


@pytest.mark.parametrize("size", [PORTRAIT, SHORT, SMALLEST, SIDEWAYS])
def test_every_control_of_a_hand_of_eight_is_on_the_screen(
    phone: Phone, size: tuple[int, int]
) -> None:
    """The last seats, or the clubs, were under the buttons; on its side a phone had no control at
    all but these.
    """
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    for cards in (False, True):
        phone.cards(cards)
        eventually(phone.page, lambda: phone.page.evaluate(_HIDDEN) == [])


def test_a_card_and_a_number_on_the_smallest_screen_can_be_hit(phone: Phone) -> None:
    phone.page.set_viewport_size({"width": SMALLEST[0], "height": SMALLEST[1]})
    for cards, control in ((True, "turned 1 7c"), (False, f"score 1 {SEATS[-1]} 5")):
        phone.cards(cards)
        box = phone.page.locator(f'[data-tap="{control}"]').bounding_box()
        assert box is not None
        assert box["height"] >= 40


def test_in_large_type_buttons_stay_beside_each_other(phone: Phone) -> None:
    """At 200% *More* lay upon *Confirm*, and numbers from 3 on were beyond the edge of the
    screen.
    """
    phone.page.set_viewport_size({"width": PORTRAIT[0], "height": PORTRAIT[1]})
    phone.cards(wanted=False)
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    dock = ["undo", "Confirm hand 1 1", "more"]
    eventually(phone.page, lambda: not set(dock) & set(phone.page.evaluate(_HIDDEN)))
    for control in (f"score 1 {SEATS[-1]} 5", f"score 1 {SEATS[-1]}"):
        box = phone.page.locator(f'[data-tap="{control}"]').bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PORTRAIT[0]
    phone.page.evaluate("document.documentElement.style.fontSize = ''")


# --- A tipsy thumb --------------------------------------------------------------------------------

SHEETS: Final = (
    "",
    "more note",
    "more line",
    "more began",
    "more end",
    "more discard",
    "more dealer",
    "mend 1",
)
"""What is tapped in *More* to come to each sheet; nothing stays in it."""
TAPS: Final = 200 if FULL else 2
"""Around each sheet."""
_FREE: Final = """([x, y]) => {
  const root = [...document.querySelectorAll('*')].map(one => one.shadowRoot).find(one => one?.querySelector('.over'));
  const near = ({ left, right, top, bottom }) => x > left - 10 && x < right + 10 && y > top - 10 && y < bottom + 10;
  const controls = root.querySelectorAll('.over :is([data-tap], input, textarea, label, summary)');
  return ![...controls].some(one => near(one.getBoundingClientRect()));
}"""  # noqa: E501
"""Tells whether a place is beside the controls of a sheet: on it, or on the page behind it."""


def test_a_thumb_beside_the_controls_of_a_sheet_and_one_that_stays_down_change_nothing(
    phone: Phone,
) -> None:
    """A browser presses the control nearest to a touch, or what lies under a finger that goes up:
    neither was meant.
    """
    page, chance, wrong = phone.page, luck(), list[str]()
    page.set_viewport_size({"width": PORTRAIT[0], "height": PORTRAIT[1]})
    phone.cards(wanted=False)
    for meaning in ("score 1 Bea 3", "score 1 Cal 2", "Confirm hand 1 1"):
        phone.tap(meaning)
    phone.saved()
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        session.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
        )

    page.on(
        "request",
        lambda one: wrong.append(one.post_data or "") if "/bourre/taps" in one.url else None,
    )
    for sheet in drawn(SHEETS, 3):
        phone.tap_when_read("more")
        if sheet:
            phone.tap_when_read(sheet)
        for _ in range(TAPS):
            x, y = chance.uniform(0, PORTRAIT[0] - 1), chance.uniform(0, PORTRAIT[1] - 1)
            if page.evaluate(_FREE, [x, y]):
                touch("touchStart", (x, y))
                touch("touchEnd")
        assert page.locator(".over").count() == 1, sheet
        page.keyboard.press("Escape")
    for name in (
        SEATS[1 : 1 + TAPS]
        if not FULL
        else [name for name in SEATS for _ in range(TAPS // len(SEATS))]
    ):
        box = page.locator(f'.name[data-tap$=" {name}"]').first.bounding_box()
        assert box is not None
        x, y = (
            box["x"] + chance.uniform(2, box["width"] - 2),
            box["y"] + chance.uniform(2, box["height"] - 2),
        )
        touch("touchStart", (x, y))
        page.wait_for_selector(".sheet[aria-label=Seat]")
        touch("touchEnd")
        page.evaluate("new Promise(done => setTimeout(done, 60))")
        assert page.locator(".sheet[aria-label=Seat]").count() == 1, (name, x, y)
        page.keyboard.press("Escape")
    assert not wrong
    assert phone.waiting() == 0
