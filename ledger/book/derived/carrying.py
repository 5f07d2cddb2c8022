"""What carries over from one session of a game to the next: pot, exemptions, turns to deal
(rules.md 5.6, 5.12, log-format.md).

First the order in which the sessions of one day were played, as far as their pots tell: a pot that
is left lies there next (5.12). Then what a session begins with, and how each follows from the one
before it. A session without a `pot` line starts with what the one before it left, so its figures
depend on that: it is judged again if it was judged with anything else. What a log says itself takes
precedence over what carries over. At the end is the reader of single sessions, which lets them
begin as the book says they began.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby, pairwise
from pathlib import Path
from typing import NamedTuple, TypeAlias

from duckdb import DuckDBPyConnection

from ledger.book.derived.database import names_in
from ledger.errors import UserError
from ledger.files import PARQUET
from ledger.hands import columns
from ledger.hands.model import Hands, SessionInfo
from ledger.log import content_of, read
from ledger.log.between_hands import Expense, Pay
from ledger.log.records import Session
from ledger.money import CHIPS


# --- The order of one day -------------------------------------------------------------------------
class Link(NamedTuple):
    """The pot with which a session begins and the one that it leaves; None fits anything: it is not
    recorded, or not certain.
    """

    session: int
    begins: int | None
    leaves: int | None

    def fits(self, left: int | None) -> bool:
        """True if the session may begin after ``left``."""
        return left is None or self.begins is None or self.begins == left


def chained(left: int | None, links: Sequence[Link]) -> list[Link]:
    """Return sessions as given, or in an order in which fewer begin with a pot that no session
    left.

    ``left`` is the pot before the first. If every pot is certain, no order does better. This is
    Euler's walk over bridges: a pot is a place, and a session is a bridge from one to another.
    Where the bridges make no single walk, missing ones are added, and dropped again at the end.
    """
    rest = list(links)
    missing = Counter(link.begins for link in rest) - Counter(
        (left, *(link.leaves for link in rest))
    )
    del missing[None]
    found = _walk(left, rest, missing)
    while rest:  # they lead round by themselves
        walk = _walk(rest[0].begins, rest, missing)
        at = min(
            range(len(found), -1, -1),
            key=lambda place: misfits(left, [*found[:place], *walk, *found[place:]]),
        )
        found[at:at] = walk
    return found if misfits(left, found) < misfits(left, links) else list(links)


def misfits(left: int | None, links: Iterable[Link]) -> int:
    """How many sessions begin with another pot than the one before them left."""
    return sum(
        not after.fits(before.leaves) for before, after in pairwise([Link(0, None, left), *links])
    )


def _walk(left: int | None, rest: list[Link], missing: Counter[int | None]) -> list[Link]:
    """Return the sessions that can be reached from the pot ``left``, in order, and take them out of
    ``rest``.

    At a dead end the walk returns to a place from which another session leads on, and inserts the
    detour from there.
    """
    # and how each was reached, None: by what is missing
    places: list[tuple[int | None, Link | None]] = [(left, None)]
    walk: list[Link] = []
    while places:
        here = places[-1][0]
        fitting = next((link for link in rest if link.fits(here)), None)
        lost = None
        # one whose pot no session left over can leave; rather one after which anything fits
        if fitting is None or here is None:
            lost = min(
                (link for link in rest if missing[link.begins]),
                key=lambda link: link.leaves is not None,
                default=None,
            )
        if lost is not None:
            missing[lost.begins] -= 1
            rest.remove(lost)
            places += [(lost.begins, None), (lost.leaves, lost)]
        elif fitting is not None:
            rest.remove(fitting)
            places.append((fitting.leaves, fitting))
        else:
            _, reached = places.pop()
            walk += [] if reached is None else [reached]
    return walk[::-1]


# --- What a session begins with -------------------------------------------------------------------
People: TypeAlias = tuple[int, ...]
"""Players, as the book numbers them, in order; one who forfeited two turns stands there twice."""


class Start(NamedTuple):
    """What a session starts with because of the one before it.

    ``pot`` are chips (None: its log says what is in the pot); ``sure`` is False if they cannot be
    trusted. ``exempt`` are those who post no ante in the first hand (None: not known), unless the
    log says it. ``forfeits`` are the turns to deal that may be forfeited.
    """

    pot: int | None
    sure: bool
    exempt: People | None
    forfeits: People

    def apply(self, info: SessionInfo, people: Mapping[str, int]) -> None:
        """Set this as the start of a session; ``people`` are the players behind its names."""
        who = [people[name] for name in info.players]
        if self.pot is not None:
            info.pot, info.pot_sure = self.pot, self.sure
        if info.exempt is None and not info.exempt_lost:
            # Where the house lets nobody off, everybody antes (5.8), no matter what the session
            # before left.
            exempt = self.exempt if info.rules.bourre_exempt or info.rules.tied_exempt else ()
            info.exempt_lost = exempt is None
            info.exempt = (
                None if exempt is None else tuple(at for at, one in enumerate(who) if one in exempt)
            )
        info.forfeits = tuple(
            Counter(who.index(one) for one in self.forfeits if one in who).items()
        )

    def text(self) -> str:
        """The start as the database keeps it."""
        return json.dumps(self)


def start_of(text: str | None) -> Start | None:
    """Return the start that ``Start.text`` gave as text; None for a session that starts as its log
    says.
    """
    if text is None:
        return None
    pot, sure, exempt, forfeits = json.loads(text)
    return Start(pot, sure, None if exempt is None else tuple(exempt), tuple(forfeits))


# --- From session to session ----------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class PlayedSession:
    """What carrying over needs to know about a session: columns of the table ``sessions``, by their
    names.

    Pots are in chips; ``chip`` is in minor units of ``unit``. ``opening`` is the pot that it was
    judged to start with (None: its line could not be read), ``pot_said`` is True if the log itself
    says so. ``exempt_said`` are those whom the log exempts (None: it does not say),
    ``seated_first`` those who sit in its first hand. ``closing`` is the pot that it leaves, which
    can be trusted if ``sure`` is True; ``alone`` is what it would leave if nothing carried over to
    it (None: not certain). ``exempt`` are those who post no ante next (None: not known),
    ``forfeits`` the turns to deal that may be forfeited. ``start`` is what it was judged with.
    """

    session: int
    id: str
    file: str
    date: date
    game: str
    unit: str
    chip: int
    pot_line: int
    opening: int | None
    closing: int
    sure: bool
    pot_said: bool = True
    exempt_said: People | None = None
    seated_first: People = ()
    alone: int | None = None
    exempt: People | None = ()
    forfeits: People = ()
    start: Start | None = None

    @property
    def left(self) -> int:
        """What the chips that it leaves are worth, in minor units."""
        return self.closing * self.chip


# judges a session again with another start
JudgeAgain: TypeAlias = Callable[[PlayedSession, Start | None], PlayedSession]


class Opening(NamedTuple):
    """Value from an unknown source in the pot as a session starts; below zero, value that has gone
    from it.
    """

    evening: PlayedSession
    chips: int
    unit: str
    amount: int


class Mismatch(NamedTuple):
    """A session that does not start with what the one before it left.

    ``what`` is ``pot``, ``exempt`` or ``currency``.
    """

    evening: PlayedSession
    before: PlayedSession
    what: str = "pot"

    @property
    def amount(self) -> int | None:
        """How many chips too many (below zero: too few) it starts with; None if that is not a whole
        number of chips.
        """
        if self.what != "pot":
            return None
        expected, odd = _in_chips(self.before, self.evening)
        return None if odd else (self.evening.opening or 0) - expected


class Carried(NamedTuple):
    """What must be booked as sessions start, and what does not fit; ``same`` are the sessions that
    start as they did before.
    """

    openings: list[Opening]
    mismatches: list[Mismatch]
    same: list[int]


def carry(
    found: Carried,
    before: PlayedSession | None,
    days: Iterable[list[PlayedSession]],
    last: date,
    judge_again: JudgeAgain,
) -> None:
    """Carry over from ``before`` to the sessions of the days after it, judge again what starts
    differently; add to ``found``.

    No session after the day ``last`` has changed itself. So as soon as one of them starts as
    before, all later ones do too. It must be the only one of its day, because the order of several
    may depend on the pot before them.
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
            found.mismatches.extend(
                Mismatch(evening, before, what) for what in _differences(before, evening) if before
            )
            before = evening
        if len(day) == 1 and day[0].date > last and not again:
            return


def sequences(evenings: Iterable[PlayedSession]) -> Iterator[list[PlayedSession]]:
    """Yield the sessions of each game in the order of play."""
    for _, game in groupby(
        sorted(evenings, key=lambda one: (one.game, one.date, one.id)), lambda one: one.game
    ):
        played: list[PlayedSession] = []
        for _, group in groupby(game, lambda one: one.date):
            played += _fitting(played[-1] if played else None, list(group))
        yield played


def starts(evenings: Iterable[PlayedSession]) -> dict[int, Start | None]:
    """Return the start of each session, by its number, when each follows the one before it among
    these.
    """
    return {
        one.session: _start(before, one)
        for played in sequences(evenings)
        for before, one in zip((None, *played), played, strict=False)
    }


def _fitting(before: PlayedSession | None, day: list[PlayedSession]) -> list[PlayedSession]:
    """Return the sessions of one day, given in order of id, in the order that their pots suggest.

    Each is taken as its own log has it, not as it was judged: the order then follows from the logs
    alone, and not from the order in which they were imported.
    """
    if len(day) == 1:
        return day
    known = {one.session: one for one in day}
    # chips without a value
    counted = CHIPS in {one.unit for one in (*day, *([before] if before else []))}

    def worth(chips: int | None, one: PlayedSession) -> int | None:
        return chips if chips is None or counted else chips * one.chip

    links = [
        Link(one.session, worth(one.opening if one.pot_said else None, one), worth(one.alone, one))
        for one in day
    ]
    # Before the first day of a game the pot is empty: what a session of that day starts with was
    # left by another of that day.
    left = 0 if before is None else worth(before.closing, before) if before.sure else None
    return [known[link.session] for link in chained(left, links)]


# --- Starts, bookings, mismatches -----------------------------------------------------------------
def _start(before: PlayedSession | None, evening: PlayedSession) -> Start | None:
    """What a session gets from the one before it; None if it starts as its log says, with nobody
    exempt.
    """
    if (
        before is None
        or _foreign(before, evening)
        or (evening.pot_said and _pot_differs(before, evening))
    ):
        return None
    carried_on = not evening.pot_said
    expected, _ = _in_chips(before, evening)
    # A pot that cannot be trusted may or may not be the one that the log names: unless it is,
    # nobody knows who is exempt.
    same = (
        carried_on
        or before.sure
        or (evening.opening is not None and evening.opening * evening.chip == before.left)
    )
    return Start(
        pot=max(0, expected) if carried_on else None,
        sure=before.sure,
        exempt=before.exempt if same else None,
        forfeits=before.forfeits,
    )


def _in_chips(before: PlayedSession, evening: PlayedSession) -> tuple[int, int]:
    """The pot left, in chips of the next session, and the value left over.

    Chips without a value are only counted.
    """
    return (before.closing, 0) if before.unit != evening.unit else divmod(before.left, evening.chip)


def _foreign(before: PlayedSession, evening: PlayedSession) -> bool:
    """True if the pot was left in one currency and the session is played in another."""
    return (
        bool(before.closing)
        and before.unit != evening.unit
        and CHIPS not in {before.unit, evening.unit}
    )


def _pot_differs(before: PlayedSession, evening: PlayedSession) -> bool:
    """True if a session certainly starts with another pot than the one before it left."""
    if not before.sure or evening.opening is None or _foreign(before, evening):
        return False
    expected, odd = _in_chips(before, evening)
    return bool(odd) or (evening.pot_said and evening.opening != expected)


def _differences(before: PlayedSession | None, evening: PlayedSession) -> Iterator[str]:
    """Yield what differs between the start of a session and what was left: ``currency``, ``pot`` or
    ``exempt``.
    """
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
    """The players exempted by the session before who sit in the first hand of this one."""
    return tuple(one for one in before.exempt or () if one in evening.seated_first)


def _booked(before: PlayedSession | None, evening: PlayedSession) -> Iterator[Opening]:
    """Yield value without an explanation as a session starts; the pot that was left is in the books
    already.
    """
    opening = evening.opening or 0
    left = before.closing if before is not None else 0
    if before is not None and (before.unit, before.chip) != (evening.unit, evening.chip):
        # Chips of another value replace the old ones.
        if left:
            yield Opening(evening, -left, before.unit, -left * before.chip)
        left = 0
    if opening != left:
        yield Opening(evening, opening - left, evening.unit, (opening - left) * evening.chip)


# --- Reading one session --------------------------------------------------------------------------
# the free words of ``pay`` and ``expense`` lines by file and line
Notes = Mapping[tuple[str, int], str]


class SessionReader:
    """Reads sessions one after the other; a Parquet file is read once if its sessions are read in
    order.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = ""
        self.digest = ""
        self.parts: Iterator[Hands] = iter(())
        self.part: Hands | None = None

    def hands(self, file: str, session: str) -> tuple[Hands, Notes]:
        """Return the hands of a session and the notes of its payments.

        Raises UserError if the file does not have it.
        """
        if not file.endswith(PARQUET):
            log = read(content_of(self.folder / file), file)
            return columns([log]), notes_of([log])
        found = self._found(session) if file == self.file else None
        if found is None:
            self._open(file)
            found = self._found(session)
        if found is None:
            raise _gone(file, session)
        return found, {}

    def in_order(
        self, file: str, sessions: Collection[str], digest: str
    ) -> Iterator[tuple[str, Hands]]:
        """Yield the hands of some sessions of a file in its order: from where it was read last,
        then from its beginning.

        A file with another ``digest`` than before is read anew. Raises UserError if the file does
        not have all of them.
        """
        if not file.endswith(PARQUET):
            yield from ((session, self.hands(file, session)[0]) for session in sessions)
            return
        left = set(sessions)
        if (file, digest) != (self.file, self.digest):
            self._open(file, digest)
        for again in range(2):
            if again:
                self._open(file, digest)
            while (part := next(self.parts, None) if self.part is None else self.part) is not None:
                self.part = part
                for at, info in enumerate(part.sessions):
                    if info.id in left:
                        left.remove(info.id)
                        yield info.id, part.part(slice(at, at + 1))
                if not left:
                    return
                self.part = None
        raise _gone(file, min(left))

    def _open(self, file: str, digest: str = "") -> None:
        from ledger.hands import read_hands  # noqa: PLC0415 - what reads Parquet takes its time to load

        self.file, self.digest, self.parts, self.part = (
            file,
            digest,
            read_hands(self.folder / file),
            None,
        )

    def _found(self, session: str) -> Hands | None:
        """Look for a session in the part at hand, and in those after it."""
        while True:
            if self.part is not None:
                ids = [info.id for info in self.part.sessions]
                if session in ids:
                    at = ids.index(session)
                    return self.part.part(slice(at, at + 1))
            self.part = next(self.parts, None)
            if self.part is None:
                return None


def _gone(file: str, session: str) -> UserError:
    return UserError(f"{file}: evening {session} is no longer in it", "bourre rebuild")


def notes_of(sessions: Iterable[Session]) -> Notes:
    """The notes of payments and expenses in some logs."""
    return {
        (one.file, said.line): said.note
        for one in sessions
        for said in one.body
        if isinstance(said, Pay | Expense)
    }


def session_in_book(connection: DuckDBPyConnection, folder: Path, session: str) -> Hands:
    """Return the hands of a session, with the start that the sessions before it give it.

    Raises UserError if there is none.
    """
    found = connection.execute(
        "SELECT file, start FROM sessions WHERE id = $id", {"id": session}
    ).fetchall()
    if not found:
        raise UserError(f"this book has no evening {session}", "see the list of evenings")
    ((file, begins),) = found
    if file.endswith(PARQUET):
        hands = session_in_parquet(folder, file, session)
    else:
        hands, _ = SessionReader(folder).hands(file, session)
    begin_as_in_book(connection, hands, begins)
    return hands


def session_in_parquet(folder: Path, file: str, session: str) -> Hands:
    """Return the hands of a session as they lie in a Parquet file.

    Raises UserError if it is not in there.
    """
    from ledger.hands import read_session  # noqa: PLC0415 - what reads Parquet takes its time to load

    hands = read_session(folder / file, session)
    if hands is None:
        raise _gone(file, session)
    return hands


def begin_as_in_book(connection: DuckDBPyConnection, hands: Hands, begins: str | None) -> None:
    """Set the start that the one session of ``hands`` has in the book; ``begins`` is the column
    ``start`` of ``sessions``.
    """
    start = start_of(begins)
    if start is not None:
        start.apply(hands.sessions[0], names_in(connection))
