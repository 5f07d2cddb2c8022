"""How a hand of a session is asked for: ``12``, the second one of that number ``12#2``, or ``:41`` by a line of the log."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ledger.errors import UserError
from ledger.hands.model import Hands


class HandName(NamedTuple):
    """A hand as it was asked for: by ``number``, ``nth`` of several (from 1; None: the only one), or by a ``line`` of the log."""

    number: int | None
    line: int | None
    nth: int | None

    def fits(self, hands: Hands, row: int) -> bool:
        """True if a hand may be the one that is meant, or is one of several that may be."""
        return int(hands.number[row]) == self.number if self.line is None else _stands_in(hands, row, self.line)


def parse_hand_name(text: str) -> HandName:
    """Read the name of a hand; raises UserError for a text that is none."""
    match = re.fullmatch(r"(:?)([0-9]{1,18})(?:#([0-9]{1,9}))?", text, re.ASCII)
    if match is None:
        raise UserError(f"{text} is not a hand", "write its number, such as 12, or 12#2 for the second one with that number")
    number = int(match[2])
    return HandName(None if match[1] else number, number if match[1] else None, int(match[3]) if match[3] else None)


def hand_names(hands: Hands) -> Iterator[str]:
    """Yield for each hand of one session what it is asked for by: its number, or its line where others have the number too."""
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
    """True if a line of the log stands in a hand: from its first line to the next hand or statement of the table."""
    session = int(hands.session[row])
    last = row + 1 == len(hands) or int(hands.session[row + 1]) != session
    events = hands.events
    after = [int(at) for at in events.line[(events.session == session) & (events.line > hands.line[row])]]
    ends = after + ([] if last else [int(hands.line[row + 1])])
    return int(hands.line[row]) <= line < min(ends, default=line + 1)
