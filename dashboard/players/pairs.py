"""Two sides compared: who wins from whom, and a player's rates beside those of everybody else,
another player or the year before.
"""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final, NamedTuple

import polars as pl
import streamlit as st

from dashboard.frame import address, charts, page, theme, wording
from dashboard.frame.faces import Face, face, markup
from dashboard.frame.shown_book import asked
from dashboard.frame.table import Cell, Column, download, table
from dashboard.players import all_players, rates
from dashboard.players.rates import RATES
from ledger.export import figure
from ledger.money import amount_text
from ledger.stats import Difference, Filter, at_one_table, difference, nights_called, player_figures

Row = Mapping[str, Any]
MOST: Final = 10  # the most players in the matrix


def answer(rivals: pl.DataFrame) -> str:
    """A sentence (Markdown) on who won the most from whom; ``rivals`` are as from
    ``ledger.rivals``, in one unit.
    """
    best = _pairs(rivals).head(1)
    if best.is_empty():
        return "Nobody has won anything from anybody."
    one = best.row(0, named=True)
    nights = wording.counted(one["evenings"], "evening")
    return (
        f"**{wording.md(one['name'])} has won the most from {wording.md(one['other_name'])}:** "
        f"{wording.signed_md(one['amount'], one['unit'])} in {nights} together."
    )


def everybody(rivals: pl.DataFrame) -> None:
    """Show who won how much from whom: as a matrix, or on a phone as a list of pairs."""
    wide, narrow = page.wide_and_narrow("rivals")
    with wide:
        _matrix(rivals)
    with narrow:
        _list("Pairs", _pairs(rivals), most=15)
    headings = ["player", "other", "unit", "evenings", "chips", "amount"]
    download("rivals", headings, lambda: [_plain(row) for row in rivals.iter_rows(named=True)])


def _pairs(rivals: pl.DataFrame) -> pl.DataFrame:
    """Each pair once, from its winner's side, largest amounts first."""
    return rivals.filter(pl.col("amount") > 0).sort(
        "amount", "name", "other_name", descending=[True, False, False]
    )


def _matrix(rivals: pl.DataFrame) -> None:
    """Show what each player (row) won from each other (column), for those who played most.

    Cells link to the pair.
    """
    present = (
        rivals.group_by("player", "name")
        .agg(pl.col("evenings").sum())
        .sort("evenings", "name", descending=[True, False])
    )
    people = present.head(MOST).sort("name", "player")
    cells = {(row["player"], row["other"]): row for row in rivals.iter_rows(named=True)}
    shown = [
        row["amount"]
        for (one, other), row in cells.items()
        if {one, other} <= set(people["player"])
    ]
    largest = max((abs(amount) for amount in shown), default=0) or 1
    short = max(9, 80 // people.height)
    table(
        "What the player of the row won from the player of the column",
        [
            Column("won from …"),
            *(Column(wording.plain(name, short), right=True) for name in people["name"]),
        ],
        [
            [
                Cell(name, page="player", query={"player": player}, face=face(player, name)),
                *(_cell(cells.get((player, other)), largest) for other in people["player"]),
            ]
            for player, name in zip(people["player"], people["name"], strict=True)
        ],
    )
    if present.height > MOST:
        st.caption(f"The {MOST} who sat with others most often; all pairs are below.")
        folded = st.expander("All pairs", key="all pairs", on_change="rerun")
        if folded.open:
            with folded:
                _list("All pairs", _pairs(rivals), most=50)


def _cell(row: Mapping[str, Any] | None, largest: int) -> Cell:
    """What one player won from another; blank for a player against themselves, and for pairs who
    never met.
    """
    if row is None:
        return Cell("")
    amount, unit = row["amount"], row["unit"]
    figures = amount_text(amount, unit, signed=True).removesuffix(f" {unit}").removesuffix(" chip")
    return Cell(
        figures,
        page="compare",
        query=_both(row),
        tip=f"{row['name']} from {row['other_name']}: {wording.signed(amount, unit)}",
        shade=amount / largest,
    )


def _list(name: str, pairs: pl.DataFrame, most: int) -> None:
    table(
        name,
        [Column("Winner"), Column("from"), Column("Won", right=True)],
        [
            [
                Cell(
                    row["name"],
                    page="compare",
                    query=_both(row),
                    note=f"{wording.counted(row['evenings'], 'evening')} together",
                    face=face(row["player"], row["name"]),
                ),
                Cell(row["other_name"], face=face(row["other"], row["other_name"])),
                Cell(wording.signed(row["amount"], row["unit"]), "won"),
            ]
            for row in pairs.iter_rows(named=True)
        ],
        most=most,
    )


def _both(row: Mapping[str, Any]) -> dict[str, object]:
    return {"a": row["player"], "b": row["other"], "unit": address.word("unit")}


def _plain(row: Mapping[str, Any]) -> list[object]:
    return [
        row["name"],
        row["other_name"],
        row["unit"],
        row["evenings"],
        row["chips"],
        figure(row["amount"], row["unit"]),
    ]


def face_to_face(one: tuple[int, str], other: tuple[int, str], nights: pl.DataFrame) -> None:
    """Show how two players did against each other, in one unit; ``nights`` are as from
    ``ledger.head_to_head``.
    """
    (number, name), (_, other_name) = one, other
    first, second = wording.md(name), wording.md(other_name)
    if nights.is_empty():
        st.markdown(f"**{first} and {second}** never sat down together in this selection.")
        return
    unit = nights["unit"][0]
    amount, hands, stayed, won, other_won = (
        sum(nights[column]) for column in ("amount", "hands", "stayed", "won", "other_won")
    )
    figures = wording.md(amount_text(abs(amount), unit))
    if amount > 0:
        verdict = f"**{first} has won** :blue[▲ {figures}] from **{second}**"
    elif amount < 0:
        verdict = f"**{first} has lost** :orange[▼ {figures}] to **{second}**"
    else:
        verdict = f"**{first} and {second} are square**"
    together = f"{verdict} in {wording.counted(nights.height, 'evening')}"
    if hands:
        together += f" and {wording.counted(hands, 'hand')} together. "
        together += (
            f"Both stayed in {stayed:,} of them: {first} won {won:,}, {second} {other_won:,}."
        )
    else:
        together += " together, but no hand dealt to both is written down."
    st.markdown(together)
    whole = nights.with_columns(player=pl.lit(number), name=pl.lit(name))
    all_players.chart_and_table(whole, unit, "winnings of two", "Evenings of both")


# --- The two sides of a comparison ----------------------------------------------------------------
OTHERS: Final = "others"
YEAR: Final = "year"
BESIDE: Final = {OTHERS: "Everybody else", YEAR: "The year before"}
"""What a player can be compared with, besides another player."""


class Side(NamedTuple):
    """One side of a comparison: its name, its colour, its player's face if it is one, and a row of
    ``player_figures``.

    The row is None without a hand.

    For two players, the statistics cover the hands dealt to both.

    ``where`` is the part of the book they cover.
    """

    name: str
    colour: str
    face: Face | None
    figures: Row | None
    where: Filter


def sides(player: int, beside: str, where: Filter, names: Mapping[int, str]) -> tuple[Side, Side]:
    """The two sides of a comparison; ``beside`` is a key of ``BESIDE`` or the number of a
    player.
    """
    quiet = theme.tokens().quiet
    if beside == YEAR:
        last = asked(nights_called)[0].date.year  # latest first
        now, before = (
            where._replace(since=date(year, 1, 1), until=date(year, 12, 31))
            for year in (last, last - 1)
        )
        found = (
            asked(player_figures, span._replace(whose=player)).rows(named=True)
            for span in (now, before)
        )
        mine, theirs = (next((row for row in rows if row["hands"]), None) for rows in found)
        own = face(player, names[player])
        return Side(str(last), own.colour, own, mine, now), Side(
            str(last - 1), quiet, None, theirs, before
        )
    other = None if beside == OTHERS else int(beside)
    mine, theirs = asked(at_one_table, player, other, where).rows(named=True) or (None, None)
    one, them = face(player, names[player]), None if other is None else face(other, names[other])
    name, colour = (
        (BESIDE[OTHERS], quiet) if them is None or other is None else (names[other], them.colour)
    )
    return Side(names[player], one.colour, one, mine, where), Side(
        name, colour, them, theirs, where
    )


# --- Their rates ----------------------------------------------------------------------------------
_SUMS: Final = (
    ("Tricks", "a hand stayed in", "tricks", "trick"),
    ("Cards drawn", "a hand", "drawn", "card"),
)


class Shown(NamedTuple):
    """A side that has figures."""

    name: str
    colour: str
    face: Face | None
    figures: Row


def versus(sides: Sequence[Side]) -> None:
    """Show both sides as faces."""
    shown = [
        f"{markup(side.face) if side.face else ''}<b>{html.escape(wording.plain(side.name))}</b>"
        for side in sides
    ]
    st.html(f'<p class="versus"><span>{shown[0]}</span><i>beside</i><span>{shown[1]}</span></p>')


def compared(one: Shown, other: Shown, *, same_hands: bool) -> tuple[dict[str, Difference], int]:
    """The differences of the rates of both sides, by rate; and how many rates had enough hands on
    both sides.
    """
    enough = [
        name
        for name in RATES
        if min(one.figures[f"{name}_of"], other.figures[f"{name}_of"]) >= rates.FEW
    ]
    found = {}
    for name in enough:
        mine, theirs = ((side.figures[name], side.figures[f"{name}_of"]) for side in (one, other))
        by = difference(mine, theirs, len(enough), same_hands=same_hands)
        assert by is not None
        found[name] = by
    return found, len(enough)


def who_differs(who: str, than: str, found: Mapping[str, Difference]) -> str:
    """A sentence (Markdown) on the rates whose difference is hardly chance: of ``who``, beside
    ``than``, both Markdown.
    """
    sure = [
        f"{RATES[name][0].lower()} **{'more' if by.by > 0 else 'less'} often** ({rates.points(by)})"
        for name, by in found.items()
        if by.sure
    ]
    if sure:
        return f"{who} {wording.listed(sure)} than {than}."
    why = (
        "what differs may be chance"
        if found
        else f"with fewer than {rates.FEW} hands nobody can tell"
    )
    return f"{who} played much like {than}, as far as anybody can tell: {why}."


def legend(looked_at: int, *, same_hands: bool) -> None:
    """Explain how to read the differences, out of ``looked_at`` rates."""
    rates.legend(
        "Only hands dealt to both count: at other tables everybody's rates differ."
        if same_hands
        else "",
        f"{looked_at} rates with at least {rates.FEW} hands on both sides were compared, in "
        "points of 100. A difference "
        "whose interval reaches zero may be chance: it is grey, and “unsure”. All intervals of "
        "differences "
        "together hold the truth in at least 95 of 100 cases (they are Newcombe's, as wide as so "
        "many comparisons need)."
        if looked_at
        else "",
    )


def side_by_side(one: Shown, other: Shown, found: Mapping[str, Difference]) -> None:
    """Show every rate of both sides, and the difference."""
    rows: list[list[Cell | str]] = [
        [
            Cell(title, note=of),
            rates.rate(one.figures, name),
            rates.rate(other.figures, name),
            _by(found.get(name)),
        ]
        for name, (title, of) in RATES.items()
    ]
    rows += [
        [
            Cell(title, note=of),
            rates.mean(one.figures, name, thing),
            rates.mean(other.figures, name, thing),
            Cell(""),
        ]
        for title, of, name, thing in _SUMS
    ]
    rows.append(
        [
            Cell("Chips", note="a hand"),
            rates.chips_a_hand(one.figures),
            rates.chips_a_hand(other.figures),
            Cell(""),
        ]
    )
    heads = [Column(wording.plain(side.name, 18), face=side.face) for side in (one, other)]
    table("Rates side by side", [Column("How often"), *heads, Column("Points")], rows)


def _by(by: Difference | None) -> Cell:
    """The difference in percentage points; quiet if it may be chance, blank if it is unknown."""
    if by is None:
        return Cell("")
    reach = f"{_signed(by.low)} to {_signed(by.high)}"
    return (
        Cell(_signed(by.by), note=reach)
        if by.sure
        else Cell(_signed(by.by), "quiet", note=f"{reach} · unsure")
    )


def _signed(share: float) -> str:
    points = round(100 * share)
    return f"{'+' if points > 0 else '−' if points < 0 else ''}{abs(points)}"


_DRAWN: Final = 10
"""Hands of each side, from which on a rate is drawn: the interval of fewer reaches over most of the
picture.
"""


def picture(sides: Sequence[Shown], key: str) -> None:
    """Draw the rates of both sides with their intervals, one above the other; those of a handful of
    hands are in the table.
    """
    drawn = []
    shown = [
        name
        for name in reversed(RATES)
        if all(side.figures[f"{name}_of"] >= _DRAWN for side in sides)
    ]
    if not shown:
        return
    farthest = max(
        100 * side.figures[f"{name}_high"]
        for side in sides
        for name in shown
        if side.figures[f"{name}_of"]
    )
    for nth, side in enumerate(sides):
        mine = [name for name in shown if side.figures[f"{name}_of"]]
        share = [100 * side.figures[name] / side.figures[f"{name}_of"] for name in mine]
        high, low = (
            [100 * side.figures[f"{name}_{end}"] for name in mine] for end in ("high", "low")
        )
        above = 0.16 if nth == 0 else -0.16
        drawn.append(
            {
                "x": share,
                "y": [shown.index(name) + above for name in mine],
                "error_x": {
                    "type": "data",
                    "symmetric": False,
                    "array": [end - at for end, at in zip(high, share, strict=True)],
                    "arrayminus": [at - end for end, at in zip(low, share, strict=True)],
                    "thickness": 2,
                    "width": 0,
                },
                "mode": "markers+text",
                "marker": {"size": 10, "symbol": ("circle", "diamond")[nth], "color": side.colour},
                "text": [
                    wording.chart(side.name, 18) if name == shown[-1] else "" for name in mine
                ],
                "textposition": "top center" if nth == 0 else "bottom center",
                "hovertext": [
                    (
                        f"{wording.chart(side.name)}: {RATES[name][0].lower()} {at:.0f}% "
                        f"({rates.interval(side.figures, name)})"
                    )
                    for name, at in zip(mine, share, strict=True)
                ],
                "hoverinfo": "text",
                "showlegend": False,
                "cliponaxis": False,
            }
        )
    layout = {
        "yaxis": {
            "range": [-0.6, len(shown) - 0.3],
            "tickmode": "array",
            "tickvals": list(range(len(shown))),
            "ticktext": [RATES[name][0] for name in shown],
            "zeroline": False,
            "showgrid": False,
        },
        "xaxis": {
            "range": [-1, min(100, farthest + 5)],
            "showgrid": True,
            "nticks": 6,
            "zeroline": False,
        },
    }
    charts.show(
        {"data": drawn, "layout": layout},
        key,
        "Share of the hands, in %",
        "",
        110 + 62 * len(shown),
    )
