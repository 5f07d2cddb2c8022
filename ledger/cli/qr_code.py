"""An address as a QR code in the terminal, for a phone to scan."""

from __future__ import annotations

from io import StringIO
from typing import Final

_WHITE_ON_BLACK: Final = "\x1b[97;40m"
_AS_BEFORE: Final = "\x1b[0m"


def qr_code(address: str) -> str:
    """The lines of a QR code in half blocks: always dark on light, as scanners need it, whatever the terminal's colours."""
    import segno

    text = StringIO()
    segno.make(address, error="l", micro=False).terminal(out=text, border=2, compact=True)
    return "\n".join(f"{_WHITE_ON_BLACK}{line}{_AS_BEFORE}" for line in text.getvalue().splitlines())
