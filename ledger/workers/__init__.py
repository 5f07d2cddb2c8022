"""Work spread over processes and machines: what comes of it is the same, in the same order."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
