"""Brings the database up to what the files say: only files that changed are read, and the result is
the same as from nothing.

First players whom nothing names any more leave the settings, unless their entry has more than a
name: otherwise a misspelt name would stay after it was corrected, and be offered for every new
session. Then the payments file as rows: neither the engine nor Arrow has a part in it, so that a
payment is noted before they would be loaded. Then the update as a whole.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Any, Final

from duckdb import DataError, DuckDBPyConnection, IntegrityError

from ledger.book.derived.breaches import closed_records
from ledger.book.derived.database import (
    STAMP,
    names_in,
    note_stamps,
    people_of,
    players_in,
    recorded,
)
from ledger.book.derived.folder_state import FolderState, Progress, meet
from ledger.book.derived.rows import (
    DamagedError,
    FilesRead,
    Record,
    Touched,
    column,
    forget_files,
    insert_records,
    problem_text,
    replace_all,
)
from ledger.book.files.folder import CLOSED, LAST_HEAD, PAYMENTS, SETTINGS
from ledger.book.files.settings import read_settings
from ledger.book.files.settings_edit import (
    change_settings,
    kept,
    put_back,
    with_setting,
    without_players,
)
from ledger.log.between_hands import shares_of
from ledger.log.payments import ExpenseLine, PaymentLine, Payments, read_payments
from ledger.money import amount_text
from ledger.workers import ALONE, Crew


# --- Players whom nothing names -------------------------------------------------------------------
def named_in(connection: DuckDBPyConnection, files: Collection[str]) -> set[int]:
    """Return the players who are named in these files."""
    if not files:
        return set()
    return {
        int(str(one))
        for one in column(
            connection, _NAMED, {"files": sorted(files), "payments": PAYMENTS in files}
        )
    }


def forget_unnamed(connection: DuckDBPyConnection, state: FolderState, players: set[int]) -> None:
    """Remove those of ``players`` from the settings that nothing names any more.

    Nobody is removed while a file cannot be read, for it may name anybody. An entry with more than
    a name was edited by somebody, and stays.
    """
    if (
        not players
        or connection.execute("SELECT 1 FROM files WHERE problem IS NOT NULL LIMIT 1").fetchall()
    ):
        return
    gone = players - named_in(
        connection,
        [PAYMENTS, *(str(file) for file in column(connection, "SELECT file FROM files"))],
    )
    if gone:
        state.settings = change_settings(
            state.folder / SETTINGS, lambda text: without_players(text, gone)
        )


_NAMED: Final = """
    SELECT DISTINCT unnest(people) FROM sessions WHERE list_contains($files, file)
    UNION SELECT unnest([payer, payee]) FROM payments WHERE session IS NULL AND $payments
    UNION SELECT unnest(list_append(sharers, payer)) FROM expenses WHERE session IS NULL
        AND $payments
"""


# --- The payments file as rows --------------------------------------------------------------------
def load_payments(connection: DuckDBPyConnection, state: FolderState, files: FilesRead) -> None:
    """Enter what was paid between sessions."""
    paid = read_payments(files.content(PAYMENTS), PAYMENTS, state.settings.currency)
    if not paid.readable:
        files.problems[PAYMENTS] = problem_text(paid.errors[0])
        paid.payments.clear()
        paid.expenses.clear()  # half of what people paid would be worse than nothing
    meet(state, (name for one in paid.payments for name in (one.payer, one.payee)))
    meet(state, (name for one in paid.expenses for name in (one.payer, *one.sharers)))
    for table, records in payment_records(paid, state.people).items():
        insert_records(connection, table, records)
    if paid.errors:
        from ledger.book.derived.findings import finding_records  # noqa: PLC0415 - mostly there is none
        from ledger.findings import unreadable_line  # noqa: PLC0415

        found = finding_records((unreadable_line(error, None) for error in paid.errors), {})
        insert_records(connection, "findings", found)


def payment_records(paid: Payments, people: Mapping[str, int]) -> dict[str, Sequence[Record]]:
    """Return the rows for what was paid between sessions: in ``payments``, in ``expenses`` and in
    ``postings``.
    """
    rows = [
        _written(paid, one) | {"payer": people[one.payer], "payee": people[one.payee]}
        for one in paid.payments
    ]
    shared = [
        _written(paid, one)
        | {"payer": people[one.payer], "sharers": [people[name] for name in one.sharers]}
        for one in paid.expenses
    ]
    owed = [shares_of(one.amount, one.sharers, one.portions) for one in paid.expenses]
    moved = [(row, "payment", row["payer"], row["payee"], row["amount"]) for row in rows]
    for row, shares in zip(shared, owed, strict=True):
        whose = zip(row["sharers"], shares, strict=True)
        moved += [
            (row, "expense", row["payer"], sharer, share)
            for sharer, share in whose
            if sharer != row["payer"]
        ]
    moved.sort(key=lambda move: move[0]["line"])
    postings = [
        {key: row[key] for key in ("session", "date", "line", "unit")}
        | {"n": n, "kind": kind, "debit": debit, "credit": credit, "chips": 0, "amount": amount}
        for n, (row, kind, debit, credit, amount) in enumerate(moved, 1)
        if amount
    ]
    return {"payments": rows, "expenses": shared, "postings": postings}


def _written(paid: Payments, one: PaymentLine | ExpenseLine) -> dict[str, Any]:
    """The values of a line of the payments file besides names."""
    given = one.given if isinstance(one, PaymentLine) else None
    return {
        "session": None,
        "file": paid.file,
        "line": one.line,
        "date": date.fromisoformat(one.date),
        "unit": one.currency,
        "amount": one.amount,
        "note": one.note
        if given is None
        else f"{amount_text(*given)} for it{', ' if one.note else ''}{one.note}",
    }


# --- The update -----------------------------------------------------------------------------------
def update(
    connection: DuckDBPyConnection,
    state: FolderState,
    progress: Progress | None = None,
    crew: Crew = ALONE,
) -> None:
    """Bring the database up to date, all of it or nothing; the book must be held for writing.

    Names that nobody has heard of become players of their own: ``book.toml`` gets a new entry for
    each, and ``state.settings`` knows them.
    """
    damaged: dict[str, str] = {}
    settings = kept(state.folder / SETTINGS)
    while True:
        connection.begin()
        read = FilesRead(state.folder, damaged)
        try:
            _update(connection, state, read, progress or (lambda _hands: None), crew)
        except DamagedError as found:
            connection.rollback()
            damaged[found.file] = found.message
        except _ODD as error:
            # a file may say what no reader of ours has met: the others count all the same
            connection.rollback()
            file = read.loading
            if not file or file in damaged:
                raise
            damaged[file] = f"it cannot be entered: {type(error).__name__}: {str(error)[:_LONGEST]}"
        except BaseException:
            connection.rollback()
            raise
        else:
            connection.commit()
            return
        put_back(state.folder / SETTINGS, settings)
        state.settings = read_settings(state.folder / SETTINGS)


_ODD: Final = (
    ArithmeticError,
    LookupError,
    TypeError,
    ValueError,
    AssertionError,
    DataError,
    IntegrityError,
)
"""What is raised for values that nobody has thought of; not what a disk or a user does wrong."""
_LONGEST: Final = 200


def _update(
    connection: DuckDBPyConnection,
    state: FolderState,
    read: FilesRead,
    progress: Progress,
    crew: Crew,
) -> None:
    before, touched = recorded(connection).hashes, Touched()
    changed = _to_read(connection, state, before)
    there = changed & state.files.keys()  # a log that is away may come again
    named = named_in(connection, there & before.keys())
    forget_files(connection, changed & before.keys(), touched)
    _touch_renamed(connection, state, touched)
    sessions = [
        file
        for file in state.files
        if file in changed and file not in {PAYMENTS, CLOSED, LAST_HEAD}
    ]
    if sessions or touched.games:
        from ledger.book.derived.loader import load_sessions  # noqa: PLC0415 - the engine takes its time to load; a payment needs none

        load_sessions(connection, state, read, sessions, touched, progress=progress, crew=crew)
    if PAYMENTS in there:
        load_payments(connection, state, read)
    _name_currency(connection, state)
    problems = read.problems | state.unused
    known = [
        {
            "file": file,
            "hash": digest,
            "problem": problems.get(file),
            "open_line": read.open_lines.get(file),
        }
        | dict(zip(STAMP, state.stamps.get(file, ()), strict=False))
        for file, digest in state.known.items()
        if file in changed
    ]
    insert_records(connection, "files", known)
    insert_records(connection, "disputes", read.disputes)
    if named:
        forget_unnamed(connection, state, named - named_in(connection, there))
    _enter_people(connection, state)
    if not state.news.keys() <= changed:
        note_stamps(connection, state.news, state.files)
    is_closed = not state.files.keys().isdisjoint((CLOSED, LAST_HEAD))
    closed = closed_records(connection, state) if is_closed else {"closed": (), "breaches": ()}
    for table, records in closed.items():
        replace_all(connection, table, records)
    connection.execute("DELETE FROM about")
    connection.execute("INSERT INTO about VALUES (?, ?, ?)", state.made_with)


def _name_currency(connection: DuckDBPyConnection, state: FolderState) -> None:
    """Have settings without a currency say the one that the book plays in; what was paid before
    keeps the one it has.
    """
    if state.settings.currency_said or not state.files.keys().isdisjoint((PAYMENTS, CLOSED)):
        return
    units = [str(unit) for unit in column(connection, _PLAYED_AND_PAID)]
    if len(units) == 1:
        state.settings = change_settings(
            state.folder / SETTINGS, lambda text: with_setting(text, "currency", units[0])
        )


def _touch_renamed(connection: DuckDBPyConnection, state: FolderState, touched: Touched) -> None:
    """Touch all sessions if somebody has another name now: some findings name people."""
    names = {player.id: player.name for player in state.settings.players}
    if any(names.get(number) != name for number, name, _ in players_in(connection)):
        touched.add(connection.execute("SELECT game, date FROM sessions").fetchall())


def _to_read(
    connection: DuckDBPyConnection, state: FolderState, before: Mapping[str, bytes]
) -> set[str]:
    """Return the files whose rows must be made again: new, changed since ``before``, gone, or
    affected by a change of names.
    """
    now = state.known
    changed = {file for file in before.keys() | now.keys() if before.get(file) != now.get(file)}
    moved = [
        player for name, player in names_in(connection).items() if state.people.get(name) != player
    ]
    if moved:
        changed |= {str(file) for file in column(connection, _TOUCHED, {"players": moved})} | {
            PAYMENTS
        }
    # Sessions that a changed file kept from counting may count now. Once round is enough: what
    # these files have besides goes on to count, or not, as it did.
    return changed | {str(file) for file in column(connection, _RIVALS, {"files": list(changed)})}


_PLAYED_AND_PAID: Final = """
    SELECT unit FROM sessions WHERE unit <> 'chips' UNION SELECT unit FROM payments UNION
        SELECT unit FROM expenses
"""
_TOUCHED: Final = "SELECT DISTINCT file FROM sessions WHERE list_has_any(people, $players)"
_RIVALS: Final = """
    SELECT DISTINCT file FROM duplicates
        WHERE id IN (SELECT id FROM sessions WHERE list_contains($files, file))
"""


def _enter_people(connection: DuckDBPyConnection, state: FolderState) -> None:
    """Enter players and names as the settings have them."""
    if names_in(connection) != state.people:
        names: list[Record] = [
            {"name": name, "player": player} for name, player in sorted(state.people.items())
        ]
        replace_all(connection, "names", names)
    people = people_of(state.settings)
    if players_in(connection) != people:
        players: list[Record] = [
            {"player": number, "name": name, "handle": handle} for number, name, handle in people
        ]
        replace_all(connection, "players", players)
