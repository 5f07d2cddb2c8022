"""Cells with rates and means: with their base and their interval, grey if the base is small, blank if it is zero."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import streamlit as st

from dashboard.frame import wording
from dashboard.frame.table import Cell
from ledger.stats import FIELD

FEW: Final = 25
"""With fewer hands a figure says little about how somebody plays."""


def rate(row: Mapping[str, Any], name: str) -> Cell:
    """A cell for a rate in a row of statistics, with its 95 % interval; blank if there was no opportunity.

    If the row has everybody else's rate in the same situation, it is shown too.
    """
    count, of = row[name], row[f"{name}_of"]
    if not of:
        return Cell("")
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    others = row.get(f"{FIELD}{name}_of")
    beside = f" · others {100 * row[f'{FIELD}{name}'] / others:.0f} %" if others else ""
    return Cell(
        f"{100 * count / of:.0f} %",
        _tone(of),
        note=f"{count:,} of {of:,} · {interval(row, name)}{beside}{' · few' if of < FEW else ''}",
        bar=(low, count / of, high),
    )


def of(name: str) -> Callable[[Mapping[str, Any]], Cell]:
    """A function that makes a cell of the rate ``name`` from a row of statistics."""
    return lambda row: rate(row, name)


def interval(row: Mapping[str, Any], name: str) -> str:
    """The 95 % interval of a rate: ``45–66 %``."""
    return f"{100 * row[f'{name}_low']:.0f}–{100 * row[f'{name}_high']:.0f} %"


def mean(row: Mapping[str, Any], name: str, thing: str, what: str = "hand") -> Cell:
    """A cell for a mean in a row of statistics: so many ``thing`` per ``what``; blank if there was none."""
    total, of = row[name], row[f"{name}_of"]
    if not of:
        return Cell("")
    return Cell(f"{total / of:.2f}", _tone(of), note=f"{wording.counted(total, thing)} in {wording.counted(of, what)}{_few(of)}")


def chips_a_hand(row: Mapping[str, Any]) -> Cell:
    """A cell for the average result of a hand, in chips; blank if none was dealt."""
    total, of = row["chips"], row["chips_of"]
    if not of:
        return Cell("")
    tone = "quiet" if of < FEW else wording.tone(total)
    return Cell(a_hand(total, of), tone, note=f"{wording.signed(total, 'chips')} in {wording.counted(of, 'hand')}{_few(of)}")


def a_hand(total: int, of: int) -> str:
    """The average chips of a hand with their sign: ``+0.31``; an average that rounds to zero has none."""
    return f"{total / of:+.2f}".replace("-", "−") if abs(total) * 200 >= of else "0.00"


def legend() -> None:
    """Explain how to read rates: once on a page that has some."""
    st.caption(
        "Under each rate: how often, of how many, and where the true rate lies with 95 % confidence (Wilson's interval), "
        "which the bar draws from 0 to 100 %. "
        f"Grey, “few”: fewer than {FEW} hands, which say little. Blank: there was no opportunity. Hands stayed in count if it is "
        "known how they ended; a hand of which only who took and matched the pot is written down does not say who stayed; "
        "a renege counts where each card that is written down of the player is proved right or wrong."
    )


def _tone(of: int) -> str:
    return "quiet" if of < FEW else ""


def _few(of: int) -> str:
    return ", few" if of < FEW else ""
