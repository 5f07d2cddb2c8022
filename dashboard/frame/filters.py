"""Filters: chosen with widgets and kept in the address, so that they can be shared and the
browser's Back works.

The address decides: widgets show what it says, and change it. Values in it that make no sense are
ignored.

A part of a page that reruns by itself when it is clicked, as long as the book is unchanged since
the page was drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Final

import polars as pl
import streamlit as st

from dashboard.frame import address, wording
from dashboard.frame.component import drop_down
from dashboard.frame.me import my_account
from dashboard.frame.page import explained
from dashboard.frame.shown_book import asked, the_book
from ledger.book.balances.figures import account_names
from ledger.stats import Filter, Night, nights_called


def choice(label: str, name: str, options: Mapping[str, str], *, empty: str = "") -> str | None:
    """A list to choose one of ``options`` from (labels, any text, by value).

    Returns the value, None for none.

    ``name`` is its name in the address. With ``empty``, a label for "none", the choice is optional;
    else it is the first until another is chosen.
    """
    if not options:
        return None
    first = None if empty else next(iter(options))
    asked_for = address.word(name)
    chosen = asked_for if asked_for in options else first

    def words(value: object) -> list[str]:
        return [] if value in {None, "", first} else [str(value)]

    if len(options) <= _LOOKED_THROUGH:
        entries = {"": empty, **options} if empty else options
        drop_down(
            label,
            f"list {name}",
            entries,
            chosen or "",
            lambda value: _into_address(name, words(value)),
        )
        return chosen
    return st.selectbox(
        label,
        list(options),
        index=None if empty else 0,
        placeholder=empty,
        key=_shown(name, chosen),
        format_func=inert_labels(options).__getitem__,
        on_change=_write,
        args=(name, words),
    )


_LOOKED_THROUGH: Final = 200  # the most options of a list that can do without a search field


def tab(label: str, name: str, options: Mapping[str, str], first: str) -> str:
    """A widget to choose which part of a page to show, ``first`` by default; labels are our own
    words.
    """
    asked_for = address.word(name)
    shown = st.segmented_control(
        label,
        list(options),
        key=_shown(name, asked_for if asked_for in options else first),
        format_func=options.__getitem__,
        on_change=_write,
        args=(name, lambda value: [value]),
        required=True,
    )
    return shown or first


def choices(label: str, name: str, options: Mapping[str, str], *, empty: str = "All") -> list[str]:
    """A widget to choose any number of values; none means no restriction, or what ``empty``
    says.
    """
    labels = inert_labels(options)
    chosen = [value for value in address.words(name) if value in options]
    return st.multiselect(
        label,
        list(options),
        key=_shown(name, chosen),
        format_func=labels.__getitem__,
        on_change=_write,
        args=(name, lambda values: values),
        placeholder=empty,
    )


def day(label: str, name: str) -> date | None:
    """A widget for a date, None if there is none."""
    picked = st.date_input(
        label,
        value=None,
        min_value=date(1900, 1, 1),
        max_value=date(2200, 1, 1),
        key=_shown(name, address.day(name)),
        format="YYYY-MM-DD",
        on_change=_write,
        args=(name, lambda value: [] if value is None else [value.isoformat()]),
    )
    return picked if isinstance(picked, date) else None


def whole(label: str, name: str, most: int = 10**9) -> int | None:
    """A widget for a whole number from 0 to ``most``, None if there is none."""
    known = address.number(name, range(most + 1))
    return st.number_input(
        label,
        min_value=0,
        max_value=most,
        value=None,
        step=1,
        key=_shown(name, known),
        on_change=_write,
        args=(name, lambda value: [] if value is None else [str(value)]),
    )


def player(label: str = "Player", name: str = "player", *, empty: str = "") -> int | None:
    """A widget to choose a player of the book, the viewer first. Returns the player's number."""
    mine = my_account()
    names = sorted(
        asked(account_names).items(),
        key=lambda item: (item[0] != mine, *(item[1].casefold(), item[0])),
    )
    people = {str(number): called for number, called in names if number > 0}
    chosen = choice(label, name, people, empty=empty)
    return None if chosen is None else int(chosen)


def unit(money: pl.DataFrame) -> str:
    """A widget to choose the unit, if the book has several: a currency, or chips without a value.

    ``money`` has the columns ``unit`` and ``evenings``. The unit of most evenings comes first; ""
    if there is none. Only one at a time is shown, since units cannot be added up.
    """
    nights = (
        money.group_by("unit")
        .agg(pl.col("evenings").sum())
        .sort("evenings", "unit", descending=[True, False])
    )
    units = {one: one for one in nights["unit"]}
    if len(units) < 2:
        return next(iter(units), "")
    return choice("Counted in", "unit", units) or ""


def chosen() -> Filter:
    """Show the filters that statistics share (days, sessions, rules, table size) and return what is
    chosen.

    They are sent only when unfolded: a book may have thousands of sessions to choose from.
    """
    part(partial(_folded, _asked_for()))
    picked, rules = address.words("sessions"), address.words("rules")
    nights = asked(nights_called) if picked or rules else []
    sessions, presets = {night.session for night in nights}, {night.preset for night in nights}
    return Filter(
        address.day("since"),
        address.day("until"),
        tuple(one for one in picked if one in sessions),
        tuple(one for one in rules if one in presets),
        tuple(int(one) for one in address.words("seated") if one in _SEATED),
    )


def _folded(asked_for: Sequence[Sequence[str]]) -> None:
    """Show the filters; rerun the page if they changed the address."""
    if _asked_for() != asked_for:
        st.rerun()
    with st.container(horizontal=True, vertical_alignment="center"):
        # Its label must not change: Streamlit would take it for a new one, folded again after each
        # choice.
        folded = st.popover(
            "Filters", icon=":material/filter_list:", key="filters", on_change="rerun"
        )
        if active := sum(name in st.query_params for name in _FILTERS):
            st.caption(f"{active} chosen", width="content")
    if folded.open:
        with folded:
            _widgets()


def _named(night: Night) -> str:
    """The label of an evening in a searchable list: its day comes first."""
    day = night.date.isoformat()
    return (
        night.session
        if not night.title and night.session.startswith(day)
        else f"{day} {night.title or night.session}"
    )


def _widgets() -> None:
    nights = asked(nights_called)
    day("From", "since")
    day("To", "until")
    choices("Evenings", "sessions", {night.session: _named(night) for night in nights})
    choices(
        "Rules", "rules", {preset: preset for preset in sorted({night.preset for night in nights})}
    )
    choices("Players at the table", "seated", _SEATED)
    st.button("Clear", on_click=_clear, key="clear filters")


_FILTERS = ("since", "until", "sessions", "rules", "seated")
_SEATED = {str(number): str(number) for number in range(2, 13)}


def _asked_for() -> list[list[str]]:
    return [address.words(name) for name in _FILTERS]


def _clear() -> None:
    for name in _FILTERS:
        st.query_params.pop(name, None)


def inert_labels(options: Mapping[str, str]) -> dict[str, str]:
    """Inert labels, all different: a widget identifies its options by them."""
    labels: dict[str, str] = {}
    taken: set[str] = set()
    for value, text in options.items():
        label, number = wording.plain(text), 1
        while label in taken:
            number += 1
            label = f"{wording.plain(text)} ({number})"
        taken.add(label)
        labels[value] = label
    return labels


def _shown(name: str, value: object) -> str:
    """The key of a widget, after setting it to the value in the address."""
    key = f"choose {name}"
    if key not in st.session_state or st.session_state[key] != value:
        st.session_state[key] = value
    return key


def _write(name: str, words: Callable[[object], Iterable[str]]) -> None:
    _into_address(name, list(words(st.session_state[f"choose {name}"])))


def _into_address(name: str, values: list[str]) -> None:
    if values:
        st.query_params[name] = values
    else:
        st.query_params.pop(name, None)


# --- Parts that rerun by themselves ---------------------------------------------------------------
def part(draw: Callable[[], None]) -> None:
    """Show what ``draw`` draws.

    A click in it must change nothing outside; if the book has changed, the whole page reruns.
    """
    _part(draw, the_book().state())


@st.fragment
def _part(draw: Callable[[], None], state: str) -> None:
    with explained():
        if the_book().state() != state:
            st.rerun()
        draw()
