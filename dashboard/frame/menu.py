"""The menu, drawn as one part of the page: Streamlit's own reads each entry as Markdown, and takes longer than many a page."""

from __future__ import annotations

from pathlib import Path

from dashboard.frame import address, theme
from dashboard.frame.component import component
from dashboard.frame.navigation import PAGES, may_see


def menu(shown: str) -> None:
    """Show the pages that whoever is looking may see, the page that is ``shown`` (a title) marked."""
    entries = [
        {
            "title": page.title,
            "icon": page.icon.strip(":").removeprefix("material/"),
            "href": address.of(page.name, {}),
            "more": page.more,
            "here": page.title == shown,
        }
        for page in PAGES
        if page.listed and may_see(page.name)
    ]
    here = theme.tokens()
    data = {"entries": entries, "colours": {tone: getattr(here, tone) for tone in ("ink", "quiet", "line", "link")}}
    component("bourre.menu", Path(__file__), apart=False)(key="menu", data=data)
