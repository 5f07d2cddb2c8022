"""The filters of the finder: chips that can be removed, and widgets that add more."""

from __future__ import annotations

from datetime import date
from typing import Final

import streamlit as st

from dashboard.find import hands_found, search
from dashboard.find.hands_found import SORTED, Asked
from dashboard.frame import address, filters, wording
from dashboard.frame.shown_book import asked
from ledger.book.balances.figures import account_names
from ledger.book.derived.database import names_in
from ledger.phrases import Understood, names_of, understood
from ledger.stats import DEEDS, FATES, nights_called

_DEED, _WHO, _TEXT = "find deed", "find who", "find words"
_STAYERS: Final = {str(number): str(number) for number in range(9)}


def words() -> None:
    """A field to filter in words: what is understood becomes chips, what is not is shown."""
    st.text_input(
        "Narrow it down",
        key=_TEXT,
        placeholder=f"{_examples()[0]} in March",
        max_chars=400,
        on_change=_read,
    )


def not_understood(unknown: list[str]) -> None:
    """Show the words of a search that were not understood, and examples of what is."""
    if not unknown:
        return
    said = wording.listed([f"“{wording.md(one, 60)}”" for one in unknown])
    with st.container(border=True, key="not understood"):
        st.markdown(
            f":material/help: **Not understood: {said}.** It was left out of the search. You can "
            "ask, for example:"
        )
        with st.container(horizontal=True, gap="small"):
            for at, example in enumerate(_examples()):
                st.button(
                    wording.md(example, 60),
                    key=f"example {at}",
                    type="tertiary",
                    on_click=_instead,
                    args=(example,),
                )


def chips(now: Asked) -> None:
    """Show the current filters as chips; pressing one removes it."""
    titles = {
        night.session: wording.evening(night.title, night.session, night.date)
        for night in asked(nights_called)
    }
    found = list(hands_found.chips(now.where, now.sought, asked(account_names), titles))
    if not found:
        return
    with st.container(horizontal=True, gap="small", key="asked for"):
        for at, chip in enumerate(found):
            said = wording.marks(wording.plain(chip.said, 60))
            st.button(
                said,
                key=f"chip {at}",
                icon=":material/close:",
                icon_position="right",
                on_click=hands_found.take_away,
                args=(chip,),
                help="Remove this condition",
            )
        if len(found) > 1:
            st.button("Clear", key="clear finder", type="tertiary", on_click=hands_found.clear)


def more() -> None:
    """Widgets that add filters."""
    with st.popover("Filters", icon=":material/filter_list:"):
        _deeds()
        fates = {name: fate.said for name, fate in FATES.items()}
        filters.choice("How the hand ended", hands_found.WHAT, fates, empty="Anything")
        left, right = st.columns(2)
        with left:
            filters.day("From", hands_found.SINCE)
            filters.whole("Pot of at least", hands_found.POT_FROM)
            filters.choice("Trump", hands_found.TRUMP, hands_found.SUITS, empty="Any")
        with right:
            filters.day("To", hands_found.UNTIL)
            filters.whole("Pot of at most", hands_found.POT_TO)
            filters.choice("How many stayed", hands_found.STAYERS, _STAYERS, empty="Any")


def order() -> None:
    """A widget to choose the order."""
    filters.choice("Sorted by", hands_found.SORT, SORTED)


def turn() -> None:
    """A button to reverse the order: not every column is there to press its heading."""
    st.button(
        "Reverse", key="find turned", icon=":material/swap_vert:", type="tertiary", on_click=_turn
    )


def _turn() -> None:
    if st.query_params.pop(hands_found.TURNED, None) is None:
        st.query_params[hands_found.TURNED] = "1"
    st.query_params.pop(hands_found.PAGE, None)


def _deeds() -> None:
    """What a player did: choose the player and the deed, then add both as one filter."""
    people = {
        number: name
        for number, name in sorted(
            asked(account_names).items(), key=lambda one: (one[1].casefold(), one[0])
        )
        if number > 0
    }
    labels = dict(
        zip(
            people,
            filters.inert_labels({str(number): name for number, name in people.items()}).values(),
            strict=True,
        )
    )
    left, right = st.columns(2)
    with left:
        st.selectbox(
            "Who",
            list(people),
            index=None,
            placeholder="Anybody",
            key=_WHO,
            format_func=labels.__getitem__,
        )
    with right:
        st.selectbox("Did what", list(DEEDS), key=_DEED, format_func=lambda name: DEEDS[name].said)
    st.button("Add", key="find add", on_click=_add)


def _examples() -> list[str]:
    return search.examples(
        {number: name for number, name in asked(account_names).items() if number > 0}
    )


def _read() -> None:
    """Add what was typed to the filters; a filter that can have only one value is replaced."""
    found = _understood(st.session_state[_TEXT])
    st.session_state[_TEXT] = ""
    for name, value in search.query_of(found).items():
        before = address.words(name) if name in hands_found.SEVERAL else []
        st.query_params[name] = list(
            dict.fromkeys([*before, *map(str, value if isinstance(value, list) else [value])])
        )
    if not found.unknown:
        st.query_params.pop(hands_found.UNKNOWN, None)
    st.query_params.pop(hands_found.PAGE, None)


def _instead(text: str) -> None:
    hands_found.put(search.query_of(_understood(text)))


def _understood(text: str) -> Understood:
    today = date.today()  # noqa: DTZ011 - the day here
    return understood(text, names_of(asked(names_in), asked(nights_called), today))


def _add() -> None:
    who = st.session_state[_WHO]
    hands_found.add(st.session_state[_DEED], hands_found.ANYBODY if who is None else str(who))
