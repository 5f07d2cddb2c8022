"""The pages: where they are, what they are called, and who may see them. A page whose file is not there does not exist."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import streamlit as st
from streamlit.navigation.page import Page as StreamlitPage

from dashboard.frame import login
from ledger import Role

FOLDER: Final = Path(__file__).parents[1] / "views"


class Page(NamedTuple):
    """A page: the name of its file and address, its title, its sign in the menu, and whether it stands there."""

    name: str
    title: str
    icon: str
    listed: bool = True
    needs: Role = Role.VIEWER


PAGES: Final = (
    Page("home", "Home", ":material/home:"),
    Page("record", "Record", ":material/edit_square:", needs=Role.SCORER),
    Page("owes", "Who owes what", ":material/payments:"),
    Page("sessions", "Sessions", ":material/calendar_month:"),
    Page("session", "Session", ":material/calendar_today:", listed=False),
    Page("replay", "Replay", ":material/playing_cards:", listed=False),
    Page("audit", "Audit", ":material/fact_check:"),
    Page("players", "Players", ":material/group:"),
    Page("player", "Player", ":material/person:", listed=False),
    Page("rivals", "Rivals", ":material/swords:"),
    Page("rules", "Rules", ":material/menu_book:"),
    Page("import", "Import", ":material/upload_file:", needs=Role.SCORER),
)


def title_of(shown: StreamlitPage) -> str:
    """Return the title of a page that is shown, without its sign."""
    return next((page.title for page in PAGES if shown.title.endswith(f" {page.title}")), shown.title)


def path_of(name: str) -> Path:
    """Return the file of a page."""
    return FOLDER / f"{name}{'_' if name == 'import' else ''}.py"


def may_see(name: str) -> bool:
    """Tell whether a page exists for whoever is looking."""
    role = login.role()
    return any(page.name == name and role is not None and role >= page.needs and path_of(name).exists() for page in PAGES)


def menu() -> list[StreamlitPage]:
    """Return the pages that exist for whoever is looking; for nobody every address is that of the login form."""
    if login.role() is None:
        return [_page(page, FOLDER.parent / "entrance.py", hidden=True) for page in PAGES]
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
