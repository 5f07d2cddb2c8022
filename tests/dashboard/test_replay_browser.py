"""A hand stepped through in a real browser, by keys and by thumb."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from browser import focused, looking, settled, sideways
from playwright.sync_api import Browser, Page, expect

HAND = "/replay?session=saturday-2026-08&hand=12"
RENEGE = "Gus plays 5♥."
"""The planted renege of the samples (sample_data/README.md): nobody noticed it."""


WHAT_MOVES = """window.moved = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) { moved.push(this.getAttribute("class")); return animate.apply(this, how); };"""  # noqa: E501


def opened(page: Page, url: str) -> None:
    page.goto(url)
    settled(page)
    page.wait_for_selector(".said:not(:empty)")


def test_keys_lead_to_the_renege_which_can_be_shared_and_found_again_on_the_way_back(
    chromium: Browser, samples_at: str
) -> None:
    with looking(chromium, samples_at) as page:
        opened(page, samples_at + HAND)
        expect(page.locator(".count")).to_have_text("Step 1 of 33")
        while page.inner_text(".said") != RENEGE:
            before = page.inner_text(".count")
            page.keyboard.press("ArrowRight")
            assert page.inner_text(".count") != before
        expect(page.locator(".reason")).to_have_text("Must follow suit: 8♠ was right.")
        expect(page.locator(".found")).to_contain_text("Held 8♠: played it in trick 5")
        assert page.locator(".bourre-table .wrong").count() == 1
        assert page.locator(".bourre-table .right").count() == 1
        shared = page.url
    with looking(chromium, samples_at) as elsewhere:
        opened(elsewhere, shared)
        expect(elsewhere.locator(".said")).to_have_text(RENEGE)
        assert elsewhere.url == shared
        elsewhere.get_by_role("button", name="Hand 13").click()
        expect(elsewhere.locator("h1")).to_have_text("Hand 13")
        expect(elsewhere.locator(".count")).to_contain_text("Step 1 of")
        elsewhere.go_back()
        expect(elsewhere.locator("h1")).to_have_text("Hand 12")
        expect(elsewhere.locator(".said")).to_have_text(RENEGE)
        elsewhere.go_forward()
        expect(elsewhere.locator("h1")).to_have_text("Hand 13")


def test_every_key_does_what_the_list_of_keys_says_and_at_the_end_the_chips_are_settled(
    chromium: Browser, samples_at: str
) -> None:
    with looking(chromium, samples_at) as page:
        opened(page, samples_at + HAND)
        keys = page.locator("dl.keys")
        expect(keys).to_be_hidden()
        page.keyboard.press("?")
        expect(keys).to_be_visible()
        count, said = page.locator(".count"), page.locator(".said")
        for key, shown in (
            ("ArrowRight", "Step 2 of 33"),
            ("ArrowLeft", "Step 1 of 33"),
            ("ArrowLeft", "Step 1 of 33"),
            ("Shift+ArrowRight", "Step 8 of 33 · trick 1"),
            ("Shift+ArrowRight", "Step 13 of 33 · trick 2"),
            ("Shift+ArrowLeft", "Step 8 of 33 · trick 1"),
            ("w", "Step 11 of 33 · trick 1"),
            ("End", "Step 33 of 33"),
            ("ArrowRight", "Step 33 of 33"),
            ("Home", "Step 1 of 33"),
        ):
            page.keyboard.press(key)
            expect(count).to_have_text(shown)
        page.keyboard.press("Space")
        # a busy machine may look when it is further on
        expect(count).to_have_text(re.compile(r"^Step ([3-9]|[12]\d) of 33"))
        page.keyboard.press("Space")
        expect(page.locator("[data-do=play]")).to_have_text("Play")
        page.get_by_role("button", name="One step forward").focus()
        page.keyboard.press("End")
        expect(count).to_have_text("Step 33 of 33")
        assert focused(page) == "One step back"
        page.keyboard.press("Home")
        expect(count).to_have_text("Step 1 of 33")
        assert focused(page) == "One step forward"
        expect(page.locator(".chips")).to_be_hidden()
        page.get_by_role("button", name="To the settlement").click()
        expect(page.locator(".chips")).to_be_visible()
        assert page.locator(".chips tr").all_inner_texts()[-1].split("\t") == [
            "0",
            "stay for the next hand",
        ]
        expect(page.locator(".found")).to_contain_text("nobody called it")
        page.keyboard.press("n")
        expect(page.locator("h1")).to_have_text("Hand 13")
        expect(page.locator("[data-do=previous]")).to_have_text("‹ Hand 12")
        page.keyboard.press("p")
        expect(page.locator("h1")).to_have_text("Hand 12")
        expect(said).not_to_be_empty()


def test_a_step_on_moves_cards_and_chips_but_not_for_those_who_want_no_motion(
    chromium: Browser, samples_at: str
) -> None:
    with looking(chromium, samples_at) as page:
        page.add_init_script(WHAT_MOVES)
        opened(page, samples_at + HAND + "&step=8")
        page.keyboard.press("ArrowRight")
        assert page.evaluate("moved.splice(0)") == ["laid"]
        for _ in range(3):
            page.keyboard.press("ArrowRight")
        page.evaluate("moved.splice(0)")
        page.keyboard.press("ArrowRight")
        # four cards go to the winner, who leads a fifth
        assert page.evaluate("moved.splice(0).length") == 5
        page.keyboard.press("ArrowRight")
        # and no other, though those may be on their way
        assert page.evaluate("moved.splice(0)") == ["laid best"]
        page.keyboard.press("End")
        page.keyboard.press("ArrowLeft")
        assert page.evaluate("moved.splice(0)") == []
        page.keyboard.press("ArrowRight")
        # what was taken comes to lie in front of whoever took it
        assert "front" in page.evaluate("moved.splice(0)")
        page.keyboard.press("Home")
        page.evaluate("moved.splice(0)")
        page.keyboard.press("ArrowRight")
        assert set(page.evaluate("moved.splice(0)")) == {"front passing"}  # the antes
        page.keyboard.press("End")
        page.emulate_media(reduced_motion="reduce")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowRight")
        assert page.evaluate("moved") == []
        page.emulate_media(reduced_motion="no-preference")


def test_the_hand_is_kept_as_a_picture_and_copied_as_text_and_link(
    chromium: Browser, samples_at: str, tmp_path: Path
) -> None:
    with looking(chromium, samples_at, width=390, dark=True) as page:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        opened(page, samples_at + HAND + "&step=11")
        with page.expect_download() as kept:
            page.get_by_role("button", name="Save picture").click()
        assert kept.value.suggested_filename == "saturday-2026-08-hand-12.png"
        kept.value.save_as(tmp_path / "hand.png")
        content = (tmp_path / "hand.png").read_bytes()
        assert content.startswith(b"\x89PNG")
        assert int.from_bytes(content[16:20], "big") == 1080  # dots from left to right
        assert len(content) > 30_000  # there is something on it
        page.get_by_role("button", name="Copy text").click()
        expect(page.locator(".shared")).to_have_text("The hand is copied in words.")
        assert page.evaluate("navigator.clipboard.readText()").startswith(
            "Hand 12 of Saturday at Bea's"
        )
        page.get_by_role("button", name="Copy link").click()
        expect(page.locator(".shared")).to_contain_text("this machine only")
        assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_four_colours_are_remembered(chromium: Browser, samples_at: str) -> None:
    with looking(chromium, samples_at) as page:
        opened(page, samples_at + HAND + "&step=2")
        diamond = page.locator(".bourre-table .sd text").first
        assert diamond.evaluate("one => getComputedStyle(one).fill") == "rgb(192, 21, 37)"
        page.get_by_label("Four colours").check()
        assert diamond.evaluate("one => getComputedStyle(one).fill") == "rgb(20, 88, 196)"
        page.reload()
        settled(page)
        expect(page.get_by_label("Four colours")).to_be_checked()
        assert diamond.evaluate("one => getComputedStyle(one).fill") == "rgb(20, 88, 196)"


@pytest.mark.drawn(1)
@pytest.mark.parametrize(
    "hand",
    [
        "saturday-2026-08&hand=12&step=11",
        "gate-b12&hand=12",
        "gate-b12&hand=11&step=9",
        "camp-2026-03",
    ],
)
def test_a_phone_needs_no_scrolling_sideways_and_shows_table_and_buttons_at_once(
    hand: str, chromium: Browser, samples_at: str
) -> None:
    with looking(chromium, samples_at, width=390, dark=True) as page:
        opened(page, f"{samples_at}/replay?session={hand}")
        assert sideways(page) <= 0
        buttons = page.locator(".bar").bounding_box()
        assert buttons is None or buttons["y"] + buttons["height"] < 700
        if buttons is not None:
            size = page.locator(".bourre-table .name").first.evaluate(
                "one => one.getBoundingClientRect().height"
            )
            assert size > 12
