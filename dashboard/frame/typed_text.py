"""Text as somebody types it, in a log or a terminal: Streamlit's own brings what colours programs, which is large."""

from __future__ import annotations

from pathlib import Path

from dashboard.frame import theme
from dashboard.frame.component import component


def typed_text(text: str, *, excerpt: bool = False, key: str | None = None) -> None:
    """Show any text, with a button that copies it; an ``excerpt`` keeps its lines, and is not for copying.

    ``key`` is needed where a page may show the same text twice.
    """
    here = theme.tokens()
    data = {
        "typed": text,
        "wraps": not excerpt,
        "copies": not excerpt,
        "colours": {tone: getattr(here, tone) for tone in ("page", "raised", "quiet", "line", "link")},
    }
    component("bourre.typed_text", Path(__file__))(key=key, data=data)
