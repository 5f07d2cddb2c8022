"""Each action that writes and each route, by role, and in a window of somebody whose password was
changed meanwhile.

The tables name all there are: whoever adds an action or a route is told to say here who may use it.
"""

from __future__ import annotations

import inspect
import json
import re
import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest
from argon2 import PasswordHasher
from book_on_disk import jpeg
from dashboard_app import APP, answered, come_in, look_at, page, said
from starlette.applications import Starlette
from starlette.routing import Route
from streamlit.testing.v1 import AppTest

from dashboard.__main__ import ROUTES
from dashboard.door import passport
from dashboard.door.gate import Gate
from dashboard.frame.shown_book import the_book
from ledger import Book
from ledger.book import logins
from ledger.book.balances.figures import owing
from ledger.book.files.settings import Role, read_settings
from ledger.book.sessions.edits import lines_to_edit
from ledger.recording.taps import TAPS

pytestmark = pytest.mark.slow

LOG = (
    "bourre 1\nsession 2026-12-01 new\nrules louisiana\nseats Ann Bea\nhand 1 Ann 9h\n  pass Ann "
    "Bea\n"
)


@pytest.fixture(scope="module")
def locked(sample_book: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a book of the samples with a password for each role, whose hashes take no time to look
    at.
    """
    folder = Path(shutil.copytree(sample_book, tmp_path_factory.mktemp("locked") / "book"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(logins, "_HASHER", PasswordHasher(time_cost=1, memory_cost=64, parallelism=1))
        for role in Role:
            logins.set_password(folder, role, f"password of the {role.word}")
    return folder


@pytest.fixture
def folder(locked: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of that book, shown as others see it."""
    copy = Path(shutil.copytree(locked, tmp_path / "book"))
    (copy / "faces").mkdir()
    (copy / "faces" / "Alcide.jpg").write_bytes(jpeg())
    look_at(copy, monkeypatch, "shared")
    monkeypatch.setattr(
        logins, "_HASHER", PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
    )
    return copy


def files_of(folder: Path) -> dict[str, bytes]:
    """Return all that a book consists of; the database follows from it."""
    return {
        str(path): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.startswith((".", "book.duckdb", "book.lock"))
    }


# --- On pages -------------------------------------------------------------------------------------


def _unfold(app: AppTest, key: str) -> None:
    app.session_state[key] = True
    app.run()


def _payment(app: AppTest) -> str:
    _unfold(app, "payment form")
    app.selectbox(key="payment payer").select_index(0)
    app.selectbox(key="payment payee").select_index(1)
    app.text_input(key="payment amount").set_value("2.50").run()
    return "record payment"


def _cost(app: AppTest) -> str:
    _unfold(app, "cost form")
    app.selectbox(key="cost payer").select_index(0)
    app.text_input(key="cost amount").set_value("10")
    app.text_input(key="cost note").set_value("pizza")
    app.multiselect(key="cost sharers").set_value([1, 2]).run()
    return "record cost"


def _upload(app: AppTest, name: str, content: bytes) -> str:
    app.file_uploader[0].set_value([(name, content, "text/plain")]).run()
    return "store"


def _spreadsheet(app: AppTest) -> str:
    _upload(app, "results.csv", b"Date,Ann,Bea\n2025-04-03,5,-5\n")
    next(one for one in app.radio if one.label.startswith("What are the amounts?")).set_value(
        "chips"
    ).run()
    return "store"


def _paid_then(app: AppTest) -> str:
    _upload(app, "results.csv", b"Date,Ann,Bea\n2025-04-03,5.50,-5.50\n")
    next(one for one in app.radio if one.label.startswith("What are the amounts?")).set_value(
        "money"
    ).run()
    next(one for one in app.text_input if one.label.startswith("Currency")).set_value("eur").run()
    app.button(key="store").click().run()
    return "paid then"


def _ruling(app: AppTest, label: str) -> str:
    next(one for one in app.button if one.label == label).click().run()
    return "ruling write"


def _lines(app: AppTest) -> str:
    _unfold(app, "edit 30")
    area = app.text_area[0]
    area.set_value(f"{area.value}\n  # looked at again").run()
    app.button(key="edit look").click().run()
    return "edit store"


def _dispute(app: AppTest) -> str:
    first = lines_to_edit(the_book().folder, CAMP["session"], ":30").first
    _unfold(app, f"dispute {first}")
    return _words(app, f"dispute {CAMP['session']} {first}")


def _words(app: AppTest, key: str) -> str:
    app.text_input(key=f"{key} words").set_value("I took two")
    return f"{key} write"


def _answer(app: AppTest) -> str:
    key = _dispute(app)
    app.button(key=key).click().run()
    return _dispute(app)


def _date(app: AppTest) -> str:
    _unfold(app, "rename")
    app.date_input(key=f"rename date {CAMP['session']}").set_value(date(2026, 3, 1))
    return "rename write"


def _line_of_the_plan(app: AppTest) -> str:
    one = the_book().ask(owing).between_players[0]
    key = f"paid {one.payer_account} {one.payee_account} {one.unit}"
    _unfold(app, key)
    return f"{key} record"


def _then(first: Callable[[AppTest], str], key: str) -> Callable[[AppTest], str]:
    """Do something, to take it back with the button ``key``."""

    def prepare(app: AppTest) -> str:
        before = first(app)
        app.button(key=before).click().run()
        return key

    return prepare


CAMP: Final = {"session": "camp-2026-03"}
PRESSED: Final[dict[str, tuple[str, str, dict[str, str], Callable[[AppTest], str]]]] = {
    "a payment": ("pay", "owes", {}, _payment),
    "a payment taken back": ("pay", "owes", {}, _then(_payment, "undo payment")),
    "a line of the plan": ("settle_line", "owes", {}, _line_of_the_plan),
    "a line taken back": ("take_back_one", "owes", {}, _then(_line_of_the_plan, "undo paid")),
    "all payments": ("settle", "owes", {}, lambda _app: "record all"),
    "all taken back": ("take_all_back", "owes", {}, _then(lambda _app: "record all", "undo all")),
    "a shared cost": ("spend", "owes", {}, _cost),
    "a cost taken back": ("take_back", "owes", {}, _then(_cost, "undo cost")),
    "a ruling": ("uphold", "audit", CAMP, lambda app: _ruling(app, "Uphold …")),
    "a waiver": ("waive", "audit", CAMP, lambda app: _ruling(app, "Waive …")),
    "an edit": ("edit", "session", CAMP | {"view": "log", "line": "30"}, _lines),
    "a dispute": ("dispute", "session", CAMP | {"view": "log", "line": "30"}, _dispute),
    "an answer": ("answer", "session", CAMP | {"view": "log", "line": "30"}, _answer),
    "a dispute of a payment": (
        "dispute",
        "owes",
        {"wrong": "5"},
        lambda app: _words(app, "dispute  5"),
    ),
    "the date of an evening": ("rename_evening", "session", CAMP, _date),
    "a picture taken away": ("picture", "player", {"player": "4"}, lambda _app: "portrait away"),
    "an upload": ("store", "import", {}, lambda app: _upload(app, "new.bourre", LOG.encode())),
    "a spreadsheet": ("store", "import", {}, _spreadsheet),
    "results that were paid": ("settle_then", "import", {}, _paid_then),
}
"""Each button that writes: the action of the book behind it, its page and address, and what comes
before; it returns the key.
"""


@pytest.mark.drawn(2)
@pytest.mark.parametrize("is_revoked", [True, False])
@pytest.mark.parametrize("name", PRESSED)
def test_a_button_writes_for_whoever_is_logged_in_and_nothing_once_the_password_is_another(
    name: str, is_revoked: bool, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The door lets no message of such a window through; this is behind it, where the button is
    pressed all the same.
    """
    _, where, query, prepare = PRESSED[name]
    come_in(monkeypatch, Role.BANKER)
    app = page(where, **query)
    key = prepare(app)
    before = files_of(folder)
    settings = (folder / "book.toml").read_bytes()
    logins.set_password(folder, Role.BANKER, "another password")
    if is_revoked:
        app.button(key=key).click().run()
        assert "Nobody is logged in here" in said(app)
    (folder / "book.toml").write_bytes(settings)
    if not is_revoked:
        app.button(key=key).click().run()
    assert not app.exception
    assert (files_of(folder) == before) == is_revoked


def test_every_action_of_the_book_that_a_page_has_is_tried() -> None:
    found = {
        action
        for path in APP.parent.rglob("*.py")
        for action in re.findall(r"the_book\(\)\s*\.(\w+)\(", path.read_text("utf-8"))
        if hasattr(getattr(Book, action), "__wrapped__")
        or ".require(" in inspect.getsource(getattr(Book, action))
    }
    # which writes nothing
    assert found - {"preview", "preview_edit"} == {action for action, *_ in PRESSED.values()}


# --- Routes ---------------------------------------------------------------------------------------

PHONE: Final = {"phone": "ann-1", "name": "Ann's phone", "stream": "tab"}
NEEDS: Final[dict[str, tuple[Role, dict[str, Any]]]] = {
    "/bourre/desk": (Role.VIEWER, {}),
    "/bourre/picture": (Role.VIEWER, {}),
    "/bourre/recap": (Role.VIEWER, {}),
    "/bourre/bourres": (Role.VIEWER, {}),
    "/bourre/find": (Role.VIEWER, {}),
    "/bourre/face": (Role.VIEWER, {}),
    "/bourre/begin": (Role.SCORER, {"seats": ["Ann", "Bea"]}),
    "/bourre/taps": (
        Role.SCORER,
        {"events": [{"n": 1, "kind": "dealer", "player": "Ann", "hand": 1}]},
    ),
    "/bourre/mending": (Role.SCORER, {"event": {"kind": "nothing"}}),
    "/bourre/take-over": (Role.SCORER, {}),
    "/bourre/close": (Role.SCORER, {}),
    "/bourre/discard": (Role.SCORER, {}),
    "/bourre/bring-back": (Role.SCORER, {"key": "none"}),
}
"""Who may ask each route, and with what; the log is that of an evening that is being recorded."""


_ENDS: Final = {"/bourre/close", "/bourre/discard", "/bourre/bring-back"}
"""Those after which nothing is being recorded, or which need something that was thrown away."""


class Door:
    """The routes behind the door, asked in this process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._gate = Gate(Starlette(routes=list(ROUTES)), colours="")
        self.log = self.stamp = ""

    def ask(self, path: str, cookie: str) -> int:
        """Return the status of the answer."""
        method = "GET" if NEEDS[path][0] == Role.VIEWER else "POST"
        body = (
            json.dumps({**PHONE, "log": self.log, "stamp": self.stamp, **NEEDS[path][1]}).encode()
            if method == "POST"
            else b""
        )
        headers = {
            "origin": "http://x:1",
            "cookie": cookie,
            "bourre_phone": "ann-1",
            "content_type": "application/json",
        }
        status, content = answered(
            self._gate, method, path, body, f"log={self.log}&player=4", **headers
        )
        if path == "/bourre/begin" and status == 200:
            shown = json.loads(content)
            self.log, self.stamp = shown["log"], shown["stamp"]
        return status


def cookie_of(folder: Path, role: Role) -> str:
    access = read_settings(folder / "book.toml").access
    return f"{passport.cookie()}={passport.issue(role, access.passwords[role])}"


def test_every_kind_of_tap_is_refused_to_a_viewer(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    door, viewer = Door(folder), cookie_of(folder, Role.VIEWER)
    door.ask("/bourre/begin", cookie_of(folder, Role.SCORER))
    before = files_of(folder)
    for kind in TAPS:
        monkeypatch.setitem(
            NEEDS, "/bourre/taps", (Role.SCORER, {"events": [{"n": 1, "kind": kind, "hand": 1}]})
        )
        assert door.ask("/bourre/taps", viewer) == 403, kind
    assert files_of(folder) == before


def test_every_route_is_for_whom_the_table_says_and_for_nobody_once_the_password_is_another(
    folder: Path,
) -> None:
    assert {route.path for route in ROUTES if isinstance(route, Route)} == set(NEEDS)
    assert all(isinstance(route, Route) for route in ROUTES)
    door = Door(folder)
    assert door.ask("/bourre/begin", cookie_of(folder, Role.SCORER)) == 200
    before = files_of(folder)
    assert {path: door.ask(path, "") for path in NEEDS} == dict.fromkeys(NEEDS, 401)
    viewer = cookie_of(folder, Role.VIEWER)
    assert {path: door.ask(path, viewer) for path in NEEDS} == {
        path: 200 if needed == Role.VIEWER else 403 for path, (needed, _) in NEEDS.items()
    }
    windows = {role: cookie_of(folder, role) for role in Role}
    settings = (folder / "book.toml").read_bytes()
    for role in Role:
        logins.set_password(folder, role, f"another password of the {role.word}")
    asked = {
        (path, role): door.ask(path, cookie) for path in NEEDS for role, cookie in windows.items()
    }
    assert asked == dict.fromkeys(asked, 401)
    (folder / "book.toml").write_bytes(settings)
    assert files_of(folder) == before
    for role in (Role.SCORER, Role.BANKER):
        assert {door.ask(path, windows[role]) for path in NEEDS if path not in _ENDS} == {200}
    assert files_of(folder) != before
