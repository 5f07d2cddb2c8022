"""What goes on from one session of a game to the next: the pot, exemptions, turns to deal (rules.md 5.6, 5.12, log-format.md).

A session without a `pot` line begins with what the one before it left, and so its figures depend on that: it is judged again
if it was judged with anything else. The log's own words go before what is carried.
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
    """What carrying needs to know of a session; chips, and ``chip`` in minor units of ``unit``.

    ``opening`` is what it was judged to begin with (None if its line could not be read), and ``pot_said`` is True if the log
    says so itself; ``exempt_said`` are those whom the log lets off (None: it does not say);
    ``seated_first`` sit in its first hand. ``closing`` is what it leaves,
    which ``sure`` says to trust; ``alone`` what it would leave if nothing had been carried to it (None: not certain).
    ``exempt`` are those who post no ante next (None: not known), ``forfeits`` and ``possible`` the turns to deal still to be
    missed. ``start`` is what it was judged with.
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
"""Judges a session with another start."""


class Opening(NamedTuple):
    """Value that comes into the pot from nowhere known (above zero), or goes, as a session begins."""

    evening: PlayedSession
    chips: int
    unit: str
    amount: int


class Mismatch(NamedTuple):
    """A session that does not begin with what the one before it left. ``what`` is ``pot``, ``exempt`` or ``currency``."""

    evening: PlayedSession
    before: PlayedSession
    what: str = "pot"

    @property
    def amount(self) -> int | None:
        """The chips too many (below zero: too few), None where that is no whole number of chips."""
        if self.what != "pot":
            return None
        expected, odd = _in_chips(self.before, self.evening)
        return None if odd else (self.evening.opening or 0) - expected


class Carried(NamedTuple):
    """What must be booked as sessions begin, and what does not fit; ``same`` are the sessions that begin as they did."""

    openings: list[Opening]
    mismatches: list[Mismatch]
    same: list[int]


def carry(
    found: Carried, before: PlayedSession | None, days: Iterable[list[PlayedSession]], last: date, judge_again: JudgeAgain
) -> None:
    """Go on from ``before`` to the sessions of the days after it; those that begin otherwise than they did are judged again.

    No session after the day ``last`` is another than it was. So as soon as one of those begins as it did, all after it do;
    it must be the only one of its day, for the order of several may hang on what lay there before.
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
    """Return what each session begins with, by its number, if it follows on the one before it among these."""
    return {
        one.session: _start(before, one)
        for played in sequences(evenings)
        for before, one in zip((None, *played), played, strict=False)
    }


def _fitting(before: PlayedSession | None, day: list[PlayedSession]) -> list[PlayedSession]:
    """Return the sessions of one day, given by id, in the order that their pots tell.

    Each counts for what its log says by itself, whatever it was judged with: so the order follows from the logs alone, and
    not from the order that was found before some of them came.
    """
    if len(day) == 1:
        return day
    known = {one.session: one for one in day}
    counted = CHIPS in {one.unit for one in (*day, *([before] if before else []))}  # chips that have no value

    def worth(chips: int | None, one: PlayedSession) -> int | None:
        return chips if chips is None or counted else chips * one.chip

    links = [Link(one.session, worth(one.opening if one.pot_said else None, one), worth(one.alone, one)) for one in day]
    # Nothing lay there before the first day of a game: what a session of that day begins with, another of it has left.
    left = 0 if before is None else worth(before.closing, before) if before.sure else None
    return [known[link.session] for link in chained(left, links)]


# --- What a session begins with -------------------------------------------------------------------------------------------


def _start(before: PlayedSession | None, evening: PlayedSession) -> Start | None:
    """What the session before gives to a session: None where it is to begin as its log says, and with nobody let off."""
    if before is None or _foreign(before, evening) or (evening.pot_said and _pot_differs(before, evening)):
        return None
    carried_on = not evening.pot_said
    expected, _ = _in_chips(before, evening)
    # A pot that could not be trusted may be the one that the log names, or not: then nobody knows who is exempt.
    same = carried_on or before.sure or (evening.opening is not None and evening.opening * evening.chip == before.left)
    return Start(
        pot=max(0, expected) if carried_on else None,
        sure=before.sure,
        exempt=before.exempt if same else None,
        forfeits=before.forfeits if same else (),
        possible=before.possible if same else (*before.possible, *before.forfeits),
    )


def _in_chips(before: PlayedSession, evening: PlayedSession) -> tuple[int, int]:
    """What a session left in chips of the next one, and the value that is too little for another chip.

    Chips that have no value can only be counted.
    """
    if before.unit != evening.unit:
        return before.closing, 0
    return divmod(before.left, evening.chip)


def _foreign(before: PlayedSession, evening: PlayedSession) -> bool:
    """True if chips of one currency lay there, and a session is played in another."""
    return bool(before.closing) and before.unit != evening.unit and CHIPS not in {before.unit, evening.unit}


def _pot_differs(before: PlayedSession, evening: PlayedSession) -> bool:
    """True if a session certainly begins with another pot than the one before it left."""
    if not before.sure or evening.opening is None or _foreign(before, evening):
        return False
    expected, odd = _in_chips(before, evening)
    return bool(odd) or (evening.pot_said and evening.opening != expected)


def _differences(before: PlayedSession | None, evening: PlayedSession) -> Iterator[str]:
    """Yield in what a session does not begin with what was left."""
    if before is None:
        return
    if _foreign(before, evening):
        yield "currency"
    elif _pot_differs(before, evening):
        yield "pot"
    elif (
        evening.seated_first  # without a hand nobody antes, and whoever is let off is let off in vain
        and None not in {evening.exempt_said, before.exempt}
        and evening.exempt_said != sitting_again(before, evening)
    ):
        yield "exempt"


def sitting_again(before: PlayedSession, evening: PlayedSession) -> People:
    """Those whom the session before left exempt and who sit in the first hand of this one."""
    return tuple(one for one in before.exempt or () if one in evening.seated_first)


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
