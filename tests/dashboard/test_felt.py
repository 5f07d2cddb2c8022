"""An evening on the felt: what is said and drawn of each hand, and what the browser makes of it."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import pytest
from book_on_disk import THREE_HANDS, Book
from browser import looking, settled
from playwright.sync_api import Browser, Page, expect

from dashboard.evening.felt import felt_data
from dashboard.frame.navigation import hand_names
from ledger.book import ask
from ledger.stats import chips_by_hand, evening, hands_of, pot_by_hand

EVENING = "/session?session=saturday-2026-08"


def felt_of(book: Book, session: str = "friday") -> dict[str, Any]:
    night, pots, ways, hands = (
        ask(book.folder, lambda connection, question=question: question(connection, session))  # type: ignore[misc]
        for question in (evening, pot_by_hand, chips_by_hand, hands_of)
    )
    return felt_data(night.row(0, named=True), pots, ways, hand_names(hands), None)


def test_5_11_each_hand_says_who_took_who_matched_and_what_is_carried(book: Book) -> None:
    book.add(THREE_HANDS)
    felt = felt_of(book)
    start, first, tie, last = felt["moments"]
    assert start["said"] == "Before the first hand: the pot is empty."
    assert (
        first["said"]
        == "Hand 1: E takes 7 chips. C went bourré and matches 7. 7 chips stay in the pot."
    )
    assert tie["said"] == (
        "Hand 2: F and A tied, and nobody takes the pot. E went bourré and matches 13. 26 "
        "chips stay in the pot."
    )
    assert last["said"] == (
        "Hand 3: D takes 30 chips. C and E went bourré and match 30 each. At the end 60 chips "
        "($15.00) are left in the pot."
    )
    names = [seat["name"] for seat in felt["seats"]]
    assert names == list("ABCDEFG")
    assert dict(zip(names, tie["paid"], strict=True)) == {
        "A": 1,
        "B": 1,
        "C": 0,
        "D": 1,
        "E": 1,
        "F": 1,
        "G": 1,
    }
    assert (first["tags"][names.index("C")], first["tags"][names.index("E")]) == (
        ("went", "bourré −7"),
        ("took", "takes +7"),
    )
    assert [one["chips"][names.index("E")] for one in felt["moments"]] == [0, 6, -8, -38]
    assert [(one["after"], one["sure"]) for one in felt["moments"]] == [
        (0, True),
        (7, True),
        (26, True),
        (60, True),
    ]
    assert [seat["name"] for seat in felt["seats"] if seat["won"]] == ["D"]
    assert last["replay"] == "./replay?session=friday&hand=3"


def test_5_14_5_16_what_nobody_wrote_down_is_said_to_be_not_recorded_and_a_misdeal_costs_nobody(
    book: Book,
) -> None:
    """
    seats Ann Bea Cal
    hand 1 Cal h
      misdeal
    hand 1 Cal h
      take Bea
    hand 2 Ann h
      play Ann
      play Bea
      tricks Ann 3 Bea 2
    """
    felt = felt_of(book)
    _, thrown_in, unknown, after = felt["moments"]
    assert thrown_in["said"] == "Hand 1: thrown in. 3 chips stay in the pot."
    assert (
        unknown["said"]
        == "Hand 1: Bea takes 3 chips. What else was paid, and by whom, is not recorded."
    )
    assert unknown["tags"] == {
        0: ("open", "not recorded"),
        1: ("took", "takes +3"),
        2: ("open", "not recorded"),
    }
    assert [worth[-1] for worth in unknown["worth"]] == ["?", "s", "?"]
    assert (unknown["sure"], after["sure"]) == (False, False)
    assert "cannot be checked" in after["said"]
    assert all(worth.endswith(" ?") for worth in after["worth"])


def test_a_hand_that_cannot_be_read_is_left_out_and_a_night_of_chips_is_one_picture(
    book: Book,
) -> None:
    """
    session 2026-11-20 friday
    seats Ann Bea
    hand 1 Bea h
      nonsense
    ---
    session 2026-11-21 chips
    seats Ann Bea
    buyin Ann 40
    buyin Bea 40
    count Ann 55
    cashout Bea 25
    """
    (_, unread) = felt_of(book)["moments"]
    assert unread["said"].startswith("Hand 1: left out, because a line of it cannot be read.")
    assert unread["pot"] is None
    (only,) = felt_of(book, "chips")["moments"]
    assert only["said"] == "No hand was written down: the figures are what was counted or reported."
    assert only["worth"] == ["▲ +15 chips", "▼ −15 chips"]


def said(page: Page) -> str:
    return page.locator(".night .said").inner_text()


@pytest.mark.glance
def test_keys_and_play_walk_through_the_evening_and_lead_to_a_hand(
    chromium: Browser, samples_at: str
) -> None:
    with looking(chromium, samples_at) as page:
        page.goto(samples_at + EVENING)
        settled(page)
        slider, play = page.locator(".scrubber"), page.locator("[data-do=play]")
        assert said(page).startswith("Hand 13: ")  # it opens at the end: who won
        for key, shown in (
            ("Home", "Start"),
            ("ArrowRight", "Hand 1"),
            ("ArrowRight", "Hand 2"),
            ("ArrowLeft", "Hand 1"),
        ):
            page.keyboard.press(key)
            # a picture further on jumps
            assert (page.locator(".flying i").count() > 0) == (key == "ArrowRight")
            expect(slider).to_have_attribute("aria-valuetext", shown)
        page.keyboard.press("Space")
        # which hand it is just now, a slow machine may miss
        expect(slider).not_to_have_attribute("aria-valuetext", "Hand 1")
        page.keyboard.press("Space")
        expect(play).to_have_text("Play")
        expect(page.locator(".flying i")).to_have_count(0)
        page.keyboard.press("End")
        with page.expect_download() as kept:
            page.get_by_role("button", name="Save as a clip").click()
        tree = ET.parse(kept.value.path())  # noqa: S314 - ours
        words = {"".join(one.itertext()) for one in tree.iter("{http://www.w3.org/2000/svg}text")}
        assert {"Saturday at Bea's", "Saturday 1 August 2026"} <= words
        page.get_by_role("link", name="Open hand 13").click()
        expect(page.locator("h1")).to_have_text("Hand 13")


def test_nothing_flies_for_those_who_want_no_motion(chromium: Browser, samples_at: str) -> None:
    with looking(chromium, samples_at, width=390, dark=True) as page:
        page.emulate_media(reduced_motion="reduce")
        page.goto(samples_at + EVENING)
        settled(page)
        page.locator(".scrubber").focus()
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        expect(page.locator(".flying i")).to_have_count(0)
        assert said(page).startswith("Hand 1: ")
        page.emulate_media(reduced_motion="no-preference")
