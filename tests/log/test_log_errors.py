"""Every kind of error is reproduced by a log, and beside it stands the complete message that it
gives (errors.txt).
"""

import re
from collections.abc import Iterator
from functools import cache

from log_text import ERROR_FILES, ErrorCase, error_cases

from ledger.log import format_diagnostic, read, read_path
from ledger.log.payments import Payments, read_payments
from ledger.log.records import Diagnostic, Session

CASES = error_cases()
GIVEN_UP = ("file-", "header-", "session-", "rules-", "ante-unreadable", "seats-", "payments-")
"""Logs whose rest means nothing; of the others, only a line is lost."""
HARMLESS = ("header-unknown.bourre", "header-stray-line.bourre")


@cache
def reproduce(case: ErrorCase) -> Session | Payments:
    return (read_payments if case.name.startswith("payment") else read)(case.content, case.name)


def test_there_are_many() -> None:
    assert len(CASES) > 100


def test_the_complete_message_is() -> None:
    for case in CASES:
        printed = "".join(format_diagnostic(error) + "\n" for error in reproduce(case).errors)
        assert printed == case.printed, case.name


def test_every_error_says_what_was_expected_and_what_to_do() -> None:
    for case in CASES:
        errors = reproduce(case).errors
        assert errors, case.name
        for error in errors:
            assert error.message, case.name
            assert error.expected, case.name
            assert error.remedy, case.name


def test_what_is_said_to_be_meant_mends_the_line() -> None:
    """In place of one or more words, from the mark or the word before it: ``chip 25 cents`` has it
    at ``cents``.
    """
    tried = 0
    for case in CASES:
        for error in reproduce(case).errors:
            meant = re.match(r"did you mean (.+?)\?", error.remedy)
            if meant:
                tried += 1
                assert min(errors_with(case, error, meant[1])) == 0, (case.name, error.remedy)
    assert tried > 30


def errors_with(case: ErrorCase, error: Diagnostic, meant: str) -> Iterator[int]:
    """Yield how much is wrong with a line up to the mark when what was meant stands in place of
    some of its words.
    """
    lines = case.content.decode("utf-8", "replace").split("\n")
    words = [*re.finditer(r'"[^"]*"|\S+', error.text)]
    at = next((at for at, word in enumerate(words) if word.end() >= error.column), len(words) - 1)
    for first in (at, max(at - 1, 0)):
        for last in range(first, len(words)):
            lines[error.line - 1] = (
                error.text[: words[first].start()] + meant + error.text[words[last].end() :]
            )
            again = (read_payments if case.name.startswith("payment") else read)(
                "\n".join(lines), case.name
            )
            yield sum(one.line == error.line and one.column <= error.column for one in again.errors)


def test_only_a_broken_header_costs_the_file() -> None:
    for case in CASES:
        broken = case.name.startswith(GIVEN_UP) and case.name not in HARMLESS
        assert reproduce(case).readable is not broken, case.name


def test_a_message_shows_nothing_that_a_terminal_would_obey() -> None:
    for case in CASES:
        for error in reproduce(case).errors:
            assert all(line.isprintable() for line in format_diagnostic(error).split("\n")), (
                case.name
            )


def test_the_errors_of_a_file_on_disk_name_it() -> None:
    assert read_path(ERROR_FILES[0]).errors[0].file == str(ERROR_FILES[0])
