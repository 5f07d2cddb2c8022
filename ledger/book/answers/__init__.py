"""Answers that are worked out and worded here once, for the command and for the page.

Each module builds one ``ledger.answer.Answer`` from what the book knows.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
