"""The session log: reader, canonical writer, diagnostics. No rule of the game is in here."""

from ledger.log.diagnostics import format_diagnostic
from ledger.log.reader import read, read_path

__all__ = ["format_diagnostic", "read", "read_path"]
