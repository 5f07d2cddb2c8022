"""What stands out of an evening (``ledger.stats.review``): each mark by its definition, ties, and
what is unknown.
"""

from __future__ import annotations

from typing import Any

from book_on_disk import Book
from hypothesis import given, strategies as st

from ledger.book import Connection, ask, held
from ledger.stats import Mark, Review, Share, review_of
from ledger.stats.review import turning_point

NAMES = {1: "Ann", 2: "Bea", 3: "Cal", 4: "Dot"}


def hands_from_1(number: int) -> list[dict[str, int]]:
    return [{"hand": at, "number": at} for at in range(1, number + 1)]


@given(st.lists(st.tuples(*[st.integers(-4, 4)] * 3), min_size=1, max_size=8))
def test_the_turning_point_is_the_first_hand_from_which_on_the_winner_led_alone(
    changes: list[tuple[int, int, int]],
) -> None:
    standings = [dict.fromkeys((1, 2, 3), 0)]
    for change in changes:
        standings.append(
            {player: standings[-1][player] + won for player, won in enumerate(change, 1)}
        )
    mark = turning_point(standings, hands_from_1(len(changes)), NAMES)
    best = max(standings[-1].values())
    first = [player for player, chips in standings[-1].items() if chips == best]
    if len(first) > 1 or best <= 0 or len(changes) == 1:
        assert mark is None
        return
    leads = [
        all(now[first[0]] > now[other] for other in now if other != first[0]) for now in standings
    ]
    expected = next(hand for hand in range(1, len(leads)) if all(leads[hand:]))
    assert mark is not None
    assert (mark.hand, mark.names[0]) == (expected, NAMES[first[0]])


def told(book: Book, session: str = "friday") -> Review:
    found = ask(book.folder, lambda connection: review_of(connection, session))
    assert found is not None
    return found


def in_words(marks: list[Mark]) -> list[tuple[str, int | None, str]]:
    return [(one.kind, one.number, one.said()) for one in marks]


def test_without_a_card_the_turning_point_the_biggest_pot_and_the_worst_bourre_stand(
    book: Book,
) -> None:
    """
    seats Ann Bea Cal Dot
    hand 1 Dot h
      play Ann
      play Bea
      tricks Ann 5
    hand 2 Ann h
      play Bea
      play Cal
      tricks Bea 2 Cal 3
    hand 3 Bea h
      play Cal
      play Dot
      play Ann
      tricks Ann 2 Cal 2 Dot 1
    hand 4 Cal h
      play Bea
      play Dot
      play Ann
      tricks Bea 5
    """
    found = told(book)
    assert in_words(found.marks) == [
        ("turn", 2, "Cal took the lead from Ann for good, with 6 chips won."),
        ("pot", 2, "Cal took 7 chips."),
        ("bourre", 4, "Dot and Ann matched 6 chips each, the most of 3 bourrés."),
    ]
    assert (found.shares, found.missing, found.waits) == ([], [], True)


def test_two_in_front_at_the_end_have_no_turning_point_and_of_equal_pots_the_first_counts(
    book: Book,
) -> None:
    """
    seats Ann Bea Cal
    hand 1 Cal h
      pass Ann Bea Cal
    hand 2 Ann h
      play Ann
    hand 3 Bea h
      pass Cal Ann Bea
    hand 4 Cal h
      play Bea
    """
    assert in_words(told(book).marks) == [("pot", 2, "Ann took 6 chips.")]


def test_5_16_what_is_not_recorded_leaves_no_turning_point_and_is_said_of_the_pot(
    book: Book,
) -> None:
    """
    seats Ann Bea Cal
    hand 1 Cal h
      play Ann
      play Bea
      tricks Ann 5
    hand 2 Ann h
      take Bea
    hand 3 Bea h
      play Cal
      play Ann
      tricks Cal 3 Ann 2
    ---
    session 2026-11-21 unread
    seats Ann Bea
    hand 1 Bea h
      play Ann
      play Bea
      tricks Ann 3 Bea 2
    hand 2 Ann h
      nonsense
    ---
    session 2026-11-22 chips
    seats Ann Bea
    result Ann 2, Bea -2
    """
    found = told(book)
    assert in_words(found.marks) == [
        ("bourre", 1, "Bea matched 3 chips."),
        ("pot", 2, "Bea took 5 chips, as far as is known."),
    ]
    assert found.missing == [
        "Who led after which hand is not known: not everything of this evening is recorded."
    ]
    assert told(book, "unread").missing == found.missing
    assert ask(book.folder, lambda connection: review_of(connection, "chips")) is None


def enter(book: Book, luck: list[tuple[Any, ...]], stays: list[tuple[Any, ...]]) -> None:
    """Enter luck and prices of the evening, as working them out takes long; in stakes."""

    def into(connection: Connection) -> None:
        called = dict(connection.execute("SELECT name, player FROM players").fetchall())
        connection.execute("INSERT INTO priced SELECT session, 'table' FROM sessions")
        for hand, name, *values in luck:
            connection.execute(
                "INSERT INTO luck SELECT session, ?, ?, ?, ?, ? FROM sessions",
                [hand, called[name], *values],
            )
        for hand, name, *values in stays:
            connection.execute(
                "INSERT INTO decisions SELECT session, ?, ?, 'stay', NULL, ?, ?, ?, ?, ?, 0, "
                "NULL, 'table', NULL, 0, 0 "
                "FROM sessions",
                [hand, called[name], *values],
            )

    with held(book.folder) as held_book:
        held_book.settle(into)


def test_with_prices_the_draw_and_the_decision_stand_too_and_won_is_luck_play_and_the_rest(
    book: Book,
) -> None:
    """
    seats Ann Bea
    hand 1 Bea h
      play Ann 2
      play Bea 3
      tricks Ann 3 Bea 2
    hand 2 Ann h
      play Bea 1
      play Ann 0
      tricks Bea 0 Ann 5
    """
    enter(
        book,
        # hand, player, result, luck of the deal and of the draw
        [
            (1, "Ann", 0.5, 0.5, 0.5),
            (1, "Bea", -0.5, -0.5, -0.5),
            (2, "Bea", -2, 0.5, 0.75),
            (2, "Ann", 2, -0.5, -0.75),
        ],
        # hand, player, chosen, better, cost and margin, standard error
        [
            (1, "Bea", 1, 0, 0.5, 0.5, 0.4),  # may be nothing: its interval has zero in it
            (2, "Bea", 1, 0, 1.0, 1.0, 0.1),
            (2, "Ann", 0, 1, 1.2, 1.2, 0.3),  # costs more, but less for certain
        ],
    )
    found = told(book)
    marks = {one.kind: one for one in found.marks}
    assert (
        marks["draw"].said()
        == "Bea drew 1 card: worth about 2 chips more than draws are on average."
    )
    assert marks["draw"].step == ("discard", None, 0)
    assert (
        marks["decision"].said()
        == "Bea stayed with nobody in: passing was worth 2.0 chips more (1.6 to 2.4)."
    )
    assert (marks["decision"].hand, marks["decision"].step) == (2, ("stay", None, 0))
    assert found.shares == [
        Share(1, "Ann", 2, 0, 5, -3),
        Share(2, "Bea", -4, 0, -5, 1),
    ]  # 2 chips lie in the pot
    assert all(one.won == one.luck + one.play + one.rest for one in found.shares)
    assert found.missing == []
    hidden = found.while_played()
    assert not hidden.shares
    assert {one.kind for one in hidden.marks} == set(marks) - {"draw", "decision"}
    assert "turn" not in {one.kind for one in found.in_part().marks}
