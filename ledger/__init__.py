"""Bourré session logs: read, replayed, settled and audited.

From a log to its findings: ``audit([read_path("friday.bourre")]).findings``. For many hands at once: ``judge(hands)`` with
hands from ``columns(sessions)`` or ``read_hands("hands.parquet")``. Behind these names are the rooms of the house, such as
``ledger.money``; each has a face like this one, and ledger/docs/architecture.md says which is for what. Whatever a name needs
is loaded when the name is first used, so that ``import ledger`` costs nothing.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

__version__ = "0.2.0"
