"""Who owes what: links to pay with and their QR codes, and all payments recorded and taken back at
once.
"""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from browser import eventually, looking, settled
from dashboard_app import look_at, page, said, sent
from PIL import Image
from playwright.sync_api import Browser, Page
from streamlit.testing.v1 import AppTest
from zxingcpp import read_barcodes

from dashboard.frame.me import qr_code
from ledger import Book, owing
from ledger.book.balances.payment_lines import Booked
from ledger.book.balances.transfer_words import link_of
from ledger.book.files.settings import Role
from ledger.book.members.people import send_to

pytestmark = pytest.mark.slow

PAY = '\n[pay]\nlink = "https://pay.example/{handle}?a=1&amount={amount}&note={note}"\n'


def with_links(folder: Path) -> dict[str, str]:
    """Let the book say how to pay everybody but Gus; return each link by the sentence that it is
    for.
    """
    settings = folder / "book.toml"
    if "[pay]" not in settings.read_text("utf-8"):
        settings.write_text(settings.read_text("utf-8") + PAY, "utf-8")
    book = Book(folder, Role.VIEWER)
    payments = book.ask(owing).payments
    for name in {one.payee for one in payments if one.payee_account > 0 and one.payee != "Gus"}:
        send_to(folder, name, f"@{name} $&")
    links = {
        f"{one.payer} pays {one.payee} ": link_of(book.settings(), one)
        for one in book.ask(owing).payments
    }
    return {sentence: link for sentence, link in links.items() if link}


def plan(app: AppTest) -> list[dict[str, Any]]:
    """Return the lines of the plan."""
    return [line for one in sent(app) for line in one.get("lines", [])]


@pytest.mark.nightly
def test_each_payment_is_its_link_and_the_page_says_whose_handle_is_missing(
    sample_book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path(shutil.copytree(sample_book, tmp_path / "book"))
    look_at(folder, monkeypatch)
    assert not any(line["href"] for line in plan(page("owes")))  # nobody asked for links
    links = with_links(folder)
    assert links
    app = page("owes")
    text = said(app)
    for sentence, link in links.items():
        assert [line["href"] for line in plan(app) if line["text"].startswith(sentence)] == [link]
    assert "No payment link for Gus" in text.replace("\\", "")
    assert "bourre players handle Gus HANDLE" in text

    # And all that was paid is recorded at once, and taken back.
    book = Book(folder, Role.VIEWER)
    before = book.ask(owing)
    app = app.button(key="record all").click().run()
    after = book.ask(owing)
    assert [one for one in after.payments if one.payer_account > 0 and one.payee_account > 0] == []
    assert after.transfers == [
        one for one in before.transfers if one not in before.payments or 0 in one[4:]
    ]
    assert (
        f"Recorded: {len(before.transfers) - len(after.transfers)} payments" in app.success[0].value
    )
    # was made a while ago: the page was open over midnight
    done: Booked = app.session_state["settled all"]
    early = tuple(one._replace(date="2026-11-21") for one in done.payments)
    app.session_state["settled all"] = replace(done, payments=early)
    app.run().button(key="undo all").click().run()
    assert book.ask(owing) == before
    text = (folder / "payments.bourre").read_text("utf-8")
    assert text[text.rindex("date ") :].startswith("date 2026-11-21\n")


def test_all_is_not_recorded_when_the_payments_are_others_by_now_or_by_whoever_is_no_banker(
    sample_book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path(shutil.copytree(sample_book, tmp_path / "book"))
    look_at(folder, monkeypatch)
    app = page("owes")
    payments = folder / "payments.bourre"
    payments.write_bytes(payments.read_bytes() + b"pay Alcide Gus 1\n")
    there = payments.read_bytes()
    app = app.button(key="record all").click().run()
    assert "nothing was noted" in app.error[0].value
    assert payments.read_bytes() == there
    monkeypatch.setattr("dashboard.frame.shown_book.role", lambda: Role.SCORER)
    assert not any(one.key == "record all" for one in page("owes").button)


def test_a_telephone_reads_the_code_in_the_dark_and_the_keyboard_reaches_it(
    changing_book: Path, changing_at: str, chromium: Browser, tmp_path: Path
) -> None:
    sentence, link = next(iter(with_links(changing_book).items()))
    with looking(chromium, changing_at, width=390, dark=True) as tab:
        tab.goto(f"{changing_at}/owes")
        settled(tab)
        assert tab.get_by_role("link", name=f"Pay: {sentence}").first.get_attribute("href") == link
        tab.get_by_role("button", name="QR code").first.focus()
        tab.keyboard.press("Enter")
        tab.get_by_alt_text(f"QR code of {link}").scroll_into_view_if_needed()
        # it is half transparent at first
        eventually(tab, lambda: codes(tab, tmp_path / "seen.png") == [link])


def codes(tab: Page, picture: Path) -> list[str]:
    """Return what a telephone reads from what is on the screen."""
    tab.screenshot(path=picture)
    return [one.text for one in read_barcodes(Image.open(picture))]


def test_a_link_that_no_code_can_hold_has_none() -> None:
    assert qr_code("https://pay.example/" + "x" * 3000) == ""
