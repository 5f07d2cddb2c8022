"""Chips won without luck, and decisions to stay or pass that are worth another look."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from statistics import NormalDist
from typing import Any, Final

import polars as pl
import streamlit as st

from dashboard.frame import navigation, page, wording
from dashboard.frame.me import my_account
from dashboard.frame.shown_book import asked_priced, being_recorded, evenings_called
from dashboard.frame.table import Cell, Column, luck_and_play, people, player_cell, table
from dashboard.frame.wording import estimate, ranged, rate_is_clear, signed_estimate
from ledger.book import CARDS, DISCARDS
from ledger.game.play import NAMES
from ledger.money import CHIPS
from ledger.stats import (
    CHARTED,
    ENOUGH,
    EVEN_TABLE,
    KINDS,
    PER,
    PRICED_FROM,
    THIS_TABLE,
    Filter,
    leaks_in_words,
    nice_plays,
    notable_decisions,
    player_insight,
)

_MOST_NAMED: Final = 3
_REFERENCES: Final = {THIS_TABLE: "against this table", EVEN_TABLE: "against an even table"}


def reference() -> str:
    """Ask against which table decisions are priced."""
    shown: str = st.segmented_control(
        "Priced",
        list(_REFERENCES),
        default=THIS_TABLE,
        format_func=_REFERENCES.__getitem__,
        required=True,
        help=(
            "This table: the others are as loose as they were that evening. An even table: the "
            "same standard for every evening."
        ),
    )
    return shown


def of_everybody(where: Filter, against: str) -> pl.DataFrame:
    """A row for each player, covering the evenings that are worked out."""
    return asked_priced(player_insight, where, against)


def anything_priced(everybody: pl.DataFrame) -> bool:
    """True if any decision has a price, which needs recorded deals."""
    return int(everybody["priced"].sum()) > 0


def teach() -> None:
    """Explain what a log must have for this page."""
    with st.container(border=True):
        st.markdown("**No hand here says which cards were dealt**")
        st.markdown(
            "Luck and prices need the five cards that each player was dealt, including those who "
            "passed, and the cards thrown "
            "away and drawn. A log has them as `dealt`, `out` and `in`. On the record page they "
            "are entered under *Cards dealt* "
            "and *Show what you folded*."
        )


_MORE: Final = {DISCARDS: "discards", CARDS: "cards"}


def more() -> list[str]:
    """Ask which parts are to be priced besides staying and passing: they take longer."""
    shown: list[str] = st.pills(
        "Price as well",
        list(_MORE),
        selection_mode="multi",
        format_func=_MORE.__getitem__,
        help="To work out discards takes twice as long as the rest, cards eight times.",
    )
    return shown


def enough(everybody: pl.DataFrame) -> list[dict[str, Any]]:
    """The rows of the players with enough hands or decisions, the best without luck first."""
    ranked = everybody.sort(
        pl.when(pl.col("hands") >= ENOUGH).then("skill"), descending=True, nulls_last=True
    )
    return ranked.filter(_has_enough()).to_dicts()


def _has_enough() -> pl.Expr:
    return (pl.col("hands") >= ENOUGH) | (pl.col("priced") >= ENOUGH)


def answer(rows: Sequence[dict[str, Any]], everybody: pl.DataFrame) -> None:
    """Say who had luck, and on whom of ``everybody`` the page says nothing: they are not among the
    ``rows``.
    """
    if told := who_was_lucky(rows):
        st.markdown(told)
    others = everybody.filter(~_has_enough()).sort("hands", "name", descending=[True, False])
    if others.height:
        st.markdown(_too_few(others, some=bool(rows)))


def who_was_lucky(rows: Sequence[dict[str, Any]]) -> str:
    """Sentences (Markdown) on who had the most luck and who the least, and whether anybody wins or
    loses apart from it.
    """
    told = sorted((row for row in rows if row["hands"] >= ENOUGH), key=lambda row: -row["luck"])
    if len(told) < 2:
        return ""
    lucky, other = (
        f"{wording.md(row['name'])} {wording.signed_md(round(row['luck']), CHIPS)}"
        for row in (told[0], told[-1])
    )
    # Each range leaves out the truth once in twenty: of forty players two would be named by chance.
    far = NormalDist().inv_cdf(1 - 0.025 / len(told)) / NormalDist().inv_cdf(1 - 0.025)
    said = []
    for did, sign in (("win", 1), ("lose", -1)):
        who = [
            row["name"]
            for row in told
            if row["skill_rate"] * sign > far * (row["skill_rate"] - row["skill_rate_low"])
        ]
        if who:
            said.append(
                f"**{wording.listed([wording.md(name) for name in who])}** "
                f"{did}{'' if who[1:] else 's'}"
            )
    apart = (
        f"Apart from luck {wording.listed(said)}"
        if said
        else "What anybody won or lost apart from luck may be chance"
    )
    return f"**Most luck:** {lucky}, **least:** {other}. {apart}."


def show_everybody(rows: Sequence[dict[str, Any]]) -> None:
    """Show what each of ``rows`` won as luck and play."""
    table(
        "Won, by luck and by play",
        [
            Column("Player"),
            Column("Won", right=True),
            Column("Luck (striped) and play"),
            Column(f"Play, in {PER} hands", right=True),
        ],
        [[player_cell(row, wording.counted(row["hands"], "hand")), *_luck(row)] for row in rows],
    )
    page.worked_out(
        f"In chips, estimated; in {PER} hands: in stakes (what a bourré costs).",
        _LUCK,
        _PLAY,
        _told(rows),
    )


_LUCK: Final = (
    "Luck is how much more the place at the table, the deal and the draw were worth than they are "
    "on average, with reference "
    "players making every decision; around the table all of it adds up to zero. It counts as far "
    "as it told in what the player "
    "won: cards that somebody passes with hardly do."
)
_PLAY: Final = (
    "Play is what was won, plus a share of the pot that was carried and of antes saved (the "
    "rest), less the luck that told. Its "
    "rate is in stakes, so that every hand counts alike: where play won in small pots and lost in "
    "large ones, its sign is not "
    "that of the chips. The range holds the truth of the long run 19 times out of 20; it is "
    "coloured where all of it lies on one "
    "side of zero. An evening counts if every card of nine hands in ten is written down."
)


def _told(rows: Sequence[dict[str, Any]]) -> str:
    """A sentence on how much of the luck told in what the players won."""
    told = [
        f"{row['luck_told']:.0%} for {wording.plain(row['name'])}"
        for row in rows
        if row["hands"] >= ENOUGH
    ]
    return f"Of the luck told: {wording.listed(told)}." if told else ""


def _too_few(others: pl.DataFrame, *, some: bool) -> str:
    """A sentence (Markdown) on who has too few hands, and how many would do; ``others`` are sorted
    by hands, most first.
    """
    need = (
        f"a player needs {ENOUGH} hands with every card written down, or {ENOUGH} decisions with "
        "a price"
    )
    if not some:
        first = others.row(0, named=True)
        has = (
            f"{wording.counted(first['hands'], 'hand')} and "
            f"{wording.counted(first['priced'], 'decision')}"
        )
        most = f"So far {wording.md(first['name'])} has {has}, and nobody has more hands."
        return f"**Too few hands to tell luck from skill:** {need}. {most}"
    names = [wording.md(name) for name in others["name"].head(_MOST_NAMED)]
    more = others.height - len(names)
    return (
        "Too few hands of "
        f"{wording.listed([*names, *([wording.counted(more, 'other')] if more else [])])}: {need}."
    )


def show_costs(rows: Sequence[dict[str, Any]], parts: Collection[str], against: str) -> None:
    """Show what the decisions of each of ``rows`` cost, and who certainly loses more than the stay
    chart.
    """
    st.markdown(wording.md(leaks_in_words(rows), 1_000))
    kinds = (*CHARTED, *(kind for part, kind in _KIND.items() if part in parts))
    table(
        "What decisions cost",
        [Column("Player"), *(Column(kind.capitalize(), right=True) for kind in kinds)],
        [
            [
                player_cell(row, f"{row['priced']:,} of {row['decisions']:,} priced"),
                *(_cost(row, kind) for kind in kinds),
            ]
            for row in rows
        ],
    )
    page.worked_out(
        f"Stakes in {PER} hands; chart: what the stay chart would lose in the same decisions.",
        f"A cost is what a player lost in every {PER} hands dealt by staying when passing was "
        "worth more, by passing when "
        "staying was, or by throwing away or playing other cards than the best: in stakes (what a "
        "bourré costs), and in all the "
        "chips that it came to in these hands. It is coloured only where it is certainly more "
        "than the chart would lose. The "
        "ranges hold the truth of the long run 19 times out of 20.",
        PRICED_FROM[against],
    )


_KIND: Final = {DISCARDS: "discarding", CARDS: "playing"}


def _luck(row: dict[str, Any]) -> list[Cell]:
    if row["hands"] < ENOUGH:
        return [Cell("too few", "quiet"), Cell(""), Cell("")]
    rate, won = row["skill_rate"], round(row["chips"])
    tone = wording.tone(1 if rate > 0 else -1) if rate_is_clear(row, "skill_rate") else ""
    luck, rest = round(row["luck"]), round(row["chips"] - row["luck"] - row["skill"])
    return [
        Cell(signed_estimate(won), wording.tone(won)),
        luck_and_play(luck, won - luck - rest, rest),
        Cell(signed_estimate(rate, 1), tone, note=ranged(row, "skill_rate", signed_estimate)),
    ]


def _cost(row: dict[str, Any], kind: str) -> Cell:
    if row[KINDS[kind][1]] < ENOUGH:
        return Cell("too few", "quiet", note=f"{row[KINDS[kind][1]]:,} priced")
    chart = f" · chart {estimate(row[f'{kind}_chart'])}" if kind in CHARTED else ""
    note = f"{ranged(row, kind)}{chart} · {estimate(row[f'lost_{kind}'], 0)} chips"
    return Cell(estimate(row[kind]), "lost" if row.get(f"{kind}_leak") else "", note=note)


def show_notable(everybody: pl.DataFrame, where: Filter, against: str) -> None:
    """Show one player's decisions that certainly cost the most, and those worth most, each with a
    link to the replay.
    """
    st.subheader("Worth another look", anchor=False)
    names = dict(everybody.select("player", "name").iter_rows())
    players = list(names)
    mine = my_account()
    at = players.index(mine) if mine in players else 0
    player = st.selectbox("Player", players, at, format_func=names.__getitem__)
    cost = _over(asked_priced(notable_decisions, player, where, against))
    if cost:
        _decisions(names[player], "cost the most", cost, "lost")
    else:
        st.markdown(f"No decision by {wording.md(names[player])} certainly cost anything.")
    well = _over(asked_priced(notable_decisions, player, where, against, well=True))
    if well:
        _decisions(names[player], "were worth the most", well, "won")
    if cost or well:
        st.caption(
            "Sorted by the lower end of the range: what a decision cost, or was worth, at least. "
            "“With 2 in”: two players before "
            "had said that they stay."
            + (" The replay prices decisions against this table." if against == EVEN_TABLE else "")
        )
    _say_what_waits()


def _over(found: pl.DataFrame) -> list[dict[str, Any]]:
    """The rows of finished evenings: while one is being recorded, the viewer may be playing."""
    going_on = being_recorded()
    return [row for row in found.to_dicts() if row["file"] not in going_on]


def _say_what_waits() -> None:
    if being_recorded():
        st.caption("Single decisions of the evening being recorded are shown once it is over.")


def _decisions(player: str, did: str, rows: list[dict[str, Any]], tone: str) -> None:
    name = f"Decisions of {player} that {did}"
    st.markdown(f"**{wording.md(name, 80)}**")
    way_to = navigation.hand_queries(row["id"] for row in rows)
    called = evenings_called({row["id"] for row in rows})
    table(
        name,
        [Column("Hand"), Column("Decision"), Column("Chips", right=True)],
        [_decision(row, tone, way_to(row["id"], row["hand"]), called[row["id"]]) for row in rows],
    )


def _decision(row: dict[str, Any], tone: str, way: dict[str, object], called: str) -> list[Cell]:
    if row["kind"] == "discard":
        did = f"threw away {wording.cards_of(row['chosen'])}, not {wording.cards_of(row['best'])}"
    elif row["kind"] == "card":
        did = (
            f"trick {row['trick']}: {wording.cards_of(row['chosen'])}, not "
            f"{wording.cards_of(row['best'])}"
        )
    else:
        did = f"{'stayed' if row['chosen'] else 'passed'} with {row['before'] or 'nobody'} in"
    step = navigation.decision_name(row["kind"], row["trick"], row["seat"])
    dealt = f"{wording.cards_of(row['dealt'])} · {wording.card(NAMES[row['turned']])} turned"
    return [
        Cell(f"hand {row['number']}", page="replay", query={**way, "step": step}, note=called),
        Cell(did, note=dealt),
        Cell(f"{row['chips']:.1f}", tone, note=_range(row)),
    ]


def _range(row: dict[str, Any]) -> str:
    return f"{row['low']:.1f} to {row['high']:.1f}"


def show_nice(where: Filter) -> None:
    """Show, on request, cards that let somebody take a first trick at the expense of the player."""
    if not st.toggle(
        "Nice plays",
        help="Cards that let somebody take a first trick at a cost to whoever played them.",
    ):
        return
    found = _over(asked_priced(nice_plays, where))
    st.markdown(
        "Most tables frown on sparing somebody a bourré. Each of these cards let somebody take a "
        "first trick and, from what was "
        "known then, cost whoever played it: kindness or an oversight, nobody can tell. Only "
        "hands with every card known count."
        if found
        else "No such card in the hands whose cards are priced."
    )
    if found:
        way_to = navigation.hand_queries(row["id"] for row in found)
        called, who = evenings_called({row["id"] for row in found}), people()
        columns = [
            Column("Hand"),
            Column("Player"),
            Column("Played"),
            Column("First trick of"),
            Column("Chips", right=True),
        ]
        table(
            "Nice plays",
            columns,
            [_nice(row, way_to(row["id"], row["hand"]), called[row["id"]], who) for row in found],
        )
    _say_what_waits()


def _nice(
    row: dict[str, Any], way: dict[str, object], called: str, who: Callable[..., Cell]
) -> list[Cell]:
    played = f"{wording.cards_of(row['chosen'])}, not {wording.cards_of(row['best'])}"
    return [
        Cell(f"hand {row['number']}", page="replay", query=way, note=called),
        who(row["name"]),
        Cell(played, note=f"trick {row['trick']}"),
        who(row["gave"]),
        Cell(f"{row['chips']:.1f}", note=_range(row)),
    ]
