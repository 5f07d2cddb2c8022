"""Bourré session logs: read, replayed, settled and audited.

The names below are imported when first used, so that ``import ledger`` costs nothing.
"""

from importlib import import_module

__version__ = "0.1.0"

_HOMES = {
    "PRESETS": "ledger.rules",
    "Rules": "ledger.rules",
    "RulesError": "ledger.rules",
    "UserError": "ledger.errors",
    "parse_rules": "ledger.rules",
    "read": "ledger.log",
    "sample_folder": "ledger.samples",
}
"""Where each public name lives. None of them may be the name of a module of this package, which would hide it."""

__all__ = ["PRESETS", "Rules", "RulesError", "UserError", "__version__", "parse_rules", "read", "sample_folder"]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'ledger' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
