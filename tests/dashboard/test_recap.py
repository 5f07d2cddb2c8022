"""The recap of an evening: a picture that stands by itself, and the text that goes with it."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from browser import eventually, looking, settled
from playwright.sync_api import Browser, Page

from dashboard.evening.recap import recap, recap_facts, recap_of
from dashboard.frame.picture import Recap, Row, Told, recap_card
from ledger.book.balances.one_session import heading
from ledger.book.book import Book
from ledger.book.files.settings import Role
from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.errors import UserError

LOG = """bourre 1
session 2026-11-20 friday "Friday at Ann's"
rules louisiana
chip 0.25 USD
seats Ann Bea Cal

hand 1 Cal -
  play Ann
  play Bea
  play Cal
  tricks Ann 3 Bea 2

hand 2 Ann -
  play Ann
  play Bea
  play Cal
  tricks Bea 5
"""


def words_of(svg: str) -> list[str]:
    """The lines of a picture, from the top down."""
    return [
        "".join(one.itertext())
        for one in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")  # noqa: S314 - ours
    ]


@pytest.fixture
def friday(tmp_path: Path) -> Book:
    (tmp_path / "friday.bourre").write_text(LOG)
    import_files(tmp_path / "book", [tmp_path / "friday.bourre"], ImportOptions())
    return Book(tmp_path / "book", Role.VIEWER)


@pytest.mark.parametrize("title", ["W" * 60, "牌" * 60, "Friday at Ann's", "a" * 200, "🂡" * 40])
def test_a_title_of_wide_letters_stays_in_the_picture(title: str) -> None:
    row = Row("W" * 40, "+$1,234.00", 1)
    sizes = {"W": 1.12, "牌": 1.3, "🂡": 1.3, "a": 0.7}
    drawn = ET.fromstring(recap_card(Recap(title, "today", "Ann", "won", [row], [])))  # noqa: S314 - ours
    for text in drawn.iter("{http://www.w3.org/2000/svg}text"):
        words, size = "".join(text.itertext()), int(text.get("font-size", "0"))
        assert sum(sizes.get(sign, 0.45) for sign in words) * size <= 1080 - 72, words
    (shown, *_) = words_of(recap_card(Recap("Friday at Ann's", "today", "Ann", "won", [row], [])))
    assert shown == "Friday at Ann's"


def test_a_pot_from_which_too_much_was_taken_lacks_that(friday: Book) -> None:
    night, *rest = friday.ask(recap_facts, "friday")
    made = recap_of((night._replace(pot=-3), *rest), friday.settings())
    assert "3 chips ($0.75) missing" in words_of(made["svg"])
    assert "3 chips are missing from the pot." in made["text"]


def test_the_picture_says_who_won_the_hand_of_the_night_bourres_the_pot_and_who_pays(
    friday: Book,
) -> None:
    """Ann takes 3 and Cal matches them; then Bea takes the 5 that lie there, and Ann and Cal match
    those: 10 are left.
    """
    made = recap_of(friday.ask(recap_facts, "friday"), friday.settings())
    assert words_of(made["svg"]) == [
        "Friday at Ann's", "Friday 20 November 2026 · 2 hands",
        "Bea", "won the evening with +$0.75",
        "Bea", "▲ +$0.75", "Ann", "▼ −$1.00", "Cal", "▼ −$2.25",
        "THE HAND OF THE EVENING", "Bea took 5 chips ($1.25) in hand 2",
        "BOURRÉ", "3 times in all: Cal twice", "Ann matched 5 chips ($1.25) at once",
        "IN THE POT", "10 chips ($2.50) wait for next time",
        "WHO PAYS WHOM", "Cal pays Bea $0.75", "The rest is still open: see the text",
    ]  # fmt: skip
    assert made["text"].startswith(
        "Friday at Ann's, 20 November 2026: 2 hands\nBea won the evening with +$0.75 (3 chips)."
    )
    assert made["name"] == "friday"


def test_an_evening_that_is_called_by_its_day_is_told_with_the_day_once(friday: Book) -> None:
    night = friday.ask(recap_facts, "friday")[0]
    assert heading(night._replace(title=None)) == "friday, 20 November 2026: 2 hands"
    assert heading(night._replace(title=None, session="2026-11-20")) == "20 November 2026: 2 hands"
    assert (
        heading(night._replace(title=None, session="2026-11-20-2"))
        == "20 November 2026 (2): 2 hands"
    )


def test_it_is_asked_for_by_the_session_or_its_log(friday: Book) -> None:
    assert recap(friday, {"session": "friday"}) == recap(friday, {"log": "sessions/friday.bourre"})
    with pytest.raises(UserError, match="no evening"):
        recap(friday, {"session": "monday"})


def test_hostile_names_are_text_and_long_ones_stay_on_the_picture() -> None:
    name = "<script>alert(1)</script> & \u202eAnn " * 4
    svg = recap_card(
        Recap(name, name, name, "won", [Row(name, "+$1", 1)] * 25, [Told("A", [name])])
    )
    tree = ET.fromstring(svg)  # noqa: S314 - ours
    assert {one.tag.partition("}")[2] for one in tree.iter()} == {
        "svg",
        "title",
        "rect",
        "path",
        "text",
    }
    assert "\u202e" not in svg
    assert "and 5 more" in words_of(svg)
    lines = [
        (float(one.attrib["font-size"]), "".join(one.itertext()))
        for one in tree.iter("{http://www.w3.org/2000/svg}text")
    ]
    # a letter is about half as wide as it is high
    assert max(size * len(line) for size, line in lines) * 0.55 < 1080


def test_a_browser_that_copies_nothing_is_not_said_to_have_copied(
    chromium: Browser, samples_at: str
) -> None:
    with looking(chromium, samples_at) as page:
        page.add_init_script(
            "navigator.clipboard.writeText = () => Promise.reject(); document.execCommand = () => "
            "window.old;"
        )
        page.goto(f"{samples_at}/session?session=saturday-2026-08")
        settled(page)
        page.get_by_text("Share this evening").click()
        for works, words in ((True, "The text is copied"), (False, "This browser cannot copy")):
            page.evaluate("works => { window.old = works; }", works)
            eventually(page, lambda words=words: words in copied(page))  # type: ignore[misc]


def copied(page: Page) -> str:
    """Touch the button and return what is said, perhaps yet of the touch before; a page that is
    still drawn forgets it.
    """
    page.get_by_role("button", name="Copy text").click()
    return page.locator(".recap .said").inner_text()
