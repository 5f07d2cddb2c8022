"""Long lists page by page: the page that the address asks for, and links to the previous and next."""

from __future__ import annotations

import streamlit as st

from dashboard.frame import address


def asked_for(number: int, a_page: int) -> int:
    """The page (from 0) that the address asks for, of a list of ``number`` items with ``a_page`` on each page."""
    last = max(0, -(-number // a_page) - 1)
    return (address.number("page", range(1, last + 2)) or 1) - 1


def pager(page: int, number: int, a_page: int) -> None:
    """Show the position in the list, and links to the other pages; nothing for a list of one page."""
    last = -(-number // a_page) - 1
    if last < 1:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("← Before", key="page before", on_click=_turn, args=(page,), disabled=page == 0)
        st.button("Next →", key="page next", on_click=_turn, args=(page + 2,), disabled=page == last)
        st.caption(f"Page {page + 1:,} of {last + 1:,}")


def _turn(page: int) -> None:
    st.query_params["page"] = str(page)
