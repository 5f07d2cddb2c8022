"""Facts to findings, in sentences with the rule and the evidence; the one table of kinds.

In: ``Judged``, or the sessions themselves. Out: ``Finding`` and ``Report``. It knows no books.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
