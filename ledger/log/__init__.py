"""The session log and the payments file: readers, canonical writers, diagnostics. No rule of the game is in here."""

from ledger.log.append import with_payment, with_statement
from ledger.log.diagnostics import format_diagnostic
from ledger.log.payment_file import is_payments, read_payments
from ledger.log.reader import read, read_path
from ledger.log.writer import format_statement, write, write_payments, write_session

__all__ = [
    "format_diagnostic",
    "format_statement",
    "is_payments",
    "read",
    "read_path",
    "read_payments",
    "with_payment",
    "with_statement",
    "write",
    "write_payments",
    "write_session",
]
