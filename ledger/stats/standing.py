"""Whether the books balance: what adds up, and what does not."""

from __future__ import annotations

from typing import Final

import polars as pl
from duckdb import DuckDBPyConnection

from ledger.findings.kinds import CARRIED_POT, COUNT
from ledger.stats.chosen import Columns, frame


def books_balance(connection: DuckDBPyConnection) -> pl.DataFrame:
    """What was checked of a whole book: the books balance if ``good`` is True in every row.

    - ``zero``: a row for each unit (``subject``): positions and pots add up to ``amount``, which is good at 0;
    - ``unexplained``: a row for each unit in which value has no explanation: ``amount``, in minor units;
    - ``count``: a row for each finding of chips counted that differ from the books, ``carried-pot`` for each pot that is not
      the one left the time before: ``amount`` in chips, ``text`` says it;
    - ``unverified-pot``: a row for each evening (``subject`` is its id) whose pot cannot be trusted at the end;
    - ``quarantined``: a row for each evening with hands of which nothing counts: ``amount`` is how many;
    - ``file``: a row for each file (``subject``) that is not in the book, or not all of it: ``text`` says why.

    ``unit`` is of ``amount`` (null: a number of hands, or none). ``session`` is the id and ``file`` and ``line`` where it
    stands, null where it does not apply.
    """
    columns: Columns = {
        "check": pl.String,
        "subject": pl.String,
        "good": pl.Boolean,
        "amount": pl.Int64,
        "unit": pl.String,
        "session": pl.String,
        "file": pl.String,
        "line": pl.Int64,
        "text": pl.String,
    }
    return frame(connection, _BALANCE, {}, columns)


_BALANCE: Final = f"""
    WITH totals AS (
        SELECT unit, sum(amount) AS amount
        FROM (SELECT unit, amount FROM balances UNION ALL SELECT unit, amount FROM pots) GROUP BY unit
    ),
    checks AS (
        SELECT 1 AS rank, 'zero' AS "check", unit AS subject, amount = 0 AS good, amount, unit, NULL::VARCHAR AS session,
            NULL::VARCHAR AS file, NULL::INTEGER AS line, NULL::VARCHAR AS text, NULL::DATE AS date
        FROM totals
        UNION ALL
        SELECT 2, 'unexplained', unit, FALSE, amount, unit, NULL, NULL, NULL, NULL, NULL
        FROM balances WHERE account = -2 AND amount <> 0
        UNION ALL
        SELECT CASE rule WHEN '{COUNT}' THEN 3 ELSE 4 END, rule, coalesce(player, id), FALSE, amount, 'chips', id,
            findings.file, line, message, date
        FROM findings LEFT JOIN sessions USING (session) WHERE rule IN ('{COUNT}', '{CARRIED_POT}')
        UNION ALL
        SELECT 5, 'unverified-pot', id, FALSE, NULL, NULL, id, file, NULL, NULL, date FROM sessions WHERE NOT sure
        UNION ALL
        SELECT 6, 'quarantined', id, FALSE, quarantined, NULL, id, file, NULL, NULL, date FROM sessions WHERE quarantined > 0
        UNION ALL
        SELECT 7, 'file', file, FALSE, NULL, NULL, NULL, file, NULL, problem, NULL FROM files WHERE problem IS NOT NULL
    )
    SELECT * FROM checks ORDER BY rank, date DESC, session DESC, file, line, subject, unit"""
