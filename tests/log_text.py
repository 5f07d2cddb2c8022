"""Log text for tests: the shortest header, and a test's docstring read as what follows it."""

import re
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

from ledger.log import read
from ledger.log.records import Hand, Session

HEADER = """bourre 1
session 2026-11-20 friday
rules louisiana
seats Ann Bea Cal "Big Al"
"""


def session_of(text: str, header: str = HEADER) -> Session:
    return read(header + dedent(text), "friday.bourre")


def hands_of(session: Session) -> list[Hand]:
    return [item for item in session.body if isinstance(item, Hand)]


def messages(session: Session) -> list[str]:
    return [error.message for error in session.errors]


def from_docstring(test: Callable[[Session], None]) -> Callable[[], None]:
    """Run a test on the session that its docstring records, below the shortest header."""

    def run() -> None:
        test(session_of(test.__doc__ or ""))

    run.__name__ = test.__name__
    run.__doc__ = test.__doc__
    run.__module__ = test.__module__
    return run


class ErrorCase(NamedTuple):
    """A log that cannot be read in whole: the name of its file, its content, and all that is
    printed about it.
    """

    name: str
    content: bytes
    printed: str


def error_cases() -> list[ErrorCase]:
    """Return every kind of error that the reader tells, of logs and of payments, with the complete
    message.
    """
    here = Path(__file__).parent
    files = [
        ErrorCase(one.name, one.read_bytes(), one.with_suffix(".txt").read_text("utf-8"))
        for one in ERROR_FILES
    ]
    return [
        *error_cases_in(here / "log" / "errors.txt"),
        *error_cases_in(here / "log" / "errors_of_payments.txt"),
        *files,
    ]


ERROR_FILES = sorted((Path(__file__).parent / "errors").glob("*.bourre"))
"""What is no text, too wide or too odd for the tables: a file each, and beside it what is
printed.
"""


def error_cases_in(table: Path) -> list[ErrorCase]:
    """Return the cases of a table: a name behind ``=``, then the lines of a log below the shortest
    header, or the whole file.

    Below the line it is about stands a caret at its column, with the message; ``>`` begins what was
    expected, then what to do.
    """
    cases = []
    for block in re.split(r"^= ", table.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        title, *lines = block.rstrip("\n").split("\n")
        name, _, whole = title.partition(" ")
        log, printed = [] if whole else HEADER.split("\n")[:-1], ""
        for at, line in enumerate(lines):
            caret = re.match(r"( *)\^ ", line)
            if caret:
                column = len(caret[1]) + 1
                shown = f"  | {log[-1].rstrip()}\n  | {caret[1]}^\n" if log[-1].strip() else ""
                printed += f"{name}.bourre:{len(log)}:{column}: {line[column + 1 :]}\n{shown}"
                printed += f"  expected {lines[at + 1][2:]}\n  {lines[at + 2][2:]}\n"
            elif not line.startswith("> "):
                log.append(line)
        cases.append(
            ErrorCase(f"{name}.bourre", "".join(f"{line}\n" for line in log).encode(), printed)
        )
    return cases
