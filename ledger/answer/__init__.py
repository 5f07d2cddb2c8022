"""What an answer is made of: sentences, tables, what is not known, and what to do about it.

In: nothing; these are plain values. Out: ``Answer`` and its parts, for the room that knows an
answer to build it, and for the terminal and the pages to show it. It knows no books and no pages.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
