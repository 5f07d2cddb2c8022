"""What the figures of a book leave out: what could not be read, what does not count, what has no
end, and what nobody wrote down.

Every answer about money says so in the same sentences. Nothing that somebody wrote down is left out
without a word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection

from ledger.answer import File, Remedy, words
from ledger.book.files.folder import PAYMENTS, SETTLES, name_for
from ledger.engine import CLAIMED, ENDED
from ledger.errors import shell_text
from ledger.findings import TO_END_IT, without_an_end
from ledger.findings.kinds import COUNT, SYNTAX
from ledger.log.spellings import other_money
from ledger.log.words import visible
from ledger.money import amount_text, decimal_text
from ledger.wording import counted, day_in_words, listing, which_of_day


class UnreadSession(NamedTuple):
    """A session that is not completely in the figures.

    ``lines`` lines could not be read, and ``hands`` hands do not count. ``open_hand`` is the number
    of its last hand (its index from 1, if it has no number) if that is not known to have ended, as
    in a log that was cut off; ``pot`` is what is in it then. ``unexplained`` is value from an
    unknown source (below zero) or gone in this session, in minor units of ``unit``. ``ending`` says
    what is missing at the end (``ledger.engine.judge``).

    ``open`` are the other hands in which somebody's chips are not known (rules.md 5.16): pairs of
    number and line. From hand ``astray`` on, the pot of ``loose`` hands cannot be followed.
    ``may_touch`` are the players whose balance may be another for all that. The counted chips of
    ``miscounted`` players differ from those of the hands. ``doubts`` say which hands may be
    missing, or written twice, and which pots were counted as something else than what the hands put
    into them.
    """

    session: str
    file: str
    date: date
    lines: int
    hands: int
    open_hand: int | None
    pot: int
    unexplained: int
    unit: str
    ending: int = ENDED
    open: Sequence[tuple[int, int]] = ()
    loose: int = 0
    astray: int | None = None
    may_touch: Sequence[str] = ()
    miscounted: Sequence[str] = ()
    doubts: Sequence[str] = ()


class Disputed(NamedTuple):
    """A hand or a payment that somebody says is wrong, and that nobody has answered
    (``disputes.py``).

    ``session`` is empty, and ``date`` that of the payment, for one of the payments file.
    """

    session: str
    date: date | None
    file: str
    line: int
    what: str
    who: str
    words: str


class Unread(NamedTuple):
    """What the figures of a book leave out; ``payments`` is how many lines of the payments file
    cannot be read.

    ``files`` are those that do not count, or only in part, each with its name and the reason.
    """

    sessions: list[UnreadSession]
    payments: int
    files: list[tuple[str, str]]
    payments_file: str = PAYMENTS
    # what was read of the payments file as it stands, and perhaps was not meant so
    as_written: str = ""
    disputed: Sequence[Disputed] = ()
    # what is not as it was when the book was closed: that is in the figures, and should not be
    changed: Sequence[str] = ()

    def __bool__(self) -> bool:
        """True if the figures leave anything out."""
        return bool(
            self.sessions
            or self.payments
            or self.files
            or self.as_written
            or self.disputed
            or self.changed
        )

    @property
    def missing(self) -> Unread:
        """What is not there at all: all but chips that nobody can explain, counts that differ from
        the hands, and disputes.
        """
        some = [
            one
            for one in self.sessions
            if one.open_hand is not None
            or one.lines
            or one.hands
            or one.open
            or one.loose
            or one.doubts
        ]
        return self._replace(sessions=[one._replace(miscounted=()) for one in some], disputed=())

    def as_dict(self) -> dict[str, object]:
        """The field ``not_read`` of answers in JSON; amounts are decimals as text."""
        return {
            "sessions": [
                {
                    "session": one.session,
                    "date": one.date.isoformat(),
                    "file": one.file,
                    "lines": one.lines,
                    "hands": one.hands,
                    "open_hand": one.open_hand,
                    "open_pot": decimal_text(one.pot, one.unit),
                    "open_hands": [{"hand": hand, "line": line} for hand, line in one.open],
                    "unverified_pots": one.loose,
                    "counts_differ": list(one.miscounted),
                    "doubts": list(one.doubts),
                    "may_touch": list(one.may_touch),
                    "unexplained": decimal_text(one.unexplained, one.unit),
                    "currency": one.unit,
                }
                for one in self.sessions
            ],
            "payments": self.payments,
            "files": [{"file": file, "reason": why} for file, why in self.files],
            "as_written": self.as_written,
            "disputed": [
                {
                    "session": one.session or None,
                    "file": one.file,
                    "line": one.line,
                    "by": one.who,
                    "words": one.words,
                }
                for one in self.disputed
            ],
            "changed_after_closing": list(self.changed),
        }


def unread(connection: DuckDBPyConnection) -> Unread:
    """What is not in the figures of a book, by date and by name."""
    syntax = {"syntax": SYNTAX}
    session = syntax | {"count": COUNT}
    # mostly nowhere, and that is soon known
    where = {place for (place,) in connection.execute(_WHERE, session).fetchall()}
    found = (
        connection.execute(_SESSIONS, session | {"claimed": CLAIMED}).fetchall()
        if "sessions" in where
        else []
    )
    sessions = [
        UnreadSession._make((*row[:10], list(zip(*row[10:12], strict=True)), *row[12:]))
        for row in found
    ]
    files: dict[str, str] = dict(connection.execute(_FILES).fetchall()) if "files" in where else {}
    lost = PAYMENTS in files  # as a whole
    if "files" in where:
        files |= {
            file: _CUT.format(line=line)
            for file, line in connection.execute(_OPEN_LINES).fetchall()
        }
    if "duplicates" in where:
        files |= {file: said_twice(session, other) for session, file, other in twice(connection)}
    payments = 0
    if "payments" in where and not lost:
        ((payments,),) = connection.execute(_PAYMENTS, {**syntax, "file": PAYMENTS}).fetchall()
    written = "" if lost or "as written" not in where else _as_written(connection)
    disputed = (
        [
            Disputed._make(row)
            for row in connection.execute(_DISPUTED, {"file": PAYMENTS}).fetchall()
        ]
        if "disputes" in where
        else ()
    )
    changed = _changed(connection) if "breaches" in where else ()
    return Unread(
        sessions,
        payments,
        sorted(files.items()),
        as_written=written,
        disputed=disputed,
        changed=changed,
    )


def _changed(connection: DuckDBPyConnection) -> list[str]:
    from ledger.book.derived.breaches import breaches  # noqa: PLC0415 - mostly there are none, and what finds them takes its time to load

    return [one.message for one in breaches(connection)]


def _as_written(connection: DuckDBPyConnection) -> str:
    """What may be meant otherwise in a payments file written by hand, where no command asked: words
    after an amount, names.
    """
    notes = connection.execute(_NOTED, {"file": PAYMENTS, "settles": f"{SETTLES}%"}).fetchall()
    said = [
        (
            f"the words after the amount in line {line}, which counts as "
            f"{amount_text(int(amount), unit)}: {visible(note)}"
        )
        for line, unit, amount, note in notes
        if other_money(note, unit)
    ]
    said += [f"perhaps one person: {one}" for one in spelt_otherwise(connection)]
    return "; ".join(said[:_FEW]) + (f"; and {len(said) - _FEW:,} more" if len(said) > _FEW else "")


def spelt_otherwise(connection: DuckDBPyConnection) -> Iterator[str]:
    """Yield players whom only the payments file names, in other letters than somebody who has
    played.
    """
    for name, other in connection.execute(_SPELT, {"file": PAYMENTS}).fetchall():
        yield (
            f"{visible(name)} is in no evening, and counts as another player than {visible(other)}"
        )


def of_evening(left_out: Unread, session: str) -> Unread:
    """Return what is left out of the figures of one session, and of those of no session in
    particular.
    """
    disputed = [one for one in left_out.disputed if one.session in {session, ""}]
    return left_out._replace(
        sessions=[one for one in left_out.sessions if one.session == session], disputed=disputed
    )


def twice(connection: DuckDBPyConnection) -> list[tuple[str, str, str]]:
    """Return each session that two files have, with the file that does not count and the one that
    does.
    """
    return connection.execute(_TWICE).fetchall()


def said_twice(session: str, other: str) -> str:
    """A sentence on why a file does not count: another has the session."""
    why = "it is named after the evening" if other == name_for(session) else "its name sorts first"
    return f"evening {session} is also in {other}, and that file counts because {why}"


# --- In words -------------------------------------------------------------------------------------
class Said(NamedTuple):
    """A sentence about something left out, its file, and what to do if that is not for the audit to
    explain.
    """

    text: str
    file: str | None
    remedy: Remedy | None = None


def sentences(left_out: Unread, names: Mapping[str, str] | None = None) -> Iterator[Said]:
    """Yield a sentence for each session, for the payments, and for each file that is left out in
    part or as a whole.

    A session is called by its day and its id, or as ``names`` has it.
    """

    def called(session: str, day: date) -> str:
        which = which_of_day(session, day)  # an id that is the day would be told twice
        return (names or {}).get(
            session
        ) or f"{day_in_words(day)}{f' ({visible(session)})' if which is None else which}"

    for one in left_out.sessions:
        yield from _of_session(one, called(one.session, one.date))
    if left_out.payments:
        lines = counted(left_out.payments, "line")
        text = (
            f"{lines} of {PAYMENTS} could not be read, and "
            f"{'is' if left_out.payments == 1 else 'are'} not counted"
        )
        yield Said(text, left_out.payments_file)
    if left_out.as_written:
        yield Said(f"{PAYMENTS}: {left_out.as_written}", None)
    for doubt in left_out.disputed:
        day = doubt.date and day_in_words(doubt.date)
        of = (
            f" of {called(doubt.session, doubt.date) if doubt.session else day}"
            if doubt.date
            else ""
        )
        what = doubt.what if doubt.session else f"‘{doubt.what}’"
        text = (
            f"what {visible(doubt.who)} disputes, unanswered: {what}{of} (“{visible(doubt.words)}”)"
        )
        command = ("edit", doubt.session or doubt.file, f":{doubt.line}", "--answer", "WORDS")
        yield Said(text, doubt.file, Remedy(words("answer it"), command, page="audit"))
    for file, why in left_out.files:
        yield Said(f"{visible(file)}: {visible(why)}", None)


def remedy(folder: Path, said: Said) -> str | None:
    """Return what to do about it: a command that shows what is wrong in a file below ``folder``, or
    what to write into it.
    """
    if said.file is None:
        return None
    one = said.remedy
    if one is None:
        return visible(shell_text(["bourre", "audit", str(folder / said.file)]))
    parts = (str(folder / part.name) if isinstance(part, File) else part for part in one.do.parts)
    do = visible(words(*parts).text)
    if not one.command:
        return do
    return f"{do}: {visible(shell_text(['bourre', *one.command, '--book', str(folder)]))}"


def _of_session(one: UnreadSession, night: str) -> Iterator[Said]:
    touched = f"; that may change the balance of {listing(one.may_touch)}" if one.may_touch else ""
    if one.lines and not touched:
        touched = "; that may change its balances"
    parts = [counted(one.lines, "line")] if one.lines else []
    parts += [counted(one.hands, "hand")] if one.hands else []
    if parts:
        loose = (
            f"; {amount_text(abs(one.unexplained), one.unit)} of that evening is unexplained"
            if one.unexplained
            else ""
        )
        yield Said(f"{' and '.join(parts)} of {night} could not be read{loose}{touched}", one.file)
    elif one.unexplained:
        amount = amount_text(abs(one.unexplained), one.unit)
        yield Said(f"{amount} of {night}, which nobody can explain", one.file)
    if one.miscounted:
        yield Said(
            f"what {listing(one.miscounted)} counted in {night}, which differs from the hands",
            one.file,
        )
    for doubt in one.doubts[:MOST_NUMBERS]:
        yield Said(f"in {night}: {doubt.rstrip('.')}{touched}", one.file)
    if one.open_hand is not None:
        pot = amount_text(one.pot, one.unit) if one.pot else ""
        yield Said(
            without_an_end(one.ending, f"the last hand of {night}, hand {one.open_hand}", pot),
            one.file,
            Remedy(words(TO_END_IT[0], File(one.file), TO_END_IT[1])),
        )
    if one.open:
        numbers = listing([str(number) for number, _ in one.open[:MOST_NUMBERS]])
        more = f" and {len(one.open) - MOST_NUMBERS:,} more" if len(one.open) > MOST_NUMBERS else ""
        hands = f"hand{'s' if len(one.open) > 1 else ''} {numbers}{more}"
        write = words(
            f"write below line {one.open[0][1]} of ",
            File(one.file),
            " who took the pot (take NAME) and who went bourré (match NAME, or match -)",
        )
        yield Said(
            f"who won or paid in {hands} of {night} is not all recorded{touched}",
            one.file,
            Remedy(write),
        )
    elif one.loose and one.open_hand is None and not parts:
        yield Said(
            f"from hand {one.astray} of {night} on, the pot cannot be followed{touched}", one.file
        )


MOST_NUMBERS: Final = 5  # hands named one by one
_FILES: Final = "SELECT file, problem FROM files WHERE problem IS NOT NULL"
_OPEN_LINES: Final = (
    "SELECT file, open_line FROM files WHERE problem IS NULL AND open_line IS NOT NULL"
)
_CUT: Final = (
    "its last line, line {line}, does not end in a line break: the file may be cut off; if the "
    "line is complete, add one"
)
_DISPUTED: Final = """
    SELECT coalesce(id, ''), coalesce(sessions.date, disputes.date), file, disputes.line, what, who,
        words
    FROM disputes LEFT JOIN sessions USING (file) WHERE id IS NOT NULL OR file = $file ORDER BY ALL
"""
_TWICE: Final = """
    SELECT id, duplicates.file, sessions.file FROM duplicates JOIN sessions USING (id)
    -- a log may put one right
    WHERE NOT (duplicates.file LIKE '%.parquet' AND sessions.file NOT LIKE '%.parquet')
"""
_PAYMENTS: Final = "SELECT count(*) FROM findings WHERE rule = $syntax AND file = $file"
_FEW: Final = 3  # sentences on the payments file that are listed; more are counted
_NOTED: Final = """
    SELECT line, unit, amount, note FROM payments WHERE file = $file AND note <> ''
        AND note NOT LIKE $settles
    UNION ALL SELECT line, unit, amount, note FROM expenses WHERE file = $file AND note <> ''
        ORDER BY line
"""
_SPELT: Final = """
    WITH paid AS (
        SELECT unnest([payer, payee]) AS player FROM payments WHERE file = $file
        UNION SELECT unnest(list_append(sharers, payer)) FROM expenses WHERE file = $file
    ), sat AS (SELECT DISTINCT player FROM results)
    SELECT one.name, other.name FROM players AS one JOIN players AS other
        ON lower(strip_accents(one.name)) = lower(strip_accents(other.name))
            AND one.player <> other.player
    WHERE one.player IN (FROM paid) AND one.player NOT IN (FROM sat) AND other.player IN (FROM sat)
        ORDER BY one.name, other.name
"""
_WHERE: Final = """
    SELECT CASE WHEN session IS NULL THEN 'payments' ELSE 'sessions' END FROM findings
        WHERE rule = $syntax
    UNION ALL SELECT 'sessions' FROM sessions WHERE quarantined > 0
    UNION ALL SELECT 'sessions' FROM hands WHERE ending > 0 OR open OR NOT verified
    UNION ALL SELECT 'sessions' FROM totals WHERE account = -2 AND NOT opening
        AND session IS NOT NULL AND amount <> 0
    UNION ALL SELECT 'sessions' FROM findings WHERE rule IN ($count, 'hand-number', 'pot')
        AND settled IS NULL
    UNION ALL SELECT 'files' FROM files WHERE problem IS NOT NULL OR open_line IS NOT NULL
    UNION ALL SELECT 'duplicates' FROM duplicates
    UNION ALL SELECT 'disputes' FROM disputes
    UNION ALL SELECT 'breaches' FROM breaches
    UNION ALL SELECT 'as written' FROM payments WHERE note <> ''
    UNION ALL SELECT 'as written' FROM expenses WHERE note <> ''
    UNION ALL SELECT 'as written' FROM players GROUP BY lower(strip_accents(name))
        HAVING count(*) > 1
"""
_SESSIONS: Final = """
    WITH lines AS (SELECT session, count(*) AS lines FROM findings WHERE rule = $syntax
        AND session IS NOT NULL GROUP BY session),
    loose AS (
        SELECT session, unit, sum(amount) AS amount FROM totals
        WHERE account = -2 AND NOT opening AND session IS NOT NULL GROUP BY session, unit
    ),
    stopped AS (
        SELECT session, coalesce(number, hand) AS number, CASE ending WHEN $claimed THEN 0
            ELSE pot END AS pot, ending
        FROM hands WHERE ending > 0
    ),
    sure AS (  -- all are counted: whatever their hands hide, the chips are those (end counted)
        SELECT session FROM sessions JOIN seats USING (session)
        WHERE len(counted) > 0 AND quarantined = 0
        GROUP BY session HAVING bool_and(list_contains(counted, player))
    ),
    unknown AS (
        SELECT session, coalesce(list(coalesce(number, hand) ORDER BY hand) FILTER (open
            AND ending = 0), []) AS numbers,
            coalesce(list(line ORDER BY hand) FILTER (open AND ending = 0), []) AS at,
            count_if(NOT verified AND NOT quarantined) AS loose,
            min_by(coalesce(number, hand), hand) FILTER (NOT verified AND NOT quarantined) AS astray
        FROM hands WHERE (open OR NOT verified) AND session NOT IN (FROM sure) GROUP BY session
    ),
    doubted AS (
        -- of chips that are counted at the end, or said, it does not matter what became of them
        SELECT findings.session, findings.line, hands.hand, message, counted AS sure,
            rule = 'hand-number' AS missing
        FROM findings JOIN sessions USING (session)
            ASOF JOIN hands ON hands.session = findings.session AND hands.line <= findings.line
        WHERE rule IN ('hand-number', 'pot') AND settled IS NULL
    ),
    touched AS (  -- a pot that is shared at the end is all's
        SELECT session, list(DISTINCT name ORDER BY name) AS names FROM (
            SELECT session, player FROM unsure JOIN sessions USING (session)
                WHERE quarantined > 0 OR NOT list_contains(counted, player)
            UNION ALL SELECT doubted.session, player FROM doubted JOIN seats
                ON seats.session = doubted.session AND (seats.hand = doubted.hand
                    OR missing AND seats.hand = doubted.hand - 1)  -- who sat in a hand missing
                WHERE NOT list_contains(sure, player)
            UNION ALL SELECT session, unnest(sharers) FROM sessions WHERE NOT sure
        ) JOIN players USING (player) GROUP BY session
    ),
    doubts AS (
        SELECT session, list(DISTINCT message ORDER BY message) AS messages FROM doubted JOIN seats
            USING (session, hand)
        WHERE NOT list_contains(sure, player) GROUP BY session
    ),
    counts AS (
        SELECT session, list(DISTINCT player ORDER BY player) FILTER (player IS NOT NULL) AS names
        FROM findings WHERE rule = $count AND settled IS NULL GROUP BY session
    )
    SELECT id, file, date, coalesce(lines, 0), quarantined, stopped.number,
        coalesce(stopped.pot * chip, 0),
        coalesce(loose.amount, 0)::BIGINT, sessions.unit, coalesce(stopped.ending, 0),
        coalesce(unknown.numbers, []), coalesce(unknown.at, []), coalesce(unknown.loose, 0), astray,
            coalesce(touched.names, []),
        coalesce(counts.names, []), coalesce(doubts.messages, [])
    FROM sessions LEFT JOIN lines USING (session) LEFT JOIN stopped USING (session) LEFT JOIN loose
        USING (session, unit)
        LEFT JOIN unknown USING (session) LEFT JOIN touched USING (session) LEFT JOIN counts
            USING (session)
        LEFT JOIN doubts USING (session)
    WHERE lines > 0 OR quarantined > 0 OR stopped.number IS NOT NULL OR loose.amount <> 0
        OR unknown.loose > 0
        OR len(unknown.numbers) > 0 OR len(counts.names) > 0 OR len(doubts.messages) > 0
    ORDER BY date, id
"""
