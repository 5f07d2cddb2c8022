"""Builds a component (Streamlit components v2), which the browser draws itself, from files beside its module."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

_FOR_ALL: Final = tuple(Path(__file__).with_name(name) for name in ("clipboard.js", "sharing.js", "whole_page.js"))


@cache
def component(name: str, page: Path, scripts: tuple[str, ...] = (), *, apart: bool = True) -> ComponentRenderer:
    """The component made of the HTML and CSS files that have the name of ``page`` with another ending.

    Its JavaScript is in the ``scripts`` beside them (names without ending; by default one with the name of the page). They
    are joined as they stand, with those that every part may use, into one module, and so share their names. Unless it stands
    ``apart``, its style is one with the page's: its classes must be unlike any others.
    """
    html, css = (page.with_suffix(suffix).read_text("utf-8") for suffix in (".html", ".css"))
    sources = (*_FOR_ALL, *(page.with_name(f"{script}.js") for script in scripts or (page.stem,)))
    js = "\n".join(source.read_text("utf-8") for source in sources)
    return st.components.v2.component(name, html=html, css=css, js=js, isolate_styles=apart)
