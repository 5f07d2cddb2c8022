"""Pots that carry from one session of a game to the next (rules.md 5.12): what each session starts with, and from where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby, pairwise, permutations
from typing import Final, NamedTuple

MOST_ORDERS: Final = 6
"""Up to as many sessions of one day every order is tried."""


@dataclass(frozen=True, slots=True)
class PlayedSession:
    """What carrying needs to know of a session; chips, and ``chip`` in minor units of ``unit``."""

    session: int
    id: str
    file: str
    date: date
    game: str
    unit: str
    chip: int
    line: int
    opening: int | None
    closing: int
    sure: bool


class Opening(NamedTuple):
    """Value that comes into the pot from nowhere known (above zero), or goes, as a session begins."""

    evening: PlayedSession
    chips: int
    unit: str
    amount: int


class Mismatch(NamedTuple):
    """A session that starts with another pot than the one that was left."""

    evening: PlayedSession
    before: PlayedSession

    @property
    def amount(self) -> int:
        """Return the chips too many (below zero: too few)."""
        return (self.evening.opening or 0) - self.before.closing


def carried(evenings: Iterable[PlayedSession]) -> tuple[list[Opening], list[Mismatch]]:
    """Return what must be booked as each session begins, and the opening pots that do not fit."""
    openings: list[Opening] = []
    mismatches: list[Mismatch] = []
    for played in sequences(evenings):
        before: PlayedSession | None = None
        for evening in played:
            openings.extend(_booked(before, evening))
            if before is not None and _differs(before, evening):
                mismatches.append(Mismatch(evening, before))
            before = evening
    return openings, mismatches


def sequences(evenings: Iterable[PlayedSession]) -> Iterator[list[PlayedSession]]:
    """Yield the sessions of each game in the order in which they were played."""
    for _, game in groupby(sorted(evenings, key=lambda one: (one.game, one.date, one.id)), lambda one: one.game):
        yield list(_in_order(list(game)))


def _in_order(evenings: Sequence[PlayedSession]) -> Iterator[PlayedSession]:
    """Yield the sessions of a game as they were played: by date, and within a day so that the pots fit, then by id."""
    before: PlayedSession | None = None
    for _, group in groupby(evenings, lambda one: one.date):
        day = list(group)
        if len(day) > 1:
            day = _fitting(before, day)
        yield from day
        before = day[-1]


def _fitting(before: PlayedSession | None, day: list[PlayedSession]) -> list[PlayedSession]:
    """Return the sessions of one day in the order in which the fewest opening pots differ from what was left."""
    if len(day) <= MOST_ORDERS:
        orders = permutations(day)
        return list(min(orders, key=lambda order: _misfits(before, order)))  # the first of equals: by id
    chain, rest = [], list(day)
    while rest:
        left = {one.closing for one in rest}
        fitting = (one for one in rest if (one.opening not in left if before is None else not _differs(before, one)))
        following = next(fitting, rest[0])
        rest.remove(following)
        chain.append(following)
        before = following
    return chain


def _misfits(before: PlayedSession | None, order: Iterable[PlayedSession]) -> int:
    chain = order if before is None else [before, *order]
    return sum(_differs(one, following) for one, following in pairwise(chain))


def _differs(before: PlayedSession, evening: PlayedSession) -> bool:
    """Tell whether a session certainly starts with another pot than the one before it left."""
    return before.sure and evening.opening is not None and evening.opening != before.closing


def _booked(before: PlayedSession | None, evening: PlayedSession) -> Iterator[Opening]:
    """Yield what has no explanation as a session begins; the pot left before is in the books already."""
    opening = evening.opening or 0
    left = before.closing if before is not None else 0
    if before is not None and (before.unit, before.chip) != (evening.unit, evening.chip):
        # Chips of another value: the old ones go, the new ones come.
        if left:
            yield Opening(evening, -left, before.unit, -left * before.chip)
        left = 0
    if opening != left:
        yield Opening(evening, opening - left, evening.unit, (opening - left) * evening.chip)
