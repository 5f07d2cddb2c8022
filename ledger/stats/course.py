"""How an evening went, in a few figures; without data frames, whose library takes long to load."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection

from ledger.stats.chosen import people_in


class Course(NamedTuple):
    """How an evening went: how many hands its winner won, of how many whose outcome is known;
    ``all_known`` if that is all of them.

    ``most`` are the chips of the winner's best hand, and ``hand`` its number as written. ``went``
    are those who went bourré most often, and ``times`` how often.
    """

    won: int
    known: int
    all_known: bool
    most: int
    hand: int | None
    went: Sequence[str]
    times: int


def course_of(connection: DuckDBPyConnection, session: str, winners: Sequence[str]) -> Course:
    """How the evening with this id went, which these players won; of several winners no hands are
    counted.
    """
    hands = connection.execute(_OUTCOMES, {"session": session}).fetchall()
    known = [(winner, won, number) for number, winner, won, is_known, _ in hands if is_known]
    mine = [(won, number) for winner, won, number in known if [winner] == list(winners)]
    most, hand = max(mine, key=lambda one: one[0], default=(0, None))
    went = Counter(name for *_, names in hands for name in names)
    times = max(went.values(), default=0)
    often = sorted(name for name in went if went[name] == times)
    return Course(len(mine), len(known), len(known) == len(hands), most, hand, often, times)


_OUTCOMES: Final = f"""
    WITH here AS (SELECT hands.* FROM hands JOIN sessions USING (session) WHERE id = $session),
    people AS ({people_in("here", "max(taken) FILTER (winner) AS won, max(taken) AS taken")}),
    hand_by_hand AS (
        SELECT hand, number, quarantined, misdeal, known, coalesce(bourres, []) AS bourres,
            CASE WHEN known THEN winner ELSE taker END AS winner,
            CASE WHEN known THEN won WHEN taker IS NOT NULL THEN taken END AS won
        FROM here LEFT JOIN people USING (session, hand)
    )
    SELECT number, winner, coalesce(won, 0),
        (known OR winner IS NOT NULL) AND NOT quarantined AND NOT misdeal, bourres
    FROM hand_by_hand ORDER BY hand"""
