"""Pots go on to the next session of their game (rule 5.12), and what does not fit is told but never
guessed.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path

import duckdb

from ledger.book.derived.carried_tables import _by_game, _days, days_from
from ledger.book.derived.carrying import Carried, PlayedSession, carry, sequences
from ledger.book.files.folder import DATABASE


def evening(
    day: int, name: str, opening: int | None, closing: int, **other: object
) -> PlayedSession:
    usual: dict[str, object] = {"game": "book", "unit": "USD", "chip": 25, "sure": True} | other
    usual.setdefault("alone", closing if usual["sure"] else None)
    return PlayedSession(
        session=int.from_bytes(name.encode()),
        id=name,
        file=f"{name}.bourre",
        date=date(2026, 1, day),
        pot_line=2,
        opening=opening,
        closing=closing,
        **usual,  # type: ignore[arg-type]
    )


def told(*evenings: PlayedSession) -> tuple[list[tuple[str, int, str, int]], list[tuple[str, int]]]:
    """Return what is booked at the beginning of each session, and the pots that do not fit."""
    found = Carried([], [], [])
    for game in sequences(evenings):
        days = [
            sorted((one for one in game if one.date == day), key=lambda one: one.id)
            for day in sorted({one.date for one in game})
        ]
        carry(found, None, days, date.max, lambda one, _start: one)
    return (
        [(one.evening.id, one.chips, one.unit, one.amount) for one in found.openings],
        [(one.evening.id, one.amount) for one in found.mismatches],
    )


def test_a_pot_that_was_left_is_there_at_the_next_session() -> None:
    assert told(evening(1, "a", 0, 7), evening(8, "b", 7, 0)) == ([], [])


def test_a_pot_from_before_the_book_is_unexplained_and_no_fault() -> None:
    assert told(evening(1, "a", 4, 0)) == ([("a", 4, "USD", 100)], [])


def test_a_pot_that_shrank_or_grew_between_sessions_is_told() -> None:
    assert told(evening(1, "a", 0, 7), evening(8, "b", 5, 3), evening(15, "c", 4, 0)) == (
        [("b", -2, "USD", -50), ("c", 1, "USD", 25)],
        [("b", -2), ("c", 1)],
    )


def test_games_have_pots_of_their_own() -> None:
    assert told(
        evening(1, "a", 0, 7), evening(2, "b", 0, 0, game="other"), evening(3, "c", 7, 0)
    ) == ([], [])


def test_nobody_is_told_of_a_pot_that_was_never_certain() -> None:
    assert told(evening(1, "a", 0, 7, sure=False), evening(8, "b", 5, 0)) == (
        [("b", -2, "USD", -50)],
        [],
    )
    assert told(evening(1, "a", 0, 7), evening(8, "b", None, 0)) == ([("b", -7, "USD", -175)], [])


def test_sessions_of_one_day_are_taken_in_the_order_in_which_their_pots_fit() -> None:
    assert told(
        evening(1, "z", 0, 5), evening(2, "b", 9, 1), evening(2, "c", 5, 9), evening(3, "d", 1, 0)
    ) == ([], [])
    many = [evening(1, f"{9 - place}", place, place + 1) for place in range(9)]
    assert told(*many) == ([], [])


def test_a_pot_on_the_first_day_comes_from_the_other_session_of_that_day() -> None:
    """Two tables of one evening, named the other way round: what the one begins with has the other
    left.
    """
    assert told(evening(1, "late", 3, 0), evening(1, "soon", 0, 3, pot_said=False)) == ([], [])
    assert told(evening(1, "late", 3, 0), evening(1, "soon", 0, 3)) == ([], [])
    assert told(evening(1, "a", 4, 7), evening(1, "b", 7, 0)) == ([("a", 4, "USD", 100)], [])


def test_of_orders_that_fit_equally_the_ids_decide() -> None:
    assert told(evening(1, "a", 0, 3), evening(1, "b", 0, 4)) == (
        [("b", -3, "USD", -75)],
        [("b", -3)],
    )


def test_chips_of_another_value_are_booked_at_what_they_are_worth() -> None:
    openings, mismatches = told(evening(1, "a", 0, 4), evening(2, "b", 4, 0, chip=50))
    assert openings == [("b", -4, "USD", -100), ("b", 4, "USD", 200)]
    assert mismatches == [("b", 2)]
    assert told(evening(1, "a", 0, 4), evening(2, "b", 2, 0, chip=50))[1] == []
    assert told(evening(1, "a", 0, 4), evening(2, "b", 4, 0, unit="EUR"))[0] == [
        ("b", -4, "USD", -100),
        ("b", 4, "EUR", 100),
    ]


def test_the_order_in_which_sessions_are_given_does_not_matter() -> None:
    evenings = [
        evening(day, f"s{day}", day % 3, day % 4, game=f"g{day % 2}") for day in range(1, 12)
    ]
    assert told(*evenings) == told(*reversed(evenings))


def test_games_read_together_go_on_from_the_day_at_which_each_alone_would(
    sample_book: Path,
) -> None:
    """That is the last day before with one session; from all sessions of a game as from what is
    asked a few days at a time.
    """
    with duckdb.connect(str(sample_book / DATABASE), read_only=True) as connection:
        games = _by_game(
            connection,
            [
                game
                for (game,) in connection.execute("SELECT DISTINCT game FROM sessions").fetchall()
            ],
        )
        assert games
        for game, sessions in games.items():
            for first in (date.min, *(one.date for one in sessions), date.max):
                assert list(days_from(first, sessions)) == list(_days(connection, game, first, ()))
    nights = [
        evening(1, "a", 0, 0),
        evening(2, "b", 0, 0),
        evening(3, "d", 0, 0),
        evening(3, "c", 0, 0),
        evening(4, "e", 0, 0),
    ]
    found = [
        [[one.id for one in day] for day in days_from(date(2026, 1, first), nights)]
        for first in (1, 4)
    ]
    assert found == [[["a"], ["b"], ["c", "d"], ["e"]], [["b"], ["c", "d"], ["e"]]]
