"""The search on every page: a button at the top, the key ``/``, and a box that shows results while somebody types.

It is outside of what Streamlit draws, in a shadow tree of its own, and is there earlier.
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
