"""What lies in the folder of a book and is never made anew: settings, the chain of what was closed,
pictures, and what was said of lines.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
