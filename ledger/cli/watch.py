"""``bourre watch``: audits a log again whenever an editor saves it, and says what is new and what
is fixed.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from ledger import findings
from ledger.cli.audit import as_text, say_what_books_know, told, unread_records
from ledger.cli.terminal import paint
from ledger.errors import UserError, did_you_mean
from ledger.files import SUFFIX
from ledger.findings.kinds import HANGS_ON_THE_EVENING_BEFORE
from ledger.wording import counted

DESCRIPTION: Final = """Audit a log again whenever an editor saves it.

It reports everything once, and then what is new and what is fixed, until you
interrupt it (Ctrl-C). The file may be replaced, removed and made again.

examples:
  bourre watch friday.bourre
"""

QUIET: Final = 300  # milliseconds without a change after which a file is taken to be saved
EVERY: Final = 1000  # milliseconds after which the file is checked even if no change was reported


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    parser.add_argument("file", metavar="FILE", help="a log; it need not be there yet")


def run(args: argparse.Namespace) -> int:
    """Watch a file until interrupted, which is the normal end."""
    path = Path(args.file)
    if not path.parent.is_dir():
        raise UserError(f"{path.parent}: there is no such folder", "check the spelling of the path")
    seen, report = _stamp(path), _report(path)
    if report is None:
        logs = (log.name for log in path.parent.glob(f"*{SUFFIX}"))
        print(f"{path}: not there yet; waiting for it (Ctrl-C ends this)", flush=True)
        if meant := did_you_mean(path.name, logs):
            print(meant, flush=True)
    else:
        print(as_text(report, report.findings), flush=True)
        say_what_books_know(
            found.file for found in report.findings if found.rule in HANGS_ON_THE_EVENING_BEFORE
        )
    try:
        for _ in _moments(path):
            before, seen = seen, _stamp(path)
            if seen != before:
                report = _tell(path, report)
    except KeyboardInterrupt:
        print()
    return 0


def _moments(path: Path) -> Iterator[object]:
    """Yield whenever the file may have been saved, and now and then anyway: a change may come
    before the watch begins.

    Watches the folder, since editors replace the file.
    """
    from watchfiles import watch

    name = path.name
    return watch(
        path.parent,
        watch_filter=lambda _change, changed: Path(changed).name == name,
        debounce=QUIET * 5,
        step=QUIET,
        rust_timeout=EVERY,
        yield_on_timeout=True,
        recursive=False,
        raise_interrupt=True,
    )


def _stamp(path: Path) -> object:
    """A value that changes whenever the file is saved; None if there is no file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


def _report(path: Path) -> findings.Report | None:
    return findings.audit(unread_records(str(path))) if path.exists() else None


def _tell(path: Path, before: findings.Report | None) -> findings.Report | None:
    """Audit a file again and print how that differs from ``before``.

    An empty file is ignored: an editor is rewriting it.
    """
    try:
        now = _report(path) if path.exists() and path.stat().st_size else None
    except (UserError, OSError):  # gone, or being replaced: another change will follow
        return before
    for line in _differences(path, before, now):
        print(line)
    print(end="", flush=True)
    if now is not None:
        fresh = _without(now.findings, before.findings if before is not None else [])
        say_what_books_know(
            found.file for found in fresh if found.rule in HANGS_ON_THE_EVENING_BEFORE
        )
    return now or before


def _differences(
    path: Path, before: findings.Report | None, now: findings.Report | None
) -> Iterator[str]:
    if now is None:
        yield f"{path}: missing or empty; waiting"
        return
    old = before.findings if before is not None else []
    fresh, fixed = _without(now.findings, old), _without(old, now.findings)
    for found in fixed:
        yield f"{paint('fixed', 'green')}: {_name(found)} [{found.rule}]"
    for found in fresh:
        yield from told(found)
    hands, left = counted(now.hands, "hand"), counted(len(now.findings), "finding")
    yield f"saved: {hands}, {left}, {len(fresh)} new, {len(fixed)} fixed"


def _without(
    findings: Iterable[findings.Finding], others: Iterable[findings.Finding]
) -> list[findings.Finding]:
    """The findings that are not among ``others``; a finding whose line number has shifted is not
    new.
    """
    known = Counter(map(_same, others))
    left = []
    for found in findings:
        if known[_same(found)]:
            known[_same(found)] -= 1
        else:
            left.append(found)
    return left


def _same(found: findings.Finding) -> findings.Finding:
    return found._replace(line=0)


def _name(found: findings.Finding) -> str:
    where = (f"hand {found.hand}" if found.hand is not None else f"line {found.line}", found.player)
    return ", ".join(part for part in where if part)
