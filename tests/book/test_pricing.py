"""Luck and prices in the book: worked out when somebody asks, and again only where something
changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from audit_text import log_of
from book_on_disk import Book

from ledger import hands
from ledger.book import Connection, ask, ask_priced, check_book, unpriced
from ledger.book.prices import pricing
from ledger.hands import Hands, columns, write_hands
from ledger.log import read
from ledger.stats import player_insight

HAND = """
dealt Ann Ah Kh Qh 2c 3d
dealt Bea 2s 3s 4c 8d 9d
pass Ann
pass Bea
play Cal 2
pass Dot
"""


def prices(connection: Connection) -> list[tuple[Any, ...]]:
    """Every price in the book."""
    return connection.execute(
        "SELECT id, hand, name, chosen, cost, why_not FROM decisions JOIN sessions USING "
        "(session) JOIN players USING (player) "
        "ORDER BY ALL"
    ).fetchall()


def priced(connection: Connection) -> list[str]:
    """The sessions that are worked out."""
    return [
        name
        for (name,) in connection.execute(
            "SELECT id FROM priced JOIN sessions USING (session) ORDER BY id"
        ).fetchall()
    ]


def evening(name: str, day: str) -> str:
    """An evening of one hand."""
    return f"session {day} {name}\nhand 1 Dot 7h{HAND}"


def test_nothing_is_worked_out_until_somebody_asks(book: Book) -> None:
    book.add(evening("one", "2026-11-13"))
    assert ask(book.folder, priced) == []
    assert ask_priced(book.folder, priced) == ["one"]
    assert ask(book.folder, priced) == ["one"]


def test_a_book_with_prices_is_not_called_wrong(book: Book) -> None:
    """``bourre check`` compares it with one made anew, in which nobody has asked for a
    price yet.
    """
    book.add(evening("one", "2026-11-13"))
    assert ask_priced(book.folder, priced) == ["one"]
    assert not [check.found for check in check_book(book.folder) if check.found and check.must]


def test_one_evening_more_is_worked_out_alone_and_the_others_stay_to_the_digit(book: Book) -> None:
    book.add(evening("one", "2026-11-13"))
    before = ask_priced(book.folder, prices)
    book.add(evening("two", "2026-11-20"))
    assert ask(book.folder, priced) == ["one"]
    after = ask_priced(book.folder, prices)
    assert [row for row in after if row[0] == "one"] == before


def test_it_is_asked_how_many_processes_are_worth_it(book: Book) -> None:
    book.add(evening("one", "2026-11-13"))
    asked: list[int] = []

    def jobs(hands: int) -> int:
        asked.append(hands)
        return 1

    assert (
        ask_priced(book.folder, priced, jobs=jobs)
        == ask_priced(book.folder, priced, jobs=jobs)
        == ["one"]
    )
    assert asked == [1], "nobody is asked where nothing is left to do"


def test_a_book_made_again_has_the_same_prices(book: Book) -> None:
    book.add(evening("one", "2026-11-13"))
    before = ask_priced(book.folder, prices)
    assert book.run("rebuild").status == 0
    assert ask_priced(book.folder, prices) == before


def test_an_evening_that_was_changed_is_worked_out_again(book: Book) -> None:
    book.add(evening("one", "2026-11-13"))
    ask_priced(book.folder, prices)
    (path,) = (book.folder / "sessions").glob("*.bourre")
    path.write_text(path.read_text("utf-8").replace("pass Ann", "play Ann 0"), "utf-8")
    assert ask(book.folder, priced) == []
    ann = next(row for row in ask_priced(book.folder, prices) if row[2] == "Ann")
    assert (ann[3], ann[4]) == (True, 0.0)


def test_ann_who_passed_with_three_honours_has_lost_by_passing(book: Book) -> None:
    book.add(evening("one", "2026-11-13"))
    rows = {row["name"]: row for row in ask_priced(book.folder, player_insight).to_dicts()}
    ann = rows["Ann"]
    assert (ann["decisions"], ann["priced"], ann["lost_staying"]) == (1, 1, 0.0)
    assert ann["lost_passing"] > 1
    assert rows["Cal"]["priced"] == 0
    assert ann["hands"] == 0, "not every card dealt is known: nothing is said of luck"


def test_a_book_is_held_for_a_few_evenings_at_a_time(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others write in it meanwhile: working out many evenings takes half an hour."""
    book.add(*(evening(name, f"2026-11-{day}") for name, day in (("one", 13), ("two", 20))))
    monkeypatch.setattr(pricing, "_AT_ONCE", 1)
    assert ask(book.folder, unpriced) == (2, 2)
    assert pricing.price_some(book.folder)
    assert ask(book.folder, priced) == ["one"]
    assert ask_priced(book.folder, priced) == ["one", "two"]
    assert not pricing.price_some(book.folder)


def test_a_file_of_many_evenings_is_read_once_unless_it_changes(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Read from its beginning for every few of them, one of 100,000 hands took ten times as
    long.
    """

    def write(month: int) -> None:
        logs = [log_of(evening(f"night{at}", f"2026-{month}-{20 - at}")) for at in range(4)]
        write_hands(
            book.folder / "sessions" / "many.parquet",
            [columns([read(log, f"{at}.bourre")]) for at, log in enumerate(logs)],
        )

    write(11)
    assert ask(book.folder, unpriced) == (4, 4)
    reads: list[bool] = []
    real = hands.read_hands

    def seen(path: Path, *groups: Any, **named: Any) -> Iterator[Hands]:  # noqa: ANN401 - passed on as they are
        reads.append(not groups and not named)  # the book itself reads it by its groups
        return real(path, *groups, **named)

    monkeypatch.setattr(hands, "read_hands", seen)
    monkeypatch.setattr(pricing, "_AT_ONCE", 1)
    working = pricing.price_all(book.folder)
    assert [next(working), next(working)] == [None, None]
    write(10)
    assert ask(book.folder, unpriced) == (4, 4)
    assert list(working)
    assert ask(book.folder, priced) == ["night0", "night1", "night2", "night3"]
    assert sum(reads) == 2


def test_evenings_are_joined_only_where_every_column_has_the_same_axes() -> None:
    """The end of a Parquet file, where four at most were in, had fewer cards by trick and ended the
    work at 96%.
    """
    one = columns([read(log_of(evening("one", "2026-11-13")), "one.bourre")])
    few = replace(
        one, **{name: getattr(one, name)[:, :-1] for name in ("cards", "withdrawn", "earlier")}
    )
    assert [len(each.sessions) for each in pricing._together([one, few, one])] == [2, 1]


def test_evenings_worked_out_together_are_priced_to_the_digit_as_each_alone(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of four and of three players, by two houses, and one whose rules change in the middle."""
    three = (
        "session 2026-11-21 three\nhand 1 Cal 7h\ndealt Ann Ah Kh Qh 2c 3d\npass Ann\npass Bea\n"
        "play Cal 2\n"
    )
    changed = (
        evening("changed", "2026-11-27")
        + f"rules bourre-exempt=no\nante 5\nhand 2 Ann 7h{HAND.replace('Dot', 'Eve')}"
    )
    book.add(evening("one", "2026-11-13"), evening("two", "2026-11-20"), three, changed)
    together = ask_priced(book.folder, prices)
    assert len(together) > 12
    assert book.run("rebuild").status == 0
    monkeypatch.setattr(pricing, "_AT_ONCE", 1)
    assert ask_priced(book.folder, prices) == together
