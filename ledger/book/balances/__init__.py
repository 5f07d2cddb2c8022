"""Payments and balances: what was paid, who owes what and why, and what no figure has in it."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
