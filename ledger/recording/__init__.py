"""An evening recorded step by step: text and the engine, no second copy of a rule.

In: what was tapped or typed. Out: the log so far, and what to ask next. It does not know files.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
