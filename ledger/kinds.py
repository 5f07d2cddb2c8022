"""Every kind of finding in one line: what ``bourre audit --rule`` can be asked for."""

from typing import Final

KINDS: Final = {
    "follow-suit": "held a card of the suit led and did not play one (4.3)",
    "must-trump": "could not follow, held a trump and did not play one (4.4)",
    "must-beat": "could have beaten the best card on the table (4.5)",
    "cinch": "certain of the pot, and did not play the highest trump (4.8)",
    "recall": "a card was taken back (4.10)",
    "claim": "claimed tricks that were not all sure (4.11)",
    "turn": "the wrong player led (4.1)",
    "hand-size": "a trick, a deal or a hand of the wrong size (1.3, 4.2)",
    "duplicate-card": "one card in two places (3.4)",
    "not-held": "played or discarded a card that was not in the hand (6.1)",
    "draw-cap": "more discards than allowed (3.3)",
    "draw-count": "discards, replacements and number announced differ (3.2)",
    "qualify": "played Indiana without a trump or a club (7.4)",
    "dealer-must-play": "the dealer turned an ace and passed (3.5)",
    "declare-order": "declared out of turn (3.1)",
    "seats": "more or fewer players than the game is for (1.2)",
    "dealer": "the wrong player dealt (2.5)",
    "trick-count": "the recorded score is not what the tricks say (5.1)",
    "ante": "an ante missing, too many or of the wrong amount (2.1)",
    "pot": "the counted pot is not what the log adds up to (5.10)",
    "take": "the wrong player or amount was taken from the pot (5.1)",
    "match": "a bourré unpaid, wrongly paid or paid by another (5.4)",
    "penalty": "a called renege that was none, or wrongly paid (5.5)",
    "unpaid-renege": "a proved renege that nobody called or ruled on (5.5)",
    "hand-number": "a hand's number does not follow the one before",
    "unverified-pot": "from here on the pot cannot be checked (5.10)",
    "count": "counted chips differ from the books",
    "carried-pot": "in a book: not the pot that the session before left (5.12)",
    "all-passed": "nobody played (3.6)",
    "syntax": "a line that cannot be read",
}
"""By name, in the order of log-format.md, with the number of the rule."""
