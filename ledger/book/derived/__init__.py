"""What is made of the files and may be deleted: the database, how it is brought up to date, and the
lock that everything goes through.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
