"""The log of an evening to type into: its header, and comments on how to write a hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ledger.log.words import quote
from ledger.recording.spoken import NewSession, start

_EXAMPLE: Final = 26
"""Columns for an example statement."""


def blank_evening(evening: NewSession) -> str:
    """The text of a log without hands. Raises UserError if its header could not be read."""
    lines = [f"# {line}" for line in _how(evening)]
    return start(evening).log + "\n".join([*lines, ""])


def _how(evening: NewSession) -> Iterator[str]:
    """Yield comments on how to write a hand, with the names of the players."""
    dealer, first, second = (quote(name) for name in (evening.seats[-1], evening.seats[0], evening.seats[1 % len(evening.seats)]))
    yield "Type the hands below. A score is enough; antes, pot, who takes and who matches follow from the rules:"
    for example, meaning in (
        (f"hand 1 {dealer} 9h", f"{dealer} deals and turns the nine of hearts; - where nobody knows"),
        (f"tricks {first} 3 {second} 2", "who played, and how many tricks each took"),
        ("end carry", "the pot stays for next time; end divide: it is divided"),
    ):
        yield f"  {example:<{_EXAMPLE}}  {meaning}"
    yield "Every statement, cards and draws too: bourre help log. What it comes to while you type: bourre watch."
