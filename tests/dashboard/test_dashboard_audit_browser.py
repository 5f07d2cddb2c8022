"""The audit in Chromium: filters by mouse, and a finding opened in the replay at the card that was
wrong.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from browser import eventually, looking, settled, sideways
from playwright.sync_api import Browser, Locator, expect


@pytest.mark.glance
def test_the_audit_is_filtered_and_a_finding_opens_in_the_replay_at_its_card(
    chromium: Browser, samples_at: str
) -> None:
    with looking(chromium, samples_at) as page:
        page.goto(f"{samples_at}/audit")
        settled(page)
        page.get_by_role("button", name="Filters").click()
        page.get_by_role("combobox", name="What").select_option("Did not cinch")
        expect(page.get_by_text("1 open finding")).to_be_visible()
        expect(page).to_have_url(re.compile("kind=cinch"))
        if page.get_by_test_id("stPopoverBody").count():  # the first page of a server closes it
            page.keyboard.press("Escape")
        settled(page)
        page.get_by_role("link", name="See it in the replay").click()
        expect(page.get_by_role("heading", name="Hand 5")).to_be_visible()
        settled(page)
        expect(page.get_by_text("· trick 3")).to_be_visible()
        expect(
            page.get_by_text("Must lead the highest trump: Q♦ was right.", exact=True)
        ).to_be_visible()


def test_the_audit_is_a_list_and_a_finding_opens_beside_it_or_on_a_phone_in_its_place(
    chromium: Browser, samples_at: str
) -> None:
    with looking(chromium, samples_at) as page:
        page.goto(f"{samples_at}/audit")
        settled(page)
        cards, lines = page.locator("[class*=st-key-finding-]"), page.locator(".panes li button")
        expect(lines).to_have_count(cards.count())
        expect(cards.nth(0)).not_to_be_visible()
        page.keyboard.press("j")
        expect(
            cards.nth(0).get_by_role("img", name=re.compile("^Trick .* is wrong"))
        ).to_be_visible()
        page.keyboard.press("j")
        eventually(
            page,
            lambda: (
                [one.is_visible() for one in cards.all()]
                == [at == 1 for at in range(cards.count())]
            ),
        )
        card, line = cards.nth(1).bounding_box(), lines.nth(0).bounding_box()
        assert card
        assert line
        assert abs(card["y"] - line["y"]) < 8
        page.keyboard.press("?")
        expect(page.get_by_text("uphold the renege")).to_be_visible()
        page.get_by_text("Settled later, and notes").click()
        expect(page.locator(".st-key-settled-finding-1")).to_be_visible()
        page.keyboard.press("u")
        expect(page.get_by_role("button", name="Write it")).to_be_focused()
        page.set_viewport_size({"width": 390, "height": 844})
        expect(cards.nth(1)).to_be_visible()
        expect(lines.nth(0)).not_to_be_visible()
        page.get_by_role("button", name="All findings").click()
        expect(lines.nth(1)).to_be_focused()
        expect(cards.nth(1)).not_to_be_visible()
        assert sideways(page) <= 0


def test_an_address_lands_on_its_line_of_the_log_and_another_line_can_be_shared(
    chromium: Browser, samples_at: str
) -> None:
    with looking(chromium, samples_at, width=390) as page:
        page.goto(f"{samples_at}/session?session=gate-b12&line=112")
        settled(page)
        expect(page.locator("#line-112")).to_be_in_viewport()
        assert sideways(page) <= 0
        page.get_by_role("link", name="Line 108", exact=True).click()
        expect(page.locator("#line-108[aria-current=true]")).to_be_visible()
        expect(page).to_have_url(re.compile("line=108"))


DOUBTED = """\
bourre 1
session 2019-12-05 doubted "The doubted evening"
rules louisiana
chip 1 USD
seats Zelda Ygor
hand 1 Ygor 9h
  tricks Zelda 3 Ygor 2
hand 2 Zelda 8h
  triks Zelda 2 Ygor 3
end divide
"""


def test_a_line_is_fixed_and_a_hand_doubted_answered_and_mended_in_few_taps(
    chromium: Browser, changing_at: str, changing_book: Path
) -> None:
    """Fixed in at most 4 from home, disputed in 3 and answered in 3, mended after the evening in 5;
    a field to type in is one.
    """
    log = changing_book / "sessions" / "doubted.bourre"
    log.write_text(DOUBTED, "utf-8")
    taps: list[str] = []

    def tap(what: Locator) -> None:
        taps.append(str(what))
        what.click()

    def write(field: Locator, words: str) -> None:
        tap(field)
        field.fill(words)

    def in_all() -> int:
        number = len(taps)
        taps.clear()
        return number

    with looking(chromium, changing_at) as page:
        page.goto(changing_at)
        settled(page)
        tap(page.get_by_role("link", name="See which lines").first)
        tap(page.get_by_role("button", name=re.compile("The doubted evening")))
        tap(page.get_by_role("button", name="Use “tricks”"))
        expect(page.get_by_text("The audit no longer finds:")).to_be_visible()
        assert "\n  tricks Zelda 2 Ygor 3\n" in log.read_text("utf-8")
        assert in_all() <= 4
    with looking(chromium, changing_at, width=390) as page:
        page.goto(f"{changing_at}/replay?session=doubted&hand=1")
        settled(page)
        tap(page.get_by_text("Something is wrong with this hand"))
        write(page.get_by_placeholder("What is wrong"), "I took three")
        tap(page.get_by_role("button", name="Say so"))
        expect(page.get_by_text("I took three").first).to_be_visible()
        assert in_all() <= 3
        page.goto(f"{changing_at}/owes")
        settled(page)
        tap(page.get_by_role("link", name="This is wrong").first)
        write(page.get_by_placeholder("What is wrong"), "I never got that")
        tap(page.get_by_role("button", name="Say so"))
        expect(page.get_by_text(re.compile("Disputed on .*I never got that")).first).to_be_visible()
        assert in_all() <= 3
        page.goto(f"{changing_at}/audit")
        settled(page)
        write(page.get_by_placeholder("Your answer").first, "no, two")
        tap(page.get_by_role("button", name="Answer").first)
        expect(page.get_by_text("1 dispute without an answer")).to_be_visible()
        assert in_all() <= 3
        page.goto(f"{changing_at}/session?session=doubted")
        settled(page)
        hand = page.get_by_role("table", name="Hands").get_by_role("link", name="1", exact=True)
        tap(hand)
        expect(page.get_by_role("heading", name="Hand 1")).to_be_visible()
        tap(page.get_by_role("link", name="Edit this hand"))
        lines = page.get_by_role("textbox", name="Lines")
        tap(lines)
        lines.fill(lines.input_value().replace("Zelda 3 Ygor 2", "Zelda 2 Ygor 3"))
        tap(page.get_by_role("button", name="See what would change"))
        tap(page.get_by_role("button", name="Store it"))
        expect(page.get_by_text("The log as it was stays in the folder replaced.")).to_be_visible()
        assert in_all() <= 5
    assert "\n  tricks Zelda 2 Ygor 3\n  # edited " in log.read_text("utf-8")
    log.unlink()
