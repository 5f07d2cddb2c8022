"""A session that stops in its last hand, in words: no finding, for nobody did anything wrong, but not to be passed over."""

from __future__ import annotations

from typing import Final

from ledger.engine import CLAIMED, NOBODY_WON, ONE_NAMED

_MISSING: Final = {
    NOBODY_WON: "{hand}, has no end: {pot}, and more may be missing after it",
    ONE_NAMED: "what is missing at the end of {hand}: its {pot} count as won by the only player named as playing",
    CLAIMED: "{hand}, has a claim, and nobody wrote down who took the tricks after it: "
    "a bourré may be missing, and more after it",
}


def without_an_end(kind: int, hand: str, pot: str) -> str:
    """What is missing at the end of the last hand, by the ``kind`` of its ending; ``pot`` is what lies in it, if anything."""
    lies = f"its pot holds {pot}" if pot else "nobody has won it"
    return _MISSING[kind].format(hand=hand, pot=pot if kind == ONE_NAMED else lies)


def to_end_it(path: str) -> str:
    """What to do about it."""
    return f"write what is missing at the end of {path}; if nothing is, end it with `end carry`"
