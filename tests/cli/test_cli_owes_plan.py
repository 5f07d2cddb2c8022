"""bourre owes: the plan of payments stays while it is paid, and may follow who lost to whom."""

from __future__ import annotations

import itertools

import pytest
from book_on_disk import Book


def lines(book: Book, *options: str) -> list[str]:
    """Return the payments of ``bourre owes``, one short line each."""
    return [
        f"{one['from']} {one['to']} {one['amount']}"
        for one in book.json("owes", *options)["transfers"]
    ]


@pytest.mark.drawn(1)
@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
@pytest.mark.parametrize("day", ["2026-11-20", "2026-11-25"])
def test_a_line_that_is_paid_leaves_the_others_as_they_were(
    order: tuple[int, ...], day: str, book: Book
) -> None:
    """
    chip 1 USD
    seats Ann Bea Cal Dot Eve
    result Ann -2 Bea -1 Cal 1 Dot 1 Eve 1
    """
    plan = lines(book)
    left = list(plan)
    for at in order:
        assert book.run("pay", *plan[at].split(), "--date", day).status == 0
        left.remove(plan[at])
        assert lines(book) == left


def test_a_payment_that_is_no_line_makes_a_new_plan_and_so_does_a_session(book: Book) -> None:
    """
    chip 1 USD
    seats Ann Bea Cal Dot Eve
    result Ann -2 Bea -1 Cal 1 Dot 1 Eve 1
    """
    assert lines(book) == ["Ann Dot 1.00", "Ann Eve 1.00", "Bea Cal 1.00"]
    assert book.run("pay", "Ann", "Cal", "1", "--date", "2026-11-21").status == 0
    assert lines(book) == ["Ann Dot 1.00", "Bea Eve 1.00"]
    assert book.run("pay", "Bea", "Eve", "1", "--date", "2026-11-22").status == 0
    assert lines(book) == ["Ann Dot 1.00"]
    book.add("session 2026-11-27 next\nchip 1 USD\nseats Ann Dot\nresult Ann 3 Dot -3")
    assert lines(book) == ["Dot Ann 2.00"]


def test_pay_whom_you_really_lost_to(book: Book) -> None:
    """
    chip 1 USD
    seats Ann Bea
    result Ann -4 Bea 4
    ---
    session 2026-11-21 saturday
    chip 1 USD
    seats Bea Cal
    result Bea -1 Cal 1
    ---
    session 2026-11-22 sunday
    chip 1 USD
    seats Ann Dot
    result Ann -2 Dot 2
    """
    assert lines(book) == ["Ann Bea 3.00", "Ann Cal 1.00", "Ann Dot 2.00"]
    assert lines(book, "--plan", "winners") == ["Ann Bea 4.00", "Ann Dot 2.00", "Bea Cal 1.00"]
    assert book.run("pay", "Bea", "Cal", "1", "--date", "2026-11-23", "--anyway").status == 0
    assert lines(book, "--plan", "winners") == ["Ann Bea 4.00", "Ann Dot 2.00"]
    told = book.run("owes", "--plan", "winners").out
    assert "Ann pays Bea $4.00\nAnn pays Dot $2.00\n" in told


@pytest.mark.parametrize("people", [24, 26])
def test_the_fewest_there_can_be_is_said_only_where_it_is_proved(people: int, book: Book) -> None:
    """Above 24 people who are not square, 7 plans of 40 had a payment too many."""
    paid = [f"pay P{number} P{number + 1} {number + 1}" for number in range(0, people, 2)]
    (book.folder / "payments.bourre").write_text(
        "\n".join(["bourre 1", "date 2026-11-21", *paid, ""]), "utf-8"
    )
    said = book.run("owes").out.partition("\n\n")[0].replace("\n", " ")
    assert (f"{people // 2} payments make everybody square, the fewest possible." == said) == (
        people == 24
    )
    assert ("few for so many people, if not the fewest possible" in said) == (people == 26)
