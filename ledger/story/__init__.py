"""One hand retold step by step, for ``bourre show`` and the replay.

In: ``Judged`` and the row of a hand. Out: ``Retelling``, and the moments of its play. It knows no
books.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
