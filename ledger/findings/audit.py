"""Replay and settlement against what the record says: findings, in words (rules.md, log-format.md)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from ledger.engine.facts import Fact
from ledger.engine.judge import Judged, judge, without_collection
from ledger.engine.replay import RIGHT, UNPROVED, WRONG
from ledger.findings.finding import ERROR, SEVERITY, WARNING, Finding
from ledger.findings.words import sentence
from ledger.game.cards import NAMES, UNKNOWN, cards_in
from ledger.hands.from_log import columns
from ledger.hands.model import TRICKS, Hands, SessionInfo
from ledger.log.payment_records import Payments
from ledger.log.records import Diagnostic, Session


@dataclass(slots=True)
class Report:
    """What an audit says: the object that ``bourre audit --format json`` prints, and the counts of its summary line."""

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
    homes: dict[str, list[str]] = field(default_factory=dict)
    """The files that each session id is in: one, unless a log was copied or an id used twice."""

    @property
    def status(self) -> int:
        """Return the exit status: 0 nothing wrong, 1 errors found, 2 input that could not be read at all."""
        if self.unreadable:
            return 2
        return int(any(finding.severity == ERROR for finding in self.findings))

    def as_dict(self) -> dict[str, object]:
        """Return the object of ``--format json``."""
        return {
            "files": self.files,
            "sessions": self.sessions,
            "hands": self.hands,
            "plays": self.plays,
            "quarantined": self.quarantined,
            "books": self.books,
            "findings": [finding.as_dict() for finding in self.findings],
        }


def findings(judged: Judged) -> list[Finding]:
    """Put every fact into words, and every line that could not be read."""
    found = [_finding(judged, fact) for fact in judged.facts]
    ids = {info.file: info.id for info in judged.hands.sessions}
    found.extend(unreadable_line(error, ids.get(error.file)) for error in judged.hands.errors)
    return found


def findings_of(judged: Judged, row: int) -> list[Finding]:
    """Return what was found in one hand, in the order of its lines."""
    hands = judged.hands
    info = hands.sessions[int(hands.session[row])]
    lines = {line for line, _ in hands.text.get(row, ())}
    found = [_finding(judged, fact) for fact in judged.facts if fact.row == row]
    found += [unreadable_line(error, info.id) for error in hands.errors if error.file == info.file and error.line in lines]
    return sorted(found, key=_place)


def unreadable_line(error: Diagnostic, session: str | None) -> Finding:
    """Return the finding for a line that cannot be read (syntax)."""
    said = [f"column {error.column}: {error.message}", error.expected and f"expected {error.expected}", error.remedy]
    return Finding(
        file=error.file,
        line=error.line,
        session=session,
        hand=error.hand,
        trick=None,
        player=None,
        rule="syntax",
        severity=SEVERITY["syntax"],
        card=None,
        required=None,
        amount=None,
        message="; ".join(filter(None, said)),
    )


def _finding(judged: Judged, fact: Fact) -> Finding:
    hands = judged.hands
    session = hands.sessions[int(hands.session[fact.row]) if fact.row >= 0 else fact.session]
    player = None
    if fact.row >= 0 and fact.seat >= 0:
        player = hands.name(fact.row, fact.seat)
    elif fact.player >= 0:
        player = session.players[fact.player]
    return Finding(
        file=session.file,
        line=fact.line,
        session=session.id,
        hand=int(hands.number[fact.row]) if fact.row >= 0 else None,
        trick=fact.trick or None,
        player=player,
        rule=fact.rule,
        severity=WARNING if fact.unsettled else SEVERITY[fact.rule],
        card=NAMES[fact.card] if fact.card < UNKNOWN else None,
        required=tuple(NAMES[card] for card in cards_in(fact.required)) if fact.required is not None else None,
        amount=fact.amount,
        message=sentence(judged, fact),
    )


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
        _shelve(report, info, held)
    report.findings.extend(findings(judged))
    report.errors.extend(hands.errors)


def _shelve(report: Report, info: SessionInfo, held: dict[str, int]) -> None:
    """Enter the books of a session; where several have one id, each is entered with its file beside the id."""
    files = report.homes.setdefault(info.id, [])
    files.append(info.file)
    if len(files) == 1:
        report.books[info.id] = held
        return
    if len(files) == 2:
        report.books[f"{info.id} ({files[0]})"] = report.books.pop(info.id)
    again = files.count(info.file)
    report.books[f"{info.id} ({info.file})" if again == 1 else f"{info.id} ({info.file}, {again})"] = held


def finish(report: Report) -> Report:
    """Sort the findings by file and line, so that the order of the files does not matter."""
    report.findings.sort(key=_place)
    report.errors.sort(key=lambda error: (error.file, error.line))
    report.unreadable.sort()
    return report


def _place(found: Finding) -> tuple[str, int, int, str, str, str]:
    """Return where a finding is told: what a card shows comes before what follows for the whole hand."""
    return found.file, found.line, found.trick or TRICKS + 2, found.rule, found.player or "", found.card or ""


def audit(records: Iterable[Session | Hands | Payments], most: int = 20_000) -> Report:
    """Audit sessions as they come, one a file, or hands in columns; of sessions, about ``most`` hands are held at a time.

    Of a payments file only the lines that cannot be read are told.
    """
    report = Report()
    batch: list[Session] = []
    waiting = 0
    with without_collection():
        for record in records:
            if isinstance(record, Hands):
                add(report, judge(record))
                known = {info.file for info in record.sessions}
                report.unreadable.extend(sorted({error.file for error in record.errors} - known))
                continue
            report.files += 1
            if isinstance(record, Payments):
                _add_payments(report, record)
                continue
            batch.append(record)
            waiting += len(record.body)
            if waiting >= most:
                _audit_batch(report, batch)
                batch, waiting = [], 0
        _audit_batch(report, batch)
    return finish(report)


def _add_payments(report: Report, record: Payments) -> None:
    report.errors += record.errors
    report.findings += [unreadable_line(error, None) for error in record.errors]
    report.unreadable += [] if record.readable else [record.file]


def _audit_batch(report: Report, batch: list[Session]) -> None:
    hands = columns(batch)
    report.unreadable.extend(session.file for session in batch if not session.readable)
    add(report, judge(hands))
