"""Logs and Parquet files come into a book: each session once, never changed unless somebody asks
for it. What is to become of them is planned (``import_plan``), then done (``import_act``).

At the end is how a spreadsheet of old results was understood, in words, and the logs that are made
of it.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from itertools import groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from duckdb import DuckDBPyConnection

from ledger.book.balances.unread import unread
from ledger.book.derived.access import HeldBook, Waiting, copied, held, new_book
from ledger.book.derived.findings import findings_in_sessions
from ledger.book.derived.folder_state import Progress
from ledger.book.files.folder import (
    DATABASE,
    PAYMENTS,
    SETTINGS,
    changing_together,
    is_book,
    sources,
)
from ledger.book.files.settings import Settings, read_settings
from ledger.book.files.settings_edit import change_settings, kept, put_back, with_setting
from ledger.book.members.people import similar, together
from ledger.book.sessions.import_act import Carry, apply, contested, lay_out, take_back, without
from ledger.book.sessions.import_outcome import (
    EXISTS,
    REFUSED,
    REMOVED,
    REPLACED,
    STORED,
    Imported,
    Newcomer,
    SessionOutcome,
    changes,
    standing,
)
from ledger.book.sessions.import_plan import (
    Change,
    ColumnsFile,
    CostsFile,
    Given,
    LogFile,
    Pay,
    Plan,
    Refuse,
    Remove,
    Replace,
    SheetLogs,
    Skip,
    Store,
    holdings,
    planned,
    sessions_in,
)
from ledger.errors import UserError
from ledger.files import (
    FORMULA,
    PARQUET,
    SUFFIX,
    LogError,
    find_logs,
    hands_about,
    write_atomically,
)
from ledger.log import content_of, is_payments
from ledger.log.payments import PaymentLine
from ledger.log.words import visible
from ledger.money import CHIPS, amount_text
from ledger.wording import counted
from ledger.workers import ALONE, crew

if TYPE_CHECKING:
    from ledger.sheets import Costs, Results, Unit

# --- Importing ------------------------------------------------------------------------------------
# logs that are stored before others may use the book again; of very many, a tenth
AT_ONCE: Final = 50
MAX_NAMES_COMPARED: Final = 100
"""New players whose names are compared with all others, and similar names for which it is looked up
whether they ever met.

Above this, similar names are not looked for: for thousands it takes minutes, and nobody reads so
many.
"""


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """How to import: whether to replace sessions that differ, or only to report what would be done;
    and whom to report to.

    ``keep_both`` stores a night that is in the book under another id. ``jobs`` gives the number of
    processes for about so many hands.
    """

    replace: bool = False
    dry_run: bool = False
    waiting: Waiting | None = None
    progress: Progress | None = None
    keep_both: bool = False
    jobs: Callable[[int], int] = lambda _hands: 1


class MadeLog(NamedTuple):
    """A log made from another file, such as a spreadsheet; messages call it by the name of that
    file.

    ``unbalanced`` is True if its results do not add up to zero; ``zone`` is the time zone that gave
    it its day. ``exported`` is the name of a file of a book that was exported word for word: a log,
    payments or settings.
    """

    file: str
    content: bytes
    unbalanced: bool = False
    zone: str | None = None
    exported: str = ""


def import_files(
    folder: Path, paths: Iterable[str | Path], how: ImportOptions, made: Sequence[MadeLog] = ()
) -> Imported:
    """Import the logs and Parquet files at ``paths`` into the book at ``folder``, which is created
    if missing.

    ``made`` are logs besides them. Each session is stored whole and for good before it is counted.
    Raises UserError for a path that does not exist, a folder that cannot be written, a full disk.
    Then, and if the program is killed, what was stored before stays: of each file that is no log
    all of it or nothing, of the logs the last ``AT_ONCE`` or none of them, and where they replace
    others, all or none.
    """
    paths = list(paths)
    files = find_logs(paths, (SUFFIX, PARQUET))
    if not files and not made:
        named = ", ".join(map(str, paths))
        raise UserError(
            f"there are no logs in {named}", f"logs have names that end in {SUFFIX} or {PARQUET}"
        )
    is_new = not is_book(folder)
    if how.dry_run:
        with copied(folder, how.waiting) as copy:
            done = _import(copy, files, how, made, lay_out)
    else:
        done = _import(folder, files, how, made, partial(apply, lasting=how.replace))
    done.begins_book = is_new and bool(done.stored or done.payments)
    return done


def _import(
    folder: Path, files: list[Path], how: ImportOptions, made: Sequence[MadeLog], carry: Carry
) -> Imported:
    done = Imported()
    jobs = how.jobs(sum(map(hands_about, files)))
    with new_book(folder), crew(jobs) if jobs > 1 else nullcontext(ALONE) as helping:
        settings = next((one for one in made if one.exported == SETTINGS), None)
        if settings and not sources(folder) and not (folder / SETTINGS).exists():
            write_atomically(folder / SETTINGS, settings.content, private=True)
        made = [one for one in made if one is not settings]
        for given in _groups(files, made, together=how.replace):
            with (
                held(folder, how.waiting, how.progress, helping) as hold,
                changing_together(folder),
            ):
                _take(hold, given, how, carry, done)
    zone = next((one.zone for one in made if one.zone), None)
    if zone and done.stored and read_settings(folder / SETTINGS).zone is None:
        with held(folder, how.waiting):
            change_settings(folder / SETTINGS, lambda text: with_setting(text, "zone", zone))
    return done


def _groups(files: list[Path], made: Sequence[MadeLog], *, together: bool) -> Iterator[list[Given]]:
    """Yield the files that are stored at once, as they are read."""
    logs = [file for file in files if file.suffix != PARQUET]
    most = len(logs) or 1 if together else max(AT_ONCE, len(logs) // 10)
    for start in range(0, len(logs), most):
        yield [LogFile(str(log), _content_or_error(log)) for log in logs[start : start + most]]
    for (name, exported), sheet in groupby(made, key=lambda log: (log.file, bool(log.exported))):
        contents = [log.content for log in sheet]
        if exported:
            yield [LogFile(name, content) for content in contents]
        elif is_payments(contents[0]):
            yield [CostsFile(name, contents[0])]
        else:
            yield [SheetLogs(name, contents)]
    for file in files:
        if file.suffix == PARQUET:
            yield [ColumnsFile(file)]


def _content_or_error(log: Path) -> bytes | LogError:
    try:
        return content_of(log)
    except LogError as error:
        return error


def _take(
    hold: HeldBook, given: Sequence[Given], how: ImportOptions, carry: Carry, done: Imported
) -> None:
    """Plan what some files change in the book, carry it out, bring its database up to date, and
    note what became of them.
    """
    folder = hold.folder
    # its database is made once, with what comes in
    is_new = not hold.look().files and not os.path.lexists(folder / DATABASE)
    homes = [] if is_new else hold.settle(lambda connection: connection.execute(_HOMES).fetchall())
    book = holdings(folder, homes, hold.state.settings.currency)
    plan = planned(book, given, replace=how.replace, keep_both=how.keep_both)
    known = {player.id for player in hold.state.settings.players}
    settings = kept(folder / SETTINGS)
    figures = hold.settle(standing) if how.replace else None
    writes = plan.writes
    if writes:
        before = carry(folder, plan)
        refused = hold.settle(partial(contested, book=book, plan=plan, keep_both=how.keep_both))
        if refused:
            take_back(
                folder,
                {home: old for home, old in before.items() if home in refused or plan.removed},
            )
            put_back(folder / SETTINGS, settings)
            plan = without(plan, refused)
    _note(done, plan)

    def look(connection: DuckDBPyConnection) -> None:
        _take_stock(done, plan, connection)
        if not writes:
            return
        done.new_players += _newcomers(hold.state.settings, known, connection)
        if figures is not None:
            replaced = {one for one in (*plan.stored, *plan.replaced) if one in figures.known}
            if replaced or plan.removed:
                done.changes = changes(done.changes, figures, standing(connection), replaced)

    # the book may have had something already
    if writes or any(isinstance(one, Skip) for one in plan.changes):
        hold.settle(look)


def _note(done: Imported, plan: Plan) -> None:
    """Note what is to be said of a plan."""
    for one in plan.changes:
        done.sessions += _outcomes(one)
        if isinstance(one, Replace):
            done.rulings += one.rulings
        elif isinstance(one, Pay):
            done.payments += one.lines
            done.payments_there += one.there
            done.payments_file = one.file if one.whole else done.payments_file
    done.doubts += plan.doubts
    done.versions += plan.versions
    done.other_notes += plan.other_notes
    done.results += plan.results


def _outcomes(change: Change) -> Iterator[SessionOutcome]:
    """Yield what becomes of the sessions that a change is about."""
    if isinstance(change, Refuse):
        yield SessionOutcome(
            change.file,
            change.session,
            REFUSED,
            change.reason,
            change.remedies,
            change.unreadable,
        )
    elif not isinstance(change, Pay):
        outcome = _OUTCOMES[type(change)]
        yield from (SessionOutcome(change.file, one, outcome) for one in sessions_in(change))


_OUTCOMES: Final = {Store: STORED, Replace: REPLACED, Remove: REMOVED, Skip: EXISTS}


def _take_stock(done: Imported, plan: Plan, connection: DuckDBPyConnection) -> None:
    """Note what the audit says about sessions that came in, and what is not in the figures."""
    ids = [*plan.stored, *plan.replaced]
    rows = connection.execute(_STORED, {"ids": ids}).fetchall()
    done.quarantined += sum(int(quarantined) for _, quarantined in rows)
    done.found += findings_in_sessions(connection, [key for key, _ in rows])
    given = {
        name: one.file
        for one in plan.changes
        if isinstance(one, Store | Replace | Skip)
        for name in sessions_in(one)
    }
    left_out = unread(connection).missing
    done.unread += [
        one._replace(file=given[one.session]) for one in left_out.sessions if one.session in given
    ]
    if PAYMENTS in plan.files:
        done.unread_payments = left_out.payments


def _newcomers(
    settings: Settings, known: set[int], connection: DuckDBPyConnection
) -> list[Newcomer]:
    """The players who are not ``known``, each with those that the name may mean: nobody who sat at
    one table with them.
    """
    numbers = {player.name: player.id for player in settings.players}
    new = [player for player in settings.players if player.id not in known]
    found = [Newcomer(player.name, []) for player in new]
    pairs = (
        (number, player.id, name, one)
        for player, one in zip(new[:MAX_NAMES_COMPARED], found, strict=False)
        for name in similar(settings, player.name)
        if (number := numbers[name]) < player.id
    )
    for older, newer, name, one in islice(pairs, MAX_NAMES_COMPARED):
        if not together(connection, older, newer):
            one.similar.append(name)
    return found


_HOMES: Final = "SELECT id, file, hash FROM sessions JOIN files USING (file)"
_STORED: Final = (
    "SELECT session, coalesce(quarantined, 0) FROM sessions WHERE list_contains($ids, id)"
)


# --- What was exported ----------------------------------------------------------------------------
def exported_logs(file: str, content: bytes) -> list[MadeLog]:
    """The files of a book in the table ``logs`` of an export, in CSV or Parquet; none for any other
    file.

    Raises UserError if a line is missing or in another place: somebody has sorted or edited the
    table.
    """
    texts: dict[str, list[str]] = {}
    for name, line, text in _exported_lines(content):
        lines = texts.setdefault(name, [])
        if line != str(len(lines) + 1):
            message = (
                f"{visible(file)}: line {len(lines) + 1} of {visible(name)} is not where it "
                "belongs, or is missing"
            )
            raise UserError(message, "export it again: this table was edited or sorted")
        lines.append(text)
    return [
        MadeLog(file, "\n".join(lines).encode(), exported=name) for name, lines in texts.items()
    ]


def _exported_lines(content: bytes) -> Iterator[tuple[str, str, str]]:
    if content.startswith(_LINES_CSV):
        try:
            for row in islice(
                csv.reader(io.StringIO(content.decode("utf-8", "replace"), newline="")), 1, None
            ):
                name, number, text = (*row, "", "", "")[:3]
                yield (
                    name,
                    number,
                    text[1:] if text[:1] == "'" and text[1:].startswith(FORMULA) else text,
                )
        except csv.Error as error:
            raise UserError(f"it cannot be read: {error}", "export it again") from error
    elif content.startswith(_PARQUET):
        import pyarrow as pa  # noqa: PLC0415 - few imports need it
        import pyarrow.parquet as pq  # noqa: PLC0415

        try:
            if pq.read_schema(io.BytesIO(content)).names != ["file", "line", "text"]:
                return
            # a text that repeats is kept once
            table = pq.ParquetFile(io.BytesIO(content), read_dictionary=["file", "text"])
            left = _MOST_TEXT
            for batch in table.iter_batches(1000):
                for file, number, line in zip(
                    batch["file"], batch["line"], batch["text"], strict=True
                ):
                    name, text = str(file.as_py()), str(line.as_py())
                    left -= len(name) + len(text)
                    if left < 0:
                        raise UserError(
                            "its logs are too long for one import", "bring the logs in as files"
                        )
                    yield name, str(number.as_py()), text
        except pa.ArrowException:
            return  # what reads hands tells what is wrong


_LINES_CSV: Final = b"file,line,text\r\n"
_PARQUET: Final = b"PAR1"
_MOST_TEXT: Final = 500_000_000


# --- Spreadsheets of old results ------------------------------------------------------------------
MAX_LISTED: Final = 12  # rows left out, names and pots that are listed; more are only counted


def made_logs(results: Results) -> list[MadeLog]:
    """Return a log for each night of a spreadsheet; the time zone that they were read in is kept
    for the next one.
    """
    from ledger.sheets import log_of  # noqa: PLC0415 - logs need no tables

    file = results.file if results.dated else ""
    logs = (
        (log_of(night, results.unit, file).encode(), bool(night.rest)) for night in results.nights
    )
    return [MadeLog(results.file, log, unbalanced, results.zone) for log, unbalanced in logs]


def outline(results: Results) -> str:
    """How many nights, days and players there are, and what the amounts are."""
    nights, unit = results.nights, results.unit
    first, last = nights[0].day, nights[-1].day
    days = f"{first}" if first == last else f"{first} to {last}"
    players = {name for night in nights for name in night.results}
    worth = f", worth {amount_text(unit.chip or 0, unit.currency)} each" if unit.currency else ""
    what = f"money in {unit.currency}" if unit.money else f"chips{worth}"
    return f"{counted(len(nights), 'evening')}, {days}, {counted(len(players), 'player')}; {what}"


def details(results: Results) -> Iterator[str]:
    """Yield lines on how the table was read, and on what in it was not taken for a result."""
    for part in results.parts:
        yield f"sheet {visible(part.sheet)}: {outline(part)}"
        yield from _details(part)
    for sheet, why in results.sheets_left_out.items():
        yield f"sheet left out: {visible(sheet)} ({why})"
    if not results.parts:
        yield from _details(results)


def _details(results: Results) -> Iterator[str]:
    layout = results.layout
    kind = "row for each evening and player" if layout.by_rows else "column for each player"
    yield f"headings in row {layout.row + 1}, a {kind}"
    if layout.left_out:
        yield f"columns left out: {_listed(layout.left_out.values())}"
    if layout.notes:
        yield f"kept as comments: {_listed(layout.notes.values())}"
    yield from _rows_left_out(results.rows_left_out)
    if results.early:
        yield (
            "times until six in the morning are of the evening before: row "
            f"{_listed(str(row + 1) for row in results.early)}"
        )
    if results.zone and results.started is None:
        yield f"times that say their time zone are read as it was then in {results.zone}"
    for name, known in list(results.names.items())[:MAX_LISTED]:
        yield f"{visible(name)} is read as {visible(known)}"
    if results.started is not None:
        zone = " UTC" if results.started.utcoffset() is not None else ""
        yield f"the first sat down on {results.started:%Y-%m-%d at %H:%M}{zone}"
    unit = unit_of(results.unit)
    rests = [
        f"{night.day} ({amount_text(abs(night.rest), unit)} unexplained)"
        for night in results.nights
        if night.rest
    ]
    if rests:
        yield f"evenings that do not add up to zero: {_listed(rests)}"


def _rows_left_out(left_out: Mapping[int, str]) -> Iterator[str]:
    by_reason: dict[str, list[str]] = {}
    for row, reason in sorted(left_out.items()):
        by_reason.setdefault(reason, []).append(str(row + 1))
    for reason, rows in by_reason.items():
        yield f"{'row' if len(rows) == 1 else 'rows'} left out: {_listed(rows)} ({reason})"


def totals(results: Results) -> list[tuple[str, int, int]]:
    """Return each player with the number of nights and the sum of the results, those who won most
    first.
    """
    sums: dict[str, int] = {}
    times: dict[str, int] = {}
    for night in results.nights:
        for name, amount in night.results.items():
            sums[name] = sums.get(name, 0) + amount
            times[name] = times.get(name, 0) + 1
    return [
        (name, times[name], sums[name])
        for name in sorted(sums, key=lambda name: (-sums[name], name))
    ]


def costs_outline(costs: Costs) -> str:
    """How many costs and payments there are in the export of an app, of which days and in which
    currencies.
    """
    payments = sum(isinstance(line, PaymentLine) for line in costs.lines)
    days = sorted({line.date for line in costs.lines})
    span = f", {' to '.join(dict.fromkeys((days[0], days[-1])))}" if days else ""
    units = ", ".join(sorted({unit for _, unit in costs.net}))
    both = counted(payments, "payment")
    if payments < len(costs.lines):
        both = f"{counted(len(costs.lines) - payments, 'shared cost')} and {both}"
    return (
        f"{visible(costs.file)}: from {costs.app}: {both}{span}; money in {units or 'no currency'}"
    )


def costs_details(costs: Costs) -> Iterator[str]:
    """Yield lines on what is not as the app has it."""
    yield from _rows_left_out(costs.rows_left_out)
    if costs.odd:
        yield (
            f"shares of {counted(costs.odd, 'row')} are rounded in the export: the odd cents are "
            "the payer's"
        )


def net_of(costs: Costs) -> list[tuple[str, str, int]]:
    """Return by currency what everybody paid for others, less what others paid for them."""
    return sorted(
        ((name, unit, net) for (name, unit), net in costs.net.items()),
        key=lambda one: (one[1], -one[2], one[0]),
    )


def unit_of(unit: Unit) -> str:
    """The currency of the amounts, or ``chips``."""
    return unit.currency if unit.money and unit.currency else CHIPS


def _listed(texts: Iterable[str]) -> str:
    listed = [visible(text) for text in texts]
    return ", ".join(listed[:MAX_LISTED]) + (
        f" and {len(listed) - MAX_LISTED} more" if len(listed) > MAX_LISTED else ""
    )
