"""One player: winning or not and where the leaks are, in sentences; then rates, means and records, figure by figure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import streamlit as st

from dashboard.frame import navigation, wording
from dashboard.frame.table import Cell, Column, table
from dashboard.players import rates
from dashboard.players.breakdown import Breakdown

Row = Mapping[str, Any]

# --- In sentences ---------------------------------------------------------------------------------------------------------


def winning(figures: Row, money: Iterable[Row]) -> str:
    """In Markdown, whether a player is up: in money over the sessions, in chips over the hands."""
    said = [
        f"**{'Winning' if one['amount'] > 0 else 'Losing' if one['amount'] < 0 else 'Square'}:** "
        f"{wording.signed_md(one['amount'], one['unit'])} in {wording.counted(one['evenings'], 'evening')}."
        for one in money
    ]
    hands = wording.counted(figures["hands"], "hand")
    each = rates.a_hand(figures["chips"], figures["hands"])
    said.append(f"That is {wording.signed_md(figures['chips'], 'chips')} in {hands}, {each} a hand.")
    if figures["between"]:
        said.append(f"Rulings, transfers and divided pots brought {wording.signed_md(figures['between'], 'chips')} besides.")
    if figures["hands"] < rates.FEW:
        said.append(f"Fewer than {rates.FEW} hands say little about how somebody plays.")
    return " ".join(said)


def leaks(figures: Row, others: Sequence[Row], groups: Iterable[Breakdown]) -> list[str]:
    """In Markdown, what costs a player: the bourrés beside those of the others, and the worst group of each breakdown."""
    said = [_worst(one) for one in groups]
    said.insert(0, _beside(figures, others, "bourres", "Goes bourré in", "of the hands stayed in"))
    said.insert(1, _beside(figures, others, "stayed", "Stays in", "of the hands dealt"))
    return [sentence for sentence in said if sentence]


def _beside(figures: Row, others: Sequence[Row], name: str, does: str, what: str) -> str:
    """A player's rate beside that of everybody else, and whether the difference may be chance."""
    count, of = figures[name], figures[f"{name}_of"]
    if not of:
        return ""
    mine = f"{does} **{100 * count / of:.0f} %** {what} ({count:,} of {of:,}; likely {rates.interval(figures, name)})"
    theirs, theirs_of = sum(row[name] for row in others), sum(row[f"{name}_of"] for row in others)
    if not theirs_of:
        return f"{mine}."
    rate = theirs / theirs_of
    if rate < figures[f"{name}_low"]:
        verdict = "more often than"
    elif rate > figures[f"{name}_high"]:
        verdict = "less often than"
    else:
        verdict = "no clear difference from"
    return f"{mine}: {verdict} everybody else, {100 * theirs / theirs_of:.0f} % ({theirs:,} of {theirs_of:,})."


def _worst(one: Breakdown) -> str:
    """What is said of the group that cost the most chips, nothing if none did."""
    losing = [row for row in one.rows.iter_rows(named=True) if row["chips_of"] and row["chips"] < 0]
    if not losing:
        return ""
    row = min(losing, key=lambda row: int(row["chips"]))
    hands = wording.counted(row["chips_of"], "hand")
    few = "; few hands, it may be chance" if row["chips_of"] < rates.FEW else ""
    chips = wording.signed_md(row["chips"], "chips")
    return f"{one.lost.format(one.called(row))}: {chips} in {hands} ({rates.a_hand(row['chips'], row['chips_of'])} a hand{few})."


# --- In tables ------------------------------------------------------------------------------------------------------------

_RATES = (
    ("Stayed", "stayed", "of hands dealt"),
    ("Won", "won", "of hands stayed in"),
    ("Split", "split", "of hands stayed in"),
    ("Went bourré", "bourres", "of hands stayed in"),
    ("Reneged", "reneges", "of hands proved card by card"),
)


def tables(figures: Row, money: Iterable[Row]) -> None:
    """Show every figure of a player: rates on the left, the rest on the right, and how to read them."""
    left, right = st.columns(2, gap="large")
    with left:
        _rates_table(figures)
    with right:
        _sums_table(figures, money)
    rates.legend()


def _rates_table(figures: Row) -> None:
    """Show every rate with its interval."""
    table(
        "Rates",
        [Column("How often"), Column("Rate")],
        [[Cell(title, note=of), rates.rate(figures, name)] for title, name, of in _RATES],
    )


def _sums_table(figures: Row, money: Iterable[Row]) -> None:
    """Show means, sums and the hands and sessions to remember."""
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
    """How many are proved; blank if no hand is known well enough to tell."""
    told = figures["reneges_proved"] or figures["reneges_of"]
    return Cell(f"{figures['reneges_proved']:,}" if told else "")


def _net(figures: Row) -> Cell:
    besides = figures["between"]
    note = f"{wording.signed(besides, 'chips')} of it by rulings, transfers and divided pots" if besides else ""
    return Cell(wording.signed(figures["net"], "chips"), wording.tone(figures["net"]), note=note)


def _hand(figures: Row, most: str) -> Cell:
    """A hand to remember, as a way to its replay; blank if there was none."""
    if figures[most] is None:
        return Cell("")
    session, place, number = (figures[f"{most}_{part}"] for part in ("session", "hand", "number"))
    called = f"hand {place if number is None else number}, {session}"
    return Cell(wording.counted(figures[most], "chip"), page="replay", query=navigation.hand_query(session, place), note=called)


def _evening(one: Row, which: str) -> Cell:
    return Cell(
        wording.signed(one[which], one["unit"]),
        wording.tone(one[which]),
        page="session",
        query={"session": one[f"{which}_session"]},
        note=wording.day(one[f"{which}_date"]),
    )
