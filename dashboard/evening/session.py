"""The page of one session: who won and how, its chips as a chart, its hands, and its log line by
line with what was found below each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import polars as pl
import streamlit as st

from dashboard.audit import findings, ruling
from dashboard.evening.edit import edit
from dashboard.frame import address, charts, dispute, filters, navigation, theme, wording
from dashboard.frame.answers import cell_of, to_page
from dashboard.frame.charts import Flag, Line
from dashboard.frame.component import component
from dashboard.frame.shown_book import asked, the_book
from dashboard.frame.table import Cell, Column, download, people, table
from dashboard.money.balances import results_of
from ledger.answer import Amount, Player, Value
from ledger.book import LogLine, LogText, log_text as session_log
from ledger.book.answers.evening import results as evening_results, told, verdict
from ledger.book.balances.unread import of_evening, unread
from ledger.book.files.disputes import Remark, of_line
from ledger.export import figure
from ledger.game.options import explain_rules
from ledger.log.words import visible as visible_text
from ledger.money import CHIPS, amount_text
from ledger.recording import EDITED
from ledger.stats import (
    Filter,
    chips_by_hand,
    evening as one_evening,
    findings_of_book,
    last_evening,
    nights_called,
)

Row = dict[str, Any]
_MOST_FINDINGS: Final = 10


def asked_for() -> Row | None:
    """The session that the address names, the latest if it names none; None if the book has no such
    session.
    """
    if not the_book().exists:
        return None
    session = address.word("session")
    found = asked(last_evening) if session is None else asked(one_evening, session)
    return found.row(0, named=True) if found.height else None


def unknown() -> None:
    """Say that there is no such session, and link to the list."""
    st.markdown(
        f"**There is no evening {wording.md(address.word('session') or '', 60)} in this book.**"
    )
    navigation.link("sessions", "All evenings")


def about(night: Row) -> str:
    """A sentence (Markdown) on when a session was and what was played."""
    said = [wording.day(night["date"])]
    by_hands = night["hands"] or not night["unlogged"]  # else the felt says so
    if by_hands:
        said.append(wording.played(night))
    said.append(wording.counted(night["players"], "player"))
    if by_hands:  # without hands no figure depends on the rules
        rules = explain_rules(night["rules"])
        said.append(
            navigation.linked(
                "rules", f"rules {wording.marks(wording.rules(rules))}", rules=rules.line
            )
        )
    # naming the game is noise when the book has only one
    if len({one.game for one in asked(nights_called)}) > 1:
        said.append(f"game {wording.md(night['game'])}")
    if night["unit"] != "chips":
        said.append(f"a chip is {wording.md(amount_text(night['chip'], night['unit']))}")
    if night["unlogged"] and night["hands"]:
        said.append(
            "not every hand was written down: the figures include what was counted or reported"
        )
    if night["quarantined"]:
        said.append(
            f"{wording.counted(night['quarantined'], 'hand')} left out, because a line cannot be "
            "read"
        )
    return " · ".join(said)


def details(night: Row, frame: pl.DataFrame) -> None:
    """Show the hands, the findings or the log, as the address says; ``line`` in it is a line of the
    log.
    """
    line = address.number("line", range(1, 10**7))
    found = night["errors"] + night["warnings"] + night["remarks"]
    names = {"hands": "Hands", "findings": f"Findings ({found})", "log": "Log"}
    if frame.is_empty():
        del names["hands"]  # a night kept by chips has nothing but its log
    first = "hands" if line is None and "hands" in names else "log"
    view = filters.tab("What to look at", "view", names, first)
    if view == "hands":
        table_of(frame, night)
    elif view == "log":
        log_view(night["session"], line)
    else:
        _findings(night["session"], found)


def _findings(session: str, number: int) -> None:
    if not number:
        st.markdown(":material/check_circle: Nothing was found wrong on this evening.")
        return
    ruling.outcome()
    rows = asked(findings_of_book, Filter(sessions=(session,))).head(_MOST_FINDINGS).to_dicts()
    findings.findings_list(rows, several=False)
    if number > len(rows):
        navigation.link(
            "audit", f"All {number:,} findings of this evening", session=session, state="all"
        )


def partly_recorded(night: Row) -> bool:
    """True if the figures of an evening leave something out."""
    return bool(of_evening(asked(unread), night["session"]).sessions)


def who_won(session: str) -> None:
    """Show who won the evening and how."""
    to_page([verdict(asked(told, session), of_evening(asked(unread), session))])


def results(session: str, parts: Mapping[int, Cell]) -> None:
    """Show what each player won or lost; figures link to why, and say what else the evening adds to
    a balance.

    ``parts`` are how much of it was luck, by player, if that is known.
    """
    found, won = evening_results(asked(told, session).night), results_of(session)
    headings = [column.heading for column in found.columns]
    chips = headings.index("Chips") if "Chips" in headings else None
    rows: list[list[Cell | str]] = []
    for row in found.rows:
        player, amount = row[0], row[headings.index("Won or lost")]
        assert isinstance(player, Player)
        assert isinstance(amount, Amount)
        luck = [parts.get(player.account, Cell("not known", "quiet"))] if parts else []
        counted = [] if chips is None else [_chips(row[chips])]
        rows.append([cell_of(player), *luck, won(player, amount), *counted])
    table(
        found.title,
        [
            Column(headings[0]),
            *([Column("Luck (striped) and play")] if parts else []),
            Column("Won or lost", right=True),
            *([] if chips is None else [Column("Chips", right=True, hidden_on_phones=bool(parts))]),
        ],
        rows,
    )


def _chips(value: Value) -> Cell:
    assert isinstance(value, Amount)
    return Cell(value.bare, "quiet")


def neighbours(session: str) -> None:
    """Show links to the session before and the one after."""
    nights = asked(nights_called)  # the latest first
    at = next(place for place, night in enumerate(nights) if night.session == session)
    with st.container(horizontal=True, horizontal_alignment="distribute"):
        for place, label in ((at + 1, "← {}"), (at - 1, "{} →")):
            if 0 <= place < len(nights):
                title, session, date = (
                    nights[place].title,
                    nights[place].session,
                    nights[place].date,
                )
                name = wording.evening_with_day(title and wording.clipped(title, 28), session, date)
                navigation.link("session", label.format(wording.md(name, 60)), session=session)


def chips(night: Mapping[str, Any], hands: pl.DataFrame, flags: Sequence[Flag]) -> None:
    """Draw chips hand by hand with flags on some hands (by place), and offer the same as a
    table.
    """
    frame = asked(chips_by_hand, night["session"])
    if frame.is_empty() or not night["hands"]:
        return
    chips_by_hand_chart(frame, hands, night["session"], flags)
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
                    "start" if line[0]["hand"] == 0 else number(line[0]),
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
                (
                    row["number"],
                    row["name"],
                    row["change"],
                    row["chips"],
                    figure(row["amount"], row["unit"]),
                    row["unit"],
                )
                for row in frame.iter_rows(named=True)
            ),
        )


# --- Hands ----------------------------------------------------------------------------------------
def table_of(frame: pl.DataFrame, night: Row) -> None:
    """Show the hands; each leads to its replay, and says if it was corrected or disputed, when and
    by whom.
    """
    names, who = navigation.hand_names(frame), people()
    became, session = dispute.became(the_book().folder / night["file"]), night["session"]
    table(
        "Hands",
        [
            Column("Hand"),
            Column("Dealer", hidden_on_phones=True),
            Column("Trump", hidden_on_phones=True),
            Column("Stayed", hidden_on_phones=True),
            Column("Won by"),
            Column("Pot, chips", right=True),
            Column("What happened"),
        ],
        [
            _hand_row(row, session, name, of_line(became, row["line"]), who)
            for row, name in zip(frame.to_dicts(), names, strict=True)
        ],
    )
    headings = [
        "hand",
        "line",
        "dealer",
        "turned",
        "trump",
        "stayed",
        "winner",
        "split",
        "pot",
        "stake",
        "bourres",
        "reneges",
    ]
    download(f"hands-{session}", [*headings, "no outcome"], lambda: plain(frame))


def corrected(night: Row, frame: pl.DataFrame) -> None:
    """Say which hands were corrected, when and by whom: the figures follow from what stands there
    now.
    """
    became = dispute.became(the_book().folder / night["file"])
    for row in frame.iter_rows(named=True):
        for one in [one for one in became.get(row["line"], []) if one.kind == EDITED][-1:]:
            way = navigation.linked(
                "session",
                f"Hand {number(row)}",
                session=night["session"],
                view="log",
                line=row["line"],
            )
            st.markdown(f":material/history: {way} was {wording.md(one.heading, 160)}.")


def _hand_row(
    row: Row, session: str, name: str, said: Sequence[Remark], who: Callable[..., Cell]
) -> list[Cell | str]:
    first = Cell(
        number(row), page="replay", query={"session": session, "hand": name}, tip="Replay this hand"
    )
    if row["quarantined"]:
        return [
            first,
            "",
            "",
            "",
            Cell("left out", "quiet"),
            "",
            Cell("a line cannot be read", "warning"),
        ]
    trump = wording.SUITS.get(row["trump"] or "", "")
    stayed, named = wording.who_stayed(row)
    card = wording.card(row["turned"]) if row["turned"] else trump
    return [
        first,
        row["dealer"] or Cell("?", "quiet", tip="Nobody noted who dealt"),
        card or Cell("?", "quiet"),
        Cell(stayed, "" if row["stayers_said"] else "quiet", tip=named),
        _won_by(row, who),
        Cell("" if row["pot"] is None else f"{row['pot']:,}"),
        _happened(row, said),
    ]


def _won_by(row: Row, who: Callable[..., Cell]) -> Cell:
    if row["split"] or not row["winner"]:
        return Cell("split" if row["split"] else "nobody" if row["known"] else "not known", "quiet")
    return who(row["winner"])


def _happened(row: Row, remarks: Sequence[Remark]) -> Cell:
    said = [
        f"{what}: {', '.join(who)}"
        for what, who in (("renege", row["reneges"]), ("bourré", row["bourres"]))
        if who
    ]
    other = row["errors"] + row["warnings"]
    if row["misdeal"]:
        said.append("thrown in")
    if other and not row["reneges"]:
        said.append(wording.counted(other, "finding"))
    note = " · ".join(
        [*([", ".join(said[1:])] if said[1:] else []), *(one.heading for one in remarks)]
    )
    return Cell(said[0] if said else "", "warning" if other else "", note=note)


def number(row: Row) -> str:
    """The number of a hand as its log has it."""
    return "?" if row["number"] is None else str(row["number"])


def plain(frame: pl.DataFrame) -> list[tuple[object, ...]]:
    """The hands as rows of a table to download."""
    return [
        (
            row["number"],
            row["line"],
            row["dealer"],
            row["turned"],
            row["trump"],
            wording.those_who_stayed(row),
            row["winner"],
            "yes" if row["split"] else "no",
            row["pot"],
            row["stake"],
            ", ".join(row["bourres"]),
            ", ".join(row["reneges"]),
            wording.without_outcome(row),
        )
        for row in frame.iter_rows(named=True)
    ]


# --- Charts ---------------------------------------------------------------------------------------
def chips_by_hand_chart(
    frame: pl.DataFrame, hands: pl.DataFrame, session: str, flags: Sequence[Flag]
) -> None:
    """Show what each player had won or lost after each hand (``chips_by_hand``); a click opens the
    hand.

    A hand thrown in is no hand on the axis: what was paid for it is in the one that was dealt
    instead.
    """
    dealt = [
        hand
        for hand, misdeal in hands.select("hand", "misdeal").iter_rows()
        if not misdeal or hand == hands.height
    ]
    places, names = (
        {0: 0, **{hand: at for at, hand in enumerate(dealt, 1)}},
        navigation.hand_names(hands),
    )
    frame, lines = frame.filter(pl.col("hand").is_in(list(places))), []
    opens = [
        {"page": "replay", "session": session, "hand": names[max(0, hand - 1)]} for hand in places
    ]
    for (player, name), rows in frame.group_by("player", "name", maintain_order=True):
        said = [_after(row) for row in rows.iter_rows(named=True)]
        lines.append(
            Line(
                int(str(player)),
                str(name),
                list(places.values()),
                rows["chips"].to_list(),
                said,
                opens,
            )
        )
    there = [flag._replace(x=places[flag.x]) for flag in flags if flag.x in places]
    charts.lines_chart(lines, "Won or lost, in chips", f"chips of {session}", flags=there)


def _after(row: Row) -> str:
    hand = "at the start" if row["hand"] == 0 else f"after hand {number(row)}"
    unit = row["unit"]
    worth = (
        ""
        if unit == "chips"
        else f" ({wording.chart(amount_text(row['amount'], unit, signed=True))})"
    )
    return (
        f"{wording.chart(row['name'])} {hand}: "
        f"{amount_text(row['chips'], CHIPS, signed=True)}{worth}"
    )


# --- The log --------------------------------------------------------------------------------------
MOST: Final = 1_500  # lines that are shown at a time
_KEY: Final = "log"


def log_view(session: str, line: int | None) -> None:
    """Show the log of a session of the book, with ``line`` in the middle."""
    log = asked(session_log, the_book().folder, session)
    faulty = sum(bool(one.severity) for one in log.lines)
    said = (
        f"{wording.md(log.file, 80)}, {wording.counted(len(log.lines), 'line')}, "
        f"{f'{faulty:,}' if faulty else 'none'} marked."
    )
    if log.written:
        said += " The evening came from a Parquet file: this is the log that it would have."
    st.caption(said)
    shown = window(log.lines, line)
    if len(shown) < len(log.lines):
        st.caption(
            f"Lines {shown[0].number:,} to {shown[-1].number:,} are shown; the download has all "
            "of them."
        )
    here = theme.tokens()
    colours = {
        "error": here.lost,
        "warning": here.warning,
        "remark": here.quiet,
        "line": here.line,
        "quiet": here.quiet,
    }
    data = {
        "lines": [_sent(one) for one in shown],
        "at": line,
        "colours": colours | {"raised": here.raised, "link": here.link},
    }
    component("bourre_log", Path(__file__).with_name("log_view.html"))(
        key=_KEY, data=data, on_line_change=_choose
    )
    edit(session, line, faulty=any(one.number == line and one.severity == "error" for one in shown))
    _download(log, session)


def window(lines: tuple[LogLine, ...], line: int | None) -> tuple[LogLine, ...]:
    """The lines around ``line``, or the first ones."""
    start = max(0, min((line or 1) - MOST // 2, len(lines) - MOST))
    return lines[start : start + MOST]


def _sent(one: LogLine) -> dict[str, Any]:
    sent: dict[str, Any] = {"n": one.number, "text": visible_text(one.text)[:2_000]}
    if one.severity:
        sent |= {
            "severity": one.severity,
            "label": wording.SEVERITIES[one.severity],
            "found": [visible_text(said) for said in one.found],
        }
    if not one.counts:
        sent["out"] = True
    return sent


def _choose() -> None:
    st.query_params["line"] = str(st.session_state[_KEY]["line"])


def _download(log: LogText, session: str) -> None:
    st.download_button(
        "Download the log",
        data=log.content,
        file_name=f"{session}.bourre",
        mime="text/plain",
        key="download log",
        icon=":material/download:",
        type="tertiary",
    )
