"""The game: cards as numbers, hands as bit masks, what is legal, and the options of a table.

In: masks and words. Out: masks, ``Rules``, and the sentences of the rules; for programs of others
``Card``, ``Hand`` and ``Position``, without a mask. It knows nothing of the rest of the program.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
