"""One player: winning or losing, and streaks, in sentences; then rates, means and records in
tables.

What a player won without luck, and what staying and passing cost, in the evenings that are worked
out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from itertools import accumulate
from typing import Any, Final

import polars as pl
import streamlit as st

from dashboard.frame import charts, how_often, navigation, page, theme, wording
from dashboard.frame.shown_book import asked_priced, being_recorded, evenings_called
from dashboard.frame.table import Cell, Column, table
from dashboard.frame.wording import estimate, ranged, rate_is_clear, signed_estimate
from dashboard.players import rates
from ledger.book import TABLE, unpriced
from ledger.money import amount_text
from ledger.stats import (
    CHARTED,
    ENOUGH,
    KINDS,
    PER,
    PRICED_FROM,
    THIS_TABLE,
    Filter,
    player_insight,
)

Row = Mapping[str, Any]
_BESIDES: Final = "results, counted chips, rulings, transfers and divided pots"
"""The sources of wins and losses besides hands."""


# --- In sentences ---------------------------------------------------------------------------------
def in_money(money: Iterable[Row]) -> list[str]:
    """Sentences (Markdown) on whether a player is up over all sessions, one for each currency."""
    return [
        f"**{'Winning' if one['amount'] > 0 else 'Losing' if one['amount'] < 0 else 'Square'}:** "
        f"{wording.signed_md(one['amount'], one['unit'])} in "
        f"{wording.counted(one['evenings'], 'evening')}."
        for one in money
    ]


def winning(figures: Row, money: Iterable[Row]) -> str:
    """Sentences (Markdown) on whether a player is up: in money over all sessions, in chips over all
    hands.
    """
    said = in_money(money)
    if not figures["hands"]:
        return " ".join([*said, "**No hands are counted** for this player in this selection."])
    hands = wording.counted(figures["hands"], "hand")
    each = rates.a_hand(figures["chips"], figures["hands"])
    said.append(
        f"That is {wording.signed_md(figures['chips'], 'chips')} in {hands}, {each} a hand."
    )
    if figures["between"]:
        said.append(
            f"{_BESIDES[0].upper()}{_BESIDES[1:]} brought "
            f"{wording.signed_md(figures['between'], 'chips')} besides."
        )
    if figures["hands"] < rates.FEW:
        said.append(f"Fewer than {rates.FEW} hands say little about how somebody plays.")
    return " ".join(said)


def lately(over_time: pl.DataFrame) -> None:
    """Show how it went as a small line, and the last evenings; ``over_time`` is a player's, as from
    ``winnings_over_time``.
    """
    for (unit,), rows in over_time.group_by("unit", maintain_order=True):
        amounts = rows["amount"].to_list()
        last, where = (
            amounts[-LATELY:],
            f", in {wording.md(str(unit))}" if over_time["unit"].n_unique() > 1 else "",
        )
        if len(amounts) > 1:
            low, high = (
                amount_text(end(0, *accumulate(amounts)), str(unit), signed=True)
                for end in (min, max)
            )
            charts.sparkline(
                [0, *accumulate(amounts)],
                f"Won and lost, evening by evening: lowest {low}, highest {high}",
                theme.player_colour(rows["player"][0]),
            )
            signs = " ".join(
                ":blue[▲]" if one > 0 else ":orange[▼]" if one < 0 else "=" for one in last
            )
            won = sum(one > 0 for one in last)
            st.markdown(
                f"**Lately:** {signs} won {won} of the last {len(last)} evenings played{where}, "
                "the latest on the right."
            )


def at_a_glance(figures: Row, money: Iterable[Row]) -> None:
    """Show the rates that tell most of a player, and the best and the worst evening, side
    by side.
    """
    told = []
    for name in ("stayed", "won", "bourres"):
        title, of_what = rates.RATES[name]
        count, of = figures[name], figures[f"{name}_of"]
        if of:
            few = "few: " if of < rates.FEW else ""
            told.append(
                (
                    title,
                    f"{100 * count / of:.0f}%",
                    f"{few}{count:,} of {of:,} {of_what.removeprefix('of ')}",
                    "",
                )
            )
    for one in money:
        for which in ("best", "worst"):
            amount, day = one[which], wording.short_day(one[f"{which}_date"])
            told.append(
                (
                    f"{which.capitalize()} evening",
                    wording.signed(amount, one["unit"]),
                    day,
                    wording.tone(amount),
                )
            )
    page.facts(told)


def style(named: Sequence[str]) -> str:
    """A sentence (Markdown) on how a player plays: the surest of the differences from others, if
    there is any.
    """
    return (
        f"**Style:** {named[0]}"
        if named
        else "**Style:** like everybody else's, as far as these hands can tell."
    )


LATELY: Final = 5  # evenings played that are told one by one


def in_a_row(streak: Row) -> str:
    """A sentence (Markdown) on a player's current and longest streaks of evenings."""
    now, said = streak["current"], []
    if abs(now) > 1:
        said.append(f"{'Won' if now > 0 else 'Lost'} the last **{abs(now)}** evenings.")
    longest = [
        (
            f"{streak[which]:,} {how} "
            f"({days_between(streak[f'{which}_since'], streak[f'{which}_until'])})"
        )
        for which, how in (("winning", "won"), ("losing", "lost"))
        if streak[which] > 1
    ]
    if longest:
        said.append(f"Most evenings in a row: {', '.join(longest)}.")
    return " ".join(said)


def days_between(since: date, until: date) -> str:
    """A range of days: the year only once if it is the same; a single day alone."""
    if since == until:
        return f"{since.day} {since:%b %Y}"
    first = f"{since.day} {since:%b}" if since.year == until.year else f"{since.day} {since:%b %Y}"
    return f"{first} to {until.day} {until:%b %Y}"


# --- In tables ------------------------------------------------------------------------------------
def tables(figures: Row, money: Iterable[Row]) -> None:
    """Show every figure of a player: rates on the left, the rest on the right, and how to read
    them.
    """
    left, right = st.columns(2, gap="large")
    with left:
        rows = [
            [Cell(title, note=of), rates.rate(figures, name)]
            for name, (title, of) in rates.RATES.items()
        ]
        table("Rates", [Column("How often"), Column("Rate")], rows)
    with right:
        _sums_table(figures, money)
    rates.legend()


def _sums_table(figures: Row, money: Iterable[Row]) -> None:
    records = ("pot", "match")
    way_to = navigation.hand_queries(
        figures[f"{most}_session"] for most in records if figures[most] is not None
    )
    pot, match = (_hand(figures, most, way_to) for most in records)
    net, besides, reneges = figures["net"], figures["between"], figures["reneges_proved"]
    note = f"{wording.signed(besides, 'chips')} of it by {_BESIDES}" if besides else ""
    rows = [
        [Cell("Hands dealt"), Cell(f"{figures['hands']:,}")],
        [Cell("Tricks a hand stayed"), rates.mean(figures, "tricks", "trick")],
        [Cell("Cards drawn a hand"), rates.mean(figures, "drawn", "card")],
        [
            Cell("Chips won or lost"),
            Cell(wording.signed(net, "chips"), wording.tone(net), note=note),
        ],
        [Cell("Chips a hand"), rates.chips_a_hand(figures)],
        [Cell("Biggest pot won"), pot],
        [Cell("Most expensive bourré"), match],
        # blank if nobody can tell
        [Cell("Reneges proved"), Cell(f"{reneges:,}" if reneges or figures["reneges_of"] else "")],
    ]
    for one in money:
        rows += [
            [Cell(f"{which.capitalize()} evening"), _evening(one, which)]
            for which in ("best", "worst")
        ]
    table("Sums, means and records", [Column("How much"), Column("Figure", right=True)], rows)


def _hand(figures: Row, most: str, way_to: Callable[[str, int], dict[str, object]]) -> Cell:
    """A link to the replay of a record hand; blank if there is none."""
    if figures[most] is None:
        return Cell("")
    session, place, number = (figures[f"{most}_{part}"] for part in ("session", "hand", "number"))
    called = f"hand {place if number is None else number}, {evenings_called({session})[session]}"
    return Cell(
        wording.counted(figures[most], "chip"),
        page="replay",
        query=way_to(session, place),
        note=called,
    )


def _evening(one: Row, which: str) -> Cell:
    return Cell(
        wording.signed(one[which], one["unit"]),
        wording.tone(one[which]),
        page="session",
        query={"session": one[f"{which}_session"]},
        note=wording.day(one[f"{which}_date"]),
    )


# --- Without luck ---------------------------------------------------------------------------------
_CHANCE = "That may still be chance."


def show_luck(player: int, where: Filter) -> None:
    """Show chips won, chips without luck, and what decisions cost; if there are too few hands, say
    only that.
    """
    how_often.show(where, player)
    st.subheader("Apart from luck", anchor=False)
    rows = asked_priced(player_insight, where).filter(player=player).rows(named=True)
    sessions, hands = asked_priced(unpriced, TABLE, tuple(sorted(being_recorded())))
    if rows and not rows[0]["hands"] and not rows[0]["priced"] and not sessions:
        st.markdown(
            "**No figure:** it takes hands with every card dealt written down, and here there are "
            "none."
        )
    elif rows:
        left, right = st.columns(2, gap="large")
        with left:
            _chips(rows[0])
        with right:
            _costs(rows[0])
        if rows[0]["priced"]:
            st.caption(PRICED_FROM[THIS_TABLE])
    elif not sessions:
        st.markdown("**Too few:** no decision to stay or pass is written down.")
    if sessions:
        missing = f"{wording.counted(sessions, 'evening')} with {wording.counted(hands, 'hand')}"
        st.markdown(
            f"**Not worked out yet:** {missing}, for all players. The page *Luck and decisions* "
            "shows how far that is."
        )
    navigation.link("insight", "Luck and decisions of everybody")


def _chips(row: Row) -> None:
    here = theme.tokens()
    st.markdown(without_luck(row))
    if row["hands"] >= ENOUGH:
        _bars(
            row,
            {"Without luck": "skill_rate"},
            f"Stakes won in {PER} hands",
            "without luck",
            (here.won, here.lost),
        )


def without_luck(row: Row) -> str:
    """A sentence (Markdown) on what was won without luck, with its range, or that hands are below
    ``ENOUGH``.
    """
    hands = wording.counted(row["hands"], "hand")
    if row["hands"] < ENOUGH:
        return (
            f"**Too few** with every card written down: {hands}. It takes {ENOUGH} to tell what "
            "was won without luck."
        )
    rate = signed_estimate(row["skill_rate"], 1)
    said = (
        f"Without the luck of place, deal and draw: **{rate} stakes in {PER} hands** (19 times "
        "out of 20 the truth lies between "
        f"{ranged(row, 'skill_rate', signed_estimate).replace(' to ', ' and ')}). In {hands} with "
        "every card written down: won "
        f"{signed_estimate(row['chips'])} chips, without luck {signed_estimate(row['skill'])}."
    )
    return said if rate_is_clear(row, "skill_rate") else f"{said} {_CHANCE}"


_DID: Final = {
    "staying": "staying where passing was worth more",
    "passing": "passing where staying was worth more",
    "discarding": "throwing away other cards than were best",
    "playing": "playing other cards than were best",
}


def _costs(row: Row) -> None:
    here = theme.tokens()
    st.markdown(costs(row))
    if row["priced"] >= ENOUGH:
        shown = {kind.capitalize(): kind for kind in _DID if row[KINDS[kind][1]] >= ENOUGH}
        _bars(
            row,
            shown,
            f"Stakes lost in {PER} hands (mark: the stay chart)",
            "cost of decisions",
            (here.lost, here.won),
        )


def costs(row: Row) -> str:
    """A sentence (Markdown) on what staying and passing cost, with ranges, or that decisions are
    below ``ENOUGH``.
    """
    priced = f"{row['priced']:,} of {row['decisions']:,}"
    if row["priced"] < ENOUGH:
        return (
            f"**Too few** decisions to stay or pass have a price: {priced}. It takes {ENOUGH} to "
            "tell what they cost."
        )
    said = []
    for kind, did in _DID.items():
        if row[KINDS[kind][1]] >= ENOUGH:
            chart = (
                f"; somebody who follows the chart {estimate(row[f'{kind}_chart'])}"
                if kind in CHARTED
                else ""
            )
            said.append(
                f"- {did}: **{estimate(row[kind])} stakes** ({ranged(row, kind)}{chart}), "
                f"{estimate(row[f'lost_{kind}'], 0)} chips in all"
            )
    leaks = [kind for kind in CHARTED if row[f"{kind}_leak"]]
    more = (
        f"That is certainly more than the chart loses by {wording.listed(leaks)}"
        if leaks
        else "What is beyond the chart may be chance"
    )
    of = f"{more}. {priced} decisions to stay or pass have a price."
    return "\n".join([f"What decisions cost in {PER} hands dealt:", "", *said, "", of])


def _bars(
    row: Row, shown: Mapping[str, str], unit: str, key: str, colours: tuple[str, str]
) -> None:
    """Draw rates with their ranges as bars from zero, the first on top, and what the stay chart
    loses as a stroke.

    Rates of ``row`` are ``shown`` by name; ``colours`` are of those above and below zero, which are
    grey if they may be chance.
    """
    here = theme.tokens()
    names = list(shown)[::-1]
    rates = [shown[name] for name in names]
    values = [row[rate] for rate in rates]
    certain = [
        row[f"{rate}_leak"] if rate in CHARTED else rate not in KINDS and rate_is_clear(row, rate)
        for rate in rates
    ]
    bars = {
        "type": "bar",
        "orientation": "h",
        "x": values,
        "y": names,
        "width": 0.55,
        "marker": {
            "color": [
                colours[value < 0] if sure else here.quiet
                for value, sure in zip(values, certain, strict=True)
            ],
            "opacity": 0.75,
        },
        "error_x": {
            "type": "data",
            "symmetric": False,
            "array": [row[f"{rate}_high"] - row[rate] for rate in rates],
            "arrayminus": [row[rate] - row[f"{rate}_low"] for rate in rates],
            "color": here.ink,
            "thickness": 3,
            "width": 0,
        },
        "hoverinfo": "skip",
    }
    charted = [(row[f"{rate}_chart"], name) for name, rate in shown.items() if rate in CHARTED]
    stroke = {"symbol": "line-ns", "size": 22, "line": {"width": 3, "color": here.link}}
    strokes = {
        "type": "scatter",
        "mode": "markers",
        "x": [value for value, _ in charted],
        "y": [name for _, name in charted],
        "marker": stroke,
        "hoverinfo": "skip",
    }
    layout = {
        "xaxis": {"showgrid": True, "nticks": 6, "zeroline": True},
        "yaxis": {"showgrid": False},
        "showlegend": False,
    }
    charts.show({"data": [bars, strokes], "layout": layout}, key, unit, "", 190)
