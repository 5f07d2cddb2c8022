"""The way round: a menu of few entries, the book's name on every page as the way home, and suits in
their colours.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from browser import looking, settled
from dashboard_app import look_at, page, said
from playwright.sync_api import Browser, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from dashboard.frame.navigation import PAGES
from dashboard.frame.wording import suited_md

pytestmark = pytest.mark.slow


def test_the_menu_has_six_entries_at_most_and_the_rest_below_them() -> None:
    listed = [one for one in PAGES if one.listed]
    assert 4 <= sum(not one.more for one in listed) <= 6
    assert {one.name for one in PAGES if one.more} <= {one.name for one in listed}


@pytest.mark.parametrize("name", ["owes", "player", "import"])
def test_every_page_has_the_name_of_the_book_as_the_way_home(
    name: str, sample_book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path(shutil.copytree(sample_book, tmp_path / "book"))
    settings = folder / "book.toml"
    settings.write_text('name = "*Thursday* at Bea\'s"\n' + settings.read_text("utf-8"), "utf-8")
    look_at(folder, monkeypatch)
    assert "\\*Thursday\\* at Bea\\'s" in said(page(name))


def test_hearts_and_diamonds_are_red_in_sentences(
    sample_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert suited_md("10♥, ♦ and A♠; K2♣ 9♦") == ":red[10♥], :red[♦] and A♠; K2♣ :red[9♦]"
    look_at(sample_book, monkeypatch)
    assert ":red[10♥] with the pot certain" in said(page("audit"))


def test_a_phone_has_a_menu_with_a_name_and_suits_are_coloured_in_tables(
    chromium: Browser, samples_at: str
) -> None:
    with looking(chromium, samples_at, width=390) as tab:
        tab.goto(f"{samples_at}/session")
        settled(tab)
        button = tab.get_by_test_id("stExpandSidebarButton")
        assert button.evaluate("e => getComputedStyle(e, '::after').content") == '"Menu"'
        red = tab.locator("td span.red").first
        assert re.fullmatch("(10|[2-9AKQJ])?[♥♦]", red.inner_text())
        assert red.evaluate("e => getComputedStyle(e).color") == "rgb(192, 21, 37)"
        assert not {"♠", "♣"} & set("".join(tab.locator("td span.red").all_inner_texts()))
        button.click()
        menu = tab.get_by_role("navigation", name="Pages")
        expect(menu.get_by_role("listitem").first).to_be_visible()
        more = menu.get_by_role("list", name="More").get_by_role("link")
        assert more.count() == sum(one.listed and one.more for one in PAGES)
        assert menu.get_by_role("link").count() - more.count() == sum(
            one.listed and not one.more for one in PAGES
        )
        menu.get_by_role("link", name="Players").click()
        expect(tab.get_by_role("heading", name="Players", exact=True)).to_be_visible()
        expect(menu).not_to_be_in_viewport()


@pytest.mark.drawn(1)
@pytest.mark.parametrize("height", [844, 568])
def test_a_finger_can_hit_every_entry_of_the_menu(
    height: int, chromium: Browser, samples_at: str
) -> None:
    with looking(chromium, samples_at, width=390) as tab:
        tab.set_viewport_size({"width": 390 if height == 844 else 320, "height": height})
        tab.goto(f"{samples_at}/rules")
        settled(tab)
        tab.get_by_test_id("stExpandSidebarButton").click()
        links = tab.get_by_role("navigation", name="Pages").get_by_role("link")
        expect(links.first).to_be_in_viewport(ratio=1)
        links.last.scroll_into_view_if_needed()
        expect(links.last).to_be_in_viewport(ratio=1)
        assert links.evaluate_all("all => Math.min(...all.map(one => one.offsetHeight))") >= 44
        if height == 568:  # here the open menu reaches below the button of the search
            search = tab.get_by_role("button", name="Search").bounding_box()
            assert search
            at = [search["x"] + 20, search["y"] + 20]
            assert tab.evaluate(
                (
                    "at => document.elementFromPoint(...at).closest('[data-testid=stSidebar]') "
                    "!== null"
                ),
                at,
            )
        tab.set_viewport_size({"width": 390, "height": 844})


@pytest.mark.glance
def test_a_link_in_a_table_is_followed_without_loading_the_page_and_in_one_run(
    chromium: Browser, samples_at: str
) -> None:
    """Before, whoever has no mouse sees where they are in the menu; after, a browser that was here
    asks for no settings first.
    """
    with looking(chromium, samples_at) as tab:
        told: list[bytes | str] = []

        def hear(frame: bytes | str) -> None:
            told.append(frame)

        tab.on("websocket", lambda socket: socket.on("framereceived", hear))
        tab.goto(f"{samples_at}/owes")
        settled(tab)
        link = tab.get_by_role("navigation", name="Pages").get_by_role("link").nth(1)
        for _ in range(4):
            tab.keyboard.press("Tab")
            if link.evaluate("e => e === document.activeElement"):
                break
        expect(link).to_be_focused()
        assert link.evaluate("e => getComputedStyle(e).outlineStyle") == "solid"
        tab.evaluate("window.here = true")
        told.clear()
        tab.get_by_role("link", name="Delphine").first.click()
        expect(tab.get_by_role("heading", name="Why Delphine")).to_be_visible()
        assert "owes?player=" in tab.url
        settled(tab)
        kinds = [
            ForwardMsg.FromString(frame).WhichOneof("type")
            for frame in told
            if isinstance(frame, bytes)
        ]
        assert kinds.count("new_session") == 1
        tab.go_back()
        expect(tab.get_by_role("heading", name="Who owes what")).to_be_visible()
        assert tab.evaluate("window.here")
        tab.add_init_script(
            """window.before = [];
            window.WebSocket = class extends WebSocket {
                constructor(...words) {
                    super(...words);
                    const asked = performance.getEntriesByType("resource");
                    before.push(asked.filter((one) => one.name.includes("host-config")).length);
                }
            };"""
        )
        tab.goto(f"{samples_at}/owes")
        settled(tab)
        assert tab.evaluate("before") == [0]
