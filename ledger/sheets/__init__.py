"""Results that a group kept in a spreadsheet, one row a night or one row a night and player, become session logs.

In: the bytes of a CSV or XLSX file. Out: nights, the text of their logs, and what is wrong, cell by cell. Nothing is guessed:
what a cell may mean in two ways is asked. It knows no books.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
