"""The dashboard in a real browser: a server of its own for a book, and Chromium looking at it.

A test takes the fixture ``chromium`` and uses ``serving``::

    def test_something(chromium: Browser, tmp_path: Path) -> None:
        with serving(folder) as address, looking(chromium, address, width=390, dark=True) as page:
            page.goto(address + "/owes")
            settled(page)

``python tests/browser.py ADDRESS FOLDER /owes /players`` takes pictures of pages, wide and narrow,
light and dark.
"""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from needed_programs import need_browser
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--process-per-site",
    # a page is looked at for moments: to make its scripts fast takes longer than they do
    "--js-flags=--no-opt --no-maglev",
)
PATIENCE = 120_000
"""Milliseconds to wait for something to appear: a machine that does much else is slow, and that is
no fault.
"""
expect.set_options(timeout=PATIENCE)
SIZES = ((1280, 800), (390, 844))
_STILL = """async () => {
  await document.fonts.ready;
  const asleep = host => [...host.shadowRoot?.querySelectorAll('.replay, .night, .recap, .fold, .bourre') ?? []].some(
    one => !Object.keys(one).length);
  const moves = () => document.querySelector('[data-testid="stSkeleton"]')
    || document.querySelector('[data-testid="stApp"]').dataset.testScriptState !== 'notRunning'
    || [...document.querySelectorAll('[data-testid^="stBidiComponent"]')].some(asleep)
    || document.getAnimations().some(one => one.playState === 'running' && one.effect.getComputedTiming().endTime !== Infinity);
  let frames = 0;
  const watcher = new MutationObserver(() => { frames = 0; });
  watcher.observe(document.body, {subtree: true, childList: true, attributes: true, characterData: true});
  const start = performance.now();
  while (frames < 10) {
    if (performance.now() - start > PATIENCE) throw Error('this page never comes to rest');
    await new Promise(requestAnimationFrame);
    frames = moves() ? 0 : frames + 1;
  }
  watcher.disconnect();
}""".replace("PATIENCE", str(PATIENCE))  # noqa: E501
"""Waits for ten frames in which nothing was changed or moved, and no part waited for its script: a
click on it would be lost.
"""


@contextmanager
def started() -> Iterator[Browser]:
    """Start Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=need_browser(), args=list(QUIET))
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def serving(folder: Path, *words: str) -> Iterator[str]:
    """Serve a book with ``bourre dashboard`` on a free port, and give its address; it is ended as
    by Ctrl-C.
    """
    command = [sys.executable, "-m", "ledger.cli.main", "dashboard", "--book", str(folder), *words]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        try:
            yield told_address(server)
        finally:
            server.terminate()
            server.wait(PATIENCE / 1000)


def told_address(server: subprocess.Popen[str]) -> str:
    """Return the address that a dashboard prints when it can be reached."""
    assert server.stdout is not None
    line = server.stdout.readline()
    found = re.search(r"(http://[\d.:]+)(?:/\?token=(\w+))?", line)
    assert found, f"no address in {line!r}; status {server.poll()}"
    if found[2]:
        _KEYS[found[1]] = found[2]
    return found[1]


_KEYS: dict[str, str] = {}
"""The keys in the addresses that dashboards for this machine alone printed."""


def let_in(context: BrowserContext, address: str) -> None:
    """Give a window the cookie of whoever has opened the address that was printed."""
    name, key = cookie_for(address)
    if key:
        context.add_cookies([{"name": name, "value": key, "url": address}])


def cookie_for(address: str) -> tuple[str, str]:
    """Return name and value of the cookie of whoever has opened the address that was printed."""
    return f"bourre-login-{address.rpartition(':')[2]}", _KEYS.get(address, "")


_IDLE: dict[tuple[Browser, int], list[BrowserContext]] = {}
"""Windows that a test has done with, by width: one that has our scripts loads a page with half the
work of a new one.
"""


@contextmanager
def looking(
    browser: Browser, address: str, *, width: int = 1280, dark: bool = False
) -> Iterator[Page]:
    """Open a window; the test fails if the page asks anybody but the server for anything, or breaks
    its policy of security.
    """
    idle = _IDLE.setdefault((browser, width), [])
    context = idle.pop() if idle else _window(browser, width)
    elsewhere: list[str] = []
    forbidden: list[str] = []
    try:
        let_in(context, address)
        page = context.new_page()
        page.emulate_media(color_scheme="dark" if dark else "light")
        page.on(
            "request",
            lambda asked: (
                None
                if asked.url.startswith((address, "data:", "blob:"))
                else elsewhere.append(asked.url)
            ),
        )
        page.on(
            "console",
            lambda said: (
                forbidden.append(said.text) if "Content Security Policy" in said.text else None
            ),
        )
        yield page
        forget(context, address)
    except BaseException:
        for shown in context.pages:  # what somebody who was not there wants to know
            print(shown.url, shown.locator("body").inner_text()[:3000], sep="\n")
        context.close()
        raise
    idle.append(context)
    assert not elsewhere
    assert not forbidden


def _window(browser: Browser, width: int) -> BrowserContext:
    height = dict(SIZES).get(width, 800)
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=width < 600
    )
    context.set_default_timeout(PATIENCE)
    return context


def forget(context: BrowserContext, address: str) -> None:
    """Leave a window as if nobody had looked through it: no page, no cookie, nothing kept. An empty
    tab keeps its process.
    """
    context.set_offline(False)
    *others, last = context.pages
    for other in others:
        other.close()
    last.goto("about:blank")
    context.clear_cookies()
    context.new_cdp_session(last).send(
        "Storage.clearDataForOrigin", {"origin": address, "storageTypes": "all"}
    )


def eventually(page: Page, holds: Callable[[], object]) -> None:
    """Wait until something holds that no selector can tell, as a person would: by looking again."""
    for _ in range(PATIENCE // 50):
        if holds():
            return
        page.wait_for_timeout(50)
    raise AssertionError(inspect.getsource(holds).strip())


def settled(page: Page) -> None:
    """Wait until the page has its title and nothing on it moves or is changed any more."""
    page.wait_for_selector("h1")
    page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]')
    page.evaluate(_STILL)


_FOCUSED = """() => {
  let one = document.activeElement;
  while (one.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
  return one === document.body ? "" : one.dataset.tap ?? one.ariaLabel ?? one.innerText;
}"""


def focused(page: Page) -> str:
    """Return what the focused control is called, nothing if there is none."""
    return str(page.evaluate(_FOCUSED)).strip()


def sideways(page: Page) -> int:
    """Return how many pixels a page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - window.innerWidth"))


def picture(page: Page, path: Path) -> None:
    """Take a picture of the whole page, however long."""
    size = page.viewport_size
    assert size is not None
    height = int(page.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight"))
    page.set_viewport_size(
        {"width": size["width"], "height": min(max(size["height"], height), 4000)}
    )
    # they come when they are seen
    expect(page.locator('[class*="st-key-chart-"]:not(:has(.main-svg))')).to_have_count(0)
    page.wait_for_timeout(400)
    page.screenshot(path=path)
    page.set_viewport_size(size)


def take_pictures(address: str, folder: str, pages: Sequence[str]) -> None:
    """Take pictures of pages in both sizes and themes."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    with started() as browser:
        for width, _ in SIZES:
            for dark in (False, True):
                with looking(browser, address, width=width, dark=dark) as page:
                    for where in pages:
                        page.goto(address + where)
                        settled(page)
                        name = re.sub(r"[^\w.-]+", "-", where).strip("-") or "home"
                        picture(
                            page, Path(folder, f"{name}-{width}-{'dark' if dark else 'light'}.png")
                        )
                        print(where, width, "sideways" if sideways(page) > 0 else "fits")


if __name__ == "__main__":
    take_pictures(sys.argv[1], sys.argv[2], sys.argv[3:])
