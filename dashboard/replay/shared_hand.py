"""Sharing a hand: its address for others, and the hand as text for a chat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from dashboard.frame import escape, me, theme, wording
from dashboard.replay.card_table import words
from dashboard.replay.seats import CAPTION
from ledger.book import Told
from ledger.book.folder import name_for
from ledger.story import Moment

_HERE_ALONE: Final = "Links to it work on this machine only: start the dashboard with --share to let others in."
_FOR_OTHERS: Final = "Whoever opens it is asked for the password."


def shared(told: Told, steps: Sequence[Moment]) -> dict[str, Any]:
    """The data that the browser needs to share a hand, as plain values."""
    address = me.shared_address()
    night = Path(name_for(told.hand.session, "")).name
    return {
        "address": address,
        "reach": _FOR_OTHERS if address else _HERE_ALONE,
        "file": {"name": f"{night}-hand-{told.names[told.place - 1].lstrip(':')}", "title": _title(told)},
        "text": hand_text(told, steps),
        "caption": CAPTION,
        "paper": theme.LIGHT.page,
    }


def hand_text(told: Told, steps: Sequence[Moment]) -> str:
    """A hand in words: a line for what came before the tricks, one for each trick, one for the end, and what was wrong."""
    hand = told.hand
    lines = [_title(told)]
    lines += [" ".join(words(one.said, hand) for one in some) for _, some in groupby(steps, lambda one: one.trick)]
    lines += [f"Wrong: {escape.clipped(words(text, hand), 1_000)}" for text in _wrong(steps)]
    return "\n".join(lines)


def _title(told: Told) -> str:
    number = told.hand.number
    name = "A hand without a number" if number is None else f"Hand {number}"
    return f"{name} of {_evening(told)}"


def _evening(told: Told) -> str:
    title = None if told.title is None else escape.clipped(told.title, 60)
    return wording.evening_with_day(title, told.hand.session, date.fromisoformat(told.hand.date))


def _wrong(steps: Sequence[Moment]) -> Iterator[str]:
    """Yield the audit's message on each wrong play, once."""
    yield from dict.fromkeys(found.message for one in steps if one.verdict == "wrong" for found in one.findings)
