"""Payments with a link to make them by, and its QR code: one screen shows it, another's telephone reads it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard.frame import escape
from dashboard.frame.qr_code import WIDTH, qr_code
from ledger.book import Settings
from ledger.book.figures import SuggestedTransfer
from ledger.book.pay_links import how_to_add, no_link, without_handle


def payments(some: Sequence[tuple[str, str | None]], name: str) -> None:
    """Show payments, each as text (Markdown) with its link and beside it the QR code; one without a link is text alone.

    ``name`` is one that no other list on the page has.
    """
    with st.container(gap="xxsmall"):
        for at, (text, link) in enumerate(some):
            with st.container(horizontal=True, wrap=False, vertical_alignment="center", gap="small"):
                _payment(text, link, f"qr {name} {at}")


def _payment(text: str, link: str | None, key: str) -> None:
    # Markdown reads entities in an address; in angle brackets it reads nothing else.
    st.markdown(f"[{text}](<{link.replace('&', '&amp;')}>)" if link else text, width="stretch")
    code = qr_code(link) if link else ""
    if code:
        with st.popover("QR code", type="tertiary", icon=":material/qr_code_2:", key=key):
            st.image(code, width=WIDTH, alt=f"QR code of {link}")
            st.caption(f"Scan it with a telephone: {text}")


def missing_handles(settings: Settings, payments: Sequence[SuggestedTransfer]) -> None:
    """Say whom no link can pay for want of a handle, and how to add it."""
    names = without_handle(settings, payments)
    if names:
        st.caption(f"{escape.md(no_link([escape.clipped(name) for name in names]), 400)} To add one:")
        st.code(f"bourre {how_to_add(names[0])}", language=None, wrap_lines=True)
