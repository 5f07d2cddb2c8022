"""Finds a night that is in the book twice, under two ids: two people wrote it down, or a log was copied and renamed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Final, NamedTuple, TypeAlias

from duckdb import DuckDBPyConnection

from ledger.book.figures import account_names
from ledger.log.words import shown
from ledger.money import amount_text

SCORES: Final = 3
"""Hands with the same scores that are evidence; the same cards are from one hand on, for no two deals are alike."""
_RUNS: Final = {5: SCORES, 200: 5, 10**9: 7}
"""If the shorter of two nights has fewer hands than the key, so many hands in a row must have the same scores in both.

The same few people come to the same scores again every evening, two of them most of all. So equal scores here and there tell
nothing, however many there are, but several in a row do.
"""
RESULTS: Final = 3
"""Players with the same result who are evidence on one day; a day apart it takes one more."""

Standings: TypeAlias = dict[tuple[int, str], int]
"""What each player won or lost in a session, by player and unit; whoever broke even is left out."""


class Night(NamedTuple):
    """A session that may be the same night as another."""

    key: int
    id: str
    date: date
    hands: int


class SameNight(NamedTuple):
    """Two sessions that seem to be the same night, and the evidence in words, as told of the first."""

    night: Night
    other: Night
    evidence: str

    @property
    def told(self) -> str:
        """The pair in a sentence."""
        night, other = self.night, self.other
        return (
            f"session {shown(night.id)} of {night.date} looks like session {shown(other.id)} of {other.date} again: "
            f"{self.evidence}"
        )


def same_nights(connection: DuckDBPyConnection, ids: Iterable[str] | None = None) -> list[SameNight]:
    """Return sessions at most a day apart with mostly the same hands, or with the same results if one has no hand.

    With ``ids`` the first of each pair is one of those, in their order, and the second is not one of those that come after it.
    """
    order = None if ids is None else list(ids)
    rows = connection.execute(_NEAR, {"ids": order}).fetchall()
    nights = {key: Night(key, *about) for key, *about in rows}
    if not nights:
        return []
    found = dict(_by_hands(connection, nights))
    found |= {pair: said for pair, said in _by_results(connection, nights) if pair not in found}
    rank = {name: place for place, name in enumerate(order or ())}
    pairs = [SameNight(nights[one], nights[other], said) for (one, other), said in found.items()]
    if order is None:
        return [pair for pair in pairs if (pair.other.date, pair.other.id) < (pair.night.date, pair.night.id)]
    pairs = [pair for pair in pairs if pair.night.id in rank and rank.get(pair.other.id, -1) < rank[pair.night.id]]
    return sorted(pairs, key=lambda pair: rank[pair.night.id])


def _apart(one: Night, other: Night) -> int:
    """How many days lie between two nights."""
    return abs((one.date - other.date).days)


def _by_hands(connection: DuckDBPyConnection, nights: dict[int, Night]) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield pairs of sessions, in either order, most of whose hands are the same, with the hands."""
    rows = connection.execute(_EQUAL, {"sessions": list(nights)}).fetchall()
    equal = {(session, other): (numbers, by_cards) for session, other, numbers, by_cards in rows}
    for (session, other), (numbers, by_cards) in equal.items():
        theirs, _ = equal.get((other, session), ([], False))
        shorter = min(nights[session].hands, nights[other].hands)
        if 2 * min(len(numbers), len(theirs)) > shorter and (by_cards or len(numbers) >= SCORES):
            yield (session, other), _hands(numbers, nights[session].hands)


def _hands(numbers: list[int], of: int) -> str:
    """Return which hands are the same in words: ``10 of its 12 hands are the same (1 to 9 and 11)``."""
    ranges: list[list[int]] = []
    for number in sorted(numbers):
        if ranges and number == ranges[-1][-1] + 1:
            ranges[-1][1:] = [number]
        else:
            ranges.append([number])
    texts = [" to ".join(map(str, one)) for one in ranges]
    listed = texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"
    hands = "its only hand is" if of == 1 else f"{len(numbers)} of its {of} hands {'is' if len(numbers) == 1 else 'are'}"
    return f"{hands} the same ({listed})"


def _by_results(connection: DuckDBPyConnection, nights: dict[int, Night]) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield pairs of sessions, in either order, of which one has no hand and everybody's result is the same."""
    days = {night.date for night in nights.values() if not night.hands}
    near = [key for key, night in nights.items() if any(abs((night.date - day).days) <= 1 for day in days)] if days else []
    standings: defaultdict[int, Standings] = defaultdict(dict)
    for session, player, unit, amount in connection.execute(_RESULTS, {"sessions": near}).fetchall():
        standings[session][player, unit] = int(amount)
    alike: defaultdict[frozenset[tuple[tuple[int, str], int]], list[int]] = defaultdict(list)
    for session, standing in standings.items():
        alike[frozenset(standing.items())].append(session)
    names = account_names(connection)
    for sessions in alike.values():
        for session in sessions:
            for other in sessions:
                one, two = nights[session], nights[other]
                apart = _apart(one, two)
                if (
                    session != other
                    and apart <= 1
                    and not (one.hands and two.hands)
                    and len(standings[session]) >= RESULTS + apart
                ):
                    won = ", ".join(
                        f"{shown(names[player])} {amount_text(amount, unit, signed=True)}"
                        for (player, unit), amount in standings[session].items()
                    )
                    yield (session, other), f"everybody won and lost the same, {won}"


_RUN: Final = f"CASE {' '.join(f'WHEN hands < {hands} THEN {run}' for hands, run in _RUNS.items())} END"


def _runs_of(length: int) -> str:
    """The query for the runs of so many hands, each with one mark of all its scores, of nights long enough to need them."""
    marks = ", ".join(f"lead(mark, {ahead}) OVER here" for ahead in range(length))
    return f"""
        SELECT session, place, {length} AS length, hash({marks}) AS mark FROM scores JOIN near USING (session)
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
        -- What was played, by nobody in particular: two who write down one night may call people otherwise.
        SELECT session, hand, bit_xor(hash(trick, turn, card)) AS mark
        FROM plays WHERE session IN (FROM wanted) GROUP BY session, hand HAVING count(card) >= 5
    ), near AS (
        SELECT session, date, {_RUN} AS run, 2 * coalesce(carded, 0) > hands AS carded
        FROM sessions LEFT JOIN (SELECT session, count(*) AS carded FROM cards GROUP BY session) USING (session)
        WHERE session IN (FROM wanted)
    ), uncarded AS (
        -- Scores are compared only where one of two nights has not its cards: most seasons have all of them, or none.
        SELECT session FROM near WHERE date IN (SELECT unnest([date - 1, date, date + 1]) FROM near WHERE NOT carded)
    ), scores AS (
        -- Who dealt, who stayed, and how many tricks each took.
        SELECT session, hand, row_number() OVER (PARTITION BY session ORDER BY hand) AS place, xor(
            hash(arg_max(player, seat)),
            bit_xor(hash(player, coalesce(tricks, taken - matched), tricks IS NULL)) FILTER (declared = 2)
        ) AS mark
        FROM seats WHERE session IN (FROM uncarded) GROUP BY session, hand HAVING bool_or(declared = 2)
    ), runs AS (
        {" UNION ALL ".join(map(_runs_of, _RUNS.values()))}
    ), in_runs AS (
        SELECT DISTINCT one.session, other.session AS other, unnest(range(one.place, one.place + one.length)) AS place
        FROM (FROM runs JOIN near USING (session)) AS one
        -- Each mark of the other once: a log may say one hand thousands of times, and each would meet each.
        JOIN (SELECT DISTINCT session, date, run, carded, length, mark FROM runs JOIN near USING (session)) AS other
            USING (length, mark)
        WHERE one.session <> other.session AND abs(one.date - other.date) <= 1
            AND one.length = least(one.run, other.run) AND NOT (one.carded AND other.carded)
    ), equal AS (
        SELECT one.session, other.session AS other, one.hand, TRUE AS by_cards
        FROM (FROM cards JOIN near USING (session)) AS one
        JOIN (SELECT DISTINCT session, date, mark FROM cards JOIN near USING (session)) AS other USING (mark)
        WHERE one.session <> other.session AND abs(one.date - other.date) <= 1
        UNION ALL
        SELECT session, other, hand, FALSE FROM in_runs JOIN scores USING (session, place)
    )
    SELECT session, other, list(number ORDER BY hand), bool_or(by_cards)
    FROM (SELECT session, other, hand, bool_or(by_cards) AS by_cards FROM equal GROUP BY ALL) JOIN hands USING (session, hand)
    WHERE NOT quarantined AND number IS NOT NULL
    GROUP BY session, other ORDER BY session, other
"""  # noqa: S608 - ours
"""Pairs of sessions that share hands, with the hands that they share."""
_RESULTS: Final = """
    SELECT session, player, unit, amount FROM results
    WHERE session IN (SELECT unnest(CAST($sessions AS BIGINT[]))) AND amount <> 0 ORDER BY session, player
"""
