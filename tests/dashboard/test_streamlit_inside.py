"""What Streamlit keeps to itself and the dashboard leans on: each test says in one line what
Streamlit has changed.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec
from streamlit.web.server.starlette import starlette_routes

from dashboard.door import streamlit_inside as inside

DASHBOARD = Path(inside.__file__).parents[1]
OURS = "\n".join(
    path.read_text("utf-8")
    for path in DASHBOARD.rglob("*")
    if path.suffix in {".py", ".js", ".css"}
)


@cache
def scripts() -> str:
    """Streamlit's scripts and styles, as browsers get them."""
    found = (path for path in inside.STATIC.rglob("*") if path.suffix in {".js", ".css", ".html"})
    return "\n".join(path.read_text("utf-8", "replace") for path in found)


@pytest.mark.parametrize("name", sorted({*inside.HOOKS, *inside.GLOBALS}))
def test_what_styles_and_scripts_look_for_is_in_streamlits_page(name: str) -> None:
    purpose = inside.HOOKS.get(name, "the address of the server and what a page asks first")
    assert name in scripts(), f"Streamlit changed {name}: {purpose}"


@pytest.mark.parametrize("name", sorted(inside.COLOURS))
def test_a_component_gets_the_theme_as_variables(name: str) -> None:
    camel = re.sub(r"-(\w)", lambda found: found[1].upper(), name.removeprefix("--st-"))
    assert camel in scripts(), f"Streamlit changed {name}: components have the browser's colours"


def test_nothing_else_leans_on_streamlits_page() -> None:
    known = inside.HOOKS.keys()
    found = {
        *re.findall(r'data-testid="(\w+)"', OURS),
        *re.findall(r"(?<=\.)st[A-Z]\w+|(?<=\[)data-test-[a-z-]+", OURS),
    }
    assert found <= known, (
        f"name in streamlit_inside.py what these are for: {sorted(found - known)}"
    )
    assert set(re.findall(r"var\((--st-[a-z-]+)", OURS)) <= inside.COLOURS


def test_nothing_else_imports_a_part_of_streamlit() -> None:
    for path in DASHBOARD.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [one.name for one in node.names] if isinstance(node, ast.Import) else []
            deep = [name for name in names if name.startswith("streamlit.")]
            assert not deep or path.name == "streamlit_inside.py", (
                f"{path.name} imports {deep}: streamlit_inside.py does that"
            )


@pytest.mark.parametrize("mark", [inside.HEAD, inside.END])
def test_the_page_has_a_place_for_what_is_added(mark: str) -> None:
    page = (inside.STATIC / "index.html").read_text("utf-8")
    assert page.count(mark) == 1, (
        f"Streamlit changed its page: {mark} is there {page.count(mark)} times"
    )


@pytest.mark.parametrize(
    "path", sorted({inside.HEALTH, inside.HOST_CONFIG, inside.UPLOADS, *inside.LOGIN_PATHS})
)
def test_routes_are_where_the_gate_expects_them(path: str) -> None:
    folder = Path(str(starlette_routes.__file__)).parent
    source = "".join(one.read_text("utf-8") for one in folder.glob("*.py"))
    assert path.strip("/").removeprefix("_stcore/") in source, (
        f"Streamlit changed the address {path}"
    )


def test_the_message_that_reloads_a_page_is_one_still() -> None:
    message = ForwardMsg.FromString(inside.reload_message())
    assert message.WhichOneof("type") == "auth_redirect", (
        "Streamlit changed how a page is told to load again"
    )
    assert "authRedirect" in scripts(), "Streamlit changed how a page is told to load again"


def test_uploads_can_be_counted() -> None:
    manager = MemoryUploadedFileManager("/_stcore/upload_file")
    manager.add_file("session", UploadedFileRec("file", "a.bourre", "text/plain", b"12345"))
    found = sum(
        len(file.data) for files in manager.file_storage.values() for file in files.values()
    )
    assert found == 5, "Streamlit changed how uploaded files are kept"


def test_a_cookie_that_nobody_signed_is_nobodys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inside, "get_cookie_secret", lambda: "secret")
    assert inside.user_cookie({}) is None
    assert inside.user_cookie({inside.USER_COOKIE_NAME: "2|1:0|forged"}) is None, (
        "Streamlit changed its cookie of a login"
    )


def test_what_a_component_is_made_of_stands_beside_its_module() -> None:
    for path in DASHBOARD.rglob("*.py"):
        source = path.read_text("utf-8")
        named = re.findall(r'component\([^,]+, Path\(__file__\)\.with_name\("([\w.]+)"\)', source)
        named += (
            [f"{path.stem}.html"]
            if re.search(r"component\([^,]+, Path\(__file__\)\)", source)
            else []
        )
        assert all(
            path.with_name(page).with_suffix(end).exists()
            for page in named
            for end in (".html", ".css", ".js")
        )
