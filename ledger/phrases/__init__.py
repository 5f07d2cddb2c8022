"""What people type into a search, as filters: ``Bea bourré in March``, ``pots above 40``, ``reneges
this month``.

In: a line of text, and what its words may name (players, sessions, days). Out: a ``Filter`` and a
``Sought`` of ``stats``, and every word that was not understood. It asks no book.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
