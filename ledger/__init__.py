"""Bourré session logs: read, replayed, settled and audited.

From a log to its findings: ``audit("friday.bourre").findings``. What may be played: a ``Position``
of each ``Hand`` of ``Card``. For many hands at once: ``judge(hands)`` with hands from
``columns(sessions)`` or ``read_hands("hands.parquet")``. Recipes are in ledger/docs/python.md.
Behind these names are the rooms of the house, such as ``ledger.money``; each has a face like this
one, and ledger/docs/architecture.md says which is for what. Whatever a name needs is loaded when
the name is first used, so that ``import ledger`` costs nothing.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
__version__ = "0.3.0"
