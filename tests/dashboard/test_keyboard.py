"""Whoever has no mouse keeps their place: what is drawn anew, opened or closed does not take the
focus away.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from browser import focused, looking, settled
from playwright.sync_api import Browser, expect
from record_phone import Phone, served

pytestmark = [pytest.mark.slow, pytest.mark.browser]


def test_an_evening_that_is_unfolded_keeps_the_focus(chromium: Browser, samples_at: str) -> None:
    with looking(chromium, samples_at) as page:
        page.goto(f"{samples_at}/owes?player=3")
        settled(page)
        page.locator("summary", has_text="The worked example").focus()
        page.keyboard.press("Enter")
        expect(page.locator("summary", has_text="Hand 3")).to_be_visible()
        assert focused(page).startswith("The worked example")


@pytest.mark.glance
def test_tab_goes_into_what_a_button_has_opened_and_back(
    chromium: Browser, samples_at: str
) -> None:
    with looking(chromium, samples_at) as page:
        page.goto(f"{samples_at}/players")
        settled(page)
        filters = page.get_by_role("button", name="Filters")
        filters.focus()
        page.keyboard.press("Enter")
        inside = page.get_by_test_id("stPopoverBody")
        expect(inside.get_by_text("From", exact=True)).to_be_visible()
        page.keyboard.press("Tab")
        assert inside.evaluate("box => box.contains(document.activeElement)")
        page.keyboard.press("Shift+Tab")
        expect(filters).to_be_focused()
        page.keyboard.press("Escape")
        expect(inside).to_be_hidden()
        expect(filters).to_be_focused()


def test_arrows_go_from_evening_to_evening_and_from_place_to_place_and_enter_opens_the_evening(
    chromium: Browser, samples_at: str
) -> None:
    with looking(chromium, samples_at) as page:
        page.goto(f"{samples_at}/standings")
        settled(page)
        page.locator(".places a[tabindex='0']").focus()
        said = [focused(page)]
        for key in ("ArrowLeft", "ArrowLeft", "ArrowDown"):
            page.keyboard.press(key)
            assert page.locator(".places p span").inner_text() == focused(page)
            said.append(focused(page))
        who, evening = zip(*(one.rsplit(": ", 1)[0].split(", ", 1) for one in said), strict=True)
        assert who[0] == who[1] == who[2] != who[3]
        assert len(set(evening)) == 3
        assert evening[2] == evening[3]
        page.keyboard.press("Enter")
        page.wait_for_url("**/session?session=*")


def test_a_key_or_a_right_click_opens_what_belongs_to_a_seat_and_a_sheet_gives_the_focus_back(
    chromium: Browser, tmp_path: Path
) -> None:
    """A long tap opens it; without a finger nothing in it could be reached."""
    (tmp_path / "book").mkdir()
    with served(tmp_path / "book") as server, looking(chromium, server.address) as page:
        phone = Phone(page, server.address)
        phone.begin_with("Ann", "Bea", "Cal")
        phone.cards(wanted=False)
        phone.tap("dealer 1 Cal")
        expect(page.get_by_text("Hold or right-click a name for more")).to_be_visible()
        for opens in ("more", "more note"):
            page.locator(f"[data-tap='{opens}']").focus()
            page.keyboard.press("Enter")
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_be_hidden()
        assert focused(page) == "more"
        phone.tap("score 1 Ann")
        for key in ("Shift+F10", "ContextMenu"):
            page.locator("[data-tap='score 1 Bea']").focus()
            page.keyboard.press(key)
            assert focused(page) == "seat deals Bea"
            page.keyboard.press("Escape")
            expect(page.get_by_role("dialog")).to_be_hidden()
            assert focused(page) == "score 1 Bea"
        page.keyboard.press("Shift+F10")
        page.locator("[data-tap='seat passes Bea']").focus()
        page.keyboard.press("Enter")
        expect(page.locator(".row.out")).to_contain_text("Bea")
        assert focused(page) == "score 1 Bea"
        page.locator("[data-tap='score 1 Cal']").click(button="right")
        expect(page.locator("[data-tap='seat deals Cal']")).to_be_visible()
        page.keyboard.press("Escape")
        phone.saved()
        assert (
            page.locator(".row.plays").all_inner_texts()
            == page.locator(".row.plays", has_text="Ann").all_inner_texts()
        )
