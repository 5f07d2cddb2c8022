"""Which player is looking: chosen once, and kept in a cookie of this browser; and letting the
others at the table in.

The address of this dashboard for them stands there as a QR code, for a phone to scan.
"""

from __future__ import annotations

import os
from functools import cache, lru_cache
from hashlib import blake2b
from ipaddress import ip_address
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote, urlsplit

import segno
import streamlit as st

from dashboard.door.passport import is_local
from dashboard.door.streamlit_inside import ComponentRenderer
from dashboard.frame import theme, wording
from dashboard.frame.component import component
from dashboard.frame.faces import face, markup
from dashboard.frame.modules import joined
from dashboard.frame.shown_book import asked, the_book
from ledger.book.files.settings import OTHERS, Access, Role
from ledger.book.members.people import by_last_played, player_named

CHOSEN: Final = "me"
"""Key of the session state for the chosen name, as it was in the book then; empty if the viewer is
not a player.
"""
# faces to choose from; others are in a list, which is sent only when it is unfolded
_FACES: Final = 12
_LONGEST: Final = 1_000
_SECONDS: Final = 400 * 24 * 3600  # the longest that browsers keep a cookie


def me() -> str | None:
    """The current name of the player who is looking; None if none was chosen, or the player no
    longer exists.
    """
    return (_found() or (None, None))[1]


def my_account() -> int | None:
    """The number of the player who is looking, as in data frames and addresses; None as for
    ``me``.
    """
    return (_found() or (None, None))[0]


def _found() -> tuple[int, str] | None:
    # A name, not a number: a player who is renamed or merged keeps the old name as an alias.
    name = _chosen()
    return asked(player_named, name) if name and the_book().exists else None


def _chosen() -> str:
    if CHOSEN not in st.session_state:
        st.session_state[CHOSEN] = _kept()
    name: str = st.session_state[CHOSEN]
    return name


def _kept() -> str:
    found = st.context.cookies.get(_cookie())
    return unquote(found) if isinstance(found, str) and len(found) <= _LONGEST else ""


def _cookie() -> str:
    """The name of the cookie: one browser may look at several books at one address."""
    folder = str(the_book().folder.absolute())
    return f"bourre-me-{blake2b(folder.encode(), digest_size=8).hexdigest()}"


# --- Choosing -------------------------------------------------------------------------------------
def choose() -> None:
    """Let the viewer choose who they are by a face: those who played last first, everybody else
    from a list.
    """
    numbers = asked(by_last_played)
    names = list(numbers)
    shown = names[:_FACES] if len(names) > _FACES + 1 else names

    def chosen() -> None:
        name = st.session_state["faces"]["chosen"]
        if name in shown:  # a browser can send anything
            _keep(name)

    data = {
        "faces": [
            {
                "name": name,
                "face": face(numbers[name], name)._asdict(),
                "said": wording.plain(name, 14),
            }
            for name in shown
        ],
        "colours": {
            tone: getattr(theme.tokens(), tone) for tone in ("ink", "quiet", "line", "link")
        },
    }
    component("bourre.who", Path(__file__).with_name("who.html"), apart=False)(
        key="faces", data=data, on_chosen_change=chosen
    )
    if len(shown) < len(names):
        folded = st.popover(
            "Somebody else", icon=":material/person:", key="who are you", on_change="rerun"
        )
        if folded.open:
            with folded:
                st.selectbox(
                    "Your name",
                    names[len(shown) :],
                    index=None,
                    placeholder="Choose it once for this browser",
                    format_func=wording.plain,
                    key="my name",
                    on_change=lambda: _keep(st.session_state["my name"] or ""),
                    width=320,
                )


def who_i_am() -> None:
    """Show which player is marked, with a way to change it; nothing if none was chosen.

    Also sets the browser's cookie.
    """
    found = _found()
    if found is not None:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            number, name = found
            st.html(markup(face(number, name)), width="content")
            st.markdown(f"You are **{wording.md(name)}**", width="content")
            st.button("Not me", key="not me", type="tertiary", on_click=_keep, args=("",))
    # what it brought stays what it was when the window was opened
    if st.session_state.get(CHOSEN, "") != _kept():
        _component()(
            key="me cookie",
            data={"name": _cookie(), "value": quote(_chosen(), safe=""), "seconds": _SECONDS},
        )


def _keep(name: str) -> None:
    st.session_state[CHOSEN] = name


@cache
def _component() -> ComponentRenderer:
    return st.components.v2.component("bourre.me", js=joined(Path(__file__).with_suffix(".js")))


# --- Letting others in ----------------------------------------------------------------------------
def join_button() -> None:
    """Show how others get in, if they can."""
    address = shared_address()
    code = qr_code(address) if address else ""
    if not code:
        return
    with st.popover("Let others in", icon=":material/qr_code_2:", width="stretch"):
        st.image(code, width=WIDTH, alt=f"QR code of {address}")
        st.caption(f"Scan it with a phone: {wording.md(address, 120)}. It asks for a password.")
        st.markdown("\n".join(f"- {text}" for text in who_may_what(the_book().settings().access)))


_MAY: Final = {
    Role.VIEWER: ("look at everything",),
    Role.SCORER: ("import and record evenings", "choose pictures of players"),
    Role.BANKER: ("record payments", "rule on reneges", "put players together"),
}
_RIGHTS: Final = {
    "edit": "edit evenings",
    "dispute": "say that a hand or a payment is wrong",
    "answer": "answer that",
}


def who_may_what(access: Access) -> list[str]:
    """What each role may do in a book, a sentence (Markdown) for each; each may do what the ones
    before may.
    """
    given = {
        role: [what for right, what in _RIGHTS.items() if access.rights[right] == role]
        for role in Role
    }
    return [
        (
            f"A **{role.word}** may "
            f"{'also ' if role > min(Role) else ''}{wording.listed([*_MAY[role], *given[role]])}."
        )
        for role in Role
    ]


def shared_address() -> str:
    """The address of this dashboard for others, without a path; empty if nobody else can
    reach it.
    """
    return (
        "" if is_local() else address_for_others(st.context.url or "", os.environ.get(OTHERS, ""))
    )


def address_for_others(here: str, told: str) -> str:
    """The address for others: the one the viewer used, ``here``, or, if that is this machine's own,
    ``told``.
    """
    parts = urlsplit(here)
    host = parts.hostname or ""
    return (
        told
        if not host or host == "localhost" or _is_loopback(host)
        else f"{parts.scheme}://{parts.netloc}"
    )


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:  # a host name
        return False


# --- QR codes -------------------------------------------------------------------------------------
WIDTH: Final = 240  # pixels of a QR code: large enough for a phone to read it at arm's length


@lru_cache(maxsize=256)
def qr_code(link: str) -> str:
    """A QR code as SVG, dark on white in either theme, as scanners need it; empty if the link is
    too long.
    """
    try:
        code = segno.make(link, error="m", micro=False)
    except segno.DataOverflowError:
        return ""
    return code.svg_inline(border=4, dark="#000", light="#fff", omitsize=True)
