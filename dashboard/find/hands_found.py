"""The hands found, as a table that can be sorted by every column; each row links to the replay.

The filters in the finder's address, and the same as chips: short sentences that can be removed one
by one.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import Any, Final, NamedTuple

import polars as pl
import streamlit as st

from dashboard.frame import address, navigation, wording
from dashboard.frame.shown_book import asked
from dashboard.frame.table import Cell, Column, download, people, table
from ledger.book.balances.figures import account_names
from ledger.money import amount_text
from ledger.stats import (
    ANY_HAND,
    BY_DATE,
    DEEDS,
    EVERYTHING,
    FATES,
    ORDERS,
    Did,
    Filter,
    Shown,
    Sought,
    biggest_pot,
    found_hands,
    nights_called,
)

Row = dict[str, Any]

_COLUMNS: Final = (
    ("hand", Column("Hand")),
    ("date", Column("Played")),
    ("session", Column("Evening", hidden_on_phones=True)),
    ("dealer", Column("Dealer", hidden_on_phones=True)),
    ("trump", Column("Trump", hidden_on_phones=True)),
    ("stayed", Column("Stayed", hidden_on_phones=True)),
    ("pot", Column("Pot, chips", right=True)),
    ("winner", Column("Won by")),
    ("bourres", Column("Bourré")),
    ("reneges", Column("Reneged", hidden_on_phones=True)),
    ("loss", Column("Biggest loss, chips", right=True, hidden_on_phones=True)),
)
"""The columns, each with the order that sorts by it."""
_OF_EVENINGS: Final = ("date", "session")
"""The columns after the first that are the same for all hands of an evening."""
_SHOWN_BY: Final = {"renege": "reneges", "bourre": "bourres", "dealt": "dealer", "stayed": "stayed"}
"""The column that shows who did the deed in a filter: phones show that one too."""
SORTED: Final = {
    "date": "Day",
    "session": "Evening",
    "hand": "Hand number",
    "dealer": "Dealer",
    "trump": "Trump",
    "stayed": "How many stayed",
    "pot": "Pot",
    "winner": "Winner",
    "bourres": "Bourrés",
    "reneges": "Reneges",
    "loss": "Biggest loss",
}
"""The name of each order, in either direction: the arrow in the heading shows which."""
_ALL: Final = 10**9


def hands_table(frame: pl.DataFrame, now: Asked) -> None:
    """Show hands (rows of ``found_hands``).

    A heading sorts by its column, or reverses the order if it does already.
    """
    asked_of = {now.order, *(_SHOWN_BY.get(one.deed) for one in now.sought.did)}
    instead = {"bourres"} if "reneges" in asked_of else set()  # a phone has no room for both
    evenings = by_evening(now)
    columns = [
        _column(
            name,
            replace(
                column,
                hidden_on_phones=name not in asked_of
                and (column.hidden_on_phones or name in instead),
            ),
            now,
        )
        for name, column in _COLUMNS
        if not (evenings and name in _OF_EVENINGS)
    ]
    who, rows, before = people(), list[list[Cell | str]](), None
    for row in frame.iter_rows(named=True):
        if evenings and row["session"] != before:
            before = row["session"]
            called = wording.evening_with_day(
                row["title"] and wording.clipped(row["title"], 60), before, row["date"]
            )
            rows.append([Cell(called, page="session", query={"session": before})])
        cells = _row(row, who)
        rows.append([cells[0], *cells[1 + len(_OF_EVENINGS) :]] if evenings else cells)
    table("Hands", columns, rows)


def by_evening(now: Asked) -> bool:
    """True if the hands stand under their evenings: in the order of those."""
    return now.order in _OF_EVENINGS


def save(now: Asked) -> None:
    """Offer all the hands found, not only those shown, as a CSV file."""
    headings = [
        "date",
        "session",
        "hand",
        "line",
        "dealer",
        "trump",
        "stayed",
        "pot",
        "winner",
        "split",
        "bourres",
        "reneges",
    ]
    everything = Shown(now.order, now.backwards, 0, _ALL)
    download(
        "hands",
        [*headings, "biggest loss", "lost by", "pot certain", "no outcome"],
        lambda: map(
            plain, asked(found_hands, now.where, now.sought, everything).iter_rows(named=True)
        ),
    )


def biggest(where: Filter = EVERYTHING, sought: Sought = ANY_HAND) -> None:
    """Link to the replay of the biggest pot of some hands, by default of all in the book."""
    for row in asked(biggest_pot, where, sought).iter_rows(named=True):
        when = wording.md(wording.evening_with_day(row["title"], row["session"], row["date"]), 80)
        navigation.link(
            "replay", f"Replay the biggest pot: {wording.md(pot(row))}, {when}", **replay_of(row)
        )


def replay_of(row: Row) -> dict[str, object]:
    """The values of the replay's address for a hand (a row of ``found_hands``)."""
    hand = navigation.hand_name(row["number"], row["line"], row["of_number"], row["which"])
    return {"session": row["session"], "hand": hand}


def pot(row: Row) -> str:
    """The size of a pot, in chips and in money."""
    worth = (
        "" if row["unit"] == "chips" else f" ({amount_text(row['pot'] * row['chip'], row['unit'])})"
    )
    return f"{'' if row['verified'] else '≈ '}{wording.counted(row['pot'], 'chip')}{worth}"


def _column(name: str, column: Column, now: Asked) -> Column:
    here = name == now.order
    falling = ORDERS[name].falling != now.backwards
    query = query_of(now.where, now.sought, name, backwards=here and not now.backwards)
    sort = ("descending" if falling else "ascending") if here else ""
    return Column(column.label, column.right, column.hidden_on_phones, "find", query, sort)


def _row(row: Row, who: Callable[..., Cell]) -> list[Cell | str]:
    number = "?" if row["number"] is None else str(row["number"])
    first = Cell(number, page="replay", query=replay_of(row), tip="Replay this hand")
    title = wording.evening(row["title"], row["session"], row["date"])
    # a phone has no room for the day of the week
    played = Cell(f"{row['date'].day} {row['date']:%b %Y}", tip=title)
    session = Cell(
        wording.clipped(title, 24), page="session", query={"session": row["session"]}, tip=title
    )
    if row["quarantined"]:
        return [
            first,
            played,
            session,
            "",
            "",
            "",
            "",
            Cell("left out", "quiet", tip="A line of it cannot be read"),
            "",
            "",
            "",
        ]
    stayed, named = wording.who_stayed(row)
    worth = "" if row["unit"] == "chips" else amount_text(row["pot"] * row["chip"], row["unit"])
    return [
        first,
        played,
        session,
        Cell(row["dealer"], "quiet")
        if row["dealer"]
        else Cell("?", "quiet", tip="Nobody noted who dealt"),
        wording.SUITS.get(row["trump"] or "", "") or Cell("?", "quiet"),
        Cell(stayed, "" if row["stayers_said"] else "quiet", tip=named),
        Cell(
            f"{'' if row['verified'] else '≈ '}{row['pot']:,}",
            note=worth,
            tip="" if row["verified"] else "This is not certain",
        ),
        who(row["winner"])
        if row["winner"] and not (row["misdeal"] or row["split"])
        else _winner(row),
        who(*row["bourres"], tone="lost") if row["bourres"] else "",
        who(*row["reneges"], tone="warning") if row["reneges"] else "",
        Cell(f"{row['loss']:,}", note=row["loser"]) if row["loss"] else "",
    ]


def _winner(row: Row) -> Cell:
    """Of a hand that no single player won, why."""
    return Cell(
        "thrown in"
        if row["misdeal"]
        else "split"
        if row["split"]
        else "nobody"
        if row["known"]
        else "not known",
        "quiet",
    )


def plain(row: Row) -> Iterator[object]:
    """A hand as a row of the CSV file."""
    yield row["date"].isoformat()
    yield row["session"]
    yield from (row[name] for name in ("number", "line", "dealer", "trump"))
    yield wording.those_who_stayed(row)
    yield from (row["pot"], row["winner"], "yes" if row["split"] else "no")
    yield ", ".join(row["bourres"])
    yield ", ".join(row["reneges"])
    yield from (row["loss"], row["loser"])
    yield "yes" if row["verified"] else "no"
    yield wording.without_outcome(row)


# --- Filters and chips ----------------------------------------------------------------------------
A_PAGE: Final = 50
ANYBODY: Final = "any"
SUITS: Final = {"s": "♠ spades", "h": "♥ hearts", "d": "♦ diamonds", "c": "♣ clubs"}
_SEATS: Final = range(1, 13)
_CHIPS: Final = range(10**12)
# The names of values in the address; what players did is under the name of the deed.
WHAT, SINCE, UNTIL, SESSIONS, RULES, SEATED = (
    "what",
    "since",
    "until",
    "sessions",
    "rules",
    "seated",
)
POT_FROM, POT_TO, TRUMP, STAYERS, HAND = "pot_from", "pot_to", "trump", "stayers", "hand"
SORT, TURNED, PAGE, UNKNOWN = "sort", "turned", "page", "unknown"
SEVERAL: Final = (*DEEDS, WHAT, SESSIONS, RULES, SEATED)  # the names that may occur several times
_NAMES: Final = (
    *DEEDS,
    WHAT,
    SINCE,
    UNTIL,
    SESSIONS,
    RULES,
    SEATED,
    POT_FROM,
    POT_TO,
    TRUMP,
    STAYERS,
    HAND,
    UNKNOWN,
    PAGE,
)
"""The names of all filters; clearing them leaves the order as it is."""

Query = dict[str, object]


class Chip(NamedTuple):
    """One filter: its label (plain text), and its names and values in the address."""

    said: str
    values: tuple[tuple[str, str], ...]


class Asked(NamedTuple):
    """What the address asks for; ``unknown`` are words of a search that were not understood."""

    where: Filter
    sought: Sought
    order: str
    backwards: bool
    unknown: list[str]


def asked_for() -> Asked:
    """What the address asks for; values that make no sense are ignored."""
    nights, people = asked(nights_called), asked(account_names)
    did = [
        Did(name, None if value == ANYBODY else who)
        for name in DEEDS
        for value in address.words(name)
        if (who := address.as_number(value, people)) or value == ANYBODY
    ]
    trump = address.word(TRUMP)
    sought = Sought(
        tuple(did),
        tuple(name for name in address.words(WHAT) if name in FATES),
        address.number(POT_FROM, _CHIPS),
        address.number(POT_TO, _CHIPS),
        trump if trump in SUITS else None,
        address.number(STAYERS, range(13)),
        address.number(HAND, range(10**9)),
    )
    known, presets = {night.session for night in nights}, {night.preset for night in nights}
    where = Filter(
        address.day(SINCE),
        address.day(UNTIL),
        tuple(one for one in address.words(SESSIONS) if one in known),
        tuple(one for one in address.words(RULES) if one in presets),
        tuple(
            number for one in address.words(SEATED) if (number := address.as_number(one, _SEATS))
        ),
    )
    order = address.word(SORT)
    order = order if order is not None and order in ORDERS else BY_DATE
    return Asked(where, sought, order, address.word(TURNED) == "1", address.words(UNKNOWN))


def shown(asked_now: Asked, page: int) -> Shown:
    """Which of the hands found are on a page (from 0)."""
    return Shown(asked_now.order, asked_now.backwards, page * A_PAGE, A_PAGE)


def query_of(
    where: Filter, sought: Sought, order: str = BY_DATE, *, backwards: bool = False
) -> Query:
    """The address that asks for these hands; ``asked_for`` reads it."""
    query: Query = {}
    for one in sought.did:
        deeds = query.setdefault(one.deed, [])
        assert isinstance(deeds, list)
        deeds.append(ANYBODY if one.player is None else one.player)
    query |= {
        WHAT: list(sought.fates),
        POT_FROM: sought.pot_from,
        POT_TO: sought.pot_to,
        TRUMP: sought.trump,
    }
    query |= {STAYERS: sought.stayed, HAND: sought.number, SINCE: where.since, UNTIL: where.until}
    query |= {
        SESSIONS: list(where.sessions),
        RULES: list(where.presets),
        SEATED: list(where.seated),
    }
    query |= {SORT: None if order == BY_DATE else order, TURNED: "1" if backwards else None}
    return {name: value for name, value in query.items() if value is not None and value != []}


def chips(
    where: Filter, sought: Sought, people: Mapping[int, str], titles: Mapping[str, str]
) -> Iterator[Chip]:
    """Yield a chip for each filter; ``people`` are the book's players by number, ``titles`` its
    titles by session.
    """
    for one in sought.did:
        deed = DEEDS[one.deed]
        said = deed.noun if one.player is None else f"{people[one.player]} {deed.said}"
        yield Chip(said, ((one.deed, ANYBODY if one.player is None else str(one.player)),))
    yield from (Chip(FATES[name].said, ((WHAT, name),)) for name in sought.fates)
    single = {
        POT_FROM: (sought.pot_from, "pot of {:,} or more"),
        POT_TO: (sought.pot_to, "pot of {:,} or less"),
        STAYERS: (sought.stayed, "{} stayed"),
        HAND: (sought.number, "hand {}"),
    }
    yield from (
        Chip(said.format(value), ((name, str(value)),))
        for name, (value, said) in single.items()
        if value is not None
    )
    if sought.trump is not None:
        yield Chip(f"{SUITS[sought.trump]} trump", ((TRUMP, sought.trump),))
    yield from _chips_of_evenings(where, titles)


def _chips_of_evenings(where: Filter, titles: Mapping[str, str]) -> Iterator[Chip]:
    if where.since or where.until:
        ends = ((SINCE, where.since), (UNTIL, where.until))
        yield Chip(
            days(where.since, where.until),
            tuple((name, str(day)) for name, day in ends if day is not None),
        )
    yield from (Chip(titles[session], ((SESSIONS, session),)) for session in where.sessions)
    yield from (Chip(f"{preset} rules", ((RULES, preset),)) for preset in where.presets)
    yield from (Chip(f"{number} at the table", ((SEATED, str(number)),)) for number in where.seated)


def days(since: date | None, until: date | None) -> str:
    """A range of days in words: ``March 2026``, ``14 March 2026``, ``since 3 May 2026``."""
    if since and until:
        if since == until:
            return f"{since.day} {since:%B %Y}"
        if (since.month, since.day, until.month, until.day) == (
            1,
            1,
            12,
            31,
        ) and since.year == until.year:
            return str(since.year)
        whole = since.day == 1 and until.day == monthrange(until.year, until.month)[1]
        if whole and (since.year, since.month) == (until.year, until.month):
            return f"{since:%B %Y}"
        return f"{wording.short_day(since)} to {wording.short_day(until)}"
    if since:
        return f"since {since.day} {since:%B %Y}"
    return f"until {until.day} {until:%B %Y}" if until else ""


def take_away(chip: Chip) -> None:
    """Remove a chip's values from the address."""
    for name, value in chip.values:
        left = [one for one in address.words(name) if one != value]
        if left:
            st.query_params[name] = left
        else:
            st.query_params.pop(name, None)
    st.query_params.pop(PAGE, None)


def clear() -> None:
    """Remove all filters from the address."""
    for name in _NAMES:
        st.query_params.pop(name, None)


def add(name: str, value: str) -> None:
    """Add a value to the address."""
    st.query_params[name] = list(dict.fromkeys([*address.words(name), value]))
    st.query_params.pop(PAGE, None)


def put(query: Mapping[str, object]) -> None:
    """Replace everything that the address asks for."""
    clear()
    for name in (SORT, TURNED):
        st.query_params.pop(name, None)
    for name, value in query.items():
        st.query_params[name] = (
            [str(one) for one in value] if isinstance(value, list) else str(value)
        )
