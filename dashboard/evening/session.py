"""One session: who won and how, links to the previous and the next, its chips and its pot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import polars as pl
import streamlit as st

from dashboard.audit import findings, ruling
from dashboard.evening import log_view, session_charts, session_hands
from dashboard.evening.session_list import winners
from dashboard.frame import address, escape, filters, navigation, wording
from dashboard.frame.shown_book import asked, the_book
from dashboard.frame.table import Cell, Column, download, table
from dashboard.money.balances import results_of
from ledger.export import figure
from ledger.game.options import explain_rules
from ledger.money import CHIPS, amount_text
from ledger.stats import Filter, chips_by_hand, evening as one_evening, findings_of_book, last_evening, nights_called, pot_by_hand

Row = dict[str, Any]

_MOST_FINDINGS: Final = 10


def asked_for() -> Row | None:
    """The session that the address names, the latest if it names none; None if the book has no such session."""
    if not the_book().exists:
        return None
    session = address.word("session")
    found = asked(last_evening) if session is None else asked(one_evening, session)
    return found.row(0, named=True) if found.height else None


def unknown() -> None:
    """Say that there is no such session, and link to the list."""
    st.markdown(f"**There is no session {escape.md(address.word('session') or '', 60)} in this book.**")
    navigation.link("sessions", "All sessions")


def about(night: Row) -> str:
    """A sentence (Markdown) on when a session was and what was played."""
    said = [wording.day(night["date"]), wording.played(night), wording.counted(night["players"], "player")]
    if night["hands"] or not night["unlogged"]:  # without hands no figure depends on the rules
        rules = explain_rules(night["rules"])
        said.append(navigation.linked("rules", f"rules {escape.marks(wording.rules(rules))}", rules=rules.line))
    if night["game"]:
        said.append(f"game {escape.md(night['game'])}")
    if night["unit"] != "chips":
        said.append(f"a chip is {escape.md(amount_text(night['chip'], night['unit']))}")
    if night["unlogged"] and night["hands"]:
        said.append("not every hand was written down: the figures include what was counted or reported")
    if night["quarantined"]:
        said.append(f"{wording.counted(night['quarantined'], 'hand')} left out, because a line cannot be read")
    return " · ".join(said)


def details(night: Row, frame: pl.DataFrame) -> None:
    """Show the hands, the findings or the log, as the address says; ``line`` in it is a line of the log."""
    line = address.number("line", range(1, 10**7))
    found = night["errors"] + night["warnings"] + night["remarks"]
    names = {"hands": "Hands", "findings": f"Findings ({found})", "log": "Log"}
    if frame.is_empty():
        del names["hands"]  # a night kept by chips has nothing but its log
    first = "hands" if line is None and "hands" in names else "log"
    view = filters.tab("What to look at", "view", names, first)
    if view == "hands":
        session_hands.table_of(frame, night["session"])
    elif view == "log":
        log_view.log_view(night["session"], line)
    else:
        _findings(night["session"], found)


def _findings(session: str, number: int) -> None:
    if not number:
        st.markdown(":material/check_circle: Nothing was found wrong in this session.")
        return
    ruling.outcome()
    rows = asked(findings_of_book, Filter(sessions=(session,))).head(_MOST_FINDINGS).to_dicts()
    findings.findings_list(rows, several=False)
    if number > len(rows):
        navigation.link("audit", f"All {number:,} findings of this session", session=session, state="all")


def answer(night: Row, hands: pl.DataFrame) -> str:
    """A sentence (Markdown) on who won the night and how."""
    if not night["winners"]:
        return "**Nobody won anything.**" if night["hands"] else "**No hand was played.**"
    names: list[str] = night["winners"]
    won = f"{'wins' if len(names) == 1 else 'win'} the night with {wording.signed_md(night['won_amount'], night['unit'])}"
    if len(names) > 1:
        won += " each"
    if night["unit"] != "chips":
        won += f" ({wording.counted(night['won'], 'chip')})"
    return f"**{escape.md(winners(night), 120)}** {won}. {_how(names, hands)}"


def _how(names: Sequence[str], hands: pl.DataFrame) -> str:
    """A sentence (Markdown) on what decided the night: pots won, the biggest pot, most bourrés."""
    said = []
    told = hands.filter(pl.col("known") & ~pl.col("quarantined") & ~pl.col("misdeal"))
    mine = told.filter(pl.col("winner") == names[0])
    if len(names) == 1 and mine.height:
        best = mine.sort("won", descending=True, maintain_order=True).row(0, named=True)
        of = f"{wording.counted(told.height, 'hand')}{'' if told.height == hands.height else ' with a known outcome'}"
        text = f"{escape.md(names[0])} won {mine.height:,} of {of}"
        if best["won"]:
            text += f", the biggest for {wording.counted(best['won'], 'chip')} (hand {session_hands.number(best)})"
        said.append(f"{text}.")
    went = hands["bourres"].explode().drop_nulls().value_counts(sort=True)
    if went.height:
        most = went["count"][0]
        who = sorted(went.filter(pl.col("count") == most)["bourres"].to_list())
        if len(who) <= 2:
            said.append(f"{escape.md(wording.listed(who), 80)} went bourré {wording.times(most)}.")
    return " ".join(said)


def results(session: str) -> None:
    """Show what each player won or lost; figures link to why, and say what else the evening adds to a balance."""
    ways, won = asked(chips_by_hand, session), results_of(session)
    rows = ways.filter(pl.col("hand") == pl.col("hand").max()).sort("chips", "name", descending=[True, False])
    table(
        "What each player won or lost",
        [Column("Player"), Column("Won or lost", right=True), Column("Chips", right=True)],
        [
            [
                Cell(row["name"], page="player", query={"player": row["player"]}),
                won(row),
                Cell(f"{row['chips']:+,}".replace("-", "−") if row["chips"] else "0", "quiet"),
            ]
            for row in rows.iter_rows(named=True)
        ],
    )


def neighbours(session: str) -> None:
    """Show links to the session before and the one after."""
    nights = asked(nights_called)  # the latest first
    at = next(place for place, night in enumerate(nights) if night.session == session)
    with st.container(horizontal=True, horizontal_alignment="distribute"):
        for place, label in ((at + 1, "← {}"), (at - 1, "{} →")):
            if 0 <= place < len(nights):
                night = nights[place]
                name = escape.md(
                    wording.evening_with_day(night.title and escape.clipped(night.title, 28), night.session, night.date), 60
                )
                navigation.link("session", label.format(name), session=night.session)


def chips(night: Row) -> None:
    """Draw chips hand by hand, and offer the same as a table."""
    frame = asked(chips_by_hand, night["session"])
    if frame.is_empty() or not night["hands"]:
        return
    st.subheader("Chips hand by hand", anchor=False)
    session_charts.chips_by_hand_chart(frame, f"chips of {night['session']}")
    folded = st.expander("Show as a table", key="chips as a table", on_change="rerun")
    if not folded.open:
        return
    with folded:
        people = frame.filter(pl.col("hand") == 0).rows(named=True)
        lines = [rows.rows(named=True) for _, rows in frame.group_by("hand", maintain_order=True)]
        table(
            "Chips won or lost after each hand",
            [Column("After hand"), *(Column(one["name"], right=True) for one in people)],
            [
                [
                    "start" if line[0]["hand"] == 0 else session_hands.number(line[0]),
                    *(Cell(f"{one['chips']:,}", wording.tone(one["chips"])) for one in line),
                ]
                for line in lines
            ],
        )
        headings = ["hand", "player", "change", "chips", "amount", "currency"]
        download(
            f"chips-{night['session']}",
            headings,
            lambda: (
                (row["number"], row["name"], row["change"], row["chips"], figure(row["amount"], row["unit"]), row["unit"])
                for row in frame.iter_rows(named=True)
            ),
        )


def pot(night: Row) -> None:
    """Draw the pot hand by hand; the table of hands has the same figures."""
    frame = asked(pot_by_hand, night["session"])
    if frame.is_empty():
        return
    st.subheader("The pot", anchor=False)
    session_charts.pot_chart(frame, f"pot of {night['session']}")
    left = amount_text(night["pot_left"], CHIPS)
    worth = "" if night["unit"] == "chips" else f" ({escape.md(amount_text(night['pot_left'] * night['chip'], night['unit']))})"
    sure = "" if night["pot_sure"] else " as far as the log shows"
    st.caption(f"{left}{worth} lay in the pot at the end{sure}. The table of hands has every pot, bourré, split and renege.")
