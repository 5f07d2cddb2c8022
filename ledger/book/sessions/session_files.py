"""The files in ``sessions``: stored, compared, replaced, put back.

First the search for a session that is in the book twice, under two ids, because two people wrote it
down or a log was copied and renamed; then where two logs of one session differ, in words; then the
files themselves.
"""

from __future__ import annotations

import os
import shutil
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from duckdb import DuckDBPyConnection

from ledger.book.balances.figures import account_names
from ledger.book.balances.unread import unread
from ledger.book.derived.findings import findings_in_sessions
from ledger.book.derived.folder_state import digest
from ledger.book.derived.loader import LARGEST_SUM, too_large
from ledger.book.files.chain import check_day_is_open, read_chain, refusal
from ledger.book.files.folder import (
    CLOSED,
    FROM_RESULTS,
    PAYMENTS,
    free_name,
    keep,
    logs_with_drafts,
    names_taken,
    note_change,
)
from ledger.book.sessions.import_outcome import (
    EXISTS,
    REFUSED,
    REMOVED,
    REPLACED,
    STORED,
    Imported,
    SessionOutcome,
    noted_as_paid,
    with_rulings,
    without_rulings,
)
from ledger.engine import judge
from ledger.errors import UserError, shell_text
from ledger.files import PARQUET, SUFFIX, LogError, replacing, write_atomically
from ledger.hands import columns, sessions_of
from ledger.hands.model import Hands
from ledger.log import (
    content_of,
    doubts,
    format_diagnostic,
    is_payments,
    read,
    read_beginning,
    with_last_end,
    with_payments,
    write,
)
from ledger.log.payments import ExpenseLine, PaymentLine, Payments, read_payments
from ledger.log.records import Diagnostic, Session
from ledger.log.words import shown, visible
from ledger.money import amount_text, largest
from ledger.wording import day_in_words, listing

# --- One session under two ids --------------------------------------------------------------------
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


# --- Where two logs differ ------------------------------------------------------------------------
def whole_text(content: bytes) -> str:
    """Return a log's text without a byte order mark, with one kind of line end."""
    return content.decode("utf-8-sig", "replace").replace("\r\n", "\n")


def first_difference(ours: str, theirs: str) -> tuple[int, str, str] | None:
    """Return the number of the first line that differs, and both lines in words."""
    for number, (one, other) in enumerate(
        zip_longest(ours.rstrip("\n").split("\n"), theirs.rstrip("\n").split("\n")), 1
    ):
        if one != other:
            pairs = enumerate(zip(one or "", other or "", strict=False))
            at = next(
                (place for place, (a, b) in pairs if a != b), min(len(one or ""), len(other or ""))
            )
            return number, _excerpt(one, at), _excerpt(other, at)
    return None


def has_all_of(ours: str, theirs: str) -> bool:
    """True if a text is the beginning of another."""
    lines = ours.rstrip("\n").split("\n")
    return theirs.split("\n")[: len(lines)] == lines


def differing(ours: str, theirs: str) -> str:
    """Describe how a line differs from the book's; a line that a text does not have is empty."""
    if not theirs:
        return f"is {ours}, but the book's log ends before it"
    return (
        f"is {ours}, but {theirs} in the book"
        if ours
        else f"of the book's log, {theirs}, is missing: this one ends before it"
    )


def _excerpt(line: str | None, at: int) -> str:
    """Return a line in quotes; of a long one what stands around the place ``at``; nothing for one
    that is not there.
    """
    if line is None:
        return ""
    if not line.strip():
        return "an empty line"
    start = max(0, at - 30) if len(line) > 80 else 0
    part = visible(line[start : start + 80])
    return f"‘{'…' if start else ''}{part}{'…' if start + 80 < len(line) else ''}’"


# --- The files ------------------------------------------------------------------------------------
class SessionFiles:
    """The files of a book's sessions while others are imported, one after the other.

    A session that differs takes the place of the one that is there if ``replace`` is True, and is
    refused otherwise. One that the book has under another id is refused unless ``keep_both`` is
    True. ``homes`` has the file of each session that the book has, ``logs`` the session of each log
    by its SHA-256, and ``columns`` the SHA-256 of each Parquet file. ``currency`` is that of the
    book.
    """

    def __init__(  # noqa: PLR0913 - what it is told once for all files
        self,
        folder: Path,
        done: Imported,
        homes: list[tuple[str, str, bytes]],
        currency: str,
        *,
        replace: bool,
        keep_both: bool,
    ) -> None:
        self.folder, self.done, self.currency, self.replace, self.keep_both = (
            folder,
            done,
            currency,
            replace,
            keep_both,
        )
        self.homes = {session: home for session, home, _ in homes}
        self.logs = {
            content: session for session, home, content in homes if not home.endswith(PARQUET)
        }
        self.columns = {content for _, home, content in homes if home.endswith(PARQUET)}
        # a draft is of its own log
        self.taken = names_taken(folder) | {log.casefold() for log in logs_with_drafts(folder)}
        self.before: dict[str, tuple[str | Path, bytes | None]] = {}
        self.first = len(done.sessions)
        self.entered: set[str] = set()
        self.leaving: set[str] = set()
        self.of_sheet: set[str] = set()
        self.has_costs = False
        self.until, self.sealed = "", set[str]()
        if os.path.lexists(folder / CLOSED):
            chain = read_chain(folder)
            self.until = chain.until
            self.sealed = {session.id for file in chain.files.values() for session in file.sessions}

    def take_log(self, path: Path) -> None:
        """Store a log, unless the book has its session or it cannot be read."""
        try:
            content = content_of(path)
        except LogError as error:
            self.refuse(path, None, error.message, error.remedy, unreadable=True)
        else:
            self.take_content(path, content)

    def take_content(self, path: str | Path, content: bytes, *, made: bool = False) -> None:
        """Store a log that is read already, or ``made`` from another file; ``path`` is the file
        that messages name.

        Of one that was made other comments are no other content, unless it is to replace what is
        there.

        It is stored with the end of its last line: if that is missing one day, the file was cut off
        in the book.
        """
        self.done.doubts += doubts(content, str(path), self.currency)
        content = content if content.endswith(b"\n") else with_last_end(content)
        same = self.logs.get(sha256(content).digest())
        if same is not None and same not in self.entered:
            self.note(path, same, EXISTS)
            return
        if is_payments(content, str(path)):
            self.take_payments(path, content)
            return
        session = read_beginning(content, str(path))
        home = self.homes.get(session.id)
        # of one that turns out not to be readable further down ``close`` tells
        if session.readable and home is None:
            self.store(path, session.id, content, STORED)
            return
        session = read(content, str(path))
        if not session.readable or home is None:
            self.done.sessions.append(_refused(path, session.errors))
        elif home.endswith(PARQUET):
            ((_, theirs),) = self.stored_texts([session.id])
            self.compare(path, session.id, (_plain(columns([session]), 0), theirs), content)
        else:
            there = whole_text(without_rulings((self.folder / home).read_bytes(), session))
            if made and self.is_as_made(content, there, session):
                self.note(path, session.id, EXISTS)
            else:
                self.compare(path, session.id, (whole_text(content), there), content)

    def is_as_made(self, content: bytes, there: str, session: Session) -> bool:
        """True if a log made from a spreadsheet says what the book has: rows, a title and what was
        added there do not count.
        """
        from ledger.sheets import sheet_night  # noqa: PLC0415 - as below

        new, old = sheet_night(session.id, content.decode()), sheet_night(session.id, there)
        same_day = read_beginning(there.encode(), "").date == session.date
        return (
            same_day and new.results == old.results and (new.notes == old.notes or not self.replace)
        )

    def take_sheet(self, path: str, logs: Sequence[bytes]) -> None:
        """Store the logs made from a spreadsheet; if the book has another version of it, all or
        nothing is to be replaced.
        """
        from ledger.sheets import another_name, renamed, sheet_night, version  # noqa: PLC0415 - logs need no tables

        texts = {read_beginning(content, path).id: content for content in logs}
        homes = [
            (session, home)
            for session, home in self.homes.items()
            if session.startswith(FROM_RESULTS) and home.endswith(SUFFIX)
        ]
        book = [
            sheet_night(session, whole_text((self.folder / home).read_bytes()))
            for session, home in homes
        ]
        found = version(
            book, [sheet_night(session, content.decode()) for session, content in texts.items()]
        )
        if found.noted and not self.replace:
            days = listing([visible(one.told) for one in found.noted[:_FEW]]) + (
                " and others" if len(found.noted) > _FEW else ""
            )
            self.done.other_notes.append(
                f"{path}: its notes of {days} are not in the book, which keeps its own"
            )
        if found.changed or found.leaving:
            self.done.versions.append(f"{path}: {found.told}")
            old = [one.id for one in (*found.leaving, *(old for old, _ in found.changed))]
            self.done.versions += noted_as_paid(self.folder, set(old))
            sealed = [one for one in old if one in self.sealed]
            if not self.replace and (found.changed or not self.keep_both):
                which = (
                    "another version of it"
                    if found.shared or found.changed
                    else "another spreadsheet of this name"
                )
                said = f"{which}; this one has {found.told}"
                if found.others:
                    days = listing([new.told for _, new in found.changed[:_FEW]])
                    said = f"other results of these days from {listing(found.others)}: {days}"
                said = f"{path}: the book has {said}; nothing was stored"
                remedy = _VERSION + (_SECOND if found.others else "" if found.changed else _OTHERS)
                self.refuse(path, None, said, remedy)
                return
            if self.replace and sealed:
                error = refusal(f"evening {sealed[0]} would change", self.until)
                self.refuse(path, sealed[0], f"{path}: {error.message}", error.remedy)
                return
        if self.replace and not self.keep_both:
            self.leaving = {one.id for one in found.leaving}
        self.of_sheet = set(texts)
        self.done.results += [
            session for session, content in texts.items() if b"\nchip " in content
        ]
        name = (
            another_name(found.name, book)
            if self.keep_both and found.gone and not found.shared
            else found.name
        )
        for content in texts.values():
            self.take_content(path, renamed(content, name), made=True)

    def take_out(self) -> bool:
        """Take sessions out of the book that their spreadsheet has no more; their logs are kept.

        True if there are any.
        """
        for session in sorted(self.leaving):
            home = self.homes.pop(session)
            there = self.folder / home
            note_change(self.folder, home, keep(self.folder, there, many=True), None)
            there.unlink()
            self.note(there.name, session, REMOVED)
        return bool(self.leaving)

    def take_payments(self, path: str | Path, content: bytes) -> None:
        """Store a file of payments if the book has none; payments have no id that tells which it
        has already.
        """
        own = self.folder / PAYMENTS
        if own.exists():
            if own.read_bytes() != content:
                remedy = (
                    f"note payments with bourre pay, or add the lines of this file to {PAYMENTS} "
                    "in the folder of the book"
                )
                self.refuse(
                    path, None, f"{path}: its payments differ from those of the book", remedy
                )
            return
        paid = read_payments(content, str(path))
        if not paid.readable:
            self.done.sessions.append(_refused(path, paid.errors))
            return
        self.before[PAYMENTS] = (path, None)
        note_change(self.folder, PAYMENTS, None, content, lasting=self.replace)
        write_atomically(own, content)
        self.done.payments_file = str(path)
        self.done.payments = len(paid.payments) + len(paid.expenses)

    def take_costs(self, path: str, content: bytes) -> None:
        """Add the shared costs and payments of another app that the book lacks.

        If it has some of that app that are no longer there, everything is refused, unless they are
        to be replaced.
        """
        from ledger.book.balances.costs import compared  # noqa: PLC0415 - logs need none of it
        from ledger.book.files.disputes import blocks  # noqa: PLC0415 - as above

        own = self.folder / PAYMENTS
        text = content_of(own) if own.exists() else b""
        there = read_payments(text, str(own), self.currency)
        came = read_payments(content, path)
        new, gone, twin = compared(
            _lines_of(there), sorted(_lines_of(came), key=lambda one: one.line)
        )
        if self.keep_both:
            gone, twin = [], None
        if gone:
            are = "is" if len(gone) == 1 else "are"
            said = (
                f"{len(gone)} of them {are} not in this file, such as line {gone[0].line} of "
                f"{PAYMENTS}"
            )
            self.done.versions.append(f"{path}: {said}")
            if not self.replace:
                self.refuse(
                    path,
                    None,
                    f"{path}: the book has other lines of this export: {said}; nothing was stored",
                    _COSTS,
                )
                return
        if twin:
            here = (
                f"line {twin.line} of {PAYMENTS} is the same payment as one in this file, in "
                "other words"
            )
            self.refuse(path, None, f"{path}: {here}; nothing was stored", _TWIN)
            return
        try:
            for day in {one.date for one in (*new, *gone)}:
                check_day_is_open(self.folder, day, "a payment or shared cost")
            # with what was said of them: else it would be said of the line above
            lines = {one.line for one in gone}
            numbers = {
                line
                for one in blocks(there)
                if one.first in lines
                for line in range(one.first, one.last + 1)
            }
            kept = b"\n".join(
                line for number, line in enumerate(text.split(b"\n"), 1) if number not in numbers
            )
            after = with_payments(kept, new, None, str(own))[0] if new else kept
        except UserError as error:
            self.refuse(path, None, error.message, error.remedy)
            return
        if gone:
            keep(self.folder, own)
        if new or gone:
            write_atomically(own, after)
            self.has_costs = True
        self.done.payments += len(new)
        self.done.payments_there += len(_lines_of(came)) - len(new)

    def compare(
        self, path: str | Path, session: str, texts: tuple[str, str], content: bytes
    ) -> None:
        """Note that a session exists already, or replace it if that is wanted, or refuse it and
        describe the difference.
        """
        difference = first_difference(*texts)
        if difference is None:
            self.note(path, session, EXISTS)
        elif session in self.sealed:
            error = refusal(f"evening {session} would change", self.until)
            self.refuse(path, session, f"{path}: {error.message}", error.remedy)
        elif self.replace:
            refused = self.unfit(path, session, content)
            if refused is None:
                self.put_in_place(path, session, content)
            else:
                self.done.sessions.append(refused)
        else:
            line, ours, theirs = difference
            said = (
                f"evening {session} is in the book with different content: line {line} "
                f"{differing(ours, theirs)}"
            )
            self.refuse(
                path, session, f"{path}: {said}", _NOTHING_NEW if has_all_of(*texts) else _REPLACE
            )

    def unfit(self, path: str | Path, session: str, content: bytes) -> SessionOutcome | None:
        """Why a log cannot be stored in any book, or not in this one; None if it can.

        It must be found out before storing. A new log could be taken back later; here the old one
        would be lost if we were stopped in between.
        """
        log = read(content, str(path))
        hands = columns([log])  # notes what is wrong with its rules
        if not log.readable:
            return _refused(path, log.errors)
        if log.date <= self.until:
            return self.late(path, session, date.fromisoformat(log.date))
        if max(largest(judge(hands)), default=0) > LARGEST_SUM:
            return SessionOutcome(
                str(path), session, REFUSED, f"{path}: {too_large(session)}", unreadable=True
            )
        return None

    def put_in_place(self, path: str | Path, session: str, content: bytes) -> None:
        """Replace a session, unless a ruling that was made in the book cannot stand in the
        new log.
        """
        there = self.folder / self.homes[session]
        if there.name.endswith(SUFFIX):
            try:
                content, rulings = with_rulings(there.read_bytes(), content, str(path))
            except UserError as error:
                self.refuse(path, session, error.message, error.remedy)
                return
            self.done.rulings += rulings
        self.store(path, session, content, REPLACED)

    def store(self, path: str | Path, session: str, content: bytes, outcome: str) -> None:
        """Write a log into the book: over the one that is there, or under a name of its own."""
        home = self.homes.get(session, PARQUET)
        if home.endswith(PARQUET):  # a log goes before the Parquet file that has the same session
            home = self.free_name(session, SUFFIX)
        there = self.folder / home
        self.before.setdefault(home, (path, there.read_bytes() if there.exists() else None))
        old = (
            keep(self.folder, there, many=True) if outcome == REPLACED and there.exists() else None
        )
        note_change(self.folder, home, old, content, lasting=self.replace)
        write_atomically(there, content)
        self.homes[session] = home
        self.entered.add(session)
        self.note(path, session, outcome)

    def free_name(self, session: str, suffix: str) -> str:
        """Return a name for a session's file, and keep it."""
        name = free_name(self.taken, session, suffix)
        self.taken.add(name.casefold())
        return name

    def note(self, path: str | Path, session: str, outcome: str) -> None:
        """Add the outcome of a session."""
        self.done.sessions.append(SessionOutcome(str(path), session, outcome))

    def refuse(
        self,
        path: str | Path,
        session: str | None,
        reason: str,
        remedy: str = "",
        *,
        unreadable: bool = False,
    ) -> None:
        """Add a refusal."""
        self.done.sessions.append(
            SessionOutcome(str(path), session, REFUSED, reason, remedy, unreadable)
        )

    def take_parquet(self, path: Path) -> None:
        """Store the sessions of a Parquet file: as the file it is if all are new, else those that
        are.
        """
        from ledger.hands import check_size, session_ids  # noqa: PLC0415 - what reads Parquet takes its time to load

        try:
            check_size(path, str(path), upload=False)
            names = session_ids(path)
            again = [name for name in names if name in self.homes]
            if again and digest(path) in self.columns:
                for name in names:
                    self.note(path, name, EXISTS)
            elif again:
                self.take_some(path)
            else:
                self.take_whole(path, names)
        except LogError as error:
            if error.file != str(path):  # it is ours that cannot be written
                raise
            self.refuse(path, None, error.message, error.remedy, unreadable=True)

    def take_whole(self, path: Path, names: list[str]) -> None:
        """Copy a Parquet file into the book."""
        home = self.name_for_columns(path)
        with path.open("rb") as source, replacing(self.folder / home) as target:
            shutil.copyfileobj(source, target)
        for name in names:
            self.homes[name] = home
            self.note(path, name, STORED)

    def name_for_columns(self, path: Path) -> str:
        """Return a name for a new Parquet file, and note that it comes."""
        home = self.free_name(path.stem, PARQUET)
        self.before[home] = (path, None)
        note_change(self.folder, home, None, None, lasting=self.replace)
        return home

    def take_some(self, path: Path) -> None:
        """Store the sessions of a Parquet file that the book has not; compare the others."""
        from ledger.hands import read_hands, write_hands  # noqa: PLC0415 - what reads Parquet takes its time to load

        new: list[Hands] = []
        again: dict[str, str] = {}
        for part in read_hands(path):
            for at, info in enumerate(part.sessions):
                one = part.part(slice(at, at + 1))
                if info.id in self.homes:
                    again[info.id] = _plain(one, 0)
                else:
                    new.append(one)
        for session, theirs in self.stored_texts(
            again, {name: text.encode() for name, text in again.items()}
        ):
            self.compare(path, session, (again[session], theirs), again[session].encode())
        if new:
            home = self.name_for_columns(path)
            write_hands(self.folder / home, iter(new))
            for hands in new:
                self.homes[hands.sessions[0].id] = home
                self.note(path, hands.sessions[0].id, STORED)

    def stored_texts(
        self, sessions: Iterable[str], new: Mapping[str, bytes] | None = None
    ) -> Iterator[tuple[str, str]]:
        """Yield sessions of the book with their canonical text, without what a Parquet file has no
        room for.

        Rulings that were made in the book are left out unless the ``new`` log has them.
        """
        from ledger.hands import read_hands  # noqa: PLC0415 - what reads Parquet takes its time to load

        by_home: defaultdict[str, set[str]] = defaultdict(set)
        for session in sessions:
            by_home[self.homes[session]].add(session)
        for home, wanted in by_home.items():
            if home.endswith(PARQUET):
                for part in read_hands(self.folder / home):
                    yield from (
                        (info.id, _plain(part, at))
                        for at, info in enumerate(part.sessions)
                        if info.id in wanted
                    )
            else:
                content = (self.folder / home).read_bytes()
                for name in wanted & (new or {}).keys():
                    content = without_rulings(content, read((new or {})[name], name))
                log = read(content, home)
                yield log.id, _plain(columns([log]), 0)

    def close(self, connection: DuckDBPyConnection) -> dict[str, SessionOutcome]:
        """What is refused of the files that were stored just now; if nothing is, note what the
        audit says about them.
        """
        rows = connection.execute(
            "SELECT file, problem FROM files WHERE problem IS NOT NULL"
        ).fetchall()
        problems = {
            file: self.cannot_be_read(file, path, problem)
            for file, problem in rows
            if (path := self.before.get(file, (None,))[0]) is not None
        }
        if not self.keep_both:
            problems = self.again(connection) | problems
        if self.until:
            problems = self.too_late(connection) | problems
        if problems and self.leaving:  # all of this version, or nothing
            whole = "nothing of this version of the spreadsheet was stored"
            for home, (path, _) in self.before.items():
                problems.setdefault(
                    home, SessionOutcome(str(path), None, REFUSED, f"{path}: {whole}")
                )
            self.leaving = set()
        elif not problems and not self.leaving:
            self.take_stock(connection)
        return problems

    def cannot_be_read(self, file: str, path: str | Path, problem: str) -> SessionOutcome:
        """The outcome for a file that only the loader could not read, such as a log with unknown
        rules.

        For a log the wrong line is named. If no line is wrong, its pots may be too large for a
        book.
        """
        if file.endswith(PARQUET):
            return SessionOutcome(
                str(path), None, REFUSED, f"{path}: {problem}", _PUT_RIGHT, unreadable=True
            )
        log = read((self.folder / file).read_bytes(), str(path))
        columns([log])  # notes what is wrong with its rules
        if not log.readable:
            return _refused(path, log.errors)
        return SessionOutcome(str(path), None, REFUSED, f"{path}: {problem}", unreadable=True)

    def again(self, connection: DuckDBPyConnection) -> dict[str, SessionOutcome]:
        """Return the files stored just now that have a session that the book has under
        another id.
        """
        new = [
            one.session
            for one in self.done.sessions[self.first :]
            if one.session and one.outcome == STORED
        ]
        found: dict[str, SessionOutcome] = {}
        pairs = same_sessions(connection, new, 2 if self.of_sheet else RESULTS)
        pairs += same_results(connection, new) if self.of_sheet else []
        if self.of_sheet or any(
            session.startswith(FROM_RESULTS) for session in self.homes.keys() - new
        ):
            tables = same_players(connection, new)
            pairs += [
                pair for pair in tables if self.of_sheet or pair.other.id.startswith(FROM_RESULTS)
            ]
        for pair in pairs:
            if pair.other.id in self.of_sheet | self.leaving:
                continue
            home = self.homes[pair.one.id]
            path = self.before[home][0]
            whole = "; nothing from this file was stored" if home.endswith(PARQUET) else ""
            said = f"{path}: {pair.told}{whole}"
            found.setdefault(
                home, SessionOutcome(str(path), pair.one.id, REFUSED, said, _SAME_SESSION)
            )
        return found

    def too_late(self, connection: DuckDBPyConnection) -> dict[str, SessionOutcome]:
        """Return the files stored just now that have something of a day which is closed."""
        new = [
            one.session
            for one in self.done.sessions[self.first :]
            if one.outcome in {STORED, REPLACED}
        ]
        found: dict[str, SessionOutcome] = {}
        for file, session, day in connection.execute(
            _LATE, {"until": self.until, "new": new}
        ).fetchall():
            if file in self.before:
                found.setdefault(file, self.late(self.before[file][0], session, day))
        return found

    def late(self, path: str | Path, session: str | None, day: date) -> SessionOutcome:
        """The outcome for a file with something dated on a closed day: a session, or payments if
        ``session`` is None.
        """
        what = f"evening {session}" if session else "one of its payments"
        error = refusal(f"{path}: {what} is dated {day_in_words(day)}", self.until)
        return SessionOutcome(str(path), session, REFUSED, error.message, error.remedy)

    def take_back(self, problems: dict[str, SessionOutcome]) -> bool:
        """Restore what was there for files that are refused after all; True if there were any."""
        for home, problem in problems.items():
            _, content = self.before[home]
            if content is None:
                (self.folder / home).unlink()
            else:
                write_atomically(self.folder / home, content)
            lost = {session for session, file in self.homes.items() if file == home}
            self.done.sessions[self.first :] = [
                one for one in self.done.sessions[self.first :] if one.session not in lost
            ]
            self.done.rulings = [one for one in self.done.rulings if one.session not in lost]
            self.done.sessions.append(problem)
            if home == PAYMENTS:
                self.done.payments, self.done.payments_file = 0, ""
        return bool(problems)

    def take_stock(self, connection: DuckDBPyConnection) -> None:
        """Add what the audit says about sessions that were stored or replaced, and what is not in
        the figures.
        """
        new = self.done.sessions[self.first :]
        ids = [one.session for one in new if one.session and one.outcome in {STORED, REPLACED}]
        keys = [
            key
            for (key,) in connection.execute(
                "SELECT session FROM sessions WHERE list_contains(?, id)", [ids]
            ).fetchall()
        ]
        ((number,),) = connection.execute(_QUARANTINED, {"sessions": keys}).fetchall()
        self.done.quarantined += int(number)
        self.done.found += findings_in_sessions(connection, keys)
        given = {one.session: one.file for one in new if one.outcome in {STORED, REPLACED, EXISTS}}
        left_out = unread(connection).missing
        self.done.unread += [
            one._replace(file=given[one.session])
            for one in left_out.sessions
            if one.session in given
        ]
        if PAYMENTS in self.before:
            self.done.unread_payments = left_out.payments


_REPLACE: Final = (
    "--replace replaces it, keeping the rulings made in the book, and the old log in the folder "
    "replaced; "
    "add --dry-run to see first whose balance would change"
)
_VERSION: Final = (
    "--replace puts this version in the place of that one, and keeps the old logs in the folder "
    "replaced; add --dry-run to see "
    "first whose balance would change"
)
_COSTS: Final = (
    "--replace takes what is not in this file out of the book, and keeps the old lines in the "
    "folder replaced; "
    "--keep-both stores what is new beside it, if this is another group"
)
_TWIN: Final = (
    "--keep-both stores it as another payment; if it is the same one, take it out of the file"
)
_SECOND: Final = "; for a second evening of one day, add a column Evening that tells the two apart"
_FEW: Final = 5  # evenings that a sentence names
_OTHERS: Final = "; --keep-both stores what is new beside it, if these are other evenings"
_NOTHING_NEW: Final = (
    "the book has everything in this log, and more: there is nothing to import, unless the book "
    "is wrong (--replace)"
)
_PUT_RIGHT: Final = "put the value right, or make the file again with `bourre convert`"
_SAME_SESSION: Final = (
    "--keep-both stores it if it is another evening; if it is the same one, keep the better log"
)
_LATE: Final = """
    SELECT file, id, date FROM sessions WHERE date <= $until::DATE AND list_contains($new, id)
    UNION ALL SELECT file, NULL, min(date) FROM payments WHERE session IS NULL
        AND date <= $until::DATE GROUP BY file
    UNION ALL SELECT file, NULL, min(date) FROM expenses WHERE session IS NULL
        AND date <= $until::DATE GROUP BY file
"""
_QUARANTINED: Final = (
    "SELECT coalesce(sum(quarantined), 0) FROM sessions WHERE session IN (SELECT unnest($sessions))"
)


def _lines_of(payments: Payments) -> list[PaymentLine | ExpenseLine]:
    return [*payments.payments, *payments.expenses]


def _refused(path: str | Path, errors: Sequence[Diagnostic]) -> SessionOutcome:
    """The outcome for a file that cannot be read: its first error, and how to see the others."""
    more = (
        f"to see all {len(errors)} errors: {shell_text(['bourre', 'audit', str(path)])}"
        if len(errors) > 1
        else ""
    )
    return SessionOutcome(
        str(path), None, REFUSED, format_diagnostic(errors[0]), more, unreadable=True
    )


def _plain(hands: Hands, at: int) -> str:
    """Return one of some sessions as canonical text, without comments."""
    return write(next(iter(sessions_of(hands.part(slice(at, at + 1))))))
