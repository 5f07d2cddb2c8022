"""The menu, drawn as one component: Streamlit's own parses each entry as Markdown, which takes longer than many pages."""

from __future__ import annotations

from pathlib import Path

from dashboard.frame import address, theme
from dashboard.frame.component import component
from dashboard.frame.navigation import PAGES, may_see


def menu(shown: str) -> None:
    """Show the pages that the viewer may see; ``shown`` is the title of the page to mark."""
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
    component("bourre.menu", Path(__file__).with_name("menu.html"), apart=False)(key="menu", data=data)
