"""Everything that must hold in a book, checked: files, sums, pots, log lines, and the database
against one made anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import duckdb
from duckdb import DuckDBPyConnection

from ledger.book.balances.figures import account_names, unexplained
from ledger.book.balances.transfer_words import unexplained_sentence
from ledger.book.balances.unread import (
    remedy,
    said_twice,
    sentences,
    spelt_otherwise,
    twice,
    unread,
)
from ledger.book.derived.access import Waiting, ask
from ledger.book.derived.breaches import KINDS, breaches
from ledger.book.derived.carried_tables import all_sessions
from ledger.book.derived.carrying import PlayedSession, sequences
from ledger.book.derived.database import SAID, made_anew
from ledger.book.derived.folder_state import Progress, folder_state
from ledger.book.derived.rows import column
from ledger.book.derived.schema import TABLES
from ledger.book.derived.sync import update
from ledger.book.files.chain import Closing, Reopening, read_chain
from ledger.book.files.closed import SHORT, short
from ledger.book.files.folder import CLOSED, DATABASE
from ledger.book.files.portraits import unused_portraits
from ledger.book.sessions.same_sessions import same_sessions
from ledger.errors import UserError
from ledger.files import PARQUET
from ledger.findings.kinds import ABOUT_CHIPS, CARRIED_POT, COUNT, UNVERIFIED_POT
from ledger.log import decoded, lines_of, other_money
from ledger.log.words import shown, visible
from ledger.money import NOT_WON, amount_text, decimal_text


class Check(NamedTuple):
    """Something that should hold: what it is, a sentence for each place where it does not, and what
    to do about those.

    ``must`` is False if it need not hold: worth a look, but the books are not wrong for it.
    """

    name: str
    found: list[str]
    remedy: str
    must: bool = True

    @property
    def state(self) -> str:
        """Return ``ok``, ``look`` or ``wrong``."""
        return "ok" if not self.found else "wrong" if self.must else "look"


def check_book(
    folder: Path, waiting: Waiting | None = None, progress: Progress | None = None
) -> list[Check]:
    """Check the book at ``folder``, once it is up to date.

    Raises UserError if it cannot be read at all.
    """

    def question(connection: DuckDBPyConnection) -> list[Check]:
        checks = checks_of_database(connection, folder)
        checks.append(
            Check(
                "every posting has a line in a log",
                sorted(_without_line(folder, connection)),
                _DEFECT,
            )
        )
        checks.append(
            Check(
                "the database matches the logs",
                list(_unlike_logs(folder, connection, progress)),
                _AGAIN,
            )
        )
        return checks

    checks = ask(folder, question, waiting, progress, thorough=True)
    pictures = list(unused_portraits(folder))
    return [
        *checks,
        Check(
            "every picture in faces is that of a player, and is shown",
            pictures,
            _PICTURE,
            must=False,
        ),
    ]


def checks_of_database(connection: DuckDBPyConnection, folder: Path | None = None) -> list[Check]:
    """Check what the database can tell by itself: all but that it is like the logs.

    Without the ``folder`` it names no command to mend a line, and leaves out what only a bug in
    this program could break.
    """
    some = [one for one in _SEARCHES if folder is not None or one[2] != _DEFECT]
    checks = [
        Check(name, sorted(search(connection)), remedy, must) for name, search, remedy, must in some
    ]
    checks.insert(
        1,
        Check(
            "every line can be read, and every hand is complete",
            list(_unread(connection, folder)),
            _READ,
        ),
    )
    return [*checks, *_closed(connection)]


def check_head(folder: Path, said: str) -> Check:
    """Check that a head is in the chain, and report what was reopened since.

    Raises UserError for what is not a head.
    """
    digits = re.sub(r"[\s…-]", "", said).lower()
    if not re.fullmatch(f"[0-9a-f]{{{_FEWEST_DIGITS},64}}", digits):
        message = f"{shown(said)} is not a head: a head has {SHORT} of the digits 0 to 9 and a to f"
        raise UserError(
            message, f"give at least the first {_FEWEST_DIGITS}, as printed on the statement"
        )
    chain = read_chain(folder)
    entry = next((one for one in chain.entries if one.head.startswith(digits)), None)
    if entry is None:
        found = [
            (
                f"{folder / CLOSED} has no head {short(digits)}: it was rewritten since, or "
                "belongs to another book"
            )
        ]
        return Check("the head you kept is in the book", found, _OTHER_HEAD)
    act = "closing to" if isinstance(entry, Closing) else "reopening of"
    name = (
        f"the head you kept is that of the {act} {entry.until}, made on {entry.on} by "
        f"{visible(entry.by)}"
    )
    later = chain.entries[chain.entries.index(entry) + 1 :]
    found = [
        (
            f"what was closed to {one.until} was reopened on {one.on} by {visible(one.by)}: "
            f"{visible(one.note)}"
        )
        for one in later
        if isinstance(one, Reopening)
    ]
    return Check(name, found, "compare the figures with those you kept", must=False)


def _outside(connection: DuckDBPyConnection) -> Iterator[str]:
    """Yield the files that are not in the book, or perhaps only in part, but those that a check of
    their own names.
    """
    told = {file for _, file, _ in twice(connection)}
    yield from (
        f"{file}: {problem}" for file, problem in unread(connection).files if file not in told
    )


def _unread(connection: DuckDBPyConnection, folder: Path | None) -> Iterator[str]:
    """Yield what could not be read or has no end; others report whole files, words after amounts,
    and what nobody can explain.
    """
    for said in sentences(unread(connection).missing._replace(files=[], as_written="")):
        todo = folder and remedy(folder, said)
        yield said.text if todo is None else f"{said.text}: {todo}"


def _unbalanced(connection: DuckDBPyConnection) -> Iterator[str]:
    for unit, amount in connection.execute(_SUMS).fetchall():
        yield f"in {unit} they add up to {decimal_text(int(amount), unit)}"
    for account, unit, amount in connection.execute(_ADDED_WRONG).fetchall():
        yield (
            f"the postings of account {account} add up to {decimal_text(int(amount), unit)} "
            f"{unit} more than its totals"
        )
    for night, chips in connection.execute(_NIGHT_WRONG, {"not_won": list(NOT_WON)}).fetchall():
        yield (
            f"on evening {night} the postings of a player add up to {int(chips)} chips more than "
            "was won there"
        )


def _chips(connection: DuckDBPyConnection) -> Iterator[str]:
    names = account_names(connection)
    for session, player, posted, won in connection.execute(_CHIPS_WON).fetchall():
        who = names.get(player, f"player {player}")
        yield (
            f"evening {session}: {who} has {int(posted):+} chips in the postings, but "
            f"{int(won):+} in the hands"
        )


def _pots(connection: DuckDBPyConnection) -> Iterator[str]:
    for session, posted, closing in connection.execute(_SESSION_POTS).fetchall():
        yield (
            f"evening {session}: the pot holds {int(posted)} chips in the postings, but {closing} "
            "in the hands"
        )
    posted = {
        (game, unit): int(chips) for game, unit, chips in connection.execute(_POTS_NOW).fetchall()
    }
    left: dict[tuple[str, str], int] = {}
    for played in sequences(all_sessions(connection)):
        last: PlayedSession = played[-1]
        left[last.game, last.unit] = last.closing
    for game, unit in sorted(posted.keys() | left.keys()):
        chips, wanted = posted.get((game, unit), 0), left.get((game, unit), 0)
        if chips != wanted:
            yield (
                f"game {game}: its pot holds {chips} chips in the postings ({unit}), but its last "
                f"evening left {wanted}"
            )


def _counts(connection: DuckDBPyConnection) -> Iterator[tuple[str, bool]]:
    """Yield the counts that differ from the books, each with True if the books do not know all that
    was played before it.
    """
    found = connection.execute(_COUNTS, {"count": COUNT, "unverified": UNVERIFIED_POT}).fetchall()
    yield from ((f"{file}:{line}: {message}", doubted) for file, line, message, doubted in found)


def _found(connection: DuckDBPyConnection, condition: str, *kinds: str) -> list[str]:
    sql = (
        "SELECT file, line, message FROM findings WHERE list_contains($kinds, rule) AND "  # noqa: S608 - our own
        f"{condition}"
    )
    return [
        f"{file}:{line}: {said}"
        for file, line, said in connection.execute(sql, {"kinds": list(kinds)}).fetchall()
    ]


def _other_money(connection: DuckDBPyConnection) -> Iterator[str]:
    """Yield payments and expenses with words after the amount that may be part of it, such as
    another currency.
    """
    for file, line, unit, amount, note in connection.execute(_NOTES).fetchall():
        if other_money(note, unit):
            yield (
                f"{file}:{line}: {amount_text(int(amount), unit)}, followed by the words "
                f"{visible(note)}"
            )


def _without_line(folder: Path, connection: DuckDBPyConnection) -> Iterator[str]:
    """Yield postings whose line is missing from the log, blank or a comment.

    Parquet files have no lines to check.
    """
    for file, lines in connection.execute(_LINES, {"parquet": f"%{PARQUET}"}).fetchall():
        text = ["", *lines_of(decoded((folder / file).read_bytes()))]
        for line in lines:
            if not 0 < line < len(text) or text[line].lstrip()[:1] in {"", "#"}:
                yield (
                    f"{file}:{line}: a posting refers to this line, which is missing, blank or a "
                    "comment"
                )


def _unlike_logs(
    folder: Path, connection: DuckDBPyConnection, progress: Progress | None
) -> Iterator[str]:
    """Yield the tables in which the database differs from one made from the logs here and now."""
    with TemporaryDirectory(prefix="bourre-") as temporary:
        again = Path(temporary) / DATABASE
        try:
            with made_anew(again) as fresh:
                update(fresh, folder_state(folder), progress)
            quoted = str(again).replace("'", "''")
            connection.execute(f"ATTACH '{quoted}' AS again (READ_ONLY)")
            try:
                for table in (table for table in TABLES if table not in _WORKED_OUT):
                    more, less = _difference(connection, f"main.{table}", f"again.main.{table}")
                    if more or less:
                        yield f"table {table}: {more:,} rows too many, {less:,} rows missing"
            finally:
                connection.execute("DETACH again")
        except (duckdb.IOException, OSError) as error:
            remedy = "free some space for temporary files"
            raise UserError(
                f"cannot make a second database to compare with: {error}", remedy
            ) from error


_WORKED_OUT: Final = frozenset({"luck", "decisions", "priced"})
"""Filled when somebody asks, and forgotten with their session: a database that was just made has
none of their rows.
"""


def _difference(connection: DuckDBPyConnection, table: str, other: str) -> tuple[int, int]:
    """How many rows of a table the other does not have, and the other way round; equal rows are
    counted separately.
    """
    sql = f"""
        SELECT (SELECT count(*) FROM {table}), (SELECT count(*) FROM {other}),
            (SELECT count(*) FROM (SELECT {SAID} FROM {table} EXCEPT ALL SELECT {SAID}
                FROM {other}))
    """  # noqa: S608 - of TABLES
    ((here, there, more),) = connection.execute(sql).fetchall()
    return int(more), int(there - (here - more))  # what both have is as many here as there


def _closed(connection: DuckDBPyConnection) -> Iterator[Check]:
    """Yield two checks: what changed after the book was closed, and what the program now calculates
    differently.
    """
    found = breaches(connection)
    changed, counted = ([one.message for one in found if one.kind == kind] for kind in KINDS)
    yield Check("nothing that is closed has changed", changed, _OPEN)
    yield Check("closed balances are calculated as they were then", counted, _COUNTED, must=False)


_FEWEST_DIGITS: Final = 8
_OPEN: Final = (
    "restore it from a copy; if the change is right, put it on record: bourre reopen --why TEXT"
)
_COUNTED: Final = (
    "bourre help changelog says what is calculated differently; to accept it, bourre reopen, then "
    "close again"
)
_OTHER_HEAD: Final = (
    "compare it with a copy of closed.txt from that day; the statements that others kept show "
    "which is right"
)
_DEFECT: Final = (
    "bourre rebuild; if that does not help, it is a bug in bourre: please report it with the log"
)
_READ: Final = "correct the lines, and add what is missing; to drop a line, put a # before it"
_AGAIN: Final = "bourre rebuild"
_PICTURE: Final = "choose the picture again on the page of its player, or delete the file"

_NOBODY: Final = """
    SELECT DISTINCT player FROM (
        SELECT player FROM seats UNION SELECT account FROM entries WHERE account > 0 UNION
            SELECT player FROM names
        UNION SELECT payer FROM payments UNION SELECT payee FROM payments
        UNION SELECT payer FROM expenses UNION SELECT unnest(sharers) FROM expenses
    ) ANTI JOIN players USING (player)
"""
_SUMS: Final = """
    SELECT unit, sum(amount) AS total FROM (
        SELECT unit, amount FROM balances UNION ALL SELECT unit, amount FROM pots
    ) GROUP BY unit HAVING total <> 0
"""
_ADDED_WRONG: Final = """
    SELECT account, unit, sum(amount) AS more FROM (
        SELECT account, unit, amount FROM entries UNION ALL SELECT account, unit, -amount
            FROM totals
    ) GROUP BY account, unit HAVING more <> 0
"""
_NIGHT_WRONG: Final = """
    SELECT any_value(id), sum(more.chips) AS chips FROM (
        SELECT session, account AS player, chips FROM entries WHERE account > 0
            AND NOT list_contains($not_won, kind)
        UNION ALL SELECT session, player, -chips FROM nights
    ) AS more JOIN sessions USING (session) GROUP BY session, player HAVING sum(more.chips) <> 0
"""
_BANK: Final = """
    SELECT id, entries.unit, sum(amount) AS total FROM entries JOIN sessions USING (session)
    WHERE account = -1 GROUP BY id, entries.unit HAVING total <> 0
"""
_CHIPS_WON: Final = """
    WITH posted AS (
        SELECT session, account AS player, sum(chips) AS chips FROM entries
        WHERE account > 0 AND kind IN ('ante', 'second ante', 'take', 'match', 'renege')
            GROUP BY ALL
    ), won AS (SELECT session, player, sum(net) AS chips FROM player_hands GROUP BY ALL)
    SELECT id, player, coalesce(posted.chips, 0) AS here, coalesce(won.chips, 0) AS there
    FROM posted FULL JOIN won USING (session, player) JOIN sessions USING (session)
        WHERE here <> there
"""
_SESSION_POTS: Final = """
    SELECT id, coalesce(any_value(opening), 0) + coalesce(sum(chips), 0) AS posted,
        any_value(closing) AS closing
    FROM sessions LEFT JOIN (SELECT session, chips FROM entries WHERE account = 0
        AND kind <> 'opening') USING (session)
    GROUP BY id HAVING posted <> any_value(closing)
"""
_COUNTS: Final = """
    SELECT file, line, message, EXISTS (
        FROM hands WHERE hands.session = findings.session AND hands.line < findings.line
        AND (quarantined OR NOT verified OR NOT (known OR misdeal))
    ) OR EXISTS (
        FROM findings AS other WHERE other.rule = $unverified AND other.session = findings.session
            AND other.line < findings.line
    )
    FROM findings WHERE rule = $count
"""
_NOTES: Final = """
    SELECT file, line, unit, amount, note FROM payments WHERE note <> ''
    UNION ALL SELECT file, line, unit, amount, note FROM expenses WHERE note <> ''
"""
_POTS_NOW: Final = "SELECT game, unit, chips FROM pots"
_LINES: Final = """
    SELECT file, list_sort(list(DISTINCT line)) FROM (
        SELECT coalesce(sessions.file, papers.file) AS file, postings.line FROM postings
        LEFT JOIN sessions USING (session)
        LEFT JOIN papers ON postings.session IS NULL AND papers.session IS NULL
            AND papers.line = postings.line
    ) WHERE file NOT LIKE $parquet GROUP BY file
"""

_SEARCHES: Final[
    tuple[tuple[str, Callable[[DuckDBPyConnection], Iterable[str]], str, bool], ...]
] = (
    (
        "every file can be read and is in the book",
        _outside,
        "correct what is reported, or move the file out of the folder",
        True,
    ),
    (
        "no evening is in two files",
        lambda book: (
            f"{file}: {said_twice(session, other)}" for session, file, other in twice(book)
        ),
        "move one of the two files out of the folder",
        True,
    ),
    (
        "no evening is recorded twice",
        lambda book: (pair.told for pair in same_sessions(book)),
        "if these are the same evening, keep the better log and move the other out of the folder",
        False,
    ),
    (
        "book.toml lists every player",
        lambda book: (
            f"player {player} has played or paid, but is not in book.toml"
            for player in column(book, _NOBODY)
        ),
        _AGAIN,
        True,
    ),
    ("balances, pots and unexplained amounts add up to zero", _unbalanced, _DEFECT, True),
    (
        "the bank's balance is zero after every evening",
        lambda book: (
            f"evening {session}: the bank has {decimal_text(int(amount), unit)} {unit}"
            for session, unit, amount in book.execute(_BANK).fetchall()
        ),
        _DEFECT,
        True,
    ),
    ("everybody's chips match the hands", _chips, _DEFECT, True),
    ("every pot is what its last evening left", _pots, _DEFECT, True),
    (
        "counted chips agree with the books",
        # all that was played before it is known
        lambda book: (said for said, doubted in _counts(book) if not doubted),
        "count again, or correct the log; penalty and transfer lines correct wrong payments",
        True,
    ),
    (
        "every evening starts with the pot that was left",
        lambda book: _found(book, "TRUE", CARRIED_POT),
        "correct the pot line of the log; evenings of another game each need a game line",
        False,
    ),
    (
        "no pot and no count has chips that nobody can explain",
        lambda book: [
            *(unexplained_sentence(one).text for one in unexplained(book)),
            *(said for said, doubted in _counts(book) if doubted),
        ],
        "nobody owes it until a log line says who; a pot from before the book may stay as it is",
        False,
    ),
    (
        "no words after an amount may be part of it",
        _other_money,
        (
            "only the number counts; if another currency was meant, correct the line, or use "
            "bourre pay --currency"
        ),
        False,
    ),
    (
        "no payment is of a player in other letters",
        spelt_otherwise,
        "if they are one person: bourre players merge; else nothing is wrong",
        False,
    ),
    (
        "every wrong payment has been corrected",
        lambda book: _found(book, "settled IS NULL", *ABOUT_CHIPS),
        "settle it with a later line: penalty … for, transfer … for, or waive",
        False,
    ),
)
