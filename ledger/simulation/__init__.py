"""Made-up sessions.

In: a plan and a seed. Out: ``Hands``. It does not know books.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
