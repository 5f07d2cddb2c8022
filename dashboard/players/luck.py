"""What a player won without luck, and what staying and passing cost, in the evenings that are worked out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from dashboard.frame import charts, navigation, theme, wording
from dashboard.frame.estimates import PER, is_clear, per_hundred, plain, priced_of, signed
from dashboard.frame.shown_book import asked_priced
from ledger.book import unpriced
from ledger.stats import ENOUGH, PRICED_FROM, THIS_TABLE, Filter, player_insight

Row = Mapping[str, Any]

_CHANCE = "That may still be chance."


def show(player: int, where: Filter) -> None:
    """Show chips won, chips without luck, and what decisions cost; if there are too few hands, say only that."""
    st.subheader("Apart from luck", anchor=False)
    rows = asked_priced(player_insight, where).filter(player=player).rows(named=True)
    sessions, hands = asked_priced(unpriced)
    if rows and not rows[0]["hands"] and not rows[0]["priced"] and not sessions:
        st.markdown("**No figure:** it takes hands with every card dealt written down, and here there are none.")
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
        st.markdown(f"**Not worked out yet:** {missing}, for all players. The page *Luck and decisions* works them out.")
    navigation.link("insight", "Luck and decisions of everybody")


def _chips(row: Row) -> None:
    """Show, in words and as bars, what was won, and what is left of it without luck."""
    here = theme.tokens()
    st.markdown(without_luck(row))
    if row["hands"] >= ENOUGH:
        figures = {"Won": (row["chips"], 0.0), "Without luck": (row["skill"], row["skill_reach"])}
        _bars(figures, "Chips", "without luck", here.won, here.lost)


def without_luck(row: Row) -> str:
    """A sentence (Markdown) on chips won and chips without luck with their interval, or that hands are below ``ENOUGH``."""
    hands = wording.counted(row["hands"], "hand")
    if row["hands"] < ENOUGH:
        return f"**Too few** with every card written down: {hands}. From {ENOUGH} on this tells what was won without luck."
    skill, reach = row["skill"], row["skill_reach"]
    low, high = signed(skill - reach), signed(skill + reach)
    said = (
        f"Won: **{signed(row['chips'])} chips** in {hands} with every card written down. Without the luck of place, deal and "
        f"draw: **{signed(skill)}** (19 times out of 20 the truth lies between {low} and {high})."
    )
    return said if is_clear(skill, reach) else f"{said} {_CHANCE}"


def _costs(row: Row) -> None:
    """Show, in words and as bars, what each kind of decision cost."""
    here = theme.tokens()
    st.markdown(costs(row))
    if row["priced"] >= ENOUGH:
        figures = {"Staying": per_hundred(row, "staying"), "Passing": per_hundred(row, "passing")}
        if row["discards_priced"] >= ENOUGH:
            figures["Discards"] = per_hundred(row, "discarding")
        if row["cards_priced"] >= ENOUGH:
            figures["Cards"] = per_hundred(row, "playing")
        _bars(figures, f"Chips lost in {PER} hands", "cost of decisions", here.lost, here.won)


def costs(row: Row) -> str:
    """A sentence (Markdown) on what staying and passing cost, with intervals, or that decisions are below ``ENOUGH``."""
    priced = f"{row['priced']:,} of {row['decisions']:,}"
    if row["priced"] < ENOUGH:
        return f"**Too few** decisions to stay or pass have a price: {priced}. From {ENOUGH} on this tells what they cost."
    said = []
    for did, kind in (
        ("staying where passing was worth more", "staying"),
        ("passing where staying was worth more", "passing"),
        ("throwing away other cards than were best", "discarding"),
        ("playing other cards than were best", "playing"),
    ):
        if row[priced_of(kind)] < ENOUGH:
            continue
        cost, reach = per_hundred(row, kind)
        truth = f"({plain(cost - reach)} to {plain(cost + reach)})" + ("" if is_clear(cost, reach) else ", which may be chance")
        said.append(f"{did} cost **{plain(cost)} chips** {truth}")
    return f"In {PER} hands dealt, {'; '.join(said)}. {priced} decisions to stay or pass have a price."


def _bars(figures: Mapping[str, tuple[float, float]], unit: str, key: str, above: str, below: str) -> None:
    """Draw figures with margins of error as bars from zero, the first on top: coloured by sign, grey if it may be chance."""
    here = theme.tokens()
    names = list(figures)[::-1]
    values, reaches = ([figures[name][part] for name in names] for part in (0, 1))
    both = zip(values, reaches, strict=True)
    colours = [(above if value > 0 else below) if is_clear(value, reach) else here.quiet for value, reach in both]
    bars = {
        "type": "bar",
        "orientation": "h",
        "x": values,
        "y": names,
        "width": 0.55,
        "marker": {"color": colours, "opacity": 0.75},
        "error_x": {"type": "data", "array": reaches, "color": here.ink, "thickness": 3, "width": 0},
        "hoverinfo": "skip",
    }
    layout = {"xaxis": {"showgrid": True, "nticks": 6, "zeroline": True}, "yaxis": {"showgrid": False}, "showlegend": False}
    charts.show({"data": [bars], "layout": layout}, key, unit, "", 190)
