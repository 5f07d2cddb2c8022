"""How much of an evening must be written down for luck to be told of it."""

from typing import Final

WHOLE: Final = 0.9
"""An evening counts for luck if every card of so many of its hands is known: not only of those that were worth noting."""
