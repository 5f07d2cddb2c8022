"""The way into the search from every page: a button at the top, the key ``/``, and a box that answers while somebody types.

It stands beside what Streamlit draws, in a tree of its own, and is there before that.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

_PARTS: Final = """
<div id="search"><template shadowrootmode="open"><style>
{css}</style>
{html}</template></div>
<script>
(() => {{
{js}}})();
</script>"""


def body() -> str:
    """HTML for the end of the page."""
    return _PARTS.format(**{kind: Path(__file__).with_suffix(f".{kind}").read_text("utf-8") for kind in ("css", "html", "js")})
