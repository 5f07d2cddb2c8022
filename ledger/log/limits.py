"""How much one log may hold. A home game never comes near; a broken or hostile file is told so instead of filling the memory."""

from typing import Final

MOST_BYTES: Final = 16_000_000
"""In a file (16 MB)."""
MOST_LINES: Final = 500_000
"""In a file."""
MOST_HANDS: Final = 4_000
"""In a file: a few years of Friday nights."""
MOST_ERRORS: Final = 10_000
"""Lines of a file that cannot be read; after that the rest is given up."""
LONGEST_LINE: Final = 10_000
"""In characters. Statements of other programs (``x-``) may be longer."""
LONGEST_NAME: Final = 64
"""Of a player, in characters."""
MOST_SEATS: Final = 12
"""Taken at one time. The rules allow fewer; that is for the audit to say."""
MOST_CARDS: Final = 12
"""In one list of cards."""
MOST_CHIPS: Final = 1_000_000_000_000
"""In one number, of chips or of minor units of money: a million millions, far inside 64 bits however many are added up."""
MOST_SUGGESTIONS: Final = 200
"""Errors of a file for which the nearest known word is looked up; that is slow, and no one reads more."""
