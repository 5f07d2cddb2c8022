"""The dashboard in Chromium: a payment by mouse, links that keep the login, names that stay names, no word to the internet."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import SIZES, looking, serving, settled, sideways
from dashboard_app import PRESENT
from playwright.sync_api import Browser, Page, expect
from trials import FULL, drawn, luck

from ledger.book.logins import set_password
from ledger.book.settings import Role
from ledger.cli.main import main

PATHS = ["/" if name == "home" else f"/{name}" for name in PRESENT]
GRAVE = {"serious", "critical"}
ASKED = {"resultTypes": ["violations"], "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}


@pytest.mark.drawn(1)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_page_fits_its_window_and_can_be_read_by_everybody(dark: bool, chromium: Browser, samples_at: str) -> None:
    """With BOURRE_TRIALS=full in both sizes light and dark; without it a sixth light on a desk and a sixth dark on a phone."""
    paths = PATHS if FULL else luck().sample(PATHS, len(PATHS))[dark::6]
    for width, _ in SIZES if FULL else SIZES[dark:][:1]:
        with looking(chromium, samples_at, width=width, dark=dark) as page:
            vain: list[str] = []
            page.on("response", lambda one, vain=vain: vain.append(one.url) if one.status >= 400 else None)
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
    grave = {one["id"]: [node["html"][:200] for node in one["nodes"]] for one in found if one["impact"] in GRAVE}
    assert grave == {}, where


def test_a_payment_changes_the_balances_and_is_taken_back(chromium: Browser, changing_at: str) -> None:
    with looking(chromium, changing_at) as page:
        page.goto(f"{changing_at}/owes")
        settled(page)
        before = standing(page)
        page.get_by_role("button", name="Paid").first.click()
        page.get_by_role("button", name="Record it").click()
        expect(page.get_by_role("button", name="Undo")).to_be_visible()
        settled(page)
        assert sum(one != other for one, other in zip(sorted(before), sorted(standing(page)), strict=True)) == 2
        page.get_by_role("button", name="Undo").click()
        expect(page.get_by_text("Taken back:")).to_be_visible()
        settled(page)
        assert standing(page) == before


def test_what_is_drawn_turns_dark_with_the_system_and_a_step_stays(chromium: Browser, samples_at: str) -> None:
    with looking(chromium, samples_at) as page:
        page.goto(f"{samples_at}/replay?session=saturday-2026-08&hand=12&step=3")
        settled(page)
        page.emulate_media(color_scheme="dark")
        menu = page.get_by_role("link", name="Who owes what")
        expect(menu).to_have_css("color", "rgb(236, 230, 218)")
        expect(page.locator(".count")).to_have_text("Step 3 of 33")


def test_what_the_shell_does_shows_at_the_next_click(
    chromium: Browser, changing_at: str, changing_book: Path, tmp_path: Path
) -> None:
    log = tmp_path / "new.bourre"
    lines = ["bourre 1", "session 2026-12-24 eve", "rules louisiana", "chip 1 USD", "pot 0", "exempt -", "seats Zelda Yorick"]
    hand = ["hand 1 Yorick 9h", "play Zelda 0", "play Yorick 0", "tricks Zelda 3 Yorick 2"]
    log.write_text("\n".join([*lines, *hand, ""]), "utf-8")
    with looking(chromium, changing_at) as page:
        page.goto(f"{changing_at}/owes")
        settled(page)
        assert "Zelda" not in page.inner_text("body")
        assert main(["import", str(log), "--book", str(changing_book)]) == 0
        page.get_by_role("link", name="Home").click()
        expect(page.get_by_text("Last evening: eve")).to_be_visible()


def test_a_figure_leads_to_why_and_the_address_can_be_shared(chromium: Browser, samples_at: str) -> None:
    with looking(chromium, samples_at) as page:
        page.goto(f"{samples_at}/owes")
        settled(page)
        page.get_by_role("link", name="Delphine").first.click()
        expect(page.get_by_role("heading", name="Why Delphine")).to_be_visible()
        page.locator("summary", has_text="The worked example").click()
        hand = page.locator("summary", has_text="Hand ").first
        expect(hand).to_be_visible()
        told = hand.inner_text()
        with looking(chromium, samples_at) as friend:
            friend.goto(page.url)
            settled(friend)
            expect(friend.locator("summary", has_text="Hand ").first).to_have_text(told, use_inner_text=True)
        page.go_back()
        expect(page.get_by_role("heading", name="Who owes what")).to_be_visible()


def test_the_login_is_kept_and_addresses_come_true_after_it(chromium: Browser, sample_book: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(sample_book, tmp_path / "book"))
    set_password(folder, Role.VIEWER, "three blind mice")
    with serving(folder, "--share") as address, looking(chromium, address) as page:
        page.goto(f"{address}/owes?player=1")
        log_in(page, "one blind mouse")
        expect(page.get_by_text("not a password of this book")).to_be_visible()
        page.wait_for_timeout(1100)  # a wrong password costs a second
        log_in(page, "three blind mice")
        expect(page.get_by_role("heading", name="Why Delphine")).to_be_visible()
        page.locator("summary", has_text="The worked example").click()
        expect(page.locator("summary", has_text="Hand ").first).to_be_visible()
        page.goto(f"{address}/owes")
        settled(page)
        assert page.get_by_role("button", name="Paid").count() == 0
        page.goto(f"{address}/import")  # there is none for a viewer
        expect(page.get_by_role("heading", name="Last evening")).to_be_visible()
        assert page.locator("input[type=file]").count() == 0


def test_nothing_that_people_wrote_becomes_anything_else(chromium: Browser, hostile_book: Path) -> None:
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
                    "[data-testid=stMain] :is(script, .katex, img[src*=evil]:not([src^='data:']), svg[onload], [onclick*=alert])"
                ).count()
                == 0
            ), path
            assert page.locator("[data-testid=stMain] :is(strong, em, del, code)").filter(has_text="bold").count() == 0, path
            assert sideways(page) <= 0, path
        assert dialogs == []
        page.goto(f"{address}/owes")
        settled(page)
        text = page.inner_text("[data-testid=stMain]")
        for name in ("**bold**", "$$x$$", ":material/delete:", ":smile:", "[Ann](http://evil.example)", "<b", "www.evil.example"):
            assert name in text.replace("\u2060", "")


def standing(page: Page) -> list[str]:
    """Return what the table of balances says, a line a player."""
    return page.get_by_role("table", name="Where everybody stands").get_by_role("row").all_inner_texts()


def log_in(page: Page, password: str) -> None:
    page.get_by_role("textbox", name="Password").fill(password)
    page.get_by_role("button", name="Log in").click()
