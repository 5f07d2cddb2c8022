"""Made-up sessions, with planted faults that the audit must find.

In: a plan and a seed. Out: ``Hands``, and what was planted. It does not know books.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
