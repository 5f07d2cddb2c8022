"""The pages: their addresses and titles, who may see them, and links between them.

The page that lies at ``/owes`` is the script ``owes_page.py`` in its room. No folder beside app.py
may be called ``pages``: Streamlit would serve what is in it without app.py, and so without a login.

The menu, drawn as one component: Streamlit's own parses each entry as Markdown, which takes longer
than many pages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

import polars as pl
import streamlit as st

from dashboard.door.streamlit_inside import Page as StreamlitPage
from dashboard.frame import address, shown_book, theme
from dashboard.frame.component import component
from dashboard.frame.shown_book import asked
from ledger.book.files.settings import Role
from ledger.stats import hands_numbered

DASHBOARD: Final = Path(__file__).parents[1]
LOGIN: Final = DASHBOARD / "frame" / "login_page.py"


class Page(NamedTuple):
    """A page: its address, the package of its script, its title, and its icon and place in the
    menu.

    The menu begins with the pages used every week; ``more`` pages follow, and pages that are not
    ``listed`` are not in it.
    """

    name: str
    room: str
    title: str
    icon: str
    listed: bool = True
    more: bool = False
    needs: Role = Role.VIEWER


PAGES: Final = (
    Page("home", "evening", "Home", ":material/home:"),
    Page("record", "record", "Record", ":material/edit_square:", needs=Role.SCORER),
    Page("owes", "money", "Who owes what", ":material/payments:"),
    Page("sessions", "evening", "Evenings", ":material/calendar_month:"),
    Page("find", "find", "Find hands", ":material/search:", more=True),
    Page("session", "evening", "Evening", ":material/calendar_today:", listed=False),
    Page("replay", "replay", "Replay", ":material/playing_cards:", listed=False),
    Page("audit", "audit", "Audit", ":material/fact_check:"),
    Page("players", "players", "Players", ":material/group:"),
    Page("player", "players", "Player", ":material/person:", listed=False),
    Page("standings", "players", "Standings", ":material/leaderboard:", more=True),
    Page("compare", "players", "Compare", ":material/compare_arrows:", more=True),
    Page("rivals", "players", "Rivals", ":material/swords:", more=True),
    Page("insight", "insight", "Luck and decisions", ":material/casino:", more=True),
    Page("chart", "insight", "Stay chart", ":material/grid_on:", more=True),
    Page("trainer", "train", "Stay or pass?", ":material/school:", more=True),
    Page("rules", "manage", "Rules", ":material/menu_book:", more=True),
    Page("import", "manage", "Import", ":material/upload_file:", more=True, needs=Role.SCORER),
)
_ROOMS: Final = {page.name: page.room for page in PAGES}


def path_of(name: str) -> Path:
    """The script of a page."""
    return DASHBOARD / _ROOMS[name] / f"{name}_page.py"


def title_of(name: str) -> str:
    """The title of a page."""
    return next(page.title for page in PAGES if page.name == name)


def may_see(name: str) -> bool:
    """True if the page exists for the viewer."""
    role = shown_book.role()
    return any(page.name == name and role is not None and role >= page.needs for page in PAGES)


def pages() -> list[StreamlitPage]:
    """The pages that exist for the viewer; without a login none does."""
    if shown_book.role() is None:
        return [_page(page, LOGIN) for page in PAGES]
    return [_page(page, path_of(page.name)) for page in PAGES if may_see(page.name)]


def _page(page: Page, path: Path) -> StreamlitPage:
    return st.Page(path, title=page.title, url_path=page.name, default=page.name == "home")


def link(name: str, label: str, **query: object) -> None:
    """Show a link to a page; ``label`` is Markdown, ``query`` the values of its address.

    Shows only the label if that page does not exist for the viewer.
    """
    st.markdown(linked(name, label, **query), width="content")


def linked(name: str, label: str, **query: object) -> str:
    """What ``link`` shows, as Markdown to put into a sentence."""
    # Markdown reads entities in an address; in angle brackets it reads nothing else.
    href = address.of(name, values_of(query)).replace("&", "&amp;")
    return f"[{label}](<{href}>)" if may_see(name) else label


def go(name: str, **query: object) -> None:
    """Switch to another page; ``query`` are the values of its address."""
    st.switch_page(path_of(name), query_params=values_of(query))


def values_of(query: Mapping[str, object]) -> dict[str, str | list[str]]:
    """The values of an address as text; a list is for a name that occurs several times."""
    return {
        key: [str(one) for one in value] if isinstance(value, list) else str(value)
        for key, value in query.items()
        if value is not None
    }


# --- Addresses in the replay ----------------------------------------------------------------------
def hand_query(session: str, place: int) -> dict[str, object]:
    """The values of the replay's address for the hand at a place (from 1) of a session."""
    return hand_queries([session])(session, place)


def hand_queries(sessions: Iterable[str]) -> Callable[[str, int], dict[str, object]]:
    """As ``hand_query``, for hands of several sessions: asks the book once for all of them."""
    found = asked(hands_numbered, tuple(sorted(set(sessions))))
    names = {
        session: hand_names(hands)
        for (session,), hands in found.group_by("session", maintain_order=True)
    }
    return lambda session, place: {"session": session, "hand": names[session][place - 1]}


def hand_names(hands: pl.DataFrame) -> list[str]:
    """The name of each hand of a session (``hands_of``, ``hands_numbered``) in addresses.

    That is its number, such as ``12``; if several hands have the number, their lines in the log,
    ``:41``, or which of them it is, ``12#2``, if the session came in columns and has no lines.
    """
    numbers, lines = hands["number"].to_list(), hands["line"].to_list()
    times = Counter(numbers)
    seen: Counter[int | None] = Counter()
    found = []
    for number, line in zip(numbers, lines, strict=True):
        seen[number] += 1
        found.append(hand_name(number, line, times[number], seen[number]))
    return found


def hand_name(number: int | None, line: int, of_number: int, which: int) -> str:
    """The name of a hand in addresses: it is number ``which`` of the ``of_number`` hands with its
    number.
    """
    if number is not None and of_number == 1:
        return str(number)
    return f":{line}" if line or number is None else f"{number}#{which}"


def step_name(kind: str, trick: int | None, player: str | None) -> str:
    """The name in addresses for the step of the replay that shows a finding; ``player`` is as in
    the log.
    """
    return f"{kind}.{trick or 0}.{player or ''}"


DECIDED: Final = {"stay": "declares", "discard": "draws", "card": "card"}
"""The kind of step of a replay in which each kind of decision is made."""


def decision_name(kind: str, trick: int | None, seat: int) -> str:
    """The name in addresses for the step of the replay in which a decision is made; the log may
    call its player otherwise.
    """
    return at_seat(DECIDED[kind], trick, seat)


def at_seat(kind: str, trick: int | None, seat: int) -> str:
    """The name of a kind of step at a seat, 0 for the first to the left of the dealer."""
    return step_name(f"{kind}@{seat}", trick, None)


# --- The menu -------------------------------------------------------------------------------------
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
    data = {
        "entries": entries,
        "colours": {tone: getattr(here, tone) for tone in ("ink", "quiet", "line", "link")},
    }
    component("bourre.menu", Path(__file__).with_name("menu.html"), apart=False)(
        key="menu", data=data
    )
