"""Takes the picture of the README from the sample book: ``python tests/take_screenshots.py``."""

from __future__ import annotations

import tempfile
from pathlib import Path

from browser import looking, serving, settled, started

from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.cli.demo import sample_folder

FILE = Path(__file__).parent.parent / ".github" / "pictures" / "replay.png"
PAGE = "/replay?session=saturday-2026-08&hand=12&step=11"
"""The planted renege of the samples that nobody noticed."""


def take() -> None:
    FILE.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        book = Path(place, "book")
        import_files(book, [sample_folder()], ImportOptions())
        with (
            serving(book) as address,
            started() as browser,
            looking(browser, address, width=1280) as page,
        ):
            page.set_viewport_size({"width": 1280, "height": 720})
            page.goto(address + PAGE)
            settled(page)
            page.wait_for_timeout(1500)
            # no menu, no search
            page.screenshot(path=FILE, clip={"x": 301, "y": 48, "width": 979, "height": 664})
            print(FILE)


if __name__ == "__main__":
    take()
