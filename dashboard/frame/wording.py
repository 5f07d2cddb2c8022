"""Figures in words: signed money, days, counts, cards. Functions ending in ``_md`` return Markdown.

Makes user text (names, titles, notes) inert: it is shown as written, whatever markup it resembles.

``plain`` is for widgets, cells and anything else that shows plain text; ``md`` is for Markdown,
``chart`` for the labels of charts. HTML is never made of it: tables are given text.

Luck and prices of decisions in words: estimates in stakes and chips, with their ranges.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date
from html import escape
from typing import Any, Final
from unicodedata import bidirectional

from ledger import wording
from ledger.game.options import Explanation
from ledger.game.play import NAMES
from ledger.log.words import visible as visible_text
from ledger.money import amount_text
from ledger.wording import which_of_day

# ``Ann, Bea and Cal``; ``1 hand``, ``1,234 hands``
listed, counted = wording.listing, wording.counted

NO_HANDS: Final = "Of every evening there is only who won and lost how much."
SUITS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_RED: Final = re.compile(r"(?:10|[2-9AKQJ])?[♥♦]")
# the label of a finding by its severity
SEVERITIES: Final = {"error": "Wrong", "warning": "Watch", "remark": "Note"}
SETTLED: Final = "Settled"  # the label of a finding that was settled later


def signed(amount: int, unit: str) -> str:
    """An amount with its sign and an arrow: ``▲ +$12.50``, ``▼ −$3.00``, ``$0.00``; minor units of
    ``unit``.
    """
    arrow = "▲ " if amount > 0 else "▼ " if amount < 0 else ""
    return f"{arrow}{amount_text(amount, unit, signed=True)}"


def signed_md(amount: int, unit: str) -> str:
    """The same in its colour."""
    # no line ends between an arrow and its amount
    text = md(signed(amount, unit)).replace(" ", "\u00a0", 1)
    return f":blue[{text}]" if amount > 0 else f":orange[{text}]" if amount < 0 else text


def tone(amount: int) -> str:
    """The tone of an amount in a table cell: ``won``, ``lost`` or ``quiet``."""
    return "won" if amount > 0 else "lost" if amount < 0 else "quiet"


def day(when: date) -> str:
    """A day in full: ``Friday 20 November 2026``."""
    return f"{when:%A} {when.day} {when:%B %Y}"


def short_day(when: date) -> str:
    """A day in short: ``Fri 20 Nov 2026``."""
    return f"{when:%a} {when.day} {when:%b %Y}"


def evening(title: str | None, session: str, when: date) -> str:
    """The name of an evening: its title, else its id if that says more than its day, else
    its day.
    """
    which = which_of_day(session, when)
    return title or (session if which is None else f"{short_day(when)}{which}")


def rules(told: Explanation) -> str:
    """The preset of some rules, and how much is changed in it: ``double-ante with 2 changes``."""
    return (
        f"{told.preset} with {counted(len(told.changed), 'change')}"
        if told.changed
        else told.preset
    )


def sentence(text: str) -> str:
    """Words as a sentence: with a capital, and a full stop."""
    return f"{text[0].upper()}{text[1:]}."


def evening_with_day(title: str | None, session: str, when: date) -> str:
    """The same with its day: ``Saturday at Cal's, Sat 21 Nov 2026``."""
    name, on = evening(title, session, when), short_day(when)
    return name if name.startswith(on) else f"{name}, {on}"


def times(number: int) -> str:
    """How often: ``once``, ``twice``, ``3 times``."""
    return {1: "once", 2: "twice"}.get(number, f"{number:,} times")


def nth(place: int) -> str:
    """An ordinal: ``1st``, ``2nd``, ``11th``."""
    ending = (
        "th" if place % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    )
    return f"{place:,}{ending}"


def played(night: Mapping[str, Any]) -> str:
    """How much of a session (a row of ``evenings``) was recorded hand by hand, in words."""
    if night["unlogged"] and not night["hands"]:
        return "no hand was written down: the figures are what was counted or reported"
    return counted(night["hands"], "hand")


def without_outcome(hand: Mapping[str, Any]) -> str:
    """Why it is not known who won a hand (a row of hands), for downloads; empty if it is known."""
    if hand["quarantined"]:
        return "a line cannot be read"
    return "thrown in" if hand["misdeal"] else "" if hand["known"] else "not known"


def who_stayed(hand: Mapping[str, Any]) -> tuple[str, str]:
    """How many stayed in a hand (a row of hands), and who: of a hand that does not say, what is
    known.
    """
    if hand["misdeal"]:
        return "", ""
    if hand["stayers_said"]:
        return f"{len(hand['stayed'])} of {hand['seated']}", ", ".join(hand["stayed"])
    return "not recorded", f"{listed(hand['stayed'])}; who else stayed is not recorded" if hand[
        "stayed"
    ] else ""


def those_who_stayed(hand: Mapping[str, Any]) -> str:
    """The names of those who stayed in a hand (a row of hands), for downloads; ``?`` stands for
    others not recorded.
    """
    return (
        ""
        if hand["quarantined"]
        else ", ".join([*hand["stayed"], *([] if hand["stayers_said"] else ["?"])])
    )


def card(code: str) -> str:
    """A card for display: ``10♦`` for ``Td``; ``??``, a card that was not recorded, stays."""
    return code if code == "??" else code[0].replace("T", "10") + SUITS[code[1]]


def cards_of(mask: int) -> str:
    """The cards of a mask for display, or ``nothing``."""
    return " ".join(card(NAMES[code]) for code in range(52) if mask >> code & 1) or "nothing"


def suited_md(markdown: str) -> str:
    """Markdown with hearts and diamonds in red."""
    return _RED.sub(r":red[\g<0>]", markdown)


# --- User text, made inert ------------------------------------------------------------------------
LONGEST: Final = 32  # characters of a name that are shown; the rest is in a tooltip, if possible
_FIRST_STRONG_ISOLATE, _POP_ISOLATE, _JOINER = "\u2068", "\u2069", "\u2060"
_RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})
_MARKS: Final = re.compile(r"([!-/:-@\[-`{-~])")
_REWRITTEN: Final = re.compile(
    r"(?<=[:@])(?=\S)|(?<=www)(?=\.)|(?<=[<>=~-])(?=[<>=~-])", re.IGNORECASE
)
"""Where Streamlit looks for shortcodes, addresses and arrows after Markdown has been read: a joiner
there has no width.
"""


def plain(text: str, longest: int = LONGEST) -> str:
    """Text on one line, clipped, that cannot reorder the text around it."""
    short = clipped(text, longest)
    if any(bidirectional(character) in _RIGHT_TO_LEFT for character in short):
        return f"{_FIRST_STRONG_ISOLATE}{short}{_POP_ISOLATE}"
    return short


def clipped(text: str, longest: int = LONGEST) -> str:
    """Text on one line, clipped to ``longest`` characters."""
    seen = visible_text(text)
    return seen if len(seen) <= longest else f"{seen[: longest - 1]}…"


def md(text: str, longest: int = LONGEST) -> str:
    """Text for Markdown, escaped so that it is shown as it is."""
    return marks(plain(text, longest))


def marks(text: str) -> str:
    """The result of ``plain`` with all Markdown characters escaped."""
    return _MARKS.sub(r"\\\1", _REWRITTEN.sub(_JOINER, text))


def chart(text: str, longest: int = 20) -> str:
    """Text for a label of a chart, without anything that Plotly would read as a tag or a
    template.
    """
    return escape(plain(text, longest), quote=False).replace("%{", "%\u2060{").replace("$", "＄")


# --- Estimates ------------------------------------------------------------------------------------
def estimate(chips: float, digits: int = 1) -> str:
    """Stakes or chips rounded, with a minus sign if negative: ``4.3``, ``−0.2``, ``0.0``."""
    # adding 0.0 turns -0.0 into 0.0
    return f"{round(chips, digits) + 0.0:,.{digits}f}".replace("-", "−")


def signed_estimate(chips: float, digits: int = 0) -> str:
    """Stakes or chips rounded, with their sign; zero has none."""
    return ("+" if round(chips, digits) > 0 else "") + estimate(chips, digits)


def ranged(row: Mapping[str, Any], rate: str, say: Callable[..., str] = estimate) -> str:
    """The range of a rate of ``ledger.player_insight``: ``0.8 to 1.7``."""
    return f"{say(row[f'{rate}_low'], 1)} to {say(row[f'{rate}_high'], 1)}"


def rate_is_clear(row: Mapping[str, Any], rate: str) -> bool:
    """True if the whole range of a rate is on one side of zero; otherwise it may be chance."""
    return bool(row[f"{rate}_low"] > 0 or row[f"{rate}_high"] < 0)


def is_clear(chips: float, reach: float) -> bool:
    """True if the whole interval is on one side of zero; otherwise it may be chance."""
    return abs(chips) > reach
