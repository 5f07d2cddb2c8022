"""Session logs from results kept in a spreadsheet, with a row for each night, or for each night and
player.

In: the bytes of a CSV or XLSX file. Out: nights, the text of their logs, and errors by cell.
Nothing is guessed: if a cell may mean two things, the user is asked. It does not know books.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
