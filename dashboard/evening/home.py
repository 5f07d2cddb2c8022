"""A book at a glance: who owes whom, the last evening, what needs attention, and whether the books
are right.

Home for a player who said who they are: what I owe, my last evening, my year.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, Final

import polars as pl
import streamlit as st

from dashboard.frame import charts, navigation, wording
from dashboard.frame.answers import cell_of
from dashboard.frame.shown_book import asked, being_recorded, the_book
from dashboard.frame.table import Cell, Column, table
from dashboard.money import plan_lines
from dashboard.money.balances import results_of
from dashboard.money.plan_lines import Offer
from ledger.answer import Amount, Listed, Player
from ledger.book import checks_of_database
from ledger.book.answers.evening import results, told
from ledger.book.balances.figures import Owing, SuggestedTransfer
from ledger.book.balances.one_session import one_night
from ledger.book.balances.unread import sentences, unread
from ledger.money import amount_text
from ledger.recording import END, view
from ledger.stats import (
    Filter,
    Night,
    chips_by_hand,
    count_of_open,
    last_evening,
    nights_called,
    player_money,
    winnings_over_time,
)

Row = dict[str, Any]


def going_on() -> list[Night]:
    """The evenings that are being recorded, the latest first: none of them is over, so none is the
    last.
    """
    live = being_recorded()
    return [night for night in asked(nights_called) if night.file in live] if live else []


def live(some: Sequence[Night]) -> None:
    """Say how the evenings that are being recorded stand, and of one that is over that only *Done*
    is missing.
    """
    over = (
        {one.log for one in the_book().unfinished() if view(one.recording).awaits == END}
        if some
        else set()
    )
    for night in some:
        money = asked(player_money, Filter(sessions=(night.session,))).sort(
            "amount", "name", descending=[True, False]
        )
        ahead = [
            f"{wording.md(row['name'])} {wording.signed_md(row['amount'], row['unit'])}"
            for row in money.iter_rows(named=True)
            if row["amount"] > 0
        ]
        is_over = night.file in over
        verb = "won" if is_over else "lead" if ahead[1:] else "leads"
        nobody = "nobody won anything" if is_over else "nobody is ahead yet"
        stands = f"{wording.listed(ahead[:_AHEAD])} {verb}" if ahead else nobody
        title = wording.md(wording.evening_with_day(night.title, night.session, night.date), 60)
        hands = wording.counted(night.hands, "hand") if night.hands else "no hand yet"
        what, way = (
            ("Over, but not closed", "How it went")
            if is_over
            else ("Being recorded", "See how it goes")
        )
        said = f":material/radio_button_checked: **{what}: {title}**, {hands}; {stands}."
        close = " *Done* on the record page closes it." if is_over else ""
        st.markdown(f"{said}{close} {navigation.linked('session', way, session=night.session)}")


def last_session(besides: Sequence[Night]) -> None:
    """Show who won and lost at the last evening that is over."""
    over = (
        tuple(night.session for night in asked(nights_called) if night not in besides)
        if besides
        else ()
    )
    if besides and not over:
        return
    (last,) = asked(last_evening, Filter(sessions=over)).to_dicts()
    title = wording.md(wording.evening(last["title"], last["session"], last["date"]), 60)
    st.subheader(f"Last evening: {title}", anchor=False)
    st.caption(
        f"{wording.day(last['date'])} · {wording.played(last)} · "
        f"{wording.counted(last['players'], 'player')}"
    )
    won, found = results_of(last["session"]), results(asked(told, last["session"]).night)
    rows: list[list[Cell | str]] = []
    for player, amount, *_ in found.rows:
        assert isinstance(player, Player)
        assert isinstance(amount, Amount)
        rows.append([cell_of(player), won(player, amount)])
    table(
        "Who won and lost on the last evening",
        [Column("Player"), Column("Won or lost", right=True)],
        rows,
    )
    navigation.link("session", "How the evening went", session=last["session"])


_AHEAD: Final = 3  # players ahead who are named while an evening is going on


def open_findings() -> None:
    """Show how many findings need action."""
    number, where = asked(count_of_open)
    st.subheader("Findings", anchor=False)
    if not number:
        st.markdown(":material/check_circle: There are no open findings.")
        return
    found = f"**{wording.counted(number, 'finding')}** in {wording.counted(where, 'evening')}"
    st.markdown(f":material/error: {found} {'needs' if number == 1 else 'need'} a look.")
    navigation.link("audit", "See what was wrong")


def balanced() -> None:
    """Show whether the books are right, as ``bourre check`` tells it, and what is not."""
    st.subheader("The books", anchor=False)
    # said beside the figures already, with the titles of evenings
    above = {one.text for one in sentences(asked(unread))}
    found = [check for check in asked(checks_of_database) if check.found]
    wrong = any(check.must for check in found)
    rest = [[said for said in check.found if said not in above] for check in found]
    if not found:
        st.markdown(
            ":material/check_circle: **The books are right.** Every hand counts, and nothing is "
            "missing."
        )
        return
    sign, number, told = (
        "error" if wrong else "info",
        sum(map(len, rest)),
        sum(len(one.found) for one in found),
    )
    if not number:
        st.markdown(
            f":material/{sign}: **What is not in these figures is named above.** The rest of the "
            "books fits."
        )
        return
    besides = ", besides what is named above" if number < told else ""
    st.markdown(f":material/{sign}: **{wording.counted(number, 'thing')} to look at**{besides}.")
    with st.expander("What does not fit" if wrong else "What is not certain", expanded=False):
        st.markdown(
            "\n".join(f"- {wording.md(said, 400)}" for some in rest for said in some[:_MOST])
        )


_MOST: Final = 20  # places shown of one check; ``bourre check`` has the rest


# --- For a player who said who they are -----------------------------------------------------------
_LARGE: Final = (
    "<style>.st-key-my-lines { --plan-size: 1.3rem; } .st-key-my-lines .stMarkdown p { font-size: "
    "1.3rem; }</style>"
)
_LATELY: Final = 5  # evenings that the trend covers


def what_i_owe(standing: Owing, mine: int, offers: Sequence[Offer]) -> None:
    """Show how much I owe and am owed, then whom I pay and who pays me, each with a button; or that
    I am square.
    """
    my_offers = [one for one in offers if plan_lines.is_of(mine, one.one)]
    rest = [
        one
        for one in standing.transfers
        if plan_lines.is_of(mine, one) and min(one.payer_account, one.payee_account) <= 0
    ]
    if my_offers:
        st.html(_LARGE)
        with st.container(key="my-lines", gap="small"):
            if len(my_offers) > 1:
                st.markdown(f"**{in_all(mine, [one.one for one in my_offers])}**")
            plan_lines.show(my_offers, "home")
    else:
        st.markdown(
            "**You have nothing to pay.**"
            if rest
            else "**You are square.** You owe nobody, and nobody owes you."
        )
    plan_lines.outcome("home")
    if rest:
        plan_lines.sentences(Listed("of pots", tuple(plan_lines.said_of(rest))))


def in_all(mine: int, some: Sequence[SuggestedTransfer]) -> str:
    """What I owe and am owed in all (Markdown): ``You owe $24.90 to 3 people, and 2 people owe you
    $5.00``.
    """
    said = []
    for pays in (True, False):
        sides = [one for one in some if (one.payer_account if pays else one.payee_account) == mine]
        others = len({one.payee_account if pays else one.payer_account for one in sides})
        sums = [
            wording.md(amount_text(sum(one.amount for one in sides if one.unit == unit), unit))
            for unit in dict.fromkeys(one.unit for one in sides)
        ]
        if pays and sides:
            said.append(
                f"You owe {wording.listed(sums)} to {wording.counted(others, 'person', 'people')}"
            )
        elif sides:
            people = wording.counted(others, "person", "people")
            said.append(f"{people} {'owes' if others == 1 else 'owe'} you {wording.listed(sums)}")
    return f"{', and '.join(said)}."


def largest(offers: Sequence[Offer]) -> None:
    """Show the largest payments of the plan in words, in the order of the plan, as everywhere."""
    # a line that says "1 more" can say what it is
    more = len(offers) - _SHOWN if len(offers) > _SHOWN + 1 else 0
    shown = sorted(offers, key=lambda one: -one.one.amount)[: len(offers) - more]
    plan_lines.show([one for one in offers if one in shown], "home")
    navigation.link("owes", f"And {more} more" if more else "Who owes what")


_SHOWN: Final = 6  # payments of the plan that are said in words


def my_evenings(mine: int, besides: Sequence[Night]) -> pl.DataFrame:
    """My evenings that are over in the order of dates, as ``winnings_over_time`` has them."""
    live = [night.session for night in besides]
    return asked(winnings_over_time).filter(
        pl.col("player") == mine, ~pl.col("session").is_in(live)
    )


def my_last_evening(last: Row) -> None:
    """Show how my last evening went: what I won or lost, my place, and the hands that mattered
    most.
    """
    st.subheader(
        (
            "My last evening: "
            f"{wording.md(wording.evening(last['title'], last['session'], last['date']), 60)}"
        ),
        anchor=False,
    )
    there = asked(one_night, last["session"]).results
    place = 1 + sum(one.amount > last["amount"] for one in there)
    st.caption(wording.day(last["date"]))
    st.markdown(
        f"**{wording.signed_md(last['amount'], last['unit'])}**, {wording.nth(place)} of "
        f"{len(there)}"
    )
    _best_and_worst(last)
    navigation.link("session", "How the evening went", session=last["session"])


def _best_and_worst(last: Row) -> None:
    """Link to the hands in which I won and lost most; chips moved between hands are in none."""
    ways = (
        asked(chips_by_hand, last["session"])
        .filter(player=last["player"])
        .filter(pl.col("hand") > 0)
    )
    hands = ways.with_columns(won=pl.col("change") - pl.col("between")).filter(pl.col("won") != 0)
    for what, best in (("Best", True), ("Worst", False)):
        one = (
            hands.sort("won", "hand", descending=[best, False]).row(0, named=True)
            if hands.height
            else None
        )
        if one is not None and (one["won"] > 0) == best:
            said = wording.counted(abs(one["won"]), "chip")
            label = f"{what} hand, {one['number'] or one['hand']}: {'▲ +' if best else '▼ −'}{said}"
            navigation.link("replay", label, **navigation.hand_query(last["session"], one["hand"]))


def my_year(evenings: pl.DataFrame) -> None:
    """Show the result of the year of my last evening, and how it went up and down."""
    year = evenings["date"].max()
    assert isinstance(year, date)
    of_year = evenings.filter(pl.col("date").dt.year() == year.year)
    st.subheader(f"My {year.year}", anchor=False)
    for (unit,), rows in of_year.group_by("unit", maintain_order=True):
        _year_in(rows["amount"].to_list(), str(unit), year.year)
    navigation.link(
        "player",
        "How I play",
        player=evenings["player"][0],
        since=f"{year.year}-01-01",
        until=f"{year.year}-12-31",
    )


def _year_in(amounts: Sequence[int], unit: str, year: int) -> None:
    up = sum(amount > 0 for amount in amounts)
    said = (
        f"**{wording.signed_md(sum(amounts), unit)}** in "
        f"{wording.counted(len(amounts), 'evening')}, ahead in {up:,}"
    )
    if len(amounts) > _LATELY:
        said += f"; {wording.signed_md(sum(amounts[-_LATELY:]), unit)} in the last {_LATELY}"
    st.markdown(f"{said}.")
    if len(amounts) > 1:
        so_far = [sum(amounts[:number]) for number in range(len(amounts) + 1)]
        low, high = (amount_text(one, unit, signed=True) for one in (min(so_far), max(so_far)))
        charts.sparkline(
            so_far,
            (
                f"Won and lost in {year}, evening by evening: at the lowest {low}, at the highest "
                f"{high}"
            ),
        )
