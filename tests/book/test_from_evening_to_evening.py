"""A session of a book begins with what the one before it left: chips, exemptions, turns to deal (5.6, 5.12, log-format.md)."""

from __future__ import annotations

import json

import pytest
from book_on_disk import Book

from ledger.book import ask
from ledger.book.loader import FileLoader
from ledger.book.session_text import told_hand

NEXT = "session 2026-11-27 next\n"


def found(book: Book, session: str) -> list[str]:
    """Return what the audit of the book finds in a session: rule, player and amount."""
    report = book.run("audit", "--format", "json").out
    return [
        " ".join(str(part) for part in (one["rule"], one["hand"], one["player"], one["amount"]) if part is not None)
        for one in json.loads(report)["findings"]
        if one["session"] == session and one["severity"] != "remark"
    ]


def balances(book: Book) -> dict[str, int]:
    """Return where everybody stands, in chips."""
    return {one["player"]: int(one["amount"]) for one in book.json("owes")["balances"]}


def test_5_6_who_matched_the_last_pot_of_a_night_posts_no_ante_the_next_week(book: Book) -> None:
    """
    seats Ann Bea
    hand 1 Bea 9h
      play Ann 0
      play Bea 0
      tricks Ann 5
    ---
    session 2026-11-27 next
    seats Ann Bea
    hand 1 Bea 9h
      ante Ann
      pass Ann Bea
    """
    assert found(book, "next") == []
    assert balances(book) == {"Ann": 0, "Bea": -3}  # Ann has two antes paid and two chips taken; Bea an ante and her match


def test_a_season_that_comes_at_once_is_not_read_again_for_what_goes_on(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    seats Ann Bea Cal
    hand 1 Cal 9h
      play Ann 0
      play Bea 0
      tricks Ann 5
    ---
    session 2026-11-27 next
    seats Ann Bea Cal
    hand 1 Ann 9h
      play Bea 0
      play Cal 0
      tricks Cal 5
    ---
    session 2026-12-04 last
    seats Ann Bea Cal
    hand 1 Bea 9h
      play Cal 0
      play Bea 0
      tricks Cal 3 Bea 2
    """
    one_by_one = balances(book)
    monkeypatch.setattr(FileLoader, "judge_again", None)
    assert book.run("rebuild").status == 0
    assert balances(book) == one_by_one
    assert found(book, "last") == []


def test_5_6_an_evening_without_a_hand_lets_off_whom_its_header_says(book: Book) -> None:
    """
    seats Ann Bea
    hand 1 Bea 9h
      play Ann 0
      play Bea 0
      tricks Ann 5
    ---
    session 2026-11-27 next
    pot 2
    exempt Bea
    seats Ann Bea
    buyin Ann 10
    buyin Bea 10
    count Ann 13
    count Bea 7
    """
    assert found(book, "next") == []


def test_5_6_of_those_who_are_exempt_only_those_who_sit_again_are_let_off(book: Book) -> None:
    """
    seats Ann Bea Cal
    hand 1 Cal 9h
      play Ann 0
      play Bea 0
      play Cal 0
      tricks Ann 5
    ---
    session 2026-11-27 next
    seats Ann Cal Dot
    hand 1 Dot 9h
      ante Ann Cal Dot
      pass Ann Cal Dot
    """
    assert found(book, "next") == ["ante 1 Cal 1"]


@pytest.mark.parametrize("night", ["result Ann 2 Bea -2", "count Ann 2\ncount Bea 0\nend counted"])
def test_nobody_is_accused_of_what_may_have_been_used_up_in_an_evening_without_hands(night: str, book: Book) -> None:
    """Bea went bourré and Ann announced early in the first evening; what was played in the second nobody knows."""
    seats = "seats Ann Bea Cal\n"
    book.add(
        seats + "hand 1 Cal 9h\n  early Ann\n  play Ann 0\n  play Bea 0\n  tricks Ann 5\n",
        f"session 2026-11-27 second\n{seats}{night}\n",
        f"session 2026-12-04 next\n{seats}hand 1 Cal 9h\n  ante Ann Bea Cal\n  play Ann 0\nhand 2 Ann 9h\n  play Ann 0\n",
    )
    assert found(book, "next") == []


def test_an_opening_pot_goes_on_without_a_line_and_pot_0_says_that_there_is_none(book: Book) -> None:
    """
    seats Ann Bea
    hand 1 Bea 9h
      pass Ann Bea
    ---
    session 2026-11-27 next
    seats Ann Bea
    hand 1 Bea 9h
      pass Ann Bea
      pot 4
    ---
    session 2026-12-04 third
    pot 0
    seats Ann Bea
    hand 1 Bea 9h
      pass Ann Bea
      pot 2
    """
    assert found(book, "next") == []
    assert found(book, "third") == ["carried-pot -4"]


def test_a_change_of_the_first_evening_goes_on_to_the_last(book: Book) -> None:
    """
    seats Ann Bea
    hand 1 Bea 9h
      pass Ann Bea
    ---
    session 2026-11-27 next
    seats Ann Bea
    hand 1 Bea 9h
      pass Ann Bea
    ---
    session 2026-12-04 third
    seats Ann Bea
    hand 1 Bea 9h
      play Ann 0
      play Bea 0
      tricks Ann 5
      pot 6
    """
    assert found(book, "third") == []
    path = book.folder / "sessions" / "friday.bourre"
    path.write_text(path.read_text("utf-8") + "penalty Bea 3\n", "utf-8")
    assert found(book, "third") == ["pot 1 -3"]
    before = book.run("audit", "--format", "json").out
    assert book.run("rebuild").status == 0
    assert book.run("audit", "--format", "json").out == before


def test_with_the_pot_line_that_was_left_the_exemptions_carry_over(book: Book) -> None:
    """
    seats Ann Bea
    hand 1 Bea 9h
      play Ann 0
      play Bea 0
      tricks Ann 5
    ---
    session 2026-11-27 next
    pot 2
    seats Ann Bea
    hand 1 Bea 9h
      ante Ann Bea
      pass Ann Bea
    """
    assert found(book, "next") == ["ante 1 Bea 1"]


def test_other_exemptions_than_those_left_are_told(book: Book) -> None:
    """
    seats Ann Bea
    hand 1 Bea 9h
      play Ann 0
      play Bea 0
      tricks Ann 5
    ---
    session 2026-11-27 next
    exempt Ann
    seats Ann Bea
    hand 1 Bea 9h
      pass Ann Bea
    """
    assert found(book, "next") == ["carried-pot"]
    told = " ".join(book.run("audit").out.split())
    assert "exempts Ann from the ante of its first hand; after the evening before it, friday" in told


def test_after_end_divide_nothing_is_carried(book: Book) -> None:
    """
    seats Ann Bea
    hand 1 Bea 9h
      play Ann 0
      play Bea 0
      tricks Ann 5
    end divide
    ---
    session 2026-11-27 next
    seats Ann Bea
    hand 1 Bea 9h
      ante Ann Bea
      pass Ann Bea
      pot 2
    """
    assert found(book, "next") == []


def test_3_9_a_forfeited_turn_to_deal_goes_with_the_pot(book: Book) -> None:
    """
    seats Ann Bea Cal
    hand 1 Cal 9h
      early Ann
      pass Bea Cal
      play Ann 0
    hand 2 Bea 9h
      pass Cal Ann Bea
    ---
    session 2026-11-20 second
    seats Ann Bea Cal
    hand 1 Cal 9h
      early Bea
      pass Ann Bea Cal
    ---
    session 2026-11-27 next
    seats Ann Bea Cal
    hand 1 Ann 9h
      pass Bea Cal Ann
    hand 2 Cal 9h
      pass Ann Bea Cal
    """
    assert found(book, "next") == []


def test_chips_of_another_value_are_compared_by_what_they_are_worth(book: Book) -> None:
    """
    chip 0.25 USD
    seats Ann Bea
    hand 1 Bea 9h
      pass Ann Bea
    hand 2 Ann 9h
      pass Bea Ann
    ---
    session 2026-11-27 next
    chip 0.50 USD
    seats Ann Bea
    hand 1 Bea 9h
      pass Ann Bea
      pot 4
    ---
    session 2026-12-04 third
    chip 0.50 USD
    pot 8
    seats Ann Bea
    """
    assert found(book, "next") == []
    assert found(book, "third") == ["carried-pot 4"]


def test_chips_of_another_currency_are_told_with_what_to_write(book: Book) -> None:
    """
    chip 0.25 USD
    seats Ann Bea
    hand 1 Bea 9h
      pass Ann Bea
    ---
    session 2026-11-27 next
    chip 0.50 EUR
    seats Ann Bea
    hand 1 Bea 9h
      pass Ann Bea
      pot 2
    """
    assert found(book, "next") == ["carried-pot"]
    assert "`end divide`" in " ".join(book.run("audit").out.split())


def test_a_hand_told_again_and_its_antes_are_those_of_the_book(book: Book) -> None:
    """
    seats Ann Bea
    hand 1 Bea 9h
      play Ann 0
      play Bea 0
      tricks Ann 5
    ---
    session 2026-11-27 next
    seats Ann Bea
    hand 1 Bea 9h
      play Ann 0
      pass Bea
    """
    hand = ask(book.folder, lambda connection: told_hand(connection, book.folder, "next", "1")).hand
    assert hand.pot == 3  # what was left, and Ann's ante alone
