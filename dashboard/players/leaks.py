"""Am I winning, and where do I leak? In sentences, each with its figures and with how sure it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from dashboard.frame import wording
from dashboard.players import rates
from dashboard.players.breakdown import Breakdown

Row = Mapping[str, Any]


def winning(figures: Row, money: Iterable[Row]) -> str:
    """Return in Markdown whether a player is up: in money over the evenings, in chips over the hands."""
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
    """Return in Markdown what costs a player: the bourrés beside those of the others, and the worst group of each breakdown."""
    said = [_worst(one) for one in groups]
    said.insert(0, _beside(figures, others, "bourres", "Goes bourré in", "of the hands stayed in"))
    said.insert(1, _beside(figures, others, "stayed", "Stays in", "of the hands dealt"))
    return [sentence for sentence in said if sentence]


def _beside(figures: Row, others: Sequence[Row], name: str, does: str, what: str) -> str:
    """Return a player's rate beside that of everybody else, and whether the difference may be chance."""
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
    """Return what is said of the group that cost the most chips, nothing if none did."""
    losing = [row for row in one.rows.iter_rows(named=True) if row["chips_of"] and row["chips"] < 0]
    if not losing:
        return ""
    row = min(losing, key=lambda row: int(row["chips"]))
    hands = wording.counted(row["chips_of"], "hand")
    few = "; few hands, it may be chance" if row["chips_of"] < rates.FEW else ""
    chips = wording.signed_md(row["chips"], "chips")
    return f"{one.lost.format(one.called(row))}: {chips} in {hands} ({rates.a_hand(row['chips'], row['chips_of'])} a hand{few})."
