"""Every kind of error has a file that reproduces it and the complete message it gives, side by side in ``tests/errors``."""

from functools import cache
from pathlib import Path

from ledger.log import format_diagnostic, read, read_path
from ledger.log.payment_file import read_payments
from ledger.log.records import Payments, Session

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
