"""A book as one person may use it: questions for everybody, changes for those whose role allows
them.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from hashlib import blake2b
from pathlib import Path
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from duckdb import DuckDBPyConnection

from ledger.book.balances import payment_lines
from ledger.book.derived.access import ask
from ledger.book.derived.folder_state import Progress, stamp_of
from ledger.book.files import disputes, portraits
from ledger.book.files.folder import (
    CLOSED,
    DATABASE,
    LAST_HEAD,
    PAYMENTS,
    SESSIONS,
    SETTINGS,
    check_not_gone,
    in_sessions,
    is_book,
    logs_with_drafts,
    require_log_name,
    unused,
)
from ledger.book.files.settings import Forbidden, Role, Settings, read_settings
from ledger.book.members import people
from ledger.book.prices import pricing
from ledger.book.prices.pricing import TABLE
from ledger.book.sessions import corrections, edits, recordings
from ledger.book.sessions.edits import Edit, Edited
from ledger.book.sessions.import_outcome import Imported
from ledger.book.sessions.importing import ImportOptions, MadeLog, import_files
from ledger.book.sessions.recordings import Discarded
from ledger.book.sessions.stored_recording import StoredRecording, path_for, pulse
from ledger.files import PARQUET, SUFFIX
from ledger.log import is_payments

T = TypeVar("T")
P = ParamSpec("P")
_ABSENT: Final = "absent"


def _allowed(
    needed: Role | str, what: str, change: Callable[Concatenate[Path, P], T]
) -> Callable[Concatenate[Book, P], T]:
    """Return a change of the folder of a book as a method of ``Book``, for those whose role allows
    ``what`` it does.

    The role that is ``needed`` is that of the book's settings if it is one of the ``RIGHTS``.
    """

    @wraps(change)
    def allowed(book: Book, /, *args: P.args, **kwargs: P.kwargs) -> T:
        book.require(
            book.settings().access.rights[needed] if isinstance(needed, str) else needed, what
        )
        return change(book.folder, *args, **kwargs)

    return allowed


@dataclass(frozen=True, slots=True)
class Book:
    """The book at ``folder`` in the hands of somebody with ``role``; what that role may not do
    raises Forbidden.
    """

    folder: Path
    role: Role = Role.VIEWER

    @property
    def exists(self) -> bool:
        """True if there is a book in the folder.

        Raises LogError if there was one, and it is gone.
        """
        check_not_gone(self.folder)
        return is_book(self.folder)

    def state(self) -> str:
        """Return a token that changes whenever something in the book does; no file is read
        for it.
        """
        if not self.exists:
            return _ABSENT
        names, rest = in_sessions(self.folder)
        logs = [(name, self._stamp(f"{SESSIONS}/{name}")) for name in names]
        others = [(name, self._stamp(name)) for name in (PAYMENTS, SETTINGS, CLOSED, LAST_HEAD)]
        stamps = repr((logs, others, unused(self.folder, rest)))
        return blake2b(stamps.encode(), digest_size=16).hexdigest()

    def prices_state(self) -> str:
        """Return a token that changes whenever more about luck and prices is worked out; no file is
        read for it.
        """
        return repr([self._stamp(name) for name in (DATABASE, f"{DATABASE}.wal")])

    def _stamp(self, name: str) -> object:
        try:
            return stamp_of(os.stat(f"{self.folder}/{name}"))  # noqa: PTH116 - there may be thousands: a Path takes four times as long
        except OSError:  # not there, or a link to nowhere
            return None

    def settings(self) -> Settings:
        """What ``book.toml`` says. Raises UserError if it cannot be used."""
        return read_settings(self.folder / SETTINGS)

    def ask(
        self,
        question: Callable[Concatenate[DuckDBPyConnection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Ask a question of the book's database, which is brought up to date first.

        Raises UserError if there is no book.
        """
        return ask(self.folder, lambda connection: question(connection, *args, **kwargs))

    def catch_up(self, progress: Progress) -> None:
        """Bring the database up to date, as the next question would; ``progress`` is told how many
        more hands are in it.
        """
        ask(self.folder, lambda _connection: None, progress=progress)

    def ask_aside(self, questions: Callable[[Callable[..., Any]], None]) -> None:
        """Let ``questions`` ask many questions through the function it gets: one opening of the
        database, one core.

        Opening takes as long as a short question. ``questions`` may be called twice, if the
        database turns out to be damaged.
        """

        def ask_all(connection: DuckDBPyConnection) -> None:
            connection.execute("SET threads = 1")
            questions(lambda question, *args, **kwargs: question(connection, *args, **kwargs))

        ask(self.folder, ask_all)

    def unpriced(self, part: str = TABLE) -> tuple[int, int]:
        """Count the sessions of evenings that are over whose decisions are not priced in this part
        yet, and their hands.
        """
        return self.ask(pricing.unpriced, part, self.being_recorded())

    def price_all(self, part: str = TABLE) -> Iterator[None]:
        """Price one part of the decisions of those sessions, and yield whenever some more are
        priced.
        """
        return pricing.price_all(self.folder, part, without=self.being_recorded)

    def price_in_background(self, part: str = TABLE) -> bool:
        """Have all of them priced by a process in the background; False if there can be none."""
        from ledger.book.prices import background  # noqa: PLC0415 - commands work out what they need themselves

        return background.begin_pricing(self.folder, part)

    # --- Changes ----------------------------------------------------------------------------------

    def require(self, needed: Role, what: str) -> None:
        """Raise Forbidden unless the role allows ``what`` is about to be done."""
        if self.role < needed:
            raise Forbidden(self.role, needed, what)

    def may(self, right: str) -> bool:
        """True if the role has one of the ``RIGHTS`` in this book."""
        return self.role >= self.settings().access.rights[right]

    def preview(
        self,
        logs: Mapping[str, bytes],
        made: Sequence[MadeLog] = (),
        *,
        replacing: bool = False,
        keep_both: bool = False,
    ) -> Imported:
        """What ``store`` would come to; nothing is written."""
        self.require(Role.SCORER, "import logs")
        return _imported(
            self.folder, logs, made, ImportOptions(replacing, dry_run=True, keep_both=keep_both)
        )

    def store(
        self,
        logs: Mapping[str, bytes],
        made: Sequence[MadeLog] = (),
        *,
        replacing: bool = False,
        keep_both: bool = False,
    ) -> Imported:
        """Import files under the names they came with; makes a missing book.

        ``made`` are logs made from other files.
        """
        self.require(Role.SCORER, "import logs")
        if any(is_payments(one.content) for one in made) or any(
            is_payments(text, name) for name, text in logs.items()
        ):
            self.require(Role.BANKER, "record payments")
        return _imported(self.folder, logs, made, ImportOptions(replacing, keep_both=keep_both))

    def edit(self, edit: Edit) -> Edited:
        """Edit a log; lines of the payments file are for those who may record payments.

        Raises as ``edits.store``.
        """
        self.require(self.settings().access.rights["edit"], "edit evenings")
        if edit.session == disputes.PAID:
            self.require(Role.BANKER, "record payments")
        return edits.store(self.folder, edit)

    # Each is the function of that room, which says what it does and raises; ``take_back`` deletes a
    # shared cost again.
    pay = _allowed(Role.BANKER, "record payments", payment_lines.pay)
    settle = _allowed(Role.BANKER, "record payments", payment_lines.settle)
    settle_then = _allowed(Role.BANKER, "record payments", payment_lines.settle_then)
    settle_line = _allowed(Role.BANKER, "record payments", payment_lines.settle_line)
    take_back_one = _allowed(Role.BANKER, "record payments", payment_lines.take_back_one)
    take_all_back = _allowed(Role.BANKER, "record payments", payment_lines.take_back)
    spend = _allowed(Role.BANKER, "record payments", payment_lines.spend)
    take_back = _allowed(Role.BANKER, "record payments", payment_lines.take_back_cost)
    merge = _allowed(Role.BANKER, "put players together", people.merge)
    rename = _allowed(Role.BANKER, "rename players", people.rename)
    picture = _allowed(Role.SCORER, "choose pictures of players", portraits.set_portrait)
    uphold = _allowed(Role.BANKER, "rule on reneges", corrections.uphold)
    waive = _allowed(Role.BANKER, "rule on reneges", corrections.waive)
    preview_edit = _allowed("edit", "edit evenings", edits.preview)
    dispute = _allowed("dispute", "dispute hands and payments", edits.dispute)
    answer = _allowed("answer", "answer disputes", edits.answer)
    rename_evening = _allowed(Role.SCORER, "put evenings right", corrections.rename_evening)
    begin = _allowed(Role.SCORER, "record evenings", recordings.begin)
    take_over = _allowed(Role.SCORER, "record evenings", recordings.take_over)
    save = _allowed(Role.SCORER, "record evenings", recordings.save)
    tap = _allowed(Role.SCORER, "record evenings", recordings.apply_taps)
    close = _allowed(Role.SCORER, "record evenings", recordings.close)
    discard = _allowed(Role.SCORER, "record evenings", recordings.discard)
    bring_back = _allowed(Role.SCORER, "record evenings", recordings.bring_back)

    # --- Recording at the table -------------------------------------------------------------------

    def unfinished(self) -> list[StoredRecording]:
        """Return the recordings that were begun and not closed; none if there is no book."""
        return recordings.unfinished(self.folder) if self.exists else []

    def load(self, log: str) -> StoredRecording:
        """Return a recording as it is on the disk, by the name of its log
        (``StoredRecording.log``).
        """
        return recordings.load(self.folder, log)

    def is_recorded(self, log: str) -> bool:
        """True if the session is being recorded."""
        require_log_name(log)
        return self.exists and path_for(self.folder, log).exists()

    def being_recorded(self) -> frozenset[str]:
        """Return the names of the logs of all evenings that are being recorded; no file is read for
        it.
        """
        return logs_with_drafts(self.folder)

    def pulse(self, log: str) -> str:
        """Return a token that changes whenever a recording does; no file is read for it."""
        return pulse(self.folder, log)

    def discarded(self) -> list[Discarded]:
        """Return the recordings that were thrown away, the last one first; none if there is no
        book.
        """
        return recordings.discarded(self.folder) if self.exists else []


def _imported(
    folder: Path, logs: Mapping[str, bytes], made: Sequence[MadeLog], how: ImportOptions
) -> Imported:
    """Import files that are in memory; messages call them by the names that they came with.

    A person who may upload a file need not be trusted with the memory of this machine: one that
    becomes too large is refused.
    """
    with tempfile.TemporaryDirectory(prefix="bourre-") as place:
        names: dict[str, str] = {}
        for number, (name, content) in enumerate(logs.items()):
            path = Path(place, f"{number}{PARQUET if name.lower().endswith(PARQUET) else SUFFIX}")
            path.write_bytes(content)
            if path.suffix == PARQUET:
                from ledger.hands import check_size  # noqa: PLC0415 - what reads Parquet takes its time to load

                check_size(path, name)
            names[str(path)] = name
        done = import_files(folder, names, how, made)
        for at, one in enumerate(done.sessions):
            name = names.get(one.file, one.file)
            done.sessions[at] = one._replace(file=name, reason=one.reason.replace(one.file, name))
        done.doubts = [one._replace(file=names.get(one.file, one.file)) for one in done.doubts]
        return done
