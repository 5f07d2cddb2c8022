"""What the cards were worth: luck, and the price of decisions. The only room with floats.

In: ``Judged``. Out: estimates in stakes, which are never posted. It knows no books.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
