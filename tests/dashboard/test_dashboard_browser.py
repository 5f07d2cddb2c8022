"""Every page in Chromium: it fits its window, everybody can read it, and what people wrote stays
words.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import SIZES, looking, serving, settled, sideways
from dashboard_app import PRESENT
from playwright.sync_api import Browser, Page, expect
from trials import FULL, drawn, luck

PATHS = ["/" if name == "home" else f"/{name}" for name in PRESENT]
GRAVE = {"serious", "critical"}
ASKED = {"resultTypes": ["violations"], "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}


@pytest.mark.glance
@pytest.mark.drawn(1)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_page_fits_its_window_and_can_be_read_by_everybody(
    dark: bool, chromium: Browser, samples_at: str
) -> None:
    """With BOURRE_TRIALS=full in both sizes light and dark; without it a sixth light on a desk and
    a sixth dark on a phone.
    """
    paths = PATHS if FULL else luck().sample(PATHS, len(PATHS))[dark::6]
    for width, _ in SIZES if FULL else SIZES[dark:][:1]:
        with looking(chromium, samples_at, width=width, dark=dark) as page:
            vain: list[str] = []
            page.on(
                "response",
                lambda one, vain=vain: vain.append(one.url) if one.status >= 400 else None,
            )
            for path in paths:
                page.goto(samples_at + path)
                settled(page)
                check_page(page, f"{path} at {width}")
            assert vain == []


def check_page(page: Page, where: str) -> None:
    """Check that a page is there, fits its window, and has nothing that axe calls serious."""
    assert page.get_by_text("Page not found").count() == 0, where
    assert page.get_by_test_id("stException").count() == 0, where
    assert sideways(page) <= 0, where
    found = Axe().run(page, options=ASKED).response["violations"]
    grave = {
        one["id"]: [node["html"][:200] for node in one["nodes"]]
        for one in found
        if one["impact"] in GRAVE
    }
    assert grave == {}, where


def test_what_is_drawn_turns_dark_with_the_system_and_a_step_stays(
    chromium: Browser, samples_at: str
) -> None:
    with looking(chromium, samples_at) as page:
        page.goto(f"{samples_at}/replay?session=saturday-2026-08&hand=12&step=3")
        settled(page)
        page.emulate_media(color_scheme="dark")
        menu = page.get_by_role("link", name="Who owes what")
        expect(menu).to_have_css("color", "rgb(236, 230, 218)")
        expect(page.locator(".count")).to_have_text("Step 3 of 33")


def test_nothing_that_people_wrote_becomes_anything_else(
    chromium: Browser, hostile_book: Path
) -> None:
    with serving(hostile_book) as address, looking(chromium, address) as page:
        dialogs: list[str] = []
        page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
        players = [f"/owes?player={number}" for number in (1, 12, 25, 36, 50)]
        for path in drawn([*PATHS, *players, "/owes?player=23&session=evening-5"], 2):
            page.goto(address + path)
            settled(page)
            assert page.locator("[data-testid=stMain] a[href*=evil]").count() == 0, path
            assert (
                page.locator(  # the card of an evening is an image made of its words
                    "[data-testid=stMain] :is(script, .katex, img[src*=evil]:not([src^='data:']), "
                    "svg[onload], [onclick*=alert])"
                ).count()
                == 0
            ), path
            assert (
                page.locator("[data-testid=stMain] :is(strong, em, del, code)")
                .filter(has_text="bold")
                .count()
                == 0
            ), path
            assert sideways(page) <= 0, path
        assert dialogs == []
        page.goto(f"{address}/owes")
        settled(page)
        text = page.inner_text("[data-testid=stMain]")
        for name in (
            "**bold**",
            "$$x$$",
            ":material/delete:",
            ":smile:",
            "[Ann](http://evil.example)",
            "<b",
            "www.evil.example",
        ):
            assert name in text.replace("\u2060", "")
