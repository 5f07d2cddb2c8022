"""How long the pages take in a browser, as ratios to an empty Streamlit page: ``python
tests/benchmarks/pages_in_browser.py``.

A book of 100,000 simulated hands is made, unless ``--book`` names one, and served as ``bourre
dashboard`` does; an empty page is served by Streamlit alone. Pages and the empty page are loaded in
turn, so that whatever else the machine does meets both. What the columns are, all medians:

*cold*    opening the page for the first time since the book changed, in a window that has the
scripts *again*   opening it when somebody has looked at it before *charts*  the same until its
charts are drawn too, by somebody who goes to each as soon as words and figures are there *changed*
a click on the page (a tab, an order, a choice) that somebody made before, until what it changes is
shown; its
          charts are there before the click
*eight*   opening it while seven others do the same from machines of their own; the ratio is to
opening it alone *Plotly*  whether a browser that has nothing yet asks for it, and how often

A page is shown when it has its title, its script has ended and nothing waits to be drawn but
charts, which come when they are looked at.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).parents[1]))

from browser import cookie_for, let_in, serving, started
from playwright.sync_api import Browser, BrowserContext, Page, TimeoutError as Late
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets import connect
from websockets.typing import Origin, Subprotocol

from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.cli.main import main as bourre

EMPTY: Final = 'import streamlit as st\n\nst.title("Empty")\n'
OTHERS: Final = 7
TURNS: Final = 5
"""Times that each is measured."""
_SHOWN: Final = """\
() => document.querySelector('[data-testid="stApp"][data-test-script-state="notRunning"]')
  && ![...document.querySelectorAll('[data-testid="stSkeleton"]')].some((one) => !one.closest('[class*="st-key-chart-"]'))"""  # noqa: E501
_TO_A_CHART: Final = """() => {
  const left = [...document.querySelectorAll('[class*="st-key-chart-"]')].find((one) => !one.querySelector(".main-svg"));
  left?.scrollIntoView({ block: "center" });
  return !left;
}"""  # noqa: E501
_CHANGED: Final = """() => {
  const app = document.querySelector('[data-testid="stApp"]');
  window.ended = 0;
  let ran = false;
  new MutationObserver(() => {
    const state = app.dataset.testScriptState;
    if (state === "running") ran = true;
    else if (ran && state === "notRunning") window.ended = performance.now();
  }).observe(app, { attributes: true, attributeFilter: ["data-test-script-state"] });
  document.addEventListener("click", () => { window.clicked = performance.now(); }, { capture: true, once: true });
}"""  # noqa: E501

Change = Callable[[Page], None]


class Measured(NamedTuple):
    """A page, its address, and a click on it that changes something; None if it has nothing of the
    kind.
    """

    name: str
    address: str
    change: Change | None = None


def _button(name: str) -> Change:
    return lambda page: page.get_by_role("button", name=name).first.click()


def _radio(name: str) -> Change:
    return lambda page: page.get_by_role("radio", name=re.compile(name)).first.click()


def _heading(name: str) -> Change:
    return lambda page: page.get_by_role("columnheader", name=name).get_by_role("link").click()


def _another(name: str) -> Change:
    """Choose something else in a list that the browser draws itself: it does not show its entries
    to a script, which sets one.
    """

    def choose(page: Page) -> None:
        page.get_by_role("combobox", name=name, exact=True).evaluate(
            """(list) => {
              list.selectedIndex = list.selectedIndex === 1 ? 2 : 1;
              window.clicked = performance.now();
              list.dispatchEvent(new Event("change"));
            }"""
        )

    return choose


PAGES: Final = (
    Measured("Home", "/"),
    Measured("Record", "/record"),
    Measured("Who owes what", "/owes", _radio("Pay whom")),
    Measured("Why", "/owes?player=1"),
    Measured("Sessions", "/sessions", _button("Filters")),
    Measured("Find hands", "/find", _heading("Pot")),
    Measured("Session", "/session", _radio("Findings")),
    Measured("Replay", "/replay?session={session}&hand=1"),
    Measured("Audit", "/audit", _button("Next →")),
    Measured("Players", "/players", _button("Filters")),
    Measured("Player", "/player?player=1", _another("Player")),
    Measured("Standings", "/standings", _another("Season")),
    Measured("Compare", "/compare?a=1", _another("Who")),
    Measured("Rivals", "/rivals", _button("Filters")),
    Measured("Luck and decisions", "/insight", _button("Filters")),
    Measured("Stay chart", "/chart", _radio("two$")),
    Measured("Rules", "/rules", _radio("indiana")),
    Measured("Import", "/import"),
)


# --- Servers --------------------------------------------------------------------------------------


@contextmanager
def empty_page(folder: Path) -> Iterator[str]:
    """Serve a Streamlit page that has nothing but a title."""
    script = folder / "empty.py"
    script.write_text(EMPTY, "utf-8")
    options = [
        "--server.headless",
        "true",
        "--browser.gatherUsageStats",
        "false",
        "--server.fileWatcherType",
        "none",
    ]
    command = [
        sys.executable,
        "-m",
        "streamlit",
        "run",
        str(script),
        *options,
        "--server.port",
        "8599",
    ]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            yield "http://127.0.0.1:8599"
        finally:
            server.terminate()
            server.wait(20)


def large_book(folder: Path) -> Path:
    """Make a book of 100,000 hands."""
    words = [
        "--sessions",
        "2000",
        "--hands",
        "50",
        "--players",
        "5",
        "--seed",
        "5",
        "-o",
        str(folder / "x.parquet"),
    ]
    bourre(["simulate", *words])
    import_files(folder / "book", [folder / "x.parquet"], ImportOptions())
    return folder / "book"


# --- Looking --------------------------------------------------------------------------------------


def shown(page: Page) -> None:
    """Wait until words and figures of a page are shown."""
    page.wait_for_selector("h1")  # a component may have it, where scripts do not look
    page.wait_for_function(_SHOWN, polling="raf")


class Opened(NamedTuple):
    """The seconds until a page is shown in a new tab, and until its charts are drawn too."""

    shown: float
    drawn: float


def opening(window: BrowserContext, url: str) -> Opened:
    """Open a page in a new tab."""
    page = window.new_page()
    try:
        start = time.perf_counter()
        page.goto(url, wait_until="commit")
        shown(page)
        taken = time.perf_counter() - start
        page.wait_for_function(_TO_A_CHART, polling="raf")
        return Opened(taken, time.perf_counter() - start)
    finally:
        page.close()


def changing(window: BrowserContext, url: str, one: Measured) -> float | None:
    """Return the seconds from a click to what it changes; None if the page has nothing to click."""
    if one.change is None:
        return None
    page = window.new_page()
    try:
        page.goto(url)
        shown(page)
        page.wait_for_function(_TO_A_CHART)
        page.wait_for_timeout(300)
        page.evaluate(_CHANGED)
        page.set_default_timeout(5_000)  # what is to be clicked is there by now, or never
        one.change(page)
        page.wait_for_function("() => window.ended > (window.clicked ?? Infinity)", timeout=15_000)
        page.wait_for_timeout(300)  # a page may run again by itself
        return float(page.evaluate("(window.ended - window.clicked) / 1000"))
    except Late:
        return None
    finally:
        page.close()


def plotly_asked_for(browser: Browser, url: str) -> int:
    """Count the requests for Plotly by a browser that has nothing yet."""
    window = browser.new_context(viewport={"width": 1280, "height": 800})
    let_in(window, "/".join(url.split("/")[:3]))
    page = window.new_page()
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if "plotly" in one.url.lower() else None)
    page.goto(url)
    shown(page)
    page.wait_for_function(_TO_A_CHART)
    page.wait_for_load_state("networkidle")
    window.close()
    return len({one for one in asked if not one.endswith(".css")})


# --- Others who look, without a browser -----------------------------------------------------------


async def _look(address: str, where: str) -> None:
    """Ask for a page as a browser does, and wait until its script has ended."""
    path, _, query = where.partition("?")
    uri = f"ws{address.removeprefix('http')}/_stcore/stream"
    cookie = {"Cookie": "=".join(cookie_for(address))}
    async with connect(
        uri,
        subprotocols=[Subprotocol("streamlit")],
        origin=Origin(address),
        max_size=None,
        additional_headers=cookie,
    ) as socket:
        wanted = BackMsg()
        wanted.rerun_script.query_string = query
        wanted.rerun_script.page_name = path.strip("/")
        await socket.send(wanted.SerializeToString())
        async for data in socket:
            told = ForwardMsg()
            told.ParseFromString(data)
            if told.WhichOneof("type") == "script_finished":
                return


async def _all(address: str, where: str) -> None:
    await asyncio.gather(*(_look(address, where) for _ in range(OTHERS)))


def among_others(window: BrowserContext, address: str, where: str) -> float:
    """Return the seconds until a page is shown while others look at it."""
    with ThreadPoolExecutor(1) as aside:
        done = aside.submit(asyncio.run, _all(address, where))
        taken = opening(window, address + where).shown
        done.result()
    return taken


# --- The table ------------------------------------------------------------------------------------


def touched(folder: Path) -> None:
    """Change the book as far as its readers can see: nothing that was worked out counts any
    more.
    """
    os.utime(folder / "book.toml")


def measured(
    browser: Browser, folder: Path, address: str, empty: str, pages: Sequence[Measured], turns: int
) -> Iterator[str]:
    """Yield the lines of the table."""
    window = browser.new_context(viewport={"width": 1280, "height": 800})
    let_in(window, address)
    session = max(evenings(folder))
    for where in (empty, address, f"{address}/player"):
        opening(window, where)
    yield (
        f"{'page':20} {'empty':>7} {'cold':>7} {'again':>7} {'charts':>7} {'changed':>8} "
        f"{'eight':>7}  Plotly"
    )
    for one in pages:
        where = one.address.replace("{session}", urlencode({"": session})[1:])
        base, cold, again, charts, changed, eight = [], [], [], [], [], []
        opening(window, address + where)
        for _ in range(turns):
            base.append(opening(window, empty).shown)
            touched(folder)
            cold.append(opening(window, address + where).shown)
            base.append(opening(window, empty).shown)
            opened = opening(window, address + where)
            again.append(opened.shown)
            charts.append(opened.drawn)
            changing(window, address + where, one)  # what is changed to was looked at before, too
            took = changing(window, address + where, one)
            if took is not None:
                changed.append(took)
            eight.append(among_others(window, address, where))
        zero, alone = statistics.median(base), statistics.median(again)
        ratios = [statistics.median(cold) / zero, alone / zero, statistics.median(charts) / zero]
        change = f"{statistics.median(changed) / zero:8.2f}" if changed else f"{'-':>8}"
        said = " ".join(f"{ratio:7.2f}" for ratio in ratios)
        crowd = statistics.median(eight) / alone
        yield (
            f"{one.name:20} {zero:6.2f}s {said} {change} {crowd:7.2f}  "
            f"{plotly_asked_for(browser, address + where)}"
        )


def evenings(folder: Path) -> list[str]:
    """Return the ids of the sessions of a book."""
    from ledger.book import ask  # noqa: PLC0415
    from ledger.stats import evenings as of_book  # noqa: PLC0415

    return list(ask(folder, of_book)["session"])


def run(args: argparse.Namespace) -> None:
    """Measure and print."""
    pages = [one for one in PAGES if not args.pages or one.name in args.pages]
    with tempfile.TemporaryDirectory() as place:
        folder = Path(args.book) if args.book else large_book(Path(place))
        with serving(folder) as address, empty_page(Path(place)) as empty, started() as browser:
            time.sleep(3)
            for line in measured(browser, folder, address, empty, pages, args.turns):
                print(line, flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--book",
        help="a book that is there already; nothing is written to it but the time of its settings",
    )
    parser.add_argument(
        "--turns",
        type=int,
        default=TURNS,
        help="times that each is measured (default: %(default)s)",
    )
    parser.add_argument("pages", nargs="*", help="titles of pages (default: all)")
    run(parser.parse_args())
