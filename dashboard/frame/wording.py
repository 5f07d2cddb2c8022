"""Figures as people say them: money with its sign and which way it went, days, counts, cards. ``_md`` is for Markdown."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final

from dashboard.frame import escape
from ledger.game.cards import NAMES
from ledger.game.explanation import Explanation
from ledger.money import amount_text

SUITS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_RED: Final = re.compile(r"(?:10|[2-9AKQJ])?[♥♦]")
SEVERITIES: Final = {"error": "Wrong", "warning": "Watch", "remark": "Note"}
"""What stands before a finding of each severity."""
SETTLED: Final = "Settled"
"""What stands before one that was put right later."""


def signed(amount: int, unit: str) -> str:
    """An amount with its sign and an arrow: ``▲ +$12.50``, ``▼ −$3.00``, ``$0.00``; minor units of ``unit``."""
    arrow = "▲ " if amount > 0 else "▼ " if amount < 0 else ""
    return f"{arrow}{amount_text(amount, unit, signed=True)}"


def signed_md(amount: int, unit: str) -> str:
    """The same in its colour."""
    text = escape.md(signed(amount, unit))
    return f":blue[{text}]" if amount > 0 else f":orange[{text}]" if amount < 0 else text


def tone(amount: int) -> str:
    """The tone of an amount in a table: ``won``, ``lost`` or ``quiet``."""
    return "won" if amount > 0 else "lost" if amount < 0 else "quiet"


def day(when: date) -> str:
    """A day as people say it: ``Friday 20 November 2026``."""
    return f"{when:%A} {when.day} {when:%B %Y}"


def short_day(when: date) -> str:
    """A day in few letters: ``Fri 20 Nov 2026``."""
    return f"{when:%a} {when.day} {when:%b %Y}"


def evening(title: str | None, session: str, when: date) -> str:
    """What an evening is called: its title; its day where nobody gave it one, nor an id that says more; else its id."""
    found = re.fullmatch(rf"{when}(?:-(\d+))?", session)
    if title or not found:
        return title or session
    return f"{short_day(when)} ({found[1]})" if found[1] else short_day(when)


def rules(told: Explanation) -> str:
    """The preset of some rules, and how much is changed in it: ``double-ante with 2 changes``."""
    preset = told.line.split()[0]
    return f"{preset} with {counted(len(told.changed), 'change')}" if told.changed else preset


def evening_with_day(title: str | None, session: str, when: date) -> str:
    """The same with its day: ``Saturday at Cal's, Sat 21 Nov 2026``."""
    name, on = evening(title, session, when), short_day(when)
    return name if name.startswith(on) else f"{name}, {on}"


def listed(items: Sequence[str]) -> str:
    """Some things as a sentence names them: ``Ann, Bea and Cal``."""
    return " and ".join([*([", ".join(items[:-1])] if items[1:] else []), *items[-1:]])


def counted(number: int, thing: str, things: str = "") -> str:
    """How many there are: ``1 hand``, ``1,234 hands``; ``things`` is a plural that does not end in s."""
    return f"{number:,} {thing if number == 1 else things or f'{thing}s'}"


def times(number: int) -> str:
    """How often: ``once``, ``twice``, ``3 times``."""
    return {1: "once", 2: "twice"}.get(number, f"{number:,} times")


def nth(place: int) -> str:
    """A place in an order: ``1st``, ``2nd``, ``11th``."""
    ending = "th" if place % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place:,}{ending}"


def played(night: Mapping[str, Any]) -> str:
    """How much of a session (a row of ``evenings``) was played hand by hand."""
    if night["unlogged"] and not night["hands"]:
        return "no hand was written down: the figures are what was counted or reported"
    return counted(night["hands"], "hand")


def without_outcome(hand: Mapping[str, Any]) -> str:
    """Why nothing is known of who won a hand (a row of hands), for a table to download; nothing if that is known."""
    if hand["quarantined"]:
        return "a line cannot be read"
    return "thrown in" if hand["misdeal"] else "" if hand["known"] else "not known"


def card(code: str) -> str:
    """A card as people read it: ``10♦`` for ``Td``; ``??``, a card that nobody wrote down, stays."""
    return code if code == "??" else code[0].replace("T", "10") + SUITS[code[1]]


def cards_of(mask: int) -> str:
    """The cards of a mask, or ``nothing``."""
    return " ".join(card(NAMES[code]) for code in range(52) if mask >> code & 1) or "nothing"


def suited_md(markdown: str) -> str:
    """Markdown with its hearts and diamonds in red, as on the cards."""
    return _RED.sub(r":red[\g<0>]", markdown)
