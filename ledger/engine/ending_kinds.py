"""What may be missing at the end of a session's last hand; without arrays, for whoever only has
words for it.
"""

ENDED, NOBODY_WON, ONE_NAMED, CLAIMED = range(4)
"""The hand has an end, or is not the last; nobody is known to have won it; its pot counts as won by
the only one who is named as playing; it has a claim, and nobody wrote who took the tricks after it,
without which a player is bourré.
"""
