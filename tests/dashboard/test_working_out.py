"""Luck and decisions before they are worked out: what is missing is said, and many evenings wait to be wanted."""

from __future__ import annotations

import pytest
from book_on_disk import Book
from dashboard_app import look_at, page, said

from dashboard.insight import stay_chart
from ledger.book import EVEN, ask, unpriced

pytestmark = pytest.mark.slow


def test_a_large_book_shows_its_page_at_once_and_works_out_when_told(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    hand 1 Dot 7h
    dealt Ann Ah Kh Qh 2c 3d
    pass Ann
    play Bea 2
    play Cal 2
    pass Dot
    """
    look_at(book.folder, monkeypatch)
    monkeypatch.setattr(stay_chart, "_AT_ONCE", 0)
    app = page("insight")
    assert "**Not worked out yet:** 1 evening with 1 hand is in none of these figures." in said(app)
    assert "the cards that were dealt" not in said(app), "nobody has looked whether they are written down"
    assert ask(book.folder, unpriced) == (1, 1)
    app = next(one for one in app.button if one.label == "Work them out").click().run()
    assert ask(book.folder, unpriced) == (0, 0)
    assert "Not worked out" not in said(app)
    assert "Too few hands to tell luck from skill" in said(app)


def test_a_small_one_is_worked_out_at_once(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    hand 1 Dot 7h
    dealt Ann Ah Kh Qh 2c 3d
    pass Ann
    play Bea 2
    play Cal 2
    pass Dot
    """
    look_at(book.folder, monkeypatch)
    assert "Too few hands to tell luck from skill" in said(page("insight"))


def test_another_reference_is_worked_out_when_it_is_chosen(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    hand 1 Dot 7h
    dealt Ann Ah Kh Qh 2c 3d
    pass Ann
    play Bea 2
    play Cal 2
    pass Dot
    """
    look_at(book.folder, monkeypatch)
    app = page("insight")
    assert ask(book.folder, lambda connection: unpriced(connection, EVEN)) == (1, 1)
    (against,) = [one for one in app.button_group if one.label == "Priced"]
    app = against.set_value(EVEN).run()
    assert ask(book.folder, lambda connection: unpriced(connection, EVEN)) == (0, 0)
    assert "at an even table" in said(app)
    assert "Too few hands to tell luck from skill" in said(app)
