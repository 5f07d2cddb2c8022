"""The names of hands in a session: ``12``, ``12#2`` for the second hand of that number, or ``:41`` for a line of the log."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ledger.errors import UserError
from ledger.hands.model import Hands


class HandName(NamedTuple):
    """A hand by its ``number``, with ``nth`` (from 1) if several have it and None if one does, or by a ``line`` of the log."""

    number: int | None
    line: int | None
    nth: int | None

    def fits(self, hands: Hands, row: int) -> bool:
        """True if this name may mean the hand in ``row``."""
        return int(hands.number[row]) == self.number if self.line is None else _stands_in(hands, row, self.line)


def parse_hand_name(text: str) -> HandName:
    """Parse the name of a hand. Raises UserError for any other text."""
    match = re.fullmatch(r"(:?)([0-9]{1,18})(?:#([0-9]{1,9}))?", text, re.ASCII)
    if match is None:
        raise UserError(f"{text} is not a hand", "write its number, such as 12, or 12#2 for the second one with that number")
    number = int(match[2])
    return HandName(None if match[1] else number, number if match[1] else None, int(match[3]) if match[3] else None)


def hand_names(hands: Hands) -> Iterator[str]:
    """Yield the name of each hand of one session: its number, or its line if other hands have that number too."""
    numbers, times = np.unique(hands.number, return_counts=True)
    once = set(numbers[(times == 1) & (numbers >= 0)].tolist())
    seen: dict[int, int] = {}
    for number, line in zip(hands.number.tolist(), hands.line.tolist(), strict=True):
        seen[number] = seen.get(number, 0) + 1
        if number in once:
            yield str(number)
        else:
            yield f":{line}" if line or number < 0 else f"{number}#{seen[number]}"


def _stands_in(hands: Hands, row: int, line: int) -> bool:
    """True if a line of the log belongs to the hand: from its first line to the next hand or statement between hands."""
    session = int(hands.session[row])
    last = row + 1 == len(hands) or int(hands.session[row + 1]) != session
    events = hands.events
    after = [int(at) for at in events.line[(events.session == session) & (events.line > hands.line[row])]]
    ends = after + ([] if last else [int(hands.line[row + 1])])
    return int(hands.line[row]) <= line < min(ends, default=line + 1)
