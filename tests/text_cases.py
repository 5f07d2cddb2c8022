"""Cases in text: logs, and all that the audit says of each.

    = must beat the best card
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Kh 3h
      trick Ann 5d Ah
    > must-beat 1.1 Bea 3h [Ah]
        Ann led K♥ and Bea played 3♥: must beat the best card if able (rule 4.5). Held A♥: played it
        in trick 2. That was the card to play.
    > unpaid-renege 1 Bea +4
    $ Ann -1, Bea -1, Cal -1, Dot -1, pot 4

``=`` is followed by the name. The header of the log is filled in (``audit_text``). ``>`` begins a
finding, in the order of the report and in brief; behind a comma stands a severity that is not that
of its kind, and the line that settled it. Where a case is about the words, the sentence stands
indented below. A case without ``>`` has no findings. ``%`` says how many plays are right, not
provable and wrong; ``$`` are the books, where they matter. Headings begin with ``==``.

The cases of a file are audited at once: one log alone takes as long as thirty together, and each is
judged by itself.
"""

import re
from functools import cache
from pathlib import Path
from textwrap import fill
from typing import NamedTuple

from audit_text import brief, log_of

from ledger.findings import Finding
from ledger.findings.audit import Report, audit
from ledger.findings.kinds import KINDS_OF_FINDING
from ledger.log.reader import read


class Case(NamedTuple):
    """A case as it is written: its file and line there, its name, its log and what is expected."""

    path: Path
    line: int
    name: str
    log: str
    expected: str

    def __str__(self) -> str:
        return f"{self.path.stem}:{self.line} {self.name}"

    @property
    def session(self) -> str:
        """The id of its session: its line in the file, unless the log gives another."""
        own = re.search(r"^session \S+ (\S+)", self.log, re.MULTILINE)
        return own[1] if own else str(self.line)


def cases_in(place: Path) -> list[Case]:
    """The cases in a file, or in the text files of a folder."""
    cases = []
    for path in [place] if place.is_file() else sorted(place.glob("*.txt")):
        text = path.read_text("utf-8")
        for found in re.finditer(
            r"^= (.+)\n((?:(?!==? |> |% |\$ ).*\n)*)((?:(?!==? ).*\n?)*)", text, re.MULTILINE
        ):
            line = text.count("\n", 0, found.start()) + 1
            cases.append(Case(path, line, found[1], found[2].rstrip(), found[3].rstrip()))
    return cases


def check_cases(path: Path) -> None:
    """Check all cases of a file; of those that differ it is told what the audit says."""
    cases = cases_in(path)
    assert {str(case): found_in_case(case) for case in cases} == {
        str(case): case.expected for case in cases
    }


def found_in_case(case: Case) -> str:
    """What the audit says of a case, as it would be written there."""
    report, findings = audited(case.path)
    lines = []
    for found in findings.get(str(case), []):
        lines.append(f"> {in_brief(found)}")
        if f"{lines[-1]}\n    " in case.expected:
            lines.append(
                fill(
                    found.message,
                    126,
                    initial_indent="    ",
                    subsequent_indent="    ",
                    break_on_hyphens=False,
                )
            )
    if "% " in case.expected:
        alone = audit([read(log_of(case.log), str(case))])
        lines.append(f"% {alone.right} right, {alone.unproved} not provable, {alone.wrong} wrong")
    if "$ " in case.expected:
        lines.append(
            "$ "
            + ", ".join(f"{name} {chips}" for name, chips in report.books[case.session].items())
        )
    return "\n".join(lines)


def in_brief(found: Finding) -> str:
    """A finding as ``brief`` has it, with what is particular about how serious it is."""
    severity = (
        "" if found.severity == KINDS_OF_FINDING[found.rule].severity else f", {found.severity}"
    )
    return (
        brief(found)
        + severity
        + ("" if found.settled is None else f", settled by line {found.settled}")
    )


@cache
def audited(path: Path) -> tuple[Report, dict[str, list[Finding]]]:
    """The audit of all cases of a file, and its findings by case."""
    cases = cases_in(path)
    logs = [
        re.sub(r"^(session \S+) \S+", rf"\1 {case.session}", log_of(case.log), flags=re.MULTILINE)
        for case in cases
    ]
    report = audit([read(log, str(case)) for log, case in zip(logs, cases, strict=True)])
    findings: dict[str, list[Finding]] = {}
    for found in report.findings:
        findings.setdefault(found.file, []).append(found)
    return report, findings
