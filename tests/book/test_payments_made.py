"""The payments of a book: which still stand, and one of the plan noted, or one taken back, at most
once.
"""

from __future__ import annotations

import pytest
from book_on_disk import Book

from ledger.book.balances.figures import SuggestedTransfer, owing
from ledger.book.balances.payment_lines import (
    PaymentMade,
    payments_made,
    settle_line,
    take_back_one,
)
from ledger.book.checks.closing import Act, close
from ledger.book.derived.access import ask
from ledger.book.files.chain import ClosedError
from ledger.errors import UserError
from ledger.money import FEWEST


def made(book: Book) -> list[PaymentMade]:
    return ask(book.folder, payments_made)


def plan(book: Book) -> list[SuggestedTransfer]:
    return ask(book.folder, owing).between_players


def test_a_payment_is_taken_back_on_its_day_and_only_once(book: Book) -> None:
    """
    chip 1 USD
    seats Ann Bea Cal
    result Ann -5 Bea 5
    pay Cal Ann 1 in the log
    """
    before = plan(book)
    for day in ("2026-11-21", "2026-11-22", "2026-11-21"):
        assert (
            book.run("pay", "Ann", "Bea", "2", "--date", day, "--note", "cash", "--anyway").status
            == 0
        )
    *paid, in_the_log = made(book)
    assert (in_the_log.session, in_the_log.note, in_the_log.undone) == (
        "friday",
        "in the log",
        False,
    )
    take_back_one(book.folder, paid[1])
    assert book.payments().endswith("date 2026-11-22\npay Bea Ann 2 taken back\n")
    # Of three that are alike it is that of the day.
    assert [(one.line, one.undone) for one in made(book)] == [
        (paid[0].line, False),
        (paid[1].line, True),
        (paid[2].line, False),
        (made(book)[3].line, True),
        (in_the_log.line, False),
    ]
    there = book.payments()
    for one in (paid[1], made(book)[1], made(book)[3], in_the_log, paid[0]._replace(amount=300)):
        with pytest.raises(UserError, match="nothing was noted"):
            take_back_one(book.folder, one)
    assert book.payments() == there
    for _ in range(2):  # which of two that are alike to the day nobody can tell, nor need
        take_back_one(book.folder, next(one for one in made(book) if not one.undone))
    assert plan(book) == before
    assert [one.undone for one in made(book)] == [*[True] * 6, False]


def test_a_payment_of_a_closed_day_is_not_taken_back(book: Book) -> None:
    """
    chip 1 USD
    seats Ann Bea
    result Ann -5 Bea 5
    """
    for day in ("2026-11-21", "2026-11-22"):
        assert book.run("pay", "Ann", "Bea", "1", "--date", day).status == 0
    close(book.folder, "2026-11-21", Act("Ann"), anyway=True)
    closed, still_open = made(book)
    assert (closed.closed, still_open.closed) == (True, False)
    there = book.payments()
    with pytest.raises(ClosedError):
        take_back_one(book.folder, closed)
    assert book.payments() == there
    take_back_one(book.folder, still_open)


def test_a_line_of_the_plan_is_noted_once_and_with_what_was_said_of_it(book: Book) -> None:
    """
    chip 1 USD
    seats Ann Bea Cal
    result Ann -10 Bea 5 Cal 5
    """
    one, other = plan(book)
    booked = settle_line(book.folder, one, FEWEST, "2026-11-22", "venmo")
    assert book.payments() == "bourre 1\ndate 2026-11-22\ncurrency USD\npay Ann Bea 5 venmo\n"
    assert booked.lines == (4,)
    assert plan(book) == [other]
    # Ann still owes, so that nothing but the plan says that Bea has hers.
    with pytest.raises(UserError, match="no longer has this payment from Ann to Bea"):
        settle_line(book.folder, one, FEWEST)
    with pytest.raises(UserError, match="one line of plain text"):
        settle_line(book.folder, other, FEWEST, None, "two\nlines")
    assert plan(book) == [other]
