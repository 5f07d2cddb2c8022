"""Text as somebody types it, in a log or a terminal: Streamlit's own loads what colours program text, and takes longer."""

from __future__ import annotations

from pathlib import Path

from dashboard.frame import theme
from dashboard.frame.component import component


def typed_text(text: str, key: str, *, excerpt: bool = False) -> None:
    """Show any text, with a button that copies it; an ``excerpt`` keeps its lines and cannot be copied.

    ``key`` is unique on the page, on which the same text may stand twice.
    """
    here = theme.tokens()
    data = {
        "typed": text,
        "excerpt": excerpt,
        "colours": {tone: getattr(here, tone) for tone in ("page", "raised", "quiet", "line", "link")},
    }
    component("bourre.typed_text", Path(__file__).with_name("typed_text.html"))(key=key, data=data)
