"""Bourré session logs: read, replayed, settled and audited.

The names below are imported when first used, so that ``import ledger`` costs nothing. From a log to its findings:
``audit_sessions([read_path("friday.bourre")]).findings``. For many hands at once: ``judge(hands)`` with hands from
``columns_of(sessions)`` or ``read_hands("hands.parquet")``.
"""

from importlib import import_module

__version__ = "0.1.0"

_HOMES = {
    "Access": "ledger.book.settings:Access",
    "Balance": "ledger.book.figures:Balance",
    "Book": "ledger.book.book:Book",
    "Case": "ledger.book.rulings:Case",
    "Check": "ledger.book.check:Check",
    "Finding": "ledger.findings:Finding",
    "Forbidden": "ledger.book.roles:Forbidden",
    "Hands": "ledger.hands:Hands",
    "Imported": "ledger.book.importing:Imported",
    "Night": "ledger.book.overview:Night",
    "Overview": "ledger.book.overview:Overview",
    "Owing": "ledger.book.figures:Owing",
    "PRESETS": "ledger.rules:PRESETS",
    "Paid": "ledger.book.paying:Paid",
    "Pot": "ledger.book.figures:Pot",
    "Reason": "ledger.book.steps:Reason",
    "Report": "ledger.audit:Report",
    "Role": "ledger.book.roles:Role",
    "Ruled": "ledger.book.rulings:Ruled",
    "Rules": "ledger.rules:Rules",
    "RulesError": "ledger.rules:RulesError",
    "Session": "ledger.log.records:Session",
    "Step": "ledger.book.steps:Step",
    "Transfer": "ledger.book.figures:Transfer",
    "UserError": "ledger.errors:UserError",
    "Wish": "ledger.book.paying:Wish",
    "account_names": "ledger.book.figures:account_names",
    "amount_text": "ledger.amounts:amount_text",
    "audit_sessions": "ledger.audit:audit",
    "book_folder": "ledger.book.folder:book_folder",
    "columns_of": "ledger.columns:columns",
    "csv_text": "ledger.cells:csv_text",
    "decimal_text": "ledger.amounts:decimal_text",
    "figure": "ledger.cells:figure",
    "findings_in": "ledger.audit:findings",
    "handles": "ledger.book.figures:handles",
    "judge": "ledger.audit:judge",
    "night": "ledger.book.overview:night",
    "overview": "ledger.book.overview:overview",
    "owing": "ledger.book.figures:owing",
    "parse_rules": "ledger.rules:parse_rules",
    "read": "ledger.log:read",
    "read_hands": "ledger.parquet:read_hands",
    "read_path": "ledger.log:read_path",
    "reasons": "ledger.book.steps:reasons",
    "role_for": "ledger.book.passwords:role_for",
    "sample_folder": "ledger.samples:sample_folder",
    "sessions_of": "ledger.recorded:sessions_of",
    "set_password": "ledger.book.passwords:set_password",
    "steps": "ledger.book.steps:steps",
    "transfer_sentence": "ledger.cli.owes_text:sentence",
    "write": "ledger.log:write",
    "write_hands": "ledger.parquet:write_hands",
}
"""Where each public name lives. None of them may be the name of a module of this package, which would hide it."""

__all__ = [
    "PRESETS",
    "Access",
    "Balance",
    "Book",
    "Case",
    "Check",
    "Finding",
    "Forbidden",
    "Hands",
    "Imported",
    "Night",
    "Overview",
    "Owing",
    "Paid",
    "Pot",
    "Reason",
    "Report",
    "Role",
    "Ruled",
    "Rules",
    "RulesError",
    "Session",
    "Step",
    "Transfer",
    "UserError",
    "Wish",
    "__version__",
    "account_names",
    "amount_text",
    "audit_sessions",
    "book_folder",
    "columns_of",
    "csv_text",
    "decimal_text",
    "figure",
    "findings_in",
    "handles",
    "judge",
    "night",
    "overview",
    "owing",
    "parse_rules",
    "read",
    "read_hands",
    "read_path",
    "reasons",
    "role_for",
    "sample_folder",
    "sessions_of",
    "set_password",
    "steps",
    "transfer_sentence",
    "write",
    "write_hands",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'ledger' has no attribute {name!r}")
    module, _, attribute = _HOMES[name].partition(":")
    return getattr(import_module(module), attribute)


def __dir__() -> list[str]:
    return sorted(__all__)
