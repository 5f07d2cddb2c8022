"""Bourré session logs: read, replayed, settled and audited.

The names below are imported when first used, so that ``import ledger`` costs nothing. From a log to its findings:
``audit_sessions([read_path("friday.bourre")]).findings``. For many hands at once: ``judge(hands)`` with hands from
``columns_of(sessions)`` or ``read_hands("hands.parquet")``.
"""

from importlib import import_module

__version__ = "0.1.0"

_HOMES = {
    "Finding": "ledger.findings:Finding",
    "Hands": "ledger.hands:Hands",
    "PRESETS": "ledger.rules:PRESETS",
    "Report": "ledger.audit:Report",
    "Rules": "ledger.rules:Rules",
    "RulesError": "ledger.rules:RulesError",
    "Session": "ledger.log.records:Session",
    "UserError": "ledger.errors:UserError",
    "audit_sessions": "ledger.audit:audit",
    "columns_of": "ledger.columns:columns",
    "findings_in": "ledger.audit:findings",
    "judge": "ledger.audit:judge",
    "parse_rules": "ledger.rules:parse_rules",
    "read": "ledger.log:read",
    "read_hands": "ledger.parquet:read_hands",
    "read_path": "ledger.log:read_path",
    "sample_folder": "ledger.samples:sample_folder",
    "sessions_of": "ledger.recorded:sessions_of",
    "write": "ledger.log:write",
    "write_hands": "ledger.parquet:write_hands",
}
"""Where each public name lives. None of them may be the name of a module of this package, which would hide it."""

__all__ = [
    "PRESETS",
    "Finding",
    "Hands",
    "Report",
    "Rules",
    "RulesError",
    "Session",
    "UserError",
    "__version__",
    "audit_sessions",
    "columns_of",
    "findings_in",
    "judge",
    "parse_rules",
    "read",
    "read_hands",
    "read_path",
    "sample_folder",
    "sessions_of",
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
