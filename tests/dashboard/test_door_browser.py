"""The door as a browser meets it: a page of somebody else's gets nothing, and a password that was
changed shows the login.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from browser import looking, serving, settled, sideways
from playwright.sync_api import Browser, expect

from ledger.book.files.settings import Role
from ledger.book.members.logins import set_password

pytestmark = [pytest.mark.slow, pytest.mark.browser]

STRANGE = """<!doctype html><title>strange</title><iframe src="THERE/owes"></iframe>
<form method="post" action="THERE/bourre/login"></form><script>
const tried = async (what) => { try { return await what(); } catch { return 'refused'; } };
window.all = async () => [
  await tried(async () => (await fetch('THERE/bourre/desk')).status),
  await tried(async () => (await fetch('THERE/bourre/taps', {method: 'POST', body: '{}'})).status),
  (await tried(async () => (await fetch('THERE/owes', {mode: 'no-cors'})).type)),
  await new Promise(done => {
    const socket = new WebSocket('THERE/_stcore/stream'.replace('http', 'ws'), ['streamlit']);
    socket.onopen = () => done('open'); socket.onerror = () => done('refused');
  }),
];
</script>"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder and says nothing."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def strange(tmp_path: Path, samples_at: str) -> Iterator[str]:
    """Return the address of a page of somebody else's on this machine that tries to use our
    dashboard.
    """
    (tmp_path / "index.html").write_text(STRANGE.replace("THERE", samples_at), "utf-8")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_page_on_another_port_of_this_machine_gets_nothing(
    chromium: Browser, strange: str, samples_at: str
) -> None:
    context = chromium.new_context()
    statuses: dict[str, int] = {}
    page = context.new_page()
    page.on("response", lambda one: statuses.update({one.url.removeprefix(samples_at): one.status}))
    page.goto(strange)
    assert page.evaluate("all()") == ["refused"] * 4
    assert statuses["/owes"] == 403
    assert page.frames[1].locator("[data-testid=stApp]").count() == 0
    page.evaluate("document.forms[0].submit()")
    expect(page.get_by_text("can be used only from its own address")).to_be_visible()
    context.close()


def test_a_window_whose_password_was_changed_stores_nothing_and_shows_the_login(
    chromium: Browser, sample_book: Path, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(sample_book, tmp_path / "book"))
    log = tmp_path / "advent.bourre"
    log.write_text(
        (
            "bourre 1\nsession 2026-12-06 advent\nrules louisiana\nchip 1 USD\nseats Xaver Wilma\n"
            "hand 1 Wilma 9h\n"
        ),
        "utf-8",
    )
    set_password(folder, Role.SCORER, "a first password")
    with (
        serving(folder, "--share") as address,
        looking(chromium, address, width=390, dark=True) as page,
    ):
        page.goto(f"{address}/import")
        assert sideways(page) == 0
        page.get_by_role("textbox", name="Password").fill("a wrong password")
        page.get_by_role("button", name="Log in").click()
        expect(page.get_by_text("not a password of this book")).to_be_visible()
        page.wait_for_timeout(1100)  # it costs a second
        page.get_by_role("textbox", name="Password").fill("a first password")
        page.get_by_role("button", name="Log in").click()
        settled(page)
        page.locator("input[type=file]").set_input_files(log)
        button = page.get_by_role("button", name="Store 1 evening")
        expect(button).to_be_visible()
        set_password(folder, Role.SCORER, "another password")
        button.click()
        expect(page.get_by_role("textbox", name="Password")).to_be_visible()
        assert page.url == f"{address}/import"
        assert not (folder / "sessions" / "advent.bourre").exists()
        page.get_by_role("textbox", name="Password").fill("another password")
        page.get_by_role("button", name="Log in").click()
        settled(page)
        expect(page.get_by_role("heading", name="Import")).to_be_visible()
