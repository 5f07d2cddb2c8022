"""A session of a book begins with what the one before it left: chips, exemptions, turns to deal
(5.6, 5.12, log-format.md).
"""

from __future__ import annotations

import json
from collections import defaultdict

import pytest
from book_on_disk import Book

from ledger.book import ask
from ledger.book.derived.loader import FileLoader
from ledger.book.sessions.session_text import told_hand


def all_found(book: Book) -> dict[str, list[str]]:
    """Return what the audit of the book finds in each session: rule, hand, player and amount."""
    told: dict[str, list[str]] = defaultdict(list)
    for one in json.loads(book.run("audit", "--format", "json").out)["findings"]:
        if one["severity"] != "remark":
            parts = (one["rule"], one["hand"], one["player"], one["amount"])
            told[one["session"]].append(" ".join(str(part) for part in parts if part is not None))
    return told


def found(book: Book, session: str) -> list[str]:
    """Return what the audit of the book finds in a session."""
    return all_found(book)[session]


def balances(book: Book) -> dict[str, int]:
    """Return where everybody stands, in chips."""
    return {one["player"]: int(one["amount"]) for one in book.json("owes")["balances"]}


TWO, THREE = "seats Ann Bea\n", "seats Ann Bea Cal\n"
MATCHED = f"{TWO}hand 1 Bea 9h\n  play Ann 0\n  play Bea 0\n  tricks Ann 5\n"
"""Bea matched the pot, and antes no more."""
PASSED = "hand 1 Bea 9h\n  pass Ann Bea\n"
EARLY = f"{THREE}hand 1 Cal 9h\n  early Ann\n  play Ann 0\n  play Bea 0\n  tricks Ann 5\n"
ANTED = f"{THREE}hand 1 Cal 9h\n  ante Ann Bea Cal\n  play Ann 0\nhand 2 Ann 9h\n  play Ann 0\n"
EVENINGS: dict[str, tuple[list[str], list[str]]] = {
    "5.6 an evening without a hand lets off whom its header says": (
        [
            MATCHED,
            f"pot 2\nexempt Bea\n{TWO}buyin Ann 10\nbuyin Bea 10\ncount Ann 13\ncount Bea 7\n",
        ],
        [],
    ),
    "5.6 of those who are exempt only those who sit again are let off": (
        [
            f"{THREE}hand 1 Cal 9h\n  play Ann 0\n  play Bea 0\n  play Cal 0\n  tricks Ann 5\n",
            "seats Ann Cal Dot\nhand 1 Dot 9h\n  ante Ann Cal Dot\n  pass Ann Cal Dot\n",
        ],
        ["2: ante 1 Cal 1"],
    ),
    "nobody is accused of what may have been used up in an evening of results": (
        [EARLY, f"{THREE}result Ann 2 Bea -2\n", ANTED],
        [],
    ),
    "nor in one of counts": (
        [EARLY, f"{THREE}count Ann 2\ncount Bea 0\nend counted\n", ANTED],
        ["2: count 2"],
    ),
    "an opening pot goes on without a line, and pot 0 says that there is none": (
        [TWO + PASSED, f"{TWO}{PASSED}  pot 4\n", f"pot 0\n{TWO}{PASSED}  pot 2\n"],
        ["3: carried-pot -4"],
    ),
    "with the pot line that was left the exemptions carry over": (
        [MATCHED, f"pot 2\n{TWO}hand 1 Bea 9h\n  ante Ann Bea\n  pass Ann Bea\n"],
        ["2: ante 1 Bea 1"],
    ),
    "after end divide nothing is carried": (
        [
            MATCHED + "end divide\n",
            f"{TWO}hand 1 Bea 9h\n  ante Ann Bea\n  pass Ann Bea\n  pot 2\n",
        ],
        [],
    ),
    "3.9 a forfeited turn to deal goes with the pot": (
        [
            (
                f"{THREE}hand 1 Cal 9h\n  early Ann\n  pass Bea Cal\n  play Ann 0\nhand 2 Bea 9h\n"
                "  pass Cal Ann Bea\n"
            ),
            f"{THREE}hand 1 Cal 9h\n  early Bea\n  pass Ann Bea Cal\n",
            f"{THREE}hand 1 Ann 9h\n  pass Bea Cal Ann\nhand 2 Cal 9h\n  pass Ann Bea Cal\n",
        ],
        [],
    ),
    "chips of another value are compared by what they are worth": (
        [
            f"chip 0.25 USD\n{TWO}{PASSED}hand 2 Ann 9h\n  pass Bea Ann\n",
            f"chip 0.50 USD\n{TWO}{PASSED}  pot 4\n",
            f"chip 0.50 USD\npot 8\n{TWO}",
        ],
        ["3: carried-pot 4"],
    ),
}
"""Evenings of one game, a week between two of them, and what the audit finds in those after the
first.
"""


def test_what_an_evening_begins_with(book: Book) -> None:
    book.add(*(
        f"session 2026-11-{7 * at - 6:02} {game}-{at}\ngame {game}\n{log}"
        for game, (logs, _) in enumerate(EVENINGS.values())
        for at, log in enumerate(logs, 1)
    ))  # fmt: skip
    told = all_found(book)
    for game, (name, (logs, wrong)) in enumerate(EVENINGS.items()):
        numbers = range(2, len(logs) + 1)
        assert [f"{at}: {one}" for at in numbers for one in told[f"{game}-{at}"]] == wrong, name


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
    # Ann has two antes paid and two chips taken; Bea an ante and her match
    assert balances(book) == {"Ann": 0, "Bea": -3}


def test_a_season_that_comes_at_once_is_not_read_again_for_what_goes_on(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
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
    assert (
        "exempts Ann from the ante of its first hand; after the evening before it, friday" in told
    )


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
