"""Enters what carrying pots from session to session comes to: opening postings, and findings for pots that do not fit."""

from __future__ import annotations

from typing import Final

from duckdb import DuckDBPyConnection

from ledger.book.carried import Mismatch, PlayedSession, carried
from ledger.book.rows import insert
from ledger.book.tables import findings_table, opening_postings
from ledger.findings.finding import Finding
from ledger.findings.kinds import CARRIED_POT, KINDS_OF_FINDING


def book_openings(connection: DuckDBPyConnection) -> None:
    """Book the pots that all sessions start with, and say which do not fit; a change in one may touch the next."""
    openings, mismatches = carried(evenings(connection))
    postings, found = opening_postings(openings), findings_table(map(_finding, mismatches))
    for table, rows, which in (("postings", postings, "kind = 'opening'"), ("findings", found, f"rule = '{CARRIED_POT}'")):
        connection.register("wanted", rows)
        here = f"SELECT * FROM {table} WHERE {which}"  # noqa: S608 - our own names
        same = connection.execute(
            f"SELECT (SELECT count(*) FROM ({here})) = $wanted AND NOT EXISTS ({here} EXCEPT SELECT * FROM wanted)",  # noqa: S608
            {"wanted": rows.num_rows},
        ).fetchall()
        connection.unregister("wanted")
        if same != [(True,)]:
            connection.execute(f"DELETE FROM {table} WHERE {which}")  # noqa: S608
            insert(connection, table, rows)


def evenings(connection: DuckDBPyConnection) -> list[PlayedSession]:
    """Return what carrying pots needs to know of every session."""
    return [PlayedSession(*row) for row in connection.execute(_EVENINGS).fetchall()]


_EVENINGS: Final = """
    SELECT session, id, file, date, game, unit, chip, pot_line, opening, closing, sure FROM sessions
"""


def _finding(found: Mismatch) -> Finding:
    evening, before = found.evening, found.before
    chips = f"{found.amount:+}"
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
        message=(
            f"The session starts with {evening.opening} in the pot; the session before it, {before.id} of {before.date}, "
            f"left {before.closing} ({chips}): a pot goes on to the next session of its game (rule 5.12)."
        ),
    )
