"""What carries over from one session of a game to the next: pot, exemptions, turns to deal (rules.md 5.6, 5.12, log-format.md).

A session without a `pot` line starts with what the one before it left, so its figures depend on that: it is judged again if it
was judged with anything else. What a log says itself takes precedence over what carries over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import NamedTuple, TypeAlias

from ledger.book.pot_chain import Link, chained
from ledger.book.session_start import People, Start
from ledger.money import CHIPS


@dataclass(frozen=True, slots=True)
class PlayedSession:
    """What carrying over needs to know about a session. Pots are in chips; ``chip`` is in minor units of ``unit``.

    ``opening`` is the pot that it was judged to start with (None: its line could not be read), ``pot_said`` is True if the log
    itself says so. ``exempt_said`` are those whom the log exempts (None: it does not say), ``seated_first`` those who sit in
    its first hand. ``closing`` is the pot that it leaves, which can be trusted if ``sure`` is True; ``alone`` is what it would
    leave if nothing carried over to it (None: not certain). ``exempt`` are those who post no ante next (None: not known),
    ``forfeits`` and ``possible`` the turns to deal that are forfeited, for certain or perhaps. ``start`` is what it was judged
    with.
    """

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
    pot_said: bool = True
    exempt_said: People | None = None
    seated_first: People = ()
    alone: int | None = None
    exempt: People | None = ()
    forfeits: People = ()
    possible: People = ()
    start: Start | None = None

    @property
    def left(self) -> int:
        """What the chips that it leaves are worth, in minor units."""
        return self.closing * self.chip


JudgeAgain: TypeAlias = Callable[[PlayedSession, Start | None], PlayedSession]
"""Judges a session again with another start."""


class Opening(NamedTuple):
    """Value from an unknown source in the pot as a session starts; below zero, value that has gone from it."""

    evening: PlayedSession
    chips: int
    unit: str
    amount: int


class Mismatch(NamedTuple):
    """A session that does not start with what the one before it left. ``what`` is ``pot``, ``exempt`` or ``currency``."""

    evening: PlayedSession
    before: PlayedSession
    what: str = "pot"

    @property
    def amount(self) -> int | None:
        """How many chips too many (below zero: too few) it starts with; None if that is not a whole number of chips."""
        if self.what != "pot":
            return None
        expected, odd = _in_chips(self.before, self.evening)
        return None if odd else (self.evening.opening or 0) - expected


class Carried(NamedTuple):
    """What must be booked as sessions start, and what does not fit; ``same`` are the sessions that start as they did before."""

    openings: list[Opening]
    mismatches: list[Mismatch]
    same: list[int]


def carry(
    found: Carried, before: PlayedSession | None, days: Iterable[list[PlayedSession]], last: date, judge_again: JudgeAgain
) -> None:
    """Carry over from ``before`` to the sessions of the days after it, judge again what starts differently; add to ``found``.

    No session after the day ``last`` has changed itself. So as soon as one of them starts as before, all later ones do too. It
    must be the only one of its day, because the order of several may depend on the pot before them.
    """
    for day in days:
        again = False
        for one in _fitting(before, day):
            start = _start(before, one)
            evening = judge_again(one, start) if start != one.start else one
            if evening is one:
                found.same.append(one.session)
            again |= evening is not one
            found.openings.extend(_booked(before, evening))
            found.mismatches.extend(Mismatch(evening, before, what) for what in _differences(before, evening) if before)
            before = evening
        if len(day) == 1 and day[0].date > last and not again:
            return


def sequences(evenings: Iterable[PlayedSession]) -> Iterator[list[PlayedSession]]:
    """Yield the sessions of each game in the order in which they were played."""
    for _, game in groupby(sorted(evenings, key=lambda one: (one.game, one.date, one.id)), lambda one: one.game):
        played: list[PlayedSession] = []
        for _, group in groupby(game, lambda one: one.date):
            played += _fitting(played[-1] if played else None, list(group))
        yield played


def starts(evenings: Iterable[PlayedSession]) -> dict[int, Start | None]:
    """Return the start of each session, by its number, when each follows the one before it among these."""
    return {
        one.session: _start(before, one)
        for played in sequences(evenings)
        for before, one in zip((None, *played), played, strict=False)
    }


def _fitting(before: PlayedSession | None, day: list[PlayedSession]) -> list[PlayedSession]:
    """Return the sessions of one day, given in order of id, in the order that their pots suggest.

    Each is taken as its own log has it, whatever it was judged with: the order then follows from the logs alone, and not from
    the order in which they were imported.
    """
    if len(day) == 1:
        return day
    known = {one.session: one for one in day}
    counted = CHIPS in {one.unit for one in (*day, *([before] if before else []))}  # chips without a value

    def worth(chips: int | None, one: PlayedSession) -> int | None:
        return chips if chips is None or counted else chips * one.chip

    links = [Link(one.session, worth(one.opening if one.pot_said else None, one), worth(one.alone, one)) for one in day]
    # Before the first day of a game the pot is empty: what a session of that day starts with was left by another of that day.
    left = 0 if before is None else worth(before.closing, before) if before.sure else None
    return [known[link.session] for link in chained(left, links)]


# --- What a session begins with -------------------------------------------------------------------------------------------


def _start(before: PlayedSession | None, evening: PlayedSession) -> Start | None:
    """What a session gets from the one before it; None if it starts as its log says, with nobody exempt."""
    if before is None or _foreign(before, evening) or (evening.pot_said and _pot_differs(before, evening)):
        return None
    carried_on = not evening.pot_said
    expected, _ = _in_chips(before, evening)
    # A pot that cannot be trusted may or may not be the one that the log names: unless it is, nobody knows who is exempt.
    same = carried_on or before.sure or (evening.opening is not None and evening.opening * evening.chip == before.left)
    return Start(
        pot=max(0, expected) if carried_on else None,
        sure=before.sure,
        exempt=before.exempt if same else None,
        forfeits=before.forfeits if same else (),
        possible=before.possible if same else (*before.possible, *before.forfeits),
    )


def _in_chips(before: PlayedSession, evening: PlayedSession) -> tuple[int, int]:
    """The pot that a session left, in chips of the next one, and the value that is left over.

    Chips without a value are only counted.
    """
    if before.unit != evening.unit:
        return before.closing, 0
    return divmod(before.left, evening.chip)


def _foreign(before: PlayedSession, evening: PlayedSession) -> bool:
    """True if the pot was left in one currency and the session is played in another."""
    return bool(before.closing) and before.unit != evening.unit and CHIPS not in {before.unit, evening.unit}


def _pot_differs(before: PlayedSession, evening: PlayedSession) -> bool:
    """True if a session certainly starts with another pot than the one before it left."""
    if not before.sure or evening.opening is None or _foreign(before, evening):
        return False
    expected, odd = _in_chips(before, evening)
    return bool(odd) or (evening.pot_said and evening.opening != expected)


def _differences(before: PlayedSession | None, evening: PlayedSession) -> Iterator[str]:
    """Yield what differs between the start of a session and what was left: ``currency``, ``pot`` or ``exempt``."""
    if before is None:
        return
    if _foreign(before, evening):
        yield "currency"
    elif _pot_differs(before, evening):
        yield "pot"
    elif (
        evening.seated_first  # without a hand there is no ante to be exempt from
        and None not in {evening.exempt_said, before.exempt}
        and evening.exempt_said != sitting_again(before, evening)
    ):
        yield "exempt"


def sitting_again(before: PlayedSession, evening: PlayedSession) -> People:
    """Those whom the session before exempted and who sit in the first hand of this one."""
    return tuple(one for one in before.exempt or () if one in evening.seated_first)


def _booked(before: PlayedSession | None, evening: PlayedSession) -> Iterator[Opening]:
    """Yield value without an explanation as a session starts; the pot that was left is in the books already."""
    opening = evening.opening or 0
    left = before.closing if before is not None else 0
    if before is not None and (before.unit, before.chip) != (evening.unit, evening.chip):
        # Chips of another value replace the old ones.
        if left:
            yield Opening(evening, -left, before.unit, -left * before.chip)
        left = 0
    if opening != left:
        yield Opening(evening, opening - left, evening.unit, (opening - left) * evening.chip)
