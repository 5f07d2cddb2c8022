"""Postings in double entry, whose chips went to whom, who pays whom: whole numbers, never a float.

In: ``Judged``, or balances. Out: postings, winnings, transfers, amounts in words. It knows no files
and no SQL.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
