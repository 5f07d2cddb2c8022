"""What the plan of payments is made from besides balances: what moved since the last session, and who lost to whom."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from duckdb import DuckDBPyConnection

from ledger.book.part import MOVED, SUMMED, WHOLE, WITHIN, Part
from ledger.money import Debts, Moved, Transfer


def moved_since(connection: DuckDBPyConnection, part: Part = WHOLE) -> dict[str, list[Moved]]:
    """Return by unit what moved between sessions on the day of its last session or later, in the order of the payments file.

    A payment of that very day was made after the session as a rule, when the chips were counted. If it was made before, it is
    no line of the plan, or as good as one. What is paid within a session counts with the session.
    """
    found: defaultdict[str, list[Moved]] = defaultdict(list)
    for unit, kind, payer, payee, amount in connection.execute(_SINCE, part.values()).fetchall():
        found[unit].append(Moved(Transfer(payer, payee, int(amount)), settles=kind == "payment"))
    return found


def debts(connection: DuckDBPyConnection, part: Part = WHOLE) -> dict[str, Debts]:
    """Return by unit what players lost to each other, minus what they have paid each other, in minor units."""
    found: defaultdict[str, defaultdict[tuple[int, int], int]] = defaultdict(lambda: defaultdict(int))
    for unit, debtor, creditor, amount in connection.execute(_DEBTS, part.values()).fetchall():
        found[unit][debtor, creditor] += int(amount)
    return dict(found)


_SINCE: Final = f"""
    WITH {MOVED}, {SUMMED},
    last AS (SELECT unit, max(date) AS day FROM summed WHERE session IS NOT NULL GROUP BY unit)
    SELECT moved.unit, kind, account, other, amount FROM moved LEFT JOIN last USING (unit)
    WHERE session IS NULL AND account <> other AND amount > 0 AND (day IS NULL OR date >= day) ORDER BY n
"""  # noqa: S608 - our own names
_DEBTS: Final = f"""
    WITH {MOVED}
    SELECT unit, loser, winner, sum(chips * chip) FROM winnings JOIN sessions USING (session) WHERE loser > 0 AND {WITHIN}
    GROUP BY unit, loser, winner
    UNION ALL
    SELECT unit, other, account, sum(amount) FROM moved WHERE account > 0 AND other > 0 AND account <> other AND amount > 0
    GROUP BY unit, other, account
"""  # noqa: S608 - our own names
