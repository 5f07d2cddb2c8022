"""The README and the pages of documentation, and the examples in them: what they show must be what
is printed.
"""

import re
import shlex
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from ledger.cli.main import main

ROOT: Final = Path(__file__).parents[1]
DOCS: Final = ROOT / "ledger" / "docs"


class Block(NamedTuple):
    """A block of code in a page: its language, and its text."""

    kind: str
    text: str


def blocks_of(page: Path) -> list[Block]:
    return [
        Block(*found)
        for found in re.findall(
            r"^```(\w*)\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL
        )
    ]


def shown_in(page: Path) -> list[str]:
    """The examples of a page: commands, and what they print."""
    return [block.text for block in blocks_of(page) if block.kind == "console"]


def logs_in(page: Path) -> list[str]:
    return [
        block.text
        for block in blocks_of(page)
        if not block.kind and block.text.startswith("bourre 1\nsession ")
    ]


def try_example(example: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Run the commands of an example where we are; a line ``…`` in it stands for any number of
    lines.
    """
    for command, shown in re.findall(r"^\$ bourre (.*)\n((?:(?!\$ ).*\n)*)", example, re.MULTILINE):
        main(shlex.split(command))
        printed = capsys.readouterr().out
        pattern = "".join(
            r"(?:.*\n)*?" if line == "…\n" else re.escape(line)
            for line in shown.splitlines(keepends=True)
        )
        assert re.fullmatch(pattern, printed), f"bourre {command} prints\n{printed}"
