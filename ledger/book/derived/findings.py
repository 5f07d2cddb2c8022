"""Findings in the database: the audit of a whole book from its rows, and findings as rows, with
cards as numbers and masks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from duckdb import DuckDBPyConnection

from ledger.book.derived.database import POT_ACCOUNT, UNEXPLAINED_ACCOUNT, player_names
from ledger.book.derived.rows import Record
from ledger.findings import Finding, Report, finish
from ledger.game.play import NAMES, UNKNOWN, cards_in


# --- From rows to a report ------------------------------------------------------------------------
def audited(connection: DuckDBPyConnection) -> Report:
    """Return the report on a book.

    Files are named as below its folder, and players as the book calls them.
    """
    report = counted(connection)
    names = player_names(connection) | {POT_ACCOUNT: "pot", UNEXPLAINED_ACCOUNT: "?"}
    for session, account, chips in connection.execute(_BOOKS).fetchall():
        name = (
            f"{names[account]} (player)"
            if account > 0 and names[account] in {"pot", "?"}
            else names[account]
        )
        report.books.setdefault(session, {})[name] = int(chips)
    report.findings = [_finding(row) for row in connection.execute(_FINDINGS).fetchall()]
    return finish(report)


def counted(connection: DuckDBPyConnection) -> Report:
    """Return the report on a book without books and findings: the numbers, and the files that are
    not in it.
    """
    ((sessions, hands, quarantined, plays, right, wrong),) = connection.execute(_COUNTS).fetchall()
    files = connection.execute("SELECT file, problem IS NOT NULL FROM files").fetchall()
    return Report(
        files=len(files),
        sessions=sessions,
        hands=int(hands),
        plays=int(plays),
        right=int(right),
        wrong=int(wrong),
        unproved=int(plays - right - wrong),
        quarantined=int(quarantined),
        unreadable=sorted(file for file, broken in files if broken),
    )


def findings_in_sessions(connection: DuckDBPyConnection, keys: list[int]) -> list[Finding]:
    """What was found in some sessions, by their keys, session by session and line by line."""
    sql = (
        f"{_FINDINGS} WHERE session IN (SELECT unnest($keys)) ORDER BY date, id, line, trick, "
        "rule, player, message"
    )
    return [_finding(row) for row in connection.execute(sql, {"keys": keys}).fetchall()]


def _finding(row: tuple[Any, ...]) -> Finding:
    found = Finding._make(row)  # with numbers for cards
    card, required = row[Finding._fields.index("card")], row[Finding._fields.index("required")]
    return found._replace(
        card=None if card is None else NAMES[card],
        required=None if required is None else tuple(NAMES[one] for one in cards_in(required)),
    )


_COUNTS: Final = """
    SELECT count(*), coalesce(sum(hands), 0), coalesce(sum(quarantined), 0),
        coalesce(sum(plays), 0), coalesce(sum(proved), 0),
        coalesce(sum(wrong), 0)
    FROM sessions
"""
_BOOKS: Final = """
    WITH moved AS (
        SELECT session, account, chips FROM totals WHERE session IS NOT NULL AND account <> -1
            AND NOT opening
        UNION ALL SELECT DISTINCT session, player, 0 FROM seats
        UNION ALL SELECT session, 0, coalesce(opening, 0) FROM sessions
    )
    SELECT id, account, sum(chips) AS chips FROM moved JOIN sessions USING (session)
    GROUP BY date, id, account HAVING account <> -2 OR sum(chips) <> 0 ORDER BY date, id,
        account < 1, account
"""
_FINDINGS: Final = (
    "SELECT "  # noqa: S608 - our own names
    f"{', '.join('id' if name == 'session' else f'findings.{name}' for name in Finding._fields)} "
    "FROM findings LEFT JOIN sessions USING (session)"
)


# --- From findings to rows ------------------------------------------------------------------------
_CARD: Final = {name: card for card, name in enumerate(NAMES[:UNKNOWN])}


def finding_records(found: Iterable[Finding], sessions: Mapping[str, int]) -> list[Record]:
    """Return the rows of the table ``findings``; ``sessions`` are their numbers by id."""
    return [
        one._asdict()
        | {
            "session": None if one.session is None else sessions[one.session],
            "card": _CARD.get(one.card or ""),
            "required": None
            if one.required is None
            else sum(1 << _CARD[card] for card in one.required),
        }
        for one in found
    ]
