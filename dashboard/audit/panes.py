"""The list of findings, a line each; the one that is opened stands beside it, and the keys go
through them and rule.

On a narrow screen it takes the place of the list. The browser opens and closes them by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import streamlit as st

from dashboard.frame import theme
from dashboard.frame.component import component
from ledger.log.words import visible as visible_text

WIDE: Final = 1100  # pixels from which on there are two panes; panes.css knows it too


class Entry(NamedTuple):
    """The line of a finding: the name of its sign and what it says, what is wrong, who, the hand,
    the evening, what is unpaid.
    """

    sign: str
    how: str
    what: str
    who: str
    where: str
    evening: str
    unpaid: str


_LIST: Final = "[data-testid='stColumn']:has(.st-key-findings)"
_OPENED: Final = "[data-testid='stColumn']:has([class*='st-key-finding-'])"
_ROOM: Final = "flex: 1 1 100%; width: 100%; min-width: 100%;"
_STYLE: Final = f"""<style>
@media print {{
{_LIST} {{ display: none; }}
{_OPENED} {{ width: 100%; }}
[class*='st-key-finding-'] {{ break-inside: avoid; }}
/* What follows columns that go on over several sheets would be printed over the last of them. */
:is([data-testid='stHorizontalBlock'], [data-testid='stVerticalBlock']):has([class*='st-key-finding-']) {{ display: block; }}
[data-testid='stVerticalBlock']:has([class*='st-key-finding-']) > * {{ margin-bottom: 1rem; }}
}}
@media screen {{
:root:not([data-finding]) {_OPENED} {{ display: none; }}
:root:not([data-finding]) {_LIST} {{ {_ROOM} }}
}}
@media screen and (max-width: {WIDE - 1}px) {{ :root {_LIST}, :root {_OPENED} {{ {_ROOM} }} }}
</style>"""  # noqa: E501


@contextmanager
def beside(entries: Sequence[Entry]) -> Iterator[None]:
    """Show what comes within beside a list of it, as ``finding 0`` and so on; only the one that is
    opened is seen.
    """
    st.html(_STYLE)
    here = theme.tokens()
    left, right = st.columns([2, 3], gap="medium")
    with left, st.container(key="findings"):
        data: dict[str, Any] = {
            "entries": [[visible_text(text) for text in entry] for entry in entries],
            "wide": WIDE,
            "colours": {
                tone: getattr(here, tone)
                for tone in ("ink", "quiet", "line", "link", "raised", "lost", "warning")
            },
        }
        component("bourre.panes", Path(__file__))(key="panes", data=data)
    with right:
        yield
