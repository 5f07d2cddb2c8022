"""What every page has before Streamlit draws anything: styles, and scripts for links and the Tab key.

It is part of the HTML page: as Streamlit elements it would be drawn anew by each run.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from dashboard.frame import charts, theme

_STYLE: Final = """<style>
%(colours)s
[data-testid="stCaptionContainer"], [data-testid="stCaptionContainer"] p { color: var(--quiet); opacity: 1; }
button[kind^="primary"] p, button[kind^="primary"] span { color: var(--on-felt); }
.stMainBlockContainer { max-width: 68rem; padding: 3.5rem 1.25rem 4rem; }
.stMainBlockContainer h1 { font-size: 1.9rem; padding-top: 0; }
.stMainBlockContainer h2 { font-size: 1.3rem; }
.stMainBlockContainer h3 { font-size: 1.1rem; }
.stMarkdown p:has(> a[href^="./"]) { font-size: 0.875rem; }
.stMarkdown a[href^="./"] { text-underline-offset: 0.15em; text-decoration-thickness: 1px; }
[data-testid="stMain"]:focus-visible { outline: 2px solid var(--link); outline-offset: -2px; }
.stApp :is(a, button, summary):focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.st-key-way-home { margin-bottom: -1rem; }
[data-testid="stExpandSidebarButton"] { gap: 0.35rem; padding-right: 0.6rem; width: auto; }
[data-testid="stExpandSidebarButton"] > * { display: none; }
[data-testid="stExpandSidebarButton"]::before { content: "menu" / ""; font: 1.4rem "Material Symbols Rounded"; }
[data-testid="stExpandSidebarButton"]::after { content: "Menu"; font-weight: 600; }
@media (max-width: 40rem) { [data-testid="stHorizontalBlock"]:has(> [data-testid="stColumn"]) { row-gap: 1rem; } }
@media print {
section[data-testid="stSidebar"], header[data-testid="stHeader"] { display: none; }
html, body, .stApp { background: #fff !important; }
%(printed)s
}
@media (prefers-reduced-motion: reduce) {
*, *::before, *::after { animation-duration: 1ms !important; transition-duration: 1ms !important; }
}
</style>"""

_SCRIPTS: Final = ("follow.js", "popover.js")


def body() -> str:
    """HTML for the end of the page."""
    style = _STYLE % {"colours": theme.style_sheet(), "printed": charts.PRINTED}
    scripts = "".join(Path(__file__).with_name(name).read_text("utf-8") for name in _SCRIPTS)
    return f"{style}\n<script>\n{scripts}</script>"
