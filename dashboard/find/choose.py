"""What is asked for, to see and to change: chips that can be taken away, and widgets that add to them."""

from __future__ import annotations

from typing import Final

import streamlit as st

from dashboard.find import criteria
from dashboard.find.criteria import Asked
from dashboard.find.hands_found import SORTED
from dashboard.frame import escape, filters
from dashboard.frame.shown_book import asked
from ledger.book.figures import account_names
from ledger.stats import DEEDS, FATES

_DEED, _WHO = "find deed", "find who"
_STAYERS: Final = {str(number): str(number) for number in range(9)}


def chips(now: Asked) -> None:
    """Show what was asked for; whatever is pressed is asked no more."""
    found = list(criteria.chips(now.where, now.sought))
    if not found:
        return
    with st.container(horizontal=True, gap="small", key="asked for"):
        for at, chip in enumerate(found):
            said = escape.marks(escape.plain(chip.said, 60))
            st.button(
                said,
                key=f"chip {at}",
                icon=":material/close:",
                icon_position="right",
                on_click=criteria.take_away,
                args=(chip,),
                help="Do not ask for this any more",
            )
        if len(found) > 1:
            st.button("Clear", key="clear finder", type="tertiary", on_click=criteria.clear)


def more() -> None:
    """Let somebody ask for more by widgets."""
    with st.popover("Filters", icon=":material/filter_list:"):
        _deeds()
        fates = {name: fate.said for name, fate in FATES.items()}
        filters.choice("What became of the hand", criteria.WHAT, fates, empty="Anything")
        left, right = st.columns(2)
        with left:
            filters.day("From", criteria.SINCE)
            filters.whole("Pot of at least", criteria.POT_FROM)
            filters.choice("Trump", criteria.TRUMP, criteria.SUITS, empty="Any")
        with right:
            filters.day("To", criteria.UNTIL)
            filters.whole("Pot of at most", criteria.POT_TO)
            filters.choice("How many stayed", criteria.STAYERS, _STAYERS, empty="Any")


def order() -> None:
    """Let somebody choose the order."""
    filters.choice("Sorted by", criteria.SORT, SORTED)


def _deeds() -> None:
    """What a player did: who and what, chosen one after the other, then asked for together."""
    people = {number: name for number, name in sorted(asked(account_names).items(), key=_by_name) if number > 0}
    labels = dict(zip(people, filters.inert_labels({str(number): name for number, name in people.items()}).values(), strict=True))
    left, right = st.columns(2)
    with left:
        st.selectbox("Who", list(people), index=None, placeholder="Anybody", key=_WHO, format_func=labels.__getitem__)
    with right:
        st.selectbox("Did what", list(DEEDS), key=_DEED, format_func=lambda name: DEEDS[name].said)
    st.button("Add", key="find add", on_click=_add)


def _add() -> None:
    who = st.session_state[_WHO]
    criteria.add(st.session_state[_DEED], criteria.ANYBODY if who is None else str(who))


def _by_name(item: tuple[int, str]) -> tuple[str, int]:
    return item[1].casefold(), item[0]
