"""Questions asked of a book, in SQL, answered with Polars frames: ask them through
``ledger.book.ask``.

Each takes a connection to the book's database, and most a ``Filter``. Rows are always in the same
order, and an empty book gives frames without rows, of the same columns and types.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
