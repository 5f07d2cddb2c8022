"""What goes on from one session of a game to the next: the pot, exemptions, turns to deal (rules.md 5.6, 5.12, log-format.md).

A session without a `pot` line begins with what the one before it left, and so its figures depend on that: it is judged again
if it was judged with anything else. The log's own words go before what is carried.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import chain, groupby
from typing import Any, Final, NamedTuple, TypeAlias

import pyarrow as pa
from duckdb import DuckDBPyConnection

from ledger.book.database import POT_ACCOUNT, UNEXPLAINED_ACCOUNT
from ledger.book.money_tables import POSTINGS
from ledger.book.pot_chain import Link, chained
from ledger.book.rows import Touched, insert
from ledger.book.tables import findings_table
from ledger.findings.finding import Finding
from ledger.findings.kinds import CARRIED_POT, KINDS_OF_FINDING
from ledger.hands.model import SessionInfo
from ledger.money import CHIPS, amount_text

People: TypeAlias = tuple[int, ...]
"""Players, as the book numbers them, in order; one who forfeited two turns stands there twice."""


class Start(NamedTuple):
    """What a session begins with because of the one before it.

    ``pot`` are chips, None where the log says what lies there; ``sure`` is False if they cannot be trusted. ``exempt`` are
    those who post no ante in the first hand, None if that is not known; it counts where the log does not say it.
    ``forfeits`` are the turns to deal that are certainly forfeited, ``possible`` those that may be.
    """

    pot: int | None
    sure: bool
    exempt: People | None
    forfeits: People
    possible: People

    def apply(self, info: SessionInfo, people: Mapping[str, int]) -> None:
        """Let a session begin like this; ``people`` are the players behind its names."""
        who = [people[name] for name in info.players]
        if self.pot is not None:
            info.pot, info.pot_sure = self.pot, self.sure
        if info.exempt is None and not info.exempt_lost:
            # Where the house lets nobody off, everybody antes (5.8), whatever the one before did.
            exempt = self.exempt if info.rules.bourre_exempt or info.rules.tied_exempt else ()
            info.exempt_lost = exempt is None
            info.exempt = None if exempt is None else tuple(at for at, one in enumerate(who) if one in exempt)
        info.forfeits = tuple(Counter(who.index(one) for one in self.forfeits if one in who).items())
        info.possible_forfeits = tuple(Counter(who.index(one) for one in self.possible if one in who).items())

    def text(self) -> str:
        """The same for the database."""
        return json.dumps(self)


def start_of(text: str | None) -> Start | None:
    """Return what ``Start.text`` gave; None for a session that begins with what its log says."""
    if text is None:
        return None
    pot, sure, exempt, forfeits, possible = json.loads(text)
    return Start(pot, sure, None if exempt is None else tuple(exempt), tuple(forfeits), tuple(possible))


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
        and evening.exempt_said != _sitting_again(before, evening)
    ):
        yield "exempt"


def _sitting_again(before: PlayedSession, evening: PlayedSession) -> People:
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


# --- In the database ------------------------------------------------------------------------------------------------------


def carried_on(
    connection: DuckDBPyConnection, touched: Touched, kept: Iterable[PlayedSession], judge_again: JudgeAgain
) -> Carried:
    """Return what must be booked, and what does not fit, from the first day on that was ``touched`` in a game.

    ``kept`` are sessions that are not in the database yet.
    """
    found = Carried([], [], [])
    waiting = [*kept]
    together = _by_game(connection, touched.games) if len(touched.games) > _FEW_GAMES else None
    for game, (first, last) in sorted(touched.games.items()):
        mine = [one for one in waiting if one.game == game]
        days = _days(connection, game, first, mine) if together is None else days_from(first, [*together.get(game, ()), *mine])
        day = next(days, [])
        if len(day) == 1 and day[0].date < first:
            carry(found, day[0], days, last, judge_again)
        else:
            carry(found, None, chain([day], days), last, judge_again)
    return found


def _days(connection: DuckDBPyConnection, game: str, first: date, kept: Iterable[PlayedSession]) -> Iterator[list[PlayedSession]]:
    """Yield the sessions of a game day by day, by id, from the last day before ``first`` that has only one, if there is any.

    One session has no order, so that what lay there before it need not be known. Few days are read ahead, for mostly few
    are needed.
    """
    left, ahead, begin, which = sorted(kept, key=lambda one: one.date), _AHEAD, first, _FROM_LAST_ALONE
    while True:
        rows = connection.execute(which, {"game": game, "begin": begin, "days": ahead}).fetchall()
        read = [played_session(row) for row in rows]
        until = read[-1].date if read else date.max
        read += [one for one in left if one.date <= until]
        left = [one for one in left if one.date > until]
        for _, day in groupby(sorted(read, key=lambda one: (one.date, one.id)), lambda one: one.date):
            yield list(day)
        if until == date.max:
            return
        begin, ahead, which = until + timedelta(1), 2 * ahead, _FROM


_AHEAD: Final = 20
_FEW_GAMES: Final = 3
"""Of more games than these all sessions are read at once: an archive may have thousands, and each question reads the table."""


def _by_game(connection: DuckDBPyConnection, games: Iterable[str]) -> dict[str, list[PlayedSession]]:
    """The sessions of some games."""
    found: dict[str, list[PlayedSession]] = {}
    for row in connection.execute(_OF_GAMES, {"games": list(games)}).fetchall():
        one = played_session(row)
        found.setdefault(one.game, []).append(one)
    return found


def days_from(first: date, sessions: Iterable[PlayedSession]) -> Iterator[list[PlayedSession]]:
    """Yield the sessions of one game as ``_days`` does, all of which are known."""
    days = [list(day) for _, day in groupby(sorted(sessions, key=lambda one: (one.date, one.id)), lambda one: one.date)]
    alone = [at for at, day in enumerate(days) if len(day) == 1 and day[0].date < first]
    yield from days[max(alone, default=0) :]


def last_of(connection: DuckDBPyConnection, game: str) -> PlayedSession:
    """The last session of a game that has one; no more is read than says in which order its last days were played."""
    return next(sequences(one for day in _days(connection, game, date.max, ()) for one in day))[-1]


def book_carried(connection: DuckDBPyConnection, found: Carried, names: Mapping[int, str]) -> None:
    """Book what has no explanation as sessions begin, and say what does not fit; ``names`` are the players'.

    Of sessions that begin as they did it may be there already; all others have come just now, without it.
    """
    same = set(found.same)
    for mine in (True, False):
        booked = opening_postings(one for one in found.openings if (one.evening.session in same) is mine)
        wrong = [one for one in found.mismatches if (one.evening.session in same) is mine]
        told = findings_table((_finding(one, names) for one in wrong), {one.evening.id: one.evening.session for one in wrong})
        if not mine:
            insert(connection, "postings", booked)
            insert(connection, "findings", told)
        elif same:
            connection.register("same", pa.table({"session": pa.array(found.same, pa.int64())}))
            if _cleared(connection, "postings", booked, "kind = 'opening'"):
                connection.execute("DELETE FROM totals WHERE opening AND session IN (SELECT session FROM same)")
                insert(connection, "postings", booked)
            if _cleared(connection, "findings", told, f"rule = '{CARRIED_POT}'"):
                insert(connection, "findings", told)
            connection.unregister("same")


def _cleared(connection: DuckDBPyConnection, table: str, rows: pa.Table, which: str) -> bool:
    """True if the rows of the sessions ``same`` of which ``which`` is true were not those that are wanted; they are gone then."""
    which += " AND session IN (SELECT session FROM same)"
    if not rows.num_rows:
        connection.execute(f"DELETE FROM {table} WHERE {which}")  # noqa: S608 - our own names
        return True
    connection.register("wanted", rows)
    here = f"SELECT * FROM {table} WHERE {which}"  # noqa: S608 - our own names
    equal = connection.execute(
        f"SELECT (SELECT count(*) FROM ({here})) = $wanted AND NOT EXISTS ({here} EXCEPT SELECT * FROM wanted)",  # noqa: S608
        {"wanted": rows.num_rows},
    ).fetchall()
    connection.unregister("wanted")
    if equal == [(True,)]:
        return False
    connection.execute(f"DELETE FROM {table} WHERE {which}")  # noqa: S608
    return True


def opening_postings(openings: Iterable[Opening]) -> pa.Table:
    """Return the postings for the pots that sessions start with, as far as nobody knows where they come from."""
    rows: list[dict[str, object]] = []
    placed: dict[int, int] = {}
    for evening, chips, unit, amount in openings:
        n = placed[evening.session] = placed.get(evening.session, 1) - 1
        comes = chips > 0
        rows.append(
            {
                "session": evening.session,
                "n": n,
                "date": evening.date,
                "line": evening.line,
                "kind": "opening",
                "debit": POT_ACCOUNT if comes else UNEXPLAINED_ACCOUNT,
                "credit": UNEXPLAINED_ACCOUNT if comes else POT_ACCOUNT,
                "chips": abs(chips),
                "unit": unit,
                "amount": abs(amount),
            }
        )
    return pa.Table.from_pylist(rows, POSTINGS)


def evenings(connection: DuckDBPyConnection) -> list[PlayedSession]:
    """What carrying needs to know of every session."""
    return [played_session(row) for row in connection.execute(_EVENINGS).fetchall()]


def played_sessions(rows: pa.Table) -> list[PlayedSession]:
    """The sessions of the table ``sessions``."""
    return [played_session(row) for row in zip(*(rows.column(name).to_pylist() for name in COLUMNS), strict=True)]


def played_session(row: Sequence[Any]) -> PlayedSession:
    """A session from its columns in the database, in the order of ``PlayedSession``."""
    values: list[Any] = [tuple(value) if isinstance(value, list) else value for value in row]
    values[-1] = start_of(values[-1])
    return PlayedSession(*values)


COLUMNS: Final = (
    *("session", "id", "file", "date", "game", "unit", "chip", "pot_line", "opening", "closing", "sure"),
    *("pot_said", "exempt_said", "seated_first", "alone", "exempt", "forfeits", "possible_forfeits", "start"),
)
"""The columns of the table ``sessions`` that ``played_session`` takes."""
_EVENINGS: Final = f"SELECT {', '.join(COLUMNS)} FROM sessions"  # noqa: S608 - our own names
_FROM: Final = f"""
    SELECT {", ".join(COLUMNS)} FROM sessions WHERE game = $game AND date IN (
        SELECT DISTINCT date FROM sessions WHERE game = $game AND date >= $begin ORDER BY date LIMIT $days
    ) ORDER BY date
"""  # noqa: S608 - our own names
_OF_GAMES: Final = f"SELECT {', '.join(COLUMNS)} FROM sessions WHERE game IN (SELECT unnest($games))"  # noqa: S608 - our own names
_FROM_LAST_ALONE: Final = _FROM.replace(
    "$begin",
    """coalesce(
            (SELECT max(date) FROM (
                SELECT date FROM sessions WHERE game = $game AND date < $begin GROUP BY date HAVING count(*) = 1
            )), '0001-01-01'::DATE)""",
)


# --- In words -------------------------------------------------------------------------------------------------------------


def _finding(found: Mismatch, names: Mapping[int, str]) -> Finding:
    evening = found.evening
    return Finding(
        file=evening.file,
        line=evening.line,
        session=evening.id,
        hand=None,
        trick=None,
        player=None,
        rule=CARRIED_POT,
        severity=KINDS_OF_FINDING[CARRIED_POT].severity,
        card=None,
        required=None,
        amount=found.amount,
        settled=None,
        message=_SENTENCES[found.what](found, names),
    )


def _other_pot(found: Mismatch, _names: Mapping[int, str]) -> str:
    evening, before = found.evening, found.before
    left = str(before.closing)
    if (before.unit, before.chip) != (evening.unit, evening.chip) and before.unit != CHIPS:
        left += f" chips worth {amount_text(before.left, before.unit)}"
    by = "" if found.amount is None else f" ({found.amount:+})"
    odd = "" if found.amount is not None else ", which chips of this session cannot pay out to the cent"
    return (
        f"The session starts with {evening.opening} in the pot; the session before it, {before.id} of {before.date}, "
        f"left {left}{odd}{by}: a pot goes on to the next session of its game (rule 5.12)."
    )


def _other_exemptions(found: Mismatch, names: Mapping[int, str]) -> str:
    evening, before = found.evening, found.before
    here, there = (_listed(people, names) for people in (evening.exempt_said or (), _sitting_again(before, evening)))
    return (
        f"The session lets {here} off the ante of its first hand; by the session before it, {before.id} of {before.date}, "
        f"it would be {there}: exemptions go on with the pot (rule 5.6)."
    )


def _other_currency(found: Mismatch, _names: Mapping[int, str]) -> str:
    evening, before = found.evening, found.before
    return (
        f"The session is played in {evening.unit}, and {before.id} of {before.date}, before it, left "
        f"{amount_text(before.left, before.unit)} in the pot: chips of one currency do not become chips of another (rule 5.12). "
        "Write `end divide` at the end of that session, or name another `game` in this one."
    )


_SENTENCES: Final = {"pot": _other_pot, "exempt": _other_exemptions, "currency": _other_currency}


def _listed(people: Iterable[int], names: Mapping[int, str]) -> str:
    return ", ".join(names[one] for one in people) or "nobody"
