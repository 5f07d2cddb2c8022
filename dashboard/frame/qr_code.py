"""QR codes: one screen shows an address, another's telephone reads it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import segno

WIDTH: Final = 240
"""Pixels of a QR code: with four characters more to a module a telephone still reads it at arm's length."""


@lru_cache(maxsize=256)
def qr_code(link: str) -> str:
    """A QR code as SVG, dark on white in either theme, as readers want it; nothing for a link that is too long for one."""
    try:
        code = segno.make(link, error="m", micro=False)
    except segno.DataOverflowError:
        return ""
    return code.svg_inline(border=4, dark="#000", light="#fff", omitsize=True)
