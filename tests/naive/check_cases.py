"""Run both naive judges over the worked cases and print every difference: ``python -m
naive.check_cases`` in tests.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path

from ledger.game.options import parse_rules
from ledger.log.reader import read

from .referee import in_chips
from .settler import settle

CASES = Path(__file__).parents[1] / "cases"
FOLDERS = (
    "first-clean",
    "first-dirty",
    "first-slips",
    "second-clean",
    "second-dirty",
    "second-slips",
    "third-clean",
    "third-dirty",
    "third-slips",
)
FIELDS = ("hand", "trick", "player", "rule", "severity", "card", "required", "amount", "settled")


def naive_audit(text: str, file: str) -> tuple[Counter, dict[str, int]]:
    """Return what the naive judges find in a log, as a multiset without file, line and message, and
    the books.
    """
    session = read(text, file)
    rules = parse_rules(session.rules.preset, in_chips(session.rules.options, session))
    findings, books = settle(session, rules)
    found = Counter(map(key, findings))
    found.update(
        (error.hand, None, None, "syntax", "error", None, None, None, None)
        for error in session.errors
    )
    return found, books


def key(finding: dict) -> tuple:
    """Return a finding as a tuple of FIELDS."""
    values = [finding[name] for name in FIELDS]
    return tuple(tuple(value) if isinstance(value, list) else value for value in values)


@cache
def expected(folder: str) -> dict[str, tuple[Counter, dict[str, int]]]:
    """Return by session id what must come out of the cases in a folder."""
    answers = json.loads((CASES / f"{folder}.json").read_text(encoding="utf-8"))
    by_session = {session: (Counter(), books) for session, books in answers["books"].items()}
    for finding in answers["findings"]:
        by_session[finding["session"]][0][key(finding)] += 1
    return by_session


def differences(folder: str, path: Path) -> list[str]:
    """Return what differs in one session, in words."""
    text = path.read_text(encoding="utf-8")
    want, books_wanted = expected(folder)[read(text, path.name).id]
    got, books = naive_audit(text, path.name)
    lines = [f"missing {finding}" for finding in (want - got).elements()]
    lines += [f"too much {finding}" for finding in (got - want).elements()]
    if books != books_wanted:
        lines.append(f"books {books} instead of {books_wanted}")
    return lines


def main() -> None:
    """Print all differences and a total."""
    agree = total = 0
    for folder in FOLDERS:
        for path in sorted((CASES / folder).glob("*.bourre")):
            wrong = differences(folder, path)
            total += 1
            agree += not wrong
            for line in wrong:
                print(f"{path.name}: {line}")
    print(f"{agree} of {total} sessions agree")


if __name__ == "__main__":
    main()
