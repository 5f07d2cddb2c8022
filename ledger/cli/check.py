"""``bourre check``: everything that must hold in a book; ``bourre rebuild``: makes its database
anew from its logs.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from time import perf_counter
from typing import Final

from ledger import book
from ledger.cli import terminal
from ledger.cli.book_options import folder_of, say_waiting
from ledger.files import hands_about
from ledger.log.words import visible
from ledger.wording import counted

DESCRIPTION: Final = """Check everything that must hold in the book.

Every file is in it and no evening twice; positions and pots add up to zero, and
every pot is what its last evening left; counted chips agree; what was paid
wrongly was put right; chips that nobody can explain, and words after an amount
that may belong to it, are only pointed out; what was closed has not changed
(bourre help closing); every posting has its line in a log; and the database is
the same as one made from scratch. What is wrong with the play itself is for
bourre audit.

exit status: 0 all is well; 1 something is wrong; 2 the book cannot be read
"""

MOST: Final = 5  # places printed for one check; the rest are only counted
_MARKS: Final = {"ok": ("✓", "green"), "look": ("!", "yellow"), "wrong": ("✗", "red")}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    parser.add_argument(
        "--head",
        metavar="7f3a-…",
        help="also check that this head, which somebody kept, is in the book",
    )
    terminal.add_book_option(parser)
    terminal.add_format_option(parser)


def run(args: argparse.Namespace) -> int:
    """Check the book and print what holds and what does not."""
    with terminal.counter() as progress:
        checks = book.check_book(folder_of(args), say_waiting, progress)
    if args.head is not None:
        checks.insert(0, book.check_head(folder_of(args), args.head))
    wrong = any(check.state == "wrong" for check in checks)
    _print(checks, args.format, wrong=wrong)
    return int(wrong)


def _print(checks: list[book.Check], form: str, *, wrong: bool) -> None:
    if form == "json":
        terminal.print_json(
            {
                "ok": not wrong,
                "checks": [{"state": check.state, **check._asdict()} for check in checks],
            }
        )
    elif form == "csv":
        rows = (
            [check.name, check.state, found] for check in checks for found in check.found or [""]
        )
        terminal.print_csv(("check", "state", "found"), rows)
    else:
        print(as_text(checks))


def as_text(checks: list[book.Check]) -> str:
    """A line for each check and, below it, where it does not hold and what to do."""
    lines: list[str] = []
    for check in checks:
        mark, colour = _MARKS[check.state]
        lines.append(f"{terminal.paint(f'{mark} {check.state:<5}', colour)}  {check.name}")
        lines += _details(check)
    return "\n".join([*lines, "", _verdict(checks)])


def _details(check: book.Check) -> Iterator[str]:
    yield from terminal.first_of(
        [terminal.wrapped(visible(sentence), " " * 9) for sentence in check.found],
        MOST,
        "         and {:,} more",
    )
    if check.found:
        yield terminal.wrapped(f"→ {check.remedy}", " " * 9)


def _verdict(checks: list[book.Check]) -> str:
    wrong = [check for check in checks if check.state == "wrong"]
    if wrong:
        return terminal.paint(f"{counted(len(wrong), 'check')} of {len(checks)} failed", "red")
    look = any(check.state == "look" for check in checks)
    return terminal.paint(
        "No check failed; what is marked ! is worth a look." if look else "The books are right.",
        "green",
    )


# --- bourre rebuild -------------------------------------------------------------------------------
MOST_NAMED: Final = 10  # files that are named; ``bourre check`` names the rest

REBUILD_DESCRIPTION: Final = """Make the database of the book again from its logs.

The logs are the truth and the database is made from them, so it may be deleted
at any time; commands bring it up to date by themselves. This one starts from
scratch, and replaces the old database once the new one is complete.

exit status: 0 it is made; 2 there is no book, or it could not be written
"""


def add_rebuild_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    terminal.add_book_option(parser)
    terminal.add_jobs_option(parser)
    parser.add_argument(
        "--settings-as-they-are",
        action="store_true",
        help="take book.toml though names or settings are gone",
    )


def run_rebuild(args: argparse.Namespace) -> int:
    """Rebuild the database, and print how much is in it and how long it took."""
    from ledger.book import counted as contents_of, held, keep_copy
    from ledger.book.files.folder import SESSIONS, SETTINGS
    from ledger.workers import crew

    folder = folder_of(args)
    jobs = terminal.jobs_for(args, sum(map(hands_about, folder.glob(f"{SESSIONS}/*"))))
    with (
        terminal.counter() as progress,
        crew(jobs) as helping,
        held(folder, say_waiting, progress, helping) as book,
    ):
        if args.settings_as_they_are:
            keep_copy(folder / SETTINGS)
        book.look()
        begun = perf_counter()
        made = book.rebuild(contents_of)
        seconds = perf_counter() - begun
    print(
        f"{folder}: {counted(made.hands, 'hand')} of {counted(made.sessions, 'evening')} in "
        f"{seconds:.1f} seconds"
    )
    for file in made.unreadable[:MOST_NAMED]:
        print(f"  {visible(file)}: not in the book, or only in part")
    if made.unreadable:
        print("  bourre check says why, and what to do")
    return 0
