"""Replay, settlement and conduct, all hands forward together, trick by trick and seat by seat.

In: ``Hands``. Out: ``Judged``: arrays, and a ``Fact`` for each thing that is wrong. It has no
words. Begin to read at ``judge``.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
