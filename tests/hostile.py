"""Logs made to cost more than they are worth: one line, or one hand, over and over."""

from __future__ import annotations

from log_text import HEADER

from ledger.log import words

HAND = "hand 1 Ann 9h\n"

LINES = {
    "bad words": "nonsense and more\n",
    "misspelt players": HAND + "  pass Aann\n",
    "many players": "sit P{} after Ann\nleave P{}\n",
    "open quotes": '"' + "\\\\" * 4_000 + "\n",
    "quotes": '"" ' * 3_000 + "\n",
    "blank lines": "\n",
    "spaces": " " * 9_999 + "\n",
    "comments": "#\n",
    "control characters": "\x07" * 100 + "\n",
    "stray bytes": "\udcff" * 100 + "\n",
    "long names": HAND + "  pass " + "N" * 9_000 + "\n",
    "long numbers": "count Ann " + "9" * 9_900 + "\n",
    "many in a line": HAND + "  pass" + " Ann" * 2_000 + "\n",
    "many antes": HAND + "  ante" + " Ann" * 2_000 + "\n",
    "many counts": HAND + "  tricks" + " Ann 1" * 1_500 + "\n",
    "many lists": HAND + "  play Ann" + " out" * 2_000 + "\n",
    "other programs": "x-\n",
}
"""By kind; ``{}`` is a number that grows."""

HANDS = {
    "empty hands": "hand {} Ann -\n",
    "unreadable hands": "hand {} Ann -\nnonsense\n",
    "hands without a number": "hand x\n",
    "the same card everywhere": (
        "hand {} Ann Ah\ndealt Ann Ah Ah Ah Ah Ah\nplay Ann 1 out Ah in Ah\nplay Bea 0\n"
    )
    + "trick Bea Ah Ah\n" * 5,
    "everything wrong": "hand {} Ann Ah\nante Ann\nplay Bea 0\nplay Ann 0\ntrick Bea 2c 3h\ntrick Bea 4d 5h\n"  # noqa: E501
    "trick Bea 4c 6d\n"
    "trick Bea 2d 3c\ntrick Bea 2s 5c\ntricks Bea 5\npot 4\ntake Ann\ntake Bea 3\nmatch Bea\n",
    "everyone forfeits": "hand {} Ann Ah\nearly Ann\nearly Bea\nearly Cal\n",
    "a ruling for every hand": "hand 1 Ann -\nwaive 1 Ann\n",
}


def megabyte_of(line: str) -> str:
    """Return a log of about a megabyte, or as many lines as one may have."""
    number = min(1_000_000 // len(line) + 1, words.MOST_LINES - 10)
    return HEADER + "".join(line.replace("{}", str(n)) for n in range(number))


def most_hands_of(hand: str) -> str:
    """Return a log of as many such hands as one may have."""
    return HEADER + "".join(hand.replace("{}", str(n)) for n in range(1, words.MOST_HANDS + 1))
