"""The filters in the finder's address, and the same as chips: short sentences that can be removed one by one."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Final, NamedTuple

import streamlit as st

from dashboard.frame import address, wording
from dashboard.frame.shown_book import asked
from ledger.book.figures import account_names
from ledger.stats import BY_DATE, DEEDS, FATES, ORDERS, Did, Filter, Shown, Sought, nights_called

A_PAGE: Final = 50
ANYBODY: Final = "any"
SUITS: Final = {"s": "♠ spades", "h": "♥ hearts", "d": "♦ diamonds", "c": "♣ clubs"}
_SEATS: Final = range(1, 13)
_CHIPS: Final = range(10**12)
# The names of values in the address; what players did is under the name of the deed.
WHAT, SINCE, UNTIL, SESSIONS, RULES, SEATED = "what", "since", "until", "sessions", "rules", "seated"
POT_FROM, POT_TO, TRUMP, STAYERS, HAND = "pot_from", "pot_to", "trump", "stayers", "hand"
SORT, TURNED, PAGE, UNKNOWN = "sort", "turned", "page", "unknown"
SEVERAL: Final = (*DEEDS, WHAT, SESSIONS, RULES, SEATED)
"""The names that may occur several times."""
_NAMES: Final = (*DEEDS, WHAT, SINCE, UNTIL, SESSIONS, RULES, SEATED, POT_FROM, POT_TO, TRUMP, STAYERS, HAND, UNKNOWN, PAGE)
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
        tuple(number for one in address.words(SEATED) if (number := address.as_number(one, _SEATS))),
    )
    order = address.word(SORT)
    order = order if order is not None and order in ORDERS else BY_DATE
    return Asked(where, sought, order, address.word(TURNED) == "1", address.words(UNKNOWN))


def shown(asked_now: Asked, page: int) -> Shown:
    """Which of the hands found are on a page (from 0)."""
    return Shown(asked_now.order, asked_now.backwards, page * A_PAGE, A_PAGE)


def query_of(where: Filter, sought: Sought, order: str = BY_DATE, *, backwards: bool = False) -> Query:
    """The address that asks for these hands; ``asked_for`` reads it."""
    query: Query = {}
    for one in sought.did:
        query[one.deed] = [*_listed(query.get(one.deed)), ANYBODY if one.player is None else one.player]
    query |= {WHAT: list(sought.fates), POT_FROM: sought.pot_from, POT_TO: sought.pot_to, TRUMP: sought.trump}
    query |= {STAYERS: sought.stayed, HAND: sought.number, SINCE: where.since, UNTIL: where.until}
    query |= {SESSIONS: list(where.sessions), RULES: list(where.presets), SEATED: list(where.seated)}
    query |= {SORT: None if order == BY_DATE else order, TURNED: "1" if backwards else None}
    return {name: value for name, value in query.items() if value is not None and value != []}


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def chips(where: Filter, sought: Sought, people: Mapping[int, str], titles: Mapping[str, str]) -> Iterator[Chip]:
    """Yield a chip for each filter; ``people`` are the book's players by number, ``titles`` its titles by session."""
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
    yield from (Chip(said.format(value), ((name, str(value)),)) for name, (value, said) in single.items() if value is not None)
    if sought.trump is not None:
        yield Chip(f"{SUITS[sought.trump]} trump", ((TRUMP, sought.trump),))
    yield from _chips_of_evenings(where, titles)


def _chips_of_evenings(where: Filter, titles: Mapping[str, str]) -> Iterator[Chip]:
    if where.since or where.until:
        ends = ((SINCE, where.since), (UNTIL, where.until))
        yield Chip(days(where.since, where.until), tuple((name, str(day)) for name, day in ends if day is not None))
    yield from (Chip(titles[session], ((SESSIONS, session),)) for session in where.sessions)
    yield from (Chip(f"{preset} rules", ((RULES, preset),)) for preset in where.presets)
    yield from (Chip(f"{number} at the table", ((SEATED, str(number)),)) for number in where.seated)


def days(since: date | None, until: date | None) -> str:
    """A range of days in words: ``March 2026``, ``14 March 2026``, ``since 3 May 2026``."""
    if since and until:
        if since == until:
            return f"{since.day} {since:%B %Y}"
        if (since.month, since.day, until.month, until.day) == (1, 1, 12, 31) and since.year == until.year:
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
        st.query_params[name] = [str(one) for one in value] if isinstance(value, list) else str(value)
