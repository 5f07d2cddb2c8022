"""The dashboard without a browser: pages run by Streamlit's own test runner, and everything that
they say.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Coroutine, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from urllib.parse import parse_qsl

import pytest
from google.protobuf.json_format import MessageToDict
from streamlit import config
from streamlit.components.v2 import manifest_scanner
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.testing.v1 import AppTest, app_test, local_script_runner
from streamlit.util import calc_hash

import dashboard
from dashboard.door import passport
from dashboard.frame import charts, server, shown_book
from dashboard.frame.me import CHOSEN
from dashboard.frame.navigation import PAGES, path_of
from ledger.book.files.settings import Role

T = TypeVar("T")

PATIENCE = 300
"""Seconds for a page: a machine that does much else is slow, and that is no fault."""
APP = Path(dashboard.__file__).with_name("app.py")
PRESENT = [page.name for page in PAGES]
ONE_HAND = """bourre 1
session 2026-11-20 friday "Friday at Ann's"
rules louisiana
chip 0.25 USD
seats Ann Bea Cal
hand 1 Cal 9h
  pass Ann
  play Bea 0
  play Cal 0
  tricks Bea 3 Cal 2
"""

# Each AppTest reads what all installed packages say of themselves, for components of theirs, which
# takes longer than a page.
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)
# Each run compiles the scripts of the pages, which do not change while tests run.
app_test.ScriptCache = cache(ScriptCache)  # type: ignore[misc,assignment]
for _name, _value in server._OPTIONS.items():  # pages run as they are served
    config.set_option(_name, _value)

_outcome = local_script_runner.require_widgets_deltas


def _wait(runner: local_script_runner.LocalScriptRunner, timeout: float) -> None:
    """Sleep until a page has been run; Streamlit's own runner looks a thousand times a second
    whether it has.
    """
    assert runner._script_thread
    runner._script_thread.join(timeout)
    _outcome(runner, 1 if runner.script_stopped() else 0)


local_script_runner.require_widgets_deltas = _wait


def look_at(folder: Path, patch: pytest.MonkeyPatch, reach: str = "local") -> None:
    """Have the pages of this test show the book in ``folder``, as they do for others if ``reach``
    is ``shared``.
    """
    patch.setenv("BOURRE_BOOK", str(folder))
    patch.setenv("BOURRE_DASHBOARD", reach)
    # a page takes this name, and new processes begin with it
    patch.setitem(sys.modules, "__main__", sys.modules["__main__"])


def awaited(work: Coroutine[Any, Any, T]) -> T:
    """Return what comes of something asynchronous, in a thread of its own: Playwright may keep this
    one's loop.
    """
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(asyncio.run, work).result()


def answered(
    app: Any,  # noqa: ANN401 - ASGI's
    method: str,
    path: str,
    body: bytes = b"",
    query: str = "",
    **headers: str,
) -> tuple[int, bytes]:
    """Return what something that speaks ASGI answers to one request, asked in this process: the
    status, and what is in it.
    """
    host = headers.setdefault("host", "x:1")
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": [
            (name.replace("_", "-").encode(), value.encode())
            for name, value in headers.items()
            if value
        ],
        "http_version": "1.1",
        "scheme": headers.get("origin", f"http://{host}").partition(":")[0],
        "root_path": "",
        "server": ("127.0.0.1", 1),
        "client": ("127.0.0.1", 2),
    }
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(0)
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:  # noqa: ANN401 - as above
        await asyncio.sleep(0)
        sent.append(message)

    awaited(app(scope, receive, send))
    return sent[0]["status"], b"".join(one.get("body", b"") for one in sent[1:])


def come_in(patch: pytest.MonkeyPatch, role: Role | None) -> str:
    """Have whoever looks at the pages of this test be logged in with the password of a role; return
    the name of the login.
    """
    access = passport.access()
    assert access is not None
    token = "" if role is None else passport.issue(role, access.passwords[role])
    patch.setattr(shown_book, "_token", lambda: token)
    found = passport.read(token)
    return found.login if found else ""


def page(
    name: str,
    app: AppTest | None = None,
    *,
    seen_by: str = "",
    unfolded: Iterable[str] = (),
    **query: object,
) -> AppTest:
    """Run a page at an address with these values; ``app`` goes on as whoever was looking, else it
    is ``seen_by`` that player.

    What is sent only when somebody unfolds it is there if its key is among the ``unfolded``.
    """
    if app is None:
        app = AppTest.from_file(APP, default_timeout=PATIENCE)
        # nobody is here who would look where they will be
        app.session_state[charts.HAS_PLOTLY] = True
        if seen_by:
            app.session_state[CHOSEN] = seen_by
        # ``switch_page`` knows pages only after another was run
        app._page_hash = calc_hash("" if name == "home" else name)
    else:
        app.switch_page(str(path_of(name).relative_to(APP.parent)))
    for key in unfolded:
        app.session_state[key] = True
    app.query_params.clear()
    app.query_params.update({key: str(value) for key, value in query.items()})
    return app.run()


def said(app: AppTest) -> str:
    """Return everything that a page sends to the browser, one thing a line, with what is in
    tables.
    """
    return "\n".join(_texts(app))


def sent(app: AppTest) -> list[dict[str, Any]]:
    """Return what each part of a page that the browser draws by itself is sent."""
    return [json.loads(element.proto.json) for element in app.get("bidi_component")]


def typed(app: AppTest) -> list[str]:
    """Return what a page shows as somebody types it."""
    return [one["typed"] for one in sent(app) if "typed" in one]


def tables(app: AppTest) -> dict[str, list[list[str]]]:
    """Return the tables of a page: by name, the texts in the cells."""
    return {
        one["name"]: [[cell["text"] for cell in row] for row in one["rows"]]
        for one in sent(app)
        if "rows" in one
    }


def cells(app: AppTest, name: str) -> list[list[dict[str, Any]]]:
    """Return everything in the cells of a table."""
    rows: list[list[dict[str, Any]]]
    (rows,) = (one["rows"] for one in sent(app) if one.get("name") == name)
    return rows


def folds(app: AppTest) -> dict[str, list[dict[str, Any]]]:
    """Return what folds on a page: by name, its lines, each with those ``under`` it."""
    return {one["name"]: one["lines"] for one in sent(app) if "lines" in one and "name" in one}


class Way(NamedTuple):
    """A link of a page to another: its label (Markdown), the page and the values of the address."""

    label: str
    page: str
    query: dict[str, str]


def ways(app: AppTest) -> list[Way]:
    """Return the links that stand by themselves on a page."""
    found = [re.fullmatch(r"\[(.*)\]\(<\./(.*?)(?:\?(.*))?>\)", one.value) for one in app.markdown]
    return [
        Way(one[1], one[2], dict(parse_qsl((one[3] or "").replace("&amp;", "&"))))
        for one in found
        if one
    ]


def live(markdown: str) -> str:
    """Return Markdown without the marks that are escaped in it: what people wrote is no longer what
    it was.
    """
    return re.sub(r"\\[!-/:-@\[-`{-~]", "", markdown)


def _texts(app: AppTest) -> Iterator[str]:
    for block in (app.main, app.sidebar):
        for element in _leaves(block):
            data = MessageToDict(element.proto)
            if "json" in data:
                data["json"] = json.dumps(json.loads(data["json"]), ensure_ascii=False)
            yield " ".join(
                str(data.get(key, ""))
                for key in (
                    "body",
                    "label",
                    "value",
                    "json",
                    "help",
                    "options",
                    "placeholder",
                    "codeText",
                )
            )


def _leaves(block: Any) -> Iterator[Any]:  # noqa: ANN401 - whatever the test runner has
    for child in block.children.values():
        if hasattr(child, "children"):
            yield from _leaves(child)
        else:
            yield child
