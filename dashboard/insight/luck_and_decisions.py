"""Chips won beside the luck of the cards, and decisions to stay or pass that are worth another look."""

from __future__ import annotations

from typing import Any, Final

import polars as pl
import streamlit as st

from dashboard.frame import navigation, wording
from dashboard.frame.estimates import PER, SEEN, is_clear, per_hundred, plain, signed
from dashboard.frame.me import my_account
from dashboard.frame.shown_book import asked_priced
from dashboard.frame.table import Cell, Column, table
from ledger.game.cards import NAMES
from ledger.stats import ENOUGH, EVEN_TABLE, THIS_TABLE, Filter, notable_decisions, player_insight

ANSWER: Final = (
    "How much was luck of the cards, and what staying or passing cost where the other was worth more: estimates, in chips."
)


_REFERENCES: Final = {THIS_TABLE: "against this table", EVEN_TABLE: "against an even table"}


def reference() -> str:
    """Ask against which table decisions are priced."""
    shown: str = st.segmented_control(
        "Priced", list(_REFERENCES), default=THIS_TABLE, format_func=_REFERENCES.__getitem__, required=True
    )
    return shown


def of_everybody(where: Filter, against: str) -> pl.DataFrame:
    """A row for each player, of the evenings that are worked out."""
    return asked_priced(player_insight, where, against)


def anything_priced(everybody: pl.DataFrame) -> bool:
    """True if a decision has a price: somebody wrote down what was dealt."""
    return int(everybody["priced"].sum()) > 0


def teach() -> None:
    """Say what a log must hold for this page."""
    with st.container(border=True):
        st.markdown("**No hand here has the cards that were dealt**")
        st.markdown(
            "Luck and prices are told of what is written down, and of nothing else: of each player the five cards dealt, also of "
            "those who pass, and what was thrown away and drawn. In a log that is `dealt`, `out` and `in`; on the record page, "
            "*card by card*."
        )


def with_discards() -> bool:
    """Ask whether what was thrown away is to be priced as well: that takes longer."""
    return st.toggle("Discards as well", help="What was thrown away takes twice as long to work out as the rest.")


def show_everybody(everybody: pl.DataFrame, *, discards: bool) -> None:
    """Show a line for each player, the best without luck first; little to go by is said to be."""
    ranked = everybody.sort(pl.when(pl.col("hands") >= ENOUGH).then("skill"), descending=True, nulls_last=True)
    table(
        "Luck and decisions",
        [
            Column("Player"),
            Column("Won", right=True),
            Column("Luck", right=True, roomy=True),
            Column("Without luck", right=True),
            Column("Staying cost", right=True),
            Column("Passing cost", right=True),
            *([Column("Discards cost", right=True)] if discards else []),
            Column("Priced", right=True, roomy=True),
        ],
        [
            [
                Cell(row["name"], page="player", query={"player": row["player"]}),
                *_luck(row),
                *_costs(row),
                *([_discards(row)] if discards else []),
                Cell(f"{row['priced']:,} of {row['decisions']:,}", "quiet"),
            ]
            for row in ranked.to_dicts()
        ],
    )


def _luck(row: dict[str, Any]) -> list[Cell]:
    note = wording.counted(row["hands"], "hand")
    if row["hands"] < ENOUGH:
        return [Cell("too few", "quiet", note=note), Cell(""), Cell("")]
    clear = is_clear(row["skill"], row["skill_reach"])
    return [
        Cell(signed(row["chips"]), wording.tone(round(row["chips"])), note=note),
        Cell(signed(row["luck"])),
        Cell(signed(row["skill"]), wording.tone(round(row["skill"])) if clear else "", note=f"±{row['skill_reach']:,.0f}"),
    ]


def _costs(row: dict[str, Any]) -> list[Cell]:
    if row["priced"] < ENOUGH:
        return [Cell("too few", "quiet"), Cell("")]
    return [_cost(*per_hundred(row, kind)) for kind in ("staying", "passing")]


def _discards(row: dict[str, Any]) -> Cell:
    note = f"{row['discards_priced']:,} of {row['discards']:,}"
    if row["discards_priced"] < ENOUGH:
        return Cell("too few", "quiet", note=note)
    return _cost(*per_hundred(row, "discarding"))


def _cost(cost: float, reach: float) -> Cell:
    return Cell(plain(cost), "lost" if cost > reach else "", note=f"±{reach:,.1f}")


def show_notable(everybody: pl.DataFrame, where: Filter, against: str) -> None:
    """Show the decisions of one player that cost the most for certain, and those worth most, each with its way to the replay."""
    st.subheader("Worth another look", anchor=False)
    names = dict(everybody.select("player", "name").iter_rows())
    players = list(names)
    mine = my_account()
    at = players.index(mine) if mine in players else 0
    player = st.selectbox("Player", players, at, format_func=names.__getitem__)
    cost = asked_priced(notable_decisions, player, where, against).to_dicts()
    if cost:
        _decisions(f"Decisions of {names[player]} that cost the most", cost, "lost")
    else:
        st.markdown("Nothing of which it is certain that the other was worth more.")
    well = asked_priced(notable_decisions, player, where, against, well=True).to_dicts()
    if well:
        _decisions(f"Decisions of {names[player]} that were worth most", well, "won")


def _decisions(name: str, rows: list[dict[str, Any]], tone: str) -> None:
    st.markdown(f"**{name}**")
    way_to = navigation.hand_queries(row["id"] for row in rows)
    table(
        name,
        [Column("Hand"), Column("Decision"), Column("Chips", right=True)],
        [_decision(row, tone, way_to(row["id"], row["hand"])) for row in rows],
    )


def _decision(row: dict[str, Any], tone: str, way: dict[str, object]) -> list[Cell]:
    if row["kind"] == "discard":
        did = f"threw away {wording.cards_of(row['chosen'])}, not {wording.cards_of(row['best'])}"
    else:
        did = ("stayed " if row["chosen"] else "passed ") + (f"with {row['before']} in" if row["before"] else "with nobody in")
    dealt = f"{wording.cards_of(row['dealt'])} · {wording.card(NAMES[row['turned']])} turned"
    return [
        Cell(f"hand {row['number']}", page="replay", query=way, note=row["id"]),
        Cell(did, note=dealt),
        Cell(f"{row['chips']:.1f}", tone, note=f"{row['low']:.1f} to {row['high']:.1f}"),
    ]


def explain(against: str) -> None:
    """Say what the figures mean and what they cannot see."""
    st.caption(
        "Luck is what the deal and the draw were worth above the mean of all that might have come, with reference players "
        "deciding; it adds up to nothing over the table. Without luck: chips, the share of the pot that waits and antes saved, "
        "less luck. Evenings count of which nine hands in ten have every card. Behind ± is the range of the truth, 19 times of "
        f"20; below {ENOUGH} nothing is said."
    )
    st.caption(
        f"Staying and passing cost: chips lost in every {PER} hands dealt by staying where passing was worth more, by passing "
        f"where staying was, and by throwing away other cards than were worth most to throw. {SEEN[against]}"
    )
