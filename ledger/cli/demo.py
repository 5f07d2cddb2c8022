"""``bourre demo``: makes a book of the sample sessions and shows a proven renege, who owes whom,
and what the audit finds.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from datetime import date
from pathlib import Path
from typing import Final, NamedTuple

from ledger import book, findings
from ledger.cli.book_options import not_read, say_waiting
from ledger.cli.dashboard import LOOPBACK, USUAL_PORT
from ledger.cli.terminal import counter, paint, program
from ledger.errors import UserError, shell_text
from ledger.files import find_logs, write_atomically
from ledger.wording import counted

DESCRIPTION: Final = """\
Make a book of the sample evenings that come with the program, and look at it: a
renege proved by the cards, who owes whom, where to look next, and at the end
what the audit finds.

The book is made in DIR, or in a new temporary folder. The mistakes in the
samples are planted, so that there is something to see. With --season it is
another book: forty made-up evenings of six friends, with every card dealt, for
figures that need many hands, such as standings, charts, and how well each plays
apart from luck, which is worked out at once.

exit status: 0 it is made; 2 DIR has something else in it, or cannot be written
"""

TELLING: Final = ("cinch", "dealer", "take", "match", "count")
"""The demo shows one finding of each of these kinds, if there is one, up to MOST in all."""
MOST: Final = 3
EVENINGS: Final = 40
FRIENDS: Final = 6
SEED: Final = 11  # the seed of the season, so that it is the same each time


class _Seen(NamedTuple):
    """What the demo shows of its book.

    ``payments`` are sentences, ``debtor`` is who owes most, ``renege`` the one with the shortest
    message.
    """

    report: findings.Report
    left_out: book.unread.Unread
    payments: list[str]
    debtor: str | None
    renege: findings.Finding | None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    parser.add_argument(
        "folder",
        nargs="?",
        metavar="DIR",
        help="where to make the book (default: a new temporary folder)",
    )
    parser.add_argument(
        "--season",
        action="store_true",
        help="a season of forty evenings instead, made up: about a minute",
    )


def run(args: argparse.Namespace) -> int:
    """Make the book and show it: the good news first, and the planted mistakes last."""
    folder = Path(args.folder) if args.folder else Path(tempfile.mkdtemp(prefix="bourre-demo-"))
    with _season() if args.season else nullcontext(sample_folder()) as logs:
        status = _make(folder, logs)
    if args.season and not book.only_when_asked():
        _price(folder)
    seen = book.ask(folder, _look)
    sessions, hands = counted(seen.report.sessions, "evening"), counted(seen.report.hands, "hand")
    print(f"{sessions} of one circle of friends, {hands}, are now a book in the folder\n{folder}")
    for heading, lines in (
        ("One renege, proved by the cards", _renege(seen.renege)),
        ("Who owes whom", _owed(seen, folder)),
        (
            f"In a browser: http://{LOOPBACK}:{USUAL_PORT} while this runs",
            _commands(folder, "dashboard"),
        ),
        ("How well each plays, apart from luck", _apart_from_luck(folder) if args.season else ()),
        (
            "More to type",
            _commands(
                folder, "owes", shell_text(["why", seen.debtor]) if seen.debtor else "", "players"
            ),
        ),
        (
            "What the audit finds: these mistakes are planted",
            () if args.season else _findings(seen),
        ),
        ("What the audit finds" if args.season else "All of them", _commands(folder, "audit")),
    ):
        if said := list(lines):
            print("\n".join(["", paint(heading, "bold"), "", *said]))
    print(f"\nFor a book of your own: {program()} record, or {program()} import PATH…")
    return status


@contextmanager
def _season() -> Iterator[Path]:
    from ledger.cli.terminal import progress
    from ledger.game import PRESETS
    from ledger.hands import sessions_of
    from ledger.log import write
    from ledger.simulation import Plan, simulations

    plan = Plan(PRESETS["louisiana"], FRIENDS, club=True)
    with tempfile.TemporaryDirectory(prefix="bourre-season-") as place:
        for hands in progress(simulations(plan, EVENINGS, SEED), EVENINGS, "evenings"):
            for info in hands.sessions:
                info.title = f"{date.fromisoformat(info.date):%A} at {info.players[0]}'s"
            for session in sessions_of(hands):
                Path(place, session.file).write_text(write(session), encoding="utf-8", newline="\n")
        yield Path(place)


def _price(folder: Path) -> None:
    """Work out luck and prices, with every processor, so that the pages about them have something
    to show.
    """
    from ledger.workers import processors

    with counter() as progress:
        book.ask_priced(folder, book.unpriced, progress, jobs=lambda _hands: processors())


def sample_folder() -> Path:
    """The folder of the sample logs: inside an installed package, or at the top of a checkout."""
    package = Path(__file__).parents[1]
    installed = package / "_sample_data"
    return installed if installed.is_dir() else package.parent / "sample_data"


def _make(folder: Path, logs: Path) -> int:
    """Make the book at ``folder`` from the logs in ``logs``; sessions that it already has stay as
    they are.

    Returns the exit status: 2 if a log could not be read.
    """
    from ledger.cli.import_ import refusals

    _refuse_others(folder, logs)
    book.folder.make_folder(folder)
    if not (folder / book.folder.SETTINGS).exists():
        write_atomically(folder / book.folder.SETTINGS, book.new_text("The demo"))
    done = book.import_files(folder, [logs], book.ImportOptions(waiting=say_waiting))
    unreadable = [fate for fate in done.refused if fate.unreadable]
    if unreadable:
        print(refusals(unreadable))
    return 2 if unreadable else 0


def _refuse_others(folder: Path, logs: Path) -> None:
    """Raise UserError for a folder that holds anything but a demo, above all somebody's own
    book.
    """
    from ledger.log import read_path

    remedy = "name a folder that does not exist yet, or none for a temporary one"
    if book.folder.is_book(folder):
        ids = set(book.ask(folder, lambda connection: book.audited(connection).books))
        strangers = ids - {read_path(log).id for log in find_logs([logs])}
        if strangers:
            raise UserError(
                f"{folder}: this is a book with evenings of its own, such as {min(strangers)}",
                remedy,
            )
    elif folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UserError(f"{folder}: something else is already there", remedy)


# --- What it shows --------------------------------------------------------------------------------
def _look(connection: book.Connection) -> _Seen:
    report, owed, names = (
        book.audited(connection),
        book.owing(connection),
        book.figures.handles(connection),
    )
    people = [one for one in owed.balances if one.account > 0]
    reneges = [
        found
        for found in report.findings
        if found.rule in findings.kinds.RULES_OF_PLAY and found.settled is None
    ]
    return _Seen(
        report,
        book.unread.unread(connection),
        [book.transfer_words.transfer_sentence(one, names).text for one in owed.payments],
        min(people, key=lambda one: one.amount).name if people else None,
        min(reneges, key=lambda found: len(found.message), default=None),
    )


def _renege(found: findings.Finding | None) -> Iterator[str]:
    from ledger.cli.audit import told

    if found is not None:
        yield from told(found)


def _owed(seen: _Seen, folder: Path) -> Iterator[str]:
    """Yield who pays whom, then what is not in the figures: the demo shows what is right before
    what is wrong.
    """
    yield from (f"  {sentence}" for sentence in seen.payments or ["Nobody owes anybody anything."])
    if seen.left_out:
        yield from ("", "Not in these figures:", *not_read(seen.left_out, folder))


def _findings(seen: _Seen) -> Iterator[str]:
    """Yield the counts, and some findings that show what the audit is for."""
    from ledger.cli.audit import summary, told

    yield from summary(seen.report, seen.report.findings)
    first = {found.rule: found for found in reversed(seen.report.findings)}
    for rule in [rule for rule in TELLING if rule in first][:MOST]:
        yield ""
        yield from told(first[rule])


def _apart_from_luck(folder: Path) -> Iterator[str]:
    yield from _commands(folder, "insight")
    yield f"  {program()} chart"  # of any book: which hands are worth staying with


def _commands(folder: Path, *commands: str) -> Iterator[str]:
    for command in filter(None, commands):
        yield f"  {program()} {command} --book {shell_text([str(folder)])}"
