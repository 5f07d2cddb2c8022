"""Takes the two pictures of the README from the sample book: ``python tests/take_screenshots.py``."""

from __future__ import annotations

import tempfile
from pathlib import Path

from browser import SIZES, looking, serving, settled, started

from ledger.book.importing import ImportOptions, import_files
from ledger.cli.demo import sample_folder

FOLDER = Path(__file__).parent.parent / "dashboard" / "screenshots"
PICTURES = (
    ("session.png", "/session?session=saturday-2026-08", 1280, False),
    ("replay.png", "/replay?session=saturday-2026-08&hand=12&step=11", 390, True),
)
"""Name, page, width and whether it is dark."""


def take() -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        book = Path(place, "book")
        import_files(book, [sample_folder()], ImportOptions())
        with serving(book) as address, started() as browser:
            for name, where, width, dark in PICTURES:
                with looking(browser, address, width=width, dark=dark) as page:
                    page.set_viewport_size({"width": width, "height": dict(SIZES)[width]})
                    page.goto(address + where)
                    settled(page)
                    page.wait_for_timeout(1500)
                    page.screenshot(path=FOLDER / name)
                    print(FOLDER / name)


if __name__ == "__main__":
    take()
