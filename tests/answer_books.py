"""Five books that differ in what is known of them: one answer must be the same wherever it is asked
for.
"""

from __future__ import annotations

from pathlib import Path

from audit_text import log_of

from ledger.book import ImportOptions, Wish, import_files, new_text, pay
from ledger.book.checks.closing import Act, close
from ledger.book.files.folder import SETTINGS, make_folder
from ledger.cli.demo import sample_folder
from ledger.cli.main import main

SCORES = (
    """session 2026-11-20 friday "Friday at Ann's"
chip 0.25 USD
seats Ann Bea Cal
result Ann 12
result Bea -4
result Cal -8
""",
    """session 2026-11-27 last
chip 0.25 USD
seats Ann Bea Cal
result Ann -3
result Bea 7
result Cal -4
""",
)
OPEN = (
    """session 2026-11-20 friday
chip 0.25 USD
hand 1 Dot 9h
  play Bea 2
  play Cal 3
  tricks Bea 2 Cal 3
hand 2 Ann 9h
  play Bea
  play Cal
hand 3 Bea 9h
  play Cal 3
  play Dot 1
  tricks Cal 3 Dot 2
  pay Jenny Ann 20
hand 4 Cal 9h
  play Dot 2
""",
    """session 2026-11-21 saturday
chip 0.25 USD
pot 5
hand 1 Dot 9h
  play Bea 2
  tricks Bea 5
""",
)
CURRENCIES = (
    """session 2026-11-20 friday
game fridays
chip 0.25 USD
hand 1 Dot 9h
  play Bea 2
  play Cal 3
  play Dot 1
  tricks Bea 2 Dot 3
""",
    """session 2026-11-21 saturday
game abroad
chip 0.10 EUR
hand 1 Dot 9h
  play Bea 2
  play Cal 3
  play Dot 1
  tricks Bea 3 Dot 2
end divide
""",
    """session 2026-11-22 sunday
game beans
hand 1 Dot 9h
  play Bea 2
  play Cal 3
  tricks Bea 5
end divide
""",
)
CLOSED = (
    """session 2026-11-20 friday
chip 0.25 USD
hand 1 Dot 9h
  play Bea 2
  play Cal 3
  play Dot 1
  tricks Bea 2 Dot 3
  take Dot 4
hand 2 Ann 9h
  play Bea 2
  tricks Bea 5
end divide
""",
    """session 2026-11-27 last
chip 0.25 USD
hand 1 Ann 9h
  play Bea 2
  play Cal 3
  tricks Bea 5
end divide
""",
)
KINDS = ("samples", "scores", "open", "currencies", "closed")


def make(kind: str, here: Path) -> None:
    """Make the book of a kind as ``here / "book"``."""
    folder = here / "book"
    if kind == "samples":
        import_files(folder, [sample_folder()], ImportOptions())
        return
    make_folder(folder)
    (folder / SETTINGS).write_text(new_text(currency="USD"), "utf-8")
    logs = {"scores": SCORES, "open": OPEN, "currencies": CURRENCIES, "closed": CLOSED}[kind]
    paths = []
    for at, text in enumerate(logs):
        paths.append(here / f"{at}.bourre")
        paths[-1].write_text(log_of(text), "utf-8")
    done = import_files(folder, paths, ImportOptions())
    assert not done.refused, done.refused
    if kind == "closed":
        pay(folder, Wish("Cal", "Bea", "1", day="2026-11-21"))
        close(folder, "2026-11-22", Act("Ann"), anyway=True)
        pay(folder, Wish("Cal", "Bea", "0.25", day="2026-11-27"))
        words = ["--dispute", "too much", "--by", "Cal", "--book", str(folder)]
        assert main(["edit", "last", "1", *words]) == 0
