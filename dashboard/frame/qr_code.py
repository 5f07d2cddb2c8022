"""QR codes of addresses, for a phone to scan from another screen."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import segno

WIDTH: Final = 240
"""Pixels of a QR code: large enough for a phone to read it at arm's length."""


@lru_cache(maxsize=256)
def qr_code(link: str) -> str:
    """A QR code as SVG, dark on white in either theme, as scanners need it; empty if the link is too long."""
    try:
        code = segno.make(link, error="m", micro=False)
    except segno.DataOverflowError:
        return ""
    return code.svg_inline(border=4, dark="#000", light="#fff", omitsize=True)
