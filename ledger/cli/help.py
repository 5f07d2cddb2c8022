"""``bourre help``: what a command does, and the pages of documentation that come with the
program.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple

from ledger.cli.terminal import listed
from ledger.errors import UserError, did_you_mean

DOCS: Final = Path(__file__).parents[1] / "docs"
FORM: Final = 34  # columns for the form of a statement; a longer form has a line of its own
# columns of prose: longer lines are tiring to read, even on a wide screen
NARROWEST, WIDEST = 40, 100
_ITEM: Final = re.compile(r" *(?:[-*]|\d+\.) +")
_AS_IT_IS: Final = ("|", "#", ">", "<", "    ")
_CODE: Final = re.compile(r"`[^`]+`")
_NO_BREAK: Final = "\0"
"""Stands for a space in a command while lines are filled: a command broken over two lines could not
be copied.
"""


class Page(NamedTuple):
    """A page of ``ledger/docs``: its file there, its subject in a line, and what is printed above
    it, if anything.
    """

    file: str
    sentence: str
    above: Callable[[], str] | None = None


def statements() -> str:
    """Every statement of the log in brief: its form, with optional parts in brackets, and what it
    is for.
    """
    from ledger.log import help_rows

    lines = []
    for where, rows in groupby(help_rows(), key=lambda row: row.where):
        lines.append(where.capitalize())
        lines += [listed(row.form, row.help, FORM) for row in rows]
        lines.append("")
    return "\n".join([*lines, ""])


def editor_files() -> str:
    """Where the grammars for editors are."""
    return f"In this installation: {DOCS / 'editor'}\n\n"


PAGES: Final = {
    "commands": Page("commands.md", "what each command does and prints"),
    "evening": Page("evening.md", "every way to write down an evening"),
    "log": Page("log-format.md", "every statement, and every finding of the audit", statements),
    "editor": Page("editor.md", "syntax highlighting for VS Code, Vim and others", editor_files),
    "rules": Page("rules.md", "the game, rule by rule, with every option"),
    "book": Page("book.md", "the folder, its settings, and how it is kept safe"),
    "access": Page("access.md", "the dashboard, and who may do what"),
    "insight": Page("insight.md", "luck, the price of decisions, and the stay chart"),
    "python": Page("python.md", "the library, and how fast it is"),
    "install": Page("install.md", "with pip, uv or pipx: time and space it takes"),
    "closing": Page("closing.md", "closing a period, and proving that nobody rewrote it"),
    "parquet": Page("parquet.md", "the columns of hands, for other programs"),
    "scale": Page("scale.md", "archives larger than one machine: Dask, S3, and costs"),
    "architecture": Page("architecture.md", "how the program is built, and where things go"),
    "changelog": Page("changelog.md", "what is new in each version"),
}
"""The pages by their name in ``bourre help``, in the order in which they are listed."""

DESCRIPTION: Final = """Explain a command, or print a page of documentation.

examples:
  bourre help               all commands
  bourre help audit         one of them
  bourre help rules         the rules of the game
"""

EPILOG: Final = f"""pages:
{chr(10).join(f"  {name:<14}{page.sentence}" for name, page in PAGES.items())}

Where a command and a page share a name, as rules do, bourre rules --help
explains the command. On a terminal, $PAGER shows the page if it is set.

exit status: 0 it was printed; 2 there is no such command or page"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    parser.add_argument(
        "topic",
        nargs="?",
        metavar="TOPIC",
        help="a command, or a page; all commands in brief without it",
    )


def run(args: argparse.Namespace) -> int:
    """Print the help of a command, or a page. Raises UserError if there is neither of that name."""
    from ledger.cli.main import COMMANDS, help_text, run_command

    if args.topic is None:
        print(help_text())
    elif args.topic in PAGES:
        show(text_of(args.topic))
    elif args.topic in COMMANDS:
        return run_command([args.topic, "--help"])
    else:
        remedy = (
            did_you_mean(args.topic, [*COMMANDS, *PAGES])
            or "see bourre help, and bourre help --help for the pages"
        )
        raise UserError(f"there is no command or page {args.topic}", remedy)
    return 0


def text_of(page: str) -> str:
    """A page as it is printed: its Markdown as it stands, but on a terminal with the prose refilled
    to its width.
    """
    file, _, above = PAGES[page]
    text = (DOCS / file).read_text("utf-8")
    if sys.stdout.isatty():
        text = refilled(text, max(NARROWEST, min(shutil.get_terminal_size().columns, WIDEST)))
    return above() + text if above is not None else text


def refilled(markdown: str, width: int) -> str:
    """Markdown with its prose refilled to ``width`` columns; code, tables and headings stay as they
    are.
    """
    lines: list[str] = []
    prose: list[str] = []
    is_code = False
    filler = textwrap.TextWrapper(width, break_long_words=False, break_on_hyphens=False)

    def fill() -> None:
        if prose:
            marks = _ITEM.match(prose[0])
            first = prose[0][: len(prose[0]) - len(prose[0].lstrip())]
            filler.initial_indent, filler.subsequent_indent = (
                first,
                " " * marks.end() if marks else "",
            )
            text = " ".join(line.strip() for line in prose)
            held = _CODE.sub(
                lambda code: (
                    code[0].replace(" ", _NO_BREAK) if len(code[0]) <= width // 2 else code[0]
                ),
                text,
            )
            lines.extend(line.replace(_NO_BREAK, " ") for line in filler.wrap(held))
            prose.clear()

    for line in markdown.splitlines():
        is_fence = line.lstrip().startswith("```")
        if is_fence or is_code or not line.strip() or line.startswith(_AS_IT_IS):
            fill()
            lines.append(line)
            is_code ^= is_fence
        else:
            if _ITEM.match(line):
                fill()
            prose.append(line)
    fill()
    return "\n".join(lines) + "\n"


def show(text: str) -> None:
    """Print a text; on a terminal through $PAGER, if that is set and can be started."""
    pager = os.environ.get("PAGER", "").strip()
    if pager and sys.stdout.isatty():
        with suppress(OSError, ValueError):  # there is no such program, or a quote is not closed
            _page(shlex.split(pager), text)
            return
    print(text, end="")


def _page(command: list[str], text: str) -> None:
    sys.stdout.flush()
    with subprocess.Popen(command, stdin=subprocess.PIPE, encoding="utf-8") as pager:  # noqa: S603 - what the user has set
        with suppress(KeyboardInterrupt):
            pager.communicate(text)
        # Ctrl-C is for the pager, in which it ends a search and not the page
        while pager.poll() is None:
            with suppress(KeyboardInterrupt):
                pager.wait()
