"""Links to make payments with, and their QR codes, for a phone to scan from another screen."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard.frame import escape
from dashboard.frame.me import WIDTH, qr_code
from dashboard.frame.typed_text import typed_text
from ledger.book import Settings
from ledger.book.figures import SuggestedTransfer
from ledger.book.transfer_words import how_to_add, no_link, without_handle


def code(text: str, link: str, key: str) -> None:
    """Show the QR code of a payment until it is closed; ``key`` holds in the session state that it is open."""

    def show() -> None:
        st.image(qr_code(link), width=WIDTH, alt=f"QR code of {link}")
        st.caption(f"Scan it with a telephone: {escape.marks(text)}")

    st.dialog("QR code", on_dismiss=lambda: st.session_state.pop(key, None))(show)()


def missing_handles(settings: Settings, payments: Sequence[SuggestedTransfer]) -> None:
    """Say who has no handle and so cannot be paid by a link, and how to add one."""
    names = without_handle(settings, payments)
    if names:
        st.caption(f"{escape.md(no_link([escape.clipped(name) for name in names]), 400)} To add one:")
        typed_text(f"bourre {how_to_add(names[0])}", "handle command")
