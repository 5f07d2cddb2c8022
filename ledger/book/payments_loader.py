"""From the payments file to rows: what people paid each other between sessions.

Neither the engine nor Arrow has a part in it, so that a payment is noted before they would be loaded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from duckdb import DuckDBPyConnection

from ledger.book.files_read import FilesRead, problem_text
from ledger.book.folder import PAYMENTS
from ledger.book.folder_state import FolderState
from ledger.book.rows import Record, insert_records
from ledger.book.settings_edit import meet
from ledger.log.between_hands import shares_of
from ledger.log.payments import ExpenseLine, PaymentLine, Payments, read_payments


def load_payments(connection: DuckDBPyConnection, state: FolderState, files: FilesRead) -> None:
    """Enter what was paid between sessions."""
    paid = read_payments(files.content(PAYMENTS), PAYMENTS, state.settings.currency)
    if not paid.readable:
        files.problems[PAYMENTS] = problem_text(paid.errors[0])
        paid.payments.clear()
        paid.expenses.clear()  # half of what people paid would be worse than nothing
    meet(state, (name for one in paid.payments for name in (one.payer, one.payee)))
    meet(state, (name for one in paid.expenses for name in (one.payer, *one.sharers)))
    for table, records in payment_records(paid, state.people).items():
        insert_records(connection, table, records)
    if paid.errors:
        from ledger.book.finding_records import finding_records  # noqa: PLC0415 - mostly there is none
        from ledger.findings import unreadable_line  # noqa: PLC0415

        found = finding_records((unreadable_line(error, None) for error in paid.errors), {})
        insert_records(connection, "findings", found)


def payment_records(paid: Payments, people: Mapping[str, int]) -> dict[str, Sequence[Record]]:
    """Return the rows for what was paid between sessions: in ``payments``, in ``expenses`` and in ``postings``."""
    rows = [_written(paid, one) | {"payer": people[one.payer], "payee": people[one.payee]} for one in paid.payments]
    shared = [
        _written(paid, one) | {"payer": people[one.payer], "sharers": [people[name] for name in one.sharers]}
        for one in paid.expenses
    ]
    moved = [(row, "payment", row["payer"], row["payee"], row["amount"]) for row in rows]
    for row in shared:
        shares = zip(row["sharers"], shares_of(row["amount"], row["sharers"]), strict=True)
        moved += [(row, "expense", row["payer"], sharer, share) for sharer, share in shares if sharer != row["payer"]]
    moved.sort(key=lambda move: move[0]["line"])
    postings = [
        {key: row[key] for key in ("session", "date", "line", "unit")}
        | {"n": n, "kind": kind, "debit": debit, "credit": credit, "chips": 0, "amount": amount}
        for n, (row, kind, debit, credit, amount) in enumerate(moved, 1)
        if amount
    ]
    return {"payments": rows, "expenses": shared, "postings": postings}


def _written(paid: Payments, one: PaymentLine | ExpenseLine) -> dict[str, Any]:
    """What a line of the payments file says besides names."""
    return {
        "session": None,
        "file": paid.file,
        "line": one.line,
        "date": date.fromisoformat(one.date),
        "unit": one.currency,
        "amount": one.amount,
        "note": one.note,
    }
