"""``bourre import``: brings logs and spreadsheets into the book, each session once."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from ledger import archive, book, sheets
from ledger.answer import Answer, Listed, Sentence
from ledger.cli import terminal
from ledger.cli.answers import command_text, remedies_inline, table_text
from ledger.cli.book_options import command_on_book, doubt_words, folder_of, not_read, say_waiting
from ledger.errors import UserError
from ledger.export import to_json
from ledger.files import is_remote
from ledger.log.words import visible
from ledger.money import amount_text
from ledger.wording import counted

DESCRIPTION: Final = """Bring logs into the book, each evening once.

A PATH is a log, a Parquet file of hands, a folder (searched for both, at any
depth), or a spreadsheet of old results (.csv, .xlsx). Files are copied into the
folder of the book, which is made if it is not there. An evening is known by its
id. Importing the same log twice changes nothing; a different log with the same
id is refused unless you say --replace. Then you are shown whose balance changes
and asked to confirm; the old log is kept in the folder `replaced`, and rulings
made in the book stay. An evening that is already in the book under another id,
with mostly the same hands or the same results, is refused unless you say
--keep-both. A terminal is asked about each of these.

A spreadsheet has a row of headings, and below it a row for each evening with
a column for each player (Date, Ann, Bea, …), or a row for each evening and
player (Date, Player, Result; or Buy-in and Cash-out). The ledger that PokerNow
exports works too, and so do the shared costs and payments that Splitwise,
Tricount and Spliit export. You are shown how it was read before anything is
stored. Nothing is guessed: a cell that makes no sense refuses the whole
spreadsheet. Each evening becomes a log with a `result` line. A spreadsheet that
comes again is compared as a whole with what the book has of it: rows that are
new are stored, and if some are on another day, changed or gone, it is refused
unless you say --replace. Results that do not add up to zero are refused unless
you say --unbalanced with the day: then what is missing or too much is
unexplained, of that evening and no other, and nobody owes it.

examples:
  bourre import friday.bourre
  bourre import games/ --book ~/cards
  bourre import games/ --dry-run           what would happen
  bourre import friday.bourre --replace    this log is the right one
  bourre import friday.bourre --replace --dry-run    whose balance would change
  bourre import results.csv --money EUR --dates dmy --dry-run
  bourre import results.xlsx --chip 0.25 USD
  bourre import tables/ --book copy        what `bourre export csv tables/` wrote
  bourre import ledger.csv --chip 0.01 USD --date 2026-11-20

exit status: 0 everything is in the book; 1 something was refused, or is stored
but has lines that cannot be read or a hand without an end; 2 a file could not
be read, or the book could not be written
"""

# refused sessions, similar names and the like that are printed; the rest are only counted
MOST: Final = 20
HEADINGS: Final = ("session", "outcome", "file", "reason", "remedy")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    parser.add_argument(
        "paths", nargs="+", metavar="PATH", help="a log, a Parquet file, a folder, or a spreadsheet"
    )
    terminal.add_book_option(parser)
    parser.add_argument(
        "--replace",
        action="store_true",
        help="put evenings, or another version of a spreadsheet, in their place",
    )
    parser.add_argument(
        "--yes", action="store_true", help="do not ask whether evenings are to be replaced"
    )
    help_text = (
        "store an evening that looks like one that the book has under another id: they are two"
    )
    parser.add_argument("--keep-both", action="store_true", help=help_text)
    # before each doubt had an option of its own
    parser.add_argument("--anyway", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument(
        "--paid",
        action="store_true",
        help="the results of a spreadsheet were paid at the time: note that",
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="say what would happen, and write nothing"
    )
    terminal.add_jobs_option(parser)
    terminal.add_dask_option(parser)
    terminal.add_format_option(parser)
    add_result_options(parser)


def run(args: argparse.Namespace) -> int:
    """Import ``args.paths`` and print the outcome for each session."""
    if args.dask is not None:
        message = (
            "an import cannot be distributed: only one program at a time can write to the "
            "database of a book"
        )
        raise UserError(
            message,
            (
                "leave out --dask; to audit an archive on a cluster: bourre audit ARCHIVE --dask "
                "ADDRESS"
            ),
        )
    with ExitStack() as stack:
        for at, path in enumerate(args.paths):
            if is_remote(path):
                args.paths[at] = str(stack.enter_context(archive.local_copy(path)))
        return _import(args)


def _import(args: argparse.Namespace) -> int:
    args.paths = [_of_export(path) for path in args.paths]
    made, refused = _from_spreadsheets([path for path in args.paths if is_spreadsheet(path)], args)
    others = [path for path in args.paths if not is_spreadsheet(path)]
    foreign = [
        path for path in others if path.lower().endswith(_OTHER_SHEETS) and Path(path).is_file()
    ]
    others = [path for path in others if path not in foreign]
    refused += [_saved_otherwise(path) for path in foreign]
    both = args.keep_both or (args.anyway and not any(one.unbalanced for one in made))
    if args.anyway:
        terminal.note(
            f"--anyway is taken as {'--keep-both' if both else '--unbalanced all'} and answers "
            "nothing else"
        )
    how = book.ImportOptions(
        args.replace,
        args.dry_run,
        say_waiting,
        keep_both=both,
        jobs=partial(terminal.jobs_for, args),
    )
    trial = _trial(args, others, how, made) if how.replace and not how.dry_run else None
    if trial is not None and not _is_meant(args, trial):
        terminal.note("Nothing was changed.")
        return 1
    done = book.import_outcome.Imported()
    if made or others:
        with terminal.counter() as progress:
            done = book.import_files(folder_of(args), others, replace(how, progress=progress), made)
    told = trial is not None
    if args.format == "text" and not args.dry_run and terminal.is_attended():
        for option, question in (
            (book.import_plan.REPLACE, "Replace what is in the book?"),
            (book.import_plan.KEEP_BOTH, "Is this another evening, to be kept as well?"),
        ):
            doubtful = [fate for fate in done.refused if fate.is_allowed_by(option)]
            if not doubtful:
                continue
            terminal.note(refusals(doubtful))
            allowed = (
                replace(how, replace=True)
                if option == book.import_plan.REPLACE
                else replace(how, keep_both=True)
            )
            trial = _trial(args, others, allowed, made) if allowed.replace else None
            if _is_meant(args, trial) if trial is not None else terminal.confirms(question):
                how, told = allowed, told or trial is not None
                done = book.import_files(folder_of(args), others, how, made).after(done)
    done.sessions += refused
    _print(args, done, told=told)
    if done.results and not args.dry_run and not done.refused:
        _paid_then(args, done.results, new=bool(done.stored))
    return done.status


def _paid_then(args: argparse.Namespace, sessions: list[str], *, new: bool) -> None:
    """Note that results from a spreadsheet were paid at the time, if that is so: at a terminal it
    is asked once.
    """
    if not args.paid and not (
        new
        and terminal.is_attended()
        and terminal.confirms("Were these evenings paid at the time?")
    ):
        if new:
            terminal.note(
                terminal.folded(
                    (
                        "If these evenings were paid at the time, run this import once more with "
                        "--paid."
                    ),
                    "",
                    "  ",
                )
            )
        return
    booked = book.payment_lines.settle_then(folder_of(args), sessions, say_waiting)
    for one, why in booked.left_out:
        sentence = book.transfer_words.transfer_sentence(one, {}).text
        terminal.note(terminal.folded(f"Not noted: {sentence}: {why}", "", "  ", long_words=False))
    if not booked.lines:
        terminal.note(
            "No payment was noted." if booked.left_out else "No payment was left to note."
        )
        return
    lines = (
        f"{booked.lines[0]} to {booked.lines[-1]}"
        if len(booked.lines) > 1
        else str(booked.lines[0])
    )
    terminal.note(
        f"Noted {counted(len(booked.lines), 'payment')}, each on the day of its evening: "
        f"{booked.path}, lines {lines}"
    )
    terminal.note("To undo it, delete those lines.")


def _trial(
    args: argparse.Namespace, paths: list[str], how: book.ImportOptions, made: list[book.MadeLog]
) -> book.import_outcome.Imported | None:
    """A trial import, if it would replace sessions and the user is to confirm that; else None."""
    if args.format != "text" or not (made or paths) or not (folder_of(args) / "sessions").is_dir():
        return None
    with terminal.counter() as progress:
        trial = book.import_files(
            folder_of(args), paths, replace(how, progress=progress, dry_run=True), made
        )
    return trial if trial.replaced or trial.removed else None


def _is_meant(args: argparse.Namespace, trial: book.import_outcome.Imported) -> bool:
    """Say what replacing sessions would change, and ask at a terminal whether to go on;
    True if so.
    """
    if trial.left_out:
        print(terminal.paint(unread_words(trial), "yellow"))
    print(replaced_words(trial))
    if args.yes or not terminal.is_attended():
        return True
    number = len(trial.replaced) + len(trial.removed)
    these = "this evening" if number == 1 else f"these {number:,} evenings"
    return terminal.confirms(f"\nReplace {these}?")


def _from_spreadsheets(
    paths: list[str], args: argparse.Namespace
) -> tuple[list[book.MadeLog], list[book.import_outcome.SessionOutcome]]:
    """Convert spreadsheets to logs and print what was understood.

    Returns the logs, and the outcomes of refused files.
    """
    made: list[book.MadeLog] = []
    refused = []
    for path in paths:
        try:
            logs, words = understood(path, args)
        except sheets.SheetError as error:
            refused.append(
                book.import_outcome.SessionOutcome(
                    path,
                    None,
                    book.import_outcome.REFUSED,
                    error.message,
                    book.import_plan.told(error.remedy),
                    unreadable=True,
                )
            )
        else:
            made += logs
            if args.format == "text":
                print(words)
            else:
                terminal.note(words)
    return made, refused


def _print(args: argparse.Namespace, done: book.import_outcome.Imported, *, told: bool) -> None:
    answer = book.imported.imported(done)
    if args.format == "json":
        found = {name: to_json(value) for name, value in answer.data.items()}
        sessions = [dict(zip(("id", *HEADINGS[1:]), row, strict=True)) for row in rows(done)]
        where = {"book": str(folder_of(args)), "new_book": done.begins_book}
        terminal.print_json({**found, "sessions": sessions, **where})
    elif args.format == "csv":
        if done.left_out:
            terminal.note(unread_words(done))
        terminal.print_csv(HEADINGS, rows(done))
    else:
        sys.stdout.flush()
        if done.refused:
            terminal.note(refusals(done.refused))
        if done.left_out and not told:
            print(terminal.paint(unread_words(done), "yellow"))
        if done.doubts:
            print(terminal.paint(doubt_words(done.doubts), "yellow"))
        if args.dry_run and (done.replaced or done.removed):
            print(replaced_words(done))
        for said in _notes(answer):
            print(terminal.paint(terminal.folded(said, below="  "), "yellow"))
        print(as_text(done, answer, args.book))
        print(_where(folder_of(args), done, dry_run=args.dry_run))
        if args.dry_run:
            print(terminal.paint("Dry run: nothing was written.", "bold"))


# --- For people -----------------------------------------------------------------------------------
def refusals(refused: list[book.import_outcome.SessionOutcome]) -> str:
    """A paragraph on each refused session: which, why, and what to do."""
    lines = [
        terminal.complaint(
            fate.reason if fate.unreadable else visible(fate.reason), remedies_inline(fate.remedies)
        )
        for fate in refused
    ]
    return "\n".join(
        terminal.first_of(lines, MOST, "bourre: and {:,} more; --format csv lists them all")
    )


def unread_words(done: book.import_outcome.Imported) -> str:
    """What was stored but is in no figure, with what to do about it."""
    where = "Stored" if done.stored or done.replaced or done.payments else "In the book"
    return "\n".join([f"{where}, but not in the figures:", *not_read(done.left_out, Path())])


def replaced_words(done: book.import_outcome.Imported) -> str:
    """What replacing sessions changes: results, balances and rulings."""
    answer = book.imported.imported(done)
    parts = [
        terminal.folded(one.text, below="  ", long_words=False)
        for one in book.imported.lines(answer, "versions")
    ]
    for what, some in (("replaced", done.replaced), ("removed", done.removed)):
        which = ", ".join(visible(one) for one in some[:MOST]) + (
            f" and {len(some) - MOST:,} more" if len(some) > MOST else ""
        )
        parts += (
            [f"To be {what}: {which}. The old logs will be kept in the book's folder replaced."]
            if some
            else []
        )
    parts += [
        terminal.folded(one.text, "  ", "    ", long_words=False)
        for one in book.imported.lines(answer, "rulings")[:MOST]
    ]
    tables = {one.name: one for one in book.imported.changed(answer)}
    if won := tables.get("won"):
        parts.append("\n" + table_text(won, MOST))
        parts += [f"and {len(won.rows) - MOST:,} more"] if len(won.rows) > MOST else []
    if balances := tables.get("balances"):
        parts.append("\n" + table_text(balances))
    elif not won:
        parts.append("No chips and no balances change.")
    else:
        parts.append("No balances change.")
    return "\n".join([*parts, ""])


def as_text(done: book.import_outcome.Imported, answer: Answer, book_given: str | None) -> str:
    """The summary. ``book_given`` is the folder as the user typed it, for the commands to type
    next.
    """
    counts = book.imported.lines(answer, "counts")
    lines = [", ".join(map(_count, counts))]
    if done.findings:
        audit = command_on_book("audit", book_given)
        lines.append(f"{counted(done.findings, 'finding')}: {audit}")
    lines += [
        terminal.folded(one.text, below="  ", long_words=False)
        for one in book.imported.lines(answer, "newcomers")
    ]
    alike = [
        f"  {one.text}:  {visible(command_text(merge, book_given))}"
        for one, merge in book.imported.alike(answer)
    ]
    players = command_on_book("players", book_given)
    lines += terminal.first_of(alike, MOST, f"  and {{:,}} more names that look alike: {players}")
    return "\n".join(lines)


def _notes(answer: Answer) -> Iterator[str]:
    for one in answer.block("notes"):
        assert isinstance(one, Listed)
        yield from (f"{said.text}; {remedies_inline(one.more)}" for said in one.sentences)


def _count(one: Sentence) -> str:
    refused = one.name == book.import_outcome.REFUSED
    return terminal.paint(one.text, "red") if refused else one.text


def _where(folder: Path, done: book.import_outcome.Imported, *, dry_run: bool) -> str:
    """Which book was used, and whether it is new: that shows a mistyped folder."""
    where = visible(str(folder.absolute()))
    if done.begins_book:
        return f"{'It would make a new book' if dry_run else 'A new book was made'}: {where}"
    if not done.stored and not book.folder.is_book(folder):
        return f"There is still no book in {where}"
    return f"Book: {where}"


# --- For other programs ---------------------------------------------------------------------------
def rows(done: book.import_outcome.Imported) -> Iterator[tuple[str | None, ...]]:
    """Yield a row for each session, and for each file without one; reason and remedy are empty
    unless it was refused.
    """
    for fate in done.sessions:
        yield (
            fate.session,
            fate.outcome,
            fate.file,
            fate.reason or None,
            remedies_inline(fate.remedies) or None,
        )


# --- Spreadsheets: questions about one, and how it was understood ---------------------------------
def add_result_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for what a spreadsheet may not say itself."""
    group = parser.add_argument_group("what a spreadsheet does not say (a terminal is asked)")
    group.add_argument(
        "--dates",
        choices=("dmy", "mdy", "ymd"),
        help="the order of day, month and year in its dates",
    )
    unit = group.add_mutually_exclusive_group()
    unit.add_argument("--money", metavar="CUR", help="its amounts are money: USD, EUR, …")
    unit.add_argument(
        "--chips", action="store_true", help="its amounts are chips, which have no value"
    )
    unit.add_argument(
        "--chip",
        nargs=2,
        metavar=("VALUE", "CUR"),
        help="its amounts are chips, each worth this: 0.25 USD",
    )
    help_text = (
        "store the results of this day although they do not add up to zero (again for others; all)"
    )
    group.add_argument("--unbalanced", metavar="DAY", action="append", default=[], help=help_text)
    help_text = "whether a spreadsheet program took days for months where it made dates of texts"
    group.add_argument("--swapped", choices=("yes", "no"), help=help_text)
    help_text = "whether players of one name with several ids are one person or several"
    group.add_argument("--same-name", choices=("one", "several"), help=help_text)
    group.add_argument(
        "--date", metavar="DATE", help="the day of a table that is one evening: 2026-11-20"
    )
    help_text = (
        "who paid, in the first row of shared costs that does not say so (again for the others, "
        "in their order)"
    )
    group.add_argument("--payer", metavar="NAME", action="append", default=[], help=help_text)
    group.add_argument(
        "--zone",
        metavar="ZONE",
        help="the time zone in which you play, for times in UTC: America/Chicago",
    )
    group.add_argument("--sheet", metavar="NAME", help="the only sheet of an .xlsx file to read")


def is_spreadsheet(path: str) -> bool:
    """True if a path has the name of a spreadsheet."""
    return (path.lower().endswith(sheets.SUFFIXES) or Path(path).name in _EXPORTED) and not Path(
        path
    ).is_dir()


def _saved_otherwise(path: str) -> book.import_outcome.SessionOutcome:
    """What becomes of a spreadsheet in a form that is not read."""
    said = f"{visible(path)}: a spreadsheet is read from .csv or .xlsx"
    remedy = "save it as .xlsx, or as CSV UTF-8, in the program that made it"
    return book.import_outcome.SessionOutcome(
        path,
        None,
        book.import_outcome.REFUSED,
        said,
        book.import_plan.told(remedy),
        unreadable=True,
    )


def _of_export(path: str) -> str:
    """The table with the logs, for the folder of an export."""
    return next((str(there) for name in _EXPORTED if (there := Path(path, name)).is_file()), path)


_OTHER_SHEETS: Final = (".ods", ".xls", ".xlsm", ".xlsb", ".numbers", ".tsv")
_EXPORTED: Final = ("logs.csv", "logs.parquet")  # the table of an export from which it is imported


def understood(path: str, args: argparse.Namespace) -> tuple[list[book.importing.MadeLog], str]:
    """A spreadsheet as logs, and how it was understood in words; a terminal is asked for what it
    does not say.

    Raises UserError if it cannot be understood.
    """
    content, how = Path(path).read_bytes(), _reading(args)
    while True:
        try:
            if exported := book.importing.exported_logs(path, content):
                return (
                    exported,
                    (
                        f"{visible(path)}: a book as it was exported, "
                        f"{counted(len(exported) - 1, 'file')}"
                    ),
                )
            if costs := sheets.costs_in(content, path, how):
                return [book.importing.MadeLog(path, costs.text.encode())], words(costs)
            results = sheets.results_in(content, path, how)
        except sheets.UnclearError as open_question:
            if open_question.asks == "unbalanced" and args.anyway:
                how = replace(how, unbalanced=frozenset({sheets.ALL}))
            else:
                how = _answered(open_question, how)
        else:
            return book.importing.made_logs(results), words(results)


def _reading(args: argparse.Namespace) -> sheets.Reading:
    unit: sheets.Unit | None = None
    if args.money:
        unit = sheets.Unit(money=True, currency=book.input_values.parse_currency(args.money))
    elif args.chip:
        currency = book.input_values.parse_currency(args.chip[1])
        unit = sheets.Unit(
            money=False,
            currency=currency,
            chip=book.input_values.parse_money(args.chip[0], currency),
        )
    elif args.chips:
        unit = sheets.Unit(money=False)
    day = book.input_values.parse_day(args.date) if args.date else None
    swapped = None if args.swapped is None else args.swapped == "yes"
    one_person = None if args.same_name is None else args.same_name == "one"
    zone = (
        book.input_values.parse_zone(args.zone)
        if args.zone
        else book.read_settings(folder_of(args) / book.folder.SETTINGS).zone
    )
    payers = tuple(args.payer)
    return sheets.Reading(
        args.dates,
        unit,
        args.sheet,
        day,
        frozenset(args.unbalanced),
        swapped,
        one_person,
        zone,
        payers,
    )


# --- Questions ------------------------------------------------------------------------------------
def _answered(open_question: sheets.UnclearError, how: sheets.Reading) -> sheets.Reading:
    """Ask at a terminal. Raises ``open_question`` if there is no terminal or no answer."""
    if not terminal.is_attended():
        raise open_question
    terminal.note(open_question.message)
    question, answer = _QUESTIONS[open_question.asks]
    while True:
        said = terminal.answer_to(question)
        if not said:
            raise open_question
        try:
            return answer(how, said)
        except UserError as error:
            terminal.complain(error)


def _order(how: sheets.Reading, said: str) -> sheets.Reading:
    orders = {"d": "dmy", "day": "dmy", "m": "mdy", "month": "mdy", "y": "ymd", "year": "ymd"}
    orders |= {order: order for order in ("dmy", "mdy", "ymd")}
    if said.lower() not in orders:
        raise UserError(
            f"{visible(said)} is not part of a date", "type d, m or y; an empty answer cancels"
        )
    return replace(how, dates=orders[said.lower()])


def _unit(how: sheets.Reading, said: str) -> sheets.Reading:
    if said.lower() == "chips":
        return replace(how, unit=sheets.Unit(money=False))
    return replace(
        how, unit=sheets.Unit(money=True, currency=book.input_values.parse_currency(said.upper()))
    )


def _day(how: sheets.Reading, said: str) -> sheets.Reading:
    return replace(how, day=book.input_values.parse_day(said))


def _zone(how: sheets.Reading, said: str) -> sheets.Reading:
    return replace(how, zone=book.input_values.parse_zone(said))


def _unbalanced(how: sheets.Reading, said: str) -> sheets.Reading:
    if not _is_yes(said):
        raise UserError(
            "then nothing of it is stored", "correct the spreadsheet; an empty answer cancels"
        )
    return replace(how, unbalanced=frozenset({sheets.ALL}))


def _is_yes(said: str) -> bool:
    answers = {"y": True, "yes": True, "n": False, "no": False}
    if said.lower() not in answers:
        raise UserError(
            f"{visible(said)} is neither yes nor no", "type y or n; an empty answer cancels"
        )
    return answers[said.lower()]


_QUESTIONS: Final[dict[str, tuple[str, Callable[[sheets.Reading, str], sheets.Reading]]]] = {
    "dates": ("What comes first in its dates: the day, the month or the year (d, m, y)? ", _order),
    "unit": (
        "What are the amounts: chips, or money of which currency (chips, USD, EUR, …)? ",
        _unit,
    ),
    "currency": ("Of which currency are the amounts (USD, CAD, EUR, …)? ", _unit),
    "swapped": (
        "Were days and months swapped in those that are dates (y, n)? ",
        lambda how, said: replace(how, swapped=_is_yes(said)),
    ),
    "one_person": (
        "Are these one person (y, n)? ",
        lambda how, said: replace(how, one_person=_is_yes(said)),
    ),
    "unbalanced": (
        "Store these evenings as they are, with the rest unexplained (y, n)? ",
        _unbalanced,
    ),
    "zone": ("In which time zone was it played (America/Chicago, Berlin, …)? ", _zone),
    "day": ("On which day was it (2026-11-20)? ", _day),
    "payer": ("Who paid? ", lambda how, said: replace(how, payers=(*how.payers, said))),
    "sheet": ("Which sheet? ", lambda how, said: replace(how, sheet=said)),
}


# --- What was understood --------------------------------------------------------------------------
def words(results: sheets.Results | sheets.Costs) -> str:
    """How a spreadsheet was understood, and what was left out of it."""
    from ledger.book import importing

    if isinstance(results, sheets.Costs):
        told = [
            (f"  {visible(name)}", amount_text(net, unit, signed=True))
            for name, unit, net in importing.net_of(results)
        ]
        above = [
            terminal.folded(importing.costs_outline(results)),
            *(terminal.folded(line, "  ") for line in importing.costs_details(results)),
        ]
        return (
            "\n".join(
                [
                    *above,
                    terminal.table(
                        ["  Player", "Paid for others"], told, right=("Paid for others",)
                    ),
                ]
            )
            + "\n"
        )
    unit = importing.unit_of(results.unit)
    sums = importing.totals(results)
    rows = [
        (f"  {visible(name)}", str(nights), amount_text(total, unit, signed=True))
        for name, nights, total in sums
    ]
    lines = [
        terminal.folded(f"{visible(results.file)}: {importing.outline(results)}"),
        *(terminal.folded(line, "  ", "    ") for line in importing.details(results)),
        *(
            [terminal.folded("--date sets another day", "  ", "    ")]
            if results.started is not None
            else []
        ),
        terminal.table(["  Player", "Evenings", "Result"], rows, right=("Evenings", "Result")),
    ]
    return "\n".join(lines) + "\n"
