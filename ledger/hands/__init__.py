"""Hands as columns: records, texts or Parquet to arrays of shape (tricks, seats, hands), and back.

In: sessions, logs, or a Parquet file. Out: ``Hands``. There are no verdicts in it.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
