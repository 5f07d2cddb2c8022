"""The books in the form of other programs: each form is one entry in ``FORMATS``.

In: a connection to a book's database. Out: files. What stands in cells is safe to open in a spreadsheet.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
