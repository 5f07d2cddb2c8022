"""The folder of a group of players: their files, the database made from them, rulings, settings,
access.

In: logs, payments, settings. Out: answers that are up to date (``ask``), and changes that are kept
whatever happens (``held``). How it is kept safe is in ledger/docs/book.md. It knows no pages.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
