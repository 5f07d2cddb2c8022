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
"""Hands with the same score that are evidence; the same cards are from one hand on, for no two deals are alike."""
RESULTS: Final = 3
"""Players with the same result who are evidence on one day; a day apart it takes one more."""

Standings: TypeAlias = dict[tuple[int, str], int]
"""What each player won or lost in a session, by player and unit; whoever broke even is left out."""


class Night(NamedTuple):
    """A session of which another may be the same night."""

    key: int
    id: str
    date: date
    hands: int


class SameNight(NamedTuple):
    """Two sessions that are one night, and the evidence in words, as it is told of the first."""

    night: Night
    other: Night
    evidence: str

    @property
    def told(self) -> str:
        """The pair in a sentence."""
        night, other = self.night, self.other
        return (
            f"session {shown(night.id)} of {night.date} is the night of session {shown(other.id)} of {other.date} again: "
            f"{self.evidence}"
        )


def same_nights(connection: DuckDBPyConnection, ids: Iterable[str] | None = None) -> list[SameNight]:
    """Return sessions on one day or two that have mostly the same hands, or where no hand was written down the same results.

    With ``ids`` the first of each pair is one of those, in their order, and the other none that comes after it there.
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
    keys = list(nights)
    equal: defaultdict[tuple[int, int], dict[int, int]] = defaultdict(dict)
    telling: set[tuple[int, int]] = set()
    for query in (_CARDS, _SCORES):
        places: defaultdict[object, list[tuple[int, int, int]]] = defaultdict(list)
        for session, hand, number, mark in connection.execute(query, {"sessions": keys}).fetchall():
            places[mark].append((session, hand, number))
        for alike in places.values():
            for session, hand, number in alike:
                for other, _, _ in alike:
                    if other != session and _apart(nights[session], nights[other]) <= 1:
                        equal[session, other][hand] = number
                        if query is _CARDS:
                            telling.add((session, other))
    for (session, other), hands in equal.items():
        shorter = min(nights[session].hands, nights[other].hands)
        if 2 * min(len(hands), len(equal[other, session])) > shorter and ((session, other) in telling or len(hands) >= SCORES):
            yield (session, other), _hands(list(hands.values()), nights[session].hands)


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
    standings: defaultdict[int, Standings] = defaultdict(dict)
    for session, player, unit, amount in connection.execute(_RESULTS, {"sessions": list(nights)}).fetchall():
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


_NEAR: Final = """
    SELECT session, any_value(id), any_value(date), any_value(hands) FROM (
        SELECT unnest([one.session, other.session]) AS session
        FROM sessions AS one CROSS JOIN (SELECT unnest([-1, 0, 1]) AS days) AS near
        JOIN sessions AS other ON other.date = one.date + near.days AND other.session <> one.session
        WHERE $ids IS NULL OR list_contains($ids, one.id)
    ) JOIN sessions USING (session) GROUP BY session ORDER BY session
"""
"""The sessions that have another on the same day or the day before or after."""
_CARDS: Final = """
    SELECT session, hand, any_value(number), hash(list([trick, turn, card] ORDER BY trick, turn)) AS mark
    FROM plays JOIN hands USING (session, hand)
    WHERE list_contains($sessions, session) AND NOT quarantined AND number IS NOT NULL
    GROUP BY session, hand HAVING count(card) >= 5 ORDER BY session, hand
"""
"""What was played in each hand, by nobody in particular: two who write down one night may call people otherwise."""
_SCORES: Final = """
    SELECT session, hand, any_value(number), hash(
        arg_max(player, seat),
        list([player, coalesce(tricks, taken - matched), CAST(tricks IS NULL AS INTEGER)] ORDER BY player) FILTER (declared = 2)
    ) AS mark
    FROM seats JOIN hands USING (session, hand)
    WHERE list_contains($sessions, session) AND NOT quarantined AND number IS NOT NULL
    GROUP BY session, hand HAVING bool_or(declared = 2) ORDER BY session, hand
"""
"""Who dealt each hand, who stayed, and how many tricks each took."""
_RESULTS: Final = """
    SELECT session, player, unit, amount FROM results
    WHERE list_contains($sessions, session) AND amount <> 0 ORDER BY session, player
"""
