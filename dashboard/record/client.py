"""The record page: one component that the phone draws itself, and that talks to the routes of ``dashboard.record``.

Its JavaScript is in the folder ``client``, one file for each subject; the files share one scope.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import streamlit as st

from dashboard.door.settings import is_local
from dashboard.frame import login, page
from dashboard.frame.card_table_style import DEFINITIONS, STYLE
from dashboard.frame.component import component
from dashboard.record.picture import strength
from ledger.book.settings import Role
from ledger.game.play import SUITS

KEY: Final = "record table"
SCRIPTS: Final = ("drawing", "touch", "outbox", "after", "felt", "hand", "deals", "sheet", "evening", "page", "start", "main")
_FILES: Final = Path(__file__).parent / "client" / "client"
SCRIPTS_FOLDER: Final = _FILES.parent
_DEVICES: Final = ("iPhone", "iPad", "Android", "Macintosh", "Windows", "Linux")
_PAGE: Final = """
.stMainBlockContainer { padding: var(--bourre-top, 3.5rem) 0.5rem 0 !important; max-width: 68rem; }
@media (max-height: 46rem) and (max-width: 48rem), (max-height: 30rem) {
.at-table { --bourre-top: 0rem; }
.at-table :is(header[data-testid="stHeader"], #search) { display: none; }
}
@media (max-height: 30rem) { .at-table section[data-testid="stSidebar"] { display: none; } }
[data-testid="stMain"] [data-stale="true"] { opacity: 1 !important; }
"""
"""Style of the page around the component: the full width of a phone, and nothing dims or covers it without a connection.

During a game a short screen has no room for the menu: *More* has the way out.
"""


def table() -> None:
    """Show the page."""
    component("bourre.record", _FILES, SCRIPTS)(key=KEY, data=client_data())


def client_data() -> dict[str, Any]:
    """What the page needs once; it asks the routes for everything else."""
    base = str(st.get_option("server.baseUrlPath") or "").strip("/")
    role = login.role()
    return {
        "routes": f"/{base}/bourre" if base else "/bourre",
        "name": _name(),
        "book": page.name_of_book(),
        "scorer": role is not None and role >= Role.SCORER,
        "strengths": {trump: strength(trump) for trump in SUITS},
        "style": STYLE,
        "shapes": DEFINITIONS,
        "page": _PAGE,
    }


def _name() -> str:
    """The recorder's name as others see it."""
    if not is_local() and st.user.get("is_logged_in"):
        return str(st.user.get("name") or st.user.get("email") or "somebody")
    agent = st.context.headers.get("User-Agent", "")
    return next((f"somebody on {_device(one)}" for one in _DEVICES if one in agent), "somebody")


def _device(word: str) -> str:
    return {"Android": "an Android phone", "Macintosh": "a Mac", "Windows": "a Windows machine", "Linux": "a Linux machine"}.get(
        word, f"an {word}"
    )
