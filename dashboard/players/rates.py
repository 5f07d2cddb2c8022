"""Cells with rates and means: with their base and their interval, grey if the base is small, blank
if it is zero.

How a player plays differently from everybody else: only differences that are hardly chance, however
many were tested.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from dashboard.frame import page, wording
from dashboard.frame.table import Cell
from ledger.stats import FIELD, Difference, difference

RATES: Final = {
    "stayed": ("Stayed", "of hands dealt"),
    "won": ("Won", "of hands stayed in"),
    "split": ("Split", "of hands stayed in"),
    "bourres": ("Went bourré", "of hands stayed in"),
    "reneges": ("Reneged", "of hands with every play proved"),
}
"""The rates of a player: the name of each, and what it is a rate of."""
FEW: Final = 25  # with fewer hands a figure says little about how somebody plays
Row = Mapping[str, Any]


def rate(row: Mapping[str, Any], name: str) -> Cell:
    """A cell for a rate in a row of statistics, with its 95% interval; blank if there was no
    opportunity.

    If the row has everybody else's rate in the same situation, it is shown too.
    """
    count, of = row[name], row[f"{name}_of"]
    if not of:
        return Cell("")
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    others = row.get(f"{FIELD}{name}_of")
    beside = f" · others {100 * row[f'{FIELD}{name}'] / others:.0f}%" if others else ""
    return Cell(
        f"{100 * count / of:.0f}%",
        _tone(of),
        note=f"{count:,} of {of:,} · {interval(row, name)}{beside}{' · few' if of < FEW else ''}",
        bar=(low, count / of, high),
    )


def of(name: str) -> Callable[[Mapping[str, Any]], Cell]:
    """A function that makes a cell of the rate ``name`` from a row of statistics."""
    return lambda row: rate(row, name)


def interval(row: Mapping[str, Any], name: str) -> str:
    """The 95% interval of a rate: ``45–66%``."""
    return f"{100 * row[f'{name}_low']:.0f}–{100 * row[f'{name}_high']:.0f}%"


def mean(row: Mapping[str, Any], name: str, thing: str, what: str = "hand") -> Cell:
    """A cell for a mean in a row of statistics: so many ``thing`` per ``what``; blank if there was
    none.
    """
    total, of = row[name], row[f"{name}_of"]
    if not of:
        return Cell("")
    return Cell(
        f"{total / of:.2f}",
        _tone(of),
        note=f"{wording.counted(total, thing)} in {wording.counted(of, what)}{_few(of)}",
    )


def chips_a_hand(row: Mapping[str, Any]) -> Cell:
    """A cell for the average result of a hand, in chips; blank if none was dealt."""
    total, of = row["chips"], row["chips_of"]
    if not of:
        return Cell("")
    tone = "quiet" if of < FEW else wording.tone(total)
    return Cell(
        a_hand(total, of),
        tone,
        note=f"{wording.signed(total, 'chips')} in {wording.counted(of, 'hand')}{_few(of)}",
    )


def a_hand(total: int, of: int) -> str:
    """The average chips of a hand with their sign: ``+0.31``; an average that rounds to zero has
    none.
    """
    return f"{total / of:+.2f}".replace("-", "−") if abs(total) * 200 >= of else "0.00"


def legend(*more: str) -> None:
    """Explain how to read rates, once on a page that has some; ``more`` are paragraphs on what else
    the page works out.
    """
    page.worked_out(
        "Grey: too few hands to say much. Blank: it never came up.",
        "Under each rate: how often, of how many, and where the true rate lies with 95% "
        "confidence (Wilson's interval), "
        "which the bar draws: from 0 to 100%, or between the ends under a heading. "
        f"Grey, “few”: fewer than {FEW} hands, which say little.",
        "Hands stayed in count if it is known how they ended; a hand of which only who took and "
        "matched the pot is written down "
        "does not say who stayed; a renege counts where each card that is written down of the "
        "player is proved right or wrong.",
        *more,
    )


def _tone(of: int) -> str:
    return "quiet" if of < FEW else ""


def _few(of: int) -> str:
    return ", few" if of < FEW else ""


# --- Who plays differently ------------------------------------------------------------------------
DOES: Final = {"stayed": "Stays", "won": "Wins", "bourres": "Goes bourré"}  # the verb for each rate
MOST: Final = 8  # differences that are named; the rest are only counted


class Compared(NamedTuple):
    """A player's rate and the rate it is compared with, each as a count out of a total.

    ``where`` ends the sentence about the player, ``beside`` says whose the other rate is. ``also``
    is a second comparison, which must differ in the same direction for this one to be named.
    """

    name: str
    where: str
    times: int
    of: int
    other: int
    other_of: int
    beside: str = "the others there"
    also: Compared | None = None

    @property
    def enough(self) -> bool:
        """True if there are enough hands to compare."""
        return min(self.of, self.other_of) >= FEW and (self.also is None or self.also.enough)


def overall(table: Sequence[Row]) -> list[Compared]:
    """A player's overall rates, from the rows of ``at_one_table``."""
    of = {
        "stayed": "of the hands dealt",
        "won": "of the hands stayed in",
        "bourres": "of the hands stayed in",
    }
    return [
        Compared(
            name, where, figures[name], figures[f"{name}_of"], others[name], others[f"{name}_of"]
        )
        for figures, others in ([table] if table else [])
        for name, where in of.items()
    ]


def in_group(row: Row, name: str, where: str) -> Compared:
    """A player's rate in a situation, from a row that has everybody else's too."""
    return Compared(
        name, where, row[name], row[f"{name}_of"], row[f"{FIELD}{name}"], row[f"{FIELD}{name}_of"]
    )


def tilt(usual: Row, after: Row) -> Compared:
    """How often a player stays in after going bourré, compared with usual: named only if others do
    not do the same.

    The pot is larger then for everybody.
    """
    also = in_group(after, "stayed", "")
    counts = (after["stayed"], after["stayed_of"], usual["stayed"], usual["stayed_of"])
    return Compared(
        "stayed", "of the hands after going bourré", *counts, beside="otherwise", also=also
    )


def named(looked_at: Iterable[Compared]) -> tuple[list[str], int]:
    """Sentences (Markdown) on the differences that are hardly chance, surest first; and how many
    rates had enough hands.
    """
    enough = [one for one in looked_at if one.enough]
    tests = sum(1 if one.also is None else 2 for one in enough)
    found = [(one, sure) for one in enough if (sure := _sure(one, tests))]
    found.sort(key=lambda item: -min(abs(item[1].low), abs(item[1].high)))
    said = [_sentence(one, by) for one, by in found[:MOST]]
    more = len(found) - MOST
    return said + (
        [f"and {wording.counted(more, 'difference')} more, in the tables below"] if more > 0 else []
    ), tests


def _sure(one: Compared, tests: int) -> Difference | None:
    """The difference if its interval (widened for ``tests``) excludes zero, else None."""
    by = difference((one.times, one.of), (one.other, one.other_of), tests, same_hands=True)
    if by is None or not by.sure:
        return None
    if one.also is not None:
        also = _sure(one.also, tests)
        if also is None or (also.by > 0) != (by.by > 0):
            return None
    return by


def _sentence(one: Compared, by: Difference) -> str:
    return (
        f"{DOES[one.name]} in **{100 * one.times / one.of:.0f}%** {one.where} ({one.times:,} of "
        f"{one.of:,}), {one.beside} in "
        f"{100 * one.other / one.other_of:.0f}% ({one.other:,} of {one.other_of:,}): {points(by)}."
    )


def points(by: Difference) -> str:
    """A significant difference in words: ``4 to 19 points more``."""
    low, high = sorted((abs(by.low), abs(by.high)))
    return f"{100 * low:.0f} to {100 * high:.0f} points {'more' if by.by > 0 else 'less'}"


def how_many(tests: int) -> str:
    """An explanation of which differences are named, out of how many rates."""
    if not tests:
        return f"A rate is compared from {FEW} hands on; there are not enough yet."
    return (
        f"{wording.counted(tests, 'rate')} with at least {FEW} hands on either side "
        f"{'was' if tests == 1 else 'were'} compared with those of everybody else at the same "
        "tables. A difference is named if "
        "its interval does not reach zero, and the more are compared the wider the intervals: of "
        "100 players who play like "
        "everybody else, about 5 at most have a difference named by chance."
    )
