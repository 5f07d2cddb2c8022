"""Payments with a link to make them by, and its QR code: one screen shows it, another's telephone reads it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard.frame import escape
from dashboard.frame.qr_code import WIDTH, qr_code
from ledger.book import Settings
from ledger.book.figures import SuggestedTransfer
from ledger.book.pay_links import how_to_add, no_link, without_handle


def payment(text: str, link: str | None, key: str) -> None:
    """Show a payment as text (Markdown) with its link and beside it the QR code; one without a link is text alone."""
    # Markdown reads entities in an address; in angle brackets it reads nothing else.
    st.markdown(f"[{text}](<{link.replace('&', '&amp;')}>)" if link else text, width="stretch")
    code = qr_code(link) if link else ""
    if code:
        folded = st.popover("QR code", type="tertiary", icon=":material/qr_code_2:", key=f"qr {key}", on_change="rerun")
        if folded.open:
            with folded:
                st.image(code, width=WIDTH, alt=f"QR code of {link}")
                st.caption(f"Scan it with a phone: {text}")


def missing_handles(settings: Settings, payments: Sequence[SuggestedTransfer]) -> None:
    """Say whom no link can pay for want of a handle, and how to add it."""
    names = without_handle(settings, payments)
    if names:
        st.caption(f"{escape.md(no_link([escape.clipped(name) for name in names]), 400)} To add one:")
        st.code(f"bourre {how_to_add(names[0])}", language=None, wrap_lines=True)
