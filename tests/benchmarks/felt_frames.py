"""How smoothly an evening plays on the felt: ``python tests/benchmarks/felt_frames.py``.

An evening of 60 hands and 8 players is simulated and played in Chromium from the first hand to the
last. The frames are those of the browser's own trace: the median from one to the next should be at
most 17 ms, which is 60 in a second. The first picture is the time until the seats stand in a window
that has the scripts.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from browser import let_in, serving
from needed_programs import need_browser
from playwright.sync_api import Browser, Page, sync_playwright

from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.cli.main import main as bourre

HANDS, PLAYERS = 60, 8
FRAME = "DrawFrame"
"""The event of the trace when a frame is drawn."""


def frames_of(browser: Browser, page: Page, seconds: float) -> list[float]:
    """Play the evening that a page shows, and return the milliseconds from frame to frame."""
    browser.start_tracing(
        page=page,
        categories=["devtools.timeline.frame", "disabled-by-default-devtools.timeline.frame"],
    )
    page.locator("[data-do=play]").click()
    page.wait_for_timeout(seconds * 1000)
    trace = json.loads(browser.stop_tracing())
    drawn = sorted(one["ts"] for one in trace["traceEvents"] if one["name"] == FRAME)
    return [(then - before) / 1000 for before, then in pairwise(drawn)]


def run() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        folder = Path(place)
        words = ["--sessions", "1", "--hands", str(HANDS), "--players", str(PLAYERS), "--seed", "5"]
        bourre(["simulate", *words, "-o", str(folder / "x.parquet")])
        import_files(folder / "book", [folder / "x.parquet"], ImportOptions())
        browser = playwright.chromium.launch(
            executable_path=need_browser(), args=["--no-sandbox", "--disable-gpu"]
        )
        with serving(folder / "book") as address:
            for width, height in ((1280, 800), (390, 844)):
                window = browser.new_context(viewport={"width": width, "height": height})
                let_in(window, address)
                page = window.new_page()
                taken = []
                for _ in range(4):
                    start = time.perf_counter()
                    page.goto(f"{address}/session", wait_until="commit")
                    page.wait_for_selector(".night .seat .face")
                    taken.append(time.perf_counter() - start)
                page.wait_for_timeout(3000)  # the chart below comes meanwhile
                page.evaluate("document.querySelector('[data-testid=stMain]').scrollTo(0, 120)")
                between = frames_of(browser, page, HANDS * 0.5)
                slow = sum(one > 34 for one in between) / len(between)
                print(
                    f"{width} px: first picture {min(taken[1:]):.2f} s; {len(between):,} frames, "
                    "median "
                    f"{statistics.median(between):.1f} ms, 95 % within "
                    f"{statistics.quantiles(between, n=20)[-1]:.1f} ms, "
                    f"{slow:.1%} took two or more"
                )
                window.close()
        browser.close()


if __name__ == "__main__":
    run()
