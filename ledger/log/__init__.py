"""The session log and the payments file: text to records and back, and what is wrong with a line.

In: text. Out: ``Session`` and ``Payments`` records, with diagnostics: line, column, remedy. It
knows cards, and no rule.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
