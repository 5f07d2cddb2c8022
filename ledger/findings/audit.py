"""The audit of many sessions: they are judged batch by batch, and what was found becomes one report
(log-format.md).

First a finding, made of a fact about a judged hand or of a line that could not be read; then the
report.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from os import PathLike, fspath
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from ledger.engine import (
    CLAIMED,
    RIGHT,
    UNPROVED,
    WRONG,
    Fact,
    Judged,
    endings,
    judge,
    without_collection,
)
from ledger.findings.kinds import ERROR, KINDS_OF_FINDING, REMARK, SYNTAX, WARNING
from ledger.findings.play_words import HandInWords
from ledger.game.play import NAMES, UNKNOWN, cards_in
from ledger.hands import read_logs
from ledger.hands.model import ABSENT, TRICKS, Hands
from ledger.log import content_of
from ledger.log.payments import Payments
from ledger.log.records import Diagnostic, Log, Session


# --- Findings -------------------------------------------------------------------------------------
class Finding(NamedTuple):
    """One finding.

    ``trick`` counts from 1, ``card`` and ``required`` are canonical text, ``amount`` is in chips.

    ``settled`` is the log line that put it right later (rules.md 5.15).
    """

    file: str
    line: int
    session: str | None
    hand: int | None
    trick: int | None
    player: str | None
    rule: str
    severity: str
    card: str | None
    required: tuple[str, ...] | None
    amount: int | None
    settled: int | None
    message: str

    @property
    def fails(self) -> bool:
        """True if the audit fails for it: an error that nobody has put right."""
        return self.severity == ERROR and self.settled is None

    def as_dict(self) -> dict[str, object]:
        """The finding as the JSON of ``bourre audit`` has it."""
        found = self._asdict()
        found["required"] = list(self.required) if self.required is not None else None
        return found


def findings(judged: Judged) -> list[Finding]:
    """Put every fact into words, and every line that could not be read."""
    found = [_finding(judged, fact) for fact in judged.facts]
    ids = {info.file: info.id for info in judged.hands.sessions}
    found.extend(unreadable_line(error, ids.get(error.file)) for error in judged.hands.errors)
    return found


def findings_of(judged: Judged, row: int) -> list[Finding]:
    """What was found in one hand, in the order of its lines."""
    hands = judged.hands
    info = hands.sessions[int(hands.session[row])]
    lines = {line for line, _ in hands.text.get(row, ())}
    found = [_finding(judged, fact) for fact in judged.facts if fact.row == row]
    found += [
        unreadable_line(error, info.id)
        for error in hands.errors
        if error.file == info.file and error.line in lines
    ]
    return sorted(found, key=place)


def unreadable_line(error: Diagnostic, session: str | None) -> Finding:
    """The finding for a line that cannot be read (syntax)."""
    return of_a_line(error.file, error.line, session, SYNTAX, _in_sentences(error))._replace(
        hand=error.hand
    )


_A_LIST: Final = 80  # characters: what is expected and longer lists all that may stand there


def expected_at(error: Diagnostic) -> str:
    """What belongs there, without the backticks of a terminal; empty if a remedy says it better
    than a list does.
    """
    return "" if error.remedy and len(error.expected) > _A_LIST else error.expected.replace("`", "")


def _in_sentences(error: Diagnostic) -> str:
    """What is wrong with a line, how to mend it, what is expected there, and at which column if
    that is not its beginning.
    """
    expected = expected_at(error)
    said = (error.message, error.remedy, expected and f"expected {expected}")
    first, *others = [text for text in said if text]
    # A word of the log is not written otherwise than there: "eve is not seated" is about that name.
    quoted = error.text[error.column - 1 :].replace('"', "").split()[:1] == first.split()[:1]
    sentences = [first if quoted else _begun(first), *map(_begun, others)]
    if error.column > len(error.text) - len(error.text.lstrip()) + 1:
        sentences.append(f"(Column {error.column}.)")
    return " ".join(text if text.endswith(("?", ".", ")")) else f"{text}." for text in sentences)


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]


def of_a_line(file: str, line: int, session: str | None, rule: str, message: str) -> Finding:
    """The finding for a line that is about no play and no player."""
    severity = KINDS_OF_FINDING[rule].severity
    return Finding(
        file, line, session, None, None, None, rule, severity, None, None, None, None, message
    )


def _finding(judged: Judged, fact: Fact) -> Finding:
    hands = judged.hands
    session = hands.sessions[int(hands.session[fact.row]) if fact.row >= 0 else fact.session]
    kind = KINDS_OF_FINDING[fact.rule]
    # of a line that cannot be read and of a pot not carried the engine has no fact
    assert kind.sentence is not None
    player = None
    if fact.row >= 0 and fact.seat >= 0:
        player = hands.name(fact.row, fact.seat)
    elif fact.player >= 0:
        player = session.players[fact.player]
    said = kind.sentence(HandInWords(judged, fact), fact)
    return Finding(
        file=session.file,
        line=fact.line,
        session=session.id,
        hand=int(hands.number[fact.row]) if fact.row >= 0 else None,
        trick=fact.trick or None,
        player=player,
        rule=fact.rule,
        severity=WARNING if fact.unproved else REMARK if fact.remark else kind.severity,
        card=NAMES[fact.card] if fact.card < UNKNOWN else None,
        required=tuple(NAMES[card] for card in cards_in(fact.required))
        if fact.required is not None
        else None,
        amount=fact.amount,
        settled=fact.settled,
        message=said if fact.settled is None else f"{said} Settled by line {fact.settled}.",
    )


def place(found: Finding) -> tuple[str, int, int, str, str, str]:
    """Sort key, by place in the log; of one line, what its cards show comes before what follows for
    the whole hand.
    """
    return (
        found.file,
        found.line,
        found.trick or TRICKS + 2,
        found.rule,
        found.player or "",
        found.card or "",
    )


# --- Audit ----------------------------------------------------------------------------------------
class Stopped(NamedTuple):
    """A session that stops in its last hand: the number of that hand, or its place, what is
    missing, and the chips in its pot.
    """

    file: str
    line: int
    hand: int
    ending: int
    pot: int


@dataclass(slots=True)
class Report:
    """What an audit says: the object that ``bourre audit --format json`` prints, and the counts of
    its summary line.
    """

    files: int = 0
    sessions: int = 0
    hands: int = 0
    plays: int = 0
    right: int = 0
    unproved: int = 0
    wrong: int = 0
    quarantined: int = 0
    unreadable: list[str] = field(default_factory=list)
    books: dict[str, dict[str, int]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    errors: list[Diagnostic] = field(default_factory=list)
    stopped: list[Stopped] = field(default_factory=list)
    homes: dict[str, list[str]] = field(default_factory=dict)
    """The files that each session id is in: one, unless a log was copied or an id used twice."""

    @property
    def status(self) -> int:
        """The exit status: 0 nothing wrong, 1 errors that are not settled, 2 input that could not
        be read at all.
        """
        return 2 if self.unreadable else int(any(finding.fails for finding in self.findings))

    def as_dict(self) -> dict[str, object]:
        """The object of ``--format json``."""
        return {
            "files": self.files,
            "sessions": self.sessions,
            "hands": self.hands,
            "plays": self.plays,
            "quarantined": self.quarantined,
            "books": self.books,
            "findings": [finding.as_dict() for finding in self.findings],
        }


def add(report: Report, judged: Judged) -> None:
    """Add the outcome of some hands to a report; ``finish`` sorts it."""
    hands, verdict = judged.hands, judged.replay.verdict
    report.sessions += len(hands.sessions)
    report.hands += len(hands)
    report.quarantined += int(hands.quarantined.sum())
    tally = np.bincount(verdict.ravel(), minlength=4)
    report.right += int(tally[RIGHT])
    report.unproved += int(tally[UNPROVED])
    report.wrong += int(tally[WRONG])
    report.plays += int(tally[RIGHT] + tally[UNPROVED] + tally[WRONG])
    for at, info in enumerate(hands.sessions):
        names = (f"{name} (player)" if name in {"pot", "?"} else name for name in info.players)
        held = dict(zip(names, judged.books.chips[at], strict=True))
        if judged.books.unexplained[at]:
            held["?"] = judged.books.unexplained[at]
        held["pot"] = judged.books.pot[at]
        _shelve(report, info.id, info.file, held)
    report.findings.extend(findings(judged))
    report.errors.extend(hands.errors)
    ending = endings(judged)
    for row in np.flatnonzero(ending):
        info, kind, number = (
            hands.sessions[int(hands.session[row])],
            int(ending[row]),
            int(hands.number[row]),
        )
        at = number if number != ABSENT else int(row) - info.first_row + 1
        pot = 0 if kind == CLAIMED else int(judged.settlement.pot[row])
        report.stopped.append(Stopped(info.file, int(hands.line[row]), at, kind, pot))


def _shelve(report: Report, session: str, file: str, held: dict[str, int]) -> None:
    """Enter the books of a session; where several have one id, each is entered with its file beside
    the id.
    """
    files = report.homes.setdefault(session, [])
    files.append(file)
    if len(files) == 2:
        report.books[_name_in_books(session, files, 0)] = report.books.pop(session)
    report.books[_name_in_books(session, files, len(files) - 1)] = held


def _name_in_books(session: str, files: list[str], at: int) -> str:
    """What the books of the session in ``files[at]`` are called."""
    if len(files) == 1:
        return session
    again = files[: at + 1].count(files[at])
    return f"{session} ({files[at]})" if again == 1 else f"{session} ({files[at]}, {again})"


def merge(report: Report, other: Report) -> None:
    """Add the report on other files to a report; ``finish`` sorts it."""
    for name in (
        "files",
        "sessions",
        "hands",
        "plays",
        "right",
        "unproved",
        "wrong",
        "quarantined",
    ):
        setattr(report, name, getattr(report, name) + getattr(other, name))
    report.unreadable += other.unreadable
    report.findings += other.findings
    report.errors += other.errors
    report.stopped += other.stopped
    for session, files in other.homes.items():
        for at, file in enumerate(files):
            _shelve(report, session, file, other.books.get(_name_in_books(session, files, at), {}))


def finish(report: Report) -> Report:
    """Sort the findings by file and line, so that it does not matter in which order the
    files came.
    """
    report.findings.sort(key=place)
    report.errors.sort(key=lambda error: (error.file, error.line))
    report.unreadable.sort()
    report.stopped.sort()
    return report


Auditable: TypeAlias = str | PathLike[str] | Log | Session | Hands | Payments
"""What can be audited; a ``str`` of several lines is the text of a log, any other a path."""


def audit(records: Auditable | Iterable[Auditable], most: int = 20_000) -> Report:
    """Audit logs as they come, by path or text, read or not, or hands in columns; about ``most``
    hands are held at a time.

    One may stand without a list. Of a payments file only the lines that cannot be read are told.
    Raises LogError for a file that cannot be opened, and TypeError for what cannot be audited.
    """
    report = Report()
    batch: list[Log | Session] = []
    waiting = 0
    with without_collection():
        for record in map(_opened, [records] if isinstance(records, _ONE) else records):
            if isinstance(record, Hands):
                add(report, judge(record))
                known = {info.file for info in record.sessions}
                report.unreadable.extend(sorted({error.file for error in record.errors} - known))
                continue
            report.files += 1
            if isinstance(record, Payments):
                report.errors += record.errors
                report.findings += [unreadable_line(error, None) for error in record.errors]
                report.unreadable += [] if record.readable else [record.file]
                continue
            batch.append(record)
            waiting += len(record.content) // _HAND if isinstance(record, Log) else len(record.body)
            if waiting >= most:
                _audit_batch(report, batch)
                batch, waiting = [], 0
        _audit_batch(report, batch)
    return finish(report)


_ONE: Final = (str, PathLike, Log, Session, Hands, Payments)


def _opened(given: Auditable) -> Log | Session | Hands | Payments:
    if isinstance(given, str) and "\n" in given:
        return Log(given.encode("utf-8", "surrogateescape"), "")
    if isinstance(given, (str, PathLike)):
        return Log(content_of(fspath(given)), fspath(given))
    if isinstance(given, _ONE):
        return given
    raise TypeError(f"audit takes paths, texts, sessions and hands, not {type(given).__name__}")


_HAND: Final = 200  # about as many bytes as a hand has in a log


def _audit_batch(report: Report, batch: list[Log | Session]) -> None:
    sessions, hands = read_logs(batch)
    report.unreadable.extend(session.file for session in sessions if not session.readable)
    add(report, judge(hands))
