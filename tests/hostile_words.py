"""Fifty names and titles that try to be something else: markup, scripts, formulas, other
directions, far too long.
"""

from __future__ import annotations

from pathlib import Path

from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.log.words import quote

NAMES = (
    "<script src//evil.example/x.js",
    "<img src/onerror/alert(1)//",
    "</div",
    "<b",
    "&lt;b&gt;bold",
    "&#60;i&#62;",
    "javascript:alert(1)",
    "http://evil.example/",
    "www.evil.example",
    "ann@evil.example",
    "[Ann](http://evil.example)",
    "![Ann](http://evil.example/x.png)",
    "[Ann][1]",
    "**bold**",
    "*star*",
    "__under__",
    "~~gone~~",
    "`code`",
    "```",
    "# heading",
    "- item",
    "1. item",
    "| a | b |",
    "---",
    "\\\\ back\\slash",
    "$\\frac{1}{2}$",
    "$$x$$",
    "\\(x\\)",
    ":red[Ann]",
    ":red-background[Ann]",
    ":material/delete:",
    ":streamlit:",
    ":smile:",
    ":small[Ann]",
    ":shortcut[Ctrl+A]",
    "<- -- -",
    "%{x} %{customdata}",
    "{{name}} ${name}",
    "'; DROP TABLE players; --",
    '" onclick alert(1) x "',
    "-1+1",
    "+SUM(A1)",
    "@SUM(A1)",
    "pot",
    "unexplained",
    "\u05d0\u05d1\u05d2 1 2 3",
    "\u0627\u0644\u0644\u0627\u0639\u0628",
    "\U0001f0cf\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319\u0324\u031e\u0349\u035a\u032f\u031e\u0320\u034d",
    "N" * 64,
)
TITLES = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><svg onload=alert(1)>',
    '=HYPERLINK("http://evil.example")',
    "<a href='http://evil.example'>click</a>",
    "*title* $x$ :red[y] [z](http://evil.example)",
    "T" * 200,
)
_LOG = """bourre 1
session 2026-11-{day:02} evening-{day} {title}
game {game}
rules louisiana
chip 1 USD
seats {seats}
hand 1 {dealer} 9h
  stay {stay}
  tricks {first} 3 {second} 2
"""


def make_hostile_book(folder: Path, incoming: Path) -> None:
    """Make a book at ``folder`` in which everything that people write is hostile; ``incoming`` is a
    folder for its logs.
    """
    incoming.mkdir()
    for day, start in enumerate(range(0, len(NAMES), 5), 1):
        words = [quote(name) for name in NAMES[start : start + 5]]
        log = _LOG.format(
            day=day,
            title=quote(TITLES[day % len(TITLES)]),
            game=quote(TITLES[(day + 1) % len(TITLES)]),
            seats=" ".join(words),
            dealer=words[-1],
            stay=f"{words[0]} {words[1]}",
            first=words[0],
            second=words[1],
        )
        (incoming / f"{day}.bourre").write_text(log, "utf-8")
    done = import_files(folder, [incoming], ImportOptions())
    assert not done.refused, done.refused
