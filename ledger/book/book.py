"""A book as one person may use it: questions for everybody, changes for those whose role allows them."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from duckdb import DuckDBPyConnection

from ledger.book import corrections, payment_lines, person_changes, recordings
from ledger.book.access import ask
from ledger.book.corrections import Case, Named, Renamed, Ruled
from ledger.book.figures import SuggestedTransfer
from ledger.book.folder import (
    CLOSED,
    DATABASE,
    LAST_HEAD,
    PAYMENTS,
    SESSIONS,
    SETTINGS,
    in_sessions,
    is_book,
    logs_with_drafts,
    require_log_name,
    unused,
)
from ledger.book.folder_state import stamp_of
from ledger.book.import_outcome import Imported, SessionOutcome
from ledger.book.importing import ImportOptions, MadeLog, import_files
from ledger.book.payment_lines import Booked, Cost, Made, Paid, Settlement, Spent, Wish
from ledger.book.person_changes import Change
from ledger.book.pricing import TABLE, price_some
from ledger.book.recordings import Discarded, Numbered, Tapped, apply_taps
from ledger.book.settings import Forbidden, Role, Settings, read_settings
from ledger.book.stored_recording import Recorder, StoredRecording, path_for, pulse
from ledger.files import PARQUET, SUFFIX
from ledger.recording.recording import NewSession, Recording

T = TypeVar("T")
P = ParamSpec("P")

_ABSENT: Final = "absent"


@dataclass(frozen=True, slots=True)
class Book:
    """The book at ``folder`` in the hands of somebody with ``role``; what that role may not do raises Forbidden."""

    folder: Path
    role: Role

    @property
    def exists(self) -> bool:
        """True if there is a book in the folder."""
        return is_book(self.folder)

    def state(self) -> str:
        """Return a token that changes whenever something in the book does; no file is read for it."""
        if not self.exists:
            return _ABSENT
        names, rest = in_sessions(self.folder)
        logs = [(name, self._stamp(f"{SESSIONS}/{name}")) for name in names]
        others = [(name, self._stamp(name)) for name in (PAYMENTS, SETTINGS, CLOSED, LAST_HEAD)]
        stamps = repr((logs, others, unused(self.folder, rest)))
        return blake2b(stamps.encode(), digest_size=16).hexdigest()

    def prices_state(self) -> str:
        """Return a token that changes whenever more about luck and prices is worked out; no file is read for it."""
        return repr([self._stamp(name) for name in (DATABASE, f"{DATABASE}.wal")])

    def _stamp(self, name: str) -> object:
        try:
            return stamp_of(os.stat(f"{self.folder}/{name}"))  # noqa: PTH116 - there may be thousands: a Path takes four times as long
        except OSError:  # not there, or a link to nowhere
            return None

    def settings(self) -> Settings:
        """What ``book.toml`` says. Raises UserError if it cannot be used."""
        return read_settings(self.folder / SETTINGS)

    def ask(self, question: Callable[Concatenate[DuckDBPyConnection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Ask a question of the book's database, which is brought up to date first. Raises UserError if there is no book."""
        return ask(self.folder, lambda connection: question(connection, *args, **kwargs))

    def ask_aside(self, questions: Callable[[Callable[..., Any]], None]) -> None:
        """Let ``questions`` ask many by the function that it is given: with one opening of the database, and on one core.

        To open it takes as long as a short question. ``questions`` may be called twice, if the database turns out to be damaged.
        """

        def ask_all(connection: DuckDBPyConnection) -> None:
            connection.execute("SET threads = 1")
            questions(lambda question, *args, **kwargs: question(connection, *args, **kwargs))

        ask(self.folder, ask_all)

    def price_some(self, part: str = TABLE) -> bool:
        """Price the decisions of some more sessions, in one part; False if none were left."""
        return price_some(self.folder, part)

    # --- Changes --------------------------------------------------------------------------------------------------------

    def preview(
        self, logs: Mapping[str, bytes], made: Sequence[MadeLog] = (), *, replacing: bool = False, anyway: bool = False
    ) -> Imported:
        """What ``store`` would come to; nothing is written."""
        self._require(Role.SCORER, "import logs")
        return _imported(self.folder, logs, made, ImportOptions(replacing, dry_run=True, anyway=anyway))

    def store(
        self, logs: Mapping[str, bytes], made: Sequence[MadeLog] = (), *, replacing: bool = False, anyway: bool = False
    ) -> Imported:
        """Bring logs and Parquet files, by the names that they came with, into the book; it is made if it is not there.

        ``made`` are logs that were made from other files.
        """
        self._require(Role.SCORER, "import logs")
        return _imported(self.folder, logs, made, ImportOptions(replacing, anyway=anyway))

    def pay(self, wish: Wish) -> Paid:
        """Note a payment between two players. Raises UserError for one that makes no sense."""
        self._require(Role.BANKER, "record payments")
        return payment_lines.pay(self.folder, wish)

    def settle(self, agreed: Settlement) -> Booked:
        """Note all payments of a settlement in one step. Raises UserError if they have changed since."""
        self._require(Role.BANKER, "record payments")
        return payment_lines.settle(self.folder, agreed)

    def settle_line(self, line: SuggestedTransfer, how: str, day: str | None = None, note: str = "") -> Booked:
        """Note one payment of the plan ``how``. Raises UserError if it is no longer in it."""
        self._require(Role.BANKER, "record payments")
        return payment_lines.settle_line(self.folder, line, how, day, note)

    def take_back_one(self, made: Made) -> Booked:
        """Note a payment that the book has the other way round. Raises UserError if it was taken back already."""
        self._require(Role.BANKER, "record payments")
        return payment_lines.take_back_one(self.folder, made)

    def take_all_back(self, booked: Booked) -> Booked:
        """Note the same payments the other way round."""
        self._require(Role.BANKER, "record payments")
        return payment_lines.take_back(self.folder, booked)

    def spend(self, cost: Cost) -> Spent:
        """Note what one player paid for several. Raises UserError for an expense that makes no sense."""
        self._require(Role.BANKER, "record payments")
        return payment_lines.spend(self.folder, cost)

    def take_back(self, spent: Spent) -> None:
        """Take an expense out of the payments file again. Raises UserError if its line is no longer there."""
        self._require(Role.BANKER, "record payments")
        payment_lines.take_back_cost(self.folder, spent)

    def merge(self, kept: str, other: str) -> Change:
        """Make two players one. Raises UserError if they cannot be one person."""
        self._require(Role.BANKER, "put players together")
        return person_changes.merge(self.folder, kept, other)

    def rename(self, who: str, new_name: str) -> Change:
        """Call a player something else; the old name stays an alias. Raises UserError if somebody else is called that."""
        self._require(Role.BANKER, "rename players")
        return person_changes.rename(self.folder, who, new_name)

    def uphold(self, case: Case, chips: int | None = None) -> Ruled:
        """Let a player pay for a renege that the audit found. Raises UserError if there is none."""
        self._require(Role.BANKER, "rule on reneges")
        return corrections.uphold(self.folder, case, chips)

    def rename_evening(self, named: Named) -> Renamed:
        """Put the date or the title of an evening right. Raises UserError for what cannot be, or is closed."""
        self._require(Role.SCORER, "put evenings right")
        return corrections.rename_evening(self.folder, named)

    def waive(self, case: Case) -> Ruled:
        """Let a renege that the audit found stand unpunished. Raises UserError if there is none."""
        self._require(Role.BANKER, "rule on reneges")
        return corrections.waive(self.folder, case)

    # --- Recording at the table -----------------------------------------------------------------------------------------

    def unfinished(self) -> list[StoredRecording]:
        """Return the recordings that were begun and not closed; none if there is no book."""
        return recordings.unfinished(self.folder) if self.exists else []

    def load(self, log: str) -> StoredRecording:
        """Return a recording as it is on the disk, by the name of its log (``StoredRecording.log``)."""
        return recordings.load(self.folder, log)

    def is_recorded(self, log: str) -> bool:
        """True if a recording goes on."""
        require_log_name(log)
        return self.exists and path_for(self.folder, log).exists()

    def being_recorded(self) -> frozenset[str]:
        """Return the names of the logs of all evenings that are being recorded; no file is read for it."""
        return logs_with_drafts(self.folder)

    def pulse(self, log: str) -> str:
        """Return a token that changes whenever a recording does; no file is read for it."""
        return pulse(self.folder, log)

    def begin(self, evening: NewSession, me: Recorder, stream: str = "") -> StoredRecording:
        """Begin a session, once for a stream. Raises UserError if the book has one of that id already."""
        self._require(Role.SCORER, "record sessions")
        return recordings.begin(self.folder, evening, me, stream=stream)

    def take_over(self, log: str, me: Recorder) -> StoredRecording:
        """Become the one who records a session, whoever it was."""
        self._require(Role.SCORER, "record sessions")
        return recordings.take_over(self.folder, log, me)

    def save(self, base: StoredRecording, recording: Recording, me: Recorder) -> StoredRecording:
        """Put a step on the disk. Raises StaleError and TakenError, and writes nothing, if somebody else was there."""
        self._require(Role.SCORER, "record sessions")
        return recordings.save(self.folder, base, recording, me)

    def tap(self, log: str, me: Recorder, stream: str, taps: Sequence[Numbered]) -> Tapped:
        """Put taps on the disk, each at most once. Raises TakenError if somebody else is recording."""
        self._require(Role.SCORER, "record sessions")
        return apply_taps(self.folder, log, me, stream, taps)

    def close(self, base: StoredRecording, me: Recorder) -> None:
        """End a recording; the log stays in the book. Raises UserError while a hand is open."""
        self._require(Role.SCORER, "record sessions")
        recordings.close(self.folder, base, me)

    def discard(self, base: StoredRecording, me: Recorder) -> str | None:
        """Throw a recording away; what comes back is for ``bring_back``, None if nothing had been recorded."""
        self._require(Role.SCORER, "record sessions")
        return recordings.discard(self.folder, base, me)

    def discarded(self) -> list[Discarded]:
        """Return the recordings that were thrown away, the last one first; none if there is no book."""
        return recordings.discarded(self.folder) if self.exists else []

    def bring_back(self, key: str, me: Recorder) -> StoredRecording:
        """Put a recording that was thrown away into the book again. Raises UserError if it is not there any more."""
        self._require(Role.SCORER, "record sessions")
        return recordings.bring_back(self.folder, key, me)

    def log_of(self, session: str) -> str:
        """Return the name of the log of a session, for ``load``. Raises UserError if there is none to write in."""
        return recordings.home_of(self.folder, session)

    def _require(self, needed: Role, what: str) -> None:
        if self.role < needed:
            raise Forbidden(self.role, needed, what)


def _imported(folder: Path, logs: Mapping[str, bytes], made: Sequence[MadeLog], how: ImportOptions) -> Imported:
    """Import files that are in memory; messages call them by the names that they came with.

    Whoever may upload a file need not be trusted with the memory of this machine: a file that becomes too large is refused.
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
        done.sessions = [_named(one, names.get(one.file, one.file)) for one in done.sessions]
        done.doubts = [one._replace(file=names.get(one.file, one.file)) for one in done.doubts]
        return done


def _named(one: SessionOutcome, name: str) -> SessionOutcome:
    return one._replace(file=name, reason=one.reason.replace(one.file, name))
