"""Luck and prices in the background: one process, last in the queue, that goes on where it was and
spoils nothing.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from book_on_disk import Book

from ledger.book import Connection, ask, unpriced
from ledger.book.prices import background, pricing
from ledger.book.prices.pricing import price_some

HAND = "hand 1 Dot 7h\ndealt Ann Ah Kh Qh 2c 3d\npass Ann\nplay Bea 2\nplay Cal 2\npass Dot\n"


def evening(name: str, day: int) -> str:
    """An evening of one hand."""
    return f"session 2026-11-{day} {name}\n{HAND}"


def costs(connection: Connection) -> list[tuple[object, ...]]:
    """Every price in the book."""
    return connection.execute(
        "SELECT session, hand, player, cost FROM decisions ORDER BY ALL"
    ).fetchall()


def started(folder: Path) -> subprocess.Popen[bytes]:
    """The process, as the dashboard starts it."""
    command = [sys.executable, "-m", "ledger.book.prices.background", str(folder), pricing.TABLE]
    return subprocess.Popen(command, stdin=subprocess.PIPE)


@pytest.mark.nightly
def test_killed_it_leaves_a_whole_book_and_the_next_works_out_what_is_over_and_not_what_is_being_recorded(  # noqa: E501
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    book.add(evening("one", 13), evening("two", 20), evening("three", 21))
    with started(book.folder) as first:
        first.kill()
    monkeypatch.delenv("BOURRE_PRICING")
    assert background.begin_pricing(book.folder)
    assert background.begin_pricing(book.folder), "it is at it"
    assert background._begun[book.folder].wait(60) == 0
    assert ask(book.folder, unpriced) == (0, 0)
    once = ask(book.folder, costs)
    assert len(once) == len(set(once)) == 4 * 3
    two = ask(
        book.folder,
        lambda connection: connection.execute(
            "SELECT file FROM sessions WHERE id = 'two'"
        ).fetchall(),
    )[0][0]
    assert book.run("rebuild").status == 0
    assert price_some(book.folder, without={two})
    assert not price_some(book.folder, without={two})
    assert ask(book.folder, unpriced) == (1, 1)


def test_nothing_is_begun_where_it_was_switched_off_or_the_book_cannot_be_written(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    book.add(evening("one", 13))
    assert not background.begin_pricing(book.folder)
    monkeypatch.delenv("BOURRE_PRICING")
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert not background.begin_pricing(book.folder)


def test_an_evening_that_is_changed_meanwhile_gets_no_old_price(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was read is not what is there when the rows are entered: they are not entered, and
    nobody waited for them.
    """
    book.add(evening("one", 13))
    work = pricing._worked_out

    def slow(asked: pricing._Asked) -> pricing._Found:
        (path,) = (book.folder / "sessions").glob("*.bourre")
        path.write_text(path.read_text("utf-8").replace("pass Ann", "play Ann 0"), "utf-8")
        return work(asked)

    monkeypatch.setattr(pricing, "_worked_out", slow)
    assert not price_some(book.folder)
    assert ask(book.folder, costs) == []
    monkeypatch.setattr(pricing, "_worked_out", work)
    assert price_some(book.folder)
    assert ask(book.folder, unpriced) == (0, 0)
