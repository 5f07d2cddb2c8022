"""The session log: reader, canonical writer, diagnostics. No rule of the game is in here."""

from ledger.log.append import with_statement
from ledger.log.diagnostics import format_diagnostic
from ledger.log.reader import read, read_path
from ledger.log.writer import format_statement, write, write_session

__all__ = ["format_diagnostic", "format_statement", "read", "read_path", "with_statement", "write", "write_session"]
