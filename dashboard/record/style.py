"""How the record page looks under a thumb: nothing to hit is smaller than 44 pixels, and cards stand in a grid.

A container whose key begins with ``record-grid`` has two things in a row, ``record-count`` a wide and a narrow one,
``record-four``, ``record-six`` and ``record-cards`` four, six and seven.
"""

from __future__ import annotations

from typing import Final

import streamlit as st

_STYLE: Final = """<style>
[class*="st-key-record-"] button { min-height: 3rem; touch-action: manipulation; }
[class*="st-key-record-grid"], [class*="st-key-record-count"], [class*="st-key-record-cards"],
[class*="st-key-record-four"], [class*="st-key-record-six"] {
  display: grid !important; gap: .4rem; width: 100%; }
[class*="st-key-record-grid"] { grid-template-columns: repeat(2, minmax(0, 1fr)); }
[class*="st-key-record-count"] { grid-template-columns: minmax(0, 1fr) 3.5rem; }
[class*="st-key-record-cards"] { grid-template-columns: repeat(7, minmax(0, 1fr)); gap: .25rem; }
[class*="st-key-record-four"] { grid-template-columns: repeat(4, minmax(0, 1fr)); }
[class*="st-key-record-six"] { grid-template-columns: repeat(6, minmax(0, 1fr)); }
[class*="st-key-record-"] [data-testid="stElementContainer"], [class*="st-key-record-"] .stButton { width: 100% !important; }
[class*="st-key-record-cards"] button { padding: 0; min-width: 0; }
[class*="st-key-record-cards"] button p { font-size: 1.05rem; white-space: nowrap; }
</style>"""


def style() -> None:
    """Put the styles on the page."""
    st.html(_STYLE)
