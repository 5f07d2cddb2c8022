"""Luck and decisions before they are worked out: what is missing is said, and no page waits
for it.
"""

from __future__ import annotations

import pytest
from book_on_disk import Book
from dashboard_app import look_at, page, said

from ledger.book import EVEN, ask, ask_priced, unpriced
from ledger.book.prices import background

pytestmark = pytest.mark.slow

ONE_HAND = "hand 1 Dot 7h\ndealt Ann Ah Kh Qh 2c 3d\npass Ann\nplay Bea 2\nplay Cal 2\npass Dot\n"


def test_what_is_worked_out_in_the_background_is_said_and_nothing_waits_for_it(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    book.add(ONE_HAND)
    look_at(book.folder, monkeypatch)
    monkeypatch.setattr(background, "begin_pricing", lambda *_: True)
    app = page("insight")
    assert "**Not worked out yet:** 1 evening with 1 hand is in none of these figures." in said(app)
    assert "in the background: this page may be closed." in said(app)
    assert not app.button
    assert "the cards that were dealt" not in said(app), (
        "nobody has looked whether they are written down"
    )
    assert ask(book.folder, unpriced) == (1, 1)
    ask_priced(book.folder, unpriced)
    app = page("insight", app)
    assert "Not worked out" not in said(app)
    assert "Too few hands to tell luck from skill" in said(app)


def test_where_there_is_no_background_the_page_works_it_out(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    book.add(ONE_HAND)
    look_at(book.folder, monkeypatch)
    assert "Too few hands to tell luck from skill" in said(page("insight"))


def test_another_reference_is_worked_out_when_it_is_chosen(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    book.add(ONE_HAND)
    look_at(book.folder, monkeypatch)
    app = page("insight")
    assert ask(book.folder, lambda connection: unpriced(connection, EVEN)) == (1, 1)
    (against,) = [one for one in app.button_group if one.label == "Priced"]
    app = against.set_value(EVEN).run()
    assert ask(book.folder, lambda connection: unpriced(connection, EVEN)) == (0, 0)
    assert "at an even table" in said(app)
    assert "Too few hands to tell luck from skill" in said(app)
