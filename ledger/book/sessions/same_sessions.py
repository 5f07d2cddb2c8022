"""The search for a session that is in the book twice, under two ids, because two people wrote it
down or a log was copied and renamed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Final, NamedTuple, TypeAlias

from duckdb import DuckDBPyConnection

from ledger.book.balances.figures import account_names
from ledger.log.words import shown
from ledger.money import amount_text
from ledger.wording import listing

SCORES: Final = 3
"""Hands with the same scores that are evidence; the same cards are from one hand on, for no two
deals are alike.
"""
_RUNS: Final = {5: SCORES, 200: 5, 10**9: 7}
"""If the shorter of two sessions has fewer hands than the key, this many hands in a row must have
the same scores in both.

The same few people come to the same scores again every evening, two of them most of all. So equal
scores here and there tell nothing, however many there are, but several in a row do.
"""
# players with the same result who are evidence on one day; a day apart it takes one more
RESULTS: Final = 3
Standings: TypeAlias = dict[tuple[int, str], int]
"""What each player won or lost in a session, by player and unit; players who broke even are left
out.
"""


class NearSession(NamedTuple):
    """A session close in time to another, which may be the same one."""

    key: int
    id: str
    date: date
    hands: int


class SameSession(NamedTuple):
    """Two sessions that seem to be one, and the evidence in words, from the first one's view."""

    one: NearSession
    other: NearSession
    evidence: str

    @property
    def told(self) -> str:
        """The pair in a sentence."""
        one, other = self.one, self.other
        return (
            f"evening {shown(one.id)} of {one.date} looks like evening {shown(other.id)} of "
            f"{other.date} again: {self.evidence}"
        )


def same_sessions(
    connection: DuckDBPyConnection, ids: Iterable[str] | None = None, fewest: int = RESULTS
) -> list[SameSession]:
    """Return sessions at most a day apart with mostly the same hands, or with the same results if
    one has no hand.

    ``fewest`` players with the same result are evidence.

    With ``ids`` the first of each pair is one of those, in their order, and the second is not one
    of those that come after it.
    """
    order = None if ids is None else list(ids)
    rows = connection.execute(_NEAR, {"ids": order}).fetchall()
    about = {key: NearSession(key, *rest) for key, *rest in rows}
    if not about:
        return []
    found = dict(_by_hands(connection, about))
    found |= {
        pair: said for pair, said in _by_results(connection, about, fewest) if pair not in found
    }
    rank = {name: place for place, name in enumerate(order or ())}
    pairs = [SameSession(about[one], about[other], said) for (one, other), said in found.items()]
    if order is None:
        return [
            pair
            for pair in pairs
            if (pair.other.date, pair.other.id) < (pair.one.date, pair.one.id)
        ]
    pairs = [
        pair
        for pair in pairs
        if pair.one.id in rank and rank.get(pair.other.id, -1) < rank[pair.one.id]
    ]
    return sorted(pairs, key=lambda pair: rank[pair.one.id])


def same_results(connection: DuckDBPyConnection, ids: Sequence[str]) -> list[SameSession]:
    """Return sessions with the same results as one of ``ids``, on whichever day, if those are of a
    few players at least.
    """
    rows = connection.execute(_SAME_RESULTS, {"ids": ids, "fewest": RESULTS}).fetchall()
    return [SameSession(NearSession(*row[:4]), NearSession(*row[4:]), _THE_SAME) for row in rows]


def same_players(connection: DuckDBPyConnection, ids: Sequence[str]) -> list[SameSession]:
    """Return sessions of the same day and mostly the same players as one of ``ids``, whatever they
    won or lost.

    A spreadsheet seldom has to the cent what a log of that evening comes to.
    """
    rows = connection.execute(_SAME_PLAYERS, {"ids": ids}).fetchall()
    return [SameSession(NearSession(*row[:4]), NearSession(*row[4:]), _SAME_TABLE) for row in rows]


def _by_hands(
    connection: DuckDBPyConnection, about: dict[int, NearSession]
) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield pairs of sessions, in either order, most of whose hands are the same, with the
    hands.
    """
    rows = connection.execute(_EQUAL, {"sessions": list(about)}).fetchall()
    equal = {(session, other): (numbers, by_cards) for session, other, numbers, by_cards in rows}
    for (session, other), (numbers, by_cards) in equal.items():
        theirs, _ = equal.get((other, session), ([], False))
        shorter = min(about[session].hands, about[other].hands)
        if 2 * min(len(numbers), len(theirs)) > shorter and (by_cards or len(numbers) >= SCORES):
            yield (session, other), _hands(numbers, about[session].hands)


def _hands(numbers: list[int], of: int) -> str:
    """Return which hands are the same in words: ``10 of its 12 hands are the same (1 to 9 and
    11)``.
    """
    ranges: list[list[int]] = []
    for number in sorted(numbers):
        if ranges and number == ranges[-1][-1] + 1:
            ranges[-1][1:] = [number]
        else:
            ranges.append([number])
    listed = listing([" to ".join(map(str, one)) for one in ranges])
    hands = (
        "its only hand is"
        if of == 1
        else f"{len(numbers)} of its {of} hands {'is' if len(numbers) == 1 else 'are'}"
    )
    return f"{hands} the same ({listed})"


def _by_results(
    connection: DuckDBPyConnection, about: dict[int, NearSession], fewest: int
) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield pairs of sessions, in either order, with the same results, if one of the two has no
    hand.
    """
    days = {one.date for one in about.values() if not one.hands}
    near = (
        [key for key, one in about.items() if any(abs((one.date - day).days) <= 1 for day in days)]
        if days
        else []
    )
    standings: defaultdict[int, Standings] = defaultdict(dict)
    for session, player, unit, amount in connection.execute(
        _RESULTS, {"sessions": near}
    ).fetchall():
        standings[session][player, unit] = int(amount)
    alike: defaultdict[frozenset[tuple[tuple[int, str], int]], list[int]] = defaultdict(list)
    for session, standing in standings.items():
        alike[frozenset(standing.items())].append(session)
    names = account_names(connection)
    for sessions in alike.values():
        for session in sessions:
            for other in sessions:
                one, two = about[session], about[other]
                apart = abs((one.date - two.date).days)
                if (
                    session != other
                    and apart <= 1
                    and not (one.hands and two.hands)
                    and len(standings[session]) >= (fewest + apart if fewest == RESULTS else fewest)
                ):
                    won = ", ".join(
                        f"{shown(names[player])} {amount_text(amount, unit, signed=True)}"
                        for (player, unit), amount in standings[session].items()
                    )
                    yield (session, other), f"{_THE_SAME}, {won}"


_RUN: Final = (
    f"CASE {' '.join(f'WHEN hands < {hands} THEN {run}' for hands, run in _RUNS.items())} END"
)


def _runs_of(length: int) -> str:
    """Return the query for runs of ``length`` hands, each with one mark of all its scores, in
    sessions long enough for it.
    """
    marks = ", ".join(f"lead(mark, {ahead}) OVER here" for ahead in range(length))
    return f"""
        SELECT session, place, {length} AS length, hash({marks}) AS mark FROM scores JOIN near
            USING (session)
        WHERE run >= {length} WINDOW here AS (PARTITION BY session ORDER BY place)
        QUALIFY lead(mark, {length - 1}) OVER here IS NOT NULL
    """  # noqa: S608 - ours


_NEAR: Final = """
    WITH days AS (SELECT date, count(*) AS sessions FROM sessions GROUP BY date),
    near AS (
        SELECT date FROM (SELECT unnest([date - 1, date, date + 1]) AS date, sessions FROM days)
        GROUP BY date HAVING sum(sessions) > 1
    ), wanted AS (
        SELECT unnest([date - 1, date, date + 1]) AS date FROM sessions
        WHERE $ids IS NULL OR id IN (SELECT unnest(CAST($ids AS VARCHAR[])))
    )
    SELECT session, id, date, hands FROM sessions
    WHERE date IN (FROM near) AND date IN (FROM wanted) ORDER BY session
"""
"""The sessions that have another on the same day or the day before or after."""
_EQUAL: Final = f"""
    WITH wanted AS (SELECT unnest(CAST($sessions AS BIGINT[])) AS session),
    cards AS (
        -- What was played, by nobody in particular: two people who write down one session may use
        -- other names.
        SELECT session, hand, bit_xor(hash(trick, turn, card)) AS mark
        FROM plays WHERE session IN (FROM wanted) GROUP BY session, hand HAVING count(card) >= 5
    ), near AS (
        SELECT session, date, {_RUN} AS run, 2 * coalesce(carded, 0) > hands AS carded
        FROM sessions LEFT JOIN (SELECT session, count(*) AS carded FROM cards GROUP BY session)
            USING (session)
        WHERE session IN (FROM wanted)
    ), uncarded AS (
        -- Scores are compared only where one of two sessions lacks its cards: most seasons have all
        -- of them, or none.
        SELECT session FROM near WHERE date IN (SELECT unnest([date - 1, date, date + 1]) FROM near
            WHERE NOT carded)
    ), scores AS (
        -- Who dealt, who stayed, and how many tricks each took.
        SELECT session, hand, row_number() OVER (PARTITION BY session ORDER BY hand) AS place, xor(
            hash(arg_max(player, seat)),
            bit_xor(hash(player, coalesce(tricks, taken - matched),
                tricks IS NULL)) FILTER (declared = 2)
        ) AS mark
        FROM seats WHERE session IN (FROM uncarded) GROUP BY session, hand
            HAVING bool_or(declared = 2)
    ), runs AS (
        {" UNION ALL ".join(map(_runs_of, _RUNS.values()))}
    ), in_runs AS (
        SELECT DISTINCT one.session, other.session AS other,
            unnest(range(one.place, one.place + one.length)) AS place
        FROM (FROM runs JOIN near USING (session)) AS one
        -- Each mark of the other once: a log may say one hand thousands of times, and each would
        -- meet each.
        JOIN (SELECT DISTINCT session, date, run, carded, length, mark FROM runs JOIN near
            USING (session)) AS other
            USING (length, mark)
        WHERE one.session <> other.session AND abs(one.date - other.date) <= 1
            AND one.length = least(one.run, other.run) AND NOT (one.carded AND other.carded)
    ), equal AS (
        SELECT one.session, other.session AS other, one.hand, TRUE AS by_cards
        FROM (FROM cards JOIN near USING (session)) AS one
        JOIN (SELECT DISTINCT session, date, mark FROM cards JOIN near USING (session)) AS other
            USING (mark)
        WHERE one.session <> other.session AND abs(one.date - other.date) <= 1
        UNION ALL
        SELECT session, other, hand, FALSE FROM in_runs JOIN scores USING (session, place)
    )
    SELECT session, other, list(number ORDER BY hand), bool_or(by_cards)
    FROM (SELECT session, other, hand, bool_or(by_cards) AS by_cards FROM equal GROUP BY ALL)
        JOIN hands USING (session, hand)
    WHERE NOT quarantined AND number IS NOT NULL
    GROUP BY session, other ORDER BY session, other
"""  # noqa: S608 - ours
"""Pairs of sessions that share hands, with the hands that they share."""
_RESULTS: Final = """
    SELECT session, player, unit, amount FROM results
    WHERE session IN (SELECT unnest(CAST($sessions AS BIGINT[]))) AND amount <> 0 ORDER BY session,
        player
"""


_SAME_RESULTS: Final = """
    WITH known AS (
        SELECT session, list((player, unit, amount) ORDER BY player, unit) AS standing FROM results
        WHERE amount <> 0 GROUP BY session HAVING count(*) >= $fewest
    ), about AS (SELECT session, id, date, hands, standing FROM known JOIN sessions USING (session))
    SELECT one.* EXCLUDE (standing), other.* EXCLUDE (standing) FROM about AS one
        JOIN about AS other USING (standing)
    WHERE list_contains($ids, one.id) AND one.session <> other.session ORDER BY one.date, other.date
"""
_THE_SAME: Final = "everybody won and lost the same"
_SAME_PLAYERS: Final = """
    WITH about AS (
        SELECT session, id, date, hands, list(DISTINCT player) AS players FROM results JOIN sessions
            USING (session) GROUP BY ALL
    )
    SELECT one.* EXCLUDE (players), other.* EXCLUDE (players) FROM about AS one JOIN about AS other
        ON one.date = other.date
    WHERE one.id IN (SELECT unnest(CAST($ids AS VARCHAR[]))) AND one.session <> other.session
        AND 2 * len(list_intersect(one.players, other.players)) > greatest(len(one.players),
            len(other.players))
    ORDER BY one.date, one.id, other.id
"""
_SAME_TABLE: Final = "mostly the same players on the same day, though their results differ"
