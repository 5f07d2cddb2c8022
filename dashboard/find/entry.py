"""The way into the search from every page: a button at the top, the key ``/``, and a box that answers while somebody types."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import streamlit as st

from dashboard.find import routes
from dashboard.frame import login, navigation, theme
from dashboard.frame.component import component

_PLACE: Final = (
    "<style>:has(> .st-key-search-entry) { position: absolute; } @media print { .st-key-search-entry { display: none; } }</style>"
)


def entry() -> None:
    """Show the way in to whoever may look."""
    if login.role() is None:
        return
    base, here = str(st.get_option("server.baseUrlPath") or "").strip("/"), theme.tokens()
    data = {
        "route": f"/{base}{routes.PATH}" if base else routes.PATH,
        "colours": {name: getattr(here, name) for name in ("page", "raised", "ink", "quiet", "line", "link")},
    }
    st.html(_PLACE)
    with st.container(key="search entry"):
        result = component("bourre.search", Path(__file__))(key="search", data=data, on_go_change=lambda: None)
    target = result.get("go")
    if isinstance(target, dict) and navigation.may_see(str(target.get("page"))):
        navigation.go(str(target["page"]), **target.get("query", {}))
