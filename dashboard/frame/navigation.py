"""The pages: where they are, what they are called, who may see them, and the ways from one to another.

The page that lies at ``/owes`` is the script ``owes_page.py`` in its room. No folder beside app.py may be called ``pages``:
Streamlit would serve what is in it without app.py, and so without a login.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import streamlit as st
from streamlit.navigation.page import Page as StreamlitPage

from dashboard.frame import login
from ledger import Role

DASHBOARD: Final = Path(__file__).parents[1]
LOGIN: Final = DASHBOARD / "frame" / "login_page.py"


class Page(NamedTuple):
    """A page: its address, the room that its script lies in, its title, its sign in the menu, and whether it stands there."""

    name: str
    room: str
    title: str
    icon: str
    listed: bool = True
    needs: Role = Role.VIEWER


PAGES: Final = (
    Page("home", "evening", "Home", ":material/home:"),
    Page("record", "record", "Record", ":material/edit_square:", needs=Role.SCORER),
    Page("owes", "money", "Who owes what", ":material/payments:"),
    Page("sessions", "evening", "Sessions", ":material/calendar_month:"),
    Page("session", "evening", "Session", ":material/calendar_today:", listed=False),
    Page("replay", "replay", "Replay", ":material/playing_cards:", listed=False),
    Page("audit", "audit", "Audit", ":material/fact_check:"),
    Page("players", "players", "Players", ":material/group:"),
    Page("player", "players", "Player", ":material/person:", listed=False),
    Page("rivals", "players", "Rivals", ":material/swords:"),
    Page("rules", "manage", "Rules", ":material/menu_book:"),
    Page("import", "manage", "Import", ":material/upload_file:", needs=Role.SCORER),
)
_ROOMS: Final = {page.name: page.room for page in PAGES}


def title_of(shown: StreamlitPage) -> str:
    """Return the title of a page that is shown, without its sign."""
    return next((page.title for page in PAGES if shown.title.endswith(f" {page.title}")), shown.title)


def path_of(name: str) -> Path:
    """Return the script of a page."""
    return DASHBOARD / _ROOMS[name] / f"{name}_page.py"


def may_see(name: str) -> bool:
    """True if a page exists for whoever is looking."""
    role = login.role()
    return any(page.name == name and role is not None and role >= page.needs for page in PAGES)


def menu() -> list[StreamlitPage]:
    """Return the pages that exist for whoever is looking; for nobody every address is that of the login form."""
    if login.role() is None:
        return [_page(page, LOGIN, hidden=True) for page in PAGES]
    return [_page(page, path_of(page.name), hidden=not page.listed) for page in PAGES if may_see(page.name)]


def _page(page: Page, path: Path, *, hidden: bool) -> StreamlitPage:
    """Return a page for Streamlit; its sign stands in the title, since icons are fetched from the internet for the tab."""
    return st.Page(
        path,
        title=f"{page.icon} {page.title}",
        url_path=page.name,
        default=page.name == "home",
        visibility="hidden" if hidden else "visible",
    )


def link(name: str, label: str, **query: object) -> None:
    """Show a link to a page with the values of its address; only the label if that page does not exist for whoever is looking."""
    values = {key: str(value) for key, value in query.items() if value is not None}
    if may_see(name):
        st.page_link(path_of(name), label=label, query_params=values)
    else:
        st.markdown(label)


def go(name: str, **query: object) -> None:
    """Leave for another page, with the values of its address."""
    st.switch_page(path_of(name), query_params={key: str(value) for key, value in query.items() if value is not None})
