"""Components that the browser draws itself: made of files beside a module, a list to choose from,
and text as it was typed. The last two are Streamlit's own elsewhere, which take much longer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import streamlit as st

from dashboard.door.streamlit_inside import ComponentRenderer
from dashboard.frame import theme
from dashboard.frame.modules import joined
from ledger.log.words import visible as visible_text

_FACES: Final = Path(__file__).with_name("faces.css")


@cache
def component(name: str, page: Path, *, apart: bool = True) -> ComponentRenderer:
    """The component made of the HTML, CSS and JavaScript files that are named as ``page`` is.

    Unless it stands ``apart``, its style is one with the page's: its classes must be unlike any
    others.
    """
    html, css = (page.with_suffix(suffix).read_text("utf-8") for suffix in (".html", ".css"))
    css = f"{_FACES.read_text('utf-8')}{css}"
    js = joined(page.with_suffix(".js"))
    return st.components.v2.component(name, html=html, css=css, js=js, isolate_styles=apart)


# --- A list to choose from ------------------------------------------------------------------------
def drop_down(
    label: str, key: str, options: Mapping[str, str], chosen: str, on_choice: Callable[[str], None]
) -> None:
    """Show a list of ``options`` (labels, any text, by value), of which ``chosen`` is shown.

    The value "" means none. ``on_choice`` is called with what somebody chooses, before the page
    reruns.
    """
    here = theme.tokens()
    data = {
        "label": label,
        "options": [[value, visible_text(text)] for value, text in options.items()],
        "chosen": chosen,
        "none": "" in options,
        "colours": {
            tone: getattr(here, tone) for tone in ("ink", "quiet", "line", "link", "raised")
        },
        "scheme": here.name,
    }

    def made() -> None:
        said = st.session_state[key]["choice"]
        if isinstance(said, dict) and said.get("value") in options:  # a browser can send anything
            on_choice(said["value"])

    component("bourre.drop_down", Path(__file__).with_name("drop_down.html"))(
        key=key, data=data, on_choice_change=made
    )


# --- Text as somebody types it --------------------------------------------------------------------
def typed_text(text: str, key: str, *, excerpt: bool = False) -> None:
    """Show any text, with a button that copies it; an ``excerpt`` keeps its lines and cannot be
    copied.

    ``key`` is unique on the page, on which the same text may stand twice.
    """
    here = theme.tokens()
    data = {
        "typed": text,
        "excerpt": excerpt,
        "colours": {
            tone: getattr(here, tone) for tone in ("page", "raised", "quiet", "line", "link")
        },
    }
    component("bourre.typed_text", Path(__file__).with_name("typed_text.html"))(key=key, data=data)
