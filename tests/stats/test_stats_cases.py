"""Small books, counted by hand: the log of each evening stands in the test's docstring."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import polars as pl
import pytest
from book_on_disk import THREE_HANDS, Book

from ledger.book.derived.access import ask
from ledger.book.files.folder import make_folder
from ledger.book.files.settings_edit import change_settings, merged
from ledger.stats import (
    Filter,
    Wanted,
    beside_everybody,
    chips_by_hand,
    evening,
    evenings,
    findings_of_book,
    hands_of,
    head_to_head,
    last_evening,
    player_figures,
    player_money,
    pot_by_hand,
    rivals,
    winnings_over_time,
)
from ledger.stats.figures import grouped_hands

T = TypeVar("T")


def asked(book: Book | Path, question: Callable[..., T], *args: Any, **named: Any) -> T:  # noqa: ANN401
    folder = book.folder if isinstance(book, Book) else book
    return ask(folder, lambda connection: question(connection, *args, **named))


def picked(frame: pl.DataFrame, *columns: str) -> list[tuple[Any, ...]]:
    return frame.select(columns).rows()


def test_the_worked_example_hand_by_hand(book: Book) -> None:
    book.add(THREE_HANDS)
    pots = asked(book, pot_by_hand, "friday")
    assert picked(pots, "before", "pot", "after", "split") == [
        (0, 7, 7, False),
        (7, 13, 26, True),
        (26, 30, 60, False),
    ]
    matched = [[one["matched"] for one in people if one["bourre"]] for people in pots["people"]]
    assert matched == [[7], [13], [30, 30]]
    hands = asked(book, hands_of, "friday")
    assert picked(hands, "number", "dealer", "stayed", "tricks", "winner") == [
        (1, "G", ["B", "C", "E", "G"], [1, 0, 3, 1], "E"),
        (2, "A", ["B", "E", "F", "A"], [1, 0, 2, 2], None),
        (3, "B", ["C", "D", "E"], [0, 5, 0], "D"),
    ]
    chips = asked(book, chips_by_hand, "friday")
    assert chips.filter(pl.col("name") == "E")["chips"].to_list() == [0, 6, -8, -38]
    assert chips.filter(pl.col("name") == "E")["amount"].to_list() == [0, 150, -200, -950]
    night = asked(book, evening, "friday")
    assert picked(
        night, "players", "hands", "biggest_pot", "pot_left", "winners", "won", "won_amount"
    ) == [(7, 3, 30, 60, ["D"], 27, 675)]
    figures = asked(book, player_figures).filter(pl.col("name") == "E")
    assert picked(
        figures, "hands", "stayed", "won", "won_of", "bourres", "bourres_of", "tricks", "chips"
    ) == [(3, 3, 1, 3, 2, 3, 3, -38)]
    assert picked(figures, "pot", "pot_number", "match", "match_number") == [(7, 1, 30, 3)]


def test_5_14_a_hand_that_was_thrown_in_is_no_hand_dealt_but_its_antes_are_lost(book: Book) -> None:
    """
    seats Ann Bea

    hand 1 Bea h
      play Ann
      misdeal

    hand 1 Bea h
      play Ann
      play Bea
      tricks Ann 3 Bea 2
    """
    figures = asked(book, player_figures)
    assert picked(figures, "name", "hands", "stayed", "stayed_of", "chips", "chips_of") == [
        ("Ann", 1, 1, 1, 1, 1),
        ("Bea", 1, 1, 1, -1, 1),
    ]
    beside = asked(book, beside_everybody, 1)
    assert sum(beside.by_position["hands"]) == sum(beside.by_pot["stayed_of"]) == 1
    assert picked(asked(book, head_to_head, 1, 2), "hands", "stayed") == [(1, 1)]


def test_the_size_of_a_stake_is_told_in_antes_of_the_hand(book: Book) -> None:
    """
    seats Ann Bea

    hand 1 Bea h
      play Ann
      play Bea
      tricks Ann 3 Bea 2
    ante 10

    hand 2 Ann h
      play Bea
      play Ann
      tricks Ann 3 Bea 2
    """
    assert picked(asked(book, beside_everybody, 1).by_pot, "antes", "hands")[:2] == [(0, 2), (5, 0)]


def test_what_moves_between_hands_belongs_to_the_hand_before(book: Book) -> None:
    """
    chip 0.25 USD
    seats Ann Bea Cal
    transfer Cal Ann 2

    hand 5 Cal h
      play Ann
      play Bea
      tricks Ann 3 Bea 2
    penalty Bea 4 for 5
    buyin Ann 40
    pay Bea Ann 3.00

    hand 6 Ann h
      play Bea
      play Cal
      tricks Cal 3 Bea 2
    end divide
    penalty Ann 3
    """
    chips = asked(book, chips_by_hand, "friday")
    assert chips.pivot("name", index=["hand", "number"], values="chips").rows() == [
        (0, None, 2, 0, -2),
        (1, 5, 4, -5, -3),
        (2, 6, 0, -6, 3),
    ]
    assert picked(chips.filter(pl.col("name") == "Ann"), "between", "change") == [
        (2, 2),
        (0, 2),
        (-3, -4),
    ]
    assert picked(asked(book, winnings_over_time), "name", "chips", "amount") == [
        ("Ann", 0, 0),
        ("Bea", -6, -150),
        ("Cal", 3, 75),
    ]
    assert picked(asked(book, player_figures), "name", "chips", "between", "net") == [
        ("Ann", 1, -1, 0),
        ("Bea", -2, -4, -6),
        ("Cal", 5, -2, 3),
    ]
    alone = asked(book, winnings_over_time, Filter(seated=(3,)))
    assert picked(alone, "name", "chips") == [("Ann", 1), ("Bea", -2), ("Cal", 5)]


RENEGE = """
seats Ann Bea Cal Dot

hand 1 Dot 9h
  play Ann 0
  play Bea 0
  trick Ann As Kh
  trick Bea Kc 2c
  trick Bea Qc 3c
  trick Bea Jc 4c
  trick Bea 2s 3d
"""


def test_a_renege_is_open_until_the_table_rules(book: Book) -> None:
    book.add(RENEGE)
    found = asked(book, findings_of_book)
    assert picked(found, "kind", "name", "hand", "number", "card", "required", "open") == [
        ("follow-suit", "Bea", 1, 1, "Kh", ["2s"], True),
        ("unpaid-renege", "Bea", 1, 1, None, None, True),
    ]
    assert picked(asked(book, evening, "friday"), "errors", "warnings", "open") == [(1, 1, 2)]
    told = book.run("waive", "friday", "1", "Bea")
    assert told.status == 0, told.err
    assert picked(asked(book, findings_of_book), "kind", "open") == [("follow-suit", False)]
    assert len(asked(book, findings_of_book, wanted=Wanted(open=True))) == 0
    assert picked(
        asked(book, player_figures).filter(pl.col("name") == "Bea"),
        "reneges",
        "reneges_of",
        "reneges_proved",
    ) == [(1, 1, 1)]


def test_findings_are_placed_where_two_hands_have_one_number(book: Book) -> None:
    """
    seats Ann Bea Cal

    hand 1 Cal h
      play Ann
      play Bea
      tricks Ann 3 Bea 2
      take Bea 3

    hand 1 Ann h
      play Bea
      play Cal
      tricks Cal 3 Bea 2
    """
    found = asked(book, findings_of_book)
    assert picked(found, "kind", "hand") == [
        ("take", 1),
        ("take", 1),
        ("hand-number", 2),
        ("unverified-pot", 2),
    ]
    assert picked(asked(book, hands_of, "friday"), "errors", "warnings") == [(2, 0), (0, 2)]


def test_one_person_with_two_names_is_one_player(book: Book) -> None:
    """
    seats Ann Bea

    hand 1 Bea h
      play Ann
      play Bea
      tricks Ann 3 Bea 2
    ---
    session 2026-11-21 saturday
    seats Beatrice Ann Cal

    hand 1 Cal h
      play Beatrice
      play Ann
      tricks Beatrice 3 Ann 2
    """
    change_settings(book.folder / "book.toml", lambda text: merged(text, "Bea", "Beatrice"))
    assert picked(asked(book, player_figures), "name", "evenings", "hands", "won", "chips") == [
        ("Ann", 2, 2, 1, 0),
        ("Bea", 2, 2, 1, 1),
        ("Cal", 1, 1, 0, -1),
    ]
    assert picked(
        asked(book, rivals).filter(pl.col("name") == "Bea"), "other_name", "evenings", "chips"
    ) == [
        ("Ann", 2, 0),
        ("Cal", 1, 1),
    ]
    bea, ann = (
        dict(asked(book, player_figures).select("name", "player").rows())[name]
        for name in ("Bea", "Ann")
    )
    assert picked(
        asked(book, head_to_head, bea, ann),
        "session",
        "hands",
        "stayed",
        "won",
        "other_won",
        "chips_until",
    ) == [
        ("friday", 1, 1, 0, 1, -1),
        ("saturday", 1, 1, 1, 0, 0),
    ]


def test_players_named_like_the_pot_are_players(book: Book) -> None:
    """
    seats pot bank unexplained

    hand 1 unexplained h
      play pot
      play bank
      tricks pot 3 bank 2
    """
    assert picked(asked(book, player_figures), "name", "chips") == [
        ("bank", -1),
        ("pot", 2),
        ("unexplained", -1),
    ]
    assert picked(asked(book, evening, "friday"), "winners") == [(["pot"],)]
    assert picked(asked(book, rivals).filter(pl.col("name") == "pot"), "other_name", "chips") == [
        ("bank", 1),
        ("unexplained", 1),
    ]


def test_what_never_happened_has_no_rate(book: Book) -> None:
    """
    seats Ann Bea Cal

    hand 1 Cal h
      play Ann
      play Bea
      tricks Ann 3 Bea 2
    """
    ids = dict(asked(book, player_figures).select("name", "player").rows())
    cal = asked(book, player_figures).filter(pl.col("name") == "Cal")
    assert picked(
        cal, "stayed", "stayed_of", "won", "won_of", "won_low", "won_high", "drawn_of"
    ) == [(0, 1, 0, 0, None, None, 0)]
    assert picked(
        asked(book, beside_everybody, ids["Ann"]).by_position,
        "position",
        "dealer",
        "hands",
        "stayed",
        "stayed_low",
    ) == [
        (0, False, 1, 1, pytest.approx(0.2065, abs=1e-4)),
        (1, False, 0, 0, None),
        (None, True, 0, 0, None),
    ]
    assert set(asked(book, beside_everybody, ids["Ann"]).by_trumps["won_low"]) == {None}
    assert [
        row
        for row in picked(
            asked(book, beside_everybody, ids["Ann"]).by_pot, "antes", "hands", "won_high"
        )
        if row[1]
    ] == [(0, 1, 1.0)]


def test_a_whole_hand_is_as_large_as_the_rules_of_that_hand_say(book: Book) -> None:
    """
    rules indiana
    seats Ann Bea
    hand 1 Bea 2h
      play Ann 0
      play Bea 0
      trick Ann Ah 3h
      trick Ann Kh 4h
      trick Ann 5c 6c
      trick Bea 7c 8c

    rules louisiana
    hand 2 Ann 2h
      play Bea 2
      play Ann 2
      trick Bea Kc Ac
      trick Ann Ah 3h
      trick Ann Qs Ks
      trick Bea 4c 5c
    """
    ids = dict(asked(book, player_figures).select("name", "player").rows())
    # Two trumps of four cards are a whole hand by the first rules, four cards of five are none by
    # the others.
    assert [
        row
        for row in picked(asked(book, beside_everybody, ids["Ann"]).by_trumps, "trumps", "hands")
        if row[1]
    ] == [(2, 1)]
    assert len(asked(book, beside_everybody, ids["Ann"]).by_trumps) == 6


def test_the_latest_evening_is_the_last_one(book: Book) -> None:
    """
    session 2026-11-20 early
    ---
    session 2026-11-22 late
    ---
    session 2026-11-21 middle
    """
    assert asked(book, evenings)["session"].to_list() == ["late", "middle", "early"]
    assert asked(book, last_evening)["session"].to_list() == ["late"]
    assert asked(book, last_evening, Filter(sessions=("early", "middle")))["session"].to_list() == [
        "middle"
    ]


def test_an_empty_book_gives_empty_frames_of_the_same_kind(tmp_path: Path, book: Book) -> None:
    """
    chip 0.25 USD

    hand 1 Dot h
      play Ann
      play Bea
      tricks Ann 3 Bea 2
    count Ann 5
    """
    empty = tmp_path / "empty"
    make_folder(empty)
    questions: list[tuple[Callable[..., pl.DataFrame], tuple[Any, ...]]] = [
        *(
            (question, ())
            for question in (
                evenings,
                last_evening,
                player_figures,
                player_money,
                winnings_over_time,
                rivals,
            )
        ),
        *((question, ()) for question in (findings_of_book,)),
        *((question, ("friday",)) for question in (evening, chips_by_hand, pot_by_hand, hands_of)),
        (grouped_hands, (1,)),
        (head_to_head, (1, 2)),
    ]
    for question, args in questions:
        nothing, something = asked(empty, question, *args), asked(book, question, *args)
        assert nothing.schema == something.schema, question
        assert (len(nothing), len(something) > 0) == (0, True), question
    beside = asked(empty, beside_everybody, 1)
    assert beside.by_position.is_empty()
    assert beside.by_trumps.is_empty()
    assert picked(beside.by_pot, "hands", "won_low")[0] == (0, None)
