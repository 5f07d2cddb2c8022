"""Everybody side by side: who is up, who is down, and how each of them plays.

Winnings over time as lines, and the same as a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

import polars as pl
import streamlit as st

from dashboard.frame import address, charts, filters, navigation, wording
from dashboard.frame.charts import Line
from dashboard.frame.component import typed_text
from dashboard.frame.faces import face
from dashboard.frame.me import my_account
from dashboard.frame.shown_book import asked, the_book
from dashboard.frame.table import Cell, Column, download, table
from dashboard.frame.wording import ranged, rate_is_clear, signed_estimate
from dashboard.players import rates
from dashboard.players.one_player import LATELY
from ledger.book.members.people import never_met, spelt_alike
from ledger.errors import shell_text
from ledger.export import figure
from ledger.log.words import visible
from ledger.stats import ENOUGH, STATISTICS

Row = Mapping[str, Any]
_MOST_ASKED: Final = 3
_MOST_LOOKED_AT: Final = 100


def answer(money: pl.DataFrame, unit: str) -> str:
    """A sentence (Markdown) on who is up and who is down the most; ``money`` is as from
    ``ledger.player_money``.
    """
    here = money.filter(unit=unit)
    said = []
    for which, found in (
        ("up", here.filter(amount=pl.col("amount").max())),
        ("down", here.filter(amount=pl.col("amount").min())),
    ):
        some = found.filter(pl.col("amount") > 0 if which == "up" else pl.col("amount") < 0).sort(
            "name"
        )
        if some.is_empty():
            continue
        one, names = some.row(0, named=True), some["name"].to_list()
        amount = wording.signed_md(one["amount"], unit)
        if len(names) == 1:
            nights = wording.counted(one["evenings"], "evening")
            said.append(f"**{wording.md(one['name'])} is {which} the most:** {amount} in {nights}.")
        else:
            who = (
                wording.listed([wording.md(name) for name in names])
                if len(names) < 4
                else f"{len(names)} players"
            )
            said.append(f"**{who} are {which} the most:** {amount} each.")
    return " ".join(said) or "Nobody is up and nobody is down."


def ask_who_is_one() -> None:
    """Ask viewers who may import about names that differ only in spelling; nobody is merged without
    asking.
    """
    alike = {
        (one.id, other.id): (one.name, other.name)
        for one, other in spelt_alike(the_book().settings())[:_MOST_LOOKED_AT]
    }
    pairs = asked(never_met, list(alike)) if alike and navigation.may_see("import") else []
    for one, other in map(alike.__getitem__, pairs[:_MOST_ASKED]):
        st.markdown(
            f":material/help: **{wording.md(other)}** is spelled almost like "
            f"**{wording.md(one)}**. If they are one person:"
        )
        merge = visible(shell_text(["bourre", "players", "merge", one, other]))
        typed_text(merge, f"command {merge}")


class Figure(NamedTuple):
    """A figure of every player from ``ledger.player_figures``: a column of the table, and columns
    of the CSV file.

    ``cell`` makes the cell from a player's statistics; ``hidden_on_phones`` if a phone has no room
    for the column. Without a ``heading`` it is only in the file; ``plain`` are the names of its
    columns there.
    """

    plain: tuple[str, ...]
    heading: str = ""
    cell: Callable[[Row], Cell] = lambda _: Cell("")
    right: bool = False
    hidden_on_phones: bool = False


FIGURES: Final = (
    Figure(("evenings",)),
    Figure(("hands",)),
    *(
        Figure(
            (one.name, f"{one.name}_of"),
            one.heading,
            rates.of(one.name),
            hidden_on_phones=one.name != "bourres",
        )
        for one in STATISTICS
        if one.heading is not None
    ),
    Figure(("reneges_proved",)),
    Figure(("tricks", "tricks_of")),
    Figure(("drawn", "drawn_of")),
    Figure(("chips",), "Chips a hand", rates.chips_a_hand, right=True, hidden_on_phones=True),
    Figure(("net",)),
)
"""The columns after name and money, in order; those of rates follow from ``STATISTICS``."""


def everybody(
    figures: pl.DataFrame,
    money: pl.DataFrame,
    unit: str,
    lucky: pl.DataFrame,
    over_time: pl.DataFrame,
) -> None:
    """Show a row for each player, those who won most first; ``figures`` are as from
    ``ledger.player_figures``.

    ``over_time`` (``ledger.winnings_over_time``) has the evenings that each played, of which the
    last are told one by one.

    ``lucky`` are rows of ``ledger.player_insight``: if anybody has enough hands, there is a column
    of stakes without luck.
    """
    apart = {row["player"]: row for row in lucky.iter_rows(named=True) if row["hands"] >= ENOUGH}
    won = {row["player"]: row["amount"] for row in money.filter(unit=unit).iter_rows(named=True)}
    rows = sorted(
        figures.iter_rows(named=True), key=lambda row: (-won.get(row["player"], 0), row["name"])
    )
    by_hand = figures["hands"].sum() > 0
    shown, played = [one for one in FIGURES if one.heading and by_hand], over_time.filter(unit=unit)
    table(
        "Everybody",
        [
            Column("Player"),
            Column("Won or lost", right=True),
            *([Column("Stakes without luck", right=True, hidden_on_phones=True)] if apart else []),
            *(
                Column(
                    one.heading, right=one.right, hidden_on_phones=one.hidden_on_phones, scaled=True
                )
                for one in shown
            ),
            Column("Lately", hidden_on_phones=True),  # a phone would cut the latest off
        ],
        [
            [
                _player(row),
                _money(won.get(row["player"]), unit),
                *([without_luck(apart.get(row["player"]))] if apart else []),
                *(one.cell(row) for one in shown),
                _lately(played.filter(player=row["player"]).tail(LATELY)),
            ]
            for row in rows
        ],
    )
    plain = [name for one in FIGURES for name in one.plain]
    download(
        "players",
        ["player", *plain, "unit", "amount"],
        lambda: [
            [
                row["name"],
                *(row[name] for name in plain),
                unit,
                _plain(won.get(row["player"]), unit),
            ]
            for row in rows
        ],
    )


def _lately(evenings: pl.DataFrame) -> Cell:
    """The last evenings that somebody played, as signs: the latest on the right."""
    marks = [
        Cell(
            "▲" if row["amount"] > 0 else "▼" if row["amount"] < 0 else "=",
            wording.tone(row["amount"]),
            tip=f"{wording.short_day(row['date'])}: {wording.signed(row['amount'], row['unit'])}",
        )
        for row in evenings.iter_rows(named=True)
    ]
    return Cell("".join(one.text for one in marks), marks=marks)


def _player(row: Row) -> Cell:
    hands = f"{wording.counted(row['hands'], 'hand')}, " if row["hands"] else ""
    about = hands + wording.counted(row["evenings"], "evening")
    who = face(row["player"], row["name"])
    return Cell(
        row["name"],
        page="player",
        query={"player": row["player"]},
        tip=row["name"],
        note=about,
        face=who,
    )


def without_luck(row: Row | None) -> Cell:
    """Stakes won in 100 hands without luck, with the range; ``row`` is None for a player with too
    few hands.
    """
    if row is None:
        return Cell("too few", "quiet")
    rate = row["skill_rate"]
    tone = wording.tone(1 if rate > 0 else -1) if rate_is_clear(row, "skill_rate") else ""
    note = f"{ranged(row, 'skill_rate', signed_estimate)} · {wording.counted(row['hands'], 'hand')}"
    return Cell(signed_estimate(rate, 1), tone, note=note)


def _money(amount: int | None, unit: str) -> Cell:
    return Cell("") if amount is None else Cell(wording.signed(amount, unit), wording.tone(amount))


def _plain(amount: int | None, unit: str) -> object:
    return "" if amount is None else figure(amount, unit)


# --- Winnings over time ---------------------------------------------------------------------------
_MOST_POINTS: Final = 150
"""Points of a line; with more than a dozen lines each has fewer, so that the total stays that of a
dozen.
"""


def everybodys_chart(over_time: pl.DataFrame, unit: str) -> None:
    """Draw everybody's running total by session, in one unit; ``over_time`` is as from
    ``ledger.stats``.

    With many players only chosen lines are coloured.
    """
    found = sorted(
        lines(over_time.filter(unit=unit), unit), key=lambda line: (-abs(line.y[-1]), line.name)
    )
    coloured = charts.outstanding(found, my_account())
    if len(coloured) < len(found):
        names = {
            str(line.player): line.name
            for line in sorted(found, key=lambda line: line.name.casefold())
        }
        coloured = {int(player) for player in _in_colour(names)} or coloured
    charts.lines_chart(
        found, f"Won or lost, in {wording.chart(unit)}", "winnings of everybody", coloured
    )
    grey = "" if len(coloured) == len(found) else " The others are grey."
    st.caption(
        f"Won or lost up to each evening, in {wording.md(unit)}; the table above says where each "
        f"line ends.{grey}"
    )


def _in_colour(names: Mapping[str, str]) -> list[str]:
    """A widget to choose whose lines are coloured; returns the names.

    The list is sent only when unfolded.
    """
    folded = st.popover("In colour", icon=":material/palette:", key="in colour", on_change="rerun")
    if not folded.open:
        return [player for player in address.words("colour") if player in names]
    with folded:
        return filters.choices("In colour", "colour", names, empty="Who won or lost the most")


def chart_and_table(over_time: pl.DataFrame, unit: str, key: str, name: str) -> None:
    """Draw one player's running total by session, in one unit, and offer the same as a table called
    ``name``.
    """
    charts.lines_chart(list(lines(over_time, unit)), f"Won or lost, in {wording.chart(unit)}", key)
    folded = st.expander("Show as a table", key=f"{key} as a table", on_change="rerun")
    if folded.open:
        with folded:
            _table(name, over_time)


def lines(over_time: pl.DataFrame, unit: str) -> Iterator[Line]:
    """Yield the lines of players, thinned out to a limited number of points that always includes
    the last.
    """
    most = min(_MOST_POINTS, max(2, 12 * _MOST_POINTS // max(1, over_time["player"].n_unique())))
    for (player,), mine in over_time.group_by("player", maintain_order=True):
        step = -(-mine.height // most)
        days, amounts = (mine[name].to_list()[::-step][::-1] for name in ("date", "amount_until"))
        name = mine["name"][0]
        who = wording.chart(name)
        said = [
            (
                f"{who} until {wording.short_day(day)}: "
                f"{wording.chart(wording.signed(amount, unit), 40)}"
            )
            for day, amount in zip(days, amounts, strict=True)
        ]
        assert isinstance(player, int)
        opens = [
            {"page": "session", "session": session}
            for session in mine["session"].to_list()[::-step][::-1]
        ]
        yield Line(
            player, name, days, [float(figure(amount, unit)) for amount in amounts], said, opens
        )


def _table(name: str, evenings: pl.DataFrame) -> None:
    rows = list(evenings.reverse().iter_rows(named=True))
    table(
        name,
        [
            Column("Evening"),
            Column("Title", hidden_on_phones=True),
            Column("Won or lost", right=True),
            Column("Until then", right=True),
        ],
        [
            [
                Cell(row["date"].isoformat(), page="session", query={"session": row["session"]}),
                Cell(wording.evening(row["title"], row["session"], row["date"]), "quiet"),
                Cell(wording.signed(row["amount"], row["unit"]), wording.tone(row["amount"])),
                Cell(
                    wording.signed(row["amount_until"], row["unit"]),
                    wording.tone(row["amount_until"]),
                ),
            ]
            for row in rows
        ],
        most=50,
    )
    download(
        name,
        ["date", "session", "title", "unit", "amount", "amount_until"],
        lambda: (
            (
                row["date"].isoformat(),
                row["session"],
                row["title"] or "",
                row["unit"],
                figure(row["amount"], row["unit"]),
                figure(row["amount_until"], row["unit"]),
            )
            for row in rows
        ),
    )
