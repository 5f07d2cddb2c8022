"""Exports of the books for other programs: each format is one entry in ``FORMATS``.

In: a connection to a book's database. Out: files. Cells are safe to open in a spreadsheet.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
