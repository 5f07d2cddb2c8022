"""Lets the others at the table in: the address of this dashboard as a QR code for their phones."""

from __future__ import annotations

import os
from ipaddress import ip_address
from urllib.parse import urlsplit

import streamlit as st

from dashboard.door.who import is_local
from dashboard.frame import escape
from dashboard.frame.qr_code import WIDTH, qr_code
from ledger.book.settings import OTHERS


def join_button() -> None:
    """Show how others get in, if they can."""
    address = shared_address()
    code = qr_code(address) if address else ""
    if not code:
        return
    with st.popover("Let others in", icon=":material/qr_code_2:", width="stretch"):
        st.image(code, width=WIDTH, alt=f"QR code of {address}")
        st.caption(f"Scan it with a phone: {escape.md(address, 120)}. It asks for a password.")


def shared_address() -> str:
    """The address of this dashboard for others, without a path; empty if nobody else can reach it."""
    return "" if is_local() else address_for_others(st.context.url or "", os.environ.get(OTHERS, ""))


def address_for_others(here: str, told: str) -> str:
    """The address for others: the one the viewer used, ``here``, or, if that is this machine's own, ``told``."""
    parts = urlsplit(here)
    host = parts.hostname or ""
    return told if not host or host == "localhost" or _is_loopback(host) else f"{parts.scheme}://{parts.netloc}"


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:  # a host name
        return False
