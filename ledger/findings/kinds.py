"""Every kind of finding in one line, what ``bourre audit --rule`` can be asked for; in a few words; and how sure each is."""

from typing import Final

from ledger.findings.finding import WARNING

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

KIND_NAMES: Final = {
    "follow-suit": "Did not follow suit",
    "must-trump": "Did not trump",
    "must-beat": "Did not beat",
    "cinch": "Did not cinch",
    "recall": "Card taken back",
    "claim": "Claim not sure",
    "turn": "Led out of turn",
    "hand-size": "Wrong number of cards",
    "duplicate-card": "Card in two places",
    "not-held": "Card not in the hand",
    "draw-cap": "Drew too many",
    "draw-count": "Draw does not add up",
    "qualify": "Played without qualifying",
    "dealer-must-play": "Dealer had to play",
    "declare-order": "Declared out of turn",
    "seats": "Wrong number of players",
    "dealer": "Wrong dealer",
    "trick-count": "Score does not fit the tricks",
    "ante": "Wrong ante",
    "pot": "Pot does not add up",
    "take": "Wrongly taken from the pot",
    "match": "Bourré not paid right",
    "penalty": "Penalty not right",
    "unpaid-renege": "Renege not paid for",
    "hand-number": "Hand number out of order",
    "unverified-pot": "Pot cannot be checked",
    "count": "Chips do not agree",
    "carried-pot": "Pot was not carried",
    "all-passed": "Everybody passed",
    "syntax": "Line cannot be read",
}
"""By name, in the same order: a heading for people."""

_CARDS: Final = "Proved by the cards."
_RECORD: Final = "The record says so."
_EITHER: Final = "The record contradicts itself: what was done or what was written is wrong."
_OPEN: Final = "The record cannot settle it."
_UNREAD: Final = "Until the line is put right, it counts for nothing."

_SURE: Final = {
    _CARDS: ("follow-suit", "must-trump", "must-beat", "cinch", "unpaid-renege"),
    _EITHER: (
        "hand-size",
        "duplicate-card",
        "not-held",
        "draw-count",
        "trick-count",
        "hand-number",
        "pot",
        "count",
        "carried-pot",
    ),
    _OPEN: ("unverified-pot",),
    _UNREAD: ("syntax",),
}


def how_sure(kind: str, severity: str) -> str:
    """Return in a sentence how sure a finding is: what it follows from. A claim that is not disproved stays open."""
    if kind == "claim":
        return _OPEN if severity == WARNING else _CARDS
    return next((sentence for sentence, kinds in _SURE.items() if kind in kinds), _RECORD)
