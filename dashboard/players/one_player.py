"""How one player plays, figure by figure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from dashboard.frame import hand_link, wording
from dashboard.frame.table import Cell, Column, table
from dashboard.players import rates

Row = Mapping[str, Any]

_RATES = (
    ("Stayed", "stayed", "of hands dealt"),
    ("Won", "won", "of hands stayed in"),
    ("Split", "split", "of hands stayed in"),
    ("Went bourré", "bourres", "of hands stayed in"),
    ("Reneged", "reneges", "of hands proved card by card"),
)


def rates_table(figures: Row) -> None:
    """Show every rate with its interval."""
    table(
        "Rates",
        [Column("How often"), Column("Rate")],
        [[Cell(title, note=of), rates.rate(figures, name)] for title, name, of in _RATES],
    )


def sums_table(figures: Row, money: Iterable[Row]) -> None:
    """Show means, sums and the hands and evenings to remember."""
    rows = [
        [
            Cell("Hands dealt"),
            Cell(f"{figures['hands']:,}", note=f"in {wording.counted(figures['evenings'], 'evening')}"),
        ],
        [Cell("Tricks a hand stayed"), rates.mean(figures, "tricks", "trick")],
        [Cell("Cards drawn a hand"), rates.mean(figures, "drawn", "card")],
        [Cell("Chips won or lost"), _net(figures)],
        [Cell("Chips a hand"), rates.chips_a_hand(figures)],
        [Cell("Biggest pot won"), _hand(figures, "pot")],
        [Cell("Most expensive bourré"), _hand(figures, "match")],
        [Cell("Reneges proved"), _reneges(figures)],
    ]
    for one in money:
        rows += [[Cell(f"{which.capitalize()} evening"), _evening(one, which)] for which in ("best", "worst")]
    table("Sums, means and records", [Column("How much"), Column("Figure", right=True)], rows)


def _reneges(figures: Row) -> Cell:
    """Return how many are proved; blank if no hand is known well enough to tell."""
    told = figures["reneges_proved"] or figures["reneges_of"]
    return Cell(f"{figures['reneges_proved']:,}" if told else "")


def _net(figures: Row) -> Cell:
    besides = figures["between"]
    note = f"{wording.signed(besides, 'chips')} of it by rulings, transfers and divided pots" if besides else ""
    return Cell(wording.signed(figures["net"], "chips"), wording.tone(figures["net"]), note=note)


def _hand(figures: Row, most: str) -> Cell:
    """Return a hand to remember, as a way to its replay; blank if there was none."""
    if figures[most] is None:
        return Cell("")
    session, place, number = (figures[f"{most}_{part}"] for part in ("session", "hand", "number"))
    called = f"hand {place if number is None else number}, {session}"
    return Cell(wording.counted(figures[most], "chip"), page="replay", query=hand_link.query(session, place), note=called)


def _evening(one: Row, which: str) -> Cell:
    return Cell(
        wording.signed(one[which], one["unit"]),
        wording.tone(one[which]),
        page="session",
        query={"session": one[f"{which}_session"]},
        note=wording.day(one[f"{which}_date"]),
    )
