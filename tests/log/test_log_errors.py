"""Every kind of error has a file that reproduces it and the complete message it gives, side by side in ``tests/errors``."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from ledger.log import format_diagnostic, read, read_path
from ledger.log.payments import Payments, read_payments
from ledger.log.records import Diagnostic, Session

FILES = sorted((Path(__file__).parents[1] / "errors").glob("*.bourre"))
GIVEN_UP = ("file-", "header-", "session-", "rules-", "ante-unreadable", "seats-", "payments-")
"""Files whose rest means nothing; of the others, only a line is lost."""
HARMLESS = ("header-unknown", "header-stray-line")


@cache
def reproduce(file: Path) -> Session | Payments:
    return (read_payments if file.stem.startswith("payment") else read)(file.read_bytes(), file.name)


def test_there_are_files() -> None:
    assert len(FILES) > 100


def test_the_complete_message_is() -> None:
    for file in FILES:
        printed = "".join(format_diagnostic(error) + "\n" for error in reproduce(file).errors)
        assert printed == file.with_suffix(".txt").read_text("utf-8"), file.stem


def test_every_error_says_what_was_expected_and_what_to_do() -> None:
    for file in FILES:
        errors = reproduce(file).errors
        assert errors, file.stem
        for error in errors:
            assert error.message, file.stem
            assert error.expected, file.stem
            assert error.remedy, file.stem


def test_what_is_said_to_be_meant_mends_the_line() -> None:
    """In place of one or more words, from the mark or the word before it: ``chip 25 cents`` has it at ``cents``."""
    tried = 0
    for file in FILES:
        for error in reproduce(file).errors:
            meant = re.match(r"did you mean (.+?)\?", error.remedy)
            if meant:
                tried += 1
                assert min(errors_with(file, error, meant[1])) == 0, (file.stem, error.remedy)
    assert tried > 30


def errors_with(file: Path, error: Diagnostic, meant: str) -> Iterator[int]:
    """Yield how much is wrong with a line up to the mark when what was meant stands in place of some of its words."""
    lines = file.read_bytes().decode("utf-8", "replace").split("\n")
    words = [*re.finditer(r'"[^"]*"|\S+', error.text)]
    at = next((at for at, word in enumerate(words) if word.end() >= error.column), len(words) - 1)
    for first in (at, max(at - 1, 0)):
        for last in range(first, len(words)):
            lines[error.line - 1] = error.text[: words[first].start()] + meant + error.text[words[last].end() :]
            again = (read_payments if file.stem.startswith("payment") else read)("\n".join(lines), file.name)
            yield sum(one.line == error.line and one.column <= error.column for one in again.errors)


def test_only_a_broken_header_costs_the_file() -> None:
    for file in FILES:
        broken = file.stem.startswith(GIVEN_UP) and file.stem not in HARMLESS
        assert reproduce(file).readable is not broken, file.stem


def test_a_message_shows_nothing_that_a_terminal_would_obey() -> None:
    for file in FILES:
        for error in reproduce(file).errors:
            assert all(line.isprintable() for line in format_diagnostic(error).split("\n")), file.stem


def test_the_errors_of_a_file_on_disk_name_it() -> None:
    assert read_path(FILES[0]).errors[0].file == str(FILES[0])
